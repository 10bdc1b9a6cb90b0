//! The pace at which a client takes an answer. A client that stands still, or takes less than a floor on average, is cut
//! off, because its answer occupies memory meanwhile.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep_until};

/// The least bytes a second.
const FLOOR: u32 = 4096;

/// The pace of one connection.
pub(super) struct Pace {
    timeout: Duration,
    /// The time at which the client is cut off; absent if it keeps up.
    until: Option<Pin<Box<Sleep>>>,
}

impl Pace {
    /// A client may stand still for this time.
    pub(super) fn new(timeout: Duration) -> Pace {
        Pace { timeout, until: None }
    }

    /// The client begins a new request, so it has taken the last answer.
    pub(super) fn begins(&mut self) {
        self.until = None;
    }

    /// The client took these bytes.
    pub(super) fn credit(&mut self, bytes: usize) {
        let Some(until) = &mut self.until else { return };
        let gained = Duration::from_secs(u64::try_from(bytes).unwrap_or(u64::MAX)) / FLOOR;
        let later = until.deadline().checked_add(gained).unwrap_or_else(|| until.deadline());
        until.as_mut().reset(later.min(Instant::now() + self.timeout));
    }

    /// The client takes nothing now. Returns true if it is cut off; otherwise the task is woken when it will be.
    pub(super) fn is_too_slow(&mut self, context: &mut Context<'_>) -> bool {
        let until = self.until.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + self.timeout)));
        matches!(until.as_mut().poll(context), Poll::Ready(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;

    async fn after(pace: &mut Pace, seconds: u64, bytes: usize) -> bool {
        let slow = poll_fn(|context| Poll::Ready(pace.is_too_slow(context))).await;
        tokio::time::advance(Duration::from_secs(seconds)).await;
        pace.credit(bytes);
        slow
    }

    #[tokio::test(start_paused = true)]
    async fn cuts_off_who_stands_still_or_takes_too_little() {
        let mut still = Pace::new(Duration::from_secs(30));
        assert!(!after(&mut still, 31, 0).await);
        assert!(after(&mut still, 0, 0).await);

        let mut slow = Pace::new(Duration::from_secs(30));
        let mut turns = 0;
        while !after(&mut slow, 10, 10_000).await {
            turns += 1;
        }
        assert!((3..9).contains(&turns), "a thousand bytes a second are too few: {turns}");

        let mut steady = Pace::new(Duration::from_secs(30));
        for _ in 0..1000 {
            assert!(!after(&mut steady, 10, 50_000).await);
        }
        steady.begins();
        assert!(!after(&mut steady, 29, 0).await);
    }
}
