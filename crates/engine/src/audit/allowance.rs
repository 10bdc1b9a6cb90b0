//! The work that a search of an audit may do, counted and not timed, so that a report is the same on every machine.

use caipan_log::GameLog;

/// The work allowed for any log: enough for the faults of a few hands of usual length.
const BASE: u64 = 1_500_000;

/// The work added for each event of a log.
const EACH_EVENT: u64 = 200;

/// Maximum work of a search.
const MOST: u64 = 2_500_000;

/// Returns the work that one search may do in this log.
pub(super) fn allowance(log: &GameLog) -> u64 {
    let events: usize = log.hands.iter().map(|hand| hand.events.len()).sum();
    BASE.saturating_add(EACH_EVENT.saturating_mul(events as u64)).min(MOST)
}
