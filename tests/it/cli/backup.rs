//! `caipan backup` during writes, and a service on the copy.

use super::service::{Service, ask};
use super::{LOG, caipan, text};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

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
    assert!(said.contains(key.to_str().expect("UTF-8")) && said.contains("is not in the copy"), "{said}");
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
