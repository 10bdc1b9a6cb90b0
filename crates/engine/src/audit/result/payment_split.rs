//! Splits wrong payments into consequences of an earlier fault and payments that are wrong regardless of it.

use super::{Accepted, ClaimCheck};
use crate::audit::FindingIdx;
use crate::audit::check::Kind;
use crate::replay::{Mark, first};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Net, Pair, Pairs, Role};
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seats;
use smallvec::{SmallVec, smallvec};

/// Wrong payments that one finding reports.
pub(super) struct Part {
    pub(super) pairs: Pairs,
    /// The payments due under a hypothesis, if they apply instead of the recorded hand's, and its condition.
    pub(super) ledger: Option<Box<Ledger>>,
    even_if: Option<Text>,
    /// The finding of which they are a consequence.
    pub(super) because: Option<FindingIdx>,
    /// True if the accepted hypothesis, if it has the same root, makes them right.
    pub(super) is_explained: bool,
}

impl Part {
    pub(super) fn as_recorded(pairs: Pairs, because: Option<FindingIdx>) -> Part {
        Part { pairs, ledger: None, even_if: None, because, is_explained: true }
    }

    /// Returns the words before the amounts: the assumption they rest on.
    pub(super) fn before(&self, against: &ClaimCheck<'_>) -> Text {
        match &self.even_if {
            Some(Text { zh, en }) => bilingual!("即使{zh}，也不对：", "even if {en}, this is wrong: "),
            None if against.in_doubt && self.because.is_none() => {
                bilingual!("照记录的过程：", "by the recorded play: ")
            }
            None => against.on_missing(),
        }
    }
}

impl ClaimCheck<'_> {
    /// Splits wrong payments: those that an accepted hypothesis makes right or that were made for a false win are
    /// consequences. `because`: the finding that already explains all of them.
    pub(super) fn split(&self, claimed: &Net, wrong: Pairs, because: Option<FindingIdx>) -> SmallVec<[Part; 3]> {
        let mut parts = self.split_by_hypothesis(claimed, wrong, because);
        let own = parts.iter_mut().find(|part| part.because.is_none() && part.ledger.is_none());
        if let (Some(own), Some((called, pairs))) = (own, self.for_false_win(claimed, wrong)) {
            let follows = own.pairs.and(pairs);
            own.pairs = own.pairs.minus(follows);
            parts.insert(0, Part { is_explained: false, ..Part::as_recorded(follows, Some(called)) });
            parts.retain(|part| !part.pairs.is_empty());
        }
        parts
    }

    fn split_by_hypothesis(&self, claimed: &Net, wrong: Pairs, because: Option<FindingIdx>) -> SmallVec<[Part; 3]> {
        let alone = |wrong, because| smallvec![Part::as_recorded(wrong, because)];
        let nearer = self.accepted.as_ref().filter(|_| because.is_none());
        let Some(Accepted { root, words, ledger, of_record, given, .. }) = nearer else { return alone(wrong, because) };
        let due = ledger.net();
        // If the record is wrong, only the hypothesis determines payments; if the rules decide, the hand as recorded
        // does too.
        let still = claimed.differs(&due);
        let own = if *of_record { still } else { still.and(wrong) };
        let follows = wrong.minus(still);
        if own.is_empty() {
            // Money follows from a hypothesis only if with it all money is right.
            return alone(wrong, given.pays().then_some(*root));
        }
        if follows.is_empty() && !of_record {
            return alone(wrong, None);
        }
        let own = if *of_record {
            Part { ledger: Some(ledger.clone()), even_if: Some(words.clone()), ..Part::as_recorded(own, None) }
        } else {
            Part::as_recorded(own, None)
        };
        if follows.is_empty() {
            return smallvec![own];
        }
        smallvec![Part::as_recorded(follows, Some(*root)), own]
    }

    /// Returns the finding of the first called win that does not stand, and the wrong payments that were made for such
    /// wins: to their seats, or a penalty of them.
    fn for_false_win(&self, claimed: &Net, wrong: Pairs) -> Option<(FindingIdx, Pairs)> {
        let (root, callers) = self.false_wins()?;
        let due = self.due.ledger.net();
        let is_for = |pair: &Pair| {
            let (a, b) = pair.seats();
            let over = claimed.at(*pair).saturating_sub(due.at(*pair));
            callers.contains(b) && over > 0
                || callers.contains(a) && over < 0
                || self.due.ledger.between(*pair).any(|line| line.cause.role == Role::FalseWin)
        };
        Some((root, wrong.iter().filter(is_for).collect()))
    }

    /// Returns the finding of the first called win that does not stand, and the seats that called such wins. `None` if
    /// there are none, if they were paid for as the rules require, or if they may stand because something else is wrong.
    pub(super) fn false_wins(&self) -> Option<(FindingIdx, Seats)> {
        let breaches = &self.facts.replayed.breaches;
        let of_win = || breaches.iter().filter(|breach| breach.what.is(Mark::FalseWin));
        let called = FindingIdx::from(first(breaches, |what| what.is(Mark::FalseWin))?);
        let is_fault = self.findings.get(called.0).is_some_and(|finding| finding.kind == Kind::Fault);
        let is_clear = is_fault && !self.is_misrecorded() && of_win().all(|breach| breach.because.is_none());
        is_clear.then(|| (called, of_win().filter_map(|breach| breach.seat).collect()))
    }
}
