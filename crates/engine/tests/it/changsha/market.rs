//! The market cases of `fixtures/changsha/market.json`, settled by the score calculator.

use caipan_engine::audit::{Verdict, audit};
use caipan_engine::rules::{Ruleset, Value, changsha};
use caipan_engine::score::{ScoreReport, ScoreRequest, score};
use caipan_lab::generate::{MatchConfig, one, redact};
use caipan_log::to_text;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    #[expect(dead_code, reason = "for readers of the file")]
    about: String,
    cases: Vec<Case>,
}

/// A request and its answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    clause: String,
    #[expect(dead_code, reason = "for readers of the file")]
    situation: String,
    request: ScoreRequest,
    expect: Expected,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    #[serde(default)]
    patterns: Option<Vec<String>>,
    #[serde(default)]
    value: Option<i64>,
    #[serde(default)]
    payments: Vec<(usize, usize, i64)>,
    #[serde(default)]
    balance: Vec<i64>,
    #[serde(default)]
    refused: bool,
}

fn cases() -> Vec<Case> {
    let path = Path::new(crate::ROOT).join("fixtures/changsha/market.json");
    let text = std::fs::read_to_string(path).expect("a file");
    serde_json::from_str::<Cases>(&text).expect("cases").cases
}

/// Gross payments by pair of payer and receiver.
fn payments(report: &ScoreReport) -> BTreeMap<(usize, usize), i64> {
    let mut all = BTreeMap::new();
    for line in &report.ledger {
        if let (Some(from), Some(to)) = (line.from, line.to) {
            *all.entry((from.index(), to.index())).or_insert(0) += line.points;
        }
    }
    all
}

#[test]
fn market_cases_settle_as_stated() {
    let cases = cases();
    assert!(cases.len() >= 36);
    for case in &cases {
        let id = &case.id;
        let expect = &case.expect;
        let known = |clause: &str| changsha::clauses::ALL.iter().any(|known| known.id == clause);
        // A preset is named by the options that it sets.
        assert!(known(&case.clause) || case.clause == "MC-preset", "{id}: {}", case.clause);
        let report = match (score(&case.request), expect.refused) {
            (Err(_), true) => continue,
            (Ok(report), false) => report,
            (Ok(report), true) => panic!("{id} is settled: {:?}", report.balance),
            (Err(error), false) => panic!("{id}: {} {}", error.pointer, error.text.en),
        };
        let due: BTreeMap<_, _> = expect.payments.iter().map(|&(from, to, points)| ((from, to), points)).collect();
        assert_eq!(payments(&report), due, "payments of {id}: {:?}", report.ledger);
        assert_eq!(report.balance.entries(), &expect.balance[..], "balance of {id}");
        if let Some(patterns) = &expect.patterns {
            let mut named: Vec<&str> = report.wins.iter().flat_map(|win| &win.patterns).map(|hit| &*hit.id).collect();
            let mut due: Vec<&str> = patterns.iter().map(String::as_str).collect();
            named.sort_unstable();
            due.sort_unstable();
            assert_eq!(named, due, "patterns of {id}");
        }
        if let Some(value) = expect.value {
            assert_eq!(report.wins[0].value, value, "value of {id}");
        }
    }
}

/// House rules under which matches are generated.
fn houses() -> Vec<Vec<(&'static str, Value)>> {
    let (yes, word, number) = (Value::Flag(true), Value::Word, Value::Number);
    vec![
        vec![("piao_max", number(3)), ("mid_openings", word("both")), ("men_qing", word("any"))],
        vec![
            ("opening_santong", yes),
            ("opening_bubugao", yes),
            ("opening_yizhihua", yes),
            ("opening_jintong", yes),
            ("opening_yidianhong", yes),
            ("opening_houbalun", yes),
            ("opening_meihua", yes),
            ("mid_openings", word("both")),
            ("initial_hu_stacking", word("per_instance")),
        ],
        vec![("players", number(3)), ("bird_seats_3", word("rank48_empty")), ("kong_points", word("on"))],
        vec![("players", number(3)), ("bird_seats_3", word("mod3")), ("dice_kong_tiles", number(4))],
        vec![("players", number(3)), ("missing_suit", word("p")), ("bird_math", word("linear"))],
        vec![("players", number(2)), ("small_ron", Value::Flag(false)), ("men_qing", word("self_draw"))],
        vec![("players", number(2)), ("missing_suit", word("s")), ("piao_max", number(2)), ("payment_cap", number(20))],
        vec![("wild", word("hongzhong")), ("kong_points", word("on"))],
        vec![("wild", word("hongzhong")), ("players", number(3)), ("no_chow", yes), ("bird_hit", word("only_159"))],
        vec![
            ("fly_birds", number(2)),
            ("piao_fixed", number(2)),
            ("payment_cap", number(9)),
            ("payment_cap_scope", word("hand")),
        ],
        vec![("bird_hit", word("rank_value")), ("bird_count", number(1)), ("big_only", yes)],
        vec![("bird_math", word("plus_one")), ("bird_points", number(2)), ("pair_258", Value::Flag(false))],
        vec![("dice_kong_tiles", number(6)), ("quanqiuren_pair_258", yes), ("quanqiuren_self_draw", yes)],
        vec![("scale", word("c")), ("c_opening", number(3)), ("dealer_point_count", word("once_per_pair"))],
    ]
}

/// Matches generated under market options, whole and thinned, give no fault.
#[test]
fn generated_matches_are_clean() {
    let system = &changsha::SYSTEM;
    let preset = &system.presets[0];
    for changes in houses() {
        let ruleset = Ruleset::new(system, preset, &changes);
        for number in 0..6 {
            for (name, config) in &MatchConfig::ALL {
                let log = one(&ruleset, 36, number, config);
                let (_, whole) = audit(&log).unwrap_or_else(|error| panic!("{changes:?} {name}: {error}"));
                let (_, thin) = audit(&redact(&log)).unwrap();
                let said = |audit: &caipan_engine::audit::Audit| {
                    audit
                        .findings
                        .iter()
                        .map(|found| format!("{} {:?} {}", found.check.code, found.hand, found.text.en))
                        .collect::<Vec<_>>()
                };
                assert_eq!(
                    whole.verdict(),
                    Verdict::Clean,
                    "{changes:?} {name}: {:?}\n{}",
                    said(&whole),
                    to_text(&log)
                );
                assert!(
                    [Verdict::Clean, Verdict::Unverifiable].contains(&thin.verdict()),
                    "thin {changes:?} {name}: {:?}\n{}",
                    said(&thin),
                    to_text(&redact(&log))
                );
            }
        }
    }
}
