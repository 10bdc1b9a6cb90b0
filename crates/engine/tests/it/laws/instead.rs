//! Patterns that a counted pattern replaces are never counted beside it.

use super::clean;
use caipan_engine::report::report;
use std::collections::BTreeSet;

#[test]
fn replaced_patterns_are_never_counted() {
    let mut seen = BTreeSet::new();
    for (ruleset, log) in clean(40) {
        for instead in ruleset.system.instead {
            assert!(instead.of.iter().all(|one| one.id != instead.counted.id), "{}", instead.counted.id);
            assert!(
                ruleset.system.clauses.iter().any(|clause| clause.id == instead.clause.id),
                "{}",
                instead.clause.id
            );
        }
        let report = report(&log, "sha256:0").expect("a published preset");
        for win in report.hands.iter().flat_map(|hand| &hand.wins) {
            let counted = |id: &str| win.patterns.iter().any(|hit| hit.id == id);
            for instead in ruleset.system.instead.iter().filter(|one| counted(one.counted.id)) {
                let twice: Vec<&str> = instead.of.iter().map(|one| one.id).filter(|id| counted(id)).collect();
                assert!(twice.is_empty(), "{}: {twice:?} beside {}", log.id, instead.counted.id);
                seen.insert((ruleset.system.id, instead.counted.id));
            }
        }
    }
    assert!(seen.len() >= 6, "{seen:?}");
}
