//! Tables (CSV, TSV) as logs: the same reports as from JSON lines, places in the original, and refusals.

use super::{fed, run, text};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn fixture(name: &str) -> String {
    format!("{}/fixtures/adapters/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Writes rows of JSON as a table with this separator.
fn table(rows: &str, sign: &str) -> String {
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).expect("JSON")).collect();
    let columns: Vec<&String> = rows[0].as_object().expect("an object").keys().collect();
    let cell = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => format!("\"{}\"", text.replace('"', "\"\"")),
        other => other.to_string(),
    };
    let header = columns.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(sign);
    let line = |row: &Value| columns.iter().map(|column| cell(&row[column.as_str()])).collect::<Vec<_>>().join(sign);
    rows.iter().fold(header + "\n", |table, row| table + &line(row) + "\n")
}

fn written(folder: &Path, name: &str, content: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file");
    path
}

/// Audits a file and returns the exit code, the reports without the digest of the bytes, and standard error.
fn audited(options: &[&str], path: &Path) -> (Option<i32>, Vec<Value>, String) {
    let path = path.to_str().expect("a path");
    let output = run(&[&["audit", "--lang", "en", "--format", "json", path], options].concat());
    let mut reports: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    reports.iter_mut().for_each(|report| report["log"]["digest"] = Value::Null);
    (output.status.code(), reports, text(&output.stderr).to_owned())
}

/// A table gives the report of the same rows as JSON, through an adapter or recognised by its columns.
#[test]
fn table_gives_the_report_of_its_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, options) in [("osprey", vec!["--adapter".to_owned(), fixture("osprey.toml")]), ("roomcard", vec![])] {
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let rows = fs::read_to_string(fixture(&format!("{name}.jsonl"))).expect("rows");
        let (code, expected, said) = audited(&options, &written(folder.path(), "rows.jsonl", &rows));
        assert!(code == Some(0) && expected.len() == 1, "{name}: {said}");
        for (ending, sign) in [("csv", ","), ("tsv", "\t"), ("csv", ";")] {
            let path = written(folder.path(), &format!("rows.{ending}"), &table(&rows, sign));
            let (code, reports, said) = audited(&options, &path);
            assert_eq!((code, &reports), (Some(0), &expected), "{name} {sign:?}: {said}");
        }
    }
    // The header identifies the table within a folder too, and `convert` reads it like `audit`.
    let rows = fs::read_to_string(fixture("roomcard.jsonl")).expect("rows");
    let only = tempfile::tempdir().expect("a folder");
    let path = written(only.path(), "rows.csv", &table(&rows, ","));
    assert_eq!(audited(&[], only.path()).1.len(), 1);
    let converted = run(&["convert", path.to_str().expect("a path")]);
    let from_rows = run(&["convert", &fixture("roomcard.jsonl")]);
    assert_eq!(text(&converted.stdout), text(&from_rows.stdout));
}

/// A finding names the line of the record in the table.
#[test]
fn findings_name_the_line_of_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = fs::read_to_string(fixture("osprey.jsonl")).expect("rows");
    let at = rows.lines().position(|row| row.contains("\"pts\": \"")).expect("a row of points");
    let lines: Vec<String> = rows
        .lines()
        .enumerate()
        .map(|(line, row)| if line == at { row.replace("\"pts\": \"", "\"pts\": \"1") } else { row.to_owned() })
        .collect();
    let path = written(folder.path(), "rows.csv", &table(&lines.join("\n"), ","));
    let (code, reports, said) = audited(&["--adapter", &fixture("osprey.toml")], &path);
    assert_eq!(code, Some(1), "{said}");
    let found = reports[0]["findings"].as_array().expect("findings");
    let line = at as u64 + 2;
    assert!(found.iter().any(|one| one["original_line"] == line && one["original"] == format!("/{at}")), "{found:#?}");
}

/// A record with too few cells, and a table that no adapter reads, are refused with the line and the way on.
#[test]
fn rejects_bad_rows_and_unknown_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = fs::read_to_string(fixture("osprey.jsonl")).expect("rows");
    let whole = table(&rows, ",");
    let mut lines: Vec<&str> = whole.lines().collect();
    lines[6] = "osprey-7,1";
    let path = written(folder.path(), "rows.csv", &lines.join("\n"));
    let (code, _, said) = audited(&["--adapter", &fixture("osprey.toml")], &path);
    assert!(code == Some(2) && said.contains("Line 7 of the table has 2 cells"), "{said}");
    assert!(said.contains("7 | osprey-7,1"), "{said}");
    let path = written(folder.path(), "rows.csv", &whole);
    let (code, _, said) = audited(&[], &path);
    assert!(code == Some(2) && said.contains("table, deal_no, step, chair, verb"), "{said}");
    assert!(said.contains("caipan adapter new"), "{said}");
    let zh = run(&["audit", "--lang", "zh", path.to_str().expect("a path")]);
    assert!(text(&zh.stderr).contains("没有适配器认得它"), "{}", text(&zh.stderr));
    let explained = run(&["explain", "--lang", "en", "unknown-table"]);
    assert!(text(&explained.stdout).contains("no adapter recognises this table"), "{}", text(&explained.stdout));
    // A draft needs a row, and reads a table of one row as rows.
    let header = written(folder.path(), "header.csv", "room_id,acts\n");
    let refused = run(&["adapter", "new", "--lang", "en", header.to_str().expect("a path")]);
    assert!(text(&refused.stderr).contains("has a header but no rows"), "{}", text(&refused.stderr));
    let nested = fs::read_to_string(fixture("cookbook/nested.csv")).expect("rows");
    let one = nested.lines().take(2).collect::<Vec<_>>().join("\n");
    let one = written(folder.path(), "one.csv", &one);
    let drafted = run(&["adapter", "new", "--lang", "en", one.to_str().expect("a path")]);
    assert!(text(&drafted.stdout).contains("input = \"lines\""), "{}", text(&drafted.stdout));
    // The same on standard input, and a table over the limit is not cut into lines.
    let fed = fed(&["audit", "--lang", "en", "--adapter", &fixture("osprey.toml"), "-"], &whole);
    assert_eq!(fed.status.code(), Some(0), "{}", text(&fed.stderr));
    let large = format!(
        "{}{}",
        table(&fs::read_to_string(fixture("roomcard.jsonl")).expect("rows"), ","),
        "x,".repeat(5 << 20)
    );
    let (code, reports, said) = audited(&[], &written(folder.path(), "large.csv", &large));
    assert_eq!((code, reports.len()), (Some(2), 1), "{said}");
    assert!(said.contains("may hold at most 8388608 bytes"), "{said}");
}
