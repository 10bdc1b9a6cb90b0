//! Hands are independent: later hands change no finding, and a hand with its start recorded can be audited alone.

use super::{clean, faulty, payments, place};
use caipan_engine::audit::{Audit, Verdict, audit};
use caipan_log::{GameLog, Start};

fn audited(log: &GameLog) -> Audit {
    audit(log).expect("a published preset").1
}

/// Findings and payments of the first hands equal those of the longer match, clean or faulty.
#[test]
fn later_hands_change_nothing() {
    let mut compared = 0;
    let faulty_logs = ["changsha-a", "changsha-b", "beijing", "guiyang"].into_iter().flat_map(|id| faulty(id, 3));
    for log in clean(3).map(|(_, log)| log).chain(faulty_logs) {
        let full = audited(&log);
        // That two hands stand in each other's place shows only once both are there.
        if full.findings.iter().any(|found| found.check.code == "A808") {
            continue;
        }
        for hands in 1..log.hands.len() {
            let mut shorter = log.clone();
            shorter.hands.truncate(hands);
            let alone = audited(&shorter);
            let first = |audit: &Audit| -> Vec<String> {
                audit.findings.iter().filter(|found| found.hand.is_some_and(|hand| hand < hands)).map(place).collect()
            };
            assert_eq!(first(&full), first(&alone), "{} of {hands} hands", log.id);
            assert_eq!(full.hands.len().min(hands), alone.hands.len(), "{}", log.id);
            for hand in 0..alone.hands.len() {
                assert_eq!(payments(&full, hand), payments(&alone, hand), "{} hand {hand}", log.id);
            }
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Builds a match of one hand that starts with its dealer, dealer streak, scores and floor; `None` where a log cannot
/// state the floor.
fn single_hand(log: &GameLog, audit: &Audit, hand: usize) -> Option<GameLog> {
    let (before, _) = audit.hands[hand];
    let scores = match hand.checked_sub(1) {
        None => log.start.scores,
        Some(previous) => log.hands[previous].result.as_ref().and_then(|result| result.scores),
    };
    // A log states only downstairs or one floor up.
    let upstairs = match before.floor {
        None => None,
        Some(floor @ (0 | 1)) => Some(floor == 1),
        Some(_) => return None,
    };
    let start = Start {
        seats: log.start.seats,
        scores,
        dealer: Some(before.dealer),
        dealer_streak: before.streak,
        upstairs,
        ..log.start.clone()
    };
    Some(GameLog { start, hands: vec![log.hands[hand].clone()], ..log.clone() })
}

#[test]
fn match_is_the_sum_of_its_hands() {
    let mut compared = 0;
    for (_, log) in clean(4) {
        let full = audited(&log);
        for hand in 0..log.hands.len() {
            let Some(single) = single_hand(&log, &full, hand) else { continue };
            let audit = audited(&single);
            assert_eq!(audit.verdict(), Verdict::Clean, "{} hand {hand}: {:#?}", log.id, audit.findings);
            assert_eq!(payments(&full, hand), payments(&audit, 0), "{} hand {hand}", log.id);
            compared += 1;
        }
    }
    let faulty_logs = ["changsha-a", "changsha-b", "beijing", "guiyang"].into_iter().flat_map(|id| faulty(id, 2));
    for log in faulty_logs {
        let full = audited(&log);
        for hand in 0..full.hands.len() {
            let Some(single) = single_hand(&log, &full, hand) else { continue };
            assert_eq!(payments(&full, hand), payments(&audited(&single), 0), "{} hand {hand}", log.id);
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}
