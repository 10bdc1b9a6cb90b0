//! What is written in hexadecimal digits, at rest: half as long, as the bytes it stands for.
//!
//! Ids of logs (32 digits), digests (`sha256:` and 64) and digests of players (16) are by far the most of it, and stand in rows and indexes.
//! Anything else stays the text that it is, so whatever was called something by an earlier version, or by a test, is still called that.

use diesel::backend::Backend;
use diesel::deserialize::{FromSql, FromSqlRow, Result as Read};
use diesel::expression::AsExpression;
use diesel::serialize::{Output, Result as Written, ToSql};
use diesel::sql_types::Binary;

/// Lengths, in bytes, of what was hexadecimal.
const PLAYER: usize = 8;
const ID: usize = 16;
const DIGEST: usize = 32;
const ALGORITHM: &str = "sha256:";

/// A text as it stands in the database.
#[derive(Clone, Debug, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Binary)]
pub(crate) struct Name(Vec<u8>);

impl Name {
    /// The bytes of a text. It has no character 0, as nothing has that is asked of PostgreSQL.
    pub(crate) fn of(text: &str) -> Name {
        let plain = |text: &str| (matches!(text.len() / 2, PLAYER | ID)).then(|| bytes(text)).flatten();
        let digest = |text: &str| text.strip_prefix(ALGORITHM).filter(|hex| hex.len() / 2 == DIGEST).and_then(bytes);
        if let Some(bytes) = digest(text).or_else(|| plain(text)) {
            return Name(bytes);
        }
        let mut bytes = text.as_bytes().to_vec();
        if matches!(bytes.len(), PLAYER | ID | DIGEST) {
            bytes.insert(0, 0);
        }
        Name(bytes)
    }

    /// The text that it was.
    pub(crate) fn text(&self) -> String {
        let Name(bytes) = self;
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

/// What these digits stand for; none where they are not all small hexadecimal digits, two to a byte.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, []) = hex.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

impl<B: Backend> ToSql<Binary, B> for Name
where
    Vec<u8>: ToSql<Binary, B>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, B>) -> Written {
        self.0.to_sql(out)
    }
}

impl<B: Backend> FromSql<Binary, B> for Name
where
    Vec<u8>: FromSql<Binary, B>,
{
    fn from_sql(bytes: B::RawValue<'_>) -> Read<Name> {
        FromSql::from_sql(bytes).map(Name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_it_was_it_is_again() {
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
            let name = Name::of(&text);
            assert_eq!((name.text(), name.bytes().len()), (text.clone(), length), "{text}");
        }
    }
}
