//! The work of an audit is counted, grows with the log, and can be stopped at any point.

use crate::generate::preset;
use caipan_engine::meter::Meter;
use caipan_engine::report::{EventOtherwise, Otherwise, Ruling, report, report_within, to_json, what_if_within};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, GameLog};
use caipan_tiles::tile::Seat;
use std::cell::Cell;

const DIGEST: &str = "sha256:00";

/// A match of six hands, each of which begins with this many declarations of 16 initial wins, all of this name.
fn openings(count: usize, name: &str) -> GameLog {
    let mut log = matches(&preset("changsha-a"), 3, MatchConfig::USUAL).next().unwrap();
    let hand = log.hands[0].clone();
    log.hands.resize(6, hand);
    for hand in &mut log.hands {
        let openings = Seat::ALL
            .iter()
            .cycle()
            .take(count)
            .map(|&seat| Action::Opening { seat, kinds: vec![name.to_owned(); 16], dice: None }.into());
        hand.events.splice(0..0, openings.collect::<Vec<_>>());
    }
    log
}

/// The work of an audit, which may not be stopped.
fn work(log: &GameLog) -> u64 {
    let meter = Meter::asking(&|_| true);
    let report = report_within(log, DIGEST, None, &meter).unwrap();
    assert!(report.is_some());
    meter.work()
}

/// Each of these breaches has dozens of possible changes. Where all of them are made for every audited hand, the work is
/// 8.6 million.
#[test]
fn changes_of_many_breaches_are_made_only_where_tried() {
    let work = work(&openings(32, "没有"));
    assert!(work < 2_000_000, "{work}");
}

#[test]
fn repeated_openings_are_told_once_for_each_seat() {
    let log = openings(400, "四喜");
    let report = report(&log, DIGEST).unwrap();
    let repeated = |hand| {
        let of_hand =
            report.findings.iter().filter(move |finding| finding.code == "A512" && finding.hand == Some(hand));
        of_hand.filter(|finding| finding.message.en.contains("99 more times")).count()
    };
    assert!((0..log.hands.len()).all(|hand| repeated(hand) == 4), "{:?}", report.findings);
    assert!(work(&log) < 6_000_000, "{}", work(&log));
}

#[test]
fn wins_after_the_first_are_told_once_for_each_seat() {
    let mut log = matches(&preset("changsha-a"), 3, MatchConfig::USUAL).next().unwrap();
    let is_win = |event: &caipan_log::Event| matches!(event.action, Action::Win { .. });
    let (at, win) =
        log.hands.iter().enumerate().find_map(|(at, hand)| Some((at, hand.events.iter().position(is_win)?))).unwrap();
    let again = log.hands[at].events[win].clone();
    log.hands[at].events.splice(win..win, std::iter::repeat_n(again, 300));
    let report = report(&log, DIGEST).unwrap();
    let told: Vec<_> = report.findings.iter().filter(|finding| finding.code == "A510").collect();
    assert!(matches!(told[..], [one] if one.message.en.contains("300 more times")), "{told:?}");
}

#[test]
fn metered_audit_gives_the_same_report() {
    let log = openings(4, "四喜");
    let meter = Meter::asking(&|_| true);
    let metered = report_within(&log, DIGEST, None, &meter).unwrap().unwrap();
    assert_eq!(to_json(&metered), to_json(&report(&log, DIGEST).unwrap()));
    assert_eq!(work(&log), meter.work(), "the work depends on nothing else");
}

#[test]
fn stopped_audit_gives_no_report_and_ends_soon() {
    let log = openings(8, "四喜");
    let whole = work(&log);
    for share in [0, 1, 10, 50, 90, 99] {
        let limit = whole * share / 100;
        let asked = Cell::new(0_u32);
        let goes_on = |work| {
            asked.set(asked.get() + 1);
            work < limit
        };
        let meter = Meter::asking(&goes_on);
        assert!(report_within(&log, DIGEST, None, &meter).unwrap().is_none(), "stopped at {limit}");
        // Of each loop at most the turn that was begun is counted.
        let most_events: usize = log.hands.iter().map(|hand| hand.events.len()).max().unwrap();
        let late = meter.work() - limit;
        assert!(late < 20 * most_events as u64 + 512, "stopped at {limit}, then {late} more");
        assert!(share == 0 || asked.get() > 1);
    }
}

#[test]
fn stopped_question_gives_no_answer() {
    let log = openings(4, "四喜");
    let event = EventOtherwise { hand: 0, event: 0, ruling: Some(Ruling::Out), tile: None };
    let asked = Otherwise { events: vec![event], ..Otherwise::default() };
    let once = work(&log);
    let (endless, short) = (|_| true, |work| work < once + once / 2);
    assert!(what_if_within(&log, &asked, &Meter::asking(&endless)).unwrap().is_some());
    assert!(what_if_within(&log, &asked, &Meter::asking(&short)).unwrap().is_none(), "the second audit is stopped");
}
