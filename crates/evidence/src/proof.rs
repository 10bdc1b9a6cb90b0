//! The proof document, which leads from a record to a signed root.

use super::tree::Hash;
use caipan_tiles::hash::hex;
use serde::{Deserialize, Serialize};

/// The name of the format.
pub const FORMAT: &str = "caipan-evidence/1";

/// Proves that a record is in the tree of a checkpoint, that this tree extends an earlier one, or both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Evidence)]
pub struct Proof {
    /// The format, always `caipan-evidence/1`.
    #[schema(example = "caipan-evidence/1")]
    pub format: String,
    /// The signed root: a checkpoint in the form of a signed note.
    #[schema(example = "caipan/home\n42\nq1Zb…=\nat 1767585600123456\n\n— caipan/home 3q2+7w…=\n")]
    pub checkpoint: String,
    /// The proven record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<Entry>,
    /// The proof that the tree extends an earlier one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Grown>,
}

/// A record with its inclusion path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EvidenceEntry)]
pub struct Entry {
    /// The record's JSON, byte for byte as it was hashed.
    pub record: String,
    /// The inclusion path (RFC 6962): the sibling hashes in hex, from the leaf up to the root.
    pub path: Vec<String>,
}

/// An earlier size of the tree, with the proof that none of its leaves has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EvidenceSince)]
pub struct Grown {
    /// The earlier size.
    pub size: u64,
    /// The consistency proof (RFC 6962): hashes in hex.
    pub path: Vec<String>,
}

/// Encodes hashes in hex.
pub(super) fn written(path: &[Hash]) -> Vec<String> {
    path.iter().map(|hash| hex(hash)).collect()
}

/// Decodes hashes from hex. Returns `None` if one of them is malformed.
pub(super) fn read(path: &[String]) -> Option<Vec<Hash>> {
    path.iter().map(|text| unhex(text)).collect()
}

fn unhex(text: &str) -> Option<Hash> {
    let digits = text.as_bytes();
    let mut hash = [0; 32];
    // Lower case only, so that each hash has one spelling.
    let is_hex = |digit: &u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
    if digits.len() != 2 * hash.len() || !digits.iter().all(is_hex) {
        return None;
    }
    for (byte, pair) in hash.iter_mut().zip(digits.chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(hash)
}

impl Proof {
    /// Builds a proof at this checkpoint: of a record with its inclusion path, and of an earlier size with its
    /// consistency path.
    pub fn of(checkpoint: String, entry: Option<(String, Vec<Hash>)>, since: Option<(u64, Vec<Hash>)>) -> Proof {
        Proof {
            format: FORMAT.to_owned(),
            checkpoint,
            entry: entry.map(|(record, path)| Entry { record, path: written(&path) }),
            since: since.map(|(size, path)| Grown { size, path: written(&path) }),
        }
    }
}
