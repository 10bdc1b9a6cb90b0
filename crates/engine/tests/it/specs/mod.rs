//! Runs the literate specs: those of `fixtures/changsha`, `beijing`, `guiyang` and `sichuan` by clause, those of
//! `fixtures/checks` by check.
//!
//! A line that ends in `// A302` gives that finding, every other line none. `fixtures/changsha/README.md` describes the
//! notation.

mod block;
mod conform;
mod export;
mod lay;
mod page;
mod plan;
mod prose;
mod run;

use caipan_engine::audit::{Audit, checks};
use caipan_engine::rules::{System, beijing, changsha, guiyang, sichuan};
use caipan_log::GameLog;
use page::{Page, pages};
use run::run;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers of the Changsha situations that referees ask about; each is in the heading of a section.
const SITUATIONS: &str = "L01 L02 L04 L05 L07 L08 L10 L11 L13 L14 L16 L17 L19 L20 H01 H02 H04 H05 H07 H08 H10 \
    M01 M02 M04 M05 M07 M08 M10 M11 M13 M14 D01 D02 D04 D05 D07 D08 D10 D11 \
    S01 S02 S04 S05 S07 S08a S08c S09 S11 S12 S14a S14b S16 S17 S19 S20 S22a S22b S24 \
    S30 S32a S32b S33a S33b S35 S36a S37 S38a S39 S40a S41a S41b S42b S43";

/// Codes that a Changsha log never raises, with the reason.
const NEVER_RAISED: &[(&str, &str)] = &[
    ("A920", "goes back to the deal or the draw that made the number of tiles wrong"),
    ("A125", "no tiles are exchanged: Guiyang shows it"),
];

/// The audit of every block under each of its rules, with its place.
pub fn audits() -> impl Iterator<Item = (String, GameLog, Audit)> {
    let fences = ["changsha", "beijing", "guiyang", "sichuan", "checks"]
        .into_iter()
        .flat_map(pages)
        .flat_map(|page| page.sections)
        .flat_map(|section| section.blocks);
    fences.flat_map(|fence| {
        let block = block::read(&fence).expect("the specs can be read");
        let built = |rules: &String| run::build(&block, rules).expect("the specs can be laid out");
        block.rules.iter().map(built).map(|built| (fence.place.clone(), built.log, built.audit)).collect::<Vec<_>>()
    })
}

/// The codes of the checks that have examples.
pub fn examples() -> Vec<String> {
    pages("checks").into_iter().map(|page| page.name).collect()
}

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
fn beijing_specs_hold() {
    let problems = problems(&pages("beijing"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn guiyang_specs_hold() {
    let problems = problems(&pages("guiyang"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn sichuan_specs_hold() {
    let problems = problems(&pages("sichuan"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn check_examples_hold() {
    let problems = problems(&pages("checks"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Clauses that no log can show. Guiyang's throw for the first dealer: a log names no thrower. Changsha's last
/// sentence of part A: a log holds no rating. Beijing draws the winds before a log begins, and a wall is written in drawing order, sixty-eight stacks of it (another
/// size is A105), so no log says where it was cut; `beijing::walls` tests that.
const NEVER_IN_A_LOG: &[&str] = &["CS-A.34", "GY-1.4", "BJ-1b", "BJ-2a", "BJ-3b", "BJ-3c", "BJ-3d"];

/// Numbers of the Guiyang situations. `vectors.json` has those of settlements and patterns; L14 and L15 are throws of
/// dice, tested in `rules/guiyang/dealer.rs`.
const IN_GUIYANG: &str = "L02 L03 L05 L06 L08 L09 L11 L12 L17 L18 L20 L21 L23 L24 P23";

/// Numbers of the Beijing situations. R01 to R05 and R10 to R13 are walls, tested in `beijing::walls`; R56 is a law of
/// every ledger.
const IN_BEIJING: &str = "R07 R08 R14 R16 R17 R19 R20 R22 R23 R25 R26 R28 R29 R31 R32 R34 R35 R37 R38 R40 R41 R43 R44 \
    R46 R47 R49 R50 R52 R53 R55 R58 R59";

#[test]
fn clauses_have_allowed_and_forbidden_cases() {
    clauses_have_cases("beijing", &beijing::SYSTEM);
    clauses_have_cases("changsha", &changsha::SYSTEM);
    clauses_have_cases("guiyang", &guiyang::SYSTEM);
    clauses_have_cases("sichuan", &sichuan::SYSTEM);
}

fn clauses_have_cases(folder: &str, system: &System) {
    let known: BTreeSet<&str> = system.clauses.iter().map(|clause| clause.id).collect();
    let mut cases: BTreeMap<String, (bool, bool)> = BTreeMap::new();
    for page in pages(folder) {
        for section in &page.sections {
            for clause in &section.clauses {
                assert!(known.contains(clause.as_str()), "{}: {clause} is not in the rule book", page.name);
                let case = cases.entry(clause.clone()).or_default();
                for fence in &section.blocks {
                    let forbids = block::read(fence).unwrap().forbids();
                    *case = (case.0 || !forbids, case.1 || forbids);
                }
            }
        }
    }
    let mut missing = Vec::new();
    for id in known.into_iter().filter(|id| !NEVER_IN_A_LOG.contains(id)) {
        let (allowed, forbidden) = cases.get(id).copied().unwrap_or_default();
        if !allowed || !forbidden {
            missing.push(format!("{id}: allowed {allowed}, forbidden {forbidden}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// A report says so and shows no payments if the deal, the birds or the floor is unknown.
#[test]
fn unknown_amounts_are_not_shown() {
    let mut seen = BTreeSet::new();
    for page in pages("checks").iter().filter(|page| ["A001", "A607", "A709", "A821"].contains(&page.name.as_str())) {
        for fence in page.sections.iter().flat_map(|section| &section.blocks) {
            let block = block::read(fence).unwrap();
            for rules in &block.rules {
                let log = run::build(&block, rules).unwrap().log;
                let report = caipan_engine::report::report(&log, "sha256:0").unwrap();
                for found in report.findings.iter().filter(|found| found.code == page.name) {
                    let hand = &report.hands[found.hand.unwrap()];
                    assert!(hand.due_unknown.is_some() && hand.ledger.is_empty(), "{}: {hand:?}", fence.place);
                    assert!(hand.balance.map().0 == [0; 4] && hand.transfers.is_empty(), "{}: {hand:?}", fence.place);
                    seen.insert(found.code.clone());
                }
                if report.hands.iter().all(|hand| hand.due_unknown.is_some()) {
                    for (lang, said, amounts) in [
                        (caipan_tiles::text::Lang::Zh, "各家该得多少没法算", "应得:"),
                        (caipan_tiles::text::Lang::En, "the points due cannot be computed", "due:"),
                    ] {
                        let style = caipan_engine::report::Style { lang, full: true, ..Default::default() };
                        let text = caipan_engine::report::text(&report, style);
                        assert!(text.contains(said) && !text.contains(amounts), "{text}");
                    }
                }
            }
        }
    }
    assert_eq!(seen, BTreeSet::from(["A001", "A607", "A709", "A821"].map(Into::into)));
}

#[test]
fn every_situation_has_a_section() {
    for (folder, situations) in [("beijing", IN_BEIJING), ("changsha", SITUATIONS), ("guiyang", IN_GUIYANG)] {
        let pages = pages(folder);
        let sections = || pages.iter().flat_map(|page| &page.sections).filter(|section| !section.blocks.is_empty());
        for id in situations.split_whitespace() {
            assert!(sections().any(|section| section.heading.split(' ').any(|word| word == id)), "no section for {id}");
        }
    }
}

#[test]
fn every_check_fires_in_its_example() {
    let fired = |pages: &[Page]| -> BTreeSet<&'static str> {
        let blocks = pages.iter().flat_map(|page| &page.sections).flat_map(|section| &section.blocks);
        blocks.flat_map(|fence| run(fence).codes).collect()
    };
    let examples = pages("checks");
    let mut missing = Vec::new();
    for check in checks::all() {
        let never = NEVER_RAISED.iter().any(|(code, _)| *code == check.code);
        let own = examples.iter().find(|page| page.name == check.code).map(std::slice::from_ref);
        let shows = own.is_some_and(|own| fired(own).contains(check.code));
        if shows == never {
            missing.push(format!("fixtures/checks/{}.md: {}", check.code, check.name));
        }
    }
    for page in &examples {
        assert!(checks::find(&page.name).is_some(), "fixtures/checks/{}.md: there is no such check", page.name);
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
