//! The causes and kinds that recorded payments name, and the mistakes that contradict them.

use super::flows::Flow;
use super::unpaid::cause_of;
use crate::rules::System;
use caipan_log::Payment;
use caipan_tiles::ledger::{Cause, Pair, Party};
use caipan_tiles::tile::Seat;

/// The payments of a hand by the names that they give.
#[derive(Default)]
pub(super) struct Named<'a> {
    payments: Vec<NamedPayment<'a>>,
    /// True if there are payments and each names a cause.
    pub is_all: bool,
}

/// A payment that names a cause, or one kind of payment for it.
struct NamedPayment<'a> {
    name: &'a str,
    cause: &'static Cause,
    from: Seat,
    to: Seat,
    points: i64,
}

impl<'a> Named<'a> {
    pub fn of(system: &System, payments: &'a [Payment]) -> Named<'a> {
        let named = |payment: &'a Payment| {
            let name = payment.cause.as_deref()?;
            let cause = cause_of(system, name)?;
            Some(NamedPayment { name, cause, from: payment.from, to: payment.to, points: payment.points })
        };
        let found: Vec<NamedPayment<'_>> = payments.iter().filter_map(named).collect();
        Named { is_all: !found.is_empty() && found.len() == payments.len(), payments: found }
    }

    /// True if these payments contradict no cause and no kind that is named. A payment that names none may be for any.
    /// `due`: the payments due.
    pub fn allows(&self, flows: &[Flow], due: &[Flow]) -> bool {
        let mut causes: Vec<&'static Cause> = Vec::new();
        let all = self.payments.iter().map(|payment| payment.cause).chain(flows.iter().map(|flow| flow.cause));
        for cause in all {
            if causes.iter().all(|known| known.id != cause.id) {
                causes.push(cause);
            }
        }
        let is_cause = |cause: &'static Cause| {
            let claimed = |from, to| self.sum(from, to, |payment| payment.cause.id == cause.id);
            let paid = |from, to| sum(flows, from, to, |flow| flow.cause.id == cause.id);
            Pair::ALL
                .into_iter()
                .all(|pair| if self.is_all { is_same(pair, claimed, paid) } else { is_part(pair, claimed, paid) })
        };
        // A payment that is due for a kind and recorded for it was made.
        let is_kind = |named: &NamedPayment<'_>| {
            let claimed = |from, to| self.sum(from, to, |payment| payment.name == named.name);
            let is_line = |flow: &Flow| flow.kind.is_some_and(|kind| kind.zh == named.name || kind.en == named.name);
            let has = |flows: &[Flow], pair| is_part(pair, claimed, |from, to| sum(flows, from, to, is_line));
            Pair::ALL.into_iter().all(|pair| !has(due, pair) || has(flows, pair))
        };
        causes.into_iter().all(is_cause) && self.payments.iter().all(is_kind)
    }

    fn sum(&self, from: Seat, to: Seat, is_of: impl Fn(&NamedPayment<'_>) -> bool) -> i64 {
        let between = self.payments.iter().filter(|payment| (payment.from, payment.to) == (from, to) && is_of(payment));
        between.fold(0i64, |sum, payment| sum.saturating_add(payment.points))
    }
}

fn sum(flows: &[Flow], from: Seat, to: Seat, is_of: impl Fn(&Flow) -> bool) -> i64 {
    let between =
        flows.iter().filter(|flow| (flow.from, flow.to) == (Party::Seat(from), Party::Seat(to)) && is_of(flow));
    between.fold(0i64, |sum, flow| sum.saturating_add(flow.points))
}

/// True if a pair has the same payments. A log that records one way only may have offset the other.
fn is_same(pair: Pair, claimed: impl Fn(Seat, Seat) -> i64, paid: impl Fn(Seat, Seat) -> i64) -> bool {
    let (one, other) = pair.seats();
    let (there, back) = (claimed(one, other), claimed(other, one));
    if there != 0 && back != 0 {
        return there == paid(one, other) && back == paid(other, one);
    }
    there.saturating_sub(back) == paid(one, other).saturating_sub(paid(other, one))
}

/// True if the payments of a pair include those claimed.
fn is_part(pair: Pair, claimed: impl Fn(Seat, Seat) -> i64, paid: impl Fn(Seat, Seat) -> i64) -> bool {
    let (one, other) = pair.seats();
    [(one, other), (other, one)].into_iter().all(|(from, to)| claimed(from, to) <= paid(from, to).max(0))
}
