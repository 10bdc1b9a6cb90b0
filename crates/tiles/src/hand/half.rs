//! The need of half a suit, computed rank by rank. It fills the table of [`super::table`]; run over all nine ranks, it
//! answers for suits outside the table.
//!
//! It handles all tiles of a rank in one step, so it accepts any number of copies.

/// The number of melds at which needs saturate, because no hand has more than four. Such a need still records whether a
/// pair saves a meld.
pub(super) const TOO_MANY: u8 = 5;

/// The maximum number of open runs of one kind, plus one: three equal runs are three triplets.
const RUNS: usize = 3;

/// The number of combinations of open runs at a cut between two ranks.
pub(super) const CUTS: usize = RUNS * RUNS;

/// The fewest melds that cover the tiles on one side of a cut between two ranks, indexed by the runs that cross it.
///
/// Entry `3 * a + b` is for `a` runs begun two ranks below the cut and `b` runs begun one rank below it. A run counts
/// on the side where it begins, and wilds fill whatever a meld lacks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Half {
    /// With all tiles in melds.
    pub(super) plain: [u8; CUTS],
    /// With one or two equal tiles in the pair if that helps.
    pub(super) paired: [u8; CUTS],
}

impl Half {
    const UNKNOWN: Half = Half { plain: [TOO_MANY; CUTS], paired: [TOO_MANY; CUTS] };

    /// Below rank 1: no run begins there.
    pub(super) const BELOW: Half = {
        let mut below = Half::UNKNOWN;
        below.plain[0] = 0;
        below.paired[0] = 0;
        below
    };

    /// Above rank 9: no tile is left to cover. [`steps`] ensures that no run reaches this far.
    pub(super) const ABOVE: Half = Half { plain: [0; CUTS], paired: [0; CUTS] };

    /// Extends this lower half by `n` tiles of the next rank (0..9).
    pub(super) fn then(&self, rank: usize, n: u8) -> Half {
        let mut next = Half::UNKNOWN;
        for step in steps(rank, n) {
            next.lower(step.after, step.from(self, step.before));
        }
        next.settled()
    }

    /// Extends this upper half by `n` tiles of the rank (0..9) below it.
    pub(super) fn led_by(&self, rank: usize, n: u8) -> Half {
        let mut next = Half::UNKNOWN;
        for step in steps(rank, n) {
            next.lower(step.before, step.from(self, step.after));
        }
        next
    }

    /// Keeps the smaller number of melds, without and with the pair.
    fn lower(&mut self, at: usize, [plain, paired]: [u8; 2]) {
        self.plain[at] = self.plain[at].min(plain);
        self.paired[at] = self.paired[at].min(paired);
    }

    /// Lets runs across the cut go unused, so that a half also counts where fewer runs are required. This makes more
    /// halves equal.
    fn settled(mut self) -> Half {
        for at in (0..CUTS).rev() {
            if at / RUNS + 1 < RUNS {
                self.lower(at, [self.plain[at + RUNS], self.paired[at + RUNS]]);
            }
            if at % RUNS + 1 < RUNS {
                self.lower(at, [self.plain[at + 1], self.paired[at + 1]]);
            }
        }
        self
    }
}

/// One choice at a rank: the runs that come in and the runs that begin.
struct Step {
    before: usize,
    after: usize,
    /// The number of runs that begin at this rank.
    begun: u8,
    /// The triplets that cover what the runs leave: with all tiles in melds, and with up to two in the pair.
    triplets: [u8; 2],
}

impl Step {
    /// Returns the melds on both sides of this step, without and with the pair, if the other side is the entry `at` of
    /// `half`.
    fn from(&self, half: &Half, at: usize) -> [u8; 2] {
        let [all, beside_pair] = self.triplets;
        let plain = half.plain[at] + all;
        let paired = (half.paired[at] + all).min(half.plain[at] + beside_pair);
        [plain + self.begun, paired + self.begun]
    }
}

/// Returns every choice of runs at a rank (0..9) with `n` tiles. No run begins at the last two ranks.
fn steps(rank: usize, n: u8) -> impl Iterator<Item = Step> {
    let most = if rank < 7 { RUNS } else { 1 };
    (0..CUTS).flat_map(move |before| {
        (0..most).map(move |begun| {
            let (earlier, last) = (before / RUNS, before % RUNS);
            let rest = n.saturating_sub((earlier + last + begun) as u8);
            let triplets = [rest, rest.saturating_sub(2)].map(|rest| rest.div_ceil(3).min(TOO_MANY));
            Step { before, after: RUNS * last + begun, begun: begun as u8, triplets }
        })
    })
}
