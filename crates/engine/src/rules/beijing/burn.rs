//! 烧庄 (burning the dealer): the other seats repeat the dealer's first discard. Pending until the hand ends. BJ-5.

use super::options::Options;
use crate::table::{Lying, Table};
use smallvec::SmallVec;

/// The number of rounds in a row in which the dealer was burnt. In each round all discards are of one kind, and
/// nothing is claimed from the dealer's first discard on. At most one round, unless the house rules double repeats; none
/// between two players (MB-players).
pub fn rounds(options: &Options, table: &Table) -> u32 {
    if table.seats.len() < 3 {
        return 0;
    }
    let most = if options.burn_repeat() { u32::MAX } else { 1 };
    let claims = table.place(table.dealer).river.first().map(|first| first.claims);
    let burnt = |round: &usize| {
        let tile = table.place(table.dealer).river.get(*round).map(|first| first.tile);
        nth(table, *round)
            .is_some_and(|all| all.iter().all(|lying| Some(lying.tile) == tile && Some(lying.claims) == claims))
    };
    (0..).take_while(burnt).take(most as usize).count() as u32
}

/// The discards of all seats in this round, starting with the dealer.
fn nth(table: &Table, round: usize) -> Option<SmallVec<[&Lying; 4]>> {
    table.seats.from(table.dealer).map(|seat| table.place(seat).river.get(round)).collect()
}
