//! The keys that sign checkpoints.

use caipan_evidence::PublicKey;

/// The keys that the operator names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SigningKeys {
    /// The keys that sign.
    pub used: Vec<PublicKey>,
    /// The keys that signed before.
    pub retired: Vec<PublicKey>,
}

/// A key that signs or signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SigningKeyRow {
    /// The key.
    pub key: PublicKey,
    /// The time of its first use, in microseconds since 1970; absent if it was used before times were noted.
    pub from: Option<i64>,
    /// The time of its retirement, in microseconds since 1970; absent while it signs.
    pub until: Option<i64>,
}
