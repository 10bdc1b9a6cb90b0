//! Every kind of fault, put into many clean matches: found once, with its code, its seat and its event, and everything
//! else that is wrong then follows from it.

use crate::generate::{audited, preset, told};
use caipan::audit::{Finding, Kind, checks};
use caipan::generate::faults::{Fault, inject, inject_in, kinds};
use caipan::generate::{Chance, Knobs, matches};
use caipan::log::GameLog;
use caipan::rules::Ruleset;
use std::collections::{BTreeMap, BTreeSet};

/// Faults of one kind in the matches of one preset, at most.
const MOST: usize = 30;
/// Faults of one kind over all presets, at least.
const LEAST: usize = 25;
const PRESETS: [&str; 2] = ["changsha-a", "changsha-b"];

/// Clean matches of every set of knobs in turn.
fn clean(ruleset: &Ruleset) -> impl Iterator<Item = GameLog> + '_ {
    let mut all: Vec<_> = Knobs::ALL.iter().zip(1..).map(|(&(_, knobs), seed)| matches(ruleset, seed, knobs)).collect();
    (0..).map_while(move |at: usize| {
        let of = all.len();
        all.get_mut(at % of)?.next()
    })
}

/// What counts by itself. Notes count where the fault is worth no more than a note.
fn primary<'a>(findings: &'a [Finding], fault: &'a Fault) -> Vec<&'a Finding> {
    let counts = |found: &&Finding| found.is_primary() && (found.kind != Kind::Note || found.check.code == fault.code);
    findings.iter().filter(counts).collect()
}

fn is_it(found: &Finding, fault: &Fault) -> bool {
    let place = (found.hand, found.event, found.seat);
    found.check.code == fault.code && place == (Some(fault.hand), fault.event, fault.seat)
}

fn report(bad: &GameLog, fault: &Fault, findings: &[Finding]) -> String {
    let lines = findings.iter().map(|found| {
        let place = (found.hand, found.event, found.seat);
        format!("  {} {place:?} because {:?}: {}\n", found.check.code, found.because, found.text.en)
    });
    let log = findings.first().map(|found| told(bad, found)).unwrap_or_default();
    format!("{fault:?} was found as\n{}{log}", lines.collect::<String>())
}

#[test]
fn one_fault_is_one_finding() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for id in PRESETS {
        let ruleset = preset(id);
        // Rare moments want many matches, common ones few.
        let logs: Vec<GameLog> = clean(&ruleset).take(1400).collect();
        for kind in kinds() {
            let mut chance = Chance::new(7);
            let faults = logs.iter().filter_map(|log| inject(&ruleset, log, kind, &mut chance));
            for (fault, bad) in faults.take(MOST) {
                let audit = audited(&bad);
                let primary = primary(&audit.findings, &fault);
                let found = matches!(primary.as_slice(), [one] if is_it(one, &fault));
                assert!(found, "{}", report(&bad, &fault, &audit.findings));
                // What a player did wrong is never explained away by another house rule.
                let conduct = ["A2", "A3", "A4", "A5"].iter().any(|block| fault.code.starts_with(block));
                assert!(!conduct || primary.iter().all(|found| found.kind != Kind::Variant), "{fault:?}");
                *seen.entry(kind.name).or_default() += 1;
            }
        }
    }
    // A hand of four claimed melds that draws its single wait itself is rare in self-play (A504); the
    // literate specs hold it.
    let least = |code: &str| if code == "A504" { 5 } else { LEAST };
    let rare: Vec<_> = kinds().filter(|kind| seen.get(kind.name).copied().unwrap_or(0) < least(kind.code)).collect();
    assert!(rare.is_empty(), "too few of {rare:?} in {seen:?}");
    assert!(seen.len() >= 45);
}

/// Every check that Changsha can raise has its fault.
#[test]
fn every_check_has_a_fault() {
    let with: BTreeSet<&str> = kinds().map(|kind| kind.code).collect();
    // Only other regions or house rules forbid a draw (A114) or the last tile (A113); A806 names a gap of the rules, A709 a
    // field that Changsha never lacks; the rest belong to what only other regions have, and have their faults there.
    let without = [
        "A113", "A114", "A120", "A121", "A122", "A123", "A206", "A207", "A514", "A520", "A521", "A608", "A709", "A806",
        "A820", "A821", "A920", "A922",
    ];
    for check in checks::all() {
        assert_eq!(with.contains(check.code), !without.contains(&check.code), "{}", check.code);
    }
}

#[test]
fn faults_in_different_hands_are_found_apart() {
    let mut tried = 0;
    for id in PRESETS {
        let ruleset = preset(id);
        let all: Vec<_> = kinds().collect();
        let mut chance = Chance::new(3);
        for log in clean(&ruleset).filter(|log| log.hands.len() > 1).take(300) {
            let (Some(&one), Some(&other)) = (chance.pick(&all), chance.pick(&all)) else { continue };
            let Some((first, bad)) = inject_in(&ruleset, &log, one, 0, &mut chance) else { continue };
            // The fault may end the match, or concern the next hand.
            if first.hand != 0 || bad.hands.len() < 2 {
                continue;
            }
            let Some((second, bad)) = inject_in(&ruleset, &bad, other, 1, &mut chance) else { continue };
            if second.hand != 1 {
                continue;
            }
            tried += 1;
            let audit = audited(&bad);
            for fault in [&first, &second] {
                let found = primary(&audit.findings, fault).into_iter().filter(|found| is_it(found, fault)).count();
                assert_eq!(found, 1, "{}", report(&bad, fault, &audit.findings));
            }
            let count = audit.findings.iter().filter(|found| found.is_primary() && found.kind != Kind::Note).count();
            let notes = [&first, &second].iter().filter(|fault| ["A007", "A205", "A901"].contains(&fault.code)).count();
            assert_eq!(count + notes, 2, "{}", report(&bad, &second, &audit.findings));
        }
    }
    assert!(tried >= 100, "{tried}");
}
