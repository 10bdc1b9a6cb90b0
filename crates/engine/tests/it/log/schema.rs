//! The published JSON Schema is current and agrees with the reader.

use super::{JSON, json};
use caipan_log::{json_schema, write};
use proptest::prelude::*;
use serde_json::{Value, json as value};

#[test]
fn committed_schema_is_current() {
    let schema = serde_json::to_string_pretty(&json_schema()).unwrap() + "\n";
    crate::golden::assert_current([("docs/schema/paipu-1.schema.json", schema)]);
}

#[test]
fn every_key_is_described() {
    fn walk(at: &str, node: &Value, bare: &mut Vec<String>) {
        if let Some(properties) = node.get("properties").and_then(Value::as_object) {
            for (name, property) in properties {
                let described = property.get("description").is_some() || property.get("const").is_some();
                if !described
                    && !at.ends_with("options")
                    && !matches!(name.as_str(), "from" | "kind" | "what" | "of" | "take" | "kinds")
                {
                    bare.push(format!("{at}.{name}"));
                }
            }
        }
        match node {
            Value::Object(entries) => entries.iter().for_each(|(name, node)| walk(&format!("{at}.{name}"), node, bare)),
            Value::Array(entries) => entries.iter().for_each(|node| walk(at, node, bare)),
            _ => {}
        }
    }
    let (mut bare, mut schema) = (Vec::new(), json_schema());
    // The condition repeats keys only to say how many entries their lists have.
    for key in ["if", "else"] {
        assert!(schema.as_object_mut().and_then(|root| root.shift_remove(key)).is_some(), "{key}");
    }
    walk("", &schema, &mut bare);
    assert_eq!(bare, Vec::<String>::new());
}

#[test]
fn schema_and_reader_agree() {
    let schema = jsonschema::validator_for(&json_schema()).unwrap();
    let base: Value = serde_json::from_str(JSON).unwrap();
    assert!(schema.is_valid(&base) && json(JSON).is_ok());
    let digest = "sha256:".to_owned() + &"0a".repeat(32);
    // Parent pointer, key, value (null removes the key), and whether the log stays valid.
    let table: &[(&str, &str, Value, bool)] = &[
        ("", "id", value!(""), false),
        ("", "id", value!("x".repeat(256)), true),
        ("", "id", value!("x".repeat(257)), false),
        ("", "id", value!("四".repeat(256)), true),
        ("", "id", Value::Null, false),
        ("", "format", value!("paipu/2"), false),
        ("", "hands", value!({}), false),
        ("", "hands", value!([]), false),
        ("", "players", Value::Null, true),
        ("", "players", value!([]), true),
        ("", "players", value!([{ "id": "a" }]), false),
        ("", "source", value!({ "platform": 1 }), false),
        ("", "corrects", value!("other"), true),
        ("", "x", value!([1.5, null]), true),
        ("", "y", value!(1), false),
        ("/rules", "system", Value::Null, false),
        ("/rules", "options", value!({ "a": true, "b": -3, "c": "word", "x": { "y": [] } }), true),
        ("/rules", "options", value!({ "a": 1.5 }), false),
        ("/rules", "options", value!({ "a": [] }), false),
        ("/start", "scores", value!([0, 0, 0]), false),
        ("/start", "scores", value!([0, 0, 0, 0, 0]), false),
        ("/start", "dealer", value!(4), false),
        ("/start", "dealer", value!(-1), false),
        ("/start", "dealer_streak", value!(0), false),
        ("/start", "upstairs", value!(1), false),
        ("/hands/0", "events", Value::Null, false),
        ("/hands/0", "dealer", value!("0"), false),
        ("/hands/0", "dice", value!([]), true),
        ("/hands/0", "dice", value!([0]), false),
        ("/hands/0", "dice", value!([1, 2, 3, 4]), true),
        ("/hands/0", "dice", value!([1, 2, 3, 4, 5]), false),
        ("/hands/0", "wall", value!("123m7z"), true),
        ("/hands/0", "wall", value!("8z"), false),
        ("/hands/0", "wall", value!("123"), false),
        ("/hands/0", "wall", value!("m"), false),
        ("/hands/0", "deal", value!(["1m", "1m", "1m"]), false),
        ("/hands/0", "deal", value!([["1m"], "", "", ""]), false),
        ("/hands/0", "indicator", value!("12m"), false),
        ("/hands/0", "started_at", value!("yesterday"), false),
        ("/hands/0", "started_at", value!("2026-01-05 12:00:00Z"), false),
        ("/hands/0", "started_at", value!("2026-01-05T12:00:00.25Z"), true),
        ("/hands/0", "started_at", value!("2026-01-05T12:00:00"), false),
        ("/hands/0", "fairness", value!({ "salt": "s" }), false),
        ("/hands/0", "fairness", value!({ "commitment": digest, "salt": "s" }), true),
        ("/hands/0", "fairness", value!({ "commitment": "sha256:00" }), false),
        ("/hands/0/events/0", "type", value!("riichi"), false),
        ("/hands/0/events/0", "type", value!({ "draw": null }), false),
        ("/hands/0/events/0", "type", Value::Null, false),
        ("/hands/0/events/0", "tile", Value::Null, false),
        ("/hands/0/events/0", "tile", value!("99m"), false),
        ("/hands/0/events/0", "seat", Value::Null, false),
        ("/hands/0/events/0", "tiles", value!("1m"), false),
        ("/hands/0/events/0", "ms", value!(-1), false),
        ("/hands/0/events/0", "ms", value!(u64::MAX), true),
        ("/hands/0/events/0", "digest", value!(digest), true),
        ("/hands/0/events/0", "digest", value!(digest.to_uppercase()), false),
        ("/hands/0/events/0", "claims", value!([{ "seat": 1, "what": "chow" }]), true),
        ("/hands/0/events/0", "claims", value!([{ "seat": 1, "what": "ready" }]), false),
        ("/hands/0/events/0", "claims", value!([{ "seat": 1 }]), false),
        ("/hands/0/events/0", "x", value!(null), true),
        ("/hands/0/events/3", "from", value!("tail"), true),
        ("/hands/0/events/3", "from", value!("head"), false),
        ("/hands/0/events/5", "with", value!("7p8p"), true),
        ("/hands/0/events/5", "with", value!("7p"), false),
        ("/hands/0/events/5", "with", value!("789p"), false),
        ("/hands/0/events/5", "with", value!("89z"), false),
        ("/hands/0/events/12", "tiles", value!(""), true),
        ("/hands/0/events/12", "seat", value!(0), false),
        ("/hands/0/result", "outcome", value!("ron"), false),
        ("/hands/0/result", "wins", value!([]), true),
        ("/hands/0/result", "wins", value!([{ "patterns": [] }]), false),
        ("/hands/0/result", "wins", value!([{ "seat": 1, "patterns": "清一色" }]), false),
        ("/hands/0/result", "payments", value!([{ "from": 0, "to": 1, "points": -1 }]), false),
        ("/hands/0/result", "payments", value!([{ "from": 0, "to": 1 }]), false),
        ("/hands/0/result", "deltas", value!([0, 0, 0, "0"]), false),
        ("/hands/0/result", "next_dealer", value!(true), false),
    ];
    for (at, key, put, accepted) in table {
        let mut log = base.clone();
        let object = log.pointer_mut(at).and_then(Value::as_object_mut).unwrap();
        if put.is_null() && *key != "x" {
            assert!(object.shift_remove(*key).is_some(), "{at}/{key} was not there");
        } else {
            object.insert((*key).to_owned(), put.clone());
        }
        let found = json(&log.to_string());
        assert_eq!(found.is_ok(), *accepted, "reader, {at}/{key} = {put}: {found:?}");
        assert_eq!(schema.is_valid(&log), *accepted, "schema, {at}/{key} = {put}");
    }
}

#[test]
fn both_accept_exactly_the_keys_of_each_event() {
    let schema = jsonschema::validator_for(&json_schema()).unwrap();
    let full = value!({ "seat": 0, "tile": "5m", "from": "wall", "with": "34m", "kind": "added", "dice": [1], "tiles": "1m",
        "kinds": ["四喜"], "what": "ready", "take": true, "of": "win", "fly": "1m" });
    let keys: Vec<&String> = full.as_object().unwrap().keys().collect();
    let mut accepted = 0;
    for kind in json_schema()["$defs"]["Event"]["oneOf"].as_array().unwrap() {
        for set in 0..1u32 << keys.len() {
            let mut event = value!({ "type": kind["title"] });
            for (bit, key) in keys.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1) {
                debug_assert!(bit < keys.len());
                event[key.as_str()] = full[key.as_str()].clone();
            }
            let log = value!({ "format": "paipu/1", "id": "a", "rules": { "system": "s" }, "hands": [{ "events": [event] }] });
            let read = json(&log.to_string()).is_ok();
            accepted += usize::from(read);
            // The schema is slow: checks every accepted set and every 37th of the others.
            if read || set % 37 == 0 {
                assert_eq!(schema.is_valid(&log), read, "{event}");
            }
        }
    }
    assert_eq!(accepted, 21, "17 types, of which draw, kong, opening and birds may have one key more");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn written_logs_are_valid(log in super::any::game()) {
        let schema = jsonschema::validator_for(&json_schema()).unwrap();
        let written: Value = serde_json::from_str(&write(&log)).unwrap();
        let errors: Vec<String> = schema.iter_errors(&written).map(|error| error.to_string()).collect();
        prop_assert!(errors.is_empty(), "{:?}", errors);
    }
}
