//! 烧庄 (burning the dealer): the other three seats repeat the dealer's first discard. Pending until the hand ends. BJ-5.

use super::options::Options;
use crate::table::{Lying, Table};

/// The number of rounds in a row in which the dealer was burnt. In each round all four discards are of one kind, and
/// nothing is claimed from the dealer's first discard on. At most one round, unless the house rules double repeats.
pub fn rounds(options: &Options, table: &Table) -> u32 {
    let most = if options.burn_repeat() { u32::MAX } else { 1 };
    let claims = nth(table, 0).map(|[first, ..]| first.claims);
    let burnt = |round: &usize| {
        nth(table, *round).is_some_and(|four| {
            let [first, ..] = four;
            four.iter().all(|lying| lying.tile == first.tile && Some(lying.claims) == claims)
        })
    };
    (0..).take_while(burnt).take(most as usize).count() as u32
}

/// The discards of all four seats in this round, starting with the dealer.
fn nth(table: &Table, round: usize) -> Option<[&Lying; 4]> {
    let [a, b, c, d] = table.dealer.from_here().map(|seat| table.place(seat).river.get(round));
    Some([a?, b?, c?, d?])
}
