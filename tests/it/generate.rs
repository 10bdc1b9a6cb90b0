//! Self-play: clean matches are found clean, thinned ones never faulty, and everything the rule book has occurs.

use caipan::audit::{Audit, Finding, Verdict, audit};
use caipan::generate::{Knobs, matches, thin};
use caipan::log::{GameLog, Outcome, RulesDeclared, to_text, write};
use caipan::rules::{Ruleset, SYSTEMS, resolve};
use std::collections::BTreeMap;

/// Matches of each set of knobs; there are seven.
const EACH: usize = 60;

pub fn preset(id: &str) -> Ruleset {
    resolve(&RulesDeclared { system: id.to_owned(), options: [].into() }).expect("a published preset")
}

pub fn presets() -> impl Iterator<Item = &'static str> {
    SYSTEMS.iter().flat_map(|system| system.presets.iter().map(|preset| preset.id))
}

pub fn audited(log: &GameLog) -> Audit {
    audit(log).expect("the preset is known").1
}

pub fn told(log: &GameLog, found: &Finding) -> String {
    format!(
        "{} {} at {:?} seat {:?}: {}\n{}",
        log.id,
        found.check.code,
        (found.hand, found.event),
        found.seat,
        found.text.en,
        to_text(log)
    )
}

fn all_matches(preset: &Ruleset) -> impl Iterator<Item = GameLog> + '_ {
    Knobs::ALL.iter().enumerate().flat_map(|(seed, &(_, knobs))| matches(preset, seed as u64, knobs).take(EACH))
}

#[test]
fn clean_matches_are_clean_and_thinned_ones_never_faulty() {
    for id in presets() {
        let ruleset = preset(id);
        for log in all_matches(&ruleset) {
            let audit = audited(&log);
            if let Some(fault) = audit.findings.iter().find(|found| found.is_fault()) {
                panic!("{}", told(&log, fault));
            }
            assert_eq!(audit.verdict(), Verdict::Clean, "{}", log.id);
            let thin = thin(&log);
            let audit = audited(&thin);
            if let Some(fault) = audit.findings.iter().find(|found| found.is_fault()) {
                panic!("thin {}", told(&thin, fault));
            }
        }
    }
}

/// How often each thing occurs in the matches of a preset.
fn counted(ruleset: &Ruleset) -> BTreeMap<String, usize> {
    let mut seen = BTreeMap::new();
    let mut count = |what: String| *seen.entry(what).or_insert(0) += 1;
    for log in all_matches(ruleset) {
        let audit = audited(&log);
        for (hand, (_, audited)) in log.hands.iter().zip(&audit.hands) {
            for event in &hand.events {
                count(format!("event {}", event.action.name()));
                if !event.claims.is_empty() {
                    count("lost claims".into());
                }
            }
            let replayed = &audited.replayed;
            for won in replayed.standing() {
                won.hits.iter().for_each(|hit| count(format!("pattern {}", hit.pattern.id)));
                count(format!("value {}", won.value));
                count(format!("source {:?}", won.source));
            }
            for opened in &replayed.table.openings {
                opened.kinds.iter().for_each(|kind| count(format!("pattern {kind}")));
            }
            for line in audited.ledger.lines() {
                count(format!("payment {}", line.clause.id));
            }
            if let Some(next) = audited.next {
                count(format!("dealer {}", next.clause.id));
            }
            count(format!("winners {}", replayed.wins.len()));
            count(format!("passed {}", replayed.table.places.0.iter().any(|place| !place.passed.is_empty())));
            match hand.result.as_ref().and_then(|result| result.outcome) {
                Some(Outcome::Win) => count("outcome win".into()),
                Some(Outcome::Draw) => count("outcome draw".into()),
                _ => count("outcome aborted".into()),
            }
        }
    }
    seen
}

#[test]
fn print_counts() {
    for id in presets() {
        println!("{id}: {:#?}", counted(&preset(id)));
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for id in presets() {
        let ruleset = preset(id);
        let bytes = || matches(&ruleset, 5, Knobs::USUAL).take(3).map(|log| write(&log)).collect::<Vec<_>>();
        assert_eq!(bytes(), bytes());
    }
}
