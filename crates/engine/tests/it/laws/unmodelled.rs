//! Rules that caipan does not know: their money is never judged and never called clean, everything else is judged as
//! before.

use super::clean;
use super::thefts::{carried, pay};
use crate::generate::{audited, preset, presets, told};
use caipan_engine::audit::{Audit, Finding, Verdict};
use caipan_engine::report::{Report, Style, report, text};
use caipan_engine::rules::resolve;
use caipan_engine::score::{score_among, settlement};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{
    Action, GameLog, HandLog, HouseDeclared, Houses, RulesDeclared, Touches, Unmodelled, from_text, to_text,
};
use caipan_tiles::tile::{Seat, Seats};

/// An amount that no rule pays.
const STOLEN: i64 = 1_000_003;

const KINDS: [Touches; 4] = [Touches::All, Touches::Openings, Touches::Birds, Touches::Kongs];

/// Returns the log with a rule that caipan does not know.
fn with(log: &GameLog, touches: Touches) -> GameLog {
    let mut log = log.clone();
    log.rules.unmodelled = vec![Unmodelled::new("飘分上限按剩余分", touches).expect("a name")];
    log
}

fn faults(audit: &Audit) -> Vec<&Finding> {
    audit.findings.iter().filter(|finding| finding.is_fault()).collect()
}

/// Moves points between two seats of a hand, with the payments and the scores that follow.
fn stolen(log: &GameLog, hand: usize, from: Seat, to: Seat) -> GameLog {
    let mut log = log.clone();
    pay(log.hands[hand].result.as_mut().expect("a result"), from, to, STOLEN);
    carried(&mut log, hand);
    log
}

/// Returns the seats that called a kong or declared an initial win, as the log shows them.
fn acting(hand: &HandLog, touches: Touches) -> Seats {
    let is = |action: &Action| match touches {
        Touches::Openings => matches!(action, Action::Opening { .. } | Action::MidOpening { .. }),
        Touches::Kongs => matches!(action, Action::Kong { .. }),
        _ => true,
    };
    hand.events.iter().filter(|event| is(&event.action)).filter_map(|event| event.action.seat()).collect()
}

#[test]
fn clean_matches_are_unverifiable_and_never_clean() {
    let mut seen = 0;
    for (_, log) in clean(4) {
        for touches in KINDS {
            let log = with(&log, touches);
            let audit = audited(&log);
            let first = audit.findings.first().expect("the declared rules are reported");
            assert_eq!((first.check.code, first.hand, first.pointer.as_str()), ("A713", None, "/rules/unmodelled"));
            let fault = faults(&audit).first().map(|found| told(&log, found));
            assert!(fault.is_none(), "{touches:?}: {}", fault.unwrap_or_default());
            assert_eq!(audit.verdict(), Verdict::Unverifiable);
            let moved = audit.findings.iter().filter(|finding| finding.check.code == "A714");
            for found in moved {
                assert_eq!(found.because.map(|because| because.0), Some(0), "{}", told(&log, found));
                assert!(found.text.zh.contains("飘分上限按剩余分") && found.text.en.contains("飘分上限按剩余分"));
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn money_under_any_rule_is_no_fault_but_must_balance() {
    let (mut thefts, mut unbalanced) = (0, 0);
    for (_, log) in clean(4) {
        let log = with(&log, Touches::All);
        for hand in 0..log.hands.len() {
            let Some(result) = log.hands[hand].result.as_ref() else { continue };
            if result.payments.is_none() && result.deltas.is_none() {
                continue;
            }
            let bad = stolen(&log, hand, Seat::ALL[0], Seat::ALL[1]);
            let audit = audited(&bad);
            let fault = faults(&audit).first().map(|found| told(&bad, found));
            assert!(fault.is_none(), "{}", fault.unwrap_or_default());
            assert!(audit.explanations.is_empty() && audit.possible.is_empty(), "{:?}", audit.explanations);
            let view = report(&bad, "sha256:0").expect("a report");
            let shown = &view.hands[hand];
            assert!(shown.ledger.is_empty() && shown.transfers.is_empty(), "{shown:?}");
            thefts += 1;
            if let Some(deltas) =
                result.deltas.filter(|_| log.hands[hand].events.iter().all(|event| !leaves(&event.action)))
            {
                let mut bad = log.clone();
                let seats = bad.hands[hand].result.as_mut().and_then(|result| result.deltas.as_mut()).expect("deltas");
                seats[Seat::ALL[0]] = deltas[Seat::ALL[0]] + 1;
                let codes: Vec<&str> = faults(&audited(&bad)).iter().map(|found| found.check.code).collect();
                assert!(codes.contains(&"A701"), "{codes:?}\n{}", to_text(&bad));
                unbalanced += 1;
            }
        }
    }
    assert!(thefts > 50 && unbalanced > 20, "{thefts} {unbalanced}");
}

fn leaves(action: &Action) -> bool {
    matches!(action, Action::Leave { .. })
}

/// Payments between seats that the rule cannot reach are judged, and those that it reaches are not.
#[test]
fn thefts_out_of_reach_are_found() {
    let (mut found, mut excused) = (0, 0);
    for id in ["changsha-a", "changsha-b", "beijing", "guiyang"] {
        let logs: Vec<GameLog> =
            matches(&preset(id), 91, MatchConfig { hands: 4, ..MatchConfig::USUAL }).take(6).collect();
        for log in logs {
            for touches in [Touches::Openings, Touches::Kongs] {
                if id != "changsha-a" && id != "changsha-b" && touches == Touches::Openings {
                    continue;
                }
                for hand in 0..log.hands.len() {
                    let named = log.hands[hand].result.as_ref().is_some_and(|result| result.payments.is_some());
                    let around = acting(&log.hands[hand], touches);
                    let pairs = [(0, 1), (1, 2), (2, 3), (3, 0)].map(|(a, b)| (Seat::ALL[a], Seat::ALL[b]));
                    for (from, to) in pairs.into_iter().filter(|_| named) {
                        let bad = with(&stolen(&log, hand, from, to), touches);
                        let audit = audited(&bad);
                        let of_hand = faults(&audit).iter().any(|fault| fault.hand == Some(hand));
                        let reached = around.contains(from) || around.contains(to);
                        assert_eq!(of_hand, !reached, "{id} {touches:?} hand {hand} {from} {to}\n{}", to_text(&bad));
                        found += usize::from(of_hand);
                        excused += usize::from(reached);
                    }
                }
            }
        }
    }
    assert!(found > 100 && excused > 20, "{found} {excused}");
}

/// A clock that runs backwards affects no hand, so that payments out of reach are judged all the same.
#[test]
fn thefts_are_found_beside_what_affects_no_hand() {
    let mut found = 0;
    for log in matches(&preset("changsha-a"), 92, MatchConfig { hands: 4, ..MatchConfig::USUAL }).take(6) {
        for hand in 0..log.hands.len() {
            let (from, to) = (Seat::ALL[0], Seat::ALL[1]);
            let around = acting(&log.hands[hand], Touches::Kongs);
            if around.contains(from) || around.contains(to) || log.hands[hand].events.len() < 2 {
                continue;
            }
            let mut bad = with(&stolen(&log, hand, from, to), Touches::Kongs);
            for (event, ms) in bad.hands[hand].events.iter_mut().zip([2_000, 1_000]) {
                event.ms = Some(ms);
            }
            let audit = audited(&bad);
            assert!(audit.findings.iter().any(|finding| finding.check.code == "A007"), "{}", to_text(&bad));
            assert!(faults(&audit).iter().any(|fault| fault.check.code == "A702"), "{}", to_text(&bad));
            found += 1;
        }
    }
    assert!(found > 5, "{found}");
}

/// A hand that the rule cannot reach gets the findings that it would get without the rule.
#[test]
fn hands_out_of_reach_are_judged_as_before() {
    let mut same = 0;
    for id in presets().filter(|id| id.starts_with("changsha")) {
        for log in matches(&preset(id), 37, MatchConfig { hands: 4, ..MatchConfig::USUAL }).take(6) {
            for hand in 0..log.hands.len() {
                let bad = stolen(&log, hand, Seat::ALL[2], Seat::ALL[0]);
                if !acting(&log.hands[hand], Touches::Kongs).is_empty() {
                    continue;
                }
                let codes = |log: &GameLog| -> Vec<String> {
                    let audit = audited(log);
                    let of_hand = audit.findings.iter().filter(|finding| finding.hand == Some(hand));
                    of_hand.map(|finding| format!("{} {}", finding.check.code, finding.text.en)).collect()
                };
                assert_eq!(codes(&bad), codes(&with(&bad, Touches::Kongs)), "{}", to_text(&bad));
                same += 1;
            }
        }
    }
    assert!(same > 30, "{same}");
}

/// Amounts that an unknown rule may explain are no evidence for an option.
#[test]
fn no_option_is_proposed_for_money_that_a_rule_may_move() {
    let mut proposed = 0;
    let house = preset("changsha-a").changed(None, [("bird_math", caipan_engine::rules::Value::Word("linear"))]);
    for mut log in matches(&house, 29, MatchConfig { hands: 6, ..MatchConfig::USUAL }).take(8) {
        log.rules.options.clear();
        proposed += usize::from(!audited(&log).explanations.is_empty());
        for touches in [Touches::All, Touches::Birds] {
            let audit = audited(&with(&log, touches));
            assert!(audit.explanations.is_empty() && audit.possible.is_empty(), "{:?}", audit.explanations);
            assert_ne!(audit.verdict(), Verdict::Clean);
        }
    }
    assert!(proposed > 3, "{proposed}");
}

/// With one line for each cause, a payment for a cause that the rule leaves alone is judged between any seats.
#[test]
fn named_causes_that_a_rule_leaves_alone_are_judged() {
    let sheet = |win: i64, kong: i64| {
        format!(
            "paipu/1 t changsha-a bird_count=0\nunmodelled \"杠 2 分\" touches kongs\nhand dealer 0\n\
             deal 0 9m999s1122334455p\ndeal 1 123456m789p2345s\ndeal 2 2468m1358p12468s\ndeal 3 1357m2469p13578s\n\
             0 discard 9m\n1 draw 9s\n1 discard 9s\n0 kong 9s exposed\n0 draw 8p tail\n0 discard 8p\n1 draw 5s\n1 win 5s\n\
             result win\nwon 1\npay 0 1 {win} for 胡牌\npay 2 1 2 for 胡牌\npay 3 1 2 for 胡牌\npay 1 0 {kong} for 杠\n\
             deltas {} {} -2 -2\n",
            kong - win,
            win + 4 - kong
        )
    };
    let codes = |sheet: &str| {
        let audit = audited(&from_text(sheet, &caipan_log::Limits::default()).expect("a sheet"));
        audit.findings.iter().map(|found| format!("{} {}", found.check.code, found.text.en)).collect::<Vec<_>>()
    };
    let right = codes(&sheet(3, 2));
    assert!(right.iter().all(|found| found.starts_with("A713") || found.starts_with("A714")), "{right:#?}");
    let other_kong = codes(&sheet(3, 50));
    assert_eq!(right, other_kong, "the rule may pay any amount for a kong");
    let wrong = codes(&sheet(4, 2));
    assert!(wrong.iter().any(|found| found.starts_with("A702") && found.contains("for “win”:")), "{wrong:#?}");
}

/// A house preset brings its rules with it: into logs, into presets based on it and into settlements.
#[test]
fn presets_carry_their_rules() {
    let house = |id: &str, base: &str, rules: &[&str]| HouseDeclared {
        id: id.to_owned(),
        zh: "夜场".to_owned(),
        en: "night".to_owned(),
        base: base.to_owned(),
        options: [].into(),
        source: None,
        unmodelled: rules.iter().filter_map(|rule| Unmodelled::new(rule, Touches::All)).collect(),
    };
    let houses = Houses::of(vec![house("night", "changsha-a", &["甲"]), house("plain", "changsha-a", &[])]);
    let declared = |system: &str, rules: &[&str]| RulesDeclared {
        system: system.to_owned(),
        unmodelled: rules.iter().filter_map(|rule| Unmodelled::new(rule, Touches::All)).collect(),
        houses: houses.clone(),
        ..Default::default()
    };
    let names = |declared: &RulesDeclared| -> Vec<String> {
        let ruleset = resolve(declared).expect("house rules");
        ruleset.unmodelled.into_iter().map(|known| known.rule).collect()
    };
    assert_eq!(names(&declared("night", &["乙", "甲"])), ["甲", "乙"]);
    assert_eq!(names(&declared("plain", &[])), [""; 0]);
    let (night, plain) = (resolve(&declared("night", &[])).unwrap(), resolve(&declared("plain", &[])).unwrap());
    assert_ne!(night.house(), plain.house(), "the digest covers rules that caipan does not know");
    // Other rules for the same room leave its unknown rules in force.
    assert_eq!(night.changed(None, []).unmodelled.len(), 1);

    let request = serde_json::json!({
        "rules": "night", "dealer": 0, "wins": [{"seat": 1, "hand": "123456m789p2345s", "tile": "5s"}], "birds": "",
        "options": {"bird_count": 0}
    });
    let request = serde_json::from_value(request).expect("a request");
    let answer = score_among(&request, &houses).expect("a settlement");
    assert_eq!(answer.rules.unmodelled.len(), 1);
    let text = settlement(&answer, Style::default());
    assert!(text.contains("Rules that caipan does not know: “甲” (all payments)."), "{text}");
}

/// The report and its formats show the declared rules.
#[test]
fn reports_show_the_declared_rules() {
    let log = matches(&preset("changsha-a"), 3, MatchConfig::USUAL).next().expect("a match");
    let view = report(&with(&log, Touches::Birds), "sha256:0").expect("a report");
    let rule = &view.rules.unmodelled[0];
    assert_eq!((rule.rule.as_str(), rule.touches.as_ref()), ("飘分上限按剩余分", "birds"));
    let english = text(&view, Style::default());
    let sentence = "Rules that caipan does not know: “飘分上限按剩余分” (birds and the payments that they multiply).";
    assert!(english.contains(sentence), "{english}");
    assert!(view.headline().en.contains("not everything could be checked"), "{}", view.headline().en);
    let stored = serde_json::to_string(&view).expect("a report is JSON");
    let read: Report = serde_json::from_str(&stored).expect("a stored report");
    assert_eq!(read.rules.unmodelled, view.rules.unmodelled);
}
