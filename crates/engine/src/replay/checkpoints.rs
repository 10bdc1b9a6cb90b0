//! Checkpoints of a replay, from which it resumes under other rules.
//!
//! Up to a checkpoint the replay is the same under all rules that agree in every option read so far.

use super::{Before, Referee, Replayed, deal};
use crate::rules::{OptionSet, Rules};
use caipan_log::HandLog;

/// Events between two checkpoints; more in a long hand.
const INTERVAL: usize = 8;

/// The most checkpoints of a hand: bounds the memory of a search.
const MAX_CHECKPOINTS: usize = 16;

/// The state of a replay before an event.
#[derive(Clone)]
pub struct Checkpoint<'a> {
    /// The options read so far.
    pub(super) asked: OptionSet,
    /// The next event.
    pub(super) event: usize,
    pub(super) referee: Referee<'a>,
}

/// The checkpoints of a hand, the first before its first event; none if the hand cannot be replayed.
pub fn checkpoints<'a>(rules: &'a dyn Rules, hand: &HandLog, before: Before) -> Vec<Checkpoint<'a>> {
    let earlier = rules.asked().take();
    let mut referee = deal::deal(rules, hand, before);
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

/// The last checkpoint at or before an event.
pub(super) fn checkpoint_at<'s, 'a>(checkpoints: &'s [Checkpoint<'a>], event: usize) -> Option<&'s Checkpoint<'a>> {
    checkpoints.iter().rev().find(|checkpoint| checkpoint.event <= event)
}

/// Replays the hand from its last checkpoint that read none of the `differing` options. `None` if already the deal read one.
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
