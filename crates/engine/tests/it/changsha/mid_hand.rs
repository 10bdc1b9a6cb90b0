//! Initial wins in mid-hand where something else is unusual: the last tile, a dissolved hand, an unknown rule (MC-mid, R-035).

use crate::generate::{audited, house};
use caipan_engine::audit::{Finding, Verdict};
use caipan_engine::rules::{Ruleset, Value};
use caipan_engine::score::{ScoreRequest, score};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, GameLog, HandLog, Outcome, Payment, Touches, Unmodelled};
use serde_json::json;

fn room() -> Ruleset {
    let word = |word| Value::Word(word);
    house("changsha-a", &[("mid_openings", word("both")), ("initial_hu_birds", word("none"))])
}

fn is_mid(hand: &HandLog) -> bool {
    hand.events.iter().any(|event| matches!(event.action, Action::MidOpening { .. }))
}

/// True for a payment of an initial win in mid-hand, whatever name the platform writes.
fn is_of_mid(payment: &Payment) -> bool {
    payment.cause.as_deref().is_some_and(|cause| ["mid_opening", "中途起手胡"].contains(&cause))
}

/// Matches with an initial win in mid-hand, each with the index of its first hand that has one.
fn with_mid() -> impl Iterator<Item = (usize, GameLog)> {
    let room = room();
    let all: Vec<GameLog> = matches(&room, 7, MatchConfig::USUAL).take(150).collect();
    all.into_iter().filter_map(|log| Some((log.hands.iter().position(is_mid)?, log)))
}

/// The taker of the last tile may declare before it is shown.
#[test]
fn taker_of_the_last_tile_may_declare() {
    // Few hands come to it; these rules and this seed do.
    let room = house(
        "changsha-a",
        &[
            ("big_only", Value::Flag(true)),
            ("bird_math", Value::Word("plus_one")),
            ("men_qing", Value::Word("self_draw")),
            ("mid_openings", Value::Word("both")),
            ("must_win", Value::Flag(true)),
            ("opening_bubugao", Value::Flag(true)),
            ("opening_houbalun", Value::Flag(true)),
            ("opening_yidianhong", Value::Flag(true)),
        ],
    );
    let mut seen = 0;
    for log in matches(&room, 160, MatchConfig { hands: 6, ..MatchConfig::USUAL }).take(40) {
        let on_last = |hand: &HandLog| {
            let mut acts = hand.events.iter().map(|event| &event.action);
            acts.any(|act| matches!(act, Action::Seabed { take: true, .. }))
                && acts.any(|act| matches!(act, Action::MidOpening { .. }))
        };
        if log.hands.iter().any(on_last) {
            assert_eq!(audited(&log).verdict(), Verdict::Clean, "{}", caipan_log::to_text(&log));
            seen += 1;
        }
    }
    assert!(seen > 0, "no match has one");
}

/// It is paid at once, so a dissolved hand keeps it, and a hand that gives it back is wrong.
#[test]
fn dissolved_hand_keeps_what_was_paid() {
    let mut seen = 0;
    for (at, mut log) in with_mid() {
        log.hands.truncate(at + 1);
        let hand = log.hands.last_mut().expect("a hand");
        let mid = hand.events.iter().position(|event| matches!(event.action, Action::MidOpening { .. }));
        let mid = mid.expect("one was found");
        let opener = hand.events[mid].action.seat().expect("a seat");
        let paid = |hand: &HandLog| {
            let payments = hand.result.as_ref().and_then(|result| result.payments.clone()).unwrap_or_default();
            payments.into_iter().filter(is_of_mid).collect::<Vec<_>>()
        };
        let kept = paid(hand);
        let mids = hand.events.iter().filter(|event| matches!(event.action, Action::MidOpening { .. })).count();
        if kept.is_empty()
            || mids > 1
            || hand.events.iter().take(mid).any(|event| matches!(event.action, Action::Opening { .. }))
        {
            continue;
        }
        hand.events.truncate(mid + 1);
        hand.events.push(Action::Leave { seat: opener }.into());
        let result = hand.result.as_mut().expect("a result");
        (result.outcome, result.wins, result.next_dealer) = (Some(Outcome::Aborted), None, None);
        (result.deltas, result.scores) = (None, None);
        result.payments = Some(kept.clone());
        let codes = |log: &GameLog| audited(log).findings.iter().map(|found| found.check.code).collect::<Vec<_>>();
        assert!(!codes(&log).contains(&"A702"), "{:?}\n{}", codes(&log), caipan_log::to_text(&log));
        log.hands[at].result.as_mut().expect("a result").payments = Some(Vec::new());
        assert!(codes(&log).contains(&"A702"), "{}", caipan_log::to_text(&log));
        seen += 1;
    }
    assert!(seen > 2, "{seen}");
}

/// An unknown rule about birds does not reach a payment that has none.
#[test]
fn unknown_rule_about_birds_hides_no_payment_without_birds() {
    let mut seen = 0;
    for (at, mut log) in with_mid() {
        log.rules.unmodelled.extend(Unmodelled::new("鸟王加倍", Touches::Birds));
        let has_fault = |log: &GameLog| audited(log).findings.iter().any(Finding::is_fault);
        assert!(!has_fault(&log));
        let result = log.hands[at].result.as_mut().expect("a result");
        (result.deltas, result.scores) = (None, None);
        let payments = result.payments.as_mut().expect("payments");
        if payments.iter().any(|payment| payment.cause.is_none()) {
            continue;
        }
        let Some(mid) = payments.iter_mut().find(|one| is_of_mid(one)) else { continue };
        mid.points += 100;
        assert!(has_fault(&log), "{}", caipan_log::to_text(&log));
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}

/// A declaration of both kinds may be written as two events, in either order.
#[test]
fn declaration_may_be_written_as_two_events() {
    let mut seen = 0;
    for log in matches(&room(), 7, MatchConfig { hands: 6, ..MatchConfig::USUAL }).take(2000) {
        let both = |hand: &HandLog| {
            hand.events
                .iter()
                .position(|event| matches!(&event.action, Action::MidOpening { kinds, .. } if kinds.len() == 2))
        };
        let Some((hand, at)) = log.hands.iter().enumerate().find_map(|(hand, log)| Some((hand, both(log)?))) else {
            continue;
        };
        for first in [0, 1] {
            let mut split = log.clone();
            split.hands.truncate(hand + 1);
            let hand = &mut split.hands[hand];
            hand.events.iter_mut().for_each(|event| event.digest = None);
            let payments = hand.result.as_mut().and_then(|result| result.payments.as_mut());
            payments.into_iter().flatten().for_each(|payment| payment.at = None);
            let mut second = hand.events[at].clone();
            for (event, kept) in [(&mut hand.events[at], first), (&mut second, 1 - first)] {
                let Action::MidOpening { kinds, .. } = &mut event.action else { panic!("an initial win in mid-hand") };
                *kinds = vec![kinds[kept].clone()];
            }
            hand.events.insert(at + 1, second);
            assert_eq!(audited(&split).verdict(), Verdict::Clean, "{}", caipan_log::to_text(&split));
        }
        seen += 1;
        if seen == 3 {
            break;
        }
    }
    assert_eq!(seen, 3);
}

/// The score calculator looks at the hand of the declaration alone, not at the dealt tiles beside it.
#[test]
fn score_does_not_add_the_dealt_tiles_to_the_hand() {
    let hand = json!({
        "rules": "changsha-a", "dealer": 0, "options": { "mid_openings": "both" },
        "openings": [{ "seat": 1, "kinds": ["板板胡", "缺一色"], "hand": "1133446m113344s" }],
        "mid_openings": [{ "seat": 1, "kinds": ["中途四喜"], "hand": "1133446m113344s", "tile": "6s" }],
    });
    let request: ScoreRequest = serde_json::from_value(hand).expect("a request");
    let refused = score(&request).expect_err("nothing is held four times");
    assert_eq!((refused.code, refused.pointer.as_str()), ("not-a-win", "/mid_openings/0"), "{}", refused.text.en);
    assert!(refused.text.en.contains("1133446m1133446s"), "{}", refused.text.en);
}

/// A wild red dragon is in no meld (MC-wild, R-033), and a pick that is left out is not taken for 0.
#[test]
fn score_refuses_melds_of_wild_tiles_and_guesses_no_picks() {
    let request = |options: serde_json::Value, melds: serde_json::Value, hand: &str| {
        let request = json!({
            "rules": "changsha-a", "dealer": 0, "options": options,
            "wins": [{ "seat": 1, "hand": hand, "tile": "5p", "by": "draw", "melds": melds }],
        });
        serde_json::from_value::<ScoreRequest>(request).expect("a request")
    };
    let pung = json!([{ "kind": "pung", "tile": "7z", "from": 2 }]);
    let refused = score(&request(json!({ "wild": "hongzhong" }), pung, "123m456m789s5p")).expect_err("a wild pung");
    assert_eq!(
        (refused.pointer.as_str(), refused.clause.map(|clause| clause.id)),
        ("/wins/0/melds/0", Some("MC-wild"))
    );
    for (option, field) in [("piao_max", "/piao"), ("cap_by_holdings", "/holdings")] {
        let value = if option == "piao_max" { json!(3) } else { json!("both") };
        let refused = score(&request(json!({ option: value }), json!([]), "123m456m789s123p5p")).expect_err(option);
        assert_eq!(refused.pointer, field);
    }
}
