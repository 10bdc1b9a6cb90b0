//! A match in play: after every event the object answers as a report of the log so far does.

use super::{clean, faulty};
use crate::generate::presets;
use caipan_engine::report::{Answer, InPlay, Report, report};
use caipan_lab::generate::part::in_progress;
use caipan_log::{Event, GameLog, Limits, read, read_event, write};
use serde_json::{Value, json};

/// The part of a report that an answer gives.
fn of_last_hand(report: Report) -> Value {
    let last = report.hands.len() - 1;
    let findings: Vec<_> = report.findings.into_iter().filter(|finding| finding.hand == Some(last)).collect();
    let over = report.progress.as_ref().is_none_or(|progress| progress.over);
    let answer = Answer { findings, progress: report.progress, hand: report.hands.into_iter().last().filter(|_| over) };
    json!(answer)
}

fn check(game: &InPlay) {
    let expected = of_last_hand(report(game.log(), "sha256:0").unwrap());
    let events = game.log().hands.last().unwrap().events.len();
    assert_eq!(json!(game.answer()), expected, "{} after {events} events", game.log().id);
}

/// Plays a match event by event and checks the answer to one in `step` of them. Returns the number of checks.
fn played(log: &GameLog, step: usize) -> usize {
    let (mut game, mut count) = (InPlay::of(in_progress(log, 0, 0).unwrap()).unwrap(), 0);
    for (at, hand) in log.hands.iter().enumerate() {
        if at > 0 {
            game.deal(in_progress(log, at, 0).unwrap().hands.pop().unwrap()).unwrap();
            check(&game);
        }
        for (event, number) in hand.events.iter().zip(at..) {
            game.play(event.clone()).unwrap();
            if number % step == 0 || hand.events.len() - (number - at) < 4 {
                check(&game);
                count += 1;
            }
        }
        if let Some(result) = &hand.result {
            game.settle(result.clone()).unwrap();
            check(&game);
        }
    }
    assert_eq!(game.log().hands, log.hands, "{}", log.id);
    count
}

#[test]
fn clean_match_is_answered_as_by_its_report() {
    let count: usize = clean(1).map(|(_, log)| played(&log, 4)).sum();
    assert!(count > 300, "{count}");
}

#[test]
fn faulty_match_is_answered_as_by_its_report() {
    let logs = presets().flat_map(|id| faulty(id, 1).step_by(5));
    let count: usize = logs.map(|log| played(&log, 9)).sum();
    assert!(count > 300, "{count}");
}

/// An event as the writer writes it.
fn written(log: &GameLog, event: &Event) -> String {
    let mut part = in_progress(log, 0, 0).unwrap();
    part.hands[0].events.push(event.clone());
    let document: Value = serde_json::from_str(&write(&part)).unwrap();
    document["hands"][0]["events"][0].to_string()
}

#[test]
fn event_alone_is_read_as_within_its_log() {
    let mut count = 0;
    for (_, log) in clean(1) {
        for event in &log.hands[0].events {
            let text = written(&log, event);
            assert_eq!(&read_event(text.as_bytes(), &log, &Limits::default()).unwrap(), event, "{text}");
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn event_alone_is_refused_as_within_its_log() {
    let (_, log) = clean(1).next().unwrap();
    let part = in_progress(&log, 0, 0).unwrap();
    let cases = [
        r#"{"type":"draw","seat":0}"#,
        r#"{"type":"discard","seat":0}"#,
        r#"{"type":"discard","seat":7,"tile":"1m"}"#,
        r#"{"type":"discard","seat":0,"tile":"0m"}"#,
        r#"{"type":"discard","seat":0,"tile":"1m","from":"head"}"#,
        r#"{"type":"discard","seat":0,"tile":"1m","tile":"2m"}"#,
        r#"{"type":"jump"}"#,
        r#"{"type":"draw_game","ms":null}"#,
        r#"["discard",0,"1m"]"#,
        "7",
    ];
    for text in cases {
        let alone = read_event(text.as_bytes(), &part, &Limits::default()).unwrap_err();
        let mut document: Value = serde_json::from_str(&write(&part)).unwrap();
        document["hands"][0]["events"] = json!(["HERE"]);
        let within = document.to_string().replace("\"HERE\"", text);
        let within = read(within.as_bytes(), &Limits::default()).unwrap_err();
        assert_eq!((alone.code, &alone.en), (within.code, &within.en), "{text}");
        assert_eq!(format!("/hands/0/events/0{}", alone.pointer), within.pointer, "{text}");
    }
    for (text, code) in [("", "empty"), ("{", "truncated"), (r#"{"type":"draw_game"} 1"#, "trailing-text")] {
        let refused = read_event(text.as_bytes(), &part, &Limits::default()).unwrap_err();
        assert_eq!(refused.code, code, "{text}");
    }
    let full = Limits { events: 0, ..Limits::default() };
    assert_eq!(read_event(br#"{"type":"draw_game"}"#, &part, &full).unwrap_err().code, "too-many-events");
}
