//! The totals at the end of a match of two (MC-match, R-031), computed plainly beside the engine.

use crate::generate::{audited, house};
use caipan_engine::audit::{Audit, Verdict};
use caipan_engine::report::report;
use caipan_engine::rules::{Ruleset, Value};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, Event, GameLog, Touches, Unmodelled};
use caipan_tiles::tile::SeatMap;

/// Limit and factor, limit and points added.
const ENDS: [[i64; 4]; 5] = [[0, 0, 30, 5], [20, 2, 0, 0], [20, 3, 50, 7], [1_000_000, 10, 1_000_000, 1], [1, 2, 1, 1]];

fn room([below, times, add_below, add]: [i64; 4]) -> Ruleset {
    let number = Value::Number;
    house(
        "changsha-a",
        &[
            ("players", number(2)),
            ("match_double_below", number(below)),
            ("match_double_times", number(times)),
            ("match_add_below", number(add_below)),
            ("match_add", number(add)),
        ],
    )
}

fn played(end: [i64; 4]) -> Vec<GameLog> {
    matches(&room(end), 11, MatchConfig { hands: 4, ..MatchConfig::USUAL }).take(30).collect()
}

/// The total of seat 0 after the end, by the words of the ruling.
fn total([below, times, add_below, add]: [i64; 4], won: i64) -> i64 {
    let mut points = won.abs();
    if points > 0 && points < below {
        points *= times;
    }
    if points > 0 && points < add_below {
        points += add;
    }
    points * won.signum()
}

fn won(log: &GameLog) -> i64 {
    log.hands.iter().map(|hand| hand.result.as_ref().unwrap().deltas.unwrap().0[0]).sum()
}

fn codes(audit: &Audit) -> Vec<&'static str> {
    audit.findings.iter().filter(|finding| finding.is_primary()).map(|finding| finding.check.code).collect()
}

fn claims(log: &GameLog, total: i64) -> GameLog {
    GameLog { totals: Some(SeatMap([total, -total, 0, 0])), ..log.clone() }
}

#[test]
fn totals_agree_with_plain_arithmetic() {
    for end in ENDS {
        for log in played(end) {
            let due = total(end, won(&log));
            assert_eq!(log.totals, Some(SeatMap([due, -due, 0, 0])), "{}", log.id);
            assert_eq!(audited(&log).verdict(), Verdict::Clean, "{}", log.id);
            for wrong in [due + 1, due - 1, -due - 1, i64::MAX - 1] {
                assert_eq!(codes(&audited(&claims(&log, wrong))), ["A715"], "{} {wrong}", log.id);
            }
        }
    }
}

#[test]
fn report_moves_the_points_that_the_totals_lack() {
    let log = &played(ENDS[2])[0];
    let due = total(ENDS[2], won(log));
    let wrong = claims(log, due - 4);
    let report = report(&wrong, "sha256:00").unwrap();
    let end = report.match_end.as_ref().unwrap();
    assert_eq!((end.before.map().0[0], end.totals.map().0[0]), (won(log), due));
    let moved: Vec<_> = report.transfers.iter().map(|moved| (moved.from, moved.to, moved.points)).collect();
    assert!(matches!(moved[..], [(Some(from), Some(to), 4)] if (from.index(), to.index()) == (1, 0)), "{moved:?}");
}

/// A wrong hand has its own finding, whichever points the totals follow.
#[test]
fn totals_of_a_wrong_hand_are_no_second_fault() {
    for mut log in played(ENDS[2]) {
        let right = won(&log);
        let result = log.hands[0].result.as_mut().unwrap();
        (result.payments, result.scores) = (None, None);
        let deltas = result.deltas.as_mut().unwrap();
        (deltas.0[0], deltas.0[1]) = (deltas.0[0] + 2, deltas.0[1] - 2);
        for hand in &mut log.hands[1..] {
            hand.result.as_mut().unwrap().scores = None;
        }
        for sum in [right, right + 2] {
            assert_eq!(codes(&audited(&claims(&log, total(ENDS[2], sum)))), ["A706"], "{}", log.id);
        }
    }
}

#[test]
fn number_of_players_may_stand_in_the_start_alone() {
    let mut log = played(ENDS[1])[0].clone();
    log.rules.options.remove("players");
    assert_eq!(audited(&log).verdict(), Verdict::Clean);
}

#[test]
fn log_from_the_middle_may_count_the_scores_before_it() {
    for mut log in played(ENDS[1]) {
        let before = 9;
        log.start.scores = Some(SeatMap([before, -before, 0, 0]));
        log.hands.iter_mut().for_each(|hand| hand.result.as_mut().unwrap().scores = None);
        let sum = won(&log);
        for sum in [sum, sum + before] {
            assert_eq!(audited(&claims(&log, total(ENDS[1], sum))).verdict(), Verdict::Clean, "{}", log.id);
        }
    }
}

/// Returns the log of a room that has a rule unknown to caipan.
fn with_unknown_rule(log: &GameLog, touches: Touches) -> GameLog {
    let mut log = log.clone();
    log.rules.unmodelled = vec![Unmodelled { rule: "散场抽水".to_owned(), touches }];
    log
}

/// True if the only finding at the totals is a doubt.
fn is_doubted(audit: &Audit) -> bool {
    audit.verdict() == Verdict::Unverifiable
        && audit.findings.iter().any(|finding| finding.pointer == "/match/totals" && !finding.is_fault())
}

/// A rule about kongs moves nothing in a match without a kong.
#[test]
fn unknown_rule_may_have_moved_the_totals() {
    let mut seen = [0; 2];
    for log in played(ENDS[1]) {
        let wrong = claims(&log, total(ENDS[1], won(&log)) - 1);
        assert!(is_doubted(&audited(&with_unknown_rule(&wrong, Touches::All))), "{}", log.id);
        let is_kong = |event: &Event| matches!(event.action, Action::Kong { .. });
        let has_kong = log.hands.iter().flat_map(|hand| &hand.events).any(is_kong);
        let audit = audited(&with_unknown_rule(&wrong, Touches::Kongs));
        assert_eq!(has_kong, is_doubted(&audit), "{}", log.id);
        assert_eq!(has_kong, !codes(&audit).contains(&"A715"), "{}", log.id);
        seen[usize::from(has_kong)] += 1;
    }
    assert!(seen.iter().all(|seen| *seen > 2), "{seen:?}");
}

/// Players win from each other only, in every possible world.
#[test]
fn totals_that_do_not_balance_are_wrong_whatever_is_unknown() {
    for log in played(ENDS[1]) {
        let mut wrong = claims(&log, total(ENDS[1], won(&log)));
        wrong.totals = wrong.totals.map(|totals| totals.plus(SeatMap([1, 0, 0, 0])));
        let with_rule = with_unknown_rule(&wrong, Touches::All);
        assert!(codes(&audited(&with_rule)).contains(&"A715"), "{}", log.id);
        for hand in &mut wrong.hands {
            (hand.wall, hand.result) = (None, None);
            hand.events.truncate(3);
        }
        assert!(codes(&audited(&wrong)).contains(&"A715"), "{}", log.id);
    }
}

/// A hand that is recorded twice has its own finding.
#[test]
fn totals_may_count_a_hand_that_was_sent_twice() {
    for log in played(ENDS[0]) {
        let mut twice = log.clone();
        twice.hands.extend(log.hands.last().cloned());
        twice.hands.iter_mut().for_each(|hand| hand.result.as_mut().unwrap().scores = None);
        for sum in [won(&log), won(&twice)] {
            let audit = audited(&claims(&twice, total(ENDS[0], sum)));
            assert!(codes(&audit).contains(&"A124") && !codes(&audit).contains(&"A715"), "{}", log.id);
        }
    }
}

#[test]
fn totals_of_unknown_hands_cannot_be_verified() {
    let mut log = played(ENDS[1]).into_iter().find(|log| won(log) != 0).unwrap();
    for hand in &mut log.hands {
        (hand.wall, hand.result) = (None, None);
        hand.events.truncate(3);
    }
    let found = audited(&log);
    assert!(found.findings.iter().any(|finding| finding.check.code == "A709" && finding.pointer == "/match/totals"));
}

/// Without scores, or with scores that differ, points before the log may be part of the totals.
#[test]
fn log_that_may_begin_late_accuses_nobody() {
    let log = &played(ENDS[1])[0];
    let wrong = claims(log, total(ENDS[1], won(log)) + 1);
    for scores in [None, Some(SeatMap([1014, 986, 0, 0]))] {
        let mut late = wrong.clone();
        late.start.scores = scores;
        late.hands.iter_mut().for_each(|hand| hand.result.as_mut().unwrap().scores = None);
        assert_eq!(codes(&audited(&late)), ["A709"], "{scores:?}");
    }
    let mut level = wrong;
    level.start.scores = Some(SeatMap([1000, 1000, 0, 0]));
    level.hands.iter_mut().for_each(|hand| hand.result.as_mut().unwrap().scores = None);
    assert_eq!(codes(&audited(&level)), ["A715"]);
}
