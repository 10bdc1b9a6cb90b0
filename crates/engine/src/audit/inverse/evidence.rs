//! What speaks for an explanation: in how many hands it moves something, and how many claimed numbers it makes right.
//!
//! One amount in one hand cannot be told from a wrong payment: there is always an option that doubles, and a client that
//! pays twice looks like it. So it takes two hands, or in one hand amounts that no single mistake would hit together.

use super::slip::is_one_slip;
use crate::audit::finding::Finding;
use crate::audit::result::net;
use crate::audit::{Audit, Audited};
use caipan_log::{GameLog, HandResult};
use caipan_tiles::tile::Seat;

/// What speaks for an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// In how many hands something is wrong by itself that it makes right.
    pub hands: usize,
    /// How many claimed numbers of these hands it makes right: payments by pair or points by seat, values, dealers, counts.
    pub numbers: usize,
    /// Whether that tells it from a mistake. Without it the explanation is possible, and what it explains stays a fault.
    pub shown: bool,
}

/// What is wrong by itself and could be right, hand by hand.
pub(super) struct Wrong {
    hands: Vec<WrongHand>,
}

struct WrongHand {
    hand: Option<usize>,
    numbers: usize,
    /// Whether two amounts differ that one mistake would not hit together.
    two_amounts: bool,
}

impl Wrong {
    /// Of the findings of an audit those that count here.
    pub(super) fn of(log: &GameLog, audit: &Audit, counts: impl Fn(&Finding) -> bool) -> Wrong {
        let found: Vec<&Finding> = audit.findings.iter().filter(|finding| counts(finding)).collect();
        let mut hands: Vec<Option<usize>> = found.iter().map(|finding| finding.hand).collect();
        hands.dedup();
        let hands = hands.into_iter().map(|hand| {
            let here: Vec<&Finding> = found.iter().filter(|finding| finding.hand == hand).copied().collect();
            let result = hand.and_then(|at| log.hands.get(at)?.result.as_ref());
            let audited = hand.and_then(|at| audit.hands.get(at)).map(|(_, audited)| audited);
            let both = result.zip(audited);
            WrongHand {
                hand,
                numbers: both.map_or(0, |(result, audited)| numbers(result, audited)) + counted(&here),
                two_amounts: both.is_some_and(|(result, audited)| two_amounts(&here, result, audited)),
            }
        });
        Wrong { hands: hands.collect() }
    }

    /// In how many hands.
    pub(super) fn hands(&self) -> usize {
        self.hands.iter().filter(|wrong| wrong.hand.is_some()).count()
    }

    /// Whether it is more than a mistake would explain. What permits or forbids must be a habit.
    pub(super) fn is_shown(&self, permits: bool) -> bool {
        self.hands() >= 2 || !permits && self.hands.iter().any(|wrong| wrong.two_amounts)
    }

    /// As evidence for what makes it right.
    pub(super) fn evidence(&self, permits: bool) -> Evidence {
        let numbers = self.hands.iter().map(|wrong| wrong.numbers).sum();
        Evidence { hands: self.hands(), numbers, shown: self.is_shown(permits) }
    }
}

/// How many claimed numbers of a hand are not those of the rules.
fn numbers(claimed: &HandResult, audited: &Audited) -> usize {
    let differ = |(one, other): &(&i64, &i64)| one != other;
    let money = match (&claimed.payments, claimed.deltas) {
        (Some(payments), _) => {
            let (claimed, due) = (net(payments), audited.ledger.net());
            // Each pair stands twice in a table of pairs.
            claimed.iter().flatten().zip(due.iter().flatten()).filter(differ).count() / 2
        }
        (None, Some(deltas)) => deltas.0.iter().zip(&audited.ledger.balance()).filter(differ).count(),
        (None, None) => 0,
    };
    let dealer = claimed.next_dealer.zip(audited.next).is_some_and(|(claimed, due)| claimed != due.seat);
    money + values(claimed, audited).len() + usize::from(dealer)
}

/// Counts that are recorded otherwise: birds, tiles turned up, dice.
fn counted(found: &[&Finding]) -> usize {
    let is_number =
        |finding: &&&Finding| finding.claimed.as_ref().is_some_and(|claimed| claimed.parse::<i64>().is_ok());
    // Money, values and the next dealer are counted number by number.
    let is_apart = |finding: &&&Finding| !finding.pointer.contains("/result");
    found.iter().filter(is_number).filter(is_apart).count()
}

/// The values of wins that are claimed otherwise, each with the one that is right.
fn values(claimed: &HandResult, audited: &Audited) -> Vec<(i64, i64)> {
    let due = |seat: Seat| audited.replayed.standing.iter().find(|won| won.seat == seat).map(|won| won.value);
    let wins = claimed.wins.iter().flatten().filter_map(|win| Some((win.value?, due(win.seat)?)));
    wins.filter(|(value, due)| value != due).collect()
}

fn two_amounts(found: &[&Finding], claimed: &HandResult, audited: &Audited) -> bool {
    let money = found.iter().any(|finding| finding.check.code.starts_with("A70"));
    if money {
        return !is_one_slip(claimed, &audited.ledger);
    }
    // Payments by wrong values follow from these: what counts is whether the values differ in their own ways.
    let values = values(claimed, audited);
    let same = |(one, due): (i64, i64), (other, its): (i64, i64)| {
        let times = |a: i64, b: i64| i128::from(a).saturating_mul(i128::from(b));
        one.saturating_sub(due) == other.saturating_sub(its) || times(one, its) == times(other, due)
    };
    values.iter().any(|&one| values.iter().any(|&other| !same(one, other)))
}
