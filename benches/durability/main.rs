//! Kills the service, and the database server, at random while clients store logs, and looks for what was acknowledged.
//!
//! `cargo bench --bench durability -- --database sqlite --minutes 2 --seed 1`, or `--database postgres`: four writers send
//! batches and send again what was not acknowledged. With SQLite there is one service, with PostgreSQL there are two
//! replicas, and the server itself is killed too. Afterwards each acknowledged log must be there with its bytes, once in
//! the feed, and `caipan check-database` must find nothing. The program ends with 1 if anything is lost, doubled or changed.
//!
//! `FSYNC=on` runs PostgreSQL with `fsync`, which matters for power cuts and not for killed processes. It is a bench and
//! no test because it takes minutes and measures the optimised program.

#![expect(clippy::unwrap_used, clippy::float_arithmetic, reason = "a measuring program")]

#[path = "../load/client.rs"]
#[expect(dead_code, reason = "the bench `load` uses the rest")]
mod client;
mod cluster;
#[path = "../load/corpus.rs"]
#[expect(dead_code, reason = "the bench `load` uses the rest")]
mod corpus;
mod found;
#[path = "../load/place.rs"]
#[expect(dead_code, reason = "the bench `load` uses the rest")]
mod place;
#[path = "../../tests/it/postgres/mod.rs"]
#[expect(dead_code, reason = "the tests use the rest")]
mod postgres;
mod writer;

use caipan::generate::Rng;
use cluster::Cluster;
use corpus::Corpus;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use writer::Writer;

/// Number of clients that send batches.
const WRITERS: usize = 4;
/// With PostgreSQL, one kill in this many is that of the database server.
const SERVER: usize = 6;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1));
    let number = |name: &str, usual: u64| after(name).map_or(usual, |word| word.parse().unwrap());
    let database = after("--database").map_or("sqlite", String::as_str);
    assert!(["sqlite", "postgres"].contains(&database), "--database is sqlite or postgres, not {database}");
    let (minutes, seed) = (number("--minutes", 2), number("--seed", 1));

    let corpus = Corpus::new(1);
    let cluster = Cluster::start(database);
    let (over, mut chance) = (AtomicBool::new(false), Rng::nth(seed, 0));
    let (mut services, mut servers) = (0_u64, 0_u64);
    let until = Instant::now() + Duration::from_mins(minutes);
    let writers: Vec<Writer> = std::thread::scope(|scope| {
        let begin = |number: usize| {
            let (corpus, cluster, over) = (&corpus, &cluster, &over);
            scope.spawn(move || Writer::new(number, WRITERS).run(corpus, cluster, over))
        };
        let writers: Vec<_> = (0..WRITERS).map(begin).collect();
        while Instant::now() < until {
            std::thread::sleep(Duration::from_millis(500 + chance.below(2001) as u64));
            if cluster.has_server() && chance.below(SERVER) == 0 {
                cluster.kill_server();
                servers += 1;
            } else {
                cluster.kill_service(chance.below(cluster.replicas()));
                services += 1;
            }
        }
        over.store(true, Ordering::Relaxed);
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });

    let sum = |of: fn(&Writer) -> u64| writers.iter().map(of).sum::<u64>();
    println!("{database}, {minutes} min, seed {seed}, {} replicas.\n\n| | |\n|---|---|", cluster.replicas());
    println!("| services killed | {services} |\n| database servers killed | {servers} |");
    println!("| batches that broke off | {} |", sum(|writer| writer.broken));
    println!("| lines sent again because they had no answer | {} |", sum(|writer| writer.again));
    println!("| of these, stored already without an answer | {} |", sum(|writer| writer.replayed));
    println!("| logs acknowledged | {} |", sum(|writer| writer.acknowledged.len() as u64));
    let acknowledged: Vec<_> = writers.into_iter().flat_map(|writer| writer.acknowledged).collect();
    let found = found::compare(&cluster, &corpus, &acknowledged);
    println!("{found}");
    if found.is_whole() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
