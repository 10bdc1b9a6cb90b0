//! Two faults of any two kinds in one hand: each is told, by its own finding or by a graver one about the same thing,
//! and the two give no more findings than two faults should.

use super::matches_of;
use caipan_engine::audit::{Audit, Finding, Kind, audit};
use caipan_lab::generate::Rng;
use caipan_lab::generate::faults::{Fault, Stage, kinds};
use caipan_log::{GameLog, to_text, write};
use serde_json::{Map, Value};

/// The result for a fault that has another one beside it.
enum Told {
    /// A primary finding with its code, place and seat.
    Itself,
    /// A consequence of the other fault with its code, or a primary finding about the same thing with another code; or
    /// the hand cannot be verified.
    Otherwise,
    /// Nothing of the kind. Beside a fault that takes away the facts it rests on.
    No,
}

fn hand_of(log: &GameLog, hand: usize) -> Map<String, Value> {
    let value: Value = serde_json::from_str(&write(log)).unwrap();
    value["hands"][hand].as_object().cloned().unwrap_or_default()
}

/// True if what the first fault changed in this hand is still there after the second.
fn survives(clean: &GameLog, first: &GameLog, both: &GameLog, hand: usize) -> bool {
    let [clean, first, both] = [clean, first, both].map(|log| hand_of(log, hand));
    let events = |of: &Map<String, Value>| of.get("events").and_then(Value::as_array).cloned().unwrap_or_default();
    let (before, after, last) = (events(&clean), events(&first), events(&both));
    if before != after {
        let start = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
        let same = before.iter().rev().zip(after.iter().rev()).take_while(|(one, other)| one == other).count();
        let end = after.len() - same.min(before.len().min(after.len()) - start);
        // With the event before and the one after, so that an event left out shows too.
        let changed = &after[start.saturating_sub(1)..(end + 1).min(after.len())];
        if !last.windows(changed.len().max(1)).any(|window| window == changed) {
            return false;
        }
    }
    let result = |of: &Map<String, Value>| of.get("result").and_then(Value::as_object).cloned().unwrap_or_default();
    let keeps = |clean: &Map<String, Value>, first: &Map<String, Value>, both: &Map<String, Value>| {
        let changed =
            |key: &&String| !["events", "result"].contains(&key.as_str()) && clean.get(*key) != first.get(*key);
        clean.keys().chain(first.keys()).filter(changed).all(|key| first.get(key) == both.get(key))
    };
    keeps(&clean, &first, &both) && keeps(&result(&clean), &result(&first), &result(&both))
}

fn told(audit: &Audit, fault: &Fault, shifted: isize) -> Told {
    let mut moved = fault.clone();
    moved.event = fault.event.map(|at| at.saturating_add_signed(shifted));
    // The seat that a finding about a sum names depends on the other fault.
    let same = |found: &&Finding| {
        fault.is(found) || moved.is(found) || fault.event.is_none() && found.check.code == fault.code
    };
    let here = || audit.findings.iter().filter(|found| found.hand == Some(fault.hand));
    if here().any(|found| same(&found) && found.is_primary()) {
        return Told::Itself;
    }
    let near = |found: &&Finding| found.is_primary() && found.check.code[..2] == fault.code[..2];
    let is_open = |found: &&Finding| found.kind == Kind::Unverifiable;
    if here().any(|found| same(&found) || near(&found) || is_open(&found)) { Told::Otherwise } else { Told::No }
}

fn assert_both_told(id: &'static str) {
    let (ruleset, logs) = matches_of(id, 24);
    let stages: Vec<Stage<'_>> = logs.iter().map(|log| Stage::of(&ruleset, log)).collect();
    let mut chance = Rng::new(31);
    let (mut pairs, mut findings, mut itself, mut not) = (0, 0, 0, 0);
    for one in kinds() {
        let stage = stages.iter().zip(&logs);
        let Some((clean, (first, log))) =
            stage.into_iter().find_map(|(stage, log)| Some((log, stage.inject(one, &mut chance)?)))
        else {
            continue;
        };
        let again = Stage::of(&ruleset, &log);
        for other in kinds() {
            let Some((second, both)) = again.inject_in(other, first.hand, &mut chance) else { continue };
            if second.hand != first.hand || both == log || !survives(clean, &log, &both, first.hand) {
                continue;
            }
            let audit = audit(&both).expect("rules that there are").1;
            pairs += 1;
            findings += audit.findings.iter().filter(|found| found.is_primary() && found.kind != Kind::Note).count();
            assert!(!audit.findings.is_empty(), "{first:?} {second:?}\n{}", to_text(&both));
            let length = |log: &GameLog| isize::try_from(log.hands[first.hand].events.len()).unwrap();
            let shifted = length(&both) - length(&log);
            for (fault, shifted) in [(&first, shifted), (&second, 0)] {
                match told(&audit, fault, shifted) {
                    Told::Itself => itself += 1,
                    Told::Otherwise => {}
                    Told::No => not += 1,
                }
            }
        }
    }
    assert!(pairs > 2_000, "{pairs}");
    assert!(itself * 100 >= 2 * pairs * 90, "{itself} of {} are told", 2 * pairs);
    assert!(not * 100 <= 2 * pairs * 2, "{not} of {} are not told", 2 * pairs);
    // 1.15 findings for each fault.
    assert!(findings * 100 <= 2 * pairs * 115, "{findings} findings for {pairs} pairs");
}

#[test]
fn two_faults_are_both_told_in_changsha() {
    assert_both_told("changsha-a");
}

#[test]
fn two_faults_are_both_told_in_beijing() {
    assert_both_told("beijing");
}

#[test]
fn two_faults_are_both_told_in_guiyang() {
    assert_both_told("guiyang");
}
