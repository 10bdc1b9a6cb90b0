//! Tests for complete hands: four sets and a pair, a pair of given kinds, all triplets, seven pairs.
//!
//! The tests look at shape alone. `melds` is the number of sets on the table, `wilds` the number of wild tiles beside
//! the natural ones. A wrong number of tiles is never complete.

use super::{Hand, PLACES};
use crate::hand::table::Need;
use crate::tile::{Tile, TileSet};

/// The number of sets in a standard hand, beside its pair.
pub(super) const SETS: usize = 4;

/// Returns the number of sets still to be made with `melds` on the table, if `tiles` is exactly enough for them and a
/// pair.
pub(super) const fn open_sets(melds: usize, tiles: usize) -> Option<usize> {
    match SETS.checked_sub(melds) {
        Some(open) if tiles == 3 * open + 2 => Some(open),
        _ => None,
    }
}

impl Hand {
    /// True if the hand is four sets and a pair. The hand and the wilds must be `3 * (4 - melds) + 2` tiles.
    pub fn is_standard(&self, melds: usize, wilds: usize) -> bool {
        open_sets(melds, self.len().saturating_add(wilds)).is_some_and(|open| self.need().melds_beside_pair() <= open)
    }

    /// True if the hand is four sets and a pair of this kind; wilds may replace one or both tiles of the pair.
    pub fn is_standard_with_pair(&self, pair: Tile, melds: usize, wilds: usize) -> bool {
        open_sets(melds, self.len().saturating_add(wilds)).is_some_and(|open| self.covered_beside(pair, open))
    }

    /// True if the hand is four sets and a pair of one of these kinds.
    pub fn is_standard_with_pair_in(&self, pairs: TileSet, melds: usize, wilds: usize) -> bool {
        let Some(open) = open_sets(melds, self.len().saturating_add(wilds)) else { return false };
        let need = self.need();
        if need.melds_beside_pair() > open || pairs.is_empty() {
            return false;
        }
        // If melds alone cover every tile, the pair is two wilds; if not, the pair contains a tile of the hand.
        need.melds() <= open || pairs.and(self.kinds).iter().any(|pair| self.covered_beside(pair, open))
    }

    /// Returns every kind that the pair can have when the hand is read as four sets and a pair; empty if the hand is
    /// not complete.
    pub fn standard_pairs(&self, melds: usize, wilds: usize) -> TileSet {
        let Some(open) = open_sets(melds, self.len().saturating_add(wilds)) else { return TileSet::EMPTY };
        let need = self.need();
        if need.melds_beside_pair() > open {
            TileSet::EMPTY
        } else if need.melds() <= open {
            TileSet::PLAYED
        } else {
            self.kinds.iter().filter(|&pair| self.covered_beside(pair, open)).collect()
        }
    }

    /// True if the hand is triplets and any pair (碰碰胡). Ignores the sets on the table.
    pub fn is_all_triplets(&self, melds: usize, wilds: usize) -> bool {
        let Some(open) = open_sets(melds, self.len().saturating_add(wilds)) else { return false };
        let (mut triplets, mut loose) = (0, false);
        for tile in self.kinds.iter() {
            let n = self.count(tile);
            triplets += usize::from(n.div_ceil(3));
            loose |= !n.is_multiple_of(3);
        }
        triplets - usize::from(loose) <= open
    }

    /// True if the hand is seven pairs (七对): 14 tiles including the wilds, which fill in missing halves.
    pub fn is_seven_pairs(&self, wilds: usize) -> bool {
        self.len().saturating_add(wilds) == 14 && self.odd.len() as usize <= wilds
    }

    /// The number of kinds held four times or more without wilds: the quads (豪华) of a seven-pairs hand.
    pub fn quads_as_pairs(&self) -> usize {
        self.kinds.iter().filter(|&tile| self.count(tile) >= 4).count()
    }

    /// The most quads (豪华) that seven pairs can hold when wilds complete them; 0 if the hand is not seven pairs. A wild
    /// that turns a third tile into a second pair makes a quad; a pair of wilds makes one with any pair.
    pub fn seven_pairs_quads(&self, wilds: usize) -> usize {
        if !self.is_seven_pairs(wilds) {
            return 0;
        }
        let free = (wilds - self.odd.len() as usize) / 2;
        let quads = self.kinds.iter().filter(|&tile| self.count(tile) >= 3).count();
        let pairs = self.kinds.len() as usize - quads;
        let joined = free.min(pairs);
        quads + joined + (free - joined) / 2
    }

    /// Returns the hand without these tiles and the wilds that remain; a wild replaces each missing tile. `None` if
    /// there are too few wilds.
    ///
    /// To require certain sets in a reading (a dragon, a triplet of a kind), fix their tiles, then test whether the
    /// rest is complete with that many more melds. Natural tiles are used first: keeping one for later never helps.
    pub fn fix(&self, tiles: impl IntoIterator<Item = Tile>, wilds: usize) -> Option<(Hand, usize)> {
        let (mut hand, mut wilds) = (*self, wilds);
        for tile in tiles {
            if !hand.take(tile) {
                wilds = wilds.checked_sub(1)?;
            }
        }
        Some((hand, wilds))
    }

    /// Returns the need of all suits together.
    pub(super) fn need(&self) -> Need {
        let [characters, dots, bamboo, honours] = self.needs;
        characters.and(dots).and(bamboo).and(honours)
    }

    /// Returns the need of all suits together if the hand held `n` tiles of this kind.
    pub(super) fn whole_need_with(&self, tile: Tile, n: u8) -> Need {
        self.need().without(self.needs[PLACES[tile.index()].suit]).and(self.need_with(tile, n))
    }

    /// True if `open` melds cover all tiles beside a pair of this kind. The pair uses up to two natural tiles of the
    /// kind, because one tile fewer to cover never needs more melds.
    fn covered_beside(&self, pair: Tile, open: usize) -> bool {
        self.whole_need_with(pair, self.count(pair).saturating_sub(2)).melds() <= open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::parse_tiles;

    fn hand(text: &str) -> Hand {
        parse_tiles(text).unwrap().into_iter().collect()
    }

    fn kinds(text: &str) -> TileSet {
        parse_tiles(text).unwrap().into_iter().collect()
    }

    #[test]
    fn table_agrees_with_readings() {
        for (text, melds, wilds, complete) in [
            ("123m456m789m123p55z", 0, 0, true),
            ("123m456m789m123p5z6z", 0, 0, false),
            ("11m", 4, 0, true),
            ("1m", 4, 1, true),
            ("", 4, 2, true),
            ("", 4, 1, false),
            ("19m19p", 3, 1, false),
            ("1m9p11z", 3, 1, false),
            ("1m9p1z", 3, 2, false),
            ("1m9p", 3, 3, true),
            ("89m1z", 3, 2, true),
            ("891m1z", 3, 1, false),
            ("1111m1m", 3, 0, true),
            ("11m", 5, 0, false),
            ("11m", 3, usize::MAX, false),
        ] {
            let hand = hand(text);
            assert_eq!(hand.is_standard(melds, wilds), complete, "{text} {melds} {wilds}");
            assert_eq!(!hand.readings(melds, wilds).all.is_empty(), complete, "{text} {melds} {wilds}");
        }
    }

    #[test]
    fn finds_every_kind_of_the_pair() {
        for (text, melds, wilds, pairs) in [
            ("11122233344455m", 0, 0, "25m"),
            ("111234m55p", 2, 0, "5p"),
            ("1112223334m", 1, 1, "1234m"),
            ("5p", 4, 1, "5p"),
            ("123m5p", 3, 0, ""),
        ] {
            let hand = hand(text);
            assert_eq!(hand.standard_pairs(melds, wilds), kinds(pairs), "{text}");
            assert_eq!(hand.is_standard_with_pair_in(kinds("258p"), melds, wilds), pairs == "5p", "{text}");
        }
        assert_eq!(hand("123m").standard_pairs(3, 2), TileSet::PLAYED);
    }

    #[test]
    fn recognizes_triplets_and_seven_pairs() {
        assert!(hand("111m222p55z").is_all_triplets(2, 0) && !hand("123m222p55z").is_all_triplets(2, 0));
        assert!(hand("1m22p5z").is_all_triplets(2, 4) && !hand("1m2p3s5z").is_all_triplets(2, 4));
        let (plain, quad) = (hand("1133m5577p2255s77z"), hand("1111m5577p2255s77z"));
        assert!(plain.is_seven_pairs(0) && quad.is_seven_pairs(0) && !plain.is_seven_pairs(1));
        assert_eq!((plain.quads_as_pairs(), quad.quads_as_pairs()), (0, 1));
        for (text, wilds, quads) in [("111m5577p2255s77z", 1, 1), ("11m5577p2255s77z", 2, 1), ("1m5577p2255s77z", 3, 1)]
        {
            assert_eq!((hand(text).seven_pairs_quads(wilds), hand(text).quads_as_pairs()), (quads, 0), "{text}");
        }
    }

    #[test]
    fn fix_removes_tiles_and_spends_wilds() {
        let dragon = || parse_tiles("123456789p").unwrap();
        let (rest, wilds) = hand("12345689p22s345s").fix(dragon(), 1).unwrap();
        assert_eq!((rest, wilds, rest.is_standard(3, wilds)), (hand("22s345s"), 0, true));
        assert_eq!(hand("1234568p22s345s").fix(dragon(), 1), None);
    }
}
