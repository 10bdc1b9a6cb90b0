//! The hand (手牌): the concealed natural tiles of a seat, with tests for completeness, waits and readings.
//!
//! Wild tiles (混儿) are never in a [`Hand`]: the caller keeps them apart and passes their number, as it does for melds
//! on the table. `rules` decides whether a win is allowed and what it pays; `table` checks how many copies of a kind
//! exist. A hand may hold five of a kind here.

mod complete;
mod half;
mod nearest;
mod reading;
mod search;
mod table;
mod waits;

pub use nearest::{MOST_OTHERS, Nearest, Wanted};
pub use reading::{Pair, Reading, Readings, Set, SetKind, SevenPairs};
pub use search::{MOST_READINGS, MOST_WILDS};

use crate::tile::{Counts, KINDS, Tile, TileSet, Tiles};
use std::fmt;
use table::{COPIES, Halves, Need};

/// The index of the honours among the four suits; the numbered suits are 0, 1, 2.
const HONOURS: usize = 3;

/// The table position of a kind: its suit (0..4), and what one tile of it adds to the suit's halves.
#[derive(Clone, Copy)]
struct Place {
    suit: usize,
    step: Halves,
}

const PLACES: [Place; KINDS] = {
    let mut places = [Place { suit: HONOURS, step: Halves { low: 0, high: 0 } }; KINDS];
    let mut kind = 0;
    while kind < 27 {
        places[kind] = Place { suit: kind / 9, step: Halves::one(kind % 9) };
        kind += 1;
    }
    places
};

/// The concealed natural tiles of a seat. `add` and `take` update the needs, so that a completeness test is a sum of
/// four numbers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Hand {
    counts: Counts,
    kinds: TileSet,
    /// The kinds held an odd number of times.
    odd: TileSet,
    total: u16,
    /// For each numbered suit, the counts capped at [`COPIES`].
    halves: [Halves; 3],
    /// For each numbered suit, the number of kinds above [`COPIES`], which the table does not cover.
    crowded: [u8; 3],
    honours: Honours,
    /// The need of each suit, the honours last.
    needs: [Need; 4],
}

/// The honours of a hand. They make triplets only, so their need is a sum over the kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Honours {
    /// The number of triplets that cover all kinds.
    triplets: u16,
    /// The number of kinds whose last triplet has one or two tiles; a pair saves it.
    loose: u8,
}

impl Honours {
    /// Returns the honours after the count of one kind changes.
    fn change(self, from: u8, to: u8) -> Honours {
        Honours {
            triplets: self.triplets + u16::from(to.div_ceil(3)) - u16::from(from.div_ceil(3)),
            loose: self.loose + u8::from(!to.is_multiple_of(3)) - u8::from(!from.is_multiple_of(3)),
        }
    }

    fn need(self) -> Need {
        Need::new(self.triplets.into(), self.loose > 0)
    }
}

impl Hand {
    /// The number of tiles of this kind.
    pub const fn count(&self, tile: Tile) -> u8 {
        self.counts.of(tile)
    }

    /// The number of tiles of each kind.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The kinds that the hand holds.
    pub const fn kinds(&self) -> TileSet {
        self.kinds
    }

    /// Every tile in order, repeated per copy.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.counts.tiles()
    }

    /// The number of tiles.
    pub const fn len(&self) -> usize {
        self.total as usize
    }

    /// True if the hand holds no tile.
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Adds one tile of this kind. Does nothing if the hand holds 255 of the kind.
    pub fn add(&mut self, tile: Tile) {
        let n = self.count(tile);
        if let Some(more) = n.checked_add(1) {
            self.counts.add(tile);
            self.total += 1;
            self.changed(tile, n, more);
        }
    }

    /// Removes one tile of this kind; returns `false` and changes nothing if there is none.
    pub fn take(&mut self, tile: Tile) -> bool {
        let n = self.count(tile);
        if !self.counts.take(tile) {
            return false;
        }
        self.total -= 1;
        self.changed(tile, n, n - 1);
        true
    }

    /// Updates the derived fields after the count of a kind has gone up or down by one.
    fn changed(&mut self, tile: Tile, from: u8, to: u8) {
        self.odd = TileSet::from_bits(self.odd.bits() ^ 1 << tile.index());
        if to == 0 {
            self.kinds.remove(tile);
        } else {
            self.kinds.insert(tile);
        }
        let Place { suit, step } = PLACES[tile.index()];
        if suit == HONOURS {
            self.honours = self.honours.change(from, to);
            self.needs[HONOURS] = self.honours.need();
            return;
        }
        if from.max(to) > COPIES {
            self.crowded[suit] = self.crowded[suit] + u8::from(to > COPIES) - u8::from(from > COPIES);
        } else {
            self.halves[suit] = self.halves[suit].changed(step, from, to);
        }
        self.needs[suit] = self.need_of_suit(suit);
    }

    /// Returns the need of a numbered suit.
    fn need_of_suit(&self, suit: usize) -> Need {
        if self.crowded[suit] == 0 {
            table::need(self.halves[suit])
        } else {
            table::need_of(&self.counts.as_array()[9 * suit..9 * suit + 9])
        }
    }

    /// Returns the need of the kind's suit if the hand held `n` tiles of that kind.
    fn need_with(&self, tile: Tile, n: u8) -> Need {
        let Place { suit, step } = PLACES[tile.index()];
        let now = self.count(tile);
        if suit == HONOURS {
            return self.honours.change(now, n).need();
        }
        let crowded = self.crowded[suit] + u8::from(n > COPIES) - u8::from(now > COPIES);
        if crowded == 0 {
            return table::need(self.halves[suit].changed(step, now.min(COPIES), n.min(COPIES)));
        }
        let mut counts = *self.counts.as_array();
        counts[tile.index()] = n;
        table::need_of(&counts[9 * suit..9 * suit + 9])
    }
}

impl FromIterator<Tile> for Hand {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Hand {
        tiles.into_iter().collect::<Counts>().into()
    }
}

impl From<Counts> for Hand {
    fn from(counts: Counts) -> Hand {
        let mut hand = Hand { counts, ..Hand::default() };
        for (tile, n) in counts.iter() {
            hand.total += u16::from(n);
            hand.kinds.insert(tile);
            if !n.is_multiple_of(2) {
                hand.odd.insert(tile);
            }
            let Place { suit, step } = PLACES[tile.index()];
            if suit == HONOURS {
                hand.honours = hand.honours.change(0, n);
            } else {
                hand.halves[suit] = hand.halves[suit].changed(step, 0, n.min(COPIES));
                hand.crowded[suit] += u8::from(n > COPIES);
            }
        }
        (0..HONOURS).for_each(|suit| hand.needs[suit] = hand.need_of_suit(suit));
        hand.needs[HONOURS] = hand.honours.need();
        hand
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.tiles().collect::<Tiles>(), f)
    }
}
