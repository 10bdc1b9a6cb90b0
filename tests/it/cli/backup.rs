//! A copy taken while others write, and the service started from it.

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

/// Whatever was acknowledged before the copy began is in it, byte for byte with its report; keys open what they opened; and what is
/// written to it afterwards goes on in order.
#[test]
fn a_copy_of_a_busy_database_can_be_served() {
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

/// No copy is laid over another, and one that fails leaves nothing that looks like one.
#[test]
fn a_copy_that_cannot_be_made_leaves_nothing() {
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
    // A database of which little is left.
    let broken = folder.path().join("broken");
    std::fs::create_dir(&broken).expect("a folder");
    let mut bytes = kept;
    bytes[4096..].fill(0xAB);
    std::fs::write(broken.join("caipan.sqlite3"), bytes).expect("damaged");
    let other = folder.path().join("other");
    let damaged = backup(&broken, &other);
    assert_eq!((damaged.status.code(), other.exists()), (Some(2), false), "{}", text(&damaged.stdout));
}
