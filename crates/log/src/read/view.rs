//! The keys of a record that does not show the tiles of all seats: `view`, and the number of tiles in `deal`.

use super::super::problem::Problem;
use super::super::want::Want;
use super::super::{Action, HandLog, Hidden};
use super::fault::Fault;
use super::list::list;
use super::scalar::Wire;
use caipan_tiles::tile::{Seat, SeatMap, Seats, Tiles};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use std::fmt;

/// The seats that a record shows, each once.
pub(crate) struct View(pub(crate) Seats);

impl View {
    /// Creates a view of these seats: at least one, each once.
    pub(crate) fn of(seats: &[Seat]) -> Option<View> {
        let mut all = Seats::NONE;
        for &seat in seats {
            if all.contains(seat) {
                return None;
            }
            all = all.with(seat);
        }
        (!all.is_empty()).then_some(View(all))
    }

    /// Returns the seats at this table that the record does not show. The error is a seat that is not at the table.
    pub(crate) fn hides(&self, seats: Seats) -> Result<Seats, Problem> {
        match self.0.minus(seats).iter().next() {
            Some(seat) => Err(Problem::WrongValue { found: seat.to_string(), want: Want::Sits }),
            None => Ok(seats.minus(self.0)),
        }
    }
}

impl Wire for View {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<View, D::Error> {
        let seats: Vec<Seat> = list(from, 0, 4)?;
        View::of(&seats).ok_or_else(|| D::Error::invalid_length(seats.len(), &Want::View))
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        let items = Seat::schema(schemas);
        json_schema!({ "type": "array", "items": items, "minItems": 1, "maxItems": 4, "uniqueItems": true })
    }
}

/// The deal of a seat: its tiles, or only their number.
pub(crate) enum Dealt {
    Tiles(Tiles),
    Number(u8),
}

impl Default for Dealt {
    fn default() -> Dealt {
        Dealt::Tiles(Tiles::default())
    }
}

impl Wire for Dealt {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Dealt, D::Error> {
        struct DealtVisitor;
        impl Visitor<'_> for DealtVisitor {
            type Value = Dealt;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Want::Tiles, f)
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Dealt, E> {
                let wrong = || E::invalid_value(Unexpected::Str(text), &Want::Tiles);
                super::scalar::tiles(text).map(Dealt::Tiles).ok_or_else(wrong)
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Dealt, E> {
                let wrong = |_| E::invalid_value(Unexpected::Unsigned(number), &Want::Dealt);
                u8::try_from(number).map(Dealt::Number).map_err(wrong)
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<Dealt, E> {
                let wrong = |_| E::invalid_value(Unexpected::Signed(number), &Want::Dealt);
                u8::try_from(number).map(Dealt::Number).map_err(wrong)
            }
        }
        from.deserialize_any(DealtVisitor)
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        let tiles = Tiles::schema(schemas);
        json_schema!({ "anyOf": [tiles, { "type": "integer", "minimum": 0, "maximum": 255 }] })
    }
}

/// Returns the dealt tiles and, for the seats that the record does not show, their numbers.
pub(crate) fn dealt(deal: Option<SeatMap<Dealt>>, hidden: Seats) -> Result<(Option<SeatMap<Tiles>>, Hidden), Fault> {
    let mut numbers = Hidden { seats: hidden, dealt: SeatMap::default() };
    let Some(deal) = deal else { return Ok((None, numbers)) };
    let mut tiles = SeatMap::<Tiles>::default();
    for (seat, dealt) in Seat::ALL.into_iter().zip(deal.0) {
        match dealt {
            Dealt::Tiles(dealt) => tiles[seat] = dealt,
            Dealt::Number(number) if hidden.contains(seat) => numbers.dealt[seat] = Some(number),
            Dealt::Number(number) => {
                let problem = Problem::WrongValue { found: number.to_string(), want: Want::DealtTiles };
                return Err(Fault::from(problem).within(seat.index()).within("deal"));
            }
        }
    }
    Ok((Some(tiles), numbers))
}

/// Checks that only seats outside the view draw tiles that the record does not show.
pub(crate) fn viewed(hand: &HandLog) -> Result<(), Fault> {
    for (at, event) in hand.events.iter().enumerate() {
        if let Action::DrawUnseen { seat, .. } = event.action {
            draws_unseen(seat, hand.hidden.seats)
                .map_err(|problem| Fault::from(problem).within(at).within("events"))?;
        }
    }
    Ok(())
}

/// Checks that this seat is one whose tiles the record does not show.
pub(crate) fn draws_unseen(seat: Seat, hidden: Seats) -> Result<(), Problem> {
    if hidden.contains(seat) {
        return Ok(());
    }
    Err(Problem::DrawNeedsTile { shown: (!hidden.is_empty()).then_some(seat) })
}
