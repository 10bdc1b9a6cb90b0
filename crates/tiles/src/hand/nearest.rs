//! The distance of a hand from complete (差几张): the fewest tiles to replace, and the reading after that.

use super::Hand;
use super::reading::{Reading, SetKind, SevenPairs};
use super::search::MOST_WILDS;
use crate::tile::{Counts, Tile, TileSet};
use std::ops::ControlFlow;

/// Maximum number of tiles to replace; a hand further away does not count as near.
pub const MOST_OTHERS: usize = 3;

/// Maximum number of readings examined for one that needs no fifth copy; nearly always the first one fits.
const LOOKED: usize = 256;

/// Conditions on the sets and the pair.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The kinds allowed for the pair.
    pub pairs: TileSet,
    /// True if every set must be a triplet.
    pub triplets: bool,
}

/// A hand completed by replacing as few tiles as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest<R> {
    /// The completed reading. Its wilds are the wilds of the hand and the replacements of tiles that do not fit.
    pub reading: R,
    /// The tiles that do not fit, in order.
    pub spare: Vec<Tile>,
}

impl Hand {
    /// Returns the nearest reading of this hand and its wilds (3n + 2 tiles) as sets and a pair; `None` if more than
    /// [`MOST_OTHERS`] tiles must be replaced. `last` is the tile won on, which is replaced first. `laid` counts the
    /// tiles of the melds, because no kind has more than four copies.
    pub fn nearest_sets(
        &self,
        last: Tile,
        melds: usize,
        laid: &Counts,
        wilds: usize,
        wanted: Wanted,
    ) -> Option<Nearest<Reading>> {
        (0..=MOST_OTHERS.min(MOST_WILDS.saturating_sub(wilds))).find_map(|others| {
            let mut spare = Vec::with_capacity(others);
            self.without(last, others, &mut spare, &mut |rest, spare| {
                let reading = rest.read_as(melds, laid, wilds + others, wanted)?;
                let mut spare = spare.to_vec();
                spare.sort_unstable();
                Some(Nearest { reading, spare })
            })
        })
    }

    /// Returns the nearest reading as seven pairs. Singles without a partner are the tiles that do not fit; the higher
    /// ones are replaced.
    pub fn nearest_pairs(&self, wilds: usize) -> Option<Nearest<SevenPairs>> {
        let single = (self.odd.len() as usize).saturating_sub(wilds);
        let others = single / 2;
        if self.len().saturating_add(wilds) != 14 || !single.is_multiple_of(2) || others > MOST_OTHERS {
            return None;
        }
        let mut rest = *self;
        let mut spare: Vec<Tile> = self.odd.iter().collect();
        spare.drain(..spare.len() - others);
        spare.iter().for_each(|&tile| {
            rest.take(tile);
        });
        Some(Nearest { reading: rest.seven_pairs_reading(wilds + others)?, spare })
    }

    /// Calls `look` on the hand with `others` tiles removed, for every choice of tiles, until it returns a result.
    /// `spare` holds the tiles removed so far.
    fn without<T>(
        &self,
        last: Tile,
        others: usize,
        spare: &mut Vec<Tile>,
        look: &mut impl FnMut(&Hand, &[Tile]) -> Option<T>,
    ) -> Option<T> {
        if others == 0 {
            return look(self, spare);
        }
        let kinds = self.kinds().iter().filter(|tile| *tile != last);
        // The tile won on comes first, then the others in order, so that no choice comes up twice.
        let place = |tile: &Tile| (*tile != last, *tile);
        for tile in self.kinds().iter().filter(|tile| *tile == last).chain(kinds) {
            if spare.last().is_some_and(|before| place(&tile) < place(before)) {
                continue;
            }
            let mut rest = *self;
            rest.take(tile);
            spare.push(tile);
            let found = rest.without(last, others - 1, spare, look);
            spare.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Returns the first reading that meets the conditions and needs no fifth copy.
    fn read_as(&self, melds: usize, laid: &Counts, wilds: usize, wanted: Wanted) -> Option<Reading> {
        let Wanted { pairs, triplets } = wanted;
        if !self.is_standard_with_pair_in(pairs, melds, wilds) || triplets && !self.is_all_triplets(melds, wilds) {
            return None;
        }
        let fits = |reading: &Reading| {
            let mut counts = *laid;
            reading.tiles().for_each(|(tile, _)| counts.add(tile));
            pairs.contains(reading.pair.tile)
                && (!triplets || reading.sets().all(|set| set.kind == SetKind::Triplet))
                && counts.iter().all(|(_, n)| n <= 4)
        };
        let (mut found, mut looked) = (None, 0);
        let _ = self.each_reading(melds, wilds, |reading| {
            found = Some(*reading).filter(fits);
            looked += 1;
            if found.is_some() || looked == LOOKED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }
}
