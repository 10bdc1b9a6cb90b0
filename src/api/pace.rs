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
        let later = extended(until.deadline(), bytes, Instant::now(), self.timeout);
        until.as_mut().reset(later);
    }

    /// The client takes nothing now. Returns true if it is cut off; otherwise the task is woken when it will be.
    pub(super) fn is_too_slow(&mut self, context: &mut Context<'_>) -> bool {
        let until = self.until.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + self.timeout)));
        matches!(until.as_mut().poll(context), Poll::Ready(()))
    }
}

/// The deadline of a client that took these bytes: as much later as they take at the least pace, never beyond the timeout from now.
fn extended(deadline: Instant, bytes: usize, now: Instant, timeout: Duration) -> Instant {
    let gained = Duration::from_secs(u64::try_from(bytes).unwrap_or(u64::MAX)) / FLOOR;
    deadline.checked_add(gained).unwrap_or(deadline).min(now + timeout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;

    const TIMEOUT: Duration = Duration::from_secs(30);

    /// The seconds after which a client is cut off that takes these bytes every ten seconds, up to 10,000.
    fn cut_off_after(bytes: usize) -> Option<u64> {
        let begin = Instant::now();
        let mut deadline = begin + TIMEOUT;
        (1..=1000).map(|turn| turn * 10).find(|&seconds| {
            let now = begin + Duration::from_secs(seconds);
            let is_late = deadline <= now;
            deadline = extended(deadline, bytes, now, TIMEOUT);
            is_late
        })
    }

    #[test]
    fn cuts_off_who_stands_still_or_takes_too_little() {
        assert_eq!(cut_off_after(0), Some(30));
        let slow = cut_off_after(10_000).expect("a thousand bytes a second are too few");
        assert!((40..90).contains(&slow), "{slow}");
        assert_eq!(cut_off_after(50_000), None);
        assert_eq!(cut_off_after(usize::MAX), None);
    }

    #[tokio::test]
    async fn wakes_the_task_of_a_client_that_takes_nothing() {
        let mut patient = Pace::new(TIMEOUT);
        assert!(!poll_fn(|context| Poll::Ready(patient.is_too_slow(context))).await);
        patient.begins();
        assert!(patient.until.is_none());

        let mut hasty = Pace::new(Duration::from_millis(1));
        poll_fn(|context| if hasty.is_too_slow(context) { Poll::Ready(()) } else { Poll::Pending }).await;
    }
}
