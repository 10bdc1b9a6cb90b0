//! A what-if answer equals the audit of the log changed by hand, and changes nothing else.

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
    found.iter().map(|finding| finding.code.as_ref()).collect()
}

/// Compares both sides of an answer with independent reports.
fn assert_matches_reports(answer: &WhatIf, before: &Report, after: &Report) {
    assert_eq!((answer.before.verdict, answer.after.verdict), (before.verdict, after.verdict));
    assert_eq!((&answer.before.transfers, &answer.after.transfers), (&before.transfers, &after.transfers));
    for (was, is) in before.hands.iter().zip(&after.hands) {
        let change = answer.hands.iter().find(|hand| hand.hand == was.hand);
        let sums = |report: &caipan_engine::report::HandView| {
            report
                .ledger
                .iter()
                .map(|line| (line.from, line.to, line.sum.clone(), line.cause.clone()))
                .collect::<Vec<_>>()
        };
        assert!(change.is_some() || sums(was) == sums(is), "hand {} moves unsaid", was.hand);
        let Some(change) = change else { continue };
        // The balance before, minus the lines gone, plus the lines that come, is the balance after.
        let mut points = was.balance.map();
        for (lines, sign) in [(&change.gone, -1), (&change.come, 1)] {
            for line in lines {
                line.from.iter().for_each(|seat| points[*seat] -= sign * line.points);
                line.to.iter().for_each(|seat| points[*seat] += sign * line.points);
            }
        }
        assert_eq!(points, is.balance.map());
    }
}

#[test]
fn upheld_false_win_is_paid_as_recorded() {
    let log = demo("false-win");
    let answer = what_if(&log, &event(0, 11, Some(Ruling::Stands), None)).unwrap();
    assert_eq!((answer.before.verdict, answer.after.verdict), (Verdict::Faulty, Verdict::Clean), "{answer:#?}");
    assert_eq!((codes(&answer.gone), codes(&answer.come)), (vec!["A501"], vec![]));
    assert!(!answer.before.transfers.is_empty() && answer.after.transfers.is_empty());
    assert_eq!(answer.hands[0].after.map(|points| points.map().0), Some([0, 6, -6, 0]));
}

#[test]
fn answer_equals_audit_of_the_changed_log() {
    for name in ["false-win", "wrong-payer", "variant", "beijing-burnt-dealer", "guiyang-chickens"] {
        let log = demo(name);
        let before = report(&log, "").unwrap();
        for hand in 0..log.hands.len().min(3) {
            let last = log.hands[hand].events.len() - 1;
            for at in [0, last / 2, last] {
                let mut changed = log.clone();
                changed.hands[hand].events.remove(at);
                let answer = what_if(&log, &event(hand, at, Some(Ruling::Out), None)).unwrap();
                assert_matches_reports(&answer, &before, &report(&changed, "").unwrap());
                // Positions are those of the original log: nothing new is found at the removed event.
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
    assert_matches_reports(&answer, &report(&log, "").unwrap(), &report(&changed, "").unwrap());
    assert_eq!(answer.after.verdict, Verdict::Clean);
}

#[test]
fn other_tile_equals_audit_of_that_log() {
    let log = demo("false-win");
    let mut changed = log.clone();
    let caipan_log::Action::Discard { tile, .. } = &mut changed.hands[0].events[0].action else { panic!("no discard") };
    *tile = parse_tile("1m").unwrap();
    let answer = what_if(&log, &event(0, 0, None, Some("1m"))).unwrap();
    assert_matches_reports(&answer, &report(&log, "").unwrap(), &report(&changed, "").unwrap());
    assert!(answer.asked[0].zh.contains("9m") && answer.asked[0].zh.contains("1m"));
}

#[test]
fn impossible_changes_are_refused_with_place() {
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
