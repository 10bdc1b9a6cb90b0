//! How far a hand is from complete (差几张): the fewest tiles that would have to be others, and how it would then be read.

use super::Hand;
use super::reading::{Reading, SetKind, SevenPairs};
use super::search::MOST_WILDS;
use crate::tile::{Counts, Tile, TileSet};
use std::ops::ControlFlow;

/// The most tiles that are tried as others: further off nobody would say that a hand is near.
pub const MOST_OTHERS: usize = 3;

/// The most readings that are looked at for one that asks for no fifth copy: nearly always it is the first.
const LOOKED: usize = 256;

/// What sets and pair must be like.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The kinds that the pair may be of.
    pub pairs: TileSet,
    /// Whether triplets only will do.
    pub triplets: bool,
}

/// A hand made complete by as few other tiles as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest<R> {
    /// The hand as it would be read: wilds, and other tiles in the place of those that do not fit, are its wilds.
    pub reading: R,
    /// The tiles that do not fit, in order.
    pub spare: Vec<Tile>,
}

impl Hand {
    /// The nearest reading of this hand of 3n + 2 with its wilds as sets and a pair; `None` where more than [`MOST_OTHERS`]
    /// tiles would have to be others. `last`: the tile won on, which is the first to be another; `laid`: the tiles of the
    /// melds, because no kind has more than four copies.
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

    /// The same as seven pairs: the singles that find no partner, the higher ones being those that would have to be others.
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

    /// Shows the hand without so many tiles, in every way, until one is what was looked for. `spare`: those taken already.
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
        // The tile won on comes first, the others in their order, so that no choice is met twice.
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

    /// The first reading that is as wanted and asks for no fifth copy.
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
