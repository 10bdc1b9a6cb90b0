//! The money that a rule cannot move although caipan does not know the rule: each system states it by kind of rule.

use caipan_log::Touches;
use caipan_tiles::ledger::Cause;

/// The payments that an unknown rule of one kind leaves alone.
///
/// A cause that no entry lists may be moved, so a new payment is never judged by mistake. A kind without an entry may
/// move everything.
#[derive(Clone, Copy, Debug)]
pub struct LeavesAlone {
    /// The kind of rule.
    pub touches: Touches,
    /// The seats whose payments it may move. It leaves the payments between two other seats alone.
    pub around: Around,
    /// The causes whose payments it leaves alone between any seats.
    pub causes: &'static [&'static Cause],
}

/// The seats around which a rule moves money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// The seats that declared an initial win, at the deal or during play.
    Openers,
    /// The seats that called a kong.
    Kongs,
    /// The winners.
    Winners,
    /// The winners, and the seats that declared an initial win at the deal.
    WinnersAndOpeners,
    /// Every seat.
    Everybody,
}
