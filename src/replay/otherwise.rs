//! A hand replayed as it would be with one thing otherwise: from the last stage before that on, and only as far as less is wrong with it
//! than a limit says. Most of what may have been otherwise makes more wrong than it mends, and shows that within a few events.

use super::stages::{Stage, stage_at, stages};
use super::{Before, Breach, Referee, Replayed, Stands, deal};
use crate::log::{Event, HandLog, Outcome};
use crate::rules::Rules;

/// How much is wrong with a hand: breaches of their own come first, then all together. It never grows less from event to event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wrong {
    /// Breaches that are consequences of no other.
    pub own: usize,
    /// All breaches.
    pub all: usize,
}

impl Wrong {
    /// Of a hand with these breaches.
    pub(crate) fn of(breaches: &[Breach]) -> Wrong {
        Wrong { own: breaches.iter().filter(|breach| breach.because.is_none()).count(), all: breaches.len() }
    }
}

/// Events of a hand otherwise: from `at` on come these, and then those of the hand from `rest` on.
pub(crate) struct Edit {
    pub at: usize,
    pub new: Vec<Event>,
    pub rest: usize,
}

impl Edit {
    /// The events from this one on, as they would be, with their new indexes.
    fn from<'e>(&'e self, events: &'e [Event], first: usize) -> impl Iterator<Item = (usize, &'e Event)> {
        let before = events.get(first.min(self.at)..self.at).unwrap_or_default();
        let after = events.get(self.rest..).unwrap_or_default();
        (first..).zip(before.iter().chain(&self.new).chain(after))
    }
}

/// A hand, ready to be replayed otherwise.
pub(crate) struct Otherwise<'a> {
    stages: Vec<Stage<'a>>,
    events: Vec<Event>,
}

impl<'a> Otherwise<'a> {
    /// A hand without the digests of its client, which are of the table that it had and say nothing of another.
    pub(crate) fn of(rules: &'a dyn Rules, hand: &HandLog, before: Before) -> Otherwise<'a> {
        let hand = without_digests(hand.clone());
        Otherwise { stages: stages(rules, &hand, before), events: hand.events }
    }

    /// The hand with this otherwise and this outcome claimed. `None` where it cannot be replayed or is no less wrong than that.
    pub(crate) fn with(
        &self,
        edit: &Edit,
        stands: Option<Stands>,
        claimed: Option<Outcome>,
        below: Wrong,
    ) -> Option<Replayed> {
        let stage = stage_at(&self.stages, edit.at)?;
        let mut referee = stage.referee.clone();
        referee.rules.asked().note(stage.asked);
        referee.stands = stands;
        go_on_below(referee, edit.from(&self.events, stage.event), claimed, below)
    }
}

/// Replays a hand that was dealt otherwise, without its digests. `None` where it cannot be replayed or is no less wrong than that.
pub(crate) fn replay_below(rules: &dyn Rules, hand: HandLog, before: Before, below: Wrong) -> Option<Replayed> {
    let hand = without_digests(hand);
    let referee = deal::deal(rules, &hand, before);
    if !referee.followed {
        return None;
    }
    go_on_below(referee, hand.events.iter().enumerate(), hand.outcome(), below)
}

fn go_on_below<'e>(
    mut referee: Referee<'_>,
    events: impl Iterator<Item = (usize, &'e Event)>,
    claimed: Option<Outcome>,
    below: Wrong,
) -> Option<Replayed> {
    let is_below = |breaches: &[Breach]| Wrong::of(breaches) < below;
    let mut known = 0;
    for (at, event) in events {
        if referee.breaches.len() > known {
            known = referee.breaches.len();
            if !is_below(&referee.breaches) {
                return None;
            }
        }
        referee.event(at, event);
    }
    Some(referee.finish(claimed)).filter(|replayed| is_below(&replayed.breaches))
}

fn without_digests(mut hand: HandLog) -> HandLog {
    hand.events.iter_mut().for_each(|event| event.digest = None);
    hand
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::all_before;
    use crate::generate::faults::{Stage as Spoilt, kinds};
    use crate::generate::{Chance, Knobs, matches};
    use crate::log::RulesDeclared;
    use crate::replay::replay_with;
    use crate::rules::{Hits, SYSTEMS, resolve};

    const ANY: Wrong = Wrong { own: usize::MAX, all: usize::MAX };

    /// A hand with events otherwise comes to what the log with these events comes to, and is given up where that is no less wrong.
    #[test]
    fn a_hand_otherwise_is_the_hand_of_another_log() {
        let mut chance = Chance::new(2);
        let (mut kept, mut given_up) = (0, 0);
        for preset in SYSTEMS.iter().flat_map(|system| system.presets) {
            let declared = RulesDeclared { system: preset.id.to_owned(), ..Default::default() };
            let ruleset = resolve(&declared).unwrap();
            let rules = ruleset.rules.as_ref();
            for log in matches(&ruleset, 3, Knobs::KONGS).take(2) {
                let stage = Spoilt::of(&ruleset, &log);
                let spoilt = kinds().filter_map(|kind| Some(stage.inject(kind, &mut Chance::new(1))?.1));
                for log in spoilt.take(12).chain([log.clone()]) {
                    let Ok((_, befores)) = all_before(&log) else { continue };
                    let Some((hand, before)) = log.hands.iter().zip(befores).next_back() else { continue };
                    let otherwise = Otherwise::of(rules, hand, before);
                    for _ in 0..20 {
                        let edit = any_edit(hand, &mut chance);
                        let mut other = without_digests(hand.clone());
                        other.events.truncate(edit.at);
                        other.events.extend(edit.new.iter().cloned());
                        other.events.extend(hand.events.iter().skip(edit.rest).cloned());
                        let other = without_digests(other);
                        let stands = (chance.below(3) == 0).then(|| Stands {
                            event: edit.at,
                            hits: Hits::new(),
                            value: 1,
                            from: None,
                        });
                        let whole = replay_with(rules, &other, before, stands.clone(), |_, _| ());
                        let short = otherwise.with(&edit, stands.clone(), other.outcome(), ANY);
                        let Some(short) = short else {
                            assert!(!whole.followed, "{} at {}", log.id, edit.at);
                            continue;
                        };
                        assert_eq!(format!("{short:?}"), format!("{whole:?}"), "{} at {}", log.id, edit.at);
                        let wrong = Wrong::of(&whole.breaches);
                        for below in [wrong, Wrong { all: wrong.all + 1, ..wrong }] {
                            let found = otherwise.with(&edit, stands.clone(), other.outcome(), below);
                            assert_eq!(found.is_some(), wrong < below, "{} at {}", log.id, edit.at);
                            *if found.is_some() { &mut kept } else { &mut given_up } += 1;
                        }
                        let dealt = replay_below(rules, other.clone(), before, ANY).unwrap();
                        let all = replay_with(rules, &other, before, None, |_, _| ());
                        assert_eq!(format!("{dealt:?}"), format!("{all:?}"), "{}", log.id);
                    }
                }
            }
        }
        assert!(kept > 500 && given_up > 500, "{kept} kept, {given_up} given up");
    }

    /// Some events of the hand left out, and others of it in their place.
    fn any_edit(hand: &HandLog, chance: &mut Chance) -> Edit {
        let events = &hand.events;
        let at = chance.below(events.len() + 1);
        let new = (0..chance.below(3)).filter_map(|_| events.get(chance.below(events.len() + 1)).cloned());
        let new = new.map(|event| Event { digest: None, ..event }).collect();
        Edit { at, new, rest: (at + chance.below(3)).min(events.len()) }
    }
}
