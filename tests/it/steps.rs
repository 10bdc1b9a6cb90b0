//! The steps of a hand as its first table and changes: applied in order they give the table of each step, and every
//! finding of a hand has a step.

use crate::matches::{clean, faulty, presets};
use caipan::app::{hand_steps, moment, moment_of};
use caipan::generate::Rng;
use caipan::log::GameLog;
use caipan::report::{Report, apply, report};
use serde_json::{Value, to_value};

/// Compares the changes of a hand with the tables of some of its steps; returns the number of steps.
fn check(log: &GameLog, report: &Report, hand: usize, chance: &mut Rng) -> usize {
    let Ok(played) = hand_steps(log, report, hand) else {
        assert!(moment(log, hand, 0).is_err(), "a hand that has moments has steps");
        return 0;
    };
    let last = log.hands[hand].events.len();
    assert_eq!(played.steps.len(), last, "a change for every event");
    let compared: Vec<usize> = [0, last, chance.below(last + 1), chance.below(last + 1)].into();
    let mut table: Value = to_value(&played.first).unwrap();
    for step in 0..=last {
        if step > 0 {
            apply(&mut table, &played.steps[step - 1].change);
        }
        if compared.contains(&step) {
            let moment = moment(log, hand, step).unwrap();
            assert_eq!(table, to_value(&moment.table).unwrap(), "{} hand {hand} step {step}", log.id);
            assert_eq!(moment.event.as_ref(), step.checked_sub(1).map(|at| &played.steps[at].event));
            assert_eq!(moment.next_event.as_ref(), played.steps.get(step).map(|done| &done.event));
        }
    }
    for found in &played.findings {
        assert!(found.step <= last && !found.message.zh.is_empty() && !found.title.en.is_empty(), "{found:?}");
    }
    let here = report.findings.iter().filter(|finding| report.stands_alone(finding) && finding.hand == Some(hand));
    for finding in here {
        let found = played.findings.iter().find(|found| found.id == finding.id).expect("every finding has a moment");
        assert_eq!(Some((hand, found.step)), moment_of(finding, log));
    }
    last
}

#[test]
fn changes_rebuild_table_of_each_step() {
    let mut chance = Rng::new(3);
    let (mut steps, mut findings) = (0, 0);
    let with_faults = presets().flat_map(|id| faulty(id, 1).into_iter().step_by(9));
    for log in clean(2).chain(with_faults) {
        let report = report(&log, "sha256:0").unwrap();
        findings += report.findings.len();
        for hand in 0..log.hands.len().min(2) {
            steps += check(&log, &report, hand, &mut chance);
        }
    }
    println!("{steps} steps, {findings} findings");
    assert!(steps > 2_000 && findings > 20, "{steps} {findings}");
}
