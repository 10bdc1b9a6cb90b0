//! Several processes on one database, and a database that fails and recovers.

use super::service::{Service, ask};
use super::{LOG, caipan, text};
use crate::engine::{Base, Engine, on_both};
use crate::postgres::Postgres;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

on_both!(feed_has_each_verdict_once_across_replicas, replicas_share_keys, feed_wait_wakes_on_other_replica);

/// The ids and bytes of acknowledged logs.
type Acknowledged = Mutex<Vec<(String, String)>>;

fn log() -> String {
    std::fs::read_to_string(LOG).expect("the sample")
}

fn game(log: &str, id: &str) -> String {
    log.replace("room-889123-2026-01-05", id)
}

/// Stores logs until `over` is set or the service is gone, retrying those that were not stored.
fn write(address: &str, name: &str, acknowledged: &Acknowledged, over: &AtomicBool) {
    let log = log();
    for at in 0.. {
        let body = game(&log, &format!("{name}-{at}"));
        loop {
            if over.load(Ordering::Relaxed) {
                return;
            }
            match ask(address, "POST /v1/logs", &body) {
                Ok((200 | 201, answer)) => {
                    let id = json_of(&answer)["id"].as_str().expect("an id").to_owned();
                    acknowledged.lock().expect("no panic").push((id, body));
                    break;
                }
                Ok((503, _)) => std::thread::yield_now(),
                Ok((status, answer)) => panic!("{status} {answer}"),
                Err(_) => return,
            }
        }
    }
}

fn until(acknowledged: &Acknowledged, count: usize) {
    let began = Instant::now();
    while acknowledged.lock().expect("no panic").len() < count {
        assert!(began.elapsed() < Duration::from_mins(2), "nothing is stored any more");
        std::thread::yield_now();
    }
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// Returns a page of the feed as pairs of cursor and log.
fn feed(address: &str, after: Option<&str>, wait: u32) -> Vec<(String, String)> {
    let after = after.map(|after| format!("&after={after}")).unwrap_or_default();
    let (status, answer) = ask(address, &format!("GET /v1/feed?wait={wait}{after}"), "").expect("an answer");
    assert_eq!(status, 200, "{answer}");
    let verdicts = json_of(&answer)["verdicts"].as_array().expect("a list").clone();
    let of = |verdict: &Value, name: &str| verdict[name].as_str().expect("text").to_owned();
    verdicts.iter().map(|verdict| (of(verdict, "cursor"), of(verdict, "log"))).collect()
}

/// Follows the feed until `over` is set and nothing more arrives.
fn follow(address: &str, over: &AtomicBool) -> Vec<(String, String)> {
    let mut seen: Vec<(String, String)> = Vec::new();
    loop {
        let last = over.load(Ordering::Relaxed);
        let part = feed(address, seen.last().map(|(cursor, _)| cursor.as_str()), u32::from(!last));
        if part.is_empty() && last {
            return seen;
        }
        seen.extend(part);
    }
}

/// Asserts that every acknowledged log is stored byte for byte, with its report.
fn assert_all_stored(address: &str, acknowledged: Acknowledged) {
    for (id, body) in acknowledged.into_inner().expect("no panic") {
        assert_eq!(ask(address, &format!("GET /v1/logs/{id}/raw"), "").expect("an answer"), (200, body), "{id}");
        assert_eq!(ask(address, &format!("GET /v1/reports/{id}"), "").expect("an answer").0, 200, "{id}");
    }
}

/// Two processes write, and one is killed. A client that follows the feed at the other process sees each verdict once,
/// and reading again from the start gives the same order.
async fn feed_has_each_verdict_once_across_replicas(engine: Engine) {
    let base = engine.base();
    let (mut one, two) = (Service::over(&base), Service::over(&base));
    let (acknowledged, over, still) = (Mutex::new(Vec::new()), AtomicBool::new(false), AtomicBool::new(false));
    let seen = std::thread::scope(|scope| {
        let writers: Vec<_> = [&one.address, &two.address]
            .into_iter()
            .flat_map(|address| (0..4).map(move |at| (address.clone(), format!("{address}-{at}"))))
            .map(|(address, name)| {
                let (acknowledged, over) = (&acknowledged, &over);
                scope.spawn(move || write(&address, &name, acknowledged, over))
            })
            .collect();
        let follower = scope.spawn(|| follow(&two.address, &still));
        until(&acknowledged, 60);
        one.kill();
        until(&acknowledged, 120);
        over.store(true, Ordering::Relaxed);
        writers.into_iter().for_each(|writer| writer.join().expect("no panic"));
        still.store(true, Ordering::Relaxed);
        follower.join().expect("no panic")
    });
    let ids: BTreeSet<&str> = seen.iter().map(|(_, log)| log.as_str()).collect();
    assert_eq!(ids.len(), seen.len(), "each once");
    for (id, _) in &*acknowledged.lock().expect("no panic") {
        assert!(ids.contains(id.as_str()), "{id} was acknowledged and is not in the feed");
    }
    assert_eq!(seen, follow(&two.address, &still), "read again");
    let places = seen.iter().map(|(cursor, _)| cursor.split('-').next().expect("a place").parse().expect("a number"));
    assert_eq!(places.collect::<Vec<u64>>(), (1..=seen.len() as u64).collect::<Vec<_>>(), "no place is empty");
    assert_all_stored(&two.address, acknowledged);
}

/// A key made for one replica is valid at both, ends access without a key, and is revoked for both.
async fn replicas_share_keys(engine: Engine) {
    let base = engine.base();
    let (one, two) = (Service::over(&base), Service::over(&base));
    let with = |service: &Service, request: &str, secret: &str, body: &str| {
        let head = format!("{request} HTTP/1.1\r\nAuthorization: Bearer {secret}\r\nX-Rest:");
        ask(&service.address, &head, body).expect("an answer")
    };
    assert_eq!(ask(&two.address, "GET /v1/logs", "").expect("an answer").0, 200);
    let [flag, place] = base.arguments();
    let made =
        caipan(&["keys", "make", "--name", "first", "--scope", "admin,read", &flag, &place]).output().expect("it runs");
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let secret = text(&made.stdout).trim().to_owned();
    for service in [&one, &two] {
        assert_eq!(ask(&service.address, "GET /v1/logs", "").expect("an answer").0, 401);
        assert_eq!(with(service, "GET /v1/logs", &secret, "").0, 200);
    }
    let id = secret.trim_start_matches("caipan_").split('_').next().expect("an id").to_owned();
    let revoked = caipan(&["keys", "revoke", &id, &flag, &place]).output().expect("it runs");
    assert_eq!(revoked.status.code(), Some(0), "{}", text(&revoked.stderr));
    for service in [&one, &two] {
        assert_eq!(with(service, "GET /v1/logs", &secret, "").0, 401);
    }
}

/// A request that waits at one replica returns soon after the other stores a log.
async fn feed_wait_wakes_on_other_replica(engine: Engine) {
    let base = engine.base();
    let (one, two) = (Service::over(&base), Service::over(&base));
    let began = Instant::now();
    let heard = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| feed(&one.address, None, 60));
        // Usually long enough for the request to be waiting; the result is the same if it is not.
        while began.elapsed() < Duration::from_millis(500) {
            std::thread::yield_now();
        }
        assert_eq!(ask(&two.address, "POST /v1/logs", &log()).expect("an answer").0, 201);
        waiting.join().expect("no panic")
    });
    assert_eq!(heard.len(), 1);
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

fn serve(url: &str) -> Service {
    Service::run(caipan(&["serve", "--listen", "127.0.0.1:0", "--database", url]))
}

/// The database server is killed during writes and restarted. No acknowledged log is lost, the service recovers by
/// itself, and `/readyz` reports 503 meanwhile.
#[test]
fn database_kill_loses_no_acknowledged_log() {
    crate::programs::needs!(Postgres);
    let server = Postgres::start();
    let url = server.database();
    let service = serve(&url);
    let ready = || ask(&service.address, "GET /readyz", "").expect("an answer").0;
    let (acknowledged, over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    assert_eq!(ready(), 200);
    std::thread::scope(|scope| {
        for at in 0..4 {
            let (address, acknowledged, over) = (&service.address, &acknowledged, &over);
            scope.spawn(move || write(address, &at.to_string(), acknowledged, over));
        }
        for round in 1..=3 {
            until(&acknowledged, 40 * round);
            server.kill();
            assert_eq!(ready(), 503, "round {round}");
            server.again();
            until(&acknowledged, 40 * round + 20);
        }
        over.store(true, Ordering::Relaxed);
    });
    assert_eq!(ready(), 200);
    let games = server.ask(&url, "SELECT count(*), count(DISTINCT game), count(DISTINCT place), max(place) FROM logs");
    let games: BTreeSet<&str> = games.split('|').collect();
    assert_eq!(games.len(), 1, "each once, and every place is taken: {games:?}");
    assert_all_stored(&service.address, acknowledged);
}

/// Requests to an unresponsive database server time out.
#[test]
fn unresponsive_database_times_out() {
    crate::programs::needs!(Postgres);
    let server = Postgres::start();
    let service = Service::run(caipan(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--write-timeout",
        "500ms",
        "--database",
        &server.database(),
    ]));
    let frozen = server.freeze();
    for _ in 0..3 {
        assert_eq!(ask(&service.address, "GET /readyz", "").expect("an answer").0, 503);
    }
    assert_eq!(ask(&service.address, "POST /v1/logs", &log()).expect("an answer").0, 503);
    assert_eq!(ask(&service.address, "GET /healthz", "").expect("an answer").0, 200);
    drop(frozen);
    let began = Instant::now();
    let ready = || ask(&service.address, "GET /readyz", "").expect("an answer").0 == 200;
    // Retries as a client does, because a slow disk may exceed the write timeout.
    let stored = || matches!(ask(&service.address, "POST /v1/logs", &log()).expect("an answer").0, 200 | 201);
    while !(ready() && stored()) {
        assert!(began.elapsed() < Duration::from_mins(1), "it is never ready again");
    }
}

/// No output contains the password of the database, and errors name a remedy.
#[test]
fn password_is_never_printed() {
    let (zh, en) = (["--lang", "zh"], ["--lang", "en"]);
    // No server listens on this port.
    let url = "postgres://me:geheim@127.0.0.1:1/caipan?sslmode=disable";
    for lang in [zh, en] {
        for command in [
            &["serve", "--listen", "127.0.0.1:0"][..],
            &["migrate"],
            &["keys", "list"],
            &["backup", "/nowhere/to"],
            &["serve", "--help"],
        ] {
            for wrong in [url, "postgres://me:geheim@127.0.0.1:x/caipan", "mysql://me:geheim@h/caipan"] {
                let done = caipan(&[command, &lang].concat()).env("CAIPAN_DATABASE", wrong).output().expect("it runs");
                let output = format!("{}{}", text(&done.stdout), text(&done.stderr));
                assert!(!output.contains("geheim") && !output.is_empty(), "{command:?}: {output}");
                let fails = !command.contains(&"--help");
                assert_eq!(done.status.code(), Some(if fails { 2 } else { 0 }), "{command:?}: {output}");
            }
        }
    }
    let done = caipan(&["backup", "/nowhere/to", "--database", url, "--lang", "en"]).output().expect("it runs");
    assert!(text(&done.stderr).contains("pg_dump"), "{}", text(&done.stderr));
    let done = caipan(&["migrate", "--database", url, "--lang", "en"]).output().expect("it runs");
    assert!(text(&done.stderr).contains("postgres://me@127.0.0.1:1/caipan"), "{}", text(&done.stderr));
}

/// The password can come from a file. A database with another encoding is refused with a remedy.
#[test]
fn reads_password_file_and_rejects_encoding() {
    crate::programs::needs!(Postgres);
    let server = Postgres::start();
    server.ask("postgres", "CREATE ROLE app LOGIN PASSWORD 'geheim'");
    server.ask("postgres", "CREATE DATABASE app OWNER app");
    server.ask("postgres", "CREATE DATABASE narrow ENCODING 'LATIN1' TEMPLATE template0");
    server.ask_for_passwords();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("password");
    let url = server.url("app").replace("caipan@", "app@");
    let migrate = |url: &str, password: &str| {
        std::fs::write(&file, format!("{password}\n")).expect("written");
        let file = file.to_str().expect("UTF-8");
        let arguments = ["migrate", "--lang", "en", "--database", url, "--database-password-file", file];
        let done = caipan(&arguments).output().expect("it runs");
        (done.status.code(), format!("{}{}", text(&done.stdout), text(&done.stderr)))
    };
    let (code, said) = migrate(&url, "geheim");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = migrate(&url, "falsch");
    assert!(code == Some(2) && said.contains("password authentication failed") && !said.contains("falsch"), "{said}");
    let (code, said) = migrate(&server.url("narrow").replace("caipan@", "app@"), "geheim");
    assert!(code == Some(2) && said.contains("LATIN1") && said.contains("ENCODING 'UTF8'"), "{said}");
}

/// A value that only one of the databases could store is refused by both.
#[test]
fn both_databases_accept_the_same_logs() {
    crate::programs::needs!(Postgres);
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let base: Base = engine.base();
        let service = Service::over(&base);
        let with = |change: &dyn Fn(&mut Value)| {
            let mut log = json_of(&log());
            change(&mut log);
            ask(&service.address, "POST /v1/logs", &log.to_string()).expect("an answer")
        };
        let longest = "牌".repeat(256);
        let (status, answer) = with(&|log| {
            log["source"]["platform"] = json!(longest);
            log["id"] = json!("龍".repeat(256));
        });
        assert_eq!(status, 201, "{engine:?}: {answer}");
        for (pointer, text) in [
            ("/source/platform", format!("{longest}x")),
            ("/source/platform", "a\0b".to_owned()),
            ("/id", "a\0b".to_owned()),
        ] {
            let (status, answer) = with(&|log| *log.pointer_mut(pointer).expect("it is there") = json!(text));
            assert_eq!((status, json_of(&answer)["pointer"].as_str()), (422, Some(pointer)), "{engine:?}: {answer}");
        }
        for (path, wanted) in [
            ("/v1/logs?platform=a%00b", 200),
            ("/v1/logs?game=%00", 200),
            ("/v1/logs/%00", 404),
            ("/v1/logs/a%00/raw", 404),
            ("/v1/reports/%00", 404),
            ("/v1/keys/%00", 404),
            ("/v1/trail?key=%00", 404),
        ] {
            let (status, answer) = ask(&service.address, &format!("GET {path}"), "").expect("an answer");
            assert_eq!(status, wanted, "{engine:?} {path}: {answer}");
        }
    }
}
