//! Payments that name their causes or their events: the total of a pair is right, but not what it is paid for.

use super::ClaimCheck;
use super::due::Due;
use super::mistake::mistake_in_words;
use super::net::net;
use crate::audit::Finding;
use crate::audit::FindingIdx;
use crate::audit::checks::money;
use crate::audit::coverage::Question;
use crate::rules::{System, house_money};
use caipan_log::Payment;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Cause, Ledger, Line, Net, Pair, Pairs};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::Seat;
use smallvec::SmallVec;

/// A debt of one seat to another, seen from the payer: claimed and due points. Positive by the rules, or by the claim if
/// nothing is due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Debt {
    /// The payer.
    pub from: Seat,
    /// The receiver.
    pub to: Seat,
    /// The claimed points; negative if the receiver is recorded as the payer.
    pub claimed: i64,
    /// The points due.
    pub due: i64,
}

impl Debt {
    /// Returns the debt between a pair. Both amounts are positive if the first seat pays the second.
    pub fn between(pair: Pair, claimed: i64, due: i64) -> Debt {
        let (a, b) = pair.seats();
        let direction = if due == 0 { claimed } else { due };
        if direction >= 0 {
            Debt { from: a, to: b, claimed, due }
        } else {
            Debt { from: b, to: a, claimed: claimed.saturating_neg(), due: due.saturating_neg() }
        }
    }
}

/// The claimed and the due points for one cause or event between a pair.
struct Amount<By> {
    by: By,
    between: Pair,
    claimed: i64,
    due: i64,
}

/// The claimed payments of a hand.
pub(in crate::audit) struct Paid<'a> {
    /// The payments as recorded.
    pub payments: &'a [Payment],
    /// The cause of this system that each names, in the same order.
    causes: SmallVec<[Option<&'static Cause>; 16]>,
    /// The net points between each pair.
    pub net: Net,
}

impl<'a> Paid<'a> {
    pub fn of(system: &System, payments: &'a [Payment]) -> Paid<'a> {
        let cause = |payment: &Payment| {
            let name = payment.cause.as_deref()?;
            system.causes.iter().copied().find(|cause| cause.is_called(name))
        };
        Paid { payments, causes: payments.iter().map(cause).collect(), net: net(payments) }
    }

    /// Returns the payments, each with its cause.
    fn each(&self) -> impl Iterator<Item = (&'a Payment, Option<&'static Cause>)> {
        self.payments.iter().zip(self.causes.iter().copied())
    }

    /// Returns the net points for one cause.
    fn for_cause(&self, cause: &'static Cause) -> Net {
        let is_of = |named: Option<&'static Cause>| named.is_some_and(|named| std::ptr::eq(named, cause));
        net(self.each().filter(|&(_, named)| is_of(named)).map(|(payment, _)| payment))
    }

    /// Returns the net points for one event.
    fn for_event(&self, event: usize) -> Net {
        net(self.payments.iter().filter(|payment| payment.at == Some(event)))
    }

    /// Returns the pairs all of whose payments name a cause, of this system if `known`. If some payments of the hand name
    /// none, a pair without payments is not among them.
    fn named(&self, known: bool) -> Pairs {
        let names = |(payment, cause): (&Payment, Option<&'static Cause>)| {
            if known { cause.is_some() } else { payment.cause.is_some() }
        };
        // A list without payments may be one of net payments that add up to nothing.
        let whole = !self.payments.is_empty() && self.each().all(names);
        let is_named = |pair: &Pair| {
            let mut of_pair =
                self.each().filter(|(payment, _)| Pair::of(payment.from, payment.to) == Some(*pair)).peekable();
            whole || of_pair.peek().is_some() && of_pair.all(names)
        };
        Pair::ALL.into_iter().filter(is_named).collect()
    }

    /// Returns for each pair the first cause whose points differ, in the order of the settlement. Skips pairs in `except`
    /// and pairs with a payment that names no cause of this system.
    fn wrong_causes(&self, system: &System, due: &Ledger, except: Pairs) -> SmallVec<[Amount<&'static Cause>; 1]> {
        let mut all = SmallVec::new();
        let mut open = if is_limited(due) { Pairs::NONE } else { self.named(true).minus(except) };
        let is_paid = |cause: &Cause| {
            let named = self.causes.iter().flatten().chain(due.lines().iter().map(|line| &line.cause));
            named.into_iter().any(|named| std::ptr::eq(*named, cause))
        };
        for &cause in system.causes.iter().filter(|cause| is_paid(cause)) {
            if open.is_empty() {
                break;
            }
            let (paid, owed) = (self.for_cause(cause), due_for(due, cause));
            for between in open.iter() {
                let (claimed, due) = (paid.at(between), owed.at(between));
                if claimed != due {
                    open = open.minus(Pairs::NONE.with(between));
                    all.push(Amount { by: cause, between, claimed, due });
                }
            }
        }
        all
    }

    /// True if the causes that payments name have the points due, as far as they tell.
    pub fn gives_causes(&self, system: &System, due: &Ledger) -> bool {
        self.wrong_causes(system, due, Pairs::NONE).is_empty()
    }

    /// True if the payments for one cause are wrong both between these pairs and between others that name their causes.
    pub(super) fn shares_wrong_cause(&self, system: &System, due: &Ledger, pairs: Pairs) -> bool {
        if is_limited(due) {
            return false;
        }
        let (here, others) = (self.named(true).and(pairs), self.named(true).minus(pairs));
        system.causes.iter().any(|&cause| {
            let wrong = self.for_cause(cause).differs(&due_for(due, cause));
            !wrong.and(here).is_empty() && !wrong.and(others).is_empty()
        })
    }

    /// Returns the first event named by a payment whose points differ from what is due, between pairs not in `except`.
    /// Payments that name no event are not compared.
    fn wrong_event(&self, due: &Ledger, except: Pairs) -> Option<Amount<usize>> {
        if is_limited(due) {
            return None;
        }
        let mut events: Vec<usize> = self.payments.iter().filter_map(|payment| payment.at).collect();
        events.sort_unstable();
        events.dedup();
        events.into_iter().find_map(|event| {
            let owed = due.lines().iter().filter(|line| line.at == Some(event));
            let (paid, owed) = (self.for_event(event), Net::of(owed.map(Line::flow)));
            let between = paid.differs(&owed).minus(except).iter().next()?;
            Some(Amount { by: event, between, claimed: paid.at(between), due: owed.at(between) })
        })
    }
}

/// True if limits by holdings give something back: a client may then have cut any of the payments.
fn is_limited(due: &Ledger) -> bool {
    due.lines().iter().any(|line| line.cause.id == house_money::LIMIT.id)
}

/// Returns the points due for one cause.
fn due_for(ledger: &Ledger, cause: &Cause) -> Net {
    Net::of(ledger.lines().iter().filter(|line| std::ptr::eq(line.cause, cause)).map(Line::flow))
}

fn is_between(line: &Line, pair: Pair) -> bool {
    Pair::between(line.from, line.to) == Some(pair)
}

impl ClaimCheck<'_> {
    /// Checks the causes that payments name, else their events, between each pair not in `except`.
    pub(super) fn named(&mut self, paid: &Paid<'_>, because: Option<FindingIdx>, except: Pairs) -> Option<FindingIdx> {
        self.causes(paid, because, except).or_else(|| self.events(paid, because, except))
    }

    fn causes(&mut self, paid: &Paid<'_>, because: Option<FindingIdx>, except: Pairs) -> Option<FindingIdx> {
        let ledger = self.due.ledger;
        let all = paid.wrong_causes(self.facts.rules.system(), ledger, except);
        let &Amount { by: cause, between, claimed, due } = all.first()?;
        let reason = self.reasons(ledger, all.iter().map(|amount| amount.between).collect());
        let text = self.if_read(|| {
            let mut text = mistake_in_words(reason.as_ref());
            for &Amount { by, between, claimed, due } in &all {
                let Text { zh, en } = self.for_cause(by, Debt::between(between, claimed, due));
                text.zh += zh;
                text.en += if text.en.is_empty() || text.en.ends_with(": ") { "" } else { "; " };
                text.en += en;
            }
            text
        });
        let several = all.len();
        let one = self.if_read(|| self.for_cause(cause, Debt::between(between, claimed, due)));
        let short = if self.quiet { Vec::new() } else { self.cause_in_short(&one, several, reason.as_ref()) };
        let mut finding = Finding::new(&money::CAUSE, self.hand, text)
            .at_field("result/payments")
            .of(Some(between.seats().0))
            .values(claimed, due)
            .because(because);
        if let Some(reason) = reason {
            finding = finding.explained_by(reason);
        }
        // If nothing is due for the cause between the two, cites what is due for it at all.
        let lines = || ledger.lines().iter().filter(|line| std::ptr::eq(line.cause, cause));
        let any = lines().any(|line| is_between(line, between));
        for line in lines().filter(|line| !any || is_between(line, between)) {
            finding = finding.under(line.clause);
        }
        Some(self.find(Finding { short, ..finding }))
    }

    /// Checks each event that payments name, between each pair not in `except`.
    pub(super) fn events(&mut self, paid: &Paid<'_>, because: Option<FindingIdx>, except: Pairs) -> Option<FindingIdx> {
        let ledger = self.due.ledger;
        let Amount { by: event, between, claimed, due } = paid.wrong_event(ledger, except)?;
        let debt = Debt::between(between, claimed, due);
        let Text { zh, en } = self.owed(debt, &Text::default());
        let number = event.saturating_add(1);
        let text = match self.facts.replayed.last_event {
            Some(last) if event > last => bilingual!(
                "第 {number} 手（at: {event}）：这一局没有这一步；{zh}",
                "for step {number} (`at` {event}), which does not exist in this hand: {en}"
            ),
            _ => bilingual!("第 {number} 手（at: {event}）一项：{zh}", "for step {number} (`at` {event}): {en}"),
        };
        let short = match self.facts.replayed.last_event {
            Some(last) if event > last => bilingual!(
                "有一笔付款记在第 {number} 手名下，这一局没有这一步",
                "a payment is for step {number}, which does not exist in this hand"
            ),
            _ => bilingual!("第 {number} 手一项：{zh}", "for step {number}: {en}"),
        };
        let mut finding = Finding::new(&money::EVENT, self.hand, text)
            .in_short(short)
            .at_field("result/payments")
            .of(Some(debt.from))
            .values(debt.claimed, debt.due)
            .because(because);
        // If nothing is due for the event between the two, cites what else is due between them.
        let lines = || ledger.lines().iter().filter(|line| is_between(line, between));
        let any = lines().any(|line| line.at == Some(event));
        for line in lines().filter(|line| !any || line.at == Some(event)) {
            finding = finding.under(line.clause);
        }
        Some(self.find(finding))
    }

    /// Checks the payments for causes that nothing unknown moves, between pairs where what is due is unknown and all of
    /// whose payments name a cause.
    pub(super) fn left_alone(&mut self, paid: &Paid<'_>, due: Due<'_>) {
        let compared: Pairs = paid.named(false).iter().filter(|&pair| due.is_open(pair)).collect();
        for &cause in self.facts.rules.system().causes.iter().filter(|&&cause| due.leaves(cause)) {
            let (paid, owed) = (paid.for_cause(cause), due_for(due.ledger, cause));
            for pair in compared.iter() {
                let (claimed, due) = (paid.at(pair), owed.at(pair));
                self.coverage.checked(Question::Payments, usize::from(due != 0));
                if claimed != due {
                    self.correct_by(pair, claimed.saturating_sub(due));
                    self.wrong_for(cause, pair, claimed, due);
                }
            }
        }
    }

    /// Reports a payment for an event that the hand does not have.
    pub(super) fn no_such_event(&mut self, paid: &Paid<'_>) {
        let Some(last) = self.facts.replayed.last_event else { return };
        let none = |payment: &&Payment| payment.at.is_some_and(|at| at > last);
        let Some((payment, event)) = paid.payments.iter().find(none).and_then(|one| Some((one, one.at?))) else {
            return;
        };
        let number = event.saturating_add(1);
        let text = bilingual!(
            "有一笔付款记在第 {number} 手（at: {event}）名下，这一局没有这一步。",
            "a payment is for step {number} (`at` {event}), which does not exist in this hand"
        );
        let short = bilingual!(
            "有一笔付款记在第 {number} 手名下，这一局没有这一步",
            "a payment is for step {number}, which does not exist in this hand"
        );
        let finding = Finding::new(&money::EVENT, self.hand, text)
            .in_short(short)
            .at_field("result/payments")
            .of(Some(payment.from))
            .values(payment.points, 0);
        self.find(finding);
    }

    /// Reports a wrong amount for one cause between a pair.
    fn wrong_for(&mut self, cause: &'static Cause, pair: Pair, claimed: i64, due: i64) {
        let debt = Debt::between(pair, claimed, due);
        let text = self.for_cause(cause, debt);
        let is_of = |line: &&Line| std::ptr::eq(line.cause, cause) && is_between(line, pair);
        let lines: Vec<Line> = self.due.ledger.lines().iter().filter(|_| !self.quiet).filter(is_of).cloned().collect();
        let finding = Finding::new(&money::AMOUNT, self.hand, text)
            .at_field("result/payments")
            .of(Some(debt.from))
            .values(debt.claimed, debt.due);
        self.find(finding.by_lines(lines));
    }

    /// Returns the words for the claimed and the due points of one cause.
    fn for_cause(&self, cause: &Cause, debt: Debt) -> Text {
        let (Text { zh, en }, Label { zh: name_zh, en: name_en }) = (self.owed(debt, &Text::default()), cause.name);
        bilingual!("“{name_zh}”一项：{zh}", "for “{name_en}”: {en}")
    }
}
