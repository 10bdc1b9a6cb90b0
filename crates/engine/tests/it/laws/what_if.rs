//! What if: the other side is what an audit of the log, changed by hand, comes to; and nothing else moves.

use caipan_engine::audit::Verdict;
use caipan_engine::report::{EventOtherwise, Otherwise, Report, Ruling, WhatIf, report, what_if};
use caipan_log::{GameLog, Limits, OptionValue, read};
use caipan_tiles::tile::parse_tile;
use std::collections::BTreeMap;

fn demo(name: &str) -> GameLog {
    let bytes = std::fs::read(format!("{}/fixtures/demo/{name}.json", crate::ROOT)).unwrap();
    read(&bytes, &Limits::default()).unwrap()
}

fn event(hand: usize, event: usize, ruling: Option<Ruling>, tile: Option<&str>) -> Otherwise {
    let tile = tile.map(|tile| parse_tile(tile).unwrap());
    Otherwise { events: vec![EventOtherwise { hand, event, ruling, tile }], ..Otherwise::default() }
}

fn codes(found: &[caipan_engine::report::FindingView]) -> Vec<&str> {
    found.iter().map(|finding| finding.code).collect()
}

/// Both sides of the answer against reports made on their own.
fn holds(answer: &WhatIf, before: &Report, after: &Report) {
    assert_eq!((answer.before.verdict, answer.after.verdict), (before.verdict, after.verdict));
    assert_eq!((&answer.before.transfers, &answer.after.transfers), (&before.transfers, &after.transfers));
    for (was, is) in before.hands.iter().zip(&after.hands) {
        let told = answer.hands.iter().find(|hand| hand.hand == was.hand);
        let sums = |report: &caipan_engine::report::HandView| {
            report.ledger.iter().map(|line| (line.from, line.to, line.sum.clone(), line.cause)).collect::<Vec<_>>()
        };
        assert!(told.is_some() || sums(was) == sums(is), "hand {} moves unsaid", was.hand);
        let Some(told) = told else { continue };
        // Before, less what goes, with what comes, is after.
        let mut points = was.balance;
        for (lines, sign) in [(&told.gone, -1), (&told.come, 1)] {
            for line in lines {
                line.from.iter().for_each(|seat| points[seat.index()] -= sign * line.points);
                line.to.iter().for_each(|seat| points[seat.index()] += sign * line.points);
            }
        }
        assert_eq!(points, is.balance);
    }
}

#[test]
fn a_false_win_that_stands_is_paid_as_recorded() {
    let log = demo("false-win");
    let answer = what_if(&log, &event(0, 11, Some(Ruling::Stands), None)).unwrap();
    assert_eq!((answer.before.verdict, answer.after.verdict), (Verdict::Faulty, Verdict::Clean), "{answer:#?}");
    assert_eq!((codes(&answer.gone), codes(&answer.come)), (vec!["A501"], vec![]));
    assert!(!answer.before.transfers.is_empty() && answer.after.transfers.is_empty());
    assert_eq!(answer.hands[0].after, Some([0, 6, -6, 0]));
}

#[test]
fn other_rules_and_left_out_events_are_what_an_audit_says() {
    for name in ["false-win", "wrong-payer", "variant", "beijing-burnt-dealer", "guiyang-chickens"] {
        let log = demo(name);
        let before = report(&log, "").unwrap();
        for hand in 0..log.hands.len().min(3) {
            let last = log.hands[hand].events.len() - 1;
            for at in [0, last / 2, last] {
                let mut changed = log.clone();
                changed.hands[hand].events.remove(at);
                let answer = what_if(&log, &event(hand, at, Some(Ruling::Out), None)).unwrap();
                holds(&answer, &before, &report(&changed, "").unwrap());
                // Places are those of the log as it is: nothing new is found at the event that is not there.
                assert!(
                    answer.come.iter().all(|found| (found.hand, found.event) != (Some(hand), Some(at))),
                    "{name} {at}"
                );
            }
        }
    }
    let log = demo("variant");
    let option = ("small_self_draw_plus_one".to_owned(), OptionValue::Word("under_birds".to_owned()));
    let mut changed = log.clone();
    changed.rules.options.insert(option.0.clone(), option.1.clone());
    let asked = Otherwise { options: BTreeMap::from([option]), ..Otherwise::default() };
    let answer = what_if(&log, &asked).unwrap();
    holds(&answer, &report(&log, "").unwrap(), &report(&changed, "").unwrap());
    assert_eq!(answer.after.verdict, Verdict::Clean);
}

#[test]
fn another_tile_is_the_log_with_that_tile() {
    let log = demo("false-win");
    let mut changed = log.clone();
    let caipan_log::Action::Discard { tile, .. } = &mut changed.hands[0].events[0].action else { panic!("no discard") };
    *tile = parse_tile("1m").unwrap();
    let answer = what_if(&log, &event(0, 0, None, Some("1m"))).unwrap();
    holds(&answer, &report(&log, "").unwrap(), &report(&changed, "").unwrap());
    assert!(answer.asked[0].zh.contains("9m") && answer.asked[0].zh.contains("1m"));
}

#[test]
fn what_cannot_be_supposed_is_told_with_its_place() {
    let log = demo("false-win");
    let many =
        Otherwise { events: vec![event(0, 1, Some(Ruling::Out), None).events[0].clone(); 17], ..Otherwise::default() };
    for (asked, pointer) in [
        (Otherwise::default(), ""),
        (event(0, 99, Some(Ruling::Out), None), "/events/0"),
        (event(7, 0, Some(Ruling::Out), None), "/events/0"),
        (event(0, 0, None, None), "/events/0"),
        (event(0, 12, None, Some("1m")), "/events/0/tile"),
        (many, "/events"),
        (Otherwise { rules: Some("nowhere".to_owned()), ..Otherwise::default() }, "/rules"),
        (
            Otherwise { options: BTreeMap::from([("no".to_owned(), OptionValue::Flag(true))]), ..Otherwise::default() },
            "/options/no",
        ),
    ] {
        let no = what_if(&log, &asked).unwrap_err();
        assert!(no.pointer == pointer && !no.text.zh.is_empty(), "{no:?}");
    }
}
