//! The best reading (最佳读法): the one of highest value among all assignments of wilds and all divisions into sets. BJ-8u.
//!
//! It is found without enumeration. For each required part (a dragon, the caught five) its tiles are fixed, wilds fill
//! its gaps, and a table lookup decides whether the rest is complete. The colour depends on the natural and the fixed
//! tiles: wilds in a set with natural tiles share their suit, and sets of wilds alone take any suit.

use super::options::{DragonScope, FanMode, Options, WildDragon};
use super::patterns as p;
use crate::rules::{Hit, Hits, Pattern};
use caipan_tiles::hand::{Hand, Reading, Set, SetKind};
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Meld, MeldKind, Suit, Tile, TileSet};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// 五万.
pub const FIVE: TileSet = TileSet::from_bits(1 << 4);

/// The tiles to read.
pub struct Tiles<'a> {
    /// The concealed natural tiles, including the winning tile unless it counts as a wild.
    pub full: Hand,
    /// Concealed wilds.
    pub wilds: usize,
    /// The melds.
    pub melds: &'a [Meld],
    /// The wild kind.
    pub wild: Option<Tile>,
    /// Tiles of the wild kind among the fourteen.
    pub of_wild_kind: usize,
    /// The tile won on.
    pub tile: Tile,
    /// True if it counts as a wild.
    pub tile_is_wild: bool,
    /// Kinds that would have won.
    pub waits: &'a dyn Fn() -> TileSet,
    /// If true, the winning tile must be in a dragon (BJ-9b).
    pub in_dragon: bool,
    /// If true, the hand is scored as without wilds (BJ-13d).
    pub as_without_wilds: bool,
}

/// The best reading.
pub struct Best {
    /// Its fans of the hand, in the order of the rule sheet.
    pub hits: Hits,
    /// The fans of other readings of equal value.
    pub also: Vec<Hits>,
}

/// One reading, described by its required parts.
#[derive(Clone)]
struct Candidate {
    shape: Shape,
    five: bool,
    hits: Hits,
}

/// The fixed sets: the runs of a dragon and that of the caught five.
type Fixed = InlineVec<Set, 4>;

#[derive(Clone)]
enum Shape {
    Sets { dragon: Option<Suit>, fixed: Fixed, rest: Hand, wilds: usize },
    Pairs { full: Hand, wilds: usize },
}

/// The best reading, if there is one.
pub fn best(options: &Options, tiles: &Tiles<'_>) -> Option<Best> {
    let mut candidates = ranked(options, tiles).into_iter();
    let best = candidates.next()?;
    let equal = |one: &Candidate| worth(options, &one.hits) == worth(options, &best.hits);
    let also = candidates.take_while(equal).map(|one| one.hits).collect();
    Some(Best { hits: best.hits, also })
}

/// The tiles in the best reading, if there is one.
pub fn in_words(options: &Options, tiles: &Tiles<'_>) -> Option<String> {
    ranked(options, tiles).first().map(|best| words(tiles, best))
}

/// All readings, the best one first.
fn ranked(options: &Options, tiles: &Tiles<'_>) -> Vec<Candidate> {
    let mut candidates = Vec::with_capacity(4);
    sets(options, tiles, &mut candidates);
    if !tiles.in_dragon && tiles.melds.is_empty() {
        pairs(options, tiles, &mut candidates);
    }
    for candidate in &mut candidates {
        candidate.hits = hits(options, tiles, candidate);
    }
    // Equal values are ordered by the rule sheet.
    let rank = |hits: &[Hit]| -> InlineVec<usize, 6> { hits.iter().map(|hit| place(hit.pattern)).collect() };
    candidates.sort_by_key(|one| (Reverse(worth(options, &one.hits)), rank(&one.hits)));
    candidates.dedup_by_key(|one| rank(&one.hits));
    candidates
}

/// The combined value of the fans: their product or their sum.
pub fn worth(options: &Options, hits: &[Hit]) -> i64 {
    match options.fan_mode() {
        FanMode::Multiply => hits.iter().fold(1, |product: i64, hit| product.saturating_mul(hit.value)),
        FanMode::Add => hits.iter().fold(0, |sum: i64, hit| sum.saturating_add(hit.value)),
    }
}

/// The position of a fan on the rule sheet.
pub fn place(pattern: &Pattern) -> usize {
    p::ALL.iter().position(|known| known.id == pattern.id).unwrap_or(p::ALL.len())
}

/// Adds the readings as sets and a pair: without a dragon and with one of each suit, each with and without the caught
/// five.
fn sets(options: &Options, tiles: &Tiles<'_>, candidates: &mut Vec<Candidate>) {
    let may_catch = is_five(options, tiles);
    for dragon in [None].into_iter().chain(Suit::NUMBERED.map(Some)) {
        if tiles.in_dragon && dragon != Some(tiles.tile.suit()) {
            continue;
        }
        let runs = dragon.map_or([None; 3], |suit| dragon_runs(options, tiles, suit));
        let Some((fixed, rest, wilds)) = fix(tiles, runs.into_iter().flatten(), false) else { continue };
        if tiles.in_dragon && !fixed.iter().any(|set| set.tiles().any(|(tile, _)| tile == tiles.tile)) {
            continue;
        }
        if !rest.is_standard(tiles.melds.len() + fixed.len(), wilds) {
            continue;
        }
        let caught = may_catch.then(|| catch(tiles, &fixed)).flatten();
        if let Some((more, rest, wilds)) = caught
            && waits_only_five(options, tiles)
        {
            let shape = Shape::Sets { dragon, fixed: more, rest, wilds };
            candidates.push(Candidate { shape, five: true, hits: Hits::new() });
        }
        let shape = Shape::Sets { dragon, fixed, rest, wilds };
        candidates.push(Candidate { shape, five: false, hits: Hits::new() });
    }
}

/// Adds the readings as seven pairs: unchanged, and with the winning tile in a pair of fives. A drawn wild can be that
/// five beside a five or beside another wild.
fn pairs(options: &Options, tiles: &Tiles<'_>, candidates: &mut Vec<Candidate>) {
    let (mut full, mut wilds) = (tiles.full, tiles.wilds);
    if !full.is_seven_pairs(wilds) {
        return;
    }
    candidates.push(Candidate { shape: Shape::Pairs { full, wilds }, five: false, hits: Hits::new() });
    if !is_five(options, tiles) {
        return;
    }
    if tiles.tile_is_wild {
        FIVE.iter().for_each(|five| full.add(five));
        wilds = wilds.saturating_sub(1);
    }
    if full.is_seven_pairs(wilds) && waits_only_five(options, tiles) {
        candidates.push(Candidate { shape: Shape::Pairs { full, wilds }, five: true, hits: Hits::new() });
    }
}

/// The runs of a dragon that the concealed tiles must hold. Chowed runs are already there, but if the winning tile must
/// be in the dragon, its run is a concealed one.
fn dragon_runs(options: &Options, tiles: &Tiles<'_>, suit: Suit) -> [Option<Tile>; 3] {
    [1, 4, 7].map(|rank| {
        let lowest = Tile::of(suit, rank)?;
        let of_tile = tiles.in_dragon && (rank..rank + 3).contains(&tiles.tile.rank());
        let chowed = !of_tile && tiles.melds.iter().any(|meld| meld.kind == MeldKind::Chow && meld.tile == lowest);
        (!chowed || options.dragon_scope() == DragonScope::Concealed).then_some(lowest)
    })
}

/// Fixes these runs, with wilds for missing tiles and, if `five_is_wild`, for the five of characters.
fn fix(tiles: &Tiles<'_>, lowest: impl Iterator<Item = Tile>, five_is_wild: bool) -> Option<(Fixed, Hand, usize)> {
    let (mut rest, mut wilds, mut fixed) = (tiles.full, tiles.wilds, Fixed::new());
    for lowest in lowest {
        let mut set = Set { tile: lowest, kind: SetKind::Run, wilds: 0 };
        for at in 0..3 {
            let tile = lowest.up(at)?;
            if five_is_wild && FIVE.contains(tile) || !rest.take(tile) {
                wilds = wilds.checked_sub(1)?;
                set.wilds |= 1 << at;
            }
        }
        fixed.push(set);
    }
    Some((fixed, rest, wilds))
}

/// Fixes the run 456 of characters as well, in the concealed tiles and with the winning tile. `None` if impossible.
fn catch(tiles: &Tiles<'_>, fixed: &[Set]) -> Option<(Fixed, Hand, usize)> {
    let four = Tile::of(Suit::Characters, 4)?;
    let there = fixed.iter().any(|set| set.tile == four);
    let lowest = fixed.iter().map(|set| set.tile).chain((!there).then_some(four));
    let (fixed, rest, wilds) = fix(tiles, lowest, tiles.tile_is_wild)?;
    rest.is_standard(tiles.melds.len() + fixed.len(), wilds).then_some((fixed, rest, wilds))
}

/// True if the winning tile can be the caught five: a real one, or a drawn wild if the house rules allow it (BJ-8g).
fn is_five(options: &Options, tiles: &Tiles<'_>) -> bool {
    FIVE.contains(tiles.tile) || tiles.tile_is_wild && options.catch_five_wild()
}

/// True if no other kind would have won. A wild always would, so it is not counted.
fn waits_only_five(options: &Options, tiles: &Tiles<'_>) -> bool {
    if !options.catch_five_only_wait() {
        return true;
    }
    let wild: TileSet = tiles.wild.into_iter().collect();
    (tiles.waits)().minus(wild).within(FIVE)
}

fn hits(options: &Options, tiles: &Tiles<'_>, candidate: &Candidate) -> Hits {
    let hit = |pattern: &'static Pattern| Hit { pattern, value: pattern.value };
    let mut hits = Hits::new();
    let concealed = tiles.melds.iter().all(|meld| meld.kind == MeldKind::KongConcealed);
    let pairs = if let Shape::Pairs { full, wilds } = &candidate.shape { Some((full, *wilds)) } else { None };
    if concealed && (pairs.is_none() || options.seven_pairs_concealed()) {
        hits.push(hit(&p::CONCEALED));
    }
    let dragon = if let Shape::Sets { dragon, .. } = candidate.shape { dragon } else { None };
    // In a dragon of the wild suit, only a wild can take the position of the wild kind.
    let alone = tiles.of_wild_kind == 1 || options.wild_dragon() == WildDragon::NaturalPlace;
    let wild_dragon = dragon.is_some() && alone && tiles.wild.map(Tile::suit) == dragon;
    if tiles.of_wild_kind == 0 {
        hits.push(hit(&p::NO_WILD));
    } else if tiles.as_without_wilds && !wild_dragon {
        hits.push(hit(&p::AS_NO_WILD));
    }
    if candidate.five {
        hits.push(hit(&p::CATCH_FIVE));
    }
    if dragon.is_some() {
        hits.push(hit(if wild_dragon { &p::WILD_DRAGON } else { &p::DRAGON }));
    }
    if let Some((full, wilds)) = pairs {
        let wild_quads = if options.luxury_wild_ok() { full.seven_pairs_quads(wilds) } else { 0 };
        let quads = tiles.full.quads_as_pairs().max(wild_quads);
        hits.push(match quads {
            0 => hit(&p::SEVEN_PAIRS),
            _ if !options.luxury_per_quad() => hit(&p::LUXURY),
            more => Hit { pattern: &p::LUXURY, value: p::LUXURY.value << (more - 1).min(2) },
        });
    }
    hits.extend(colour(tiles, &candidate.shape).0.map(hit));
    hits.sort_by_key(|hit| place(hit.pattern));
    hits
}

/// Returns the colour fan and the kinds that a reading with it may hold. A fixed run counts with its suit even if it
/// consists of wilds only.
fn colour(tiles: &Tiles<'_>, shape: &Shape) -> (Option<&'static Pattern>, TileSet) {
    let fixed = if let Shape::Sets { fixed, .. } = shape { fixed.as_slice() } else { &[] };
    let fixed: TileSet = fixed.iter().map(|set| set.tile).collect();
    let full = if let Shape::Pairs { full, .. } = shape { full } else { &tiles.full };
    let natural = full.kinds().or(Meld::counts(tiles.melds).kinds()).or(fixed);
    let honours = Suit::Honours.mask();
    if natural.within(honours) {
        return (Some(&p::ALL_HONOURS), honours);
    }
    let suit = Suit::NUMBERED.map(Suit::mask).into_iter().find(|suit| natural.within(suit.or(honours)));
    match suit {
        Some(suit) if natural.within(suit) => (Some(&p::ONE_SUIT), suit),
        Some(suit) => (Some(&p::MIXED_SUIT), suit.or(honours)),
        None => (None, TileSet::PLAYED),
    }
}

/// The reading in words: fixed sets first, then the rest in a way that keeps the colour.
fn words(tiles: &Tiles<'_>, candidate: &Candidate) -> String {
    let (fixed, rest, wilds) = match &candidate.shape {
        Shape::Sets { fixed, rest, wilds, .. } => (fixed, rest, wilds),
        Shape::Pairs { full, wilds } => {
            return full.seven_pairs_reading(*wilds).map_or_else(String::new, |pairs| pairs.to_string());
        }
    };
    let (_, kinds) = colour(tiles, &candidate.shape);
    let mut found: Option<Reading> = None;
    let _ = rest.each_reading(tiles.melds.len() + fixed.len(), *wilds, |reading| {
        if reading.tiles().all(|(tile, _)| kinds.contains(tile)) {
            found = Some(*reading);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    let mut words: Vec<String> = fixed.iter().map(ToString::to_string).collect();
    words.extend(found.map(|reading| reading.to_string()));
    words.join(" ")
}
