//! Recorded payments that name their cause although nothing is due for it: the reasons that the settlement gives.

use super::ExplainedBy;
use crate::rules::System;
use caipan_log::Payment;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Cause, Ledger, Line, Pair, Pairs, Party, Reason};
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use smallvec::SmallVec;

/// Maximum reasons in a sentence, if the facts of several hold.
const LISTED: usize = 2;

/// Money that one seat paid another for one cause beyond what is due for it, with the reasons why it is not due.
struct Excess {
    /// The points beyond what is due.
    points: i64,
    /// True if the recorded payments are those due and others beside them; false if a single amount is wrong.
    is_whole: bool,
    /// The reasons whose facts hold, one for each row.
    reasons: SmallVec<[Reason; 2]>,
}

/// The reasons for all wrong payments that have some.
pub(super) struct Unpaid {
    all: Vec<Excess>,
    /// True if no other money is wrong.
    pub is_all: bool,
}

/// The money that a payment belongs to: that of a cause, or a part of a sum by its name.
#[derive(Clone, Copy)]
enum Money<'a> {
    Of(&'static Cause),
    Named(&'a str),
}

/// The cause whose money a payment of this name is: the one that it names, or the one of the kind that it names.
pub(super) fn cause_of(system: &System, name: &str) -> Option<&'static Cause> {
    let named = system.causes.iter().copied().find(|cause| cause.is_called(name));
    let expected = || system.reasons.iter().flat_map(|row| row.expected);
    named.or_else(|| expected().find(|expected| expected.is_called(name)).and_then(|expected| expected.cause))
}

impl Money<'_> {
    fn of<'a>(system: &System, name: &'a str) -> Money<'a> {
        cause_of(system, name).map_or(Money::Named(name), Money::Of)
    }

    fn is(self, other: Money<'_>) -> bool {
        match (self, other) {
            (Money::Of(one), Money::Of(other)) => std::ptr::eq(one, other),
            (Money::Named(one), Money::Named(other)) => one == other,
            _ => false,
        }
    }
}

impl Unpaid {
    /// Finds the reasons why payments between these pairs are not due. `wrong`: the points by which each pair's first seat
    /// paid too much in all, negative if too little.
    pub fn of(
        system: &System,
        explained: &Ledger,
        payments: &[Payment],
        pairs: Pairs,
        wrong: impl Fn(Seat, Seat) -> i64,
    ) -> Unpaid {
        let (mut all, mut is_all) = (Vec::new(), true);
        for (one, other) in pairs.iter().map(Pair::seats) {
            let mut points = 0i64;
            for (from, to, sign) in [(one, other, 1), (other, one, -1)] {
                for excess in excesses(system, explained, payments, (from, to)) {
                    points = points.saturating_add(excess.points.saturating_mul(sign));
                    all.push(excess);
                }
            }
            is_all &= points == wrong(one, other);
        }
        Unpaid { is_all: is_all && !all.is_empty(), all }
    }

    /// True if each amount has a single reason, and none of them is a wrong amount instead of a payment too many.
    pub fn is_certain(&self) -> bool {
        self.is_whole() && self.all.iter().all(|excess| excess.reasons.len() == 1)
    }

    /// True if whole payments are too many.
    pub fn is_whole(&self) -> bool {
        !self.all.is_empty() && self.all.iter().all(|excess| excess.is_whole)
    }

    /// True if each amount has a single reason.
    pub fn is_single(&self) -> bool {
        !self.all.is_empty() && self.all.iter().all(|excess| excess.reasons.len() == 1)
    }

    /// Returns the reasons as what explains the money: each once, in the order of the payments.
    pub fn told(&self) -> Option<ExplainedBy> {
        let mut reasons: Vec<Reason> = Vec::new();
        for reason in self.all.iter().flat_map(|excess| excess.reasons.iter().take(LISTED)) {
            if reasons.iter().all(|known| !std::ptr::eq(known.row, reason.row)) {
                reasons.push(*reason);
            }
        }
        let (first, rest) = reasons.split_first()?;
        let (or_zh, or_en) = if self.is_single() { ("；", "; ") } else { ("，或者", ", or ") };
        let words = |texts: Vec<&'static str>, or: &str| texts.join(or);
        let text = Text {
            zh: words(reasons.iter().map(|reason| reason.row.words.zh).collect(), or_zh).into(),
            en: words(reasons.iter().map(|reason| reason.row.words.en).collect(), or_en).into(),
        };
        let others: SmallVec<[&'static Clause; 1]> = rest.iter().map(|reason| reason.clause).collect();
        let is_certain = self.is_certain();
        let option = first.row.option;
        Some(ExplainedBy { id: first.row.id, clause: first.clause, others, option, is_certain, text })
    }
}

/// The money that one seat paid another beyond what is due, by cause, where there are reasons.
fn excesses(system: &System, explained: &Ledger, payments: &[Payment], (from, to): (Seat, Seat)) -> Vec<Excess> {
    let between = payments.iter().filter(|payment| (payment.from, payment.to) == (from, to));
    let named: Vec<(&str, i64)> =
        between.clone().filter_map(|payment| Some((payment.cause.as_deref()?, payment.points))).collect();
    let mut groups: Vec<Money<'_>> = Vec::new();
    for money in named.iter().map(|(name, _)| Money::of(system, name)) {
        if groups.iter().all(|known| !known.is(money)) {
            groups.push(money);
        }
    }
    let sum = |all: &[i64]| all.iter().fold(0i64, |sum, &points| sum.saturating_add(points));
    let is_between = |line: &&Line| !line.is_apart() && (line.from, line.to) == (Party::Seat(from), Party::Seat(to));
    let lines = || explained.lines().iter().filter(is_between);
    // Payments without a cause may be what is due; then those with one are beside it.
    let unnamed: Vec<i64> = between.filter(|payment| payment.cause.is_none()).map(|payment| payment.points).collect();
    let all_due: Vec<i64> = lines().map(|line| line.sum.value()).collect();
    let is_beside = !unnamed.is_empty() && sum(&unnamed) == sum(&all_due);
    let excess = |money: Money<'_>| {
        let is_of = |&(name, _): &(&str, i64)| Money::of(system, name).is(money);
        let mut paid: Vec<(&str, i64)> = named.iter().copied().filter(is_of).collect();
        let owed = lines().filter(|line| !is_beside && Money::Of(line.cause).is(money));
        let owed: Vec<i64> = owed.map(|line| line.sum.value()).collect();
        let points = paid.iter().fold(0i64, |sum, &(_, points)| sum.saturating_add(points)).saturating_sub(sum(&owed));
        if points <= 0 {
            return None;
        }
        // What is left without the payments due is too much, and its names say what for.
        let is_own = |name: &str| matches!(money, Money::Of(cause) if cause.is_called(name));
        let is_whole = owed.iter().all(|due| {
            let own = paid.iter().position(|(name, points)| points == due && is_own(name));
            let at = own.or_else(|| paid.iter().position(|(_, points)| points == due));
            at.map(|at| paid.remove(at)).is_some()
        });
        // What one amount holds beyond what is due is a payment that is not due if something of its kind costs as much.
        let is_price = |line: &Line| Money::Of(line.cause).is(money) && line.sum.value() == points;
        if !is_whole && !explained.lines().iter().any(is_price) {
            return None;
        }
        let mut reasons: SmallVec<[Reason; 2]> = SmallVec::new();
        for reason in explained.reasons() {
            let is_new = reasons.iter().all(|known| !std::ptr::eq(known.row, reason.row));
            if is_new && paid.iter().any(|(name, _)| reason.answers(name, from, to)) {
                reasons.push(*reason);
            }
        }
        (!reasons.is_empty()).then_some(Excess { points, is_whole, reasons })
    };
    groups.into_iter().filter_map(excess).collect()
}
