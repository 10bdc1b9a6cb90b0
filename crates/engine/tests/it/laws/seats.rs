//! Rotating the seats rotates every payment and finding.
//!
//! In Beijing the seats have names, East to North, and going downstairs waits for North's turn to end. In one hand with
//! a known floor the names mean nothing, so Beijing takes part with matches of one hand.

use super::{clean, faulty};
use caipan_engine::audit::{Audit, Verdict, audit};
use caipan_log::GameLog;
use caipan_tiles::tile::{Seat, SeatMap, Seats};

/// Moves the entries of the seats in use `by` seats further on.
fn turned<T: Clone>(map: &SeatMap<T>, by: usize, seats: Seats) -> SeatMap<T> {
    let from = |seat: Seat| if seats.contains(seat) { seats.after(seat, seats.len() - by) } else { seat };
    SeatMap(Seat::ALL.map(|seat| map[from(seat)].clone()))
}

/// Returns the match with every player `by` seats further on, without the digests, which name seats.
fn rotated(log: &GameLog, by: usize) -> GameLog {
    let mut log = log.clone();
    let seats = log.seats();
    let on = |seat: Seat| seats.after(seat, by);
    log.start.scores = log.start.scores.map(|scores| turned(&scores, by, seats));
    log.start.dealer = log.start.dealer.map(on);
    if log.players.len() == seats.len() {
        log.players.rotate_right(by);
    }
    for hand in &mut log.hands {
        hand.dealer = hand.dealer.map(on);
        hand.piao = hand.piao.map(|picked| turned(&picked, by, seats));
        hand.gu_mai = hand.gu_mai.map(|picked| turned(&picked, by, seats));
        hand.deal = hand.deal.as_ref().map(|deal| turned(deal, by, seats));
        for event in &mut hand.events {
            event.digest = None;
            event.seats_mut().for_each(|seat| *seat = on(*seat));
        }
        if let Some(result) = &mut hand.result {
            result.deltas = result.deltas.map(|deltas| turned(&deltas, by, seats));
            result.scores = result.scores.map(|scores| turned(&scores, by, seats));
            result.next_dealer = result.next_dealer.map(on);
            result.wins.iter_mut().flatten().for_each(|win| win.seat = on(win.seat));
            for payment in result.payments.iter_mut().flatten() {
                (payment.from, payment.to) = (on(payment.from), on(payment.to));
            }
        }
    }
    log
}

/// The findings as sorted text, with seats moved by `by`. The order of two seats may change, and so may the seat of a
/// finding about several payments (A7), which is left out.
fn found(audit: &Audit, by: usize, seats: Seats) -> Vec<String> {
    let mut all: Vec<String> = audit
        .findings
        .iter()
        .map(|found| {
            let of_several = found.check.code.starts_with("A7");
            let seat = found.seat.filter(|_| !of_several).map(|seat| seats.after(seat, by));
            let because = found.because.map(|because| audit.findings[because.0].check.code);
            format!(
                "{} {:?} {:?} {:?} {seat:?} because {because:?}",
                found.check.code, found.kind, found.hand, found.event
            )
        })
        .collect();
    all.sort();
    all
}

fn check(log: &GameLog) {
    let original = audit(&rotated(log, 0)).expect("a published preset").1;
    let (seats, players) = (log.seats(), log.seats().len());
    for by in 1..players {
        let log = rotated(log, by);
        let turned_audit = audit(&log).expect("a published preset").1;
        assert_eq!(found(&original, by, seats), found(&turned_audit, 0, seats), "{} by {by}", log.id);
        for ((_, one), (_, other)) in original.hands.iter().zip(&turned_audit.hands) {
            assert_eq!(turned(&one.ledger.balance(), by, seats), other.ledger.balance(), "{} by {by}", log.id);
            assert_eq!(one.ledger.house(), other.ledger.house());
            let (one, other) = (one.ledger.net(), other.ledger.net());
            for (from, to) in (0..players).flat_map(|from| (0..players).map(move |to| (from, to))) {
                let turned = |seat: usize| Seat::ALL[(seat + by) % players];
                let (one, other) = (one.paid(Seat::ALL[from], Seat::ALL[to]), other.paid(turned(from), turned(to)));
                assert_eq!(one, other, "{} by {by}", log.id);
            }
        }
        let dealers = |audit: &Audit, by: usize| -> Vec<Option<Seat>> {
            audit.hands.iter().map(|(_, hand)| hand.next.map(|next| seats.after(next.seat, by))).collect()
        };
        assert_eq!(dealers(&original, by), dealers(&turned_audit, 0), "{} by {by}", log.id);
    }
}

#[test]
fn rotation_turns_the_payments() {
    let mut checked = 0;
    for (ruleset, mut log) in clean(4) {
        if ruleset.rules.floors().is_some() {
            log.hands.truncate(1);
        }
        assert_eq!(audit(&log).expect("a published preset").1.verdict(), Verdict::Clean);
        check(&log);
        checked += log.hands.len();
    }
    assert!(checked > 60, "{checked}");
}

#[test]
fn rotation_turns_the_findings() {
    let mut checked = 0;
    for (id, hands) in [("changsha-a", 2), ("changsha-b", 2), ("guiyang", 2), ("beijing", 1)] {
        for log in faulty(id, hands) {
            check(&log);
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}
