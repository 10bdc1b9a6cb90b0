//! Cuts a log in time: the record of a match as far as one event.

use caipan_log::GameLog;

/// Returns the record of the match up to this many events of a hand, without the result of the hand and without anything
/// that is known only at the end of the match. `None` if the match has no such hand or the hand fewer events.
#[must_use]
pub fn prefix(log: &GameLog, hand: usize, events: usize) -> Option<GameLog> {
    let mut part = with_result(log, hand, events)?;
    if let Some(last) = part.hands.last_mut() {
        last.result = None;
    }
    Some(part)
}

/// Returns the same record, while the play goes on.
#[must_use]
pub fn in_progress(log: &GameLog, hand: usize, events: usize) -> Option<GameLog> {
    let mut part = prefix(log, hand, events)?;
    if let Some(last) = part.hands.last_mut() {
        last.in_progress = true;
    }
    Some(part)
}

/// Returns the same record with the result that the client claims for the hand.
#[must_use]
pub fn with_result(log: &GameLog, hand: usize, events: usize) -> Option<GameLog> {
    let recorded = log.hands.get(hand).filter(|hand| events <= hand.events.len())?;
    let mut last = recorded.clone();
    last.events.truncate(events);
    let mut part = GameLog { hands: log.hands.iter().take(hand).cloned().collect(), totals: None, ..log.clone() };
    part.hands.push(last);
    part.start.last_hand = None;
    if let Some(between) = &mut part.between {
        between.retain(|between| between.after <= hand);
    }
    Some(part)
}
