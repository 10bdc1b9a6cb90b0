//! Points of the seats from hand to hand, where they limit payments.

use super::Course;
use crate::audit::check::Kind;
use crate::audit::checks::money;
use crate::audit::hand::Audited;
use crate::audit::unknown::Unknown;
use crate::audit::{Finding, FindingIdx};
use crate::rules::Missing;

impl Course {
    /// Carries over a hand what each seat holds. Where the hand is recorded as paid otherwise than is due, or not recorded
    /// at all, what a seat really holds is not known: that the later hands cannot be checked follows from this hand.
    pub(super) fn carry_holdings(&mut self, audited: &Audited, is_paid: bool, first: usize, findings: &mut [Finding]) {
        let mut own = findings.iter_mut().enumerate().skip(first).filter(|(_, found)| found.is_primary());
        if audited.due_unknown == Some(Unknown::Field(Missing::Holdings)) {
            if let Some((at, found)) = own.find(|(_, found)| found.check == &money::UNCHECKED) {
                found.because = self.holdings_lost;
                self.holdings_lost = self.holdings_lost.or(Some(FindingIdx(at)));
            }
        } else if self.holdings.is_some() {
            let doubts = |found: &Finding| found.is_fault() || found.kind == Kind::Unverifiable;
            self.holdings_lost = own.find(|(_, found)| doubts(found)).map(|(at, _)| FindingIdx(at));
        }
        self.holdings = self.holdings.filter(|_| is_paid).map(|held| held.plus(audited.ledger.balance()));
    }
}
