//! Checkpoints of a replay, for resuming it under other rules.
//!
//! Before a checkpoint, the replay is the same under all rules that agree in every option read so far.

use super::{Before, Referee, Replayed, Slip, deal};
use crate::rules::{OptionSet, Rules};
use caipan_log::HandLog;

/// The minimum number of events between two checkpoints. Long hands use more.
const INTERVAL: usize = 8;

/// The maximum number of checkpoints per hand, which limits the memory of a search.
const MAX_CHECKPOINTS: usize = 16;

/// The state of a replay before an event.
#[derive(Clone)]
pub struct Checkpoint<'a> {
    /// The options read so far.
    pub(super) asked: OptionSet,
    /// The index of the next event.
    pub(super) event: usize,
    pub(super) referee: Referee<'a>,
}

/// Returns the checkpoints of a hand, starting before its first event. Empty if the hand cannot be replayed.
pub fn checkpoints<'a>(rules: &'a dyn Rules, hand: &HandLog, before: Before) -> Vec<Checkpoint<'a>> {
    checkpoints_without(None, rules, hand, before)
}

/// Returns the checkpoints of a hand in which a slip of the record is undone.
pub(crate) fn checkpoints_without<'a>(
    slip: Option<Slip>,
    rules: &'a dyn Rules,
    hand: &HandLog,
    before: Before,
) -> Vec<Checkpoint<'a>> {
    let earlier = rules.asked().take();
    let mut referee = deal::deal(rules, hand, before);
    referee.slip = slip;
    let followed = referee.followed;
    let (mut asked, mut kept) = (OptionSet::default(), Vec::new());
    let interval = hand.events.len().div_ceil(MAX_CHECKPOINTS).max(INTERVAL);
    for (at, event) in hand.events.iter().enumerate().take_while(|_| followed) {
        if at.is_multiple_of(interval) {
            asked = asked.or(rules.asked().take());
            kept.push(Checkpoint { asked, event: at, referee: referee.clone() });
        }
        referee.event(at, event);
    }
    rules.asked().note(earlier.or(asked));
    kept
}

/// Returns the last checkpoint at or before an event.
pub(super) fn checkpoint_at<'s, 'a>(checkpoints: &'s [Checkpoint<'a>], event: usize) -> Option<&'s Checkpoint<'a>> {
    checkpoints.iter().rev().find(|checkpoint| checkpoint.event <= event)
}

/// Resumes the hand from its last checkpoint that read none of the `differing` options. `None` if the deal already read
/// one.
pub fn resume(
    checkpoints: &[Checkpoint<'_>],
    rules: &dyn Rules,
    differing: OptionSet,
    hand: &HandLog,
) -> Option<Replayed> {
    let checkpoint = checkpoints.iter().rev().find(|checkpoint| checkpoint.asked.and(differing).is_empty())?;
    rules.asked().note(checkpoint.asked);
    let mut referee: Referee<'_> = checkpoint.referee.clone();
    referee.rules = rules;
    for (at, event) in hand.events.iter().enumerate().skip(checkpoint.event) {
        referee.event(at, event);
    }
    Some(referee.finish(hand.outcome()))
}
