//! Steps of a service: lost, repeated and simultaneous ones, and further jobs.

use super::{batches, documents, export, files, matches, texts};
use caipan_adapter::{InputFormat, read_each};
use caipan_log::Limits;
use caipan_parquet::{ExportError, PlayerNames, RANGE, Step, Stepped, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Documents with their places in a sequence that spans two ranges.
type Numbered = Vec<(u64, Vec<u8>)>;

fn numbered(count: u64) -> Numbered {
    let mut all: Numbered = (RANGE - 5..).zip(documents(&matches(count))).collect();
    if let Some(last) = all.last_mut() {
        last.1 = b"no log".to_vec();
    }
    all
}

fn begun(folder: &Path, job: &str, logs: &[(u64, Vec<u8>)]) -> Step {
    let target = Target::open_for_steps(folder.to_str().unwrap()).unwrap().beneath("tenant", "home");
    let mut step = Step::new(target, PlayerNames::LeftOut, job);
    for (number, bytes) in logs {
        for read in read_each(bytes, InputFormat::Content, &Limits::default()).unwrap_or_else(|error| vec![Err(error)])
        {
            step.add(*number, bytes, &read).unwrap();
        }
    }
    step
}

fn done(folder: &Path, job: &str, logs: &[(u64, Vec<u8>)]) -> Result<Stepped, ExportError> {
    begun(folder, job, logs).end()
}

/// Returns every row with its partition, as text, and asserts that no row occurs twice.
fn rows(folder: &Path) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for name in files(folder).keys().filter(|name| name.ends_with(".parquet")) {
        let partition = name.rsplit_once('/').unwrap().0;
        for batch in batches(&folder.join(name)) {
            for at in 0..batch.num_rows() {
                let row = format!("{partition} {:?}", batch.slice(at, 1).columns());
                assert!(all.insert(row), "{name} repeats {:?}", texts(&batch, "log_id")[at]);
            }
        }
    }
    all
}

#[test]
fn steps_write_the_rows_of_a_run() {
    let (logs, folder, run) = (numbered(40), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let sums: Vec<Stepped> = logs.chunks(7).map(|part| done(folder.path(), "job", part).unwrap()).collect();
    assert_eq!(
        sums.iter().map(|sum| (sum.logs, sum.unreadable, sum.before)).fold((0, 0, 0), |(a, b, c), (d, e, f)| (
            a + d,
            b + e,
            c + f
        )),
        (40, 1, 0)
    );
    let written = files(&folder.path().join("tenant=home"));
    assert_eq!(sums.iter().map(|sum| sum.files).sum::<u64>(), written.len() as u64);
    assert_eq!(
        sums.iter().map(|sum| sum.bytes).sum::<u64>(),
        written.values().map(|file| file.len() as u64).sum::<u64>()
    );
    let documents: Vec<Vec<u8>> = logs.iter().map(|(_, bytes)| bytes.clone()).collect();
    export(run.path(), &documents, &PlayerNames::LeftOut);
    assert_eq!(rows(&folder.path().join("tenant=home")), rows(run.path()));
}

/// A step that was lost after it wrote some or all of its files is repeated with other limits, over logs of which one has
/// gone and one has come.
#[test]
fn repeated_step_doubles_nothing_and_returns_the_same_sums() {
    let (logs, whole) = (numbered(30), tempfile::tempdir().unwrap());
    let sum = done(whole.path(), "job", &logs[..20]).unwrap();
    let undisturbed = files(whole.path());
    for (at, lost) in undisturbed.keys().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        done(folder.path(), "job", &logs[..20]).unwrap();
        if at > 0 {
            std::fs::remove_file(folder.path().join(lost)).unwrap();
        }
        assert_eq!(done(folder.path(), "job", &logs[..20]).unwrap(), sum);
        assert_eq!(files(folder.path()), undisturbed);
        let (first, second) =
            (done(folder.path(), "job", &logs[1..9]).unwrap(), done(folder.path(), "job", &logs[9..25]).unwrap());
        assert_eq!((first.logs, second.logs, first.before + second.before), (8, 16, 0));
        assert_eq!(rows(folder.path()).len(), 25);
    }
}

#[test]
fn further_job_writes_only_what_was_added() {
    let (logs, folder) = (numbered(30), tempfile::tempdir().unwrap());
    done(folder.path(), "one", &logs[..20]).unwrap();
    let before = files(folder.path());
    let again = done(folder.path(), "two", &logs[..20]).unwrap();
    assert_eq!(again, Stepped { before: 20, ..Stepped::default() });
    assert_eq!(files(folder.path()), before);
    let grown = done(folder.path(), "two", &logs).unwrap();
    assert_eq!((grown.logs, grown.unreadable, grown.before), (10, 1, 20));
    let after = files(folder.path());
    assert!(before.iter().all(|(name, bytes)| after.get(name) == Some(bytes)));
    assert_eq!(rows(folder.path()).len(), 30);
}

/// A process that lost its lease writes at the same time as the one that has it.
#[test]
fn simultaneous_steps_double_nothing() {
    let (logs, folder) = (numbered(20), tempfile::tempdir().unwrap());
    let late = begun(folder.path(), "job", &logs);
    let sum = done(folder.path(), "job", &logs[..15]).unwrap();
    let before: BTreeMap<_, _> = files(folder.path());
    let error = late.end().unwrap_err();
    assert!(error.is_temporary && error.text.en.contains(".parquet") && error.text.zh.contains(".parquet"), "{error}");
    assert!(before.iter().all(|(name, bytes)| files(folder.path()).get(name) == Some(bytes)));
    assert_eq!(done(folder.path(), "job", &logs).unwrap().logs, sum.logs + 5);
    assert_eq!(rows(folder.path()).len(), 20);
}

#[test]
fn refusals_of_a_target_are_told_from_outages() {
    let (logs, folder) = (numbered(3), tempfile::tempdir().unwrap());
    let tenant = folder.path().join("tenant=home");
    let failing = || {
        let target = Target::open_for_steps(folder.path().to_str().unwrap()).unwrap().beneath("tenant", "home");
        let mut step = Step::new(target, PlayerNames::LeftOut, "job");
        let (number, bytes) = &logs[0];
        let read = read_each(bytes, InputFormat::Content, &Limits::default()).unwrap().remove(0);
        step.add(*number, bytes, &read).and_then(|()| step.end()).unwrap_err()
    };
    std::fs::write(&tenant, "a file").unwrap();
    let error = failing();
    assert!(!error.is_temporary && error.text.en.contains("tenant=home"), "{error}");
    std::fs::remove_file(&tenant).unwrap();
    std::os::unix::fs::symlink(&tenant, &tenant).unwrap();
    let error = failing();
    assert!(error.is_temporary && error.text.en.contains("tenant=home"), "{error}");
}

/// A target may be dropped on a thread of another runtime.
#[test]
fn target_is_dropped_inside_a_runtime() {
    let folder = tempfile::tempdir().unwrap();
    let target = Target::open_for_steps(folder.path().to_str().unwrap()).unwrap();
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async move { drop(target) });
}
