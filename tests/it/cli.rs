//! The built program as a shell meets it: exit codes, output, and a service that is killed.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const LOG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/changsha-a.json");

fn caipan(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command.args(arguments).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C.UTF-8").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    caipan(arguments).output().expect("the program runs")
}

fn fed(arguments: &[&str], input: &str) -> Output {
    let mut child =
        caipan(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads all of its input");
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn usage_and_unusable_input_end_with_2() {
    for arguments in [
        &["no-such-verb"][..],
        &["audit", "--format", "xml"],
        &["audit", "/nowhere.json"],
        &["explain", "A000"],
        &["audit", "--rules", "chengdu", LOG],
        &["audit", "--from", "tenhou", LOG],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
    assert_eq!(run(&["--help"]).status.code(), Some(0));
    assert_eq!(run(&["--version"]).status.code(), Some(0));
}

#[test]
fn documents_are_printed_as_they_are_published() {
    let schema: Value = serde_json::from_slice(&run(&["schema"]).stdout).expect("JSON");
    assert_eq!(schema, caipan::log::json_schema());
    let openapi: Value = serde_json::from_slice(&run(&["openapi"]).stdout).expect("JSON");
    assert_eq!(openapi, *caipan::api::document());
}

#[test]
fn sentences_follow_the_language() {
    let word = "CS-A.23";
    let english = run(&["explain", word]);
    let chinese = caipan(&["explain", word]).env("LANG", "zh_CN.UTF-8").output().expect("it runs");
    let chosen = run(&["explain", word, "--lang", "zh"]);
    assert_eq!(chinese.stdout, chosen.stdout);
    assert_ne!(english.stdout, chinese.stdout);
    assert!(text(&english.stdout).starts_with(word));
}

#[test]
fn replay_shows_the_table_and_what_was_possible() {
    let output = run(&["replay", LOG, "--hand", "1", "--to", "2"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(shown.contains("seat 0 discards 9m") && shown.contains("pung 9m"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "no colours without a terminal");
    assert_eq!(run(&["replay", LOG, "--hand", "7"]).status.code(), Some(2));
}

#[test]
fn a_log_converts_to_text_and_back() {
    let notation = run(&["convert", LOG, "--to", "text"]);
    assert_eq!(notation.status.code(), Some(0), "{}", text(&notation.stderr));
    let back = fed(&["convert", "-"], text(&notation.stdout));
    let again = run(&["convert", LOG]);
    assert_eq!(text(&back.stdout), text(&again.stdout));
    assert!(!again.stdout.is_empty());
}

/// What the sample is when it is changed so.
fn sample(change: impl FnOnce(&mut Value)) -> String {
    let mut log: Value = serde_json::from_str(&std::fs::read_to_string(LOG).expect("the sample")).expect("JSON");
    change(&mut log);
    log.to_string()
}

#[test]
fn many_documents_are_answered_in_order() {
    let lines: Vec<String> = (0..500).map(|at| sample(|log| log["id"] = at.to_string().into())).collect();
    let mut input = lines.join("\n");
    input.push_str("\n{\"format\": \"paipu/1\"}\n");
    for jobs in ["1", "3"] {
        let output = fed(&["audit", "-", "--format", "json", "-j", jobs], &input);
        assert_eq!(output.status.code(), Some(2), "the last one is not a log");
        let ids: Vec<String> = text(&output.stdout)
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("a report a line"))
            .map(|line| line["log"]["id"].as_str().or(line["source"].as_str()).expect("an id").to_owned())
            .collect();
        assert_eq!(ids, (0..500).map(|at| at.to_string()).chain(["-:501".to_owned()]).collect::<Vec<_>>());
        assert!(text(&output.stderr).contains("-:501"), "{}", text(&output.stderr));
    }
}

#[test]
fn the_exit_code_tells_the_verdict() {
    let verdict = |log: &str| {
        let output = fed(&["audit", "--format", "json", "-"], log);
        let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
        (report["verdict"].as_str().expect("a verdict").to_owned(), output.status.code())
    };
    let (word, code) = verdict(&sample(|_| ()));
    assert_eq!(code, Some(i32::from(word == "faulty" || word == "variant")), "{word}");
    let faulty = sample(|log| log["hands"][0]["events"][0]["tile"] = "8p".into());
    assert_eq!(verdict(&faulty), ("faulty".to_owned(), Some(1)), "the dealer has no 8p to discard");
}

/// What the program plays, it finds nothing wrong with.
#[test]
fn generated_games_are_clean_and_repeat_exactly() {
    let games = |seed: &str| run(&["generate", "--rules", "changsha-b", "--seed", seed, "--games", "20"]).stdout;
    let first = games("7");
    assert_eq!(first, games("7"));
    assert_ne!(first, games("8"));
    let output = fed(&["audit", "-"], text(&first));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert_eq!(run(&["generate", "--rules", "chengdu"]).status.code(), Some(2));
}

#[test]
fn house_rules_can_be_changed_from_outside() {
    let output = run(&["audit", LOG, "--format", "json", "--rules", "changsha-b"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report["rules"]["preset"], "changsha-b");
    let output = run(&["audit", LOG, "--set", "no_such_option=1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no_such_option"), "{}", text(&output.stderr));
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let lines: Vec<String> = (0..300).map(|at| sample(|log| log["id"] = at.to_string().into())).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("many.ndjson");
    std::fs::write(&path, lines.join("\n")).expect("written");
    let mut child = caipan(&["audit", "--format", "json", path.to_str().expect("UTF-8")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    stdout.read_line(&mut line).expect("a line");
    drop(stdout);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

/// The status and the body; an error where the connection breaks.
fn ask(address: &str, request: &str, body: &str) -> std::io::Result<(u16, String)> {
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

/// A running service; killed at the end of the test whatever happens.
struct Service {
    child: Child,
    address: String,
}

impl Service {
    fn start(data: &Path) -> Service {
        let data = data.to_str().expect("UTF-8");
        let mut child = caipan(&["serve", "--listen", "127.0.0.1:0", "--data", data])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).expect("an address");
        Service { address: address.to_owned(), child }
    }

    fn kill(&mut self) {
        // SIGKILL: the process gets no chance to tidy up.
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

/// The sample games show every verdict, and starting again changes nothing.
#[test]
fn the_demo_has_a_report_for_every_verdict() {
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
        let reports = lines.iter().filter_map(|line| line.split("  ").next()?.split("/v1/").nth(1));
        shown.push(reports.map(str::to_owned).collect::<Vec<_>>());
        drop(service);
    }
    assert_eq!(shown[0], shown[1]);
}

/// Kills the service in the middle of traffic; every log that was acknowledged is there after a restart.
#[test]
fn an_acknowledged_log_survives_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let mut service = Service::start(folder.path());
    let acknowledged = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let (address, acknowledged, log) = (service.address.clone(), &acknowledged, &log);
        for client in 0..4 {
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
            });
        }
        while acknowledged.lock().expect("no panic").len() < 40 {
            std::thread::yield_now();
        }
        service.kill();
    });
    let service = Service::start(folder.path());
    let acknowledged = acknowledged.into_inner().expect("no panic");
    assert!(acknowledged.len() >= 40);
    for (id, body) in acknowledged {
        let (status, raw) = ask(&service.address, &format!("GET /v1/logs/{id}/raw"), "").expect("an answer");
        assert_eq!((status, raw), (200, body), "{id}");
        let (status, _) = ask(&service.address, &format!("GET /v1/reports/{id}"), "").expect("an answer");
        assert_eq!(status, 200, "{id}");
    }
    assert_eq!(run(&["health", &service.address]).status.code(), Some(0));
}
