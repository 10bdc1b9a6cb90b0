//! List limits: both readers and the schema refuse a longer list, with its position.

use super::{JSON, json, paipu};
use caipan_log::{from_text, json_schema, read, to_text, write};
use serde_json::{Value, json as value};

/// Parent pointer, key, one entry and maximum length of each list.
fn lists() -> Vec<(&'static str, &'static str, Value, usize)> {
    vec![
        ("/hands/0/events/0", "claims", value!({ "seat": 1, "what": "pung" }), 16),
        ("/hands/0/events/0", "kinds", value!("四喜"), 16),
        ("/hands/0/result", "wins", value!({ "seat": 1 }), 16),
        ("/hands/0/result", "payments", value!({ "from": 0, "to": 1, "points": 1 }), 512),
        ("/hands/0/result/wins/0", "patterns", value!("将将胡"), 64),
    ]
}

fn with(at: &str, key: &str, entry: &Value, count: usize) -> Value {
    let mut log: Value = serde_json::from_str(JSON).unwrap();
    if key == "kinds" {
        log["hands"][0]["events"][0] = value!({ "type": "opening", "seat": 0 });
    }
    log.pointer_mut(at).unwrap()[key] = vec![entry.clone(); count].into();
    log
}

#[test]
fn lists_over_the_limit_are_refused() {
    let schema = jsonschema::validator_for(&json_schema()).unwrap();
    for (at, key, entry, most) in lists() {
        let just = with(at, key, &entry, most);
        let log = json(&just.to_string()).unwrap_or_else(|error| panic!("{at}/{key}: {}", error.en));
        assert!(schema.is_valid(&just), "{at}/{key}");
        assert!(paipu(&to_text(&log)).is_ok(), "{at}/{key}");
        let over = with(at, key, &entry, most + 1);
        let error = json(&over.to_string()).unwrap_err();
        assert_eq!((error.code, error.pointer.as_str()), ("list-too-long", &*format!("{at}/{key}")));
        assert!(error.en.contains(&most.to_string()) && error.zh.contains(&most.to_string()), "{}", error.en);
        assert!(!schema.is_valid(&over), "{at}/{key}");
    }
    let options = |count: usize| {
        let mut log: Value = serde_json::from_str(JSON).unwrap();
        log["rules"]["options"] =
            (0..count).map(|at| (format!("option{at}"), value!(true))).collect::<serde_json::Map<_, _>>().into();
        log
    };
    let log = json(&options(128).to_string()).unwrap();
    assert!(paipu(&to_text(&log)).is_ok() && schema.is_valid(&options(128)));
    let error = json(&options(129).to_string()).unwrap_err();
    assert_eq!((error.code, error.pointer.as_str()), ("list-too-long", "/rules/options"));
    assert!(!schema.is_valid(&options(129)));
}

/// The text notation has the same limits.
#[test]
fn text_lists_over_the_limit_are_refused() {
    let text = |line: &str| format!("paipu/1 a changsha-a\nhand\n{line}\n");
    for (line, last) in [
        (format!("0 opening{}", " 四喜".repeat(17)), 17),
        (format!("0 discard 1m{}", " over 1 pung".repeat(17)), 17),
        (format!("result win\n{}", "won 1\n".repeat(17)), 17),
        (format!("result win\n{}", "pay 0 1 1\n".repeat(513)), 513),
        (format!("result win\nwon 1{}", " 将将胡".repeat(65)), 65),
    ] {
        let error = paipu(&text(&line)).unwrap_err();
        assert_eq!(error.code, "list-too-long", "{last}: {}", error.en);
    }
    let tiles = |count: usize| text(&format!("birds {}", "1m".repeat(count)));
    assert!(from_text(&tiles(256), &caipan_log::Limits::default()).is_ok());
    assert_eq!(paipu(&tiles(257)).unwrap_err().code, "wrong-value");
}

/// The limit keeps a report in proportion to its log.
#[test]
fn tile_groups_over_the_limit_are_refused() {
    let mut log: Value = serde_json::from_str(JSON).unwrap();
    log["hands"][0]["wall"] = "1m".repeat(256).into();
    let longest = read(log.to_string().as_bytes(), &caipan_log::Limits::default()).unwrap();
    assert!(json(&write(&longest)).is_ok());
    log["hands"][0]["wall"] = "1m".repeat(257).into();
    let error = json(&log.to_string()).unwrap_err();
    assert_eq!((error.code, error.pointer.as_str()), ("wrong-value", "/hands/0/wall"));
    assert!(error.en.contains("512"), "{}", error.en);
    assert!(!jsonschema::validator_for(&json_schema()).unwrap().is_valid(&log));
}
