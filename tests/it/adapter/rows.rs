//! The rows of a real server, where they are at hand: `ROOMCARD_ROWS` names a file of them. docs/proof/rows.md has the
//! figures.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Says in the summary of the checks that this test did not run.
fn not_run() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/not-run");
    let line = "NOT RUN: hands that people played; set ROOMCARD_ROWS to a file of room-card rows.\n";
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    if !known.contains(line) {
        std::fs::write(path, known + line).unwrap();
    }
    eprint!("{line}");
}

#[test]
fn hands_that_people_played_are_settled() {
    let Some(rows) = std::env::var_os("ROOMCARD_ROWS") else { return not_run() };
    let rows = std::fs::read_to_string(rows).unwrap();
    // Rows that name no rules are of this region.
    let (named, unnamed): (Vec<&str>, Vec<&str>) = rows.lines().partition(|row| row.contains(r#"\"type\""#));
    let (count, directory) = (named.len() + unnamed.len(), tempfile::tempdir().unwrap());
    let (mut read, mut inferred, mut kinds) = (0, 0, BTreeMap::<String, usize>::new());
    for (rows, rules) in [(named, &[][..]), (unnamed, &["--rules", "sichuan"])] {
        let file = directory.path().join("rows.jsonl");
        std::fs::write(&file, rows.join("\n")).unwrap();
        let command = ["audit", "--from", "roomcard", "--format", "json"];
        let mut caipan = Command::new(env!("CARGO_BIN_EXE_caipan"));
        let output = caipan.args(command).args(rules).arg(&file).output().unwrap();
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let report: Value = serde_json::from_str(line).unwrap();
            for hand in report["hands"].as_array().into_iter().flatten() {
                read += 1;
                inferred += usize::from(hand["exchange"].is_object());
                let findings = report["findings"].as_array().unwrap().iter();
                let of_hand = findings.filter(|found| found["hand"] == hand["hand"]);
                let of_hand: Vec<&str> = of_hand.filter_map(|found| found["kind"].as_str()).collect();
                let kind = ["fault", "variant", "unverifiable"].into_iter().find(|kind| of_hand.contains(kind));
                *kinds.entry(kind.unwrap_or("clean").to_owned()).or_default() += 1;
            }
        }
    }
    println!("{count} rows, {read} read, {inferred} with an exchange worked out: {kinds:?}");
    let of = |kind: &str| kinds.get(kind).copied().unwrap_or_default();
    assert!(read * 100 >= count * 85, "{read} of {count}");
    assert!(of("unverifiable") * 100 <= read * 15, "{kinds:?}");
    assert!((of("clean") + of("variant")) * 100 >= read * 70, "{kinds:?}");
}
