//! Acceptance of one event that the rules refuse. It reconstructs the table of a client that accepted the event.

use super::referee::Referee;
use crate::rules::{Deciding, Hits, Won};
use crate::table::{Shown, Source, Table, WinChance};
use caipan_tiles::tile::{Seat, Tile};

/// One event that is accepted. The referee applies it without a breach, even if the rules refuse it. An invalid win
/// gets the patterns and the value given here.
#[derive(Clone, Debug)]
pub struct ForcedEvent {
    /// The index of the event.
    pub event: usize,
    /// The patterns of a win that the rules do not recognize.
    pub hits: Hits,
    /// The total value of the patterns.
    pub value: i64,
    /// The seat whose tile such a win is on, if no tile is open; `None`: a self-draw.
    pub from: Option<Seat>,
}

impl ForcedEvent {
    /// Returns the accepted win.
    pub(super) fn won(&self, seat: Seat, chance: WinChance) -> Won {
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
    /// Returns the forced event if it is the current one.
    pub(super) fn forced_now(&self) -> Option<&ForcedEvent> {
        self.forced.as_ref().filter(|forced| Some(forced.event) == self.at)
    }

    /// Returns the table without the accepted initial win of this seat, so that a true initial win beside it is not a
    /// repetition.
    pub(super) fn without_forced_opening(&self, seat: Seat) -> Option<Table> {
        let at = self.forced_opening?;
        let mut table = self.table.clone();
        (at < table.openings.len() && table.openings.remove(at).seat == seat).then_some(table)
    }

    /// Returns the chance of an accepted win when no tile is open to win on.
    pub(super) fn forced_chance(&self, tile: Tile) -> Option<WinChance> {
        let from = self.forced_now()?.from;
        let source = if from.is_some() { Source::Discard } else { Source::Draw };
        Some(WinChance { tiles: Shown::one(tile), source, from })
    }
}
