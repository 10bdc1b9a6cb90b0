//! The lane of long audits: they go on beside the workers, so that a few of them do not hold every worker. What a long
//! audit is, is left to `audit_watch`.

use prometheus_client::metrics::gauge::Gauge;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time after which a waiting audit looks again whether its client is still there.
const LOOK: Duration = Duration::from_millis(50);

/// Why an audit got no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotEntered {
    /// Nobody waits for it any more.
    Abandoned,
    /// Too many wait already, or it waited too long.
    Full,
}

/// The lane of long audits: some run at once, a few wait, and further ones are refused.
#[derive(Debug)]
pub(super) struct LongLane {
    places: usize,
    timeout: Duration,
    state: Mutex<LaneState>,
    freed: Condvar,
    /// The number of waiting audits, for operators.
    waiting: Gauge,
}

#[derive(Debug, Default)]
struct LaneState {
    taken: usize,
    waiting: usize,
}

/// A place in the lane, released when dropped.
#[derive(Debug)]
pub(super) struct LanePlace(Arc<LongLane>);

impl LongLane {
    /// The lane beside this many workers: half as many audits at once, at least one. An audit waits at most `timeout` for
    /// its turn.
    pub(super) fn beside(workers: usize, timeout: Duration, waiting: Gauge) -> LongLane {
        let places = (workers / 2).max(1);
        LongLane { places, timeout, state: Mutex::default(), freed: Condvar::new(), waiting }
    }

    /// Waits for a place.
    pub(super) fn enter(self: Arc<LongLane>, abandoned: &AtomicBool) -> Result<LanePlace, NotEntered> {
        let began = Instant::now();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Each waiting audit keeps its thread and its memory.
        if state.taken >= self.places && state.waiting >= 2 * self.places {
            return Err(NotEntered::Full);
        }
        state.waiting += 1;
        self.waiting.inc();
        let refused = loop {
            if abandoned.load(Ordering::Relaxed) {
                break Some(NotEntered::Abandoned);
            }
            if state.taken < self.places {
                break None;
            }
            if began.elapsed() > self.timeout {
                break Some(NotEntered::Full);
            }
            state = self.freed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        };
        state.waiting -= 1;
        self.waiting.dec();
        if let Some(refused) = refused {
            return Err(refused);
        }
        state.taken += 1;
        drop(state);
        Ok(LanePlace(self))
    }
}

impl Drop for LanePlace {
    fn drop(&mut self) {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner).taken -= 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lane_takes_half_as_many_as_there_are_workers() {
        for (workers, places) in [(1, 1), (2, 1), (3, 1), (8, 4)] {
            let lane = Arc::new(LongLane::beside(workers, Duration::ZERO, Gauge::default()));
            let enter = || Arc::clone(&lane).enter(&AtomicBool::new(false));
            let mut taken: Vec<LanePlace> = (0..places).map(|_| enter().expect("a place")).collect();
            assert_eq!(enter().err(), Some(NotEntered::Full), "{workers} workers");
            assert_eq!(Arc::clone(&lane).enter(&AtomicBool::new(true)).err(), Some(NotEntered::Abandoned));
            taken.pop();
            assert!(enter().is_ok(), "a place is released");
        }
    }
}
