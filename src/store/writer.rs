//! The one writing thread: it takes what has gathered in the channel and commits it as one transaction.
//!
//! A group costs one flush to disk however many rows it holds. A group that meets a locked database, or none because its server is
//! gone, is tried again whole, and each of its callers waits no longer than it said; one that fails for a row is done again row by
//! row, so that one bad row cannot take others with it. A caller is answered after the commit, never before. Where nobody knows
//! whether a commit came to its end, it is done again: whatever is done here twice is done once.

use super::StoreError;
use super::bell::Bell;
use super::conn::{Conn, Home, Manager};
use super::fresh::{Fresh, FreshReport, Kept};
use super::heads::{Heads, Known};
use super::job_order::{JobOrder, JobRow};
use super::keys::{self, FreshKey, KeyRow, Revocation, Tenant, Who};
use super::place::Watch;
use super::ruling::{FreshRuling, RulingRow};
use super::seen::Seen;
use super::settings::{self, FreshSetting, SettingDone};
use super::webhooks::{Progress, WebhookChange, WebhookRow};
use super::{erase, job_queue, rulings, webhooks, write};
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
/// How long after a failure that passes it is tried again.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a caller stays for the answer beyond its time: a commit that has begun is waited for.
const GRACE: Duration = Duration::from_secs(2);

/// Something to write, and the one who waits for it.
struct Job {
    until: Instant,
    what: What,
    caller: oneshot::Sender<Done>,
}

enum What {
    Log(Box<Fresh>),
    Report(Who, Box<FreshReport>),
    NewKey(Box<FreshKey>),
    Revocation(Box<Revocation>),
    Setting(Box<FreshSetting>),
    Ruling(Box<FreshRuling>),
    Webhook(Box<WebhookChange>),
    Claim { wanted: Vec<i64>, lease: i64, now: i64, until: i64 },
    Progress(Box<Progress>),
    Job(Box<JobOrder>),
    Probe,
}

impl What {
    /// Whose place it takes, where that is known before it is done.
    fn tenant(&self) -> Option<Tenant> {
        match self {
            What::Log(fresh) => Some(fresh.who.tenant),
            What::Report(who, _) => Some(who.tenant),
            What::Setting(fresh) => Some(fresh.who.tenant),
            What::Ruling(fresh) => Some(fresh.who.tenant),
            What::Webhook(change) => Some(change.who.tenant),
            What::Job(order) => order.tenant(),
            What::NewKey(_) | What::Revocation(_) | What::Claim { .. } | What::Progress(_) | What::Probe => None,
        }
    }
}

impl What {
    /// The log that it stores.
    fn log(&self) -> Option<&Fresh> {
        match self {
            What::Log(fresh) => Some(fresh),
            _ => None,
        }
    }
}

/// What there is to tell of it.
enum Told {
    Kept(Kept),
    Key(Box<KeyRow>),
    Setting(Box<SettingDone>),
    Ruling(Box<RulingRow>, bool),
    Webhooks(Vec<WebhookRow>),
    Held(bool),
    Job(Option<Box<JobRow>>),
    Done,
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
    bell: Bell,
    manager: Manager,
    patience: Duration,
}

impl Writer {
    /// Starts the thread. A caller waits no longer than `patience`.
    pub(super) fn start(manager: Manager, conn: Conn, watch: Watch, patience: Duration) -> Result<Writer, StoreError> {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let last = Last::default();
        let bell = Bell::new();
        let own = manager.clone();
        let desk =
            Desk { manager: own, conn, watch, last: last.clone(), bell: bell.clone(), known: Known::default() };
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

/// What became of a job inside its transaction: what there is to tell, or a refusal that has nothing to do with other rows.
type Done = Result<Told, StoreError>;

/// Where the writing is done.
struct Desk {
    manager: Manager,
    conn: Conn,
    watch: Watch,
    last: Last,
    bell: Bell,
    known: Known,
}

impl Desk {
    fn run(mut self, mut waiting: mpsc::Receiver<Job>) {
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
                heads.gone = erase::among(conn, &ids)?;
                let mut done = Vec::with_capacity(jobs.len());
                // Logs that stand together are asked for together.
                for run in jobs.chunk_by(|one, next| one.what.log().is_some() && next.what.log().is_some()) {
                    let logs: Vec<&Fresh> = run.iter().filter_map(|job| job.what.log()).collect();
                    let mut seen = Seen::of(conn, &logs)?;
                    for job in run {
                        done.push(do_one(conn, &mut heads, &mut seen, &job.what)?);
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

/// The outer error is the group's, the inner the row's own.
fn do_one(conn: &mut Conn, heads: &mut Heads, seen: &mut Seen, what: &What) -> Result<Done, StoreError> {
    // What a log asks of those before it stands in `seen`; whatever else may ask, finds it written.
    if !matches!(what, What::Log(_)) {
        heads.pending.flush(conn)?;
    }
    let done = match what {
        What::Log(fresh) => write::put(conn, heads, seen, fresh).map(Told::Kept),
        What::Report(who, report) => write::report_again(conn, heads, *who, report).map(|()| Told::Done),
        What::NewKey(fresh) => keys::make(conn, heads, fresh).map(|key| Told::Key(Box::new(key))),
        What::Revocation(revocation) => keys::revoke(conn, heads, revocation).map(|key| Told::Key(Box::new(key))),
        What::Setting(fresh) => settings::set(conn, heads, fresh).map(|done| Told::Setting(Box::new(done))),
        What::Ruling(fresh) => {
            rulings::put(conn, heads, fresh).map(|(row, created)| Told::Ruling(Box::new(row), created))
        }
        What::Webhook(change) => webhooks::change(conn, heads, change).map(|row| Told::Webhooks(vec![row])),
        What::Claim { wanted, lease, now, until } => {
            webhooks::claim(conn, wanted, *lease, *now, *until).map(Told::Webhooks)
        }
        What::Progress(progress) => webhooks::progress(conn, progress).map(Told::Held),
        What::Job(order) => job_queue::follow(conn, heads, order).map(|row| Told::Job(row.map(Box::new))),
        What::Probe => write::probe(conn).map(|()| Told::Done),
    };
    match done {
        Err(error) if error.is_of_the_store() => Err(error),
        done => Ok(done),
    }
}
