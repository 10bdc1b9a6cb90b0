//! 叫牌: the waits of a hand, and the readiness of a seat (X-JIAO). The passport plays no part in it.

use super::options::{Options, ReadyTime};
use super::{judge, void};
use crate::rules::Pattern;
use crate::table::{Place, Table};
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Meld, MeldKind, Seat, Suit, Tile, TileSet};

/// Kinds that complete a hand of 3n + 1, including those of which no tile can still come.
pub fn waits(options: &Options, hand: &Hand, melds: &[Meld], named: Option<Suit>) -> TileSet {
    let standard = hand.standard_waits(melds.len(), 0);
    let all = match melds {
        [] => standard.or(hand.seven_pairs_waits(0)),
        [_] => {
            let earth = earth_wait(hand, melds).filter(|&tile| is_earth(options, hand, tile));
            standard.or(earth.into_iter().collect())
        }
        _ => standard,
    };
    match void::missing(options, named).map(Suit::mask) {
        Some(missing) if all.is_empty() || !hand.kinds().or(Meld::counts(melds).kinds()).and(missing).is_empty() => {
            TileSet::EMPTY
        }
        Some(missing) => all.minus(missing),
        None => all,
    }
}

/// The tile that makes five pairs and the seat's only pung seven pairs (地龙, MG-di-long).
pub fn earth_wait(hand: &Hand, melds: &[Meld]) -> Option<Tile> {
    let [Meld { kind: MeldKind::Pung, tile, .. }] = *melds else { return None };
    let pairs = hand.len() == 10 && hand.counts().iter().all(|(_, count)| count % 2 == 0);
    (pairs && hand.count(tile) == 0).then_some(tile)
}

/// True if the house plays five pairs over a pung of this tile.
fn is_earth(options: &Options, hand: &Hand, tile: Tile) -> bool {
    let clean = || hand.kinds().within(tile.suit().mask()) && options.qing_di_long().0 > 0;
    options.di_long().0 > 0 || clean()
}

/// Kinds that complete the hand and of which the seat does not hold all four tiles. Tiles that others hold do not
/// matter.
pub fn live_waits(options: &Options, hand: &Hand, melds: &[Meld], named: Option<Suit>) -> TileSet {
    live(waits(options, hand, melds, named), hand, melds)
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
pub fn is_ready(options: &Options, table: &Table, seat: Seat) -> bool {
    let place = table.place(seat);
    is_ready_on(waits(options, &place.hand, &place.melds, place.void), place)
}

/// Like [`is_ready`], with the waits already computed.
pub fn is_ready_on(waits: TileSet, place: &Place) -> bool {
    place.is_known() && !live(waits, &place.hand, &place.melds).is_empty()
}

/// True if the seat counts as ready at the settlement (GY-1.6a, R-211). The caller adds the winners.
pub fn counts_as_ready(options: &Options, table: &Table, seat: Seat) -> bool {
    is_ready(options, table, seat) || options.jiao_time() == ReadyTime::Ever && table.place(seat).was_ready
}

/// The highest pattern that the seat could win with on another's discard, and its fan (X-CHAJIAO); `None` if it waits
/// for nothing.
pub fn best_wait(options: &Options, table: &Table, seat: Seat) -> Option<(&'static Pattern, i64)> {
    let place = table.place(seat);
    let worth = |tile: Tile| judge::best(options, &place.hand, &place.melds, tile);
    live_waits(options, &place.hand, &place.melds, place.void).iter().filter_map(worth).max_by_key(|&(_, fan)| fan)
}
