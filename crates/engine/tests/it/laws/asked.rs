//! What was never asked changed nothing: the law on which the search for other house rules rests. Replays and payments under
//! rules that differ only in options nobody asked are compared with those made under the declared ones.

use super::{clean, faulty};
use crate::generate::{preset, presets};
use caipan_engine::audit::Audit;
use caipan_engine::replay::{Replayed, replay};
use caipan_engine::rules::{OptionSet, Ruleset, Value};
use caipan_log::GameLog;

/// The same rules with one option under another value, option by option; those of `asked` are left alone.
fn unasked(ruleset: &Ruleset, asked: OptionSet) -> impl Iterator<Item = Ruleset> + '_ {
    let decls = (ruleset.system.options)().iter().enumerate();
    let free = decls.filter(move |&(place, _)| asked.and(OptionSet::of(place)).is_empty());
    free.flat_map(|(_, decl)| {
        let declared = ruleset.choices.get(decl.id).unwrap();
        let others = decl.alternatives(declared).into_iter();
        others.map(|value| Ruleset::new(ruleset.system, ruleset.preset, &changes(ruleset, decl.id, value)))
    })
}

fn changes(ruleset: &Ruleset, id: &'static str, value: Value) -> Vec<(&'static str, Value)> {
    ruleset.changes().filter(|&(other, _)| other != id).chain([(id, value)]).collect()
}

/// Everything that a hand comes to.
fn told(ruleset: &Ruleset, replayed: &Replayed) -> String {
    let rules = ruleset.rules.as_ref();
    let next = replayed.next_dealer(rules);
    let floor = rules.next_floor(&replayed.table, &replayed.standing, next);
    format!("{:?} {next:?} {floor:?}", replayed.ledger(rules).lines())
}

/// Compares every hand under every change, and returns how many were compared and how many options were asked.
fn compare(ruleset: &Ruleset, log: &GameLog) -> (usize, usize) {
    let (_, Audit { hands, .. }) = caipan_engine::audit::audit(log).unwrap();
    let (mut compared, mut asks) = (0, 0);
    for (hand, (before, _)) in log.hands.iter().zip(hands) {
        let rules = ruleset.rules.as_ref();
        rules.asked().take();
        let declared = replay(rules, hand, before, |_, _| ());
        let in_play = rules.asked().take();
        let due = told(ruleset, &declared);
        let in_all = in_play.or(rules.asked().take());
        asks += in_all.places().count();
        for other in unasked(ruleset, in_play) {
            let replayed = replay(other.rules.as_ref(), hand, before, |_, _| ());
            assert_eq!(format!("{replayed:?}"), format!("{declared:?}"), "{} {other:?}", log.id);
            compared += 1;
        }
        for other in unasked(ruleset, in_all) {
            let replayed = replay(other.rules.as_ref(), hand, before, |_, _| ());
            assert_eq!(told(&other, &replayed), due, "{} {other:?}", log.id);
        }
    }
    (compared, asks)
}

#[test]
fn what_was_never_asked_changes_nothing() {
    let (mut compared, mut asks, mut hands) = (0, 0, 0);
    let spoilt = presets().flat_map(|id| faulty(id, 1).map(move |log| (preset(id), log)));
    for (ruleset, mut log) in clean(2).chain(spoilt) {
        log.hands.truncate(2);
        hands += log.hands.len();
        let (more, asked) = compare(&ruleset, &log);
        compared += more;
        asks += asked;
    }
    println!("{compared} replays compared in {hands} hands, {} options asked in a hand", asks / hands.max(1));
    assert!(compared > 10_000 && asks > 5 * hands);
}
