//! The evidence for an explanation: the number of hands with a fault that it explains, and of claimed numbers that it
//! makes right.
//!
//! One amount in one hand cannot be distinguished from a wrong payment: some option always doubles, and a client that
//! pays twice looks the same. So an explanation needs two hands, or one hand with amounts that no single mistake would
//! produce together.

use super::single_mistake::is_single_mistake;
use crate::audit::finding::Finding;
use crate::audit::result::net;
use crate::audit::{Audit, Audited};
use caipan_log::{GameLog, HandResult};
use caipan_tiles::tile::Seat;

/// The evidence for an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The number of hands with a primary fault that it makes right.
    pub hands: usize,
    /// The number of claimed numbers in these hands that it makes right: payments by pair or points by seat, values,
    /// dealers, counts.
    pub numbers: usize,
    /// True if the evidence rules out a plain mistake. If false, the explanation is only possible, and what it explains
    /// remains a fault.
    pub shown: bool,
}

/// The primary faults that could be explained, by hand.
pub(super) struct Wrong {
    hands: Vec<WrongHand>,
}

struct WrongHand {
    hand: Option<usize>,
    numbers: usize,
    /// True if two amounts are wrong that no single mistake would produce together.
    two_amounts: bool,
    /// By how much the only wrong amount of the hand differs, if there is just one.
    only_by: Option<i64>,
}

impl Wrong {
    /// Collects the findings of an audit for which `counts` is true.
    pub(super) fn of(log: &GameLog, audit: &Audit, counts: impl Fn(&Finding) -> bool) -> Wrong {
        let found: Vec<&Finding> = audit.findings.iter().filter(|finding| counts(finding)).collect();
        let mut hands: Vec<Option<usize>> = found.iter().map(|finding| finding.hand).collect();
        hands.dedup();
        let hands = hands.into_iter().map(|hand| {
            let here: Vec<&Finding> = found.iter().filter(|finding| finding.hand == hand).copied().collect();
            let result = hand.and_then(|at| log.hands.get(at)?.result.as_ref());
            let audited = hand.and_then(|at| audit.hands.get(at)).map(|(_, audited)| audited);
            let both = result.zip(audited);
            // Where unknown rules may move money, amounts that differ are no evidence: only those found wrong count.
            let moved = audited.is_some_and(|audited| audited.moved.is_some());
            let amounts = match both {
                Some(_) if moved => here.iter().filter(|finding| finding.pointer.contains("/result")).count(),
                Some((result, audited)) => numbers(result, audited),
                None => 0,
            };
            WrongHand {
                only_by: both.and_then(|(result, audited)| only_by(result, audited)),
                hand,
                numbers: amounts + counted(&here),
                // Another fault may have changed the amounts.
                two_amounts: !moved
                    && !has_other_fault(audit, hand)
                    && both.is_some_and(|(result, audited)| two_amounts(&here, result, audited)),
            }
        });
        Wrong { hands: hands.collect() }
    }

    /// Returns the number of hands.
    pub(super) fn hands(&self) -> usize {
        self.hands.iter().filter(|wrong| wrong.hand.is_some()).count()
    }

    /// True if the faults are more than one mistake would explain. An option that permits or forbids play needs two
    /// hands.
    pub(super) fn is_shown(&self, permits: bool) -> bool {
        self.hands() >= 2 || !permits && self.hands.iter().any(|wrong| wrong.two_amounts)
    }

    /// True if one or two hands differ by the same amount in one place each. Whoever takes the same amount twice looks like
    /// a rule that adds it, so this is no evidence for an amount that no house is known to use.
    pub(super) fn repeats_one_amount(&self) -> bool {
        let mut amounts = self.hands.iter().map(|wrong| wrong.only_by);
        let first = amounts.next().flatten();
        self.hands.len() < 3 && first.is_some() && amounts.all(|amount| amount == first)
    }

    /// Returns the evidence for an explanation of these faults.
    pub(super) fn evidence(&self, permits: bool) -> Evidence {
        let numbers = self.hands.iter().map(|wrong| wrong.numbers).sum();
        Evidence { hands: self.hands(), numbers, shown: self.is_shown(permits) }
    }
}

/// True if the hand has a fault that no house rules explain.
fn has_other_fault(audit: &Audit, hand: Option<usize>) -> bool {
    audit.findings.iter().any(|finding| finding.hand == hand && finding.is_fault() && !finding.check.by_house)
}

/// Returns the number of claimed numbers of a hand that differ from the rules.
fn numbers(claimed: &HandResult, audited: &Audited) -> usize {
    let money = match (&claimed.payments, claimed.deltas) {
        (Some(payments), _) => net(payments).differs(&audited.ledger.net()).len(),
        (None, Some(deltas)) => deltas.differs(&audited.gains()),
        (None, None) => 0,
    };
    let dealer = claimed.next_dealer.zip(audited.next).is_some_and(|(claimed, due)| claimed != due.seat);
    money + values(claimed, audited).len() + usize::from(dealer)
}

/// Returns by how much the only wrong amount of money differs, if there is just one and no other number is wrong.
fn only_by(claimed: &HandResult, audited: &Audited) -> Option<i64> {
    // One pair differs, or the two seats of one.
    let most = if claimed.payments.is_some() { 1 } else { 2 };
    if numbers(claimed, audited) > most {
        return None;
    }
    let balance = audited.gains();
    let gains = match (&claimed.payments, claimed.deltas) {
        (Some(payments), _) => net(payments).gains(),
        (None, deltas) => deltas?,
    };
    let over = |seat: Seat| gains[seat].saturating_sub(balance[seat]);
    Seat::ALL.into_iter().map(over).max()
}

/// Returns the number of wrong counts: birds, tiles turned up, dice.
fn counted(found: &[&Finding]) -> usize {
    let is_number =
        |finding: &&&Finding| finding.claimed.as_ref().is_some_and(|claimed| claimed.parse::<i64>().is_ok());
    // Money, values and the next dealer are counted separately.
    let is_apart = |finding: &&&Finding| !finding.pointer.contains("/result");
    found.iter().filter(is_number).filter(is_apart).count()
}

/// Returns the wrong claimed values of wins, each with the right value.
fn values(claimed: &HandResult, audited: &Audited) -> Vec<(i64, i64)> {
    let due = |seat: Seat| audited.replayed.standing.iter().find(|won| won.seat == seat).map(|won| won.value);
    let wins = claimed.wins.iter().flatten().filter_map(|win| Some((win.value?, due(win.seat)?)));
    wins.filter(|(value, due)| value != due).collect()
}

fn two_amounts(found: &[&Finding], claimed: &HandResult, audited: &Audited) -> bool {
    let money = found.iter().any(|finding| finding.check.of_amounts);
    if money {
        return !is_single_mistake(claimed, &audited.ledger);
    }
    // Payments by wrong values follow from the values, so the values decide: two mistakes differ neither by one amount
    // nor by one factor.
    let values = values(claimed, audited);
    let same = |(one, due): (i64, i64), (other, its): (i64, i64)| {
        let times = |a: i64, b: i64| i128::from(a).saturating_mul(i128::from(b));
        one.saturating_sub(due) == other.saturating_sub(its) || times(one, its) == times(other, due)
    };
    values.iter().any(|&one| values.iter().any(|&other| !same(one, other)))
}
