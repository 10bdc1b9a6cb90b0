//! Generated matches for the tests: clean ones, and one for each kind of fault.

use caipan::audit::{Audit, audit};
use caipan::generate::faults::{inject, kinds};
use caipan::generate::{MatchConfig, Rng, matches};
use caipan::log::{GameLog, RulesDeclared};
use caipan::rules::{Ruleset, SYSTEMS, resolve};

pub fn preset(id: &str) -> Ruleset {
    resolve(&RulesDeclared { system: id.to_owned(), ..Default::default() }).expect("a published preset")
}

pub fn presets() -> impl Iterator<Item = &'static str> {
    SYSTEMS.iter().flat_map(|system| system.presets.iter().map(|preset| preset.id))
}

pub fn audited(log: &GameLog) -> Audit {
    audit(log).expect("the preset is known").1
}

/// Returns this many clean matches of each preset.
pub fn clean(each: usize) -> impl Iterator<Item = GameLog> {
    presets().zip(50..).flat_map(move |(id, seed)| {
        let ruleset = preset(id);
        let logs = MatchConfig::ALL.iter().cycle().zip(0..).take(each);
        logs.filter_map(|(&(_, config), at)| matches(&ruleset, seed, config).nth(at)).collect::<Vec<_>>()
    })
}

/// Returns a match for each kind of fault that can occur under a preset.
pub fn faulty(id: &str, hands: usize) -> Vec<GameLog> {
    let ruleset = preset(id);
    let logs: Vec<GameLog> = matches(&ruleset, 31, MatchConfig { hands, ..MatchConfig::USUAL }).take(6).collect();
    let with_faults = kinds().filter_map(|kind| {
        let mut chance = Rng::new(13);
        logs.iter().find_map(|log| inject(&ruleset, log, kind, &mut chance)).map(|(_, bad)| bad)
    });
    with_faults.collect()
}
