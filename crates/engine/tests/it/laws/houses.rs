//! The inverse audit over whole matches: what another house plays is named, what one mistake looks like is not believed.

use crate::generate::{audited, preset, presets};
use caipan_engine::audit::{Audit, Explanation, Verdict};
use caipan_engine::rules::{Ruleset, SYSTEMS, Search, Value};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{GameLog, RulesDeclared};
use std::collections::BTreeMap;

fn played(ruleset: &Ruleset, seed: u64, hands: usize, count: usize) -> Vec<GameLog> {
    let config = [MatchConfig::USUAL, MatchConfig::KONGS, MatchConfig::BIG, MatchConfig::SHARED];
    let of =
        |config: &MatchConfig| matches(ruleset, seed, MatchConfig { hands, ..*config }).take(count).collect::<Vec<_>>();
    config.iter().flat_map(of).collect()
}

fn names(explanations: &[Explanation], option: &str, value: Value) -> bool {
    let changes = explanations.iter().flat_map(|one| &one.changes);
    changes.into_iter().any(|change| change.decl.id == option && change.to == value)
}

fn codes(audit: &Audit) -> String {
    let found = audit.findings.iter().filter(|found| found.is_primary());
    found.map(|found| format!("{}/{:?}", found.check.code, found.hand)).collect::<Vec<_>>().join(" ")
}

/// In how many hands something is wrong by itself.
fn hands(audit: &Audit) -> usize {
    let mut hands: Vec<_> = audit.findings.iter().filter(|found| found.is_fault()).map(|found| found.hand).collect();
    hands.dedup();
    hands.len()
}

/// Matches played by one preset and declared as another: where two hands show it, it is explained.
#[test]
fn a_match_of_another_preset_is_explained() {
    let mut told = String::new();
    let (mut all, mut explained) = (0, 0);
    for system in SYSTEMS {
        for (one, other) in system.presets.iter().flat_map(|one| system.presets.iter().map(move |other| (one, other))) {
            if one.id == other.id {
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
            told.push_str(&format!("{} played, {} declared: {named} of {wrong}\n", one.id, other.id));
            left.iter().for_each(|(codes, times)| told.push_str(&format!("    {times} × {codes}\n")));
        }
    }
    println!("{told}");
    assert!(all > 100 && explained * 100 >= all * 95, "{explained} of {all}\n{told}");
}

/// Whole matches of a house with one option of its own: where two hands show it, it is a variant that names the option.
#[test]
fn an_option_that_every_hand_shows_is_named() {
    let (mut wrong, mut named, mut replays) = (0, 0, 0);
    let mut told = String::new();
    for id in ["changsha-a", "changsha-b", "beijing", "guiyang", "guiyang-app"] {
        let base = preset(id);
        for decl in (base.system.options)().iter().filter(|decl| decl.search != Search::Never) {
            let now = base.choices.get(decl.id).unwrap();
            for value in decl.alternatives(now) {
                let house = base.changed(None, [(decl.id, value)]);
                for mut log in played(&house, 5, 6, 1) {
                    log.rules = RulesDeclared { system: id.to_owned(), options: [].into(), ..Default::default() };
                    let audit = audited(&log);
                    replays = replays.max(audit.searched.replays);
                    if hands(&audit) < 2 && audit.verdict() != Verdict::Variant {
                        continue;
                    }
                    wrong += 1;
                    if names(&audit.explanations, decl.id, value) {
                        named += 1;
                    } else if audit.verdict() != Verdict::Variant {
                        told.push_str(&format!("{id} {}={value}: {} {:?}\n", decl.id, codes(&audit), audit.searched));
                    }
                }
            }
        }
    }
    println!("{named} of {wrong}, at most {replays} replays\n{told}");
    assert!(wrong > 100 && named * 100 >= wrong * 98, "{named} of {wrong}\n{told}");
}

/// One hand, and one mistake with its money: no house rule is believed on that.
#[test]
fn one_mistake_in_one_hand_is_never_a_variant() {
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

/// Another number in every payment, and point changes that go with them.
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

/// Two options at once, each shown by two hands, are found within the budget more often than not.
#[test]
fn two_options_at_once_are_looked_for() {
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

/// A search ends, and says where it did not get to the end.
#[test]
fn a_search_that_spends_its_budget_says_so() {
    let mut cut_off = 0;
    for (id, hands, wrong) in presets().map(|id| (id, 4, 4)).chain([("beijing", 24, 1)]) {
        for log in played(&preset(id), 41, hands, 2) {
            let mut bad = log.clone();
            // Where only the last of many hands is wrong, those before it are followed under all rules that are tried.
            for hand in bad.hands.iter_mut().rev().take(wrong) {
                let Some(result) = hand.result.as_mut() else { continue };
                // Two amounts that no house rule asks for.
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
                assert!(note.zh.contains("没有找到底") && note.en.contains("not searched to the end"));
                cut_off += 1;
            }
        }
    }
    assert!(cut_off > 0);
}

/// No value is tried twice.
#[test]
fn alternatives_of_an_option_are_other_values_each_once() {
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
