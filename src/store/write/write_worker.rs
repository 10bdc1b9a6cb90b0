//! The thread that writes: it takes what is queued, at most 256 rows, and commits it as one transaction.
//!
//! A group costs one flush to disk however many rows it holds. A group that meets a locked database, or none because its server is
//! gone, is tried again whole, and each of its callers waits no longer than it said; one that fails for a row is done again row by
//! row, so that one bad row cannot take others with it. A caller is answered after the commit, never before. Where nobody knows
//! whether a commit came to its end, it is done again: whatever is done here twice is done once.

use crate::store::db::connection::Conn;
use crate::store::db::data_dir::Watch;
use crate::store::db::manager::Manager;
use crate::store::error::StoreError;
use crate::store::model::log::Fresh;
use crate::store::query::erased::among;
use crate::store::write::command::{Done, Job, What};
use crate::store::write::existing_rows::Seen;
use crate::store::write::notifier::Bell;
use crate::store::write::tenant_sequence::{Heads, Known};
use diesel::r2d2::ManageConnection;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Rows in one transaction at most.
const GROUP: usize = 256;
/// How long after a failure that passes it is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// How the last commit ended: the failure, where it failed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Last(Arc<Mutex<Option<String>>>);

impl Last {
    pub(crate) fn set(&self, failure: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = failure;
    }

    pub(crate) fn failure(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Executes one command inside the transaction. The outer error fails the transaction, the inner one only this command.
pub(crate) type Dispatch = Box<dyn Fn(&mut Conn, &mut Heads, &mut Seen, &What) -> Done + Send>;

/// Where the writing is done.
pub(crate) struct Desk {
    pub(crate) manager: Manager,
    pub(crate) conn: Conn,
    pub(crate) watch: Watch,
    pub(crate) last: Last,
    pub(crate) bell: Bell,
    pub(crate) known: Known,
    pub(crate) dispatch: Dispatch,
}

impl Desk {
    /// Until nobody can hand in anything any more.
    pub(crate) fn run(mut self, mut waiting: mpsc::Receiver<Job>) {
        let mut group = Vec::with_capacity(GROUP);
        while waiting.blocking_recv_many(&mut group, GROUP) > 0 {
            while !group.is_empty() {
                send_away_late(&mut group);
                self.write(&mut group);
                if !group.is_empty() {
                    std::thread::sleep(PAUSE);
                }
                while group.len() < GROUP
                    && !group.is_empty()
                    && let Ok(job) = waiting.try_recv()
                {
                    group.push(job);
                }
            }
        }
    }

    /// Writes what can be written; what is left meets a failure that passes.
    fn write(&mut self, group: &mut Vec<Job>) {
        if group.is_empty() {
            return;
        }
        match self.commit(group) {
            Ok(done) => group.drain(..).zip(done).for_each(|(job, done)| answer(job, done)),
            Err(error) if error.is_passing() => {}
            Err(error) => {
                tracing::warn!(%error, rows = group.len(), "a group failed; its rows are written one by one");
                let mut left = std::mem::take(group);
                loop {
                    send_away_late(&mut left);
                    if left.is_empty() {
                        return;
                    }
                    let rest = left.split_off(1);
                    match self.commit(&left) {
                        Ok(done) => left.drain(..).zip(done).for_each(|(job, done)| answer(job, done)),
                        // What stops this row stops the rest.
                        Err(error) if error.is_passing() => {
                            group.extend(left.drain(..).chain(rest));
                            return;
                        }
                        Err(error) => {
                            if let Some(job) = left.pop() {
                                answer(job, Err(error));
                            }
                        }
                    }
                    left = rest;
                }
            }
        }
    }

    /// A transaction whose end is remembered, in a file that is still there.
    fn commit(&mut self, jobs: &[Job]) -> Result<Vec<Done>, StoreError> {
        // Those that a failed transaction made are forgotten with it.
        let known = std::mem::take(&mut self.known);
        let done = self.watch.look().and_then(|()| self.mend()).and_then(|()| {
            self.conn.transaction(|conn| {
                let mut heads = Heads::take(conn, jobs.iter().filter_map(|job| job.what.tenant()))?;
                heads.known = known;
                let logs = jobs.iter().filter_map(|job| job.what.log());
                let ids: Vec<_> = logs.map(|log| (log.who.tenant, log.id.as_str())).collect();
                heads.gone = among(conn, &ids)?;
                let mut done = Vec::with_capacity(jobs.len());
                // Logs that stand together are asked for together.
                for run in jobs.chunk_by(|one, next| one.what.log().is_some() && next.what.log().is_some()) {
                    let logs: Vec<&Fresh> = run.iter().filter_map(|job| job.what.log()).collect();
                    let mut seen = Seen::of(conn, &logs)?;
                    for job in run {
                        done.push(do_one(conn, &mut heads, &mut seen, &job.what, &self.dispatch)?);
                    }
                }
                Ok::<_, StoreError>((done, heads.write(conn)?, heads.known))
            })
        });
        let done = done.and_then(|done| self.watch.look().map(|()| done)).map_err(StoreError::or_passing);
        let done = done.inspect_err(|error| self.watch.met(error));
        match &done {
            Ok(_) => self.last.set(None),
            // A row that the database refuses says nothing about the next.
            Err(error) if error.is_of_a_row() => {}
            Err(error) => self.last.set(Some(error.to_string())),
        }
        done.map(|(done, heads, known)| {
            self.known = known;
            self.bell.ring(&heads);
            done
        })
    }

    /// A connection that lost its place in a transaction is replaced.
    fn mend(&mut self) -> Result<(), StoreError> {
        if self.conn.is_lost() {
            self.conn = self.manager.connect().map_err(|error| StoreError::Away(error.to_string()))?;
        }
        Ok(())
    }
}

/// Answers those who would wait too long.
fn send_away_late(group: &mut Vec<Job>) {
    let now = Instant::now();
    for job in group.extract_if(.., |job| job.until <= now) {
        answer(job, Err(StoreError::Busy));
    }
}

/// A caller who has gone away is not an error: what was asked is done.
fn answer(job: Job, done: Done) {
    drop(job.caller.send(done));
}

/// The outer error fails the batch, the inner one only this row.
fn do_one(
    conn: &mut Conn,
    heads: &mut Heads,
    seen: &mut Seen,
    what: &What,
    dispatch: &Dispatch,
) -> Result<Done, StoreError> {
    // `seen` answers the questions of a log; every other command reads the rows, so they are written first.
    if !matches!(what, What::Log(_)) {
        heads.pending.flush(conn)?;
    }
    match dispatch(conn, heads, seen, what) {
        Err(error) if error.is_of_the_store() => Err(error),
        done => Ok(done),
    }
}
