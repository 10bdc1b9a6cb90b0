//! Waits (听牌): the tiles that complete a hand.
//!
//! Waits look at shape alone: a kind with all four copies visible counts like any other, and so does the wild kind, as
//! its printed face. `rules` decides which of them can still be drawn or won on.

use super::Hand;
use super::complete::open_sets;
use crate::tile::{Suit, TileSet};

impl Hand {
    /// Returns the kinds that make the hand four sets and a pair; [`TileSet::PLAYED`] if any tile wins. Empty unless
    /// the hand and the wilds are `3 * (4 - melds) + 1` tiles.
    pub fn standard_waits(&self, melds: usize, wilds: usize) -> TileSet {
        let Some(open) = open_sets(melds, self.len().saturating_add(wilds).saturating_add(1)) else {
            return TileSet::EMPTY;
        };
        let need = self.need();
        if need.melds() <= open {
            // The melds cover everything without a pair, so the tile drawn and a wild are the pair.
            return TileSet::PLAYED;
        }
        if need.melds_beside_pair() > open {
            return TileSet::EMPTY;
        }
        self.fitting(open)
    }

    /// Returns the waits if every meld and the pair is in use. Such a tile fits beside a tile of the hand, in a suit
    /// whose melds have room, and does not increase the need of the suit.
    #[inline(never)]
    fn fitting(&self, open: usize) -> TileSet {
        let (need, near) = (self.need(), near(self.kinds));
        let mut waits = TileSet::EMPTY;
        for (suit, &part) in Suit::ALL.iter().zip(&self.needs) {
            if self.held(*suit) >= 3 * part.melds() {
                continue;
            }
            let rest = need.without(part);
            for tile in near.and(suit.mask()).iter() {
                let more = self.need_with(tile, self.count(tile).saturating_add(1));
                if rest.and(more).melds_beside_pair() <= open {
                    waits.insert(tile);
                }
            }
        }
        waits
    }

    /// The number of tiles of a suit.
    fn held(&self, suit: Suit) -> usize {
        let (first, kinds) = suit.span();
        let counts = self.counts.as_array();
        (first..first + kinds).map(|kind| usize::from(counts[usize::from(kind)])).sum()
    }

    /// Returns the kinds that make the hand seven pairs. Empty unless the hand and the wilds are 13 tiles.
    pub fn seven_pairs_waits(&self, wilds: usize) -> TileSet {
        let single = self.odd.len() as usize;
        if self.len().saturating_add(wilds) != 13 || single > wilds.saturating_add(1) {
            TileSet::EMPTY
        } else if single < wilds {
            TileSet::PLAYED
        } else {
            self.odd
        }
    }
}

/// Returns the kinds of the set and those at most two ranks away in the same suit: the kinds that can share a set with
/// one of them.
fn near(kinds: TileSet) -> TileSet {
    const NUMBERED: u64 = TileSet::PLAYED.minus(Suit::Honours.mask()).bits();
    /// The first rank of each numbered suit.
    const FIRST: u64 = 1 | 1 << 9 | 1 << 18;
    const LAST: u64 = FIRST << 8;
    let numbered = kinds.bits() & NUMBERED;
    let up = |kinds: u64| (kinds & !LAST) << 1;
    let down = |kinds: u64| (kinds & !FIRST) >> 1;
    let (above, below) = (up(numbered), down(numbered));
    kinds.or(TileSet::from_bits(above | up(above) | below | down(below)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::parse_tiles;

    fn kinds(text: &str) -> TileSet {
        parse_tiles(text).unwrap().into_iter().collect()
    }

    fn hand(text: &str) -> Hand {
        parse_tiles(text).unwrap().into_iter().collect()
    }

    #[test]
    fn near_stays_within_the_suit() {
        for (of, near_it) in [("1m", "123m"), ("9m", "789m"), ("1p", "123p"), ("5s", "34567s"), ("1z", "1z"), ("", "")]
        {
            assert_eq!(near(kinds(of)), kinds(near_it), "{of}");
        }
    }

    #[test]
    fn finds_standard_waits() {
        for (text, melds, wilds, waits) in [
            ("1112345678999m", 0, 0, "123456789m"),
            ("23m", 3, 0, ""),
            ("2355m", 3, 0, "14m"),
            ("5z", 4, 0, "5z"),
            ("22m55p", 3, 0, "2m5p"),
            ("123m123p123s123m5z", 0, 0, "5z"),
            ("1m4m7m1p4p7p1s", 2, 0, ""),
            ("55m1z", 3, 1, "5m1z"),
            ("1111m", 3, 0, "1m"),
            ("1112m1z", 2, 2, "1234m1z"),
        ] {
            assert_eq!(hand(text).standard_waits(melds, wilds), kinds(waits), "{text} {melds} {wilds}");
        }
    }

    #[test]
    fn any_tile_completes_a_hand_with_a_free_wild() {
        for (text, melds, wilds) in [("", 4, 1), ("23m", 3, 2), ("123m", 3, 1), ("5z", 3, 3), ("123m", 2, 4)] {
            assert_eq!(hand(text).standard_waits(melds, wilds), TileSet::PLAYED, "{text} {melds} {wilds}");
        }
    }

    #[test]
    fn finds_seven_pairs_waits() {
        for (text, wilds, waits) in [
            ("1133m5577p2255s7z", 0, kinds("7z")),
            ("1111m5577p2255s7z", 0, kinds("7z")),
            ("1133m5577p225s7z", 1, kinds("5s7z")),
            ("1133m5577p2255s", 1, TileSet::PLAYED),
            ("1133m557p225s7z1z", 0, TileSet::EMPTY),
            ("1133m5577p2255s", 0, TileSet::EMPTY),
        ] {
            assert_eq!(hand(text).seven_pairs_waits(wilds), waits, "{text} {wilds}");
        }
    }
}
