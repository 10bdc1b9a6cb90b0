//! Runs the cases of `fixtures/guiyang/market.json`: house rules that rooms play beside the document.

use caipan_engine::score::{ScoreRequest, score};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Market {
    #[serde(rename = "about")]
    _about: String,
    settlements: Vec<Settlement>,
    refused: Vec<Refused>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settlement {
    id: String,
    #[serde(rename = "about")]
    _about: String,
    clause: String,
    request: ScoreRequest,
    payments: Vec<Payment>,
    balance: [i64; 4],
    /// Ids that must be among the patterns of the first win.
    #[serde(default)]
    patterns: Vec<String>,
    value: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Payment {
    from: usize,
    to: usize,
    points: i64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    id: String,
    #[serde(rename = "about")]
    _about: String,
    clause: String,
    request: ScoreRequest,
}

fn market() -> Market {
    serde_json::from_str(include_str!("../../../../../fixtures/guiyang/market.json")).expect("the file is in its form")
}

/// Clauses of the source that a case of the market only combines.
const COMBINED: [&str; 2] = ["MG-mixed", "MG-lianzhuang"];

#[test]
fn settles_each_hand() {
    let mut wrong = Vec::new();
    for case in &market().settlements {
        let id = &case.id;
        let report = match score(&case.request) {
            Ok(report) => report,
            Err(error) => {
                wrong.push(format!("{id}: {error:?}"));
                continue;
            }
        };
        let mut paid: BTreeMap<(usize, usize), i64> = BTreeMap::new();
        for line in &report.ledger {
            let (from, to) = (line.from.expect("a seat").index(), line.to.expect("a seat").index());
            *paid.entry((from, to)).or_default() += line.points;
        }
        let due: BTreeMap<_, _> = case.payments.iter().map(|line| ((line.from, line.to), line.points)).collect();
        let value = report.wins.first().map(|win| win.value).filter(|_| case.value.is_some());
        let known: Vec<&str> = report.wins.iter().take(1).flat_map(|win| &win.patterns).map(|hit| &*hit.id).collect();
        let named = case.patterns.iter().all(|pattern| known.contains(&pattern.as_str()));
        if paid != due || report.balance.map().0 != case.balance || value != case.value || !named {
            wrong.push(format!("{id} ({}): {paid:?} but {due:?}; value {value:?}; {known:?}", case.clause));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn refuses_what_the_house_does_not_allow() {
    for case in &market().refused {
        let error = score(&case.request).err().unwrap_or_else(|| panic!("{} ({}) is accepted", case.id, case.clause));
        assert!(!error.text.zh.is_empty() && !error.text.en.is_empty(), "{}", case.id);
    }
}

/// Every market clause that a settlement can cite has a case.
#[test]
fn every_clause_has_a_case() {
    let market = market();
    let named =
        market.settlements.iter().map(|case| &case.clause).chain(market.refused.iter().map(|case| &case.clause));
    let named: Vec<&String> = named.collect();
    let system = caipan_engine::rules::find("guiyang").expect("the system").0;
    for clause in system.clauses.iter().filter(|clause| clause.id.starts_with("MG-")) {
        assert!(named.iter().any(|known| known.starts_with(clause.id)), "{} has no case", clause.id);
    }
    for known in &named {
        let is_clause = system.clauses.iter().any(|clause| known.starts_with(clause.id));
        assert!(is_clause || COMBINED.contains(&known.as_str()), "{known} is no clause");
    }
}
