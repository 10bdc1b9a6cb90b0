//! The samples of `fixtures/samples/guiyang`: clean matches of every preset, one that is a variant, and faulty ones, each
//! named after what the audit says of it. `UPDATE=1` writes them.

use super::mutants::{all_matches, audited, guiyang, hands, primary, told};
use caipan::generate::{Chance, Knobs, faults, matches};
use caipan::log::{GameLog, Limits, RulesDeclared, read, write};
use caipan::rules::resolve;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const FOLDER: &str = "fixtures/samples/guiyang";

/// Faults that have a sample.
const FAULTY: [&str; 7] = ["A107", "A201", "A501", "A504", "A602", "A702", "A801"];

/// File name to log.
fn samples() -> BTreeMap<String, GameLog> {
    let mut samples = BTreeMap::new();
    for preset in ["guiyang", "guiyang-table", "guiyang-reduced", "guiyang-app"] {
        let rules = resolve(&RulesDeclared { system: preset.to_owned(), options: [].into() }).expect("a preset");
        let knobs = Knobs { hands: 3, ..Knobs::USUAL };
        let log = matches(&rules, 2026, knobs).find(|log| log.hands.len() > 1).expect("a match of two hands");
        samples.insert(format!("clean-{preset}"), log);
    }
    let table = resolve(&RulesDeclared { system: "guiyang-table".to_owned(), options: [].into() }).expect("a preset");
    let variant = matches(&table, 9, Knobs::BIG).filter_map(|log| hands(&log, &table)).find_map(|(mut log, _)| {
        log.rules.system = "guiyang".to_owned();
        (audited(&log).verdict().word() == "variant").then_some(log)
    });
    samples.insert("variant-fan-table".to_owned(), variant.expect("a match won with seven pairs"));
    let rules = guiyang(&[]);
    for code in FAULTY {
        let kind = faults::kinds().find(|kind| kind.code == code).expect("a kind of fault");
        let mut chance = Chance::new(1);
        let faulty = all_matches(&rules).find_map(|log| faults::inject(&rules, &log, kind, &mut chance));
        samples.insert(format!("faulty-{code}"), faulty.expect("a match with a place for it").1);
    }
    samples
}

#[test]
fn samples_are_what_they_are_called() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let update = std::env::var_os("UPDATE").is_some();
    for (name, log) in samples() {
        let path = root.join(format!("{name}.json"));
        let bytes = write(&log);
        if update {
            fs::create_dir_all(&root).expect("a folder");
            fs::write(&path, &bytes).expect("a file");
        }
        let stored = fs::read(&path).unwrap_or_else(|_| panic!("{name} is missing: UPDATE=1 writes it"));
        assert!(stored == bytes.as_bytes(), "{name} is out of date: UPDATE=1 writes it");
        let log = read(&stored, &Limits::default()).expect("a log");
        let audit = audited(&log);
        let (verdict, code) = name.split_once('-').expect("a verdict first");
        assert_eq!(audit.verdict().word(), verdict, "{}", told(&name, &log, &audit));
        if verdict == "faulty" {
            assert!(primary(&audit).iter().all(|found| found.check.code == code), "{}", told(&name, &log, &audit));
        }
    }
}
