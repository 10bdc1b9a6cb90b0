//! The re-audit job: audits stored logs under the current revision and stores the reports, or compares only under any
//! rules.

use super::work::{STEP, Slice, unusable};
use super::{AppError, JobRequest};
use crate::app::audit_watch::{AuditBudget, AuditWatch};
use crate::app::engine::{self, Audited};
use crate::app::ingest::fresh_report;
use crate::app::search_tags::marks;
use crate::app::{App, Source};
use crate::store::{JobRow, LogRow, SearchTags, StoreError};
use caipan_engine::report::diff::{Comparison, Diff, LogDiff};
use caipan_engine::report::{PastLine, past};
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The maximum number of logs per step.
const MOST: u32 = 200;
/// The maximum number of stored reports per step, so that other writes do not wait long.
const REPORTS: usize = 50;
/// The maximum bytes of lines and reports per step.
const BYTES: usize = 4 << 20;

/// A line of the result.
#[derive(Serialize)]
struct Changed<'a> {
    id: &'a str,
    #[serde(flatten)]
    diff: &'a LogDiff,
}

impl App {
    /// Runs a step of a re-audit.
    pub(super) async fn reaudit(&self, job: &JobRow, asked: &JobRequest, slice: &mut Slice) -> Result<(), AppError> {
        let found = self.candidates(job, asked, MOST).await?;
        // A list that takes long leaves time for its logs.
        let began = Instant::now();
        let mut held = 0;
        for (log, after) in &found.logs {
            if began.elapsed() > STEP || slice.reports.len() >= REPORTS || held + slice.bytes() > BYTES {
                return Ok(());
            }
            slice.done += 1;
            slice.next = *after;
            let current = engine::revision(&log.rules).is_none_or(|revision| i32::from(revision) <= log.revision);
            // The same rules produce the same report.
            if current && asked.over().is_none() {
                slice.outcome.same += 1;
                continue;
            }
            self.give_way().await;
            match self.audited_under(job, log, asked).await {
                Ok((audited, marks, diff)) => {
                    take(slice, log, &diff);
                    if !asked.dry {
                        held += audited.json.len();
                        slice.reports.push(fresh_report(&log.id, &audited, marks)?);
                    }
                }
                Err(error @ (AppError::Busy | AppError::Store(_))) if !is_of_the_log(&error) => return Err(error),
                // The log was erased after it was listed.
                Err(AppError::NoLog(_) | AppError::Store(StoreError::Erased(_))) => slice.outcome.missing += 1,
                Err(error) => {
                    slice.outcome.unusable += 1;
                    slice.line(log, &unusable(log, error));
                }
            }
        }
        match found.next {
            Some(next) => slice.next = next,
            None => {
                slice.next = 0;
                slice.last = true;
            }
        }
        Ok(())
    }

    /// The time of an audit of a job: twice that of a request, but short enough that no other process takes the job over.
    fn job_audit_timeout(&self) -> Duration {
        (self.config.audit_timeout * 2).min(self.config.job_lease / 2)
    }

    /// Audits a stored log under the requested rules and compares the reports.
    async fn audited_under(
        &self,
        job: &JobRow,
        log: &LogRow,
        asked: &JobRequest,
    ) -> Result<(Audited, SearchTags, Diff), AppError> {
        let before = self.report(job.who(), &log.id).await?;
        let source = self.source(job.who(), &log.id).await?;
        let (limits, over) = (self.limits(), asked.over());
        let watch = AuditWatch::within(AuditBudget::of(self.job_audit_timeout()));
        let audit = |source: &Source| {
            let mut read = source.read(&limits)?;
            let audited = engine::audit_under(&mut read, &source.bytes, &over, &watch)?;
            let marks = marks(Some(&read.log), &audited.report);
            Ok::<_, AppError>((audited, marks))
        };
        // A panic over one log must not fail the whole job.
        let (audited, marks) = catch_unwind(AssertUnwindSafe(|| audit(&source))).map_err(|_| AppError::GivenUp)??;
        let mut comparison = Comparison::default();
        for (old, json) in [(true, &before), (false, &audited.json)] {
            match past(json).map_err(AppError::KeyUnfit)? {
                PastLine::Report(report) if old => comparison.take_old(*report),
                PastLine::Report(report) => comparison.take_new(&report),
                PastLine::Unreadable => {}
            }
        }
        Ok((audited, marks, comparison.end()))
    }
}

fn is_of_the_log(error: &AppError) -> bool {
    matches!(error, AppError::Store(StoreError::Erased(_) | StoreError::Damaged(_) | StoreError::Mismatch(_)))
}

/// Adds up the differences.
fn take(slice: &mut Slice, log: &LogRow, diff: &Diff) {
    let Some(of_log) = diff.logs.first() else {
        slice.outcome.same += 1;
        return;
    };
    slice.outcome.changed += 1;
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    for (code, counts) in &diff.codes {
        let sum = slice.outcome.codes.entry(code.clone()).or_default();
        let [added, gone, changed] = *sum;
        *sum = [added + count(counts.added), gone + count(counts.gone), changed + count(counts.changed)];
    }
    for (change, logs) in &diff.verdicts {
        *slice.outcome.verdicts.entry(change.clone()).or_default() += count(*logs);
    }
    let line = Changed { id: &log.id, diff: of_log };
    slice.line(log, &serde_json::to_vec(&line).unwrap_or_default());
}
