//! Rooms of Guiyang whose log leaves something out or contradicts itself.

use crate::generate::{audited, house};
use caipan_engine::audit::{Finding, Verdict, audit};
use caipan_engine::rules::Value;
use caipan_engine::score::score;
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, Declaration, GameLog, HandLog, Touches, Unmodelled};
use caipan_tiles::tile::{SeatMap, Suit};
use serde_json::json;

fn codes(log: &GameLog) -> Vec<&'static str> {
    audited(log).findings.iter().map(|found| found.check.code).collect()
}

/// A hand with another after it is not the last, whatever it says: doubling it is a theft.
#[test]
fn hand_before_another_is_not_the_last() {
    let room = house("guiyang", &[("last_hand_double", Value::Number(2))]);
    let mut seen = 0;
    for mut log in matches(&room, 5, MatchConfig::USUAL).take(40).filter(|log| log.hands.len() > 1) {
        let result = log.hands[0].result.as_mut().expect("a result");
        (result.deltas, result.scores) = (None, None);
        let payments = result.payments.as_mut().expect("payments");
        if payments.is_empty() {
            continue;
        }
        payments.iter_mut().for_each(|payment| payment.points *= 2);
        log.hands[0].last_hand = Some(true);
        assert!(codes(&log).contains(&"A702"), "{}", caipan_log::to_text(&log));
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}

/// Without a record of the exchange nobody's tiles are known: nothing is accused, nothing is clean.
#[test]
fn hand_without_its_exchange_is_unverifiable() {
    let room = house("guiyang", &[("exchange", Value::Number(3))]);
    let is_exchange = |action: &Action| matches!(action, Action::Exchange { .. });
    for mut log in matches(&room, 5, MatchConfig::USUAL).take(20) {
        for hand in &mut log.hands {
            hand.events.retain(|event| !is_exchange(&event.action));
            hand.events.iter_mut().for_each(|event| event.digest = None);
            let payments = hand.result.as_mut().and_then(|result| result.payments.as_mut());
            payments.into_iter().flatten().for_each(|payment| payment.at = None);
        }
        let audit = audited(&log);
        assert_eq!(audit.verdict(), Verdict::Unverifiable, "{}", caipan_log::to_text(&log));
        assert!(codes(&log).contains(&"A001"));
    }
}

/// There are no initial wins, so a rule about them moves nothing.
#[test]
fn unknown_rule_about_initial_wins_moves_nothing() {
    for id in ["guiyang", "beijing"] {
        let mut seen = 0;
        for mut log in matches(&house(id, &[]), 5, MatchConfig::USUAL).take(20) {
            log.rules.unmodelled.extend(Unmodelled::new("四喜加倍", Touches::Openings));
            assert_eq!(codes(&log), ["A713"]);
            let paid = |hand: &&mut HandLog| {
                hand.result
                    .as_ref()
                    .is_some_and(|result| result.payments.as_ref().is_some_and(|payments| !payments.is_empty()))
            };
            let Some(hand) = log.hands.iter_mut().find(paid) else { continue };
            let result = hand.result.as_mut().expect("a result");
            result.payments.as_mut().expect("payments")[0].points += 100;
            assert!(codes(&log).iter().any(|code| code.starts_with("A70")), "{}", caipan_log::to_text(&log));
            seen += 1;
        }
        assert!(seen > 5, "{id}: {seen}");
    }
}

/// With several fields left out, payments for a cause that none of them moves are still judged.
#[test]
fn missing_stakes_and_flips_hide_no_theft_in_the_hand() {
    let room = house("guiyang", &[("gu_mai", Value::Word("free")), ("roll_ji", Value::Word("keep_all"))]);
    let mut seen = 0;
    for mut log in matches(&room, 5, MatchConfig::USUAL).take(40) {
        log.start.gu_mai = None;
        for hand in &mut log.hands {
            (hand.gu_mai, hand.wall) = (None, None);
            hand.fairness = None;
            hand.events.retain(|event| !matches!(event.action, Action::Flip { .. }));
            hand.events.iter_mut().for_each(|event| event.digest = None);
            let result = hand.result.as_mut().expect("a result");
            (result.deltas, result.scores) = (None, None);
            result.payments.iter_mut().flatten().for_each(|payment| payment.at = None);
        }
        let honest = audited(&log);
        assert!(!honest.findings.iter().any(Finding::is_fault), "{:?}", codes(&log));
        let of_hand = |hand: &mut HandLog| {
            let payments = hand.result.as_mut().and_then(|result| result.payments.as_mut())?;
            if payments.iter().any(|one| one.cause.is_none()) {
                return None;
            }
            let of_hand = |cause: &str| ["hand", "胡牌"].contains(&cause);
            payments.iter_mut().find(|one| one.cause.as_deref().is_some_and(of_hand)).map(|one| one.points += 600)
        };
        if log.hands.iter_mut().any(|hand| of_hand(hand).is_some()) {
            assert!(codes(&log).contains(&"A702"), "{:?}\n{}", codes(&log), caipan_log::to_text(&log));
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen}");
}

/// Where the house fixes the stakes, a list of them is accepted if it agrees.
#[test]
fn fixed_stakes_may_be_listed() {
    let room = house("guiyang", &[("gu_mai", Value::Word("fixed")), ("gu_mai_points", Value::Number(3))]);
    let mut log = matches(&room, 5, MatchConfig::USUAL).next().expect("a match");
    log.start.gu_mai = Some(SeatMap([3; 4]));
    assert_eq!(audited(&log).verdict(), Verdict::Clean);
    log.start.gu_mai = Some(SeatMap([3, 3, 2, 3]));
    let error = audit(&log).expect_err("another stake");
    assert_eq!(error.pointer, "/start/gu_mai");
    assert!(error.text.en.contains("seat 2 has 2") && error.text.en.contains("gu_mai_points"), "{}", error.text.en);
}

/// A suit is named once: the second name is told as such before the first discard.
#[test]
fn suit_named_twice_is_not_called_late() {
    let room = house("guiyang", &[("ding_que", Value::Flag(true))]);
    let mut log = matches(&room, 5, MatchConfig::USUAL).next().expect("a match");
    let hand = &mut log.hands[0];
    let named = hand.events.iter().position(|event| matches!(event.action, Action::Declare { .. })).expect("a suit");
    let mut again = hand.events[named].clone();
    // The same suit again would be the same event written twice.
    if let Action::Declare { what, .. } = &mut again.action {
        let other = if *what == Declaration::Void(Suit::Dots) { Suit::Bamboo } else { Suit::Dots };
        *what = Declaration::Void(other);
    }
    hand.events.insert(named + 1, again);
    hand.events.iter_mut().for_each(|event| event.digest = None);
    let audit = audited(&log);
    let told: Vec<&str> = audit.findings.iter().map(|found| &*found.text.en).collect();
    assert!(told.iter().any(|text| text.contains("twice")), "{told:?}");
    assert!(!told.iter().any(|text| text.contains("too late")), "{told:?}");
}

/// A score request is refused where it gives what the house does not use, and may list all four seats.
#[test]
fn score_refuses_opened_tiles_of_another_house() {
    let request = |options: serde_json::Value, more: (&str, serde_json::Value)| {
        let mut request = json!({
            "rules": "guiyang", "dealer": 0, "options": options,
            "wins": [{ "seat": 1, "hand": "123m456789s2355p", "tile": "4p", "by": "draw" }],
        });
        request[more.0] = more.1;
        score(&serde_json::from_value(request).expect("a request"))
    };
    let refused = request(json!({}), ("rolls", json!(["8s"]))).expect_err("no tiles are opened");
    assert_eq!(refused.pointer, "/rolls");
    assert!(refused.text.en.contains("roll_ji"), "{}", refused.text.en);
    let three = json!({ "players": 3, "ding_que": true });
    let named = request(three.clone(), ("lack", json!(["m", "m", "m", ""])));
    assert!(!named.as_ref().is_err_and(|error| error.pointer.starts_with("/lack")), "{named:?}");
    let beyond = request(three, ("lack", json!(["m", "m", "m", "p"]))).expect_err("an empty seat");
    assert_eq!(beyond.pointer, "/lack");
}
