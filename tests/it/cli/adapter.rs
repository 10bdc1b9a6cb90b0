//! Adapters on the command line: the examples of the guides, drafts, bundled formats and refusals.

use super::{run, text};
use crate::matches::room;
use caipan::generate::{MatchConfig, matches};
use caipan::log::{Action, GameLog};
use serde_json::{Value, json};
use std::fs;

const ADAPTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/adapters/harbour.toml");
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/adapters/harbour.json");

/// The guide quotes its adapter literally, and parts of the sample. `cookbook.rs` checks the quotes of the cookbook.
#[test]
fn guide_contains_tested_adapter() {
    let guide = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/adapters.md")).expect("a guide");
    let adapter = fs::read_to_string(ADAPTER).expect("an adapter");
    assert!(guide.contains(&format!("```toml\n{adapter}```\n")), "the guide shows another adapter than harbour.toml");
    let sample = fs::read_to_string(SAMPLE).expect("a sample");
    let shown: Vec<&str> = guide.split("```json\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert!(!shown.is_empty(), "the guide shows nothing of the sample");
    for part in shown.iter().flat_map(|shown| shown.split("\n…")) {
        assert!(sample.contains(part.trim_matches('\n')), "the sample does not contain:\n{part}");
    }
}

/// The example adapters of the other regions audit clean.
#[test]
fn example_adapters_of_each_region_work() {
    for (name, file, rules) in [
        ("lantern", "lantern.json", "beijing"),
        ("plateau", "plateau.jsonl", "guiyang"),
        ("osprey", "osprey.jsonl", "changsha"),
    ] {
        let fixture = |file: &str| format!("{}/fixtures/adapters/{file}", env!("CARGO_MANIFEST_DIR"));
        let adapter = fixture(&format!("{name}.toml"));
        let audited = run(&["audit", "--format", "json", "--adapter", &adapter, &fixture(file)]);
        assert_eq!(audited.status.code(), Some(0), "{}", text(&audited.stderr));
        let report: Value = serde_json::from_slice(&audited.stdout).expect("a report");
        assert_eq!((&report["verdict"], &report["rules"]["system"]), (&Value::from("clean"), &Value::from(rules)));
        assert_eq!(run(&["adapter", "test", &adapter]).status.code(), Some(0), "{name}");
    }
}

#[test]
fn worked_example_audits_clean() {
    let tested = run(&["adapter", "test", ADAPTER]);
    assert_eq!(tested.status.code(), Some(0), "{}", text(&tested.stderr));
    let said = text(&tested.stdout);
    assert!(said.contains("HB-2031: hands 2, events 97, clean, evidence: deal and moves"), "{said}");
    assert!(said.contains("Add wall to verify the most"), "{said}");

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

/// A fault in the platform's log is found and located in the original file.
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

/// An unmapped act, tile or rule name is refused with its place in the log or the adapter. Nothing is guessed.
#[test]
fn rejects_unmapped_acts_tiles_and_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let adapter = fs::read_to_string(ADAPTER).expect("an adapter");
    let with = |from: &str, to: &str| {
        let path = folder.path().join("adapter.toml");
        fs::write(&path, adapter.replace(from, to)).expect("a file");
        let output = run(&["audit", "--adapter", path.to_str().expect("a path"), SAMPLE]);
        (output.status.code(), text(&output.stderr).to_owned())
    };
    let (code, said) = with("eat = \"chow\"\n", "");
    assert!(code == Some(2) && said.contains("The action table has no \"eat\"") && said.contains("/rounds/"), "{said}");
    let (code, said) = with("\"Tong-*\" = \"p\"\n", "");
    assert!(code == Some(2) && said.contains("The tile table has no \"Tong-"), "{said}");
    let (code, said) = with(".log | places", ".log | palces");
    assert!(code == Some(2) && said.contains("/ places`?") && said.contains('^'), "{said}");
    // A program that fails on a sample leaves no hints about the tables.
    let path = folder.path().join("adapter.toml");
    fs::write(&path, adapter.replace("(.banker | seat)", "(.banker.seat)")).expect("a file");
    let tested = run(&["adapter", "test", path.to_str().expect("a path"), SAMPLE]);
    let said = text(&tested.stdout);
    assert!(tested.status.code() == Some(2) && said.contains("(adapter line 14: `.banker.seat`)"), "{said}");
    assert!(!said.contains("no sample uses"), "{said}");
    let (code, said) = with("rules = \"changsha-a\"", "rules = \"changsha-q\"");
    assert!(code == Some(2) && said.contains("no rules called `changsha-q`"), "{said}");
}

/// A drafted adapter lists its guesses and leaves acts with unclear names open.
#[test]
fn new_adapter_lists_its_guesses() {
    let folder = tempfile::tempdir().expect("a folder");
    let guessed = run(&["adapter", "new", "--name", "mine", SAMPLE]);
    assert_eq!(guessed.status.code(), Some(0), "{}", text(&guessed.stderr));
    let (adapter, said) = (text(&guessed.stdout), text(&guessed.stderr));
    for line in ["Dealt hands: .rounds[].dealt[]", "Seats count from 1", "Actions: .rounds[].log[]"] {
        assert!(adapter.contains(line) && said.contains(line), "{line}: {adapter}");
    }
    // The replay shows what the words of the platform mean.
    assert!(adapter.contains("\"bump\" = \"pung\"   # 5 times") && adapter.contains("\"bar\" = \"kong"), "{adapter}");
    let path = folder.path().join("mine.toml");
    let filled = adapter.replace("samples = [\"harbour.json\"]", &format!("samples = [{SAMPLE:?}]"));
    fs::write(&path, filled).expect("a file");
    let tested = run(&["adapter", "test", path.to_str().expect("a path")]);
    // The tiles of chows and birds are found in their own columns.
    assert_eq!(tested.status.code(), Some(0), "{}", text(&tested.stderr));
    assert!(text(&tested.stdout).contains("hands 2, events 97, clean"), "{}", text(&tested.stdout));
    let refused = run(&["adapter", "new", concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")]);
    assert!(
        refused.status.code() == Some(2) && text(&refused.stderr).contains("not JSON"),
        "{}",
        text(&refused.stderr)
    );
}

/// Bundled formats are recognised, and each can be printed, changed and used.
#[test]
fn bundled_formats_are_recognised() {
    let fixture = |name: &str| format!("{}/fixtures/adapters/{name}", env!("CARGO_MANIFEST_DIR"));
    for (name, file, options) in [
        ("ticks", "ticks.json", &[][..]),
        ("roomcard", "roomcard.jsonl", &["--from", "roomcard"]),
        ("roomcard", "roomcard.jsonl", &[]),
        ("botzone", "botzone.json", &["--rules", "beijing"]),
    ] {
        let audited = run(&[&["audit", "--format", "json", &fixture(file)], options].concat());
        assert!(matches!(audited.status.code(), Some(0 | 1)), "{file}: {}", text(&audited.stderr));
        let report: Value =
            text(&audited.stdout).lines().next().and_then(|line| serde_json::from_str(line).ok()).expect("a report");
        assert_eq!(report["log"]["adapter"]["name"], name);
        let hands = if file.ends_with("jsonl") { 2 } else { report["log"]["hands"].as_u64().unwrap_or(0) };
        assert_eq!(report["log"]["hands"], hands, "{file} {options:?}");
        let shown = run(&["adapter", "show", name]);
        let folder = tempfile::tempdir().expect("a folder");
        let copy = folder.path().join("copy.toml");
        fs::write(&copy, &shown.stdout).expect("a file");
        let tested = run(&["adapter", "test", copy.to_str().expect("a path"), &fixture(file)]);
        let expected = if name == "botzone" { Some(2) } else { Some(0) };
        assert_eq!(tested.status.code(), expected, "{name}: {} {}", text(&tested.stdout), text(&tested.stderr));
    }
    let refused = run(&["audit", &fixture("botzone.json")]);
    assert!(
        refused.status.code() == Some(2) && text(&refused.stderr).contains("`guobiao`"),
        "{}",
        text(&refused.stderr)
    );
    let converted = run(&["convert", &fixture("botzone.json")]);
    assert_eq!(converted.status.code(), Some(0), "{}", text(&converted.stderr));
    let replayed = run(&["replay", "--rules", "beijing", "--to", "5", &fixture("botzone.json")]);
    assert_eq!(replayed.status.code(), Some(0), "{}", text(&replayed.stderr));
    assert!(text(&run(&["adapter", "show"]).stdout).contains("roomcard  "));
    assert_eq!(run(&["adapter", "show", "tics"]).status.code(), Some(2));
}

/// Adapters in a directory are selected by name. A duplicate name, or a directory without adapters, is an error.
#[test]
fn selects_adapter_from_folder_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a path");
    let refused = run(&["audit", "--adapters", path, SAMPLE]);
    assert!(
        refused.status.code() == Some(2) && text(&refused.stderr).contains("no adapter"),
        "{}",
        text(&refused.stderr)
    );
    let adapter = fs::read_to_string(ADAPTER).expect("an adapter");
    fs::write(folder.path().join("harbour.toml"), &adapter).expect("a file");
    let audited = run(&["audit", "--adapters", path, "--from", "harbour", SAMPLE]);
    assert_eq!(audited.status.code(), Some(0), "{}", text(&audited.stderr));
    let unknown = run(&["audit", "--adapters", path, "--from", "harbor", SAMPLE]);
    assert!(text(&unknown.stderr).contains("Did you mean harbour"), "{}", text(&unknown.stderr));
    for (name, file) in [("twice", adapter.clone()), ("ticks", adapter.replace("\"harbour\"", "\"ticks\""))] {
        let other = folder.path().join(format!("z-{name}.toml"));
        fs::write(&other, file).expect("a file");
        let refused = run(&["audit", "--adapters", path, SAMPLE]);
        assert!(
            refused.status.code() == Some(2) && text(&refused.stderr).contains("is called"),
            "{}",
            text(&refused.stderr)
        );
        fs::remove_file(other).expect("removed");
    }
}

/// A draft splits packed texts: acts in one string, tiles and points with separators.
#[test]
fn drafts_adapter_for_packed_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = fs::read_to_string(SAMPLE).expect("a sample");
    let mut log: Value = serde_json::from_str(&sample).expect("JSON");
    let number = |tile: &str| {
        let (suit, rank) = tile.split_once('-').expect("a tile");
        let base = ["Wan", "Tong", "Tiao"].iter().position(|known| *known == suit).expect("a suit");
        (base * 9 + rank.parse::<usize>().expect("a rank")).to_string()
    };
    for round in log["rounds"].as_array_mut().expect("rounds") {
        for hand in round["dealt"].as_array_mut().expect("hands") {
            let tiles: Vec<String> =
                hand.as_array().expect("a hand").iter().map(|tile| number(tile.as_str().expect("a text"))).collect();
            *hand = tiles.join(",").into();
        }
        let acts =
            round["log"].as_array().expect("acts").iter().filter(|act| act["card"].is_string() && act["own"].is_null());
        let acts: Vec<String> = acts
            .map(|act| {
                format!(
                    "{},{},{}",
                    act["who"],
                    act["do"].as_str().expect("an act"),
                    number(act["card"].as_str().expect("a tile"))
                )
            })
            .collect();
        round["log"] = acts.join(";").into();
        let money: Vec<String> = round["money"].as_array().expect("points").iter().map(ToString::to_string).collect();
        round["money"] = money.join("|").into();
    }
    let path = folder.path().join("packed.json");
    fs::write(&path, log.to_string()).expect("a file");
    let guessed = run(&["adapter", "new", path.to_str().expect("a path")]);
    assert_eq!(guessed.status.code(), Some(0), "{}", text(&guessed.stderr));
    let adapter = text(&guessed.stdout);
    for words in [
        ".rounds[].log is a text; the program splits it with split(\";\")",
        "Dealt hands: .rounds[].dealt",
        "Seats count from 1",
        "Points: .rounds[].money",
    ] {
        assert!(adapter.contains(words), "{words}: {adapter}");
    }
    // The draft runs, whether or not the shortened sample shows the meaning of `bump` and `bar`.
    let filled = adapter.replace("# \"bump\" = \"\"", "bump = \"pung\"").replace("# \"bar\" = \"\"", "bar = \"kong\"");
    let draft = folder.path().join("packed.toml");
    fs::write(&draft, filled).expect("a file");
    let tested = run(&["adapter", "test", draft.to_str().expect("a path")]);
    assert!(
        text(&tested.stdout).contains("HB-2031: hands 2"),
        "{}{}\n{adapter}",
        text(&tested.stdout),
        text(&tested.stderr)
    );
}

/// A draft recognises seats given by player names, and rounds and hands in objects with arbitrary keys.
#[test]
fn drafts_adapter_for_seats_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = fs::read_to_string(SAMPLE).expect("a sample");
    let mut log: Value = serde_json::from_str(&sample).expect("JSON");
    let guests = log["guests"].clone();
    let name = |seat: &Value| guests[seat.as_u64().map_or(9, |seat| seat as usize - 1)].clone();
    let mut rounds = serde_json::Map::new();
    for (at, round) in log["rounds"].as_array().expect("rounds").iter().enumerate() {
        let mut round = round.clone();
        round["banker"] = name(&round["banker"]);
        for act in round["log"].as_array_mut().expect("acts") {
            if act["who"].is_u64() {
                act["who"] = name(&act["who"]);
            }
        }
        let hands: serde_json::Map<String, Value> = guests
            .as_array()
            .expect("a list")
            .iter()
            .zip(round["dealt"].as_array().expect("hands"))
            .map(|(guest, hand)| (guest.as_str().expect("a name").to_owned(), hand.clone()))
            .collect();
        round["dealt"] = hands.into();
        rounds.insert(format!("round {at}"), round);
    }
    log["rounds"] = rounds.into();
    let path = folder.path().join("named.json");
    fs::write(&path, log.to_string()).expect("a file");
    let guessed = run(&["adapter", "new", path.to_str().expect("a path")]);
    let adapter = text(&guessed.stdout);
    for words in ["Seats have the names at .guests[]", "Dealt hands: .rounds[].dealt[]", "Actions: .rounds[].log[]"] {
        assert!(adapter.contains(words), "{words}: {adapter}");
    }
    let filled = adapter.replace("# \"bump\" = \"\"", "bump = \"pung\"").replace("# \"bar\" = \"\"", "bar = \"kong\"");
    let draft = folder.path().join("named.toml");
    fs::write(&draft, filled).expect("a file");
    let tested = run(&["adapter", "test", draft.to_str().expect("a path")]);
    let said = text(&tested.stdout);
    assert!(said.contains("hands 2, events 97, clean"), "{said}{}\n{adapter}", text(&tested.stderr));
}

/// A draft for a table of three names the number of players.
#[test]
fn drafts_adapter_for_a_table_of_three() {
    let room = room("changsha-a", &[("players", caipan::rules::Value::Number(3))]);
    let config = MatchConfig { hands: 1, ..MatchConfig::USUAL };
    let told = |action: &Action| matches!(action.name(), "draw" | "discard" | "pung" | "win" | "birds");
    let is_plain = |log: &GameLog| {
        let events = &log.hands[0].events;
        events.iter().all(|event| told(&event.action))
            && log.hands[0].result.as_ref().is_some_and(|result| result.deltas.is_some_and(|deltas| deltas.0 != [0; 4]))
    };
    let log = matches(&room, 4, config).find(is_plain).expect("a hand of draws, discards and pungs");
    let own: Value = serde_json::to_value(&log).expect("JSON");
    let hand = &own["hands"][0];
    let list = |list: &Value| list.as_array().expect("a list").clone();
    let split = |tiles: &Value| tiles_of(tiles.as_str().expect("tiles"));
    let dealt: Vec<Value> = list(&hand["deal"]).iter().map(split).collect();
    let acts = hand["events"].as_array().expect("events").iter().filter(|event| event["type"] != "birds");
    let acts: Vec<Value> =
        acts.map(|event| json!({"who": event["seat"], "do": event["type"], "card": event["tile"]})).collect();
    let sample = json!({"game": "T3-1", "rounds": [
        {"dealer": hand["dealer"], "dealt": dealt, "log": acts, "points": list(&hand["result"]["deltas"])},
    ]});
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("three.json");
    fs::write(&path, sample.to_string()).expect("a file");
    let guessed = run(&["adapter", "new", path.to_str().expect("a path")]);
    let adapter = text(&guessed.stdout);
    assert!(adapter.contains("start: {seats: 3}") && !adapter.contains("+ ["), "{adapter}\n{sample}");
    let draft = folder.path().join("three.toml");
    fs::write(&draft, adapter).expect("a file");
    let tested = run(&["adapter", "test", draft.to_str().expect("a path")]);
    let said = text(&tested.stdout);
    // The sample has no birds.
    assert!(
        said.contains(": hands 1, events 30, unverifiable, evidence: deal and moves A607\n"),
        "{said}{}\n{adapter}",
        text(&tested.stderr)
    );
}

/// The names of the tiles in a text such as `123m`.
fn tiles_of(text: &str) -> Value {
    let tiles = caipan::tile::parse_tiles(text).expect("tiles");
    tiles.iter().map(|tile| Value::from(tile.to_string())).collect()
}
