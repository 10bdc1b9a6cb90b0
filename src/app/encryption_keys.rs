//! Encryption of secrets at rest with keys of the operator, which are not in the database.
//!
//! An encrypted secret is `1`, four bytes that name the key, a nonce of twelve bytes, and the text under ChaCha20-Poly1305.
//! The place of the secret is authenticated with it, so that an encrypted secret cannot be moved to another row.

use crate::store::StoreError;
use caipan_tiles::bilingual;
use caipan_tiles::hash::hex;
use caipan_tiles::text::Text;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::{Digest, Sha256};

/// The length of a key in bytes.
const KEY: usize = 32;
/// The first byte of an encrypted secret.
const FORM: u8 = 1;
/// The length of a key's name in bytes.
const NAME: usize = 4;
/// The bytes before the encrypted text.
const HEAD: usize = 1 + NAME + NONCE_LEN;

/// The keys that secrets are encrypted with.
pub struct EncryptionKeys {
    /// The newest first: it encrypts. The others only decrypt.
    keys: Vec<(LessSafeKey, [u8; NAME])>,
}

impl EncryptionKeys {
    /// Parses keys: one in a line, each as 64 hexadecimal digits, the newest first. Empty lines and lines that begin with
    /// `#` have no meaning.
    ///
    /// # Errors The sentence names the line that is no key, without its content.
    pub fn parse(text: &str) -> Result<EncryptionKeys, Text> {
        let mut keys = Vec::new();
        for (at, line) in text.lines().enumerate().map(|(at, line)| (at + 1, line.trim())) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            keys.push(bytes(line).and_then(|bytes| key(&bytes)).ok_or_else(|| {
                bilingual!(
                    "第 {at} 行不是密钥：应为 64 个十六进制字符。用 openssl rand -hex 32 生成一把",
                    "line {at} is no key, which is 64 hexadecimal digits; make one with openssl rand -hex 32"
                )
            })?);
        }
        if keys.is_empty() {
            return Err(bilingual!(
                "其中没有密钥。用 openssl rand -hex 32 生成一把",
                "it contains no key; make one with openssl rand -hex 32"
            ));
        }
        Ok(EncryptionKeys { keys })
    }

    /// A new random key as text.
    pub fn fresh() -> Result<String, StoreError> {
        Ok(hex(&random::<KEY>()?))
    }

    /// Encrypts a secret for this place.
    pub fn encrypt(&self, place: &str, secret: &[u8]) -> Result<Vec<u8>, StoreError> {
        let failed = || StoreError::Unavailable("a secret could not be encrypted".to_owned());
        let (key, name) = self.keys.first().ok_or_else(failed)?;
        let nonce = random::<NONCE_LEN>()?;
        let mut text = secret.to_vec();
        let encrypted = key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(place), &mut text);
        encrypted.map_err(|_| failed())?;
        Ok([&[FORM][..], name, &nonce, &text].concat())
    }

    /// Decrypts a secret of this place; `None` if none of the keys encrypted it for this place.
    pub fn decrypt(&self, place: &str, encrypted: &[u8]) -> Option<Vec<u8>> {
        let (key, _) = self.keys.iter().find(|(_, name)| names(name, encrypted))?;
        let nonce = encrypted.get(1 + NAME..HEAD)?.try_into().ok()?;
        let mut text = encrypted.get(HEAD..)?.to_vec();
        let decrypted = key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::from(place), &mut text).ok()?;
        Some(decrypted.to_vec())
    }

    /// Returns whether the newest key encrypted this.
    pub fn is_newest(&self, encrypted: &[u8]) -> bool {
        self.keys.first().is_some_and(|(_, name)| names(name, encrypted))
    }
}

/// Returns whether an encrypted secret names this key.
fn names(name: &[u8; NAME], encrypted: &[u8]) -> bool {
    encrypted.first() == Some(&FORM) && encrypted.get(1..=NAME) == Some(name.as_slice())
}

fn key(bytes: &[u8]) -> Option<(LessSafeKey, [u8; NAME])> {
    let key = LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, bytes).ok()?);
    let name = Sha256::new_with_prefix(b"caipan encryption key").chain_update(bytes).finalize();
    Some((key, name.get(..NAME)?.try_into().ok()?))
}

fn bytes(line: &str) -> Option<Vec<u8>> {
    let digits = line.as_bytes();
    if digits.len() != 2 * KEY {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    digits.chunks_exact(2).map(|pair| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?)).collect()
}

fn random<const N: usize>() -> Result<[u8; N], StoreError> {
    let mut drawn = [0; N];
    getrandom::fill(&mut drawn).map_err(|error| StoreError::Unavailable(format!("no random numbers: {error}")))?;
    Ok(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(digits: &[char]) -> EncryptionKeys {
        let lines: Vec<String> = digits.iter().map(|digit| digit.to_string().repeat(2 * KEY)).collect();
        EncryptionKeys::parse(&lines.join("\n")).expect("keys")
    }

    #[test]
    fn opens_only_with_its_key_and_at_its_place() {
        let encrypted = keys(&['a']).encrypt("webhook 1 x", b"secret").expect("encrypted");
        assert!(!encrypted.windows(6).any(|part| part == b"secret"));
        assert_eq!(keys(&['a']).decrypt("webhook 1 x", &encrypted).as_deref(), Some(&b"secret"[..]));
        assert_eq!(keys(&['b', 'a']).decrypt("webhook 1 x", &encrypted).as_deref(), Some(&b"secret"[..]));
        assert_eq!(keys(&['a']).decrypt("webhook 2 x", &encrypted), None);
        assert_eq!(keys(&['b']).decrypt("webhook 1 x", &encrypted), None);
        assert!(keys(&['a', 'b']).is_newest(&encrypted) && !keys(&['b', 'a']).is_newest(&encrypted));
        for at in 0..encrypted.len() {
            let mut changed = encrypted.clone();
            if let Some(byte) = changed.get_mut(at) {
                *byte ^= 1;
            }
            assert_eq!(keys(&['a']).decrypt("webhook 1 x", &changed), None, "byte {at}");
            assert_eq!(keys(&['a']).decrypt("webhook 1 x", encrypted.get(..at).expect("shorter")), None, "{at} bytes");
        }
        assert_ne!(encrypted, keys(&['a']).encrypt("webhook 1 x", b"secret").expect("another nonce"));
    }

    #[test]
    fn names_the_line_that_is_no_key_without_its_content() {
        let key = "0f".repeat(KEY);
        assert!(EncryptionKeys::parse(&format!("# the newest\n{key}\n\n{key}\n")).is_ok());
        for (text, told) in [("", "no key"), ("# a\n", "no key"), ("é", "line 1"), (&*format!("{key}\nabc"), "line 2")]
        {
            let told_so = EncryptionKeys::parse(text).err().expect("refused");
            assert!(told_so.en.contains(told) && !told_so.en.contains("abc"), "{text}: {}", told_so.en);
        }
        assert!(
            EncryptionKeys::parse(&"é".repeat(KEY)).is_err() && EncryptionKeys::parse(&"+".repeat(2 * KEY)).is_err()
        );
    }
}
