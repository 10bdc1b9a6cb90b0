//! `caipan view`: the record of one seat.

use super::{fed, run, text};
use serde_json::Value;

/// The reports of logs, one for each line.
fn audited(logs: &str) -> Vec<Value> {
    let output = fed(&["audit", "--format", "json", "-"], logs);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("a report")).collect()
}

#[test]
fn record_of_a_seat_accuses_nobody_and_says_what_it_lacks() {
    for rules in ["changsha-a", "beijing", "guiyang"] {
        let games = run(&["generate", "--rules", rules, "--games", "6"]).stdout;
        for seat in ["0", "3"] {
            let part = fed(&["view", "-", "--seat", seat], text(&games));
            assert_eq!(part.status.code(), Some(0), "{}", text(&part.stderr));
            let reports = audited(text(&part.stdout));
            assert_eq!(reports.len(), 6);
            for report in &reports {
                assert_eq!((&report["verdict"], &report["summary"]["faults"]), (&"unverifiable".into(), &0.into()));
                assert_eq!(report["record"]["level"], "seat");
                let codes: Vec<&Value> =
                    report["findings"].as_array().expect("a list").iter().map(|found| &found["code"]).collect();
                assert!(codes.contains(&&"A014".into()), "{codes:?}");
            }
        }
    }
}

/// The more hands are laid open, the more is settled.
#[test]
fn hands_shown_at_the_end_settle_more() {
    let games = run(&["generate", "--rules", "guiyang", "--games", "6"]).stdout;
    let unknown = |shown: &str| {
        let part = fed(&["view", "-", "--seat", "1", "--shown", shown, "--no-draws"], text(&games));
        let reports = audited(text(&part.stdout));
        let hands = reports.iter().flat_map(|report| report["hands"].as_array().expect("hands"));
        hands.filter(|hand| hand["due_unknown"] == "shown").count()
    };
    let (nobody, all) = (unknown("nobody"), unknown("all"));
    assert!(all < nobody, "{all} of {nobody}");
}

#[test]
fn view_without_its_seats_or_tiles_is_refused() {
    let log = r#"{"format":"paipu/1","id":"a","rules":{"system":"changsha-a"},"hands":[{"events":[]}]}"#;
    let refused = fed(&["view", "-", "--seat", "0", "--lang", "en"], log);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("does not record the dealt tiles"), "{}", text(&refused.stderr));
    let three = log.replace("\"hands\"", "\"start\":{\"seats\":3},\"hands\"");
    let refused = fed(&["view", "-", "--seat", "3", "--lang", "en"], &three);
    assert!(text(&refused.stderr).contains("nobody sits in seat 3"), "{}", text(&refused.stderr));
    assert_eq!(run(&["view", "-"]).status.code(), Some(2));
}
