//! The digit-suit notation for tiles: `"123m55p7z"`. A group of tiles is one string; a single tile is a string with one
//! digit.

use super::{KINDS, Suit, Tile};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// A text that is not tile notation. `at` is the byte offset of the first character that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// Byte offset into the text.
    pub at: usize,
    /// The text found there.
    pub found: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` at character {} is not tile notation: write ranks and then the suit letter, for example 123m55p7z \
             (m 万, p 筒, s 条, 1-7z 东南西北白发中, 1-8f 春夏秋冬梅兰竹菊)",
            self.found,
            self.at + 1
        )
    }
}

impl std::error::Error for NotationError {}

/// A group of tiles in the order written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tiles(pub Vec<Tile>);

/// The first kind and the number of ranks of the suit that a byte names; zero ranks if it names no suit.
const SUITS: [(u8, u8); 256] = {
    let mut suits = [(0, 0); 256];
    let mut at = 0;
    while at < Suit::ALL.len() {
        suits[Suit::ALL[at].letter() as usize] = Suit::ALL[at].span();
        at += 1;
    }
    suits
};

/// Reads a group of tiles.
///
/// # Errors
/// The first character that does not fit.
pub fn parse_tiles(text: &str) -> Result<Vec<Tile>, NotationError> {
    from_the_end(text.as_bytes()).map_or_else(|| in_order(text), Ok)
}

/// Reads a group of tiles from its end, where each rank follows its suit; `None` if anything does not fit. The order of
/// ranks and suits in a wall is unpredictable, so the loop avoids branches: it stores every byte as if it were a rank
/// and overwrites it if it was not.
fn from_the_end(text: &[u8]) -> Option<Vec<Tile>> {
    let mut tiles = vec![Tile(0); text.len()];
    let (mut at, mut first, mut ranks) = (text.len(), 0_u8, 0_u8);
    let (mut fits, mut after_letter) = (true, false);
    for &byte in text.iter().rev() {
        let (suit, len) = SUITS[usize::from(byte)];
        let (is_letter, rank) = (len > 0, byte.wrapping_sub(b'1'));
        fits &= if is_letter { !after_letter } else { rank < ranks };
        *tiles.get_mut(at.wrapping_sub(1))? = Tile(first.wrapping_add(rank));
        at -= usize::from(!is_letter);
        (first, ranks) = if is_letter { (suit, len) } else { (first, ranks) };
        after_letter = is_letter;
    }
    tiles.drain(..at);
    (fits && !after_letter).then_some(tiles)
}

/// Reads a group of tiles from its beginning, to locate an error.
fn in_order(text: &str) -> Result<Vec<Tile>, NotationError> {
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
            b'f' => Suit::Flowers,
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
///
/// # Errors
/// The text found instead of a tile.
pub fn parse_tile(text: &str) -> Result<Tile, NotationError> {
    let tile = match *text.as_bytes() {
        [rank, suit] => tile_of(rank, suit),
        _ => None,
    };
    tile.ok_or_else(|| NotationError { at: 0, found: text.chars().take(12).collect() })
}

/// Returns the tile of a rank digit and a suit letter.
#[inline]
pub fn tile_of(rank: u8, suit: u8) -> Option<Tile> {
    let ((first, ranks), rank) = (SUITS[usize::from(suit)], rank.wrapping_sub(b'1'));
    (rank < ranks).then(|| Tile(first + rank))
}

/// The digit and letter of each kind.
pub const WRITTEN: [[u8; 2]; KINDS] = {
    let mut all = [[0; 2]; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        if let Some(tile) = Tile::new(kind as u8) {
            all[kind] = [tile.digit() as u8, tile.suit().letter() as u8];
        }
        kind += 1;
    }
    all
};

/// Writes a group of tiles in notation.
pub fn notation(tiles: &[Tile]) -> String {
    written(tiles.iter().copied())
}

/// Writes the tiles of an iterator in notation.
pub fn written(tiles: impl IntoIterator<Item = Tile>) -> String {
    let mut text: Vec<u8> = Vec::with_capacity(32);
    for tile in tiles {
        let [digit, letter] = WRITTEN[tile.index()];
        // The letter occurs once, after the last tile of its suit.
        if text.last() == Some(&letter) {
            text.pop();
        }
        text.extend_from_slice(&[digit, letter]);
    }
    // Digits and letters are valid UTF-8.
    String::from_utf8(text).unwrap_or_default()
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Tiles {
        Tiles(tiles.into_iter().collect())
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation(&self.0))
    }
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&notation(&self.0))
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

/// Implements the JSON Schema of a tile type: a string with a fixed pattern.
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
schema!(
    Tile,
    "Tile",
    "^([1-9][mps]|[1-7]z|[1-8]f)$",
    "One tile: m 万, p 筒, s 条, 1-7z 东南西北白发中, 1-8f 春夏秋冬梅兰竹菊."
);
schema!(Tiles, "Tiles", "^([1-9]+[mps]|[1-7]+z|[1-8]+f)*$", "A group of tiles, for example 123m55p7z.");

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
    fn groups_round_trip() {
        for text in ["", "5m", "123m55p", "1m9p1m", "77z", "111222333444m55p", "2z18f"] {
            assert_eq!(Tiles(parse_tiles(text).unwrap()).to_string(), text);
        }
    }

    /// Compares both readers on every text of up to five of these letters.
    #[test]
    fn reading_from_the_end_agrees_with_reading_in_order() {
        const LETTERS: [char; 10] = ['1', '7', '8', '9', '0', 'm', 'z', 'f', 'x', '万'];
        let mut texts = vec![String::new()];
        for _ in 0..5 {
            let longer = |text: &String| LETTERS.map(|letter| format!("{text}{letter}"));
            let more: Vec<String> = texts.iter().flat_map(longer).collect();
            for text in &more {
                assert_eq!(from_the_end(text.as_bytes()), in_order(text).ok(), "{text}");
                assert_eq!(
                    parse_tile(text).ok(),
                    in_order(text).ok().filter(|_| text.len() == 2).map(|tiles| tiles[0])
                );
            }
            texts = more;
        }
    }

    #[test]
    fn errors_name_the_offset() {
        for (text, at) in [("12", 2), ("m", 0), ("0m", 0), ("8z", 0), ("9f", 0), ("12m3x", 4), ("1m万", 2)] {
            assert_eq!(parse_tiles(text).unwrap_err().at, at, "{text}");
        }
        assert!(parse_tile("12m").is_err() && parse_tile("").is_err() && parse_tile("0m").is_err());
    }
}
