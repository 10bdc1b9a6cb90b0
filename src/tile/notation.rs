//! The digit-suit notation for tiles: `"123m55p7z"`; a group is one string, a single tile the same with one digit.

use super::{Suit, Tile};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// Why a text is not in tile notation. `at` is the byte offset of the first character that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// Byte offset into the text.
    pub at: usize,
    /// What was found there.
    pub found: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` at character {} is not tile notation: write ranks and then the suit letter, for example 123m55p7z \
             (m 万, p 筒, s 条, 1-7z 东南西北白发中)",
            self.found,
            self.at + 1
        )
    }
}

impl std::error::Error for NotationError {}

/// A group of tiles in the order written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tiles(pub Vec<Tile>);

/// Reads a group of tiles.
pub fn parse_tiles(text: &str) -> Result<Vec<Tile>, NotationError> {
    let bytes = text.as_bytes();
    let wrong = |at: usize| NotationError { at, found: text.get(at..).unwrap_or(text).chars().take(1).collect() };
    let mut tiles = Vec::with_capacity(bytes.len());
    let mut start = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let suit = match byte {
            b'1'..=b'9' => continue,
            b'm' => Suit::Characters,
            b'p' => Suit::Dots,
            b's' => Suit::Bamboo,
            b'z' => Suit::Honours,
            _ => return Err(wrong(at)),
        };
        if start == at {
            return Err(wrong(at));
        }
        for (offset, &digit) in bytes.get(start..at).unwrap_or_default().iter().enumerate() {
            tiles.push(Tile::of(suit, digit - b'0').ok_or_else(|| wrong(start + offset))?);
        }
        start = at + 1;
    }
    if start == bytes.len() { Ok(tiles) } else { Err(wrong(bytes.len())) }
}

/// Reads exactly one tile.
pub fn parse_tile(text: &str) -> Result<Tile, NotationError> {
    if let [digit, suit] = text.as_bytes() {
        let suit = match suit {
            b'm' => Some(Suit::Characters),
            b'p' => Some(Suit::Dots),
            b's' => Some(Suit::Bamboo),
            b'z' => Some(Suit::Honours),
            _ => None,
        };
        if let Some(tile) = suit.and_then(|suit| Tile::of(suit, digit.wrapping_sub(b'0'))) {
            return Ok(tile);
        }
    }
    Err(NotationError { at: 0, found: text.chars().take(12).collect() })
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Tiles {
        Tiles(tiles.into_iter().collect())
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for (at, tile) in self.0.iter().enumerate() {
            f.write_char(tile.digit())?;
            if self.0.get(at + 1).is_none_or(|next| next.suit() != tile.suit()) {
                f.write_char(tile.suit().letter())?;
            }
        }
        Ok(())
    }
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Reads text without copying it where the format allows.
struct Text<F>(F);

impl<T, F: Fn(&str) -> Result<T, NotationError>> serde::de::Visitor<'_> for Text<F> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tiles such as \"5m\" or \"123m55p\"")
    }
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).map_err(E::custom)
    }
}

impl<'de> Deserialize<'de> for Tiles {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Tiles, D::Error> {
        from.deserialize_str(Text(|text: &str| parse_tiles(text).map(Tiles)))
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Tile, D::Error> {
        from.deserialize_str(Text(parse_tile))
    }
}

/// Both are strings of a fixed pattern in the JSON Schema.
macro_rules! schema {
    ($type:ty, $name:literal, $pattern:literal, $about:literal) => {
        impl schemars::JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "pattern": $pattern, "description": $about })
            }
        }
    };
}
schema!(Tile, "Tile", "^([1-9][mps]|[1-7]z)$", "One tile: m 万, p 筒, s 条, 1-7z 东南西北白发中.");
schema!(Tiles, "Tiles", "^([1-9]+[mps]|[1-7]+z)*$", "A group of tiles, for example 123m55p7z.");

impl schemars::JsonSchema for super::Seat {
    fn schema_name() -> Cow<'static, str> {
        "Seat".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 0, "maximum": 3,
            "description": "A seat, 0 to 3 in turn order; fixed for the match." })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_read_and_print_alike() {
        for text in ["", "5m", "123m55p", "1m9p1m", "77z", "111222333444m55p"] {
            assert_eq!(Tiles(parse_tiles(text).unwrap()).to_string(), text);
        }
    }

    #[test]
    fn an_error_names_the_place() {
        for (text, at) in [("12", 2), ("m", 0), ("0m", 0), ("8z", 0), ("12m3x", 4), ("1m万", 2)] {
            assert_eq!(parse_tiles(text).unwrap_err().at, at, "{text}");
        }
        assert!(parse_tile("12m").is_err() && parse_tile("").is_err() && parse_tile("0m").is_err());
    }
}
