//! The export of audits as Parquet files, into the target of the operator.
//!
//! The target is no part of the transaction of a step. A step that was lost after it wrote files is repeated and finds
//! its logs in them (`caipan_parquet::Step`). Calls to the target block, so they run on a thread for blocking calls.

use super::work::{STEP, Slice, unusable};
use super::{AppError, JobRequest};
use crate::app::{App, now};
use crate::store::{JobRow, LogRow, StoreError};
use caipan_parquet::{ExportError, RANGE, Step};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use tokio::task::spawn_blocking;

/// The maximum number of logs per step.
const MOST: u32 = RANGE as u32;
/// From this number of logs on, a step ends where a range ends, so that files are as large as ranges.
const ENOUGH: u64 = RANGE / 2;
/// The number of bytes of rows after which a step ends.
const BYTES: usize = 16 << 20;
/// The maximum number of files per step, so that slow storage does not outlast the lease.
const FILES: usize = 32;
/// The maximum time that a target may fail before the job fails, in microseconds.
const OUTAGE: i64 = 120_000_000;

impl App {
    /// Runs a step of an export into Parquet files.
    pub(super) async fn parquet(&self, job: &JobRow, asked: &JobRequest, slice: &mut Slice) -> Result<(), AppError> {
        let before = slice.outcome.clone();
        let Err(error) = self.parquet_files(job, asked, slice).await else { return Ok(()) };
        let AppError::ExportTarget(text, true) = error else { return Err(error) };
        let since = before.failing_since.unwrap_or_else(now);
        if now().saturating_sub(since) > OUTAGE {
            return Err(AppError::ExportTarget(text, false));
        }
        tracing::warn!(job = job.id, error = %text.en, "the target of an export fails; the step is tried again");
        slice.retry(job);
        slice.outcome = before;
        slice.outcome.failing_since = Some(since);
        Ok(())
    }

    async fn parquet_files(&self, job: &JobRow, asked: &JobRequest, slice: &mut Slice) -> Result<(), AppError> {
        let began = Instant::now();
        let target = self.export_target.as_ref().ok_or_else(|| AppError::JobUnfit(super::missing_target()))?;
        let mut step = target.step(&self.tenant_name(job.tenant).await?, &job.id);
        let found = self.candidates(job, asked, MOST).await?;
        let mut range = None;
        let mut last = true;
        for (at, (log, after)) in (0_u64..).zip(&found.logs) {
            let own = u64::try_from(log.place).unwrap_or_default() / RANGE;
            let is_full = began.elapsed() > STEP || step.bytes() > BYTES || step.files() >= FILES;
            if at > 0 && is_full || at >= ENOUGH && range != Some(own) {
                last = false;
                break;
            }
            range = Some(own);
            slice.done += 1;
            slice.next = *after;
            self.give_way().await;
            step = self.parquet_row(job, log, step, slice).await?;
        }
        let sum = blocking(move || step.end()).await?.map_err(failed)?;
        let outcome = &mut slice.outcome;
        let add = |to: &mut i64, count: u64| *to = to.saturating_add(i64::try_from(count).unwrap_or(i64::MAX));
        add(&mut outcome.exported, sum.logs);
        add(&mut outcome.before, sum.before);
        add(&mut outcome.unreadable, sum.unreadable);
        add(&mut outcome.files, sum.files);
        add(&mut outcome.bytes, sum.bytes);
        outcome.failing_since = None;
        if last {
            slice.next = found.next.unwrap_or_default();
            slice.last = found.next.is_none();
        }
        Ok(())
    }

    /// Adds a log to a step. A log that cannot be audited gets a line of the parts instead.
    async fn parquet_row(
        &self,
        job: &JobRow,
        log: &LogRow,
        step: Box<Step>,
        slice: &mut Slice,
    ) -> Result<Box<Step>, AppError> {
        let (bytes, read) = match self.read_stored(job.who(), &log.id).await {
            Ok(stored) => stored,
            // The log was erased after it was listed.
            Err(AppError::NoLog(_) | AppError::Store(StoreError::Erased(_))) => {
                slice.outcome.missing += 1;
                return Ok(step);
            }
            Err(error @ AppError::Store(StoreError::Damaged(_) | StoreError::Mismatch(_))) => {
                slice.outcome.unusable += 1;
                slice.line(log, &unusable(log, error));
                return Ok(step);
            }
            Err(error) => return Err(error),
        };
        let number = u64::try_from(log.place).unwrap_or_default();
        let mut step = step;
        let (step, added) = blocking(move || {
            // A panic over one log must not fail the whole job.
            let added = catch_unwind(AssertUnwindSafe(|| step.add(number, &bytes, &read)));
            (step, added)
        })
        .await?;
        match added {
            Ok(added) => added.map_err(failed)?,
            Err(_) => {
                slice.outcome.unusable += 1;
                slice.line(log, &unusable(log, AppError::GivenUp));
            }
        }
        Ok(step)
    }
}

/// Runs calls that block, beside the runtime of the job thread.
async fn blocking<T: Send + 'static>(calls: impl FnOnce() -> T + Send + 'static) -> Result<T, AppError> {
    spawn_blocking(calls).await.map_err(|_| AppError::GivenUp)
}

fn failed(error: ExportError) -> AppError {
    AppError::ExportTarget(error.text, error.is_temporary)
}
