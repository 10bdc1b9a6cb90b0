//! Near misses of a false win in Beijing: sets and a pair, or seven pairs, with its wilds (BJ-8a, BJ-8k).

use super::options::Options;
use super::{clauses as c, patterns as p};
use crate::rules::WinCandidate;
use crate::rules::near_miss::{NearMiss, Whole, nearest};
use caipan_tiles::hand::Wanted;
use caipan_tiles::tile::TileSet;

/// The nearest readings of a hand that is not a win.
pub fn near(options: &Options, case: &WinCandidate<'_>) -> Vec<NearMiss> {
    let wanted = Wanted { pairs: TileSet::PLAYED, triplets: false };
    let of = |whole: &Whole<'_>| {
        let plain = whole.sets(p::PLAIN.name, &c::PLAIN, wanted);
        [plain].into_iter().chain(whole.pairs(p::SEVEN_PAIRS.name, &c::SEVEN_PAIRS)).collect::<Vec<_>>()
    };
    nearest(Whole::each(case, !options.wild_discarded_is_face()).iter().flat_map(of).collect(), &c::PLAIN)
}
