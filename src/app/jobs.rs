//! Jobs over stored logs: create, list, find and cancel. The work itself is left to `jobs/`.

mod export;
mod lines;
#[cfg(feature = "parquet")]
mod parquet;
mod purge;
mod reaudit;
mod retention;
mod work;

pub use work::Worker;

use super::engine::Override;
use super::export_target::missing_target;
use super::metrics::Backlog;
use super::{App, AppError, ExportTarget, Scope, now};
use crate::store::{Filter, FreshJob, JobKind, JobOrder, JobRow, JobState, PartRow, Store, StoreError, Who};
use caipan_tiles::bilingual;
use caipan_tiles::hash::hex;
use caipan_tiles::text::Text;
use chrono::{DateTime, NaiveDate, TimeDelta};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The maximum number of logs that a job can list by id.
const MOST_NAMED: usize = 1000;
/// Replaces the digest of a player once the job is done.
const FORGOTTEN: &str = "forgotten";

/// The form of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// Lines of logs with reports and rulings, as parts of the job.
    #[default]
    Lines,
    /// Audits as Parquet files, in the target of the operator.
    Parquet,
}

impl ExportFormat {
    /// All formats.
    pub const ALL: [ExportFormat; 2] = [ExportFormat::Lines, ExportFormat::Parquet];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            ExportFormat::Lines => "lines",
            ExportFormat::Parquet => "parquet",
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
    fn is_lines(&self) -> bool {
        *self == ExportFormat::Lines
    }
}

/// The request of a job, as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JobRequest {
    /// Selects the logs.
    pub filter: JobLogFilter,
    /// Lists the logs by id instead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
    /// The form of an export.
    #[serde(skip_serializing_if = "ExportFormat::is_lines")]
    pub format: ExportFormat,
    /// True if the job only reports what it would change.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry: bool,
    /// Another rule system or preset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Other options.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

/// The log filter of a job; the same fields as the filter of log lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields of `store::Filter`, which says what they are")]
pub struct JobLogFilter {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
}

impl From<Filter> for JobLogFilter {
    fn from(filter: Filter) -> JobLogFilter {
        let Filter { platform, game, system, verdict, client, code, player, since, until, before: _ } = filter;
        JobLogFilter { platform, game, system, verdict, client, code, player, since, until }
    }
}

impl JobLogFilter {
    /// The filter for logs before a sequence number.
    fn before(&self, place: i64) -> Filter {
        let JobLogFilter { platform, game, system, verdict, client, code, player, since, until } = self.clone();
        Filter { platform, game, system, verdict, client, code, player, since, until, before: Some(place) }
    }
}

impl JobRequest {
    fn read(job: &JobRow) -> Result<JobRequest, AppError> {
        Ok(serde_json::from_str(&job.asked)?)
    }

    /// Returns whether both requests are equal. A finished job no longer knows its player.
    fn is(mut self, before: &JobRequest) -> bool {
        if self.filter.player.is_some() && before.filter.player.as_deref() == Some(FORGOTTEN) {
            self.filter.player = Some(FORGOTTEN.to_owned());
        }
        self == *before
    }

    /// The stored form.
    fn text(&self) -> String {
        // Strings and numbers always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }

    fn over(&self) -> Override {
        let options = self.options.iter().map(|(id, value)| (id.clone(), value.clone())).collect();
        Override { rules: self.rules.clone(), options, ..Override::default() }
    }

    /// Checks the request against the kind of job.
    fn fits(&self, kind: JobKind) -> Result<(), Text> {
        let (named, filtered) = (!self.logs.is_empty(), self.filter != JobLogFilter::default());
        let otherwise = self.rules.is_some() || !self.options.is_empty();
        if named && filtered {
            return Err(bilingual!(
                "logs 与 filter 只能写一个。请列出编号，或写筛选条件。",
                "Name logs or a filter, not both."
            ));
        }
        if self.logs.len() > MOST_NAMED {
            return Err(bilingual!(
                "logs 至多 {MOST_NAMED} 个。请分成几个任务，或改用 filter。",
                "logs names at most {MOST_NAMED}. Make several jobs of it, or use a filter."
            ));
        }
        if kind != JobKind::Export && self.format != ExportFormat::Lines {
            return Err(bilingual!(
                "format 只用于 export。请去掉，或改 kind。",
                "format is for export. Leave it out, or change kind."
            ));
        }
        match kind {
            JobKind::Reaudit if otherwise && !self.dry => Err(bilingual!(
                "换规则或选项重审只能试算：请加 \"dry\": true。存下的报告一律按牌谱声明的规则。",
                "Under other rules or options logs are audited dry only: say \"dry\": true. Reports that are kept follow the rules that the log declares."
            )),
            JobKind::Reaudit => self.over().check(),
            _ if self.dry || otherwise => Err(bilingual!(
                "dry、rules、options 只用于 reaudit。请去掉，或改 kind。",
                "dry, rules and options are for reaudit. Leave them out, or change kind."
            )),
            JobKind::Purge if !named && !filtered => Err(bilingual!(
                "请写明抹去哪些：logs、filter.player、filter.until 等。要抹去全部，写 filter.until 为今天。",
                "Say what is to be erased: logs, filter.player, filter.until and so on. To erase everything, say today as filter.until."
            )),
            _ => Ok(()),
        }
    }
}

/// The progress of a job, as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobOutcome {
    /// Audited logs whose report differs.
    #[serde(skip_serializing_if = "is_none")]
    pub changed: i64,
    /// Audited logs whose report is equal, or that the current revision has judged already.
    #[serde(skip_serializing_if = "is_none")]
    pub same: i64,
    /// Exported logs.
    #[serde(skip_serializing_if = "is_none")]
    pub exported: i64,
    /// Erased logs.
    #[serde(skip_serializing_if = "is_none")]
    pub erased: i64,
    /// Listed logs that do not exist.
    #[serde(skip_serializing_if = "is_none")]
    pub missing: i64,
    /// Logs that could not be read or judged; the lines of the parts say why.
    #[serde(skip_serializing_if = "is_none")]
    pub unusable: i64,
    /// Changed findings by code: added, gone, changed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub codes: BTreeMap<String, [i64; 3]>,
    /// Changed verdicts: `clean faulty` to the number of logs.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<String, i64>,
    /// Exported logs with the reason why they cannot be read instead of a report; Parquet files only.
    #[serde(skip_serializing_if = "is_none")]
    pub unreadable: i64,
    /// Logs that the target had already.
    #[serde(skip_serializing_if = "is_none")]
    pub before: i64,
    /// Parquet files written.
    #[serde(skip_serializing_if = "is_none")]
    pub files: i64,
    /// Their size in bytes.
    #[serde(skip_serializing_if = "is_none")]
    pub bytes: i64,
    /// Logs whose bytes were searched for the player of a purge; absent until the tagged logs are erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<i64>,
    /// The ids of logs that could not be searched for the player.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub unsearched: BTreeSet<String>,
    /// Since when the target fails; microseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<i64>,
    /// Why the job failed, in Chinese and English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<[String; 2]>,
}

impl JobOutcome {
    /// The number of lines written by a job with this request.
    fn lines(&self, asked: &JobRequest) -> i64 {
        let exported = if asked.format == ExportFormat::Lines { self.exported } else { 0 };
        exported + self.changed + self.unusable
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_none(count: &i64) -> bool {
    *count == 0
}

/// A job with its results.
#[derive(Clone, Debug)]
pub struct Job {
    /// The job.
    pub row: JobRow,
    /// The request.
    pub asked: JobRequest,
    /// The progress so far.
    pub outcome: JobOutcome,
    /// The result parts.
    pub parts: Vec<PartRow>,
    /// Lines and parts lost to erasure; absent in lists.
    pub gone: Option<JobLosses>,
}

/// Lines and parts that a job lost because logs were erased later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobLosses {
    /// Lines about erased logs.
    pub lines: i64,
    /// Parts that were removed as a whole.
    pub parts: i64,
}

/// Parses a time to microseconds since 1970. A date means its start in UTC, `days` days later; a time needs an offset.
pub fn parse_time(text: &str, days: i64) -> Option<i64> {
    let day = text.parse::<NaiveDate>().ok().and_then(|day| day.and_hms_opt(0, 0, 0));
    let day = day.and_then(|day| day.and_utc().checked_add_signed(TimeDelta::days(days)));
    let time = day.or_else(|| DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc()));
    time.map(|time| time.timestamp_micros())
}

/// The scope that a key needs to create and to see a job of this kind.
pub const fn scope_of(kind: JobKind) -> Scope {
    match kind {
        JobKind::Reaudit => Scope::Referee,
        JobKind::Export => Scope::Read,
        JobKind::Purge => Scope::Admin,
    }
}

impl App {
    /// Creates a job, which any process with capacity picks up. Returns false if an earlier call with the same `request`
    /// created it.
    pub async fn make_job(
        &self,
        who: Who,
        kind: JobKind,
        asked: JobRequest,
        request: Option<String>,
    ) -> Result<(Job, bool), AppError> {
        asked.fits(kind).map_err(AppError::JobUnfit)?;
        let mut id = [0_u8; 16];
        getrandom::fill(&mut id).map_err(|_| AppError::GivenUp)?;
        let start = (!asked.logs.is_empty()).then_some(i64::try_from(asked.logs.len()).unwrap_or(i64::MAX));
        let id = hex(&id);
        let fresh =
            FreshJob { who, id: id.clone(), request, kind, asked: asked.text(), start, by_itself: false, at: now() };
        let row = self.store.job(JobOrder::Make(fresh)).await?.ok_or(AppError::GivenUp)?;
        if row.id == id {
            self.wake.notify_waiters();
            return Ok((job_of(row, Some(Vec::new()))?, true));
        }
        if row.kind != kind || !asked.is(&JobRequest::read(&row)?) {
            return Err(AppError::RequestReused(row.id));
        }
        Ok((self.job(who, &row.id).await?, false))
    }

    /// Sets the place of Parquet exports.
    pub fn with_export_target(self, export_target: Option<ExportTarget>) -> App {
        App { export_target, ..self }
    }

    /// Checks that this process can do an export in this format.
    pub fn can_export(&self, format: ExportFormat) -> Result<(), AppError> {
        match (format, &self.export_target) {
            (ExportFormat::Parquet, None) => Err(AppError::JobUnfit(missing_target())),
            _ => Ok(()),
        }
    }

    /// A job of a tenant.
    pub async fn job(&self, who: Who, id: &str) -> Result<Job, AppError> {
        let id = id.to_owned();
        let (row, parts) = self
            .query(move |store| {
                let row = store.find_job(who.tenant, &id)?.ok_or(StoreError::NoJob(id))?;
                let parts = store.job_parts(&row)?;
                Ok((row, parts))
            })
            .await?;
        job_of(row, Some(parts))
    }

    /// The jobs of a tenant, newest first, without their parts.
    pub async fn jobs(&self, who: Who, after: Option<String>, limit: u32) -> Result<Vec<Job>, AppError> {
        let rows = self.query(move |store| Ok(store.jobs(who.tenant, after.as_deref(), limit)?)).await?;
        rows.into_iter().map(|row| job_of(row, None)).collect()
    }

    /// The state of jobs and webhooks of all tenants.
    pub async fn backlog(&self) -> Result<Backlog, AppError> {
        let at = now();
        let read =
            move |store: &Store| Ok((store.job_figures()?, store.webhook_figures(at)?, store.webhook_backlog(at)?));
        let (jobs, webhooks, (webhook_behind, since)) = self.query(read).await?;
        let waiting = jobs.iter().filter(|figure| figure.state == JobState::Waiting);
        let first = waiting.filter_map(|figure| figure.first).min();
        let age = |since: Option<i64>| {
            let micros = since.map_or(0, |since| u64::try_from(now().saturating_sub(since)).unwrap_or_default());
            Duration::from_micros(micros)
        };
        Ok(Backlog { jobs, oldest: age(first), webhooks, webhook_behind, webhook_oldest: age(since) })
    }

    /// A result part: its digest and its zstd frame.
    pub async fn job_part(&self, who: Who, id: &str, number: i32) -> Result<(String, Vec<u8>), AppError> {
        let id = id.to_owned();
        self.query(move |store| {
            let row = store.find_job(who.tenant, &id)?.ok_or_else(|| StoreError::NoJob(id.clone()))?;
            store.job_part(&row, number)?.ok_or(AppError::NoPart(number))
        })
        .await
    }

    /// Cancels a job, or removes a finished job with its results. Completed work is kept.
    pub async fn cancel_job(&self, who: Who, id: &str) -> Result<Job, AppError> {
        let order = JobOrder::Cancel { tenant: who.tenant, id: id.to_owned(), at: now() };
        let row = self.store.job(order).await?.ok_or(AppError::GivenUp)?;
        job_of(row, None)
    }
}

fn job_of(row: JobRow, parts: Option<Vec<PartRow>>) -> Result<Job, AppError> {
    let (asked, outcome) = (JobRequest::read(&row)?, serde_json::from_str::<JobOutcome>(&row.outcome)?);
    let gone = parts.as_ref().map(|parts| {
        let left: i64 = parts.iter().map(|part| i64::from(part.lines)).sum();
        let lost = parts.iter().filter(|part| part.bytes == 0).count();
        JobLosses { lines: (outcome.lines(&asked) - left).max(0), parts: i64::try_from(lost).unwrap_or(i64::MAX) }
    });
    let parts = parts.unwrap_or_default().into_iter().filter(|part| part.bytes > 0).collect();
    Ok(Job { row, asked, outcome, parts, gone })
}
