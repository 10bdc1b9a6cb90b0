//! Hypotheses: the hand as it would be with one change of its log (若当时另是一样).
//!
//! A fault makes facts uncertain, and a claim may rest on facts that the log does not show. So each breach names
//! possible changes: the refused act counts, the tile was another, an event was missing ([`changes`]). Each change is
//! made in a copy of the log, and the referee replays the copy. The result has its own ledger and next dealer. Three
//! rules keep hypotheses from excusing too much:
//!
//! * **No change, no excuse.** A breach that touches no fact (an event after the end, a digest, the clock) has no
//!   hypothesis.
//! * **One change, and it must fix something.** A hypothesis with as many breaches as the recorded hand is discarded.
//! * **One hypothesis.** A claim that the accepted hypothesis does not explain is a primary fault.
//!
//! Nothing here affects computed values: the ledger of a report is always that of the log as recorded.

mod change;
mod changes;
mod dealt;
mod recorded;

use super::allowance::allowance;
use super::world::World;
use crate::meter::Meter;
use crate::replay::BreachIdx;
use crate::replay::{Before, BreachCount, Counterfactual, ForcedEvent, Replayed, Slip, replay_below_without};
use crate::rules::Rules;
use caipan_log::{GameLog, HandLog, HandResult, People};
use caipan_tiles::text::Text;
use change::LogChange;
use changes::Proposed;

/// The limits of the search in a match. Claims that remain unexplained at a limit are *cannot be verified*.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    /// Maximum replays for one hand.
    replays: usize,
    /// The work of the audit at which the search ends.
    until: u64,
}

impl Limit {
    /// The limit of replays for an audit that people read.
    const MOST: usize = 1024;

    /// A lower limit, for hands that are audited under other house rules or only for the course of the match.
    pub(super) const FEW: Limit = Limit { replays: 8, until: u64::MAX };

    /// Returns the limits for an audit that people read, which begins now.
    pub(super) fn most(log: &GameLog, meter: &Meter<'_>) -> Limit {
        Limit { replays: Limit::MOST, until: meter.work().saturating_add(allowance(log)) }
    }

    /// Returns these limits with an earlier end.
    pub(super) const fn until(self, until: u64) -> Limit {
        Limit { until, ..self }
    }

    /// True if the search is one that people read about.
    const fn is_most(self) -> bool {
        self.replays == Limit::MOST
    }
}

/// A hypothesis of a hand.
pub(super) struct Hypothesis {
    /// Index of the primary breach that it comes from.
    pub root: BreachIdx,
    /// The change.
    change: LogChange,
    /// True if the change corrects a wrong record; false if it assumes that the client applied the rules differently.
    pub of_record: bool,
    /// The hand with the change.
    pub world: World,
}

impl Hypothesis {
    /// Returns the change as a condition for people, to follow "if".
    pub fn words(&self, people: &People) -> Text {
        self.change.words(people)
    }
}

/// The hypotheses of a hand, one after the other.
pub(super) struct Hypotheses<'a> {
    rules: &'a dyn Rules,
    hand: &'a HandLog,
    before: Before,
    /// The slip of the record that the replay undoes.
    slip: Option<Slip>,
    /// The breaches of the hand as recorded.
    wrong: BreachCount,
    /// The hand prepared for replays with other events, once one is needed.
    counterfactual: Option<Counterfactual<'a>>,
    changes: std::vec::IntoIter<Proposed>,
    /// The number of replays left.
    left: usize,
    /// True if some hypotheses were not tried.
    cut: bool,
    limit: Limit,
    meter: &'a Meter<'a>,
}

impl<'a> Hypotheses<'a> {
    /// Returns the hypotheses of this hand; `replayed` is its replay as recorded.
    pub(super) fn of(
        rules: &'a dyn Rules,
        hand: &'a HandLog,
        before: Before,
        replayed: &Replayed,
        limit: Limit,
        meter: &'a Meter<'a>,
    ) -> Hypotheses<'a> {
        let claimed = hand.result.as_ref().map_or(&[][..], |result: &HandResult| result.wins.as_deref().unwrap_or(&[]));
        // One more shows that the limit left some out.
        let changes = changes::of(rules, hand, before, replayed, claimed, limit.replays + 1);
        meter.spend(changes.len());
        let wrong = BreachCount::of(&replayed.breaches);
        Hypotheses {
            rules,
            hand,
            before,
            slip: replayed.slip,
            wrong,
            counterfactual: None,
            changes: changes.into_iter(),
            left: limit.replays,
            cut: false,
            limit,
            meter,
        }
    }
}

impl Hypotheses<'_> {
    /// Replays the hand with this change. `None` if it has no fewer breaches.
    fn replayed(&mut self, change: &LogChange) -> Option<Replayed> {
        let Hypotheses { rules, hand, before, slip, wrong, .. } = *self;
        let Some(edit) = change.edit(&hand.events) else {
            let (hand, before) = change.dealt(hand, before);
            return replay_below_without(slip, rules, hand, before, wrong);
        };
        let forced = match change {
            LogChange::ForcedEvent(forced) => Some(forced.clone()),
            _ => None,
        };
        let counterfactual =
            self.counterfactual.get_or_insert_with(|| Counterfactual::without(slip, rules, hand, before));
        counterfactual.replay(&edit, forced, change.outcome(hand), wrong)
    }

    /// True if the hand has more hypotheses than may be tried. Beyond a lower limit they are merely out of scope.
    pub(super) fn is_cut(&self) -> bool {
        self.cut && self.limit.is_most()
    }
}

/// Returns the forced event for an event of a hand. A win that the rules do not accept counts as claimed.
pub(super) fn force(rules: &dyn Rules, hand: &HandLog, event: usize) -> ForcedEvent {
    let seat = hand.events.get(event).and_then(|event| event.action.seat());
    let claimed = hand.result.iter().flat_map(|result| result.wins.iter().flatten());
    let claim = claimed.into_iter().find(|claim| Some(claim.seat) == seat);
    let (hits, value) = claim.map(|claim| changes::price(rules, claim)).unwrap_or_default();
    ForcedEvent { event, hits, value, from: None }
}

impl Iterator for Hypotheses<'_> {
    type Item = Hypothesis;

    fn next(&mut self) -> Option<Hypothesis> {
        loop {
            let Proposed { root, change, of_record } = self.changes.next()?;
            if !self.meter.spend(self.hand.events.len()) {
                return None;
            }
            if self.left == 0 || self.meter.work() >= self.limit.until {
                self.cut = true;
                return None;
            }
            self.left -= 1;
            let Some(replayed) = self.replayed(&change) else { continue };
            return Some(Hypothesis { root, change, of_record, world: World::of(self.rules, replayed) });
        }
    }
}
