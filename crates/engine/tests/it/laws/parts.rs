//! A record cut in time: what is wrong in a part is wrong in the whole, and no part of an honest match is wrong.

use super::{clean, faulty};
use crate::generate::{audited, preset, presets, told};
use caipan_engine::audit::{Audit, Finding, Kind, Verdict};
use caipan_lab::generate::part::{prefix, with_result};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, GameLog, Outcome};

/// The faults and variants of an audit.
fn faults(audit: &Audit) -> impl Iterator<Item = &Finding> {
    audit.findings.iter().filter(|found| matches!(found.kind, Kind::Fault | Kind::Variant))
}

/// Calls the function with every prefix of the match that ends in this hand.
fn each_prefix(log: &GameLog, hand: usize, step: usize, mut each: impl FnMut(usize, GameLog)) {
    for events in (0..=log.hands[hand].events.len()).step_by(step) {
        each(events, prefix(log, hand, events).unwrap());
    }
}

#[test]
fn honest_record_that_stops_accuses_nobody() {
    let mut count = 0;
    for (_, log) in clean(2) {
        for hand in 0..log.hands.len().min(2) {
            each_prefix(&log, hand, 3, |events, part| {
                let audit = audited(&part);
                let wrong: Vec<String> = faults(&audit).map(|found| told(&part, found)).collect();
                assert!(wrong.is_empty(), "{} hand {hand} after {events} events: {wrong:#?}", log.id);
                count += 1;
            });
        }
    }
    assert!(count > 1_000, "{count}");
}

#[test]
fn honest_result_of_a_record_that_stops_accuses_nobody() {
    let mut count = 0;
    for (_, log) in clean(2) {
        let hand = log.hands.len() - 1;
        for events in (1..log.hands[hand].events.len()).step_by(4) {
            let part = with_result(&log, hand, events).unwrap();
            let audit = audited(&part);
            let wrong: Vec<String> = faults(&audit).map(|found| told(&part, found)).collect();
            assert!(wrong.is_empty(), "{} hand {hand} after {events} events: {wrong:#?}", log.id);
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn drawn_hand_is_over_without_its_last_event() {
    let mut count = 0;
    for id in presets() {
        let ruleset = preset(id);
        let logs = matches(&ruleset, 77, MatchConfig { hands: 3, ..MatchConfig::USUAL }).take(40);
        for mut log in logs {
            let Some(hand) = log.hands.iter().position(|hand| hand.outcome() == Some(Outcome::Draw)) else { continue };
            let events = &mut log.hands[hand].events;
            if !matches!(events.last().map(|event| &event.action), Some(Action::DrawGame)) {
                continue;
            }
            events.pop();
            let audit = audited(&log);
            assert_eq!(audit.verdict(), Verdict::Clean, "{}: {:#?}", log.id, audit.findings);
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

/// True if a fault of a part may be told by this code in the whole.
fn is_same(part: &str, whole: &str) -> bool {
    let groups: [&[&str]; 3] = [
        // An event taken for one left out, until later events show which it was.
        &["A202", "A204", "A307", "A106", "A108", "A201", "A010", "A011", "A012", "A104", "A101", "A107"],
        // Money, by other pairs.
        &["A701", "A702", "A703", "A704", "A705", "A707", "A708", "A711", "A712"],
        // A false win whose penalty the result pays is a note.
        &["A501", "A504", "A507", "A506", "A922"],
    ];
    part == whole || groups.iter().any(|group| group.contains(&part) && group.contains(&whole))
}

#[test]
fn fault_of_a_part_is_one_of_the_whole() {
    let (mut parts, mut found, mut elsewhere) = (0, 0, Vec::new());
    for id in presets() {
        for log in faulty(id, 2).step_by(3) {
            let whole = audited(&log);
            let last = log.hands.len() - 1;
            each_prefix(&log, last, 9, |events, part| {
                parts += 1;
                for fault in faults(&audited(&part)) {
                    found += 1;
                    let is_there =
                        |other: &&Finding| other.hand == fault.hand && is_same(fault.check.code, other.check.code);
                    if !whole.findings.iter().any(|other| is_there(&other)) {
                        elsewhere.push(format!("{} after {events}: {}", log.id, told(&part, fault)));
                    }
                }
            });
        }
    }
    assert!(elsewhere.is_empty(), "{} of {found} in {parts} parts: {elsewhere:#?}", elsewhere.len());
    assert!(found > 1_000, "{found}");
}

#[test]
fn hands_missing_in_between_accuse_nobody() {
    let mut count = 0;
    for id in presets() {
        let ruleset = preset(id);
        for mut log in matches(&ruleset, 78, MatchConfig { hands: 4, ..MatchConfig::USUAL }).take(6) {
            for (hand, number) in log.hands.iter_mut().zip(1..) {
                hand.number = Some(number);
            }
            assert_eq!(audited(&log).verdict(), Verdict::Clean, "{}", log.id);
            if log.hands.len() < 3 {
                continue;
            }
            log.hands.remove(1);
            log.totals = None;
            if let Some(between) = &mut log.between {
                between.clear();
            }
            let audit = audited(&log);
            let wrong: Vec<String> = faults(&audit).map(|found| told(&log, found)).collect();
            assert!(wrong.is_empty(), "{}: {wrong:#?}", log.id);
            let gaps = audit.findings.iter().filter(|found| found.check.code == "A809");
            assert_eq!(gaps.map(|found| found.hand).collect::<Vec<_>>(), [Some(1)], "{}", log.id);
            count += 1;
        }
    }
    assert!(count > 15, "{count}");
}
