//! 十三幺 (thirteen orphans): every terminal and honour, one of them twice, a wild only as itself. MB-orphans.

use super::options::Options;
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Tile, TileSet};

/// The thirteen kinds.
const KINDS: TileSet = TileSet::from_bits(1 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | 1 << 26 | 0x7f << 27);

/// The tiles with every wild as itself.
fn plain(hand: &Hand, wild: Option<Tile>, wilds: usize) -> Hand {
    let mut all = *hand;
    wild.into_iter().for_each(|wild| (0..wilds).for_each(|_| all.add(wild)));
    all
}

/// True if these fourteen tiles are thirteen orphans and the house plays them.
pub fn wins(options: &Options, hand: &Hand, wild: Option<Tile>, wilds: usize) -> bool {
    if !hand.kinds().within(KINDS) {
        return false;
    }
    let full = plain(hand, wild, wilds);
    full.len() == 14 && full.kinds() == KINDS && options.fan_orphans().0 > 0
}

/// The kinds that complete thirteen orphans, if the house plays them.
pub fn waits(options: &Options, hand: &Hand, wild: Option<Tile>, wilds: usize) -> TileSet {
    if !hand.kinds().within(KINDS) {
        return TileSet::EMPTY;
    }
    let hand = plain(hand, wild, wilds);
    let held = hand.kinds();
    let near = hand.len() == 13 && held.within(KINDS) && held.len() >= 12;
    if !near || options.fan_orphans().0 == 0 {
        return TileSet::EMPTY;
    }
    if held.len() == 13 { KINDS } else { KINDS.minus(held) }
}
