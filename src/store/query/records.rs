//! Reads the records of journal entries in the form that is hashed, and compares them with the hashes.
//!
//! Nearly all entries are verdicts, and their records consist of digests that other rows hold already. They are rebuilt
//! from those rows and the report digest in the entry. All other records, and those of erased logs, are stored as text.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::{class_of_log, key_of_entry, log_of_entry};
use crate::store::db::schema::{classes, entries, keys, logs};
use crate::store::error::StoreError;
use crate::store::model::journal::{VERDICT, Verdict};
use crate::store::model::mismatch::Reason;
use crate::store::model::tenant::Tenant;
use caipan_evidence::{Deed, Record, tree};
use diesel::prelude::*;

type Columns = (
    (i64, i64, i32, Option<String>, Option<HexKey>, Option<i32>, Vec<u8>),
    (Option<i64>, Option<HexKey>, Option<String>, Option<i64>),
    (Option<HexKey>, Option<HexKey>, Option<String>, Option<String>),
);

/// A journal entry with its record.
pub(crate) struct Recorded {
    /// The sequence number.
    pub(crate) place: i64,
    /// Microseconds since 1970.
    pub(crate) at: i64,
    /// The number of the act.
    pub(crate) act: i32,
    /// The text of the record; `None` if a row is missing from which it follows.
    pub(crate) record: Option<String>,
    /// The place of the log, unless it is erased.
    pub(crate) log: Option<i64>,
    /// The revision of the report.
    pub(crate) revision: Option<i32>,
    /// The id of the log, in its first verdict.
    pub(crate) id: Option<String>,
    /// The key of its own tenant that acted.
    pub(crate) by: Option<String>,
    /// The row of the key that was made or revoked.
    pub(crate) subject: Option<i64>,
    /// The setting in words.
    pub(crate) what: Option<String>,
    leaf: Vec<u8>,
}

impl Recorded {
    /// The text of the record, if it is the one that was hashed.
    pub(crate) fn proven(&self) -> Option<&str> {
        self.record.as_deref().filter(|record| is_hashed(record, &self.leaf))
    }

    /// The parsed record, if it is the one that was hashed.
    pub(crate) fn parsed(&self) -> Option<Record> {
        serde_json::from_str(self.proven()?).ok()
    }

    /// Why the record is not proven, if it is not.
    pub(crate) fn reason(&self) -> Reason {
        // The record of an erased log is written out, unless it was not the one that was hashed.
        let is_lost = self.record.is_none() && self.act == VERDICT && self.log.is_some();
        if is_lost { Reason::LogLost } else { Reason::RecordChanged }
    }
}

/// Returns whether a record has this hash.
pub(crate) fn is_hashed(record: &str, leaf: &[u8]) -> bool {
    tree::leaf(record.as_bytes()) == leaf
}

/// The entries of a tenant in `after + 1 ..= upto`, in order.
pub(crate) fn read(conn: &mut Conn, tenant: Tenant, after: i64, upto: i64) -> Result<Vec<Recorded>, StoreError> {
    let rows: Vec<Columns> = each!(conn, c => entries::table
        .left_join(log_of_entry!())
        .left_join(class_of_log!())
        .left_join(key_of_entry!())
        .filter(entries::tenant.eq(tenant.0)).filter(entries::place.gt(after)).filter(entries::place.le(upto))
        .order(entries::place.asc())
        .select((
            (entries::place, entries::at, entries::act, entries::record, entries::digest, entries::revision, entries::leaf),
            (entries::log, entries::id, entries::what, entries::subject),
            (logs::id.nullable(), logs::digest.nullable(), classes::rules.nullable(), keys::id.nullable()),
        ))
        .load(c))?;
    Ok(rows.into_iter().map(recorded).collect())
}

/// The entry at a sequence number. Fails if there is none, or if its record is not the one that was hashed.
pub(crate) fn proven(conn: &mut Conn, tenant: Tenant, place: i64) -> Result<Recorded, StoreError> {
    let found = read(conn, tenant, place - 1, place)?.pop();
    let entry = found.ok_or_else(|| StoreError::mismatch(place, "", Reason::EntryLost))?;
    if entry.proven().is_some() { Ok(entry) } else { Err(StoreError::mismatch(place, "", entry.reason())) }
}

fn recorded(columns: Columns) -> Recorded {
    let ((place, at, act, record, report, revision, leaf), (log, id, what, subject), (stored, raw, rules, by)) =
        columns;
    let rebuilt = || {
        let [id, raw, report] = [stored?, raw?, report?].map(|name| name.text());
        let of = Verdict { id: &id, raw: &raw, rules: &rules?, revision: revision?, report: &report };
        Some(of.record(Record { by: by.clone(), ..Record::bare(place, at, Deed::Verdict) }).text())
    };
    let record = if act == VERDICT { record.or_else(rebuilt) } else { record };
    Recorded { place, at, act, record, log, revision, id: id.map(|id| id.text()), by, what, subject, leaf }
}
