//! `caipan audit --baseline` and `caipan diff`: new, gone and changed findings.

use super::{run, sample, text};
use crate::formats::junit;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Output;
use tempfile::TempDir;

/// A corpus of logs on disk, with its reports.
struct Corpus {
    folder: TempDir,
}

impl Corpus {
    fn new() -> Corpus {
        Corpus { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, content).expect("written");
        path
    }

    /// Stores the reports of a corpus file and returns their path.
    fn audited(&self, name: &str, more: &[&str]) -> String {
        let output = run(&[&["audit", "--format", "json", &self.path(name)][..], more].concat());
        self.write(&format!("{name}.reports"), text(&output.stdout));
        self.path(&format!("{name}.reports"))
    }

    fn audit(&self, name: &str, baseline: &str, format: &str) -> Output {
        run(&["audit", &self.path(name), "--baseline", baseline, "--format", format])
    }
}

fn clean(id: &str) -> String {
    sample(|log| log["id"] = id.into())
}

/// A log with one payment that no house rule explains, which gives one finding.
fn overpaid(id: &str, points: i64) -> String {
    sample(|log| {
        log["id"] = id.into();
        let result = &mut log["hands"][0]["result"];
        result["payments"][0]["points"] = points.into();
        result.as_object_mut().expect("a result").remove("deltas");
        result.as_object_mut().expect("a result").remove("scores");
    })
}

fn lines(logs: &[String]) -> String {
    logs.iter().fold(String::new(), |all, log| all + log + "\n")
}

#[test]
fn baseline_hides_known_findings() {
    let corpus = Corpus::new();
    corpus.write("before", &lines(&[clean("a"), overpaid("b", 61), overpaid("c", 61), overpaid("left", 61)]));
    let known = corpus.audited("before", &[]);
    // The same findings in the same logs.
    corpus.write("same", &lines(&[clean("a"), overpaid("b", 61), overpaid("c", 61)]));
    let output = corpus.audit("same", &known, "json");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    for line in text(&output.stdout).lines() {
        let report: Value = serde_json::from_str(line).expect("a report");
        assert_eq!((report["verdict"].as_str(), report["findings"].as_array().map(Vec::len)), (Some("clean"), Some(0)));
        assert_eq!(report["summary"]["faults"], 0);
    }
    let said = text(&output.stderr);
    assert!(said.contains("No new findings, 2 known, 1 not re-checked."), "{said}");

    // One log is fixed, another has a new fault.
    corpus.write("after", &lines(&[overpaid("a", 61), clean("b"), overpaid("c", 61), overpaid("left", 61)]));
    let output = corpus.audit("after", &known, "json");
    assert_eq!(output.status.code(), Some(1));
    let verdicts: Vec<String> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a report"))
        .map(|report| {
            let (known, gone) = (&report["baseline"]["known"], &report["baseline"]["gone"]);
            format!("{} {} {known} known {gone} gone", report["log"]["id"], report["verdict"])
        })
        .collect();
    assert_eq!(
        verdicts,
        [
            "\"a\" \"faulty\" 0 known 0 gone",
            "\"b\" \"clean\" 0 known 1 gone",
            "\"c\" \"clean\" 1 known 0 gone",
            "\"left\" \"clean\" 1 known 0 gone"
        ]
    );
    assert!(text(&output.stderr).contains("1 new finding, 2 known, 1 fixed."), "{}", text(&output.stderr));
    let sarif: Value = serde_json::from_slice(&corpus.audit("after", &known, "sarif").stdout).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    // A code-scanning view closes what a document lacks, so known findings stay in it.
    let states: Vec<String> =
        results.iter().map(|one| format!("{} {}", one["properties"]["log"], one["baselineState"])).collect();
    assert_eq!(states, ["\"a\" \"new\"", "\"c\" \"unchanged\"", "\"left\" \"unchanged\""]);
    let junit = corpus.audit("after", &known, "junit");
    let failures: Vec<usize> =
        junit::parse(text(&junit.stdout)).inner.iter().map(|one| one.number("failures")).collect();
    assert_eq!(failures, [1, 0, 0, 0]);
    let shown = corpus.audit("after", &known, "text");
    assert!(text(&shown.stdout).contains("1 known finding, nothing new"), "{}", text(&shown.stdout));
}

/// A result audited against a baseline lacks the known findings, so it is no baseline. Other files are none either.
#[test]
fn rejects_incomplete_baseline() {
    let corpus = Corpus::new();
    corpus.write("logs", &lines(&[overpaid("a", 61)]));
    let known = corpus.audited("logs", &[]);
    let partial = corpus.audited("logs", &["--baseline", &known]);
    for (bad, why) in
        [(partial, "no baseline"), (corpus.path("logs"), "not a report"), (corpus.path("nowhere"), "path")]
    {
        let output = corpus.audit("logs", &bad, "json");
        assert_eq!(output.status.code(), Some(2), "{bad}");
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    }
}

#[test]
fn diff_reports_changes_by_code_and_log() {
    let corpus = Corpus::new();
    corpus.write("old", &lines(&[clean("a"), overpaid("b", 61), overpaid("c", 61), clean("d")]));
    corpus.write("new", &lines(&[overpaid("a", 61), clean("b"), overpaid("c", 62), clean("e")]));
    let (old, new) = (corpus.audited("old", &[]), corpus.audited("new", &[]));
    let equal = run(&["diff", &old, &old]);
    assert_eq!(equal.status.code(), Some(0), "{}", text(&equal.stdout));
    assert!(text(&equal.stdout).contains("4 logs compared: no difference"), "{}", text(&equal.stdout));
    let output = run(&["diff", "--format", "json", &old, &new]);
    assert_eq!(output.status.code(), Some(1));
    let diff: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(diff["codes"], serde_json::json!({ "A702": { "added": 1, "gone": 1, "changed": 1 } }));
    assert_eq!(diff["verdicts"], serde_json::json!({ "clean faulty": 1, "faulty clean": 1 }));
    assert_eq!(
        (&diff["only_old"][0], &diff["only_new"][0], diff["compared"].as_u64()),
        (&"d".into(), &"e".into(), Some(3))
    );
    assert_eq!(diff["old"]["revisions"], diff["new"]["revisions"]);
    let changed = &diff["logs"][2]["changed"][0];
    assert_eq!((&changed[0]["claimed"], &changed[1]["claimed"]), (&"61".into(), &"62".into()), "{diff:#}");
    let shown = run(&["diff", &old, &new, "--lang", "zh"]);
    let shown = text(&shown.stdout);
    for line in
        ["A702  新增 1，消失 1，改变 1", "无误 → 有误  1", "只在旧结果中", "规则修订 changsha@", "    记录 61 → 62\n"]
    {
        assert!(shown.contains(line), "{line}: {shown}");
    }
}

/// A consequence that became a finding of its own is said so, although its numbers are the same.
#[test]
fn diff_says_what_changed_in_a_finding() {
    let corpus = Corpus::new();
    corpus.write("logs", include_str!("../../../fixtures/demo/false-win.json"));
    let reports = corpus.audited("logs", &[]);
    let mut report: Value = serde_json::from_slice(&std::fs::read(&reports).expect("read")).expect("JSON");
    let findings = report["findings"].as_array_mut().expect("findings");
    let consequence = findings.iter_mut().find(|finding| finding["because"].is_number()).expect("a consequence");
    consequence.as_object_mut().expect("a finding").remove("because");
    corpus.write("later", &report.to_string());
    let later = corpus.path("later");
    let there = run(&["diff", &reports, &later]);
    let shown = text(&there.stdout);
    assert!(shown.contains("    was a consequence of another finding, now counts by itself\n"), "{shown}");
    assert!(shown.contains("1 log compared: 1 differs.") && !shown.contains(" 0 "), "{shown}");
    let back = run(&["diff", &later, &reports, "--lang", "zh"]);
    assert!(text(&back.stdout).contains("    原单独成立，现在是连带问题\n"), "{}", text(&back.stdout));
}

/// The same corpus under other rules has other amounts.
#[test]
fn diff_compares_two_rule_sets() {
    let corpus = Corpus::new();
    corpus.write("logs", &lines(&[clean("a")]));
    let first = std::fs::read_to_string(corpus.audited("logs", &[])).expect("reports");
    corpus.write("kept", &first);
    let same = corpus.audited("logs", &[]);
    assert_eq!(run(&["diff", &corpus.path("kept"), &same]).status.code(), Some(0));
    let new = corpus.audited("logs", &["--rules", "changsha-b"]);
    let output = run(&["diff", "--format", "json", &corpus.path("kept"), &new]);
    assert_eq!(output.status.code(), Some(1));
    let diff: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let amounts = &diff["logs"][0]["amounts"][0];
    assert_eq!((amounts["hand"].as_u64(), amounts["old"] == amounts["new"]), (Some(0), false), "{diff:#}");
}

#[test]
fn diff_rejects_files_without_reports() {
    let corpus = Corpus::new();
    corpus.write("logs", &lines(&[clean("a")]));
    let reports = corpus.audited("logs", &[]);
    let log = corpus.path("logs");
    for pair in [[&log, &reports], [&reports, &log]] {
        let output = run(&["diff", pair[0], pair[1]]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("This is not a report"), "{}", text(&output.stderr));
    }
    assert_eq!(run(&["diff", &reports, "/nowhere"]).status.code(), Some(2));
    assert_eq!(run(&["diff", &reports]).status.code(), Some(2));
}
