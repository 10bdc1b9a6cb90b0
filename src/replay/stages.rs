//! Where a replay can be taken up again under other rules: as long as nothing was asked in which they differ, they would have
//! come as far in the same way.

use super::{Before, Referee, Replayed, deal};
use crate::log::HandLog;
use crate::rules::{OptionSet, Rules};

/// After so many events each the referee is kept as it is.
const APART: usize = 8;

/// A hand replayed as far as an event.
#[derive(Clone)]
pub(crate) struct Stage<'a> {
    /// The options asked so far.
    asked: OptionSet,
    /// The next event.
    event: usize,
    referee: Referee<'a>,
}

/// The stages of a hand, the first before its first event; none where it cannot be replayed.
pub(crate) fn stages<'a>(rules: &'a dyn Rules, hand: &HandLog, before: Before) -> Vec<Stage<'a>> {
    let earlier = rules.asked().take();
    let (mut referee, followed) = deal::deal(rules, hand, before);
    let (mut asked, mut stages) = (OptionSet::default(), Vec::new());
    for (at, event) in hand.events.iter().enumerate().take_while(|_| followed) {
        if at.is_multiple_of(APART) {
            asked = asked.or(rules.asked().take());
            stages.push(Stage { asked, event: at, referee: referee.clone() });
        }
        referee.event(at, event);
    }
    rules.asked().note(earlier.or(asked));
    stages
}

/// Takes the hand up at the last of its stages that rests on none of these options, in which the rules differ from those it
/// was replayed under. `None` where they differ from the deal on.
pub(crate) fn go_on(stages: &[Stage<'_>], rules: &dyn Rules, differing: OptionSet, hand: &HandLog) -> Option<Replayed> {
    let stage = stages.iter().rev().find(|stage| stage.asked.and(differing).is_empty())?;
    rules.asked().note(stage.asked);
    let mut referee: Referee<'_> = stage.referee.clone();
    referee.rules = rules;
    for (at, event) in hand.events.iter().enumerate().skip(stage.event) {
        referee.event(at, event);
    }
    Some(referee.finish(hand, true))
}
