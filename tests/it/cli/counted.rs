//! The findings that count: `--select`, `--ignore`, `--fail-on`, `--statistics`, and `--set` by rule system.

use super::{LOG, fed, run, sample, text};
use crate::formats::junit;
use serde_json::Value;

/// A clean log and one with a wrong payment (A702).
fn logs() -> String {
    let faulty = sample(|log| {
        log["id"] = "faulty".into();
        let result = &mut log["hands"][0]["result"];
        result["payments"][0]["points"] = 61.into();
        result.as_object_mut().expect("a result").remove("deltas");
        result.as_object_mut().expect("a result").remove("scores");
    });
    format!("{}\n{faulty}\n", sample(|_| ()))
}

#[test]
fn codes_decide_the_exit_status() {
    for (flags, code) in [
        (&[][..], 1),
        (&["--select", "A702"], 1),
        (&["--select", "a7"], 1),
        (&["--select", "A8,A7"], 1),
        (&["--select", "A8"], 0),
        (&["--ignore", "A7"], 0),
        (&["--ignore", "A8"], 1),
        (&["--select", "A7", "--ignore", "A702"], 0),
        (&["--fail-on", "faulty"], 1),
    ] {
        let output = fed(&[&["audit", "-"][..], flags].concat(), &logs());
        assert_eq!(output.status.code(), Some(code), "{flags:?}: {}", text(&output.stdout));
    }
}

/// A log whose findings are all ignored is not called clean, in any format.
#[test]
fn ignored_findings_are_counted_and_never_clean() {
    let audit = |format: &str| fed(&["audit", "--ignore", "A7", "--format", format, "-"], &logs());
    let shown = audit("text");
    let shown = text(&shown.stdout);
    assert!(shown.contains("faulty  1 finding ignored"), "{shown}");
    assert!(shown.contains("2 logs: 1 clean, 1 with ignored findings only."), "{shown}");
    assert!(shown.contains("1 finding was not counted because of --select or --ignore."), "{shown}");
    let chinese = fed(&["audit", "--select", "A8", "--lang", "zh", "-"], &logs());
    let chinese = text(&chinese.stdout);
    assert!(chinese.contains("共 2 份：无误 1，只有被忽略的问题 1。"), "{chinese}");
    let json = audit("json");
    let verdicts: Vec<Value> = text(&json.stdout)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["verdict"].clone())
        .collect();
    assert_eq!(verdicts, ["clean", "faulty"], "the document does not depend on what one reader wants to see");
    let junit = audit("junit");
    let suites = junit::parse(text(&junit.stdout)).inner;
    let counts = |what: &str| suites.iter().map(|suite| suite.number(what)).collect::<Vec<_>>();
    assert_eq!((counts("failures"), counts("skipped")), (vec![0, 0], vec![0, 1]));
    let sarif: Value = serde_json::from_slice(&audit("sarif").stdout).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"], serde_json::json!([]));
    assert_eq!(text(&audit("github").stdout), "");
}

#[test]
fn ignored_findings_are_noted_beside_others() {
    let both = sample(|log| {
        let result = &mut log["hands"][0]["result"];
        result["payments"][0]["points"] = 61.into();
        result["next_dealer"] = 3.into();
        result.as_object_mut().expect("a result").remove("deltas");
        result.as_object_mut().expect("a result").remove("scores");
    });
    let output = fed(&["audit", "--ignore", "A702", "-"], &both);
    let shown = text(&output.stdout);
    assert!(output.status.code() == Some(1) && shown.contains("A801") && !shown.contains("A702 "), "{shown}");
    assert!(shown.contains("  1 finding ignored\n") && shown.contains("1 log: faulty."), "{shown}");
}

#[test]
fn summary_leaves_out_zero_counts() {
    let clean = fed(&["audit", "-"], &sample(|_| ()));
    assert!(text(&clean.stdout).ends_with("1 log: clean.\n"), "{}", text(&clean.stdout));
    let clean = fed(&["audit", "--lang", "zh", "-"], &sample(|_| ()));
    assert!(text(&clean.stdout).ends_with("1 份：无误。\n"), "{}", text(&clean.stdout));
    let three = fed(&["audit", "-"], &format!("{}{{}}\n", logs()));
    assert!(text(&three.stdout).ends_with("3 logs: 1 clean, 1 faulty, 1 unusable.\n"), "{}", text(&three.stdout));
}

#[test]
fn statistics_count_findings_by_code() {
    let twice = logs().repeat(2);
    let output = fed(&["audit", "--statistics", "-"], &twice);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    let rows: Vec<Vec<&str>> = shown.lines().map(|line| line.split_whitespace().take(3).collect()).collect();
    assert_eq!(rows[..2], [["findings", "logs", "code"], ["2", "2", "A702"]], "{shown}");
    assert_eq!(shown.lines().count(), 3, "no log is printed: {shown}");
    let json = fed(&["audit", "--statistics", "--format", "json", "-"], &twice);
    assert_eq!(text(&json.stdout).lines().count(), 4, "reports only");
    assert!(text(&json.stderr).contains("A702"), "{}", text(&json.stderr));
    let none = fed(&["audit", "--statistics", "-"], &sample(|_| ()));
    assert!(text(&none.stdout).starts_with("No findings.\n"), "{}", text(&none.stdout));
}

/// A log that cannot be checked fails only if the user says so; a variant fails unless only faults do.
#[test]
fn fail_on_chooses_the_lowest_verdict() {
    let results_only = sample(|log| {
        let hand = log["hands"][0].as_object_mut().expect("a hand");
        hand.remove("deal");
        hand.remove("wall");
    });
    let code = |flags: &[&str], log: &str| fed(&[&["audit", "-"][..], flags].concat(), log).status.code();
    assert_eq!(code(&[], &results_only), Some(0));
    assert_eq!(code(&["--fail-on", "unverifiable"], &results_only), Some(1));
    let variant = include_str!("../../../fixtures/demo/variant.json");
    assert_eq!(code(&[], variant), Some(1));
    assert_eq!(code(&["--fail-on", "faulty"], variant), Some(0));
    assert_eq!(code(&["--fail-on", "variant"], variant), Some(1));
}

#[test]
fn wrong_values_name_the_right_ones() {
    for (flags, told) in [
        (&["--select", "A7O2"][..], "A702"),
        (&["--ignore", ""], "such as A702"),
        (&["--ignore", "A7,nonsense"], "no check begins with `nonsense`"),
        (&["--fail-on", "clean"], "faulty, variant, unverifiable"),
        (&["--set", "bird_cuont=1"], "Did you mean bird_count?"),
        (&["--set", "bird_count"], "OPTION=VALUE"),
    ] {
        let refused = run(&[&["audit", LOG][..], flags].concat());
        assert_eq!(refused.status.code(), Some(2), "{flags:?}");
        assert!(text(&refused.stderr).contains(told), "{flags:?}: {}", text(&refused.stderr));
    }
}

/// An option of one system changes the logs of that system; the summary names the others.
#[test]
fn set_applies_where_the_option_exists() {
    let beijing = run(&["generate", "--rules", "beijing", "--seed", "1"]);
    let mixed = format!("{}\n{}", sample(|_| ()), text(&beijing.stdout));
    let output = fed(&["audit", "--set", "bird_count=1", "--format", "json", "-"], &mixed);
    let reports: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |at: usize| (&reports[at]["rules"]["system"], &reports[at]["rules"]["options"]["bird_count"]);
    assert_eq!(of(0), (&"changsha".into(), &1.into()));
    assert_eq!(of(1), (&"beijing".into(), &Value::Null));
    let said = text(&output.stderr);
    assert!(said.contains("--set bird_count did not apply to 1 log of Beijing mahjong"), "{said}");
    let chinese = fed(&["audit", "--lang", "zh", "--set", "bird_count=1", "-"], &mixed);
    assert!(text(&chinese.stdout).contains("--set bird_count 未用于 1 份北京麻将牌谱"), "{}", text(&chinese.stdout));
    // With rules that lack the option it can apply nowhere.
    let nowhere = run(&["audit", "--rules", "beijing", "--set", "bird_count=1", LOG]);
    assert_eq!(nowhere.status.code(), Some(2), "{}", text(&nowhere.stderr));
}
