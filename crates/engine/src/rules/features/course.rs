//! Features of the payments and of the match: readiness at the settlement, floors, the end of a match.

use crate::rules::{NextDealer, Rules, Won};
use crate::table::Table;
use caipan_log::Owner;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::tile::{Seat, SeatMap, TileSet};

/// Payments by readiness (查叫).
pub trait Readiness {
    /// The seats that count as ready at the settlement, winners included.
    fn ready(&self, table: &Table, wins: &[Won]) -> SeatMap<bool>;
    /// True if the table should record that this seat was ready. Called whenever the seat holds one tile less than a
    /// complete hand: when dealt, after a discard, after a kong. `waits`: the result of
    /// [`Win::waits`](crate::rules::Win::waits).
    fn notes(&self, table: &Table, seat: Seat, waits: TileSet) -> bool;
}

/// Floors (上楼).
pub trait Floors {
    /// The clause by which a match can be upstairs.
    fn clause(&self) -> &'static Clause;
    /// The floor on which a dealer's hand of this streak must be, if it follows.
    fn of_first(&self, dealer: Seat, streak: Option<u32>) -> Option<u32>;
    /// The floor of the next hand, if this hand decides it.
    fn next(&self, table: &Table, wins: &[Won], next: Option<NextDealer>) -> Option<u32>;
}

/// Payments at the end of a match.
pub trait MatchEnd {
    /// Computes what the house rules add at the end of a match in which the seats won or lost this much.
    fn settle(&self, totals: &SeatMap<i64>) -> Ledger;
}

impl dyn Rules + '_ {
    /// The seats that count as ready at the settlement, winners included, if the rules use it.
    pub fn ready(&self, table: &Table, wins: &[Won]) -> Option<SeatMap<bool>> {
        self.readiness().map(|rule| rule.ready(table, wins))
    }

    /// The floor of the next hand, if this hand decides it.
    pub fn next_floor(&self, table: &Table, wins: &[Won], next: Option<NextDealer>) -> Option<u32> {
        self.floors()?.next(table, wins, next)
    }

    /// Computes what the house rules add at the end of a match in which the seats won or lost this much, without what
    /// passed between them and the house.
    pub fn settle_match(&self, won: &SeatMap<i64>, owner: Option<Owner>) -> Ledger {
        let mut ledger = self.match_end().map_or_else(Ledger::default, |rule| rule.settle(won));
        let won = won.plus(ledger.balance());
        self.house_money().end_match(&won, self.seats(), owner, &mut ledger);
        ledger
    }
}
