//! The hand (手牌): the concealed natural tiles of a seat, and what they can be.
//!
//! Wild tiles (混儿) are never in a [`Hand`]: a caller keeps them apart and says how many there are, and every question
//! takes that number. Melds on the table are a number too. Whether a win is allowed, and what it is worth, is for
//! `rules`; how many copies of a kind exist is for `table`: a hand may hold five of a kind here and is judged as it
//! stands.

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

/// Which of the four suits holds the honours; the numbered ones are 0, 1, 2.
const HONOURS: usize = 3;

/// Where a kind stands in the table: its suit (0..4), and what one tile of it adds to the suit's halves.
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

/// The concealed natural tiles of a seat. What the questions need is kept as tiles come and go, so that a question
/// about a win is a sum of four numbers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Hand {
    counts: Counts,
    kinds: TileSet,
    /// The kinds of which there is an odd number.
    odd: TileSet,
    total: u16,
    /// Of each numbered suit, every count held to [`COPIES`].
    halves: [Halves; 3],
    /// Of each numbered suit: how many kinds are above [`COPIES`], where the table does not reach.
    crowded: [u8; 3],
    honours: Honours,
    /// What each suit needs, the honours last.
    needs: [Need; 4],
}

/// Honours make triplets only, so that their need is a sum over the kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Honours {
    /// The triplets that cover all kinds.
    triplets: u16,
    /// The kinds whose last triplet has one or two tiles: a pair saves it.
    loose: u8,
}

impl Honours {
    /// The number of one kind changes.
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
    /// How many of this kind.
    pub const fn count(&self, tile: Tile) -> u8 {
        self.counts.of(tile)
    }

    /// How many of each kind.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The kinds that are there.
    pub const fn kinds(&self) -> TileSet {
        self.kinds
    }

    /// Every tile in order, a kind as often as it is there.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.counts.tiles()
    }

    /// How many tiles.
    pub const fn len(&self) -> usize {
        self.total as usize
    }

    /// Whether there is no tile.
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// One more tile of this kind. At 255 of one kind, further ones are not counted.
    pub fn add(&mut self, tile: Tile) {
        let n = self.count(tile);
        if let Some(more) = n.checked_add(1) {
            self.counts.add(tile);
            self.total += 1;
            self.changed(tile, n, more);
        }
    }

    /// One tile of this kind less; `false` and no change where there is none.
    pub fn take(&mut self, tile: Tile) -> bool {
        let n = self.count(tile);
        if !self.counts.take(tile) {
            return false;
        }
        self.total -= 1;
        self.changed(tile, n, n - 1);
        true
    }

    /// Brings everything that is kept up to date, once the count of a kind has gone up or down by one.
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

    /// What a numbered suit needs.
    fn need_of_suit(&self, suit: usize) -> Need {
        if self.crowded[suit] == 0 {
            table::need(self.halves[suit])
        } else {
            table::need_of(&self.counts.as_array()[9 * suit..9 * suit + 9])
        }
    }

    /// What the suit of the kind would need with `n` tiles of it.
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
