//! The market cases of `fixtures/changsha/market.json`, settled by the score calculator.

use caipan_engine::rules::changsha;
use caipan_engine::score::{ScoreReport, ScoreRequest, score};
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
        let (seated, rest) = report.balance.split_at(expect.balance.len());
        assert_eq!((seated, rest.iter().any(|&points| points != 0)), (&expect.balance[..], false), "balance of {id}");
        if let Some(patterns) = &expect.patterns {
            let mut named: Vec<&str> =
                report.wins.iter().flat_map(|win| &win.patterns).map(|hit| &*hit.id).collect();
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
