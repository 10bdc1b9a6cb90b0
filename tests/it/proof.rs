//! The proof of every system: faults put into games of self-play are found in their place, nothing is found where nothing
//! is wrong, and everything the rule book has occurs. The pages under `docs/proof/` hold the figures; `UPDATE=1` writes them.

use caipan::audit::{Finding, checks};
use caipan::log::to_text;
use caipan::proof::{BLOCK, Proof, Tally, Trouble, page};
use caipan::rules::{SYSTEMS, System};
use std::fs;
use std::path::Path;

/// Kinds of fault that a system has at least.
const KINDS: usize = 40;

fn system(id: &str) -> &'static System {
    SYSTEMS.iter().find(|system| system.id == id).expect("a system")
}

fn told(trouble: &Trouble) -> String {
    let line = |found: &Finding| {
        let place = (found.hand, found.event, found.seat);
        format!("  {} {place:?}: {}\n", found.check.code, found.text.en)
    };
    let found: String = trouble.found.iter().map(line).collect();
    format!("{:?} was found as\n{found}{}", trouble.fault, to_text(&trouble.log))
}

fn holds(id: &str) {
    let system = system(id);
    let tally = Proof::of(system).block(0, BLOCK);
    if let Some(trouble) = tally.troubles.first() {
        let codes: Vec<_> = tally.codes.iter().filter(|(_, row)| row.found < row.injected).collect();
        panic!("{} false alarms, {codes:?}\n{}", tally.alarms, told(trouble));
    }
    assert!(tally.holds() && tally.games == BLOCK);
    assert!(tally.kinds.len() >= KINDS, "{} kinds", tally.kinds.len());
    let silent = silent(system, &tally);
    assert!(silent.is_empty(), "never seen: {silent:?}");
    fresh(&format!("docs/proof/{id}.md"), &page(system, &tally, None));
}

/// Codes without a fault, clauses and patterns that never occurred.
fn silent(system: &System, tally: &Tally) -> Vec<&'static str> {
    let never = |code: &str| system.never.iter().any(|never| never.code == code);
    let codes = checks::all().map(|check| check.code).filter(|code| tally.codes.contains_key(code) == never(code));
    let clauses = system.clauses.iter().map(|clause| clause.id).filter(|id| !tally.clauses.contains_key(id));
    let patterns = system.patterns.iter().map(|pattern| pattern.id).filter(|id| !tally.patterns.contains_key(id));
    codes.chain(clauses).chain(patterns).collect()
}

fn fresh(path: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    let stale = fs::read_to_string(&path).unwrap_or_default() != text;
    assert!(!stale, "{} is out of date; write it with UPDATE=1 cargo test proof", path.display());
}

#[test]
fn changsha() {
    holds("changsha");
}

#[test]
fn beijing() {
    holds("beijing");
}

#[test]
fn guiyang() {
    holds("guiyang");
}
