//! Options declared as prices decide no legality: under every other value the same play is legal. The inverse audit
//! asks less evidence for a price than for a permission, which cannot be told apart from a fault.

use super::{clean, faulty};
use crate::generate::presets;
use caipan_engine::replay::{Breach, replay};
use caipan_engine::rules::{Ruleset, Search, Value};
use caipan_log::GameLog;
use std::collections::BTreeMap;

/// Prices that also decide legality, each with the reason to keep it a price.
const BOTH: [(&str, &str); 4] = [
    ("men_qing", "a passed win bars wins with no more fan (SC-3.5)"),
    ("jiang_dui", "a passed win bars wins with no more fan (SC-3.5)"),
    ("tian_di_hu", "a passed win bars wins with no more fan (SC-3.5)"),
    ("max_fan", "a passed win bars wins with no more fan (SC-3.5)"),
];

/// The rules with another value of one price, for every price and value.
fn prices(ruleset: &Ruleset) -> impl Iterator<Item = (&'static str, Ruleset)> + '_ {
    let decls = (ruleset.system.options)().iter().filter(|decl| decl.search == Search::Price);
    decls.flat_map(move |decl| {
        let declared = ruleset.choices.get(decl.id).unwrap();
        decl.alternatives(declared).into_iter().map(move |value| (decl.id, with_value(ruleset, decl.id, value)))
    })
}

fn with_value(ruleset: &Ruleset, id: &'static str, value: Value) -> Ruleset {
    let changes: Vec<_> = ruleset.changes().filter(|&(other, _)| other != id).chain([(id, value)]).collect();
    Ruleset::new(ruleset.system, ruleset.preset, &changes)
}

/// Names and events of the breaches, without birds and flips: these are turned up after play.
fn breach_names(breaches: &[Breach]) -> Vec<(String, Option<usize>)> {
    let name = |breach: &Breach| format!("{:?}", breach.what).split([' ', '{']).next().unwrap_or_default().to_owned();
    let turned = |name: &str| name.starts_with("Bird") || name.starts_with("Flip");
    breaches.iter().map(|breach| (name(breach), breach.event)).filter(|(name, _)| !turned(name)).collect()
}

fn compare(log: &GameLog, found: &mut BTreeMap<&'static str, String>) -> usize {
    let mut compared = 0;
    let (ruleset, audit) = caipan_engine::audit::audit(log).unwrap();
    for (at, (hand, (before, _))) in log.hands.iter().zip(&audit.hands).enumerate() {
        // The audit may have mended a slip of the record, which no price does.
        let declared = breach_names(&replay(ruleset.rules.as_ref(), hand, *before, |_, _| ()).breaches);
        for (id, other) in prices(&ruleset) {
            let replayed = replay(other.rules.as_ref(), hand, *before, |_, _| ());
            let then = breach_names(&replayed.breaches);
            if then != declared {
                found.entry(id).or_insert_with(|| format!("{} hand {at}: {declared:?} then {then:?}", log.id));
            }
            compared += 1;
        }
    }
    compared
}

#[test]
fn prices_do_not_change_legality() {
    let mut found = BTreeMap::new();
    let mut compared = 0;
    for mut log in clean(8).map(|(_, log)| log).chain(presets().flat_map(|id| faulty(id, 1))) {
        log.hands.truncate(2);
        compared += compare(&log, &mut found);
    }
    println!("{compared} replays compared");
    let unknown: Vec<_> = found.iter().filter(|(id, _)| !BOTH.iter().any(|(known, _)| known == *id)).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert!(compared > 10_000);
}
