//! A lookup table for the need of one numbered suit.
//!
//! Two facts about a suit decide every standard win, whatever the number of wild tiles (混儿): the fewest melds that
//! cover its natural tiles, and whether taking a pair out of it saves one. `3m + 2` tiles, wilds included, are `m`
//! melds and a pair exactly when all suits together need at most `m` melds, less one if some suit saves one. Wilds fill
//! whatever a meld or the pair lacks, and the tile count makes the numbers match, so no formula contains the number of
//! wilds.
//!
//! A suit is cut after its fifth rank. The need of one half depends on the other only through the runs across the cut,
//! so equal halves are merged and the table is small. [`super::Hand`] keeps track of the tiles of a player.

use super::half::{CUTS, Half, TOO_MANY};
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::LazyLock;

/// Maximum number of copies of a kind in the table; [`need_of`] accepts any number.
pub(super) const COPIES: u8 = 4;

/// The need of one or several suits: the number of melds in the low five bits, and above them the number of suits that
/// save a meld with a pair. Four suits of at most [`TOO_MANY`] melds stay below 32, so needs add as numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Need(u8);

impl Need {
    const SAVES: u8 = 32;

    /// The need of one suit: the number of melds, and whether making a pair in it saves one.
    pub(super) const fn new(melds: usize, saves: bool) -> Need {
        if melds > TOO_MANY as usize {
            return Need(TOO_MANY);
        }
        Need(melds as u8 + if saves { Self::SAVES } else { 0 })
    }

    /// Adds the need of other suits.
    pub(super) const fn and(self, other: Need) -> Need {
        Need(self.0.wrapping_add(other.0))
    }

    /// Subtracts a need that was added before.
    pub(super) const fn without(self, part: Need) -> Need {
        Need(self.0.wrapping_sub(part.0))
    }

    /// The fewest melds that cover the tiles if none of them is in the pair.
    pub(super) const fn melds(self) -> usize {
        (self.0 % Self::SAVES) as usize
    }

    /// The fewest melds that cover the tiles beside a pair.
    pub(super) const fn melds_beside_pair(self) -> usize {
        self.melds() - (self.0 >= Self::SAVES) as usize
    }
}

/// The counts of a suit's nine kinds as two numbers in base five, each count capped at [`COPIES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Halves {
    /// Ranks 1 to 5, rank 1 the last digit: below 3125.
    pub(super) low: u16,
    /// Ranks 6 to 9, rank 9 the last digit: below 625.
    pub(super) high: u16,
}

impl Halves {
    /// The value of one tile of the rank (0..9).
    pub(super) const fn one(rank: usize) -> Halves {
        const LOW: [u16; 9] = [1, 5, 25, 125, 625, 0, 0, 0, 0];
        const HIGH: [u16; 9] = [0, 0, 0, 0, 0, 125, 25, 5, 1];
        Halves { low: LOW[rank], high: HIGH[rank] }
    }

    /// Changes the capped count of a kind from one number to another; `step` is the value of one tile.
    pub(super) const fn changed(self, step: Halves, from: u8, to: u8) -> Halves {
        let by = (to as u16).wrapping_sub(from as u16);
        Halves {
            low: self.low.wrapping_add(step.low.wrapping_mul(by)),
            high: self.high.wrapping_add(step.high.wrapping_mul(by)),
        }
    }
}

/// Returns the need of a suit with no kind above [`COPIES`].
pub(super) fn need(halves: Halves) -> Need {
    TABLE.need(halves)
}

/// Returns the need of a suit with these counts of its nine kinds, computed without the table, for any number of
/// copies.
pub(super) fn need_of(counts: &[u8]) -> Need {
    let whole = counts.iter().enumerate().fold(Half::BELOW, |half, (rank, &n)| half.then(rank, n));
    Need::new(whole.plain[0].into(), whole.paired[0] < whole.plain[0])
}

/// The number of distinct halves of five ranks and of four ranks.
const LOWS: usize = 3125;
const HIGHS: usize = 625;

/// The table: a row for each class of low halves, a column for each class of high halves.
struct Table {
    /// The index in `cells` at which the row of a low half begins.
    rows: [u16; LOWS],
    /// The column of a high half.
    columns: [u8; HIGHS],
    cells: Vec<Need>,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::build);

impl Table {
    /// Looks up a need. Halves are sums of at most [`COPIES`] tiles of each rank, so every index is in range; an index
    /// out of range would return a suit that no hand covers.
    fn need(&self, halves: Halves) -> Need {
        let row = self.rows.get(usize::from(halves.low)).copied().unwrap_or(u16::MAX);
        let column = self.columns.get(usize::from(halves.high)).copied().unwrap_or(u8::MAX);
        self.cells.get(usize::from(row) + usize::from(column)).copied().unwrap_or(Need(TOO_MANY))
    }

    /// Computes every half rank by rank, then every combination of two distinct halves.
    fn build() -> Table {
        let lows = (0..5).fold(Classes::of([Half::BELOW]), |lows, rank| lows.longer(|half, n| half.then(rank, n)));
        let highs =
            (5..9).rev().fold(Classes::of([Half::ABOVE]), |highs, rank| highs.longer(|half, n| half.led_by(rank, n)));
        let rows = Classes::of(meetings(&lows.distinct, &highs.distinct));
        let column = |high: usize| rows.distinct.iter().map(|row| row[high]).collect::<Vec<_>>();
        let columns = Classes::of((0..highs.distinct.len()).map(column));
        let width = columns.distinct.len();
        Table {
            rows: std::array::from_fn(|low| (rows.class_of[lows.class_of[low]] * width) as u16),
            columns: std::array::from_fn(|high| columns.class_of[highs.class_of[high]] as u8),
            cells: (0..rows.distinct.len()).flat_map(|row| columns.distinct.iter().map(move |to| to[row])).collect(),
        }
    }
}

/// Computes a row for each low half: its need together with each high half. Most of the build time goes here, so it
/// processes a row at a time.
fn meetings(lows: &[Half], highs: &[Half]) -> impl Iterator<Item = Vec<Need>> {
    let plain: [Vec<u8>; CUTS] = std::array::from_fn(|cut| highs.iter().map(|high| high.plain[cut]).collect());
    let paired: [Vec<u8>; CUTS] = std::array::from_fn(|cut| highs.iter().map(|high| high.paired[cut]).collect());
    let fewest = |kept: &mut [u8], low: u8, highs: &[u8]| {
        kept.iter_mut().zip(highs).for_each(|(kept, &high)| *kept = (low + high).min(*kept));
    };
    lows.iter().map(move |low| {
        let (mut in_melds, mut beside_pair) = (vec![TOO_MANY; plain[0].len()], vec![TOO_MANY; plain[0].len()]);
        for cut in 0..CUTS {
            fewest(&mut in_melds, low.plain[cut], &plain[cut]);
            fewest(&mut beside_pair, low.plain[cut], &paired[cut]);
            fewest(&mut beside_pair, low.paired[cut], &plain[cut]);
        }
        in_melds.iter().zip(&beside_pair).map(|(&melds, &fewer)| Need::new(melds.into(), fewer < melds)).collect()
    })
}

/// Items grouped into classes of equal ones.
struct Classes<T> {
    /// The class of each item, numbered in order of first appearance.
    class_of: Vec<usize>,
    /// One item of each class.
    distinct: Vec<T>,
}

impl<T: Ord + Clone> Classes<T> {
    fn of(items: impl IntoIterator<Item = T>) -> Classes<T> {
        let (mut seen, mut distinct) = (BTreeMap::new(), Vec::new());
        let class = |item| match seen.entry(item) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                distinct.push(T::clone(new.key()));
                *new.insert(distinct.len() - 1)
            }
        };
        Classes { class_of: items.into_iter().map(class).collect(), distinct }
    }

    /// Extends every item by 0 to [`COPIES`] tiles of one more rank, which becomes the leading digit of its number.
    fn longer(&self, with: impl Fn(&T, u8) -> T) -> Classes<T> {
        let with = &with;
        let unlike = Classes::of((0..=COPIES).flat_map(|n| self.distinct.iter().map(move |item| with(item, n))));
        let numbers = 0..=usize::from(COPIES);
        let class = |n: usize, class: usize| unlike.class_of[n * self.distinct.len() + class];
        let class_of = numbers.flat_map(|n| self.class_of.iter().map(move |&old| (n, old)));
        Classes { class_of: class_of.map(|(n, old)| class(n, old)).collect(), distinct: unlike.distinct }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halves_of(counts: [u8; 9]) -> Halves {
        counts.iter().enumerate().fold(Halves::default(), |at, (rank, &n)| at.changed(Halves::one(rank), 0, n))
    }

    #[test]
    fn table_fits_in_24_kib() {
        let bytes = TABLE.rows.len() * 2 + TABLE.columns.len() + TABLE.cells.len();
        assert!(bytes <= 24 * 1024, "{bytes} bytes");
        let width = TABLE.columns.iter().max().map_or(0, |&last| usize::from(last) + 1);
        assert_eq!(TABLE.cells.len() % width, 0, "columns fit a byte and tile the cells");
        assert_eq!(TABLE.rows.iter().max().map(|&last| usize::from(last) + width), Some(TABLE.cells.len()));
    }

    #[test]
    fn table_agrees_with_rank_by_rank_walk() {
        // The stride is coprime to five, so every digit occurs in every place.
        for code in (0..1_953_125_u32).step_by(37) {
            let counts: [u8; 9] = std::array::from_fn(|rank| (code / 5_u32.pow(rank as u32) % 5) as u8);
            assert_eq!(need(halves_of(counts)), need_of(&counts), "{counts:?}");
        }
    }

    #[test]
    fn needs_of_small_suits() {
        for (counts, melds, saves) in [
            ([0; 9], 0, false),
            ([1, 1, 1, 0, 0, 0, 0, 0, 0], 1, false),
            ([1, 0, 0, 1, 0, 0, 0, 0, 0], 2, true),
            ([3, 1, 1, 1, 1, 1, 1, 1, 3], 5, true),
            ([4, 0, 0, 0, 0, 0, 0, 0, 0], 2, true),
            ([2, 2, 2, 0, 0, 0, 0, 0, 0], 2, false),
        ] {
            assert_eq!(need_of(&counts), Need::new(melds, saves), "{counts:?}");
        }
    }
}
