//! Layout of melds on a table: the claimed tile is turned towards the seat that it came from.

use crate::table::Table;
use caipan_log::{Action, Event};
use caipan_tiles::tile::{MeldKind, Seat, SeatMap, Tile, written};
use schemars::JsonSchema;
use serde::Serialize;

/// The layout of a meld.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LaidView {
    /// `chow`, `pung`, `exposed`, `added` or `concealed` (the last three are kongs).
    pub kind: &'static str,
    /// Its tiles.
    pub tiles: String,
    /// The claimed tile; absent for a concealed kong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<Tile>,
    /// The seat that discarded it; an added kong keeps the seat of its pung.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
}

/// The claimed tile of each chow, by seat in the order of the melds. The table keeps only the lowest tile.
#[derive(Clone, Debug, Default)]
pub(super) struct Claimed(SeatMap<Vec<Option<Tile>>>);

impl Claimed {
    /// Records the chow of an event. `table` is the one after the event.
    pub(super) fn note(&mut self, event: Option<&Event>, table: &Table) {
        let chow = match event.map(|event| &event.action) {
            Some(Action::Chow { seat, tile, .. }) => Some((*seat, *tile)),
            _ => None,
        };
        for seat in Seat::ALL {
            let new = chow.filter(|(by, _)| *by == seat).map(|(_, tile)| tile);
            self.0[seat].resize(table.place(seat).melds.len(), new);
        }
    }

    /// Returns the melds of a seat.
    pub(super) fn laid(&self, table: &Table, seat: Seat) -> Vec<LaidView> {
        let noted = self.0[seat].iter().copied().chain(std::iter::repeat(None));
        let melds = table.place(seat).melds.iter().zip(noted);
        melds
            .map(|(meld, chow)| LaidView {
                kind: match meld.kind {
                    MeldKind::Chow => "chow",
                    MeldKind::Pung => "pung",
                    MeldKind::KongExposed => "exposed",
                    MeldKind::KongAdded => "added",
                    MeldKind::KongConcealed => "concealed",
                },
                tiles: written(meld.tiles()),
                claimed: if meld.kind == MeldKind::Chow { chow } else { meld.from.map(|_| meld.tile) },
                from: meld.from,
            })
            .collect()
    }
}
