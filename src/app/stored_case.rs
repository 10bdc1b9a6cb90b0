//! A stored log with its newest report, for what is drawn from both. It is loaded once a worker is free for it, so that
//! requests that wait hold no memory: a log of some kilobytes may have a report of megabytes.

use super::stored_logs::is_as_listed;
use super::{App, AppError, AuditWatch, Media, Rulings, Source};
use crate::store::{LogRow, RulingRow, Who};
use caipan_engine::report::Report;
use caipan_log::{GameLog, Limits};
use caipan_tiles::hash::sha256;
use std::sync::Arc;

/// A stored log with its newest report.
pub struct StoredCase {
    /// The log, as the lists show it.
    pub row: LogRow,
    /// The report.
    pub report: Report,
    /// `sha256:` of the report as published.
    pub(super) report_digest: String,
    /// The bytes as received.
    pub source: Source,
    /// The rulings.
    pub(super) rulings: Vec<RulingRow>,
    limits: Limits,
}

impl StoredCase {
    /// Reads the log.
    pub fn log(&self) -> Result<GameLog, AppError> {
        Ok(self.source.read(&self.limits)?.log)
    }

    /// The rulings with their settlements.
    pub fn rulings(&mut self) -> Rulings {
        Rulings::of(std::mem::take(&mut self.rulings), &self.report)
    }
}

impl App {
    /// Runs work on a stored log and its newest report.
    pub async fn on_case<T: Send + 'static>(
        &self,
        who: Who,
        id: &str,
        work: impl FnOnce(StoredCase) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let row = self.log(who, id).await?;
        let turn = self.turn(weight(&row), self.config.queue_timeout).await?;
        let (of, limits) = (id.to_owned(), self.limits());
        let (row, stored, raw, rulings) = self
            .query(move |store| {
                let tenant = who.tenant;
                match (store.log(tenant, &of)?, store.report(tenant, &of)?, store.raw(tenant, &of)?) {
                    (Some(row), Some(report), Some(raw)) => Ok((row, report, raw, store.rulings(tenant, &of)?)),
                    _ => Err(AppError::NoLog(of)),
                }
            })
            .await?;
        let source = self.source_of(who, &row, raw).await?;
        let case = move || {
            let report: Report = serde_json::from_slice(&stored.body)?;
            is_as_listed(&row.id, &stored, (report.verdict.word(), report.summary))?;
            let report_digest = sha256(&stored.body);
            drop(stored);
            work(StoredCase { row, report, report_digest, source, rulings, limits })
        };
        self.run(turn, |_| case()).await?
    }

    /// Runs work on a stored log.
    pub(super) async fn on_log<T: Send + 'static>(
        &self,
        who: Who,
        id: &str,
        work: impl FnOnce(GameLog, &AuditWatch) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let row = self.log(who, id).await?;
        let turn = self.turn(weight(&row), self.config.queue_timeout).await?;
        let (source, limits) = (self.source(who, id).await?, self.limits());
        self.run(turn, move |watch| work(source.read(&limits)?.log, watch)).await?
    }

    /// The bytes of a stored log, with the settings that read it first.
    pub(super) async fn source_of(&self, who: Who, row: &LogRow, raw: Vec<u8>) -> Result<Source, AppError> {
        let set = self.read_again_by(who.tenant, &row.id, row.import_name.as_deref()).await?;
        let (media, from) = (Media::of(&row.media_type), row.import_name.clone());
        Ok(Source { bytes: raw.into(), media, from, in_progress: false, set: Some(Arc::new(set)) })
    }
}

/// The size of the document that takes as much memory as this log with its report.
fn weight(row: &LogRow) -> usize {
    usize::try_from(row.size.max(row.report_size / REPORT_BYTES)).unwrap_or_default()
}

/// The bytes of a report that take as much memory, with the page that is drawn from it, as one byte of a document with its audit.
const REPORT_BYTES: i32 = 2;
