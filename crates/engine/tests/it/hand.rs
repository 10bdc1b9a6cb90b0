//! Compares `Hand` with a plain search that knows only tiles, over 300,000 hands, most of them near a win.

use caipan_tiles::hand::{Hand, MOST_READINGS, SetKind};
use caipan_tiles::tile::{PLAYED, Suit, Tile, TileSet};
use std::collections::BTreeMap;

/// splitmix64: the same hands on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % below as u64) as usize
    }
}

/// The tiles of one comparison.
struct Case {
    counts: [u8; PLAYED],
    wilds: usize,
    melds: usize,
}

/// Plain backtracking: the lowest natural tile goes into a pair, a triplet or a run, with wilds for missing tiles.
struct Plain {
    counts: [u8; PLAYED],
    wilds: usize,
    runs: bool,
}

impl Plain {
    fn of(case: &Case) -> Plain {
        Plain { counts: case.counts, wilds: case.wilds, runs: true }
    }

    fn tiles(&self) -> usize {
        self.counts.iter().map(|&n| usize::from(n)).sum::<usize>() + self.wilds
    }

    /// Takes these kinds, wilds for those that lack, asks the question of the rest, and restores the tiles. Natural
    /// tiles go first: one tile less to place is never worse.
    fn without(&mut self, kinds: &[usize], ask: impl FnOnce(&mut Plain) -> bool) -> bool {
        let before = (self.counts, self.wilds);
        let mut enough = true;
        for &kind in kinds {
            if self.counts[kind] > 0 {
                self.counts[kind] -= 1;
            } else if self.wilds > 0 {
                self.wilds -= 1;
            } else {
                enough = false;
            }
        }
        let yes = enough && ask(self);
        (self.counts, self.wilds) = before;
        yes
    }

    /// Returns whether all tiles are `sets` sets.
    fn is_sets(&mut self, sets: usize) -> bool {
        let Some(low) = self.counts.iter().position(|&n| n > 0) else { return self.wilds == 3 * sets };
        if sets == 0 {
            return false;
        }
        if self.without(&[low; 3], |rest| rest.is_sets(sets - 1)) {
            return true;
        }
        if !self.runs || low >= 27 {
            return false;
        }
        let rank = low % 9;
        (rank.saturating_sub(2)..=rank.min(6)).any(|first| {
            let first = low - rank + first;
            self.without(&[first, first + 1, first + 2], |rest| rest.is_sets(sets - 1))
        })
    }

    /// Returns whether all tiles are a pair of the kind and sets.
    fn has_pair(&mut self, kind: usize, melds: usize) -> bool {
        self.tiles() == 3 * (4 - melds) + 2 && self.without(&[kind; 2], |rest| rest.is_sets(4 - melds))
    }

    /// Returns whether the hand is complete. A pair that is nowhere in the hand is two wilds, and one such kind stands
    /// for all.
    fn is_complete(&mut self, melds: usize) -> bool {
        let mut absent = 0;
        (0..PLAYED).any(|kind| {
            absent += usize::from(self.counts[kind] == 0);
            (self.counts[kind] > 0 || (absent == 1 && self.wilds >= 2)) && self.has_pair(kind, melds)
        })
    }

    fn pairs(&mut self, melds: usize) -> TileSet {
        set_of(|kind| self.has_pair(kind, melds))
    }

    /// The kinds that complete the hand, found by adding each in turn.
    fn waits(&mut self, melds: usize) -> TileSet {
        set_of(|kind| {
            self.counts[kind] += 1;
            let yes = self.is_complete(melds);
            self.counts[kind] -= 1;
            yes
        })
    }

    fn is_seven_pairs(&self) -> bool {
        let lacking: usize = self.counts.iter().map(|&n| usize::from(n % 2)).sum();
        self.tiles() == 14 && lacking <= self.wilds
    }
}

fn set_of(mut holds: impl FnMut(usize) -> bool) -> TileSet {
    Tile::played().filter(|tile| holds(tile.index())).collect()
}

fn hand_of(counts: &[u8; PLAYED]) -> Hand {
    Tile::played().flat_map(|tile| std::iter::repeat_n(tile, usize::from(counts[tile.index()]))).collect()
}

/// Builds a complete hand of sets and a pair, or of pairs, then changes some tiles in every other hand and turns some
/// into wilds.
fn near_complete(dice: &mut Dice, wilds: usize) -> Case {
    let melds = dice.roll(5);
    // Mostly one suit or two, where tiles fit in many ways.
    let suits = [1, 1, 2, 4][dice.roll(4)];
    let start = dice.roll(3);
    let any = |dice: &mut Dice| {
        let suit = (start + dice.roll(suits)) % 4;
        let (first, kinds) = [Suit::Characters, Suit::Dots, Suit::Bamboo, Suit::Honours][suit].span();
        usize::from(first) + dice.roll(kinds.into())
    };
    let mut tiles = Vec::new();
    if melds == 0 && dice.roll(5) == 0 {
        tiles.extend((0..7).flat_map(|_| [any(dice); 2]));
    } else {
        tiles.extend([any(dice); 2]);
        for _ in melds..4 {
            let low = any(dice);
            let run = low < 27 && low % 9 < 7 && dice.roll(3) > 0;
            tiles.extend(if run { [low, low + 1, low + 2] } else { [low; 3] });
        }
    }
    for _ in 0..[0, 0, 1, 2][dice.roll(4)] {
        let at = dice.roll(tiles.len());
        tiles[at] = if dice.roll(2) == 0 { any(dice) } else { dice.roll(PLAYED) };
    }
    for _ in 0..wilds {
        if !tiles.is_empty() {
            tiles.swap_remove(dice.roll(tiles.len()));
        }
    }
    let mut counts = [0; PLAYED];
    tiles.iter().for_each(|&kind| counts[kind] += 1);
    Case { counts, wilds: 3 * (4 - melds) + 2 - tiles.len(), melds }
}

#[test]
fn hand_agrees_with_plain_search() {
    const HANDS: usize = 300_000;
    let mut dice = Dice(20_260_105);
    let mut seen = BTreeMap::<_, usize>::new();
    for number in 0..HANDS {
        let case = near_complete(&mut dice, number % 5);
        let Case { counts, wilds, melds } = case;
        let (hand, mut plain) = (hand_of(&counts), Plain::of(&case));
        let label = || format!("{:?} with {wilds} wilds and {melds} melds", hand.kinds());

        let complete = plain.is_complete(melds);
        assert_eq!(hand.is_standard(melds, wilds), complete, "{}", label());
        assert_eq!(hand.is_seven_pairs(wilds), plain.is_seven_pairs(), "{}", label());
        plain.runs = false;
        let triplets = plain.is_complete(melds);
        plain.runs = true;
        assert_eq!(hand.is_all_triplets(melds, wilds), triplets, "{}", label());
        *seen.entry("complete").or_default() += usize::from(complete || plain.is_seven_pairs());
        *seen.entry("triplets").or_default() += usize::from(triplets);
        *seen.entry("five of a kind").or_default() += usize::from(counts.iter().any(|&n| n > 4));

        // The slower searches run for some of the hands.
        if number % 8 < 2 {
            pairs_agree(&hand, &mut plain, melds, wilds, Tile::new(dice.roll(PLAYED) as u8).unwrap());
        }
        if number % 16 < 2 {
            let ready = waits_agree(hand, &counts, melds, wilds);
            *seen.entry("ready").or_default() += usize::from(ready);
        }
    }
    assert!(seen["complete"] > HANDS * 3 / 10 && seen["complete"] < HANDS * 9 / 10, "{seen:?}");
    assert!(seen["triplets"] > HANDS / 50 && seen["five of a kind"] > HANDS / 100 && seen["ready"] > 5000, "{seen:?}");
}

fn pairs_agree(hand: &Hand, plain: &mut Plain, melds: usize, wilds: usize, tile: Tile) {
    let pairs = plain.pairs(melds);
    let with_pair = set_of(|kind| hand.is_standard_with_pair(Tile::new(kind as u8).unwrap(), melds, wilds));
    assert_eq!(with_pair, pairs, "{hand:?} with {wilds} wilds");
    assert_eq!(hand.standard_pairs(melds, wilds), pairs, "{hand:?} with {wilds} wilds");
    for asked in [TileSet::EMPTY, TileSet::PLAYED, Suit::Honours.mask(), [tile].into_iter().collect()] {
        assert_eq!(hand.is_standard_with_pair_in(asked, melds, wilds), !pairs.and(asked).is_empty(), "{asked:?}");
    }
}

/// Removes a tile from the hand, a wild where there is no other, compares the waits, and returns whether the hand is
/// ready.
fn waits_agree(mut hand: Hand, counts: &[u8; PLAYED], melds: usize, wilds: usize) -> bool {
    let (mut counts, mut wilds) = (*counts, wilds);
    let middle = hand.tiles().nth(hand.len() / 2);
    match middle {
        Some(tile) => {
            assert!(hand.take(tile));
            counts[tile.index()] -= 1;
        }
        None => wilds -= 1,
    }
    let mut plain = Plain { counts, wilds, runs: true };
    let waits = plain.waits(melds);
    assert_eq!(hand.standard_waits(melds, wilds), waits, "{hand:?} with {wilds} wilds and {melds} melds");
    let seven = set_of(|kind| {
        plain.counts[kind] += 1;
        let yes = plain.is_seven_pairs();
        plain.counts[kind] -= 1;
        yes
    });
    assert_eq!(hand.seven_pairs_waits(wilds), seven, "{hand:?} with {wilds} wilds");
    !waits.is_empty()
}

/// Every reading has the tiles of the hand and valid sets, no two are alike, and all the pairs occur.
#[test]
fn readings_are_valid_and_complete() {
    let mut dice = Dice(7);
    let mut most = 0;
    for number in 0..20_000 {
        let case = near_complete(&mut dice, number % 5);
        let Case { counts, wilds, melds } = case;
        let hand = hand_of(&counts);
        let readings = hand.readings(melds, wilds);
        assert!(!readings.cut && readings.all.len() <= MOST_READINGS);
        most = most.max(readings.all.len());
        let pairs: TileSet = readings.all.iter().map(|reading| reading.pair.tile).collect();
        assert_eq!(pairs, Plain::of(&case).pairs(melds), "{hand:?} with {wilds} wilds");
        for reading in &readings.all {
            let natural: Hand = reading.tiles().filter(|&(_, wild)| !wild).map(|(tile, _)| tile).collect();
            assert_eq!(natural, hand, "{reading}");
            assert_eq!(reading.tiles().filter(|&(_, wild)| wild).count(), wilds, "{reading}");
            assert_eq!(reading.sets().count(), 4 - melds, "{reading}");
            assert!(reading.sets().is_sorted(), "{reading}");
            for set in reading.sets() {
                assert_eq!(set.tiles().count(), 3);
                assert!(set.kind == SetKind::Triplet || set.tile.up(2).is_some(), "{reading}");
            }
        }
        let mut distinct = readings.all.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), readings.all.len(), "{hand:?} with {wilds} wilds");

        let seven = hand.seven_pairs_reading(wilds);
        assert_eq!(seven.is_some(), hand.is_seven_pairs(wilds), "{hand:?} with {wilds} wilds");
        if let Some(seven) = seven {
            let read: Hand = seven.pairs.iter().flat_map(|pair| [pair.tile; 2]).collect();
            assert_eq!(read.quads_as_pairs(), hand.seven_pairs_quads(wilds), "{seven}");
            let wild: u8 = seven.pairs.iter().map(|pair| pair.wilds).sum();
            assert_eq!(usize::from(wild), wilds, "{seven}");
        }
    }
    assert!(most > 500, "{most} readings at most: no hand puts the enumerator to work");
}

/// Adds and removes tiles in any order, beyond four of a kind too; the result equals a new hand.
#[test]
fn hand_depends_only_on_its_tiles() {
    let mut dice = Dice(11);
    let (mut hand, mut counts) = (Hand::default(), [0_u8; PLAYED]);
    for step in 0..30_000 {
        let kind = if dice.roll(3) == 0 { dice.roll(4) } else { dice.roll(PLAYED) };
        let tile = Tile::new(kind as u8).unwrap();
        if dice.roll(2) == 0 {
            hand.add(tile);
            counts[kind] += 1;
        } else {
            assert_eq!(hand.take(tile), counts[kind] > 0);
            counts[kind] = counts[kind].saturating_sub(1);
        }
        if step % 10 == 0 || hand.len() < 15 {
            assert_eq!(hand, hand_of(&counts), "after step {step}");
        }
    }
}
