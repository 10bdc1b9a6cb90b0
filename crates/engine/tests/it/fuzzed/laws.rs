//! The assertions of every fuzz target. Ordinary tests run them over mangled samples.

use super::any;
use super::draw::{Bytes, Draw};
use caipan_engine::audit::{Audit, audit};
use caipan_engine::report::{
    Origin, PastLine, Report, Style, identities, junit, past, report, sarif, step, text, to_json,
};
use caipan_engine::rules::{Ruleset, SYSTEMS, resolve};
use caipan_lab::generate::{MatchConfig, one};
use caipan_log::import::Format;
use caipan_log::{GameLog, Limits, Places, ReadError, RulesDeclared, from_text, read, to_text, write};
use caipan_tiles::text::{Lang, Text};
use quick_xml::events::Event;
use std::collections::BTreeSet;

/// Checks any bytes as JSON: a log that round-trips, or an error that a person can act on.
pub fn json(bytes: &[u8]) {
    match read(bytes, &Limits::default()) {
        Ok(log) => assert_eq!(read(write(&log).as_bytes(), &Limits::default()), Ok(log)),
        Err(error) => is_of_use(&error, bytes),
    }
}

/// Checks any text as the text notation: a log that round-trips in both forms, or an error that a person can act on.
pub fn notation(text: &str) {
    match from_text(text, &Limits::default()) {
        Ok(log) => {
            assert_eq!(from_text(&to_text(&log), &Limits::default()).as_ref(), Ok(&log));
            assert_eq!(read(write(&log).as_bytes(), &Limits::default()), Ok(log));
        }
        Err(error) => is_of_use(&error, text.as_bytes()),
    }
}

/// Asserts that a person can act on an error: a known code, a place inside the text, a sentence in each language.
pub fn is_of_use(error: &ReadError, text: &[u8]) {
    assert!(ReadError::CODES.contains(&error.code), "{error}");
    assert!(error.code != "unreadable", "the slow reader has no word for it: {error}");
    assert!(error.offset <= text.len() as u64, "{error}");
    assert!(error.line >= 1 && error.column >= 1, "{error}");
    assert!(error.pointer.is_empty() || error.pointer.starts_with('/'), "{error}");
    assert!(error.zh.ends_with('。') && error.en.ends_with('.'), "{error}");
}

/// Checks any bytes as a third-party format: logs that can be written, read and audited, or an error that a person can
/// act on.
pub fn import(format: &Format, bytes: &[u8]) {
    // Format detection must not panic either.
    (format.sniff)(bytes);
    match (format.read)(bytes) {
        Ok(logs) => {
            for log in &logs {
                // The written log can be read within the limits, or the strict reader refuses it with a useful error.
                let written = write(log);
                match read(written.as_bytes(), &Limits::default()) {
                    Ok(again) => assert_eq!(&again, log),
                    Err(error) => is_of_use(&error, written.as_bytes()),
                }
                audited(log);
            }
        }
        Err(error) => {
            let Text { zh, en } = error.problem.text();
            assert!(!zh.is_empty() && !en.is_empty(), "{error:?}");
            let lines = bytes.split(|&byte| byte == b'\n').count();
            assert!(error.line.is_none_or(|line| line <= lines), "{error:?} of {lines} lines");
        }
    }
}

/// Checks any bytes as events after a legal beginning, under any preset.
pub fn events(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let presets: Vec<&str> = SYSTEMS.iter().flat_map(|system| system.presets.iter().map(|preset| preset.id)).collect();
    let declared = RulesDeclared {
        system: presets[bytes.below(presets.len())].to_owned(),
        options: [].into(),
        ..Default::default()
    };
    let ruleset = resolve(&declared).expect("a published preset");
    let seed = bytes.below(256) as u64;
    let mut log = one(&ruleset, seed, 0, &MatchConfig { hands: 1, ..MatchConfig::USUAL });
    let Some(hand) = log.hands.first_mut() else { return };
    let kept = bytes.below(hand.events.len() + 1);
    hand.events.truncate(kept);
    match bytes.below(4) {
        0 => hand.wall = None,
        1 => hand.result = None,
        _ => {}
    }
    while !bytes.is_empty() && hand.events.len() < Limits::default().events {
        hand.events.push(any::event(&mut bytes));
    }
    audited(&log);
}

/// Checks any bytes that form a log: audits them and writes every format.
pub fn reports(bytes: &[u8]) {
    if let Ok(log) = read(bytes, &Limits::default())
        && let Ok(report) = report(&log, "sha256:")
    {
        rendered(&report, bytes);
        audited(&log);
    }
}

/// Asserts that an audit ends, its findings are bounded and point to earlier primary ones, every ledger balances, and a
/// second audit gives the same answer. A log whose rules cannot be applied is refused in both languages.
pub fn audited(log: &GameLog) {
    let (ruleset, found) = match audit(log) {
        Ok(found) => found,
        Err(error) => {
            assert!(!error.text.zh.is_empty() && !error.text.en.is_empty() && !error.pointer.is_empty(), "{error:?}");
            return;
        }
    };
    let things: usize = log.hands.iter().map(|hand| hand.events.len() + 40).sum();
    assert!(found.findings.len() <= 4 * things, "{} findings of {things}", found.findings.len());
    for (at, one) in found.findings.iter().enumerate() {
        // A consequence points to an earlier finding that is no consequence itself.
        let root = one.because.map(|because| (because.0, &found.findings[because.0]));
        assert!(root.is_none_or(|(because, root)| because < at && root.is_primary()), "{at}: {one:?}\nof {root:?}");
    }
    for (_, hand) in &found.hands {
        let sum: i128 = hand.ledger.balance().0.into_iter().map(i128::from).sum();
        assert_eq!(sum, -i128::from(hand.ledger.house()));
    }
    let (_, again) = audit(log).expect("the rules are known");
    assert_eq!(answer_text(&found), answer_text(&again));
    steps(log, &ruleset, &found);
}

/// The findings, verdict and explanations of an audit, as text.
fn answer_text(audit: &Audit) -> String {
    format!("{:?} {:?} {:?}", audit.findings, audit.verdict(), audit.explanations)
}

/// Asserts that the table can be shown at the beginning, in the middle and at the end of every hand that was replayed.
fn steps(log: &GameLog, ruleset: &Ruleset, audit: &Audit) {
    for (hand, (before, audited)) in log.hands.iter().zip(&audit.hands) {
        for events in [0, hand.events.len() / 2, hand.events.len()] {
            let view = step(ruleset.rules.as_ref(), hand, *before, events.checked_sub(1));
            assert!(view.is_some() || !audited.replayed.followed, "{} step {events}", log.id);
        }
    }
}

/// Asserts that every format of a report can be read: text, SARIF, JUnit and JSON.
pub fn rendered(report: &Report, bytes: &[u8]) {
    let places = Places::of(bytes);
    let origin = Origin { file: Some("a b.json"), line: Some(3), places: places.as_ref() };
    for lang in [Lang::Zh, Lang::En] {
        for full in [false, true] {
            let shown = text(report, Style { lang, full, colour: full });
            assert_eq!(shown.contains(&report.log.digest), full);
        }
        let sarif: serde_json::Value =
            serde_json::from_str(&sarif::document(report, &origin, lang)).expect("SARIF is JSON");
        let results = sarif["runs"][0]["results"].as_array().expect("results");
        assert_eq!(results.len(), report.findings.iter().filter(|one| one.because.is_none()).count());
    }
    let junit = junit::document(report, &origin);
    let mut reader = quick_xml::Reader::from_str(&junit);
    let mut depth = 0_i64;
    loop {
        match reader.read_event().expect("JUnit is XML") {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    let all = identities(report);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "identities are unique");
    let Ok(PastLine::Report(again)) = past(&to_json(report)) else { panic!("a report can be read back") };
    assert_eq!(again.identities(), all, "and knows its findings again");
}
