//! Taking a log in: read, audit, store, and only then acknowledge.
//!
//! The same bytes are the same log, however often they come. A game that is stored with other content is a conflict
//! unless the log says which stored log it corrects.

use super::engine::{self, Audited, Refusal};
use super::marks::marks;
use super::{App, AppError, Source, Tally, now};
use crate::store::{self, Fresh, FreshReport, Kept, LogRow, SearchTags, Waiting, Who};
use caipan_log::{GameLog, Limits};
use caipan_tiles::bilingual;
use caipan_tiles::hash::{hex, sha256};
use sha2::{Digest, Sha256};
use std::time::{Duration, Instant};

/// The most characters of a name by which a log is found again.
const LONGEST: usize = 256;

/// A log to take in.
#[derive(Clone, Debug)]
pub struct Ingest {
    /// Whose it is, and who stores it.
    pub who: Who,
    /// The log as sent.
    pub source: Source,
    /// The client's key for this request.
    pub key: Option<String>,
    /// The stored log it replaces, where the log itself does not say it.
    pub corrects: Option<String>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The log as stored.
    pub log: LogRow,
    /// False when the same content was stored before.
    pub created: bool,
}

/// A log that was read and audited.
#[derive(Debug)]
pub struct Prepared {
    fresh: Fresh,
    tally: Tally,
}

/// A log that is on its way to the disk.
pub struct Submitted {
    tally: Tally,
    began: Instant,
    who: Who,
    row: LogRow,
    waiting: Waiting,
}

impl App {
    /// Stores a log with its report. When this returns, both are durable.
    pub async fn ingest(&self, ingest: Ingest) -> Result<Outcome, AppError> {
        let (queue, write) = (self.config.queue_timeout, self.config.write_timeout);
        let submitted = self.submit(self.prepare(ingest, queue).await?, write).await?;
        self.outcome(submitted).await
    }

    /// Reads and audits a log; nothing is stored. It waits no longer than `patience` for its turn.
    pub async fn prepare(&self, ingest: Ingest, patience: Duration) -> Result<Prepared, AppError> {
        let (limits, tenant) = (self.limits(), ingest.who.tenant);
        let ingest = Ingest { source: self.with_settings(tenant, ingest.source).await?, ..ingest };
        let (prepared, took) = self
            .work_within(patience, move || {
                let began = Instant::now();
                (prepare(&ingest, &limits), began.elapsed())
            })
            .await?;
        self.figures.audited(took);
        let (fresh, tally) = prepared?;
        Ok(Prepared { fresh, tally })
    }

    /// Hands a log to the writer, which writes in the order in which it is handed logs, or sends it away after `patience`.
    pub async fn submit(&self, prepared: Prepared, patience: Duration) -> Result<Submitted, AppError> {
        let Prepared { fresh, tally } = prepared;
        let (who, row, began) = (fresh.who, fresh.row(), Instant::now());
        Ok(Submitted { tally, began, who, row, waiting: self.store.submit(fresh, patience).await? })
    }

    /// What came of it. When this returns, log and report are durable.
    pub async fn outcome(&self, submitted: Submitted) -> Result<Outcome, AppError> {
        let Submitted { tally, began, who, row, waiting } = submitted;
        let Kept { id, created } = waiting.kept().await?;
        self.figures.written(began.elapsed());
        if created {
            self.figures.stored(&tally);
        }
        let log = if created { row } else { self.log(who, &id).await? };
        Ok(Outcome { log, created })
    }
}

/// The id of content: short enough to be read out, long enough that two contents never share it. What a log corrects by its
/// address is a part of it, so that a game can go back to what it was before.
fn id_of(digest: &[u8], corrects: Option<&str>) -> String {
    let both = corrects.map(|corrects| {
        let both = Sha256::new_with_prefix(digest).chain_update("corrects ").chain_update(corrects);
        both.finalize()
    });
    let digest = both.as_deref().unwrap_or(digest);
    hex(digest.get(..16).unwrap_or(digest))
}

fn prepare(ingest: &Ingest, limits: &Limits) -> Result<(Fresh, Tally), AppError> {
    let source = &ingest.source;
    let read = source.read(limits)?;
    keepable(&read.log)?;
    let audited = engine::audit_read(&read, &source.bytes)?;
    let log = read.log;
    let marks = marks(Some(&log), &audited.report);
    let tally = Tally::of(&audited.report, &log.source);
    let digest = Sha256::digest(&source.bytes);
    let by = source.set.as_ref().map(|set| set.used(&log.rules.system)).unwrap_or_default();
    let id = id_of(&digest, ingest.corrects.as_deref());
    let fresh = Fresh {
        who: ingest.who,
        digest: format!("sha256:{}", hex(&digest)),
        platform: log.source.platform.unwrap_or_default(),
        game: log.id,
        system: log.rules.system,
        rules: audited.report.rules.system.to_owned(),
        hands: i32::try_from(log.hands.len()).unwrap_or(i32::MAX),
        media_type: source.media.media_type().to_owned(),
        import_name: source.from.clone(),
        received_at: now(),
        corrects: ingest.corrects.clone().or(log.corrects),
        size: i32::try_from(source.bytes.len()).unwrap_or(i32::MAX),
        raw: pack(&source.bytes)?,
        key: ingest.key.clone(),
        by,
        report: fresh_report(&id, &audited, marks)?,
        id,
    };
    Ok((fresh, tally))
}

/// By these a log is found again: an index has no room for any length, and PostgreSQL has no character 0.
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

/// The row of a report.
pub(super) fn fresh_report(log: &str, audited: &Audited, marks: SearchTags) -> Result<FreshReport, AppError> {
    Ok(FreshReport {
        log: log.to_owned(),
        revision: i32::from(audited.report.rules.revision),
        verdict: audited.report.verdict.word().to_owned(),
        counts: audited.counts(),
        created_at: now(),
        body: pack(&audited.json)?,
        digest: sha256(&audited.json),
        tags: marks,
    })
}

fn pack(bytes: &[u8]) -> Result<Vec<u8>, AppError> {
    store::pack(bytes).map_err(|error| AppError::Store(error.into()))
}
