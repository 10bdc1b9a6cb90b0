//! The list of a service's public keys, as it publishes them.

use super::key::{KeyError, PublicKey};
use super::trust::TrustedKey;
use serde::{Deserialize, Serialize};

/// The keys that sign or signed checkpoints, the current one first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = EvidenceKeys)]
pub struct KeyList {
    /// The keys.
    pub keys: Vec<ListedKey>,
}

/// A key that signs or signed checkpoints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = EvidenceKey)]
pub struct ListedKey {
    /// The name under which it signs: the origin of the checkpoint.
    #[schema(example = "caipan/home")]
    pub name: String,
    /// The key id in its signature lines, in hex.
    #[schema(example = "1a2b3c4d")]
    pub key_id: String,
    /// The first 8 bytes of the key's SHA-256 digest, in hex, which do not depend on the name.
    #[schema(example = "2152f8d19b791d24")]
    pub fingerprint: String,
    /// The algorithm: `ed25519`.
    #[schema(example = "ed25519")]
    pub algorithm: String,
    /// The time of its first use; absent if that was not noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub from: Option<String>,
    /// The time of its retirement; absent while it signs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub until: Option<String>,
    /// The verifier key (C2SP `signed-note`).
    #[schema(example = "caipan/home+1a2b3c4d+AeY…")]
    pub verifier_key: String,
    /// The key in PEM.
    pub pem: String,
}

impl KeyList {
    /// The verifier keys, one per line.
    pub fn text(&self) -> String {
        self.keys.iter().flat_map(|key| [key.verifier_key.as_str(), "\n"]).collect()
    }
}

impl ListedKey {
    /// The key with its validity, for a reader who trusts the list. The list names keys of all trees, so it pins no
    /// origin.
    ///
    /// # Errors The PEM or the end of the validity cannot be read.
    pub fn trusted(&self) -> Result<TrustedKey, KeyError> {
        let key = PublicKey::from_pem(self.pem.as_bytes())?;
        let until = match &self.until {
            None => None,
            Some(until) => Some(chrono::DateTime::parse_from_rfc3339(until).map_err(|_| KeyError::NoTime)?),
        };
        Ok(TrustedKey { key, until: until.map(|until| until.timestamp_micros()), origin: None })
    }
}
