//! The claims of a result, prepared for many comparisons.

use super::compare::Paid;
use super::house::Taken;
use crate::rules::Rules;
use caipan_log::HandResult;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::tile::SeatMap;

/// The claims about a hand.
pub(in crate::audit) struct Claimed<'a> {
    /// The result as recorded.
    pub result: &'a HandResult,
    /// The payments, if any are recorded.
    pub paid: Option<Paid<'a>>,
    /// The point changes: as recorded, or as the scores imply if they are the only claim about money.
    pub gains: Option<SeatMap<i64>>,
    /// The rake and the fee that the log lists, where the rules demand them.
    pub taken: Taken,
}

impl<'a> Claimed<'a> {
    /// Prepares a result. `booked`: the point changes that the scores imply, if they are the only claim about money.
    pub fn of(rules: &dyn Rules, result: &'a HandResult, booked: Option<SeatMap<i64>>) -> Claimed<'a> {
        let paid = result.payments.as_ref().map(|payments| Paid::of(rules.system(), payments));
        Claimed { result, paid, gains: result.deltas.or(booked), taken: Taken::of(rules, result) }
    }

    /// The field of the hand that claims the point changes.
    pub const fn gains_field(&self) -> &'static str {
        if self.result.deltas.is_none() && self.gains.is_some() { "result/scores" } else { "result/deltas" }
    }

    /// True if payments or point changes are claimed.
    pub const fn names_money(&self) -> bool {
        self.paid.is_some() || self.gains.is_some()
    }

    /// True if the claimed money is that of this ledger.
    pub fn agrees(&self, ledger: &Ledger) -> bool {
        self.paid.as_ref().is_none_or(|paid| paid.net == ledger.net())
            && self.gains.is_none_or(|gains| gains == self.taken.gains(ledger))
    }

    /// True if money is claimed, and as this ledger has it.
    pub fn is_paid(&self, ledger: &Ledger) -> bool {
        self.names_money() && self.agrees(ledger)
    }
}
