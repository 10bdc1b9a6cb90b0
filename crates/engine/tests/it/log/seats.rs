//! Lists by seat have as many entries as seats at the table, or four.

use super::paipu;
use caipan_log::{Limits, from_text, read, to_text, write};
use serde_json::{Value, json};

/// A log of a table of three with every list by seat.
fn three() -> Value {
    json!({
        "format": "paipu/1", "id": "three", "rules": { "system": "changsha-a" },
        "start": { "seats": 3, "scores": [10, -4, -6], "piao": [1, 0, 2], "gu_mai": [0, 1, 1], "holdings": [50, 40, 30] },
        "match": { "totals": [3, -1, -2] },
        "hands": [{
            "deal": ["123m", "456p", "789s"], "piao": [2, 1, 0], "gu_mai": [1, 1, 1], "events": [{ "type": "draw_game" }],
            "result": { "deltas": [3, -1, -2], "scores": [13, -5, -8] },
        }],
    })
}

/// Every list by seat.
const LISTS: [&str; 10] = [
    "/start/scores",
    "/start/piao",
    "/start/gu_mai",
    "/start/holdings",
    "/match/totals",
    "/hands/0/deal",
    "/hands/0/piao",
    "/hands/0/gu_mai",
    "/hands/0/result/deltas",
    "/hands/0/result/scores",
];

/// Changes the list at this place of a log.
fn with(mut log: Value, at: &str, change: impl FnOnce(&mut Vec<Value>)) -> Value {
    change(log.pointer_mut(at).and_then(Value::as_array_mut).unwrap());
    log
}

/// Nothing, as such a list has it.
fn nothing(at: &str) -> Value {
    if at.ends_with("deal") { json!("") } else { json!(0) }
}

/// Reads a log; the error is its pointer, its code and both sentences.
fn checked(log: &Value) -> Result<caipan_log::GameLog, [String; 4]> {
    read(log.to_string().as_bytes(), &Limits::default())
        .map_err(|error| [error.pointer, error.code.to_owned(), error.zh.into_owned(), error.en.into_owned()])
}

#[test]
fn table_of_three_has_three_entries_or_four() {
    let log = checked(&three()).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&write(&log)).unwrap(), three(), "three entries are written");
    let mut four = three();
    for at in LISTS {
        let one = with(three(), at, |list| list.push(nothing(at)));
        assert_eq!(checked(&one).as_ref(), Ok(&log), "{at}");
        four = with(four, at, |list| list.push(nothing(at)));
    }
    assert_eq!(checked(&four), Ok(log));
}

#[test]
fn other_numbers_of_entries_are_refused() {
    for at in LISTS {
        let refused = |change: fn(&mut Vec<Value>)| {
            let [pointer, code, ..] = checked(&with(three(), at, change)).unwrap_err();
            assert!(pointer.starts_with(at), "{at} {pointer}");
            code
        };
        assert_eq!(refused(|list| list.truncate(2)), "wrong-length");
        assert_eq!(refused(Vec::clear), "wrong-length");
        assert_eq!(refused(|list| list.extend(list.clone())), "wrong-length");
        let fourth = if at.ends_with("deal") { json!("1m") } else { json!(1) };
        let [pointer, code, _, en] = checked(&with(three(), at, |list| list.push(fourth))).unwrap_err();
        assert_eq!((pointer, code.as_str()), (format!("{at}/3"), "wrong-value"));
        assert!(en.contains("start.seats"), "{en}");
    }
}

/// A table of four takes no list of three, and the error says how a table of three is written.
#[test]
fn three_entries_without_a_number_of_seats_are_refused() {
    for at in LISTS {
        let mut log = three();
        for other in LISTS.into_iter().filter(|other| *other != at) {
            log = with(log, other, |list| list.push(nothing(other)));
        }
        log["start"].as_object_mut().unwrap().shift_remove("seats");
        let [pointer, code, zh, en] = checked(&log).unwrap_err();
        assert_eq!((pointer.as_str(), code.as_str()), (at, "wrong-length"));
        assert!(zh.contains("这里有 3 项") && zh.contains("start.seats"), "{zh}");
        assert!(en.contains("here is 3") && en.contains("start.seats"), "{en}");
    }
}

#[test]
fn table_of_two_has_two_entries() {
    let mut log = three();
    for at in LISTS {
        log = with(log, at, |list| list.truncate(2));
    }
    log["start"]["seats"] = json!(2);
    let read = checked(&log).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&write(&read)).unwrap(), log);
    let [pointer, code, ..] = checked(&with(log, "/hands/0/result/deltas", |list| list.push(json!(0)))).unwrap_err();
    assert_eq!((pointer.as_str(), code.as_str()), ("/hands/0/result/deltas", "wrong-length"));
}

#[test]
fn text_notation_has_three_entries_or_four() {
    let log = checked(&three()).unwrap();
    let text = to_text(&log);
    assert_eq!(paipu(&text).as_ref(), Ok(&log));
    let lines = [
        ("scores 10 -4 -6", "scores 10 -4 -6 0"),
        ("piao 1 0 2", "piao 1 0 2 0"),
        ("holdings 50 40 30", "holdings 50 40 30 0"),
        ("totals 3 -1 -2", "totals 3 -1 -2 0"),
        ("gu_mai 1 1 1", "gu_mai 1 1 1 0"),
        ("deal 2 789s", "deal 2 789s\ndeal 3 -"),
        ("deltas 3 -1 -2", "deltas 3 -1 -2 0"),
        ("scores 13 -5 -8", "scores 13 -5 -8 0"),
        ("start seats 3 scores 10 -4 -6", "totals 3 -1 -2\nstart scores 10 -4 -6 seats 3"),
    ];
    for (three, four) in lines {
        assert!(text.contains(three), "{three} in {text}");
        let mut text = text.replacen(three, four, 1);
        if four.starts_with("totals 3 -1 -2\n") {
            text = text.replacen("\ntotals 3 -1 -2\n\nhand", "\n\nhand", 1);
        }
        assert_eq!(paipu(&text).as_ref(), Ok(&log), "{four}");
    }
    let refused = |from: &str, to: &str| {
        let error = from_text(&text.replacen(from, to, 1), &Limits::default()).unwrap_err();
        (error.line, error.code)
    };
    assert_eq!(refused("deltas 3 -1 -2", "deltas 3 -3"), (11, "wrong-length"));
    assert_eq!(refused("scores 10 -4 -6", "scores 10 -4 -6 0 0"), (2, "wrong-length"));
    assert_eq!(refused("start seats 3 ", "start "), (2, "wrong-length"));
    assert_eq!(refused("deal 2 789s\n", ""), (5, "missing-line"));
    assert_eq!(refused("deltas 3 -1 -2", "deltas 3 -1 -3 1"), (13, "wrong-value"));
}
