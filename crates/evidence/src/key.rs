//! The key that signs checkpoints, and the one that checks them: Ed25519, as PEM, as `openssl genpkey -algorithm ed25519` and
//! `openssl pkey -pubout` write it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{PrivatePkcs8KeyDer, SubjectPublicKeyInfoDer};
use sha2::{Digest, Sha256};

/// What stands before the 32 bytes of an Ed25519 key (RFC 8410).
const PRIVATE: &[u8] =
    &[0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
const PUBLIC: &[u8] = &[0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/// Why a key cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// There is no PEM of this kind.
    #[error("it is no PEM of a {0}")]
    NoPem(&'static str),
    /// Another algorithm, or damaged.
    #[error("it is no Ed25519 key")]
    NotEd25519,
}

/// A key that signs.
pub struct Signer(Ed25519KeyPair);

impl Signer {
    /// A key from its PEM (PKCS #8).
    pub fn from_pem(pem: &[u8]) -> Result<Signer, KeyError> {
        let der = PrivatePkcs8KeyDer::from_pem_slice(pem).map_err(|_| KeyError::NoPem("PRIVATE KEY"))?;
        let pair = Ed25519KeyPair::from_pkcs8_maybe_unchecked(der.secret_pkcs8_der());
        pair.map(Signer).map_err(|_| KeyError::NotEd25519)
    }

    /// The PEM of the key with this seed.
    pub fn pem_of(seed: &[u8; 32]) -> String {
        pem("PRIVATE KEY", &[PRIVATE, seed].concat())
    }

    /// The key that checks what this one signs.
    pub fn public(&self) -> PublicKey {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.0.public_key().as_ref());
        PublicKey(bytes)
    }

    pub(super) fn sign(&self, text: &[u8]) -> Vec<u8> {
        self.0.sign(text).as_ref().to_vec()
    }
}

/// A key that checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// A key from its PEM (SubjectPublicKeyInfo).
    pub fn from_pem(pem: &[u8]) -> Result<PublicKey, KeyError> {
        let der = SubjectPublicKeyInfoDer::from_pem_slice(pem).map_err(|_| KeyError::NoPem("PUBLIC KEY"))?;
        let bytes = der.strip_prefix(PUBLIC).ok_or(KeyError::NotEd25519)?;
        Ok(PublicKey(bytes.try_into().map_err(|_| KeyError::NotEd25519)?))
    }

    /// Its PEM.
    pub fn pem(&self) -> String {
        pem("PUBLIC KEY", &[PUBLIC, &self.0].concat())
    }

    /// The first bytes of its digest, in hex: to compare two keys by eye.
    pub fn fingerprint(&self) -> String {
        caipan_tiles::hash::hex(Sha256::digest(self.0).get(..8).unwrap_or_default())
    }

    /// What stands before a signature in a signed note, to tell keys apart.
    pub(super) fn hint(&self, name: &str) -> [u8; 4] {
        let digest = Sha256::new_with_prefix(name).chain_update([0x0a, 0x01]).chain_update(self.0).finalize();
        let mut hint = [0; 4];
        hint.copy_from_slice(digest.get(..4).unwrap_or(&[0; 4]));
        hint
    }

    pub(super) fn holds(&self, text: &[u8], signature: &[u8]) -> bool {
        UnparsedPublicKey::new(&ED25519, self.0).verify(text, signature).is_ok()
    }
}

fn pem(kind: &str, der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    format!("-----BEGIN {kind}-----\n{text}\n-----END {kind}-----\n")
}
