//! Every finding that a rule decides cites its clause.

use super::{clean, faulty};
use crate::generate::{audited, presets};
use crate::samples::committed;
use crate::specs;
use caipan_engine::audit::{Audit, Finding};
use std::collections::{BTreeMap, BTreeSet};

/// Checks that no regional rule decides, with the reason.
const BY_NO_RULE: &[(&str, &str)] = &[
    ("A001", "a field is missing"),
    ("A002", "a field is missing"),
    ("A003", "the log contradicts itself: it goes on after what it says ended the hand"),
    ("A004", "the log stops"),
    ("A005", "two digests differ"),
    ("A006", "two digests differ"),
    ("A007", "a clock runs backwards"),
    ("A009", "a field is empty"),
    ("A010", "the same event is written twice"),
    ("A011", "the same events are written twice"),
    ("A012", "the log names other seats from an event on"),
    ("A013", "two ids are alike"),
    ("A014", "the log names the seats that it shows"),
    ("A015", "the shown hand is not the one held"),
    ("A016", "an event is missing"),
    ("A106", "play goes round the table everywhere"),
    ("A107", "the wall is what it is"),
    ("A108", "an event is missing"),
    ("A124", "two walls are alike"),
    ("A201", "a tile is not there"),
    ("A202", "play goes round the table everywhere"),
    ("A204", "an event is missing"),
    ("A205", "a pass of nothing moves nothing"),
    ("A301", "what a run is, is the game itself"),
    ("A303", "a tile is not there"),
    ("A304", "a tile is not there"),
    ("A305", "a claim is of another's tile"),
    ("A307", "a tile is not there"),
    ("A309", "a tile is not there"),
    ("A311", "the client's list lacks what the table offers"),
    ("A312", "a tile is not there"),
    ("A401", "a tile is not there"),
    ("A402", "a tile is not there"),
    ("A403", "play goes round the table everywhere"),
    ("A506", "a tile is not there"),
    ("A507", "a tile is not there"),
    ("A510", "the same win is written twice"),
    ("A513", "a name that nobody knows"),
    ("A605", "a name that nobody knows"),
    ("A607", "a field is missing"),
    ("A701", "sums are arithmetic"),
    ("A705", "sums are arithmetic"),
    ("A707", "sums are arithmetic"),
    ("A709", "a field is missing"),
    ("A710", "nobody owes himself anything"),
    ("A713", "a rule that caipan does not know"),
    ("A714", "a rule that caipan does not know"),
    ("A803", "the result contradicts the events"),
    ("A804", "the result contradicts the events"),
    ("A902", "the same leaving is written twice"),
    ("A807", "the log does not say why it stops"),
    ("A808", "hands follow each other"),
    ("A809", "the log says that hands are missing"),
];

/// Checks that a rule decides in other systems only; the listed system has no clause to cite.
const BY_NO_RULE_OF: &[(&str, &str, &str)] = &[
    ("changsha", "A104", "its source does not say in which order tiles are dealt"),
    ("guiyang", "A104", "its source does not say in which order tiles are dealt"),
    ("beijing", "A606", "there are no birds"),
    ("guiyang", "A606", "there are no birds"),
    ("changsha", "A609", "there is no flip"),
    ("beijing", "A609", "there is no flip"),
    ("beijing", "A901", "its source does not speak of leaving"),
    ("guiyang", "A901", "its source does not speak of leaving"),
    ("sichuan", "A606", "there are no birds"),
    ("sichuan", "A609", "there is no flip"),
    ("sichuan", "A901", "its source does not speak of leaving"),
];

/// Returns whether no rule applies. A payment where nothing is due has no line to cite, and no rule names the dealer of
/// the first hand.
fn has_no_rule(found: &Finding) -> bool {
    let money = ["A702", "A703", "A704", "A706", "A708"].contains(&found.check.code) && found.lines.is_empty();
    money || found.check.code == "A802" && found.hand == Some(0)
}

#[test]
fn findings_cite_the_deciding_clause() {
    let free: BTreeMap<&str, &str> = BY_NO_RULE.iter().copied().collect();
    let free_of: BTreeSet<(&str, &str)> = BY_NO_RULE_OF.iter().map(|&(system, code, _)| (system, code)).collect();
    let (mut bare, mut cited, mut missing) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut record = |place: &str, system: &'static str, audit: &Audit| {
        for found in &audit.findings {
            let code = found.check.code;
            if !found.clauses.is_empty() {
                cited.insert((system, code));
            } else if free.contains_key(code) || free_of.contains(&(system, code)) {
                bare.insert((system, code));
            } else if !has_no_rule(found) {
                missing.insert(format!("{system} {code}: {} ({place})", found.text.en));
            }
        }
    };
    for id in presets() {
        for log in faulty(id, 2) {
            record(&log.id, system(&log), &audited(&log));
        }
    }
    for log in clean(4).map(|(_, log)| log).chain(committed()) {
        record(&log.id, system(&log), &audited(&log));
    }
    for (place, log, audit) in specs::audits() {
        record(&place, system(&log), &audit);
    }
    assert!(missing.is_empty(), "{}", missing.into_iter().take(60).collect::<Vec<_>>().join("\n"));
    // A listed check that now cites a clause must leave the list.
    for (code, why) in BY_NO_RULE {
        assert!(bare.iter().any(|(_, seen)| seen == code), "{code} was never found bare: {why}");
        assert!(!cited.iter().any(|(_, seen)| seen == code), "{code} has a clause now: take it off the list");
    }
    for &(system, code, why) in BY_NO_RULE_OF {
        assert!(!cited.contains(&(system, code)), "{code} has a clause in {system} now, in spite of: {why}");
    }
    for code in ["A122", "A409", "A410", "A505", "A509", "A603", "A604", "A608"] {
        assert!(cited.iter().any(|&(_, seen)| seen == code), "{code} was never found");
    }
}

fn system(log: &caipan_log::GameLog) -> &'static str {
    caipan_engine::rules::resolve(&log.rules).expect("a published preset").system.id
}
