//! Laws of the whole engine, checked over generated matches of every preset, clean and faulty.

mod agreement;
mod alone;
mod asked;
mod clauses;
mod deck;
mod dice;
mod doubt;
mod events;
mod exceptions;
mod exchange;
mod fewer;
mod fields;
mod hands;
mod headlines;
mod house_money;
mod house_vectors;
mod houses;
mod in_play;
mod instead;
mod left_out;
mod listed;
mod metered;
mod mistakes;
mod names;
mod noise;
mod numbers;
mod order;
mod pairs;
mod parts;
mod prices;
mod progress;
mod raised;
mod recall;
mod score;
mod score_requests;
mod second;
mod seats;
mod seen;
mod slips;
pub mod table;
mod tables;
mod thefts;
mod thin;
mod two_unknowns;
mod unknown;
mod unknown_events;
mod unmodelled;
mod unpaid;
mod usual;
mod views;
mod waits;
mod what_if;
mod worded;

use crate::generate::{preset, presets};
use caipan_engine::audit::{Audit, Finding};
use caipan_engine::rules::Ruleset;
use caipan_lab::generate::faults::{inject, kinds};
use caipan_lab::generate::{MatchConfig, Rng, matches, one};
use caipan_log::GameLog;

/// Generates up to `each` clean matches per preset, cycling through the configurations.
fn clean(each: usize) -> impl Iterator<Item = (Ruleset, GameLog)> {
    presets().zip(0_u64..).flat_map(move |(id, seed)| {
        let configs = MatchConfig::ALL.iter().cycle().zip(0..).take(each);
        configs.map(move |((_, config), number)| {
            let ruleset = preset(id);
            let log = one(&ruleset, 50 + seed, number, config);
            (ruleset, log)
        })
    })
}

/// Generates one match for each kind of fault that fits the preset.
fn faulty(id: &'static str, hands: usize) -> impl Iterator<Item = GameLog> {
    let ruleset = preset(id);
    let logs: Vec<GameLog> = matches(&ruleset, 31, MatchConfig { hands, ..MatchConfig::USUAL }).take(6).collect();
    kinds().filter_map(move |kind| {
        let mut chance = Rng::new(13);
        logs.iter().find_map(|log| inject(&ruleset, log, kind, &mut chance)).map(|(_, bad)| bad)
    })
}

/// Generates `count` clean matches of one preset.
fn matches_of(id: &'static str, count: usize) -> (Ruleset, Vec<GameLog>) {
    let ruleset = preset(id);
    let logs = matches(&ruleset, 37, MatchConfig { hands: 2, ..MatchConfig::USUAL }).take(count).collect();
    (ruleset, logs)
}

/// The parts of a finding that do not depend on other hands, as text. Another hand may make it a variant or remove its
/// explanation.
fn place(found: &Finding) -> String {
    let Finding { check, hand, event, pointer, seat, claimed, computed, because, .. } = found;
    format!("{} {hand:?} {event:?} {seat:?} {pointer} {claimed:?} {computed:?} because {because:?}", check.code)
}

/// The payments of a hand, as text.
fn payments(audit: &Audit, hand: usize) -> Vec<String> {
    let (_, hand) = &audit.hands[hand];
    hand.ledger.lines().iter().map(|line| format!("{line:?}")).collect()
}
