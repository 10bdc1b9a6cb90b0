//! Settlements of the house money: the figures of its rule book.

use crate::generate::house;
use caipan_engine::rules::Value;
use caipan_engine::score::{ScoreRequest, score};
use serde::Deserialize;

/// A settlement of fixtures/house-money.json.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    clause: String,
    request: ScoreRequest,
    /// The place of the error, if it is refused.
    refused: Option<String>,
    #[serde(default)]
    balance: Vec<i64>,
    /// Seat, points and kind of each line to the house.
    #[serde(default)]
    house: Vec<(u8, i64, String)>,
    /// Payer, receiver and net points of each pair that pays.
    #[serde(default)]
    pairs: Vec<(u8, u8, i64)>,
}

#[test]
fn settlements_are_those_of_the_rule_book() {
    let text = std::fs::read_to_string(format!("{}/fixtures/house-money.json", crate::ROOT)).unwrap();
    let cases: Vec<Case> = serde_json::from_str(&text).unwrap();
    assert_eq!(cases.len(), 30);
    for case in cases {
        let (id, clause) = (&case.id, &case.clause);
        let settled = score(&case.request);
        if let Some(place) = case.refused {
            assert_eq!(settled.unwrap_err().pointer, place, "{id} {clause}");
            continue;
        }
        let settled = serde_json::to_value(settled.unwrap()).unwrap();
        let balance: Vec<i64> = case.balance.iter().copied().chain([0; 4]).take(4).collect();
        let given: Vec<i64> = serde_json::from_value(settled["balance"].clone()).unwrap();
        assert_eq!(given.iter().copied().chain([0; 4]).take(4).collect::<Vec<_>>(), balance, "{id} {clause}");
        let lines = settled["ledger"].as_array().unwrap();
        let of_house = lines.iter().filter(|line| line["to"].is_null());
        let of_house: Vec<_> =
            of_house.map(|line| (line["from"].as_u64(), line["points"].as_i64(), line["cause"].as_str())).collect();
        let due: Vec<_> = case
            .house
            .iter()
            .map(|(seat, points, kind)| (Some(u64::from(*seat)), Some(*points), Some(kind.as_str())))
            .collect();
        assert_eq!(of_house, due, "{id} {clause}");
        for (from, to, points) in case.pairs {
            let is = |value: &serde_json::Value, seat: u8| value.as_u64() == Some(u64::from(seat));
            let net: i64 = lines
                .iter()
                .map(|line| match (&line["from"], &line["to"], line["points"].as_i64().unwrap()) {
                    (payer, payee, paid) if is(payer, from) && is(payee, to) => paid,
                    (payer, payee, paid) if is(payer, to) && is(payee, from) => -paid,
                    _ => 0,
                })
                .sum();
            assert_eq!(net, points, "{id} {clause}: {from} to {to}");
        }
    }
}

#[test]
fn base_and_stake_are_one_quantity() {
    let both = house("guiyang", &[("stake", Value::Number(5))]);
    assert!(both.changed(None, [("base", Value::Number(5))]).contradicts_itself());
}
