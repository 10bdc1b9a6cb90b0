//! The wait that the winning tile ends: 边, 卡, 吊 (MB-tight) and 混吊 (MB-wild-wait). The parts that show it are fixed.

use super::options::Options;
use super::patterns as p;
use super::reading::{FIVE, Fixed, Sets, Tiles, whole};
use super::rest::Rest;
use crate::rules::Pattern;
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Tile, TileSet};

/// A fan with its number.
type Wait = (&'static Pattern, i64);

/// The waits that the winning tile can end in a reading with these parts, each with its own parts fixed as well.
pub fn ended(options: &Options, tiles: &Tiles<'_>, base: &Sets) -> Vec<(Wait, Sets)> {
    let mut all = Vec::new();
    if tiles.as_without_wilds {
        return all;
    }
    if tiles.own && tiles.wilds > usize::from(tiles.tile_is_wild) {
        all.extend(wild(options, tiles, base));
    }
    if tiles.tile_is_wild || tiles.last {
        return all;
    }
    let tile = tiles.tile;
    let runs = if base.rest.triplets || !tile.is_numbered() { InlineVec::new() } else { runs(tile) };
    let mut found: InlineVec<(&'static Pattern, Option<Tile>), 4> =
        runs.iter().map(|&(pattern, lowest)| (pattern, Some(lowest))).collect();
    // A tile that must be in the dragon is not in the pair.
    if !tiles.in_dragon {
        found.push((&p::PAIR_WAIT, None));
    }
    for &(pattern, lowest) in &found {
        let number = number(options, tiles, pattern);
        let only = || tiles.waits_only_on([tile].into_iter().collect());
        if number > 1
            && let Some(sets) = fixed(tiles, base, lowest).filter(|_| only())
        {
            all.push(((pattern, number), sets));
        }
    }
    all
}

/// The runs that this tile completes at an edge or in the middle, by their lowest tile.
fn runs(tile: Tile) -> InlineVec<(&'static Pattern, Tile), 4> {
    let of = |rank: u8| Tile::of(tile.suit(), rank);
    let edge = match tile.rank() {
        3 => of(1),
        7 => of(7),
        _ => None,
    };
    let closed = if (2..=8).contains(&tile.rank()) { of(tile.rank() - 1) } else { None };
    let edge = edge.map(|lowest| (&p::EDGE_WAIT, lowest));
    edge.into_iter().chain(closed.map(|lowest| (&p::CLOSED_WAIT, lowest))).collect()
}

/// Fixes the run or the pair that the winning tile completes, then the other parts. `None` if the rest is not complete
/// then.
fn fixed(tiles: &Tiles<'_>, base: &Sets, lowest: Option<Tile>) -> Option<Sets> {
    // The run can be one of the dragon, which has the natural tile: wilds only fill gaps.
    if base.fixed.iter().any(|set| Some(set.tile) == lowest) {
        return Some(base.clone());
    }
    if tiles.in_dragon {
        return None;
    }
    let mut sets = base.anew(tiles);
    match lowest {
        Some(lowest) => {
            let run = sets.rest.fix_run(lowest, TileSet::EMPTY)?;
            sets.fixed.push(run);
        }
        None => sets.pair = Some(sets.rest.fix_pair(Some(tiles.tile), false)?),
    }
    sets.with_parts_of(base)
}

/// The number of an edge, closed or pair wait, 1 where another fan stands in its place.
fn number(options: &Options, tiles: &Tiles<'_>, pattern: &'static Pattern) -> i64 {
    let number = match pattern.id {
        id if id == p::EDGE_WAIT.id => options.fan_edge().0,
        id if id == p::CLOSED_WAIT.id => options.fan_closed().0,
        _ => options.fan_pair_wait().0,
    };
    let caught = || pattern.id == p::CLOSED_WAIT.id && FIVE.contains(tiles.tile) && options.fan_catch_five().0 > 1;
    let alone = || tiles.melds.len() == 4 && options.fan_single_wait().0 > 1;
    if number > 1 && (caught() || alone()) { 1 } else { number }
}

/// Fixes the pair of a wild and the tile drawn to it, a natural one or another wild, then the other parts.
fn wild(options: &Options, tiles: &Tiles<'_>, base: &Sets) -> Option<(Wait, Sets)> {
    let both = (&p::WILD_WILD, if tiles.tile_is_wild { options.fan_wild_wild().0 } else { 1 });
    let wait = if both.1 > 1 { both } else { (&p::WILD_SINGLE, options.fan_wild_single().0) };
    if wait.1 == 1 {
        return None;
    }
    let mut sets = base.anew(tiles);
    let tile = (!tiles.tile_is_wild).then_some(tiles.tile);
    sets.pair = Some(sets.rest.fix_pair(tile, true)?);
    Some((wait, sets.with_parts_of(base)?))
}

impl Sets {
    /// The same division with nothing fixed. A part with the winning tile is fixed first: it needs the natural tile.
    fn anew(&self, tiles: &Tiles<'_>) -> Sets {
        let rest = Rest { triplets: self.rest.triplets, ..whole(tiles) };
        Sets { dragon: self.dragon, fixed: Fixed::new(), pair: None, rest }
    }

    /// Fixes the parts of another division as well. `None` if the rest is not complete then.
    fn with_parts_of(mut self, base: &Sets) -> Option<Sets> {
        for set in &base.fixed {
            self.fixed.push(self.rest.fix_run(set.tile, TileSet::EMPTY)?);
        }
        self.rest.completes().then_some(self)
    }
}
