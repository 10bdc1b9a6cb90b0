//! `caipan join`, `audit --join` and `leaks`: several records of one match.

use super::{fed, run, text};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

/// A folder with one generated match, whole and as each seat saw it.
struct Match {
    folder: TempDir,
    whole: Value,
}

impl Match {
    fn new(rules: &str) -> Match {
        let folder = tempfile::tempdir().expect("a folder");
        let whole = run(&["generate", "--rules", rules, "--games", "1", "--seed", "5"]).stdout;
        let of = Match { whole: serde_json::from_slice(&whole).expect("a log"), folder };
        for seat in ["0", "1", "2", "3"] {
            let part = fed(&["view", "-", "--seat", seat, "--no-draws"], text(&whole));
            of.write(&format!("{seat}.json"), &serde_json::from_slice(&part.stdout).expect("a record"));
        }
        of
    }

    fn write(&self, name: &str, log: &Value) -> String {
        let path = self.path(name);
        std::fs::write(Path::new(&path), log.to_string()).expect("written");
        path
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("a path").to_owned()
    }

    fn read(&self, name: &str) -> Value {
        serde_json::from_slice(&std::fs::read(self.path(name)).expect("read")).expect("a log")
    }

    fn seen(&self) -> Vec<String> {
        (0..4).map(|seat| self.path(&format!("{seat}.json"))).collect()
    }
}

fn called(words: &[&str], files: &[String]) -> std::process::Output {
    let files = files.iter().map(String::as_str);
    run(&words.iter().copied().chain(files).collect::<Vec<_>>())
}

#[test]
fn four_records_make_the_whole() {
    for rules in ["changsha-a", "beijing", "guiyang"] {
        let of = Match::new(rules);
        let joined = called(&["join"], &of.seen());
        assert_eq!(joined.status.code(), Some(0), "{}", text(&joined.stderr));
        let joined: Value = serde_json::from_slice(&joined.stdout).expect("a log");
        assert!(joined.get("view").is_none(), "every hand is known");
        for (hand, whole) in
            joined["hands"].as_array().expect("hands").iter().zip(of.whole["hands"].as_array().unwrap())
        {
            for key in ["deal", "dealer", "result"] {
                assert_eq!(hand[key], whole[key], "{rules} {key}");
            }
            let played = |hand: &Value| {
                let events = hand["events"].as_array().expect("events").iter();
                events
                    .filter(|event| event["type"] != "pass")
                    .map(|event| json!([event["type"], event["seat"], event["tile"]]))
                    .collect::<Vec<_>>()
            };
            assert_eq!(played(hand), played(whole), "{rules}");
        }
        let audited = called(&["audit", "--join", "--format", "json"], &of.seen());
        let report: Value = serde_json::from_slice(&audited.stdout).expect("one report");
        assert_eq!(report["verdict"], "clean", "{}", text(&audited.stdout));
    }
}

#[test]
fn two_records_know_more_than_one() {
    let of = Match::new("changsha-a");
    let joined = called(&["join"], &of.seen()[..2]);
    let joined: Value = serde_json::from_slice(&joined.stdout).expect("a log");
    assert_eq!(joined["view"], json!([0, 1]));
    let audited = called(&["audit", "--join", "--format", "json"], &of.seen()[..2]);
    let report: Value = serde_json::from_slice(&audited.stdout).expect("one report");
    assert_eq!((&report["verdict"], &report["summary"]["faults"]), (&"unverifiable".into(), &0.into()));
}

/// A player who changed the own record is seen, and each record is still judged.
#[test]
fn records_that_contradict_each_other_are_told() {
    let of = Match::new("guiyang");
    let mut changed = of.read("2.json");
    let events = changed["hands"][0]["events"].as_array_mut().expect("events");
    let at = events.iter().position(|event| event["type"] == "discard").expect("a discard");
    let honest = events[at]["tile"].clone();
    events[at]["tile"] = if honest == "9p" { "8p".into() } else { "9p".into() };
    changed["hands"][0]["result"]["deltas"] = json!([30, -10, -10, -10]);
    of.write("2.json", &changed);
    let refused = called(&["join", "--lang", "en"], &of.seen());
    assert_eq!(refused.status.code(), Some(2));
    let said = text(&refused.stderr);
    assert!(said.contains("the records of hand 1 differ") && said.contains("2.json"), "{said}");
    assert!(said.contains("deltas: [30,-10,-10,-10]"), "{said}");
    let audited = called(&["audit", "--join", "--format", "json", "--lang", "zh"], &of.seen());
    assert_eq!(audited.status.code(), Some(2));
    assert!(text(&audited.stderr).contains("这些记录对不上"), "{}", text(&audited.stderr));
    assert_eq!(text(&audited.stdout).lines().count(), 5, "the refusal and four reports");
}

/// A record that stops early adds what it has; one that was over and lacks an act contradicts the others.
#[test]
fn record_that_stops_early_is_no_contradiction() {
    let of = Match::new("beijing");
    let mut cut = of.read("1.json");
    let last = cut["hands"].as_array().expect("hands").len() - 1;
    let hand = &mut cut["hands"][last];
    let events = hand["events"].as_array_mut().expect("events");
    events.truncate(events.len() / 2);
    let result = hand.as_object_mut().expect("a hand").remove("result");
    of.write("1.json", &cut);
    assert_eq!(called(&["join"], &of.seen()).status.code(), Some(0));
    cut["hands"][last]["result"] = result.expect("a result");
    of.write("1.json", &cut);
    let refused = called(&["join", "--lang", "en"], &of.seen());
    assert!(text(&refused.stderr).contains("this step is missing"), "{}", text(&refused.stderr));
}

#[test]
fn tiles_that_a_client_could_not_see_are_named() {
    let of = Match::new("changsha-a");
    let whole = of.write("whole.json", &of.whole);
    let (honest, whole) = (of.path("0.json"), whole.as_str());
    let clean = run(&["leaks", whole, &honest, "--live"]);
    assert_eq!((clean.status.code(), text(&clean.stdout)), (Some(0), ""), "{}", text(&clean.stderr));
    // The draw of another seat, as the whole has it.
    let draw = |event: &&Value| event["type"] == "draw" && event["seat"] != 0;
    let known = of.whole["hands"][0]["events"].as_array().expect("events").iter().find(draw).expect("a draw").clone();
    let mut leaky = of.read("0.json");
    let events = leaky["hands"][0]["events"].as_array_mut().expect("events");
    let first = events.iter().position(|event| event["type"] == "discard").expect("a discard");
    events.insert(first + 1, known.clone());
    leaky["hands"][0]["wall"] = of.whole["hands"][0]["wall"].clone();
    let leaky = of.write("leaky.json", &leaky);
    let found = run(&["leaks", whole, &leaky, "--live", "--format", "json"]);
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
    let found: Vec<Value> =
        text(&found.stdout).lines().map(|line| serde_json::from_str(line).expect("a leak")).collect();
    let kinds: Vec<&Value> = found.iter().map(|leak| &leak["what"]).collect();
    assert_eq!(kinds, ["wall", "draw"]);
    assert_eq!((&found[1]["seat"], &found[1]["tiles"]), (&known["seat"], &known["tile"]));
    let unnamed = run(&["leaks", whole, whole, "--lang", "en"]);
    assert_eq!(unnamed.status.code(), Some(2));
    assert!(text(&unnamed.stderr).contains("Give --seat"), "{}", text(&unnamed.stderr));
}

/// Numbers that do not rise name no hand: none is left out.
#[test]
fn hands_with_one_number_are_matched_by_their_order() {
    let of = Match::new("beijing");
    let hands = of.whole["hands"].as_array().expect("hands").len();
    assert!(hands > 1);
    for file in ["0.json", "1.json"] {
        let mut part = of.read(file);
        for hand in part["hands"].as_array_mut().expect("hands") {
            hand["number"] = 7.into();
        }
        of.write(file, &part);
    }
    let joined = called(&["join"], &of.seen()[..2]);
    let joined: Value = serde_json::from_slice(&joined.stdout).expect("a log");
    assert_eq!(joined["hands"].as_array().expect("hands").len(), hands);
}

/// A seat without a name is called by its own word in each language.
#[test]
fn leaks_of_unnamed_players_are_told_in_english() {
    let of = Match::new("guiyang");
    let mut whole = of.whole.clone();
    whole.as_object_mut().expect("a log").remove("players");
    let whole = of.write("whole.json", &whole);
    let found = run(&["leaks", &whole, &whole, "--seat", "0", "--live", "--lang", "en"]);
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
    assert!(text(&found.stdout).is_ascii(), "{}", text(&found.stdout));
}
