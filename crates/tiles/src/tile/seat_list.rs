//! Lists by seat that have as many entries as seats at the table.

use super::{Seat, SeatMap, Seats};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::ops::Index;

/// One value for each seat at a table of two, three or four, from seat 0 on. A seat that is not at the table has the
/// default value, and no entry in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatList<T> {
    map: SeatMap<T>,
    seats: Seats,
}

impl<T> SeatList<T> {
    /// Creates the list of the entries that belong to the seats of a table.
    pub const fn new(map: SeatMap<T>, seats: Seats) -> SeatList<T> {
        SeatList { map, seats }
    }

    /// The seats that have an entry.
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// The entries, in the order of the seats.
    pub fn entries(&self) -> &[T] {
        self.map.entries(self.seats)
    }

    /// The values of all four seats.
    pub fn map(self) -> SeatMap<T> {
        self.map
    }
}

impl<T: Default> SeatList<T> {
    /// Creates a list from its entries; `None` for fewer than two or more than four.
    pub fn of(entries: impl IntoIterator<Item = T>) -> Option<SeatList<T>> {
        let (mut map, mut count) = (SeatMap::default(), 0);
        for entry in entries {
            *map.0.get_mut(count)? = entry;
            count += 1;
        }
        (count >= 2).then(|| SeatList::new(map, Seats::first(count)))
    }
}

impl<T> Index<Seat> for SeatList<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.map[seat]
    }
}

impl<T: Serialize> Serialize for SeatList<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.entries().serialize(to)
    }
}

impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for SeatList<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<SeatList<T>, D::Error> {
        let entries = Vec::<T>::deserialize(from)?;
        let found = entries.len();
        SeatList::of(entries).ok_or_else(|| serde::de::Error::invalid_length(found, &"two to four entries"))
    }
}

impl<T: JsonSchema> JsonSchema for SeatList<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("SeatList_{}", T::schema_name()).into()
    }
    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let items = schemas.subschema_for::<T>();
        json_schema!({ "type": "array", "items": items, "minItems": 2, "maxItems": 4 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_an_entry_for_each_seat_at_the_table() {
        let list = SeatList::new(SeatMap([5, -2, -3, 0]), Seats::first(3));
        assert_eq!(list.entries(), [5, -2, -3]);
        assert_eq!(SeatList::of([5, -2, -3]), Some(list));
        assert_eq!((list[Seat::ALL[2]], list[Seat::ALL[3]]), (-3, 0));
        assert_eq!((SeatList::of([1]), SeatList::of([1; 5])), (None, None));
    }
}
