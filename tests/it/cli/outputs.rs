//! `caipan audit --output` and the formats of CI systems: several files in one run, annotations, parts of SARIF.

use super::{caipan, fed, run, sample, text};
use crate::formats::junit;
use serde_json::Value;
use std::fs;
use std::process::Stdio;

/// A clean log, a faulty one and a line that is no log.
fn batch() -> String {
    let faulty = sample(|log| {
        log["id"] = "faulty".into();
        log["hands"][0]["events"][0]["tile"] = "8p".into();
    });
    format!("{}\n{faulty}\n{{\"format\": \"paipu/1\"}}\n", sample(|_| ()))
}

#[test]
fn one_run_writes_several_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    fs::write(place("logs.ndjson"), batch()).expect("written");
    let files = format!("sarif={},junit={}", place("a.sarif"), place("b.xml"));
    let more = format!("json={}", place("c.ndjson"));
    let output = run(&["audit", &place("logs.ndjson"), "--output", &files, "--output", &more, "--jobs", "2"]);
    assert_eq!(output.status.code(), Some(2), "one line is no log");
    for (format, name) in [("sarif", "a.sarif"), ("junit", "b.xml"), ("json", "c.ndjson")] {
        let alone = run(&["audit", &place("logs.ndjson"), "--format", format]);
        assert_eq!(fs::read_to_string(place(name)).expect(name), text(&alone.stdout), "{name}");
    }
    assert_eq!(output.stdout, run(&["audit", &place("logs.ndjson")]).stdout);
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 4, "nothing else is left: {left:?}");
}

/// Text in a file has no colours and its own summary, whatever standard output shows.
#[test]
fn text_file_is_complete_and_plain() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.txt");
    let target = format!("text={}", path.display());
    let output = fed(&["audit", "-q", "--color", "always", "--output", &target, "-"], &sample(|_| ()));
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), ""));
    let written = fs::read_to_string(path).expect("the file");
    assert!(written.ends_with("1 log: clean.\n") && !written.contains('\u{1b}'), "{written}");
}

/// A failed run leaves the file of an earlier run as it was.
#[test]
fn wrong_outputs_are_refused_before_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    fs::write(place("old.json"), "old").expect("written");
    for (target, told) in [
        ("sarif".to_owned(), "FORMAT=FILE"),
        ("sarif=".to_owned(), "FORMAT=FILE"),
        ("sarif=-".to_owned(), "FORMAT=FILE"),
        (format!("xml={}", place("x")), "no format `xml`"),
        (format!("sarif={0},junit={0}", place("x")), "two formats"),
        (format!("sarif={}", place("nowhere/x")), "nowhere/x"),
        (format!("sarif={}", place("")), "is a folder"),
    ] {
        let refused =
            run(&["audit", super::LOG, "--output", &format!("json={}", place("old.json")), "--output", &target]);
        assert_eq!(refused.status.code(), Some(2), "{target}");
        assert!(text(&refused.stderr).contains(told), "{target}: {}", text(&refused.stderr));
        assert_eq!(fs::read_to_string(place("old.json")).expect("the file"), "old", "{target}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "{target}");
    }
}

/// A reader that goes away, such as `head`, does not cost the files.
#[cfg(unix)]
#[test]
fn files_are_written_when_nobody_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.ndjson");
    let logs = folder.path().join("logs.ndjson");
    fs::write(&logs, batch().repeat(200)).expect("written");
    let target = format!("json={}", path.display());
    let mut child = caipan(&["audit", "--full", logs.to_str().expect("UTF-8"), "--output", &target])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    assert_eq!(fs::read_to_string(path).expect("the file").lines().count(), 600);
}

#[test]
fn github_annotations_name_file_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("logs.ndjson"), batch()).expect("written");
    let output = caipan(&["audit", "--format", "github", "logs.ndjson"]).current_dir(folder.path()).output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("::error file=logs.ndjson,line=2,col=") && line.contains("title=A303"))
    );
    assert!(
        lines.iter().any(|line| line.starts_with("::error file=logs.ndjson,line=3") && line.contains("::")),
        "{lines:?}"
    );
    assert!(lines.iter().all(|line| line.starts_with("::")), "{lines:?}");
    assert!(text(&output.stderr).contains("3 logs: 1 clean, 1 faulty, 1 unusable."), "{}", text(&output.stderr));
}

#[test]
fn every_format_gives_the_headline() {
    let told = |format: &str| {
        let output = run(&["audit", "--format", format, "fixtures/demo/wrong-payer.json"]);
        text(&output.stdout).to_owned()
    };
    let report: Value = serde_json::from_str(&told("json")).expect("JSON");
    assert_eq!(told("text").lines().nth(1).map(str::trim), report["headline"]["en"].as_str());
    let finding = report["findings"][0]["headline"]["en"].as_str().expect("a headline");
    for format in ["text", "junit", "sarif", "github"] {
        let told = told(format);
        assert!(told.contains(finding), "{format}: {told}");
    }
}

/// A code-scanning service takes at most 5,000 results of a run and refuses two runs of one name.
#[test]
fn sarif_splits_into_runs() {
    let lines = "{}\n".repeat(5_001);
    let output = fed(&["audit", "--format", "sarif", "-"], &lines);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let runs = document["runs"].as_array().expect("runs");
    let counts: Vec<usize> = runs.iter().map(|run| run["results"].as_array().expect("results").len()).collect();
    assert_eq!(counts, [5_000, 1]);
    assert_eq!(runs[0]["automationDetails"], Value::Null);
    assert_eq!(runs[1]["automationDetails"]["id"], "caipan-2/");
    assert!(runs.iter().all(|run| run["invocations"][0]["executionSuccessful"] == false));
}

/// The `baseline` format stays complete when a run is itself compared with a baseline.
#[test]
fn baseline_output_is_the_next_baseline() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let logs = format!("{}\n", batch().lines().take(2).collect::<Vec<_>>().join("\n"));
    fs::write(place("logs.ndjson"), logs).expect("written");
    fs::write(place("known.ndjson"), "").expect("written");
    let night = || {
        let target = format!("baseline={},junit={}", place("known.ndjson"), place("junit.xml"));
        run(&["audit", &place("logs.ndjson"), "--baseline", &place("known.ndjson"), "--output", &target])
    };
    assert_eq!(night().status.code(), Some(1), "in the first night everything is new");
    let second = night();
    assert_eq!(second.status.code(), Some(0), "{}", text(&second.stdout));
    assert!(text(&second.stdout).contains("2 logs: 1 clean, 1 with known findings only."), "{}", text(&second.stdout));
    let suites = junit::parse(&fs::read_to_string(place("junit.xml")).expect("the file")).inner;
    assert_eq!(suites.iter().map(|suite| suite.number("skipped")).collect::<Vec<_>>(), [0, 1], "known, not passed");
    assert_eq!(night().status.code(), Some(0), "the file is still a complete baseline");
}

#[test]
fn json_output_cannot_replace_the_baseline() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = folder.path().join("known.ndjson");
    fs::write(&known, "").expect("written");
    let known = known.to_str().expect("UTF-8");
    let refused = run(&["audit", super::LOG, "--baseline", known, "--output", &format!("json={known}")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--output baseline="), "{}", text(&refused.stderr));
}

/// A device is written, not replaced, and a link keeps its target.
#[cfg(unix)]
#[test]
fn devices_and_links_stay() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let (link, file) = (folder.path().join("link.json"), folder.path().join("file.json"));
    fs::write(&file, "old").expect("written");
    symlink(&file, &link).expect("linked");
    let targets = format!("sarif=/dev/null,json={}", link.display());
    assert_eq!(run(&["audit", super::LOG, "--output", &targets]).status.code(), Some(0));
    assert!(fs::metadata("/dev/null").expect("a device").file_type().is_char_device());
    assert!(link.is_symlink() && fs::read_to_string(file).expect("the file").contains("caipan-report/1"));
}
