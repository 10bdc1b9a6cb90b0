//! Damaged database files: the damage is reported, no wrong data is returned, no write is acknowledged, and intact data
//! stays readable.

use super::{PATIENCE, fresh, open_at, other};
use crate::cli::service::{Service, ask};
use caipan::store::{Store, StoreError, Tenant};
use diesel::connection::SimpleConnection;
use serde_json::Value;
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;

const LOG: &str = "docs/examples/changsha-a.json";
const LOGS: usize = 40;
const PAGE: usize = 4096;
const FILE: &str = "caipan.sqlite3";

/// Returns the sample log with this game id.
fn game(at: usize) -> String {
    let log = std::fs::read_to_string(LOG).expect("the sample");
    log.replace("room-889123-2026-01-05", &format!("game-{at}"))
}

/// Stores logs through a service and returns their ids and bodies.
fn store_logs(service: &Service) -> Vec<(String, String)> {
    let one = |at| {
        let body = game(at);
        let (status, answer) = ask(&service.address, "POST /v1/logs", &body).expect("an answer");
        assert_eq!(status, 201, "{answer}");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        (answer["id"].as_str().expect("an id").to_owned(), body)
    };
    (0..LOGS).map(one).collect()
}

/// Copies the write-ahead log into the database file. Connections of a store that was just dropped may still be closing.
fn checkpoint(data: &Path) {
    other(data).batch_execute("PRAGMA busy_timeout = 30000; PRAGMA wal_checkpoint(TRUNCATE)").expect("copied");
}

/// Returns the root pages, counted from 1, of the table and the index by which logs are found.
fn root_pages(data: &Path) -> Vec<usize> {
    #[derive(diesel::QueryableByName)]
    struct Root {
        #[diesel(sql_type = diesel::sql_types::Integer)]
        rootpage: i32,
    }
    let query = diesel::sql_query("SELECT rootpage FROM sqlite_schema WHERE name IN ('logs', 'logs_id')");
    let roots: Vec<Root> = diesel::RunQueryDsl::load(query, &mut other(data)).expect("pages");
    roots.into_iter().filter_map(|root| root.rootpage.try_into().ok()).collect()
}

/// Copies the file to a new directory and applies a change.
fn damaged_copy(data: &Path, damage: impl FnOnce(&mut Vec<u8>)) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bytes = std::fs::read(data.join(FILE)).expect("the file");
    damage(&mut bytes);
    std::fs::write(folder.path().join(FILE), bytes).expect("written");
    folder
}

/// Reads everything and counts correct and damaged results. Also tells whether the file itself is broken. Anything else
/// fails the test.
fn read(store: &Store, sent: &[(String, String)], reports: &[Vec<u8>]) -> (usize, usize, bool) {
    let (mut right, mut reported, mut broken) = (0, 0, false);
    for ((id, body), report) in sent.iter().zip(reports) {
        let raw = store.raw(Tenant::HOME, id);
        let given = store.report(Tenant::HOME, id).map(|row| row.map(|row| row.body));
        for (found, expected) in [(raw, body.as_bytes()), (given, report)] {
            match found {
                Ok(Some(found)) => {
                    assert_eq!(found, expected, "{id}: other bytes than were stored");
                    right += 1;
                }
                Err(error @ (StoreError::Broken(_) | StoreError::Damaged(_))) => {
                    store.record_error(&error);
                    broken |= matches!(error, StoreError::Broken(_));
                    reported += 1;
                }
                other => panic!("{id}: {other:?}"),
            }
        }
    }
    (right, reported, broken)
}

/// Overwrites single pages after a kill: reads return the original data or an error. A store that met the damage is not
/// ready and acknowledges nothing.
#[actix_web::test]
async fn overwritten_page_is_detected() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut service = Service::set(folder.path(), &[]);
    let sent = store_logs(&service);
    service.kill();
    checkpoint(folder.path());
    let intact = open_at(folder.path());
    let report = |(id, _): &(String, String)| intact.report(Tenant::HOME, id).expect("a query").expect("a report").body;
    let reports: Vec<Vec<u8>> = sent.iter().map(report).collect();
    drop(intact);
    checkpoint(folder.path());
    let pages = std::fs::read(folder.path().join(FILE)).expect("the file").len() / PAGE;
    let root_pages = root_pages(folder.path());
    let (mut closed, mut met, mut all) = (0, 0, 0);
    for page in (0..pages).step_by(7) {
        let damaged = damaged_copy(folder.path(), |bytes| bytes[page * PAGE..(page + 1) * PAGE].fill(0xAB));
        let store = match Store::open(&super::at(damaged.path()), 2, PATIENCE, caipan::app::report_tags) {
            Ok(store) => store,
            Err(StoreError::Broken(_)) => {
                closed += 1;
                continue;
            }
            Err(other) => panic!("page {page}: {other}"),
        };
        let (right, reported, broken) = read(&store, &sent, &reports);
        // Without a root page no log is found.
        assert!(
            right >= LOGS || root_pages.contains(&(page + 1)),
            "page {page} took more with it than lies there: {right} and {reported}"
        );
        let after = store.put(fresh("after", "x")).await;
        let ready = store.is_readable(PATIENCE).await.is_ok() && store.is_writable(PATIENCE).await.is_ok();
        if broken {
            met += 1;
            assert!(
                matches!(after, Err(StoreError::Broken(_))),
                "page {page}: nothing more is acknowledged: {after:?}"
            );
            assert!(!ready, "page {page}");
            continue;
        }
        all += 1;
        match after {
            Ok(_) => {
                drop(store);
                let again = open_at(damaged.path());
                assert_eq!(again.raw(Tenant::HOME, "after-x").expect("a query").expect("a log"), b"x", "page {page}");
            }
            Err(StoreError::Broken(_)) => assert!(!ready, "page {page}"),
            Err(other) => panic!("page {page}: {other}"),
        }
    }
    assert!(closed > 0 && met > 0 && all > 0, "{closed} not opened, {met} met, {all} not: of {pages} pages");
}

/// Changes single bytes of stored data: SQLite does not notice, but the store never returns them.
#[actix_web::test]
async fn changed_bytes_are_never_returned() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &[]);
    let sent = store_logs(&service);
    drop(service);
    let intact = open_at(folder.path());
    let report = |(id, _): &(String, String)| intact.report(Tenant::HOME, id).expect("a query").expect("a report").body;
    let reports: Vec<Vec<u8>> = sent.iter().map(report).collect();
    drop(intact);
    checkpoint(folder.path());
    let bytes = std::fs::read(folder.path().join(FILE)).expect("the file");
    let frames: Vec<usize> =
        bytes.windows(4).enumerate().filter(|(_, four)| *four == [0x28, 0xb5, 0x2f, 0xfd]).map(|(at, _)| at).collect();
    assert!(frames.len() >= 2 * LOGS, "{} frames", frames.len());
    let mut reported = 0;
    for (at, frame) in frames.iter().enumerate().take(60) {
        let damaged = damaged_copy(folder.path(), |bytes| bytes[frame + 20 + 7 * (at % 40)] ^= 0x10);
        reported += read(&open_at(damaged.path()), &sent, &reports).1;
    }
    assert!(reported >= 40, "{reported} of 60");
}

/// Sends a request in a language and returns the status and the whole response.
fn ask_in(address: &str, lang: &str, request: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("it is there");
    write!(
        stream,
        "{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAccept-Language: {lang}\r\n\
         Content-Type: application/vnd.paipu+json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, answer)
}

/// Overwrites most of the file of a running service. The service stays up, reports the damage in both languages, is not
/// ready and rejects writes. A restart is refused, and the backup has every log.
#[test]
fn running_service_detects_overwritten_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let mut service = Service::set(&data, &["--lang", "en"]);
    let sent = store_logs(&service);
    let path = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let program =
        |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_caipan")).args(arguments).output().expect("it runs");
    let made = program(&["backup", "--data", &path(&data), &path(&copy)]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    checkpoint(&data);
    assert_eq!(ask(&service.address, "GET /readyz", "").expect("an answer").0, 200);

    let file = OpenOptions::new().write(true).open(data.join(FILE)).expect("the file");
    let pages = usize::try_from(file.metadata().expect("a file").len()).expect("small") / PAGE;
    for page in 1..pages {
        file.write_all_at(&[0xAB; PAGE], (page * PAGE) as u64).expect("overwritten");
    }
    // Writes succeed until the service reads a damaged page.
    let refused = (LOGS..LOGS + 2000).find_map(|at| {
        let (status, answer) = ask_in(&service.address, "en", "POST /v1/logs", &game(at));
        assert!(matches!(status, 201 | 503), "{answer}");
        (status == 503).then_some(answer)
    });
    let refused = refused.expect("it is met");
    assert!(refused.contains("damaged") && refused.contains("restore a backup"), "{refused}");
    let (status, answer) = ask_in(&service.address, "zh", "POST /v1/logs", &game(9999));
    assert!(status == 503 && answer.contains("已损坏") && answer.contains("备份"), "{answer}");
    assert_eq!(ask(&service.address, "GET /readyz", "").expect("an answer").0, 503);
    assert_eq!(ask(&service.address, "GET /healthz", "").expect("an answer").0, 200, "it lives");
    for (id, body) in &sent {
        for lang in ["en", "zh"] {
            let (status, answer) = ask_in(&service.address, lang, &format!("GET /v1/logs/{id}/raw"), "");
            let right = status == 200 && answer.ends_with(body.as_str());
            assert!(right || status == 503, "{answer}");
        }
    }
    service.kill();

    let started = program(&["serve", "--lang", "en", "--listen", "127.0.0.1:0", "--data", &path(&data)]);
    let said = String::from_utf8_lossy(&started.stderr).into_owned();
    assert!(
        started.status.code() == Some(2) && said.contains("damaged") && said.contains("restore a backup"),
        "{said}"
    );
    let started = program(&["migrate", "--lang", "zh", "--data", &path(&data)]);
    let said = String::from_utf8_lossy(&started.stderr).into_owned();
    assert!(started.status.code() == Some(2) && said.contains("已损坏") && said.contains("备份"), "{said}");

    let restored = Service::set(&copy, &[]);
    for (id, body) in &sent {
        assert_eq!(
            ask(&restored.address, &format!("GET /v1/logs/{id}/raw"), "").expect("an answer"),
            (200, body.clone())
        );
        assert_eq!(ask(&restored.address, &format!("GET /v1/reports/{id}"), "").expect("an answer").0, 200);
    }
}
