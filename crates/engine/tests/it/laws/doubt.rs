//! Doubtful records: a wrongly recorded step moves no points, and one fault hides no other.

use super::{clean, matches_of};
use crate::generate::{preset, presets};
use caipan_engine::audit::{Audit, Finding, Kind, Verdict, audit};
use caipan_engine::report::{Report, report};
use caipan_lab::generate::faults::{Stage, kinds};
use caipan_lab::generate::{MatchConfig, Rng, matches};
use caipan_log::{Action, GameLog, HandLog, KongKind, Payment};
use caipan_tiles::tile::Seat;

pub(super) fn audited(log: &GameLog) -> Audit {
    audit(log).expect("a published preset").1
}

pub(super) fn reported(log: &GameLog) -> Report {
    report(log, "sha256:0").expect("a published preset")
}

pub(super) fn stands<'a>(audit: &'a Audit, code: &'static str) -> impl Iterator<Item = &'a Finding> {
    audit.findings.iter().filter(move |found| found.check.code == code && found.because.is_none())
}

#[test]
fn swapped_events_move_no_points() {
    let mut seen = 0;
    for (at, (ruleset, log)) in clean(8).enumerate() {
        let mut chance = Rng::nth(71, at as u64);
        for _ in 0..4 {
            let mut log = log.clone();
            let index = chance.below(log.hands.len());
            let events = &mut log.hands[index].events;
            if events.len() < 2 {
                continue;
            }
            let place = chance.below(events.len() - 1);
            events.swap(place, place + 1);
            let (audit, report) = (audited(&log), reported(&log));
            let breaches = &audit.hands[index].1.replayed.breaches;
            let own = || breaches.iter().filter(|breach| breach.because.is_none());
            if own().next().is_none() || own().any(|breach| breach.what.is_decided()) {
                continue;
            }
            seen += 1;
            let transfers = &report.hands[index].transfers;
            assert!(transfers.is_empty(), "{}: hand {index}, step {place}: {transfers:?}", ruleset.id());
            let of_money = |found: &&Finding| {
                found.hand == Some(index) && found.check.code.starts_with("A7") && found.kind == Kind::Fault
            };
            let own: Vec<_> = audit.findings.iter().filter(of_money).filter(|found| found.because.is_none()).collect();
            assert!(own.is_empty(), "{}: hand {index}, step {place}: {own:?}", ruleset.id());
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn wrong_payment_hides_no_wrong_cause() {
    let mut seen = 0;
    for id in presets() {
        let (ruleset, logs) = matches_of(id, 6);
        let kind = kinds().find(|kind| kind.code == "A708").expect("a kind of fault");
        for (at, log) in logs.iter().enumerate() {
            let Some((_, bad)) = Stage::of(&ruleset, log).inject(kind, &mut Rng::nth(5, at as u64)) else {
                continue;
            };
            let before = audited(&bad);
            let Some(hand) = stands(&before, "A708").next().and_then(|found| found.hand) else { continue };
            let mut kept = 0;
            for (from, to) in Seat::ALL.into_iter().flat_map(|from| from.others().map(|to| (from, to))) {
                let mut worse = bad.clone();
                let result = worse.hands[hand].result.as_mut().expect("a result with payments");
                let more = Payment { from, to, points: 37, cause: None, at: None };
                result.payments.as_mut().expect("payments").push(more);
                let audit = audited(&worse);
                let of_hand = |code| stands(&audit, code).any(|found| found.hand == Some(hand));
                let wrong = ["A702", "A703", "A704"].into_iter().any(of_hand);
                kept += usize::from(wrong && of_hand("A708"));
            }
            seen += 1;
            // Between two seats whose sum is wrong as well, the wrong cause no longer shows.
            assert!(kept >= 6, "{id}: {kept}");
        }
    }
    assert!(seen > 10, "{seen}");
}

/// A false win explains its payments, whatever value the result claims.
#[test]
fn wrong_value_keeps_false_win_payments_explained() {
    let kind = kinds().find(|kind| kind.code == "A501").expect("a kind of fault");
    let of_money = |audit: &Audit| {
        let primary = audit.findings.iter().filter(|found| found.because.is_none());
        primary.filter(|found| found.check.code.starts_with("A7")).count()
    };
    let mut seen = 0;
    for id in presets() {
        let (ruleset, logs) = matches_of(id, 4);
        for (at, log) in logs.iter().enumerate() {
            let Some((_, mut bad)) = Stage::of(&ruleset, log).inject(kind, &mut Rng::nth(9, at as u64)) else {
                continue;
            };
            let before = audited(&bad);
            let Some(hand) = stands(&before, "A501").next().and_then(|found| found.hand) else { continue };
            let wins = bad.hands[hand].result.iter_mut().flat_map(|result| result.wins.iter_mut().flatten());
            let named = wins.filter(|win| win.patterns.is_some()).filter_map(|win| win.value.as_mut());
            seen += usize::from(named.map(|value| *value += 3).count() > 0);
            assert_eq!(of_money(&audited(&bad)), of_money(&before), "{id}");
        }
    }
    assert!(seen > 10, "{seen}");
}

/// An added kong recorded as concealed.
#[test]
fn wrong_kong_kind_moves_no_points() {
    let mut seen = 0;
    for id in presets() {
        let config = MatchConfig::ALL.iter().find(|(name, _)| *name == "kongs").expect("games with kongs").1;
        for log in matches(&preset(id), 15, config).take(10) {
            let kongs = |hand: &HandLog| {
                hand.events.iter().position(|event| matches!(event.action, Action::Kong { kind: KongKind::Added, .. }))
            };
            let Some((index, at)) = log.hands.iter().enumerate().find_map(|(at, hand)| Some((at, kongs(hand)?))) else {
                continue;
            };
            let mut log = log.clone();
            if let Action::Kong { kind, .. } = &mut log.hands[index].events[at].action {
                *kind = KongKind::Concealed;
            }
            let (audit, report) = (audited(&log), reported(&log));
            assert!(stands(&audit, "A401").any(|found| found.hand == Some(index)), "{id}: {:?}", audit.findings);
            assert!(report.hands[index].transfers.is_empty(), "{id}: {:?}", audit.findings);
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn missing_indicator_leaves_wins_unjudged() {
    for id in ["beijing", "beijing-common"] {
        for mut log in matches_of(id, 12).1 {
            for hand in &mut log.hands {
                (hand.indicator, hand.wall, hand.dice) = (None, None, None);
                hand.events.iter_mut().for_each(|event| event.digest = None);
            }
            let (audit, report) = (audited(&log), reported(&log));
            assert_eq!(audit.verdict(), Verdict::Unverifiable, "{:?}", audit.findings);
            assert!(!audit.findings.iter().any(|found| found.check.code.starts_with("A5")), "{:?}", audit.findings);
            for hand in &report.hands {
                assert_eq!(hand.due_unknown.as_deref(), Some("indicator"));
                assert!(hand.ledger.is_empty() && hand.transfers.is_empty());
            }
        }
    }
}

#[test]
fn guiyang_win_of_nothing_pays_nothing() {
    let mut seen = 0;
    for id in presets().filter(|id| id.starts_with("guiyang")) {
        for log in matches(&preset(id), 35, MatchConfig::default()).take(12) {
            let events = &log.hands[0].events;
            let Some(at) = events.iter().position(|event| matches!(event.action, Action::Win { .. })) else { continue };
            let Some(Action::Discard { seat: own, .. }) = at.checked_sub(1).map(|before| &events[before].action) else {
                continue;
            };
            let (own, mut log) = (*own, log.clone());
            log.hands.truncate(1);
            log.hands[0].events.truncate(at + 1);
            if let Action::Win { seat, .. } = &mut log.hands[0].events[at].action {
                *seat = own;
            }
            let audit = audited(&log);
            assert_eq!(stands(&audit, "A507").count(), 1, "{id}: {:?}", audit.findings);
            assert!(audit.hands[0].1.ledger.lines().is_empty(), "{id}");
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn second_false_win_does_not_raise_a804() {
    let mut seen = 0;
    for (ruleset, log) in clean(6) {
        let events = &log.hands[0].events;
        let Some(at) = events.iter().position(|event| matches!(event.action, Action::Win { .. })) else { continue };
        let Action::Win { seat, tile } = events[at].action else { continue };
        let others = events.iter().filter(|event| matches!(event.action, Action::Win { .. })).count();
        if others > 1 || log.hands[0].result.as_ref().is_none_or(|result| result.wins.is_none()) {
            continue;
        }
        for other in seat.others() {
            let mut log = log.clone();
            log.hands[0].events.insert(at + 1, Action::Win { seat: other, tile }.into());
            let audit = audited(&log);
            let false_win = audit.findings.iter().any(|found| ["A501", "A507"].contains(&found.check.code));
            let named = audit.findings.iter().any(|found| found.check.code == "A804");
            assert!(!(false_win && named), "{}: {:?}", ruleset.id(), audit.findings);
            seen += usize::from(false_win);
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn events_after_all_left_give_one_finding() {
    for (ruleset, mut log) in clean(2) {
        let events = &mut log.hands[0].events;
        if events.len() < 12 {
            continue;
        }
        for seat in Seat::ALL {
            events.insert(8, Action::Leave { seat }.into());
        }
        let audit = audited(&log);
        let after: Vec<_> = stands(&audit, "A003").collect();
        let [after] = after[..] else { panic!("{}: {:?}", ruleset.id(), audit.findings) };
        assert_eq!((after.hand, after.event), (Some(0), Some(12)), "{}", ruleset.id());
    }
}
