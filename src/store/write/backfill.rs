//! Writes search tags for logs that versions without tags stored.

use crate::config::Database;
use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::{class_of_log, newest_of_log};
use crate::store::db::lock::when_unlocked;
use crate::store::db::log_columns::format_of;
use crate::store::db::manager::{Location, connect};
use crate::store::db::schema::{classes, entries, logs, reports, untagged};
use crate::store::db::verified::{Recorded, recorded, verified_raw, verified_report};
use crate::store::error::StoreError;
use crate::store::model::search_tags::SearchTags;
use crate::store::model::tenant::Tenant;
use crate::store::write::search_tags::{TaggedLog, write_tags};
use crate::store::write::tenant_sequence::TenantSequences;
use diesel::dsl::exists;
use diesel::prelude::*;

/// Logs per transaction.
const GROUP: i64 = 50;

/// A stored log and its newest report, uncompressed.
pub struct UntaggedLog {
    /// The media type of the bytes.
    pub media_type: String,
    /// The third-party format they are in.
    pub import_name: Option<String>,
    /// The bytes as received.
    pub raw: Vec<u8>,
    /// The published report.
    pub report: Vec<u8>,
}

/// Writes the tags of all logs without tags and returns their number. Other processes may backfill and serve at the
/// same time.
pub fn backfill(database: &Database, tags: impl Fn(&UntaggedLog) -> SearchTags) -> Result<usize, StoreError> {
    let mut conn = connect(&Location::make(database)?)?;
    let mut all = 0;
    // Do not wait for a write lock if nothing is left.
    while when_unlocked(|| is_any_left(&mut conn))? {
        all += when_unlocked(|| conn.transaction(|conn| group(conn, &tags)))?;
    }
    Ok(all)
}

fn is_any_left(conn: &mut Conn) -> Result<bool, StoreError> {
    Ok(each!(conn, c => diesel::select(exists(untagged::table.select(untagged::log))).get_result(c))?)
}

type Columns = ((i64, String, String, i32), (String, String), (HexKey, HexKey, Vec<u8>), (Vec<u8>, Recorded));

/// Processes one group of logs of one tenant and returns its size.
fn group(conn: &mut Conn, tags: &impl Fn(&UntaggedLog) -> SearchTags) -> Result<usize, StoreError> {
    let first: Option<i64> = each!(conn, c => untagged::table.order((untagged::tenant.asc(), untagged::log.asc()))
        .select(untagged::tenant).first(c).optional())?;
    let Some(tenant) = first else { return Ok(0) };
    let wanted: Vec<i64> = each!(conn, c => untagged::table.filter(untagged::tenant.eq(tenant))
        .order(untagged::log.asc()).limit(GROUP).select(untagged::log).load(c))?;
    // Keep only the logs that no other process has taken.
    let mut mine = Vec::new();
    for log in wanted {
        if each!(conn, c => diesel::delete(untagged::table.find((tenant, log))).execute(c))? == 1 {
            mine.push(log);
        }
    }
    let rows: Vec<Columns> = each!(conn, c => logs::table.inner_join(newest_of_log!()).inner_join(class_of_log!())
        .left_join(recorded!()).filter(logs::tenant.eq(tenant)).filter(logs::place.eq_any(&mine))
        .order(logs::place.asc()).select((
            (logs::place, logs::platform, classes::system, logs::hands),
            (classes::media_type, classes::import_name),
            (logs::id, logs::digest, logs::raw),
            (reports::body, (entries::digest.nullable(), entries::record.nullable())),
        )).load(c))?;
    let mut sequences = TenantSequences::lock(conn, [Tenant(tenant)].into_iter())?;
    for ((place, platform, system, hands), (media_type, import_name), (id, digest, raw), (report, recorded)) in rows {
        let (id, import_name) = (id.text(), format_of(import_name));
        let (raw, report) = (verified_raw(&id, &raw, &digest)?, verified_report(&id, &report, recorded)?);
        let found = tags(&UntaggedLog { media_type, import_name, raw, report });
        let log = TaggedLog { tenant: Tenant(tenant), place, platform: &platform, system: &system, hands };
        write_tags(&mut sequences, &log, &found);
    }
    sequences.finish(conn)?;
    Ok(mine.len())
}
