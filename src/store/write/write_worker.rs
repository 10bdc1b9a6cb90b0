//! The thread that writes: it takes what is queued, at most 256 rows, and commits it in one transaction.
//!
//! A batch costs one flush to disk, however many rows it has. If the database is locked or unreachable, the whole batch
//! is retried until the deadlines of its callers. If a row fails, the rows are written one by one, so that one bad row
//! does not affect others. Callers are answered only after the commit. If the outcome of a commit is unknown, it is
//! repeated; all commands are idempotent.

use crate::store::db::connection::Conn;
use crate::store::db::data_dir::FileWatch;
use crate::store::db::manager::Manager;
use crate::store::error::StoreError;
use crate::store::model::log::LogToStore;
use crate::store::query::erased::erasures_among;
use crate::store::write::command::{QueuedWrite, WriteCommand, WriteResult};
use crate::store::write::existing_rows::ExistingRows;
use crate::store::write::notifier::Notifier;
use crate::store::write::tenant_sequence::{TenantSequences, WriteCache};
use diesel::r2d2::ManageConnection;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tracing::{Level, Span};

/// Rows per transaction.
const MAX_ROWS: usize = 256;
/// The pause before a retry.
const RETRY_PAUSE: Duration = Duration::from_millis(50);

/// The error of the last commit, if it failed.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastCommit(Arc<Mutex<Option<String>>>);

impl LastCommit {
    pub(crate) fn set(&self, failure: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = failure;
    }

    pub(crate) fn failure(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Executes one command inside the transaction.
pub(crate) type Dispatch =
    Box<dyn Fn(&mut Conn, &mut TenantSequences, &mut ExistingRows, &WriteCommand) -> WriteResult + Send>;

/// The state of the writing thread.
pub(crate) struct WriteWorker {
    pub(crate) manager: Manager,
    pub(crate) conn: Conn,
    pub(crate) watch: FileWatch,
    pub(crate) last: LastCommit,
    pub(crate) notifier: Notifier,
    pub(crate) cache: WriteCache,
    pub(crate) dispatch: Dispatch,
}

impl WriteWorker {
    /// Runs until all senders are dropped.
    pub(crate) fn run(mut self, mut waiting: mpsc::Receiver<QueuedWrite>) {
        let mut batch = Vec::with_capacity(MAX_ROWS);
        while waiting.blocking_recv_many(&mut batch, MAX_ROWS) > 0 {
            while !batch.is_empty() {
                reject_expired(&mut batch);
                self.write(&mut batch);
                if !batch.is_empty() {
                    std::thread::sleep(RETRY_PAUSE);
                }
                while batch.len() < MAX_ROWS
                    && !batch.is_empty()
                    && let Ok(queued) = waiting.try_recv()
                {
                    batch.push(queued);
                }
            }
        }
    }

    /// Writes what it can; on a transient failure the rest stays in `batch`.
    fn write(&mut self, batch: &mut Vec<QueuedWrite>) {
        if batch.is_empty() {
            return;
        }
        match self.commit(batch) {
            Ok(done) => batch.drain(..).zip(done).for_each(|(queued, done)| answer(queued, done)),
            Err(error) if error.is_transient() => {}
            Err(error) => {
                tracing::warn!(%error, rows = batch.len(), "a batch failed; its rows are written one by one");
                let mut left = std::mem::take(batch);
                loop {
                    reject_expired(&mut left);
                    if left.is_empty() {
                        return;
                    }
                    let rest = left.split_off(1);
                    match self.commit(&left) {
                        Ok(done) => left.drain(..).zip(done).for_each(|(queued, done)| answer(queued, done)),
                        // A transient failure affects the other rows too.
                        Err(error) if error.is_transient() => {
                            batch.extend(left.drain(..).chain(rest));
                            return;
                        }
                        Err(error) => {
                            if let Some(queued) = left.pop() {
                                answer(queued, Err(error));
                            }
                        }
                    }
                    left = rest;
                }
            }
        }
    }

    /// Commits a batch, checks that the files were not replaced, and remembers the outcome.
    fn commit(&mut self, batch: &[QueuedWrite]) -> Result<Vec<WriteResult>, StoreError> {
        // They end before the callers are answered.
        let _spans = spans(batch);
        // Drop the cache if the transaction fails, with the rows it created.
        let cache = std::mem::take(&mut self.cache);
        let done = self.watch.check().and_then(|()| self.reconnect()).and_then(|()| {
            self.conn.transaction(|conn| {
                let mut sequences =
                    TenantSequences::lock(conn, batch.iter().filter_map(|queued| queued.command.tenant()))?;
                sequences.cache = cache;
                let logs = batch.iter().filter_map(|queued| queued.command.log());
                let ids: Vec<_> = logs.map(|log| (log.who.tenant, log.row.id.as_str())).collect();
                sequences.gone = erasures_among(conn, &ids)?;
                let mut done = Vec::with_capacity(batch.len());
                // Consecutive logs share their lookups.
                for run in batch.chunk_by(|one, next| one.command.log().is_some() && next.command.log().is_some()) {
                    let logs: Vec<&LogToStore> = run.iter().filter_map(|queued| queued.command.log()).collect();
                    let mut existing = ExistingRows::of(conn, &logs)?;
                    for queued in run {
                        done.push(execute(conn, &mut sequences, &mut existing, &queued.command, &self.dispatch)?);
                    }
                }
                Ok::<_, StoreError>((done, sequences.finish(conn)?, sequences.cache))
            })
        });
        let done = done.and_then(|done| self.watch.check().map(|()| done)).map_err(StoreError::or_transient);
        let done = done.inspect_err(|error| self.watch.record(error));
        match &done {
            Ok(_) => self.last.set(None),
            // An error in one row says nothing about the next write.
            Err(error) if error.is_row_failure() => {}
            Err(error) => self.last.set(Some(error.to_string())),
        }
        done.map(|(done, sequences, cache)| {
            self.cache = cache;
            self.notifier.notify(&sequences);
            done
        })
    }

    /// Replaces a lost connection.
    fn reconnect(&mut self) -> Result<(), StoreError> {
        if self.conn.is_lost() {
            self.conn = self.manager.connect().map_err(|error| StoreError::Away(error.to_string()))?;
        }
        Ok(())
    }
}

/// A span of the transaction in the trace of each command. Without an exporter there are none.
fn spans(batch: &[QueuedWrite]) -> Vec<Span> {
    if !tracing::span_enabled!(Level::DEBUG) {
        return Vec::new();
    }
    let rows = i64::try_from(batch.len()).unwrap_or(i64::MAX);
    batch.iter().map(|queued| tracing::debug_span!(parent: &queued.span, "transaction", rows)).collect()
}

/// Rejects commands whose deadline has passed.
fn reject_expired(batch: &mut Vec<QueuedWrite>) {
    let now = Instant::now();
    for queued in batch.extract_if(.., |queued| queued.until <= now) {
        answer(queued, Err(StoreError::Busy));
    }
}

/// A caller may have gone away; its command is done all the same.
fn answer(queued: QueuedWrite, done: WriteResult) {
    drop(queued.reply.send(done));
}

/// Executes a command. The outer error fails the batch, the inner one only this row.
fn execute(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    existing: &mut ExistingRows,
    command: &WriteCommand,
    dispatch: &Dispatch,
) -> Result<WriteResult, StoreError> {
    // `existing` answers the lookups of a log. Every other command reads rows, so the batch is written first.
    if !matches!(command, WriteCommand::Log(_)) {
        sequences.batch.flush(conn)?;
    }
    match dispatch(conn, sequences, existing, command) {
        Err(error) if error.is_store_failure() => Err(error),
        done => Ok(done),
    }
}
