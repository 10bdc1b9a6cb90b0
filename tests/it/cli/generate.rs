//! `caipan generate` and `caipan prove`: self-play, injected faults and measured accuracy.

use super::{fed, run, text};
use serde_json::Value;
use std::fs;

#[test]
fn generated_games_are_clean_and_repeat_exactly() {
    let games = |seed: &str| run(&["generate", "--rules", "changsha-b", "--seed", seed, "--games", "20"]).stdout;
    let first = games("7");
    assert_eq!(first, games("7"));
    assert_ne!(first, games("8"));
    let output = fed(&["audit", "-"], text(&first));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert_eq!(run(&["generate", "--rules", "chengdu"]).status.code(), Some(2));
}

fn labels(bytes: &[u8]) -> Vec<Value> {
    text(bytes).lines().map(|line| serde_json::from_str(line).expect("a label")).collect()
}

/// The audit finds exactly the injected fault.
#[test]
fn injected_faults_are_found_as_labelled() {
    for (rules, code) in [("changsha-b", "A501"), ("changsha-a", "A702"), ("beijing", "A107"), ("guiyang", "A201")] {
        let made = run(&["generate", "--rules", rules, "--games", "8", "--fault", code]);
        assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
        let labels = labels(&made.stderr);
        let audited = fed(&["audit", "--format", "json", "-"], text(&made.stdout));
        assert_eq!(audited.status.code(), Some(1));
        let reports: Vec<Value> =
            text(&audited.stdout).lines().map(|line| serde_json::from_str(line).expect("a report")).collect();
        assert_eq!((labels.len(), reports.len()), (8, 8));
        for (label, report) in labels.iter().zip(&reports) {
            assert_eq!(label["log"], report["log"]["id"]);
            let findings = report["findings"].as_array().expect("a list");
            let counts = |found: &&Value| found["because"].is_null() && found["kind"] != "note";
            let primary: Vec<&Value> = findings.iter().filter(counts).collect();
            assert_eq!(primary.len(), 1, "{label}: {primary:?}");
            for field in ["code", "hand", "event", "seat"] {
                assert_eq!(primary[0][field], label[field], "{label}: {}", primary[0]);
            }
        }
    }
}

#[test]
fn labels_are_written_beside_logs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let faulty = ["generate", "--rules", "changsha-b", "--games", "3", "--fault", "A201"];
    assert_eq!(run(&[&faulty[..], &["--out", &path("apart")]].concat()).status.code(), Some(0));
    let mut names: Vec<String> = fs::read_dir(folder.path().join("apart"))
        .expect("it is there")
        .map(|entry| entry.expect("readable").file_name().into_string().expect("UTF-8"))
        .collect();
    names.sort();
    assert_eq!(names.len(), 6);
    assert!(names.iter().step_by(2).zip(names.iter().skip(1).step_by(2)).all(|(log, label)| {
        log.strip_suffix(".json").is_some_and(|stem| label.strip_suffix(".label") == Some(stem))
    }));
    // Written as one stream with a file of labels, the logs and labels are the same.
    let stream = run(&[&faulty[..], &["--labels", &path("labels")]].concat());
    let stream_labels = labels(&fs::read(path("labels")).expect("written"));
    assert_eq!((text(&stream.stdout).lines().count(), stream_labels.len()), (3, 3));
    for (name, label) in names.iter().skip(1).step_by(2).zip(&stream_labels) {
        let apart = fs::read(folder.path().join("apart").join(name)).expect("written");
        assert_eq!(&labels(&apart)[0], label);
    }
}

/// A platform without unfairness has no labels; one with it says so in the labels only.
#[test]
fn unfair_platforms_are_labelled_beside_the_logs() {
    let platform = ["generate", "--rules", "changsha-a", "--games", "40", "--population", "9"];
    let fair = run(&platform);
    assert_eq!((fair.status.code(), fair.stderr.len()), (Some(0), 0), "{}", text(&fair.stderr));
    let unfair = run(&[&platform[..], &["--unfair", "rounding"]].concat());
    let labels = labels(&unfair.stderr);
    assert!(!labels.is_empty() && labels.iter().all(|label| label["unfair"] == "rounding"), "{labels:?}");
    assert!(!text(&unfair.stdout).contains("rounding"));
    let audited = fed(&["audit", "--format", "json", "-"], text(&unfair.stdout));
    for report in text(&audited.stdout).lines().map(|line| serde_json::from_str::<Value>(line).expect("a report")) {
        let labelled = labels.iter().any(|label| label["log"] == report["log"]["id"]);
        assert_eq!(report["verdict"] != "clean", labelled, "{}", report["log"]["id"]);
    }
    for wrong in [["--unfair", "luck"], ["--unfair", "feeding=0"], ["--population", "3"]] {
        assert_eq!(run(&[&platform[..5], &wrong].concat()).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn thinned_games_are_never_faulty() {
    let thin = run(&["generate", "--rules", "guiyang", "--games", "8", "--players", "usual", "--thin"]);
    assert!(!text(&thin.stdout).contains("\"wall\":"));
    let audited = fed(&["audit", "-"], text(&thin.stdout));
    assert_eq!(audited.status.code(), Some(0), "{}", text(&audited.stdout));
}

#[test]
fn long_sessions_are_clean() {
    let long = run(&["generate", "--rules", "beijing", "--games", "3", "--hands", "40"]);
    let hands = text(&long.stdout).matches("\"next_dealer\"").count();
    assert!(hands > 20, "{hands} hands");
    let audited = fed(&["audit", "-"], text(&long.stdout));
    assert_eq!(audited.status.code(), Some(0), "{}", text(&audited.stdout));
    assert_eq!(run(&["generate", "--rules", "beijing", "--hands", "65"]).status.code(), Some(2));
}

/// A fault without a place is refused soon and leaves no file; matches with different faults have different ids.
#[test]
fn faults_without_a_place_leave_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let rare = ["generate", "--rules", "changsha-a", "--fault", "A409", "--hands", "1", "--tries", "3"];
    for (flag, name) in [("--labels", "labels"), ("--out", "apart")] {
        let output = run(&[&rare[..], &[flag, &path(name)]].concat());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        assert!(text(&output.stderr).contains("--tries"), "{}", text(&output.stderr));
        assert!(!folder.path().join(name).exists(), "{name}");
    }
    let ids: Vec<Value> = ["A201", "A702"]
        .map(|code| run(&["generate", "--rules", "changsha-b", "--fault", code]).stderr)
        .iter()
        .map(|label| labels(label)[0]["log"].clone())
        .collect();
    assert_ne!(ids[0], ids[1]);
}

#[test]
fn rejects_impossible_faults() {
    for (code, says) in [("A999", "A201"), ("A821", "no floors")] {
        let output = run(&["generate", "--rules", "changsha-a", "--fault", code]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(says), "{}", text(&output.stderr));
    }
}

/// The figures do not depend on the number of threads.
#[test]
fn proof_is_independent_of_thread_count() {
    let proof = |jobs: &str| {
        let output = run(&["prove", "--rules", "changsha", "--games", "30", "--format", "json", "--jobs", jobs]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        output.stdout
    };
    let figures = proof("1");
    assert_eq!(figures, proof("3"));
    let figures: serde_json::Value = serde_json::from_slice(&figures).unwrap();
    assert_eq!((&figures["games"], &figures["alarms"]), (&30.into(), &0.into()));
    assert!(
        figures["kinds"]["A501"]
            .as_object()
            .is_some_and(|kinds| kinds.values().all(|put_in| put_in.as_u64() > Some(0)))
    );
    assert_eq!(run(&["prove", "--rules", "chengdu"]).status.code(), Some(2));
}
