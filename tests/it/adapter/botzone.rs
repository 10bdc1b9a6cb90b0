//! Tests the bundled adapter for Botzone's judge log: hands round-trip, and an audit requires explicit rules.

use super::{asked, bundled, faults};
use crate::matches::preset;
use caipan::adapter::AdapterError;
use caipan::auditor::{InputFormat, Override, read_all, translated};
use caipan::generate::{MatchConfig, matches};
use caipan::log::{Action, Event, GameLog, HandLog, HandResult, KongKind, Limits, Outcome};
use caipan::tile::{Seat, SeatMap, Suit, Tile};
use serde_json::{Value, json};

fn name(tile: Tile) -> String {
    match (tile.suit(), tile.rank()) {
        (Suit::Characters, rank) => format!("W{rank}"),
        (Suit::Dots, rank) => format!("B{rank}"),
        (Suit::Bamboo, rank) => format!("T{rank}"),
        (Suit::Honours, rank @ 1..=4) => format!("F{rank}"),
        (Suit::Honours, rank) => format!("J{}", 8 - rank),
        (Suit::Flowers, rank) => format!("H{rank}"),
    }
}

fn entry(by_player: impl Fn(usize) -> Value, command: &str, display: &Value) -> Value {
    let content: serde_json::Map<String, Value> = (0..4).map(|p| (p.to_string(), by_player(p))).collect();
    json!({ "output": { "command": command, "content": content, "display": display }, "verdict": "OK" })
}

fn answers(who: Option<(usize, &str)>) -> Value {
    let of = |p: usize| who.filter(|(one, _)| *one == p).map_or("PASS", |(_, answer)| answer);
    (0..4).map(|p| (p.to_string(), json!({ "verdict": "OK", "response": of(p), "time": 9 }))).collect()
}

/// Encodes a hand as a judge log and returns it with the hand expected back, or `None` if the format cannot hold it.
fn encode(hand: &HandLog) -> Option<(Value, HandLog)> {
    let (dealer, deal) = (hand.dealer?, hand.deal.as_ref()?);
    if Seat::ALL.iter().any(|&seat| deal[seat].0.len() != 13 + usize::from(seat == dealer)) {
        return None;
    }
    let to_all = |text: String| entry(|_| text.clone().into(), "request", &json!({}));
    let draw = |seat: Seat, tile: Tile| {
        let of = |p: usize| if p == seat.index() { format!("2 {}", name(tile)) } else { format!("3 {seat} DRAW") };
        entry(|p| of(p).into(), "request", &json!({ "action": "DRAW", "player": seat, "tile": name(tile) }))
    };
    let mut log = vec![entry(|p| format!("0 {p} 0").into(), "request", &json!({})), answers(None)];
    let dealt = |p: usize| deal.0[p].0.iter().take(13).map(|&tile| name(tile)).collect::<Vec<_>>().join(" ");
    log.push(entry(|p| format!("1 0 1 0 0 {} H3", dealt(p)).into(), "request", &json!({})));
    log.extend([answers(None), draw(dealer, *deal[dealer].0.get(13)?)]);
    let (mut events, mut discarded, mut drawn) = (Vec::new(), None, deal[dealer].0.get(13).copied());
    let mut outcome = Outcome::Aborted;
    let mut deltas = None;
    let mut rest = hand.events.iter().map(|event| &event.action).peekable();
    while let Some(action) = rest.next() {
        let mut action = action.clone();
        if outcome != Outcome::Aborted {
            return None;
        }
        match &mut action {
            Action::Pass { .. } => continue,
            Action::Draw { seat, tile, from } => {
                *from = None;
                log.extend([answers(None), draw(*seat, *tile)]);
                (discarded, drawn) = (None, Some(*tile));
            }
            Action::Discard { seat, tile } => {
                let text = format!("PLAY {}", name(*tile));
                log.extend([answers(Some((seat.index(), &text))), to_all(format!("3 {seat} {text}"))]);
                discarded = Some(*tile);
            }
            Action::Pung { seat, tile } | Action::Chow { seat, tile, .. } => {
                let (seat, tile) = (*seat, *tile);
                let Some(Action::Discard { seat: after, tile: out }) = rest.peek() else { return None };
                if *after != seat || discarded != Some(tile) {
                    return None;
                }
                let text = match &action {
                    Action::Chow { with, .. } => {
                        let mut run = [with[0], with[1], tile];
                        run.sort_unstable();
                        let follow =
                            |at: usize| run[at].suit() == run[0].suit() && run[at].rank() == run[0].rank() + at as u8;
                        if !follow(1) || !follow(2) || with[0] >= with[1] {
                            return None;
                        }
                        format!("CHI {} {}", name(run[1]), name(*out))
                    }
                    _ => format!("PENG {}", name(*out)),
                };
                log.extend([answers(Some((seat.index(), &text))), to_all(format!("3 {seat} {text}"))]);
                events.push(Event::from(action));
                action = Action::Discard { seat, tile: *out };
                discarded = Some(*out);
                rest.next();
            }
            Action::Kong { seat, tile, kind, dice: None } => {
                let (tile, seat) = (*tile, *seat);
                let (answer, text) = match kind {
                    KongKind::Exposed if discarded == Some(tile) => ("GANG".to_owned(), "GANG".to_owned()),
                    KongKind::Concealed if discarded.is_none() => (format!("GANG {}", name(tile)), "GANG".to_owned()),
                    KongKind::Added => (format!("BUGANG {}", name(tile)), format!("BUGANG {}", name(tile))),
                    _ => return None,
                };
                discarded = (*kind == KongKind::Added).then_some(tile);
                log.extend([answers(Some((seat.index(), &answer))), to_all(format!("3 {seat} {text}"))]);
            }
            Action::Win { seat, tile } => {
                let points = hand.result.as_ref()?.deltas?;
                let ahead = Seat::ALL.iter().filter(|&&one| points[one] > 0).collect::<Vec<_>>();
                if ahead != [&*seat] || discarded.or(drawn) != Some(*tile) {
                    return None;
                }
                log.push(answers(Some((seat.index(), "HU"))));
                log.push(entry(|p| points.0[p].into(), "finish", &json!({ "action": "HU", "fan": [], "fanCnt": 8 })));
                (outcome, deltas) = (Outcome::Win, Some(points));
            }
            Action::DrawGame => {
                log.extend([answers(None), entry(|_| 0.into(), "finish", &json!({ "action": "HUANG" }))]);
                (outcome, deltas) = (Outcome::Draw, Some(SeatMap([0; 4])));
            }
            _ => return None,
        }
        events.push(Event::from(action));
    }
    let result = Some(HandResult { outcome: Some(outcome), deltas, ..HandResult::default() });
    Some((log.into(), HandLog { dealer: Some(dealer), deal: hand.deal.clone(), events, result, ..HandLog::default() }))
}

fn read(document: &Value) -> Result<GameLog, AdapterError> {
    Ok(super::read(bundled("botzone"), &document.to_string())?.remove(0))
}

/// `CAIPAN_MATCHES` sets the number of matches.
#[test]
fn generated_hands_round_trip() {
    let mut compared = 0;
    for (number, system) in (31..).zip(["beijing", "changsha-a"]) {
        let ruleset = preset(system);
        for log in matches(&ruleset, number, MatchConfig { hands: 2, ..MatchConfig::USUAL }).take(asked(200)) {
            for hand in &log.hands {
                let Some((judged, carried)) = encode(hand) else { continue };
                let document = if compared % 2 == 0 { judged } else { json!({ "initdata": {}, "logs": judged }) };
                let mut back = read(&document).unwrap_or_else(|error| panic!("{error}\n{document}"));
                assert_eq!(back.hands, [carried], "{document}");
                compared += 1;
                // Beijing uses the same tiles and needs no field that the log lacks, so the audit finds no faults.
                if system == "beijing" {
                    system.clone_into(&mut back.rules.system);
                    assert_eq!(faults(&back), Vec::<&str>::new(), "{document}");
                }
            }
        }
    }
    println!("{compared} hands compared");
    assert!(compared > 50, "{compared}");
}

/// There are no Guobiao rules: the log can be converted, but auditing it requires a `--rules` override.
#[test]
fn audit_requires_explicit_rules() {
    let sample = include_bytes!("../../../fixtures/adapters/botzone.json");
    let limits = Limits::default();
    let audited =
        |over: &Override| read_all(sample, InputFormat::Content, over, &limits).map_err(|refusal| refusal.text);
    let refused = audited(&Override::default()).map_or_else(|text| text, |_| panic!("it was taken"));
    for words in ["guobiao", "--rules", "caipan convert"] {
        assert!(refused.en.contains(words), "{}", refused.en);
    }
    assert!(translated(sample, InputFormat::Content, &limits).is_ok());
    assert!(audited(&Override { rules: Some("beijing".to_owned()), ..Override::default() }).is_ok());
}

#[test]
fn rejects_unknown_entries() {
    let right: Value = serde_json::from_slice(include_bytes!("../../../fixtures/adapters/botzone.json")).unwrap();
    for (entry, content, word) in [
        (
            6,
            json!({ "0": "3 1 FLY W1", "1": "3 1 FLY W1", "2": "3 1 FLY W1", "3": "3 1 FLY W1" }),
            "entry 6 is not known",
        ),
        (6, json!({ "0": "3 1 PLAY X9" }), "[tiles]"),
        (6, json!({ "0": "3 1 PENG W1" }), "nothing was discarded"),
        (6, json!({}), "entry 6 is not known"),
    ] {
        let mut wrong = right.clone();
        wrong[entry]["output"]["content"] = content;
        let error = read(&wrong).map_or_else(|error| error, |log| panic!("{word}: {:?}", log.hands));
        assert!(error.text.en.contains(word), "{word}: {}", error.text.en);
    }
    // A truncated log gives an aborted hand.
    let mut cut = right.clone();
    cut.as_array_mut().unwrap().truncate(12);
    let hand = &read(&cut).unwrap().hands[0];
    assert_eq!(hand.result.clone().unwrap_or_default().outcome, Some(Outcome::Aborted));
}
