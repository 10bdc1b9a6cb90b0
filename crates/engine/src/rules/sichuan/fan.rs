//! The fan of complete tiles, and of a win: patterns and extras, all added (SC-4).

use super::options::{FedBloom, Options, SelfDraw};
use super::patterns as p;
use crate::rules::{Hit, Hits, Pattern, PatternKind, WinCandidate};
use crate::table::Source;
use caipan_log::KongKind;
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Meld, MeldKind, Seat, Suit, Tile, TileSet};

/// The patterns of a hand of 3n + 1 with this tile, without the way of winning; `None` if the hand is not complete.
pub fn of_tiles(options: &Options, hand: &Hand, melds: &[Meld], tile: Tile) -> Option<Hits> {
    let mut full = *hand;
    full.add(tile);
    of_full(options, &full, melds, roots(&full, melds))
}

/// The patterns of a hand of 3n + 1 that waits for this tile. Its roots are counted without the tile (SC-7.3).
pub fn of_wait(options: &Options, hand: &Hand, melds: &[Meld], tile: Tile) -> Option<Hits> {
    let mut full = *hand;
    full.add(tile);
    of_full(options, &full, melds, roots(hand, melds))
}

fn of_full(options: &Options, full: &Hand, melds: &[Meld], mut roots: i64) -> Option<Hits> {
    let all = full.kinds().or(Meld::counts(melds).kinds());
    let jiang = options.jiang_dui() && all.iter().all(|tile| matches!(tile.rank(), 2 | 5 | 8));
    let base = if melds.is_empty() && full.is_seven_pairs(0) {
        let dragon = options.jiang_dui() && roots > 0;
        roots -= i64::from(dragon);
        match (dragon, jiang) {
            (true, true) => &p::JIANG_PAIRS,
            (true, false) => &p::DRAGON,
            _ => &p::PAIRS,
        }
    } else if is_triplets(full, melds) {
        if jiang { &p::JIANG_TRIPLETS } else { &p::TRIPLETS }
    } else if full.is_standard(melds.len(), 0) {
        &p::PLAIN
    } else {
        return None;
    };
    let of = |pattern: &'static Pattern| Hit { pattern, value: pattern.value };
    let mut hits = Hits::one(of(base));
    if is_one_suit(all) {
        hits.push(of(&p::ONE_SUIT));
    }
    if roots > 0 {
        hits.push(Hit { pattern: &p::ROOT, value: roots });
    }
    if melds.len() == 4 {
        hits.push(of(&p::SINGLE));
    }
    if options.men_qing() && melds.iter().all(|meld| meld.kind == MeldKind::KongConcealed) {
        hits.push(of(&p::MEN_QING));
    }
    let middle = all.iter().all(|tile| !matches!(tile.rank(), 1 | 9)) && base.id != p::JIANG_TRIPLETS.id;
    if options.men_qing() && middle {
        hits.push(of(&p::ZHONG_ZHANG));
    }
    Some(hits)
}

/// The patterns of a win, its way of winning included; `None` if the hand is not complete.
pub fn of_win(options: &Options, case: &WinCandidate<'_>, tile: Tile) -> Option<Hits> {
    let mut hits = of_tiles(options, &case.hand, case.melds, tile)?;
    let source = case.chance.source;
    let won_on_deal = source == Source::Dealt && case.seat == case.dealer;
    let of_dealer = case.chance.from == Some(case.dealer);
    let first = source == Source::Discard && of_dealer && case.discards == 1 && case.claims == 0;
    let facts: [(bool, &'static Pattern); 6] = [
        (source == Source::Replacement, &p::BLOOM),
        (source == Source::Discard && case.past.after_kong, &p::HOT),
        (matches!(source, Source::Rob { .. }), &p::ROBBED),
        (case.past.left == 0, &p::LAST),
        (won_on_deal && options.tian_di_hu(), &p::HEAVENLY),
        (first && options.tian_di_hu(), &p::EARTHLY),
    ];
    for (_, pattern) in facts.into_iter().filter(|(holds, _)| *holds) {
        hits.push(Hit { pattern, value: pattern.value });
    }
    if payer(options, case).is_none() {
        let value = i64::from(options.zimo() == SelfDraw::AddFan);
        hits.push(Hit { pattern: &p::DRAWN, value });
    }
    Some(hits)
}

/// The seat whose tile it was: the discarder, the robbed seat, or the one that fed the kong of a 点杠花 that counts as a
/// discard (SC-5.3); `None` for a self-draw.
pub fn payer(options: &Options, case: &WinCandidate<'_>) -> Option<Seat> {
    let fed = match case.past.last_kong {
        Some((KongKind::Exposed, from)) if case.chance.source == Source::Replacement => from,
        _ => None,
    };
    case.chance.from.or(fed.filter(|_| options.dian_gang_hua() == FedBloom::Discard))
}

/// The fan of these patterns, not more than the cap (SC-4.20).
pub fn total(options: &Options, hits: &[Hit]) -> i64 {
    let sum = uncapped(hits);
    let cap = options.max_fan().0;
    if cap > 0 { sum.min(cap) } else { sum }
}

/// The fan of these patterns without the cap.
pub fn uncapped(hits: &[Hit]) -> i64 {
    hits.iter().fold(0, |sum, hit| sum.saturating_add(hit.value))
}

/// The fan of the pattern alone, by which the dearest wait is chosen (SC-7.3).
pub fn of_pattern(hits: &[Hit]) -> i64 {
    let first = hits.first().filter(|hit| matches!(hit.pattern.kind, PatternKind::Hand | PatternKind::Base));
    first.map_or(0, |hit| hit.value)
}

/// 根: kongs, pungs whose fourth tile is in the hand, and four alike in the hand (SC-4.6).
fn roots(full: &Hand, melds: &[Meld]) -> i64 {
    let is_root = |meld: &Meld| meld.kind.is_kong() || meld.kind == MeldKind::Pung && full.count(meld.tile) > 0;
    let melded = melds.iter().filter(|meld| is_root(meld)).count();
    let held = full.counts().iter().filter(|(_, count)| *count >= 4).count();
    i64::try_from(melded.saturating_add(held)).unwrap_or(0)
}

/// True if all four sets are triplets or kongs.
pub fn is_triplets(full: &Hand, melds: &[Meld]) -> bool {
    melds.iter().all(|meld| meld.kind != MeldKind::Chow) && full.is_all_triplets(melds.len(), 0)
}

fn is_one_suit(all: TileSet) -> bool {
    Suit::NUMBERED.iter().any(|suit| all.within(suit.mask()))
}
