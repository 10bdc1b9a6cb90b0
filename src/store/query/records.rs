//! The records of entries, as they are hashed.
//!
//! That of a verdict is made again from what stands in rows anyway, but for the digest of the report, which the entry has: nearly all entries are
//! verdicts, and nearly all of their records are digests that would stand twice. Others are kept as they were written, and so is that of a
//! verdict once its log is erased.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::Name;
use crate::store::db::schema::{classes, entries, keys, logs};
use crate::store::error::StoreError;
use crate::store::model::journal::VERDICT;
use crate::store::model::tenant::Tenant;
use caipan_evidence::{Deed, Record};
use diesel::prelude::*;

type Columns = (
    (i64, i64, i32, Option<String>, Option<Name>, Option<i32>),
    (Option<Name>, Option<Name>, Option<String>, Option<String>),
);

/// The records of a tenant behind one place up to another, in their order; none where one is missing.
pub(crate) fn read(conn: &mut Conn, tenant: Tenant, after: i64, upto: i64) -> Result<Vec<Option<String>>, StoreError> {
    let rows: Vec<Columns> = each!(conn, c => entries::table
        .left_join(logs::table.on(entries::log.eq(logs::seq.nullable())))
        .left_join(classes::table.on(logs::class.eq(classes::seq)))
        .left_join(keys::table.on(entries::key.eq(keys::seq.nullable())))
        .filter(entries::tenant.eq(tenant.0)).filter(entries::place.gt(after)).filter(entries::place.le(upto))
        .order(entries::place.asc())
        .select((
            (entries::place, entries::at, entries::act, entries::record, entries::digest, entries::revision),
            (logs::id.nullable(), logs::digest.nullable(), classes::rules.nullable(), keys::id.nullable()),
        ))
        .load(c))?;
    Ok(rows.into_iter().map(text).collect())
}

/// The text of one record.
fn text(columns: Columns) -> Option<String> {
    let ((place, at, act, record, report, revision), (log, raw, rules, by)) = columns;
    if record.is_some() || act != VERDICT {
        return record;
    }
    let rules = Some(format!("{}@{}", rules?, revision?));
    let [log, raw, report] = [log?, raw?, report?].map(|name| Some(name.text()));
    Some(Record { by, log, raw, rules, report, ..Record::bare(place, at, Deed::Verdict) }.text())
}
