//! Tests of exports into Parquet files by jobs: their rows, lost steps, tenants, and targets that fail.

use super::erasure::{NAME, played_by};
use super::jobs::{done, ended, wanted, works};
use super::keys::{key, with};
use super::{Behind, call, changed, get, post, service};
use crate::engine::{Engine, on_both};
use caipan::app::{App, ExportTarget, Scope};
use caipan::config::Config;
use caipan_parquet::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

on_both!(
    job_writes_rows_of_the_command,
    lost_step_doubles_nothing,
    tenants_stay_apart,
    failing_target_is_tried_again_or_fails_the_job,
);

/// A target and a key of pseudonyms.
struct Place {
    folder: tempfile::TempDir,
    target: PathBuf,
    key: PathBuf,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        let (target, key) = (folder.path().join("audits"), folder.path().join("players.key"));
        fs::write(&key, "0123456789abcdef0123456789abcdef\n").expect("a key");
        Place { folder, target, key }
    }

    fn target(&self) -> Option<String> {
        Some(self.target.to_str().expect("UTF-8").to_owned())
    }

    fn key(&self) -> Option<PathBuf> {
        Some(self.key.clone())
    }
}

fn parquet() -> Value {
    json!({ "kind": "export", "format": "parquet" })
}

/// Returns every Parquet file below a folder with its content, by its path.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").to_str().expect("UTF-8").to_owned();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// Returns every row below a folder with its partition, as text. No row occurs twice.
fn rows(folder: &Path) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for name in files(folder).keys() {
        let file = File::open(folder.join(name)).expect("a file");
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a Parquet file").build().expect("rows");
        for batch in reader {
            let batch = batch.expect("rows");
            let partition = name.rsplit_once('/').expect("a partition").0;
            for at in 0..batch.num_rows() {
                let row = format!("{partition} {:?}", batch.slice(at, 1).columns());
                assert!(all.insert(row), "{name} repeats a row");
            }
        }
    }
    all
}

/// Logs of several days and platforms.
fn log(number: u32) -> String {
    changed(|log| {
        log["id"] = json!(format!("day-{number}"));
        log["source"]["platform"] = json!(["acme", "平台"][number as usize % 2]);
        log["hands"][0]["started_at"] = json!(format!("2026-03-0{}T20:00:00+08:00", 1 + number % 3));
    })
}

/// Stores logs and returns their ids.
macro_rules! stored {
    ($service:expr, $logs:expr) => {{
        let mut ids = Vec::new();
        for log in $logs {
            let answer = call!(&$service, post("/v1/logs", log)).await;
            assert_eq!(answer.status, 201, "{}", answer.json());
            ids.push(answer.id());
        }
        ids
    }};
}

/// The outcome of a finished job: logs, unreadable ones, logs exported before, files.
fn sums(job: &Value) -> [i64; 4] {
    assert_eq!((&job["state"], &job["percent"]), (&json!("done"), &json!(100)), "{job}");
    ["exported", "unreadable", "before", "files"].map(|name| job["outcome"][name].as_i64().expect("a number"))
}

/// Brings the database back to the time before a job was first taken, as if its steps had not been committed.
fn uncommit(behind: &Behind, id: &str) {
    behind.base.tamper(&format!(
        "UPDATE jobs SET state = 1, next = start, done = 0, steps = 0, lost = 0, outcome = '{{}}', ended_at = NULL \
         WHERE id = '{id}';"
    ));
}

async fn job_writes_rows_of_the_command(engine: Engine) {
    let place = Place::new();
    let (service, behind) = service!(engine; export_target: place.target(), export_key_file: place.key());
    let ids = stored!(service, (0..12).map(log));
    stored!(service, [include_str!("../../../fixtures/demo/guiyang-chickens.json").to_owned(), played_by(NAME, "b")]);
    let worker = works(&behind);
    let job = done!(&service, parquet());
    let home = place.target.join("tenant=home");
    let written = files(&home);
    assert_eq!(sums(&job), [14, 0, 0, i64::try_from(written.len()).expect("few")]);
    assert_eq!(job["outcome"]["bytes"], written.values().map(Vec::len).sum::<usize>(), "{job}");
    assert_eq!((&job["format"], &job["done"], &job["parts"]), (&json!("parquet"), &json!(14), &json!([])));
    let run = place.folder.path().join("run");
    let [flag, base] = behind.base.arguments();
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    let command = command.args(["export", "--stored", &flag, &base, "--parquet"]).arg(&run).arg("--key-file");
    let output = command.arg(&place.key).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(rows(&home), rows(&run));
    assert_eq!(rows(&home).len(), 14);
    for (name, bytes) in &written {
        let has = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
        assert!(!has(NAME.as_bytes()) && !has("老周".as_bytes()), "{name} names a player");
    }
    // A further job writes only what was added, and filters and lists select logs.
    let again = done!(&service, parquet());
    assert_eq!((sums(&again), files(&home)), ([0, 0, 14, 0], written));
    stored!(service, [log(100), log(101)]);
    let mut chosen = parquet();
    chosen["filter"] = json!({ "platform": "平台" });
    assert_eq!(sums(&done!(&service, chosen)), [1, 0, 6, 1]);
    let mut listed = parquet();
    listed["logs"] = json!([ids[0], ids[1]]);
    assert_eq!(sums(&done!(&service, listed)), [0, 0, 2, 0]);
    assert_eq!(sums(&done!(&service, parquet())), [1, 0, 15, 1]);
    assert_eq!(rows(&home).len(), 16);
    // Another key would give one player two names.
    fs::write(&place.key, "another key of 16 bytes or more").expect("a key");
    let other = ExportTarget::open(&place.target().expect("a target"), place.key().as_deref()).expect("a target");
    drop(worker);
    let app = App::open(&Config { database: behind.base.database(), ..Config::default() });
    let app = app.expect("a store").with_export_target(Some(other));
    let made = call!(&service, wanted(&parquet())).await;
    app.work_off().await.expect("the job ends");
    let job = call!(&service, get(made.header("location"))).await.json();
    assert_eq!(job["state"], "failed", "{job}");
    assert!(job["outcome"]["problem_en"].as_str().is_some_and(|said| said.contains("--export-key-file")), "{job}");
    assert_eq!(rows(&home).len(), 16);
}

/// A process writes files and dies before it commits. Meanwhile a log is erased and another one arrives.
async fn lost_step_doubles_nothing(engine: Engine) {
    let place = Place::new();
    let (service, behind) = service!(engine; export_target: place.target());
    let ids = stored!(service, (0..9).map(log));
    let home = place.target.join("tenant=home");
    let path = {
        let _worker = works(&behind);
        let made = call!(&service, wanted(&parquet())).await;
        let path = made.header("location").to_owned();
        let job = ended!(&service, path);
        assert_eq!(sums(&job)[..3], [9, 0, 0]);
        path
    };
    let id = path.rsplit('/').next().expect("an id").to_owned();
    let (first, whole) = (call!(&service, get(&path)).await.json(), files(&home));
    // All files were written, then all but one.
    for lost in [None, whole.keys().next()] {
        if let Some(lost) = lost {
            fs::remove_file(home.join(lost)).expect("a file");
        }
        uncommit(&behind, &id);
        let _worker = works(&behind);
        let job = ended!(&service, path);
        assert_eq!((&job["outcome"], &job["done"]), (&first["outcome"], &json!(9)), "lost: {lost:?}");
        assert_eq!(files(&home), whole);
    }
    let mut purge = json!({ "kind": "purge" });
    purge["logs"] = json!([ids[4]]);
    {
        let _worker = works(&behind);
        assert_eq!(done!(&service, purge)["outcome"]["erased"], 1);
    }
    stored!(service, [log(200)]);
    uncommit(&behind, &id);
    let _worker = works(&behind);
    let job = ended!(&service, path);
    assert_eq!(sums(&job)[..3], [8, 0, 0], "{job}");
    assert_eq!(files(&home), whole, "an export keeps the row of a log that is erased later");
    assert_eq!(sums(&done!(&service, parquet())), [1, 0, 8, 1]);
    assert_eq!(rows(&home).len(), 10);
}

async fn tenants_stay_apart(engine: Engine) {
    let place = Place::new();
    let (service, behind) = service!(engine; export_target: place.target());
    let (_, one) = key(&behind, "one", &[Scope::Ingest, Scope::Read], None).await;
    let (_, two) = key(&behind, "two", &[Scope::Ingest, Scope::Read], None).await;
    for (secret, count) in [(&one, 3), (&two, 2)] {
        for number in 0..count {
            assert_eq!(call!(&service, with(secret, post("/v1/logs", log(number)))).await.status, 201);
        }
    }
    let _worker = works(&behind);
    for (secret, tenant, count) in [(&one, "one", 3), (&two, "two", 2)] {
        let made = call!(&service, with(secret, wanted(&parquet()))).await;
        assert_eq!(made.status, 201, "{}", made.json());
        let began = Instant::now();
        let job = loop {
            let job = call!(&service, with(secret, get(made.header("location")))).await.json();
            if job["ended_at"].is_string() {
                break job;
            }
            assert!(began.elapsed() < Duration::from_mins(2), "it does not end: {job}");
            actix_web::rt::time::sleep(Duration::from_millis(10)).await;
        };
        assert_eq!(sums(&job)[..3], [count, 0, 0]);
        assert_eq!(rows(&place.target.join(format!("tenant={tenant}"))).len(), usize::try_from(count).expect("few"));
    }
    let tenants: BTreeSet<String> =
        files(&place.target).keys().filter_map(|name| Some(name.split_once('/')?.0.to_owned())).collect();
    assert_eq!(tenants, ["tenant=one", "tenant=two"].map(str::to_owned).into());
}

async fn failing_target_is_tried_again_or_fails_the_job(engine: Engine) {
    let place = Place::new();
    let (service, behind) = service!(engine; export_target: place.target());
    stored!(service, (0..3).map(log));
    let home = place.target.join("tenant=home");
    let _worker = works(&behind);
    // A file in the place of a folder stays one.
    fs::write(&home, "no folder").expect("a file");
    let job = done!(&service, parquet());
    assert_eq!((&job["state"], &job["outcome"]["exported"]), (&json!("failed"), &json!(0)), "{job}");
    for language in ["problem_zh", "problem_en"] {
        assert!(job["outcome"][language].as_str().is_some_and(|said| said.contains("tenant=home")), "{job}");
    }
    fs::remove_file(&home).expect("a file");
    // A link to itself stands for a target that does not answer. Meanwhile other jobs run.
    std::os::unix::fs::symlink(&home, &home).expect("a link");
    let made = call!(&service, wanted(&parquet())).await;
    let path = made.header("location").to_owned();
    assert_eq!(done!(&service, json!({ "kind": "export" }))["outcome"]["exported"], 3);
    let began = Instant::now();
    while failures(&behind) < 2 {
        assert!(began.elapsed() < Duration::from_mins(2), "it was not tried");
        actix_web::rt::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(call!(&service, get(&path)).await.json()["ended_at"].is_null());
    fs::remove_file(&home).expect("a link");
    assert_eq!(sums(&ended!(&service, path))[..3], [3, 0, 0]);
    assert_eq!(rows(&home).len(), 3);
}

/// The steps of exports that failed.
fn failures(behind: &Behind) -> u32 {
    let figures = behind.app.metrics.text(true, 0);
    let line = figures.lines().find_map(|line| line.strip_prefix("caipan_job_failures_total{kind=\"export\"} "));
    line.and_then(|count| count.parse().ok()).unwrap_or_default()
}
