//! The next dealer: CS-B.4, used for both profiles. Rule book 2.10.

use super::options::{NextDealerTable, Options};
use super::{birds, clauses as c};
use crate::rules::{NextDealer, Won};
use crate::table::Table;
use caipan_tiles::tile::Seat;
use smallvec::SmallVec;

/// The next dealer after these wins, or after a drawn hand.
pub fn next(options: &Options, table: &Table, wins: &[Won]) -> Option<NextDealer> {
    let by = |seat, clause| Some(NextDealer { seat, clause, option: Some("next_dealer_table") });
    if table.seats.iter().any(|seat| table.place(seat).left) {
        return None;
    }
    let winners = winners(options, table, wins);
    let payer = wins.first().and_then(|won| won.from);
    let last = &table.last;
    if options.next_dealer_table() == NextDealerTable::Winner {
        return by(winners.first().copied().unwrap_or(table.dealer), &c::B_4B);
    }
    match (winners.as_slice(), payer) {
        ([winner], _) => by(*winner, &c::B_4B),
        // Wins on different turned tiles of one dice kong are not on one tile.
        ([_, _, ..], Some(_)) if !share_a_tile(wins) => None,
        ([_, _, ..], Some(payer)) => by(payer, &c::B_4E),
        ([_, _, ..], None) => {
            let bird = table.birds.as_ref()?.first()?;
            by(birds::seat_of(options, table.seats, *bird, table.dealer)?, &c::B_4G)
        }
        ([], _) => match (last.replaced_by, last.taken_by, last.offered_first) {
            (Some(replacer), _, _) => by(replacer, &c::B_4F),
            (None, Some(taker), _) => by(taker, &c::B_4C),
            (None, None, Some(first)) => by(first, &c::B_4D),
            (None, None, None) => None,
        },
    }
}

/// True if some tile is one on which all of them won. Wins without tiles are on the same one.
fn share_a_tile(wins: &[Won]) -> bool {
    let Some((first, others)) = wins.split_first() else { return true };
    first.tiles.is_empty() || first.tiles.iter().any(|tile| others.iter().all(|won| won.tiles.contains(tile)))
}

/// The seats that won, in order: also those with an initial win if it ends the hand.
pub fn winners(options: &Options, table: &Table, wins: &[Won]) -> SmallVec<[Seat; 4]> {
    let mut winners: SmallVec<[Seat; 4]> = wins.iter().map(|won| won.seat).collect();
    if options.initial_hu_ends_hand() {
        for opened in &table.openings {
            if !winners.contains(&opened.seat) {
                winners.push(opened.seat);
            }
        }
    }
    winners
}
