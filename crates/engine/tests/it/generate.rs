//! Self-play: clean matches are found clean, thinned ones never faulty, and a seed gives the same bytes.

use caipan_engine::audit::{Audit, Finding, Verdict, audit};
use caipan_engine::rules::{Ruleset, SYSTEMS, resolve};
use caipan_lab::generate::{MatchConfig, matches, redact};
use caipan_log::{GameLog, RulesDeclared, to_text, write};
use std::fs;
use std::path::Path;

/// Matches of each set of config; there are eight.
const EACH: usize = 60;

pub fn preset(id: &str) -> Ruleset {
    resolve(&RulesDeclared { system: id.to_owned(), options: [].into(), ..Default::default() })
        .expect("a published preset")
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

/// Whether a page that tests write is as committed; `UPDATE=1` writes it.
pub fn fresh(path: &str, text: &str) -> bool {
    let path = Path::new(crate::ROOT).join(path);
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    fs::read_to_string(&path).is_ok_and(|committed| committed == text)
}

fn all_matches(preset: &Ruleset, each: usize) -> impl Iterator<Item = GameLog> + '_ {
    MatchConfig::ALL.iter().zip(0..).flat_map(move |(&(_, config), seed)| matches(preset, seed, config).take(each))
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
            let thin = redact(&log);
            let audit = audited(&thin);
            if let Some(fault) = audit.findings.iter().find(|found| found.is_fault()) {
                panic!("thin {}", told(&thin, fault));
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for id in presets() {
        let ruleset = preset(id);
        let bytes = || matches(&ruleset, 5, MatchConfig::USUAL).take(3).map(|log| write(&log)).collect::<Vec<_>>();
        assert_eq!(bytes(), bytes());
    }
}
