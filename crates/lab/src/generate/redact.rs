//! Reduces a match to what sparse logs record: play, outcome and point changes, without the fields that prove them.

use caipan_log::GameLog;

/// Returns the match without walls, cut dice, fairness data, lost claims, payments and digests. The rest stays true.
pub fn redact(log: &GameLog) -> GameLog {
    let mut redacted = log.clone();
    for hand in &mut redacted.hands {
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
    redacted
}
