//! The inverse audit over whole matches: names the house rule that was played, and takes no single mistake for a rule.

use crate::generate::{audited, preset, presets};
use caipan_engine::audit::{Audit, Verdict};
use caipan_engine::rules::{Ruleset, SYSTEMS, Value};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{GameLog, RulesDeclared};
use std::collections::BTreeMap;

pub(super) fn played(ruleset: &Ruleset, seed: u64, hands: usize, count: usize) -> Vec<GameLog> {
    let config = [MatchConfig::USUAL, MatchConfig::KONGS, MatchConfig::BIG, MatchConfig::SHARED];
    let of =
        |config: &MatchConfig| matches(ruleset, seed, MatchConfig { hands, ..*config }).take(count).collect::<Vec<_>>();
    config.iter().flat_map(of).collect()
}

pub(super) fn codes(audit: &Audit) -> String {
    let found = audit.findings.iter().filter(|found| found.is_primary());
    found.map(|found| format!("{}/{:?}", found.check.code, found.hand)).collect::<Vec<_>>().join(" ")
}

/// Counts the hands with a primary fault.
pub(super) fn hands(audit: &Audit) -> usize {
    let mut hands: Vec<_> = audit.findings.iter().filter(|found| found.is_fault()).map(|found| found.hand).collect();
    hands.dedup();
    hands.len()
}

/// Matches played under one preset and declared as another are explained where two hands show it.
#[test]
fn explains_match_of_another_preset() {
    let mut text = String::new();
    let (mut all, mut explained) = (0, 0);
    for system in SYSTEMS {
        for (one, other) in system.presets.iter().flat_map(|one| system.presets.iter().map(move |other| (one, other))) {
            // Matches of another number of players are refused.
            if one.id == other.id || preset(one.id).players() != preset(other.id).players() {
                continue;
            }
            let (mut wrong, mut named, mut left) = (0, 0, BTreeMap::<String, usize>::new());
            for mut log in played(&preset(one.id), 71, 6, 5) {
                log.rules.system = other.id.to_owned();
                let audit = audited(&log);
                if audit.verdict() == Verdict::Clean {
                    continue;
                }
                wrong += 1;
                if audit.verdict() == Verdict::Variant || !audit.possible.is_empty() && hands(&audit) == 1 {
                    named += 1;
                } else {
                    *left.entry(codes(&audit)).or_default() += 1;
                }
            }
            all += wrong;
            explained += named;
            text.push_str(&format!("{} played, {} declared: {named} of {wrong}\n", one.id, other.id));
            left.iter().for_each(|(codes, times)| text.push_str(&format!("    {times} × {codes}\n")));
        }
    }
    println!("{text}");
    assert!(all > 100 && explained * 100 >= all * 95, "{explained} of {all}\n{text}");
}

/// One mistake in one hand is too little evidence for a house rule.
#[test]
fn single_mistake_is_never_a_variant() {
    let mut possible = 0;
    for id in presets() {
        for log in played(&preset(id), 17, 1, 8) {
            type Slip = fn(&mut GameLog);
            let slips: [Slip; 4] = [
                |log| points(log, |at, points| if at == 0 { points + 1 } else { points }),
                |log| points(log, |_, points| points * 2),
                |log| points(log, |at, points| if at == 0 { 0 } else { points }),
                |log| points(log, |_, points| points + 2),
            ];
            for slip in slips {
                let mut bad = log.clone();
                slip(&mut bad);
                let audit = audited(&bad);
                assert_ne!(audit.verdict(), Verdict::Variant, "{id} {}: {:?}", bad.id, audit.explanations);
                possible += usize::from(!audit.possible.is_empty());
                assert!(audit.possible.iter().all(|one| !one.evidence.shown && one.evidence.hands == 1));
            }
        }
    }
    assert!(possible > 20, "{possible}");
}

/// Changes the points of every payment, and the point changes and scores with them.
fn points(log: &mut GameLog, other: impl Fn(usize, i64) -> i64) {
    let Some(result) = log.hands[0].result.as_mut() else { return };
    let Some(payments) = result.payments.as_mut() else { return };
    for (at, payment) in payments.iter_mut().enumerate() {
        let moved = other(at, payment.points) - payment.points;
        payment.points += moved;
        for scores in [&mut result.deltas, &mut result.scores].into_iter().flatten() {
            scores[payment.from] -= moved;
            scores[payment.to] += moved;
        }
    }
}

/// Two changed options, each shown by two hands, are explained within the budget in more than half of the matches.
#[test]
fn explains_two_options_at_once() {
    let (mut wrong, mut named, mut cut_off) = (0, 0, 0);
    for (id, one, other) in [
        ("changsha-a", ("dealer_bonus_big", Value::Word("per_unit")), ("bird_origin", Value::Word("winner"))),
        ("changsha-a", ("bird_math", Value::Word("linear")), ("small_self_draw_plus_one", Value::Word("off"))),
        ("changsha-b", ("bird_count", Value::Number(2)), ("bird_origin", Value::Word("winner"))),
        ("beijing", ("ron_payment", Value::Word("discarder_covers_all")), ("dealer_pays_double", Value::Flag(true))),
        ("beijing", ("base_points", Value::Number(2)), ("ron_payment", Value::Word("discarder_only"))),
        ("guiyang", ("men_dou", Value::Number(3)), ("charge", Value::Word("3_6"))),
        ("guiyang", ("fan_table", Value::Word("table")), ("ji_scope", Value::Word("shou_shang"))),
    ] {
        let house = preset(id).changed(None, [one, other]);
        for mut log in played(&house, 23, 8, 3) {
            log.rules = RulesDeclared { system: id.to_owned(), options: [].into(), ..Default::default() };
            let audit = audited(&log);
            if audit.findings.is_empty() {
                continue;
            }
            wrong += 1;
            named += usize::from(audit.verdict() == Verdict::Variant || !audit.possible.is_empty());
            cut_off += usize::from(audit.searched.cut_off);
        }
    }
    println!("{named} of {wrong} named, {cut_off} not searched to the end");
    assert!(wrong > 40 && named * 2 > wrong, "{named} of {wrong}, {cut_off} not searched to the end");
}

/// The search stays within its budget and notes when it was cut off.
#[test]
fn reports_exhausted_search_budget() {
    let mut cut_off = 0;
    for (id, hands, wrong) in presets().map(|id| (id, 4, 4)).chain([("beijing", 24, 1)]) {
        for log in played(&preset(id), 41, hands, 2) {
            let mut bad = log.clone();
            // If only the last of many hands is wrong, the earlier hands are replayed under every rule tried.
            for hand in bad.hands.iter_mut().rev().take(wrong) {
                let Some(result) = hand.result.as_mut() else { continue };
                // Amounts that no house rule produces.
                for (at, payment) in (0..).zip(result.payments.iter_mut().flatten()) {
                    payment.points += 37 + 4 * at;
                }
                result.deltas = None;
                result.scores = None;
            }
            let audit = audited(&bad);
            let (most, hands) = (1000 + 10 * bad.hands.len(), bad.hands.len());
            assert!(audit.searched.replays <= most + hands, "{id}: {:?}", audit.searched);
            let note = audit.coverage.iter().find_map(|(_, answered)| answered.note());
            assert_eq!(note.is_some(), audit.searched.cut_off, "{id}");
            if let Some(note) = note {
                assert!(note.zh.contains("没有查到底") && note.en.contains("search incomplete"));
                cut_off += 1;
            }
        }
    }
    assert!(cut_off > 0);
}

/// No value is tried twice.
#[test]
fn option_alternatives_are_distinct() {
    for decl in SYSTEMS.iter().flat_map(|system| (system.options)()) {
        let mut all = decl.alternatives(decl.default);
        for from in all.clone() {
            let others = decl.alternatives(from);
            assert!(!others.contains(&from) && others.contains(&decl.default), "{}", decl.id);
            let mut sorted = others.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), others.len(), "{}: {others:?}", decl.id);
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), decl.alternatives(decl.default).len(), "{}", decl.id);
    }
}
