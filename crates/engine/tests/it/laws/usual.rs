//! The short path for usual events gives the same replay as the full path, whatever events surround them.

use super::{clean, faulty};
use crate::generate::{preset, presets};
use caipan_engine::audit::all_before;
use caipan_engine::replay::{replay, replay_closely};
use caipan_lab::generate::{Rng, redact};
use caipan_log::{GameLog, HandLog};

/// Leaves out, repeats, delays or replaces a few events.
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
fn short_path_equals_full_replay() {
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
