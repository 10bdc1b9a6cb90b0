//! Tests of the engine against `fixtures/beijing/vectors.json`: hands that people scored with the rule book open.

use caipan_engine::rules::resolve;
use caipan_engine::score::{ScoreRequest, score};
use caipan_engine::table::{Table, Wall};
use caipan_log::RulesDeclared;
use caipan_tiles::tile::{Meld, MeldKind, Seat, TileSet, parse_tiles};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vector {
    id: String,
    clause: String,
    request: ScoreRequest,
    expect: Expected,
}

#[derive(Deserialize)]
struct Expected {
    waits: String,
    #[serde(default)]
    patterns: Vec<String>,
    /// Absent if the hand is not a win.
    value: Option<i64>,
    balance: Option<[i64; 4]>,
}

fn vectors() -> Vec<Vector> {
    serde_json::from_str(include_str!("../../../../../fixtures/beijing/vectors.json")).expect("the vectors are in form")
}

#[test]
fn vectors_score_as_the_rule_book_says() {
    let vectors = vectors();
    assert!(vectors.len() >= 35, "only {} vectors", vectors.len());
    for vector in &vectors {
        let id = format!("{} ({})", vector.id, vector.clause);
        let report = match (score(&vector.request), vector.expect.value) {
            (Ok(report), Some(_)) => report,
            (Err(error), None) => {
                assert_eq!(error.code, "not-a-win", "{id}: {error:?}");
                continue;
            }
            (Ok(report), None) => panic!("{id}: should be no win, is {:?}", report.wins),
            (Err(error), Some(_)) => panic!("{id}: {error:?}"),
        };
        let win = &report.wins[0];
        let mut names: Vec<&str> = win.patterns.iter().map(|pattern| pattern.name.zh.as_ref()).collect();
        let mut expected: Vec<&str> = vector.expect.patterns.iter().map(String::as_str).collect();
        names.sort_unstable();
        expected.sort_unstable();
        assert_eq!(names, expected, "{id}");
        assert_eq!(Some(win.value), vector.expect.value, "{id}");
        assert_eq!(Some(report.balance.map().0), vector.expect.balance, "{id}");
    }
}

/// Waits are the kinds that complete the hand as natural tiles, without the wild kind.
#[test]
fn vectors_wait_as_the_rule_book_says() {
    for vector in vectors() {
        let request = &vector.request;
        let declared =
            RulesDeclared { system: request.rules.clone(), options: request.options.clone(), ..Default::default() };
        let ruleset = resolve(&declared).expect("the rules are known");
        let rules = ruleset.rules.as_ref();
        let deck = ruleset.system.deck;
        let mut table = Table::new(deck, Seat::ALL[0], Wall::unknown(deck, rules.tail_order()));
        table.wild = rules.wild_kind(request.indicator);
        let win = &request.wins[0];
        win.hand.0.iter().for_each(|&tile| table.give(win.seat, tile));
        for meld in &win.melds {
            table.places[win.seat].melds.push(Meld { kind: MeldKind::Pung, tile: meld.tile, from: None });
        }
        let mut waits = rules.waits(&table, win.seat);
        table.wild.into_iter().for_each(|wild| waits.remove(wild));
        let expected: TileSet = parse_tiles(&vector.expect.waits).expect("tiles").into_iter().collect();
        assert_eq!(waits, expected, "{}", vector.id);
    }
}
