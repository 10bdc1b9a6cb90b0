//! Jobs across processes that are killed and stopped, and on the command line.

use super::service::{Service, ask};
use super::{LOG, caipan, text};
use crate::engine::{Base, Engine, on_both};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

on_both!(job_survives_loss_of_replica, stopped_process_releases_its_job);

/// Enough logs that a job over them takes several steps.
const LOGS: usize = 300;

fn serve(base: &Base, lease: &str) -> Service {
    let [flag, place] = base.arguments();
    Service::run(caipan(&["serve", "--listen", "127.0.0.1:0", "--job-lease", lease, &flag, &place]))
}

fn call(service: &Service, request: &str, body: &str) -> Value {
    let (status, answer) = ask(&service.address, request, body).expect("an answer");
    assert!((200..300).contains(&status), "{request}: {status} {answer}");
    serde_json::from_str(&answer).expect("JSON")
}

fn store_logs(service: &Service) {
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let log: Value = serde_json::from_str(&log).expect("JSON");
    let line = |at: usize| {
        let mut log = log.clone();
        log["id"] = json!(at.to_string());
        format!("{log}\n")
    };
    let lines: String = (0..LOGS).map(line).collect();
    let request = "POST /v1/logs:batch HTTP/1.1\r\nContent-Type: application/x-ndjson\r\nX-Rest:";
    let (status, answer) = ask(&service.address, request, &lines).expect("an answer");
    assert_eq!((status, answer.matches("\"status\":201").count()), (200, LOGS));
}

fn create_job(service: &Service, job: &Value) -> String {
    let request = "POST /v1/jobs HTTP/1.1\r\nContent-Type: application/json\r\nX-Rest:";
    call(service, request, &job.to_string())["id"].as_str().expect("an id").to_owned()
}

/// Waits until a job satisfies a condition.
fn until(service: &Service, id: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let job = call(service, &format!("GET /v1/jobs/{id}"), "");
        if fits(&job) {
            return job;
        }
        assert!(job["ended_at"].is_null() && began.elapsed() < Duration::from_mins(3), "{job}");
    }
}

fn in_the_middle(job: &Value) -> bool {
    job["state"] == "running" && job["done"].as_i64().is_some_and(|done| done > 0)
}

/// After a kill another process continues the job once the lease expires.
async fn job_survives_loss_of_replica(engine: Engine) {
    let base = engine.base();
    let mut one = serve(&base, "2s");
    store_logs(&one);
    base.tamper("UPDATE reports SET revision = 1; UPDATE logs SET revision = 1; UPDATE entries SET revision = 1;");
    base.reseal();
    let id = create_job(&one, &json!({ "kind": "reaudit" }));
    until(&one, &id, in_the_middle);
    let two = serve(&base, "2s");
    one.kill();
    let left = call(&two, &format!("GET /v1/jobs/{id}"), "");
    assert!(left["done"].as_u64().is_some_and(|done| done < LOGS as u64), "it was killed in the middle: {left}");
    let job = until(&two, &id, |job| job["ended_at"].is_string());
    assert_eq!(
        (&job["state"], &job["done"], &job["outcome"]["same"]),
        (&json!("done"), &json!(LOGS), &json!(LOGS)),
        "{job}"
    );
    let (mut seen, mut after) = (0, String::new());
    loop {
        let trail = call(&two, &format!("GET /v1/trail?limit=200{after}"), "");
        seen += trail["trail"].as_array().expect("a trail").len();
        let Some(next) = trail["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(seen, 2 * LOGS, "of each log the report of then and the one of now, each once");
}

/// A stopped process releases its lease, so another process continues long before the lease of 10 minutes expires.
async fn stopped_process_releases_its_job(engine: Engine) {
    let base = engine.base();
    let mut one = serve(&base, "10m");
    store_logs(&one);
    let id = create_job(&one, &json!({ "kind": "purge", "filter": { "system": "changsha-a" } }));
    until(&one, &id, in_the_middle);
    let pid = one.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
    assert!(one.child.wait().expect("it ends").success());
    let two = serve(&base, "10m");
    let job = until(&two, &id, |job| job["ended_at"].is_string());
    assert_eq!((&job["state"], &job["outcome"]["erased"]), (&json!("done"), &json!(LOGS)), "{job}");
    assert_eq!(call(&two, "GET /v1/logs", ""), json!({ "logs": [] }));
}

/// The process that runs a job writes its Parquet files; the one that queues it needs no target.
#[cfg(feature = "parquet")]
#[test]
fn parquet_job_runs_on_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, target) = (folder.path().join("data"), folder.path().join("audits"));
    let service = Service::set(&data, &[]);
    store_logs(&service);
    drop(service);
    let jobs = |arguments: &[&str]| {
        let flag = ["--data", data.to_str().expect("UTF-8"), "--lang", "en"];
        let output = caipan(&[&["jobs"], arguments, &flag].concat()).output().expect("it runs");
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let queue = || jobs(&["export", "--format", "parquet"]).1.trim().to_owned();
    let failed = queue();
    assert_eq!(jobs(&["run"]).0, Some(0));
    let list = jobs(&["list"]).1;
    assert!(list.contains(&format!("{failed}\texport\tfailed")) && list.contains("--export-target"), "{list}");
    let done = queue();
    assert_eq!(jobs(&["run", "--export-target", target.to_str().expect("UTF-8")]).0, Some(0));
    let list = jobs(&["list"]).1;
    let counts = format!("{done}\texport\tdone\t{LOGS}\t{{\"exported\":{LOGS},\"files\":1,\"bytes\":");
    assert!(list.contains(&counts), "{list}");
    assert!(target.join("tenant=home").is_dir());
    let out = folder.path().join("out.zst");
    let (code, _, said) = jobs(&["fetch", &done, "--out", out.to_str().expect("UTF-8")]);
    assert!(code == Some(2) && said.contains("--export-target") && !out.exists(), "{said}");
}

/// A program that writes no Parquet files takes no target and queues no such job.
#[cfg(not(feature = "parquet"))]
#[test]
fn target_needs_the_parquet_export() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    drop(Service::set(&data, &[]));
    let data = data.to_str().expect("UTF-8");
    for arguments in [
        &["serve", "--listen", "127.0.0.1:0", "--export-target", "audits"][..],
        &["jobs", "run", "--export-target", "audits"],
        &["jobs", "export", "--format", "parquet"],
    ] {
        let output = caipan(&[arguments, &["--data", data, "--lang", "en"]].concat()).output().expect("it runs");
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains("--features parquet"), "{arguments:?}: {said}");
    }
    assert!(!folder.path().join("audits").exists());
}

/// Damages the first part of every job.
fn damage(data: &std::path::Path) {
    use diesel::prelude::*;
    let file = data.join("caipan.sqlite3");
    let mut conn = diesel::SqliteConnection::establish(file.to_str().expect("UTF-8")).expect("a database");
    let updated = diesel::sql_query("UPDATE job_parts SET body = X'00010203' WHERE number = 1").execute(&mut conn);
    assert_eq!(updated.expect("a statement"), 1);
}

/// A job needs stored logs: without a database the command says so and leaves nothing behind.
#[test]
fn jobs_create_no_database() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [&["jobs", "reaudit", "--dry"][..], &["jobs", "list"], &["jobs", "run"]] {
        let output = caipan(arguments).current_dir(folder.path()).output().expect("it runs");
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains("no database in data"), "{arguments:?}: {said}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "{arguments:?}");
    }
}

/// Jobs are created, run, fetched and removed without a service.
#[test]
fn jobs_run_on_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let service = Service::set(&data, &[]);
    store_logs(&service);
    drop(service);
    let flag = ["--data", data.to_str().expect("UTF-8"), "--lang", "en"];
    let jobs = |arguments: &[&str]| {
        let output = caipan(&[&["jobs"], arguments, &flag].concat()).output().expect("it runs");
        (
            output.status.code(),
            format!("{}{}", text(&output.stdout), text(&output.stderr)),
            text(&output.stdout).trim().to_owned(),
        )
    };
    let (code, shown, export) = jobs(&["export", "--system", "changsha-a", "--player", "老周"]);
    assert_eq!(code, Some(0), "{shown}");
    let out = folder.path().join("out.zst");
    let out = out.to_str().expect("UTF-8");
    let (code, shown, _) = jobs(&["fetch", &export, "--out", out]);
    assert!(code == Some(2) && shown.contains("is waiting"), "{shown}");
    assert_eq!(jobs(&["run"]).0, Some(0));
    let (code, shown, _) = jobs(&["list"]);
    assert!(code == Some(0) && shown.contains(&export) && shown.contains(&format!("\"exported\":{LOGS}")), "{shown}");
    assert_eq!(jobs(&["fetch", &export, "--out", out]).0, Some(0));
    let lines = zstd::decode_all(std::fs::File::open(out).expect("the file")).expect("one zstd file");
    assert_eq!(text(&lines).lines().count(), LOGS);
    // Erasing a log removes its line from the export, and `fetch` says so.
    let id = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["id"].as_str().expect("an id").to_owned();
    let gone = id(text(&lines).lines().next().expect("a line"));
    assert_eq!(jobs(&["purge", "--log", &gone]).0, Some(0));
    assert_eq!(jobs(&["run"]).0, Some(0));
    let (code, shown, _) = jobs(&["fetch", &export, "--out", out]);
    assert!(code == Some(0) && shown.contains("1 line is missing because its log was erased"), "{shown}");
    let left = zstd::decode_all(std::fs::File::open(out).expect("the file")).expect("one zstd file");
    assert_eq!(
        text(&left).lines().map(id).collect::<Vec<_>>(),
        text(&lines).lines().skip(1).map(id).collect::<Vec<_>>()
    );
    assert!(jobs(&["list"]).1.contains("erased_lines=1\terased_parts=0"));
    // A damaged part cannot be reduced line by line, so it is removed, and no incomplete file is written.
    damage(&data);
    assert_eq!(jobs(&["purge", "--log", &id(text(&left).lines().next().expect("a line"))]).0, Some(0));
    assert_eq!(jobs(&["run"]).0, Some(0));
    std::fs::remove_file(out).expect("the file");
    let (code, shown, _) = jobs(&["fetch", &export, "--out", out]);
    assert!(
        code == Some(2) && shown.contains("removed with an erased log") && shown.contains("Create the job again"),
        "{shown}"
    );
    assert!(!std::path::Path::new(out).exists());
    assert!(jobs(&["list"]).1.contains("erased_parts=1"));
    let (_, _, purge) = jobs(&["purge", "--until", "2999-01-01"]);
    assert_eq!(jobs(&["run"]).0, Some(0));
    assert!(jobs(&["cancel", &purge]).1.contains(&format!("\"erased\":{}", LOGS - 2)));
    for wrong in [
        &["purge"][..],
        &["reaudit", "--rules", "changsha-b"],
        &["export", "--verdict", "x"],
        &["cancel", &purge],
        &["list", "--tenant", "nobody"],
    ] {
        let (code, shown, _) = jobs(wrong);
        assert!(code == Some(2) && !shown.is_empty(), "{wrong:?}: {shown}");
    }
}
