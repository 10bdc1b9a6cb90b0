//! What one numbered suit needs, by table.
//!
//! Two facts about a suit decide every standard win, however many wild tiles (混儿) fill the holes: the fewest melds
//! that cover its natural tiles, and whether a pair taken out of it saves one. `3m + 2` tiles, wilds included, are `m`
//! melds and a pair exactly when all suits together need at most `m` melds, less one if some suit saves one: wilds fill
//! whatever a meld or the pair still lacks, and the tile count makes them come out even. The number of wilds is in no
//! formula.
//!
//! A suit is cut after its fifth rank; what a half needs depends on the other only through the runs across the cut, so
//! equal halves are merged and the table is small. Which tiles a player holds is a question for [`super::Hand`].

use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::LazyLock;

/// From here on needs are not told apart, but for the melds that a pair saves: no hand has more than four melds.
const TOO_MANY: u8 = 5;

/// The most copies of a kind that the table knows; [`need_of`] knows any number.
pub(super) const COPIES: u8 = 4;

/// What the tiles of one suit, or of several suits together, need: melds in the low five bits, above them how many of
/// the suits save a meld with a pair. Four suits of at most [`TOO_MANY`] melds stay below 32, so needs add as numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Need(u8);

impl Need {
    const SAVES: u8 = 32;

    /// The need of one suit: this many melds, and whether making a pair in it saves one.
    pub(super) const fn new(melds: usize, saves: bool) -> Need {
        if melds > TOO_MANY as usize {
            return Need(TOO_MANY);
        }
        Need(melds as u8 + if saves { Self::SAVES } else { 0 })
    }

    /// The need of these tiles and those of other suits.
    pub(super) const fn and(self, other: Need) -> Need {
        Need(self.0.wrapping_add(other.0))
    }

    /// The need that is left without a part that was added before.
    pub(super) const fn without(self, part: Need) -> Need {
        Need(self.0.wrapping_sub(part.0))
    }

    /// The fewest melds that cover the tiles when no pair is made of them.
    pub(super) const fn melds(self) -> usize {
        (self.0 % Self::SAVES) as usize
    }

    /// The fewest melds that cover the tiles beside a pair.
    pub(super) const fn melds_beside_pair(self) -> usize {
        self.melds() - (self.0 >= Self::SAVES) as usize
    }
}

/// The numbers of a suit's nine kinds as two numbers in base five, each count held to [`COPIES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Halves {
    /// Ranks 1 to 5, rank 1 the last digit: below 3125.
    pub(super) low: u16,
    /// Ranks 6 to 9, rank 9 the last digit: below 625.
    pub(super) high: u16,
}

impl Halves {
    /// What one tile of the rank (0..9 here) adds.
    pub(super) const fn one(rank: usize) -> Halves {
        const LOW: [u16; 9] = [1, 5, 25, 125, 625, 0, 0, 0, 0];
        const HIGH: [u16; 9] = [0, 0, 0, 0, 0, 125, 25, 5, 1];
        Halves { low: LOW[rank], high: HIGH[rank] }
    }

    /// These halves with a kind's held count changed from one number to another, `step` being one tile of it.
    pub(super) const fn changed(self, step: Halves, from: u8, to: u8) -> Halves {
        let by = (to as u16).wrapping_sub(from as u16);
        Halves {
            low: self.low.wrapping_add(step.low.wrapping_mul(by)),
            high: self.high.wrapping_add(step.high.wrapping_mul(by)),
        }
    }
}

/// What a suit with no kind above [`COPIES`] needs.
pub(super) fn need(halves: Halves) -> Need {
    TABLE.need(halves)
}

/// What a suit with these numbers of its nine kinds needs, worked out without the table: for any number of copies.
pub(super) fn need_of(counts: &[u8]) -> Need {
    let start = Half::START;
    let end = counts.iter().enumerate().fold(start, |half, (rank, &n)| half.then(rank, n));
    end.meet(&Half::END)
}

/// How many melds one half takes, by the runs across its open side.
///
/// Entry `[pair][a][b]`: `a` runs begun two ranks before the open side's next rank, `b` runs begun one rank before it,
/// with at most `pair` pairs. More than two equal runs are never needed, three of them are three triplets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Half([[[u8; 3]; 3]; 2]);

impl Half {
    /// Before rank 1: no runs come in.
    const START: Half = {
        let mut half = Half([[[TOO_MANY; 3]; 3]; 2]);
        half.0[0][0][0] = 0;
        half.0[1][0][0] = 0;
        half
    };
    /// After rank 9: runs that would go on are not begun, see [`Half::runs_at`].
    const END: Half = Half([[[0; 3]; 3]; 2]);

    /// How many runs may begin at this rank (0..9): none at the last two.
    const fn runs_at(rank: usize) -> usize {
        if rank < 7 { 2 } else { 0 }
    }

    /// How many triplets cover what the runs leave, without and with the pair taken there.
    fn triplets(n: u8, runs: usize) -> [u8; 2] {
        let rest = usize::from(n).saturating_sub(runs);
        [rest, rest.saturating_sub(2)].map(|rest| rest.div_ceil(3).min(TOO_MANY.into()) as u8)
    }

    /// A half from rank 1 on, one rank longer: `n` tiles of `rank`.
    fn then(&self, rank: usize, n: u8) -> Half {
        let mut next = Half([[[TOO_MANY; 3]; 3]; 2]);
        for (a, b, c) in runs(Self::runs_at(rank)) {
            let [plain, paired] = Self::triplets(n, a + b + c);
            let (before, begun) = (self.at(a, b), c as u8);
            next.lower(0, b, c, before[0] + begun + plain);
            next.lower(1, b, c, (before[1] + plain).min(before[0] + paired) + begun);
        }
        next
    }

    /// A half up to rank 9, one rank longer at its front: `n` tiles of `rank`.
    fn led_by(&self, rank: usize, n: u8) -> Half {
        let mut next = Half([[[TOO_MANY; 3]; 3]; 2]);
        for (a, b, c) in runs(Self::runs_at(rank)) {
            let [plain, paired] = Self::triplets(n, a + b + c);
            let (after, begun) = (self.at(b, c), c as u8);
            next.lower(0, a, b, after[0] + begun + plain);
            next.lower(1, a, b, (after[1] + plain).min(after[0] + paired) + begun);
        }
        next
    }

    /// The melds for these runs across the open side: without a pair, and with one at most.
    const fn at(&self, a: usize, b: usize) -> [u8; 2] {
        [self.0[0][a][b], self.0[1][a][b]]
    }

    /// Keeps the smaller number of melds.
    fn lower(&mut self, pair: usize, a: usize, b: usize, melds: u8) {
        let kept = &mut self.0[pair][a][b];
        *kept = melds.min(*kept);
    }

    /// A low half and the high half above it: the whole suit.
    fn meet(&self, high: &Half) -> Need {
        let (mut plain, mut paired) = (TOO_MANY, TOO_MANY);
        for (a, b, _) in runs(0) {
            let (low, high) = (self.at(a, b), high.at(a, b));
            plain = plain.min(low[0] + high[0]);
            paired = paired.min(low[0] + high[1]).min(low[1] + high[0]);
        }
        Need::new(plain.into(), paired < plain)
    }

    /// A low half where runs that the high half does not need count as not there: more halves become equal.
    fn settled(mut self) -> Half {
        for pair in 0..2 {
            for (a, b, _) in runs(0).rev() {
                for (more_a, more_b) in [(a + 1, b), (a, b + 1)] {
                    if more_a < 3 && more_b < 3 {
                        self.lower(pair, a, b, self.0[pair][more_a][more_b]);
                    }
                }
            }
        }
        self
    }
}

/// Runs begun two ranks before, one rank before, and here (at most `here`).
fn runs(here: usize) -> impl DoubleEndedIterator<Item = (usize, usize, usize)> {
    (0..3).flat_map(move |a| (0..3).flat_map(move |b| (0..=here).map(move |c| (a, b, c))))
}

/// The table: a row for each class of low halves, a column for each class of high halves.
struct Table {
    /// Where the row of a low half begins in `cells`.
    rows: Vec<u16>,
    /// The column of a high half.
    columns: Vec<u8>,
    cells: Vec<Need>,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::build);

impl Table {
    /// Looks up. Halves are sums of at most [`COPIES`] tiles of each rank, so every index is in range; one that were not
    /// would read as a suit that no hand covers.
    fn need(&self, halves: Halves) -> Need {
        let row = self.rows.get(usize::from(halves.low)).copied().unwrap_or(u16::MAX);
        let column = self.columns.get(usize::from(halves.high)).copied().unwrap_or(u8::MAX);
        self.cells.get(usize::from(row) + usize::from(column)).copied().unwrap_or(Need(TOO_MANY))
    }

    /// Works out every half, rank by rank, and every meeting of two unlike halves.
    fn build() -> Table {
        let mut lows = vec![Half::START];
        for rank in 0..5 {
            lows = (0..=COPIES).flat_map(|n| lows.iter().map(move |half| half.then(rank, n))).collect();
        }
        let mut highs = vec![Half::END];
        for rank in (5..9).rev() {
            highs = (0..=COPIES).flat_map(|n| highs.iter().map(move |half| half.led_by(rank, n))).collect();
        }
        let (low_of, lows) = classes(lows.into_iter().map(Half::settled));
        let (high_of, highs) = classes(highs);
        let (row_of, rows) =
            classes(lows.iter().map(|low| highs.iter().map(|high| low.meet(high)).collect::<Vec<_>>()));
        let (column_of, columns) =
            classes((0..highs.len()).map(|high| rows.iter().map(|row| row[high]).collect::<Vec<_>>()));
        Table {
            rows: low_of.into_iter().map(|low| (row_of[low] * columns.len()) as u16).collect(),
            columns: high_of.into_iter().map(|high| column_of[high] as u8).collect(),
            cells: (0..rows.len()).flat_map(|row| columns.iter().map(move |column| column[row])).collect(),
        }
    }
}

/// The class of each item, and what the items of each class are; classes are numbered as they come.
fn classes<T: Ord + Clone>(items: impl IntoIterator<Item = T>) -> (Vec<usize>, Vec<T>) {
    let mut seen = BTreeMap::new();
    let mut distinct = Vec::new();
    let class_of = items
        .into_iter()
        .map(|item| match seen.entry(item) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                distinct.push(new.key().clone());
                *new.insert(distinct.len() - 1)
            }
        })
        .collect();
    (class_of, distinct)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halves_of(counts: [u8; 9]) -> Halves {
        counts.iter().enumerate().fold(Halves::default(), |at, (rank, &n)| at.changed(Halves::one(rank), 0, n))
    }

    #[test]
    fn the_table_is_small() {
        let bytes = TABLE.rows.len() * 2 + TABLE.columns.len() + TABLE.cells.len();
        eprintln!("{bytes} bytes, {} cells", TABLE.cells.len());
        assert!(bytes <= 24 * 1024, "{bytes} bytes");
        let width = TABLE.columns.iter().max().map_or(0, |&last| usize::from(last) + 1);
        assert_eq!(TABLE.cells.len() % width, 0, "columns fit a byte and tile the cells");
        assert_eq!(TABLE.rows.iter().max().map(|&last| usize::from(last) + width), Some(TABLE.cells.len()));
    }

    #[test]
    fn the_table_says_what_the_plain_walk_says() {
        // A stride that shares no factor with five meets every digit in every place.
        for code in (0..1_953_125_u32).step_by(37) {
            let counts: [u8; 9] = std::array::from_fn(|rank| (code / 5_u32.pow(rank as u32) % 5) as u8);
            assert_eq!(need(halves_of(counts)), need_of(&counts), "{counts:?}");
        }
    }

    #[test]
    fn small_suits() {
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
