//! SHA-256 digests in the form of logs, reports and proofs: `sha256:` and 64 hex digits.

use sha2::{Digest, Sha256};

/// The prefix that names the algorithm.
pub const ALGORITHM: &str = "sha256:";

/// Returns the digest of some bytes: `sha256:` and 64 lower-case hex digits.
pub fn sha256(bytes: &[u8]) -> String {
    [ALGORITHM, &hex(&Sha256::digest(bytes))].concat()
}

/// True if a written digest equals that of some bytes. Does not allocate.
pub fn is_sha256(written: &str, bytes: &[u8]) -> bool {
    let digits = written.strip_prefix(ALGORITHM).unwrap_or_default().as_bytes();
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty() && pairs.iter().copied().eq(Sha256::digest(bytes).iter().map(|&byte| hex_of(byte)))
}

/// Returns bytes as lower-case hex digits.
pub fn hex(bytes: &[u8]) -> String {
    let digits: Vec<[u8; 2]> = bytes.iter().map(|&byte| hex_of(byte)).collect();
    // Hex digits are valid UTF-8.
    String::from_utf8(digits.into_flattened()).unwrap_or_default()
}

const fn hex_of(byte: u8) -> [u8; 2] {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    [DIGITS[(byte >> 4) as usize], DIGITS[(byte % 16) as usize]]
}
