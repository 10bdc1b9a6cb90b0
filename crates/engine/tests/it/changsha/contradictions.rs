//! Score requests that contradict themselves or the house: each is refused at the field.

use caipan_engine::report::Style;
use caipan_engine::score::{ScoreError, ScoreRequest, grounds, score, settlement};
use caipan_tiles::text::Lang;
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

/// The replay judges the wins and the birds of a request: a declaration bars the dealt win, and four wilds in another
/// hand have won before.
#[test]
fn wins_are_judged_like_those_of_a_log() {
    let beijing = |fields: Value| {
        let mut request = json!({
            "rules": "beijing", "dealer": 1, "indicator": "1m", "birds": null,
            "wins": [{ "seat": 1, "hand": "56779p33555999s", "tile": "8p", "by": "dealt" }],
        });
        request.as_object_mut().expect("a request").extend(fields.as_object().expect("fields").clone());
        refused(&request)
    };
    assert_eq!(beijing(json!({})), None);
    assert_eq!(beijing(json!({ "hunyou": [1] })).as_deref(), Some("/wins/0"));
    let wilds = json!({ "seats": [{ "seat": 2, "hand": "2222345678m123p" }] });
    assert_eq!(beijing(wilds).as_deref(), Some("/wins/0"));
}

/// A player who leaves after an initial win that ended the hand still pays for it, and the birds hit.
#[test]
fn leaving_after_an_initial_win_that_ends_the_hand_takes_nothing_away() {
    let balance = |left: &[u8]| {
        let request = json!({
            "rules": "changsha-b", "dealer": 1, "left": left, "birds": "3s",
            "openings": [{ "seat": 2, "hand": "5555m567777p567s", "kinds": ["四喜"] }],
        });
        score(&serde_json::from_value(request).expect("a request")).expect("a settlement").balance.map().0
    };
    let (stayed, left) = (balance(&[]), balance(&[3]));
    assert!(stayed[2] > 0);
    assert_eq!((left[2], left[3] < stayed[3]), (stayed[2], true), "{stayed:?} {left:?}");
}

/// The text shows the melds of the winner, and only the seats at the table.
#[test]
fn text_shows_the_whole_hand_and_the_table() {
    let request = json!({
        "rules": "changsha-a", "options": { "players": 3 }, "dealer": 0,
        "wins": [{
            "seat": 1, "hand": "123m456m123p5p", "melds": [{ "kind": "pung", "tile": "9s" }], "tile": "5p", "by": "draw",
        }],
    });
    let answer = score(&serde_json::from_value(request).expect("a request")).expect("a settlement");
    let text = settlement(&answer, Style::default());
    assert!(text.contains(" 999s + 5p") && !text.contains("seat 3"), "{text}");
}

/// The error for one self-drawn hand of seat 0.
fn no_win(rules: &str, hand: &str, tile: &str) -> ScoreError {
    let win = json!({ "seat": 0, "hand": hand, "tile": tile, "by": "draw" });
    let request = json!({ "rules": rules, "dealer": 0, "wins": [win] });
    score(&serde_json::from_value(request).expect("a request")).expect_err("no win")
}

/// A hand that two tiles keep from a win names the closest win, the tiles that do not fit and the clause.
#[test]
fn hand_without_a_win_names_the_closest() {
    let error = no_win("changsha-a", "44m34555p11s5678s", "9s");
    let of = error.grounds().expect("a refusal by the rules");
    assert_eq!((error.code, error.pointer.as_str(), of.clauses[0].id.as_ref()), ("not-a-win", "/wins/0", "CS-B.5"));
    let near = &of.near[0];
    assert_eq!((near.clause.as_ref(), near.others), ("CS-B.5", Some(2)), "{near:?}");
    assert!(!near.reading.is_empty() && !near.spare.is_empty());
    let lines = grounds(&of, Style { lang: Lang::En, ..Style::default() });
    let expected = format!("closest: small win  {}", near.reading);
    assert!(lines.contains(&expected) && lines.contains("[CS-B.5] Four sets and a pair"), "{lines}");
}

/// A complete hand with another pair names the option that would allow it.
#[test]
fn complete_hand_names_the_option_that_forbids_it() {
    let error = no_win("changsha-a", "123m456m789m33p45s", "6s");
    let of = error.grounds().expect("a refusal by the rules");
    assert_eq!((of.clauses[0].id.as_ref(), of.option), ("CS-B.5", Some("pair_258")));
    assert!(of.near[0].lacks.en.contains("the pair is 3p"), "{:?}", of.near);
    let lines = grounds(&of, Style { lang: Lang::Zh, ..Style::default() });
    assert!(lines.contains("（pair_258）"), "{lines}");
    let json = serde_json::to_value(&of).expect("JSON");
    assert_eq!((&json["clauses"][0]["id"], &json["option"]), (&json!("CS-B.5"), &json!("pair_258")));
}
