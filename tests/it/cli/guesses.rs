//! `adapter test` on adapters with one mistake each: the first findings as sentences, and the guess that names the
//! mistake.

use super::{run, text};
use std::fs;
use std::path::Path;

fn fixture(name: &str) -> String {
    format!("{}/fixtures/adapters/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Tests an adapter with one part replaced on its own sample, and returns the exit code and standard output.
fn tested(folder: &Path, name: &str, sample: &str, from: &str, to: &str, lang: &str) -> (Option<i32>, String) {
    let adapter = fs::read_to_string(fixture(&format!("{name}.toml"))).expect("an adapter");
    assert!(adapter.contains(from), "{name}: {from}");
    let path = folder.join("adapter.toml");
    fs::write(&path, adapter.replacen(from, to, 1)).expect("a file");
    let output = run(&["adapter", "test", "--lang", lang, path.to_str().expect("a path"), &fixture(sample)]);
    assert_eq!(text(&output.stderr), "");
    (output.status.code(), text(&output.stdout).to_owned())
}

#[test]
fn names_the_mistake_of_an_adapter() {
    let folder = tempfile::tempdir().expect("a folder");
    let osprey = ("osprey", "osprey.jsonl");
    let harbour = ("harbour", "harbour.json");
    for ((name, sample), from, to, guess) in [
        (harbour, "dealer: (.banker | seat)", "dealer: .banker", "Is the dealer counted from 1?"),
        (harbour, "if .who then .who | seat", "if .who then .who", "Are the seats of the actions counted from 1?"),
        (harbour, "def seat: . - 1;", "def seat: .;", "Are seats counted from 1?"),
        (harbour, "then .who | seat else", "then (.who | seat + 3) % 4 else", "Use `(. + 1) % 4` for the `seat`"),
        (harbour, "deltas: .money", "deltas: (.money | turned(3))", "Use `turned(1)`"),
        (harbour, "deltas: .money", "deltas: (.money | map(-.))", "Are gains and losses swapped?"),
        (harbour, "deltas: .money", "deltas: (.money | map(. * 20))", "a base of 20"),
        (
            harbour,
            "select($act != \"ignore\")",
            "select($act != \"ignore\" and $act != \"win\")",
            "Does the win stand only",
        ),
        (
            harbour,
            "        ] | kinds,",
            "        ] | kinds | map(., select(.type == \"pung\")),",
            "Are several actions one event?",
        ),
        (
            harbour,
            "        ] | kinds,",
            "        ] | kinds | map(if .kind then .kind = \"added\" else . end),",
            "Are the kinds of kongs",
        ),
        (harbour, "        ] | kinds,", "        ] | kinds | reverse,", "Does the last action stand first?"),
        (
            harbour,
            "deal: [.dealt[] | tiles]",
            "deal: ([.dealt[] | tiles] | [.[0], .[3], .[2], .[1]])",
            "Do the dealt hands belong to other seats?",
        ),
        (
            osprey,
            "[\"E\", \"S\", \"W\", \"N\"]",
            "[\"E\", \"N\", \"W\", \"S\"]",
            "Play goes round the seats 0, 3, 2, 1: list their names",
        ),
        (
            osprey,
            "(if .held then {with: (.held | gems)} else {} end)",
            "(if .held then {tile: (.held | gems[:2]), with: ((.held | gems[2:]) + (.gem | gems))} else {} end)",
            "The tile taken seems to be the second of `with`",
        ),
        (
            osprey,
            "(if .held then {with: (.held | gems)} else {} end)",
            "(if .held then {with: ((.held | gems) + (.gem | gems))} else {} end)",
            "include the tile that was taken?",
        ),
        (
            ("plateau", "plateau.jsonl"),
            "\"*万\" = \"m\"\n\"*筒\" = \"p\"\n\"*条\" = \"s\"",
            "\"*万\" = \"m\"\n\"*筒\" = \"s\"\n\"*条\" = \"p\"",
            "Are the suits in another order? It seems to be 万 条 筒",
        ),
    ] {
        let (code, said) = tested(folder.path(), name, sample, from, to, "en");
        assert!(matches!(code, Some(1 | 2)), "{to}: {said}");
        let (_, guesses) =
            said.split_once("Guesses, each tried on the samples:\n").unwrap_or_else(|| panic!("{to}: {said}"));
        assert!(guesses.lines().next().is_some_and(|first| first.contains(guess)), "{to}: {said}");
        let (_, zh) = tested(folder.path(), name, sample, from, to, "zh");
        assert!(zh.contains("猜一猜") && zh.contains("改后："), "{zh}");
    }
}

/// The first findings are printed as sentences with their places in the platform's log, and the others are counted.
#[test]
fn prints_the_first_findings() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, said) = tested(
        folder.path(),
        "harbour",
        "harbour.json",
        "then .who | seat else",
        "then (4 - (.who | seat)) % 4 else",
        "en",
    );
    assert_eq!(code, Some(1), "{said}");
    let findings: Vec<&str> = said.lines().filter(|line| line.starts_with("  A") && line.contains('[')).collect();
    assert!(findings.len() == 3 && findings.iter().all(|line| line.contains("[/rounds/")), "{said}");
    assert!(said.contains(" more\n"), "{said}");
}

/// Without draws hardly any act is possible, and one finding hides the others: no order of seats mends that.
#[test]
fn ranks_guesses_by_possible_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, said) = tested(folder.path(), "harbour", "harbour.json", "take = \"draw\"", "take = \"ignore\"", "en");
    assert!(matches!(code, Some(1 | 2)) && !said.contains("Play goes round"), "{said}");
    let (_, said) =
        tested(folder.path(), "harbour", "harbour.json", "dealer: (.banker | seat)", "dealer: .banker", "en");
    assert!(said.contains(" findings)") && !said.contains("are possible"), "{said}");
    let turned = "then (.who | seat + 3) % 4 else";
    let (_, said) = tested(folder.path(), "harbour", "harbour.json", "then .who | seat else", turned, "en");
    assert!(said.contains(" actions are possible, with 0 findings)"), "{said}");
}

/// A key whose values are tiles, and that the program does not read, may hold the draws.
#[test]
fn names_the_key_that_may_hold_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = fs::read_to_string(fixture("harbour.json")).expect("a sample");
    let mut log: serde_json::Value = serde_json::from_str(&sample).expect("JSON");
    for round in log["rounds"].as_array_mut().expect("rounds") {
        let mut next = serde_json::Value::Null;
        for act in round["log"].as_array_mut().expect("acts").iter_mut().rev() {
            if act["do"] == "take" {
                next = act["card"].clone();
            } else if !next.is_null() {
                act["upcoming"] = next.take();
            }
        }
        round["log"].as_array_mut().expect("acts").retain(|act| act["do"] != "take");
    }
    let path = folder.path().join("draws.json");
    fs::write(&path, log.to_string()).expect("a file");
    let output = run(&["adapter", "test", "--lang", "en", &fixture("harbour.toml"), path.to_str().expect("a path")]);
    let said = text(&output.stdout);
    assert!(said.contains("whose values are tiles: .rounds[].log[].upcoming. Do draws stand there"), "{said}");
    assert!(!said.contains("Play goes round"), "{said}");
}

/// A clean sample gives no guess, and neither does a single fault of the log itself that no change explains.
#[test]
fn guesses_nothing_without_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, said) = tested(folder.path(), "harbour", "harbour.json", "version = \"1\"", "version = \"2\"", "en");
    assert!(code == Some(0) && !said.contains("Guesses"), "{said}");
    let sample = fs::read_to_string(fixture("harbour.json")).expect("a sample");
    let mut log: serde_json::Value = serde_json::from_str(&sample).expect("JSON");
    log["rounds"][1]["money"] = serde_json::json!([1, 0, 0, -1]);
    let path = folder.path().join("wrong.json");
    fs::write(&path, log.to_string()).expect("a file");
    let output = run(&["adapter", "test", "--lang", "en", &fixture("harbour.toml"), path.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!text(&output.stdout).contains("Guesses"), "{}", text(&output.stdout));
}

/// Four numbers for each tile are those of physical tiles, and no mistake; two names for one tile may be one.
#[test]
fn accepts_numbers_of_physical_tiles() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "program = '{id: (tiles | tostring), hands: [{events: []}]}'";
    let four = |tile: String, at: usize| format!("\"{at}..\" = \"{}\"\n", tile.repeat(4));
    let kinds = || ["m", "p", "s"].iter().flat_map(|suit| (1..=9).map(move |rank| format!("{rank}{suit}")));
    // Four entries for each tile, as many authors write them.
    let apart: String = kinds()
        .enumerate()
        .flat_map(|(at, tile)| (0..4).map(move |nth| format!("{} = \"{tile}\"\n", 4 * at + nth)))
        .collect();
    let together: String = kinds().enumerate().map(|(at, tile)| four(tile, 1 + 4 * at)).collect();
    for (tiles, warned) in
        [(apart, false), (together, false), ("W1 = \"1m\"\n1 = \"1m\"\n2 = \"2m\"\n108 = \"9s\"".to_owned(), true)]
    {
        let path = folder.path().join("adapter.toml");
        let adapter = format!("name = \"x\"\nversion = \"1\"\nrules = \"changsha-a\"\n{program}\n[tiles]\n{tiles}");
        fs::write(&path, adapter).expect("a file");
        let log = folder.path().join("log.json");
        fs::write(&log, "[1,2]").expect("a file");
        let output =
            run(&["adapter", "test", "--lang", "en", path.to_str().expect("a path"), log.to_str().expect("a path")]);
        assert_eq!(
            text(&output.stdout).contains("Several codes map to the same tile"),
            warned,
            "{}",
            text(&output.stdout)
        );
    }
}
