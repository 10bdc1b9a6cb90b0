//! Measures the service under load, as ratios within one run, because absolute figures depend on the machine and its
//! other load.
//!
//! `cargo bench --bench load` prints tables, which `.ci/figures` sums up in docs/figures.md. `-- --fill 20000 --seconds 4`
//! shortens the run, `--only sqlite` or `--only postgres` selects a database, `--program PATH` measures another build. The
//! service is the program as installed; its clients run on the same machine and affect all figures alike. PostgreSQL is
//! Debian's, with `fsync`.

#![expect(clippy::unwrap_used, clippy::float_arithmetic, clippy::cast_precision_loss, reason = "a measuring program")]
#![expect(clippy::cast_sign_loss, reason = "spans of time and counts are never negative")]

mod client;
mod corpus;
mod place;

use client::{Client, batch};
use corpus::Corpus;
use place::{Place, Spent};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Number of connections.
const CONNECTIONS: usize = 64;
/// Number of concurrent NDJSON bodies.
const BATCHES: usize = 4;
/// Number of queries per filter.
const QUERIES: usize = 500;

struct Settings {
    fill: u64,
    seconds: u64,
    rounds: usize,
    only: Option<String>,
    program: String,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1));
    let number = |name: &str, usual: u64| after(name).map_or(usual, |word| word.parse().unwrap());
    let settings = Settings {
        fill: number("--fill", 100_000),
        seconds: number("--seconds", 8),
        rounds: number("--rounds", 3) as usize,
        only: after("--only").cloned(),
        program: after("--program").cloned().unwrap_or_else(|| env!("CARGO_BIN_EXE_caipan").to_owned()),
    };
    let corpora = [1, 8].map(Corpus::new);
    for corpus in &corpora {
        println!("A log of hands: {}, bytes on average: {}.\n", corpus.hands, corpus.size());
    }
    for name in ["sqlite", "postgres"] {
        if settings.only.as_deref().is_none_or(|only| only == name) {
            database(name, &settings, &corpora);
        }
    }
}

/// Runs all measurements for one database.
fn database(name: &str, settings: &Settings, [corpus, evenings]: &[Corpus; 2]) {
    let place = Place::new(name, &settings.program);
    let seconds = Duration::from_secs(settings.seconds);
    println!("## {name}\n\n### One replica, {CONNECTIONS} connections\n");
    let one = [place.serve()];
    let warm = Duration::from_secs(1);
    run(&one[0].address, warm, "/v1/audits", corpus, CONNECTIONS);
    println!(
        "| | audits/s | logs/s | batch/s | logs : audits | batch : audits | µs of CPU an audit, a log, in a batch |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut ratios = Vec::new();
    for round in 1..=settings.rounds {
        // Requests per second, and microseconds of CPU per request.
        let spent = |work: &dyn Fn() -> Done| {
            let before = place.spent(&one);
            let done = work();
            (done.rate(), place.spent(&one).since(&before).cpu * 1e6 / done.count as f64)
        };
        let (audits, audit_cpu) = spent(&|| run(&one[0].address, seconds, "/v1/audits", corpus, CONNECTIONS));
        let (logs, log_cpu) = spent(&|| run(&one[0].address, seconds, "/v1/logs", corpus, CONNECTIONS));
        let (batches, batch_cpu) = spent(&|| lines(&one[0].address, seconds, u64::MAX, corpus));
        ratios.push((logs / audits, batches / audits));
        println!(
            "| {round} | {audits:.0} | {logs:.0} | {batches:.0} | {:.2} | {:.2} | {audit_cpu:.0}, {log_cpu:.0}, {batch_cpu:.0} |",
            logs / audits,
            batches / audits,
        );
    }
    let middle = |of: fn(&(f64, f64)) -> f64| {
        let mut all: Vec<f64> = ratios.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or_default()
    };
    println!("| middle | | | | **{:.2}** | **{:.2}** | |\n", middle(|both| both.0), middle(|both| both.1));
    drop(one);

    println!("### Bytes\n\n| a log of | how | logs/s | written a hand | stored a hand |\n|---|---|---|---|---|");
    for corpus in [corpus, evenings] {
        for how in ["one a request", "in a batch"] {
            bytes(&Place::new(name, &settings.program), settings, corpus, how);
        }
    }
    println!();

    let place = Place::new(name, &settings.program);
    grown(&place, settings, corpus);
    println!("### Two replicas, {} connections at each\n", CONNECTIONS / 2);
    println!("| | audits/s | logs/s | logs : audits |\n|---|---|---|---|");
    let two = [place.serve(), place.serve()];
    for round in 1..=settings.rounds {
        let both = |path: &str| {
            let halves = std::thread::scope(|scope| {
                let half = |at: usize| {
                    let address = two[at].address.clone();
                    scope.spawn(move || run(&address, seconds, path, corpus, CONNECTIONS / 2).rate())
                };
                [half(0), half(1)].map(|half| half.join().unwrap())
            });
            halves[0] + halves[1]
        };
        let (audits, logs) = (both("/v1/audits"), both("/v1/logs"));
        println!("| {round} | {audits:.0} | {logs:.0} | {:.2} |", logs / audits);
    }
    println!();
}

/// Measures the effect of a growing database.
fn grown(place: &Place, settings: &Settings, corpus: &Corpus) {
    println!("### From 0 to {} stored logs\n", settings.fill);
    let one = [place.serve()];
    let address = &one[0].address;
    println!(
        "| logs stored | logs/s in a batch | bytes written a log | bytes stored a log | RSS, MiB | most ever, MiB |"
    );
    println!("|---|---|---|---|---|---|");
    let parts = 5;
    let (mut stored, mut kept) = (0, place.stored());
    for _ in 0..parts {
        let before = place.spent(&one);
        let count = settings.fill / parts;
        let rate = lines(address, Duration::MAX, count, corpus).rate();
        let spent: Spent = place.spent(&one).since(&before);
        stored += count;
        let now = place.stored();
        println!(
            "| {stored} | {rate:.0} | {:.0} | {:.0} | {:.0} | {:.0} |",
            spent.written as f64 / count as f64,
            (now - kept) as f64 / count as f64,
            one[0].memory("VmRSS:"),
            one[0].memory("VmHWM:"),
        );
        kept = now;
    }
    println!("\n### Lists of {stored} logs, ms\n\n| filter | middle | p99 |\n|---|---|---|");
    let player = caipan::app::player_digest("player-0000042");
    let filters = [
        String::new(),
        "verdict=clean".to_owned(),
        "verdict=faulty".to_owned(),
        "platform=rooms".to_owned(),
        "system=changsha-a".to_owned(),
        "system=changsha-a&verdict=faulty".to_owned(),
        "client=app%201.3".to_owned(),
        "code=A702".to_owned(),
        "code=A702&client=app%201.3&verdict=faulty".to_owned(),
        format!("player={player}"),
        format!("player={player}&verdict=clean"),
        "game=game-0000000000100".to_owned(),
        "since=2026-01-01&until=2099-01-01".to_owned(),
        "since=2099-01-01".to_owned(),
    ];
    let mut client = Client::new(address);
    for filter in filters {
        let mut times: Vec<Duration> = (0..QUERIES)
            .map(|_| {
                let began = Instant::now();
                assert_eq!(client.ask(&format!("GET /v1/logs?{filter}"), b"").0, 200, "{filter}");
                began.elapsed()
            })
            .collect();
        times.sort();
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
        println!("| `{filter}` | {:.2} | {:.2} |", at(0.5), at(0.99));
    }
    println!();
}

/// Measures the disk space per hand in a new database.
fn bytes(place: &Place, settings: &Settings, corpus: &Corpus, how: &str) {
    let one = [place.serve()];
    let (kept, before) = (place.stored(), place.spent(&one));
    let done = match how {
        "in a batch" => lines(&one[0].address, Duration::MAX, settings.fill / 10, corpus),
        _ => run(&one[0].address, Duration::from_secs(settings.seconds), "/v1/logs", corpus, CONNECTIONS),
    };
    let (written, stored) = (place.spent(&one).since(&before).written, place.stored() - kept);
    let hands = (done.count * corpus.hands as u64) as f64;
    let unit = if corpus.hands == 1 { "hand" } else { "hands" };
    println!(
        "| {} {unit} | {how} | {:.0} | {:.0} | {:.0} |",
        corpus.hands,
        done.rate(),
        written as f64 / hands,
        stored as f64 / hands
    );
}

/// The result of a load run.
struct Done {
    count: u64,
    took: Duration,
}

impl Done {
    /// Returns the rate per second.
    fn rate(&self) -> f64 {
        self.count as f64 / self.took.as_secs_f64()
    }
}

/// Sends one log per request over `connections` connections.
fn run(address: &str, time: Duration, path: &str, corpus: &Corpus, connections: usize) -> Done {
    let (count, began) = (AtomicU64::new(0), Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..connections {
            scope.spawn(|| {
                let (mut client, mut body) = (Client::new(address), Vec::new());
                let request = format!("POST {path}");
                while began.elapsed() < time {
                    corpus.next(&mut body);
                    let (status, answer) = client.ask(&request, &body);
                    assert!(status < 300, "{status} {}", String::from_utf8_lossy(&answer));
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    Done { count: count.into_inner(), took: began.elapsed() }
}

/// Sends one log per line, at most `most` logs.
fn lines(address: &str, time: Duration, most: u64, corpus: &Corpus) -> Done {
    let (sent, answered, began) = (AtomicU64::new(0), AtomicU64::new(0), Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..BATCHES {
            scope.spawn(|| {
                let next = |body: &mut Vec<u8>| {
                    let more = began.elapsed() < time && sent.fetch_add(1, Ordering::Relaxed) < most;
                    if more {
                        corpus.next(body);
                    }
                    more
                };
                answered.fetch_add(batch(address, next), Ordering::Relaxed);
            });
        }
    });
    Done { count: answered.into_inner(), took: began.elapsed() }
}
