//! What poor clients record: the play, the outcome and the point changes, and nothing that would prove them.

use caipan_log::GameLog;

/// The same match without walls, dice of the cut, lost claims, refusals, payments and digests. What is left is still true.
pub fn thin(log: &GameLog) -> GameLog {
    let mut thin = log.clone();
    for hand in &mut thin.hands {
        hand.wall = None;
        hand.dice = None;
        hand.fairness = None;
        for event in &mut hand.events {
            event.claims.clear();
            event.digest = None;
        }
        if let Some(result) = &mut hand.result {
            result.payments = None;
        }
    }
    thin
}
