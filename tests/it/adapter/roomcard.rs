//! Tests the bundled adapter for the room-card row of the Node.js server family: clean and faulty matches round-trip
//! where the row can represent them, and impossible rows are refused.

use super::{asked, bundled, faults};
use crate::matches::preset;
use caipan::adapter::AdapterError;
use caipan::generate::faults::{inject, kinds};
use caipan::generate::{MatchConfig, Rng, matches};
use caipan::log::{Action, Event, GameLog, HandLog, HandResult, KongKind, Limits, OptionValue, Outcome};
use caipan::tile::{Seat, Suit, Tile, Tiles};
use serde_json::{Value, json};

fn number(tile: Tile) -> u8 {
    let suit = match tile.suit() {
        Suit::Dots => 0,
        Suit::Bamboo => 9,
        Suit::Characters => 18,
        Suit::Honours => 27,
        Suit::Flowers => 34,
    };
    suit + tile.rank() - 1
}

fn numbers(tiles: &[Tile]) -> Vec<u8> {
    tiles.iter().map(|&tile| number(tile)).collect()
}

/// Returns true if a wall dealt four at a time, or one at a time, gives these hands.
fn wall_matches(wall: &[Tile], dealer: Seat, hands: &[Vec<Tile>; 4]) -> bool {
    let sorted = |mut tiles: Vec<Tile>| {
        tiles.sort_unstable();
        tiles
    };
    let gives = |takes: &dyn Fn(usize) -> usize| {
        Seat::ALL.iter().all(|&seat| {
            let dealt = wall.iter().take(53).enumerate().filter(|&(at, _)| dealer.after(takes(at)) == seat);
            sorted(dealt.map(|(_, &tile)| tile).collect()) == sorted(hands[seat.index()].clone())
        })
    };
    gives(&|at| if at < 48 { at / 4 % 4 } else { at - 48 }) || gives(&|at| at % 4)
}

/// Encodes a hand as a row and returns it with the hand expected back, or `None` if the format cannot represent it. The
/// columns are JSON texts as in a database, or with `plain` JSON values.
fn encode(hand: &HandLog, system: &str, index: usize, plain: bool) -> Option<(Value, HandLog)> {
    let (dealer, deal) = (hand.dealer?, hand.deal.as_ref()?);
    let wall: &[Tile] = hand.wall.as_ref().map_or(&[], |wall| &wall.0);
    let honours = |tile: &Tile| tile.suit() == Suit::Honours;
    if hand.indicator.is_some() || wall.iter().chain(deal.0.iter().flat_map(|tiles| &tiles.0)).any(honours) {
        return None;
    }
    let (mut acts, mut events, mut pungs, mut discarded) = (Vec::new(), Vec::new(), Vec::new(), None);
    let (mut won, mut drawn) = (false, false);
    let has_honour = |event: &Event| match &event.action {
        Action::Draw { tile, .. } | Action::Discard { tile, .. } | Action::Win { tile, .. } => honours(tile),
        Action::Pung { tile, .. } | Action::Kong { tile, .. } => honours(tile),
        _ => false,
    };
    if hand.events.iter().any(has_honour) {
        return None;
    }
    for event in &hand.events {
        let mut act = |seat: Seat, code: u8, tile: Tile| acts.extend([seat.index() as u8, code, number(tile)]);
        let action = match event.action.clone() {
            _ if drawn => return None,
            Action::Draw { seat, tile, .. } => {
                act(seat, 2, tile);
                discarded = None;
                Action::Draw { seat, tile, from: None }
            }
            Action::Discard { seat, tile } => {
                act(seat, 1, tile);
                discarded = Some(tile);
                event.action.clone()
            }
            Action::Pung { seat, tile } => {
                act(seat, 3, tile);
                discarded = None;
                pungs.push((seat, tile));
                event.action.clone()
            }
            Action::Kong { seat, tile, kind, dice: None } => {
                act(seat, 4, tile);
                // The row has no kind. It follows from the last discard and the pungs.
                let follows = match discarded {
                    Some(lying) if lying == tile => KongKind::Exposed,
                    _ if pungs.contains(&(seat, tile)) => KongKind::Added,
                    _ => KongKind::Concealed,
                };
                if follows != kind {
                    return None;
                }
                discarded = None;
                event.action.clone()
            }
            Action::Win { seat, tile } => {
                act(seat, if discarded.is_some() { 5 } else { 6 }, tile);
                won = true;
                event.action.clone()
            }
            Action::DrawGame if !won => {
                drawn = true;
                Action::DrawGame
            }
            // Not recorded. A missing chicken is a missing field, not a fault.
            Action::Pass { .. } | Action::Flip { .. } | Action::Birds { .. } => continue,
            _ => return None,
        };
        if events.iter().any(|before: &Event| before.action == Action::DrawGame) {
            return None;
        }
        events.push(Event::from(action));
    }
    let deltas = hand.result.as_ref()?.deltas;
    if deltas.is_some() != (won || drawn) {
        return None;
    }
    let thirteen = deal.0.iter().all(|tiles| tiles.0.len() == 13);
    if thirteen && acts.get(..2) == Some(&[dealer.index() as u8, 2]) {
        return None;
    }
    let base = json!({
        "type": system, "button": dealer, "index": index, "mahjongs": numbers(wall),
        "game_seats": Seat::ALL.map(|seat| numbers(&deal[seat].0)),
    });
    let column = |value: Value| if plain { value } else { value.to_string().into() };
    let row = json!({
        "room_uuid": 17, "game_index": index, "create_time": 1_700_000_000, "snapshots": "",
        "base_info": column(base), "action_records": column(json!(acts)),
        "result": deltas.map_or(Value::Null, |deltas| column(json!(deltas.0))),
    });
    let outcome = match (won, drawn) {
        (true, _) => Outcome::Win,
        (_, true) => Outcome::Draw,
        _ => Outcome::Aborted,
    };
    let known = wall_matches(wall, dealer, &deal.0.clone().map(|tiles| tiles.0));
    let carried = HandLog {
        dealer: Some(dealer),
        deal: hand.deal.clone(),
        wall: known.then(|| Tiles(wall.to_vec())),
        events,
        result: Some(HandResult { outcome: Some(outcome), deltas, ..HandResult::default() }),
        ..HandLog::default()
    };
    Some((row, carried))
}

fn read(document: &Value) -> Result<GameLog, AdapterError> {
    Ok(super::read(bundled("roomcard"), &document.to_string())?.remove(0))
}

/// `CAIPAN_MATCHES` sets the number of matches.
#[test]
fn generated_hands_round_trip() {
    let (mut compared, mut silent, mut faulty, mut refused) = (0, 0, 0, 0);
    let mut same = |log: &GameLog, clean: bool, plain: bool| {
        let system = &log.rules.system;
        let rows = log.hands.iter().enumerate().map(|(index, hand)| encode(hand, system, index, plain));
        let Some(rows) = rows.collect::<Option<Vec<_>>>() else { return };
        let (rows, carried): (Vec<Value>, Vec<HandLog>) = rows.into_iter().unzip();
        let back = match read(&Value::from(rows)) {
            // An injected fault may put five of a kind in a wall, which the adapter refuses.
            Err(error) if !clean && error.text.en.contains("four of a kind") => {
                refused += 1;
                return;
            }
            back => back.unwrap_or_else(|error| panic!("{error}")),
        };
        assert_eq!(back.hands, carried);
        compared += back.hands.len();
        if clean {
            assert_eq!(faults(&back), Vec::<&str>::new(), "{}", log.id);
            silent += back.hands.len();
        }
    };
    for (number, system) in (7..).zip(["guiyang", "changsha-a"]) {
        let ruleset = preset(system);
        let plays = matches(&ruleset, number, MatchConfig { hands: 2, ..MatchConfig::USUAL }).take(asked(300));
        plays.enumerate().for_each(|(at, log)| same(&log, true, at % 2 == 0));
        let logs: Vec<GameLog> =
            matches(&ruleset, number, MatchConfig { hands: 1, ..MatchConfig::USUAL }).take(12).collect();
        for kind in kinds() {
            let mut chance = Rng::new(3);
            for (_, bad) in logs.iter().filter_map(|log| inject(&ruleset, log, kind, &mut chance)) {
                same(&bad, false, true);
                faulty += 1;
            }
        }
    }
    println!("{compared} hands compared, {silent} of them clean, {faulty} faulty matches tried, {refused} refused");
    assert!(silent > 50 && compared > silent + 50, "{compared} {silent} {faulty}");
}

/// The error names the position and the reason. Faults that can be represented are left to the audit.
#[test]
fn rejects_impossible_rows() {
    let ruleset = preset("guiyang");
    let mut logs = matches(&ruleset, 9, MatchConfig { hands: 1, ..MatchConfig::USUAL });
    let (row, _) = logs.find_map(|log| encode(&log.hands[0], "guiyang", 0, true)).unwrap();
    assert!(read(&row).is_ok());
    let many: Vec<u8> = [[5_u8; 8].as_slice(), &[1; 4]].concat();
    for (pointer, value, place, word) in [
        ("/base_info/mahjongs", json!(many), "/base_info/mahjongs", "8 tiles of the number 5"),
        ("/base_info/game_seats", json!([[1], [2]]), "/base_info/game_seats", "a table of 2"),
        ("/base_info/game_seats/1", json!([27]), "/base_info/game_seats/1/0", "[tiles]"),
        ("/action_records", json!([0, 1]), "/action_records", "cut off"),
        ("/action_records", json!([0, 9, 3]), "/action_records", "the code 9 of act 1"),
        ("/action_records", json!([5, 1, 3]), "/action_records/0", "seat"),
        ("/result", json!([1, 2]), "/result", "four"),
    ] {
        let mut wrong = row.clone();
        *wrong.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
        let error = read(&wrong).map_or_else(|error| error, |log| panic!("{pointer}: {:?}", log.hands));
        assert!(error.text.en.contains(word), "{pointer}: {}", error.text.en);
        assert_eq!(error.pointer.as_deref().unwrap_or_default(), place, "{pointer}: {}", error.text.en);
    }
    // The audit reports a hand of the wrong size. A hand without a result is aborted.
    let mut short = row.clone();
    short["base_info"]["game_seats"][2].as_array_mut().unwrap().pop();
    assert!(faults(&read(&short).unwrap()).contains(&"A103"), "{:?}", faults(&read(&short).unwrap()));
    let mut cut = row.clone();
    cut["action_records"] = json!([]);
    cut["result"] = Value::Null;
    let back = read(&cut).unwrap();
    assert_eq!(back.hands[0].result.clone().unwrap_or_default().outcome, Some(Outcome::Aborted));
    // Rows of one room with a gap in their index are not one match.
    let mut later = row.clone();
    later["game_index"] = json!(2);
    let error = read(&json!([row, later])).map_or_else(|error| error, |_| panic!());
    assert!(error.text.en.contains("do not follow on each other"), "{}", error.text.en);
}

/// A made-up hand of 血战 in which seat 3 robs the kong that seat 0 adds; the row records the draw and the win alone.
fn robbed() -> Value {
    // Thirteen rounds of one tile give seat 0 the first of each four, and so on.
    let hands: [[u8; 13]; 4] = [
        [8, 8, 0, 1, 2, 9, 9, 10, 11, 12, 13, 14, 15],
        [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14],
        [0, 1, 2, 3, 4, 5, 6, 18, 18, 19, 20, 21, 22],
        [6, 7, 9, 10, 11, 20, 21, 22, 23, 24, 25, 26, 26],
    ];
    let mut wall: Vec<u8> = (0..13).flat_map(|round| hands.map(|hand| hand[round])).collect();
    // The dealer's fourteenth, then the draws.
    wall.extend([16, 3, 8, 17, 18, 19, 8]);
    let mut left = [4_u8; 27];
    wall.iter().for_each(|&tile| left[usize::from(tile)] -= 1);
    wall.extend((0..27_u8).flat_map(|tile| vec![tile; usize::from(left[usize::from(tile)])]));
    let mut seats = hands.map(Vec::from);
    seats[0].push(16);
    let turn = |seat: u8, tile: u8| [[seat, 2, tile], [seat, 1, tile]].concat();
    let acts = [
        vec![0, 1, 16],
        turn(1, 3),
        turn(2, 8),
        vec![0, 3, 8, 0, 1, 0],
        turn(1, 17),
        turn(2, 18),
        turn(3, 19),
        vec![0, 2, 8, 3, 5, 8],
    ];
    let base = json!({ "type": "xzdd", "button": 0, "index": 0, "mahjongs": wall, "game_seats": seats });
    json!({
        "room_uuid": "made-up", "game_index": 0, "create_time": 0, "snapshots": null, "base_info": base,
        "action_records": acts.concat(), "result": [0, 0, 0, 0],
    })
}

#[test]
fn robbed_kong_without_an_act_is_added() {
    let log = read(&robbed()).unwrap();
    let (hand, tile) = (&log.hands[0], Tile::of(Suit::Dots, 9).unwrap());
    let (konger, robber) = (Seat::ALL[0], Seat::ALL[3]);
    let end: Vec<_> = hand.events.iter().rev().take(3).map(|event| event.action.clone()).collect();
    let expected = [
        Action::Win { seat: robber, tile },
        Action::Kong { seat: konger, tile, kind: KongKind::Added, dice: None },
        Action::Draw { seat: konger, tile, from: None },
    ];
    assert_eq!(end, expected);
    assert_eq!(log.rules.system, "sichuan");
    assert!(log.rules.options.is_empty() && hand.wall.is_some(), "{:?}", log.rules);

    // A second robber follows the same kong, and a recorded kong is not added again.
    let mut row = robbed();
    let acts = row["action_records"].as_array_mut().unwrap();
    acts.extend([1, 5, 8].map(Value::from));
    let kongs = |row: &Value| {
        let events = read(row).unwrap().hands.remove(0).events;
        events.iter().filter(|event| matches!(event.action, Action::Kong { .. })).count()
    };
    assert_eq!(kongs(&row), 1);
    let mut row = robbed();
    let acts = row["action_records"].as_array_mut().unwrap();
    let at = acts.len() - 3;
    acts.splice(at..at, [0, 4, 8].map(Value::from));
    assert_eq!(kongs(&row), 1);
}

/// Hands that no wall deals are hands after the exchange.
#[test]
fn hands_after_the_exchange_are_told_from_the_deal() {
    let mut row = robbed();
    let seats = &mut row["base_info"]["game_seats"];
    let (one, other) = (seats[1][0].clone(), seats[2][12].clone());
    seats[1][0] = other;
    seats[2][12] = one;
    let log = read(&row).unwrap();
    assert_eq!(log.rules.options.get("exchange"), Some(&OptionValue::Word("none".to_owned())));
    assert_eq!(log.hands[0].wall, None);
}

/// A row that cannot be read is refused by itself with its place; the hands around it are read.
#[test]
fn refuses_rows_one_by_one() {
    let hand = |index: usize, change: &dyn Fn(&mut Value)| {
        let mut row = robbed();
        row["game_index"] = json!(index);
        change(&mut row);
        row
    };
    let rows = [
        hand(0, &|_| {}),
        hand(1, &|row| row["action_records"] = Value::Null),
        hand(2, &|_| {}),
        hand(3, &|_| {}),
        hand(4, &|row| row["base_info"] = "{\"button\": 0, \"mahjongs\": [1, 2".into()),
        hand(5, &|row| row["base_info"]["game_seats"][1][0] = json!(27)),
        hand(6, &|row| row["base_info"]["mahjongs"][0] = json!(1)),
        json!({ "nothing": 1 }),
    ];
    let lines = rows.map(|row| row.to_string()).join("\n");
    let read = bundled("roomcard").each(lines.as_bytes(), &Limits::default()).unwrap();
    let ids: Vec<&str> = read.iter().flatten().map(|one| one.log.id.as_str()).collect();
    assert_eq!(ids, ["made-up-0", "made-up-2-3"]);
    let refused: Vec<_> = read.iter().filter_map(|one| one.as_ref().err()).collect();
    for (line, place, word) in [
        (2, "/1/action_records", "records no acts"),
        (5, "/4/base_info", "cut off"),
        (6, "/5/base_info/game_seats/1/0", "[tiles]"),
        (7, "/6/base_info/mahjongs", "four of a kind"),
        (8, "/7", "is no row of a hand"),
    ] {
        let error =
            refused.iter().find(|error| error.line == Some(line)).unwrap_or_else(|| panic!("{line}: {refused:?}"));
        assert_eq!(error.pointer.as_deref(), Some(place), "{error}");
        assert!(error.text.en.contains(word), "{error}");
    }
    assert_eq!(refused.len(), 5, "{refused:?}");
}

/// A row that names no game does not get one; the command line names it.
#[test]
fn row_without_a_type_names_no_rules() {
    let mut row = robbed();
    row["base_info"].as_object_mut().unwrap().remove("type");
    assert_eq!(read(&row).unwrap().rules.system, "unnamed");
}

/// Every refusal knows its line, also where half of the rows are refused for the same reason.
#[test]
fn each_refused_row_is_named() {
    let mut rows = String::new();
    for number in 0..300 {
        let mut row = robbed();
        row["room_uuid"] = json!(number);
        if number % 2 == 0 {
            row["action_records"] = json!([0, 1, "x"]);
        }
        rows += &format!("{row}\n");
    }
    let read = bundled("roomcard").each(rows.as_bytes(), &Limits::default()).unwrap();
    assert_eq!((read.len(), read.iter().filter(|one| one.is_err()).count()), (300, 150));
    let mut lines: Vec<_> = read.iter().filter_map(|one| one.as_ref().err()?.line).collect();
    lines.sort_unstable();
    assert_eq!(lines, (1..300).step_by(2).collect::<Vec<u64>>());
}
