//! Names of players in an export: left out, pseudonyms under a key, or in clear.

use crate::ExportError;
use caipan_arrow::Players;
use caipan_tiles::bilingual;
use caipan_tiles::hash::hex;
use ring::hmac;

/// Minimum length of a key in bytes.
const SHORTEST: usize = 16;

/// Length of a pseudonym in bytes; sentences show names of up to 24 characters.
const PSEUDONYM: usize = 12;

/// Names of players in an export.
#[derive(Clone, Debug)]
pub enum PlayerNames {
    /// The ids of the log.
    Clear,
    /// No names: the column is null and sentences name seats.
    LeftOut,
    /// The first 12 bytes of HMAC-SHA256 of the platform, a zero byte and the id, as hexadecimal text.
    Pseudonyms(hmac::Key),
}

impl PlayerNames {
    /// Returns pseudonyms under a key. Fails if the key, without the line end, has fewer than 16 bytes.
    pub fn keyed(key: &[u8]) -> Result<PlayerNames, ExportError> {
        let key = key.trim_ascii_end();
        if key.len() < SHORTEST {
            let length = key.len();
            return Err(ExportError::of(bilingual!(
                "化名的密钥只有 {length} 字节，至少要 {SHORTEST} 字节。可用 openssl rand -hex 32 生成，并妥善保存：同一密钥才得到同样的化名。",
                "The key of pseudonyms has {length} bytes and needs at least {SHORTEST}. Make one with openssl rand -hex 32 and keep it: only \
                 the same key gives the same pseudonyms."
            )));
        }
        Ok(PlayerNames::Pseudonyms(hmac::Key::new(hmac::HMAC_SHA256, key)))
    }

    /// Returns the setting as files state it. It identifies the key without giving it away.
    pub(crate) fn stated(&self) -> String {
        match self {
            PlayerNames::Clear => "clear".to_owned(),
            PlayerNames::LeftOut => "left-out".to_owned(),
            PlayerNames::Pseudonyms(key) => format!("hmac-sha256:{}", tagged(key, b"caipan key")),
        }
    }

    /// Calls with the names of the players of a platform.
    pub(crate) fn on<T>(&self, platform: Option<&str>, take: impl FnOnce(Players<'_>) -> T) -> T {
        match self {
            PlayerNames::Clear => take(Players::Clear),
            PlayerNames::LeftOut => take(Players::LeftOut),
            PlayerNames::Pseudonyms(key) => {
                let of =
                    |id: &str| tagged(key, &[platform.unwrap_or_default().as_bytes(), b"\0", id.as_bytes()].concat());
                take(Players::Renamed(&of))
            }
        }
    }
}

fn tagged(key: &hmac::Key, text: &[u8]) -> String {
    let tag = hmac::sign(key, text);
    hex(tag.as_ref().get(..PSEUDONYM).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pseudonym(key: &[u8], platform: &str, id: &str) -> String {
        let names = PlayerNames::keyed(key).unwrap();
        names.on(Some(platform), |players| match players {
            Players::Renamed(name) => name(id),
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn pseudonyms_depend_on_key_platform_and_id() {
        const KEY: &[u8] = b"0123456789abcdef";
        let one = pseudonym(KEY, "a", "u1");
        // printf 'a\0u1' | openssl dgst -sha256 -hmac 0123456789abcdef
        assert_eq!(one, "14c0b9ca1e6c262507073762");
        assert_eq!(pseudonym(b"0123456789abcdef\n", "a", "u1"), one);
        for other in [pseudonym(b"0123456789abcdeg", "a", "u1"), pseudonym(KEY, "b", "u1"), pseudonym(KEY, "a", "u2")] {
            assert_ne!(other, one);
        }
    }

    #[test]
    fn short_keys_are_refused() {
        assert!(PlayerNames::keyed(b"short\n").unwrap_err().text.en.contains("5 bytes"));
    }
}
