//! Where a replay can be taken up again under other rules: as long as nothing was asked in which they differ, they would have
//! come as far in the same way.

use super::{Before, Referee, Replayed, deal};
use crate::log::HandLog;
use crate::rules::{OptionSet, Rules};

/// After so many events each the referee is kept as it is, in a long hand after more.
const APART: usize = 8;

/// So often at most: what a log can make the search keep is bounded.
const MOST: usize = 16;

/// A hand replayed as far as an event.
#[derive(Clone)]
pub(crate) struct Stage<'a> {
    /// The options asked so far.
    pub(super) asked: OptionSet,
    /// The next event.
    pub(super) event: usize,
    pub(super) referee: Referee<'a>,
}

/// The stages of a hand, the first before its first event; none where it cannot be replayed.
pub(crate) fn stages<'a>(rules: &'a dyn Rules, hand: &HandLog, before: Before) -> Vec<Stage<'a>> {
    let earlier = rules.asked().take();
    let mut referee = deal::deal(rules, hand, before);
    let followed = referee.followed;
    let (mut asked, mut stages) = (OptionSet::default(), Vec::new());
    let apart = hand.events.len().div_ceil(MOST).max(APART);
    for (at, event) in hand.events.iter().enumerate().take_while(|_| followed) {
        if at.is_multiple_of(apart) {
            asked = asked.or(rules.asked().take());
            stages.push(Stage { asked, event: at, referee: referee.clone() });
        }
        referee.event(at, event);
    }
    rules.asked().note(earlier.or(asked));
    stages
}

/// The last of these that comes before this event or at it.
pub(super) fn stage_at<'s, 'a>(stages: &'s [Stage<'a>], event: usize) -> Option<&'s Stage<'a>> {
    stages.iter().rev().find(|stage| stage.event <= event)
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
    Some(referee.finish(hand.outcome()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::all_before;
    use crate::generate::{Knobs, matches};
    use crate::log::RulesDeclared;
    use crate::replay::replay;
    use crate::rules::{SYSTEMS, resolve};
    use std::collections::BTreeMap;

    /// Taken up where the rules first differ, a hand comes to what it comes to from the deal on.
    #[test]
    fn a_replay_taken_up_is_the_whole_replay() {
        let (mut whole, mut taken_up) = (0, 0);
        for preset in SYSTEMS.iter().flat_map(|system| system.presets) {
            let declared =
                RulesDeclared { system: preset.id.to_owned(), options: BTreeMap::new(), ..Default::default() };
            let ruleset = resolve(&declared).unwrap();
            for log in matches(&ruleset, 5, Knobs::KONGS).take(2) {
                let (_, befores) = all_before(&log).unwrap();
                let Some((hand, before)) = log.hands.iter().zip(befores).next_back() else { continue };
                let stages = stages(ruleset.rules.as_ref(), hand, before);
                for (place, decl) in (ruleset.system.options)().iter().enumerate() {
                    let value = ruleset.choices.get(decl.id).unwrap_or(decl.default);
                    for other in decl.alternatives(value) {
                        let changed = ruleset.changed(None, [(decl.id, other)]);
                        let rules = changed.rules.as_ref();
                        let all = replay(rules, hand, before, |_, _| ());
                        let asked = rules.asked().take();
                        whole += 1;
                        if let Some(short) = go_on(&stages, rules, OptionSet::of(place), hand) {
                            taken_up += 1;
                            assert_eq!(format!("{short:?}"), format!("{all:?}"), "{} {} {other:?}", log.id, decl.id);
                            assert_eq!(rules.asked().take().and(asked), asked, "{} {}", log.id, decl.id);
                        }
                    }
                }
            }
        }
        assert!(taken_up > whole / 2 && taken_up < whole, "{taken_up} of {whole}");
    }
}
