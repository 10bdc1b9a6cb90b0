//! Exports into folders: content, partitions, names of players, repeated and broken-off runs.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop where a test would")]

mod steps;

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use caipan_adapter::{InputFormat, read_each};
use caipan_engine::rules::{SYSTEMS, resolve};
use caipan_lab::generate::{MatchConfig, one};
use caipan_log::{GameLog, Limits, RulesDeclared, write};
use caipan_parquet::{Export, Exported, PlayerNames, Settings, Target};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::Path;

/// Returns generated matches on several days and platforms, some without either.
fn matches(count: u64) -> Vec<GameLog> {
    let preset = SYSTEMS[0].presets[0].id.to_owned();
    let ruleset = resolve(&RulesDeclared { system: preset, ..Default::default() }).unwrap();
    let at = |number: u64| {
        let mut log = one(&ruleset, 3, number, &MatchConfig { hands: 1, ..MatchConfig::USUAL });
        log.id = format!("match-{number}");
        log.source.platform = ["acme", "平台/二", ""].get(number as usize % 4).map(|&name| name.to_owned());
        let day = 1 + number % 2;
        log.hands[0].started_at =
            (!number.is_multiple_of(5)).then(|| format!("2026-03-0{day}T23:30:00+08:00").parse().unwrap());
        log
    };
    (0..count).map(at).collect()
}

fn settings(players: PlayerNames) -> Settings {
    Settings { players, file_logs: 4, threads: 2 }
}

fn export(folder: &Path, documents: &[Vec<u8>], players: &PlayerNames) -> Exported {
    let target = Target::open(folder.to_str().unwrap()).unwrap();
    let mut export = Export::new(target, settings(players.clone()));
    for bytes in documents {
        export.add(bytes, read_each(bytes, InputFormat::Content, &Limits::default())).unwrap();
    }
    export.end().unwrap()
}

fn documents(logs: &[GameLog]) -> Vec<Vec<u8>> {
    logs.iter().map(|log| write(log).into_bytes()).collect()
}

/// Returns every file below a folder with its content, by its path.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn batches(path: &Path) -> Vec<RecordBatch> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    reader.build().unwrap().map(Result::unwrap).collect()
}

fn texts(batch: &RecordBatch, column: &str) -> Vec<Option<String>> {
    let column = batch.column_by_name(column).unwrap().as_string::<i32>();
    column.iter().map(|text| text.map(str::to_owned)).collect()
}

#[test]
fn files_hold_the_rows_of_the_audit_by_day_and_platform() {
    let folder = tempfile::tempdir().unwrap();
    let logs = matches(40);
    let sum = export(folder.path(), &documents(&logs), &PlayerNames::Clear);
    assert_eq!((sum.logs, sum.unreadable, sum.before, sum.repeated), (40, 0, 0, 0));
    let files = files(folder.path());
    assert_eq!(files.len() as u64, sum.files);
    let mut seen = BTreeSet::new();
    for name in files.keys() {
        let parts: Vec<&str> = name.split('/').collect();
        assert_eq!(parts.len(), 3, "{name}");
        for batch in batches(&folder.path().join(name)) {
            assert!(batch.num_rows() <= 4 && batch.column_by_name("platform").is_none());
            for (id, verdict) in texts(&batch, "log_id").into_iter().zip(texts(&batch, "verdict")) {
                let id = id.unwrap();
                let log = logs.iter().find(|log| log.id == id).unwrap();
                let day = log.hands[0].started_at.map(|at| at.date_naive().to_string());
                let unknown = || "__HIVE_DEFAULT_PARTITION__".to_owned();
                assert_eq!(parts[0], format!("day={}", day.unwrap_or_else(unknown)));
                let platform = log.source.platform.clone().filter(|name| !name.is_empty()).unwrap_or_else(unknown);
                assert_eq!(
                    parts[1],
                    format!("platform={}", platform.replace("平台/二", "%E5%B9%B3%E5%8F%B0%2F%E4%BA%8C"))
                );
                assert_eq!(verdict.as_deref(), Some("clean"), "{id}");
                assert!(seen.insert(id));
            }
        }
    }
    assert_eq!(seen.len(), logs.len());
}

#[test]
fn second_run_writes_nothing_and_a_grown_input_only_what_was_added() {
    let folder = tempfile::tempdir().unwrap();
    let documents = documents(&matches(40));
    export(folder.path(), &documents[..30], &PlayerNames::LeftOut);
    let before = files(folder.path());
    let again = export(folder.path(), &documents[..30], &PlayerNames::LeftOut);
    assert_eq!((again.files, again.logs, again.before), (0, 0, 30));
    assert_eq!(files(folder.path()), before);
    let grown = export(folder.path(), &documents, &PlayerNames::LeftOut);
    assert_eq!((grown.logs, grown.before), (10, 30));
    let after = files(folder.path());
    assert!(before.iter().all(|(name, bytes)| after.get(name) == Some(bytes)));
    let rows = after.keys().flat_map(|name| batches(&folder.path().join(name))).map(|batch| batch.num_rows());
    assert_eq!(rows.sum::<usize>(), 40);
}

#[test]
fn run_after_a_broken_one_gives_the_files_of_an_undisturbed_one() {
    let documents = documents(&matches(60));
    let whole = tempfile::tempdir().unwrap();
    export(whole.path(), &documents, &PlayerNames::LeftOut);
    let undisturbed = files(whole.path());
    for stop in [1, 17, 33, 59] {
        let folder = tempfile::tempdir().unwrap();
        let target = Target::open(folder.path().to_str().unwrap()).unwrap();
        let mut broken = Export::new(target, settings(PlayerNames::LeftOut));
        for bytes in &documents[..stop] {
            broken.add(bytes, read_each(bytes, InputFormat::Content, &Limits::default())).unwrap();
        }
        drop(broken);
        // A killed write leaves this behind.
        let some = undisturbed.keys().next().unwrap();
        let half = folder.path().join(format!("{some}#1"));
        fs::create_dir_all(half.parent().unwrap()).unwrap();
        fs::write(&half, b"PAR1 half").unwrap();
        assert!(
            files(folder.path())
                .keys()
                .filter(|name| name.ends_with(".parquet"))
                .all(|name| undisturbed.contains_key(name))
        );
        let sum = export(folder.path(), &documents, &PlayerNames::LeftOut);
        assert_eq!(sum.logs + sum.before, 60);
        assert_eq!(files(folder.path()), undisturbed, "stopped after {stop}");
    }
}

#[test]
fn repeated_documents_are_left_out_and_unreadable_ones_have_their_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut documents = documents(&matches(3));
    documents.push(documents[0].clone());
    documents.push(b"no log".to_vec());
    let sum = export(folder.path(), &documents, &PlayerNames::Clear);
    assert_eq!((sum.logs, sum.unreadable, sum.repeated), (4, 1, 1));
    let codes: Vec<String> = files(folder.path())
        .keys()
        .flat_map(|name| batches(&folder.path().join(name)))
        .flat_map(|batch| {
            let error = batch.column_by_name("error").unwrap().as_struct().clone();
            let codes = error.column_by_name("code").unwrap().as_string::<i32>().clone();
            (0..batch.num_rows())
                .filter(|&at| error.is_valid(at))
                .map(|at| codes.value(at).to_owned())
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(codes.len(), 1, "{codes:?}");
    assert_eq!(export(folder.path(), &documents, &PlayerNames::Clear).logs, 0);
}

#[test]
fn logs_without_known_rules_are_unreadable_and_exported_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut logs = matches(9);
    logs[4].rules.system = "nowhere".to_owned();
    let documents = documents(&logs);
    let sum = export(folder.path(), &documents, &PlayerNames::LeftOut);
    assert_eq!((sum.logs, sum.unreadable), (9, 1));
    let again = export(folder.path(), &documents, &PlayerNames::LeftOut);
    assert_eq!((again.files, again.logs, again.before), (0, 0, 9));
}

#[test]
fn pseudonyms_follow_the_key_and_do_not_mix() {
    let documents = documents(&matches(8));
    let names = |players: &PlayerNames| {
        let folder = tempfile::tempdir().unwrap();
        export(folder.path(), &documents, players);
        let names: BTreeSet<Option<String>> = files(folder.path())
            .keys()
            .flat_map(|name| batches(&folder.path().join(name)))
            .flat_map(|batch| {
                let lists = batch.column_by_name("players").unwrap().as_list::<i32>().clone();
                let names = lists.values().as_string::<i32>();
                names.iter().map(|name| name.map(str::to_owned)).collect::<Vec<_>>()
            })
            .collect();
        (folder, names)
    };
    let one = PlayerNames::keyed(b"0123456789abcdef").unwrap();
    let other = PlayerNames::keyed(b"0123456789abcdeg").unwrap();
    let (folder, with_one) = names(&one);
    let (_, again) = names(&one);
    let (_, with_other) = names(&other);
    let (_, clear) = names(&PlayerNames::Clear);
    let (_, left_out) = names(&PlayerNames::LeftOut);
    assert!(clear.contains(&Some("u1".to_owned())));
    // The four players of three platforms are as many persons.
    assert!(with_one.len() > clear.len() && with_one == again);
    assert!(with_one.is_disjoint(&with_other) && with_one.is_disjoint(&clear));
    assert!(left_out.is_empty());
    let target = Target::open(folder.path().to_str().unwrap()).unwrap();
    let mut mixed = Export::new(target, settings(other));
    let error =
        mixed.add(&documents[0], read_each(&documents[0], InputFormat::Content, &Limits::default())).unwrap_err();
    assert!(error.text.en.contains("two names") && error.text.zh.contains("两个名字"), "{error}");
}

#[test]
fn files_of_another_schema_version_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let documents = documents(&matches(1));
    export(folder.path(), &documents, &PlayerNames::Clear);
    let name = files(folder.path()).into_keys().next().unwrap();
    let path = folder.path().join(&name);
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
    let players = reader.metadata().file_metadata().key_value_metadata().unwrap().iter();
    let players = players.filter(|pair| pair.key == "caipan.players").cloned();
    let older = KeyValue::new("caipan.schema".to_owned(), "1".to_owned());
    let properties = WriterProperties::builder().set_key_value_metadata(Some(players.chain([older]).collect())).build();
    let rows = batches(&path).remove(0);
    let mut writer = ArrowWriter::try_new(File::create(&path).unwrap(), rows.schema(), Some(properties)).unwrap();
    writer.write(&rows).unwrap();
    writer.close().unwrap();
    let target = Target::open(folder.path().to_str().unwrap()).unwrap();
    let mut export = Export::new(target, settings(PlayerNames::Clear));
    let error =
        export.add(&documents[0], read_each(&documents[0], InputFormat::Content, &Limits::default())).unwrap_err();
    assert!(error.text.en.contains(&name) && error.text.en.contains("version 1"), "{error}");
    assert!(error.text.zh.contains("第 1 版"), "{error}");
}

#[test]
fn foreign_files_and_targets_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let documents = documents(&matches(1));
    export(folder.path(), &documents, &PlayerNames::Clear);
    let name = files(folder.path()).into_keys().next().unwrap();
    fs::write(folder.path().join(&name), b"PAR1 and more that is no file of ours").unwrap();
    let target = Target::open(folder.path().to_str().unwrap()).unwrap();
    let mut export = Export::new(target, settings(PlayerNames::Clear));
    let error =
        export.add(&documents[0], read_each(&documents[0], InputFormat::Content, &Limits::default())).unwrap_err();
    assert!(error.text.en.contains(&name), "{error}");
    let error = Target::open("gs://bucket/logs").unwrap_err();
    assert!(error.text.en.contains("gs://bucket/logs") && error.text.zh.contains("s3://"), "{error}");
}
