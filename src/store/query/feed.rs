//! The feed: a tenant's verdicts, rulings and erasures in the order of commits, each exactly once.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::{class_of_log, log_of_entry, report_of_entry};
use crate::store::db::schema::{classes, entries, logs, reports, rulings, tenants};
use crate::store::db::verified::{RecordedDigest, verified_report};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::journal::{ERASED, RULING, VERDICT};
use crate::store::model::ruling::RulingRow;
use crate::store::model::tenant::Tenant;
use crate::store::query::log_ids::id_of;
use crate::store::query::records::is_hashed;
use crate::store::query::rulings::recorded;
use caipan_evidence::Record;
use diesel::prelude::*;

/// A position in the feed with the time of its entry. The time detects cursors of another tenant or of a database
/// restored from a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedCursor {
    /// The sequence number.
    pub place: i64,
    /// The time of the entry, in microseconds since 1970.
    pub at: i64,
}

/// A page of the feed.
#[derive(Clone, Debug)]
pub struct FeedPart {
    /// The verdicts.
    pub verdicts: Vec<FeedRow>,
    /// The rulings.
    pub rulings: Vec<FeedRuling>,
    /// The erasures.
    pub erasures: Vec<FeedErasure>,
    /// The position of the last entry; absent if the page is empty.
    pub last: Option<FeedCursor>,
}

/// A verdict.
#[derive(Clone, Debug)]
pub struct FeedRow {
    /// The position.
    pub cursor: FeedCursor,
    /// The id of the log.
    pub log: String,
    /// The platform's name; empty when it has none.
    pub platform: String,
    /// The platform's own id of the game.
    pub game: String,
    /// The declared rule system.
    pub system: String,
    /// The id of the log it replaces.
    pub corrects: Option<String>,
    /// The rule system and the revision of the report.
    pub revision: String,
    /// The verdict of the report.
    pub verdict: String,
    /// Findings of their own by kind: faults, variants, unverifiable, notes.
    pub counts: [i32; 4],
}

/// A ruling.
#[derive(Clone, Debug)]
pub struct FeedRuling {
    /// The position.
    pub cursor: FeedCursor,
    /// The platform's name; empty when it has none.
    pub platform: String,
    /// The platform's own id of the game.
    pub game: String,
    /// The declared rule system.
    pub system: String,
    /// The ruling.
    pub ruling: RulingRow,
}

/// An erasure. Nothing else about the log is known.
#[derive(Clone, Debug)]
pub struct FeedErasure {
    /// The position.
    pub cursor: FeedCursor,
    /// The id of the log.
    pub log: String,
    /// The name of the [`Why`](crate::store::Why).
    pub why: String,
}

impl Store {
    /// At most `limit` entries after a cursor, or from the start. `None` if no entry matches the cursor.
    pub fn feed(&self, tenant: Tenant, after: Option<FeedCursor>, limit: u32) -> Result<Option<FeedPart>, StoreError> {
        let conn = &mut *self.reader()?;
        if let Some(after) = after {
            let at: Option<i64> = each!(conn, c => entries::table.find((tenant.0, after.place))
                .select(entries::at).get_result(c).optional())?;
            if at != Some(after.at) {
                return Ok(None);
            }
        }
        part(conn, tenant, after.map_or(0, |after| after.place), limit).map(|(part, _)| Some(part))
    }

    /// At most `limit` entries after a sequence number, and the number up to which the feed is complete.
    pub fn follow(&self, tenant: Tenant, after: i64, limit: u32) -> Result<(FeedPart, i64), StoreError> {
        let conn = &mut *self.reader()?;
        // Read the last sequence number before the entries, so that later commits lie behind it.
        let head: i64 = each!(&mut *conn, c => tenants::table.find(tenant.0).select(tenants::head).get_result(c))?;
        let (part, more) = part(conn, tenant, after, limit)?;
        let last = part.last.map_or(after, |last| last.place);
        Ok((part, if more { last } else { last.max(head) }))
    }

    /// The report of a verdict in the feed as it was published; `None` if there is no such verdict.
    pub fn report_of_entry(&self, tenant: Tenant, place: i64) -> Result<Option<Vec<u8>>, StoreError> {
        let found: Option<(HexKey, Vec<u8>, RecordedDigest)> = each!(&mut *self.reader()?, c => entries::table
            .inner_join(log_of_entry!())
            .inner_join(report_of_entry!())
            .filter(entries::tenant.eq(tenant.0)).filter(entries::place.eq(place)).filter(entries::act.eq(VERDICT))
            .select((logs::id, reports::body, (entries::digest, entries::record))).get_result(c).optional())?;
        found.map(|(id, packed, recorded)| verified_report(&id.text(), &packed, recorded)).transpose()
    }
}

/// A page after a sequence number, and whether more may follow. Entries of erased logs are left out.
fn part(conn: &mut Conn, tenant: Tenant, after: i64, limit: u32) -> Result<(FeedPart, bool), StoreError> {
    let all: Vec<(i64, i64, i32)> = each!(conn, c => entries::table.filter(entries::tenant.eq(tenant.0))
            .filter(entries::place.gt(after)).filter(entries::act.eq(VERDICT).or(entries::act.eq(RULING)).or(entries::act.eq(ERASED)))
            .order(entries::place.asc()).limit(i64::from(limit))
            .select((entries::place, entries::at, entries::act)).load(c))?;
    let last = all.last().map(|&(place, at, _)| FeedCursor { place, at });
    let upto = last.map_or(after, |last| last.place);
    let has = |act: i32| all.iter().any(|(.., one)| *one == act);
    let verdicts = if has(VERDICT) { verdicts(conn, tenant, after, upto)? } else { Vec::new() };
    let rulings = if has(RULING) { ruled(conn, tenant, after, upto)? } else { Vec::new() };
    let erasures = if has(ERASED) { erasures(conn, tenant, after, upto)? } else { Vec::new() };
    Ok((FeedPart { verdicts, rulings, erasures, last }, all.len() >= limit as usize))
}

type Columns = ((i64, i64), (HexKey, String, String, String, Option<i64>, String), (i32, String, i32, i32, i32, i32));

/// The verdicts with sequence numbers in `after + 1 ..= upto`.
fn verdicts(conn: &mut Conn, tenant: Tenant, after: i64, upto: i64) -> Result<Vec<FeedRow>, StoreError> {
    let rows: Vec<Columns> = each!(conn, c => entries::table
        .inner_join(log_of_entry!())
        .inner_join(class_of_log!())
        .inner_join(report_of_entry!())
        .filter(entries::tenant.eq(tenant.0)).filter(entries::place.gt(after)).filter(entries::place.le(upto))
        .filter(entries::act.eq(VERDICT)).order(entries::place.asc())
        .select((
            (entries::place, entries::at),
            (logs::id, logs::platform, logs::game, classes::system, logs::corrects, classes::rules),
            (reports::revision, reports::verdict, reports::faults, reports::variants, reports::unverifiable,
                reports::notes),
        ))
        .load(c))?;
    let row = |columns: Columns| {
        let ((place, at), (log, platform, game, system, corrects, rules), outcome) = columns;
        let (revision, verdict, faults, variants, unverifiable, notes) = outcome;
        let log = log.text();
        let corrects = corrects.map(|place| id_of(conn, tenant, place)).transpose()?;
        let (cursor, revision) = (FeedCursor { place, at }, format!("{rules}@{revision}"));
        let counts = [faults, variants, unverifiable, notes];
        Ok(FeedRow { cursor, log, platform, game, system, corrects, revision, verdict, counts })
    };
    rows.into_iter().map(row).collect()
}

type RuledColumns = ((i64, i64), (String, String, String), (String, Vec<u8>), (Option<String>, Vec<u8>));

/// The rulings with sequence numbers in `after + 1 ..= upto`.
fn ruled(conn: &mut Conn, tenant: Tenant, after: i64, upto: i64) -> Result<Vec<FeedRuling>, StoreError> {
    let rows: Vec<RuledColumns> = each!(conn, c => rulings::table
        .inner_join(logs::table.on(logs::tenant.eq(rulings::tenant).and(logs::place.eq(rulings::log))))
        .inner_join(class_of_log!())
        .inner_join(entries::table.on(entries::tenant.eq(rulings::tenant).and(entries::place.eq(rulings::place))))
        .filter(rulings::tenant.eq(tenant.0)).filter(rulings::place.gt(after)).filter(rulings::place.le(upto))
        .order(rulings::place.asc())
        .select(((entries::place, entries::at), (logs::platform, logs::game, classes::system), (rulings::digest, rulings::body),
            (entries::record, entries::leaf)))
        .load(c))?;
    let row = |((place, at), (platform, game, system), (digest, body), (record, leaf)): RuledColumns| {
        let record = record.filter(|record| is_hashed(record, &leaf));
        // A ruling that cannot be served must not keep readers from what comes after it.
        let ruling = recorded((place, digest, body), record.as_deref())
            .inspect_err(|error| tracing::error!(%error, place, "a ruling is left out of the feed"));
        Some(FeedRuling { cursor: FeedCursor { place, at }, platform, game, system, ruling: ruling.ok()? })
    };
    Ok(rows.into_iter().filter_map(row).collect())
}

/// The erasures with sequence numbers in `after + 1 ..= upto`, from their records.
fn erasures(conn: &mut Conn, tenant: Tenant, after: i64, upto: i64) -> Result<Vec<FeedErasure>, StoreError> {
    let rows: Vec<(i64, i64, Option<String>)> = each!(conn, c => entries::table.filter(entries::tenant.eq(tenant.0))
        .filter(entries::place.gt(after)).filter(entries::place.le(upto)).filter(entries::act.eq(ERASED))
        .order(entries::place.asc()).select((entries::place, entries::at, entries::record)).load(c))?;
    let told = |(place, at, record): (i64, i64, Option<String>)| {
        let Record { log, what, .. } = serde_json::from_str(&record?).ok()?;
        Some(FeedErasure { cursor: FeedCursor { place, at }, log: log?, why: what.unwrap_or_default() })
    };
    Ok(rows.into_iter().filter_map(told).collect())
}
