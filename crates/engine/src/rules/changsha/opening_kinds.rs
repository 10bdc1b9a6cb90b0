//! The initial wins (起手胡) as a table: each kind with its switch and its number of instances in dealt tiles.

use super::judge::PAIRS;
use super::options::{LeftOut, Options, Quads, SingleFive};
use super::patterns as p;
use crate::rules::Pattern;
use caipan_tiles::tile::{Counts, Suit, Tile};

/// The tiles in which initial wins are sought.
pub struct Dealt {
    /// The dealt tiles; wild ones are no tile here.
    pub tiles: Counts,
    /// The rule for four alike.
    pub quads: Quads,
}

/// One kind of initial win.
pub struct Kind {
    /// The pattern.
    pub pattern: &'static Pattern,
    /// The option that switches it on.
    pub option: &'static str,
    /// True if the house plays it.
    pub played: fn(&Options) -> bool,
    /// The number of times that the tiles hold it.
    instances: fn(&Options, &Dealt) -> usize,
}

/// In the order of the document, then of the market.
pub static KINDS: [Kind; 11] = [
    Kind::new(&p::FOUR_JOYS, "opening_sixi", Options::opening_sixi, |_, dealt| at_least(&dealt.tiles, 4)),
    Kind::new(&p::NO_258, "opening_banban", Options::opening_banban, |_, dealt| usize::from(no_258(dealt))),
    Kind::new(&p::SUIT_MISSING, "opening_queyise", Options::opening_queyise, |o, dealt| usize::from(missing(o, dealt))),
    Kind::new(&p::TWO_TRIPLETS, "opening_liuliushun", Options::opening_liuliushun, |_, dealt| triplets(dealt) / 2),
    Kind::new(&p::SANTONG, "opening_santong", Options::opening_santong, |_, dealt| one_rank(dealt)),
    Kind::new(&p::BUBUGAO, "opening_bubugao", Options::opening_bubugao, |_, dealt| pairs_in_a_row(dealt)),
    Kind::new(&p::YIZHIHUA, "opening_yizhihua", Options::opening_yizhihua, |o, dealt| {
        usize::from(single_five(o, dealt))
    }),
    Kind::new(&p::JINTONG, "opening_jintong", Options::opening_jintong, |_, dealt| usize::from(pairs_of_two(dealt))),
    Kind::new(&p::YIDIANHONG, "opening_yidianhong", Options::opening_yidianhong, |_, dealt| {
        usize::from(count_258(dealt) == 1)
    }),
    Kind::new(&p::HOUBALUN, "opening_houbalun", Options::opening_houbalun, |_, dealt| {
        usize::from(of(dealt, Suit::Dots, 8) >= 3)
    }),
    Kind::new(&p::MEIHUA, "opening_meihua", Options::opening_meihua, |_, dealt| {
        usize::from(of(dealt, Suit::Dots, 5) >= 3)
    }),
];

impl Kind {
    const fn new(
        pattern: &'static Pattern,
        option: &'static str,
        played: fn(&Options) -> bool,
        instances: fn(&Options, &Dealt) -> usize,
    ) -> Kind {
        Kind { pattern, option, played, instances }
    }

    /// The kind with this pattern.
    pub fn of(pattern: &Pattern) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.pattern.id == pattern.id)
    }
}

/// The initial wins that the house plays and that these tiles hold, each with its number of instances.
pub fn held(options: &Options, dealt: &Dealt) -> Vec<(&'static Pattern, usize)> {
    // The switch is read only for what the tiles hold, so that most hands do not depend on it.
    let times = |kind: &'static Kind| (kind, (kind.instances)(options, dealt));
    let held = KINDS.iter().map(times).filter(|&(kind, times)| times > 0 && (kind.played)(options));
    held.map(|(kind, times)| (kind.pattern, times)).collect()
}

/// The number of kinds with at least `copies` tiles.
fn at_least(tiles: &Counts, copies: u8) -> usize {
    tiles.iter().filter(|&(_, n)| n >= copies).count()
}

fn no_258(dealt: &Dealt) -> bool {
    let kinds = dealt.tiles.kinds();
    kinds.and(PAIRS).is_empty() && !kinds.is_empty()
}

/// A pack of two suits lacks one already, so one more must be absent (MC-missing-suit).
fn missing(options: &Options, dealt: &Dealt) -> bool {
    let kinds = dealt.tiles.kinds();
    match Suit::NUMBERED.iter().filter(|suit| kinds.and(suit.mask()).is_empty()).count() {
        0 => false,
        1 => options.missing_suit() == LeftOut::None,
        _ => true,
    }
}

fn triplets(dealt: &Dealt) -> usize {
    let with_quads = at_least(&dealt.tiles, 3);
    match dealt.quads {
        Quads::Count => with_quads,
        Quads::Exact | Quads::NotWithJoys => with_quads - at_least(&dealt.tiles, 4),
    }
}

/// The number of tiles of a suit and a rank.
fn of(dealt: &Dealt, suit: Suit, rank: u8) -> u8 {
    Tile::of(suit, rank).map_or(0, |tile| dealt.tiles.of(tile))
}

fn one_rank(dealt: &Dealt) -> usize {
    (1..=9).filter(|&rank| Suit::NUMBERED.iter().all(|&suit| of(dealt, suit, rank) >= 2)).count()
}

fn pairs_in_a_row(dealt: &Dealt) -> usize {
    let runs = |suit: Suit| (1..=7).filter(move |&low| (low..low + 3).all(|rank| of(dealt, suit, rank) >= 2)).count();
    Suit::NUMBERED.into_iter().map(runs).sum()
}

fn count_258(dealt: &Dealt) -> u8 {
    PAIRS.iter().map(|tile| dealt.tiles.of(tile)).sum()
}

/// 一枝花: the only 2, 5 or 8 is a 5, or a suit has one tile and it is a 5. Some houses take only the latter.
fn single_five(options: &Options, dealt: &Dealt) -> bool {
    let alone = |&suit: &Suit| of(dealt, suit, 5) == 1 && (1..=9).map(|rank| of(dealt, suit, rank)).sum::<u8>() == 1;
    Suit::NUMBERED.iter().any(alone) || is_only_five(dealt) && options.yizhihua_rule() == SingleFive::Either
}

/// True if the only 2, 5 or 8 is a 5.
pub fn is_only_five(dealt: &Dealt) -> bool {
    let fives = Suit::NUMBERED.iter().map(|&suit| of(dealt, suit, 5)).sum::<u8>();
    count_258(dealt) == 1 && fives == 1
}

fn pairs_of_two(dealt: &Dealt) -> bool {
    [Suit::Dots, Suit::Bamboo].into_iter().all(|suit| of(dealt, suit, 2) >= 2)
}
