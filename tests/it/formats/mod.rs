//! The output formats for CI systems: SARIF and JUnit against their published schemas, and baselines.

mod baseline;
pub mod junit;
mod sarif;

use crate::matches::preset;
use caipan::generate::faults::{inject, kinds};
use caipan::generate::{MatchConfig, Rng, matches};
use caipan::log::{GameLog, Limits, read, write};
use caipan::report::{Report, report};
use std::path::Path;

/// A log as bytes, with its report.
struct Reported {
    name: String,
    bytes: Vec<u8>,
    report: Report,
}

fn reported(name: &str, bytes: Vec<u8>) -> Reported {
    let log = read(&bytes, &Limits::default()).unwrap();
    let report = report(&log, &caipan::hash::sha256(&bytes)).unwrap();
    Reported { name: name.to_owned(), bytes, report }
}

/// Returns the sample logs, and a log for each kind of fault in two rule systems.
fn all() -> Vec<Reported> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let demo = std::fs::read_dir(root.join("fixtures/demo")).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = demo.chain([root.join("docs/examples/changsha-a.json")]).collect();
    paths.sort();
    let mut all: Vec<Reported> =
        paths.iter().map(|path| reported(path.to_str().unwrap(), std::fs::read(path).unwrap())).collect();
    for system in ["changsha-a", "guiyang"] {
        let ruleset = preset(system);
        let logs: Vec<GameLog> = matches(&ruleset, 11, MatchConfig::USUAL).take(8).collect();
        for kind in kinds() {
            let mut chance = Rng::new(5);
            let bad = logs.iter().find_map(|log| inject(&ruleset, log, kind, &mut chance));
            all.extend(bad.map(|(_, bad)| reported(kind.name, write(&bad).into_bytes())));
        }
    }
    assert!(all.len() > 60, "{}", all.len());
    all
}

/// Returns a faulty log with the worst names that JSON allows.
fn nasty() -> Reported {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/demo/false-win.json")).unwrap();
    let mut log: serde_json::Value = serde_json::from_str(&text).unwrap();
    for (player, name) in
        ["`\u{1b}[31m", "[x](http://y) <b>&'\"\n\u{202e}\u{0}]]>", "{0} %s", "\u{200b}"].iter().enumerate()
    {
        log["players"][player]["name"] = (*name).into();
    }
    log["id"] = "]]>\u{0}\u{b}\u{1f}<!--\"'&\n\u{202e}\u{ffff}裁判".into();
    reported("nasty", log.to_string().into_bytes())
}
