//! A batch over a real connection: answered while it is sent, cut, stalled, never read; and a feed that is waited for.

use super::LOG;
use super::service::{Service, ask};
use crate::engine::{Engine, on_both};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

on_both!(a_line_waits_for_its_turn);

/// A log of this game on one line.
fn line(game: &str) -> String {
    let log = std::fs::read_to_string(LOG).expect("the sample").replace("room-889123-2026-01-05", game);
    serde_json::from_str::<Value>(&log).expect("JSON").to_string()
}

/// A batch that has begun.
struct Batch {
    to: TcpStream,
    from: BufReader<TcpStream>,
}

impl Batch {
    fn begin(service: &Service) -> Batch {
        let mut to = TcpStream::connect(&service.address).expect("it listens");
        to.set_read_timeout(Some(Duration::from_mins(1))).expect("a limit");
        to.set_write_timeout(Some(Duration::from_mins(1))).expect("a limit");
        write!(
            to,
            "POST /v1/logs:batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n\
             Transfer-Encoding: chunked\r\nAccept-Encoding: gzip\r\n\r\n"
        )
        .expect("it reads");
        let from = BufReader::new(to.try_clone().expect("the same connection"));
        Batch { to, from }
    }

    fn send(&mut self, text: &str) -> std::io::Result<()> {
        write!(self.to, "{:x}\r\n{text}\r\n", text.len())
    }

    /// The next answer; what is not JSON is the head and the seams of the transfer.
    fn answer(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line.starts_with('{') {
                return serde_json::from_str(&line).ok();
            }
            if line == "0\r\n" {
                return None;
            }
        }
    }
}

/// A line is answered as soon as it is durable, while the next is not even written; a process that is killed then has lost nothing
/// that was answered, and sending all of it again goes on where it stopped.
#[test]
fn each_line_is_answered_while_others_come_and_survives_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut service = Service::set(folder.path(), &[]);
    let lines: Vec<String> = (0..30).map(|at| format!("{}\n", line(&at.to_string()))).collect();
    let mut batch = Batch::begin(&service);
    let mut answered = Vec::new();
    for line in &lines[..20] {
        batch.send(line).expect("it reads");
        let answer = batch.answer().expect("an answer");
        assert_eq!(answer["status"], 201, "{answer}");
        answered.push(answer["id"].as_str().expect("an id").to_owned());
    }
    service.child.kill().expect("it is ours");
    service.child.wait().expect("it ends");
    assert!(batch.answer().is_none());

    let service = Service::set(folder.path(), &[]);
    let mut batch = Batch::begin(&service);
    lines.iter().for_each(|line| batch.send(line).expect("it reads"));
    write!(batch.to, "0\r\n\r\n").expect("the end");
    let told: Vec<Value> = std::iter::from_fn(|| batch.answer()).collect();
    let statuses: Vec<u64> = told.iter().map(|one| one["status"].as_u64().expect("a status")).collect();
    assert_eq!(statuses, [[200; 20].as_slice(), &[201; 10]].concat());
    for (id, line) in answered.iter().zip(&lines) {
        let (status, raw) = ask(&service.address, &format!("GET /v1/logs/{id}/raw"), "").expect("an answer");
        assert_eq!((status, raw + "\n"), (200, line.clone()));
    }
}

/// A line that does not come to its end, and a client that goes away, are told and forgotten; those before them are stored.
#[test]
fn a_stalled_batch_is_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &["--body-timeout", "3s"]);
    let mut batch = Batch::begin(&service);
    batch.send(&format!("{}\n{{\"paipu\"", line("whole"))).expect("it reads");
    assert_eq!(batch.answer().expect("an answer")["status"], 201);
    let end = batch.answer().expect("an answer");
    assert_eq!((&end["line"], &end["problem"]["code"]), (&2.into(), &"body-timeout".into()), "{end}");
    assert!(batch.answer().is_none(), "and nothing more");
    let mut cut = Batch::begin(&service);
    cut.send(&line("half")[..200]).expect("it reads");
    cut.to.shutdown(Shutdown::Both).expect("gone");
    let (_, list) = ask(&service.address, "GET /v1/logs", "").expect("an answer");
    assert!(list.contains("\"whole\"") && !list.contains("\"half\""), "{list}");
}

/// A client that is done sending may close its side, however far the service has come: whatever was whole is answered.
#[test]
fn a_client_may_close_its_side() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &[]);
    for (round, last) in [("ended", "0\r\n\r\n"), ("cut", "")] {
        let lines: Vec<String> = (0..300).map(|at| format!("{}\n", line(&format!("{round}-{at}")))).collect();
        let mut batch = Batch::begin(&service);
        lines.iter().for_each(|line| batch.send(line).expect("it reads"));
        write!(batch.to, "{last}").expect("it reads");
        batch.to.shutdown(Shutdown::Write).expect("half of it is closed");
        let told: Vec<Value> = std::iter::from_fn(|| batch.answer()).collect();
        let stored = told.iter().filter(|one| one["status"] == 201).count();
        let more: Vec<&Value> = told.iter().skip(300).collect();
        assert_eq!(stored, 300, "{round}: {more:?}");
        match more.as_slice() {
            [] => assert_eq!(round, "ended"),
            [end] => {
                // Without the last chunk nobody knows whether there was to be more.
                assert_eq!((round, &end["line"], &end["status"]), ("cut", &301.into(), &400.into()), "{end}");
            }
            more => panic!("{more:?}"),
        }
    }
    // A body by itself is no other.
    let mut to = TcpStream::connect(&service.address).expect("it listens");
    let log = format!("{}{}", line("alone"), " ".repeat(4 << 20));
    let head = "POST /v1/logs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/vnd.paipu+json";
    write!(to, "{head}\r\nContent-Length: {}\r\n\r\n{log}", log.len()).expect("it reads");
    to.shutdown(Shutdown::Write).expect("half of it is closed");
    let mut first = String::new();
    BufReader::new(to).read_line(&mut first).expect("an answer");
    assert!(first.starts_with("HTTP/1.1 201"), "{first}");
}

/// A line waits for a busy database where a log by itself is sent away, but not for ever.
async fn a_line_waits_for_its_turn(engine: Engine) {
    let base = engine.base();
    let [flag, place] = base.arguments();
    let serve = |body: &str| {
        let more = ["--write-timeout", "200ms", "--body-timeout", body];
        Service::run(super::caipan(&[&["serve", "--listen", "127.0.0.1:0", &flag, &place][..], &more].concat()))
    };
    let send = |service: &Service, round: &str| {
        let mut batch = Batch::begin(service);
        (0..5).for_each(|at| batch.send(&format!("{}\n", line(&format!("{round}-{at}")))).expect("it reads"));
        write!(batch.to, "0\r\n\r\n").expect("the end");
        batch
    };
    let statuses = |mut batch: Batch| -> Vec<Value> {
        std::iter::from_fn(|| batch.answer()).map(|one| one["status"].clone()).collect()
    };
    // Whatever has to be stored is sent to the patient one: a disk may take longer than the other waits.
    let patient = serve("60s");
    assert_eq!(statuses(send(&patient, "first")), [201; 5]);
    let lock = base.lock();
    let batch = send(&patient, "patient");
    assert_eq!(ask(&patient.address, "POST /v1/logs", &line("alone")).expect("an answer").0, 503);
    drop(lock);
    assert_eq!(statuses(batch), [201; 5]);
    drop(patient);

    // It starts all the same.
    let lock = base.lock();
    assert_eq!(statuses(send(&serve("3s"), "late")), [503; 5]);
    drop(lock);
    assert_eq!(statuses(send(&serve("60s"), "late")), [201; 5], "nothing of it was stored");
}

/// Whoever never reads its answers is left, and has taken neither memory nor the room of others meanwhile.
#[test]
fn a_client_that_never_reads_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &["--body-timeout", "2s"]);
    let mut batch = Batch::begin(&service);
    batch.to.set_write_timeout(Some(Duration::from_secs(10))).expect("a limit");
    let bad = "{}\n".repeat(1000);
    let began = Instant::now();
    while batch.send(&bad).is_ok() {
        assert!(began.elapsed() < Duration::from_mins(2), "it takes lines for ever");
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", service.child.id())).expect("it runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(peak < 150 << 10, "{peak} KiB");
    assert_eq!(ask(&service.address, "POST /v1/logs", &line("other")).expect("an answer").0, 201);
}

/// Who waits for a verdict is answered when there is one, and when the time is over.
#[test]
fn the_feed_can_be_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &[]);
    let began = Instant::now();
    let (status, none) = ask(&service.address, "GET /v1/feed?wait=1", "").expect("an answer");
    assert_eq!((status, none.as_str()), (200, "{\"verdicts\":[]}"));
    assert!(began.elapsed() >= Duration::from_secs(1));
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let mut after = String::new();
            let mut seen = Vec::new();
            while seen.len() < 20 {
                let (status, part) =
                    ask(&service.address, &format!("GET /v1/feed?wait=60{after}"), "").expect("an answer");
                let part: Value = serde_json::from_str(&part).expect("JSON");
                assert_eq!(status, 200, "{part}");
                let games = part["verdicts"].as_array().expect("verdicts").iter();
                seen.extend(games.map(|one| one["game"].as_str().expect("a game").to_owned()));
                after = format!("&after={}", part["next"].as_str().expect("a cursor"));
            }
            seen
        });
        for at in 0..20 {
            assert_eq!(ask(&service.address, "POST /v1/logs", &line(&at.to_string())).expect("an answer").0, 201);
        }
        let seen = waiting.join().expect("no panic");
        assert_eq!(seen, (0..20).map(|at| at.to_string()).collect::<Vec<_>>());
    });
    assert!(began.elapsed() < Duration::from_secs(40), "it was woken");
}
