//! Rooms whose log leaves out two things on which the payments depend: no honest log is accused, and what neither can
//! move is still judged.

use crate::generate::{audited, house};
use caipan_engine::audit::Verdict;
use caipan_engine::rules::{Ruleset, Value};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, GameLog, HandLog, Touches, Unmodelled};

const FLAG: Value = Value::Flag(true);

/// Leaves something out of matches of this room, and checks that none is accused. `thin` returns false where it found
/// nothing to leave out.
fn nobody_is_accused(room: &Ruleset, seed: u64, thin: impl Fn(&mut GameLog) -> bool) {
    let mut seen = 0;
    for mut log in matches(room, seed, MatchConfig { hands: 8, ..MatchConfig::USUAL }).take(120) {
        if !thin(&mut log) {
            continue;
        }
        let audit = audited(&log);
        let first = audit.findings.iter().find(|found| found.is_fault()).map(|found| &found.text.en);
        assert!(audit.verdict() <= Verdict::Unverifiable, "{first:?} {}", caipan_log::to_text(&log));
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}

fn without_flips(hand: &mut HandLog) -> bool {
    let all = hand.events.len();
    hand.events.retain(|event| !matches!(event.action, Action::Flip { .. }));
    hand.events.iter_mut().for_each(|event| event.digest = None);
    let payments = hand.result.as_mut().and_then(|result| result.payments.as_mut());
    payments.into_iter().flatten().for_each(|payment| payment.at = None);
    hand.events.len() < all
}

/// Payments tell the streak only where nothing else is missing.
#[test]
fn streak_does_not_follow_from_hands_with_unknown_stakes() {
    let room = house("guiyang-lianzhuang", &[("gu_mai", Value::Word("free"))]);
    nobody_is_accused(&room, 11, |log| {
        log.start.dealer_streak = None;
        log.start.gu_mai = None;
        log.hands.iter_mut().step_by(2).for_each(|hand| hand.gu_mai = None);
        log.hands.len() > 1
    });
}

/// With more opened tiles missing than are tried, nothing about chickens is certain, although the wall is known.
#[test]
fn missing_opened_tiles_accuse_nobody() {
    let room = house("guiyang-yikouer", &[("roll_ji", Value::Word("keep_all")), ("draw_scores_dou_ji", FLAG)]);
    nobody_is_accused(&room, 11, |log| log.hands.iter_mut().map(without_flips).fold(false, |any, found| any | found));
}

/// Chickens count in a drawn hand of this room, also those of the weekday.
#[test]
fn missing_weekday_of_a_drawn_hand_accuses_nobody() {
    let room = house("guiyang-lianzhuang", &[("week_ji", FLAG), ("draw_scores_dou_ji", FLAG)]);
    nobody_is_accused(&room, 11, |log| {
        log.hands.iter_mut().for_each(|hand| hand.started_at = None);
        log.hands.iter().any(|hand| hand.events.iter().all(|event| !matches!(event.action, Action::Win { .. })))
    });
}

/// Two seats that pay each other: the net amount need not be greatest at a limit of what they hold.
#[test]
fn missing_holdings_accuse_nobody() {
    let room = house(
        "changsha-b-restored",
        &[("cap_by_holdings", Value::Word("both")), ("fly_birds", Value::Number(2)), ("piao_max", Value::Number(3))],
    );
    nobody_is_accused(&room, 365_666, |log| {
        log.start.holdings = None;
        true
    });
}

/// Holdings are unknown from one finding on; the later hands follow from it.
#[test]
fn missing_holdings_are_one_finding() {
    let room = house("changsha-csmj", &[("cap_by_holdings", Value::Word("both"))]);
    let mut seen = 0;
    for mut log in matches(&room, 5, MatchConfig { hands: 5, ..MatchConfig::USUAL }).take(20) {
        log.start.holdings = None;
        let audit = audited(&log);
        let unknown: Vec<_> = audit.findings.iter().filter(|found| found.check.code == "A709").collect();
        let own = unknown.iter().filter(|found| found.is_primary()).count();
        assert!(own <= 1, "{}", caipan_log::to_text(&log));
        seen += usize::from(unknown.len() > 1);
    }
    assert!(seen > 3, "{seen}");
}

/// Several seats won at the start, so that the first bird names the next dealer, and the birds are missing.
#[test]
fn missing_birds_of_initial_wins_accuse_no_dealer() {
    let room = house("changsha-jingdian", &[("bird_hit", Value::Word("only_159")), ("initial_hu_ends_hand", FLAG)]);
    nobody_is_accused(&room, 11, |log| {
        for hand in &mut log.hands {
            hand.wall = None;
            hand.events.retain(|event| !matches!(event.action, Action::Birds { .. }));
            hand.events.iter_mut().for_each(|event| event.digest = None);
        }
        let is_opening = |action: &Action| matches!(action, Action::Opening { .. });
        let opens = |hand: &HandLog| hand.events.iter().filter(|event| is_opening(&event.action)).count() > 1;
        log.hands.iter().any(opens)
    });
}

/// An unknown rule about kongs moves nothing in a hand without kongs, although holdings limit the payments.
#[test]
fn unknown_rule_hides_no_theft_where_holdings_limit_payments() {
    let room = house("changsha-csmj", &[("cap_by_holdings", Value::Word("both"))]);
    let mut seen = 0;
    for mut log in matches(&room, 5, MatchConfig { hands: 1, ..MatchConfig::USUAL }).take(40) {
        let kongs = log.hands[0].events.iter().any(|event| matches!(event.action, Action::Kong { .. }));
        let payment = log.hands[0].result.as_mut().and_then(|result| result.payments.as_mut()?.first_mut());
        let Some(payment) = payment.filter(|_| !kongs) else { continue };
        payment.points += 1000;
        let result = log.hands[0].result.as_mut().expect("a result");
        (result.deltas, result.scores) = (None, None);
        log.rules.unmodelled = vec![Unmodelled { rule: "z".to_owned(), touches: Touches::Kongs }];
        let codes: Vec<_> = audited(&log).findings.iter().map(|found| found.check.code).collect();
        assert!(codes.contains(&"A702"), "{codes:?} {}", caipan_log::to_text(&log));
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}
