//! The claimed money as net points between seats, and as gains.

use caipan_log::Payment;
use caipan_tiles::ledger::Net;
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
