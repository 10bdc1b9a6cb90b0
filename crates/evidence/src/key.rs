//! The Ed25519 keys that sign and verify checkpoints, in PEM as `openssl genpkey -algorithm ed25519` and
//! `openssl pkey -pubout` write it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::pkcs8::DecodePrivateKey;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{PrivatePkcs8KeyDer, SubjectPublicKeyInfoDer};
use sha2::{Digest, Sha256};

/// The DER that precedes the 32 bytes of a private Ed25519 key (RFC 8410).
const PRIVATE: &[u8] =
    &[0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
/// The DER that precedes the 32 bytes of a public Ed25519 key (RFC 8410).
const PUBLIC: &[u8] = &[0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/// The reason for which a key cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The input has no PEM block of this kind.
    #[error("it is no PEM of a {0}")]
    NoPem(&'static str),
    /// The key is of another algorithm or damaged.
    #[error("it is no Ed25519 key")]
    NotEd25519,
    /// The key cosigns as a witness.
    #[error("it is the key of a witness, not of a service")]
    OfWitness,
    /// The end of its validity is no time.
    #[error("the end of its validity is no RFC 3339 time")]
    NoTime,
}

/// A private key, which signs.
pub struct Signer(SigningKey);

impl Signer {
    /// Reads a private key from PEM (PKCS #8).
    pub fn from_pem(pem: &[u8]) -> Result<Signer, KeyError> {
        let der = PrivatePkcs8KeyDer::from_pem_slice(pem).map_err(|_| KeyError::NoPem("PRIVATE KEY"))?;
        let key = SigningKey::from_pkcs8_der(der.secret_pkcs8_der());
        key.map(Signer).map_err(|_| KeyError::NotEd25519)
    }

    /// The PEM of the private key with this seed.
    pub fn pem_of(seed: &[u8; 32]) -> String {
        pem("PRIVATE KEY", &[PRIVATE, seed].concat())
    }

    /// The public key that verifies this key's signatures.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    pub(super) fn sign(&self, text: &[u8]) -> Vec<u8> {
        self.0.sign(text).to_bytes().to_vec()
    }
}

/// A public key, which verifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// Reads a public key from PEM (SubjectPublicKeyInfo).
    pub fn from_pem(pem: &[u8]) -> Result<PublicKey, KeyError> {
        let der = SubjectPublicKeyInfoDer::from_pem_slice(pem).map_err(|_| KeyError::NoPem("PUBLIC KEY"))?;
        let bytes = der.strip_prefix(PUBLIC).ok_or(KeyError::NotEd25519)?;
        Ok(PublicKey(bytes.try_into().map_err(|_| KeyError::NotEd25519)?))
    }

    /// The key with these 32 bytes (RFC 8032).
    pub const fn from_bytes(bytes: [u8; 32]) -> PublicKey {
        PublicKey(bytes)
    }

    /// The 32 bytes of the key (RFC 8032).
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The key in PEM.
    pub fn pem(&self) -> String {
        pem("PUBLIC KEY", &[PUBLIC, &self.0].concat())
    }

    /// The first 8 bytes of the key's SHA-256 digest, in hex, to compare two keys by eye.
    pub fn fingerprint(&self) -> String {
        caipan_tiles::hash::hex(Sha256::digest(self.0).get(..8).unwrap_or_default())
    }

    pub(super) fn holds(&self, text: &[u8], signature: &[u8]) -> bool {
        let key = VerifyingKey::from_bytes(&self.0);
        let signature = Signature::from_slice(signature);
        key.is_ok_and(|key| signature.is_ok_and(|signature| key.verify_strict(text, &signature).is_ok()))
    }
}

fn pem(kind: &str, der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    format!("-----BEGIN {kind}-----\n{text}\n-----END {kind}-----\n")
}
