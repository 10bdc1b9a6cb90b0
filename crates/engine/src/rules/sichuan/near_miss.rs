//! Near misses of a false win: sets and a pair, or seven pairs (SC-4.1).

use super::{clauses as c, patterns as p};
use crate::rules::WinCandidate;
use crate::rules::near_miss::{NearMiss, Whole, nearest};
use caipan_tiles::hand::Wanted;
use caipan_tiles::tile::TileSet;

/// The nearest readings of a hand that is not a win.
pub fn near(case: &WinCandidate<'_>) -> Vec<NearMiss> {
    let wanted = Wanted { pairs: TileSet::PLAYED, triplets: false };
    let of = |whole: &Whole<'_>| {
        let plain = whole.sets(p::PLAIN.name, &c::SHAPE, wanted);
        [plain].into_iter().chain(whole.pairs(p::PAIRS.name, &c::PAIRS)).collect::<Vec<_>>()
    };
    nearest(Whole::each(case, false).iter().flat_map(of).collect(), &c::SHAPE)
}
