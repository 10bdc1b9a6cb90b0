//! The handle of the one writing thread: what is to be written is handed to it, and its answer waited for.

use super::StoreError;
use super::bell::Bell;
use super::conn::{Conn, Home, Manager};
use super::desk::{Desk, Done, Job, Last, Told, What};
use super::fresh::{Fresh, FreshReport, Kept};
use super::heads::Known;
use super::job_order::{JobOrder, JobRow};
use super::keys::{FreshKey, KeyRow, Revocation, Who};
use super::marks::ReadMarks;
use super::place::Watch;
use super::ruling::{FreshRuling, RulingRow};
use super::settings::{FreshSetting, SettingDone};
use super::webhooks::{Progress, WebhookChange, WebhookRow};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout_at;

/// Rows that may wait; a full channel holds callers back.
const WAITING: usize = 1024;
/// How long a caller stays for the answer beyond its time: a commit that has begun is waited for.
const GRACE: Duration = Duration::from_secs(2);

/// The handle of the writing thread; dropping it lets the thread finish what waits.
pub(super) struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    last: Last,
    bell: Bell,
    manager: Manager,
    patience: Duration,
}

impl Writer {
    /// Starts the thread. A caller waits no longer than `patience`.
    pub(super) fn start(
        manager: Manager,
        conn: Conn,
        watch: Watch,
        patience: Duration,
        read_marks: ReadMarks,
    ) -> Result<Writer, StoreError> {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let last = Last::default();
        let bell = Bell::new();
        let own = manager.clone();
        let (last_told, rung) = (last.clone(), bell.clone());
        let desk = Desk { manager: own, conn, watch, last: last_told, bell: rung, known: Known::default(), read_marks };
        let thread = std::thread::Builder::new().name("store-writer".to_owned()).spawn(move || desk.run(waiting));
        let thread = thread.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread), last, bell, manager, patience })
    }

    pub(super) async fn put(&self, fresh: Fresh) -> Result<Kept, StoreError> {
        self.submit(fresh, self.patience).await?.kept().await
    }

    pub(super) async fn submit(&self, fresh: Fresh, patience: Duration) -> Result<Waiting, StoreError> {
        self.hand_in(What::Log(Box::new(fresh)), patience).await
    }

    /// What opens connections that write.
    pub(super) fn files(&self) -> Option<Manager> {
        matches!(self.manager.home, Home::File(_)).then(|| self.manager.clone())
    }

    pub(super) fn bell(&self) -> &Bell {
        &self.bell
    }

    pub(super) async fn put_report(&self, who: Who, report: FreshReport) -> Result<(), StoreError> {
        self.ask(What::Report(who, Box::new(report)), self.patience).await.map(drop)
    }

    pub(super) async fn make_key(&self, fresh: FreshKey) -> Result<KeyRow, StoreError> {
        self.key(What::NewKey(Box::new(fresh))).await
    }

    pub(super) async fn revoke(&self, revocation: Revocation) -> Result<KeyRow, StoreError> {
        self.key(What::Revocation(Box::new(revocation))).await
    }

    pub(super) async fn set(&self, fresh: FreshSetting) -> Result<SettingDone, StoreError> {
        match self.ask(What::Setting(Box::new(fresh)), self.patience).await? {
            Told::Setting(done) => Ok(*done),
            _ => Err(confused()),
        }
    }

    pub(super) async fn rule(&self, fresh: FreshRuling) -> Result<(RulingRow, bool), StoreError> {
        match self.ask(What::Ruling(Box::new(fresh)), self.patience).await? {
            Told::Ruling(row, created) => Ok((*row, created)),
            _ => Err(confused()),
        }
    }

    pub(super) async fn webhook(&self, change: WebhookChange) -> Result<WebhookRow, StoreError> {
        match self.ask(What::Webhook(Box::new(change)), self.patience).await? {
            Told::Webhooks(rows) => rows.into_iter().next().ok_or_else(confused),
            _ => Err(confused()),
        }
    }

    pub(super) async fn claim_webhooks(
        &self,
        wanted: Vec<i64>,
        lease: i64,
        now: i64,
        until: i64,
    ) -> Result<Vec<WebhookRow>, StoreError> {
        match self.ask(What::Claim { wanted, lease, now, until }, self.patience).await? {
            Told::Webhooks(rows) => Ok(rows),
            _ => Err(confused()),
        }
    }

    pub(super) async fn webhook_progress(&self, progress: Progress) -> Result<bool, StoreError> {
        match self.ask(What::Progress(Box::new(progress)), self.patience).await? {
            Told::Held(held) => Ok(held),
            _ => Err(confused()),
        }
    }

    pub(super) async fn job(&self, order: JobOrder) -> Result<Option<JobRow>, StoreError> {
        match self.ask(What::Job(Box::new(order)), self.patience).await? {
            Told::Job(row) => Ok(row.map(|row| *row)),
            _ => Err(confused()),
        }
    }

    async fn key(&self, what: What) -> Result<KeyRow, StoreError> {
        match self.ask(what, self.patience).await? {
            Told::Key(key) => Ok(*key),
            _ => Err(confused()),
        }
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
            _ => Err(confused()),
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

fn confused() -> StoreError {
    StoreError::Unavailable("the writer answered another question".to_owned())
}
