//! The proof of every system: faults injected into self-play are found in their place, clean games give no finding, and
//! everything in the rule book occurs. The pages under `docs/proof/` hold the figures; `UPDATE=1` writes them.

use crate::golden;
use caipan_engine::audit::Finding;
use caipan_engine::rules::{SYSTEMS, System};
use caipan_lab::proof::{BLOCK, Proof, Trouble, page, page_of_rooms};
use caipan_log::to_text;
use std::fs;
use std::path::Path;

/// Games in the rooms of a system.
const ROOMS: u64 = 400;

/// The least number of fault kinds of a system.
const KINDS: usize = 40;

/// Courses and ends of hands that occur under any rules.
const MOMENTS: [&str; 9] = [
    "lost claims",
    "hands with refusals",
    "ended by a win",
    "drawn",
    "broken off",
    "won as dealt",
    "won on a replacement",
    "won on a discard",
    "won by robbing a kong",
];

fn system(id: &str) -> &'static System {
    SYSTEMS.iter().find(|system| system.id == id).expect("a system")
}

fn describe(trouble: &Trouble) -> String {
    let line = |found: &Finding| {
        let place = (found.hand, found.event, found.seat);
        format!("  {} {place:?}: {}\n", found.check.code, found.text.en)
    };
    let found: String = trouble.found.iter().map(line).collect();
    format!("{:?} was found as\n{found}{}", trouble.fault, to_text(&trouble.log))
}

fn assert_proof(id: &str, rare: &[&str]) {
    let system = system(id);
    let tally = Proof::of(system).block(0, BLOCK);
    let text = page(system, &tally, None);
    if !tally.troubles.is_empty() {
        let codes: Vec<_> = tally.codes.iter().filter(|(_, row)| row.found < row.injected).collect();
        let troubles: String = tally.troubles.iter().map(describe).collect();
        panic!("{troubles}{} false alarms, {codes:?}", tally.alarms);
    }
    assert!(tally.holds() && tally.games == BLOCK);
    assert!(tally.kinds.len() >= KINDS, "{} kinds", tally.kinds.len());
    assert_eq!(tally.unforeseen(system), [""; 0]);
    // The page of a hundred thousand games has what a thousand games may lack.
    let silent: Vec<_> = tally.silent(system, false).into_iter().filter(|id| !rare.contains(id)).collect();
    assert!(silent.is_empty(), "never seen: {silent:?}");
    for moment in MOMENTS {
        assert!(tally.moments.contains_key(moment), "{moment} never happened");
    }
    golden::assert_current([(format!("docs/proof/{id}.md"), text)]);
}

/// The pages of runs started by hand: every fault is found as labelled, without false alarms, and everything occurs.
/// Each page states its revision; where that is not the current one, the README says so.
#[test]
fn long_runs_hold() {
    let readme = fs::read_to_string(Path::new(crate::ROOT).join("docs/proof/README.md")).expect("a README");
    for system in SYSTEMS {
        let path = format!("docs/proof/{}-100000.md", system.id);
        let text = fs::read_to_string(Path::new(crate::ROOT).join(&path)).unwrap_or_default();
        let id = system.id;
        let head = format!("`caipan prove --rules {id} --games 100000 --format page` · 规则修订 revision ");
        let revision: u16 =
            text.split_once(&head).and_then(|(_, rest)| rest.lines().next()?.parse().ok()).unwrap_or_else(|| {
                panic!("{path} does not say which run it is; write it anew with the command at its head")
            });
        let is_in_readme = readme.contains(&format!("{id}-100000.md) (revision {revision})"));
        let of_today = revision == system.revision;
        assert!(
            of_today || revision < system.revision && is_in_readme,
            "{path} is of revision {revision}, and the README does not say so"
        );
        assert!(text.contains("从未出现 Never seen: –\n"), "{path}: something never occurred");
        assert!(text.contains("| false alarms on them, whole and thinned | 0 |"), "{path}: false alarms");
        let faults = text.split("## 错误 Faults").nth(1).and_then(|rest| rest.split("\n\n").nth(1)).unwrap_or_default();
        let mut sums = [0u64; 5];
        let mut codes = 0;
        for row in faults.lines().skip(2) {
            let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
            let figures: Vec<u64> = cells.iter().skip(2).take(5).filter_map(|cell| cell.parse().ok()).collect();
            let Ok(figures) = <[u64; 5]>::try_from(figures) else { continue };
            codes += 1;
            sums = std::array::from_fn(|at| sums[at] + figures[at]);
        }
        let [injected, found, elsewhere, otherwise, missed] = sums;
        assert!(codes > 60 && injected > 50_000, "{path}: the table of faults is not recognised");
        assert_eq!((found, elsewhere, otherwise, missed), (injected, 0, 0, 0), "{path}");
    }
}

/// In rooms of two, three and four players every fault is found as labelled, without false alarms, and every clause of
/// the market rule book occurs but `rare`.
fn assert_rooms(id: &str, rare: &[&str]) {
    let system = system(id);
    let tally = Proof::of_rooms(system).block(0, ROOMS);
    let text = page_of_rooms(system, &tally);
    let troubles: String = tally.troubles.iter().map(describe).collect();
    assert!(tally.holds(), "{troubles}{} false alarms", tally.alarms);
    let silent: Vec<_> = tally.silent(system, true).into_iter().filter(|id| !rare.contains(id)).collect();
    assert!(silent.is_empty(), "never seen: {silent:?}");
    golden::assert_current([(format!("docs/proof/rooms-{id}.md"), text)]);
}

#[test]
fn changsha_rooms_hold() {
    // A wild tile, floats limited by holdings and a forced pair are shown by the specs and examples.
    assert_rooms(
        "changsha",
        &["MC-holdings", "MC-switch", "MC-fake-pair", "fake-pair", "multiple-kong-bloom", "multiple-kong-discard"],
    );
}

#[test]
fn guiyang_rooms_hold() {
    // Four melds and a last tile, and a fourth tile of one's own pung in seven pairs, are rare; the specs and examples
    // have them.
    assert_rooms(
        "guiyang",
        &[
            "MG-dan-diao",
            "MG-di-long",
            "MG-qiang",
            "single-wait",
            "one-suit-single-wait",
            "earth-dragon",
            "one-suit-earth-dragon",
        ],
    );
}

#[test]
fn beijing_rooms_hold() {
    // Hands that bots hardly make; the specs and examples have them.
    assert_rooms(
        "beijing",
        &[
            "MB-single",
            "MB-orphans",
            "MB-kong-gun",
            "single-wait",
            "wild-wild",
            "orphans",
            "sky-ready",
            "kong-gun",
            "edge-wait",
        ],
    );
}

#[test]
fn changsha_proof_holds() {
    // House rules, and dice that point to a wait twice, are too rare.
    assert_proof("changsha", &["A113", "CS-A.19b", "luxury-seven-pairs-3", "double-kong-bloom", "double-kong-discard"]);
}

#[test]
fn beijing_proof_holds() {
    // A robbed kong has a name of its own only where a house pays for it, and a dragon of the wild suit is rare.
    assert_proof("beijing", &["rob-kong", "BJ-8j", "wild-dragon"]);
}

#[test]
fn guiyang_proof_holds() {
    assert_proof("guiyang", &[]);
}
