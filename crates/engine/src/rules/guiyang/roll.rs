//! 前后鸡, 滚筒鸡: the tiles opened during play (MG-roll).

use super::clauses as c;
use super::options::{Options, RollJi};
use crate::rules::{Flip, Missing, Open};
use crate::table::{Fill, Table};
use caipan_tiles::tile::Tile;

/// The place of the first opened tile, counted from the end of the wall; each later one lies two nearer the head.
const FIRST: usize = 6;
const STEP: usize = 2;

/// The most unknown opened tiles of which every combination is listed.
const LISTED: usize = 2;

/// The tiles that should have been opened so far: one after the deal, and one after each kong if its tile was still in
/// the wall after the replacement.
fn count(table: &Table) -> usize {
    table.kong_walls.iter().fold(1, |opened, &left| {
        let there = usize::from(left) > place_from_end(opened);
        opened + usize::from(there)
    })
}

/// The place of the tile that is opened as this number, counted from the end of the wall.
const fn place_from_end(opened: usize) -> usize {
    FIRST + STEP * opened
}

/// The tile to open now, if one is due. It stays in the wall.
pub fn due(options: &Options, table: &Table) -> Option<Flip> {
    if options.roll_ji() == RollJi::Off || table.rolls.len() >= count(table) {
        return None;
    }
    let place = table.wall.left().checked_sub(place_from_end(table.rolls.len()))?;
    Some(Flip { tile: table.wall.tiles_from_head().nth(place), clause: &c::ROLL })
}

/// The opened tiles that count but that the log leaves out.
pub fn open(options: &Options, table: &Table) -> Option<Open> {
    let missing = count(table).saturating_sub(table.rolls.len());
    let missing = match options.roll_ji() {
        RollJi::Off => 0,
        RollJi::Last => missing.min(1),
        RollJi::KeepAll => missing,
    };
    let mut all: Vec<Vec<Tile>> = vec![table.rolls.clone()];
    for _ in 0..missing.min(LISTED) {
        let with = |known: &Vec<Tile>| {
            let known = known.clone();
            table.deck.kinds().iter().map(move |tile| known.iter().copied().chain([tile]).collect()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    let open = || Open::of(Missing::Flip, all.into_iter().map(Fill::Rolls));
    (missing > 0).then(|| Open { partial: missing > LISTED, ..open() })
}
