//! The referee's desk: stored logs with the mistake that a reader needs first, the players, and the state of the case.

use super::case_state::{Case, CaseState};
use super::{App, AppError, Brief};
use crate::store::{Filter, FirstSeen, LogRow, RulingRow, Store, StoreError, Tenant, Who};
use caipan_engine::audit::Verdict;
use caipan_engine::report::Report;
use caipan_pages::flows_of_match;
use caipan_pages::money::Flow;

/// Logs per lookup, and the maximum number of logs, of reports and of bytes of reports that a page reads. A page that
/// reaches one of them ends early.
const CHUNK: u32 = 50;
const LOOKED: usize = 2000;
const READ: usize = 300;
const BYTES: usize = 12 << 20;
/// The number of newest logs that the tabs count.
const COUNTED: u32 = 500;

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
    /// The players by seat; empty if the log names none.
    pub players: Vec<String>,
    /// The report in short; absent if it cannot be read.
    pub brief: Option<Brief>,
    /// The payments that correct the match, with their reasons.
    pub flows: Vec<Flow>,
    /// The case; absent if there is nothing to decide.
    pub case: Option<Case>,
}

/// The number of cases by state among the newest logs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeskCounts {
    /// All logs.
    pub all: usize,
    /// True if there are more logs than were counted.
    pub is_partial: bool,
    states: [usize; 4],
}

impl DeskCounts {
    /// The number of cases in a state.
    pub fn of(&self, state: CaseState) -> usize {
        CaseState::ALL.iter().position(|one| *one == state).map_or(0, |at| self.states[at])
    }
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

impl App {
    /// The first log whose newest report has this code.
    pub async fn first_seen(&self, who: Who, code: String) -> Result<Option<FirstSeen>, AppError> {
        self.query(move |store| Ok(store.first_seen(who.tenant, &code)?)).await
    }

    /// The number of cases in each state that match the filter, among the newest logs.
    pub async fn desk_counts(&self, who: Who, filter: Filter) -> Result<DeskCounts, AppError> {
        self.query(move |store| Ok(counts(store, who.tenant, &Filter { before: None, ..filter })?)).await
    }

    /// The cases of these logs, in the order of the ids; unknown ids are left out.
    pub async fn desk_rows(&self, who: Who, ids: Vec<String>) -> Result<Vec<DeskRow>, AppError> {
        self.query(move |store| {
            let mut rows = Vec::new();
            for id in ids {
                if let Some(log) = store.log(who.tenant, &id)? {
                    let ruled = store.rulings(who.tenant, &id);
                    rows.push(row(store, who.tenant, log, ruled)?.0);
                }
            }
            Ok(rows)
        })
        .await
    }
}

/// Counts the newest logs by state. Only the reports of logs with rulings are read.
fn counts(store: &Store, tenant: Tenant, filter: &Filter) -> Result<DeskCounts, StoreError> {
    let part = store.search(tenant, filter, COUNTED)?;
    let mut rulings = store.rulings_of_logs(tenant, &part.logs.iter().map(|log| log.place).collect::<Vec<_>>())?;
    let mut counts = DeskCounts { all: part.logs.len(), is_partial: part.next.is_some(), ..DeskCounts::default() };
    let (mut read, mut bytes) = (0, 0);
    for log in part.logs {
        let ruled = rulings.remove(&log.place).unwrap_or(Ok(Vec::new()));
        let state = match &ruled {
            Ok(ruled) if ruled.is_empty() => is_possible(CaseState::Open, &log, &[]).then_some(CaseState::Open),
            _ if read == READ || bytes >= BYTES => {
                counts.is_partial = true;
                None
            }
            _ => {
                read += 1;
                let (row, size) = row(store, tenant, log, ruled)?;
                bytes += size;
                row.case.map(|case| case.state)
            }
        };
        if let Some(at) = state.and_then(|state| CaseState::ALL.iter().position(|one| *one == state)) {
            counts.states[at] += 1;
        }
    }
    Ok(counts)
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
            brief: report.as_ref().map(Brief::of),
            flows: report.as_ref().map(flows_of_match).unwrap_or_default(),
            players: report.map(|report| report.log.players).unwrap_or_default(),
        },
        size,
    ))
}
