//! Permits for work on the processor and for queries: who waits for what, and how long.

use super::audit_watch::{AuditBudget, Waiting};
use super::{App, AppError, AuditWatch, work_threads};
use crate::store::Store;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

/// A document above this size is large. Reading it may take ten times its memory, and an audit in which every event is a
/// fault fifty times.
const LARGE: usize = 512 << 10;
/// A document above this size is worked on while no other large one is. No match is as long.
const HUGE: usize = 1 << 20;
/// Maximum number of large documents that are worked on at once, whatever the number of processors.
pub(super) const LARGE_AT_ONCE: u32 = 2;

/// Work that has a worker, and its turn if its document is large.
pub(super) struct WorkTurn {
    worker: OwnedSemaphorePermit,
    large: Option<OwnedSemaphorePermit>,
}

/// The timeout of a query.
const ANSWER: Duration = Duration::from_secs(10);

impl App {
    /// Runs work on the processor.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        self.work_on(0, self.config.queue_timeout, work).await
    }

    /// Runs work on a document of this many bytes and waits at most `timeout` for a worker. Large documents take turns.
    pub(super) async fn work_on<T: Send + 'static>(
        &self,
        bytes: usize,
        timeout: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        self.audit_on(bytes, timeout, |_| work()).await
    }

    /// Runs work on a document as [`App::work_on`] does, with the watch over its audits.
    pub(super) async fn audit_on<T: Send + 'static>(
        &self,
        bytes: usize,
        timeout: Duration,
        work: impl FnOnce(&AuditWatch) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let turn = self.turn(bytes, timeout).await?;
        self.run(turn, work).await
    }

    /// Waits at most `timeout` for a worker for a document of this many bytes. What the work needs is loaded once it is
    /// its turn, so that requests that wait hold nothing.
    pub(super) async fn turn(&self, bytes: usize, timeout: Duration) -> Result<WorkTurn, AppError> {
        let turns = u32::from(bytes > LARGE) + u32::from(bytes > HUGE) * (LARGE_AT_ONCE - 1);
        let large =
            if turns > 0 { Some(self.acquire(&self.large, turns, "large-worker", timeout).await?) } else { None };
        Ok(WorkTurn { worker: self.acquire(&self.workers, 1, "worker", timeout).await?, large })
    }

    /// Runs work whose turn it is, with the watch over its audits. The work ends early if the future is dropped.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        turn: WorkTurn,
        work: impl FnOnce(&AuditWatch) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let waiting = Waiting(Arc::default());
        let (abandoned, lane) = (Arc::clone(&waiting.0), Arc::clone(&self.long));
        let (budget, stops) = (AuditBudget::of(self.config.audit_timeout), self.metrics.audit_stops());
        // The permits belong to the thread: reading a document goes on if the client goes away.
        let done = work_threads::spawn(move || {
            let WorkTurn { worker, large: _large } = turn;
            let watch = AuditWatch::of_request(budget, abandoned, worker, lane);
            let result = work(&watch);
            if let Some(stopped) = watch.stopped() {
                stops.count(stopped);
            }
            result
        });
        done.await.map_err(|_| AppError::GivenUp)
    }

    /// Runs a query of the store.
    pub(super) async fn query<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Store) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let span = tracing::debug_span!("query");
        let permit = self.acquire(&self.reads, 1, "reader", self.config.queue_timeout).await?;
        let store = Arc::clone(&self.store);
        let asked = spawn_blocking(move || {
            let (_permit, _entered) = (permit, span.entered());
            query(&store).inspect_err(|error| {
                if let AppError::Store(error) = error {
                    store.record_error(error);
                }
            })
        });
        // If the database does not answer, the thread and its permit stay in use, but the caller gets an error.
        let answer = tokio::time::timeout(ANSWER, asked).await.map_err(|_| AppError::Busy)?;
        answer.map_err(|_| AppError::GivenUp)?
    }

    /// Waits for this many permits without holding a thread, counted as waiting for `what`.
    pub(super) async fn acquire(
        &self,
        permits: &Arc<Semaphore>,
        count: u32,
        what: &'static str,
        timeout: Duration,
    ) -> Result<OwnedSemaphorePermit, AppError> {
        if let Ok(permit) = Arc::clone(permits).try_acquire_many_owned(count) {
            return Ok(permit);
        }
        let _waiting = self.metrics.waiting(what);
        let permit = tokio::time::timeout(timeout, Arc::clone(permits).acquire_many_owned(count)).await;
        permit.map_err(|_| AppError::Busy)?.map_err(|_| AppError::Busy)
    }
}
