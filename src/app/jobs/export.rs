//! The export job: logs with their reports and rulings, one line per log.
//!
//! The parts are stored in the database, which all replicas share. Any replica can serve a part, a broken download
//! resumes at the next part, and an erasure also removes lines from exports.

use super::work::{STEP, Slice};
use super::{AppError, JobRequest};
use crate::app::App;
use crate::app::stored_logs::as_listed;
use crate::store::{Entry, JobRow, LogRow, StoreError};
use base64::Engine;
use chrono::{DateTime, SecondsFormat};
use serde::Serialize;
use std::time::Instant;

/// The maximum number of logs per step.
const MOST: u32 = 1000;
/// The number of bytes after which a step ends.
const BYTES: usize = 4 << 20;

/// An exported log without its report.
#[derive(Serialize)]
struct Exported<'a> {
    id: &'a str,
    digest: &'a str,
    platform: &'a str,
    game: &'a str,
    system: &'a str,
    media_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a str>,
    received_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    corrects: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    corrected_by: Option<&'a str>,
    revision: String,
    verdict: &'a str,
    /// The original bytes, if they are text.
    #[serde(skip_serializing_if = "Option::is_none")]
    raw: Option<&'a str>,
    /// The original bytes as base64, otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_base64: Option<String>,
    rulings: Vec<Ruled<'a>>,
}

#[derive(Serialize)]
struct Ruled<'a> {
    digest: &'a str,
    ruling: &'a Entry,
}

impl App {
    /// Runs a step of an export.
    pub(super) async fn export(&self, job: &JobRow, asked: &JobRequest, slice: &mut Slice) -> Result<(), AppError> {
        let found = self.candidates(job, asked, MOST).await?;
        // A list that takes long leaves time for its logs.
        let began = Instant::now();
        for (log, after) in &found.logs {
            if began.elapsed() > STEP || slice.bytes() > BYTES {
                return Ok(());
            }
            slice.done += 1;
            slice.next = *after;
            self.give_way().await;
            match self.written_out(job, log).await {
                Ok(line) => {
                    slice.outcome.exported += 1;
                    slice.line(log, &line);
                }
                // The log was erased after it was listed.
                Err(AppError::NoLog(_) | AppError::Store(StoreError::Erased(_))) => slice.outcome.missing += 1,
                Err(error) => return Err(error),
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

    /// The line of a log. It contains the stored report byte for byte, so that the digest can be checked.
    async fn written_out(&self, job: &JobRow, log: &LogRow) -> Result<Vec<u8>, AppError> {
        let (who, id) = (job.who(), log.id.clone());
        let (raw, report, rulings) = self
            .query(move |store| {
                let (raw, report) = (store.raw(who.tenant, &id)?, store.report(who.tenant, &id)?);
                let rulings = store.rulings(who.tenant, &id)?;
                let (raw, report) = raw.zip(report).ok_or_else(|| AppError::NoLog(id.clone()))?;
                Ok((raw, as_listed(&id, report)?.body, rulings))
            })
            .await?;
        let text = std::str::from_utf8(&raw).ok();
        let received = DateTime::from_timestamp_micros(log.received_at).unwrap_or_default();
        let exported = Exported {
            id: &log.id,
            digest: &log.digest,
            platform: &log.platform,
            game: &log.game,
            system: &log.system,
            media_type: &log.media_type,
            from: log.import_name.as_deref(),
            received_at: received.to_rfc3339_opts(SecondsFormat::Micros, true),
            corrects: log.corrects.as_deref(),
            corrected_by: log.corrected_by.as_deref(),
            revision: log.revision(),
            verdict: &log.verdict,
            raw: text,
            raw_base64: text.is_none().then(|| base64::engine::general_purpose::STANDARD.encode(&raw)),
            rulings: rulings.iter().map(|row| Ruled { digest: &row.digest, ruling: &row.entry }).collect(),
        };
        let mut line = serde_json::to_vec(&exported)?;
        line.pop();
        line.extend_from_slice(b",\"report\":");
        line.extend_from_slice(&report);
        line.push(b'}');
        Ok(line)
    }
}
