//! Incomplete logs: a hand without events cannot be verified, and a win missing from the events hides no theft.

use super::doubt::{audited, reported, stands};
use super::second::{changed, winner_and_loser};
use super::thefts::{STOLEN, take};
use caipan_engine::audit::Verdict;
use caipan_log::{Action, HandLog, Outcome};

/// Removes the only win from the events of a hand.
fn remove_win(hand: &mut HandLog) -> bool {
    let is_win = |action: &Action| matches!(action, Action::Win { .. });
    let wins: Vec<usize> = (0..hand.events.len()).filter(|&at| is_win(&hand.events[at].action)).collect();
    let [at] = wins[..] else { return false };
    // Only birds and flips may follow the win; otherwise play would go on.
    let turned = |action: &Action| matches!(action, Action::Birds { .. } | Action::Flip { .. });
    if hand.events[at + 1..].iter().any(|event| !turned(&event.action)) {
        return false;
    }
    hand.events.remove(at);
    true
}

#[test]
fn hand_without_events_cannot_be_verified() {
    let mut seen = 0;
    let emptied = |hand: &mut HandLog, _: &mut _| {
        let played =
            !hand.events.is_empty() && hand.result.as_ref().is_some_and(|of| of.outcome != Some(Outcome::Aborted));
        hand.events.clear();
        played
    };
    for (mut log, at) in changed(8, emptied) {
        log.hands.truncate(at + 1);
        let audit = audited(&log);
        if audit.hands[at].1.replayed.breaches.iter().any(|breach| breach.event.is_none() && breach.what.is_decided()) {
            // Four wild tiles win automatically as dealt.
            continue;
        }
        seen += 1;
        assert_eq!(stands(&audit, "A009").count(), 1, "{}: {:?}", log.id, audit.findings);
        assert_eq!(audit.verdict(), Verdict::Unverifiable, "{}: {:?}", log.id, audit.findings);
        assert!(reported(&log).hands[at].transfers.is_empty(), "{}", log.id);
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn theft_beside_missing_win_is_found() {
    let (mut shown, mut thefts, mut open) = (0, 0, 0);
    for (mut log, at) in changed(16, |hand, _| remove_win(hand)) {
        log.hands.truncate(at + 1);
        let alone = audited(&log);
        let money = |code: &str| code.starts_with("A7");
        let own = alone.findings.iter().find(|found| found.because.is_none() && money(found.check.code));
        assert!(own.is_none(), "{}: {own:?}", log.id);
        // Where the record shows nothing after the win, play may have gone on and ended otherwise.
        let shows_end = matches!(
            log.hands[at].events.last().map(|event| &event.action),
            Some(Action::Birds { .. } | Action::Flip { .. })
        );
        let Some(result) = &mut log.hands[at].result else { continue };
        result.scores = None;
        let Some((winner, loser)) = winner_and_loser(result) else { continue };
        if result.payments.is_none() || !take(result, loser, winner, true) {
            continue;
        }
        *(if shows_end { &mut shown } else { &mut open }) += 1;
        let report = reported(&log);
        assert!(report.hands[at].transfers.is_empty(), "{}: {:?}", log.id, report.findings);
        let found = report.findings.iter().find(|found| found.because.is_none() && money(&found.code));
        let Some(found) = found else {
            let unverifiable = report.findings.iter().any(|found| found.code == "A709");
            assert!(unverifiable, "{}: {:?}", log.id, report.findings);
            continue;
        };
        let amounts = found.claimed.as_ref().zip(found.computed.as_ref());
        let (claimed, due) =
            amounts.map(|(claimed, due)| (claimed.parse::<i64>(), due.parse::<i64>())).expect("amounts");
        assert_eq!((claimed.expect("points") - due.expect("points")).abs(), STOLEN, "{}: {}", log.id, found.message.en);
        thefts += usize::from(shows_end);
    }
    assert!(shown > 30 && thefts * 3 > shown * 2, "{thefts} of {shown}");
    assert!(open > 30, "{open}");
}
