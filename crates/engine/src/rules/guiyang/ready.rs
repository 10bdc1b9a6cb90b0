//! 叫牌: on which tiles a hand waits, and whether it waits at all (X-JIAO). The passport is no part of it.

use super::judge;
use super::options::{Options, ReadyTime};
use crate::table::{Place, Table};
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Meld, Seat, Tile, TileSet};

/// Kinds that complete a hand of 3n + 1, whether or not one can still come.
pub fn waits(hand: &Hand, melds: &[Meld]) -> TileSet {
    let standard = hand.standard_waits(melds.len(), 0);
    if melds.is_empty() { standard.or(hand.seven_pairs_waits(0)) } else { standard }
}

/// Kinds that complete it and of which the seat does not hold all four itself; those that others hold count.
pub fn live_waits(hand: &Hand, melds: &[Meld]) -> TileSet {
    live(waits(hand, melds), hand, melds)
}

/// Those of the waits that can still come.
fn live(waits: TileSet, hand: &Hand, melds: &[Meld]) -> TileSet {
    if waits.is_empty() {
        return waits;
    }
    let laid = Meld::counts(melds);
    waits.iter().filter(|&tile| hand.count(tile).saturating_add(laid.of(tile)) < 4).collect()
}

/// Whether the seat's tiles wait now: 3n + 1 of them, the winning or robbed tile gone.
pub fn is_ready(table: &Table, seat: Seat) -> bool {
    let place = table.place(seat);
    is_ready_on(waits(&place.hand, &place.melds), place)
}

/// The same where it is known what the tiles wait for.
pub fn is_ready_on(waits: TileSet, place: &Place) -> bool {
    place.is_known() && !live(waits, &place.hand, &place.melds).is_empty()
}

/// Whether the seat counts as ready at the settlement (GY-1.6a, R-211). Winners are for the caller.
pub fn counts_as_ready(options: &Options, table: &Table, seat: Seat) -> bool {
    is_ready(table, seat) || options.jiao_time() == ReadyTime::Ever && table.place(seat).was_ready
}

/// The most that the seat could win with on another's discard, in fan: what 查叫 costs (X-CHAJIAO). 0 where it waits for
/// nothing.
pub fn best_wait(options: &Options, table: &Table, seat: Seat) -> i64 {
    let place = table.place(seat);
    let worth = |tile: Tile| judge::best(options, &place.hand, &place.melds, tile).map_or(0, |(_, fan)| fan);
    live_waits(&place.hand, &place.melds).iter().map(worth).max().unwrap_or(0)
}
