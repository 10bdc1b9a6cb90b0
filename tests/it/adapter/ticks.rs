//! Tests the bundled adapter for the ticks of the Unity server family: clean and faulty matches round-trip where the
//! format can represent them, and unsupported logs are refused.

use super::{asked, bundled, faults};
use crate::matches::preset;
use caipan::generate::faults::{inject, kinds};
use caipan::generate::{MatchConfig, Rng, matches};
use caipan::log::{Action, Event, GameLog, HandLog, HandResult, KongKind, Outcome};
use caipan::tile::{Seat, Suit, Tile};
use serde_json::{Value, json};

fn number(tile: Tile) -> u8 {
    let suit = match tile.suit() {
        Suit::Characters => 10,
        Suit::Dots => 20,
        Suit::Bamboo => 30,
        Suit::Honours => 40,
        Suit::Flowers => 50,
    };
    suit + tile.rank()
}

/// Encodes a hand in the format and returns it with the hand expected back, or `None` if the format cannot hold it.
/// `turn` is the offset between the seats of the round and the players.
fn encode(hand: &HandLog, turn: usize) -> Option<(Value, HandLog)> {
    let (dealer, deal) = (hand.dealer?, hand.deal.as_ref()?);
    let seat = |player: Seat| player.after(turn).index();
    let result = hand.result.as_ref()?;
    let wins = hand.events.iter().filter(|event| matches!(event.action, Action::Win { .. })).count();
    let deltas = result.deltas.filter(|_| wins > 0);
    let birds = hand.events.iter().find_map(|event| match &event.action {
        Action::Birds { tiles, .. } => Some(tiles.clone()),
        _ => None,
    });
    let mut ticks = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    let (mut now, mut discarded, mut kong) = (dealer, false, false);
    let mut won = 0;
    for event in &hand.events {
        let action = match event.action.clone() {
            Action::Draw { seat: who, tile, .. } => {
                if discarded {
                    now = now.next();
                }
                if who != now {
                    return None;
                }
                ticks.push(json!([if kong { "gd" } else { "d" }, number(tile)]));
                (discarded, kong) = (false, false);
                Action::Draw { seat: who, tile, from: None }
            }
            Action::Discard { seat: who, tile } if who == now => {
                ticks.push(json!(["c", number(tile), "F"]));
                (discarded, kong) = (true, false);
                Action::Discard { seat: who, tile }
            }
            Action::Chow { seat: who, tile, with } => {
                ticks.push(json!(["cm", number(tile), seat(who), number(with[0]), number(with[1])]));
                (now, discarded, kong) = (who, false, false);
                Action::Chow { seat: who, tile, with }
            }
            Action::Pung { seat: who, tile } => {
                ticks.push(json!(["p", number(tile), seat(who), number(tile), number(tile)]));
                (now, discarded, kong) = (who, false, false);
                Action::Pung { seat: who, tile }
            }
            Action::Kong { seat: who, tile, kind, dice: None } => {
                match kind {
                    KongKind::Exposed => ticks.push(json!(["g", number(tile), seat(who), 0, 0, 0])),
                    _ if who != now => return None,
                    KongKind::Concealed => ticks.push(json!(["ag", number(tile), "F", 0, 1, 2, 3])),
                    KongKind::Added => ticks.push(json!(["jg", number(tile), "F"])),
                }
                (now, discarded, kong) = (who, false, true);
                Action::Kong { seat: who, tile, kind, dice: None }
            }
            Action::Win { seat: who, tile } => {
                won += 1;
                let mut change = [0; 4];
                if let (1, Some(deltas)) = (won, deltas) {
                    Seat::ALL.iter().for_each(|&player| change[seat(player)] = deltas[player]);
                }
                let mut tick = json!(["hu_first", seat(who), 0, [], change, number(tile)]);
                if let (Some(birds), true, Some(list)) = (&birds, won == wins, tick.as_array_mut()) {
                    list.push(birds.iter().map(|&bird| number(bird)).collect());
                }
                ticks.push(tick);
                Action::Win { seat: who, tile }
            }
            Action::DrawGame => {
                ticks.push(json!(["liuju"]));
                Action::DrawGame
            }
            // Birds are part of the last win. Passes are not recorded.
            Action::Birds { .. } | Action::Pass { .. } => continue,
            _ => return None,
        };
        events.push(Event::from(action));
    }
    if let Some(tiles) = birds {
        events.push(Event::from(Action::Birds { tiles, fly: None }));
    }
    // If all hands have 13 tiles, the adapter reads the first draw as the dealer's fourteenth tile.
    if deal.0.iter().all(|tiles| tiles.0.len() == 13) && ticks.first().is_some_and(|tick| tick[0] == "d") {
        return None;
    }
    ticks.push(json!(["end"]));
    let mut round = json!({
        "round_index": 1, "current_round": 1, "dealer_index": seat(dealer), "start_player_index": seat(dealer),
        "seats": Seat::ALL.map(seat), "action_ticks": ticks,
    });
    for player in Seat::ALL {
        let tiles: Vec<u8> = deal[player].0.iter().map(|&tile| number(tile)).collect();
        round[format!("p{}_tiles", seat(player))] = tiles.into();
    }
    let drawn = events.iter().any(|event| event.action == Action::DrawGame);
    let outcome = if wins > 0 {
        Outcome::Win
    } else if drawn {
        Outcome::Draw
    } else {
        Outcome::Aborted
    };
    let result = Some(HandResult { outcome: Some(outcome), deltas, ..HandResult::default() });
    Some((round, HandLog { dealer: Some(dealer), deal: hand.deal.clone(), events, result, ..HandLog::default() }))
}

fn document(round: &Value) -> Value {
    let mut title = json!({ "rule": "changsha", "sub_rule": "changsha/ours", "commitment_hex": "00", "max_round": 1 });
    (0..4).for_each(|player| title[format!("p{player}_uid")] = (100 + player).into());
    json!({ "game_title": title, "game_round": { "round_index_1": round } })
}

fn read(document: &Value) -> Result<GameLog, caipan::adapter::AdapterError> {
    Ok(super::read(bundled("ticks"), &document.to_string())?.remove(0))
}

/// `CAIPAN_MATCHES` sets the number of matches.
#[test]
fn generated_hands_round_trip() {
    let ruleset = preset("changsha-a");
    let (mut compared, mut faulty) = (0, 0);
    let mut same = |log: &GameLog, turn: usize, clean: bool| {
        for hand in &log.hands {
            let Some((round, carried)) = encode(hand, turn) else { continue };
            let back = read(&document(&round)).unwrap_or_else(|error| panic!("{error}\n{round}"));
            assert_eq!(back.hands, [carried], "{round}");
            assert!(!clean || faults(&back).is_empty(), "{:?}\n{round}", faults(&back));
            compared += 1;
        }
    };
    for (log, turn) in matches(&ruleset, 71, MatchConfig { hands: 2, ..MatchConfig::USUAL }).take(asked(300)).zip(0..) {
        same(&log, turn % 4, true);
    }
    let logs: Vec<GameLog> = matches(&ruleset, 72, MatchConfig { hands: 1, ..MatchConfig::USUAL }).take(8).collect();
    for kind in kinds() {
        let mut chance = Rng::new(5);
        for (_, bad) in logs.iter().filter_map(|log| inject(&ruleset, log, kind, &mut chance)) {
            same(&bad, faulty % 4, false);
            faulty += 1;
        }
    }
    println!("{compared} hands compared, of {faulty} faulty matches among others");
    assert!(compared > 300 && faulty > 100, "{compared} hands, {faulty} faulty matches");
}

/// Refuses other rules, player counts, seat orders, ticks and tiles, and names the reason.
#[test]
fn rejects_unsupported_logs() {
    let ruleset = preset("changsha-a");
    let logs: Vec<GameLog> = matches(&ruleset, 73, MatchConfig { hands: 1, ..MatchConfig::USUAL }).take(20).collect();
    let round = logs.iter().find_map(|log| encode(&log.hands[0], 1)).map(|(round, _)| round);
    let right = document(&round.unwrap_or_else(|| panic!("no hand that the format can carry")));
    assert!(read(&right).is_ok());
    for (pointer, value, word) in [
        ("/game_title/rule", json!("guobiao"), "guobiao"),
        ("/game_round/round_index_1/seats", json!([0, 1]), "not four"),
        ("/game_round/round_index_1/seats", json!([0, 2, 1, 3]), "not four in the same order"),
        ("/game_round/round_index_1/action_ticks/0", json!(["bh", 51, 0, "T"]), "bh"),
        ("/game_round/round_index_1/action_ticks/0", json!(["d", 51]), "51"),
        ("/game_round/round_index_1/action_ticks/0", json!(["zz"]), "zz"),
        ("/game_round/round_index_1/dealer_index", json!(9), ""),
    ] {
        let mut wrong = right.clone();
        *wrong.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
        let error = read(&wrong).map_or_else(|error| error, |log| panic!("{pointer}: {:?}", log.hands));
        assert!(error.text.en.contains(word), "{pointer}: {}", error.text.en);
    }
    // A truncated hand is aborted, and the adapter adds no events or points.
    let mut cut = right;
    let ticks = cut.pointer_mut("/game_round/round_index_1/action_ticks").and_then(Value::as_array_mut);
    ticks.unwrap_or_else(|| panic!("ticks")).truncate(1);
    let log = read(&cut).unwrap_or_else(|error| panic!("{error}"));
    let result = log.hands[0].result.clone().unwrap_or_default();
    assert_eq!((result.outcome, result.deltas, log.hands[0].events.len()), (Some(Outcome::Aborted), None, 1));
}
