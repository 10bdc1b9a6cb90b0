//! What can be asked of the store.

use super::classes::format_of;
use super::conn::{Conn, each};
use super::erase::not_erased;
use super::keys::Tenant;
use super::name::Name;
use super::packed::unpack;
use super::schema::{classes, logs, reports};
use super::{Store, StoreError};
use caipan_tiles::hash::sha256;
use diesel::prelude::*;
use std::collections::BTreeMap;

/// A stored log without its bytes, with the outcome of its newest report.
#[derive(Clone, Debug)]
pub struct LogRow {
    /// The place among all that its tenant did; what lists are paged by.
    pub place: i64,
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
    /// The rule system that it belongs to, which counts the revisions.
    pub rules: String,
    /// The revision of the newest report.
    pub revision: i32,
    /// The newest report's verdict.
    pub verdict: String,
    /// Findings of their own by kind: faults, variants, unverifiable, notes.
    pub counts: [i32; 4],
}

impl LogRow {
    /// The rule system and the revision of the newest report: `changsha@3`.
    pub fn revision(&self) -> String {
        format!("{}@{}", self.rules, self.revision)
    }
}

/// A stored report.
#[derive(Clone, Debug)]
pub struct ReportRow {
    /// The revision that made it.
    pub revision: i32,
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
    /// Only logs from this client, in this version.
    pub client: Option<String>,
    /// Only logs whose newest report has this code.
    pub code: Option<String>,
    /// Only logs with a player of this digest.
    pub player: Option<String>,
    /// Only logs that were received then or later; microseconds since 1970.
    pub since: Option<i64>,
    /// Only logs that were received before; microseconds since 1970.
    pub until: Option<i64>,
    /// Only logs that came before this place.
    pub before: Option<i64>,
}

/// The columns of [`LogRow`] that stand in its row and in its class.
pub(super) type Columns = (
    (i64, Name, Name, String, String, String, i32, String),
    (String, i32, i64, Option<i64>, String, i32, i64),
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
                classes::system,
                logs::hands,
                classes::media_type,
            ),
            (
                classes::import_name,
                logs::size,
                logs::received_at,
                logs::corrects,
                classes::rules,
                logs::revision,
                logs::place,
            ),
            (classes::verdict, logs::faults, logs::variants, logs::unverifiable, logs::notes),
        )
    };
}

pub(super) use columns;

/// Logs with their classes.
macro_rules! whole_logs {
    () => {
        logs::table.inner_join(classes::table)
    };
}
pub(super) use whole_logs;

// The same where nothing is null. PostgreSQL has no index for it, SQLite has.
diesel::infix_operator!(IsNoOtherThan, " IS NOT DISTINCT FROM ");

/// Whether a log has this id and is the tenant's own. Written so that only the one index fits: which of those that begin with the tenant is the
/// best, PostgreSQL does not know before it has counted the rows.
macro_rules! is_own {
    ($tenant:expr, $id:expr) => {
        logs::id.eq($crate::store::name::Name::of($id)).and($crate::store::read::IsNoOtherThan::new(
            logs::tenant,
            diesel::IntoSql::into_sql::<diesel::sql_types::BigInt>($tenant.0),
        ))
    };
}
pub(super) use is_own;

/// The log of this id that is the tenant's own.
macro_rules! own {
    ($tenant:expr, $id:expr) => {
        logs::table.filter($crate::store::read::is_own!($tenant, $id))
    };
}
pub(super) use own;

/// Whether something that is stored can be called this: PostgreSQL has no character 0.
pub(super) fn is_name(text: &str) -> bool {
    !text.contains('\0')
}

impl Store {
    /// One log of a tenant. One that was erased is told as such.
    pub fn log(&self, tenant: Tenant, id: &str) -> Result<Option<LogRow>, StoreError> {
        if !is_name(id) {
            return Ok(None);
        }
        let conn = &mut *self.reader()?;
        let row: Option<Columns> =
            each!(conn, c => own!(tenant, id).inner_join(classes::table).select(columns!()).get_result(c).optional())?;
        match row {
            Some(row) => Ok(whole(conn, vec![row])?.pop()),
            None => not_erased(conn, tenant, id).map(|()| None),
        }
    }

    /// The bytes of a log as they were received.
    pub fn raw(&self, tenant: Tenant, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        if !is_name(id) {
            return Ok(None);
        }
        let conn = &mut *self.reader()?;
        let found: Option<(Name, Vec<u8>)> =
            each!(conn, c => own!(tenant, id).select((logs::digest, logs::raw)).get_result(c).optional())?;
        let Some((digest, packed)) = found else { return Ok(None) };
        let raw = unpack(&packed)?;
        // A database checks where its rows are, not what is in them.
        if sha256(&raw) == digest.text() { Ok(Some(raw)) } else { Err(not_as_received()) }
    }

    /// The newest report of a log.
    pub fn report(&self, tenant: Tenant, id: &str) -> Result<Option<ReportRow>, StoreError> {
        if !is_name(id) {
            return Ok(None);
        }
        let conn = &mut *self.reader()?;
        let newest = reports::table.on(reports::log.eq(logs::seq).and(reports::revision.eq(logs::revision)));
        let found: Option<(i32, Vec<u8>)> = each!(conn, c => logs::table.inner_join(newest)
            .filter(is_own!(tenant, id))
            .select((reports::revision, reports::body)).get_result(c).optional())?;
        let Some((revision, packed)) = found else { return Ok(None) };
        Ok(Some(ReportRow { revision, body: unpack(&packed)? }))
    }
}

fn not_as_received() -> StoreError {
    StoreError::Damaged(std::io::Error::new(std::io::ErrorKind::InvalidData, "they are not those that were received"))
}

/// The id of the newest log of a game.
pub(super) fn last_of_game(
    conn: &mut Conn,
    tenant: Tenant,
    platform: &str,
    game: &str,
) -> Result<Option<String>, StoreError> {
    let id: Option<Name> = each!(conn, c => logs::table.filter(logs::tenant.eq(tenant.0)).filter(logs::game.eq(game))
        .filter(logs::platform.eq(platform)).order(logs::place.desc()).select(logs::id).first(c).optional())?;
    Ok(id.map(|id| id.text()))
}

/// The id of a log.
pub(super) fn id_of(conn: &mut Conn, seq: i64) -> Result<String, StoreError> {
    let id: Name = each!(conn, c => logs::table.find(seq).select(logs::id).get_result(c))?;
    Ok(id.text())
}

/// Adds the two ends of the chain of corrections, of all at once, each found by a unique index.
pub(super) fn whole(conn: &mut Conn, rows: Vec<Columns>) -> Result<Vec<LogRow>, StoreError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let all: Vec<i64> = rows.iter().map(|row| row.0.0).collect();
    let earlier: Vec<i64> = rows.iter().filter_map(|row| row.1.3).collect();
    let later: Vec<(Option<i64>, Name)> = each!(&mut *conn, c => logs::table.filter(logs::corrects.eq_any(all))
        .filter(logs::corrects.is_not_null()).select((logs::corrects, logs::id)).load(c))?;
    let earlier: Vec<(i64, Name)> = if earlier.is_empty() {
        Vec::new()
    } else {
        each!(conn, c => logs::table.filter(logs::seq.eq_any(earlier)).select((logs::seq, logs::id)).load(c))?
    };
    let later: BTreeMap<i64, Name> = later.into_iter().filter_map(|(seq, id)| Some((seq?, id))).collect();
    let earlier: BTreeMap<i64, Name> = earlier.into_iter().collect();
    Ok(rows.into_iter().map(|row| one(row, &earlier, &later)).collect())
}

fn one(row: Columns, earlier: &BTreeMap<i64, Name>, later: &BTreeMap<i64, Name>) -> LogRow {
    let (
        (seq, id, digest, platform, game, system, hands, media_type),
        (import_name, size, received_at, corrects, rules, revision, place),
        (verdict, faults, variants, unverifiable, notes),
    ) = row;
    LogRow {
        place,
        id: id.text(),
        digest: digest.text(),
        platform,
        game,
        system,
        hands,
        media_type,
        import_name: format_of(import_name),
        size,
        received_at,
        corrects: corrects.and_then(|seq| earlier.get(&seq)).map(Name::text),
        corrected_by: later.get(&seq).map(Name::text),
        rules,
        revision,
        verdict,
        counts: [faults, variants, unverifiable, notes],
    }
}
