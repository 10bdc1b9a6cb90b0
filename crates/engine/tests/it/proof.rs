//! The proof of every system: faults injected into self-play are found in their place, clean games give no finding, and
//! everything in the rule book occurs.

use caipan_engine::audit::Finding;
use caipan_engine::rules::{SYSTEMS, System};
use caipan_lab::proof::{BLOCK, Proof, Trouble};
use caipan_log::to_text;

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
    if !tally.troubles.is_empty() {
        let codes: Vec<_> = tally.codes.iter().filter(|(_, row)| row.found < row.injected).collect();
        let troubles: String = tally.troubles.iter().map(describe).collect();
        panic!("{troubles}{} false alarms, {codes:?}", tally.alarms);
    }
    assert!(tally.holds() && tally.games == BLOCK);
    assert!(tally.kinds.len() >= KINDS, "{} kinds", tally.kinds.len());
    assert_eq!(tally.unforeseen(system), [""; 0]);
    // A hundred thousand games have what a thousand games may lack.
    let silent: Vec<_> = tally.silent(system, false).into_iter().filter(|id| !rare.contains(id)).collect();
    assert!(silent.is_empty(), "never seen: {silent:?}");
    for moment in MOMENTS {
        assert!(tally.moments.contains_key(moment), "{moment} never happened");
    }
}

/// In rooms of two, three and four players every fault is found as labelled, without false alarms, and every clause of
/// the market rule book occurs but `rare`.
fn assert_rooms(id: &str, rare: &[&str]) {
    let system = system(id);
    let tally = Proof::of_rooms(system).block(0, ROOMS);
    let troubles: String = tally.troubles.iter().map(describe).collect();
    assert!(tally.holds(), "{troubles}{} false alarms", tally.alarms);
    let silent: Vec<_> = tally.silent(system, true).into_iter().filter(|id| !rare.contains(id)).collect();
    assert!(silent.is_empty(), "never seen: {silent:?}");
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

#[test]
fn sichuan_proof_holds() {
    // The specs have a kong of the void suit, the laws of thinned logs have void suits left out; two-five-eight dragons are
    // too rare.
    assert_proof("sichuan", &["A406", "A709", "A712", "SC-4.17", "two-five-eight-dragon"]);
}

#[test]
fn sichuan_rooms_hold() {
    assert_rooms("sichuan", &[]);
}
