//! The one writing thread: it takes what has gathered in the channel and commits it as one transaction.
//!
//! A group costs one flush to disk however many rows it holds. A group that fails is done again row by row, so that one
//! bad row cannot take others with it. A caller is answered after the commit, never before.

use super::StoreError;
use super::conn::{Conn, each};
use super::read::{LogRow, id_of};
use super::schema::{idempotency_keys, logs, reports};
use diesel::prelude::*;
use std::thread::JoinHandle;
use tokio::sync::{mpsc, oneshot};

/// Rows in one transaction at most.
const GROUP: usize = 256;
/// Rows that may wait; a full channel holds callers back.
const WAITING: usize = 1024;

/// A log to store. Bytes are compressed by the caller, who has more threads than the writer.
#[derive(Clone, Debug)]
pub struct Fresh {
    /// The id it gets, made from its digest.
    pub id: String,
    /// `sha256:` and 64 hex digits of the bytes as received.
    pub digest: String,
    /// The platform's name; empty when it has none.
    pub platform: String,
    /// The platform's own id of the game.
    pub game: String,
    /// The declared rule system.
    pub system: String,
    /// How many hands.
    pub hands: i32,
    /// How the bytes are to be read.
    pub media_type: String,
    /// The third-party format the bytes are in.
    pub import_name: Option<String>,
    /// Microseconds since 1970.
    pub received_at: i64,
    /// The id of the stored log it replaces.
    pub corrects: Option<String>,
    /// How many bytes were received.
    pub size: i32,
    /// The bytes as received, as a zstd frame.
    pub raw: Vec<u8>,
    /// The client's key for this request.
    pub key: Option<String>,
    /// The report; its `log` is this log's id.
    pub report: FreshReport,
}

impl Fresh {
    /// The log as a query finds it once it is stored; its place in the order is not known before.
    pub fn row(&self) -> LogRow {
        LogRow {
            seq: 0,
            id: self.id.clone(),
            digest: self.digest.clone(),
            platform: self.platform.clone(),
            game: self.game.clone(),
            system: self.system.clone(),
            hands: self.hands,
            media_type: self.media_type.clone(),
            import_name: self.import_name.clone(),
            size: self.size,
            received_at: self.received_at,
            corrects: self.corrects.clone(),
            corrected_by: None,
            revision: self.report.revision.clone(),
            verdict: self.report.verdict.clone(),
            counts: self.report.counts,
        }
    }
}

/// A report to store.
#[derive(Clone, Debug)]
pub struct FreshReport {
    /// The id of the log.
    pub log: String,
    /// The revision of rules and audit that made it.
    pub revision: String,
    /// The verdict's name.
    pub verdict: String,
    /// Findings of their own by kind: faults, variants, unverifiable, notes.
    pub counts: [i32; 4],
    /// Microseconds since 1970.
    pub created_at: i64,
    /// The report as published, as a zstd frame.
    pub body: Vec<u8>,
}

/// What stands for a log now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The id under which it is stored.
    pub id: String,
    /// False when the same content was stored before.
    pub created: bool,
}

enum Job {
    Log(Box<Fresh>, oneshot::Sender<Result<Kept, StoreError>>),
    Report(Box<FreshReport>, oneshot::Sender<Result<(), StoreError>>),
}

/// The handle of the writing thread; dropping it lets the thread finish what waits.
pub(super) struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(conn: Conn) -> Result<Writer, StoreError> {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let thread = std::thread::Builder::new().name("store-writer".to_owned()).spawn(move || run(conn, waiting));
        let thread = thread.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Writer { jobs: Some(jobs), thread: Some(thread) })
    }

    pub(super) fn is_running(&self) -> bool {
        self.jobs.as_ref().is_some_and(|jobs| !jobs.is_closed())
    }

    pub(super) async fn put(&self, fresh: Fresh) -> Result<Kept, StoreError> {
        let (answer, wait) = oneshot::channel();
        self.send(Job::Log(Box::new(fresh), answer)).await?;
        wait.await.map_err(|_| stopped())?
    }

    pub(super) async fn put_report(&self, report: FreshReport) -> Result<(), StoreError> {
        let (answer, wait) = oneshot::channel();
        self.send(Job::Report(Box::new(report), answer)).await?;
        wait.await.map_err(|_| stopped())?
    }

    async fn send(&self, job: Job) -> Result<(), StoreError> {
        self.jobs.as_ref().ok_or_else(stopped)?.send(job).await.map_err(|_| stopped())
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

fn run(mut conn: Conn, mut waiting: mpsc::Receiver<Job>) {
    let mut group = Vec::with_capacity(GROUP);
    while waiting.blocking_recv_many(&mut group, GROUP) > 0 {
        let together = conn.transaction(|conn| {
            group.iter().map(|job| do_one(conn, job).map_or_else(Done::keep_refusal, Ok)).collect::<Result<Vec<_>, _>>()
        });
        match together {
            Ok(done) => group.drain(..).zip(done).for_each(|(job, done)| answer(job, Ok(done))),
            Err(error) => {
                tracing::warn!(%error, rows = group.len(), "a group failed; its rows are written one by one");
                for job in group.drain(..) {
                    let done = conn.transaction(|conn| do_one(conn, &job));
                    answer(job, done);
                }
            }
        }
    }
}

/// What became of a job inside its transaction.
enum Done {
    Kept(Kept),
    Reported,
    /// Nothing was written, for a reason that has nothing to do with the other rows of the group.
    Refused(StoreError),
}

impl Done {
    fn keep_refusal(error: StoreError) -> Result<Done, StoreError> {
        match error {
            StoreError::Database(_) | StoreError::Unavailable(_) | StoreError::Damaged(_) => Err(error),
            refused => Ok(Done::Refused(refused)),
        }
    }
}

/// A caller who has gone away is not an error: what was asked is done.
fn answer(job: Job, done: Result<Done, StoreError>) {
    match (job, done) {
        (Job::Log(_, caller), Ok(Done::Kept(kept))) => drop(caller.send(Ok(kept))),
        (Job::Log(_, caller), Ok(Done::Refused(error)) | Err(error)) => drop(caller.send(Err(error))),
        (Job::Report(_, caller), Ok(Done::Reported)) => drop(caller.send(Ok(()))),
        (Job::Report(_, caller), Ok(Done::Refused(error)) | Err(error)) => drop(caller.send(Err(error))),
        (Job::Log(..), Ok(Done::Reported)) | (Job::Report(..), Ok(Done::Kept(_))) => {
            tracing::error!("a job was answered with the other kind's outcome");
        }
    }
}

fn do_one(conn: &mut Conn, job: &Job) -> Result<Done, StoreError> {
    match job {
        Job::Log(fresh, _) => put(conn, fresh).map(Done::Kept),
        Job::Report(report, _) => {
            let log = seq_of(conn, &report.log)?.ok_or_else(|| StoreError::NothingToCorrect(report.log.clone()))?;
            put_report(conn, log.0, report)?;
            each!(conn, c => diesel::update(logs::table.find(log.0)).set(logs::revision.eq(&report.revision)).execute(c))?;
            Ok(Done::Reported)
        }
    }
}

fn put(conn: &mut Conn, fresh: &Fresh) -> Result<Kept, StoreError> {
    let same: Option<(i64, String)> = each!(conn, c => logs::table
        .filter(logs::digest.eq(&fresh.digest)).select((logs::seq, logs::id)).first(c).optional())?;
    if let Some(key) = &fresh.key
        && let Some(log) = each!(conn, c => idempotency_keys::table
            .find(key).select(idempotency_keys::log).first::<i64>(c).optional())?
    {
        return match same {
            Some((seq, id)) if seq == log => Ok(Kept { id, created: false }),
            _ => Err(StoreError::KeyReused(id_of(conn, log)?)),
        };
    }
    let (log, kept) = match same {
        Some((seq, id)) => (seq, Kept { id, created: false }),
        None => (insert(conn, fresh)?, Kept { id: fresh.id.clone(), created: true }),
    };
    if let Some(key) = &fresh.key {
        let row = (
            idempotency_keys::key.eq(key),
            idempotency_keys::log.eq(log),
            idempotency_keys::created_at.eq(fresh.received_at),
        );
        each!(conn, c => diesel::insert_into(idempotency_keys::table).values(row).execute(c))?;
    }
    Ok(kept)
}

/// A log whose content is new, unless its game or its place in the chain of corrections is taken.
fn insert(conn: &mut Conn, fresh: &Fresh) -> Result<i64, StoreError> {
    let corrects = fresh.corrects.as_ref().map(|id| correctable(conn, fresh, id)).transpose()?;
    if corrects.is_none()
        && let Some(id) = each!(conn, c => logs::table
            .filter(logs::platform.eq(&fresh.platform)).filter(logs::game.eq(&fresh.game))
            .order(logs::seq.desc()).select(logs::id).first(c).optional())?
    {
        return Err(StoreError::GameTaken(id));
    }
    let row = (
        logs::id.eq(&fresh.id),
        logs::digest.eq(&fresh.digest),
        logs::platform.eq(&fresh.platform),
        logs::game.eq(&fresh.game),
        logs::system.eq(&fresh.system),
        logs::hands.eq(fresh.hands),
        logs::media_type.eq(&fresh.media_type),
        logs::import_name.eq(&fresh.import_name),
        logs::received_at.eq(fresh.received_at),
        logs::corrects.eq(corrects),
        logs::revision.eq(&fresh.report.revision),
        logs::size.eq(fresh.size),
        logs::raw.eq(&fresh.raw),
    );
    let seq: i64 = each!(conn, c => diesel::insert_into(logs::table).values(row).returning(logs::seq).get_result(c))?;
    put_report(conn, seq, &fresh.report)?;
    Ok(seq)
}

/// The log that `fresh` replaces: it must be there, of the same game, and not replaced yet.
fn correctable(conn: &mut Conn, fresh: &Fresh, id: &str) -> Result<i64, StoreError> {
    let (seq, platform, game) = seq_of(conn, id)?.ok_or_else(|| StoreError::NothingToCorrect(id.to_owned()))?;
    if (platform, game) != (fresh.platform.clone(), fresh.game.clone()) {
        return Err(StoreError::CorrectsOtherGame(id.to_owned()));
    }
    let by: Option<String> = each!(conn, c => logs::table
        .filter(logs::corrects.eq(seq)).select(logs::id).first(c).optional())?;
    by.map_or(Ok(seq), |by| Err(StoreError::AlreadyCorrected(by)))
}

fn seq_of(conn: &mut Conn, id: &str) -> Result<Option<(i64, String, String)>, StoreError> {
    let found = each!(conn, c => logs::table
        .filter(logs::id.eq(id)).select((logs::seq, logs::platform, logs::game)).first(c).optional())?;
    Ok(found)
}

/// The same revision over the same bytes gives the same report, so one that is there already is kept.
fn put_report(conn: &mut Conn, log: i64, report: &FreshReport) -> Result<(), StoreError> {
    let [faults, variants, unverifiable, notes] = report.counts;
    let row = (
        reports::log.eq(log),
        reports::revision.eq(&report.revision),
        reports::verdict.eq(&report.verdict),
        reports::faults.eq(faults),
        reports::variants.eq(variants),
        reports::unverifiable.eq(unverifiable),
        reports::notes.eq(notes),
        reports::created_at.eq(report.created_at),
        reports::body.eq(&report.body),
    );
    each!(conn, c => diesel::insert_into(reports::table).values(row).on_conflict_do_nothing().execute(c))?;
    Ok(())
}
