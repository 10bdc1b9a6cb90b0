//! Checks the money of a hand that rules unknown to caipan may move: only what no such rule can change.
//!
//! Money must still balance, running scores must still follow, and a payment that no unknown rule can reach is judged
//! as ever.

use super::compare::Paid;
use super::deltas::points;
use super::net::gains_by;
use super::payment_split::Part;
use super::{Against, Claims};
use crate::audit::checks::money;
use crate::audit::coverage::Question;
use crate::audit::unmodelled::Moved;
use crate::audit::{Finding, FindingIdx};
use caipan_log::{HandResult, Payment};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Pair, Pairs};
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap};

/// The field that makes the amounts due of a hand unknown.
pub(in crate::audit) const FIELD: &str = "rules.unmodelled";

impl Against<'_> {
    /// Checks the claims about money that no unknown rule can change, and reports that the others cannot be checked.
    pub(super) fn unmodelled(&mut self, moved: &Moved) {
        let claimed = self.claimed;
        let zero = self.balances(moved);
        if let Some(paid) = &claimed.paid {
            self.coverage.unmodelled(Question::Payments);
            if !self.is_doubtful() {
                self.out_of_reach(paid);
                self.left_alone(paid);
            }
            self.no_such_event(paid);
        } else {
            self.coverage.either(Question::Payments, false, "result.payments");
        }
        match (claimed.result.deltas, &claimed.result.payments) {
            (Some(deltas), Some(payments)) => {
                self.coverage.checked(Question::Deltas, 1);
                self.paid_as_booked(&deltas, payments, moved, zero);
            }
            (Some(_), None) => self.coverage.unmodelled(Question::Deltas),
            (None, _) => self.coverage.missing(Question::Deltas, "result.deltas"),
        }
        if claimed.names_money() {
            self.cannot_be_verified(moved);
        }
    }

    /// Checks the patterns and values of the claimed wins where an unknown rule may change them: only their names.
    pub(super) fn values_unmodelled(&mut self, claimed: &HandResult) {
        for (at, claim) in claimed.wins.iter().flatten().enumerate() {
            self.known(at, claim);
            if claim.patterns.is_some() {
                self.coverage.unmodelled(Question::Patterns);
            }
            if claim.value.is_some() {
                self.coverage.unmodelled(Question::Values);
            }
        }
    }

    /// Reports point changes that do not add up to minus the house's share.
    fn balances(&mut self, moved: &Moved) -> Option<FindingIdx> {
        let gains = self.claimed.gains?;
        // A rule about players who leave may give the house another share.
        let total = gains.0.iter().fold(0i64, |sum, &gain| sum.saturating_add(gain));
        if moved.is_all() && self.somebody_leaves && total <= 0 {
            return None;
        }
        self.zero_sum(Some(gains), self.due.ledger.house(), None)
    }

    /// Reports point changes that differ from the recorded payments.
    fn paid_as_booked(&mut self, deltas: &SeatMap<i64>, payments: &[Payment], moved: &Moved, zero: Option<FindingIdx>) {
        let due = gains_by(payments, self.due.ledger);
        let wrong = |&seat: &Seat| deltas[seat] != due[seat];
        let Some(seat) = Seat::ALL.into_iter().find(wrong) else { return };
        // A player who left may have paid the house, which no payment shows.
        if self.may_have_left() || moved.is_all() && self.somebody_leaves {
            return;
        }
        let (who, (due_zh, due_en), (zh, en)) = (self.people.who(seat), points(due[seat]), points(deltas[seat]));
        let text = bilingual!(
            "照记录的付款，{who}这一局{due_zh}，得分却记成{zh}。",
            "by the recorded payments {who:#} {due_en}, but the point change says {who:#} {en}"
        );
        let finding = Finding::new(&money::DELTAS, self.hand, text)
            .at_field("result/deltas")
            .of(Some(seat))
            .values(deltas[seat], due[seat])
            .because(zero);
        self.find(finding);
    }

    /// True if the play leaves the amounts due in doubt. Together with an unknown rule, nothing is then certain.
    fn is_doubtful(&self) -> bool {
        let doubts = self.replayed.breaches.iter().any(|breach| breach.because.is_none() && breach.what.leaves_doubt());
        doubts
            || self.due.filling.is_some()
            || self.accepted.is_some()
            || self.cut
            || self.unknowable().is_some()
            || self.is_misrecorded()
            || !self.given.agrees(Claims::OUTCOME.or(Claims::WINNERS))
    }

    /// Checks the payments between seats that no unknown rule reaches: their sums, causes and events.
    fn out_of_reach(&mut self, paid: &Paid<'_>) {
        let reached: Pairs = Pair::ALL.into_iter().filter(|&pair| self.due.is_open(pair)).collect();
        if reached.len() < Pair::ALL.len() {
            self.coverage.checked(Question::Payments, 1);
        }
        let wrong = self.due.differs(&paid.net);
        self.correct(paid, self.due);
        if self.wrong_payments(&paid.net, None, &Part::as_recorded(wrong, None)).is_none() {
            self.named(paid, None, reached.or(wrong));
        }
    }

    /// Reports a payment for an event that the hand does not have.
    fn no_such_event(&mut self, paid: &Paid<'_>) {
        let Some(last) = self.replayed.last_event else { return };
        let none = |payment: &&Payment| payment.at.is_some_and(|at| at > last);
        let Some((payment, event)) = paid.payments.iter().find(none).and_then(|one| Some((one, one.at?))) else {
            return;
        };
        let number = event.saturating_add(1);
        let text = bilingual!(
            "有一笔付款记在第 {number} 手（at: {event}）名下，这一局没有这一步。",
            "a payment is for step {number} (`at` {event}), which does not exist in this hand"
        );
        let finding = Finding::new(&money::EVENT, self.hand, text)
            .at_field("result/payments")
            .of(Some(payment.from))
            .values(payment.points, 0);
        self.find(finding);
    }

    /// Reports that the money which unknown rules may move is not checked.
    fn cannot_be_verified(&mut self, moved: &Moved) {
        let (Text { zh, en }, Text { zh: what_zh, en: what_en }) = (moved.names(), moved.money());
        let text = if moved.is_all() {
            bilingual!(
                "这一局的番数和输赢可能受{zh}影响，caipan 不认识这条规则，没法核对。",
                "the values and payments of this hand may follow {en}, which caipan does not know, so they cannot be verified"
            )
        } else {
            bilingual!(
                "这一局里，{what_zh}可能受{zh}影响，caipan 不认识这条规则，这部分没法核对；其余照常核对。",
                "in this hand, {what_en} may follow {en}, which caipan does not know, so this part cannot be verified; the rest is checked"
            )
        };
        let field = if self.claimed.paid.is_some() { "result/payments" } else { self.claimed.gains_field() };
        let finding = Finding::new(&money::MOVED, self.hand, text).at_field(field);
        // Bypasses `find`: no hypothesis makes it right.
        self.findings.push(finding);
    }
}
