//! The tables of a hand can be drawn from its report alone: they do not depend on the dealer's streak and on the floor, which
//! a report does not tell.

use super::clean;
use crate::generate::{house, preset, presets};
use caipan_engine::audit::all_before;
use caipan_engine::report::{Report, before_each, report, steps, to_json};
use caipan_engine::rules::{Ruleset, Value};
use caipan_lab::generate::{MatchConfig, matches, redact};
use caipan_log::GameLog;

/// Compares the tables of every step, drawn from the stored report and from an audit. Returns the number of tables, and of
/// hands in which the seats own points.
fn compare(ruleset: &Ruleset, log: &GameLog) -> (usize, usize) {
    let report = report(log, "").expect("the rules are known");
    let stored: Report = serde_json::from_slice(&to_json(&report)).expect("a report is read again");
    let (_, audited) = all_before(log).expect("the rules are known");
    let reported = before_each(log, &stored);
    assert_eq!(reported.len(), audited.len(), "{}", log.id);
    let (mut tables, mut owned) = (0, 0);
    for ((hand, audited), reported) in log.hands.iter().zip(audited).zip(reported) {
        assert_eq!((reported.dealer, reported.holdings), (audited.dealer, audited.holdings), "{}", log.id);
        let drawn = |before| serde_json::to_string(&steps(ruleset.rules.as_ref(), hand, before, |_| true)).unwrap();
        assert_eq!(drawn(reported), drawn(audited), "{}", log.id);
        tables += hand.events.len() + 1;
        owned += usize::from(audited.holdings.is_some());
    }
    (tables, owned)
}

#[test]
fn tables_do_not_depend_on_streak_and_floor() {
    let (mut tables, mut owned) = (0, 0);
    let mut take = |(drawn, holding): (usize, usize)| {
        tables += drawn;
        owned += holding;
    };
    for (ruleset, log) in clean(1) {
        take(compare(&ruleset, &log));
        take(compare(&ruleset, &redact(&log)));
    }
    presets().for_each(|id| super::faulty(id, 2).step_by(3).for_each(|log| take(compare(&preset(id), &log))));
    let room = house("changsha-csmj", &[("cap_by_holdings", Value::Word("both"))]);
    matches(&room, 5, MatchConfig { hands: 4, ..MatchConfig::USUAL })
        .take(5)
        .for_each(|log| take(compare(&room, &log)));
    assert!(tables > 10_000 && owned > 4, "{tables} tables, {owned} hands with holdings");
}
