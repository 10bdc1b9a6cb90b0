//! The output formats of `caipan audit` for CI systems.

use super::{fed, run, sample, text};
use crate::formats::junit;
use serde_json::Value;

/// A batch of a clean log, a faulty log and a line that is not a log.
fn batch() -> String {
    let faulty = sample(|log| {
        log["id"] = "faulty".into();
        log["hands"][0]["events"][0]["tile"] = "8p".into();
    });
    format!("{}\n\n{faulty}\n{{\"format\": \"paipu/1\"}}\n", sample(|_| ()))
}

#[test]
fn batch_makes_one_sarif_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("night ly.ndjson");
    std::fs::write(&path, batch()).expect("written");
    let path = path.to_str().expect("UTF-8");
    let mut first = None;
    for jobs in ["1", "3"] {
        let output = run(&["audit", "--format", "sarif", "-j", jobs, path]);
        assert_eq!(output.status.code(), Some(2), "one line is no log");
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let run = &document["runs"][0];
        assert_eq!(run["invocations"][0]["executionSuccessful"], false);
        let places: Vec<_> = run["results"]
            .as_array()
            .expect("results")
            .iter()
            .filter(|result| result["kind"] == "fail")
            .map(|result| (&result["ruleId"], &result["locations"][0]["physicalLocation"]))
            .collect();
        let (_, place) = places.iter().find(|(code, _)| *code == "A303").expect("nobody discarded the tile claimed");
        assert_eq!(place["region"]["startLine"].as_u64(), Some(3));
        assert!(place["region"]["startColumn"].as_u64().is_some_and(|column| column > 100), "{place}");
        let (code, place) = places.last().expect("a result");
        assert_eq!((place["region"]["startLine"].as_u64(), code.as_str()), (Some(4), Some("unreadable")));
        assert!(place["artifactLocation"]["uri"].as_str().is_some_and(|uri| uri.ends_with("/night%20ly.ndjson")));
        assert!(first.get_or_insert(output.stdout.clone()) == &output.stdout, "the same on one core and on three");
    }
}

#[test]
fn batch_makes_one_junit_document() {
    let output = fed(&["audit", "--format", "junit", "-"], &batch());
    assert_eq!(output.status.code(), Some(2));
    let root = junit::parse(text(&output.stdout));
    let names: Vec<&str> = root.inner.iter().map(|suite| suite.attributes["name"].as_str()).collect();
    assert_eq!(names, ["room-889123-2026-01-05", "faulty", "-:4"]);
    let counts = |what: &str| root.inner.iter().map(|suite| suite.number(what)).collect::<Vec<_>>();
    assert_eq!((counts("failures"), counts("errors")), (vec![0, 1, 0], vec![0, 0, 1]));
    assert!(text(&output.stderr).contains("3 logs"), "the summary goes beside it: {}", text(&output.stderr));
}

/// A directory without logs is a usage error, but the output is still a document that a CI system can read.
#[test]
fn rejects_input_without_logs() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("notes.md"), "no log").expect("written");
    let path = folder.path().to_str().expect("UTF-8");
    let sarif = run(&["audit", "--format", "sarif", path]);
    let document: Value = serde_json::from_slice(&sarif.stdout).expect("JSON");
    assert_eq!(document["runs"][0]["results"][0]["ruleId"], "unreadable");
    let junit = run(&["audit", "--format", "junit", path]);
    assert_eq!(junit::parse(text(&junit.stdout)).inner.len(), 1);
    let json = run(&["audit", "--format", "json", path]);
    let line: Value = serde_json::from_slice(&json.stdout).expect("a line");
    assert_eq!(line["source"], path);
    for output in [sarif, junit, json, run(&["audit", path]), fed(&["audit"], ""), fed(&["audit", "-"], " \n\n")] {
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stderr).contains("no log in this folder") || text(&output.stderr).contains("nothing here")
        );
    }
    let empty = folder.path().join("empty.json");
    std::fs::write(&empty, "").expect("written");
    assert_eq!(run(&["audit", empty.to_str().expect("UTF-8")]).status.code(), Some(2));
    assert_eq!(run(&["audit", path, super::LOG]).status.code(), Some(2), "one of two paths");
}

/// A damaged first line is refused with its line number, and the logs after it are audited.
#[test]
fn rejects_only_damaged_first_line() {
    let good = sample(|log| log["id"] = "good".into());
    for first in [&good[..good.len() / 2], "", "\u{feff}", "not json"] {
        let input = format!("{first}\r\n{good}\n");
        let output = fed(&["audit", "--format", "json", "-"], &input);
        let bad = !first.trim_matches('\u{feff}').is_empty();
        assert_eq!(output.status.code(), Some(if bad { 2 } else { 0 }), "{}", text(&output.stderr));
        let lines: Vec<Value> =
            text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines.last().expect("a report")["log"]["id"], "good");
        assert_eq!(lines.len(), 1 + usize::from(bad));
        assert_eq!(bad, text(&output.stderr).contains("-:1 "), "{}", text(&output.stderr));
    }
}
