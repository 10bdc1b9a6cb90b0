//! Verifier keys (C2SP `signed-note`): a name, a key id and a public key in one line, such as
//! `caipan/home+1a2b3c4d+AeY…`. Logs sign with type 1, witnesses cosign with type 4 (C2SP `tlog-cosignature`).

use super::key::PublicKey;
use super::note::NoteSignature;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use caipan_tiles::hash::hex;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The maximum length of a name in bytes.
const LONGEST: usize = 255;

/// The kind of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SignatureKind {
    /// The text of a note (type 1).
    Note,
    /// A time and the text of a checkpoint (type 4, `cosignature/v1`).
    Cosignature,
}

impl SignatureKind {
    const fn number(self) -> u8 {
        match self {
            SignatureKind::Note => 1,
            SignatureKind::Cosignature => 4,
        }
    }
}

/// The reason for which a text is no verifier key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifierKeyError {
    /// The text does not consist of a name, eight hexadecimal digits and base64.
    #[error("it is not of the form NAME+KEYID+KEY")]
    Malformed,
    /// The key is of another type.
    #[error("it is a key of type {0}, and only Ed25519 keys of the types 1 and 4 are known")]
    Kind(u8),
    /// The key id does not follow from the name and the key.
    #[error("its key id does not belong to its name and key")]
    Id,
}

/// A public key with the name under which it signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifierKey {
    /// The name in signature lines.
    pub name: String,
    /// The kind of its signatures.
    pub kind: SignatureKind,
    /// The key.
    pub key: PublicKey,
}

impl VerifierKey {
    /// The key of a log, whose name is its origin.
    pub fn log(origin: &str, key: PublicKey) -> VerifierKey {
        VerifierKey { name: origin.to_owned(), kind: SignatureKind::Note, key }
    }

    /// Returns whether a text can be the name of a key: it is not empty and has no space, plus or control character.
    pub fn is_name(name: &str) -> bool {
        let fits = |c: char| !c.is_whitespace() && !c.is_control() && c != '+';
        !name.is_empty() && name.len() <= LONGEST && name.chars().all(fits)
    }

    /// The key id: the first four bytes of a digest over name, type and key.
    pub fn id(&self) -> [u8; 4] {
        let digest = Sha256::new_with_prefix(&self.name).chain_update([0x0a, self.kind.number()]);
        let digest = digest.chain_update(self.key.bytes()).finalize();
        let mut id = [0; 4];
        id.copy_from_slice(digest.get(..4).unwrap_or(&[0; 4]));
        id
    }

    /// Returns whether a signature line claims to be by this key.
    pub fn is_of(&self, signature: &NoteSignature<'_>) -> bool {
        signature.name == self.name && signature.id == self.id()
    }

    /// Verifies a signature over the text of a note.
    pub fn signed(&self, text: &str, signature: &NoteSignature<'_>) -> bool {
        self.kind == SignatureKind::Note && self.is_of(signature) && self.key.holds(text.as_bytes(), &signature.bytes)
    }

    /// Verifies a cosignature over the text of a checkpoint. Returns its time in seconds since 1970.
    pub fn cosigned(&self, text: &str, signature: &NoteSignature<'_>) -> Option<i64> {
        if self.kind != SignatureKind::Cosignature || !self.is_of(signature) {
            return None;
        }
        let (time, signature) = signature.bytes.split_at_checked(8)?;
        let time = i64::try_from(u64::from_be_bytes(time.try_into().ok()?)).ok()?;
        let message = format!("cosignature/v1\ntime {time}\n{text}");
        self.key.holds(message.as_bytes(), signature).then_some(time)
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = [&[self.kind.number()], self.key.bytes().as_slice()].concat();
        write!(out, "{}+{}+{}", self.name, hex(&self.id()), STANDARD.encode(key))
    }
}

impl FromStr for VerifierKey {
    type Err = VerifierKeyError;

    fn from_str(text: &str) -> Result<VerifierKey, VerifierKeyError> {
        // The base64 may contain a plus too.
        let mut parts = text.splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(VerifierKeyError::Malformed);
        };
        let key = STANDARD.decode(key).map_err(|_| VerifierKeyError::Malformed)?;
        let (kind, key) = key.split_first().ok_or(VerifierKeyError::Malformed)?;
        if !VerifierKey::is_name(name) || id.len() != 8 {
            return Err(VerifierKeyError::Malformed);
        }
        let kind = match kind {
            1 => SignatureKind::Note,
            4 => SignatureKind::Cosignature,
            other => return Err(VerifierKeyError::Kind(*other)),
        };
        let key = PublicKey::from_bytes(key.try_into().map_err(|_| VerifierKeyError::Malformed)?);
        let found = VerifierKey { name: name.to_owned(), kind, key };
        if hex(&found.id()) == id.to_ascii_lowercase() { Ok(found) } else { Err(VerifierKeyError::Id) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::note::Note;

    /// The key of Go's checksum database, and a tree that it signed, as published in the documentation of
    /// `golang.org/x/mod/sumdb/note`.
    const GO: &str = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    const NOTE: &str = "If you think cryptography is the answer to your problem,\n\
        then you don't know what your problem is.\n\n\
        \u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

    #[test]
    fn key_and_note_of_go_verify() {
        let key: VerifierKey = GO.parse().expect("a key");
        assert_eq!((key.name.as_str(), key.to_string().as_str()), ("PeterNeumann", GO));
        let note = Note::read(NOTE).expect("a note");
        let signature = note.signatures().next().expect("a signature");
        assert!(key.signed(note.text, &signature));
        assert!(!key.signed(&note.text.replace("know", "knew"), &signature));
        assert_eq!(key.cosigned(note.text, &signature), None);
    }

    /// A cosignature that a witness of the public network published for a tree of Google. Its name is not published, so the
    /// line is given another; the signed message does not contain it.
    #[test]
    fn cosignature_of_the_public_network_verifies() {
        let pem = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEApTPPKyRu6Q3PoMkeY+/sNni0biF4vnVTYRHbVNA31mY=\n-----END PUBLIC KEY-----\n";
        let key = PublicKey::from_pem(pem.as_bytes()).expect("a key");
        let witness = VerifierKey { name: "witness".to_owned(), kind: SignatureKind::Cosignature, key };
        let text = "developers.google.com/android/binary_transparency/google1p/0\n5\nxqaCEZhTGZUuKNA7MpSyxe1WXiiESB2p+crAyzM+Vxo=\n";
        let bytes =
            "r0xBJQAAAABnkyoLuHgN5KlIUUpZV9hulwsFcgqV5v1CyeIhBZWdkfOJT0ims1LqbYygO5MEl91CGha5sP79K57P7lIGrz7Qtx8eBw==";
        let bytes = STANDARD.decode(bytes).expect("base64")[4..].to_vec();
        let signature = NoteSignature { name: "witness", id: witness.id(), bytes };
        assert_eq!(witness.cosigned(text, &signature), Some(1_737_697_803));
        assert_eq!(witness.cosigned(&text.replace("\n5\n", "\n6\n"), &signature), None);
        let mut later = signature.clone();
        later.bytes[7] += 1;
        assert_eq!(witness.cosigned(text, &later), None, "the time is signed too");
        let log = VerifierKey { kind: SignatureKind::Note, ..witness };
        assert_eq!(log.cosigned(text, &signature), None);
    }

    #[test]
    fn malformed_keys_are_refused() {
        for (text, expected) in [
            ("", VerifierKeyError::Malformed),
            ("PeterNeumann", VerifierKeyError::Malformed),
            ("+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", VerifierKeyError::Malformed),
            ("a b+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", VerifierKeyError::Malformed),
            ("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10", VerifierKeyError::Malformed),
            ("PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", VerifierKeyError::Id),
            ("PeterNewmann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", VerifierKeyError::Id),
            ("PeterNeumann+c74f20a3+BRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", VerifierKeyError::Kind(5)),
        ] {
            assert_eq!(text.parse::<VerifierKey>(), Err(expected), "{text}");
        }
    }
}
