//! `caipan backup` during writes, and a service on the copy.

use super::service::{Service, ask};
use super::{LOG, caipan, text};
use crate::engine::{Engine, on_both};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

on_both!(check_in_place_finds_swapped_reports);

const FAULTY: &str = include_str!("../../../fixtures/demo/wrong-payer.json");

fn backup(data: &Path, to: &Path) -> Output {
    let path = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    caipan(&["backup", "--data", &path(data), &path(to)]).output().expect("it runs")
}

/// The copy has every log acknowledged before it began, byte for byte and with its report, and accepts new logs.
#[test]
fn backup_of_busy_database_is_complete() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, to) = (folder.path().join("data"), folder.path().join("copy"));
    let service = Service::set(&data, &[]);
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let (acknowledged, over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let before = std::thread::scope(|scope| {
        for client in 0..3 {
            let (service, log, acknowledged, over) = (&service, &log, &acknowledged, &over);
            scope.spawn(move || {
                for at in 0.. {
                    if over.load(Ordering::Relaxed) {
                        return;
                    }
                    let body = log.replace("room-889123-2026-01-05", &format!("{client}-{at}"));
                    let (status, answer) = ask(&service.address, "POST /v1/logs", &body).expect("an answer");
                    assert_eq!(status, 201, "{answer}");
                    let answer: Value = serde_json::from_str(&answer).expect("JSON");
                    acknowledged
                        .lock()
                        .expect("no panic")
                        .push((answer["id"].as_str().expect("an id").to_owned(), body));
                }
            });
        }
        while acknowledged.lock().expect("no panic").len() < 30 {
            std::thread::yield_now();
        }
        let before = acknowledged.lock().expect("no panic").clone();
        let done = backup(&data, &to);
        over.store(true, Ordering::Relaxed);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        before
    });
    let files: Vec<_> = std::fs::read_dir(&to).expect("a folder").map(|file| file.expect("a file").path()).collect();
    assert!(!files.is_empty());
    for file in &files {
        assert_eq!(file.metadata().expect("it is there").permissions().mode() & 0o777, 0o600, "{file:?}");
    }
    drop(service);
    let restored = Service::set(&to, &[]);
    for (id, body) in &before {
        let raw = ask(&restored.address, &format!("GET /v1/logs/{id}/raw"), "").expect("an answer");
        assert_eq!(raw, (200, body.clone()), "{id}");
        assert_eq!(ask(&restored.address, &format!("GET /v1/reports/{id}"), "").expect("an answer").0, 200);
    }
    assert_eq!(ask(&restored.address, "POST /v1/logs", &log).expect("an answer").0, 201);
}

/// `backup` says that the signing key is not in the copy. A service that creates a new key beside existing reports
/// warns.
#[test]
fn warns_if_backup_lacks_signing_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, to) = (folder.path().join("data"), folder.path().join("copy"));
    let log = std::fs::read_to_string(LOG).expect("the sample");
    // Starts and kills a service, optionally storing a log, and returns its standard error.
    let started = |data: &Path, lang: &str, log: Option<&str>| {
        let stderr_file = std::fs::File::create(folder.path().join("told")).expect("a file");
        let data = data.to_str().expect("UTF-8");
        let mut command = caipan(&["serve", "--listen", "127.0.0.1:0", "--data", data, "--lang", lang]);
        command.env("NO_COLOR", "1");
        let mut service = Service::run_told(command, stderr_file.into());
        if let Some(log) = log {
            assert_eq!(ask(&service.address, "POST /v1/logs", log).expect("an answer").0, 201);
        }
        service.kill();
        std::fs::read_to_string(folder.path().join("told")).expect("UTF-8")
    };
    let first = started(&data, "en", Some(&log));
    assert!(!first.contains("signing key"), "there was none before: {first}");
    let done = backup(&data, &to);
    let said = text(&done.stdout);
    let key = data.join("signing.pem");
    assert!(
        said.contains(key.to_str().expect("UTF-8"))
            && said.contains("encryption.key")
            && said.contains("are not in the copy"),
        "{said}"
    );
    let en = started(&to, "en", None);
    assert!(en.contains("WARN") && en.contains("was made just now") && en.contains("put the old signing.pem"), "{en}");
    assert!(!started(&to, "en", None).contains("signing key"), "said once");
    std::fs::remove_file(to.join("signing.pem")).expect("it was made");
    let zh = started(&to, "zh", None);
    assert!(zh.contains("刚刚新造") && zh.contains("原来的 signing.pem"), "{zh}");
    std::fs::copy(&key, to.join("signing.pem")).expect("the old one");
    let after = started(&to, "en", None);
    assert!(!after.contains("signing key"), "{after}");
}

/// Content that SQLite does not check: a backup and a check in place name the log, say what to do, and leave no copy.
#[test]
fn backup_of_damaged_content_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let service = Service::set(&data, &[]);
    let stored = |body: &str| -> String {
        let (status, answer) = ask(&service.address, "POST /v1/logs", body).expect("an answer");
        assert_eq!(status, 201, "{answer}");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        answer["id"].as_str().expect("an id").to_owned()
    };
    let clean = stored(&std::fs::read_to_string(LOG).expect("the sample"));
    let faulty = stored(FAULTY);
    let rule = json!({ "kind": "note", "note": "a word", "referee": "desk" }).to_string();
    let mut stream = TcpStream::connect(&service.address).expect("it is there");
    write!(
        stream,
        "POST /v1/reports/{faulty}/rulings HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{rule}",
        service.address,
        rule.len()
    )
    .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    drop(service);
    let place = data.to_str().expect("UTF-8");
    let intact = caipan(&["check-database", "--lang", "en", "--data", place]).output().expect("it runs");
    let said = text(&intact.stdout);
    assert!(intact.status.success() && said.contains("logs 2, reports 2, rulings 1"), "{said}");
    let made = backup(&data, &folder.path().join("first"));
    assert!(text(&made.stdout).contains("logs 2, reports 2, rulings 1"), "{}", text(&made.stdout));
    let swapped = |column: &str, table: &str, by: &str| {
        format!(
            "CREATE TABLE old AS SELECT {by} AS by, {column} AS value FROM {table};
             UPDATE {table} SET {column} = (SELECT value FROM old WHERE old.by <> {table}.{by}); DROP TABLE old;"
        )
    };
    for (at, (statement, log, why)) in [
        (swapped("raw", "logs", "place"), &clean, "not those that were received"),
        (swapped("body", "reports", "log"), &clean, "not the one that the journal records"),
        ("UPDATE logs SET faults = 0".to_owned(), &faulty, "the lists tell another outcome"),
        (swapped("class", "logs", "place"), &clean, "the lists tell another outcome"),
        ("UPDATE reports SET verdict = 'clean', faults = 0".to_owned(), &faulty, "the row of a report"),
        ("DELETE FROM reports WHERE verdict = 'faulty'".to_owned(), &faulty, "is missing"),
        ("UPDATE entries SET log = NULL WHERE log = 2 AND act = 1".to_owned(), &faulty, "does not record"),
        ("UPDATE rulings SET body = CAST(replace(body, 'a word', 'b word') AS BLOB)".to_owned(), &faulty, "ruling"),
    ]
    .into_iter()
    .enumerate()
    {
        let (damaged, to) = (folder.path().join(format!("{at}")), folder.path().join("copy"));
        assert!(backup(&data, &damaged).status.success());
        let file = damaged.join("caipan.sqlite3");
        let conn = SqliteConnection::establish(file.to_str().expect("UTF-8"));
        conn.expect("a database").batch_execute(&statement).expect("done");
        let made = backup(&damaged, &to);
        let said = text(&made.stderr);
        assert_eq!((made.status.code(), to.exists()), (Some(2), false), "{statement}: {said}");
        assert!(said.contains(log) && said.contains(why) && said.contains("purge job"), "{statement}: {said}");
        let place = damaged.to_str().expect("UTF-8");
        let checked = caipan(&["check-database", "--lang", "zh", "--data", place]).output().expect("it runs");
        let said = text(&checked.stderr);
        assert!(checked.status.code() == Some(2) && said.contains(log) && said.contains("有损坏"), "{said}");
    }
}

/// A check in place compares either database while a service runs, and finds what its own tools copy.
async fn check_in_place_finds_swapped_reports(engine: Engine) {
    let base = engine.base();
    let [flag, place] = base.arguments();
    let check = || caipan(&["check-database", "--lang", "en", &flag, &place]).output().expect("it runs");
    let service = Service::over(&base);
    let mut first = None;
    for body in [std::fs::read_to_string(LOG).expect("the sample"), FAULTY.to_owned()] {
        let (_, answer) = ask(&service.address, "POST /v1/logs", &body).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        first.get_or_insert_with(|| answer["id"].as_str().expect("an id").to_owned());
    }
    let intact = check();
    assert!(text(&intact.stdout).contains("logs 2, reports 2, rulings 0"), "{}", text(&intact.stderr));
    base.tamper(
        "CREATE TABLE old AS SELECT log, body FROM reports;
         UPDATE reports SET body = (SELECT body FROM old WHERE old.log <> reports.log); DROP TABLE old;",
    );
    let damaged = check();
    let said = text(&damaged.stderr);
    let first = first.expect("an id");
    assert!(
        damaged.status.code() == Some(2) && said.contains(&first) && said.contains("the journal records"),
        "{said}"
    );
}

/// A backup never overwrites an existing copy, and a failed backup leaves no file.
#[test]
fn failed_backup_leaves_no_copy() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, to) = (folder.path().join("data"), folder.path().join("copy"));
    let none = backup(&data, &to);
    assert_eq!((none.status.code(), to.exists()), (Some(2), false), "{}", text(&none.stderr));
    drop(Service::set(&data, &[]));
    assert_eq!(backup(&data, &data).status.code(), Some(2), "over itself");
    assert_eq!(backup(&data, &to).status.code(), Some(0));
    let kept = std::fs::read(to.join("caipan.sqlite3")).expect("a copy");
    let again = backup(&data, &to);
    assert_eq!(again.status.code(), Some(2), "over another");
    assert_eq!(std::fs::read(to.join("caipan.sqlite3")).expect("a copy"), kept);
    // A database that is mostly overwritten.
    let broken = folder.path().join("broken");
    std::fs::create_dir(&broken).expect("a folder");
    let mut bytes = kept;
    bytes[4096..].fill(0xAB);
    std::fs::write(broken.join("caipan.sqlite3"), bytes).expect("damaged");
    let other = folder.path().join("other");
    let damaged = backup(&broken, &other);
    assert_eq!((damaged.status.code(), other.exists()), (Some(2), false), "{}", text(&damaged.stdout));
}
