//! Measures the cost of a fault: the audit of a match with one fault relative to the same match without it, by code.
//! The search for other house rules dominates, so the number of hands that it replays is shown as well.
//!
//! `cargo bench --bench faults -- beijing A7` prints the codes of one preset with this prefix; without arguments it
//! prints the tables of all systems. `cargo bench --bench faults -- slowest` measures logs that are made to be slow.

#![expect(clippy::unwrap_used, clippy::float_arithmetic, clippy::cast_precision_loss, reason = "a measuring program")]

use caipan::audit;
use caipan::generate::faults::{Stage, kinds};
use caipan::generate::{MatchConfig, Rng, matches};
use caipan::log::{Action, Event, GameLog, KongKind, RulesDeclared, write};
use caipan::rules::{Ruleset, SYSTEMS, resolve};
use caipan_tiles::tile::{Seat, Tile};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

/// Matches with a fault, per code.
const SAMPLES: usize = 8;
/// Matches tried.
const TRIES: usize = 60;
/// Rounds of each measurement; the fastest counts, because noise only adds time.
const ROUNDS: usize = 3;

/// The hands of a log that is made to be slow, and the events put into each.
const SLOWEST: [(usize, usize); 2] = [(6, 400), (64, 400)];

/// The outcomes of the search for other house rules: the groups of the second table.
const OUTCOMES: [&str; 3] =
    ["no house rule could explain it", "another house explains it", "no other house explains it"];

/// The cost of the faults in a group: nanoseconds with and without the fault, the worst ratio, and the number of logs.
#[derive(Clone, Copy, Default)]
struct Group {
    spent: f64,
    clean: f64,
    worst: f64,
    logs: usize,
}

/// The cost of the faults with one code.
struct Cost {
    code: &'static str,
    /// The ratio to the clean matches.
    times: f64,
    /// The worst ratio.
    worst: f64,
    /// Hands replayed in the search, per hand of the matches.
    replays: f64,
    /// The most seconds per megabyte of log.
    megabyte: f64,
}

fn nanos(log: &GameLog) -> f64 {
    let once = || {
        let start = Instant::now();
        black_box(audit::audit(log).unwrap());
        start.elapsed().as_nanos() as f64
    };
    (0..ROUNDS).map(|_| once()).fold(f64::INFINITY, f64::min)
}

fn cost(code: &'static str, samples: &[(GameLog, f64)], groups: &mut [Group; 3]) -> Cost {
    let (mut spent, mut clean, mut worst, mut replays, mut hands) = (0.0, 0.0, 0.0_f64, 0.0, 0.0);
    let mut megabyte = 0.0_f64;
    for (log, without) in samples {
        let with = nanos(log);
        spent += with;
        clean += without;
        worst = worst.max(with / without);
        // Nanoseconds per byte divided by 1000 are seconds per megabyte.
        megabyte = megabyte.max(with / write(log).len() as f64 / 1e3);
        let audit = audit::audit(log).unwrap().1;
        replays += audit.searched.replays as f64;
        let outcome = if audit.searched.tried == 0 { 0 } else { 1 + usize::from(audit.explanations.is_empty()) };
        let Group { spent, clean, worst, logs } = groups[outcome];
        groups[outcome] =
            Group { spent: spent + with, clean: clean + without, worst: worst.max(with / without), logs: logs + 1 };
        hands += log.hands.len() as f64;
    }
    Cost { code, times: spent / clean, worst, replays: replays / hands, megabyte }
}

fn costs(ruleset: &Ruleset, codes: &str, groups: &mut [Group; 3]) -> Vec<Cost> {
    let logs: Vec<(GameLog, f64)> = matches(ruleset, 11, MatchConfig::default())
        .take(TRIES)
        .map(|log| (nanos(&log), log))
        .map(|(at, log)| (log, at))
        .collect();
    let mut by_code: BTreeMap<&'static str, Vec<(GameLog, f64)>> = BTreeMap::new();
    for (at, (log, clean)) in logs.iter().enumerate() {
        let stage = Stage::of(ruleset, log);
        let mut chance = Rng::nth(11, at as u64);
        for kind in kinds().filter(|kind| kind.code.starts_with(codes)) {
            let samples = by_code.entry(kind.code).or_default();
            if samples.len() < SAMPLES
                && let Some((_, bad)) = stage.inject(kind, &mut chance)
            {
                samples.push((bad, *clean));
            }
        }
    }
    let there = by_code.into_iter().filter(|(_, samples)| !samples.is_empty());
    there.map(|(code, samples)| cost(code, &samples, groups)).collect()
}

/// Returns event number `at` of a kind that fills the hands of a slow log.
fn filler(kind: &str, at: usize) -> Event {
    let seat = Seat::ALL.into_iter().cycle().nth(at).unwrap();
    let tile = Tile::played().step_by(7).cycle().nth(at).unwrap();
    let action = match (kind, at % 3) {
        ("openings", _) => {
            let names = ["四喜", "板板胡", "缺一色", "六六顺"].into_iter();
            Action::Opening { seat, kinds: names.map(str::to_owned).collect(), dice: None }
        }
        ("unknown openings", _) => Action::Opening { seat, kinds: vec![format!("{at}")], dice: None },
        ("wins", _) => Action::Win { seat, tile },
        ("kongs", turn) => {
            let kind = [KongKind::Added, KongKind::Concealed, KongKind::Exposed][turn];
            Action::Kong { seat, tile, kind, dice: None }
        }
        (_, 0) => Action::Draw { seat, tile, from: None },
        (_, 1) => Action::Discard { seat, tile },
        _ => Action::Pung { seat, tile },
    };
    action.into()
}

/// Prints the cost of logs with hundreds of one kind of event in each hand, beside a flat parse of the same bytes.
fn slowest(preset: &str, ruleset: &Ruleset) {
    println!("{preset}: seconds, seconds a megabyte, times a flat parse");
    let usual = matches(ruleset, 11, MatchConfig::default()).next().unwrap();
    for kind in ["openings", "unknown openings", "wins", "kongs", "draws, discards and pungs"] {
        for (hands, events) in SLOWEST {
            let mut log = usual.clone();
            log.hands = usual.hands.iter().cycle().take(hands).cloned().collect();
            for hand in &mut log.hands {
                let place = if kind.ends_with("openings") { 0 } else { hand.events.len().min(3) };
                hand.events.splice(place..place, (0..events).map(|at| filler(kind, at)));
            }
            let text = write(&log);
            let start = Instant::now();
            black_box(serde_json::from_str::<serde_json::Value>(&text).unwrap());
            let flat = start.elapsed().as_nanos() as f64;
            let spent = nanos(&log);
            let megabyte = spent / text.len() as f64 / 1e3;
            println!("  {:>6.2} {megabyte:>6.2} {:>7.0}  {hands} hands, {kind}", spent / 1e9, spent / flat);
        }
    }
}

fn main() {
    let words = std::env::args().skip(1).filter(|arg| !arg.starts_with('-'));
    let (codes, named): (Vec<String>, Vec<String>) = words.partition(|word| word.starts_with('A'));
    let codes = codes.first().map_or("", String::as_str);
    let (made, named): (Vec<String>, Vec<String>) = named.into_iter().partition(|word| word == "slowest");
    let defaults = SYSTEMS.iter().filter_map(|system| Some(system.presets.first()?.id.to_owned()));
    for preset in if named.is_empty() { defaults.collect() } else { named } {
        let ruleset =
            resolve(&RulesDeclared { system: preset.clone(), options: BTreeMap::new(), ..Default::default() }).unwrap();
        if !made.is_empty() {
            slowest(&preset, &ruleset);
            continue;
        }
        let mut groups = [Group::default(); 3];
        let costs = costs(&ruleset, codes, &mut groups);
        println!(
            "{preset}: one fault / clean, the dearest, hands replayed in the search for each hand of the match, seconds a megabyte"
        );
        for Cost { code, times, worst, replays, megabyte } in &costs {
            println!("  {code} {times:>6.1} {worst:>6.1} {replays:>6.1} {megabyte:>6.2}");
        }
        let mean = costs.iter().map(|cost| cost.times).sum::<f64>() / costs.len() as f64;
        let dearest = costs.iter().map(|cost| cost.worst).fold(0.0, f64::max);
        let megabyte = costs.iter().map(|cost| cost.megabyte).fold(0.0, f64::max);
        println!("  all  {mean:>6.1} {dearest:>6.1}        {megabyte:>6.2} over {} codes", costs.len());
        for (outcome, Group { spent, clean, worst, logs }) in OUTCOMES.iter().zip(groups) {
            println!("  {:>5.2} {worst:>6.1} over {logs:>3} logs: {outcome}", spent / clean);
        }
    }
}
