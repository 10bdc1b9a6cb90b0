//! Net points between seats, the form in which claimed and due payments are compared.

use caipan_log::Payment;
use caipan_tiles::ledger::{Ledger, Net, Party};
use caipan_tiles::tile::{Seat, SeatMap};
use smallvec::SmallVec;

/// Returns the first seat whose points differ.
#[expect(
    clippy::manual_find,
    reason = "rustc 1.95 at opt-level 1 inlines `find` into a long caller and gives back the last seat"
)]
pub(in crate::audit) fn first_wrong(claimed: &SeatMap<i64>, due: &SeatMap<i64>) -> Option<Seat> {
    for seat in Seat::ALL {
        if claimed[seat] != due[seat] {
            return Some(seat);
        }
    }
    None
}

/// Returns these totals minus the house's share of each seat.
pub(in crate::audit) fn with_house(mut totals: SeatMap<i64>, ledger: &Ledger) -> SeatMap<i64> {
    for line in ledger.lines() {
        if let (Party::Seat(seat), Party::House) = (line.from, line.to) {
            totals[seat] = totals[seat].saturating_sub(line.sum.value());
        }
    }
    totals
}

/// Returns the net points from the row's seat to the column's.
pub(in crate::audit) fn net<'a>(payments: impl IntoIterator<Item = &'a Payment>) -> Net {
    let mut net = Net::default();
    for payment in payments {
        let (from, to) = (payment.from.index(), payment.to.index());
        if from != to {
            net[from][to] = net[from][to].saturating_add(payment.points);
            net[to][from] = net[to][from].saturating_sub(payment.points);
        }
    }
    net
}

/// Returns the gain of each seat by net payments.
pub(in crate::audit) fn totals(net: &Net) -> SeatMap<i64> {
    let mut totals = SeatMap::default();
    for seat in Seat::ALL {
        totals[seat] = net[seat.index()].iter().fold(0i64, |sum, &points| sum.saturating_sub(points));
    }
    totals
}

pub(super) fn at(net: &Net, from: Seat, to: Seat) -> i64 {
    net[from.index()][to.index()]
}

/// Returns every pair of seats once.
pub(super) fn pairs() -> impl Iterator<Item = (Seat, Seat)> {
    Seat::ALL.into_iter().flat_map(|a| Seat::ALL.into_iter().filter(move |&b| a < b).map(move |b| (a, b)))
}

/// Returns the pairs whose net points differ.
pub(in crate::audit) fn wrong_pairs(claimed: &Net, due: &Net) -> SmallVec<[(Seat, Seat); 6]> {
    pairs().filter(|&(a, b)| at(claimed, a, b) != at(due, a, b)).collect()
}

/// Returns what is due, with the claimed points between these pairs.
pub(super) fn only(claimed: &Net, due: &Net, pairs: &[(Seat, Seat)]) -> Net {
    let mut net = *due;
    for (a, b) in pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
        net[a.index()][b.index()] = at(claimed, a, b);
    }
    net
}
