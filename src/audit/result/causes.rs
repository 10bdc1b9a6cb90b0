//! Payments that name their causes: the right total for the wrong cause.

use super::net::{at, net, pairs};
use crate::ledger::{Cause, Ledger, Net, Party};
use crate::log::Payment;
use crate::rules::System;
use crate::tile::Seat;
use smallvec::SmallVec;

/// What is claimed and due for one cause between two seats; positive: the first owes the second.
pub(super) struct Differs {
    pub cause: &'static Cause,
    pub between: (Seat, Seat),
    pub claimed: i64,
    pub computed: i64,
}

/// The first cause and pair of seats that differ. Nothing does where a payment names no cause of this system.
pub(super) fn first_difference(system: &System, payments: &[Payment], ledger: &Ledger) -> Option<Differs> {
    let cause_of = |payment: &Payment| -> Option<&'static Cause> {
        let cause = payment.cause.as_deref()?;
        let is = |known: &&Cause| known.id == cause || known.name.zh == cause || known.name.en == cause;
        system.causes.iter().copied().find(is)
    };
    let named: Option<SmallVec<[(&Payment, &'static Cause); 16]>> =
        payments.iter().map(|payment| Some((payment, cause_of(payment)?))).collect();
    let named = named.filter(|named| !named.is_empty())?;
    let is_paid = |cause: &Cause| {
        named.iter().any(|(_, named)| std::ptr::eq(*named, cause))
            || ledger.lines().iter().any(|line| std::ptr::eq(line.cause, cause))
    };
    system.causes.iter().filter(|cause| is_paid(cause)).find_map(|&cause| {
        let of = named.iter().filter(|(_, named)| std::ptr::eq(*named, cause)).map(|&(payment, _)| payment);
        let (claimed, computed) = (net(of), due(ledger, cause));
        let (a, b) = pairs().find(|&(a, b)| at(&claimed, a, b) != at(&computed, a, b))?;
        Some(Differs { cause, between: (a, b), claimed: at(&claimed, a, b), computed: at(&computed, a, b) })
    })
}

/// What is due for one cause, net between each pair of seats.
fn due(ledger: &Ledger, cause: &Cause) -> Net {
    let mut net = Net::default();
    for line in ledger.lines().iter().filter(|line| std::ptr::eq(line.cause, cause)) {
        if let (Party::Seat(from), Party::Seat(to)) = (line.from, line.to) {
            let (from, to, points) = (from.index(), to.index(), line.sum.value());
            net[from][to] = net[from][to].saturating_add(points);
            net[to][from] = net[to][from].saturating_sub(points);
        }
    }
    net
}
