//! Waits for locks that the busy timeout of SQLite does not cover. The switch of a new file to WAL and the first
//! statements on its schema fail at once while another process does the same.

use crate::store::error::StoreError;
use std::time::{Duration, Instant};

/// The pause between two attempts.
pub(crate) const LOCK_PAUSE: Duration = Duration::from_millis(100);
/// Attempts end after this time. One attempt may take as long itself, if the busy timeout applies.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);

/// Repeats `attempt` while other processes lock the database, or while it cannot be reached.
pub(crate) fn when_unlocked<T>(mut attempt: impl FnMut() -> Result<T, StoreError>) -> Result<T, StoreError> {
    let start = Instant::now();
    loop {
        match attempt().map_err(StoreError::or_transient) {
            Err(error) if (error.is_lock() || error.is_transient()) && start.elapsed() < LOCK_PATIENCE => {
                std::thread::sleep(LOCK_PAUSE);
            }
            ended => return ended,
        }
    }
}
