//! How a complete hand can be read (牌型拆解): every way to see it as sets and a pair, for explaining a win.
//!
//! The readings are found by trying, tile by tile, and share nothing with the table that answers yes or no: each is a
//! check on the other. Which reading scores most is for `rules`.

use super::Hand;
use super::complete::{SETS, open_sets};
use crate::tile::{Counts, Tile, TileSet};
use std::fmt;
use std::ops::ControlFlow;

/// The most readings that are looked at. Four wilds and ten tiles of one suit stay below it.
pub const MOST_READINGS: usize = 10_000;

/// The most wild tiles a hand can be read with: a wild kind has four copies.
pub const MOST_WILDS: usize = 4;

/// A run or a triplet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetKind {
    /// 顺子: three ranks in a row.
    Run,
    /// 刻子: three alike.
    Triplet,
}

/// Three tiles of a hand that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set {
    /// The lowest tile of a run, the tile of a triplet.
    pub tile: Tile,
    /// What it is.
    pub kind: SetKind,
    /// Bit `k` is set where a wild stands for the tile at position `k`, 0..3; the wilds of a triplet come last.
    pub wilds: u8,
}

/// Two tiles alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The kind.
    pub tile: Tile,
    /// How many of the two are wilds.
    pub wilds: u8,
}

/// One way to read the concealed tiles of a hand as sets and a pair. Prints as `123m 4(5)6m 789p 234s 5(5)s`, a wild as
/// the tile it stands for in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reading {
    sets: [Option<Set>; SETS],
    /// The pair.
    pub pair: Pair,
}

/// All readings of a hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    /// In a fixed order: by the lowest tile that is read differently, pairs before triplets before runs.
    pub all: Vec<Reading>,
    /// Whether there are more than [`MOST_READINGS`], and the rest is left out.
    pub cut: bool,
}

/// A hand read as seven pairs, in the order of the tiles. Prints as `11m 33m 5(5)p ...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SevenPairs {
    /// The pairs; four of a kind are two of them.
    pub pairs: [Pair; 7],
}

impl Hand {
    /// Every way to read the hand and the wilds as `4 - melds` sets and a pair. None where the number of tiles is not
    /// `3 * (4 - melds) + 2`, or with more than [`MOST_WILDS`] wilds.
    pub fn readings(&self, melds: usize, wilds: usize) -> Readings {
        let mut found = Readings::default();
        let _ = self.each_reading(melds, wilds, |reading| {
            if found.all.len() == MOST_READINGS {
                found.cut = true;
                return ControlFlow::Break(());
            }
            found.all.push(*reading);
            ControlFlow::Continue(())
        });
        found
    }

    /// Shows every reading, each once, in the order of [`Readings::all`], until the visitor breaks off. Work is bounded:
    /// at most five choices in a row, each among a dozen or, for wilds alone, among all sets.
    pub fn each_reading(
        &self,
        melds: usize,
        wilds: usize,
        mut visit: impl FnMut(&Reading) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if wilds > MOST_WILDS {
            return ControlFlow::Continue(());
        }
        let Some(open) = open_sets(melds, self.len() + wilds) else { return ControlFlow::Continue(()) };
        let start = Search { left: self.counts(), kinds: self.kinds(), wilds, open, sets: [None; SETS], pair: None };
        start.go_on(None, &mut visit)
    }

    /// The hand as seven pairs, if it is: singles are paired with wilds first; wilds left over pair with each other and
    /// join the lowest pairs, which makes quads of them.
    pub fn seven_pairs_reading(&self, wilds: usize) -> Option<SevenPairs> {
        if self.len().checked_add(wilds)? != 2 * 7 {
            return None;
        }
        let (mut pairs, mut left) = (Vec::with_capacity(7), wilds);
        for (tile, n) in self.counts().iter() {
            pairs.extend((0..n / 2).map(|_| Pair { tile, wilds: 0 }));
            if n % 2 == 1 {
                left = left.checked_sub(1)?;
                pairs.push(Pair { tile, wilds: 1 });
            }
        }
        let joined = self.kinds().iter().filter(|&tile| self.count(tile) <= 2);
        let apart = Tile::all().filter(|&tile| self.count(tile) == 0).flat_map(|tile| [tile; 2]);
        pairs.extend(joined.chain(apart).take(left / 2).map(|tile| Pair { tile, wilds: 2 }));
        pairs.sort_unstable();
        Some(SevenPairs { pairs: pairs.try_into().ok()? })
    }
}

/// A group that a reading is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Pair(Pair),
    Set(Set),
}

/// What is still to be read, and what is read so far.
#[derive(Clone, Copy)]
struct Search {
    left: Counts,
    /// The kinds that are left.
    kinds: TileSet,
    wilds: usize,
    open: usize,
    sets: [Option<Set>; SETS],
    pair: Option<Pair>,
}

impl Search {
    /// Reads the lowest tile left in every way. Groups with the same lowest natural tile (none, for groups of wilds) are
    /// taken in rising order, from `last` on, so that no reading comes up twice.
    fn go_on(
        self,
        last: Option<(Option<Tile>, Group)>,
        visit: &mut impl FnMut(&Reading) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let lowest = self.kinds.iter().next();
        let mut try_group = |group: Group| match self.with(group) {
            Some(next) if last.is_none_or(|(tile, before)| tile != lowest || group >= before) => {
                next.go_on(Some((lowest, group)), visit)
            }
            _ => ControlFlow::Continue(()),
        };
        match (lowest, self.pair) {
            (Some(tile), _) => groups_with(tile).try_for_each(try_group),
            (None, Some(pair)) if self.open == 0 => {
                let mut sets = self.sets;
                sets.sort_unstable_by_key(|set| (set.is_none(), *set));
                visit(&Reading { sets, pair })
            }
            (None, _) => groups_of_wilds().try_for_each(&mut try_group),
        }
    }

    /// What is left once this group is read, if the tiles and wilds for it are there.
    fn with(mut self, group: Group) -> Option<Search> {
        match group {
            Group::Pair(pair) => {
                for at in 0..2 {
                    self.spend(pair.tile, at >= 2 - pair.wilds)?;
                }
                if self.pair.replace(pair).is_some() {
                    return None;
                }
            }
            Group::Set(set) => {
                self.open = self.open.checked_sub(1)?;
                for (tile, wild) in set.tiles() {
                    self.spend(tile, wild)?;
                }
                *self.sets.iter_mut().find(|place| place.is_none())? = Some(set);
            }
        }
        Some(self)
    }

    fn spend(&mut self, tile: Tile, wild: bool) -> Option<()> {
        if wild {
            self.wilds = self.wilds.checked_sub(1)?;
            return Some(());
        }
        self.left.take(tile).then_some(())?;
        if self.left.of(tile) == 0 {
            self.kinds.remove(tile);
        }
        Some(())
    }
}

/// Every group in which this is the lowest natural tile.
fn groups_with(tile: Tile) -> impl Iterator<Item = Group> {
    /// How many ranks below the tile a run begins, and which of its tiles are wilds.
    const RUNS: [(u8, u8); 7] = [(0, 0b000), (0, 0b010), (0, 0b100), (0, 0b110), (1, 0b001), (1, 0b101), (2, 0b011)];
    let pairs = (0..2).map(move |wilds| Group::Pair(Pair { tile, wilds }));
    let triplets = [0b000, 0b100, 0b110].map(|wilds| Group::Set(Set { tile, kind: SetKind::Triplet, wilds }));
    let runs = RUNS.into_iter().filter_map(move |(below, wilds)| {
        let lowest = Tile::of(tile.suit(), tile.rank().checked_sub(below)?)?;
        run_from(lowest, wilds)
    });
    pairs.chain(triplets).chain(runs)
}

/// Every group that wilds alone can be.
fn groups_of_wilds() -> impl Iterator<Item = Group> {
    let pairs = Tile::all().map(|tile| Group::Pair(Pair { tile, wilds: 2 }));
    let triplets = Tile::all().map(|tile| Group::Set(Set { tile, kind: SetKind::Triplet, wilds: 0b111 }));
    pairs.chain(triplets).chain(Tile::all().filter_map(|tile| run_from(tile, 0b111)))
}

/// The run with this lowest tile, if the suit and rank allow one.
fn run_from(tile: Tile, wilds: u8) -> Option<Group> {
    tile.up(2).map(|_| Group::Set(Set { tile, kind: SetKind::Run, wilds }))
}

impl Set {
    /// The three tiles, and whether a wild stands for each.
    pub fn tiles(&self) -> impl Iterator<Item = (Tile, bool)> {
        let Set { tile, kind, wilds } = *self;
        (0..3).filter_map(move |at| {
            let tile = if kind == SetKind::Run { tile.up(at)? } else { tile };
            Some((tile, wilds >> at & 1 == 1))
        })
    }
}

impl Pair {
    /// The two tiles, and whether a wild stands for each.
    pub fn tiles(&self) -> impl Iterator<Item = (Tile, bool)> {
        let Pair { tile, wilds } = *self;
        (0..2).map(move |at| (tile, at + wilds >= 2))
    }
}

impl Reading {
    /// The sets, by their lowest tiles.
    pub fn sets(&self) -> impl Iterator<Item = &Set> {
        self.sets.iter().flatten()
    }

    /// The tiles as read, wilds as what they stand for; each with whether it is a wild.
    pub fn tiles(&self) -> impl Iterator<Item = (Tile, bool)> {
        self.sets().flat_map(Set::tiles).chain(self.pair.tiles())
    }
}

/// Writes the tiles of a group, all of one suit, with the wilds in brackets.
fn write_group(f: &mut fmt::Formatter<'_>, tiles: impl Iterator<Item = (Tile, bool)>) -> fmt::Result {
    let mut suit = None;
    for (tile, wild) in tiles {
        if wild {
            write!(f, "({})", tile.rank())?;
        } else {
            write!(f, "{}", tile.rank())?;
        }
        suit = Some(tile.suit());
    }
    suit.map_or(Ok(()), |suit| write!(f, "{}", suit.letter()))
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
        self.sets().try_for_each(|set| write!(f, "{set} "))?;
        write!(f, "{}", self.pair)
    }
}

impl fmt::Display for SevenPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, pair) in self.pairs.iter().enumerate() {
            write!(f, "{}{pair}", if at == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}
