//! Wire types for the smallest parts of a log, each with its JSON Schema.
//!
//! Every type has its own visitor, so that an error carries the [`Want`] of the place and `null` is never a value.

use super::super::OptionValue;
use super::super::want::Want;
use super::super::word::Word;
use super::house_line::{Moved, Remark, moved, remark};

use caipan_tiles::tile::{Seat, Seats, Tile, Tiles, parse_tile, parse_tiles, tile_of};
use chrono::{DateTime, FixedOffset};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// Maximum number of characters in a group of tiles.
const TILES: usize = 512;

/// The only format.
pub(crate) const FORMAT: &str = "paipu/1";

/// A part of a log in its JSON form.
pub(crate) trait Wire: Sized {
    /// Reads the part.
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;

    /// Returns its JSON Schema.
    fn schema(schemas: &mut SchemaGenerator) -> Schema;
}

/// The value of an optional key. `null` is refused, so there is no third state.
pub(crate) struct Field<T>(pub(crate) Option<T>);

/// The value of a required key.
pub(crate) struct Must<T>(pub(crate) T);

impl<T> Default for Field<T> {
    fn default() -> Field<T> {
        Field(None)
    }
}

impl<'de, T: Wire> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Field<T>, D::Error> {
        T::read(from).map(|value| Field(Some(value)))
    }
}

impl<'de, T: Wire> Deserialize<'de> for Must<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Must<T>, D::Error> {
        T::read(from).map(Must)
    }
}

macro_rules! inline_schema {
    ($type:ident) => {
        impl<T: Wire> schemars::JsonSchema for $type<T> {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
                T::schema(schemas)
            }
        }
    };
}
inline_schema!(Field);
inline_schema!(Must);

/// Reads a string with a function that parses its content.
struct TextVisitor<F>(Want, F);

impl<T, F: FnOnce(&str) -> Option<T>> Visitor<'_> for TextVisitor<F> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.1)(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self.0))
    }
}

/// Declares types that are read from a string: the want, the parsing function and the schema.
macro_rules! texts {
    ($($type:ty, $want:ident, $parse:expr, $schema:tt;)+) => {
        $(impl Wire for $type {
            #[inline]
            fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_str(TextVisitor(Want::$want, $parse))
            }
            fn schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        })+
    };
}

/// A text of 1 to 256 characters.
pub(crate) struct Id(pub(crate) String);

/// `sha256:` and 64 lower-case hex digits.
pub(crate) struct Digest(pub(crate) Box<str>);

/// The word `paipu/1`.
pub(crate) struct Format;

texts! {
    Tile, Tile, |text: &str| parse_tile(text).ok(), {
        "type": "string", "pattern": "^([1-9][mps]|[1-7]z|[1-8]f)$",
        "description": "One tile: m 万, p 筒, s 条, 1z-7z 东南西北白发中, 1f-8f 春夏秋冬梅兰竹菊."
    };
    Tiles, Tiles, tiles, {
        "type": "string", "pattern": "^([1-9]+[mps]|[1-7]+z|[1-8]+f)*$", "maxLength": TILES,
        "description": "A group of tiles as ranks followed by their suit letter, for example 123m55p7z."
    };
    [Tile; 2], TwoTiles, two_tiles, {
        "type": "string", "pattern": "^([1-9]{2}[mps]|[1-7]{2}z|[1-8]{2}f|([1-9][mps]|[1-7]z|[1-8]f){2})$",
        "description": "The two tiles from the hand, for example 23m."
    };
    Id, Id, id, { "type": "string", "minLength": 1, "maxLength": 256 };
    String, Text, |text: &str| Some(text.to_owned()), { "type": "string" };
    Remark, Remark, remark, { "type": "string", "minLength": 1, "maxLength": 100 };
    DateTime<FixedOffset>, Time, time, {
        "type": "string", "format": "date-time",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$"
    };
    Digest, Digest, digest, {
        "type": "string", "pattern": "^sha256:[0-9a-f]{64}$",
        "description": "SHA-256 as sha256: and 64 lower-case hex digits."
    };
    Format, Format, |text: &str| (text == FORMAT).then_some(Format), { "type": "string", "const": FORMAT };
}

/// Parses a group of tiles. The limit is about twice the number of characters that a wall needs, written tile by tile.
pub(crate) fn tiles(text: &str) -> Option<Tiles> {
    if text.len() > TILES { None } else { parse_tiles(text).ok().map(Tiles) }
}

/// Parses two tiles, together (`23m`) or apart (`2m3m`).
pub(crate) fn two_tiles(text: &str) -> Option<[Tile; 2]> {
    match *text.as_bytes() {
        [one, other, suit] => Some([tile_of(one, suit)?, tile_of(other, suit)?]),
        [one, suit, other, its] => Some([tile_of(one, suit)?, tile_of(other, its)?]),
        _ => None,
    }
}

/// Accepts 1 to 256 characters.
pub(crate) fn id(text: &str) -> Option<Id> {
    (!text.is_empty() && (text.len() <= 256 || text.chars().nth(256).is_none())).then(|| Id(text.to_owned()))
}

/// Parses RFC 3339 with a capital `T`, a capital `Z`, and an offset.
pub(crate) fn time(text: &str) -> Option<DateTime<FixedOffset>> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"-:.+TZ".contains(&byte));
    if plain { DateTime::parse_from_rfc3339(text).ok() } else { None }
}

/// Checks the format of a digest.
pub(crate) fn digest(text: &str) -> Option<Digest> {
    let hex = text.strip_prefix("sha256:")?;
    (hex.len() == 64 && hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))).then(|| Digest(text.into()))
}

/// One of a few words.
pub(crate) struct OneOf<T>(pub(crate) T);

impl<T: Word> Wire for OneOf<T> {
    #[inline]
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct WordVisitor<T>(PhantomData<T>);
        impl<T: Word> Visitor<'_> for WordVisitor<T> {
            type Value = OneOf<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Want::Word, f)
            }
            #[inline]
            fn visit_str<E: Error>(self, text: &str) -> Result<OneOf<T>, E> {
                T::from_word(text).map(OneOf).ok_or_else(|| E::unknown_variant(text, T::WORDS))
            }
        }
        from.deserialize_str(WordVisitor(PhantomData))
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": T::WORDS })
    }
}

/// Reads an integer with a function that checks its range.
struct WholeVisitor<F>(Want, F);

impl<T, F: FnOnce(i128) -> Option<T>> Visitor<'_> for WholeVisitor<F> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
    #[inline]
    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        (self.1)(number.into()).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self.0))
    }
    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        (self.1)(number.into()).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self.0))
    }
}

/// Declares types that are read from an integer.
macro_rules! wholes {
    ($($type:ty, $want:ident, $parse:expr, $schema:tt;)+) => {
        $(impl Wire for $type {
            #[inline]
            fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_u64(WholeVisitor(Want::$want, $parse))
            }
            fn schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        })+
    };
}

/// Points of a payment: never negative.
pub(crate) struct Points(pub(crate) i64);

/// The number of consecutive hands of one dealer, from 1.
pub(crate) struct Streak(pub(crate) u32);

/// The platform's number of a hand.
pub(crate) struct HandNumber(pub(crate) u32);

/// The index of an event, from 0.
pub(crate) struct EventAt(pub(crate) u32);

/// The number of players at a table.
pub(crate) struct HowMany(pub(crate) Seats);

/// The face of a die.
pub(super) struct Face(pub(super) u8);

wholes! {
    Seat, Seat, |number: i128| u8::try_from(number).ok().and_then(Seat::new), {
        "type": "integer", "minimum": 0, "maximum": 3,
        "description": "A seat, 0 to 3 in turn order; fixed for the match."
    };
    HowMany, Seats, |number: i128| usize::try_from(number).ok().and_then(HowMany::of), {
        "type": "integer", "minimum": 2, "maximum": 4
    };
    Face, Face, |number: i128| u8::try_from(number).ok().filter(|face| (1..=6).contains(face)).map(Face), {
        "type": "integer", "minimum": 1, "maximum": 6
    };
    i64, Whole, |number: i128| i64::try_from(number).ok(), {
        "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX
    };
    u64, Millis, |number: i128| u64::try_from(number).ok(), { "type": "integer", "minimum": 0, "maximum": u64::MAX };
    Points, Points, |number: i128| i64::try_from(number).ok().filter(|points| *points >= 0).map(Points), {
        "type": "integer", "minimum": 0, "maximum": i64::MAX
    };
    Moved, Moved, moved, { "type": "integer", "minimum": 1, "maximum": i64::MAX };
    EventAt, Event, |number: i128| u32::try_from(number).ok().map(EventAt), {
        "type": "integer", "minimum": 0, "maximum": u32::MAX
    };
    HandNumber, HandNumber, |number: i128| u32::try_from(number).ok().map(HandNumber), {
        "type": "integer", "minimum": 0, "maximum": u32::MAX
    };
    Streak, Streak, |number: i128| u32::try_from(number).ok().filter(|streak| *streak >= 1).map(Streak), {
        "type": "integer", "minimum": 1, "maximum": u32::MAX
    };
}

impl HowMany {
    /// Accepts two to four players.
    pub(crate) fn of(players: usize) -> Option<HowMany> {
        (2..=Seats::FOUR.len()).contains(&players).then(|| HowMany(Seats::first(players)))
    }
}

/// A boolean.
impl Wire for bool {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
        struct FlagVisitor;
        impl Visitor<'_> for FlagVisitor {
            type Value = bool;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Want::Flag, f)
            }
            fn visit_bool<E: Error>(self, flag: bool) -> Result<bool, E> {
                Ok(flag)
            }
        }
        from.deserialize_bool(FlagVisitor)
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "boolean" })
    }
}

impl Wire for OptionValue {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<OptionValue, D::Error> {
        struct OptionVisitor;
        impl Visitor<'_> for OptionVisitor {
            type Value = OptionValue;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Want::Option, f)
            }
            fn visit_bool<E: Error>(self, flag: bool) -> Result<OptionValue, E> {
                Ok(OptionValue::Flag(flag))
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<OptionValue, E> {
                Ok(OptionValue::Number(number))
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<OptionValue, E> {
                let signed = i64::try_from(number);
                signed
                    .map(OptionValue::Number)
                    .map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &Want::Option))
            }
            fn visit_str<E: Error>(self, word: &str) -> Result<OptionValue, E> {
                Ok(OptionValue::Word(word.to_owned()))
            }
        }
        from.deserialize_any(OptionVisitor)
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [
            { "type": "boolean" }, { "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX }, { "type": "string" }
        ] })
    }
}
