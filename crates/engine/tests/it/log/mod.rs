//! The log format: reading, writing, schema, text notation and their documentation.

mod any;
mod docs;
mod errors;
mod laws;
mod limits;
mod schema;
mod seats;

use caipan_log::{GameLog, Limits, ReadError, from_text, read, to_text, write};

/// The published example in JSON and in the text notation.
pub(crate) const JSON: &str = include_str!("../../../../../docs/examples/changsha-a.json");
pub(crate) const TEXT: &str = include_str!("../../../../../docs/examples/changsha-a.paipu");

/// Reads under the default limits.
pub(crate) fn json(text: &str) -> Result<GameLog, ReadError> {
    read(text.as_bytes(), &Limits::default())
}

/// Reads the text notation under the default limits.
pub(crate) fn paipu(text: &str) -> Result<GameLog, ReadError> {
    from_text(text, &Limits::default())
}

#[test]
fn examples_agree_in_both_notations() {
    let log = json(JSON).unwrap();
    assert_eq!(log, paipu(TEXT).unwrap());
    assert_eq!(to_text(&log), TEXT, "the text example is as the program writes it");
    assert_eq!(log.hands[0].events.len(), 13);
}

#[test]
fn writing_is_canonical() {
    let bare =
        r#"{"format":"paipu/1","id":"a","rules":{"system":"guiyang"},"hands":[{"events":[{"type":"draw_game"}]}]}"#;
    assert_eq!(write(&json(bare).unwrap()), bare, "absent stays absent");
    let spread = r#" { "x":1, "hands":[{"events":[{"x":[], "type":"draw_game","claims":[]}], "x":null}], "players":[],
        "source":{}, "start":{}, "rules":{"system":"guiyang","options":{"x":{}}}, "id":"a", "format":"paipu/1"}  "#;
    assert_eq!(write(&json(spread).unwrap()), bare, "order, blanks and what says nothing go");
}

#[test]
fn accepts_byte_order_mark_and_crlf() {
    let log = json(JSON).unwrap();
    assert_eq!(json(&format!("\u{FEFF}{}", JSON.replace('\n', "\r\n"))), Ok(log.clone()));
    assert_eq!(paipu(&format!("\u{FEFF}{}", TEXT.replace('\n', "\r\n"))), Ok(log));
}

#[test]
fn limits_are_named_and_exact() {
    let hand = r#"{"events":[{"type":"draw_game"},{"type":"draw_game"}]}"#;
    let log = format!(r#"{{"format":"paipu/1","id":"a","rules":{{"system":"s"}},"hands":[{hand},{hand}]}}"#);
    let text = to_text(&json(&log).unwrap());
    let enough = Limits { bytes: log.len().max(text.len()), hands: 2, events: 2 };
    assert!(read(log.as_bytes(), &enough).is_ok() && from_text(&text, &enough).is_ok());
    for (limits, code) in [
        (Limits { bytes: log.len().min(text.len()) - 1, ..enough }, "too-large"),
        (Limits { hands: 1, ..enough }, "too-many-hands"),
        (Limits { events: 1, ..enough }, "too-many-events"),
    ] {
        assert_eq!(read(log.as_bytes(), &limits).unwrap_err().code, code);
        assert_eq!(from_text(&text, &limits).unwrap_err().code, code);
    }
    assert_eq!(read(log.as_bytes(), &Limits { hands: 1, ..enough }).unwrap_err().pointer, "/hands/1");
    assert_eq!(read(log.as_bytes(), &Limits { events: 1, ..enough }).unwrap_err().pointer, "/hands/0/events/1");
}

#[test]
fn comments_and_blanks_are_ignored() {
    let noisy = TEXT.replace('\n', "   // A302 0 discard 1m\n# a line of its own\n\t\n");
    assert_eq!(paipu(&noisy), paipu(TEXT));
}
