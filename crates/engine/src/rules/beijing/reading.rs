//! The best reading (最佳读法): the one of highest value among all assignments of wilds and all divisions into sets. BJ-8u.
//!
//! It is found without enumeration. For each required part (a dragon, the caught five, the run or the pair that the
//! winning tile completes) its tiles are fixed, wilds fill its gaps, and a table lookup decides whether the rest is
//! complete. `fans` names the fans of such a candidate, `wait` the parts that the winning tile can complete.

use super::options::{DragonScope, Options};
use super::rest::{FixedPair, Rest};
use super::{fan_table, fans, orphans, patterns as p, wait};
use crate::rules::{Hits, Pattern};
use caipan_tiles::hand::{Hand, Reading, Set, SetKind};
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Meld, MeldKind, Suit, Tile, TileSet};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// 五万.
pub const FIVE: TileSet = TileSet::from_bits(1 << 4);

/// The tiles to read.
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
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
    /// True if it is the winner's own.
    pub own: bool,
    /// True if it is the last live tile, self-drawn.
    pub last: bool,
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
pub struct Candidate {
    /// Its division.
    pub shape: Shape,
    /// True if the winning tile is the caught five.
    pub five: bool,
    /// The fan of the wait that the winning tile ends, with its number.
    pub wait: Option<(&'static Pattern, i64)>,
    /// Its fans of the hand.
    pub hits: Hits,
    /// The kinds that its tiles may be of.
    pub kinds: TileSet,
    /// If there are any, one of its tiles is of these kinds.
    pub among: TileSet,
}

/// The fixed sets: the runs of a dragon, that of the caught five, that of the winning tile.
pub type Fixed = InlineVec<Set, 4>;

/// The division of a hand.
#[derive(Clone)]
pub enum Shape {
    /// Sets and a pair.
    Sets(Sets),
    /// Seven pairs, with the number of kinds of which there are four.
    Pairs { full: Hand, wilds: usize, quads: usize },
    /// Thirteen orphans.
    Orphans,
}

/// Sets and a pair, some of them fixed.
#[derive(Clone)]
pub struct Sets {
    /// The suit of the dragon.
    pub dragon: Option<Suit>,
    /// The fixed sets.
    pub fixed: Fixed,
    /// The pair, if it is fixed.
    pub pair: Option<FixedPair>,
    /// The other tiles.
    pub rest: Rest,
}

impl Candidate {
    fn new(shape: Shape) -> Candidate {
        let (kinds, among) = (TileSet::PLAYED, TileSet::EMPTY);
        Candidate { shape, five: false, wait: None, hits: Hits::new(), kinds, among }
    }
}

/// The best reading, if there is one.
pub fn best(options: &Options, tiles: &Tiles<'_>) -> Option<Best> {
    let mut candidates = ranked(options, tiles).into_iter();
    let best = candidates.next()?;
    let equal = |one: &Candidate| fan_table::combined(options, &one.hits) == fan_table::combined(options, &best.hits);
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
        if orphans::wins(options, &tiles.full, tiles.wild, tiles.wilds) {
            candidates.push(Candidate::new(Shape::Orphans));
        }
    }
    for at in 0..candidates.len() {
        if let Some(other) = fans::complete(options, tiles, &mut candidates[at]) {
            candidates.push(other);
        }
    }
    candidates.retain(|candidate| avoids_dragon(options, tiles, candidate));
    // Equal values are ordered by the rule sheet.
    let rank = |hits: &Hits| -> InlineVec<usize, 6> { hits.iter().map(|hit| place(hit.pattern)).collect() };
    candidates.sort_by_key(|one| (Reverse(fan_table::combined(options, &one.hits)), rank(&one.hits)));
    candidates.dedup_by_key(|one| rank(&one.hits));
    candidates
}

/// The position of a fan on the rule sheet.
pub fn place(pattern: &Pattern) -> usize {
    p::ALL.iter().position(|known| known.id == pattern.id).unwrap_or(p::ALL.len())
}

/// Adds the readings as sets and a pair: without a dragon and with one of each suit, and of triplets only; each with and
/// without the caught five, and with each wait that the winning tile can end.
fn sets(options: &Options, tiles: &Tiles<'_>, candidates: &mut Vec<Candidate>) {
    let may_catch = is_five(options, tiles);
    for dragon in [None].into_iter().chain(Suit::NUMBERED.map(Some)) {
        if tiles.in_dragon && dragon != Some(tiles.tile.suit()) {
            continue;
        }
        let runs = dragon.map_or([None; 3], |suit| dragon_runs(options, tiles, suit));
        let Some(base) = fix(tiles, dragon, runs.into_iter().flatten(), false) else { continue };
        if tiles.in_dragon && !base.fixed.iter().any(|set| set.tiles().any(|(tile, _)| tile == tiles.tile)) {
            continue;
        }
        if !base.rest.completes() {
            continue;
        }
        if let Some(caught) = may_catch.then(|| catch(tiles, &base)).flatten()
            && waits_only_five(options, tiles)
        {
            candidates.push(Candidate { five: true, ..Candidate::new(Shape::Sets(caught)) });
        }
        with_waits(options, tiles, base, candidates);
    }
    if let Some(base) = triplets(options, tiles) {
        with_waits(options, tiles, base, candidates);
    }
}

/// Adds the readings of this division: unchanged, and with each wait that the winning tile can end.
fn with_waits(options: &Options, tiles: &Tiles<'_>, base: Sets, candidates: &mut Vec<Candidate>) {
    for (wait, sets) in wait::ended(options, tiles, &base) {
        candidates.push(Candidate { wait: Some(wait), ..Candidate::new(Shape::Sets(sets)) });
    }
    candidates.push(Candidate::new(Shape::Sets(base)));
}

/// The division into triplets, if the house counts them and the tiles allow it (MB-triplets).
fn triplets(options: &Options, tiles: &Tiles<'_>) -> Option<Sets> {
    let rest = Rest { triplets: true, ..whole(tiles) };
    let apart = tiles.in_dragon || tiles.melds.iter().any(|meld| meld.kind == MeldKind::Chow);
    let holds = !apart && rest.completes() && options.fan_triplets().0 > 1;
    holds.then(|| Sets { dragon: None, fixed: Fixed::new(), pair: None, rest })
}

/// Adds the readings as seven pairs: unchanged, and with the winning tile in a pair of fives. A drawn wild can be that
/// five beside a five or beside another wild.
fn pairs(options: &Options, tiles: &Tiles<'_>, candidates: &mut Vec<Candidate>) {
    let (mut full, mut wilds) = (tiles.full, tiles.wilds);
    if !full.is_seven_pairs(wilds) {
        return;
    }
    let mut add = |full: Hand, wilds: usize, five: bool| {
        let each = fans::quads(options, tiles, &full, wilds);
        let of = |quads| Candidate { five, ..Candidate::new(Shape::Pairs { full, wilds, quads }) };
        candidates.extend(each.rev().map(of));
    };
    add(full, wilds, false);
    if !is_five(options, tiles) {
        return;
    }
    if tiles.tile_is_wild {
        FIVE.iter().for_each(|five| full.add(five));
        wilds = wilds.saturating_sub(1);
    }
    if full.is_seven_pairs(wilds) && waits_only_five(options, tiles) {
        add(full, wilds, true);
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

/// All concealed tiles, nothing fixed.
pub fn whole(tiles: &Tiles<'_>) -> Rest {
    Rest { hand: tiles.full, wilds: tiles.wilds, sets: tiles.melds.len(), paired: false, triplets: false }
}

/// Fixes these runs, with wilds for missing tiles and, if `five_is_wild`, for the five of characters.
fn fix(
    tiles: &Tiles<'_>,
    dragon: Option<Suit>,
    lowest: impl Iterator<Item = Tile>,
    five_is_wild: bool,
) -> Option<Sets> {
    let mut rest = whole(tiles);
    let as_wild = if five_is_wild { FIVE } else { TileSet::EMPTY };
    let mut fixed = Fixed::new();
    for lowest in lowest {
        fixed.push(rest.fix_run(lowest, as_wild)?);
    }
    Some(Sets { dragon, fixed, pair: None, rest })
}

/// Fixes the run 456 of characters as well, in the concealed tiles and with the winning tile. `None` if impossible.
fn catch(tiles: &Tiles<'_>, base: &Sets) -> Option<Sets> {
    let four = Tile::of(Suit::Characters, 4)?;
    let there = base.fixed.iter().any(|set| set.tile == four);
    let lowest = base.fixed.iter().map(|set| set.tile).chain((!there).then_some(four));
    fix(tiles, base.dragon, lowest, tiles.tile_is_wild).filter(|sets| sets.rest.completes())
}

/// True if the winning tile can be the caught five: a real one, or a drawn wild if the house rules allow it (BJ-8g).
fn is_five(options: &Options, tiles: &Tiles<'_>) -> bool {
    FIVE.contains(tiles.tile) || tiles.tile_is_wild && options.catch_five_wild()
}

/// True if no other kind would have won. A wild always would, so it is not counted.
fn waits_only_five(options: &Options, tiles: &Tiles<'_>) -> bool {
    !options.catch_five_only_wait() || tiles.waits_only_on(FIVE)
}

impl Tiles<'_> {
    /// True if no kind but these, and the wild kind, would have won.
    pub fn waits_only_on(&self, kinds: TileSet) -> bool {
        let wild: TileSet = self.wild.into_iter().collect();
        (self.waits)().minus(wild).within(kinds)
    }
}

/// The tiles in plain order, wilds last, for a win that is not read as sets.
pub fn all_tiles(tiles: &Tiles<'_>) -> String {
    let wilds = tiles.wild.into_iter().flat_map(|tile| std::iter::repeat_n(tile, tiles.wilds));
    tiles.full.tiles().chain(wilds).collect::<caipan_tiles::tile::Tiles>().to_string()
}

/// The reading in words: fixed sets first, then the rest in a way that keeps the required parts.
fn words(tiles: &Tiles<'_>, candidate: &Candidate) -> String {
    let sets = match &candidate.shape {
        Shape::Sets(sets) => sets,
        Shape::Pairs { full, wilds, .. } => {
            return full.seven_pairs_reading(*wilds).map_or_else(String::new, |pairs| pairs.to_string());
        }
        Shape::Orphans => return all_tiles(tiles),
    };
    let found = find(sets, candidate, |_| true);
    let mut words: Vec<String> = sets.fixed.iter().map(ToString::to_string).collect();
    words.extend(found.map(|reading| reading.to_string()));
    words.join(" ")
}

/// Returns a reading of the tiles that are not fixed, with the required parts of the candidate.
fn find(sets: &Sets, candidate: &Candidate, suits: impl Fn(&Reading) -> bool) -> Option<Reading> {
    let Sets { pair, rest, .. } = sets;
    // A fixed pair goes back among the tiles, and the reading is one that has it.
    let (mut hand, mut wilds) = (rest.hand, rest.wilds);
    if let Some(pair) = pair {
        wilds += pair.wilds;
        pair.tile.into_iter().for_each(|tile| (pair.wilds..2).for_each(|_| hand.add(tile)));
    }
    let fits = |reading: &Reading| {
        let has_pair = pair.is_none_or(|pair| {
            pair.tile.is_none_or(|tile| tile == reading.pair.tile) && usize::from(reading.pair.wilds) >= pair.wilds
        });
        let triplets = !rest.triplets || reading.sets().all(|set| set.kind == SetKind::Triplet);
        let all = |kinds: TileSet| reading.tiles().all(|(tile, _)| kinds.contains(tile));
        let any = |kinds: TileSet| reading.tiles().any(|(tile, _)| kinds.contains(tile));
        has_pair
            && triplets
            && suits(reading)
            && all(candidate.kinds)
            && (candidate.among.is_empty() || any(candidate.among))
    };
    let mut found: Option<Reading> = None;
    let _ = hand.each_reading(rest.sets, wilds, |reading| {
        if fits(reading) {
            found = Some(*reading);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

/// True unless the candidate has no dragon, but every reading of it has one of the wild suit that counts for no more than
/// 无混, which it replaces. That takes a declared 混儿悠, which makes 无混 of a hand with wilds.
fn avoids_dragon(options: &Options, tiles: &Tiles<'_>, candidate: &Candidate) -> bool {
    let Shape::Sets(sets) = &candidate.shape else { return true };
    let suit = tiles.wild.map(Tile::suit).filter(|_| sets.dragon.is_none() && tiles.as_without_wilds);
    let Some(suit) = suit.filter(|_| options.fan_wild_dragon().0 <= options.fan_no_wild().0) else { return true };
    let melded = |lowest: Tile| {
        let chow = tiles.melds.iter().any(|meld| meld.kind == MeldKind::Chow && meld.tile == lowest);
        chow && options.dragon_scope() == DragonScope::WholeHand
    };
    let has_none = |reading: &Reading| {
        let there = |lowest: Tile| {
            let read = sets.fixed.iter().chain(reading.sets());
            melded(lowest) || read.filter(|set| set.kind == SetKind::Run).any(|set| set.tile == lowest)
        };
        [1, 4, 7].into_iter().any(|rank| Tile::of(suit, rank).is_none_or(|lowest| !there(lowest)))
    };
    find(sets, candidate, has_none).is_some()
}
