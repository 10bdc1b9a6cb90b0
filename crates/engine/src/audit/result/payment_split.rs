//! Splits wrong payments into consequences of an earlier fault and payments that are wrong regardless of it.

use super::{Accepted, Against};
use crate::audit::FindingIdx;
use crate::replay::{Breach, What};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Net, Pairs};
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;

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
    pub(super) fn before(&self, against: &Against<'_>) -> Text {
        match &self.even_if {
            Some(Text { zh, en }) => bilingual!("即使{zh}，也不对：", "even if {en}, this is wrong: "),
            None if against.in_doubt && self.because.is_none() => {
                bilingual!("照记录的过程：", "by the recorded play: ")
            }
            None => against.on_missing(),
        }
    }
}

impl Against<'_> {
    /// True if a hypothesis determines the payments of a hand whose last events are missing.
    pub(super) fn is_told_otherwise(&self) -> bool {
        let unnamed = |breach: &Breach| matches!(breach.what, What::UnknownOpening { .. });
        self.replayed.is_cut_off()
            && !self.replayed.breaches.iter().any(unnamed)
            && self.accepted.as_ref().is_some_and(|world| world.of_record && world.given.agrees_in_all_else())
    }

    /// True if the record contains something impossible on which the amounts due may depend.
    pub(super) fn is_misrecorded(&self) -> bool {
        if self.is_won_by_another() {
            return true;
        }
        let dealer = self.replayed.table.dealer;
        let is_settled = |what: &What| matches!(what, What::DealerDeal { dealt } if *dealt == dealer);
        let own = self.replayed.breaches.iter().filter(|breach| breach.because.is_none());
        own.into_iter().any(|breach| !breach.what.is_decided() && !breach.what.is_aside() && !is_settled(&breach.what))
    }

    /// True if only a false win is recorded and the result names another winner whose win no event shows: one of the
    /// two is recorded wrongly.
    pub(super) fn is_won_by_another(&self) -> bool {
        let wins = &self.replayed.wins;
        let named = self.claimed.result.wins.as_deref().unwrap_or_default();
        let is_shown = |seat: Seat| wins.iter().any(|seen| seen.seat == seat) || self.facts().opened(seat).is_some();
        self.replayed.standing.is_empty()
            && wins.iter().any(|seen| named.iter().all(|win| win.seat != seen.seat))
            && named.iter().any(|win| !is_shown(win.seat))
    }

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
