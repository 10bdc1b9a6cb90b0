//! The claimed money as net points between seats, and as gains.

use caipan_log::Payment;
use caipan_tiles::ledger::{Ledger, Net, Party, gains};
use caipan_tiles::tile::{Seat, SeatMap};

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

/// Returns the net points of these payments.
pub(in crate::audit) fn net<'a>(payments: impl IntoIterator<Item = &'a Payment>) -> Net {
    Net::of(payments.into_iter().map(Payment::flow))
}

/// Returns the gain of each seat by the claimed payments, which do not name what the house takes, and by what the house
/// takes under the rules.
pub(in crate::audit) fn gains_by(payments: &[Payment], due: &Ledger) -> SeatMap<i64> {
    net(payments).gains().plus(house_of(due))
}

/// Returns what each seat gains from the house under the rules; negative where it pays the house.
pub(super) fn house_of(due: &Ledger) -> SeatMap<i64> {
    gains(due.flows().filter(|flow| flow.to == Party::House))
}
