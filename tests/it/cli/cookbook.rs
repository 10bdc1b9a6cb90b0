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

fn fixture(name: &str) -> String {
    format!("{}/fixtures/adapters/cookbook/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn adapters_of_the_cookbook_audit_clean() {
    for (name, sample, hands, events) in ADAPTERS {
        let adapter = fixture(&format!("{name}.toml"));
        let tested = run(&["adapter", "test", "--lang", "en", &adapter]);
        let said = text(&tested.stdout);
        assert!(said.contains(&format!("{hands} hands, {events} events, clean")), "{name}: {said}");
        let audited = run(&["audit", "--adapter", &adapter, &fixture(sample)]);
        assert_eq!(audited.status.code(), Some(0), "{name}: {}", text(&audited.stderr));
    }
}

/// Every block of the page is part of an adapter or of a sample.
#[test]
fn cookbook_quotes_its_adapters() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/adapter-cookbook.md")).expect("a page");
    let read = |name: String| fs::read_to_string(fixture(&name)).expect("a file");
    let files: Vec<String> = ADAPTERS
        .iter()
        .flat_map(|(name, sample, ..)| [read(format!("{name}.toml")), read((*sample).to_owned())])
        .collect();
    let mut quoted = 0;
    for kind in ["jq", "toml", "csv"] {
        for block in page.split(&format!("```{kind}\n")).skip(1).filter_map(|rest| rest.split("```").next()) {
            assert!(files.iter().any(|file| file.contains(block.trim_end())), "no adapter and no sample has:\n{block}");
            quoted += 1;
        }
    }
    assert!(quoted >= 8, "{quoted}");
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
            assert!(said.contains("2 hands, 73 events"), "{said}\n{draft}");
            assert!(draft.contains("chi: several lines in sequence are one action"), "{draft}");
            assert!(draft.contains("adds them to the kong before"), "{draft}");
        } else {
            assert!(said.contains(&format!("{hands} hands, {events} events, clean")), "{name}: {said}\n{draft}");
        }
    }
}
