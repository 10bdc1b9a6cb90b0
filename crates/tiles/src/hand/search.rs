//! Exhaustive search for the readings of a complete hand.
//!
//! The search tries groups tile by tile and shares nothing with the table that tests completeness, so each checks the
//! other.

use super::complete::{SETS, open_sets};
use super::{Hand, Pair, Reading, Readings, Set, SetKind, SevenPairs};
use crate::tile::{Counts, Tile, TileSet};
use std::ops::ControlFlow;

/// Maximum number of readings collected. Four wilds and ten tiles of one suit stay below it.
pub const MOST_READINGS: usize = 10_000;

/// Maximum number of wild tiles in a hand: a wild kind has four copies.
pub const MOST_WILDS: usize = 4;

impl Hand {
    /// Returns every way to read the hand and the wilds as `4 - melds` sets and a pair. Empty if the number of tiles is
    /// not `3 * (4 - melds) + 2`, or with more than [`MOST_WILDS`] wilds.
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

    /// Visits every reading once, in the order of [`Readings::all`], until the visitor breaks. The work is bounded: at
    /// most five nested choices, each among a dozen groups or, for wilds alone, among all sets.
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

    /// Reads the hand as seven pairs, if possible. Wilds pair with singles first; the wilds left over pair with each
    /// other and join the lowest pairs, which makes quads.
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
        let apart = Tile::played().filter(|&tile| self.count(tile) == 0).flat_map(|tile| [tile; 2]);
        pairs.extend(joined.chain(apart).take(left / 2).map(|tile| Pair { tile, wilds: 2 }));
        pairs.sort_unstable();
        Some(SevenPairs { pairs: pairs.try_into().ok()? })
    }
}

/// A set or a pair within a reading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Pair(Pair),
    Set(Set),
}

/// The tiles still to be read and the groups found so far.
#[derive(Clone, Copy)]
struct Search {
    left: Counts,
    /// The kinds among the tiles left.
    kinds: TileSet,
    wilds: usize,
    open: usize,
    sets: [Option<Set>; SETS],
    pair: Option<Pair>,
}

impl Search {
    /// Reads the lowest tile left in every way. Groups with the same lowest natural tile (none, for groups of wilds)
    /// are taken in rising order, starting at `last`, so that no reading comes up twice.
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

    /// Returns the state after this group, if its tiles and wilds are available.
    fn with(mut self, group: Group) -> Option<Search> {
        match group {
            Group::Pair(pair) => {
                for (tile, wild) in pair.tiles() {
                    self.spend(tile, wild)?;
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

/// Returns every group in which this is the lowest natural tile.
fn groups_with(tile: Tile) -> impl Iterator<Item = Group> {
    /// The number of ranks below the tile at which a run begins, and the bit set of its wilds.
    const RUNS: [(u8, u8); 7] = [(0, 0b000), (0, 0b010), (0, 0b100), (0, 0b110), (1, 0b001), (1, 0b101), (2, 0b011)];
    let pairs = (0..2).map(move |wilds| Group::Pair(Pair { tile, wilds }));
    let triplets = [0b000, 0b100, 0b110].map(|wilds| Group::Set(Set { tile, kind: SetKind::Triplet, wilds }));
    let runs = RUNS.into_iter().filter_map(move |(below, wilds)| {
        let lowest = Tile::of(tile.suit(), tile.rank().checked_sub(below)?)?;
        run_from(lowest, wilds)
    });
    pairs.chain(triplets).chain(runs)
}

/// Returns every group that consists of wilds alone.
fn groups_of_wilds() -> impl Iterator<Item = Group> {
    let pairs = Tile::played().map(|tile| Group::Pair(Pair { tile, wilds: 2 }));
    let triplets = Tile::played().map(|tile| Group::Set(Set { tile, kind: SetKind::Triplet, wilds: 0b111 }));
    pairs.chain(triplets).chain(Tile::played().filter_map(|tile| run_from(tile, 0b111)))
}

/// Returns the run with this lowest tile, if the suit and rank allow one.
fn run_from(tile: Tile, wilds: u8) -> Option<Group> {
    tile.up(2).map(|_| Group::Set(Set { tile, kind: SetKind::Run, wilds }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::parse_tiles;

    fn hand(text: &str) -> Hand {
        parse_tiles(text).unwrap().into_iter().collect()
    }

    #[test]
    fn prints_readings() {
        for (text, melds, wilds, readings) in [
            ("123456m789p23455s", 0, 0, &["123m 456m 789p 234s 55s"][..]),
            ("111222333m55z", 1, 0, &["111m 222m 333m 55z", "123m 123m 123m 55z"]),
            ("46m55z", 3, 1, &["4(5)6m 55z"]),
            ("45m5z", 3, 2, &["45(6)m 5(5)z", "(3)45m 5(5)z"]),
            ("5z", 4, 1, &["5(5)z"]),
            ("12m5z", 3, 1, &[]),
            ("11m", 4, 5, &[]),
        ] {
            let found: Vec<String> = hand(text).readings(melds, wilds).all.iter().map(ToString::to_string).collect();
            assert_eq!(found, readings, "{text}");
        }
        assert_eq!(hand("").readings(4, 2).all.len(), crate::tile::PLAYED);
    }

    #[test]
    fn prints_seven_pairs() {
        for (text, wilds, reading) in [
            ("1133m5577p2255s77z", 0, Some("11m 33m 55p 77p 22s 55s 77z")),
            ("1111m5577p2255s7z", 1, Some("11m 11m 55p 77p 22s 55s 7(7)z")),
            ("1111m5577p2255s", 2, Some("11m 11m 55p (5)(5)p 77p 22s 55s")),
            ("1133m5577p225s7z", 1, None),
        ] {
            let found = hand(text).seven_pairs_reading(wilds).map(|seven| seven.to_string());
            assert_eq!(found.as_deref(), reading, "{text}");
        }
    }
}
