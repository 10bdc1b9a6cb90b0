//! Adapters as a shell meets them: the worked example of the guide, word by word, and what a new one says.

use super::{run, text};
use serde_json::Value;
use std::fs;

const ADAPTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/adapters/harbour.toml");
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/adapters/harbour.json");
const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/adapters.md");

/// The adapter as it is shown in the guide is the one that is tested here.
#[test]
fn the_guide_shows_the_example() {
    let (guide, adapter) = (fs::read_to_string(GUIDE).expect("a guide"), fs::read_to_string(ADAPTER).expect("a file"));
    assert!(
        guide.contains(&format!("```toml\n{adapter}```\n")),
        "docs/adapters.md shows another adapter than {ADAPTER}"
    );
}

#[test]
fn the_worked_example_works() {
    let tested = run(&["adapter", "test", ADAPTER]);
    assert_eq!(tested.status.code(), Some(0), "{}", text(&tested.stderr));
    let said = text(&tested.stdout);
    assert!(said.contains("HB-2031: 2 hands, 97 events, clean, evidence: deal and acts"), "{said}");
    assert!(said.contains("One more field, wall, would make most verifiable"), "{said}");

    let audited = run(&["audit", "--format", "json", "--adapter", ADAPTER, SAMPLE]);
    assert_eq!(audited.status.code(), Some(0), "{}", text(&audited.stderr));
    let report: Value = serde_json::from_slice(&audited.stdout).expect("a report");
    assert_eq!(report["verdict"], "clean");
    let adapter = &report["log"]["adapter"];
    assert_eq!((&adapter["name"], &adapter["version"]), (&Value::from("harbour"), &Value::from("1")));
    assert!(adapter["digest"].as_str().is_some_and(|digest| digest.starts_with("sha256:")), "{adapter}");
    assert_eq!(report["record"], serde_json::json!({ "level": "acts", "add": "wall" }));

    let explained = run(&["adapter", "explain", ADAPTER]);
    assert!(text(&explained.stdout).contains("5m=Wan-5") && text(&explained.stdout).contains("throw → discard"));
    let replayed = run(&["replay", "--adapter", ADAPTER, "--hand", "1", SAMPLE]);
    assert_eq!(replayed.status.code(), Some(0), "{}", text(&replayed.stderr));
}

/// What is wrong in the platform's log is found, and shown where the platform wrote it.
#[test]
fn findings_point_into_the_original() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wrong.json");
    let sample = fs::read_to_string(SAMPLE).expect("a sample");
    let mut log: Value = serde_json::from_str(&sample).expect("JSON");
    log["rounds"][1]["money"] = serde_json::json!([0, -9, 9, 0]);
    let last = log["rounds"][0]["log"].as_array().expect("a list").len() - 3;
    let before = log["rounds"][0]["log"][last]["card"].clone();
    log["rounds"][0]["log"][last]["card"] = "Tiao-9".into();
    assert_ne!(before, "Tiao-9");
    fs::write(&path, log.to_string()).expect("a file");
    let audited = run(&["audit", "--format", "json", "--adapter", ADAPTER, path.to_str().expect("a path")]);
    assert_eq!(audited.status.code(), Some(1), "{}", text(&audited.stderr));
    let report: Value = serde_json::from_slice(&audited.stdout).expect("a report");
    let findings = report["findings"].as_array().expect("findings");
    let at = format!("/rounds/0/log/{last}");
    assert!(findings.iter().any(|finding| finding["original"] == at.as_str()), "{at}: {findings:#?}");
}

/// Without the adapter's word for an act nothing is guessed: the act is named, and the line of the adapter that is wrong too.
#[test]
fn what_is_not_known_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let adapter = fs::read_to_string(ADAPTER).expect("an adapter");
    let with = |from: &str, to: &str| {
        let path = folder.path().join("adapter.toml");
        fs::write(&path, adapter.replace(from, to)).expect("a file");
        let output = run(&["audit", "--adapter", path.to_str().expect("a path"), SAMPLE]);
        (output.status.code(), text(&output.stderr).to_owned())
    };
    let (code, said) = with("eat = \"chow\"\n", "");
    assert!(code == Some(2) && said.contains("the act table has no \"eat\"") && said.contains("/rounds/"), "{said}");
    let (code, said) = with("\"Tong-*\" = \"p\"\n", "");
    assert!(code == Some(2) && said.contains("the tile table has no \"Tong-"), "{said}");
    let (code, said) = with(".log | places", ".log | palces");
    assert!(code == Some(2) && said.contains("/ places`?") && said.contains('^'), "{said}");
    let (code, said) = with("rules = \"changsha-a\"", "rules = \"changsha-q\"");
    assert!(code == Some(2) && said.contains("no rules called `changsha-q`"), "{said}");
}

/// A first adapter is guessed from a sample; with the two acts said that have no telling name it audits the sample clean.
#[test]
fn a_new_adapter_says_what_it_guessed() {
    let folder = tempfile::tempdir().expect("a folder");
    let guessed = run(&["adapter", "new", "--name", "mine", SAMPLE]);
    assert_eq!(guessed.status.code(), Some(0), "{}", text(&guessed.stderr));
    let (adapter, said) = (text(&guessed.stdout), text(&guessed.stderr));
    for line in
        ["the dealt hands stand at .rounds[].dealt[]", "seats are counted from 1", "the acts stand at .rounds[].log[]"]
    {
        assert!(adapter.contains(line) && said.contains(line), "{line}: {adapter}");
    }
    assert!(adapter.contains("# \"bump\" = \"\"   # 5 times: which event is it?"), "{adapter}");
    let path = folder.path().join("mine.toml");
    let filled = adapter.replace("# \"bump\" = \"\"", "bump = \"pung\"").replace("# \"bar\" = \"\"", "bar = \"kong\"");
    let filled = filled.replace("samples = [\"harbour.json\"]", &format!("samples = [{SAMPLE:?}]"));
    fs::write(&path, filled).expect("a file");
    let tested = run(&["adapter", "test", path.to_str().expect("a path")]);
    // Chows and birds need what only the platform knows: the first refusal says which key is missing, and where.
    assert_eq!(tested.status.code(), Some(2), "{}", text(&tested.stderr));
    assert!(text(&tested.stdout).contains("`with`"), "{}", text(&tested.stdout));
    let refused = run(&["adapter", "new", concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")]);
    assert!(refused.status.code() == Some(2) && text(&refused.stderr).contains("no JSON"), "{}", text(&refused.stderr));
}
