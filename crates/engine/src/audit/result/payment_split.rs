//! Splits wrong payments into consequences of an earlier fault and payments that are wrong regardless of it.

use super::{Accepted, ClaimCheck};
use crate::audit::FindingIdx;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Net, Pairs};
use caipan_tiles::text::Text;

/// Wrong payments that one finding reports.
pub(super) struct Part {
    pub(super) pairs: Pairs,
    /// The payments due under a hypothesis, if they apply instead of the recorded hand's, and its condition.
    pub(super) ledger: Option<Box<Ledger>>,
    even_if: Option<Text>,
    /// The finding of which they are a consequence.
    pub(super) because: Option<FindingIdx>,
}

/// The wrong payments of a hand.
pub(super) struct Parted {
    /// The payments that differ from the hand as recorded.
    pub(super) recorded: Part,
    /// The payments that are wrong regardless of the earlier finding, if others are its consequences.
    pub(super) own: Option<Part>,
}

impl Part {
    pub(super) fn as_recorded(pairs: Pairs, because: Option<FindingIdx>) -> Part {
        Part { pairs, ledger: None, even_if: None, because }
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
    /// Splits wrong payments by the accepted hypothesis: those that it makes right are consequences of its root.
    /// `because`: the finding that already explains all of them.
    pub(super) fn split(&self, claimed: &Net, wrong: Pairs, because: Option<FindingIdx>) -> Parted {
        let alone = |wrong, because| Parted { recorded: Part::as_recorded(wrong, because), own: None };
        let nearer = self.accepted.as_ref().filter(|_| because.is_none());
        let Some(Accepted { root, words, ledger, of_record, given, .. }) = nearer else { return alone(wrong, because) };
        let due = ledger.net();
        // If the record is wrong, only the hypothesis determines payments; if the rules decide, the hand as recorded
        // does too.
        let still = claimed.differs(&due);
        let own = if *of_record { still } else { still.and(wrong) };
        let follows = wrong.minus(still);
        if own.is_empty() {
            // Money follows from a finding only if with it all money is right.
            return alone(wrong, given.pays().then_some(*root));
        }
        if follows.is_empty() && !of_record {
            return alone(wrong, None);
        }
        let own = if *of_record {
            Part { pairs: own, ledger: Some(ledger.clone()), even_if: Some(words.clone()), because: None }
        } else {
            Part::as_recorded(own, None)
        };
        if follows.is_empty() {
            return Parted { recorded: own, own: None };
        }
        Parted { recorded: Part::as_recorded(follows, Some(*root)), own: Some(own) }
    }
}
