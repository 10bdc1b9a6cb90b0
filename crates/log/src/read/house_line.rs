//! The JSON form of the lines of the house, with the checks that JSON types cannot express.

use super::super::problem::Problem;
use super::super::want::Want;
use super::super::{Between, Holder, HouseKind, HouseLine, Owner};
use super::fault::Fault;
use super::list::Anything;
use super::scalar::{EventAt, Field, Must, OneOf, Wire};
use super::wire::ObjectVisitor;
use caipan_tiles::tile::Seat;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde_json::json;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// Points that the house, a pool or a referee moved in this hand.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HouseLine")]
pub(crate) struct WireHouseLine {
    /// The payer.
    from: Must<Holder>,
    /// The receiver.
    to: Must<Holder>,
    /// The points, from 1.
    points: Must<Moved>,
    /// The kind: rake (抽水), fee (台费), penalty (罚分), adjustment (改分), refund (退还), top_up (补分, from the house) or
    /// jackpot (奖池). Between two seats only a penalty, an adjustment or a refund.
    #[serde(rename = "for")]
    kind: Must<OneOf<HouseKind>>,
    /// The reason, in free text.
    #[serde(default)]
    why: Field<Remark>,
    /// The person or system that moved them, in free text.
    #[serde(default)]
    by: Field<Remark>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// Points that the house, a pool or a referee moved between two hands.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Between")]
pub(crate) struct WireBetween {
    /// The number of hands played before it: 0 is before the first.
    after: Must<EventAt>,
    /// The payer.
    from: Must<Holder>,
    /// The receiver.
    to: Must<Holder>,
    /// The points, from 1.
    points: Must<Moved>,
    /// The kind, as in a hand.
    #[serde(rename = "for")]
    kind: Must<OneOf<HouseKind>>,
    /// The reason, in free text.
    #[serde(default)]
    why: Field<Remark>,
    /// The person or system that moved them, in free text.
    #[serde(default)]
    by: Field<Remark>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

macro_rules! objects {
    ($($type:ident),+) => {
        $(impl Wire for $type {
            fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_map(ObjectVisitor(PhantomData))
            }
            fn schema(schemas: &mut SchemaGenerator) -> Schema {
                schemas.subschema_for::<Self>()
            }
        })+
    };
}
objects!(WireHouseLine, WireBetween);

/// A line between hands is described as it is read.
impl JsonSchema for Between {
    fn schema_name() -> Cow<'static, str> {
        WireBetween::schema_name()
    }
    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let mut schema = WireBetween::json_schema(schemas);
        // A line is written without the keys that a log may leave out.
        schema.insert("required".to_owned(), json!(["after", "from", "to", "points", "for"]));
        schema
    }
}

impl WireHouseLine {
    /// Returns the line, if its parts fit each other.
    pub(super) fn line(self) -> Result<HouseLine, Fault> {
        fitting(HouseLine {
            from: self.from.0,
            to: self.to.0,
            points: self.points.0.0,
            kind: self.kind.0.0,
            why: self.why.0.map(|why| why.0),
            by: self.by.0.map(|by| by.0),
        })
    }
}

impl WireBetween {
    /// Returns the line, if its parts fit each other.
    pub(super) fn between(self) -> Result<Between, Fault> {
        let EventAt(after) = self.after.0;
        let (from, to, points, kind, why, by) = (self.from, self.to, self.points, self.kind, self.why, self.by);
        let line = WireHouseLine { from, to, points, kind, why, by, _x: Anything }.line()?;
        Ok(Between { after: usize::try_from(after).unwrap_or(usize::MAX), line })
    }
}

/// Returns the line, if its parts fit each other.
pub(crate) fn fitting(line: HouseLine) -> Result<HouseLine, Fault> {
    match line.misfit() {
        None => Ok(line),
        Some("for") => Err(wrong(line.kind.word(), Want::HouseKind).within("for")),
        Some(key) => Err(wrong(&holder_word(line.to), Want::OtherHolder).within(key)),
    }
}

fn wrong(found: &str, want: Want) -> Fault {
    Problem::WrongValue { found: found.to_owned(), want }.into()
}

/// Returns a holder as the text notation writes it.
pub(crate) fn holder_word(holder: Holder) -> String {
    match holder {
        Holder::Seat(seat) => seat.to_string(),
        Holder::House => "house".to_owned(),
        Holder::Pool => "pool".to_owned(),
    }
}

/// Returns the holder of a word.
pub(crate) fn holder(word: &str) -> Option<Holder> {
    match word {
        "house" => Some(Holder::House),
        "pool" => Some(Holder::Pool),
        _ => word.parse().ok().and_then(Seat::new).map(Holder::Seat),
    }
}

/// Reads a seat, or one of a few words in its place.
struct SeatOr<F>(Want, F);

impl<T, F: FnOnce(Result<Seat, &str>) -> Option<T>> Visitor<'_> for SeatOr<F> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        let seat = u8::try_from(number).ok().and_then(Seat::new);
        seat.and_then(|seat| (self.1)(Ok(seat))).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self.0))
    }
    fn visit_str<E: Error>(self, word: &str) -> Result<T, E> {
        (self.1)(Err(word)).ok_or_else(|| E::invalid_value(Unexpected::Str(word), &self.0))
    }
}

impl Wire for Holder {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Holder, D::Error> {
        from.deserialize_any(SeatOr(Want::Holder, |found: Result<Seat, &str>| match found {
            Ok(seat) => Some(Holder::Seat(seat)),
            Err(word) => Some(word).filter(|word| word.parse::<u8>().is_err()).and_then(holder),
        }))
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [Seat::schema(schemas), { "type": "string", "enum": ["house", "pool"] }] })
    }
}

impl Wire for Owner {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Owner, D::Error> {
        from.deserialize_any(SeatOr(Want::Owner, |found: Result<Seat, &str>| match found {
            Ok(seat) => Some(Owner::Seat(seat)),
            Err(word) => (word == "away").then_some(Owner::Away),
        }))
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [Seat::schema(schemas), { "const": "away" }] })
    }
}

/// Points that were moved: from 1.
pub(crate) struct Moved(pub(crate) i64);

/// A remark of 1 to 100 characters without control characters.
pub(crate) struct Remark(pub(crate) String);

/// Accepts points from 1.
pub(crate) fn moved(number: i128) -> Option<Moved> {
    i64::try_from(number).ok().filter(|points| *points > 0).map(Moved)
}

/// Accepts 1 to 100 characters without control characters.
pub(crate) fn remark(text: &str) -> Option<Remark> {
    let fits = !text.trim().is_empty()
        && text.chars().nth(HouseLine::LONGEST).is_none()
        && !text.chars().any(char::is_control);
    fits.then(|| Remark(text.to_owned()))
}
