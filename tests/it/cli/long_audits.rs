//! Logs whose audit takes long: they are refused, give way to others, and end with their client.

use super::receiver::{call, until};
use super::service::{Service, ask};
use super::watched::watched;
use super::{LOG, caipan};
use crate::matches::preset;
use caipan::generate::{MatchConfig, matches};
use caipan::log::{Action, KongKind, write};
use caipan_tiles::tile::{Seat, parse_tile};
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

/// A match of six hands, each of which begins with this many declarations of 16 initial wins.
fn openings(game: &str, count: usize) -> String {
    let mut log = matches(&preset("changsha-a"), 3, MatchConfig::USUAL).next().expect("a match");
    game.clone_into(&mut log.id);
    let hand = log.hands[0].clone();
    log.hands.resize(6, hand);
    let names = ["四喜", "板板胡", "缺一色", "六六顺"];
    for hand in &mut log.hands {
        let openings = Seat::ALL.iter().cycle().take(count).map(|&seat| {
            let kinds = names.iter().cycle().take(16).map(|&name| name.to_owned()).collect();
            Action::Opening { seat, kinds, dice: None }.into()
        });
        hand.events.splice(0..0, openings.collect::<Vec<_>>());
    }
    write(&log)
}

/// A match of many hands, each with hundreds of kongs that nobody can make: it uses up what an audit may search.
fn kongs(game: &str) -> String {
    let mut log = matches(&preset("guiyang"), 3, MatchConfig::USUAL).next().expect("a match");
    game.clone_into(&mut log.id);
    let hand = log.hands[0].clone();
    log.hands.resize(20, hand);
    let tiles = ["1m", "5p", "9s", "3m", "4p"].map(|tile| parse_tile(tile).expect("a tile"));
    let kinds = [KongKind::Concealed, KongKind::Added, KongKind::Exposed];
    for hand in &mut log.hands {
        let kongs = Seat::ALL.into_iter().cycle().zip(tiles.into_iter().cycle()).zip(kinds.into_iter().cycle());
        let events = kongs.map(|((seat, tile), kind)| Action::Kong { seat, tile, kind, dice: None }.into());
        hand.events.splice(3..3, events.take(440).collect::<Vec<_>>());
    }
    write(&log)
}

/// The value of a metric.
fn figure(figures: &str, name: &str) -> u64 {
    let (_, text) = ask(figures, "GET /metrics", "").expect("metrics");
    let value = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name}: {text}"));
    value.trim().parse().expect("a number")
}

/// The number of audits stopped for this reason.
fn stopped(figures: &str, reason: &str) -> u64 {
    figure(figures, &format!("caipan_audits_stopped_total{{reason=\"{reason}\"}}"))
}

/// The number of long audits that wait for their turn.
fn waiting(figures: &str) -> u64 {
    figure(figures, "caipan_waiting_requests{for=\"long-audit\"}")
}

/// Sends a log and keeps the connection.
fn send(service: &Service, log: &str) -> TcpStream {
    let mut to = TcpStream::connect(&service.address).expect("it listens");
    let (address, length) = (&service.address, log.len());
    let head = "Content-Type: application/vnd.paipu+json";
    write!(to, "POST /v1/logs HTTP/1.1\r\nHost: {address}\r\n{head}\r\nContent-Length: {length}\r\n\r\n{log}")
        .expect("sent");
    to
}

/// True if no answer came on a connection so far.
fn is_unanswered(connection: &mut TcpStream) -> bool {
    connection.set_nonblocking(true).expect("a socket");
    let read = connection.read(&mut [0; 1]);
    matches!(read, Err(error) if error.kind() == ErrorKind::WouldBlock)
}

#[test]
fn audit_beyond_its_budget_is_refused_on_every_route() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = openings("stored", 8);
    let id = {
        let (service, _) = watched(folder.path(), &["--audit-timeout", "60m"]);
        let (status, answer) = ask(&service.address, "POST /v1/logs", &log).expect("an answer");
        assert_eq!(status, 201, "{answer}");
        serde_json::from_str::<Value>(&answer).expect("JSON")["id"].as_str().expect("an id").to_owned()
    };
    let (service, figures) = watched(folder.path(), &["--audit-timeout", "1ms"]);
    let other = openings("other", 8);
    for route in ["POST /v1/logs", "POST /v1/audits", "POST /v1/logs:batch"] {
        let (_, answer) = if route.ends_with("batch") {
            let line = serde_json::from_str::<Value>(&other).expect("JSON").to_string();
            let head = format!("{route} HTTP/1.1\r\nHost: {}\r\nConnection: close", service.address);
            let mut to = TcpStream::connect(&service.address).expect("it listens");
            write!(to, "{head}\r\nContent-Type: application/x-ndjson\r\nContent-Length: {}\r\n\r\n{line}", line.len())
                .expect("sent");
            let mut answer = String::new();
            to.read_to_string(&mut answer).expect("an answer");
            (200, answer)
        } else {
            ask(&service.address, route, &other).expect("an answer")
        };
        assert!(
            answer.contains("\"code\":\"audit-too-long\"") && answer.contains("\"status\":422"),
            "{route}: {answer}"
        );
        assert!(
            answer.contains("other") && answer.contains("caipan audit"),
            "{route} names the match and a cure: {answer}"
        );
    }
    let changed = json!({ "options": { "bird_count": 4 } });
    let (status, answer) = call(&service, &format!("POST /v1/reports/{id}/what-if"), &changed);
    assert_eq!((status, &answer["code"]), (422, &json!("audit-too-long")), "{answer}");
    let (status, page) =
        ask(&service.address, &format!("GET /what-if/{id}?hand=1&step=1&ruling=out"), "").expect("an answer");
    assert!(status == 422 && page.contains("audit-too-long"), "{page}");
    let (_, list) = ask(&service.address, "GET /v1/logs", "").expect("an answer");
    assert!(list.contains("\"stored\"") && !list.contains("\"other\""), "{list}");
    assert_eq!(stopped(&figures, "time"), 5);
    // A job counts the log and goes on.
    let job = json!({ "kind": "reaudit", "dry": true, "rules": "changsha-b" });
    let (status, made) = call(&service, "POST /v1/jobs", &job);
    assert_eq!(status, 201, "{made}");
    let place = format!("GET /v1/jobs/{}", made["id"].as_str().expect("an id"));
    until("the job ends", || call(&service, &place, &Value::Null).1["state"] == "done");
    let done = call(&service, &place, &Value::Null).1;
    assert_eq!(done["outcome"]["unusable"], 1, "{done}");
}

#[test]
fn long_audits_give_way_and_end_with_their_clients() {
    let folder = tempfile::tempdir().expect("a folder");
    // Only the end of a client stops an audit here.
    let (service, figures) =
        watched(folder.path(), &["--workers", "1", "--audit-timeout", "60m", "--queue-timeout", "60m"]);
    let heavy = kongs("heavy");
    let mut connections: Vec<TcpStream> = (0..3).map(|_| send(&service, &heavy)).collect();
    until("one runs and two wait", || waiting(&figures) == 2);
    // The only worker is free for others, whether the long audits run or wait.
    let small = std::fs::read_to_string(LOG).expect("the sample");
    let (status, answer) = ask(&service.address, "POST /v1/logs", &small).expect("an answer");
    assert_eq!(status, 201, "{answer}");
    assert!(connections.iter_mut().all(is_unanswered));
    // There is no room for a fourth.
    let (status, answer) = ask(&service.address, "POST /v1/logs", &heavy).expect("an answer");
    assert!(status == 503 && answer.contains("\"busy\""), "{answer}");
    assert_eq!(stopped(&figures, "lane-full"), 1);
    drop(connections);
    until("their work ends", || stopped(&figures, "abandoned") == 3);
    assert_eq!(waiting(&figures), 0);
    let (_, list) = ask(&service.address, "GET /v1/logs", "").expect("an answer");
    assert!(!list.contains("\"heavy\""), "{list}");
}

/// The command line has no limit: `--audit-timeout` is none of its settings.
#[test]
fn command_line_audits_without_a_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("long.json");
    std::fs::write(&file, openings("long", 8)).expect("written");
    let output = caipan(&["audit", "--format", "json", file.to_str().expect("UTF-8")]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"verdict\":\"faulty\""));
}
