//! A hand is judged by what came before it: hands after it change nothing, and told its start it can stand alone.

use super::{clean, faulty, payments, place};
use caipan_engine::audit::{Audit, Verdict, audit};
use caipan_log::{GameLog, Start};

fn audited(log: &GameLog) -> Audit {
    audit(log).expect("a published preset").1
}

/// The first hands alone are found as they are with more hands behind them, clean or faulty.
#[test]
fn later_hands_change_nothing() {
    let mut compared = 0;
    let spoiled = ["changsha-a", "changsha-b", "beijing", "guiyang"].into_iter().flat_map(|id| faulty(id, 3));
    for log in clean(3).map(|(_, log)| log).chain(spoiled) {
        let whole = audited(&log);
        for hands in 1..log.hands.len() {
            let mut shorter = log.clone();
            shorter.hands.truncate(hands);
            let alone = audited(&shorter);
            let first = |audit: &Audit| -> Vec<String> {
                audit.findings.iter().filter(|found| found.hand.is_some_and(|hand| hand < hands)).map(place).collect()
            };
            assert_eq!(first(&whole), first(&alone), "{} of {hands} hands", log.id);
            assert_eq!(whole.hands.len().min(hands), alone.hands.len(), "{}", log.id);
            for hand in 0..alone.hands.len() {
                assert_eq!(payments(&whole, hand), payments(&alone, hand), "{} hand {hand}", log.id);
            }
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// A hand as a match of its own, told who deals, for how many hands in a row, the scores, and whether it is upstairs.
fn alone(log: &GameLog, audit: &Audit, hand: usize) -> Option<GameLog> {
    let (before, _) = audit.hands[hand];
    let scores = match hand.checked_sub(1) {
        None => log.start.scores,
        Some(previous) => log.hands[previous].result.as_ref().and_then(|result| result.scores),
    };
    // A log can say downstairs or one floor up, no more.
    let upstairs = match before.floor {
        None => None,
        Some(floor @ (0 | 1)) => Some(floor == 1),
        Some(_) => return None,
    };
    let start =
        Start { seats: log.start.seats, scores, dealer: Some(before.dealer), dealer_streak: before.streak, upstairs };
    Some(GameLog { start, hands: vec![log.hands[hand].clone()], ..log.clone() })
}

#[test]
fn a_match_is_the_sum_of_its_hands() {
    let mut compared = 0;
    for (_, log) in clean(4) {
        let whole = audited(&log);
        for hand in 0..log.hands.len() {
            let Some(single) = alone(&log, &whole, hand) else { continue };
            let audit = audited(&single);
            assert_eq!(audit.verdict(), Verdict::Clean, "{} hand {hand}: {:#?}", log.id, audit.findings);
            assert_eq!(payments(&whole, hand), payments(&audit, 0), "{} hand {hand}", log.id);
            compared += 1;
        }
    }
    let spoiled = ["changsha-a", "changsha-b", "beijing", "guiyang"].into_iter().flat_map(|id| faulty(id, 2));
    for log in spoiled {
        let whole = audited(&log);
        for hand in 0..whole.hands.len() {
            let Some(single) = alone(&log, &whole, hand) else { continue };
            assert_eq!(payments(&whole, hand), payments(&audited(&single), 0), "{} hand {hand}", log.id);
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}
