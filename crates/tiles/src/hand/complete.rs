//! Whether a hand is complete: four sets and a pair, with a pair of a given kind, all triplets, seven pairs.
//!
//! Every question is about shape alone and takes `melds`, how many sets lie on the table, and `wilds`, how many wild
//! tiles the seat holds beside the natural ones. A wrong number of tiles is a plain no.

use super::{Hand, PLACES};
use crate::hand::table::Need;
use crate::tile::{Tile, TileSet};

/// How many sets a standard hand has beside its pair.
pub(super) const SETS: usize = 4;

/// The sets still to be made with `melds` on the table, when `tiles` are just enough for them and a pair.
pub(super) const fn open_sets(melds: usize, tiles: usize) -> Option<usize> {
    match SETS.checked_sub(melds) {
        Some(open) if tiles == 3 * open + 2 => Some(open),
        _ => None,
    }
}

impl Hand {
    /// Whether the hand is four sets and a pair. The hand and the wilds must be `3 * (4 - melds) + 2` tiles.
    pub fn is_standard(&self, melds: usize, wilds: usize) -> bool {
        open_sets(melds, self.len().saturating_add(wilds)).is_some_and(|open| self.need().melds_beside_pair() <= open)
    }

    /// Whether the hand is four sets and a pair of this kind; wilds may stand for one or both tiles of the pair.
    pub fn is_standard_with_pair(&self, pair: Tile, melds: usize, wilds: usize) -> bool {
        open_sets(melds, self.len().saturating_add(wilds)).is_some_and(|open| self.covered_beside(pair, open))
    }

    /// Whether the hand is four sets and a pair of one of these kinds.
    pub fn is_standard_with_pair_in(&self, pairs: TileSet, melds: usize, wilds: usize) -> bool {
        let Some(open) = open_sets(melds, self.len().saturating_add(wilds)) else { return false };
        let need = self.need();
        if need.melds_beside_pair() > open || pairs.is_empty() {
            return false;
        }
        // Where melds alone cover every tile, the pair is two wilds. Otherwise it has a tile of the hand.
        need.melds() <= open || pairs.and(self.kinds).iter().any(|pair| self.covered_beside(pair, open))
    }

    /// The kinds the pair can be of, in all readings as four sets and a pair; empty where the hand is not complete.
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

    /// Whether the hand is triplets only and any pair (碰碰胡). The sets on the table are not looked at.
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

    /// Whether the hand is seven pairs (七对): 14 tiles with the wilds, which stand for the missing halves.
    pub fn is_seven_pairs(&self, wilds: usize) -> bool {
        self.len().saturating_add(wilds) == 14 && self.odd.len() as usize <= wilds
    }

    /// How many kinds are there four times (or more) without wilds: the quads (豪华) of a hand of seven pairs.
    pub fn quads_as_pairs(&self) -> usize {
        self.kinds.iter().filter(|&tile| self.count(tile) >= 4).count()
    }

    /// The most quads (豪华) that seven pairs can hold when wilds may complete them; 0 where the hand is not seven
    /// pairs. A wild that makes a third tile a second pair makes a quad; a pair of wilds makes one with any pair.
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

    /// The hand without these tiles, and the wilds that are left: a wild stands for each tile that is not there.
    /// `None` when there are too few wilds.
    ///
    /// To ask for a reading with certain sets in it (a dragon, a triplet of a kind), fix their tiles, then ask whether
    /// the rest is complete with as many more melds. Natural tiles go first: it never helps to keep one for later.
    pub fn fix(&self, tiles: impl IntoIterator<Item = Tile>, wilds: usize) -> Option<(Hand, usize)> {
        let (mut hand, mut wilds) = (*self, wilds);
        for tile in tiles {
            if !hand.take(tile) {
                wilds = wilds.checked_sub(1)?;
            }
        }
        Some((hand, wilds))
    }

    /// What all suits together need.
    pub(super) fn need(&self) -> Need {
        let [characters, dots, bamboo, honours] = self.needs;
        characters.and(dots).and(bamboo).and(honours)
    }

    /// What all suits together would need with `n` tiles of this kind.
    pub(super) fn whole_need_with(&self, tile: Tile, n: u8) -> Need {
        self.need().without(self.needs[PLACES[tile.index()].suit]).and(self.need_with(tile, n))
    }

    /// Whether `open` melds cover all tiles beside a pair of this kind. The pair takes two tiles of the kind where they
    /// are there, as a tile less to cover never needs more melds.
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
    fn the_table_answers_as_the_readings_do() {
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
    fn pairs() {
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
    fn triplets_and_seven_pairs() {
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
    fn fixed_tiles_leave_the_rest() {
        let dragon = || parse_tiles("123456789p").unwrap();
        let (rest, wilds) = hand("12345689p22s345s").fix(dragon(), 1).unwrap();
        assert_eq!((rest, wilds, rest.is_standard(3, wilds)), (hand("22s345s"), 0, true));
        assert_eq!(hand("1234568p22s345s").fix(dragon(), 1), None);
    }
}
