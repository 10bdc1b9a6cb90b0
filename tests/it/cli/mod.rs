//! The built program on the command line: exit codes and output.

mod adapter;
mod alerts;
mod asking;
mod audit;
mod audit_defaults;
mod backup;
mod batch;
mod bounded;
mod clock;
mod compare;
mod clients;
mod clock_ahead;
mod compose;
mod configured;
mod counted;
mod conformance;
mod cookbook;
mod deploy;
mod drafts;
mod exposed;
mod folders;
mod generate;
mod given_keys;
mod guesses;
mod hook_owners;
mod hooked;
mod houses;
mod insider;
mod jobs;
mod keys;
mod migrate;
mod long_audits;
mod mistaken;
mod outputs;
mod nightly;
mod paced;
mod page;
mod read_only;
mod receiver;
mod repeated;
mod replicas;
pub mod service;
pub mod signed_in;
mod rows;
mod encrypted;
mod settlement;
mod shapes;
mod stopped;
mod tables;
mod traced;
mod usage;
mod verify;
mod join;
mod view;
mod watched;

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

const LOG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/changsha-a.json");

fn caipan(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    // Variables of the test run must not reach the service.
    command
        .args(arguments)
        .env_remove("CAIPAN_MATCHES")
        .env_remove("CAIPAN_PICTURES")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::null());
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
fn usage_errors_and_bad_input_exit_with_2() {
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
fn prints_published_schema_and_openapi() {
    let schema: Value = serde_json::from_slice(&run(&["schema"]).stdout).expect("JSON");
    assert_eq!(schema, caipan::log::json_schema());
    let openapi: Value = serde_json::from_slice(&run(&["openapi"]).stdout).expect("JSON");
    assert_eq!(openapi, *caipan::api::document());
}

#[test]
fn output_follows_language() {
    let word = "CS-A.23";
    let english = run(&["explain", word]);
    let chinese = caipan(&["explain", word]).env("LANG", "zh_CN.UTF-8").output().expect("it runs");
    let chosen = run(&["explain", word, "--lang", "zh"]);
    assert_eq!(chinese.stdout, chosen.stdout);
    assert_ne!(english.stdout, chinese.stdout);
    assert!(text(&english.stdout).starts_with(word));
}

#[test]
fn replay_shows_table_and_legal_actions() {
    let output = run(&["replay", LOG, "--hand", "1", "--to", "2"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(shown.contains("老周 discards 9m") && shown.contains("pung 9m"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "no colours without a terminal");
    assert_eq!(run(&["replay", LOG, "--hand", "7"]).status.code(), Some(2));
}

#[test]
fn log_converts_to_text_and_back() {
    let notation = run(&["convert", LOG, "--to", "text"]);
    assert_eq!(notation.status.code(), Some(0), "{}", text(&notation.stderr));
    let back = fed(&["convert", "-"], text(&notation.stdout));
    let again = run(&["convert", LOG]);
    assert_eq!(text(&back.stdout), text(&again.stdout));
    assert!(!again.stdout.is_empty());
}

/// Returns the sample log with a change.
fn sample(change: impl FnOnce(&mut Value)) -> String {
    let mut log: Value = serde_json::from_str(&std::fs::read_to_string(LOG).expect("the sample")).expect("JSON");
    change(&mut log);
    log.to_string()
}

#[test]
fn reports_keep_input_order() {
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
fn exit_code_follows_verdict() {
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

/// `--rules` replaces the declared rules, and `--set` refuses an unknown option.
#[test]
fn options_override_declared_rules() {
    let output = run(&["audit", LOG, "--format", "json", "--rules", "changsha-b"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report["rules"]["preset"], "changsha-b");
    let output = run(&["audit", LOG, "--set", "no_such_option=1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no_such_option"), "{}", text(&output.stderr));
}

#[test]
fn closed_pipe_is_no_failure() {
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
