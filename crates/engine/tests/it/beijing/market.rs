//! Tests of the engine against `fixtures/beijing/market.json`: house rules outside the source document (clauses MB-),
//! each settled by hand.

use super::bridge;
use crate::oracle::beijing::referee::house::Play;
use caipan_engine::audit::audit;
use caipan_engine::score::{ScoreRequest, score};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::to_text;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Example {
    id: String,
    clause: String,
    situation: String,
    request: serde_json::Value,
    expect: Expected,
}

#[derive(Deserialize)]
struct Expected {
    /// True if the request is refused.
    #[serde(default)]
    refused: bool,
    /// Ids that are among the winner's patterns.
    #[serde(default)]
    patterns: Vec<String>,
    /// From, to, points; what a pair pays for several causes in one entry.
    #[serde(default)]
    payments: Vec<(usize, usize, i64)>,
    balance: Option<[i64; 4]>,
}

fn examples() -> Vec<Example> {
    serde_json::from_str(include_str!("../../../../../fixtures/beijing/market.json")).expect("the examples are in form")
}

#[test]
fn examples_settle_as_the_market_book_says() {
    let examples = examples();
    assert!(examples.len() >= 27, "only {} examples", examples.len());
    let mut wrong = Vec::new();
    for example in &examples {
        if let Err(what) = check(example) {
            wrong.push(format!("{} ({}), {}: {what}", example.id, example.clause, example.situation));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(example: &Example) -> Result<(), String> {
    let Example { request, expect, .. } = example;
    let request: ScoreRequest = serde_json::from_value(request.clone()).map_err(|error| error.to_string())?;
    let report = match score(&request) {
        Ok(report) => report,
        Err(_) if expect.refused => return Ok(()),
        Err(error) => return Err(format!("refused: {error:?}")),
    };
    if expect.refused {
        return Err(format!("settled: {:?}", report.balance));
    }
    let names: Vec<&str> =
        report.wins.iter().flat_map(|win| win.patterns.iter().map(|pattern| pattern.id.as_ref())).collect();
    if let Some(missing) = expect.patterns.iter().find(|id| !names.contains(&id.as_str())) {
        return Err(format!("{missing} is not among {names:?}"));
    }
    let mut paid: BTreeMap<(usize, usize), i64> = BTreeMap::new();
    for line in &report.ledger {
        let party = |seat: Option<caipan_tiles::tile::Seat>| seat.expect("no house in Beijing").index();
        *paid.entry((party(line.from), party(line.to))).or_default() += line.points;
    }
    let due: BTreeMap<(usize, usize), i64> =
        expect.payments.iter().map(|&(from, to, points)| ((from, to), points)).collect();
    if paid != due {
        return Err(format!("pays {paid:?}, not {due:?}; {names:?}"));
    }
    if Some(report.balance.map().0) != expect.balance {
        return Err(format!("balance {:?}, not {:?}", report.balance, expect.balance));
    }
    Ok(())
}

/// Matches played under house rules of the market are clean under those rules, with two, three and four players.
#[test]
fn matches_under_market_rules_are_clean() {
    let houses = [Play::friends(), Play::market(), Play::three(), Play::three_suits(), Play::two()];
    let mut hands = 0;
    for (house, seed) in houses.iter().zip(40..) {
        let ruleset = bridge::declared(house.entries());
        for (name, config) in MatchConfig::ALL {
            for log in matches(&ruleset, seed, config).take(3) {
                let audit = audit(&log).expect("the rules are known").1;
                // A player who leaves is noted, and is no fault.
                let noted = audit.findings.iter().filter(|found| found.check.code != "A901");
                let found: Vec<_> = noted.map(|found| (found.check.code, &found.text.en)).collect();
                assert!(found.is_empty(), "{name} {}: {found:?}\n{}", log.id, to_text(&log));
                hands += log.hands.len();
            }
        }
    }
    assert!(hands > 100, "{hands}");
}
