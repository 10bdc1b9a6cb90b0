//! `adapter new` on formats made up for these tests: it finds the acts, the seats and the tiles, and proves them by replay.

use super::{run, text};
use crate::matches::preset;
use caipan::generate::{MatchConfig, matches};
use caipan::log::{Action, GameLog};
use serde_json::{Value, json};
use std::fs;

/// The ids of the players, in the order of seats.
const PLAYERS: [i64; 4] = [70_940, 70_211, 70_518, 70_033];

/// Plays matches of Changsha whose hands have draws, discards, pungs and wins alone.
fn plain_hands(count: usize) -> Vec<Value> {
    let config = MatchConfig { hands: 1, ..MatchConfig::USUAL };
    let told = |action: &Action| matches!(action.name(), "draw" | "discard" | "pung" | "win" | "birds" | "draw_game");
    let is_plain = |log: &GameLog| {
        let events = &log.hands[0].events;
        events.len() > 30
            && events.iter().all(|event| told(&event.action))
            && events.iter().any(|event| event.action.name() == "pung")
    };
    let rules = preset("changsha-a");
    let hands = matches(&rules, 9, config).filter(is_plain).take(count);
    hands.map(|log| serde_json::to_value(&log).expect("JSON")["hands"][0].clone()).collect()
}

fn number(tile: &str) -> i64 {
    let (rank, suit) = tile.split_at(1);
    let base = ["m", "s", "p"].iter().position(|known| *known == suit).expect("a suit");
    10 * (i64::try_from(base).expect("a suit") + 1) + rank.parse::<i64>().expect("a rank")
}

fn numbers(tiles: &Value) -> Vec<i64> {
    let tiles = caipan::tile::parse_tiles(tiles.as_str().expect("tiles")).expect("tiles");
    tiles.iter().map(|tile| number(&tile.to_string())).collect()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn seat(value: &Value) -> usize {
    value.as_u64().expect("a seat") as usize
}

/// Drafts an adapter for lines and returns the draft, and what its test prints.
fn drafted(lines: &[Value]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sample.jsonl");
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    fs::write(&path, lines.join("\n")).expect("a file");
    let guessed = run(&["adapter", "new", "--lang", "en", path.to_str().expect("a path")]);
    let draft = text(&guessed.stdout).to_owned();
    let adapter = folder.path().join("sample.toml");
    fs::write(&adapter, &draft).expect("a file");
    let tested = run(&["adapter", "test", "--lang", "en", adapter.to_str().expect("a path")]);
    (draft, format!("{}{}", text(&tested.stdout), text(&tested.stderr)))
}

/// Acts by codes, seats by account ids, tiles in lists of one, hands and points in any order. The first record has hardly
/// any acts, and an offer stands before each pung.
#[test]
fn drafts_acts_by_codes_and_seats_by_ids() {
    let hands = plain_hands(3);
    let mut lines = vec![];
    for (at, hand) in hands.iter().enumerate() {
        let mut steps = vec![];
        let mut from = 0;
        for event in list(&hand["events"]).iter().filter(|event| event["type"] != "birds") {
            let who = event["seat"].as_u64().map_or(0, |seat| seat as usize);
            let kind = event["type"].as_str().expect("a type");
            let tile = event["tile"].as_str().map(number);
            let mut told = |code: i64| {
                steps.push(
                    json!({ "ownerId": PLAYERS[who], "targetId": PLAYERS[if kind == "pung" { from } else { who }],
                    "playType": code, "card": tile.into_iter().collect::<Vec<i64>>() }),
                );
            };
            if kind == "pung" {
                told(16);
            }
            told(match kind {
                "draw" => 4,
                "discard" => 8,
                "pung" => 32,
                "win" => 8192,
                _ => 16_384,
            });
            from = who;
        }
        let order = [[2, 0, 3, 1], [1, 3, 0, 2], [3, 2, 1, 0]][at % 3];
        let deal = order.map(|seat| json!({ "playerId": PLAYERS[seat], "cards": numbers(&hand["deal"][seat]) }));
        let points =
            [1, 0, 3, 2].map(|seat| json!({ "playerId": PLAYERS[seat], "winScore": hand["result"]["deltas"][seat] }));
        let players =
            [2, 0, 1, 3].map(|at| json!({ "playerId": PLAYERS[at], "name": format!("n{at}"), "chair": at + 1 }));
        lines.push(json!({ "id": 9000 + at, "roomID": 880_100 + at / 2, "playerInfo": players,
            "battle": { "bankerId": PLAYERS[seat(&hand["dealer"])], "time": at, "steps": steps, "hands": deal, "balance": points } }));
    }
    // A hand that ends at once, in the first line.
    let mut short = lines[0].clone();
    short["id"] = 8999.into();
    short["roomID"] = 880_099.into();
    short["battle"]["steps"] = json!([]);
    lines.insert(0, short);
    let (draft, said) = drafted(&lines);
    for words in [
        "in .playType, the seat in .ownerId, the tile in .card",
        ".playerInfo[].playerId, taken as seats 0 to 3 in the order of .chair",
        "\"4\" = \"draw\"",
        "\"8\" = \"discard\"",
        "\"8192\" = \"win\"",
        "matches by .roomID, hands ordered by .battle.time",
        "sort_by(.playerId | seat)",
        "players: ",
    ] {
        assert!(draft.contains(words), "{words}:\n{draft}\n{said}");
    }
    // Every offer was taken, so that either code may be the claim.
    let claims = ["16", "32"].map(|code| draft.contains(&format!("\"{code}\" = \"pung\"")));
    assert!(claims[0] != claims[1], "{draft}");
    let replayed = draft.lines().find(|line| line.contains("Replayed at the table")).expect("a replay");
    let [explained, all] = [" of ", " actions"].map(|end| {
        let before = replayed.split(end).next().expect("a number");
        before.rsplit(' ').next().expect("a number").to_owned()
    });
    assert_eq!(explained, all, "{replayed}");
    assert!(said.contains("880100: hands 2") && said.contains("880101: hands 1"), "{draft}\n{said}");
}

/// The next draw stands in the act before it, and the dealer's fourteenth tile beside the hand.
#[test]
fn drafts_draws_of_the_act_before() {
    let lines: Vec<Value> = plain_hands(3)
        .iter()
        .enumerate()
        .map(|(at, hand)| {
            let mut acts: Vec<Value> = vec![];
            for event in list(&hand["events"]).iter().filter(|event| event["type"] != "birds") {
                let tile = event["tile"].as_str().map(number);
                if event["type"] == "draw" {
                    acts.last_mut().expect("an act")["next"] = tile.into();
                    continue;
                }
                let code = match event["type"].as_str() {
                    Some("discard") => 1,
                    Some("pung") => 3,
                    Some("win") => 7,
                    _ => 9,
                };
                let mut act = json!({ "op": code });
                if let Some(seat) = event["seat"].as_u64() {
                    act["index"] = (seat + 1).into();
                }
                if let Some(tile) = tile {
                    act["card"] = tile.into();
                }
                acts.push(act);
            }
            let users: Vec<Value> = (0..4)
                .map(|seat| {
                    let mut tiles = numbers(&hand["deal"][seat]);
                    let more = (tiles.len() == 14).then(|| tiles.pop()).flatten();
                    let mut user = json!({ "account": format!("a{seat}"), "index": seat + 1, "own_card": tiles });
                    if let Some(more) = more {
                        user["last_deal"] = more.into();
                    }
                    user
                })
                .collect();
            json!({ "id": 4100 + at, "info": { "banker": seat(&hand["dealer"]) + 1 }, "user": users, "action": acts,
                "show": (0..4).map(|seat| json!({ "index": seat + 1, "score": hand["result"]["deltas"][seat] })).collect::<Vec<_>>() })
        })
        .collect();
    let (draft, said) = drafted(&lines);
    for words in [
        "The next draw stands in .next of the action before it.",
        "The fourteenth tile of the dealer stands in .last_deal.",
        "dealer: (.info.banker | seat)",
        "\"1\" = \"discard\"",
        "\"3\" = \"pung\"",
        "\"7\" = \"win\"",
        "result: {deltas: [.show[].score]}",
    ] {
        assert!(draft.contains(words), "{words}:\n{draft}\n{said}");
    }
    assert!(said.contains(": hands 1") && !said.contains("A1"), "{draft}\n{said}");
}

/// Verbs in Chinese with more around them, numbers as padded texts, and the acts in one text.
#[test]
fn drafts_chinese_verbs_and_padded_numbers() {
    let lines: Vec<Value> = plain_hands(2)
        .iter()
        .enumerate()
        .map(|(at, hand)| {
            let padded = |tile: i64| format!("{tile:03}");
            let verb = |kind: &Value| match kind.as_str() {
                Some("draw") => "摸牌",
                Some("discard") => "出牌成功",
                Some("pung") => "碰牌成功",
                Some("win") => "胡牌",
                _ => "流局",
            };
            let acts = list(&hand["events"]).iter().filter(|event| event["tile"].is_string());
            let acts = acts.map(|event| {
                json!({ "who": event["seat"], "what": verb(&event["type"]), "tile": padded(number(event["tile"].as_str().expect("a tile"))) })
            });
            let deal: Vec<Vec<String>> =
                (0..4).map(|seat| numbers(&hand["deal"][seat]).into_iter().map(padded).collect()).collect();
            json!({ "id": format!("t{at}"), "dealer": hand["dealer"], "deal": deal, "acts": acts.collect::<Vec<_>>(),
                "points": hand["result"]["deltas"] })
        })
        .collect();
    let (draft, said) = drafted(&lines);
    for words in ["\"摸牌\" = \"draw\"", "\"出牌成功\" = \"discard\"", "\"碰牌成功\" = \"pung\"", "\"胡牌\" = \"win\""]
    {
        assert!(draft.contains(words), "{words}:\n{draft}\n{said}");
    }
    assert!(said.contains("t0: hands 1") && said.contains("t1: hands 1") && !said.contains("A1"), "{draft}\n{said}");
}
