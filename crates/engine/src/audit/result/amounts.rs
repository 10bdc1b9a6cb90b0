//! Checks the payments between pairs of seats: their sums, and the seats that were confused.

use super::compare::{Debt, Paid};
use super::mistake::{WrongMoney, mistake_in_words};
use super::payment_split::Part;
use super::{ClaimCheck, Due};
use crate::audit::check::Check;
use crate::audit::checks::money;
use crate::audit::coverage::Question;
use crate::audit::{Finding, FindingIdx};
use caipan_log::Payment;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Line, Net, Pair, Pairs};
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;

impl ClaimCheck<'_> {
    /// Checks the claimed payments pair by pair, then by the causes or events that they name.
    pub(super) fn payments(&mut self, paid: &Paid<'_>, because: Option<FindingIdx>) -> Option<FindingIdx> {
        if self.pays() && !self.in_doubt {
            return self.events(paid, because, Pairs::NONE);
        }
        let differing = paid.net.differs(&self.due.ledger.net());
        if differing.is_empty() && !self.in_doubt {
            return self.named(paid, because, Pairs::NONE);
        }
        let parts = self.split(&paid.net, differing, because);
        let (mut excepted, mut explained, mut own) = (Pairs::NONE, None, None);
        for (at, part) in parts.iter().enumerate() {
            excepted = excepted.or(part.pairs);
            let payments = (at == 0).then_some(paid.payments);
            let told = self.wrong_payments(&paid.net, payments, part);
            if at == 0 { explained = told } else { own = told.or(own) }
        }
        // The other pairs have the right sums, but may name the wrong cause. A cause that is wrong on both sides was
        // priced in another way, and by chance adds up here.
        let priced = paid.shares_wrong_cause(self.facts.rules.system(), self.due.ledger, excepted);
        let because = because.or_else(|| own.or(explained).filter(|_| priced));
        self.named(paid, because, excepted);
        own.or(explained)
    }

    /// Checks the payments of which only parts are known: amounts beyond all that may be due, and causes that nothing
    /// unknown moves.
    pub(super) fn known_parts(&mut self, paid: &Paid<'_>, due: Due<'_>) -> Option<FindingIdx> {
        let wrong = due.beyond(&paid.net);
        let told = self.wrong_payments(&paid.net, None, &Part::as_recorded(wrong, None));
        if due.moved.is_some() {
            let open: Pairs = Pair::ALL.into_iter().filter(|&pair| due.is_open(pair)).collect();
            self.coverage.checked(Question::Payments, usize::from(open.len() < Pair::ALL.len()));
            if told.is_none() {
                self.named(paid, None, open);
            }
        }
        self.left_alone(paid, due);
        told
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
        let mistake = self.mistake(ledger, &WrongMoney::Payments(claimed, payments), part.pairs);
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
        let others = part.pairs.iter().filter(|&pair| pair != first);
        let debts = std::iter::once(first).chain(others);
        let debts: Vec<Debt> = debts.map(|pair| Debt::between(pair, claimed.at(pair), computed.at(pair))).collect();
        let is_settled = std::ptr::eq(ledger, self.due.ledger);
        let short = if self.quiet { Vec::new() } else { self.payments_in_short(&debts, mistake.as_ref(), is_settled) };
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
        let finding = Finding { short, ..finding.by_lines(lines) };
        Some(if part.is_explained { self.find(finding) } else { self.add(finding) })
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

    /// Reports a payment to oneself: it moves no points, so no sum reveals it.
    pub(super) fn paid_oneself(&mut self) {
        let of_one = self
            .claimed
            .result
            .payments
            .iter()
            .flatten()
            .find(|payment| payment.from == payment.to && payment.points != 0);
        let Some(payment) = of_one else { return };
        let (seat, points, who) = (payment.from, payment.points, self.people.who(payment.from));
        let text = bilingual!("{who}付给自己 {points}。", "{who:#} is recorded as paying themselves {points}");
        let finding =
            Finding::new(&money::ONESELF, self.hand, text).at_field("result/payments").of(Some(seat)).values(points, 0);
        self.find(finding);
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
