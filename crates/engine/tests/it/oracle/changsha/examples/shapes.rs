//! Checks the backtracking against every complete hand of one suit, built from its parts.

use std::collections::{BTreeMap, BTreeSet};

use crate::oracle::changsha::shape::{readings, seven_pairs};
use crate::oracle::changsha::tiles::Counts;

type Suit = [u8; 9];

/// The complete hands of one suit: their pairs by counts, each with true if no chow is needed.
fn built() -> BTreeMap<Suit, BTreeSet<(u8, bool)>> {
    let chows = (0..7).map(|low| (vec![low, low + 1, low + 2], false));
    let sets: Vec<(Vec<usize>, bool)> = chows.chain((0..9).map(|tile| (vec![tile; 3], true))).collect();
    let mut hands: BTreeMap<Suit, BTreeSet<(u8, bool)>> = BTreeMap::new();
    for code in 0..16_usize.pow(4) {
        let chosen = [code % 16, code / 16 % 16, code / 256 % 16, code / 4096];
        if !chosen.is_sorted() {
            continue;
        }
        for pair in 0..9 {
            let mut counts = [0; 9];
            counts[pair] = 2;
            for &tile in chosen.iter().flat_map(|&set| &sets[set].0) {
                counts[tile] += 1;
            }
            if counts.iter().all(|&copies| copies <= 4) {
                let triplets = chosen.iter().all(|&set| sets[set].1);
                hands.entry(counts).or_default().insert((pair as u8, triplets));
            }
        }
    }
    hands
}

/// Calls `see` with every way to hold 14 tiles of one suit.
fn each_holding(counts: &mut Suit, from: usize, left: u8, see: &mut impl FnMut(&Suit)) {
    if from == 9 {
        if left == 0 {
            see(counts);
        }
        return;
    }
    for copies in 0..=left.min(4) {
        counts[from] = copies;
        each_holding(counts, from + 1, left - copies, see);
    }
    counts[from] = 0;
}

#[test]
fn readings_equal_the_built_hands() {
    let hands = built();
    let (mut complete, mut pairs) = (0, 0);
    each_holding(&mut [0; 9], 0, 14, &mut |suit| {
        let mut counts: Counts = [0; 27];
        counts[9..18].copy_from_slice(suit);
        let found = readings(&counts);
        let expected = hands.get(suit);
        let of = |triplets: bool| expected.into_iter().flatten().filter(move |(_, only)| !triplets || *only);
        let by_pair: BTreeSet<u8> = of(false).map(|(pair, _)| *pair).collect();
        let by_triplets: BTreeSet<u8> = of(true).map(|(pair, _)| *pair).collect();
        assert!(found.iter().map(|reading| reading.pair - 9).eq(by_pair), "{suit:?}");
        let only = found.iter().filter(|reading| reading.triplets_only);
        assert!(only.map(|reading| reading.pair - 9).eq(by_triplets), "{suit:?}");
        complete += usize::from(!found.is_empty());
        pairs += usize::from(seven_pairs(&counts).is_some());
    });
    assert_eq!(complete, hands.len());
    // The number of complete hands of one suit is well known. Pairs: seven kinds of nine; one of them doubled and five
    // more; two and three more; three and one more.
    assert_eq!((complete, pairs), (13_259, 36 + 504 + 1_260 + 504));
}
