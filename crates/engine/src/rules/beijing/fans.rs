//! The fans of the tiles in one reading, with the numbers of the house's fan table. BJ-8, MB-fan.

use super::options::{DragonWilds, Options, WildDragon};
use super::reading::{Candidate, Sets, Shape, Tiles, place};
use super::{fan_table, patterns as p};
use crate::rules::{Hit, Hits, Pattern};
use caipan_tiles::hand::{Hand, Set};
use caipan_tiles::tile::{Meld, MeldKind, Suit, Tile, TileSet};
use std::ops::RangeInclusive;

/// Writes the fans of the candidate. Returns the candidate with its wilds in another colour, if that is worth as much or
/// more.
pub fn complete(options: &Options, tiles: &Tiles<'_>, candidate: &mut Candidate) -> Option<Candidate> {
    if let Shape::Orphans = candidate.shape {
        orphans(options, tiles, &mut candidate.hits);
        candidate.hits.sort_by_key(|hit| place(hit.pattern));
        return None;
    }
    of_shape(options, tiles, candidate);
    let colour = Colour::of(tiles, &candidate.shape);
    let other = colour.other(options, &candidate.shape).map(|mixed| {
        let mut other = candidate.clone();
        mixed.apply(options, &mut other);
        other
    });
    colour.apply(options, candidate);
    other
}

/// Thirteen orphans stand alone where fans multiply; where they add, the hand is concealed and may be without wilds.
fn orphans(options: &Options, tiles: &Tiles<'_>, hits: &mut Hits) {
    fan_table::push(hits, &p::ORPHANS, options.fan_orphans().0);
    if options.fan_mode() == super::options::FanMode::Add {
        concealed(options, tiles, hits);
        no_wild(options, tiles, hits);
    }
}

/// Adds 门清: no chow, pung or exposed kong.
fn concealed(options: &Options, tiles: &Tiles<'_>, hits: &mut Hits) {
    if tiles.melds.iter().all(|meld| meld.kind == MeldKind::KongConcealed) {
        fan_table::push(hits, &p::CONCEALED, options.fan_concealed().0);
    }
}

/// Adds 无混: no tile of the wild kind, where there are wilds at all.
fn no_wild(options: &Options, tiles: &Tiles<'_>, hits: &mut Hits) {
    if tiles.of_wild_kind == 0 && options.wild_use() {
        fan_table::push(hits, &p::NO_WILD, options.fan_no_wild().0);
    }
}

/// Adds every fan of the hand but its colour.
fn of_shape(options: &Options, tiles: &Tiles<'_>, candidate: &mut Candidate) {
    let Candidate { shape, five, wait, hits, .. } = candidate;
    let sets = if let Shape::Sets(sets) = shape { Some(sets) } else { None };
    if sets.is_some() || options.seven_pairs_concealed() {
        concealed(options, tiles, hits);
    }
    let dragon = sets.as_ref().and_then(|sets| sets.dragon);
    // In a dragon of the wild suit, only a wild can take the position of the wild kind.
    let own_suit = dragon.is_some() && tiles.wild.map(Tile::suit) == dragon;
    let alone = || {
        let outside = || options.wild_dragon_wilds() == DragonWilds::OwnPlace;
        let natural_place = options.wild_dragon() == WildDragon::NaturalPlace;
        natural_place || sets.as_ref().is_some_and(|sets| only_in_own_place(tiles, sets)) && outside()
    };
    let wild_dragon = own_suit && (tiles.of_wild_kind == 1 || alone()) && options.fan_wild_dragon().0 > 1;
    no_wild(options, tiles, hits);
    if tiles.of_wild_kind > 0 && tiles.as_without_wilds && !wild_dragon {
        fan_table::push(hits, &p::AS_NO_WILD, options.fan_no_wild().0);
    }
    if *five {
        fan_table::push(hits, &p::CATCH_FIVE, options.fan_catch_five().0);
    }
    if wild_dragon {
        fan_table::push(hits, &p::WILD_DRAGON, options.fan_wild_dragon().0);
    } else if dragon.is_some() {
        fan_table::push(hits, &p::DRAGON, options.fan_dragon().0);
    }
    match shape {
        Shape::Pairs { quads: 0, .. } => fan_table::push(hits, &p::SEVEN_PAIRS, options.fan_seven_pairs().0),
        Shape::Pairs { quads, .. } => {
            let more = if options.luxury_per_quad() { (*quads - 1).min(2) } else { 0 };
            fan_table::push(hits, &p::LUXURY, p::LUXURY.value << more);
        }
        Shape::Sets(sets) if sets.rest.triplets => {
            fan_table::push(hits, &p::TRIPLETS, options.fan_triplets().0);
        }
        Shape::Sets(_) | Shape::Orphans => {}
    }
    if tiles.melds.len() == 4 {
        fan_table::push(hits, &p::SINGLE_WAIT, options.fan_single_wait().0);
    }
    if let Some((pattern, number)) = *wait {
        fan_table::push(hits, pattern, number);
    }
}

/// True if the only wild in the dragon is the one in its own place (MB-wild-dragon).
fn only_in_own_place(tiles: &Tiles<'_>, sets: &Sets) -> bool {
    let of_dragon = |set: &&Set| Some(set.tile.suit()) == sets.dragon && [1, 4, 7].contains(&set.tile.rank());
    let elsewhere = |(tile, wild): (Tile, bool)| wild && Some(tile) != tiles.wild;
    !sets.fixed.iter().filter(of_dragon).flat_map(Set::tiles).any(elsewhere)
}

/// The numbers of kinds with four alike that seven pairs can be read with. Wilds count among them if the house rules say
/// so: one that joins three alike always makes four.
pub fn quads(options: &Options, tiles: &Tiles<'_>, full: &Hand, wilds: usize) -> RangeInclusive<usize> {
    let natural = tiles.full.quads_as_pairs();
    if options.luxury_wild_ok() { joined(full)..=natural.max(full.seven_pairs_quads(wilds)) } else { natural..=natural }
}

/// The number of kinds held three times or more.
fn joined(full: &Hand) -> usize {
    full.kinds().iter().filter(|&tile| full.count(tile) >= 3).count()
}

/// The colour of a reading.
struct Colour {
    /// Its fan, if it has one.
    fan: Option<&'static Pattern>,
    /// The kinds that a reading of this colour may hold.
    kinds: TileSet,
    /// If there are any, the reading must hold one of these.
    among: TileSet,
}

impl Colour {
    /// The colour of the natural and the fixed tiles. Wilds in a set with natural tiles share their suit; sets of wilds
    /// alone take any. A fixed run counts with its suit even if it consists of wilds only.
    fn of(tiles: &Tiles<'_>, shape: &Shape) -> Colour {
        let natural = natural(tiles, shape);
        let honours = Suit::Honours.mask();
        let of = |fan, kinds| Colour { fan, kinds, among: TileSet::EMPTY };
        if natural.within(honours) {
            return of(Some(&p::ALL_HONOURS), honours);
        }
        let suit = Suit::NUMBERED.map(Suit::mask).into_iter().find(|suit| natural.within(suit.or(honours)));
        match suit {
            Some(suit) if natural.within(suit) => of(Some(&p::ONE_SUIT), suit),
            Some(suit) => of(Some(&p::MIXED_SUIT), suit.or(honours)),
            None => of(None, TileSet::PLAYED),
        }
    }

    /// One suit and honours in place of this colour: a set or a pair of wilds alone is of the other kind. `None` if that
    /// is worth less.
    fn other(&self, options: &Options, shape: &Shape) -> Option<Colour> {
        let pure = self.fan.filter(|fan| fan.id != p::MIXED_SUIT.id)?;
        let spare = match shape {
            Shape::Sets(sets) => sets.rest.can_spare_wilds() || sets.pair.is_some_and(|pair| pair.tile.is_none()),
            Shape::Pairs { full, wilds, quads } => spare_pair(full, *wilds, *quads),
            Shape::Orphans => false,
        };
        if !spare || options.fan_mixed_suit().0 < number(options, pure) || !options.tiles_honours() {
            return None;
        }
        let honours = Suit::Honours.mask();
        let (kinds, among) = if pure.id == p::ONE_SUIT.id {
            (self.kinds.or(honours), honours)
        } else {
            let suit = Suit::Characters.mask();
            (honours.or(suit), suit)
        };
        Some(Colour { fan: Some(&p::MIXED_SUIT), kinds, among })
    }

    /// Reads the candidate in this colour.
    fn apply(&self, options: &Options, candidate: &mut Candidate) {
        if let Some(fan) = self.fan {
            fan_table::push(&mut candidate.hits, fan, number(options, fan));
        }
        candidate.hits.sort_by_key(|hit: &Hit| place(hit.pattern));
        (candidate.kinds, candidate.among) = (self.kinds, self.among);
    }
}

/// The number of a colour.
fn number(options: &Options, colour: &Pattern) -> i64 {
    match colour.id {
        id if id == p::ALL_HONOURS.id => options.fan_honours().0,
        id if id == p::ONE_SUIT.id => options.fan_one_suit().0,
        _ => options.fan_mixed_suit().0,
    }
}

/// The kinds of the natural and the fixed tiles.
fn natural(tiles: &Tiles<'_>, shape: &Shape) -> TileSet {
    let fixed: TileSet = match shape {
        Shape::Sets(sets) => sets.fixed.iter().map(|set| set.tile).collect(),
        Shape::Pairs { .. } | Shape::Orphans => TileSet::EMPTY,
    };
    let full = if let Shape::Pairs { full, .. } = shape { full } else { &tiles.full };
    full.kinds().or(Meld::counts(tiles.melds).kinds()).or(fixed)
}

/// True if two wilds are a pair of their own, beside those that make four alike.
fn spare_pair(full: &Hand, wilds: usize, quads: usize) -> bool {
    let odd = full.kinds().iter().filter(|&tile| full.count(tile) % 2 == 1).count();
    wilds.saturating_sub(odd) / 2 > quads.saturating_sub(joined(full))
}
