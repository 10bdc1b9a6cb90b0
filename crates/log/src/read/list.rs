//! Wire types for lists: of any length, one entry per seat, a throw of dice; and [`Anything`], the content of `x`.

use super::super::want::Want;
use super::super::{Dice, Unmodelled};
use super::scalar::{Face, Must, Wire};
use caipan_tiles::tile::{SeatList, SeatMap, Seats};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// Maximum number of entries in lists, hands and events, whatever the limits are: it bounds memory before the limits are
/// checked.
pub(super) const MOST: usize = 65_536;
const HANDS: usize = 1024;
pub(super) const EVENTS: usize = 8192;

/// Maximum lengths of the lists within an event, a result or the rules, above what any game needs.
pub(crate) const CLAIMS: usize = 16;
pub(crate) const KINDS: usize = 16;
pub(crate) const WINS: usize = 16;
pub(crate) const PATTERNS: usize = 64;
pub(crate) const PAYMENTS: usize = 512;
pub(crate) const HOUSE: usize = 64;
pub(crate) const BETWEEN: usize = 1024;
pub(crate) const OPTIONS: usize = 128;
pub(crate) const UNMODELLED: usize = Unmodelled::MOST;

/// A list of at most `MOST` entries.
pub(crate) struct InlineVec<T, const MOST: usize>(pub(crate) Vec<T>);

impl<T: Wire, const MOST: usize> Wire for InlineVec<T, MOST> {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<InlineVec<T, MOST>, D::Error> {
        list(from, 0, MOST).map(InlineVec)
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        let items = T::schema(schemas);
        json_schema!({ "type": "array", "items": items, "maxItems": MOST })
    }
}

/// A list without a maximum in the schema.
impl<T: Wire> Wire for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
        list(from, 0, MOST)
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        let items = T::schema(schemas);
        json_schema!({ "type": "array", "items": items })
    }
}

/// The hands of a match.
pub(crate) struct Hands<T>(pub(crate) Vec<T>);

impl<T: Wire> Wire for Hands<T> {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Hands<T>, D::Error> {
        list(from, 0, HANDS).map(Hands)
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        Vec::<T>::schema(schemas)
    }
}

/// Reads a list of at most `most` entries and reserves room for `room` of them with the first.
pub(super) fn list<'de, T: Wire, D: Deserializer<'de>>(from: D, room: usize, most: usize) -> Result<Vec<T>, D::Error> {
    struct ListVisitor<T>(usize, usize, PhantomData<T>);
    impl<'de, T: Wire> Visitor<'de> for ListVisitor<T> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Display::fmt(&Want::List, f)
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(Must(entry)) = entries.next_element()? {
                if list.is_empty() {
                    list.reserve_exact(self.0);
                }
                if list.len() == self.1 {
                    return Err(A::Error::invalid_length(self.1, &Want::List));
                }
                list.push(entry);
            }
            Ok(list)
        }
    }
    from.deserialize_seq(ListVisitor(room, most, PhantomData))
}

/// One entry per seat: as many as play, or four. [`super::seated::by_seat`] compares them with the number of players.
impl<T: Wire + Default> Wire for SeatList<T> {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<SeatList<T>, D::Error> {
        struct BySeatVisitor<T>(PhantomData<T>);
        impl<'de, T: Wire + Default> Visitor<'de> for BySeatVisitor<T> {
            type Value = SeatList<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Want::BySeat, f)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<SeatList<T>, A::Error> {
                let (mut map, mut count) = (SeatMap::default(), 0);
                for place in &mut map.0 {
                    let Some(Must(entry)) = entries.next_element()? else { break };
                    *place = entry;
                    count += 1;
                }
                while count >= 4 && entries.next_element::<Anything>()?.is_some() {
                    count += 1;
                }
                match count {
                    2..=4 => Ok(SeatList::new(map, Seats::first(count))),
                    _ => Err(A::Error::invalid_length(count, &Want::BySeat)),
                }
            }
        }
        from.deserialize_seq(BySeatVisitor(PhantomData))
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        let items = T::schema(schemas);
        json_schema!({ "type": "array", "items": items, "minItems": 2, "maxItems": 4 })
    }
}

impl Wire for Dice {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Dice, D::Error> {
        struct DiceVisitor;
        impl<'de> Visitor<'de> for DiceVisitor {
            type Value = Dice;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Want::Dice, f)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Dice, A::Error> {
                let (mut faces, mut count) = ([0; 4], 0);
                while let Some(Must(Face(face))) = entries.next_element()? {
                    match faces.get_mut(count) {
                        Some(place) => *place = face,
                        None => return Err(A::Error::invalid_length(count + 1, &Want::Dice)),
                    }
                    count += 1;
                }
                let thrown = faces.get(..count).and_then(Dice::new);
                thrown.ok_or_else(|| A::Error::invalid_length(count, &Want::Dice))
            }
        }
        from.deserialize_seq(DiceVisitor)
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        let items = Face::schema(schemas);
        json_schema!({ "type": "array", "items": items, "maxItems": 4,
            "description": "One throw, the faces as thrown; empty where only the throw itself is known." })
    }
}

/// Any value, read and dropped: the content of `x`. Its depth counts towards the nesting limit.
#[derive(Default)]
pub(crate) struct Anything;

impl<'de> Deserialize<'de> for Anything {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Anything, D::Error> {
        from.deserialize_any(Anything)
    }
}

impl<'de> Visitor<'de> for Anything {
    type Value = Anything;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Want::Object, f)
    }
    fn visit_unit<E>(self) -> Result<Anything, E> {
        Ok(self)
    }
    fn visit_bool<E>(self, _: bool) -> Result<Anything, E> {
        Ok(self)
    }
    fn visit_i64<E>(self, _: i64) -> Result<Anything, E> {
        Ok(self)
    }
    fn visit_u64<E>(self, _: u64) -> Result<Anything, E> {
        Ok(self)
    }
    #[expect(clippy::disallowed_types, reason = "the trait names it; the number is passed over")]
    fn visit_f64<E>(self, _: f64) -> Result<Anything, E> {
        Ok(self)
    }
    fn visit_str<E>(self, _: &str) -> Result<Anything, E> {
        Ok(self)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Anything, A::Error> {
        while entries.next_element::<Anything>()?.is_some() {}
        Ok(self)
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Anything, A::Error> {
        while entries.next_entry::<Anything, Anything>()?.is_some() {}
        Ok(self)
    }
}

impl schemars::JsonSchema for Anything {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Anything".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "Whatever the writer likes; it is not read." })
    }
}
