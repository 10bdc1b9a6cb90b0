//! What can be asked of the store.

use super::conn::{Conn, each};
use super::schema::{logs, reports};
use super::{Store, StoreError};
use diesel::prelude::*;

/// A stored log without its bytes, with the outcome of its newest report.
#[derive(Clone, Debug)]
pub struct LogRow {
    /// The place in the order of arrival; what lists are paged by.
    pub seq: i64,
    /// The id.
    pub id: String,
    /// `sha256:` and 64 hex digits of the bytes as received.
    pub digest: String,
    /// The platform's name; empty when it has none.
    pub platform: String,
    /// The platform's own id of the game.
    pub game: String,
    /// The declared rule system.
    pub system: String,
    /// How many hands.
    pub hands: i32,
    /// How the bytes are to be read.
    pub media_type: String,
    /// The third-party format the bytes are in.
    pub import_name: Option<String>,
    /// How many bytes were received.
    pub size: i32,
    /// Microseconds since 1970.
    pub received_at: i64,
    /// The id of the log it replaces.
    pub corrects: Option<String>,
    /// The id of the log that replaces it.
    pub corrected_by: Option<String>,
    /// The revision of the newest report.
    pub revision: String,
    /// The newest report's verdict.
    pub verdict: String,
    /// Findings of their own by kind: faults, variants, unverifiable, notes.
    pub counts: [i32; 4],
}

/// A stored report.
#[derive(Clone, Debug)]
pub struct ReportRow {
    /// The revision that made it.
    pub revision: String,
    /// The report as published.
    pub body: Vec<u8>,
}

/// What a list of logs is narrowed to; an absent field does not narrow.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only logs of this platform.
    pub platform: Option<String>,
    /// Only logs with this platform id of the game.
    pub game: Option<String>,
    /// Only logs that declare this rule system.
    pub system: Option<String>,
    /// Only logs whose newest report has this verdict.
    pub verdict: Option<String>,
    /// Only logs that came before this one.
    pub before: Option<i64>,
}

/// The columns of [`LogRow`] that stand in one row of the join.
type Columns = (
    (i64, String, String, String, String, String, i32, String),
    (Option<String>, i32, i64, Option<i64>, String),
    (String, i32, i32, i32, i32),
);

macro_rules! columns {
    () => {
        (
            (
                logs::seq,
                logs::id,
                logs::digest,
                logs::platform,
                logs::game,
                logs::system,
                logs::hands,
                logs::media_type,
            ),
            (logs::import_name, logs::size, logs::received_at, logs::corrects, logs::revision),
            (reports::verdict, reports::faults, reports::variants, reports::unverifiable, reports::notes),
        )
    };
}

macro_rules! newest {
    () => {
        logs::table.inner_join(reports::table.on(reports::log.eq(logs::seq).and(reports::revision.eq(logs::revision))))
    };
}

impl Store {
    /// One log.
    pub fn log(&self, id: &str) -> Result<Option<LogRow>, StoreError> {
        let conn = &mut *self.reader()?;
        let row: Option<Columns> =
            each!(conn, c => newest!().filter(logs::id.eq(id)).select(columns!()).first(c).optional())?;
        row.map(|row| whole(conn, row)).transpose()
    }

    /// The bytes of a log as they were received.
    pub fn raw(&self, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let conn = &mut *self.reader()?;
        let packed: Option<Vec<u8>> =
            each!(conn, c => logs::table.filter(logs::id.eq(id)).select(logs::raw).first(c).optional())?;
        Ok(packed.map(|packed| zstd::decode_all(packed.as_slice())).transpose()?)
    }

    /// The newest report of a log.
    pub fn report(&self, id: &str) -> Result<Option<ReportRow>, StoreError> {
        let conn = &mut *self.reader()?;
        let found: Option<(String, Vec<u8>)> = each!(conn, c => newest!()
            .filter(logs::id.eq(id)).select((reports::revision, reports::body)).first(c).optional())?;
        let Some((revision, packed)) = found else { return Ok(None) };
        Ok(Some(ReportRow { revision, body: zstd::decode_all(packed.as_slice())? }))
    }

    /// The newest logs that pass the filter, newest first, at most `limit`.
    pub fn list(&self, filter: &Filter, limit: u32) -> Result<Vec<LogRow>, StoreError> {
        let conn = &mut *self.reader()?;
        let rows: Vec<Columns> = each!(conn, c => {
            let mut query = newest!().select(columns!()).order(logs::seq.desc()).limit(i64::from(limit)).into_boxed();
            if let Some(platform) = &filter.platform {
                query = query.filter(logs::platform.eq(platform));
            }
            if let Some(game) = &filter.game {
                query = query.filter(logs::game.eq(game));
            }
            if let Some(system) = &filter.system {
                query = query.filter(logs::system.eq(system));
            }
            if let Some(verdict) = &filter.verdict {
                query = query.filter(reports::verdict.eq(verdict));
            }
            if let Some(before) = filter.before {
                query = query.filter(logs::seq.lt(before));
            }
            query.load(c)
        })?;
        rows.into_iter().map(|row| whole(conn, row)).collect()
    }
}

/// The id of the log in this place.
pub(super) fn id_of(conn: &mut Conn, seq: i64) -> Result<String, StoreError> {
    Ok(each!(conn, c => logs::table.find(seq).select(logs::id).first(c))?)
}

/// Adds the two ends of the chain of corrections, each found by a unique index.
fn whole(conn: &mut Conn, row: Columns) -> Result<LogRow, StoreError> {
    let (
        (seq, id, digest, platform, game, system, hands, media_type),
        (import_name, size, received_at, corrects, revision),
        outcome,
    ) = row;
    let corrects = corrects.map(|seq| id_of(conn, seq)).transpose()?;
    let corrected_by =
        each!(conn, c => logs::table.filter(logs::corrects.eq(seq)).select(logs::id).first(c).optional())?;
    let (verdict, faults, variants, unverifiable, notes) = outcome;
    Ok(LogRow {
        seq,
        id,
        digest,
        platform,
        game,
        system,
        hands,
        media_type,
        import_name,
        size,
        received_at,
        corrects,
        corrected_by,
        revision,
        verdict,
        counts: [faults, variants, unverifiable, notes],
    })
}
