//! The literate specs: `fixtures/changsha/*.md` clause by clause, `fixtures/checks/*.md` check by check.
//!
//! One runner for all of them: a line ending in `// A302` gives that finding, every other line none.
//! `fixtures/changsha/README.md` describes the notation.

mod block;
mod lay;
mod page;
mod plan;
mod run;

use caipan::audit::checks;
use caipan::rules::changsha;
use page::{Page, pages};
use run::run;
use std::collections::{BTreeMap, BTreeSet};

/// Clauses that no log can break, with the reason.
const NEVER_BROKEN: &[(&str, &str)] = &[];

/// Codes that the present systems never raise in a Changsha log, with the reason.
const NEVER_RAISED: &[(&str, &str)] = &[
    ("A114", "no rule of Changsha forbids a draw that is otherwise in order"),
    ("A709", "kept for systems whose payments need what a log may leave out"),
    ("A806", "kept for ends after which no rule says who deals"),
];

fn problems(pages: &[Page]) -> Vec<String> {
    let blocks = pages.iter().flat_map(|page| &page.sections).flat_map(|section| &section.blocks);
    blocks.flat_map(|fence| run(fence).problems).collect()
}

#[test]
fn changsha_specs_hold() {
    let problems = problems(&pages("changsha"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_examples_of_checks_hold() {
    let problems = problems(&pages("checks"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_clause_has_an_allowed_and_a_forbidden_case() {
    let known: BTreeSet<&str> = changsha::SYSTEM.clauses.iter().map(|clause| clause.id).collect();
    let mut cases: BTreeMap<String, (bool, bool)> = BTreeMap::new();
    for page in pages("changsha") {
        for section in &page.sections {
            for clause in &section.clauses {
                assert!(known.contains(clause.as_str()), "{}: {clause} is not in the rule book", page.name);
                let case = cases.entry(clause.clone()).or_default();
                for fence in &section.blocks {
                    let forbids = block::read(fence).unwrap().marks.values().any(|mark| !mark.codes.is_empty());
                    *case = (case.0 || !forbids, case.1 || forbids);
                }
            }
        }
    }
    let mut missing = Vec::new();
    for id in known {
        let (allowed, forbidden) = cases.get(id).copied().unwrap_or_default();
        let exempt = NEVER_BROKEN.iter().any(|(clause, _)| *clause == id);
        if !allowed || forbidden == exempt {
            missing.push(format!("{id}: allowed {allowed}, forbidden {forbidden}, exempt {exempt}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_check_fires_in_a_spec_and_has_an_example() {
    let fired = |pages: &[Page]| -> BTreeSet<&'static str> {
        let blocks = pages.iter().flat_map(|page| &page.sections).flat_map(|section| &section.blocks);
        blocks.flat_map(|fence| run(fence).codes).collect()
    };
    let examples = pages("checks");
    let by_specs = fired(&pages("changsha"));
    let mut missing = Vec::new();
    for check in checks::all() {
        let never = NEVER_RAISED.iter().any(|(code, _)| *code == check.code);
        let own = examples.iter().find(|page| page.name == check.code).map(std::slice::from_ref);
        let shows = own.is_some_and(|own| fired(own).contains(check.code));
        if shows == never {
            missing.push(format!("fixtures/checks/{}.md: {}", check.code, check.name));
        }
        if by_specs.contains(check.code) == never {
            missing.push(format!("fixtures/changsha: {} {}", check.code, check.name));
        }
    }
    for page in &examples {
        assert!(checks::find(&page.name).is_some(), "fixtures/checks/{}.md: there is no such check", page.name);
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
