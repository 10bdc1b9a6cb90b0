//! The referee's desk: stored logs with the mistake that a reader needs first, the players, and the state of the case.

use super::case_state::{Case, CaseState};
use super::{App, AppError};
use crate::store::{Filter, LogRow, RulingRow, Store, StoreError, Tenant, Who};
use caipan_engine::audit::Verdict;
use caipan_engine::report::Report;
use caipan_tiles::text::Text;

/// Logs per lookup, and the maximum number of logs, of reports and of bytes of reports that a page reads. A page that
/// reaches one of them ends early.
const CHUNK: u32 = 50;
const LOOKED: usize = 2000;
const READ: usize = 300;
const BYTES: usize = 12 << 20;

/// A page of the desk.
#[derive(Clone, Debug)]
pub struct DeskPage {
    /// The rows, newest first.
    pub rows: Vec<DeskRow>,
    /// The cursor of the next page; absent at the end.
    pub next: Option<i64>,
}

/// A log on the desk.
#[derive(Clone, Debug)]
pub struct DeskRow {
    /// The log.
    pub log: LogRow,
    /// The report in short; absent if it cannot be read.
    pub brief: Option<Brief>,
    /// The case; absent if there is nothing to decide.
    pub case: Option<Case>,
}

/// A report in short.
#[derive(Clone, Debug)]
pub struct Brief {
    /// The players by seat; empty if the log names none.
    pub players: Vec<String>,
    /// The headline of the report.
    pub headline: Text,
}

impl App {
    /// The newest logs that match the filter and are in this state.
    pub async fn desk(
        &self,
        who: Who,
        filter: Filter,
        state: Option<CaseState>,
        limit: u32,
    ) -> Result<DeskPage, AppError> {
        self.query(move |store| Ok(desk(store, who.tenant, filter, state, limit as usize)?)).await
    }
}

fn desk(
    store: &Store,
    tenant: Tenant,
    mut filter: Filter,
    state: Option<CaseState>,
    limit: usize,
) -> Result<DeskPage, StoreError> {
    let (mut rows, mut read, mut bytes, mut looked) = (Vec::new(), 0, 0, 0);
    loop {
        let part = store.search(tenant, &filter, CHUNK)?;
        let mut rulings = store.rulings_of_logs(tenant, &part.logs.iter().map(|log| log.place).collect::<Vec<_>>())?;
        for log in part.logs {
            if rows.len() == limit || read == READ || bytes >= BYTES || looked == LOOKED {
                return Ok(DeskPage { rows, next: filter.before });
            }
            looked += 1;
            filter.before = Some(log.place);
            let ruled = rulings.remove(&log.place).unwrap_or(Ok(Vec::new()));
            if state.is_none_or(|state| ruled.as_ref().is_ok_and(|ruled| is_possible(state, &log, ruled))) {
                read += 1;
                let (row, size) = row(store, tenant, log, ruled)?;
                bytes += size;
                if state.is_none_or(|state| row.case.as_ref().map(|case| case.state) == Some(state)) {
                    rows.push(row);
                }
            }
        }
        match part.next {
            // The search itself gave up for this page: a reader decides whether to look further back.
            Some(next) if filter.before.is_none_or(|before| next < before) => {
                return Ok(DeskPage { rows, next: Some(next) });
            }
            Some(_) => {}
            None => return Ok(DeskPage { rows, next: None }),
        }
    }
}

/// Returns whether a log can be in a state, before its report is read.
fn is_possible(state: CaseState, log: &LogRow, ruled: &[RulingRow]) -> bool {
    let is_wrong = [Verdict::Faulty, Verdict::Variant].iter().any(|verdict| verdict.word() == log.verdict);
    match state {
        CaseState::Open => is_wrong,
        CaseState::Taken => is_wrong && !ruled.is_empty(),
        CaseState::Decided | CaseState::Dismissed => !ruled.is_empty(),
    }
}

/// Reads the report of a log and returns its size too. A case whose report or rulings cannot be served stays on the desk
/// without its sentence, or it would hide all other cases.
fn row(
    store: &Store,
    tenant: Tenant,
    log: LogRow,
    ruled: Result<Vec<RulingRow>, StoreError>,
) -> Result<(DeskRow, usize), StoreError> {
    let read = ruled.and_then(|ruled| Ok((store.report(tenant, &log.id)?, ruled)));
    let (stored, ruled) = match read {
        Ok(read) => read,
        Err(error) if error.is_of_content() => {
            store.record_error(&error);
            (None, Vec::new())
        }
        Err(other) => return Err(other),
    };
    let size = stored.as_ref().map_or(0, |row| row.body.len());
    let report = stored.and_then(|row| serde_json::from_slice::<Report>(&row.body).ok());
    let case = report.as_ref().and_then(|report| Case::of(report, ruled.iter().map(|row| &row.entry)));
    Ok((
        DeskRow {
            log,
            case,
            brief: report.map(|report| Brief { headline: report.headline(), players: report.log.players }),
        },
        size,
    ))
}
