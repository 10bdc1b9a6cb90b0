//! Stores hexadecimal ids and digests as the bytes they encode, which takes half the space.
//!
//! Log ids (32 digits), digests (`sha256:` and 64 digits) and player digests (16 digits) make up most of the text in
//! rows and indexes. Any other text is stored as it is, so any id can be stored.

use diesel::backend::Backend;
use diesel::deserialize::{FromSql, FromSqlRow, Result as Read};
use diesel::expression::AsExpression;
use diesel::serialize::{Output, Result as Written, ToSql};
use diesel::sql_types::Binary;

/// Lengths of the decoded values in bytes.
const PLAYER: usize = 8;
const ID: usize = 16;
const DIGEST: usize = 32;
const ALGORITHM: &str = "sha256:";

/// A text in its stored form.
#[derive(Clone, Debug, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Binary)]
pub(crate) struct HexKey(Vec<u8>);

impl HexKey {
    /// Encodes a text. It must not contain U+0000, which PostgreSQL cannot store.
    pub(crate) fn of(text: &str) -> HexKey {
        let plain = |text: &str| (matches!(text.len() / 2, PLAYER | ID)).then(|| bytes(text)).flatten();
        let digest = |text: &str| text.strip_prefix(ALGORITHM).filter(|hex| hex.len() / 2 == DIGEST).and_then(bytes);
        if let Some(bytes) = digest(text).or_else(|| plain(text)) {
            return HexKey(bytes);
        }
        let mut bytes = text.as_bytes().to_vec();
        if matches!(bytes.len(), PLAYER | ID | DIGEST) {
            bytes.insert(0, 0);
        }
        HexKey(bytes)
    }

    /// Decodes the text.
    pub(crate) fn text(&self) -> String {
        let HexKey(bytes) = self;
        match bytes.len() {
            PLAYER | ID => caipan_tiles::hash::hex(bytes),
            DIGEST => format!("{ALGORITHM}{}", caipan_tiles::hash::hex(bytes)),
            _ => String::from_utf8_lossy(bytes.strip_prefix(&[0]).unwrap_or(bytes)).into_owned(),
        }
    }

    #[cfg(test)]
    fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Decodes lowercase hexadecimal digits; `None` for any other text.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, []) = hex.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

impl<B: Backend> ToSql<Binary, B> for HexKey
where
    Vec<u8>: ToSql<Binary, B>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, B>) -> Written {
        self.0.to_sql(out)
    }
}

impl<B: Backend> FromSql<Binary, B> for HexKey
where
    Vec<u8>: FromSql<Binary, B>,
{
    fn from_sql(bytes: B::RawValue<'_>) -> Read<HexKey> {
        FromSql::from_sql(bytes).map(HexKey)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_round_trips() {
        let hex = "0123456789abcdef".repeat(4);
        let texts = [
            (String::new(), 0),
            ("A702".to_owned(), 4),
            ("app 1.34".to_owned(), 9),
            (hex[..16].to_owned(), PLAYER),
            (hex[..16].to_uppercase(), 17),
            (hex[..15].to_owned(), 15),
            (hex[..17].to_owned(), 17),
            (hex[..32].to_owned(), ID),
            (hex[..33].to_owned(), 33),
            (hex[..32].replace('f', "g"), 33),
            (hex.clone(), 64),
            (format!("sha256:{hex}"), DIGEST),
            (format!("sha256:{}", hex.to_uppercase()), 71),
            (format!("sha256:{}", &hex[..25]), 33),
            (format!("sha512:{hex}"), 71),
            ("麻".repeat(5) + "x", 17),
        ];
        for (text, length) in texts {
            let name = HexKey::of(&text);
            assert_eq!((name.text(), name.bytes().len()), (text.clone(), length), "{text}");
        }
    }
}
