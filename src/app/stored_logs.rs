//! Queries of stored logs: rows, original bytes, reports and tables. Lists use the filters of the store.

use super::engine;
#[cfg(feature = "parquet")]
use super::engine::{ReadLog, Refusal};
use super::ingest::fresh_report;
use super::{App, AppError, Source};
use crate::store::{Filter, ListPart, LogRow, ReportRow, StoreError, Who};
#[cfg(feature = "parquet")]
use bytes::Bytes;
use caipan_engine::report;
use serde::Deserialize;

/// A page of a list.
#[derive(Clone, Debug)]
pub struct LogPage {
    /// The logs, newest first.
    pub logs: Vec<LogRow>,
    /// The cursor of the next page; absent at the end.
    pub next: Option<i64>,
}

/// The newest report of a log, without its body.
#[derive(Clone, Debug)]
pub struct NewestReport {
    /// The id of the log.
    pub id: String,
    /// The rule system and its revision: `changsha@3`.
    pub revision: String,
    /// The size of the body in bytes.
    pub size: usize,
}

impl App {
    /// One log.
    pub async fn log(&self, who: Who, id: &str) -> Result<LogRow, AppError> {
        let id = id.to_owned();
        self.query(move |store| store.log(who.tenant, &id)?.ok_or(AppError::NoLog(id))).await
    }

    /// A page of the list of logs.
    pub async fn list(&self, who: Who, filter: Filter, limit: u32) -> Result<LogPage, AppError> {
        self.query(move |store| {
            let ListPart { logs, next } = store.search(who.tenant, &filter, limit)?;
            Ok(LogPage { logs, next })
        })
        .await
    }

    /// The original bytes of a log with its row.
    pub async fn raw(&self, who: Who, id: &str) -> Result<(LogRow, Vec<u8>), AppError> {
        let id = id.to_owned();
        self.query(move |store| match (store.log(who.tenant, &id)?, store.raw(who.tenant, &id)?) {
            (Some(row), Some(raw)) => Ok((row, raw)),
            _ => Err(AppError::NoLog(id)),
        })
        .await
    }

    /// The newest stored report of a log as published JSON. Reading never creates a new one.
    pub async fn report(&self, who: Who, id: &str) -> Result<Vec<u8>, AppError> {
        let id = id.to_owned();
        self.query(move |store| match store.report(who.tenant, &id)? {
            Some(report) => Ok(as_listed(&id, report)?.body),
            None => Err(AppError::NoLog(id)),
        })
        .await
    }

    /// The newest stored report of a log, with its published JSON if `wants` asks for it.
    pub async fn newest_report<R: Send + 'static, E: Send + 'static>(
        &self,
        who: Who,
        id: &str,
        wants: impl FnOnce(&NewestReport) -> Result<R, E> + Send + 'static,
    ) -> Result<(NewestReport, Result<(R, Vec<u8>), E>), AppError> {
        let id = id.to_owned();
        self.query(move |store| {
            let Some((rules, revision, size)) = store.newest_report(who.tenant, &id)? else {
                return Err(AppError::NoLog(id));
            };
            let size = usize::try_from(size).unwrap_or_default();
            let mut newest = NewestReport { id, revision: format!("{rules}@{revision}"), size };
            let read = match wants(&newest) {
                Err(unread) => Err(unread),
                Ok(reserved) => match store.report(who.tenant, &newest.id)? {
                    Some(report) => {
                        // Another report may have become the newest in the meantime.
                        newest.revision = format!("{rules}@{}", report.revision);
                        Ok((reserved, as_listed(&newest.id, report)?.body))
                    }
                    None => return Err(AppError::NoLog(newest.id)),
                },
            };
            Ok((newest, read))
        })
        .await
    }

    /// Audits a stored log under the current revision and stores the new report beside the earlier ones.
    pub async fn audit_again(&self, who: Who, id: &str) -> Result<Vec<u8>, AppError> {
        let row = self.log(who, id).await?;
        if engine::revision(&row.rules).is_none_or(|revision| i32::from(revision) <= row.revision) {
            return self.report(who, id).await;
        }
        let (audited, marks) = self.read_again(self.source(who, id).await?).await?;
        self.store.put_report(who, fresh_report(id, &audited, marks)?).await?;
        self.report(who, id).await
    }

    /// The original bytes of a log, and the log that they are read as, by the settings that read it first.
    #[cfg(feature = "parquet")]
    pub async fn read_stored(&self, who: Who, id: &str) -> Result<(Bytes, Result<ReadLog, Box<Refusal>>), AppError> {
        let source = self.source(who, id).await?;
        let read = source.parse(&self.limits()).map_err(|error| Box::new(error.refusal()));
        Ok((source.bytes, read))
    }

    /// A stored log as received, with the settings that read it.
    pub(super) async fn source(&self, who: Who, id: &str) -> Result<Source, AppError> {
        let (row, raw) = self.raw(who, id).await?;
        self.source_of(who, &row, raw).await
    }
}

/// The verdict and the primary findings by kind that a published report states: faults, variants, unverifiable, notes.
/// `None` if the bytes are no report.
pub fn report_outcome(report: &[u8]) -> Option<(String, [i32; 4])> {
    let Stated { verdict, summary } = serde_json::from_slice(report).ok()?;
    Some((verdict, engine::counts(summary)))
}

/// The outcome in a report.
#[derive(Default, Deserialize)]
struct Stated {
    verdict: String,
    summary: report::Summary,
}

/// Fails if a report states another outcome than the lists tell.
pub(super) fn as_listed(id: &str, row: ReportRow) -> Result<ReportRow, AppError> {
    let stated: Option<Stated> = serde_json::from_slice(&row.body).ok();
    let Stated { verdict, summary } = stated.unwrap_or_default();
    is_as_listed(id, &row, (&verdict, summary))?;
    Ok(row)
}

/// Fails if a report states this outcome, and the lists tell another.
pub(super) fn is_as_listed(id: &str, row: &ReportRow, stated: (&str, report::Summary)) -> Result<(), AppError> {
    let (verdict, summary) = stated;
    if verdict == row.verdict && engine::counts(summary) == row.counts {
        return Ok(());
    }
    let why = format!("the lists tell another outcome of log {id} than its report states");
    Err(AppError::Store(StoreError::Damaged(std::io::Error::other(why))))
}
