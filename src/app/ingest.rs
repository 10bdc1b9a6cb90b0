//! Ingest of a log: read, audit, store, then acknowledge. Writing is left to the store.
//!
//! The id of a log is derived from its bytes. A game that is stored with other content is a conflict unless the log
//! names the stored log that it corrects.

use super::engine::{self, Audited, Refusal, counts};
use super::search_tags::marks;
use super::{App, AppError, AuditWatch, Brief, LogMetrics, Source, now};
use crate::store::{self, Kept, LogRow, LogToStore, ReportToStore, SearchTags, Waiting, Who};
use caipan_engine::rules;
use caipan_log::{GameLog, Limits};
use caipan_tiles::bilingual;
use caipan_tiles::hash::{ALGORITHM, hex, sha256};
use sha2::{Digest, Sha256};
use std::time::{Duration, Instant};
use tracing::{Instrument, Span};

/// The maximum length of a searchable name, in characters.
const LONGEST: usize = 256;

/// A log to ingest.
#[derive(Clone, Debug)]
pub struct Ingest {
    /// The tenant and the key.
    pub who: Who,
    /// The log as received.
    pub source: Source,
    /// The idempotency key.
    pub key: Option<String>,
    /// The stored log that it replaces, if the log itself does not name it.
    pub corrects: Option<String>,
}

/// The result of an ingest.
#[derive(Clone, Debug)]
pub struct IngestOutcome {
    /// The log as stored.
    pub log: LogRow,
    /// Its report in short; absent if an earlier one cannot be read.
    pub brief: Option<Brief>,
    /// False if the same content was stored before.
    pub created: bool,
}

/// A log that was read and audited, ready to store.
#[derive(Debug)]
pub struct Prepared {
    fresh: LogToStore,
    brief: Brief,
    log_metrics: LogMetrics,
}

/// A log in the write queue.
pub struct Submitted {
    log_metrics: LogMetrics,
    began: Instant,
    who: Who,
    row: LogRow,
    brief: Brief,
    waiting: Waiting,
    /// The span from the queue to the commit.
    span: Span,
}

impl App {
    /// Stores a log with its report. Both are durable when this returns.
    pub async fn ingest(&self, ingest: Ingest) -> Result<IngestOutcome, AppError> {
        let (queue, write) = (self.config.queue_timeout, self.config.write_timeout);
        let submitted = self.submit(self.prepare(ingest, queue).await?, write).await?;
        self.outcome(submitted).await
    }

    /// Reads and audits a log without storing it. Waits at most `timeout` for a worker.
    pub async fn prepare(&self, ingest: Ingest, timeout: Duration) -> Result<Prepared, AppError> {
        let (limits, tenant) = (self.limits(), ingest.who.tenant);
        let ingest = Ingest { source: self.with_settings(tenant, ingest.source).await?, ..ingest };
        let span = tracing::debug_span!("audit", bytes = i64::try_from(ingest.source.bytes.len()).unwrap_or(i64::MAX));
        let (prepared, took) = self
            .audit_on(ingest.source.bytes.len(), timeout, move |watch| {
                let (_entered, began) = (span.entered(), Instant::now());
                (prepare(&ingest, &limits, watch), began.elapsed())
            })
            .await?;
        self.metrics.audited(took);
        prepared
    }

    /// Queues a log for the writer, which keeps the order of submission. Waits at most `timeout` for a place in the
    /// queue.
    pub async fn submit(&self, prepared: Prepared, timeout: Duration) -> Result<Submitted, AppError> {
        let Prepared { fresh, brief, log_metrics } = prepared;
        let (who, row, began) = (fresh.who, fresh.row.clone(), Instant::now());
        let span = tracing::debug_span!("write");
        let _waiting = self.metrics.waiting("write-queue");
        let waiting = self.store.submit(fresh, timeout).instrument(span.clone()).await?;
        Ok(Submitted { log_metrics, began, who, row, brief, waiting, span })
    }

    /// Waits for the result. Log and report are durable when this returns.
    pub async fn outcome(&self, submitted: Submitted) -> Result<IngestOutcome, AppError> {
        let Submitted { log_metrics, began, who, row, brief, waiting, span } = submitted;
        let Kept { id, created } = waiting.kept().instrument(span).await?;
        self.metrics.written(began.elapsed());
        if created {
            self.metrics.stored(&log_metrics);
            self.origins.note(&id);
        }
        let (log, brief) =
            if created { (row, Some(brief)) } else { (self.log(who, &id).await?, self.brief(who, &id).await?) };
        Ok(IngestOutcome { log, brief, created })
    }
}

/// The id of a log: 128 bits of its digest, short enough to read aloud and without collisions. The corrected log is part
/// of the id, so that a correction can restore earlier content.
fn id_of(digest: &[u8], corrects: Option<&str>) -> String {
    let both = corrects.map(|corrects| {
        let both = Sha256::new_with_prefix(digest).chain_update("corrects ").chain_update(corrects);
        both.finalize()
    });
    let digest = both.as_deref().unwrap_or(digest);
    hex(digest.get(..16).unwrap_or(digest))
}

fn prepare(ingest: &Ingest, limits: &Limits, watch: &AuditWatch) -> Result<Prepared, AppError> {
    let source = &ingest.source;
    let read = source.parse(limits)?;
    let hash = Sha256::digest(&source.bytes);
    let digest = [ALGORITHM, &hex(&hash)].concat();
    let audited = engine::audit_digested(&read, &digest, watch)?;
    // The audit comes first, so that a refusal of the rules takes precedence.
    keepable(&read.log)?;
    let log = read.log;
    let marks = marks(Some(&log), &audited.report);
    let brief = Brief::of(&audited.report);
    let log_metrics = LogMetrics::of(&audited.report, &log.source);
    let by = source.set.as_ref().map(|set| set.used(&log.rules.system)).unwrap_or_default();
    let system = rules::declared_id(&log.rules).to_owned();
    let id = id_of(&hash, ingest.corrects.as_deref());
    let report = fresh_report(&id, &audited, marks)?;
    let row = LogRow {
        place: 0,
        id,
        digest,
        platform: log.source.platform.unwrap_or_default(),
        game: log.id,
        system,
        hands: i32::try_from(log.hands.len()).unwrap_or(i32::MAX),
        media_type: source.media.media_type().to_owned(),
        import_name: source.from.clone(),
        size: i32::try_from(source.bytes.len()).unwrap_or(i32::MAX),
        received_at: now(),
        corrects: ingest.corrects.clone().or(log.corrects),
        corrected_by: None,
        rules: audited.report.rules.system.to_string(),
        revision: report.revision,
        verdict: report.verdict.clone(),
        counts: report.counts,
        report_size: report.size,
    };
    let fresh = LogToStore { who: ingest.who, row, raw: pack(&source.bytes)?, key: ingest.key.clone(), by, report };
    Ok(Prepared { fresh, brief, log_metrics })
}

/// Checks the searchable names: an index key has a maximum length, and PostgreSQL cannot store U+0000.
fn keepable(log: &GameLog) -> Result<(), AppError> {
    let platform = log.source.platform.as_deref().unwrap_or_default();
    let names = [("/source/platform", platform), ("/id", log.id.as_str())];
    let unfit = |text: &str| text.contains('\0') || text.chars().nth(LONGEST).is_some();
    let Some((pointer, _)) = names.into_iter().find(|(_, text)| unfit(text)) else { return Ok(()) };
    let text = bilingual!(
        "{pointer} 无法存入：至多 {LONGEST} 个字符，不含 U+0000。请缩短或改正后重发；不存入的审核（POST /v1/audits）不受此限。",
        "{pointer} cannot be stored: at most {LONGEST} characters, none of them U+0000. Shorten or correct it and send the log again; an audit that stores nothing (POST /v1/audits) does not mind."
    );
    let refusal =
        Refusal { pointer: Some(pointer.to_owned()), code: "unkeepable".to_owned(), ..Refusal::of_text(text) };
    Err(AppError::Unreadable(Box::new(refusal)))
}

/// Builds the row of a report.
pub(super) fn fresh_report(log: &str, audited: &Audited, marks: SearchTags) -> Result<ReportToStore, AppError> {
    Ok(ReportToStore {
        log: log.to_owned(),
        revision: i32::from(audited.report.rules.revision),
        verdict: audited.report.verdict.word().to_owned(),
        counts: counts(audited.report.summary),
        created_at: now(),
        size: i32::try_from(audited.json.len()).unwrap_or(i32::MAX),
        body: pack(&audited.json)?,
        digest: sha256(&audited.json),
        tags: marks,
    })
}

fn pack(bytes: &[u8]) -> Result<Vec<u8>, AppError> {
    store::pack(bytes).map_err(|error| AppError::Store(error.into()))
}
