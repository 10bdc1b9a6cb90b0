//! Requests of `score` that state a table by themselves: the bird of the last tile, and requests that are refused.

use caipan_engine::score::{ScoreRequest, score};
use serde_json::{Value, json};

fn answer(request: Value) -> Result<(i64, [i64; 4]), (&'static str, String)> {
    let request: ScoreRequest = serde_json::from_value(request).expect("a request");
    score(&request)
        .map(|report| (report.wins.first().map_or(0, |win| win.value), report.balance.map().0))
        .map_err(|error| (error.code, error.pointer))
}

/// the last tile is the bird, named or not, with the copies that the house sets; a house without birds has none.
#[test]
fn last_tile_is_the_bird() {
    let with = |options: Value, more: Value| {
        let mut request = json!({
            "rules": "changsha-a", "options": options, "dealer": 0,
            "wins": [{"seat": 0, "hand": "123456m789p2345s", "tile": "5s", "by": "seabed"}],
        });
        let fields = request.as_object_mut().expect("an object");
        fields.extend(more.as_object().expect("an object").clone());
        answer(request).map(|(_, balance)| balance[0])
    };
    // One big pattern with the dealer counts 7, and the 5 hits the dealer, who wins.
    assert_eq!(with(json!({}), json!({})), Ok(42));
    assert_eq!(with(json!({}), json!({"birds": "5s"})), Ok(42));
    assert_eq!(with(json!({"haidi_bird_copies": "bird_count"}), json!({})), Ok(84));
    assert_eq!(with(json!({"bird_count": 0}), json!({})), Ok(21));
    assert_eq!(with(json!({}), json!({"birds": "1m5m"})), Err(("bad-request", "/birds".to_owned())));
    assert_eq!(with(json!({"bird_count": 0}), json!({"birds": "5s"})), Err(("bad-request", "/birds".to_owned())));
}

/// Refuses impossible tables, each with its place in the request.
#[test]
fn impossible_requests_are_refused() {
    let small = || json!({"seat": 0, "hand": "123456m789p2345s", "tile": "5s"});
    let plain = || json!({"rules": "changsha-a", "dealer": 0, "wins": [small()]});
    let changed = |pointer: &str, value: Value| {
        let mut request = plain();
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        let parent = request.pointer_mut(parent).expect("a place");
        parent.as_object_mut().expect("an object").insert(key.to_owned(), value);
        answer(request)
    };
    assert!(answer(plain()).is_ok());
    let kong = json!([{"kind": "concealed", "tile": "9p"}]);
    let wrong = [
        ("/wins/0/hand", json!("123456m789p2341z"), "/wins/0/hand"),
        ("/wins/0/hand", json!("55555m34p2345s88p"), "/wins/0/hand"),
        ("/wins/0/hand", json!("123456m789p55552s"), "/wins/0/tile"),
        ("/wins/0/tile", json!("5s5s"), "/wins/0/tile"),
        ("/wins/0/by", json!("dealt"), ""),
        ("/wins/0/by", json!("replacement"), "/wins/0/melds"),
        ("/wins/0/by", json!("dice_kong"), "/wins/0/melds"),
        ("/wins/0/after_kong", json!(true), "/wins/0/after_kong"),
        ("/wins/0/kong_run", json!(2), "/wins/0/kong_run"),
        ("/birds", json!("5s5s"), ""),
        ("/birds", json!("1m2m3m"), "/birds"),
        ("/birds", json!("1z"), "/birds"),
        ("/flip", json!("5p"), "/flip"),
        ("/flip", json!("1z"), "/flip"),
        ("/upstairs", json!(true), "/upstairs"),
        ("/hunyou", json!([1]), "/hunyou/0"),
        ("/burnt", json!(1), "/burnt"),
        ("/dealer_streak", json!(0), "/dealer_streak"),
        ("/weekday", json!(8), "/weekday"),
        ("/seats", json!([{"seat": 1, "hand": "123m"}]), "/seats/0/hand"),
        ("/seats", json!([{"seat": 1}, {"seat": 1}]), "/seats/1/seat"),
        ("/seats", json!([{"seat": 1, "river": "5555s"}]), "/wins/0/hand"),
        ("/seats", json!([{"seat": 1, "melds": [{"kind": "chow", "tile": "1m", "from": 3}]}]), "/seats/0/melds/0"),
        ("/seats", json!([{"seat": 1, "melds": [{"kind": "pung", "tile": "1m", "from": 1}]}]), "/seats/0/melds/0/from"),
        ("/seats", json!([{"seat": 1, "declared": true}]), "/seats/0/declared"),
        ("/openings", json!([{"seat": 1, "hand": "1111m2345p", "kinds": ["四喜"]}]), "/openings/0/hand"),
        ("/wins/0/first_discard", json!(true), ""),
    ];
    for (field, value, place) in wrong {
        match (changed(field, value.clone()), place) {
            (Ok(_), "") => {}
            (Err((_, found)), place) if found == place => {}
            (answer, place) => panic!("{field} {value}: {answer:?}, expected {place:?}"),
        }
    }
    // The last tile is neither a first discard nor the tile of a robbed kong.
    let mut last = plain();
    last["wins"][0]["by"] = json!("seabed_discard");
    last["wins"][0]["from"] = json!(1);
    last["wins"][0]["first_discard"] = json!(true);
    assert_eq!(answer(last.clone()), Err(("bad-request", "/wins/0/first_discard".to_owned())));
    last["wins"][0]["first_discard"] = json!(false);
    assert!(answer(last.clone()).is_ok());
    let mut other = small();
    other["seat"] = json!(2);
    other["hand"] = json!("123456m789p2346s");
    other["from"] = json!(1);
    other["by"] = json!("rob_added");
    last["wins"].as_array_mut().expect("wins").push(other);
    assert_eq!(answer(last), Err(("bad-request", "/wins/1".to_owned())));
    let mut dice = json!({"rules": "guiyang", "dealer": 0, "wins": [small()]});
    dice["wins"][0]["hand"] = json!("123456m345s5s");
    dice["wins"][0]["melds"] = kong;
    dice["wins"][0]["by"] = json!("dice_kong");
    assert_eq!(answer(dice), Err(("bad-request", "/wins/0/by".to_owned())));
}

/// Refuses the second winner on one tile where only one wins, as A520 does.
#[test]
fn second_winner_is_refused_where_one_wins() {
    let two = |rules: &str, options: Value| {
        let win = |seat: usize, hand: &str| json!({"seat": seat, "hand": hand, "tile": "9p", "from": 1});
        let indicator = (rules == "beijing").then_some("1z");
        let wins = [win(3, "1118899p333555s"), win(2, "111222333m777s9p")];
        let mut request = json!({"rules": rules, "options": options, "dealer": 0, "wins": wins});
        if let Some(indicator) = indicator {
            request["indicator"] = json!(indicator);
        }
        let request: ScoreRequest = serde_json::from_value(request).expect("a request");
        score(&request)
            .map(|report| report.wins.len())
            .map_err(|error| (error.code, error.pointer, error.clause.map(|clause| clause.id)))
    };
    let refused = |clause| Err(("not-a-win", "/wins/0".to_owned(), Some(clause)));
    assert_eq!(two("guiyang", json!({})), Ok(2));
    assert_eq!(two("guiyang", json!({"multi_win": false})), refused("X-MULTI"));
    assert_eq!(two("beijing", json!({})), refused("BJ-12a"));
}
