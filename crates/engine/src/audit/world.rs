//! One way a hand may have been: as recorded, with one change of its log, with another indicator, or as its result names
//! it. Each is settled and compared with the claims in the same way.

use super::lasting::Lasting;
use super::result::{Claimed, Facts, Filling, Given, fill};
use crate::meter::Meter;
use crate::replay::Replayed;
use crate::rules::{NextDealer, Rules};
use caipan_tiles::ledger::Ledger;

/// One way a hand may have been, settled.
pub(super) struct World {
    /// The replay.
    pub replayed: Replayed,
    /// The payments.
    pub ledger: Ledger,
    /// The next dealer.
    pub next: Option<NextDealer>,
    /// The floor of the next hand.
    pub floor: Option<u32>,
}

/// The claims that a world gives, by the values of missing fields that fit best.
pub(super) struct Compared {
    pub given: Given,
    /// The values put in for what the log leaves out, if anything.
    pub filling: Option<Filling>,
}

impl World {
    /// Settles a replay.
    pub fn of(rules: &dyn Rules, replayed: Replayed) -> World {
        let ledger = replayed.ledger(rules);
        let next = replayed.next_dealer(rules);
        let floor = rules.next_floor(&replayed.table, &replayed.standing, next);
        World { replayed, ledger, next, floor }
    }

    /// Returns the facts that claims are compared with.
    pub fn facts<'a>(&'a self, rules: &'a dyn Rules, lasting: Lasting<'a>) -> Facts<'a> {
        Facts { rules, replayed: &self.replayed, ledger: &self.ledger, next: self.next, lasting }
    }

    /// Compares it with the claims.
    pub fn compare(
        &self,
        rules: &dyn Rules,
        lasting: Lasting<'_>,
        claimed: &Claimed<'_>,
        meter: &Meter<'_>,
    ) -> Compared {
        let facts = self.facts(rules, lasting);
        let filling = fill(facts, true, claimed, meter);
        let given = filling.as_ref().map_or_else(|| facts.given(claimed), |filling| filling.given);
        Compared { given, filling }
    }
}
