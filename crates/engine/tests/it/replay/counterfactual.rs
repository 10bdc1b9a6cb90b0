//! Replaying a changed copy of a hand.

use caipan_engine::audit::all_before;
use caipan_engine::replay::{BreachCount, Counterfactual, Edit, ForcedEvent, replay_below, replay_with};
use caipan_engine::rules::{Hits, SYSTEMS, resolve};
use caipan_lab::generate::faults::{Stage as FaultStage, kinds};
use caipan_lab::generate::{MatchConfig, Rng, matches};
use caipan_log::{Event, HandLog, RulesDeclared};

const ANY: BreachCount = BreachCount { own: usize::MAX, all: usize::MAX };

/// A changed hand replays like the log with these events, and stops at the limit of breaches.
#[test]
fn changed_hand_replays_like_the_changed_log() {
    let mut chance = Rng::new(2);
    let (mut kept, mut given_up) = (0, 0);
    for preset in SYSTEMS.iter().flat_map(|system| system.presets) {
        let declared = RulesDeclared { system: preset.id.to_owned(), ..Default::default() };
        let ruleset = resolve(&declared).unwrap();
        let rules = ruleset.rules.as_ref();
        for log in matches(&ruleset, 3, MatchConfig::KONGS).take(2) {
            let stage = FaultStage::of(&ruleset, &log);
            let faulty = kinds().filter_map(|kind| Some(stage.inject(kind, &mut Rng::new(1))?.1));
            for log in faulty.take(12).chain([log.clone()]) {
                let Ok((_, befores)) = all_before(&log) else { continue };
                let Some((hand, before)) = log.hands.iter().zip(befores).next_back() else { continue };
                let counterfactual = Counterfactual::of(rules, hand, before);
                for _ in 0..20 {
                    let edit = any_edit(hand, &mut chance);
                    let mut other = without_digests(hand.clone());
                    other.events.truncate(edit.at);
                    other.events.extend(edit.new.iter().cloned());
                    other.events.extend(hand.events.iter().skip(edit.rest).cloned());
                    let other = without_digests(other);
                    let forced = (chance.below(3) == 0).then(|| ForcedEvent {
                        event: edit.at,
                        hits: Hits::new(),
                        value: 1,
                        from: None,
                    });
                    let full = replay_with(rules, &other, before, forced.clone(), |_, _| ());
                    let short = counterfactual.replay(&edit, forced.clone(), other.outcome(), ANY);
                    let Some(short) = short else {
                        assert!(!full.followed, "{} at {}", log.id, edit.at);
                        continue;
                    };
                    assert_eq!(format!("{short:?}"), format!("{full:?}"), "{} at {}", log.id, edit.at);
                    let wrong = BreachCount::of(&full.breaches);
                    for below in [wrong, BreachCount { all: wrong.all + 1, ..wrong }] {
                        let found = counterfactual.replay(&edit, forced.clone(), other.outcome(), below);
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

/// Replaces some events of the hand by others of it.
fn any_edit(hand: &HandLog, chance: &mut Rng) -> Edit {
    let events = &hand.events;
    let at = chance.below(events.len() + 1);
    let new = (0..chance.below(3)).filter_map(|_| events.get(chance.below(events.len() + 1)).cloned());
    let new = new.map(|event| Event { digest: None, ..event }).collect();
    Edit { at, new, rest: (at + chance.below(3)).min(events.len()) }
}

fn without_digests(mut hand: HandLog) -> HandLog {
    hand.events.iter_mut().for_each(|event| event.digest = None);
    hand
}
