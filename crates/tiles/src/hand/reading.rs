//! Readings of a complete hand (牌型拆解): its sets and its pair, or its seven pairs. They explain a win.
//!
//! [`super::search`] finds the readings; `rules` decides which of them scores most.

use super::complete::SETS;
use crate::tile::Tile;
use std::fmt::{self, Write};

/// A run or a triplet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetKind {
    /// 顺子: three ranks in a row.
    Run,
    /// 刻子: three equal tiles.
    Triplet,
}

/// Three tiles that form a run or a triplet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set {
    /// The lowest tile of a run, or the tile of a triplet.
    pub tile: Tile,
    /// Run or triplet.
    pub kind: SetKind,
    /// Bit `k` is set if a wild replaces the tile at position `k`, 0..3; the wilds of a triplet come last.
    pub wilds: u8,
}

/// Two equal tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The kind.
    pub tile: Tile,
    /// The number of wilds among the two.
    pub wilds: u8,
}

/// One way to read the concealed tiles of a hand as sets and a pair. Prints as `123m 4(5)6m 789p 234s 5(5)s`, with a
/// wild in brackets as the tile that it replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reading {
    pub(super) sets: [Option<Set>; SETS],
    /// The pair.
    pub pair: Pair,
}

/// All readings of a hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    /// The readings, in an order that depends on the tiles alone.
    pub all: Vec<Reading>,
    /// True if there are more than [`super::MOST_READINGS`]; the rest is left out.
    pub cut: bool,
}

/// A hand read as seven pairs, in the order of the tiles. Prints as `11m 33m 5(5)p ...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SevenPairs {
    /// The pairs; four of a kind are two of them.
    pub pairs: [Pair; 7],
}

impl Set {
    /// The three tiles, each with `true` if a wild replaces it.
    pub fn tiles(&self) -> impl Iterator<Item = (Tile, bool)> {
        let Set { tile, kind, wilds } = *self;
        (0..3).filter_map(move |at| {
            let tile = if kind == SetKind::Run { tile.up(at)? } else { tile };
            Some((tile, wilds >> at & 1 == 1))
        })
    }
}

impl Pair {
    /// The two tiles, each with `true` if a wild replaces it.
    pub fn tiles(&self) -> impl Iterator<Item = (Tile, bool)> {
        let Pair { tile, wilds } = *self;
        (0..2_u8).map(move |at| (tile, wilds.saturating_add(at) >= 2))
    }
}

impl Reading {
    /// The sets, by their lowest tiles.
    pub fn sets(&self) -> impl Iterator<Item = &Set> {
        self.sets.iter().flatten()
    }

    /// The tiles as read, each with `true` if a wild replaces it.
    pub fn tiles(&self) -> impl Iterator<Item = (Tile, bool)> {
        self.sets().flat_map(Set::tiles).chain(self.pair.tiles())
    }
}

/// Writes the tiles of a group, all of one suit, with the wilds in brackets.
fn write_group(f: &mut fmt::Formatter<'_>, tiles: impl Iterator<Item = (Tile, bool)>) -> fmt::Result {
    let mut suit = None;
    for (tile, wild) in tiles {
        if wild {
            write!(f, "({})", tile.digit())?;
        } else {
            f.write_char(tile.digit())?;
        }
        suit = Some(tile.suit());
    }
    suit.map_or(Ok(()), |suit| f.write_char(suit.letter()))
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_group(f, self.tiles())
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_group(f, self.tiles())
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for set in self.sets() {
            set.fmt(f)?;
            f.write_char(' ')?;
        }
        self.pair.fmt(f)
    }
}

impl fmt::Display for SevenPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, pair) in self.pairs.iter().enumerate() {
            if at > 0 {
                f.write_char(' ')?;
            }
            pair.fmt(f)?;
        }
        Ok(())
    }
}
