//! The short way of a usual event comes to what the long way of all events comes to, whatever stands around it.

use super::{clean, faulty};
use crate::generate::{preset, presets};
use caipan_engine::audit::all_before;
use caipan_engine::replay::{replay, replay_closely};
use caipan_lab::generate::{Rng, redact};
use caipan_log::{GameLog, HandLog};

/// An event is left out, told twice, told late, or told of another tile or seat.
fn mangled(hand: &HandLog, chance: &mut Rng) -> HandLog {
    let mut hand = hand.clone();
    for _ in 0..=chance.below(3) {
        let events = hand.events.len();
        if events < 4 {
            break;
        }
        let (at, other) = (chance.below(events - 1), chance.below(events));
        match chance.below(5) {
            0 => drop(hand.events.remove(at)),
            1 => hand.events.insert(at, hand.events[at].clone()),
            2 => hand.events.swap(at, at + 1),
            3 => hand.events.insert(at, hand.events[other].clone()),
            _ => hand.events[at] = hand.events[other].clone(),
        }
    }
    hand
}

#[test]
fn usual_events_come_to_what_they_come_to_looked_at_closely() {
    let mut chance = Rng::new(3);
    let mut compared = 0;
    let mut compare = |ruleset: &caipan_engine::rules::Ruleset, log: &GameLog| {
        let Ok((_, befores)) = all_before(log) else { return };
        for (hand, before) in log.hands.iter().zip(befores) {
            for hand in [hand.clone(), mangled(hand, &mut chance), mangled(hand, &mut chance)] {
                let rules = ruleset.rules.as_ref();
                let (short, long) = (replay(rules, &hand, before, |_, _| ()), replay_closely(rules, &hand, before));
                assert_eq!(format!("{short:?}"), format!("{long:?}"), "{}", log.id);
                compared += hand.events.len();
            }
        }
    };
    clean(10).for_each(|(ruleset, log)| {
        compare(&ruleset, &log);
        compare(&ruleset, &redact(&log));
    });
    presets().for_each(|id| faulty(id, 1).for_each(|log| compare(&preset(id), &log)));
    assert!(compared > 50_000, "{compared}");
}
