//! Checks the money of a hand that rules unknown to caipan may move: only what no such rule can change.
//!
//! Money must still balance, running scores must still follow, and a payment that no unknown rule can reach is judged
//! as ever.

use super::causes::due;
use super::deltas::points;
use super::net::{at, net, pairs, totals, with_house, wrong_pairs};
use super::payment_split::Part;
use super::{Against, Claims};
use crate::audit::checks::money;
use crate::audit::coverage::Question;
use crate::audit::unmodelled::Moved;
use crate::audit::{Finding, FindingIdx};
use caipan_log::{HandResult, Payment};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Cause, Line, Party};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Seat, SeatMap};

/// The field that makes the amounts due of a hand unknown.
pub(in crate::audit) const FIELD: &str = "rules.unmodelled";

impl Against<'_> {
    /// Checks the claims about money that no unknown rule can change, and reports that the others cannot be checked.
    /// `booked`: the point changes that the claimed scores imply, if the scores are the only claim about money.
    pub(super) fn unmodelled(&mut self, claimed: &HandResult, moved: &Moved, booked: Option<SeatMap<i64>>) {
        let zero = self.balances(claimed, moved, booked);
        if let Some(payments) = &claimed.payments {
            self.coverage.unmodelled(Question::Payments);
            if !self.is_doubtful(claimed) {
                self.out_of_reach(payments, moved);
                self.left_alone(payments, |cause| moved.leaves(cause), |pair| moved.reaches(pair));
            }
            self.no_such_event(payments);
        } else {
            self.coverage.either(Question::Payments, false, "result.payments");
        }
        if let (Some(_), Some(payments)) = (claimed.deltas, &claimed.payments) {
            self.coverage.checked(Question::Deltas, 1);
            self.paid_as_booked(claimed, payments, moved, zero);
        } else {
            match claimed.deltas {
                Some(_) => self.coverage.unmodelled(Question::Deltas),
                None => self.coverage.missing(Question::Deltas, "result.deltas"),
            }
        }
        if claimed.payments.is_some() || claimed.deltas.is_some() || booked.is_some() {
            self.cannot_be_verified(claimed, moved);
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
    fn balances(&mut self, claimed: &HandResult, moved: &Moved, booked: Option<SeatMap<i64>>) -> Option<FindingIdx> {
        let deltas = claimed.deltas.or(booked)?;
        // A rule about players who leave may give the house another share.
        let total = deltas.0.iter().fold(0i64, |sum, &delta| sum.saturating_add(delta));
        if moved.is_all() && self.somebody_leaves && total <= 0 {
            return None;
        }
        let booked_only = HandResult { deltas: Some(deltas), ..HandResult::default() };
        let first = self.findings.len();
        let zero = self.zero_sum(&booked_only, self.ledger.house(), None);
        if claimed.deltas.is_none()
            && let Some(finding) = self.findings.get_mut(first)
        {
            finding.pointer = finding.pointer.replace("/result/deltas", "/result/scores");
        }
        zero
    }

    /// Reports point changes that differ from the recorded payments.
    fn paid_as_booked(&mut self, claimed: &HandResult, payments: &[Payment], moved: &Moved, zero: Option<FindingIdx>) {
        let Some(deltas) = claimed.deltas else { return };
        let due = with_house(totals(&net(payments)), self.ledger);
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
    fn is_doubtful(&self, claimed: &HandResult) -> bool {
        let doubts = self.replayed.breaches.iter().any(|breach| breach.because.is_none() && breach.what.leaves_doubt());
        doubts
            || self.filling.is_some()
            || self.accepted.is_some()
            || self.cut
            || self.unknowable().is_some()
            || self.is_misrecorded(claimed)
            || !self.given.agrees(Claims::OUTCOME.or(Claims::WINNERS))
    }

    /// Checks the payments between seats that no unknown rule reaches: their sums, causes and events.
    fn out_of_reach(&mut self, payments: &[Payment], moved: &Moved) {
        let (paid, due) = (net(payments), self.ledger.net());
        let reached: Vec<(Seat, Seat)> = pairs().filter(|&pair| moved.reaches(pair)).collect();
        if reached.len() < pairs().count() {
            self.coverage.checked(Question::Payments, 1);
        }
        let wrong = wrong_pairs(&paid, &due).into_iter().filter(|pair| !reached.contains(pair)).collect::<Vec<_>>();
        for &(a, b) in &wrong {
            self.correct_by(a, b, at(&paid, a, b).saturating_sub(at(&due, a, b)));
        }
        let sums = self.wrong_payments(&paid, None, &Part::as_recorded(wrong.iter().copied().collect(), None));
        let except: Vec<(Seat, Seat)> = reached.into_iter().chain(wrong).collect();
        if sums.is_none() && self.causes(payments, None, &except).is_none() {
            self.events(payments, None, &except);
        }
    }

    /// Checks the payments for causes that nothing unknown moves, between seats that something unknown reaches and all of
    /// whose payments name a cause.
    pub(super) fn left_alone(
        &mut self,
        payments: &[Payment],
        leaves: impl Fn(&'static Cause) -> bool,
        reaches: impl Fn((Seat, Seat)) -> bool,
    ) {
        let system = self.rules.system();
        // A list without payments may be one of net payments that add up to nothing.
        let all_named = !payments.is_empty() && payments.iter().all(|payment| payment.cause.is_some());
        let is_between =
            |(a, b): (Seat, Seat)| move |payment: &&Payment| [(a, b), (b, a)].contains(&(payment.from, payment.to));
        let is_named = |pair: (Seat, Seat)| {
            let mut of_pair = payments.iter().filter(is_between(pair)).peekable();
            all_named || of_pair.peek().is_some() && of_pair.all(|payment| payment.cause.is_some())
        };
        let compared: Vec<(Seat, Seat)> = pairs().filter(|&pair| reaches(pair) && is_named(pair)).collect();
        for &cause in system.causes.iter().filter(|&&cause| leaves(cause)) {
            let called = |payment: &&Payment| payment.cause.as_deref().is_some_and(|name| is_called(cause, name));
            let (paid, due) = (net(payments.iter().filter(called)), due(self.ledger, cause));
            for &(a, b) in &compared {
                self.coverage.checked(Question::Payments, usize::from(at(&due, a, b) != 0));
                if at(&paid, a, b) != at(&due, a, b) {
                    self.correct_by(a, b, at(&paid, a, b).saturating_sub(at(&due, a, b)));
                    self.wrong_for(cause, (a, b), at(&paid, a, b), at(&due, a, b));
                }
            }
        }
    }

    /// Reports a wrong amount for one cause between two seats.
    fn wrong_for(&mut self, cause: &'static Cause, (a, b): (Seat, Seat), claimed: i64, computed: i64) {
        let direction = if computed == 0 { claimed } else { computed };
        let (from, to, sign) = if direction >= 0 { (a, b, 1) } else { (b, a, -1) };
        let (claimed, computed) = (claimed.saturating_mul(sign), computed.saturating_mul(sign));
        let Text { zh, en } = self.owed(from, to, claimed, computed, &Text::default());
        let Label { zh: name_zh, en: name_en } = cause.name;
        let text = bilingual!("“{name_zh}”一项：{zh}", "for {name_en}: {en}");
        let is_of = |line: &&Line| {
            let pair = [Party::Seat(a), Party::Seat(b)];
            std::ptr::eq(line.cause, cause) && pair.contains(&line.from) && pair.contains(&line.to)
        };
        let lines: Vec<Line> = self.ledger.lines().iter().filter(|_| !self.quiet).filter(is_of).cloned().collect();
        let mut finding = Finding::new(&money::AMOUNT, self.hand, text)
            .at_field("result/payments")
            .of(Some(from))
            .values(claimed, computed)
            .by(lines.iter().find_map(|line| line.options.first().copied()));
        for line in &lines {
            finding = finding.under(line.clause);
        }
        finding.lines = lines;
        self.find(finding);
    }

    /// Reports a payment for an event that the hand does not have.
    fn no_such_event(&mut self, payments: &[Payment]) {
        let Some(last) = self.replayed.last_event else { return };
        let none = |payment: &&Payment| payment.at.is_some_and(|at| at > last);
        let Some((payment, event)) = payments.iter().find(none).and_then(|one| Some((one, one.at?))) else { return };
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
    fn cannot_be_verified(&mut self, claimed: &HandResult, moved: &Moved) {
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
        let field = match claimed {
            HandResult { payments: Some(_), .. } => "result/payments",
            HandResult { deltas: Some(_), .. } => "result/deltas",
            _ => "result/scores",
        };
        let finding = Finding::new(&money::MOVED, self.hand, text).at_field(field);
        // Bypasses `find`: no hypothesis makes it right.
        self.findings.push(finding);
    }

    fn correct_by(&mut self, a: Seat, b: Seat, over: i64) {
        let [to, from] = [a, b].map(Seat::index);
        self.corrections[to] = self.corrections[to].saturating_add(over);
        self.corrections[from] = self.corrections[from].saturating_sub(over);
    }
}

fn is_called(cause: &Cause, name: &str) -> bool {
    cause.id == name || cause.name.zh == name || cause.name.en == name
}
