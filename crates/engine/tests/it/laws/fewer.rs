//! A table of two or three has no other seat anywhere: not in its log, in neither notation, and not in its report.

use crate::generate::presets;
use caipan_engine::replay::Before;
use caipan_engine::report::{Style, before_each, report, steps, text, to_json};
use caipan_engine::rules::{Ruleset, resolve};
use caipan_lab::generate::faults::{inject, kinds};
use caipan_lab::generate::{MatchConfig, Rng, matches};
use caipan_log::{GameLog, Limits, OptionValue, RulesDeclared, from_text, read, to_text, write};
use caipan_tiles::text::Lang;
use serde_json::{Value, json};

/// The keys of lists by seat, in logs, reports and tables.
const LISTS: [&str; 11] =
    ["scores", "piao", "gu_mai", "holdings", "deal", "deltas", "totals", "balance", "recorded", "before", "places"];

/// The keys of values that are a seat.
const SEATS: [&str; 5] = ["seat", "from", "to", "dealer", "next_dealer"];

/// The rules of a preset for this number of players; `None` if it has no such table.
fn table_of(id: &str, players: usize) -> Option<Ruleset> {
    let options = [("players".to_owned(), OptionValue::Number(i64::try_from(players).unwrap()))].into();
    let ruleset = resolve(&RulesDeclared { system: id.to_owned(), options, ..Default::default() }).ok()?;
    (ruleset.rules.seats().len() == players).then_some(ruleset)
}

/// Calls the function with every list by seat below a value.
fn lists(value: &mut Value, each: &mut dyn FnMut(&str, &mut Vec<Value>)) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                match value {
                    Value::Array(list) if LISTS.contains(&key.as_str()) => each(key, list),
                    _ => lists(value, each),
                }
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|value| lists(value, each)),
        _ => {}
    }
}

/// Checks that a document names only these seats. Returns the number of lists by seat.
fn only(document: &Value, players: usize) -> usize {
    fn seats(value: &Value, players: usize) {
        match value {
            Value::Object(entries) => {
                // The `from` and `to` of a changed option are no seats.
                for (key, value) in entries.iter().filter(|(key, _)| *key != "changes") {
                    let seat = value.as_u64().filter(|_| SEATS.contains(&key.as_str()));
                    assert!(seat.is_none_or(|seat| seat < players as u64), "{key}: {value} in {entries:?}");
                    seats(value, players);
                }
            }
            Value::Array(all) => all.iter().for_each(|value| seats(value, players)),
            _ => {}
        }
    }
    seats(document, players);
    let mut count = 0;
    lists(&mut document.clone(), &mut |key, list| {
        assert_eq!(list.len(), players, "{key}");
        count += 1;
    });
    count
}

/// The log as JSON with four entries in some of its lists: 0 or nothing for a seat that nobody sits on.
fn padded(written: &str, chosen: impl Fn(usize) -> bool) -> String {
    let mut document: Value = serde_json::from_str(written).unwrap();
    let mut at = 0;
    lists(&mut document, &mut |key, list| {
        if chosen(at) {
            list.resize(4, if key == "deal" { json!("") } else { json!(0) });
        }
        at += 1;
    });
    document.to_string()
}

/// Checks the report of a log and its text in both languages.
fn reported(log: &GameLog, players: usize) {
    let report = report(log, "sha256:0").expect("the rules are known");
    let json: Value = serde_json::from_slice(&to_json(&report)).unwrap();
    assert!(only(&json, players) >= log.hands.len(), "{}", log.id);
    let absent = (players..4).flat_map(|seat| [format!("seat {seat}"), format!("座位 {seat}"), format!("座位{seat}")]);
    let shown = [Lang::Zh, Lang::En].map(|lang| text(&report, Style { lang, full: true, ..Style::default() }));
    for absent in absent {
        for shown in shown.iter().chain([&json.to_string()]) {
            assert!(!shown.contains(&absent), "{absent} in the report of {}:\n{shown}", to_text(log));
        }
    }
}

fn tables(ruleset: &Ruleset, log: &GameLog, players: usize) {
    let report = report(log, "sha256:0").expect("the rules are known");
    let before: Vec<Before> = before_each(log, &report);
    for (hand, before) in log.hands.iter().zip(before) {
        for table in steps(ruleset.rules.as_ref(), hand, before, |event| event.is_none_or(|event| event % 20 == 0)) {
            assert_eq!(only(&serde_json::to_value(&table).unwrap(), players), 1);
        }
    }
}

fn check(ruleset: &Ruleset, log: &GameLog, players: usize) {
    let written = write(log);
    let here = |text: &str| read(text.as_bytes(), &Limits::default()).map_err(|error| format!("{error} {text}"));
    assert!(only(&serde_json::from_str(&written).unwrap(), players) > log.hands.len());
    assert_eq!(here(&written).as_ref(), Ok(log));
    let lines = to_text(log);
    let deal = |seat: usize| lines.contains(&format!("\ndeal {seat} "));
    assert!(deal(players - 1) && !deal(players), "{lines}");
    assert_eq!(from_text(&lines, &Limits::default()).as_ref(), Ok(log));
    // Four entries are read as before, also beside lists that have fewer.
    assert_eq!(here(&padded(&written, |_| true)).as_ref(), Ok(log));
    assert_eq!(here(&padded(&written, |at| at % 2 == 0)).as_ref(), Ok(log));
    reported(log, players);
    tables(ruleset, log, players);
}

#[test]
fn tables_of_two_and_three_name_no_other_seat() {
    let (mut rooms, mut faulty) = (0, 0);
    for (id, players) in presets().flat_map(|id| [(id, 2), (id, 3)]) {
        let Some(ruleset) = table_of(id, players) else { continue };
        let config = MatchConfig { hands: 2, ..MatchConfig::USUAL };
        for log in matches(&ruleset, 54, config).take(2) {
            check(&ruleset, &log, players);
            let unnamed = GameLog { players: Vec::new(), ..log.clone() };
            check(&ruleset, &unnamed, players);
            let mut chance = Rng::new(3);
            for (_, bad) in kinds().filter_map(|kind| inject(&ruleset, &unnamed, kind, &mut chance)) {
                reported(&bad, players);
                faulty += 1;
            }
        }
        rooms += 1;
    }
    assert!(rooms > 10 && faulty > 500, "{rooms} {faulty}");
}
