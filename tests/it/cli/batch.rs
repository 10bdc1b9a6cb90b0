//! Batches and long polling over a real connection: streaming, cut, stalled and unread requests.

use super::LOG;
use super::service::{Service, ask};
use crate::engine::{Engine, on_both};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

on_both!(batch_line_waits_for_busy_database);

/// Returns the sample log with this game id on one line.
fn line(game: &str) -> String {
    let log = std::fs::read_to_string(LOG).expect("the sample").replace("room-889123-2026-01-05", game);
    serde_json::from_str::<Value>(&log).expect("JSON").to_string()
}

/// A batch request in progress.
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

    /// Returns the next answer, skipping the response head and the chunk sizes.
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

/// A line is answered as soon as it is durable, before the next line is sent. A kill loses no answered line, and
/// sending the batch again continues where it stopped.
#[test]
fn answered_lines_survive_kill() {
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
    let answers: Vec<Value> = std::iter::from_fn(|| batch.answer()).collect();
    let statuses: Vec<u64> = answers.iter().map(|one| one["status"].as_u64().expect("a status")).collect();
    assert_eq!(statuses, [[200; 20].as_slice(), &[201; 10]].concat());
    for (id, line) in answered.iter().zip(&lines) {
        let (status, raw) = ask(&service.address, &format!("GET /v1/logs/{id}/raw"), "").expect("an answer");
        assert_eq!((status, raw + "\n"), (200, line.clone()));
    }
}

/// An unfinished line times out, and a lost connection is dropped; the lines before are stored.
#[test]
fn stalled_batch_times_out() {
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

/// A client may close its sending side early; every complete line is answered.
#[test]
fn accepts_half_closed_connection() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &[]);
    for (round, last) in [("ended", "0\r\n\r\n"), ("cut", "")] {
        let lines: Vec<String> = (0..300).map(|at| format!("{}\n", line(&format!("{round}-{at}")))).collect();
        let mut batch = Batch::begin(&service);
        lines.iter().for_each(|line| batch.send(line).expect("it reads"));
        write!(batch.to, "{last}").expect("it reads");
        batch.to.shutdown(Shutdown::Write).expect("half of it is closed");
        let answers: Vec<Value> = std::iter::from_fn(|| batch.answer()).collect();
        let stored = answers.iter().filter(|one| one["status"] == 201).count();
        let more: Vec<&Value> = answers.iter().skip(300).collect();
        assert_eq!(stored, 300, "{round}: {more:?}");
        match more.as_slice() {
            [] => assert_eq!(round, "ended"),
            [end] => {
                // Without the last chunk the service cannot know whether the batch is complete.
                assert_eq!((round, &end["line"], &end["status"]), ("cut", &301.into(), &400.into()), "{end}");
            }
            more => panic!("{more:?}"),
        }
    }
    // The same holds for a single body.
    let mut to = TcpStream::connect(&service.address).expect("it listens");
    let log = format!("{}{}", line("alone"), " ".repeat(4 << 20));
    let head = "POST /v1/logs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/vnd.paipu+json";
    write!(to, "{head}\r\nContent-Length: {}\r\n\r\n{log}", log.len()).expect("it reads");
    to.shutdown(Shutdown::Write).expect("half of it is closed");
    let mut first = String::new();
    BufReader::new(to).read_line(&mut first).expect("an answer");
    assert!(first.starts_with("HTTP/1.1 201"), "{first}");
}

/// A batch line waits for a locked database until the body timeout; a single log gets 503 after the write timeout.
async fn batch_line_waits_for_busy_database(engine: Engine) {
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
    // Only the service with the long timeout stores logs, because a slow disk may exceed the short one.
    let patient = serve("60s");
    assert_eq!(statuses(send(&patient, "first")), [201; 5]);
    let lock = base.lock();
    let batch = send(&patient, "patient");
    assert_eq!(ask(&patient.address, "POST /v1/logs", &line("alone")).expect("an answer").0, 503);
    drop(lock);
    assert_eq!(statuses(batch), [201; 5]);
    drop(patient);

    // The service starts although the database is locked.
    let lock = base.lock();
    assert_eq!(statuses(send(&serve("3s"), "late")), [503; 5]);
    drop(lock);
    assert_eq!(statuses(send(&serve("60s"), "late")), [201; 5], "nothing of it was stored");
}

/// A client that never reads its answers is disconnected, and uses little memory until then.
#[test]
fn drops_client_that_never_reads() {
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

/// A waiting feed request returns when a verdict arrives or when its time is over.
#[test]
fn feed_long_polls() {
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
