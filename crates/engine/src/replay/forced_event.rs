//! An event that is let stand though the rules refuse it: what the table of a client looked like that knew no better.

use super::referee::Referee;
use crate::rules::{Deciding, Hits, Won};
use crate::table::{Chance, Shown, Source, Table};
use caipan_tiles::tile::{Seat, Tile};

/// One event that stands. Whatever the rules refuse of it is carried out without a breach; a win that is none counts for
/// what is named here.
#[derive(Clone, Debug)]
pub struct ForcedEvent {
    /// Index of the event.
    pub event: usize,
    /// The patterns of a win that the rules do not see.
    pub hits: Hits,
    /// What they come to.
    pub value: i64,
    /// Whose tile such a win is on, where nothing lies open; `None`: a self-draw.
    pub from: Option<Seat>,
}

impl ForcedEvent {
    /// The win as it is let stand.
    pub(super) fn won(&self, seat: Seat, chance: Chance) -> Won {
        Won {
            seat,
            from: chance.from,
            tiles: chance.tiles.iter().collect(),
            source: chance.source,
            hits: self.hits.clone(),
            value: self.value,
            also: Vec::new(),
            options: Deciding::new(),
        }
    }
}

impl Referee<'_> {
    /// What stands of the event looked at, if it does whatever the rules say.
    pub(super) fn forced_now(&self) -> Option<&ForcedEvent> {
        self.forced.as_ref().filter(|forced| Some(forced.event) == self.at)
    }

    /// The table without the initial wins of this seat that were let stand: what it declares truly beside them is not declared
    /// a second time.
    pub(super) fn without_let_stand(&self, seat: Seat) -> Option<Table> {
        let at = self.opened_let?;
        let mut table = self.table.clone();
        (at < table.openings.len() && table.openings.remove(at).seat == seat).then_some(table)
    }

    /// The chance of a win that stands though nothing lies there to be won on.
    pub(super) fn chance_let(&self, tile: Tile) -> Option<Chance> {
        let from = self.forced_now()?.from;
        let source = if from.is_some() { Source::Discard } else { Source::Draw };
        Some(Chance { tiles: Shown::one(tile), source, from })
    }
}
