//! Rotating the seats rotates every payment and finding.
//!
//! In Beijing the seats have names, East to North, and going downstairs waits for North's turn to end. In one hand with
//! a known floor the names mean nothing, so Beijing takes part with matches of one hand.

use super::{clean, faulty};
use caipan_engine::audit::{Audit, Verdict, audit};
use caipan_log::GameLog;
use caipan_tiles::tile::{Seat, SeatMap};

fn turned<T: Clone>(map: &SeatMap<T>, by: usize) -> SeatMap<T> {
    SeatMap(Seat::ALL.map(|seat| map[seat.after(4 - by)].clone()))
}

/// Returns the match with every player `by` seats further on, without the digests, which name seats.
fn rotated(log: &GameLog, by: usize) -> GameLog {
    let mut log = log.clone();
    log.start.scores = log.start.scores.map(|scores| turned(&scores, by));
    log.start.dealer = log.start.dealer.map(|seat| seat.after(by));
    if log.players.len() == 4 {
        log.players.rotate_right(by);
    }
    for hand in &mut log.hands {
        hand.dealer = hand.dealer.map(|seat| seat.after(by));
        hand.deal = hand.deal.as_ref().map(|deal| turned(deal, by));
        for event in &mut hand.events {
            event.digest = None;
            event.claims.iter_mut().for_each(|claim| claim.seat = claim.seat.after(by));
            if let Some(seat) = event.action.seat_mut() {
                *seat = seat.after(by);
            }
        }
        if let Some(result) = &mut hand.result {
            result.deltas = result.deltas.map(|deltas| turned(&deltas, by));
            result.scores = result.scores.map(|scores| turned(&scores, by));
            result.next_dealer = result.next_dealer.map(|seat| seat.after(by));
            result.wins.iter_mut().flatten().for_each(|win| win.seat = win.seat.after(by));
            for payment in result.payments.iter_mut().flatten() {
                (payment.from, payment.to) = (payment.from.after(by), payment.to.after(by));
            }
        }
    }
    log
}

/// The findings as sorted text, with seats moved by `by`. The order of two seats may change, and so may the seat of a
/// finding about several payments (A7), which is left out.
fn found(audit: &Audit, by: usize) -> Vec<String> {
    let mut all: Vec<String> = audit
        .findings
        .iter()
        .map(|found| {
            let of_several = found.check.code.starts_with("A7");
            let seat = found.seat.filter(|_| !of_several).map(|seat| seat.after(by));
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
    for by in 1..4 {
        let log = rotated(log, by);
        let turned_audit = audit(&log).expect("a published preset").1;
        assert_eq!(found(&original, by), found(&turned_audit, 0), "{} by {by}", log.id);
        for ((_, one), (_, other)) in original.hands.iter().zip(&turned_audit.hands) {
            assert_eq!(turned(&SeatMap(one.ledger.balance()), by).0, other.ledger.balance(), "{} by {by}", log.id);
            assert_eq!(one.ledger.house(), other.ledger.house());
            let (one, other) = (one.ledger.net(), other.ledger.net());
            for (from, to) in (0..4).flat_map(|from| (0..4).map(move |to| (from, to))) {
                assert_eq!(one[from][to], other[(from + by) % 4][(to + by) % 4], "{} by {by}", log.id);
            }
        }
        let dealers = |audit: &Audit, by: usize| -> Vec<Option<Seat>> {
            audit.hands.iter().map(|(_, hand)| hand.next.map(|next| next.seat.after(by))).collect()
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
