//! Near misses of a false win in Changsha: the shapes of rule book 2.5, each with the missing tiles.

use super::judge::{PAIRS, any_pair};
use super::options::Options;
use super::{clauses as c, patterns as p};
use crate::rules::WinCandidate;
use crate::rules::near_miss::{NearMiss, Whole, nearest};
use caipan_tiles::bilingual;
use caipan_tiles::hand::Wanted;
use caipan_tiles::tile::{MeldKind, Suit, Tile, TileSet, Tiles};

/// The nearest readings of a hand that is not a win.
pub fn near(options: &Options, case: &WinCandidate<'_>) -> Vec<NearMiss> {
    let any_pair = any_pair(options, case);
    let all = Whole::each(case, false).iter().flat_map(|whole| of(whole, any_pair)).collect();
    nearest(all, &c::B_5)
}

fn of(whole: &Whole<'_>, any_pair: bool) -> Vec<NearMiss> {
    let chow = whole.melds.iter().any(|meld| meld.kind == MeldKind::Chow);
    let mut all = vec![plain(whole, any_pair)];
    all.extend(whole.pairs(p::SEVEN_PAIRS.name, &c::A_11));
    if !chow {
        all.push(whole.sets(p::ALL_TRIPLETS.name, &c::A_7, Wanted { pairs: TileSet::PLAYED, triplets: true }));
        all.extend(all_258(whole));
    }
    all.extend(one_suit(whole));
    all
}

/// Four sets and a pair. The pair must be of 2, 5 or 8, unless any pair is allowed.
fn plain(whole: &Whole<'_>, any_pair: bool) -> NearMiss {
    let pairs = if any_pair { TileSet::PLAYED } else { PAIRS };
    let mut near = whole.sets(p::SMALL.name, &c::B_5, Wanted { pairs, triplets: false });
    let standing = whole.full.standard_pairs(whole.melds.len(), 0);
    if standing.is_empty() || any_pair {
        return near;
    }
    let complete = whole.sets(p::SMALL.name, &c::B_5, Wanted { pairs: standing, triplets: false });
    let odd: Tiles = standing.iter().collect();
    near.others = Some(1);
    near.reading = complete.reading;
    near.spare = standing.iter().flat_map(|tile: Tile| [tile; 2]).collect();
    near.lacks = bilingual!("将是 {odd}，不是二五八。", "the pair is {odd}, not a 2, 5 or 8");
    near
}

/// Only 2, 5 and 8, in any shape. Beyond three wrong tiles it is not near.
fn all_258(whole: &Whole<'_>) -> Option<NearMiss> {
    let lacks = |odd: &Tiles| bilingual!("{odd} 不是二五八。", "{odd} is not a 2, 5 or 8");
    Some(whole.only(p::ALL_258.name, &c::A_8, PAIRS, lacks)).filter(is_near)
}

/// A hand that is complete with any pair, and almost in one suit.
fn one_suit(whole: &Whole<'_>) -> Option<NearMiss> {
    if !whole.full.is_standard(whole.melds.len(), 0) {
        return None;
    }
    let lacks = |odd: &Tiles| bilingual!("{odd} 是另一门。", "{odd} is of another suit");
    let of = |suit: Suit| whole.only(p::ONE_SUIT.name, &c::A_9, suit.mask(), lacks);
    Suit::NUMBERED.map(of).into_iter().min_by_key(|near| near.others).filter(is_near)
}

fn is_near(near: &NearMiss) -> bool {
    near.others.is_some_and(|others| others <= caipan_tiles::hand::MOST_OTHERS)
}
