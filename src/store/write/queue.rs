//! The handle of the one writing thread: what is to be written is handed to it, and its answer waited for.

use crate::store::db::connection::Conn;
use crate::store::db::data_dir::Watch;
use crate::store::db::manager::{Home, Manager};
use crate::store::error::StoreError;
use crate::store::model::log::{Fresh, FreshReport, Kept};
use crate::store::model::tenant::Who;
use crate::store::write::command::{Done, Job, Told, What};
use crate::store::write::notifier::Bell;
use crate::store::write::tenant_sequence::Known;
use crate::store::write::write_worker::{Desk, Dispatch, Last};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout_at;

/// Rows that may wait; a full channel holds callers back.
const WAITING: usize = 1024;
/// How long a caller stays for the answer beyond its time: a commit that has begun is waited for.
const GRACE: Duration = Duration::from_secs(2);

/// The handle of the writing thread; dropping it lets the thread finish what waits.
pub(crate) struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    last: Last,
    bell: Bell,
    manager: Manager,
    patience: Duration,
}

impl Writer {
    /// Starts the thread. A caller waits no longer than `patience`.
    pub(crate) fn start(
        manager: Manager,
        conn: Conn,
        watch: Watch,
        patience: Duration,
        dispatch: Dispatch,
    ) -> Result<Writer, StoreError> {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let last = Last::default();
        let bell = Bell::new();
        let own = manager.clone();
        let (last_told, rung) = (last.clone(), bell.clone());
        let desk = Desk { manager: own, conn, watch, last: last_told, bell: rung, known: Known::default(), dispatch };
        let thread = std::thread::Builder::new().name("store-writer".to_owned()).spawn(move || desk.run(waiting));
        let thread = thread.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread), last, bell, manager, patience })
    }

    pub(crate) async fn put(&self, fresh: Fresh) -> Result<Kept, StoreError> {
        self.submit(fresh, self.patience).await?.kept().await
    }

    pub(crate) async fn submit(&self, fresh: Fresh, patience: Duration) -> Result<Waiting, StoreError> {
        self.hand_in(What::Log(Box::new(fresh)), patience).await
    }

    /// What opens connections that write.
    pub(crate) fn files(&self) -> Option<Manager> {
        matches!(self.manager.home, Home::File(_)).then(|| self.manager.clone())
    }

    pub(crate) fn bell(&self) -> &Bell {
        &self.bell
    }

    pub(crate) async fn put_report(&self, who: Who, report: FreshReport) -> Result<(), StoreError> {
        self.write(What::Report(who, Box::new(report))).await.map(drop)
    }

    /// Whether what is written now would last: the last commit did, or another try does within this time.
    pub(crate) async fn is_well(&self, patience: Duration) -> Result<(), StoreError> {
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

    /// Executes a command, within the timeout of all commands.
    pub(crate) async fn write(&self, what: What) -> Done {
        self.ask(what, self.patience).await
    }

    async fn ask(&self, what: What, patience: Duration) -> Done {
        self.hand_in(what, patience).await?.told().await
    }

    async fn hand_in(&self, what: What, patience: Duration) -> Result<Waiting, StoreError> {
        let (caller, answer) = oneshot::channel();
        let until = Instant::now() + patience;
        let jobs = self.jobs.as_ref().ok_or_else(stopped)?;
        let sent = timeout_at(until.into(), jobs.send(Job { until, what, caller })).await;
        sent.map_err(|_| StoreError::Busy)?.map_err(|_| stopped())?;
        Ok(Waiting { until: until + GRACE, answer })
    }
}

/// Something that was handed to the writer.
pub struct Waiting {
    until: Instant,
    answer: oneshot::Receiver<Done>,
}

impl Waiting {
    /// Which stored log stands for what was handed in. Returns when it is durable.
    pub async fn kept(self) -> Result<Kept, StoreError> {
        match self.told().await? {
            Told::Kept(kept) => Ok(kept),
            _ => Err(wrong_reply()),
        }
    }

    async fn told(self) -> Done {
        let answer = timeout_at(self.until.into(), self.answer).await;
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

pub(crate) fn wrong_reply() -> StoreError {
    StoreError::Unavailable("the writer answered another question".to_owned())
}
