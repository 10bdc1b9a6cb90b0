//! The one writing thread: it takes what has gathered in the channel and commits it as one transaction.
//!
//! A group costs one flush to disk however many rows it holds. A group that meets a locked database is tried again whole,
//! and each of its callers waits no longer than it said; one that fails for a row is done again row by row, so that one bad
//! row cannot take others with it. A caller is answered after the commit, never before.

use super::StoreError;
use super::conn::{Conn, Manager};
use super::fresh::{Fresh, FreshReport, Kept};
use super::place::Watch;
use super::write;
use diesel::r2d2::ManageConnection;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout_at;

/// Rows in one transaction at most.
const GROUP: usize = 256;
/// Rows that may wait; a full channel holds callers back.
const WAITING: usize = 1024;
/// How long a caller stays for the answer beyond its time: a commit that has begun is waited for.
const GRACE: Duration = Duration::from_secs(2);

/// Something to write, and the one who waits for it.
struct Job {
    until: Instant,
    what: What,
    caller: oneshot::Sender<Result<Option<Kept>, StoreError>>,
}

enum What {
    Log(Box<Fresh>),
    Report(Box<FreshReport>),
    Probe,
}

/// How the last commit ended: the failure, where it failed.
#[derive(Clone, Debug, Default)]
struct Last(Arc<Mutex<Option<String>>>);

impl Last {
    fn set(&self, failure: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = failure;
    }

    fn failure(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The handle of the writing thread; dropping it lets the thread finish what waits.
pub(super) struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    last: Last,
    patience: Duration,
}

impl Writer {
    /// Starts the thread. A caller waits no longer than `patience`.
    pub(super) fn start(manager: Manager, conn: Conn, watch: Watch, patience: Duration) -> Result<Writer, StoreError> {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let last = Last::default();
        let desk = Desk { manager, conn, watch, last: last.clone() };
        let thread = std::thread::Builder::new().name("store-writer".to_owned()).spawn(move || desk.run(waiting));
        let thread = thread.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread), last, patience })
    }

    pub(super) async fn put(&self, fresh: Fresh) -> Result<Kept, StoreError> {
        let kept = self.ask(What::Log(Box::new(fresh)), self.patience).await?;
        kept.ok_or_else(|| StoreError::Unavailable("a log was answered as a report".to_owned()))
    }

    pub(super) async fn put_report(&self, report: FreshReport) -> Result<(), StoreError> {
        self.ask(What::Report(Box::new(report)), self.patience).await.map(drop)
    }

    /// Whether what is written now would last: the last commit did, or another try does within this time.
    pub(super) async fn is_well(&self, patience: Duration) -> Result<(), StoreError> {
        if self.jobs.as_ref().is_none_or(mpsc::Sender::is_closed) {
            return Err(stopped());
        }
        let Some(failure) = self.last.failure() else { return Ok(()) };
        match self.ask(What::Probe, patience).await {
            Ok(_) => Ok(()),
            Err(StoreError::Busy) => Err(StoreError::Unavailable(failure)),
            Err(error) => Err(error),
        }
    }

    async fn ask(&self, what: What, patience: Duration) -> Result<Option<Kept>, StoreError> {
        let (caller, answer) = oneshot::channel();
        let until = Instant::now() + patience;
        let jobs = self.jobs.as_ref().ok_or_else(stopped)?;
        let sent = timeout_at(until.into(), jobs.send(Job { until, what, caller })).await;
        sent.map_err(|_| StoreError::Busy)?.map_err(|_| stopped())?;
        let answer = timeout_at((until + GRACE).into(), answer).await;
        answer.map_err(|_| StoreError::Busy)?.map_err(|_| stopped())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was already printed; there is nobody left to tell.
            let _ = thread.join();
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Unavailable("the writer has stopped".to_owned())
}

/// What became of a job inside its transaction: what was kept, or a refusal that has nothing to do with other rows.
type Done = Result<Option<Kept>, StoreError>;

/// Where the writing is done.
struct Desk {
    manager: Manager,
    conn: Conn,
    watch: Watch,
    last: Last,
}

impl Desk {
    fn run(mut self, mut waiting: mpsc::Receiver<Job>) {
        let mut group = Vec::with_capacity(GROUP);
        while waiting.blocking_recv_many(&mut group, GROUP) > 0 {
            while !group.is_empty() {
                send_away_late(&mut group);
                self.write(&mut group);
                while group.len() < GROUP
                    && !group.is_empty()
                    && let Ok(job) = waiting.try_recv()
                {
                    group.push(job);
                }
            }
        }
    }

    /// Writes what can be written; what is left meets a locked database.
    fn write(&mut self, group: &mut Vec<Job>) {
        if group.is_empty() {
            return;
        }
        match self.commit(|conn| group.iter().map(|job| do_one(conn, &job.what)).collect::<Result<Vec<Done>, _>>()) {
            Ok(done) => group.drain(..).zip(done).for_each(|(job, done)| answer(job, done)),
            Err(StoreError::Busy) => {}
            Err(error) => {
                tracing::warn!(%error, rows = group.len(), "a group failed; its rows are written one by one");
                let mut left = std::mem::take(group).into_iter();
                while let Some(job) = left.next() {
                    match self.commit(|conn| do_one(conn, &job.what)) {
                        Ok(done) => answer(job, done),
                        // Locked for this row is locked for the rest.
                        Err(StoreError::Busy) => group.extend(std::iter::once(job).chain(left.by_ref())),
                        Err(error) => answer(job, Err(error)),
                    }
                }
            }
        }
    }

    /// A transaction whose end is remembered, in a file that is still there.
    fn commit<T>(&mut self, work: impl FnOnce(&mut Conn) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let done = self.watch.look().and_then(|()| self.mend()).and_then(|()| self.conn.transaction(work));
        let done = done.and_then(|done| self.watch.look().map(|()| done)).map_err(StoreError::or_busy);
        match &done {
            Ok(_) => self.last.set(None),
            // A row that the database refuses says nothing about the next.
            Err(error) if error.is_of_a_row() => {}
            Err(error) => self.last.set(Some(error.to_string())),
        }
        done
    }

    /// A connection that lost its place in a transaction is replaced.
    fn mend(&mut self) -> Result<(), StoreError> {
        if self.conn.is_lost() {
            self.conn = self.manager.connect().map_err(|error| StoreError::Unavailable(error.to_string()))?;
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

/// The outer error is the group's, the inner the row's own.
fn do_one(conn: &mut Conn, what: &What) -> Result<Done, StoreError> {
    let done = match what {
        What::Log(fresh) => write::put(conn, fresh).map(Some),
        What::Report(report) => write::report_again(conn, report).map(|()| None),
        What::Probe => write::probe(conn).map(|()| None),
    };
    match done {
        Err(error) if error.is_of_the_store() => Err(error),
        done => Ok(done),
    }
}
