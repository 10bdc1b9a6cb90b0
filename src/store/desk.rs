//! The thread that writes: it takes what is queued, at most 256 rows, and commits it as one transaction.
//!
//! A group costs one flush to disk however many rows it holds. A group that meets a locked database, or none because its server is
//! gone, is tried again whole, and each of its callers waits no longer than it said; one that fails for a row is done again row by
//! row, so that one bad row cannot take others with it. A caller is answered after the commit, never before. Where nobody knows
//! whether a commit came to its end, it is done again: whatever is done here twice is done once.

use super::StoreError;
use super::bell::Bell;
use super::conn::{Conn, Manager};
use super::fresh::{Fresh, FreshReport, Kept};
use super::heads::{Heads, Known};
use super::job_order::{JobOrder, JobRow};
use super::keys::{self, FreshKey, KeyRow, Revocation, Tenant, Who};
use super::marks::ReadMarks;
use super::place::Watch;
use super::ruling::{FreshRuling, RulingRow};
use super::seen::Seen;
use super::settings::{self, FreshSetting, SettingDone};
use super::webhooks::{Progress, WebhookChange, WebhookRow};
use super::{erase, job_queue, rulings, webhooks, write};
use diesel::r2d2::ManageConnection;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// Rows in one transaction at most.
const GROUP: usize = 256;
/// How long after a failure that passes it is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// Something to write, and the one who waits for it.
pub(super) struct Job {
    pub(super) until: Instant,
    pub(super) what: What,
    pub(super) caller: oneshot::Sender<Done>,
}

pub(super) enum What {
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
pub(super) enum Told {
    Kept(Kept),
    Key(Box<KeyRow>),
    Setting(Box<SettingDone>),
    Ruling(Box<RulingRow>, bool),
    Webhooks(Vec<WebhookRow>),
    Held(bool),
    Job(Option<Box<JobRow>>),
    Done,
}

/// What became of a job inside its transaction: what there is to tell, or a refusal that has nothing to do with other rows.
pub(super) type Done = Result<Told, StoreError>;

/// How the last commit ended: the failure, where it failed.
#[derive(Clone, Debug, Default)]
pub(super) struct Last(Arc<Mutex<Option<String>>>);

impl Last {
    pub(super) fn set(&self, failure: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = failure;
    }

    pub(super) fn failure(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Where the writing is done.
pub(super) struct Desk {
    pub(super) manager: Manager,
    pub(super) conn: Conn,
    pub(super) watch: Watch,
    pub(super) last: Last,
    pub(super) bell: Bell,
    pub(super) known: Known,
    pub(super) read_marks: ReadMarks,
}

impl Desk {
    /// Until nobody can hand in anything any more.
    pub(super) fn run(mut self, mut waiting: mpsc::Receiver<Job>) {
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
                        done.push(do_one(conn, &mut heads, &mut seen, &job.what, self.read_marks)?);
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
fn do_one(
    conn: &mut Conn,
    heads: &mut Heads,
    seen: &mut Seen,
    what: &What,
    read_marks: ReadMarks,
) -> Result<Done, StoreError> {
    // What a log asks of those before it stands in `seen`; whatever else may ask, finds it written.
    if !matches!(what, What::Log(_)) {
        heads.pending.flush(conn)?;
    }
    let done = match what {
        What::Log(fresh) => write::put(conn, heads, seen, fresh).map(Told::Kept),
        What::Report(who, report) => write::report_again(conn, heads, *who, report, read_marks).map(|()| Told::Done),
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
        What::Job(order) => job_queue::follow(conn, heads, order, read_marks).map(|row| Told::Job(row.map(Box::new))),
        What::Probe => write::probe(conn).map(|()| Told::Done),
    };
    match done {
        Err(error) if error.is_of_the_store() => Err(error),
        done => Ok(done),
    }
}
