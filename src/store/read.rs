//! What can be asked of the store.

use super::conn::{Conn, each};
use super::erase::not_erased;
use super::keys::Tenant;
use super::packed::unpack;
use super::schema::{logs, reports};
use super::{Store, StoreError};
use crate::table::sha256;
use diesel::prelude::*;

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

/// The columns of [`LogRow`] that stand in its row.
pub(super) type Columns = (
    (i64, String, String, String, String, String, i32, String),
    (Option<String>, i32, i64, Option<i64>, String, i32, i64),
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
            (
                logs::import_name,
                logs::size,
                logs::received_at,
                logs::corrects,
                logs::rules,
                logs::revision,
                logs::place,
            ),
            (logs::verdict, logs::faults, logs::variants, logs::unverifiable, logs::notes),
        )
    };
}

pub(super) use columns;

/// The newest logs that pass the filter by their own columns. Written so that no database has a choice of index: a game has few logs, so where
/// one is named the rest is compared and not looked up.
macro_rules! listed {
    ($tenant:expr, $filter:expr, $limit:expr) => {{
        let filter: &Filter = $filter;
        let tenant: Tenant = $tenant;
        let all = logs::table.filter(logs::tenant.eq(tenant.0)).select(columns!());
        let mut query = all.order(logs::place.desc()).limit(i64::from($limit)).into_boxed();
        if let Some(game) = &filter.game {
            query = query.filter(logs::game.eq(game));
        }
        macro_rules! narrow {
            ($value:expr, $column:expr) => {
                if let Some(value) = $value {
                    query = match &filter.game {
                        Some(_) => query.filter($column.concat("").eq(value)),
                        None => query.filter($column.eq(value)),
                    };
                }
            };
        }
        narrow!(&filter.platform, logs::platform);
        narrow!(&filter.system, logs::system);
        narrow!(&filter.verdict, logs::verdict);
        if let Some(before) = filter.before {
            query = query.filter(logs::place.lt(before));
        }
        query
    }};
}

pub(super) use listed;

// The same where nothing is null. PostgreSQL has no index for it, SQLite has.
diesel::infix_operator!(IsNoOtherThan, " IS NOT DISTINCT FROM ");

/// Whether a log has this id and is the tenant's own. Written so that only the one index fits: which of those that begin with the tenant is the
/// best, PostgreSQL does not know before it has counted the rows.
macro_rules! is_own {
    ($tenant:expr, $id:expr) => {
        logs::id.eq($id).and($crate::store::read::IsNoOtherThan::new(
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
        let row: Option<Columns> = each!(conn, c => own!(tenant, id).select(columns!()).first(c).optional())?;
        match row {
            Some(row) => whole(conn, row).map(Some),
            None => not_erased(conn, tenant, id).map(|()| None),
        }
    }

    /// The bytes of a log as they were received.
    pub fn raw(&self, tenant: Tenant, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        if !is_name(id) {
            return Ok(None);
        }
        let conn = &mut *self.reader()?;
        let found: Option<(String, Vec<u8>)> =
            each!(conn, c => own!(tenant, id).select((logs::digest, logs::raw)).first(c).optional())?;
        let Some((digest, packed)) = found else { return Ok(None) };
        let raw = unpack(&packed)?;
        // A database checks where its rows are, not what is in them.
        if sha256(&raw) == digest { Ok(Some(raw)) } else { Err(not_as_received()) }
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
            .select((reports::revision, reports::body)).first(c).optional())?;
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
    let filter = Filter { platform: Some(platform.to_owned()), game: Some(game.to_owned()), ..Filter::default() };
    let row: Option<Columns> = each!(conn, c => listed!(tenant, &filter, 1_u32).first(c).optional())?;
    Ok(row.map(|((_, id, ..), ..)| id))
}

/// The id of a log.
pub(super) fn id_of(conn: &mut Conn, seq: i64) -> Result<String, StoreError> {
    Ok(each!(conn, c => logs::table.find(seq).select(logs::id).first(c))?)
}

/// Adds the two ends of the chain of corrections, each found by a unique index.
pub(super) fn whole(conn: &mut Conn, row: Columns) -> Result<LogRow, StoreError> {
    let (
        (seq, id, digest, platform, game, system, hands, media_type),
        (import_name, size, received_at, corrects, rules, revision, place),
        outcome,
    ) = row;
    let corrects = corrects.map(|seq| id_of(conn, seq)).transpose()?;
    let corrected_by =
        each!(conn, c => logs::table.filter(logs::corrects.eq(seq)).select(logs::id).first(c).optional())?;
    let (verdict, faults, variants, unverifiable, notes) = outcome;
    Ok(LogRow {
        place,
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
        rules,
        revision,
        verdict,
        counts: [faults, variants, unverifiable, notes],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Database;
    use crate::store::conn::Home;
    use crate::store::connect;
    use diesel::sqlite::Sqlite;

    #[derive(QueryableByName)]
    struct Step {
        #[diesel(sql_type = diesel::sql_types::Text)]
        detail: String,
    }

    /// How the database goes about a list.
    fn plan(conn: &mut Conn, filter: &Filter) -> Vec<String> {
        let query: logs::BoxedQuery<'_, Sqlite, _> = listed!(Tenant::HOME, filter, 50_u32);
        let query = diesel::debug_query::<Sqlite, _>(&query).to_string();
        let (query, _) = query.split_once(" -- binds").expect("the statement and its values");
        let steps: Vec<Step> =
            each!(conn, c => diesel::sql_query(format!("EXPLAIN QUERY PLAN {query}")).load(c)).expect("a plan");
        steps.into_iter().map(|step| step.detail).collect()
    }

    /// Whatever a list is narrowed to, it is the end of one index: nothing is sorted, and no row is read to be left out,
    /// but of a named game.
    #[test]
    fn every_filter_seeks_an_index() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut conn = connect(&Home::make(&Database::Directory(folder.path().to_owned())).expect("a place"))
            .expect("a connection");
        conn.migrate().expect("a schema");
        for set in 0..32_u32 {
            let word = |bit: u32| (set >> bit & 1 == 1).then(|| "x".to_owned());
            let before = (set >> 4 & 1 == 1).then_some(1);
            let filter = Filter {
                platform: word(0),
                game: word(1),
                system: word(2),
                verdict: word(3),
                before,
                ..Filter::default()
            };
            let wanted: Vec<&str> = if filter.game.is_some() {
                vec!["tenant=?", "game=?"]
            } else {
                let columns = [("platform=?", 0), ("system=?", 2), ("verdict=?", 3)];
                let columns = columns.into_iter().filter(|(_, bit)| word(*bit).is_some());
                std::iter::once("tenant=?").chain(columns.map(|(column, _)| column)).collect()
            };
            let by = wanted.iter().copied().chain(before.map(|_| "place<?")).collect::<Vec<_>>().join(" AND ");
            let plan = plan(&mut conn, &filter);
            let [step] = &plan[..] else { panic!("{filter:?} takes several steps: {plan:?}") };
            assert!(step.starts_with("SEARCH logs USING") && step.ends_with(&format!("({by})")), "{filter:?}: {step}");
        }
    }
}
