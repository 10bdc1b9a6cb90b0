//! Measures the cost of the engine, as ratios to a flat parse of the same bytes in the same run. Ratios hardly depend
//! on the machine, unlike absolute times.
//!
//! `cargo bench --bench ratios` prints a table; preset names after `--` restrict it to these, and `--config exhausted`
//! uses games of that kind. For instruction counts, which repeat exactly, run one part under valgrind, which counts
//! only that part: `valgrind --tool=callgrind --toggle-collect='ratios::run' target/release/deps/ratios-… guiyang
//! --only engine --rounds 1`.

#![expect(clippy::unwrap_used, clippy::float_arithmetic, clippy::cast_precision_loss, reason = "a measuring program")]

use caipan::generate::faults::{Stage, kinds};
use caipan::generate::part::in_progress;
use caipan::generate::{MatchConfig, Rng, matches};
use caipan::hand::Hand;
use caipan::log::{Event, GameLog, HandLog, Limits, RulesDeclared, read, write};
use caipan::replay::{Before, Replayed, replay};
use caipan::report::{InPlay, Report, steps};
use caipan::rules::{Rules, Ruleset, SYSTEMS, resolve};
use caipan::tile::{Seat, Tile};
use caipan::{audit, report};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

/// The baseline: the least work of any reader of these bytes.
#[derive(Deserialize)]
#[expect(dead_code, reason = "parsed and dropped")]
struct FlatLog<'a> {
    id: &'a str,
    #[serde(borrow)]
    hands: Vec<FlatHand<'a>>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "parsed and dropped")]
struct FlatHand<'a> {
    wall: Option<&'a str>,
    deal: Option<[&'a str; 4]>,
    #[serde(borrow)]
    events: Vec<FlatEvent<'a>>,
    result: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "parsed and dropped")]
struct FlatEvent<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    seat: Option<u8>,
    tile: Option<&'a str>,
    from: Option<&'a str>,
    with: Option<&'a str>,
    #[serde(rename = "kind")]
    kong: Option<&'a str>,
    ms: Option<u64>,
}

/// The games of one preset, as bytes and parsed.
struct Games {
    name: &'static str,
    bytes: Vec<String>,
    logs: Vec<GameLog>,
    reports: Vec<Report>,
    ruleset: Ruleset,
    /// For each match, the state before each hand and the replayed hand.
    replays: Vec<Vec<(Before, Replayed)>>,
    /// Some of the matches with one injected fault each, and the same matches without it.
    faulty: Vec<GameLog>,
    clean: Vec<GameLog>,
    events: usize,
    hands: usize,
}

fn games(name: &'static str, config: MatchConfig) -> Games {
    let ruleset: Ruleset =
        resolve(&RulesDeclared { system: name.to_owned(), options: BTreeMap::new(), ..Default::default() }).unwrap();
    let logs: Vec<GameLog> = matches(&ruleset, 1, config).take(150).collect();
    let bytes: Vec<String> = logs.iter().map(write).collect();
    let reports = logs.iter().map(|log| report::report(log, "sha256:").unwrap()).collect();
    let events = logs.iter().flat_map(|log| &log.hands).map(|hand| hand.events.len()).sum();
    let hands = logs.iter().map(|log| log.hands.len()).sum();
    let inject_fault = |(at, log): (usize, &GameLog)| {
        let mut chance = Rng::nth(1, at as u64);
        let mut order: Vec<_> = kinds().collect();
        chance.shuffle(&mut order);
        let stage = Stage::of(&ruleset, log);
        let (_, bad) = order.into_iter().find_map(|kind| stage.inject(kind, &mut chance))?;
        Some((bad, log.clone()))
    };
    let replays = logs.iter().map(|log| {
        let befores = audit::all_before(log).unwrap().1;
        let both = log.hands.iter().zip(befores);
        both.map(|(hand, before)| (before, replay(ruleset.rules.as_ref(), hand, before, |_, _| ()))).collect()
    });
    let replays = replays.collect();
    let (faulty, clean) = logs.iter().enumerate().take(40).filter_map(inject_fault).unzip();
    Games { name, bytes, logs, reports, ruleset, replays, faulty, clean, events, hands }
}

/// Returns the shortest time of several rounds in nanoseconds; noise only adds time.
fn least(rounds: usize, mut work: impl FnMut()) -> f64 {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_nanos() as f64
    };
    (0..rounds).map(once).fold(f64::INFINITY, f64::min)
}

/// Returns the audit time of matches with one fault each relative to the clean matches. The search for other house
/// rules is included.
fn faulty_to_clean(games: &Games, rounds: usize) -> f64 {
    let cost = |logs: &[GameLog]| {
        least(rounds, || {
            logs.iter().for_each(|log| {
                black_box(audit::audit(log).unwrap());
            });
        })
    };
    cost(&games.faulty) / cost(&games.clean)
}

/// Returns the time to check whether a dealer's tiles win with four wild tiles, relative to none.
fn four_wilds_to_none(games: &Games, rounds: usize) -> f64 {
    let deals = games.logs.iter().flat_map(|log| &log.hands).filter_map(|hand| hand.deal.as_ref());
    let dealt: Vec<&[Tile]> = deals
        .flat_map(|deal| Seat::ALL.map(|seat| deal[seat].0.as_slice()))
        .filter(|tiles| tiles.len() == 14)
        .collect();
    let cost = |wilds: usize| {
        let hands: Vec<Hand> = dealt.iter().map(|tiles| tiles.iter().skip(wilds).copied().collect()).collect();
        least(rounds, || {
            for _ in 0..100 {
                black_box(hands.iter().filter(|hand| black_box(hand).is_standard(0, wilds)).count());
            }
        })
    };
    cost(4) / cost(0)
}

/// Returns the nanoseconds of an event in play: in the first hand of a match, in the last hand, and in the second half of the
/// last hand.
fn in_play(games: &Games, rounds: usize) -> [f64; 3] {
    let cost = |in_last: bool, late: bool| {
        let once = |_| {
            let (mut spent, mut events) = (0, 0);
            for log in &games.logs {
                let at = if in_last { log.hands.len() - 1 } else { 0 };
                let played = &log.hands[at].events;
                let (before, after) = played.split_at(if late { played.len() / 2 } else { 0 });
                let mut game = InPlay::of(in_progress(log, at, before.len()).unwrap()).unwrap();
                let after: Vec<Event> = after.iter().rev().skip(4).rev().cloned().collect();
                events += after.len();
                let start = Instant::now();
                for event in after {
                    black_box(game.play(event).unwrap());
                }
                spent += start.elapsed().as_nanos();
            }
            spent as f64 / events as f64
        };
        (0..rounds).map(once).fold(f64::INFINITY, f64::min)
    };
    [cost(false, false), cost(true, false), cost(true, true)]
}

/// The measured parts, in table order.
const PARTS: [&str; 10] =
    ["anchor", "sha-256", "read", "replay", "settle", "engine", "engine+report", "json", "bytes-to-report", "steps"];

fn each_hand(games: &Games, work: impl Fn(&dyn Rules, &HandLog, Before, &Replayed)) {
    for (log, replays) in games.logs.iter().zip(&games.replays) {
        for (hand, (before, replayed)) in log.hands.iter().zip(replays) {
            work(games.ruleset.rules.as_ref(), hand, *before, replayed);
        }
    }
}

fn run(part: &str, games: &Games) {
    match part {
        "anchor" => games.bytes.iter().for_each(|text| {
            black_box(serde_json::from_str::<FlatLog<'_>>(text).unwrap());
        }),
        "sha-256" => games.bytes.iter().for_each(|text| {
            black_box(caipan::hash::sha256(text.as_bytes()));
        }),
        "read" => games.bytes.iter().for_each(|text| {
            black_box(read(text.as_bytes(), &Limits::default()).unwrap());
        }),
        "replay" => each_hand(games, |rules, hand, before, _| {
            black_box(replay(rules, hand, before, |_, _| ()));
        }),
        "settle" => each_hand(games, |rules, _, _, replayed| {
            black_box(replayed.ledger(rules));
        }),
        "steps" => each_hand(games, |rules, hand, before, _| {
            black_box(steps(rules, hand, before, |_| true));
        }),
        "engine" => games.logs.iter().for_each(|log| {
            black_box(audit::audit(log).unwrap());
        }),
        "engine+report" => games.logs.iter().for_each(|log| {
            black_box(report::report(log, "sha256:").unwrap());
        }),
        "json" => games.reports.iter().for_each(|report| {
            black_box(report::to_json(report));
        }),
        "bytes-to-report" => games.bytes.iter().for_each(|text| {
            let digest = caipan::hash::sha256(text.as_bytes());
            let log = read(text.as_bytes(), &Limits::default()).unwrap();
            black_box(report::to_json(&report::report(&log, &digest).unwrap()));
        }),
        _ => panic!("no such part; there are {}", PARTS.join(", ")),
    }
}

/// Returns nanoseconds per event.
fn measure(part: &str, games: &Games, rounds: usize) -> f64 {
    least(rounds, || run(part, games)) / games.events as f64
}

fn main() {
    let start = Instant::now();
    black_box(Tile::all().take(1).collect::<Hand>());
    let built = start.elapsed();
    let args: Vec<String> = std::env::args().collect();
    let value = |flag: &str| args.iter().position(|arg| arg == flag).and_then(|at| args.get(at + 1));
    let rounds = value("--rounds").and_then(|rounds| rounds.parse().ok()).unwrap_or(40);
    let kind = value("--config").map_or("usual", String::as_str);
    let config = MatchConfig::ALL.iter().find(|(name, _)| *name == kind).unwrap().1;
    let known = || SYSTEMS.iter().flat_map(|system| system.presets).map(|preset| preset.id);
    let named: Vec<&'static str> = known().filter(|id| args.iter().any(|arg| arg == id)).collect();
    let defaults = SYSTEMS.iter().filter_map(|system| Some(system.presets.first()?.id));
    let presets = if named.is_empty() { defaults.collect() } else { named };
    if let Some(part) = value("--only") {
        let games = games(presets[0], config);
        (0..rounds).for_each(|_| run(part, &games));
        println!("{part}: {rounds} rounds of {} events", games.events);
        return;
    }
    println!("{:<14} {:>16} {:>10} {:>9} {:>12}", "games", "part", "ns/event", "x anchor", "hands/s/core");
    for preset in presets {
        let games = games(preset, config);
        let anchor = measure("anchor", &games, rounds);
        for part in PARTS {
            let cost = if part == "anchor" { anchor } else { measure(part, &games, rounds) };
            let hands = 1e9 / (cost * games.events as f64 / games.hands as f64);
            println!("{:<14} {part:>16} {cost:>10.1} {:>9.2} {hands:>12.0}", games.name, cost / anchor);
        }
        println!("{:<14} one fault / clean: {:.1}", games.name, faulty_to_clean(&games, rounds.min(3)));
        let [first, last, late] = in_play(&games, rounds.min(3));
        println!("{:<14} an event in play: {first:.0} ns, {:.1} x anchor", games.name, first / anchor);
        println!("{:<14} the same in the last hand / first: {:.2}", games.name, last / first);
        println!("{:<14} the same late in a hand / in all of it: {:.2}", games.name, late / last);
        println!("{:<14} win check with four wilds / none: {:.2}", games.name, four_wilds_to_none(&games, rounds));
    }
    println!("hand table built in {:.1} ms", built.as_secs_f64() * 1e3);
}
