//! Jobs as the interface shows them.

use crate::api::timestamp::time;
use crate::app::{Job, JobLogFilter, JobOutcome, JobRequest};
use crate::store::{JobKind, JobState, MOST_LOST, PartRow};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Which logs: the parameters of `GET /v1/logs`.
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
    /// Only logs with this player: the first 16 hex digits of the SHA-256 of the name or the id. `forgotten` once the logs are erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<String>,
    /// Only logs received then or later: a day in UTC, or a time with its offset.
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
    /// Which logs.
    pub filter: JobFilter,
    /// Or these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
    /// Whether nothing is kept.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry: bool,
    /// The rule system or preset in the place of the declared one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The options in the place of the declared ones.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// When it was asked for.
    #[schema(format = DateTime)]
    pub made_at: String,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub ended_at: Option<String>,
    /// How many logs were seen to.
    pub done: i64,
    /// How much of the way it has come, from 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    pub percent: i64,
    /// What came of it so far.
    pub outcome: OutcomeView,
    /// What it gives, each part a zstd frame of lines of JSON; put one behind the other they are one file. Left out in lists.
    pub parts: Vec<PartView>,
    /// How many lines about logs that were erased since are no longer in the parts. Left out in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0)]
    pub erased_lines: Option<i64>,
    /// How many parts went whole when a log was erased, with lines about others: where it is not 0, ask for the job anew. Left out in
    /// lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0)]
    pub erased_parts: Option<i64>,
}

/// What came of a job so far.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(in crate::api) struct OutcomeView {
    /// Logs audited again whose report says something else.
    pub changed: i64,
    /// Logs audited again whose report says the same, or that the rules of now had judged already.
    pub same: i64,
    /// Logs written out.
    pub exported: i64,
    /// Logs erased.
    pub erased: i64,
    /// Logs that were named and are not there, or went meanwhile.
    pub missing: i64,
    /// Logs that could not be read or judged; a line of the parts says why.
    pub unusable: i64,
    /// What differs, by code.
    pub codes: BTreeMap<String, CodeView>,
    /// How many logs went from one verdict to another: `clean faulty` to how many.
    pub verdicts: BTreeMap<String, i64>,
    /// Why it was given up, in Chinese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem_zh: Option<String>,
    /// Why it was given up, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem_en: Option<String>,
}

/// How many findings of a code differ.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct CodeView {
    /// Found now and not before.
    pub added: i64,
    /// Found before and not now.
    pub gone: i64,
    /// Found both times with other values or as another kind.
    pub changed: i64,
}

/// A part of what a job gives.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct PartView {
    /// Its number; those that are missing had nothing to say, or told of nothing but logs that were erased.
    pub number: i32,
    /// How many lines; fewer once a log is erased that one of them was about, and then the digest is another.
    pub lines: i32,
    /// How many bytes, packed.
    pub bytes: i32,
    /// SHA-256 of these bytes.
    pub digest: String,
    /// Where it is.
    pub link: String,
}

impl From<Job> for JobView {
    fn from(job: Job) -> JobView {
        let Job { row, asked, outcome, parts, gone } = job;
        let JobRequest { filter, logs, dry, rules, options } = asked;
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
    let JobOutcome { changed, same, exported, erased, missing, unusable, codes, verdicts, problem } = outcome;
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
    OutcomeView { changed, same, exported, erased, missing, unusable, codes, verdicts, problem_zh, problem_en }
}

/// A job as an example shows it.
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
