//! How long the writer waits for logs that are on their way, so that one commit holds more of them.
//!
//! A commit writes every page that it touches, and most that a log touches are touched by the next one too. So logs are announced before
//! they are audited, and the writer stays for them a moment. Where none is announced it does not: a client that sends one log after the
//! other waits for nobody.

use super::desk::{GROUP, Job};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::Receiver;

/// How long somebody who waits for this answer is kept waiting for others, and how long lines of a batch are.
const MOMENT: Duration = Duration::from_millis(10);
const WHILE: Duration = Duration::from_millis(40);
/// How often is looked: to be woken by each log that comes would cost more.
const LOOK: Duration = Duration::from_micros(500);

/// What a log is sent in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentIn {
    /// A request of its own: a client waits for this answer.
    Request,
    /// A batch: nobody waits for the answer to one line.
    Batch,
}

/// How many logs are on their way.
#[derive(Clone, Debug, Default)]
pub(super) struct Road(Arc<AtomicUsize>);

impl Road {
    /// A log sets out.
    pub(super) fn enter(&self) -> Coming {
        self.0.fetch_add(1, Ordering::Relaxed);
        Coming(self.clone())
    }

    fn logs(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Adds to a group what comes while it is worth waiting for.
    pub(super) fn gather(&self, group: &mut Vec<Job>, waiting: &mut Receiver<Job>) {
        self.gather_within(group, waiting, MOMENT, WHILE);
    }

    fn gather_within(
        &self,
        group: &mut Vec<Job>,
        waiting: &mut Receiver<Job>,
        of_request: Duration,
        of_batch: Duration,
    ) {
        let began = Instant::now();
        loop {
            while group.len() < GROUP
                && let Ok(job) = waiting.try_recv()
            {
                group.push(job);
            }
            let is_worth_it = if group.iter().all(|job| job.sent_in == SentIn::Batch) {
                self.logs() > 0 && began.elapsed() < of_batch
            } else {
                // Half are enough: the cores audit the other half meanwhile.
                self.logs() > 2 * group.len() && began.elapsed() < of_request
            };
            if group.len() >= GROUP || !is_worth_it {
                return;
            }
            sleep(LOOK);
        }
    }
}

/// A log that is on its way to the writer, until this is dropped.
#[derive(Debug)]
pub struct Coming(Road);

impl Drop for Coming {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::super::desk::What;
    use super::*;
    use SentIn::{Batch, Request};
    use tokio::sync::{mpsc, oneshot};

    const LONG: Duration = Duration::from_mins(10);

    fn job(sent_in: SentIn) -> Job {
        Job { until: Instant::now() + LONG, what: What::Probe, sent_in, caller: oneshot::channel().0 }
    }

    /// How many a group holds that begins with one, where the others arrive while it waits; `left` of them never do.
    fn gathered(sent_in: SentIn, others: usize, left: usize, patience: Duration) -> usize {
        let road = Road::default();
        let _left: Vec<Coming> = (0..left).map(|_| road.enter()).collect();
        let coming: Vec<Coming> = (0..others).map(|_| road.enter()).collect();
        let (jobs, mut waiting) = mpsc::channel(GROUP);
        let mut group = vec![job(sent_in)];
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for one in coming {
                    jobs.blocking_send(job(sent_in)).expect("somebody gathers");
                    drop(one);
                }
                // Kept until the gathering is over: a closed channel says nothing about it.
                jobs
            });
            road.gather_within(&mut group, &mut waiting, patience, patience);
        });
        group.len()
    }

    #[test]
    fn nobody_waits_where_no_log_is_on_its_way() {
        assert_eq!(gathered(Request, 0, 0, LONG), 1);
        assert_eq!(gathered(Batch, 0, 0, LONG), 1);
    }

    /// A request waits for half of the others, a line of a batch for all of them.
    #[test]
    fn a_group_waits_for_logs_on_their_way() {
        let of_requests = gathered(Request, 60, 0, LONG);
        assert!((20..=61).contains(&of_requests), "{of_requests}");
        assert_eq!(gathered(Batch, 60, 0, LONG), 61);
    }

    /// What never comes is not waited for without end.
    #[test]
    fn a_group_waits_no_longer_than_it_may() {
        assert_eq!(gathered(Request, 0, 9, Duration::from_millis(2)), 1);
        assert_eq!(gathered(Batch, 0, 9, Duration::from_millis(2)), 1);
    }

    #[test]
    fn a_group_has_an_end() {
        assert_eq!(gathered(Batch, GROUP + 20, 0, LONG), GROUP);
    }
}
