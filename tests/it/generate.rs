//! Self-play: clean matches are found clean, thinned ones never faulty, and everything the rule book has occurs.

use caipan::audit::{Audit, Finding, Verdict, audit};
use caipan::generate::{Knobs, matches, thin};
use caipan::log::{GameLog, Outcome, RulesDeclared, to_text, write};
use caipan::rules::{Ruleset, SYSTEMS, resolve};
use std::collections::BTreeMap;

/// Matches of each set of knobs; there are eight.
const EACH: usize = 60;
/// The same, for things that are rare.
const MANY: usize = 400;

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

fn all_matches(preset: &Ruleset, each: usize) -> impl Iterator<Item = GameLog> + '_ {
    Knobs::ALL.iter().zip(0..).flat_map(move |(&(_, knobs), seed)| matches(preset, seed, knobs).take(each))
}

#[test]
fn clean_matches_are_clean_and_thinned_ones_never_faulty() {
    for id in presets() {
        let ruleset = preset(id);
        for log in all_matches(&ruleset, EACH) {
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
    for log in all_matches(ruleset, MANY) {
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
                let source = format!("{:?}", won.source);
                count(format!("source {}", source.split(' ').next().unwrap_or_default()));
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

/// What occurs under both profiles of Changsha.
const CHANGSHA: [&str; 54] = [
    "event draw",
    "event discard",
    "event chow",
    "event pung",
    "event kong",
    "event reveal",
    "event opening",
    "event seabed",
    "event win",
    "event pass",
    "event birds",
    "event draw_game",
    "event leave",
    "lost claims",
    "pattern sixi",
    "pattern banban",
    "pattern queyise",
    "pattern liuliushun",
    "pattern small",
    "pattern all-triplets",
    "pattern all-258",
    "pattern one-suit",
    "pattern seven-pairs",
    "pattern heavenly",
    "pattern earthly",
    "pattern last-tile",
    "pattern last-tile-discard",
    "pattern kong-bloom",
    "pattern kong-discard",
    "pattern rob-kong",
    "source Dealt",
    "source Draw",
    "source Replacement",
    "source DiceKong",
    "source Seabed",
    "source Discard",
    "source DiceKongOf",
    "source Rob",
    "source SeabedOf",
    "dealer CS-B.4B",
    "dealer CS-B.4C",
    "dealer CS-B.4D",
    "dealer CS-B.4E",
    "dealer CS-B.4F",
    "value 0",
    "value 1",
    "value 2",
    "value 3",
    "winners 2",
    "passed true",
    "outcome win",
    "outcome draw",
    "outcome aborted",
    "payment CS-B.8.7",
];
/// What occurs under profile A alone.
const A: [&str; 10] = [
    "pattern all-claimed",
    "pattern double-kong-bloom",
    "pattern double-kong-discard",
    "winners 3",
    "payment CS-A.1",
    "payment CS-A.3",
    "payment CS-A.22",
    "payment CS-A.23",
    "payment CS-A.24",
    "payment CS-A.25",
];
/// What occurs under profile B alone.
const B: [&str; 5] = ["dealer CS-B.4G", "payment CS-B.8.1", "payment CS-B.8.2", "payment CS-B.8.3", "payment CS-B.8.4"];

#[test]
fn everything_occurs_in_changsha() {
    for (id, own) in [("changsha-a", &A[..]), ("changsha-b", &B[..])] {
        let seen = counted(&preset(id));
        let never: Vec<_> = CHANGSHA.iter().chain(own).filter(|&&what| !seen.contains_key(what)).collect();
        assert!(never.is_empty(), "{id}: {never:?} never occurs among {seen:#?}");
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
