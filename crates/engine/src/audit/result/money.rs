//! Checks the payments between pairs of seats, and the sum of the point changes.

use super::compare::{Debt, Paid};
use super::mistake::{WrongMoney, mistake_in_words};
use super::net::first_wrong;
use super::payment_split::Part;
use super::{Against, Claimed, Claims};
use crate::audit::Finding;
use crate::audit::FindingIdx;
use crate::audit::check::Check;
use crate::audit::checks::money;
use crate::audit::coverage::Question;
use caipan_log::Payment;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Line, Net, Pair, Pairs};
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap};

impl Against<'_> {
    /// Checks all claims about money. `values`: the finding about a wrong pattern or value, which may explain the
    /// payments.
    pub(super) fn money(&mut self, values: Option<FindingIdx>) {
        let Claimed { result, paid, gains } = self.claimed;
        // Scores as the only claim are compared themselves if everything is known.
        let is_booked = gains.is_some() && (result.deltas.is_some() || self.due.filling.is_some());
        if paid.is_none() && !is_booked {
            self.coverage.missing(Question::Payments, "result.payments");
            self.coverage.missing(Question::Deltas, "result.deltas");
            return;
        }
        if let Some(filling) = self.due.filling {
            self.coverage.missing(Question::Payments, filling.fields.first().copied().unwrap_or_default());
            if self.pays() || filling.cut {
                let because = self.explains(Claims::MONEY).or(self.wild_unknown);
                let first = self.findings.len();
                let wrong = self.beyond_limits(because);
                // Rules under which nothing can be checked must not explain what is wrong under these.
                if self.findings.len() == first {
                    self.left_out(filling, because);
                }
                let zero = self.zero_sum(*gains, self.due.ledger.house(), None);
                if paid.is_some() {
                    self.deltas(zero, wrong, None);
                }
                return;
            }
            if self.conflict(filling) {
                return;
            }
        }
        let explained = self.explanation(values).or_else(|| self.floor());
        let zero = self.zero_sum(*gains, self.due.ledger.house(), explained);
        self.coverage.either(Question::Payments, paid.is_some(), "result.payments");
        if let (None, false, false, Some(root)) = (explained, self.pays(), self.is_told_otherwise(), self.unknowable())
        {
            self.in_doubt = true;
            self.unchecked("events", Some(root));
            if let Some(paid) = paid {
                let wrong = self.untouched(paid);
                let due = self.due_in_doubt();
                self.correct(paid, due);
                self.deltas(zero, wrong, None);
            }
            return;
        }
        // A recording error creates no debt: if the record contains something impossible, what is due is certain only
        // where the payments are right.
        let otherwise = self.accepted.as_ref().filter(|world| world.of_record);
        self.in_doubt = if self.pays() {
            otherwise.is_some_and(|world| !world.given.pays())
        } else {
            otherwise.is_some() || self.is_misrecorded()
        };
        let wrong = paid.as_ref().and_then(|paid| self.payments(paid, explained));
        self.deltas(zero, wrong, explained);
        if let Some(paid) = paid.as_ref().filter(|_| self.due.filling.is_some() || self.in_doubt) {
            let due = if self.in_doubt { self.due_in_doubt() } else { self.due };
            self.correct(paid, due);
        }
    }

    /// Checks that claimed point changes sum to minus the house's share. Returns the finding if they do not.
    pub(super) fn zero_sum(
        &mut self,
        gains: Option<SeatMap<i64>>,
        house: i64,
        because: Option<FindingIdx>,
    ) -> Option<FindingIdx> {
        let gains = gains?;
        let total: i128 = gains.0.iter().map(|&gain| i128::from(gain)).sum();
        let is_paid_to_house = self.may_have_left() && total < 0;
        if total == -i128::from(house) || is_paid_to_house {
            return None;
        }
        let wrong = first_wrong(&gains, &self.due.ledger.balance());
        let due = house.saturating_neg();
        let text = bilingual!(
            "四家的得分加起来该是 {due}，记的加起来是 {total}。",
            "the recorded gains and losses add up to {total} instead of {due}"
        );
        let finding = Finding::new(&money::NOT_ZERO, self.hand, text)
            .at_field(self.claimed.gains_field())
            .of(wrong)
            .values(total, due)
            .because(because);
        Some(self.find(finding))
    }

    /// True if no event is recorded: a seat may have left and paid the house.
    pub(super) fn may_have_left(&self) -> bool {
        self.replayed.last_event.is_none()
    }

    /// Checks the claimed payments pair by pair, then by the causes or events that they name.
    fn payments(&mut self, paid: &Paid<'_>, because: Option<FindingIdx>) -> Option<FindingIdx> {
        if self.pays() && !self.in_doubt {
            return self.events(paid, because, Pairs::NONE);
        }
        let differing = paid.net.differs(&self.due.ledger.net());
        if differing.is_empty() && !self.in_doubt {
            return self.named(paid, because, Pairs::NONE);
        }
        let parted = self.split(&paid.net, differing, because);
        let mut excepted = parted.recorded.pairs;
        let explained = self.wrong_payments(&paid.net, Some(paid.payments), &parted.recorded);
        let own = parted.own.and_then(|own| {
            excepted = excepted.or(own.pairs);
            self.wrong_payments(&paid.net, None, &own)
        });
        // The other pairs have the right sums, but may name the wrong cause.
        self.named(paid, because, excepted);
        own.or(explained)
    }

    /// Reports the wrong payments between these pairs. `payments`: the claimed ones, if no others are wrong.
    pub(super) fn wrong_payments(
        &mut self,
        claimed: &Net,
        payments: Option<&[Payment]>,
        part: &Part,
    ) -> Option<FindingIdx> {
        let ledger = part.ledger.as_deref().unwrap_or(self.due.ledger);
        let computed = ledger.net();
        // Outside these pairs, take the claim as right.
        let claimed = &computed.with(claimed, part.pairs);
        let (gains, due) = (claimed.gains(), computed.gains());
        let too_much = |seat: &Seat| gains[*seat].saturating_sub(due[*seat]);
        let wrong: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| too_much(seat) != 0).collect();
        let check = classify(claimed, &computed, &wrong);
        // The seat that paid or received in another's place.
        let mistaken = if check == &money::PAYER {
            wrong.iter().copied().min_by_key(too_much)
        } else {
            wrong.iter().copied().max_by_key(too_much).filter(|_| check == &money::RECEIVER)
        };
        let touches = |pair: &Pair| mistaken.is_none_or(|seat| pair.has(seat));
        let first = part.pairs.iter().find(touches).or(part.pairs.iter().next())?;
        let debt = Debt::between(first, claimed.at(first), computed.at(first));
        let mistake = self.mistake(ledger, &WrongMoney::Payments(claimed, payments));
        let text = self.if_read(|| {
            let (mut text, cause) = (part.before(self), mistake_in_words(mistake.as_ref()));
            text.zh += cause.zh;
            text.en += cause.en;
            for pair in part.pairs.iter() {
                let line = self.pair_in_words(ledger, pair, claimed.at(pair));
                text.zh += line.zh;
                if !(text.en.is_empty() || text.en.ends_with(": ")) {
                    text.en += "; ";
                }
                text.en += line.en;
            }
            text
        });
        let between = |pair: Pair| ledger.between(pair).cloned();
        let lines: Vec<Line> = part.pairs.iter().filter(|_| !self.quiet).flat_map(between).collect();
        let mut finding = Finding::new(check, self.hand, text)
            .at_field("result/payments")
            .of(mistaken.or(Some(debt.from)))
            .values(debt.claimed, debt.due)
            .because(part.because);
        if let Some(mistake) = mistake {
            finding = finding.explained_by(mistake);
        }
        Some(self.find(finding.by_lines(lines)))
    }

    /// Returns the words for the due and the recorded payment between a pair.
    fn pair_in_words(&self, ledger: &Ledger, pair: Pair, claimed: i64) -> Text {
        let debt = Debt::between(pair, claimed, ledger.net().at(pair));
        let mut lines = ledger.between(pair);
        // One payment shows its sum, unless that is a single number; of several payments each is named.
        let sum = match (lines.next(), lines.next()) {
            (None, _) => Text::default(),
            (Some(Line { sum, .. }), None) if sum.steps().len() == 1 => Text::default(),
            (Some(Line { sum, .. }), None) => bilingual!("（{sum}）", " ({sum})"),
            (Some(_), Some(_)) => {
                let Text { zh, en } = ledger.parts(debt.from, debt.to);
                bilingual!("（{zh}）", " ({en})")
            }
        };
        let mut text = self.owed(debt, &sum);
        if std::ptr::eq(ledger, self.due.ledger) {
            let owed = self.due.owed(pair);
            let Text { zh, en } = if debt.from == pair.seats().0 { owed } else { owed.reversed() }.in_words();
            if !zh.is_empty() {
                text.zh = format!("{}{zh}。", text.zh.trim_end_matches('。')).into();
            }
            text.en += en;
        }
        text
    }

    /// Returns the words for the due and the recorded payment of a debt. `sum`: the sum of what is due, in brackets.
    pub(super) fn owed(&self, Debt { from, to, claimed, due: computed }: Debt, sum: &Text) -> Text {
        let (from, to) = (self.people.who(from), self.people.who(to));
        let (Text { zh, en }, unit) = (sum, if computed == 1 { "point" } else { "points" });
        let reverse = claimed.saturating_neg();
        match (claimed, computed) {
            (_, 0) => bilingual!(
                "{from}不欠{to}{zh}，却记了付 {claimed} 分。",
                "{from:#} owes {to:#} nothing{en}, but {claimed} is recorded"
            ),
            (0, _) => bilingual!(
                "{from}该付{to} {computed} 分{zh}，没有记。",
                "{from:#} owes {to:#} {computed} {unit}{en}, but nothing is recorded"
            ),
            _ if reverse == computed => bilingual!(
                "记反了：该{from}付{to} {computed} 分{zh}，不是{to}付{from}。",
                "recorded in reverse: {from:#} owes {to:#} {computed} {unit}{en}"
            ),
            (..0, _) => bilingual!(
                "记反了，数目也不对：该{from}付{to} {computed} 分{zh}，却记成{to}付{from} {reverse} 分。",
                "recorded in reverse and with a wrong amount: {from:#} owes {to:#} {computed} {unit}{en}, but {to:#} is recorded as \
                 paying {from:#} {reverse}"
            ),
            _ => bilingual!(
                "{from}该付{to} {computed} 分{zh}，记成了 {claimed} 分。",
                "{from:#} owes {to:#} {computed} {unit}{en}, but {claimed} is recorded"
            ),
        }
    }
}

/// Returns the check for wrong payments: the seats with a wrong total show if payer or receiver was confused.
fn classify(claimed: &Net, computed: &Net, wrong: &[Seat]) -> &'static Check {
    match wrong {
        [_, _] if claimed.moved() == computed.moved() => {
            let (gains, due) = (claimed.gains(), computed.gains());
            let receives = |seat: &Seat| due[*seat] > 0 || gains[*seat] > 0;
            if wrong.iter().all(receives) { &money::RECEIVER } else { &money::PAYER }
        }
        _ => &money::AMOUNT,
    }
}
