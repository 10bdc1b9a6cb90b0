//! Adapters that read database rows: line numbers, errors per match, large files.

use super::{fed, run, text};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn fixture(name: &str) -> String {
    format!("{}/fixtures/adapters/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(fixture(name)).expect("a file")
}

/// Audits a file through an adapter and returns the exit code, the reports and standard error.
fn audited(folder: &Path, adapter: &str, rows: &str) -> (Option<i32>, Vec<Value>, String) {
    let path = folder.join("rows.jsonl");
    fs::write(&path, rows).expect("a file");
    let output =
        run(&["audit", "--lang", "en", "--format", "json", "--adapter", adapter, path.to_str().expect("a path")]);
    let lines = text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (output.status.code(), lines, text(&output.stderr).to_owned())
}

#[test]
fn findings_name_the_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = read("osprey.jsonl");
    let at = rows.lines().position(|row| row.contains("\"pts\": \"")).expect("a row of points");
    let wrong: Vec<String> = rows
        .lines()
        .enumerate()
        .map(|(line, row)| if line == at { row.replace("\"pts\": \"", "\"pts\": \"1") } else { row.to_owned() })
        .collect();
    // Blank lines count as lines but not as rows.
    let wrong = format!("\n\n{}\n", wrong.join("\n"));
    let (code, reports, said) = audited(folder.path(), &fixture("osprey.toml"), &wrong);
    assert_eq!(code, Some(1), "{said}");
    let found = reports[0]["findings"].as_array().expect("findings");
    let line = at as u64 + 3;
    assert!(found.iter().any(|one| one["original_line"] == line && one["original"] == format!("/{at}")), "{found:#?}");
    let path = folder.path().join("rows.jsonl");
    let path = path.to_str().expect("a path");
    let shown = run(&["audit", "--lang", "en", "--adapter", &fixture("osprey.toml"), path]);
    assert!(text(&shown.stdout).contains(&format!("in the original: line {line} /{at}")), "{}", text(&shown.stdout));
    let sarif = run(&["audit", "--format", "sarif", "--adapter", &fixture("osprey.toml"), path]);
    let sarif: Value = serde_json::from_slice(&sarif.stdout).expect("SARIF");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let here = |one: &&Value| {
        one["locations"][0]["physicalLocation"]["region"]["startLine"] == line
            && one["properties"]["original"] == format!("/{at}")
            && one["locations"][0]["logicalLocations"][1]["fullyQualifiedName"] == format!("/{at}")
    };
    assert!(results.iter().any(|one| here(&one)), "{results:#?}");
}

/// SARIF gives the place in a JSON document, and the line in a file of one document per line.
#[test]
fn sarif_points_into_the_original() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = read("harbour.json");
    let mut value: Value = serde_json::from_str(&log).expect("JSON");
    value["rounds"][1]["money"] = serde_json::json!([0, -9, 9, 0]);
    for (name, written, from, line) in [
        ("one.json", format!("{value:#}"), "input = \"json\"", None),
        (
            "lines.jsonl",
            format!("{}\n{value}\n", serde_json::from_str::<Value>(&log).expect("JSON")),
            "input = \"lines\"",
            Some(2),
        ),
    ] {
        let adapter = folder.path().join("adapter.toml");
        fs::write(&adapter, read("harbour.toml").replace("input = \"json\"", from)).expect("a file");
        let path = folder.path().join(name);
        fs::write(&path, &written).expect("a file");
        let (adapter, path) = (adapter.to_str().expect("a path"), path.to_str().expect("a path"));
        let sarif = run(&["audit", "--format", "sarif", "--adapter", adapter, path]);
        let sarif: Value = serde_json::from_slice(&sarif.stdout).expect("SARIF");
        let results = sarif["runs"][0]["results"].as_array().expect("results");
        let money = written.lines().position(|line| line.contains("-9,")).map(|at| at as u64);
        let region = |one: &Value| one["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64();
        let right = |at: u64| line.map_or_else(|| money.is_some_and(|money| at.abs_diff(money) < 6), |line| at == line);
        assert!(results.iter().any(|one| region(one).is_some_and(right)), "{name}: {results:#?}");
    }
}

#[test]
fn bad_match_does_not_affect_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = read("osprey.jsonl");
    let bad = good.replace("osprey-7", "osprey-6").replacen("\"verb\": \"get\"", "\"verb\": \"fly\"", 1);
    let line = bad.lines().position(|row| row.contains("fly")).expect("a row") + 1;
    let third = good.replace("osprey-7", "osprey-8").replacen("\"gem\": \"", "\"gem\": \"0X ", 1);
    let (code, lines, said) = audited(folder.path(), &fixture("osprey.toml"), &[bad, good, third].concat());
    assert_eq!(code, Some(2), "{said}");
    let clean: Vec<&Value> = lines.iter().filter(|one| one["verdict"] == "clean").collect();
    assert!(clean.len() == 1 && clean[0]["log"]["id"] == "osprey-7", "{lines:#?}");
    let refused: Vec<&Value> = lines.iter().filter(|one| one["error"].is_object()).collect();
    assert_eq!(refused.len(), 2, "{lines:#?}");
    assert!(said.contains(&format!("line {line}, at /{}/verb", line - 1)) && said.contains("\"fly\""), "{said}");
    assert!(said.contains("The tile table has no \"0X\""), "{said}");

    // The bundled format also refuses only the lines that are no rows.
    let rows = read("roomcard.jsonl");
    let other = rows
        .lines()
        .next()
        .expect("a row")
        .replace("\"room_uuid\"", "\"was\": 1, \"room_uuid\"")
        .replace("_uuid\": \"", "_uuid\": \"x");
    let file = format!(
        "{rows}{{\"nothing\": 1}}\n{}\n",
        other.replace("\"action_records\": \"[", "\"action_records\": \"[9, 99, ")
    );
    let output = fed(&["audit", "--lang", "en", "--format", "json", "--from", "roomcard", "-"], &file);
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.iter().filter(|one| one["log"]["hands"] == 2).count(), 1, "{} {lines:#?}", text(&output.stderr));
    assert!(text(&output.stderr).contains("is no row of a hand"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(2));

    // A translation writes the matches that can be read.
    let output = fed(&["convert", "--lang", "en", "--from", "roomcard", "-"], &file);
    assert_eq!((output.status.code(), text(&output.stdout).lines().count()), (Some(2), 1), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("is no row of a hand"), "{}", text(&output.stderr));
}

/// An error of jq itself has no place, so the message names the row.
#[test]
fn jq_error_names_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = read("osprey.jsonl");
    let wrong: Vec<String> =
        rows.lines().enumerate().map(|(at, row)| if at == 40 { format!("[{row}]") } else { row.to_owned() }).collect();
    let (code, _, said) = audited(folder.path(), &fixture("osprey.toml"), &wrong.join("\n"));
    assert!(code == Some(2) && said.contains("line 41"), "{said}");
    let adapter = folder.path().join("adapter.toml");
    fs::write(&adapter, read("harbour.toml").replace(".money", ".money | .[0].x")).expect("a file");
    let output =
        run(&["audit", "--lang", "en", "--adapter", adapter.to_str().expect("a path"), &fixture("harbour.json")]);
    assert!(text(&output.stderr).contains("cannot index"), "{}", text(&output.stderr));
}

/// A large file of rows fits in the step limit, because the limit grows with the file.
#[test]
fn reads_large_file_of_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = read("osprey.jsonl");
    let mut all = String::new();
    for number in 0..120 {
        all += &rows.replace("osprey-7", &format!("t-{number}"));
    }
    assert!(all.len() > 1 << 20, "{}", all.len());
    let (code, reports, said) = audited(folder.path(), &fixture("osprey.toml"), &all);
    assert_eq!((code, reports.len()), (Some(0), 120), "{said}");
    // A program that rescans all rows per hand exceeds the limit and gets advice.
    let adapter = folder.path().join("adapter.toml");
    let program = "name = \"slow\"\nversion = \"1\"\ninput = \"rows\"\nprogram = '. as $all | .[] | .table as $t | [$all[] | select(.table == $t)] | length'\n";
    fs::write(&adapter, program).expect("a file");
    let (code, _, said) = audited(folder.path(), adapter.to_str().expect("a path"), &all);
    assert!(code == Some(2) && said.contains("group them once with group_by"), "{said}");
}

/// The rows of a room are recognised by their content and make one match.
#[test]
fn rows_are_recognised_by_content() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = read("roomcard.jsonl");
    for name in ["rows.jsonl", "rows.log"] {
        let path = folder.path().join(name);
        fs::write(&path, format!("\n{rows}")).expect("a file");
        let output = run(&["audit", "--format", "json", path.to_str().expect("a path")]);
        let reports: Vec<Value> =
            text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(
            (reports.len(), &reports[0]["log"]["hands"]),
            (1, &Value::from(2)),
            "{name}: {}",
            text(&output.stderr)
        );
    }
}

/// `adapter test` lists ignored acts, unused table entries, duplicate tile codes and unread keys.
#[test]
fn adapter_test_lists_suspicious_entries() {
    let folder = tempfile::tempdir().expect("a folder");
    let adapter = folder.path().join("osprey.toml");
    let changed = read("osprey.toml")
        .replace("[tiles]\n", "[tiles]\n\"*Q\" = \"z\"\n\"1D\" = \"1p\"\n")
        .replace("[acts]\n", "[acts]\nfly = \"discard\"\n");
    fs::write(&adapter, changed).expect("a file");
    let rows = folder.path().join("rows.jsonl");
    fs::write(&rows, read("osprey.jsonl").replace("\"step\"", "\"colour\": 1, \"step\"")).expect("a file");
    let paths = [&adapter, &rows].map(|path| path.to_str().expect("a path"));
    let output = run(&["adapter", "test", "--lang", "en", paths[0], paths[1]]);
    let said = text(&output.stdout);
    for word in [
        "Ignored actions: hand × 8, ping × 3, pts × 2.",
        "Actions in the table that no sample uses: fly.",
        "Entries of the tile table that no sample uses: *Q.",
        "Several codes map to the same tile: 1p = *D / 1D.",
        "Keys that the program does not mention: .colour.",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
}

/// A draft for one act per row reads the sample once the unclear acts are filled in.
#[test]
fn drafts_adapter_for_one_act_per_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let drafted = run(&["adapter", "new", "--lang", "en", "--name", "mine", &fixture("osprey.jsonl")]);
    assert_eq!(drafted.status.code(), Some(0), "{}", text(&drafted.stderr));
    let draft = text(&drafted.stdout);
    for word in [
        "input = \"rows\"",
        "matches by .table, hands by .deal_no, actions ordered by .step",
        "group_by(.value.table)",
        "the seat in .chair",
    ] {
        assert!(draft.contains(word), "{word}: {draft}");
    }
    let mut filled =
        draft.replace("samples = [\"osprey.jsonl\"]", &format!("samples = [{:?}]", fixture("osprey.jsonl")));
    filled = filled.replace("[\"E\",\"N\",\"S\",\"W\"]", "[\"E\",\"S\",\"W\",\"N\"]");
    for (act, event) in [
        ("get", "draw"),
        ("put", "discard"),
        ("run", "ignore"),
        ("trip", "pung"),
        ("quad", "kong"),
        ("mahj", "win"),
        ("bird", "ignore"),
        ("hand", "ignore"),
        ("pts", "ignore"),
        ("ping", "ignore"),
    ] {
        let open = filled
            .lines()
            .find(|line| line.starts_with(&format!("# \"{act}\" =")) || line.starts_with(&format!("\"{act}\" =")))
            .expect(act)
            .to_owned();
        filled = filled.replace(&open, &format!("\"{act}\" = \"{event}\""));
    }
    let path = folder.path().join("mine.toml");
    fs::write(&path, &filled).expect("a file");
    let tested = run(&["adapter", "test", "--lang", "en", path.to_str().expect("a path")]);
    let said = text(&tested.stdout);
    assert!(
        matches!(tested.status.code(), Some(0 | 1)) && said.contains("osprey-7: hands 2"),
        "{} {said}\n{filled}",
        text(&tested.stderr)
    );
}
