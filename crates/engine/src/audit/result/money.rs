//! Checks all claims about money in one order: the sum of the gains, the payments, the gains, then what cannot be
//! checked. How far payments and gains are compared follows from how well the money is known ([`Extent`]).

use super::compare::Paid;
use super::net::first_wrong;
use super::{ClaimCheck, Claims, Due};
use crate::audit::checks::money;
use crate::audit::coverage::Question;
use crate::audit::unknown::Unknown;
use crate::audit::unmodelled::Reach;
use crate::audit::{Finding, FindingIdx};
use crate::rules::Missing;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::Pair;
use caipan_tiles::tile::{SeatMap, Seats};

/// The extent to which the money of a hand can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Every amount is compared: what is due is known, or the values of missing fields that fit best still contradict a
    /// claim.
    All,
    /// Only amounts beyond all that may be due are wrong: the claims agree with some values of the missing fields, or
    /// the values are too many to try.
    Possible,
    /// Each of these claims is possible, but no values of the missing fields give all of them.
    Conflict(Claims),
    /// The end of the hand is in doubt by this finding: only payments that it cannot touch are compared.
    Doubt(FindingIdx),
    /// Only payments that no rule unknown to caipan can move are compared.
    Rules,
}

impl<'a> ClaimCheck<'a> {
    /// Checks all claims about money. `values`: the finding about a wrong pattern or value, which may explain the
    /// payments.
    pub(super) fn money(&mut self, values: Option<FindingIdx>) {
        let claimed = self.claimed;
        let is_known = self.due.filling.is_none() && self.due.moved.is_none();
        // Scores that are the only claim about money are compared themselves if everything is known.
        if claimed.paid.is_none() && (claimed.gains.is_none() || is_known && claimed.result.deltas.is_none()) {
            self.coverage.missing(Question::Payments, "result.payments");
            self.coverage.missing(Question::Deltas, "result.deltas");
            return;
        }
        let (extent, explained) = self.extent(values);
        self.cover_payments(extent);
        self.in_doubt = match extent {
            Extent::All => self.rests_on_doubt(),
            Extent::Doubt(_) => true,
            Extent::Possible | Extent::Conflict(_) | Extent::Rules => false,
        };
        let zero = self.zero_sum(claimed.gains, self.house_total(), explained);
        let first = self.findings.len();
        let because = self.explains(Claims::MONEY).or(self.wild_unknown);
        let wrong = match (extent, &claimed.paid) {
            (Extent::All, Some(paid)) => self.payments(paid, explained),
            (Extent::Conflict(conflict), _) => Some(self.conflict(conflict)),
            (Extent::Possible | Extent::Doubt(_) | Extent::Rules, Some(paid)) => {
                let told = self.known_parts(paid, self.certain(extent, because));
                if extent == Extent::Rules {
                    self.no_such_event(paid);
                }
                told
            }
            (_, None) => None,
        };
        let of_payments = self.findings.len();
        self.gains(extent, because, (zero, wrong, explained));
        if extent == Extent::All && !self.in_doubt {
            self.house(wrong);
        }
        // Gains that differ from the payments say nothing about what is due.
        let told = if claimed.paid.is_some() { of_payments } else { self.findings.len() };
        match (extent, self.due.moved) {
            // Rules under which nothing can be checked must not explain what is wrong under these.
            (Extent::Possible, _) if told == first => self.left_out(because),
            (Extent::Doubt(root), _) => self.unchecked(Unknown::Events, Some(root)),
            (Extent::Rules, Some(moved)) => self.cannot_be_verified(moved),
            _ => {}
        }
        if let Some(paid) = claimed.paid.as_ref().filter(|_| self.in_doubt || !is_known) {
            let due = if self.in_doubt { self.due_in_doubt() } else { self.certain(extent, because) };
            self.correct(paid, due);
        }
    }

    /// Returns the extent of the check, with the earlier finding that explains all that is wrong with it.
    fn extent(&mut self, values: Option<FindingIdx>) -> (Extent, Option<FindingIdx>) {
        if self.due.moved.is_some() {
            return (Extent::Rules, None);
        }
        if let Some(filling) = self.due.filling {
            if self.pays() || filling.cut {
                return (Extent::Possible, None);
            }
            let conflict = filling.conflict();
            if conflict.count() > 1 {
                return (Extent::Conflict(conflict), None);
            }
        }
        let explained = self.explanation(values).or_else(|| self.floor());
        let extent = match self.unknowable() {
            Some(root) if explained.is_none() && !self.pays() && !self.is_told_otherwise() => Extent::Doubt(root),
            _ => Extent::All,
        };
        (extent, explained)
    }

    fn cover_payments(&mut self, extent: Extent) {
        let is_paid = self.claimed.paid.is_some();
        if let Some(filling) = self.due.filling.filter(|_| extent != Extent::Rules) {
            self.coverage.missing(Question::Payments, filling.field().map_or("", Missing::path));
        }
        match extent {
            Extent::All | Extent::Doubt(_) => self.coverage.either(Question::Payments, is_paid, "result.payments"),
            Extent::Rules if is_paid => self.uncovered(Question::Payments),
            Extent::Rules => self.coverage.missing(Question::Payments, "result.payments"),
            Extent::Possible | Extent::Conflict(_) => {}
        }
    }

    /// Returns what is certainly due, as far as an extent tells. `because`: the finding that leaves the values of missing
    /// fields in doubt.
    pub(super) fn certain(&self, extent: Extent, because: Option<FindingIdx>) -> Due<'a> {
        let in_doubt = match extent {
            // Where the end of the hand is in doubt, the limits are too.
            Extent::Possible => {
                because.is_some() || self.accepted.is_some() || self.unknowable().is_some() || self.is_misrecorded()
            }
            Extent::Rules => self.is_doubtful(),
            Extent::Doubt(_) => return self.due.in_doubt(self.touched(), None),
            Extent::All | Extent::Conflict(_) => false,
        };
        if in_doubt { self.due.in_doubt(Seats::FOUR, None) } else { self.due }
    }

    /// Checks that claimed point changes sum to minus the house's share. Returns the finding if they do not.
    pub(super) fn zero_sum(
        &mut self,
        gains: Option<SeatMap<i64>>,
        house: i64,
        because: Option<FindingIdx>,
    ) -> Option<FindingIdx> {
        let gains = gains?;
        let total: i128 = gains.0.iter().map(|&gain| i128::from(gain)).sum();
        if total == -i128::from(house) || self.may_pay_house() && total <= 0 {
            return None;
        }
        let wrong = first_wrong(&gains, &self.claimed.taken.gains(self.due.ledger));
        let due = house.saturating_neg();
        let text = bilingual!(
            "四家的得分加起来该是 {due}，记的加起来是 {total}。",
            "the recorded gains and losses add up to {total} instead of {due}"
        );
        let finding = Finding::new(&money::NOT_ZERO, self.hand, text)
            .at_field(self.claimed.gains_field())
            .of(wrong)
            .values(total, due)
            .because(because);
        Some(self.find(finding))
    }

    /// Returns what the house receives in all.
    fn house_total(&self) -> i64 {
        self.due.apart.0.iter().fold(0i64, |total, &points| total.saturating_sub(points))
    }

    /// True if a seat may have left and paid the house: no event is recorded, the record stops before the end, or a rule
    /// about it is unknown to caipan.
    pub(super) fn may_pay_house(&self) -> bool {
        self.facts.replayed.last_event.is_none()
            || self.end_missing.is_some()
            || self.somebody_leaves && self.due.moved.is_some_and(Reach::is_all)
    }

    /// Adds up what each seat must get for payments that are wrong whatever is not known: up to the nearest amount that
    /// may be due.
    pub(super) fn correct(&mut self, paid: &Paid<'_>, due: Due<'_>) {
        for pair in Pair::ALL {
            self.correct_by(pair, due.owed(pair).over(paid.net.at(pair)));
        }
    }

    /// Lets the first seat of a pair get back these points from the second.
    pub(super) fn correct_by(&mut self, pair: Pair, over: i64) {
        let (to, from) = pair.seats();
        self.corrections[to] = self.corrections[to].saturating_add(over);
        self.corrections[from] = self.corrections[from].saturating_sub(over);
    }
}
