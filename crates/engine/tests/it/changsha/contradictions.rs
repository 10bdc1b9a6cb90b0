//! Score requests that contradict themselves or the house: each is refused at the field.

use caipan_engine::score::{ScoreRequest, score};
use serde_json::{Value, json};

/// The answer to a request with these fields beside one win of seat 1: the pointer of the error, if it is refused.
fn refused(fields: &Value) -> Option<String> {
    let mut request = json!({
        "rules": "changsha-a", "dealer": 0,
        "wins": [{ "seat": 1, "hand": "123m456m789s123p5p", "tile": "5p", "by": "draw" }],
    });
    for (key, value) in fields.as_object().expect("fields") {
        request[key] = value.clone();
    }
    let request: ScoreRequest = serde_json::from_value(request).expect("a request");
    score(&request).err().map(|error| error.pointer)
}

#[test]
fn seat_that_left_wins_nothing() {
    assert_eq!(refused(&json!({ "left": [2] })), None);
    assert_eq!(refused(&json!({ "left": [2, 1] })).as_deref(), Some("/left/1"));
}

/// Lists by seat are bounded by the seats, so that a small request has a small answer.
#[test]
fn seats_are_named_once() {
    assert_eq!(refused(&json!({ "left": [2, 2] })).as_deref(), Some("/left/1"));
    let paid =
        |seats: &[u8]| -> Value { seats.iter().map(|seat| json!({ "seat": seat, "kinds": ["四喜"] })).collect() };
    assert_eq!(refused(&json!({ "paid_openings": paid(&[2, 3]) })), None);
    assert_eq!(refused(&json!({ "paid_openings": paid(&[2, 3, 2]) })).as_deref(), Some("/paid_openings/2"));
}

/// A paid initial win must be one that the house plays, and a seat declares its initial wins once.
#[test]
fn paid_initial_wins_are_those_of_the_house() {
    let paid = |kinds: &[&str]| json!([{ "seat": 2, "kinds": kinds }]);
    let off = json!({ "options": { "opening_sixi": false }, "paid_openings": paid(&["四喜"]) });
    assert_eq!(refused(&off).as_deref(), Some("/paid_openings/0"));
    assert_eq!(refused(&json!({ "paid_openings": paid(&[]) })).as_deref(), Some("/paid_openings/0"));
    let twice = json!({
        "openings": [{ "seat": 2, "hand": "2222m3467p147s59s", "kinds": ["四喜"] }],
        "paid_openings": paid(&["四喜"]),
    });
    assert_eq!(refused(&twice).as_deref(), Some("/paid_openings/0"));
}
