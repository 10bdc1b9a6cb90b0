//! Reads the records of journal entries in the form that is hashed.
//!
//! Nearly all entries are verdicts, and their records consist of digests that other rows hold already. They are rebuilt
//! from those rows and the report digest in the entry. All other records, and those of erased logs, are stored as text.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::{class_of_log, log_of_entry};
use crate::store::db::schema::{classes, entries, keys, logs};
use crate::store::error::StoreError;
use crate::store::model::journal::VERDICT;
use crate::store::model::tenant::Tenant;
use caipan_evidence::{Deed, Record};
use diesel::prelude::*;

type Columns = (
    (i64, i64, i32, Option<String>, Option<HexKey>, Option<i32>),
    (Option<HexKey>, Option<HexKey>, Option<String>, Option<String>),
);

/// The records of a tenant in `after + 1 ..= upto`, in order; `None` for a missing one.
pub(crate) fn read(conn: &mut Conn, tenant: Tenant, after: i64, upto: i64) -> Result<Vec<Option<String>>, StoreError> {
    let rows: Vec<Columns> = each!(conn, c => entries::table
        .left_join(log_of_entry!())
        .left_join(class_of_log!())
        .left_join(keys::table.on(keys::tenant.eq(entries::tenant).and(entries::key.eq(keys::seq.nullable()))))
        .filter(entries::tenant.eq(tenant.0)).filter(entries::place.gt(after)).filter(entries::place.le(upto))
        .order(entries::place.asc())
        .select((
            (entries::place, entries::at, entries::act, entries::record, entries::digest, entries::revision),
            (logs::id.nullable(), logs::digest.nullable(), classes::rules.nullable(), keys::id.nullable()),
        ))
        .load(c))?;
    Ok(rows.into_iter().map(text).collect())
}

/// The text of a record.
fn text(columns: Columns) -> Option<String> {
    let ((place, at, act, record, report, revision), (log, raw, rules, by)) = columns;
    if record.is_some() || act != VERDICT {
        return record;
    }
    let rules = Some(format!("{}@{}", rules?, revision?));
    let [log, raw, report] = [log?, raw?, report?].map(|name| Some(name.text()));
    Some(Record { by, log, raw, rules, report, ..Record::bare(place, at, Deed::Verdict) }.text())
}
