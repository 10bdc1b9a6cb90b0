//! The service as a process, and helpers that start, call and kill it.

use super::{LOG, caipan, run};
use crate::engine::{Base, Engine, on_both};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

on_both!(acknowledged_log_survives_kill);

/// Sends a request and returns the status and body; an error if the connection breaks.
pub fn ask(address: &str, request: &str, body: &str) -> std::io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    write!(
        stream,
        "{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/vnd.paipu+json\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    status.map(|status| (status, body.to_owned())).ok_or_else(|| std::io::ErrorKind::UnexpectedEof.into())
}

/// A running service, killed when dropped.
pub struct Service {
    pub child: Child,
    pub address: String,
}

impl Service {
    /// Starts a service on a test database.
    pub fn over(base: &Base) -> Service {
        let [flag, place] = base.arguments();
        Service::run(caipan(&["serve", "--listen", "127.0.0.1:0", &flag, &place]))
    }

    /// Starts a service on a data directory, with these settings.
    pub fn set(data: &Path, settings: &[&str]) -> Service {
        let data = data.to_str().expect("UTF-8");
        Service::run(caipan(&[&["serve", "--listen", "127.0.0.1:0", "--data", data], settings].concat()))
    }

    /// Starts a service by this command.
    pub fn run(command: Command) -> Service {
        Service::run_told(command, Stdio::null())
    }

    /// Starts a service by this command, with this standard error.
    pub fn run_told(mut command: Command, stderr: Stdio) -> Service {
        let mut child = command.stdout(Stdio::piped()).stderr(stderr).spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).expect("an address");
        Service { address: address.to_owned(), child }
    }

    pub fn kill(&mut self) {
        // SIGKILL leaves the process no chance to clean up.
        self.child.kill().expect("it is ours");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The demo stores every sample game and shows every verdict; a restart changes nothing.
#[test]
fn demo_shows_every_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("UTF-8");
    let mut shown = Vec::new();
    for _ in 0..2 {
        let mut child = caipan(&["serve", "--demo", "--listen", "127.0.0.1:0", "--data", data])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map(|line| line.expect("UTF-8"));
        let lines: Vec<String> = lines.take_while(|line| !line.starts_with("Serving on")).collect();
        let service = Service { child, address: String::new() };
        let verdicts: std::collections::BTreeSet<&str> =
            lines.iter().filter_map(|line| line.split("  ").nth(1)?.split(':').next()).collect();
        assert_eq!(
            verdicts.into_iter().collect::<Vec<_>>(),
            ["clean", "faulty", "unverifiable", "variant"],
            "{lines:?}"
        );
        assert_eq!(lines.len(), std::fs::read_dir("fixtures/demo").expect("the samples").count(), "{lines:?}");
        let reports = lines.iter().filter_map(|line| line.split("  ").next()?.split("/v1/").nth(1));
        shown.push(reports.map(str::to_owned).collect::<Vec<_>>());
        drop(service);
    }
    assert_eq!(shown[0], shown[1]);
}

/// Kills the service during writes; every acknowledged log is there after a restart.
async fn acknowledged_log_survives_kill(engine: Engine) {
    let base = engine.base();
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let mut service = Service::over(&base);
    let acknowledged = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let (address, acknowledged, log) = (service.address.clone(), &acknowledged, &log);
        let clients = [0, 1, 2, 3].map(|client| {
            let address = address.clone();
            scope.spawn(move || {
                for at in 0.. {
                    let game = format!("game-{client}-{at}");
                    let body = log.replace("room-889123-2026-01-05", &game);
                    match ask(&address, "POST /v1/logs", &body) {
                        Ok((201, answer)) => {
                            let answer: Value = serde_json::from_str(&answer).expect("JSON");
                            let id = answer["id"].as_str().expect("an id").to_owned();
                            acknowledged.lock().expect("no panic").push((id, body));
                        }
                        Ok((status, answer)) => panic!("{status} {answer}"),
                        Err(_) => return,
                    }
                }
            })
        });
        // A client that was refused has stopped with the answer.
        while acknowledged.lock().expect("no panic").len() < 40 && !clients.iter().all(ScopedJoinHandle::is_finished) {
            std::thread::sleep(Duration::from_millis(1));
        }
        service.kill();
    });
    let service = Service::over(&base);
    let acknowledged = acknowledged.into_inner().expect("no panic");
    assert!(acknowledged.len() >= 40);
    for (id, body) in acknowledged {
        let (status, raw) = ask(&service.address, &format!("GET /v1/logs/{id}/raw"), "").expect("an answer");
        assert_eq!((status, raw), (200, body), "{id}");
        let (status, _) = ask(&service.address, &format!("GET /v1/reports/{id}"), "").expect("an answer");
        assert_eq!(status, 200, "{id}");
    }
    assert_eq!(run(&["health", &service.address]).status.code(), Some(0));
    let port = service.address.rsplit(':').next().expect("a port");
    let configured = caipan(&["health"]).env("CAIPAN_LISTEN", format!("0.0.0.0:{port}")).output().expect("it runs");
    assert_eq!(configured.status.code(), Some(0), "it asks where the service was told to listen");
}
