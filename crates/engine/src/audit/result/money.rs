//! Checks the payments between pairs of seats, and the sum of the point changes.

use super::mistake::{Claimed, mistake_in_words};
use super::net::{at, first_wrong, net, only, totals, wrong_pairs};
use super::payment_split::Part;
use super::{Against, Claims};
use crate::audit::Finding;
use crate::audit::FindingIdx;
use crate::audit::check::Check;
use crate::audit::checks::money;
use crate::audit::coverage::Question;
use caipan_log::{HandResult, Payment};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Line, Net};
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap};

impl Against<'_> {
    /// Checks all claims about money. `values`: the finding about a wrong pattern or value, which may explain the
    /// payments.
    pub(super) fn money(&mut self, claimed: &HandResult, values: Option<FindingIdx>) {
        if claimed.payments.is_none() && claimed.deltas.is_none() {
            if let (Some(_), Some(booked)) = (self.filling, self.booked) {
                return self.booked_only(claimed, booked, values);
            }
            self.coverage.missing(Question::Payments, "result.payments");
            self.coverage.missing(Question::Deltas, "result.deltas");
            return;
        }
        if let Some(filling) = self.filling {
            self.coverage.missing(Question::Payments, filling.fields.first().copied().unwrap_or_default());
            if self.pays() || filling.cut {
                let because = self.explains(Claims::MONEY).or(self.wild_unknown);
                let first = self.findings.len();
                let paid = self.beyond_limits(claimed, filling, because);
                // Rules under which nothing can be checked must not explain what is wrong under these.
                if self.findings.len() == first {
                    self.left_out(claimed, filling, because);
                }
                let zero = self.zero_sum(claimed, self.ledger.house(), None);
                if claimed.payments.is_some() {
                    self.deltas(claimed, zero, paid, None);
                }
                return;
            }
        }
        if let Some(filling) = self.filling
            && self.conflict(claimed, filling)
        {
            return;
        }
        let explained = self.explanation(claimed, values).or_else(|| self.floor(claimed));
        let zero = self.zero_sum(claimed, self.ledger.house(), explained);
        self.coverage.either(Question::Payments, claimed.payments.is_some(), "result.payments");
        if let (None, false, false, Some(root)) = (explained, self.pays(), self.is_told_otherwise(), self.unknowable())
        {
            self.in_doubt = true;
            self.unchecked(claimed, "events", Some(root));
            if let Some(payments) = &claimed.payments {
                let paid = self.untouched(claimed, payments);
                self.correct(claimed, payments);
                self.deltas(claimed, zero, paid, None);
            }
            return;
        }
        // A recording error creates no debt: if the record contains something impossible, what is due is certain only
        // where the payments are right.
        let otherwise = self.accepted.as_ref().filter(|world| world.of_record);
        self.in_doubt = if self.pays() {
            otherwise.is_some_and(|world| !world.given.pays())
        } else {
            otherwise.is_some() || self.is_misrecorded(claimed)
        };
        let paid = claimed.payments.as_ref().and_then(|payments| self.payments(payments, explained));
        self.deltas(claimed, zero, paid, explained);
        if let Some(payments) = claimed.payments.as_ref().filter(|_| self.filling.is_some() || self.in_doubt) {
            self.correct(claimed, payments);
        }
    }

    /// Checks that the claimed point changes sum to minus the house's share. Returns the finding if they do not.
    pub(super) fn zero_sum(
        &mut self,
        claimed: &HandResult,
        house: i64,
        because: Option<FindingIdx>,
    ) -> Option<FindingIdx> {
        let deltas = claimed.deltas?;
        let total: i128 = deltas.0.iter().map(|&delta| i128::from(delta)).sum();
        let is_paid_to_house = self.may_have_left() && total < 0;
        if total == -i128::from(house) || is_paid_to_house {
            return None;
        }
        let balance = self.ledger.balance();
        let wrong = first_wrong(&deltas, &SeatMap(balance));
        let due = house.saturating_neg();
        let text = bilingual!(
            "四家的得分加起来该是 {due}，记的加起来是 {total}。",
            "the recorded gains and losses add up to {total} instead of {due}"
        );
        let finding = Finding::new(&money::NOT_ZERO, self.hand, text)
            .at_field("result/deltas")
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
    fn payments(&mut self, payments: &[Payment], because: Option<FindingIdx>) -> Option<FindingIdx> {
        if self.pays() && !self.in_doubt {
            return self.events(payments, because, &[]);
        }
        let claimed = net(payments);
        let differing = wrong_pairs(&claimed, &self.ledger.net());
        if differing.is_empty() && !self.in_doubt {
            return self.check_causes(payments, because, &[]);
        }
        let parted = self.split(&claimed, differing, because);
        let mut excepted = parted.recorded.pairs.clone();
        let explained = self.wrong_payments(&claimed, Some(payments), &parted.recorded);
        let own = parted.own.and_then(|own| {
            excepted.extend(own.pairs.iter().copied());
            self.wrong_payments(&claimed, None, &own)
        });
        // The other pairs have the right sums, but may name the wrong cause.
        self.check_causes(payments, because, &excepted);
        own.or(explained)
    }

    /// Reports the wrong payments between these pairs. `payments`: the claimed ones, if no others are wrong.
    pub(super) fn wrong_payments(
        &mut self,
        claimed: &Net,
        payments: Option<&[Payment]>,
        part: &Part,
    ) -> Option<FindingIdx> {
        let differing = &part.pairs;
        let ledger = part.ledger.as_deref().unwrap_or(self.ledger);
        let computed = ledger.net();
        // Outside these pairs, take the claim as right.
        let claimed = &only(claimed, &computed, differing);
        let (claimed_totals, totals) = (totals(claimed), totals(&computed));
        let too_much = |seat: &Seat| claimed_totals[*seat].saturating_sub(totals[*seat]);
        let wrong: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| too_much(seat) != 0).collect();
        let check = classify(claimed, &computed, &wrong);
        // The seat that paid or received in another's place.
        let mistaken = if check == &money::PAYER {
            wrong.iter().copied().min_by_key(too_much)
        } else {
            wrong.iter().copied().max_by_key(too_much).filter(|_| check == &money::RECEIVER)
        };
        let touches = |(a, b): &&(Seat, Seat)| mistaken.is_none_or(|seat| [*a, *b].contains(&seat));
        let &(first, second) = differing.iter().find(touches).or(differing.first())?;
        // The payer, by the rules if a payment is due, else by the claim.
        let due = at(&computed, first, second);
        let direction = if due == 0 { at(claimed, first, second) } else { due };
        let (from, to) = if direction > 0 { (first, second) } else { (second, first) };
        let mistake = self.mistake(ledger, &Claimed::Payments(claimed, payments));
        let text = self.if_read(|| {
            let (mut text, cause) = (part.before(self), mistake_in_words(mistake.as_ref()));
            text.zh += cause.zh;
            text.en += cause.en;
            for &(a, b) in differing {
                let line = self.pair_in_words(ledger, a, b, at(claimed, a, b));
                text.zh += line.zh;
                if !(text.en.is_empty() || text.en.ends_with(": ")) {
                    text.en += "; ";
                }
                text.en += line.en;
            }
            text
        });
        let between = |&(a, b): &(Seat, Seat)| ledger.between(a, b).cloned();
        let lines: Vec<Line> = differing.iter().filter(|_| !self.quiet).flat_map(between).collect();
        let mut finding = Finding::new(check, self.hand, text)
            .at_field("result/payments")
            .of(mistaken.or(Some(from)))
            .values(at(claimed, from, to), at(&computed, from, to))
            .because(part.because)
            .by(lines.iter().find_map(|line| line.options.first().copied()));
        if let Some(mistake) = mistake {
            finding = finding.explained_by(mistake);
        }
        for line in &lines {
            finding = finding.under(line.clause);
        }
        finding.lines = lines;
        Some(self.find(finding))
    }

    /// Checks the causes that payments name, else their events, between pairs not in `except`.
    fn check_causes(
        &mut self,
        payments: &[Payment],
        because: Option<FindingIdx>,
        except: &[(Seat, Seat)],
    ) -> Option<FindingIdx> {
        self.causes(payments, because, except).or_else(|| self.events(payments, because, except))
    }

    /// Returns the words for the due and the recorded payment between two seats.
    fn pair_in_words(&self, ledger: &Ledger, a: Seat, b: Seat, claimed: i64) -> Text {
        let computed = at(&ledger.net(), a, b);
        let direction = if computed == 0 { claimed } else { computed };
        let (from, to, sign) = if direction >= 0 { (a, b, 1) } else { (b, a, -1) };
        let mut lines = ledger.between(a, b);
        // One payment shows its sum, unless that is a single number; of several payments each is named.
        let sum = match (lines.next(), lines.next()) {
            (None, _) => Text::default(),
            (Some(Line { sum, .. }), None) if sum.steps().len() == 1 => Text::default(),
            (Some(Line { sum, .. }), None) => bilingual!("（{sum}）", " ({sum})"),
            (Some(_), Some(_)) => {
                let Text { zh, en } = ledger.parts(from, to);
                bilingual!("（{zh}）", " ({en})")
            }
        };
        let mut text = self.owed(from, to, claimed.saturating_mul(sign), computed.saturating_mul(sign), &sum);
        if std::ptr::eq(ledger, self.ledger) {
            let Text { zh, en } = self.possible_amounts((a, b), sign);
            if !zh.is_empty() {
                text.zh = format!("{}{zh}。", text.zh.trim_end_matches('。')).into();
            }
            text.en += en;
        }
        text
    }

    /// Returns the words for the due and the recorded payment from `from` to `to`. `claimed` is negative if `to` is
    /// recorded as the payer.
    pub(super) fn owed(&self, from: Seat, to: Seat, claimed: i64, computed: i64, sum: &Text) -> Text {
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
    let paid = |net: &Net| -> i64 {
        net.iter().flatten().filter(|&&points| points > 0).fold(0, |sum: i64, &points| sum.saturating_add(points))
    };
    match wrong {
        [_, _] if paid(claimed) == paid(computed) => {
            let receives = |seat: &Seat| totals(computed)[*seat] > 0 || totals(claimed)[*seat] > 0;
            if wrong.iter().all(receives) { &money::RECEIVER } else { &money::PAYER }
        }
        _ => &money::AMOUNT,
    }
}
