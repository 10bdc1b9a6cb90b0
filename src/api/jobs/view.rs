//! The JSON of jobs.

use crate::api::timestamp::time;
use crate::app::{Job, JobLogFilter, JobOutcome, JobRequest};
use crate::store::{JobKind, JobState, MOST_LOST, PartRow};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The filter of the logs: the parameters of `GET /v1/logs`.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct JobFilter {
    /// Only logs of this platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) platform: Option<String>,
    /// Only logs with this platform id of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<String>,
    /// Only logs that declare this rule system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) system: Option<String>,
    /// Only logs with this verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) verdict: Option<String>,
    /// Only logs from this client with its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) client: Option<String>,
    /// Only logs whose newest report has this code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<String>,
    /// Only logs with this player: the first 16 hex digits of the SHA-256 of the name or the id. `forgotten` after the
    /// erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<String>,
    /// Only logs received at this time or later: a day in UTC, or a time with its offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) since: Option<String>,
    /// Only logs received on this day in UTC or before it, or before a time with its offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) until: Option<String>,
}

impl From<JobLogFilter> for JobFilter {
    fn from(filter: JobLogFilter) -> JobFilter {
        let JobLogFilter { platform, game, system, verdict, client, code, player, since, until } = filter;
        let (since, until) = (since.map(time), until.map(time));
        JobFilter { platform, game, system, verdict, client, code, player, since, until }
    }
}

/// A job.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct JobView {
    /// Its id.
    #[schema(example = "6f1ed002ab5595859014ebf0951522d9")]
    pub id: String,
    /// `reaudit`, `export` or `purge`.
    pub kind: &'static str,
    /// `waiting`, `running`, `done`, `failed` or `cancelled`.
    #[schema(example = "running")]
    pub state: &'static str,
    /// The filter of the logs.
    pub filter: JobFilter,
    /// The ids of the logs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
    /// The format of an export: `lines` or `parquet`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// True if the job only reports what would change.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry: bool,
    /// The rule system or preset instead of the declared one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The options instead of the declared ones.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The time of creation.
    #[schema(format = DateTime)]
    pub made_at: String,
    /// The time of the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub ended_at: Option<String>,
    /// The number of processed logs.
    pub done: i64,
    /// The progress, from 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    pub percent: i64,
    /// The outcome so far.
    pub outcome: OutcomeView,
    /// The result parts, each a zstd frame of JSON lines; concatenated they form one file. Absent in lists.
    pub parts: Vec<PartView>,
    /// The number of lines removed because their logs were erased. Absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0)]
    pub erased_lines: Option<i64>,
    /// The number of parts removed as a whole by an erasure, with lines about other logs. If it is not 0, create the job
    /// again. Absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0)]
    pub erased_parts: Option<i64>,
}

/// The outcome of a job so far.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(in crate::api) struct OutcomeView {
    /// Audited logs whose report differs.
    pub changed: i64,
    /// Audited logs whose report is equal, or that the current revision has judged already.
    pub same: i64,
    /// Exported logs.
    pub exported: i64,
    /// Erased logs.
    pub erased: i64,
    /// Listed logs that do not exist or were erased meanwhile.
    pub missing: i64,
    /// Logs that could not be read or judged; a line of the parts says why.
    pub unusable: i64,
    /// Changed findings by code.
    pub codes: BTreeMap<String, CodeView>,
    /// Changed verdicts: `clean faulty` to the number of logs.
    pub verdicts: BTreeMap<String, i64>,
    /// Logs in Parquet files with the reason why they cannot be read; `exported` counts them too.
    pub unreadable: i64,
    /// Logs that the target of Parquet files had already.
    pub before: i64,
    /// Parquet files written.
    pub files: i64,
    /// The size of these files in bytes.
    pub bytes: i64,
    /// Why the job failed, in Chinese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem_zh: Option<String>,
    /// Why the job failed, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem_en: Option<String>,
}

/// The changed findings of a code.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct CodeView {
    /// Found now, not before.
    pub added: i64,
    /// Found before, not now.
    pub gone: i64,
    /// Found both times, with other values or another kind.
    pub changed: i64,
}

/// A result part of a job.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct PartView {
    /// The number of the part. Missing numbers were empty, or contained only erased logs.
    pub number: i32,
    /// The number of lines. It decreases when a log is erased, and the digest changes.
    pub lines: i32,
    /// The compressed size in bytes.
    pub bytes: i32,
    /// SHA-256 of the compressed bytes.
    pub digest: String,
    /// The address of the part.
    pub link: String,
}

impl From<Job> for JobView {
    fn from(job: Job) -> JobView {
        let Job { row, asked, outcome, parts, gone } = job;
        let JobRequest { filter, logs, format, dry, rules, options } = asked;
        let passed = row.start.saturating_sub(row.next).max(0).saturating_mul(100) / row.start.max(1);
        let part = |part: PartRow| {
            let PartRow { number, lines, bytes, digest } = part;
            PartView { link: format!("/v1/jobs/{}/parts/{number}", row.id), number, lines, bytes, digest }
        };
        JobView {
            kind: row.kind.name(),
            state: row.state.name(),
            filter: filter.into(),
            logs,
            format: (row.kind == JobKind::Export).then_some(format.name()),
            dry,
            rules,
            options,
            made_at: time(row.made_at),
            ended_at: row.ended_at.map(time),
            done: row.done,
            percent: if row.state == JobState::Done { 100 } else { passed.min(99) },
            outcome: outcome_view(outcome, row.state),
            parts: parts.into_iter().map(part).collect(),
            erased_lines: gone.map(|gone| gone.lines),
            erased_parts: gone.map(|gone| gone.parts),
            id: row.id,
        }
    }
}

fn outcome_view(outcome: JobOutcome, state: JobState) -> OutcomeView {
    let JobOutcome { changed, same, exported, erased, missing, unusable, codes, verdicts, problem, .. } = outcome;
    let JobOutcome { unreadable, before, files, bytes, .. } = outcome;
    let given_up = || {
        let Text { zh, en } = bilingual!(
            "{MOST_LOST} 个进程接手后都没有做下去。请看服务日志，缩小范围后重新建立任务。",
            "{MOST_LOST} processes took it up and did not come forward. Look at the service's log, and make a smaller job."
        );
        [zh, en].map(Cow::into_owned)
    };
    let [problem_zh, problem_en] =
        problem.or_else(|| (state == JobState::Failed).then(given_up)).map_or([None, None], |both| both.map(Some));
    let code = |(code, [added, gone, changed]): (String, [i64; 3])| (code, CodeView { added, gone, changed });
    let codes = codes.into_iter().map(code).collect();
    OutcomeView {
        changed,
        same,
        exported,
        erased,
        missing,
        unusable,
        codes,
        verdicts,
        unreadable,
        before,
        files,
        bytes,
        problem_zh,
        problem_en,
    }
}

/// The job of the examples.
pub(in crate::api) fn example() -> JobView {
    let filter = JobFilter { system: Some("changsha-a".to_owned()), ..JobFilter::default() };
    let codes = [("A702".to_owned(), CodeView { added: 3, gone: 0, changed: 1 })].into();
    let verdicts = [("clean faulty".to_owned(), 3)].into();
    let id = "6f1ed002ab5595859014ebf0951522d9";
    JobView {
        id: id.to_owned(),
        kind: JobKind::Reaudit.name(),
        state: JobState::Running.name(),
        filter,
        logs: Vec::new(),
        format: None,
        dry: true,
        rules: None,
        options: [("bird_count".to_owned(), "1".to_owned())].into(),
        made_at: time(1_767_585_600_123_456),
        ended_at: None,
        done: 1200,
        percent: 42,
        outcome: OutcomeView { changed: 4, same: 1196, codes, verdicts, ..OutcomeView::default() },
        parts: vec![PartView {
            number: 1,
            lines: 4,
            bytes: 812,
            digest: caipan_tiles::hash::sha256(b"part"),
            link: format!("/v1/jobs/{id}/parts/1"),
        }],
        erased_lines: Some(0),
        erased_parts: Some(0),
    }
}
