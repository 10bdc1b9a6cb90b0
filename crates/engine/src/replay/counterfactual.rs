//! Counterfactual replays: changed copies of a hand, each replayed from the last checkpoint before the change.
//!
//! A replay stops once it reaches a given number of breaches. Most changes add breaches within a few events, so they
//! stop early.

use super::checkpoints::{Checkpoint, checkpoint_at, checkpoints_without};
use super::{Before, Breach, ForcedEvent, Referee, Replayed, Slip, deal};
use crate::rules::Rules;
use caipan_log::{Event, HandLog, Outcome};

/// The number of breaches of a hand, ordered by primary breaches first. It never falls from event to event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BreachCount {
    /// The number of primary breaches.
    pub own: usize,
    /// The number of all breaches.
    pub all: usize,
}

impl BreachCount {
    /// Counts breaches.
    pub fn of(breaches: &[Breach]) -> BreachCount {
        BreachCount { own: breaches.iter().filter(|breach| breach.because.is_none()).count(), all: breaches.len() }
    }
}

/// A change to the events of a hand: `new` replaces the events from `at` up to `rest`, exclusive.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The index of the first replaced event.
    pub at: usize,
    /// The replacement events.
    pub new: Vec<Event>,
    /// The index of the first event kept after the replacement.
    pub rest: usize,
}

impl Edit {
    /// Returns the changed events from index `first` on, with their new indexes.
    fn from<'e>(&'e self, events: &'e [Event], first: usize) -> impl Iterator<Item = (usize, &'e Event)> {
        let before = events.get(first.min(self.at)..self.at).unwrap_or_default();
        let after = events.get(self.rest..).unwrap_or_default();
        (first..).zip(before.iter().chain(&self.new).chain(after))
    }
}

/// A hand with its checkpoints, ready for replays with edits.
pub struct Counterfactual<'a> {
    checkpoints: Vec<Checkpoint<'a>>,
    events: Vec<Event>,
}

impl<'a> Counterfactual<'a> {
    /// Prepares a hand. Digests are dropped because they describe only the recorded hand.
    pub fn of(rules: &'a dyn Rules, hand: &HandLog, before: Before) -> Counterfactual<'a> {
        Counterfactual::without(None, rules, hand, before)
    }

    /// Prepares a hand in which a slip of the record is undone.
    pub(crate) fn without(
        slip: Option<Slip>,
        rules: &'a dyn Rules,
        hand: &HandLog,
        before: Before,
    ) -> Counterfactual<'a> {
        let hand = without_digests(hand.clone());
        Counterfactual { checkpoints: checkpoints_without(slip, rules, &hand, before), events: hand.events }
    }

    /// Replays the hand with an edit, a forced event and a claimed outcome. `None` if it cannot be replayed or has at
    /// least as many breaches as `below`.
    pub fn replay(
        &self,
        edit: &Edit,
        forced: Option<ForcedEvent>,
        claimed: Option<Outcome>,
        below: BreachCount,
    ) -> Option<Replayed> {
        let checkpoint = checkpoint_at(&self.checkpoints, edit.at)?;
        let mut referee = checkpoint.referee.clone();
        referee.rules.asked().note(checkpoint.asked);
        referee.forced = forced;
        referee.slip = referee.slip.map(|slip| slip.after(edit));
        resume_below(referee, edit.from(&self.events, checkpoint.event), claimed, below)
    }
}

/// Replays a hand from its deal, without checkpoints and digests. `None` if it cannot be replayed or has at least as
/// many breaches as `below`.
pub fn replay_below(rules: &dyn Rules, hand: HandLog, before: Before, below: BreachCount) -> Option<Replayed> {
    replay_below_without(None, rules, hand, before, below)
}

/// Replays a hand as [`replay_below`] does, but undoes a slip of the record.
pub(crate) fn replay_below_without(
    slip: Option<Slip>,
    rules: &dyn Rules,
    hand: HandLog,
    before: Before,
    below: BreachCount,
) -> Option<Replayed> {
    let hand = without_digests(hand);
    let mut referee = deal::deal(rules, &hand, before);
    referee.slip = slip;
    if !referee.followed {
        return None;
    }
    resume_below(referee, hand.events.iter().enumerate(), hand.outcome(), below)
}

fn resume_below<'e>(
    mut referee: Referee<'_>,
    events: impl Iterator<Item = (usize, &'e Event)>,
    claimed: Option<Outcome>,
    below: BreachCount,
) -> Option<Replayed> {
    let mut count = BreachCount { own: 0, all: 0 };
    for (at, event) in events {
        // Only the new ones are counted: a hand may have a breach for each event.
        let new = BreachCount::of(referee.breaches.get(count.all..).unwrap_or_default());
        count = BreachCount { own: count.own + new.own, all: count.all + new.all };
        if count >= below {
            return None;
        }
        referee.event(at, event);
    }
    Some(referee.finish(claimed)).filter(|replayed| BreachCount::of(&replayed.breaches) < below)
}

fn without_digests(mut hand: HandLog) -> HandLog {
    hand.events.iter_mut().for_each(|event| event.digest = None);
    hand
}
