//! 上楼: after a drawn hand stakes are doubled until North's turn as dealer is over. BJ-6f, BJ-6g.

use super::options::{FloorUntil, Options};
use crate::rules::NextDealer;
use crate::table::Table;
use caipan_tiles::tile::Seat;

/// Maximum floor; a match does not have more hands.
const HIGHEST: u32 = 62;

/// Maximum floor of a match whose floor is not known: more drawn hands in a row are not supposed.
const SUPPOSED: u32 = 16;

/// The floor of the next hand. `drawn`: this hand was a 荒牌.
pub fn next(options: &Options, table: &Table, next: Option<NextDealer>, drawn: bool) -> Option<u32> {
    let now = table.floor;
    if drawn {
        return if options.floor_cumulative() { now.map(|floor| (floor + 1).min(HIGHEST)) } else { Some(1) };
    }
    let next = next?.seat;
    match options.floor_until() {
        FloorUntil::NextHand => Some(0),
        FloorUntil::NorthDone if Some(table.dealer) == table.seats.iter().next_back() && next == Seat::ALL[0] => {
            Some(0)
        }
        FloorUntil::NorthDone => now,
    }
}

/// The floor of a dealer's first hand in a row, if it follows: 0 for East, who begins a round of dealers downstairs,
/// and 0 if floors last for one hand, because a new dealer never follows a 荒牌.
pub fn of_first(options: &Options, dealer: Seat, streak: Option<u32>) -> Option<u32> {
    let tells = dealer == Seat::ALL[0] || options.floor_until() == FloorUntil::NextHand;
    (streak == Some(1) && tells).then_some(0)
}

/// The floors that a match can be on.
pub fn possible(options: &Options) -> std::ops::RangeInclusive<u32> {
    0..=if options.floor_cumulative() { SUPPOSED } else { 1 }
}

/// The factor of a floor.
pub fn factor(floor: Option<u32>) -> i64 {
    1i64.checked_shl(floor.unwrap_or(0).min(HIGHEST)).unwrap_or(i64::MAX)
}
