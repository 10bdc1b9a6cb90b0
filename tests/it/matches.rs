//! Generated matches for the tests: clean ones, and one for each kind of fault.

use caipan::audit::{Audit, audit};
use caipan::generate::faults::{inject, kinds};
use caipan::generate::{MatchConfig, Rng, matches, one};
use caipan::log::{Action, Declaration, Event, GameLog, HandLog, RulesDeclared};
use caipan::rules::{Ruleset, SYSTEMS, Value, find, resolve};
use std::collections::BTreeSet;

pub fn preset(id: &str) -> Ruleset {
    resolve(&RulesDeclared { system: id.to_owned(), ..Default::default() }).expect("a published preset")
}

/// Returns a preset with other values of some options.
pub fn room(id: &str, options: &[(&'static str, Value)]) -> Ruleset {
    let (system, preset) = find(id).expect("a published preset");
    Ruleset::new(system, preset, options)
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
        let configs = MatchConfig::ALL.iter().cycle().zip(0..).take(each);
        configs.map(move |((_, config), number)| one(&ruleset, seed, number, config))
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

/// Returns rooms whose house rules add labels and events to a hand.
pub fn house_rules() -> [Ruleset; 2] {
    [
        room(
            "changsha-a",
            &[
                ("piao_max", Value::Number(3)),
                ("mid_openings", Value::Word("both")),
                ("fly_birds", Value::Number(2)),
                ("bird_count", Value::Number(2)),
            ],
        ),
        room(
            "guiyang",
            &[
                ("players", Value::Number(3)),
                ("ding_que", Value::Flag(true)),
                ("exchange", Value::Number(3)),
                ("gu_mai", Value::Word("free")),
                ("roll_ji", Value::Word("keep_all")),
            ],
        ),
    ]
}

/// Returns a match of these rules and the index of its hand with the most kinds of events, so that it shows them all.
pub fn picked_out(ruleset: &Ruleset) -> (GameLog, usize) {
    let kinds = |hand: &HandLog| {
        let counted = |event: &&Event| match &event.action {
            Action::Exchange { .. } | Action::MidOpening { .. } | Action::Flip { .. } => true,
            Action::Birds { fly, .. } => fly.is_some(),
            Action::Declare { what, .. } => matches!(what, Declaration::Void(_)),
            _ => false,
        };
        hand.events.iter().filter(counted).map(|event| event.action.name()).collect::<BTreeSet<_>>().len()
    };
    let logs = matches(ruleset, 5, MatchConfig::USUAL).take(40);
    let hands = logs.flat_map(|log| (0..log.hands.len()).map(move |at| (log.clone(), at)));
    hands.max_by_key(|(log, at)| kinds(&log.hands[*at])).expect("a hand")
}
