//! Measures memory and the patience that an honest client needs while hostile clients send the worst shapes of requests.
//!
//! `cargo bench --bench hostile -- --seconds 60 --connections 64 --seed 1` starts the built service with its default
//! settings on SQLite and prints one table. The hostile clients choose at random among the shapes of
//! `tests/it/cli/shapes.rs`, pages of a stored log, answers that they do not read, and connections that stay idle. The honest clients store logs
//! and come again when they are refused. `--program PATH` measures another build.

#![expect(clippy::unwrap_used, clippy::float_arithmetic, reason = "a measuring program")]

#[path = "../load/client.rs"]
#[expect(dead_code, reason = "the bench `load` uses the rest")]
mod client;
#[path = "../load/corpus.rs"]
#[expect(dead_code, reason = "the bench `load` uses the rest")]
mod corpus;
mod honest;
#[path = "../load/place.rs"]
#[expect(dead_code, reason = "the bench `load` uses the rest")]
mod place;
#[path = "../../tests/it/cli/shapes.rs"]
mod shapes;

use caipan::generate::Rng;
use client::{Client, connect};
use honest::{Honest, Waited};
use place::Place;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Number of honest clients.
const HONEST: usize = 2;
/// Of this many requests one answer is not read, and one connection stays idle.
const TURNS: usize = 10;
/// One of this many requests asks for a page of a stored log.
const PAGES: usize = 3;
/// Duration of connections that do not read or do not ask.
const STAY: Duration = Duration::from_secs(5);
/// The memory budget of bodies in MiB that is the service's default.
const BUDGET: f64 = 128.0;

/// Maximum MiB above idle that may be kept after the load.
const KEPT: f64 = 64.0;
/// Duration of the watch for the return of memory.
const LONGEST: Duration = Duration::from_mins(1);

/// Counts of outcomes.
type Counts = Mutex<BTreeMap<String, u64>>;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1));
    let number = |name: &str, usual: u64| after(name).map_or(usual, |word| word.parse().unwrap());
    let (seconds, connections, seed) = (number("--seconds", 60), number("--connections", 64), number("--seed", 1));
    let program = after("--program").cloned().unwrap_or_else(|| env!("CARGO_BIN_EXE_caipan").to_owned());

    let place = Place::new("sqlite", &program);
    let service = place.serve_set(&[]);
    // The first requests open the store and the tables of the rules.
    let mut first = Client::new(&service.address);
    (0..8).for_each(|_| assert_eq!(first.ask("GET /v1/logs", b"").0, 200));
    drop(first);
    let idle = service.memory("VmRSS:");

    let shapes = shapes::shapes();
    let stored = shapes::store_large_report(&mut connect(&service.address).unwrap());
    let until = Instant::now() + Duration::from_secs(seconds);
    let counts = Counts::default();
    let honest = Honest::new(&service.address);
    let waited = std::thread::scope(|scope| {
        for client in 0..connections {
            let (address, shapes, stored, counts) = (&service.address, &shapes, &stored, &counts);
            scope.spawn(move || {
                let mut chance = Rng::nth(seed, client);
                while Instant::now() < until {
                    let what = turn(address, shapes, stored, &mut chance, until);
                    *counts.lock().unwrap().entry(what).or_default() += 1;
                }
            });
        }
        let honest: Vec<_> = (0..HONEST).map(|_| scope.spawn(|| honest.store(until))).collect();
        honest.into_iter().map(|client| client.join().unwrap()).fold(Waited::default(), Waited::and)
    });
    let peak = service.memory("VmHWM:");
    let ended = Instant::now();
    std::thread::sleep(Duration::from_secs(5));
    let later = service.memory("VmRSS:");
    while service.memory("VmRSS:") > idle + KEPT && ended.elapsed() < LONGEST {
        std::thread::sleep(Duration::from_millis(100));
    }
    let (returned, rest) = (ended.elapsed(), service.memory("VmRSS:"));

    println!(
        "{connections} hostile connections for {seconds} s, seed {seed}, {} shapes; {HONEST} honest clients.\n",
        shapes.len()
    );
    println!("| memory, MiB | measured | above idle | aim above idle |\n|---|---|---|---|");
    println!("| idle | {idle:.1} | | |");
    println!("| peak | {peak:.1} | {:.1} | at most {:.0} |", peak - idle, BUDGET + 128.0);
    println!("| 5 s after | {later:.1} | {:.1} | at most {KEPT:.0} |", later - idle);
    println!("| {:.0} s after | {rest:.1} | {:.1} | |", returned.as_secs_f64(), rest - idle);
    println!("\n| hostile requests | count |\n|---|---|");
    for (what, count) in counts.into_inner().unwrap() {
        println!("| {what} | {count} |");
    }
    println!("\n| honest clients | |\n|---|---|");
    println!("| logs stored | {} |", waited.stored);
    println!("| refused, and sent again | {} |", waited.refused);
    println!("| connections closed, and opened again | {} |", waited.closed);
    println!("| longest wait for one answer, s | {:.2} |", waited.answer.as_secs_f64());
    println!("| longest wait until a log was stored, s | {:.2} |", waited.log.as_secs_f64());
    println!("| median wait until a log was stored, s | {:.3} |", waited.median().as_secs_f64());
}

/// Does one hostile thing and returns what it was, or the status of its answer.
fn turn(address: &str, shapes: &[(&str, &str, Vec<u8>)], stored: &str, chance: &mut Rng, until: Instant) -> String {
    let Ok(mut stream) = connect(address) else { return "no connection".to_owned() };
    let stay = || std::thread::sleep(STAY.min(until.saturating_duration_since(Instant::now())));
    let kind = chance.below(TURNS);
    if kind == 0 {
        let _ = write!(stream, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        stay();
        return "idle after one request".to_owned();
    }
    if chance.below(PAGES) == 0 {
        shapes::ask_page(&mut stream, stored, *chance.pick(&shapes::PAGES).unwrap());
    } else {
        let (path, media_type, packed) = chance.pick(shapes).unwrap();
        shapes::send(&mut stream, path, media_type, packed);
    }
    if kind == 1 {
        stay();
        return "not read".to_owned();
    }
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let status = answer.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.get(..3));
    status.map_or_else(|| "closed".to_owned(), |status| String::from_utf8_lossy(status).into_owned())
}
