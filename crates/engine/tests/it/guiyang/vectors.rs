//! Runs the cases of `fixtures/guiyang/vectors.json`: whole ends of hands, and patterns with their fan.

use caipan_engine::rules::resolve;
use caipan_engine::score::{ScoreRequest, score};
use caipan_log::{OptionValue, RulesDeclared};
use caipan_tiles::tile::Tiles;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    #[serde(rename = "about")]
    _about: String,
    settlements: Vec<Settlement>,
    patterns: Vec<Pattern>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settlement {
    id: String,
    #[serde(rename = "about")]
    _about: String,
    clauses: String,
    request: ScoreRequest,
    ready: [bool; 4],
    balance: [i64; 4],
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    from: usize,
    to: usize,
    points: i64,
    #[serde(rename = "for")]
    cause: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pattern {
    id: String,
    rules: String,
    hand: Tiles,
    /// One tile of each pung.
    pungs: Tiles,
    tile: String,
    name: Option<String>,
    fan: i64,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../../../../../fixtures/guiyang/vectors.json")).expect("the file is in its form")
}

/// The file counts the dealer's bonus with the hand, and a charge with the other chickens.
fn coarse(cause: &str) -> &str {
    match cause {
        "dealer" => "hand",
        "charge" => "ji",
        other => other,
    }
}

#[test]
fn settles_each_hand() {
    let vectors = vectors();
    let ids: Vec<&str> = vectors.settlements.iter().map(|case| case.id.as_str()).collect();
    let examples = "D01 D02 D03 D05 D06 D07 D09 D11 D12 D22 D23 D24 D25 D26 D27 D28 D29 D30 D32 D33 D34 D36 D37 D40 D43 \
        D46 J02 J03 J05 J06 J08 J09";
    for id in examples.split_whitespace() {
        assert!(ids.contains(&id), "the file has lost {id}");
    }
    for case in &vectors.settlements {
        let id = &case.id;
        let report = score(&case.request).unwrap_or_else(|error| panic!("{id}: {error:?}"));
        let mut paid: BTreeMap<(usize, usize, String), i64> = BTreeMap::new();
        for line in &report.ledger {
            let (from, to) = (line.from.expect("a seat").index(), line.to.expect("a seat").index());
            *paid.entry((from, to, coarse(&line.cause).to_owned())).or_default() += line.points;
        }
        let due: BTreeMap<_, _> =
            case.lines.iter().map(|line| ((line.from, line.to, line.cause.clone()), line.points)).collect();
        assert_eq!(paid, due, "{id} ({})", case.clauses);
        assert_eq!(report.balance.map().0, case.balance, "{id}");
        assert_eq!(report.ready.map(|ready| ready.map().0), Some(case.ready), "{id}");
        if case.request.wins.is_empty() {
            assert_eq!(report.next_dealer, Some(case.request.dealer), "{id}: after a drawn hand the dealer stays");
        }
    }
}

#[test]
fn scores_each_pattern() {
    let vectors = vectors();
    let ids: Vec<&str> = vectors.patterns.iter().map(|case| case.id.split('-').next().unwrap_or_default()).collect();
    for id in "P01 P02 P04 P05 P07 P08 P10 P11 P13 P14 P17 P18 P20 P21 P24 P26 P27".split_whitespace() {
        assert!(ids.contains(&id), "the file has lost {id}");
    }
    for case in &vectors.patterns {
        let id = &case.id;
        let pungs: Vec<_> = case.pungs.0.iter().map(|tile| serde_json::json!({"kind": "pung", "tile": tile})).collect();
        let request = serde_json::json!({
            "rules": case.rules, "dealer": 0, "flip": "5m",
            "wins": [{"seat": 1, "hand": case.hand, "tile": case.tile, "melds": pungs}],
            "options": {"zimo_mode": "none"},
        });
        let request: ScoreRequest = serde_json::from_value(request).expect("a request");
        let won = score(&request).map(|report| (report.wins[0].patterns[0].name.zh.to_string(), report.wins[0].value));
        match (&case.name, won) {
            (Some(name), Ok(won)) => assert_eq!(won, (name.clone(), case.fan), "{id}"),
            (None, Err(error)) => assert_eq!(error.code, "not-a-win", "{id}"),
            (expected, got) => panic!("{id}: {expected:?} but {got:?}"),
        }
    }
}

/// GY-2.1: conditions under which a plain hand may win on a discard.
#[test]
fn gy_2_1_plain_hand_needs_a_passport() {
    let plain = |more: serde_json::Value, seats: serde_json::Value, options: serde_json::Value| {
        let mut win = serde_json::json!({"seat": 1, "hand": "123456789m1234s", "tile": "4s", "from": 2});
        let fields = win.as_object_mut().expect("an object");
        fields.extend(more.as_object().expect("an object").clone());
        let request = serde_json::json!({
            "rules": "guiyang", "dealer": 0, "dealer_streak": 1, "flip": "5p", "wins": [win], "seats": seats, "options": options,
        });
        let request: ScoreRequest = serde_json::from_value(request).expect("a request");
        score(&request).map(|report| report.wins[0].value).map_err(|no| no.clause.map(|clause| clause.id))
    };
    let none = || serde_json::json!({});
    let kong =
        |kind: &str| serde_json::json!({"hand": "123456789m4s", "melds": [{"kind": kind, "tile": "9p", "from": 3}]});
    let bare = serde_json::json!([]);
    assert_eq!(plain(none(), bare.clone(), none()), Err(Some("GY-2.1")), "L09: no bean, on a discard");
    for kind in ["concealed", "exposed", "added"] {
        assert_eq!(plain(kong(kind), bare.clone(), none()), Ok(1), "L02: {kind}");
    }
    assert_eq!(plain(serde_json::json!({"from": null}), bare.clone(), none()), Ok(2), "self-drawn");
    assert_eq!(plain(serde_json::json!({"by": "rob_added"}), bare.clone(), none()), Ok(2), "L12: a robbed kong");
    assert_eq!(plain(serde_json::json!({"after_kong": true}), bare.clone(), none()), Ok(2), "a hot discard");
    let strict = serde_json::json!({"re_pao_waives_passport": false});
    assert_eq!(plain(serde_json::json!({"after_kong": true}), bare.clone(), strict), Err(Some("GY-2.1")));
    let declared = |seat: usize| serde_json::json!([{"seat": seat, "declared": true}]);
    assert_eq!(plain(none(), declared(1), none()), Ok(10), "declared itself");
    assert_eq!(plain(none(), declared(2), none()), Ok(1), "L06: on the discard of a declared seat");
    let strict = serde_json::json!({"sha_bao_waives_passport": false});
    assert_eq!(plain(none(), declared(2), strict), Err(Some("GY-2.1")));
    assert_eq!(plain(none(), declared(1), serde_json::json!({"bao_ting": false})), Err(Some("GY-2.1")));
}

/// A log may declare every preset and every value of every option.
#[test]
fn every_option_can_be_declared() {
    let system = caipan_engine::rules::SYSTEMS.iter().find(|system| system.id == "guiyang").expect("the system");
    assert_eq!(
        system.presets.iter().map(|preset| preset.id).collect::<Vec<_>>(),
        [
            "guiyang",
            "guiyang-table",
            "guiyang-reduced",
            "guiyang-app",
            "guiyang-sanding-liangfang",
            "guiyang-yikouer",
            "guiyang-lianzhuang",
            "guiyang-tongsan",
            "guiyang-xingchen"
        ]
    );
    for decl in (system.options)().iter().filter(|decl| !decl.clause.id.starts_with("HM-")) {
        for value in decl.alternatives(decl.default) {
            let options = [(decl.id.to_owned(), value.to_log())].into();
            let declared = RulesDeclared { system: "guiyang".to_owned(), options, ..Default::default() };
            let rules = resolve(&declared).unwrap_or_else(|error| panic!("{}: {error:?}", decl.id));
            assert_eq!(rules.choices.get(decl.id), Some(value));
        }
    }
    let options = [("fan_table".to_owned(), OptionValue::Word("seven".to_owned()))].into();
    let error = resolve(&RulesDeclared { system: "guiyang".to_owned(), options, ..Default::default() })
        .expect_err("no such table");
    assert_eq!((error.code, error.pointer.as_str()), ("bad-option-value", "/rules/options/fan_table"));
}
