//! What one half of a suit needs, rank by rank: the walk that fills the table of [`super::table`] and, over all nine
//! ranks, answers for suits that the table does not know. No tile is tried twice, so that it takes any number of
//! copies.

/// From here on needs are not told apart, but for the melds that a pair saves: no hand has more than four melds.
pub(super) const TOO_MANY: u8 = 5;

/// How many runs of one kind may be open at once, and one: three equal runs are three triplets.
const RUNS: usize = 3;

/// How many numbers of open runs there are at a cut between two ranks.
pub(super) const CUTS: usize = RUNS * RUNS;

/// The fewest melds that cover the tiles on one side of a cut between two ranks, by the runs that cross it.
///
/// Entry `3 * a + b` is for `a` runs begun two ranks below the cut and `b` runs begun one rank below it. Runs count
/// where they begin, and wilds fill whatever a meld lacks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Half {
    /// All tiles are in melds.
    pub(super) plain: [u8; CUTS],
    /// One or two tiles alike may be in the pair.
    pub(super) paired: [u8; CUTS],
}

impl Half {
    const UNKNOWN: Half = Half { plain: [TOO_MANY; CUTS], paired: [TOO_MANY; CUTS] };

    /// Below rank 1: no run comes from there.
    pub(super) const BELOW: Half = {
        let mut below = Half::UNKNOWN;
        below.plain[0] = 0;
        below.paired[0] = 0;
        below
    };

    /// Above rank 9: nothing is left to cover. That no run reaches there is seen to where runs begin.
    pub(super) const ABOVE: Half = Half { plain: [0; CUTS], paired: [0; CUTS] };

    /// This lower half with `n` tiles of the next rank (0..9) on top.
    pub(super) fn then(&self, rank: usize, n: u8) -> Half {
        let mut next = Half::UNKNOWN;
        for step in steps(rank, n) {
            next.lower(step.after, step.from(self, step.before));
        }
        next.settled()
    }

    /// This upper half with `n` tiles of the rank (0..9) below it.
    pub(super) fn led_by(&self, rank: usize, n: u8) -> Half {
        let mut next = Half::UNKNOWN;
        for step in steps(rank, n) {
            next.lower(step.before, step.from(self, step.after));
        }
        next
    }

    /// Keeps the smaller numbers of melds, without and with the pair.
    fn lower(&mut self, at: usize, [plain, paired]: [u8; 2]) {
        self.plain[at] = self.plain[at].min(plain);
        self.paired[at] = self.paired[at].min(paired);
    }

    /// A run across the cut may also go to waste: then the half serves where fewer runs are asked for. This makes more
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

/// One choice at a rank: which runs come in and begin there.
struct Step {
    before: usize,
    after: usize,
    /// The runs that begin here.
    begun: u8,
    /// The triplets that cover what the runs leave: with all tiles in melds, and with up to two in the pair.
    triplets: [u8; 2],
}

impl Step {
    /// The melds on both sides of this step, without and with the pair, when the other side is a half cut at `at`.
    fn from(&self, half: &Half, at: usize) -> [u8; 2] {
        let [all, beside_pair] = self.triplets;
        let plain = half.plain[at] + all;
        let paired = (half.paired[at] + all).min(half.plain[at] + beside_pair);
        [plain + self.begun, paired + self.begun]
    }
}

/// Every choice of runs at a rank (0..9) with `n` tiles. No run begins at the last two ranks.
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
