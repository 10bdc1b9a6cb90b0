//! The event that put each tile into a river. The table keeps the order of the tiles only.

use crate::table::{Place, Table};
use caipan_tiles::tile::{Seat, SeatMap};

/// The events of the tiles in each river, including tiles that have left it.
#[derive(Clone, Debug, Default)]
pub(super) struct Thrown(SeatMap<Vec<usize>>);

impl Thrown {
    /// Records the tiles that an event added. `table` is the one after the event.
    pub(super) fn note(&mut self, event: Option<usize>, table: &Table) {
        for seat in Seat::ALL {
            self.0[seat].resize(table.place(seat).river.len(), event.unwrap_or_default());
        }
    }

    /// Returns the events of the tiles that are still in the river of a seat.
    pub(super) fn events(&self, place: &Place, seat: Seat) -> Vec<usize> {
        let known = place.river.iter().zip(&self.0[seat]);
        known.filter(|(lying, _)| !lying.gone).map(|(_, event)| *event).collect()
    }
}
