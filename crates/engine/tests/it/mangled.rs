//! Mangled logs are audited under the laws of the fuzz targets.

use crate::fuzzed::any::{event, mangle_events, mangle_result, mangle_setup, points, seat};
use crate::fuzzed::draw::Draw;
use crate::fuzzed::laws::audited;
use crate::generate::{preset, presets};
use caipan_lab::generate::{MatchConfig, Rng, matches, redact};
use caipan_log::GameLog;
use caipan_tiles::tile::SeatMap;

/// Mangled logs per preset.
const LOGS: u64 = 40;

/// Applies a few changes to a log.
fn mangled(log: &GameLog, chance: &mut Rng) -> GameLog {
    let mut log = if chance.percent(30) { redact(log) } else { log.clone() };
    for _ in 0..=chance.below(8) {
        let at = chance.below(log.hands.len());
        if chance.percent(5) {
            log.start.scores = chance.maybe(|chance| SeatMap([(); 4].map(|()| points(chance))));
            log.start.dealer = chance.maybe(seat);
        }
        let Some(hand) = log.hands.get_mut(at) else { break };
        match chance.below(10) {
            0 => mangle_setup(chance, hand),
            1 | 2 => mangle_result(chance, hand),
            3 => {
                let copy = hand.clone();
                log.hands.insert(at, copy);
            }
            _ => mangle_events(chance, &mut hand.events),
        }
    }
    log
}

#[test]
fn mangled_logs_can_be_audited() {
    for id in presets() {
        let ruleset = preset(id);
        for (&(_, config), seed) in MatchConfig::ALL.iter().zip(100..) {
            let mut chance = Rng::new(seed);
            for log in
                matches(&ruleset, seed, MatchConfig { hands: 2, ..config }).take(LOGS as usize / MatchConfig::ALL.len())
            {
                audited(&mangled(&log, &mut chance));
            }
        }
    }
}

/// Arbitrary events on a dealt hand.
#[test]
fn arbitrary_events_can_be_audited() {
    for id in presets() {
        let ruleset = preset(id);
        let mut chance = Rng::new(9);
        for mut log in matches(&ruleset, 9, MatchConfig { hands: 1, ..MatchConfig::USUAL }).take(10) {
            for hand in &mut log.hands {
                hand.events = (0..chance.below(120)).map(|_| event(&mut chance)).collect();
            }
            audited(&log);
        }
    }
}
