//! Play in doubt: what of the money it leaves uncertain.

use super::facts::of_claim;
use super::{ClaimCheck, Claims, Due};
use crate::audit::FindingIdx;
use crate::replay::{Breach, BreachIdx, What, first};
use caipan_log::{EventKind, Outcome};
use caipan_tiles::tile::{Seat, Seats};

impl<'a> ClaimCheck<'a> {
    /// Returns what is due beyond doubt: not between seats that the end of the hand touches, and not where the accepted
    /// hypothesis leads to other payments.
    pub(super) fn due_in_doubt(&self) -> Due<'a> {
        self.due.in_doubt(self.touched(), self.accepted.as_ref().map(|world| world.ledger.net()).as_ref())
    }

    /// True if the amounts due depend on play in doubt, although a hypothesis or the claims tell the end of the hand. A
    /// recording error creates no debt: if the record contains something impossible, what is due is certain only where the
    /// payments are right.
    pub(super) fn rests_on_doubt(&self) -> bool {
        let otherwise = self.accepted.as_ref().filter(|world| world.of_record);
        if self.pays() {
            otherwise.is_some_and(|world| !world.given.pays())
        } else {
            otherwise.is_some() || self.is_misrecorded()
        }
    }

    /// Returns the seats whose payments depend on how the hand ended, if the result names its end; else all.
    pub(super) fn touched(&self) -> Seats {
        if self.is_won_by_another() {
            return Seats::FOUR;
        }
        // An initial win that is refused or has an unknown name may be one after all.
        let is_unnamed = |what: &What| matches!(what, What::UnknownOpening { .. });
        let is_opening = |breach: &&Breach| {
            is_unnamed(&breach.what)
                || matches!(breach.what, What::Refused { action: EventKind::Opening | EventKind::MidOpening, .. })
        };
        let breaches = &self.facts.replayed.breaches;
        let opened: Seats = breaches.iter().filter(is_opening).filter_map(|breach| breach.seat).collect();
        let table = &self.facts.replayed.table;
        let leaves_doubt = |breach: &Breach| {
            let what = &breach.what;
            matches!(what, What::Unfinished { .. }) || breach.because.is_none() && what.is_impossible()
        };
        let mut doubts = breaches.iter().filter(|breach| leaves_doubt(breach)).peekable();
        if !self.cut && doubts.peek().is_some() && doubts.all(|breach| is_unnamed(&breach.what)) {
            return self.facts.rules.pays_by_end(table, opened);
        }
        let named = match (&self.claimed.result.wins, self.claimed.result.outcome) {
            (Some(wins), _) => of_claim(wins),
            (None, Some(Outcome::Draw)) => Seats::NONE,
            (None, _) => return Seats::FOUR,
        };
        let called = self.facts.replayed.wins.iter().map(|seen| seen.seat).chain(table.false_wins.iter().copied());
        self.facts.rules.pays_by_end(table, named.iter().chain(called).chain(opened.iter()).collect())
    }

    /// Returns the breach that leaves the amounts due unknown, so that no hypothesis can determine them: a missing end
    /// of the hand, an unknown initial win, or more hypotheses than the limit.
    pub(super) fn unknowable(&self) -> Option<FindingIdx> {
        let breaches = &self.facts.replayed.breaches;
        let taken = first(breaches, What::is_untold).or(self.cut.then_some(BreachIdx(0)))?;
        Some(taken.of(breaches)?.because.unwrap_or(taken).into())
    }

    /// True if a hypothesis determines the payments of a hand whose last events are missing. Where the record stops in the
    /// middle of the play, the hand may have ended otherwise: a hypothesis that leaves something wrong proves nothing.
    pub(super) fn is_told_otherwise(&self) -> bool {
        if self.end_missing.is_some() {
            return false;
        }
        let unnamed = |breach: &Breach| matches!(breach.what, What::UnknownOpening { .. });
        self.facts.replayed.is_cut_off()
            && !self.facts.replayed.breaches.iter().any(unnamed)
            && self.accepted.as_ref().is_some_and(|world| world.of_record && world.given.agrees_in_all_else())
    }

    /// True if the record contains something impossible on which the amounts due may depend.
    pub(super) fn is_misrecorded(&self) -> bool {
        if self.is_won_by_another() {
            return true;
        }
        let dealer = self.facts.replayed.table.dealer;
        let is_settled = |what: &What| matches!(what, What::DealerDeal { dealt } if *dealt == dealer);
        let own = self.facts.replayed.breaches.iter().filter(|breach| breach.because.is_none());
        own.into_iter().any(|breach| breach.what.is_impossible() && !is_settled(&breach.what))
    }

    /// True if only a false win is recorded and the result names another winner whose win no event shows: one of the
    /// two is recorded wrongly.
    pub(super) fn is_won_by_another(&self) -> bool {
        let wins = &self.facts.replayed.wins;
        let named = self.claimed.result.wins.as_deref().unwrap_or_default();
        let is_shown = |seat: Seat| wins.iter().any(|seen| seen.seat == seat) || self.facts.opened(seat).is_some();
        self.facts.replayed.standing.is_empty()
            && wins.iter().any(|seen| named.iter().all(|win| win.seat != seen.seat))
            && named.iter().any(|win| !is_shown(win.seat))
    }

    /// True if the play leaves the amounts due in doubt. Together with an unknown rule, nothing is then certain.
    pub(super) fn is_doubtful(&self) -> bool {
        let doubts =
            self.facts.replayed.breaches.iter().any(|breach| breach.because.is_none() && breach.what.leaves_doubt());
        doubts
            || self.due.filling.is_some()
            || self.accepted.is_some()
            || self.cut
            || self.unknowable().is_some()
            || self.is_misrecorded()
            || !self.given.agrees(Claims::OUTCOME.or(Claims::WINNERS))
    }
}
