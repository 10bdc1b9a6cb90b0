//! Several records of one match: joined to one, or searched for what a client could not see. Nothing is stored.

use super::engine::{ReadLog, audit_digested};
use super::{App, AppError, AuditWatch, Source};
use crate::store::Who;
use caipan_auditor::Refusal;
use caipan_auditor::views::{Joined, Leaks, Named, Sent, join, refused};
use caipan_log::{Limits, write};
use caipan_tiles::bilingual;
use caipan_tiles::hash::sha256;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

/// A log inside a request.
pub struct GivenRecord {
    /// The name in sentences.
    pub name: Text,
    /// The log.
    pub source: Source,
    /// The place of the log in the request.
    pub place: RecordPlace,
}

/// The place of a log in the request that holds it.
pub struct RecordPlace {
    /// The JSON pointer.
    pub pointer: String,
    /// The line and the column of its first character, from 1; `None` for a log inside a JSON string, whose lines are its
    /// own.
    pub start: Option<(u64, u64)>,
}

/// The answer about several records of one match.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JoinAnswer {
    /// The joined log, or the contradictions.
    #[serde(flatten)]
    joined: Joined,
    /// The report of the joined log, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    report: Option<Box<RawValue>>,
}

impl App {
    /// Joins records of one match and audits the result if asked.
    pub async fn join(&self, who: Who, records: Vec<GivenRecord>, audits: bool) -> Result<JoinAnswer, AppError> {
        let (records, limits) = (self.with_settings_of(who, records).await?, self.limits());
        let bytes = records.iter().map(|record| record.source.bytes.len()).sum();
        let work = move |watch: &AuditWatch| joined(&records, audits, &limits, watch);
        self.audit_on(bytes, self.config.queue_timeout, work).await?
    }

    /// Searches the second record, a part of the first, for what its seat could not see. The inner error is about the
    /// seat.
    pub async fn leaks(
        &self,
        who: Who,
        records: Vec<GivenRecord>,
        seat: Option<Seat>,
        sent: Sent,
    ) -> Result<Result<Leaks, Text>, AppError> {
        let (records, limits) = (self.with_settings_of(who, records).await?, self.limits());
        let bytes = records.iter().map(|record| record.source.bytes.len()).sum();
        let work = move || match read(&records, &limits)?.as_slice() {
            [whole, part] => Ok(Leaks::of(&whole.log, &part.log, seat, sent)),
            _ => Err(AppError::GivenUp),
        };
        self.work_on(bytes, self.config.queue_timeout, work).await?
    }

    /// Adds the settings of the tenant to the records.
    async fn with_settings_of(&self, who: Who, records: Vec<GivenRecord>) -> Result<Vec<GivenRecord>, AppError> {
        let mut all = Vec::with_capacity(records.len());
        for record in records {
            all.push(GivenRecord { source: self.with_settings(who.tenant, record.source).await?, ..record });
        }
        Ok(all)
    }
}

/// Joins records.
fn joined(records: &[GivenRecord], audits: bool, limits: &Limits, watch: &AuditWatch) -> Result<JoinAnswer, AppError> {
    let found = join(&named(records, &read(records, limits)?));
    let report = match &found {
        Ok(log) if audits => {
            let read = ReadLog { log: log.clone(), adapter: None };
            let json = audit_digested(&read, &sha256(write(log).as_bytes()), watch)?.json;
            Some(serde_json::from_slice(&json)?)
        }
        _ => None,
    };
    Ok(JoinAnswer { joined: found.into(), report })
}

/// Reads records.
fn read(records: &[GivenRecord], limits: &Limits) -> Result<Vec<ReadLog>, AppError> {
    records.iter().map(|record| record.source.read(limits).map_err(|error| record.located(error))).collect()
}

fn named<'a>(records: &'a [GivenRecord], logs: &'a [ReadLog]) -> Vec<Named<'a>> {
    records.iter().zip(logs).map(|(record, read)| Named { name: &record.name, log: &read.log }).collect()
}

impl GivenRecord {
    /// Gives the error of a log its name and its place in the request.
    fn located(&self, error: AppError) -> AppError {
        match error {
            AppError::Unreadable(refusal) => AppError::Unreadable(self.moved(refusal)),
            AppError::Rules(refusal) => AppError::Rules(self.moved(refusal)),
            other => other,
        }
    }

    fn moved(&self, mut refusal: Box<Refusal>) -> Box<Refusal> {
        let RecordPlace { pointer, start } = &self.place;
        let inner = refusal.pointer.take().unwrap_or_default();
        refusal.pointer = Some(if start.is_some() { [pointer, inner.as_str()].concat() } else { pointer.clone() });
        match (*start, refusal.line) {
            (Some((first, begin)), Some(line)) => {
                let column = |column| if line == 1 { begin - 1 + column } else { column };
                (refusal.line, refusal.column) = (Some(first - 1 + line), refusal.column.map(column));
            }
            (None, Some(line)) => {
                let (column, column_en) = refusal
                    .column
                    .take()
                    .map_or_else(Default::default, |column| (format!("第 {column} 列"), format!(", column {column}")));
                let Text { zh, en } = &refusal.text;
                refusal.text = bilingual!("第 {line} 行{column}：{zh}", "line {line}{column_en}: {en}");
                refusal.line = None;
            }
            (_, None) => {}
        }
        refused(&self.name, refusal)
    }
}
