//! The job worker: one thread per process that runs jobs in small steps.
//!
//! Requests take precedence before each log, and the worker rests after each step. Only one step is in memory. A job is
//! released after its turn so that others can run, and at once when the process stops.

use super::{ExportFormat, JobOutcome, JobRequest};
use crate::app::{App, AppError, now};
use crate::store::{
    Erase, FreshPart, JobKind, JobOrder, JobRow, JobState, Left, LogRow, PartAbout, ReportToStore, Step, StoreError,
    Why,
};
use caipan_tiles::bilingual;
use caipan_tiles::hash::sha256;
use caipan_tiles::text::Text;
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// The interval at which the worker polls for jobs from other processes.
const LOOK: Duration = Duration::from_millis(500);
/// The time that a job runs before it is released.
const TURN: Duration = Duration::from_secs(10);
/// The time that a step collects work.
pub(super) const STEP: Duration = Duration::from_secs(2);
/// The pause after a transient failure.
const PAUSE: Duration = Duration::from_millis(500);
/// The pause before a step that could not be done is tried again, in microseconds. Other jobs run meanwhile.
const RETRY: i64 = 2_000_000;
/// The rest after a step, as a fraction of the duration of the step.
const REST: u32 = 4;
/// The compression level of the parts.
pub(super) const LEVEL: i32 = 3;
/// The longest time that the worker waits for requests.
const WAY: Duration = Duration::from_millis(200);

/// The worker thread; dropping it stops and joins the thread.
pub struct Worker {
    app: Arc<App>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread.
    pub fn start(app: Arc<App>) -> std::io::Result<Worker> {
        let over = Arc::new(AtomicBool::new(false));
        let (own, ended) = (Arc::clone(&app), Arc::clone(&over));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let run = move || {
            runtime.block_on(async {
                while !ended.load(Ordering::Relaxed) && !own.is_leaving() {
                    if let Err(error) = own.watch_journal().await {
                        tracing::debug!(%error, "the journal waits for the database");
                    }
                    match own.run_due(&ended).await {
                        Ok(true) => {}
                        // A job created in this process wakes the worker.
                        Ok(false) => drop(timeout(LOOK, own.wake.notified()).await),
                        Err(error) => {
                            tracing::warn!(%error, "jobs cannot be looked for");
                            sleep(LOOK).await;
                        }
                    }
                }
            });
        };
        let thread = std::thread::Builder::new().name("jobs".to_owned()).spawn(run)?;
        Ok(Worker { app, over, thread: Some(thread) })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.app.wake.notify_waiters();
        if let Some(thread) = self.thread.take() {
            // The panic was already printed; another process picks up the job when its lease ends.
            let _ = thread.join();
        }
    }
}

/// A step in progress.
pub(super) struct Slice {
    pub(super) reports: Vec<ReportToStore>,
    pub(super) erase: Vec<Erase>,
    pub(super) why: Why,
    pub(super) parts: Vec<(PartAbout, Left)>,
    lines: Lines,
    pub(super) done: i64,
    pub(super) next: i64,
    pub(super) outcome: JobOutcome,
    /// True if the job is finished.
    pub(super) last: bool,
    /// The request to store from now on.
    pub(super) shown: Option<JobRequest>,
    /// True if the step could not be done now and is tried again after a pause.
    pub(super) retry: bool,
}

/// The lines of a part.
#[derive(Default)]
struct Lines {
    text: Vec<u8>,
    count: i32,
    places: Option<(i64, i64)>,
    logs: Vec<String>,
}

impl Slice {
    fn of(job: &JobRow) -> Result<Slice, AppError> {
        Ok(Slice {
            reports: Vec::new(),
            erase: Vec::new(),
            why: Why::Filter,
            parts: Vec::new(),
            lines: Lines::default(),
            done: 0,
            next: job.next,
            outcome: serde_json::from_str(&job.outcome)?,
            last: false,
            shown: None,
            retry: false,
        })
    }

    /// Drops the work of the step: it only renews the lease, and is tried again after a pause.
    #[cfg(feature = "parquet")]
    pub(super) fn retry(&mut self, job: &JobRow) {
        (self.done, self.next, self.last, self.retry) = (0, job.next, false, true);
        self.lines = Lines::default();
    }

    /// Counts the listed logs that do not exist: the places of the list that the step passed without a log. `before` is
    /// the position before the step.
    fn count_missing(&mut self, before: i64) {
        let missing = before - self.next - self.done;
        self.outcome.missing += missing;
        self.done += missing;
    }

    /// Appends a line about a log.
    pub(super) fn line(&mut self, log: &LogRow, line: &[u8]) {
        let Lines { text, count, places, logs } = &mut self.lines;
        text.extend_from_slice(line);
        text.push(b'\n');
        *count += 1;
        let (low, high) = places.unwrap_or((log.place, log.place));
        *places = Some((low.min(log.place), high.max(log.place)));
        logs.push(log.id.clone());
    }

    /// The size of the lines in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.lines.text.len()
    }

    fn part(lines: Lines) -> Result<Option<FreshPart>, AppError> {
        let Some(places) = lines.places else { return Ok(None) };
        let body = zstd::encode_all(&lines.text[..], LEVEL).map_err(StoreError::from)?;
        Ok(Some(FreshPart { places, lines: lines.count, digest: sha256(&body), body, logs: lines.logs }))
    }
}

/// The next logs of a job.
pub(super) struct Candidates {
    /// The logs, each with the position after it is done.
    pub(super) logs: Vec<(LogRow, i64)>,
    /// The position after these logs; `None` at the end.
    pub(super) next: Option<i64>,
}

impl App {
    /// Runs all waiting jobs.
    pub async fn work_off(&self) -> Result<(), AppError> {
        let never = AtomicBool::new(false);
        loop {
            while self.run_due(&never).await? {}
            // A job that waits to be tried again is not done.
            let soon = now().saturating_add(RETRY);
            if !self.query(move |store| Ok(store.jobs_due(soon)?.0)).await? {
                return Ok(());
            }
            sleep(PAUSE).await;
        }
    }

    /// Runs jobs for one turn and returns whether there was work.
    async fn run_due(&self, over: &AtomicBool) -> Result<bool, AppError> {
        self.keep().await?;
        let at = now();
        let (due, lost) = self.query(move |store| Ok(store.jobs_due(at)?)).await?;
        if lost {
            self.metrics.lease_lost();
            self.store.job(JobOrder::Recover { at }).await?;
        }
        if !due && !lost {
            return Ok(false);
        }
        let until = self.lease();
        let Some(job) = self.store.job(JobOrder::Claim { at: now(), until }).await? else { return Ok(false) };
        self.follow(job, over).await?;
        Ok(true)
    }

    /// Runs a job until it ends, its turn is over, or it is taken away.
    async fn follow(&self, mut job: JobRow, over: &AtomicBool) -> Result<(), AppError> {
        let began = Instant::now();
        loop {
            if over.load(Ordering::Relaxed) || self.is_leaving() || began.elapsed() > TURN {
                let release = JobOrder::Release { job: Box::new(job), due: now() };
                self.store.job(release).await?;
                return Ok(());
            }
            let slice_began = Instant::now();
            let mut retry = false;
            let step = self.slice(&job).await.inspect(|slice| retry = slice.retry);
            let step = match step.and_then(|slice| self.step(&job, slice)) {
                Ok(step) => step,
                Err(error) if passes(&error) => {
                    self.metrics.stepped(job.kind, false);
                    sleep(PAUSE).await;
                    continue;
                }
                Err(error) => {
                    self.metrics.stepped(job.kind, false);
                    self.given_up(&job, error)
                }
            };
            match self.store.job(JobOrder::Step(Box::new(step))).await {
                Ok(next) => {
                    self.metrics.stepped(job.kind, !retry);
                    match next {
                        Some(next) if next.state == JobState::Running && retry => {
                            let due = now().saturating_add(RETRY);
                            self.store.job(JobOrder::Release { job: Box::new(next), due }).await?;
                            return Ok(());
                        }
                        Some(next) if next.state == JobState::Running => job = next,
                        _ => return Ok(()),
                    }
                }
                Err(StoreError::JobLost) => {
                    let (tenant, id) = (job.tenant, job.id.clone());
                    let now = self.query(move |store| Ok(store.find_job(tenant, &id)?)).await?;
                    let mine = now.filter(|now| now.state == JobState::Running && now.attempt == job.attempt);
                    let Some(mine) = mine else { return Ok(()) };
                    job = mine;
                }
                Err(error) => {
                    self.metrics.stepped(job.kind, false);
                    tracing::warn!(%error, job = job.id, "a step of a job was not committed");
                    sleep(PAUSE).await;
                }
            }
            sleep(slice_began.elapsed() / REST).await;
        }
    }

    async fn slice(&self, job: &JobRow) -> Result<Slice, AppError> {
        let (asked, mut slice) = (JobRequest::read(job)?, Slice::of(job)?);
        match job.kind {
            JobKind::Reaudit => self.reaudit(job, &asked, &mut slice).await?,
            JobKind::Export if asked.format == ExportFormat::Lines => self.export(job, &asked, &mut slice).await?,
            #[cfg(feature = "parquet")]
            JobKind::Export => self.parquet(job, &asked, &mut slice).await?,
            #[cfg(not(feature = "parquet"))]
            JobKind::Export => self.can_export(asked.format)?,
            JobKind::Purge => self.purge(job, &asked, &mut slice).await?,
        }
        if !asked.logs.is_empty() {
            slice.count_missing(job.next);
        }
        Ok(slice)
    }

    fn step(&self, job: &JobRow, slice: Slice) -> Result<Step, AppError> {
        let Slice { reports, erase, why, parts, lines, done, next, outcome, last, shown, retry: _ } = slice;
        let asked = shown.map_or_else(|| job.asked.clone(), |shown| shown.text());
        Ok(Step {
            job: job.clone(),
            reports,
            erase,
            why,
            parts,
            part: Slice::part(lines)?,
            done,
            next,
            outcome: text(&outcome),
            asked,
            end: last.then_some(JobState::Done),
            until: self.lease(),
            at: now(),
        })
    }

    /// The final step of a failed job.
    fn given_up(&self, job: &JobRow, error: AppError) -> Step {
        tracing::error!(%error, job = job.id, "a job was given up");
        let Text { zh, en } = error.refusal().text;
        let outcome = serde_json::from_str::<JobOutcome>(&job.outcome).unwrap_or_default();
        Step {
            job: job.clone(),
            reports: Vec::new(),
            erase: Vec::new(),
            why: Why::Filter,
            parts: Vec::new(),
            part: None,
            done: 0,
            next: job.next,
            outcome: text(&JobOutcome { problem: Some([zh, en].map(Cow::into_owned)), ..outcome }),
            asked: job.asked.clone(),
            end: Some(JobState::Failed),
            until: self.lease(),
            at: now(),
        }
    }

    /// The end of a lease that starts now.
    fn lease(&self) -> i64 {
        now().saturating_add(i64::try_from(self.config.job_lease.as_micros()).unwrap_or(i64::MAX))
    }

    /// Waits for requests to finish, for a bounded time.
    pub(super) async fn give_way(&self) {
        let until = Instant::now() + WAY;
        while self.workers.available_permits() == 0 && Instant::now() < until {
            sleep(Duration::from_millis(2)).await;
        }
    }

    /// Selects the next logs of a job.
    pub(super) async fn candidates(&self, job: &JobRow, asked: &JobRequest, most: u32) -> Result<Candidates, AppError> {
        let who = job.who();
        if asked.logs.is_empty() {
            let filter = asked.filter.before(job.next);
            let page = self.list(who, filter, most).await?;
            let logs = page.logs.into_iter().map(|log| (log.place, log)).map(|(after, log)| (log, after)).collect();
            return Ok(Candidates { logs, next: page.next });
        }
        // For listed logs, `next` is the number of remaining logs.
        let left = usize::try_from(job.next).unwrap_or_default().min(asked.logs.len());
        let ids: Vec<String> = asked.logs.iter().skip(asked.logs.len() - left).take(most as usize).cloned().collect();
        let after = job.next - i64::try_from(ids.len()).unwrap_or_default();
        let mut logs = Vec::new();
        for (at, id) in (0_i64..).zip(&ids) {
            match self.log(who, id).await {
                Ok(log) => logs.push((log, job.next - at - 1)),
                Err(AppError::NoLog(_) | AppError::Store(StoreError::Erased(_))) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Candidates { logs, next: (after > 0).then_some(after) })
    }
}

fn text(outcome: &JobOutcome) -> String {
    // Strings and numbers always serialise.
    serde_json::to_string(outcome).unwrap_or_default()
}

/// Returns whether the error is transient.
fn passes(error: &AppError) -> bool {
    matches!(
        error,
        AppError::Busy | AppError::Store(StoreError::Busy | StoreError::Away(_) | StoreError::Unavailable(_))
    )
}

/// A line that explains why a log was skipped.
pub(super) fn unusable(log: &LogRow, error: AppError) -> Vec<u8> {
    let Text { zh, en } = match error {
        AppError::GivenUp => bilingual!(
            "审核这份牌谱时出错，已记入服务日志。请把编号告知运维。",
            "The service made a mistake over this log and wrote it to its own log. Tell the operator the id."
        ),
        error => error.refusal().text,
    };
    let line = serde_json::json!({ "id": log.id, "problem_zh": zh, "problem_en": en });
    line.to_string().into_bytes()
}
