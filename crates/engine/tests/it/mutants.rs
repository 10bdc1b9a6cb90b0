//! Faults in different hands of one match do not hide each other; `proof` tests one fault at a time.

use crate::generate::{audited, preset, told};
use caipan_engine::audit::{Finding, Kind};
use caipan_engine::rules::Ruleset;
use caipan_lab::generate::faults::{Fault, Stage, kinds};
use caipan_lab::generate::{MatchConfig, Rng, matches};
use caipan_log::GameLog;

const PRESETS: [&str; 2] = ["changsha-a", "changsha-b"];

/// Clean matches, cycling through the configurations.
fn clean(ruleset: &Ruleset) -> impl Iterator<Item = GameLog> + '_ {
    let mut all: Vec<_> =
        MatchConfig::ALL.iter().zip(1..).map(|(&(_, config), seed)| matches(ruleset, seed, config)).collect();
    (0..).map_while(move |at: usize| {
        let of = all.len();
        all.get_mut(at % of)?.next()
    })
}

/// The primary findings; notes only where the fault itself gives a note.
fn primary<'a>(findings: &'a [Finding], fault: &'a Fault) -> Vec<&'a Finding> {
    let counts = |found: &&Finding| found.is_primary() && (found.kind != Kind::Note || found.check.code == fault.code);
    findings.iter().filter(counts).collect()
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
fn faults_in_two_hands_are_found_separately() {
    let mut tried = 0;
    for id in PRESETS {
        let ruleset = preset(id);
        // Two hands in each other's place are both touched by it.
        let all: Vec<_> = kinds().filter(|kind| kind.code != "A808").collect();
        let mut chance = Rng::new(3);
        for log in clean(&ruleset).filter(|log| log.hands.len() > 1).take(900) {
            let (Some(&one), Some(&other)) = (chance.pick(&all), chance.pick(&all)) else { continue };
            let Some((first, bad)) = Stage::of(&ruleset, &log).inject_in(one, 0, &mut chance) else { continue };
            // The fault may end the match, or concern the next hand.
            if first.hand != 0 || bad.hands.len() < 2 {
                continue;
            }
            let Some((second, bad)) = Stage::of(&ruleset, &bad).inject_in(other, 1, &mut chance) else { continue };
            if second.hand != 1 {
                continue;
            }
            tried += 1;
            let audit = audited(&bad);
            for fault in [&first, &second] {
                let found = primary(&audit.findings, fault).into_iter().filter(|found| fault.is(found)).count();
                assert_eq!(found, 1, "{}", report(&bad, fault, &audit.findings));
            }
            let count = audit.findings.iter().filter(|found| found.is_primary() && found.kind != Kind::Note).count();
            let notes = [&first, &second].iter().filter(|fault| ["A007", "A205", "A901"].contains(&fault.code)).count();
            assert_eq!(count + notes, 2, "{}", report(&bad, &second, &audit.findings));
        }
    }
    assert!(tried >= 100, "{tried}");
}
