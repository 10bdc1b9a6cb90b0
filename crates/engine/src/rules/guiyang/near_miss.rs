//! Near misses of a false win in Guiyang: sets and a pair, or seven pairs (GY-2.1, GY-2.5).

use super::{clauses as c, patterns as p};
use crate::rules::WinCandidate;
use crate::rules::near_miss::{NearMiss, Whole, nearest};
use caipan_tiles::hand::Wanted;
use caipan_tiles::tile::TileSet;

/// The nearest readings of a hand that is not a win.
pub fn near(case: &WinCandidate<'_>) -> Vec<NearMiss> {
    let wanted = Wanted { pairs: TileSet::PLAYED, triplets: false };
    let of = |whole: &Whole<'_>| {
        let plain = whole.sets(p::PLAIN.name, &c::GY_2_1, wanted);
        [plain].into_iter().chain(whole.pairs(p::PAIRS.name, &c::GY_2_5)).collect::<Vec<_>>()
    };
    nearest(Whole::each(case, false).iter().flat_map(of).collect(), &c::GY_2_1)
}
