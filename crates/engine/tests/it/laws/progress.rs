//! A hand in progress: nothing is said of its end, the next act of an honest match is legal, and a possible win moves what
//! it then moves.

use super::clean;
use caipan_engine::audit::Verdict;
use caipan_engine::report::{ActView, ProgressView, Report, report};
use caipan_lab::generate::part::in_progress;
use caipan_log::{Action, GameLog, Limits, from_text, read, to_text, write};
use caipan_tiles::tile::SeatMap;

fn report_of(log: &GameLog) -> Report {
    report(log, "sha256:0").unwrap()
}

/// The acts by which an event is among those of the view; `None` for an event that is no act of a seat.
fn fits(act: &ActView, action: &Action) -> Option<bool> {
    let tiles = act.tiles.as_deref();
    Some(match action {
        Action::Win { seat, tile } => act.seat == *seat && act.kind == "win" && tiles == Some(&tile.to_string()),
        Action::Discard { seat, tile } => {
            act.seat == *seat && act.kind == "discard" && tiles == Some(&tile.to_string())
        }
        Action::Pung { seat, tile, .. } => act.seat == *seat && act.kind == "pung" && tiles == Some(&tile.to_string()),
        Action::Draw { seat, .. } => act.seat == *seat && act.kind == "draw",
        _ => return None,
    })
}

/// Calls the function with every part of the last hand, its progress and the number of events played.
fn each_part(each: usize, step: usize, mut call: impl FnMut(&GameLog, usize, Report, ProgressView)) {
    for (_, log) in clean(each) {
        let last = log.hands.len() - 1;
        for events in (0..=log.hands[last].events.len()).step_by(step) {
            let report = report_of(&in_progress(&log, last, events).unwrap());
            let progress = report.progress.clone().unwrap();
            call(&log, events, report, progress);
        }
    }
}

#[test]
fn honest_hand_in_progress_is_clean() {
    let mut count = 0;
    each_part(2, 3, |log, events, report, _| {
        assert_eq!(report.verdict, Verdict::Clean, "{} after {events}: {:#?}", log.id, report.findings);
        assert_eq!(report.summary.faults + report.summary.unverifiable, 0);
        count += 1;
    });
    assert!(count > 300, "{count}");
}

#[test]
fn next_act_of_an_honest_match_is_legal() {
    let mut count = 0;
    each_part(3, 2, |log, events, _, progress| {
        let Some(next) = log.hands.last().unwrap().events.get(events).filter(|_| !progress.over) else { return };
        let acts = progress.acts.iter().filter(|act| act.legal);
        let fitting: Option<Vec<bool>> = acts.map(|act| fits(act, &next.action)).collect();
        if let Some(fitting) = fitting {
            assert!(fitting.contains(&true), "{} after {events}: {next:?} {progress:#?}", log.id);
            count += 1;
        }
    });
    assert!(count > 300, "{count}");
}

#[test]
fn possible_win_moves_what_the_win_then_moves() {
    let mut count = 0;
    for (_, log) in clean(12) {
        for (at, hand) in log.hands.iter().enumerate() {
            let won = hand.events.iter().position(|event| matches!(event.action, Action::Win { .. }));
            let others = hand.events.iter().filter(|event| matches!(event.action, Action::Win { .. })).count();
            let Some(events) = won.filter(|_| others == 1 && hand.wall.is_some()) else { continue };
            // A hand that goes on after the win moves more.
            if hand.events.iter().skip(events).any(|event| matches!(event.action, Action::Draw { .. })) {
                continue;
            }
            let report = report_of(&in_progress(&log, at, events).unwrap());
            let progress = report.progress.unwrap();
            let action = &hand.events[events].action;
            let win = progress.acts.iter().find(|act| fits(act, action) == Some(true)).unwrap();
            let due = report_of(&log).hands[at].ledger.iter().fold(SeatMap::<i64>::default(), |mut sum, line| {
                line.to.iter().for_each(|&to| sum[to] += line.points);
                line.from.iter().for_each(|&from| sum[from] -= line.points);
                sum
            });
            let (least, most) = match (&win.gains, &win.between) {
                (Some(gains), None) => (gains.map(), gains.map()),
                (None, Some([least, most])) => (least.map(), most.map()),
                other => panic!("{} hand {at}: {other:?} {win:#?}", log.id),
            };
            for seat in log.seats().iter() {
                let range = least[seat]..=most[seat];
                assert!(range.contains(&due[seat]), "{} hand {at}: {due:?} {win:#?}", log.id);
            }
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn hand_that_is_over_has_its_payments_before_they_are_made() {
    let mut count = 0;
    for (_, log) in clean(4) {
        let last = log.hands.len() - 1;
        let whole = report_of(&log);
        let part = report_of(&in_progress(&log, last, log.hands[last].events.len()).unwrap());
        let progress = part.progress.unwrap();
        assert!(progress.over && progress.due.is_none(), "{}: {progress:?}", log.id);
        assert_eq!(
            serde_json::to_value(&part.hands[last].ledger).unwrap(),
            serde_json::to_value(&whole.hands[last].ledger).unwrap(),
            "{}",
            log.id
        );
        count += 1;
    }
    assert!(count > 20, "{count}");
}

#[test]
fn both_notations_say_that_play_goes_on() {
    let (_, log) = clean(1).next().unwrap();
    let part = in_progress(&log, 0, 5).unwrap();
    let json = write(&part);
    assert!(json.contains("\"in_progress\""), "{json}");
    assert_eq!(read(json.as_bytes(), &Limits::default()).unwrap(), part);
    assert_eq!(from_text(&to_text(&part), &Limits::default()).unwrap(), part);
    let ended = json.replacen("\"in_progress\":true", "\"in_progress\":true,\"match\":{\"totals\":[0,0,0,0]}", 1);
    let refused = read(ended.as_bytes(), &Limits::default()).unwrap_err();
    assert_eq!(refused.code, "misplaced-key");
    assert_eq!(refused.pointer, "/match/totals");
}
