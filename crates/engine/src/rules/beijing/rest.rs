//! The tiles that a reading has not fixed yet, and whether they can be completed.

use caipan_tiles::hand::{Hand, Set, SetKind};
use caipan_tiles::tile::{Suit, Tile, TileSet};

/// Tiles still to be read as sets and, unless it is fixed already, a pair.
#[derive(Clone, Copy)]
pub struct Rest {
    /// The natural tiles.
    pub hand: Hand,
    /// The wilds.
    pub wilds: usize,
    /// Sets melded or fixed.
    pub sets: usize,
    /// True if the pair is fixed.
    pub paired: bool,
    /// True if all sets must be triplets.
    pub triplets: bool,
}

impl Rest {
    /// True if the tiles can be read as the sets and the pair still missing.
    pub fn completes(&self) -> bool {
        match (self.triplets, self.paired) {
            (false, false) => self.hand.is_standard(self.sets, self.wilds),
            (true, false) => self.hand.is_all_triplets(self.sets, self.wilds),
            // Without a pair to make, one more wild would wait on every kind.
            (false, true) => self.hand.standard_waits(self.sets, self.wilds + 1) == TileSet::PLAYED,
            // Two tiles of a kind that the hand lacks can only be the pair.
            (true, true) => {
                let lacking = Suit::Honours.mask().minus(self.hand.kinds()).iter().next();
                lacking.is_some_and(|pair| {
                    let mut hand = self.hand;
                    (0..2).for_each(|_| hand.add(pair));
                    hand.is_all_triplets(self.sets, self.wilds)
                })
            }
        }
    }

    /// True if some set, or the pair, can consist of wilds only.
    pub fn can_spare_wilds(&self) -> bool {
        let pair = || {
            let wilds = self.wilds.checked_sub(2).filter(|_| !self.paired);
            wilds.is_some_and(|wilds| Rest { wilds, paired: true, ..*self }.completes())
        };
        let set = || {
            let wilds = self.wilds.checked_sub(3).filter(|_| self.sets < 4);
            wilds.is_some_and(|wilds| Rest { wilds, sets: self.sets + 1, ..*self }.completes())
        };
        pair() || set()
    }

    /// Fixes the run from this tile, with wilds for missing tiles and for the tiles of `as_wild`. `None` if there are too
    /// few wilds.
    pub fn fix_run(&mut self, lowest: Tile, as_wild: TileSet) -> Option<Set> {
        let mut set = Set { tile: lowest, kind: SetKind::Run, wilds: 0 };
        for at in 0..3 {
            let tile = lowest.up(at)?;
            if as_wild.contains(tile) || !self.hand.take(tile) {
                self.wilds = self.wilds.checked_sub(1)?;
                set.wilds |= 1 << at;
            }
        }
        self.sets += 1;
        Some(set)
    }

    /// Fixes the pair: of this natural tile and another of its kind or a wild, or of two wilds.
    pub fn fix_pair(&mut self, tile: Option<Tile>, with_wild: bool) -> Option<FixedPair> {
        let natural = tile.filter(|&tile| self.hand.take(tile));
        if natural != tile {
            return None;
        }
        let second = natural.is_some_and(|tile| !with_wild && self.hand.take(tile));
        let wilds = 2 - usize::from(natural.is_some()) - usize::from(second);
        self.wilds = self.wilds.checked_sub(wilds)?;
        self.paired = true;
        Some(FixedPair { tile: natural, wilds })
    }
}

/// A fixed pair.
#[derive(Clone, Copy)]
pub struct FixedPair {
    /// Its kind; `None` for two wilds, which may be of any kind.
    pub tile: Option<Tile>,
    /// The number of wilds in it.
    pub wilds: usize,
}
