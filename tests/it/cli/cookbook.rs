//! The cookbook for adapters: its adapters audit clean, its page quotes them literally, and drafts of its samples read
//! them.

use super::{run, text};
use std::fs;

/// The adapters with their samples, hands and events.
const ADAPTERS: [(&str, &str, usize, usize); 4] = [
    ("nested", "nested.csv", 2, 97),
    ("physical", "physical.json", 2, 97),
    ("rows", "rows.tsv", 2, 74),
    ("layers", "layers.json", 2, 97),
];

/// The adapters of `adapter.rs` that the page quotes as well, with their samples.
const EXAMPLES: [(&str, &str); 4] = [
    ("../osprey", "../osprey.jsonl"),
    ("../lantern", "../lantern.json"),
    ("../plateau", "../plateau.jsonl"),
    ("three", "three.json"),
];

/// The adapter that maps room flags, whose sample has a rule that caipan does not know.
const ROOM: (&str, &str) = ("room", "room.json");

fn fixture(name: &str) -> String {
    format!("{}/fixtures/adapters/cookbook/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn adapters_of_the_cookbook_audit_clean() {
    for (name, sample, hands, events) in ADAPTERS {
        let adapter = fixture(&format!("{name}.toml"));
        let tested = run(&["adapter", "test", "--lang", "en", &adapter]);
        let said = text(&tested.stdout);
        assert!(said.contains(&format!("hands {hands}, events {events}, clean")), "{name}: {said}");
        let audited = run(&["audit", "--adapter", &adapter, &fixture(sample)]);
        assert_eq!(audited.status.code(), Some(0), "{name}: {}", text(&audited.stderr));
    }
}

/// Every block of the page is part of an adapter or of a sample; `…` stands for lines left out. The page links to each
/// sample.
#[test]
fn cookbook_quotes_its_adapters() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/adapter-cookbook.md")).expect("a page");
    let read = |name: String| fs::read_to_string(fixture(&name)).expect("a file");
    let files: Vec<String> = ADAPTERS
        .iter()
        .map(|&(name, sample, ..)| (name, sample))
        .chain(EXAMPLES)
        .chain([ROOM])
        .inspect(|(_, sample)| {
            let link = format!("{}](", sample.trim_start_matches("../"));
            assert!(page.contains(&link), "the page does not link to {sample}");
        })
        .flat_map(|(name, sample)| [read(format!("{name}.toml")), read(sample.to_owned())])
        .collect();
    let mut quoted = 0;
    for kind in ["jq", "toml", "csv", "json"] {
        for block in page.split(&format!("```{kind}\n")).skip(1).filter_map(|rest| rest.split("```").next()) {
            let parts: Vec<&str> = block.split("\n…").map(|part| part.trim_matches('\n')).collect();
            let quotes = |file: &String| parts.iter().all(|part| file.contains(part));
            assert!(files.iter().any(quotes), "no adapter and no sample has:\n{block}");
            quoted += 1;
        }
    }
    assert!(quoted >= 15, "{quoted}");
}

/// A draft reads its sample once the codes of acts are filled in, and the audit finds nothing wrong with it. The rows
/// of `rows.tsv` that tell the points and the tiles of a kong are left to the author.
#[test]
fn drafts_read_the_samples() {
    let folder = tempfile::tempdir().expect("a folder");
    let codes = ["discard", "draw", "chow", "pung", "kong", "win", "birds"];
    for (name, sample, hands, events) in ADAPTERS {
        let drafted = run(&["adapter", "new", "--lang", "en", &fixture(sample)]);
        assert_eq!(drafted.status.code(), Some(0), "{}", text(&drafted.stderr));
        let mut draft = text(&drafted.stdout).to_owned();
        for (code, event) in (1..).zip(codes) {
            draft = draft.replace(&format!("# \"{code}\" = \"\""), &format!("{code} = \"{event}\""));
        }
        draft = draft.replace("# \"kaigang\" = \"\"", "kaigang = \"ignore\"");
        let path = folder.path().join(format!("{name}.toml"));
        fs::write(&path, &draft).expect("a file");
        let tested = run(&["adapter", "test", "--lang", "en", path.to_str().expect("a path"), &fixture(sample)]);
        let said = text(&tested.stdout);
        if name == "rows" {
            assert!(said.contains("hands 2, events 73"), "{said}\n{draft}");
            assert!(draft.contains("chi: several lines in sequence are one action"), "{draft}");
            assert!(draft.contains("adds them to the kong before"), "{draft}");
        } else {
            assert!(said.contains(&format!("hands {hands}, events {events}, clean")), "{name}: {said}\n{draft}");
        }
    }
}

/// The page shows the whole adapter of a room of three, which audits clean with its floats and its settings.
#[test]
fn room_of_three_is_audited() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/adapter-cookbook.md")).expect("a page");
    let adapter = fs::read_to_string(fixture("three.toml")).expect("an adapter");
    assert!(page.contains(&format!("```toml\n{adapter}```\n")), "the page shows another adapter than three.toml");
    let tested = run(&["adapter", "test", "--lang", "en", &fixture("three.toml")]);
    let said = text(&tested.stdout);
    assert_eq!(tested.status.code(), Some(0), "{said}\n{}", text(&tested.stderr));
    assert!(said.contains("SR-5520: hands 2, events 78, clean"), "{said}");
    // The floats are part of the money: without them the amounts are wrong.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("three.toml");
    fs::write(&path, adapter.replace("piao: [.piao | by_seat | .n],", "piao: [0, 0, 0],")).expect("a file");
    let tested = run(&["adapter", "test", "--lang", "en", path.to_str().expect("a path"), &fixture("three.json")]);
    assert_eq!(tested.status.code(), Some(1), "{}", text(&tested.stdout));
}

/// A room of 40 settings, from the platform's log to the report: 39 of them are mapped or ignored, one is a rule that
/// caipan does not know.
#[test]
fn room_of_forty_settings_is_audited() {
    let adapter = fixture("room.toml");
    let tested = run(&["adapter", "test", "--lang", "en", &adapter]);
    let said = text(&tested.stdout);
    assert_eq!(tested.status.code(), Some(0), "{said}\n{}", text(&tested.stderr));
    assert!(said.contains("hands 2, events 97, unverifiable") && said.contains("A713"), "{said}");
    let hint = "Ignored room flags: payer = owner, rounds = 8, skin = bamboo, voice = true.";
    assert!(said.contains(hint), "{said}");
    let explained = run(&["adapter", "explain", "--lang", "en", &adapter]);
    let told = text(&explained.stdout);
    assert!(
        told.contains("niao: option bird_count") && told.contains("mode: 1 → changsha-a; 2 → changsha-b"),
        "{told}"
    );

    let audited = run(&["audit", "--lang", "zh", "--adapter", &adapter, &fixture("room.json")]);
    let report = text(&audited.stdout);
    assert_eq!(audited.status.code(), Some(0), "{report}");
    assert!(report.contains("“热杠加 2 分”（影响杠的分）") && report.contains("A714"), "{report}");

    let folder = tempfile::tempdir().expect("a folder");
    let sample = fs::read_to_string(fixture("room.json")).expect("a sample");
    let audit = |name: &str, from: &str, to: &str| {
        let changed = sample.replace(from, to);
        assert_ne!(changed, sample, "{from}");
        let path = folder.path().join(name);
        fs::write(&path, changed).expect("a file");
        run(&["audit", "--lang", "en", "--adapter", &adapter, path.to_str().expect("a path")])
    };
    let plain = audit("plain.json", "\"hot\": 2", "\"hot\": 0");
    assert!(text(&plain.stdout).contains("clean") && plain.status.code() == Some(0), "{}", text(&plain.stdout));
    // The second hand has no kong, so a wrong amount there is a fault whatever the rule says.
    let wrong = audit("wrong.json", "\"win\": [0, -8, 8, 0]", "\"win\": [0, -9, 9, 0]");
    assert!(text(&wrong.stdout).contains("A706") && wrong.status.code() == Some(1), "{}", text(&wrong.stdout));
    let unknown = audit("unknown.json", "\"voice\": true", "\"voiced\": true");
    assert!(text(&unknown.stderr).contains("does not name these room flags: `voiced`"), "{}", text(&unknown.stderr));
}

/// A draft finds the settings of the room and lists them for the author; until they are named they are rules that caipan
/// does not know, so nothing is wrong because of them.
#[test]
fn draft_lists_the_settings_of_a_room() {
    let drafted = run(&["adapter", "new", "--lang", "en", &fixture("room.json")]);
    let (draft, said) = (text(&drafted.stdout).to_owned(), text(&drafted.stderr).to_owned());
    assert!(said.contains("Room settings: .conf, 40 flags."), "{said}");
    assert!(draft.contains("room: (.conf)") && draft.contains("unknown_flags = \"unmodelled\""), "{draft}");
    assert!(draft.contains("# \"cap.points\" = { option = \"\" }   # here 样例中为 0"), "{draft}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.toml");
    fs::write(&path, &draft).expect("a file");
    let tested = run(&["adapter", "test", "--lang", "en", path.to_str().expect("a path"), &fixture("room.json")]);
    let said = text(&tested.stdout);
    assert!(
        said.contains("unverifiable") && said.contains("Room flags that `[options]` does not name"),
        "{said}\n{draft}"
    );
}
