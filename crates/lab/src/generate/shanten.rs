//! The distance of a hand to completion: the number of tiles that it lacks. 0 is complete, 1 is ready (听牌).

use caipan_tiles::tile::{Counts, Suit, TileSet};
use std::cell::RefCell;

/// The most partial sets of a suit for each number of full sets, without the pair and with it; `NONE` if impossible.
type Profile = [[i8; 2]; 5];

/// Less than any number of partial sets, also after additions.
const NONE: i8 = -64;

/// The suits in the order of [`Profiles`].
const SUITS: [Suit; 4] = [Suit::Characters, Suit::Dots, Suit::Bamboo, Suit::Honours];

/// The profile of each suit of a hand, for distances to four sets and a pair.
#[derive(Clone, Copy, Debug)]
pub struct Profiles {
    /// The kinds that may be the pair.
    pairs: TileSet,
    of: [Profile; 4],
}

impl Profiles {
    /// The profiles of these tiles, the pair of one of these kinds.
    pub fn new(tiles: &Counts, pairs: TileSet) -> Profiles {
        Profiles { pairs, of: SUITS.map(|suit| profile(tiles, suit, pairs)) }
    }

    /// The profiles of these tiles, which differ from those before in one suit only.
    pub fn after(&self, tiles: &Counts, changed: Suit) -> Profiles {
        let mut after = *self;
        for (of, _) in after.of.iter_mut().zip(SUITS).filter(|&(_, suit)| suit == changed) {
            *of = profile(tiles, changed, self.pairs);
        }
        after
    }

    /// The distance to four sets and a pair.
    pub fn distance(&self, melds: usize) -> u8 {
        distance(self.of.iter(), melds)
    }

    /// The distance to four sets and a pair of one suit.
    pub fn distance_in(&self, suit: Suit, melds: usize) -> u8 {
        let of_suit = self.of.iter().zip(SUITS).filter(|&(_, other)| other == suit);
        distance(of_suit.map(|(of, _)| of), melds)
    }
}

fn distance<'a>(profiles: impl Iterator<Item = &'a Profile>, melds: usize) -> u8 {
    let mut whole: Profile = [[NONE; 2]; 5];
    whole[melds.min(4)][0] = 0;
    for of in profiles {
        whole = joined(&whole, of);
    }
    let mut least = u8::MAX;
    for (sets, row) in whole.iter().enumerate() {
        for (pair, &partials) in row.iter().enumerate() {
            let Ok(partials) = u8::try_from(partials) else { continue };
            let missing = 4 - sets as u8;
            least = least.min(2 * missing - partials.min(missing) + 1 - pair as u8);
        }
    }
    least
}

/// The distance to four triplets and a pair.
pub fn triplets(tiles: &Counts, melds: usize) -> u8 {
    let missing = 4u8.saturating_sub(melds as u8);
    let sets = tiles.iter().filter(|&(_, n)| n >= 3).count().min(usize::from(missing)) as u8;
    let pairs = tiles.iter().filter(|&(_, n)| n == 2).count() as u8;
    let open = missing - sets;
    let halves = pairs.min(open);
    2 * open - halves + u8::from(pairs <= halves)
}

/// The distance to seven pairs.
pub fn seven_pairs(tiles: &Counts) -> u8 {
    let pairs: u8 = tiles.iter().map(|(_, n)| n / 2).sum();
    7 - pairs.min(7)
}

/// The distance to a hand of these kinds only, in any shape.
pub fn only(tiles: &Counts, melds: usize, kinds: TileSet) -> u8 {
    let due = 14 - 3 * melds.min(4) as u8;
    let there: u8 = tiles.iter().filter(|&(tile, _)| kinds.contains(tile)).map(|(_, n)| n).sum();
    due.saturating_sub(there)
}

fn joined(one: &Profile, other: &Profile) -> Profile {
    let mut both: Profile = [[NONE; 2]; 5];
    for (sets, [without, with]) in one.iter().enumerate() {
        for (more, [others, others_with]) in other.iter().enumerate() {
            let [best, best_with] = &mut both[(sets + more).min(4)];
            *best = (*best).max((without + others).max(NONE));
            *best_with = (*best_with).max((with + others).max(without + others_with).max(NONE));
        }
    }
    both
}

fn profile(tiles: &Counts, suit: Suit, pairs: TileSet) -> Profile {
    let (counts, may_pair, runs) = ([0; 9], [false; 9], suit != Suit::Honours);
    let mut search = Search { counts, may_pair, runs, found: [[NONE; 2]; 5] };
    for tile in suit.mask().iter() {
        let at = usize::from(tile.rank()) - 1;
        search.counts[at] = tiles.of(tile);
        search.may_pair[at] = pairs.contains(tile);
    }
    search.remembered()
}

/// The number of profiles that a thread remembers, as a power of two. Most hands differ from one looked at before in a
/// single suit.
const REMEMBERED: u32 = 14;

thread_local! {
    /// The last search of each slot, with what it found.
    static SEARCHES: RefCell<Vec<Option<(u64, Profile)>>> = RefCell::new(vec![None; 1 << REMEMBERED]);
}

struct Search {
    counts: [u8; 9],
    may_pair: [bool; 9],
    /// True if the suit has runs.
    runs: bool,
    found: Profile,
}

impl Search {
    /// Returns the profile that this search finds, from memory if it was made before.
    fn remembered(mut self) -> Profile {
        let key = self.key();
        // Multiplied by the golden ratio, similar keys fall into different slots.
        let slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - REMEMBERED)) as usize;
        SEARCHES.with_borrow_mut(|searches| match searches.get_mut(slot) {
            Some(Some((known, found))) if *known == key => *found,
            kept => {
                self.go(0, 0, 0, 0);
                if let Some(kept) = kept {
                    *kept = Some((key, self.found));
                }
                self.found
            }
        })
    }

    /// The counts, the kinds that may be the pair, and whether there are runs: all that a search depends on.
    fn key(&self) -> u64 {
        let kinds = self.counts.iter().zip(self.may_pair);
        kinds.fold(u64::from(self.runs), |key, (&n, may_pair)| key << 5 | u64::from(n) << 1 | u64::from(may_pair))
    }

    /// Tries every use of the kinds from `at` on and keeps the most partial sets.
    fn go(&mut self, at: usize, sets: usize, pair: usize, partials: i8) {
        let Some(&n) = self.counts.get(at) else {
            let best = &mut self.found[sets.min(4)][pair];
            *best = (*best).max(partials);
            return;
        };
        // Leave the rest of this kind unused.
        self.go(at + 1, sets, pair, partials);
        if n == 0 {
            return;
        }
        if n >= 3 {
            self.with(&[at, at, at], |search| search.go(at, sets + 1, pair, partials));
        }
        if n >= 2 {
            if pair == 0 && self.may_pair.get(at) == Some(&true) {
                self.with(&[at, at], |search| search.go(at, sets, 1, partials));
            }
            self.with(&[at, at], |search| search.go(at, sets, pair, partials + 1));
        }
        if !self.runs {
            return;
        }
        let there = |search: &Search, at: usize| search.counts.get(at).is_some_and(|&n| n > 0);
        if there(self, at + 1) && there(self, at + 2) {
            self.with(&[at, at + 1, at + 2], |search| search.go(at, sets + 1, pair, partials));
        }
        for next in [at + 1, at + 2] {
            if there(self, next) {
                self.with(&[at, next], |search| search.go(at, sets, pair, partials + 1));
            }
        }
    }

    /// Continues the search with these tiles set aside.
    fn with(&mut self, aside: &[usize], look: impl Fn(&mut Search)) {
        for &at in aside {
            if let Some(n) = self.counts.get_mut(at) {
                *n = n.saturating_sub(1);
            }
        }
        look(self);
        for &at in aside {
            if let Some(n) = self.counts.get_mut(at) {
                *n += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use caipan_tiles::tile::parse_tiles;

    fn counts(text: &str) -> Counts {
        parse_tiles(text).expect("tiles").into_iter().collect()
    }

    #[test]
    fn counts_missing_tiles_of_sample_hands() {
        let pairs = TileSet::PLAYED;
        let standard = |tiles: &Counts, melds, pairs| Profiles::new(tiles, pairs).distance(melds);
        assert_eq!(standard(&counts("123m456m789p11122s"), 0, pairs), 0);
        assert_eq!(standard(&counts("123m456m789p1112s"), 0, pairs), 1);
        assert_eq!(standard(&counts("123m456m789p1199s2p"), 0, pairs), 1);
        assert_eq!(standard(&counts("147m147p147s1122z"), 0, pairs), 7);
        assert_eq!(standard(&counts("11s"), 4, pairs), 0);
        assert_eq!(standard(&counts("11s"), 4, TileSet::EMPTY), 1);
        let mixed = counts("123m456m789p1199s2p");
        assert_eq!(Profiles::new(&mixed, pairs).distance_in(Suit::Characters, 0), 5);
        let drawn = counts("123m456m789p11992s2p");
        let kept = Profiles::new(&drawn, pairs).after(&mixed, Suit::Bamboo);
        assert_eq!(kept.distance(0), 1);
        assert_eq!(triplets(&counts("111m222p333s44m55p"), 0), 1);
        assert_eq!(triplets(&counts("111m222p333s444m55p"), 0), 0);
        assert_eq!(seven_pairs(&counts("1122334455667m")), 1);
        assert_eq!(only(&counts("22m55m1p"), 3, counts("25m").kinds()), 1);
    }
}
