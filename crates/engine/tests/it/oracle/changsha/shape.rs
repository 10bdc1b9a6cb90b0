//! Splits concealed tiles into sets, pairs and seven pairs by plain backtracking, without tables.

use super::tiles::{Counts, Tile, starts_chow};

/// One way to read the concealed tiles as sets and a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    pub pair: Tile,
    /// True if no set is a chow.
    pub triplets_only: bool,
}

/// Every reading as one pair and otherwise sets (CS-B.5). A lone pair is a reading without sets.
pub fn readings(counts: &Counts) -> Vec<Reading> {
    let mut found = Vec::new();
    for pair in 0..27 {
        if counts[usize::from(pair)] < 2 {
            continue;
        }
        let mut left = *counts;
        left[usize::from(pair)] -= 2;
        if only_sets(&mut left, false) {
            found.push(Reading { pair, triplets_only: only_sets(&mut left, true) });
        }
    }
    found
}

/// True if the tiles are sets and nothing else; leaves them as they were.
fn only_sets(left: &mut Counts, triplets_only: bool) -> bool {
    let Some(lowest) = left.iter().position(|&copies| copies > 0) else {
        return true;
    };
    if left[lowest] >= 3 {
        left[lowest] -= 3;
        let rest = only_sets(left, triplets_only);
        left[lowest] += 3;
        if rest {
            return true;
        }
    }
    if triplets_only || !starts_chow(lowest as Tile) || left[lowest + 1] == 0 || left[lowest + 2] == 0 {
        return false;
    }
    left[lowest..lowest + 3].iter_mut().for_each(|copies| *copies -= 1);
    let rest = only_sets(left, triplets_only);
    left[lowest..lowest + 3].iter_mut().for_each(|copies| *copies += 1);
    rest
}

/// Seven pairs: the number of fours of a kind among them, or `None` if the tiles are not seven pairs (CS-A.11,
/// CS-B.7.8).
pub fn seven_pairs(counts: &Counts) -> Option<u32> {
    let tiles: u8 = counts.iter().sum();
    let even = counts.iter().all(|copies| copies % 2 == 0);
    (tiles == 14 && even).then(|| (0..27).filter(|&kind| counts[kind] == 4).count() as u32)
}
