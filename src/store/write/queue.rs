//! The queue in front of the write worker: sends commands to the writing thread and waits for the replies.

use crate::store::db::connection::Conn;
use crate::store::db::data_dir::FileWatch;
use crate::store::db::manager::{Location, Manager};
use crate::store::error::StoreError;
use crate::store::model::log::{Kept, LogToStore, ReportToStore};
use crate::store::model::tenant::Who;
use crate::store::write::command::{QueuedWrite, WriteCommand, WriteReply, WriteResult};
use crate::store::write::notifier::Notifier;
use crate::store::write::tenant_sequence::WriteCache;
use crate::store::write::write_worker::{Dispatch, LastCommit, WriteWorker};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout_at;
use tracing::Span;

/// Commands that may wait; a full queue blocks callers.
const CAPACITY: usize = 1024;
/// The time that a caller waits beyond its deadline for a commit that has begun.
const GRACE: Duration = Duration::from_secs(2);

/// The handle of the writing thread. Dropping it lets the thread finish the queue.
pub(crate) struct Writer {
    sender: Option<mpsc::Sender<QueuedWrite>>,
    thread: Option<JoinHandle<()>>,
    last: LastCommit,
    notifier: Notifier,
    manager: Manager,
    patience: Duration,
}

impl Writer {
    /// Starts the thread. `patience` is the default timeout of a command.
    pub(crate) fn start(
        manager: Manager,
        conn: Conn,
        watch: FileWatch,
        patience: Duration,
        dispatch: Dispatch,
    ) -> Result<Writer, StoreError> {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        let last = LastCommit::default();
        let notifier = Notifier::new();
        let own = manager.clone();
        let (worker_last, worker_notifier) = (last.clone(), notifier.clone());
        let worker = WriteWorker {
            manager: own,
            conn,
            watch,
            last: worker_last,
            notifier: worker_notifier,
            cache: WriteCache::default(),
            dispatch,
        };
        let thread = std::thread::Builder::new().name("store-writer".to_owned()).spawn(move || worker.run(receiver));
        let thread = thread.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Writer { sender: Some(sender), thread: Some(thread), last, notifier, manager, patience })
    }

    pub(crate) async fn put(&self, fresh: LogToStore) -> Result<Kept, StoreError> {
        self.submit(fresh, self.patience).await?.kept().await
    }

    pub(crate) async fn submit(&self, fresh: LogToStore, patience: Duration) -> Result<Waiting, StoreError> {
        self.enqueue(WriteCommand::Log(Box::new(fresh)), patience).await
    }

    /// Opens writing connections to a file; `None` if the database is a server.
    pub(crate) fn files(&self) -> Option<Manager> {
        matches!(self.manager.location, Location::File(_)).then(|| self.manager.clone())
    }

    /// The commands that wait, and the number of those that can.
    pub(crate) fn level(&self) -> (usize, usize) {
        let free = self.sender.as_ref().map_or(CAPACITY, mpsc::Sender::capacity);
        (CAPACITY - free, CAPACITY)
    }

    pub(crate) fn notifier(&self) -> &Notifier {
        &self.notifier
    }

    pub(crate) async fn put_report(&self, who: Who, report: ReportToStore) -> Result<(), StoreError> {
        self.write(WriteCommand::Report(who, Box::new(report))).await.map(drop)
    }

    /// Checks that the last commit succeeded, or that a probe does within `patience`.
    pub(crate) async fn check(&self, patience: Duration) -> Result<(), StoreError> {
        if self.sender.as_ref().is_none_or(mpsc::Sender::is_closed) {
            return Err(stopped());
        }
        let Some(failure) = self.last.failure() else { return Ok(()) };
        match self.ask(WriteCommand::Probe, patience).await {
            Ok(_) => Ok(()),
            Err(StoreError::Busy) => Err(StoreError::Unavailable(failure)),
            Err(error) => Err(error),
        }
    }

    /// Executes a command with the default timeout.
    pub(crate) async fn write(&self, command: WriteCommand) -> WriteResult {
        self.ask(command, self.patience).await
    }

    async fn ask(&self, command: WriteCommand, patience: Duration) -> WriteResult {
        self.enqueue(command, patience).await?.reply().await
    }

    async fn enqueue(&self, command: WriteCommand, patience: Duration) -> Result<Waiting, StoreError> {
        let (reply, answer) = oneshot::channel();
        let until = Instant::now() + patience;
        let sender = self.sender.as_ref().ok_or_else(stopped)?;
        let sent =
            timeout_at(until.into(), sender.send(QueuedWrite { until, command, reply, span: Span::current() })).await;
        sent.map_err(|_| StoreError::Busy)?.map_err(|_| stopped())?;
        Ok(Waiting { until: until + GRACE, answer })
    }
}

/// A log in the queue.
pub struct Waiting {
    until: Instant,
    answer: oneshot::Receiver<WriteResult>,
}

impl Waiting {
    /// The stored log with the content that was submitted. Returns once it is durable.
    pub async fn kept(self) -> Result<Kept, StoreError> {
        match self.reply().await? {
            WriteReply::Kept(kept) => Ok(kept),
            _ => Err(wrong_reply()),
        }
    }

    async fn reply(self) -> WriteResult {
        let answer = timeout_at(self.until.into(), self.answer).await;
        answer.map_err(|_| StoreError::Busy)?.map_err(|_| stopped())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // The panic of the thread was printed already, and nobody is left to tell.
            let _ = thread.join();
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Unavailable("the writer has stopped".to_owned())
}

pub(crate) fn wrong_reply() -> StoreError {
    StoreError::Unavailable("the writer answered another question".to_owned())
}
