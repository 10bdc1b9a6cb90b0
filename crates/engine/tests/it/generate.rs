//! Self-play: clean matches audit clean, thinned ones are never faulty, and a seed always gives the same bytes.

use caipan_engine::audit::{Audit, Finding, Verdict, audit};
use caipan_engine::rules::{Ruleset, SYSTEMS, Value, resolve};
use caipan_lab::generate::{MatchConfig, matches, redact};
use caipan_log::{GameLog, RulesDeclared, to_text, write};

/// Matches per configuration.
const EACH: usize = 24;

pub fn preset(id: &str) -> Ruleset {
    resolve(&RulesDeclared { system: id.to_owned(), options: [].into(), ..Default::default() })
        .expect("a published preset")
}

/// A preset with other values of some options, among them the number of players.
pub fn house(id: &str, changes: &[(&'static str, Value)]) -> Ruleset {
    let options = changes.iter().map(|(id, value)| ((*id).to_owned(), value.to_log())).collect();
    resolve(&RulesDeclared { system: id.to_owned(), options, ..Default::default() }).expect("options that agree")
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
    MatchConfig::ALL.iter().zip(0..).flat_map(move |(&(_, config), seed)| matches(preset, seed, config).take(each))
}

#[test]
fn self_play_is_clean_and_thinned_never_faulty() {
    // `proof` has a thousand matches of each system; here each preset is played in every temper.
    for id in presets() {
        let ruleset = preset(id);
        for log in all_matches(&ruleset, EACH.div_ceil(2)) {
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
fn same_seed_gives_the_same_bytes() {
    for id in presets() {
        let ruleset = preset(id);
        let bytes = || matches(&ruleset, 5, MatchConfig::USUAL).take(3).map(|log| write(&log)).collect::<Vec<_>>();
        assert_eq!(bytes(), bytes());
    }
}
