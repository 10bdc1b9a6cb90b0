//! 十三幺 (thirteen orphans): every terminal and honour, one of them twice, without wilds. MB-orphans.

use super::options::Options;
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::TileSet;

/// The thirteen kinds.
const KINDS: TileSet = TileSet::from_bits(1 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | 1 << 26 | 0x7f << 27);

/// True if these fourteen tiles are thirteen orphans and the house plays them.
pub fn wins(options: &Options, full: &Hand, wilds: usize) -> bool {
    wilds == 0 && full.len() == 14 && full.kinds() == KINDS && options.fan_orphans().0 > 0
}

/// The kinds that complete thirteen orphans, if the house plays them.
pub fn waits(options: &Options, hand: &Hand, wilds: usize) -> TileSet {
    let held = hand.kinds();
    let near = wilds == 0 && hand.len() == 13 && held.within(KINDS) && held.len() >= 12;
    if !near || options.fan_orphans().0 == 0 {
        return TileSet::EMPTY;
    }
    if held.len() == 13 { KINDS } else { KINDS.minus(held) }
}
