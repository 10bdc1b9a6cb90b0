//! 叫牌: the waits of a hand, and the readiness of a seat (X-JIAO). The passport plays no part in it.

use super::judge;
use super::options::{Options, ReadyTime};
use crate::table::{Place, Table};
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Meld, Seat, Tile, TileSet};

/// Kinds that complete a hand of 3n + 1, including those of which no tile can still come.
pub fn waits(hand: &Hand, melds: &[Meld]) -> TileSet {
    let standard = hand.standard_waits(melds.len(), 0);
    if melds.is_empty() { standard.or(hand.seven_pairs_waits(0)) } else { standard }
}

/// Kinds that complete the hand and of which the seat does not hold all four tiles. Tiles that others hold do not
/// matter.
pub fn live_waits(hand: &Hand, melds: &[Meld]) -> TileSet {
    live(waits(hand, melds), hand, melds)
}

/// The waits of which a tile can still come.
fn live(waits: TileSet, hand: &Hand, melds: &[Meld]) -> TileSet {
    if waits.is_empty() {
        return waits;
    }
    let laid = Meld::counts(melds);
    waits.iter().filter(|&tile| hand.count(tile).saturating_add(laid.of(tile)) < 4).collect()
}

/// True if the seat's tiles wait now: 3n + 1 of them, without the winning or robbed tile.
pub fn is_ready(table: &Table, seat: Seat) -> bool {
    let place = table.place(seat);
    is_ready_on(waits(&place.hand, &place.melds), place)
}

/// Like [`is_ready`], with the waits already computed.
pub fn is_ready_on(waits: TileSet, place: &Place) -> bool {
    place.is_known() && !live(waits, &place.hand, &place.melds).is_empty()
}

/// True if the seat counts as ready at the settlement (GY-1.6a, R-211). The caller adds the winners.
pub fn counts_as_ready(options: &Options, table: &Table, seat: Seat) -> bool {
    is_ready(table, seat) || options.jiao_time() == ReadyTime::Ever && table.place(seat).was_ready
}

/// The most fan that the seat could win with on another's discard, which is the price of 查叫 (X-CHAJIAO). 0 if it waits
/// for nothing.
pub fn best_wait(options: &Options, table: &Table, seat: Seat) -> i64 {
    let place = table.place(seat);
    let worth = |tile: Tile| judge::best(options, &place.hand, &place.melds, tile).map_or(0, |(_, fan)| fan);
    live_waits(&place.hand, &place.melds).iter().map(worth).max().unwrap_or(0)
}
