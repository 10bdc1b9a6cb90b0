//! The document that leads from a record to a signed root.

use super::tree::Hash;
use caipan_tiles::hash::hex;
use serde::{Deserialize, Serialize};

/// The name of the form.
pub const FORMAT: &str = "caipan-evidence/1";

/// What shows that a record stands in the tree of a checkpoint, or that this tree has grown out of an earlier one, or both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Evidence)]
pub struct Proof {
    /// `caipan-evidence/1`.
    #[schema(example = "caipan-evidence/1")]
    pub format: String,
    /// The signed root: a checkpoint in the form of a signed note.
    #[schema(example = "caipan/home\n42\nq1Zb…=\nat 1767585600123456\n\n— caipan/home 3q2+7w…=\n")]
    pub checkpoint: String,
    /// The record that is proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<Entry>,
    /// How the tree grew from an earlier size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Grown>,
}

/// A record with its way to the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EvidenceEntry)]
pub struct Entry {
    /// The record's JSON as it was hashed, to the byte.
    pub record: String,
    /// The hashes beside the way from the leaf to the root, in hex, from the leaf upwards.
    pub path: Vec<String>,
}

/// An earlier size of the tree, and what shows that nothing below it has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EvidenceSince)]
pub struct Grown {
    /// The earlier size.
    pub size: u64,
    /// The hashes of a consistency proof (RFC 6962), in hex.
    pub path: Vec<String>,
}

/// Hashes as the document has them.
pub(super) fn written(path: &[Hash]) -> Vec<String> {
    path.iter().map(|hash| hex(hash)).collect()
}

/// Hashes as the document has them; none where one is no hash.
pub(super) fn read(path: &[String]) -> Option<Vec<Hash>> {
    path.iter().map(|text| unhex(text)).collect()
}

fn unhex(text: &str) -> Option<Hash> {
    let digits = text.as_bytes();
    let mut hash = [0; 32];
    // One way of writing it alone.
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
    /// The proof of a record, at this checkpoint.
    pub fn of(checkpoint: String, entry: Option<(String, Vec<Hash>)>, since: Option<(u64, Vec<Hash>)>) -> Proof {
        Proof {
            format: FORMAT.to_owned(),
            checkpoint,
            entry: entry.map(|(record, path)| Entry { record, path: written(&path) }),
            since: since.map(|(size, path)| Grown { size, path: written(&path) }),
        }
    }
}
