//! Options that a hand never reads change nothing in it; the search for other house rules relies on this. Compares
//! replays and payments under the declared rules with those under rules that differ only in unread options.

use super::{clean, faulty};
use crate::generate::{preset, presets};
use caipan_engine::audit::Audit;
use caipan_engine::replay::{Replayed, replay};
use caipan_engine::rules::{OptionSet, Ruleset, Value};
use caipan_log::GameLog;

/// The same rules with one option changed, for every option outside `read` and every value.
fn unread_variants(ruleset: &Ruleset, read: OptionSet) -> impl Iterator<Item = Ruleset> + '_ {
    let decls = (ruleset.system.options)().iter().enumerate();
    let free = decls.filter(move |&(place, _)| read.and(OptionSet::of(place)).is_empty());
    free.flat_map(|(_, decl)| {
        let declared = ruleset.choices.get(decl.id).unwrap();
        let others = decl.alternatives(declared).into_iter();
        others.map(|value| Ruleset::new(ruleset.system, ruleset.preset, &changes(ruleset, decl.id, value)))
    })
}

fn changes(ruleset: &Ruleset, id: &'static str, value: Value) -> Vec<(&'static str, Value)> {
    ruleset.changes().filter(|&(other, _)| other != id).chain([(id, value)]).collect()
}

/// The ledger, next dealer and next floor of a hand, as text.
fn outcome(ruleset: &Ruleset, replayed: &Replayed) -> String {
    let rules = ruleset.rules.as_ref();
    let next = replayed.next_dealer(rules);
    let floor = rules.next_floor(&replayed.table, &replayed.standing, next);
    format!("{:?} {next:?} {floor:?}", replayed.ledger(rules).lines())
}

/// Compares every hand under every change, and returns the numbers of comparisons and of options read.
fn compare(ruleset: &Ruleset, log: &GameLog) -> (usize, usize) {
    let (_, Audit { hands, .. }) = caipan_engine::audit::audit(log).unwrap();
    let (mut compared, mut reads) = (0, 0);
    for (hand, (before, _)) in log.hands.iter().zip(hands) {
        let rules = ruleset.rules.as_ref();
        rules.asked().take();
        let declared = replay(rules, hand, before, |_, _| ());
        let in_play = rules.asked().take();
        let due = outcome(ruleset, &declared);
        let in_all = in_play.or(rules.asked().take());
        reads += in_all.places().count();
        for other in unread_variants(ruleset, in_play) {
            let replayed = replay(other.rules.as_ref(), hand, before, |_, _| ());
            assert_eq!(format!("{replayed:?}"), format!("{declared:?}"), "{} {other:?}", log.id);
            compared += 1;
        }
        for other in unread_variants(ruleset, in_all) {
            let replayed = replay(other.rules.as_ref(), hand, before, |_, _| ());
            assert_eq!(outcome(&other, &replayed), due, "{} {other:?}", log.id);
        }
    }
    (compared, reads)
}

#[test]
fn unread_options_change_nothing() {
    let (mut compared, mut reads, mut hands) = (0, 0, 0);
    let faulty_logs = presets().flat_map(|id| faulty(id, 1).map(move |log| (preset(id), log)));
    for (ruleset, mut log) in clean(2).chain(faulty_logs) {
        log.hands.truncate(2);
        hands += log.hands.len();
        let (more, asked) = compare(&ruleset, &log);
        compared += more;
        reads += asked;
    }
    println!("{compared} replays compared in {hands} hands, {} options asked in a hand", reads / hands.max(1));
    assert!(compared > 10_000 && reads > 5 * hands);
}
