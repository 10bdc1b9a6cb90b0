//! Reads single logs, their bytes and their reports.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::{class_of_log, key_of_entry, newest_of_log};
use crate::store::db::log_columns::{LogColumns, log_columns};
use crate::store::db::log_columns::{format_of, is_own, is_storable_text, own};
use crate::store::db::schema::{classes, entries, keys, logs, reports};
use crate::store::db::verified::{RecordedDigest, damaged, recorded, verified_raw, verified_report};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::journal::Verdict;
use crate::store::model::log::{LogRow, ReportRow};
use crate::store::model::mismatch::Reason;
use crate::store::model::tenant::Tenant;
use crate::store::query::erased::reject_known;
use crate::store::query::records::is_hashed;
use caipan_evidence::{Deed, Record};
use diesel::prelude::*;
use std::collections::BTreeMap;

/// The newest report of a log with its recorded digest, and its outcome as its row and as the row of the log tell it.
macro_rules! newest_report {
    ($tenant:expr, $id:expr) => {
        logs::table
            .inner_join(class_of_log!())
            .inner_join(newest_of_log!())
            .left_join(recorded!())
            .left_join(key_of_entry!())
            .filter(is_own!($tenant, $id))
            .select((
                (reports::revision, reports::body),
                (entries::digest.nullable(), entries::record.nullable()),
                (logs::id, logs::digest, classes::rules, keys::id.nullable()),
                (entries::place.nullable(), entries::at.nullable(), entries::leaf.nullable()),
                (reports::verdict, reports::faults, reports::variants, reports::unverifiable, reports::notes),
                (classes::verdict, logs::faults, logs::variants, logs::unverifiable, logs::notes),
                logs::report_size,
            ))
    };
}

/// A log with its dimension and the journal entry that records its receipt.
macro_rules! log_with_entry {
    ($tenant:expr, $id:expr) => {
        logs::table
            .inner_join(class_of_log!())
            .left_join(entries::table.on(entries::tenant.eq(logs::tenant).and(entries::place.eq(logs::place))))
            .left_join(key_of_entry!())
            .filter(is_own!($tenant, $id))
            .select((
                log_columns!(),
                (
                    (entries::at.nullable(), entries::log.nullable(), entries::revision.nullable()),
                    (entries::digest.nullable(), entries::record.nullable(), entries::leaf.nullable()),
                    keys::id.nullable(),
                ),
            ))
    };
}

impl Store {
    /// A log of a tenant. An erased log is an error, and so is one that disagrees with the journal.
    pub fn log(&self, tenant: Tenant, id: &str) -> Result<Option<LogRow>, StoreError> {
        if !is_storable_text(id) {
            return Ok(None);
        }
        let conn = &mut *self.reader()?;
        let row: Option<(LogColumns, FirstEntry)> =
            each!(conn, c => log_with_entry!(tenant, id).get_result(c).optional())?;
        match row {
            Some((row, first)) => {
                check_first(&row, first)?;
                Ok(with_corrections(conn, tenant, vec![row])?.pop())
            }
            None => reject_known(conn, tenant, id).map(|()| None),
        }
    }

    /// The bytes of a log as they were received.
    pub fn raw(&self, tenant: Tenant, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        if !is_storable_text(id) {
            return Ok(None);
        }
        let conn = &mut *self.reader()?;
        let found: Option<(HexKey, Vec<u8>)> =
            each!(conn, c => own!(tenant, id).select((logs::digest, logs::raw)).get_result(c).optional())?;
        let Some((digest, packed)) = found else { return Ok(None) };
        verified_raw(id, &packed, &digest).map(Some)
    }

    /// The newest report of a log. Fails if it is not the one that the journal records, or if the row of the log tells
    /// another outcome.
    pub fn report(&self, tenant: Tenant, id: &str) -> Result<Option<ReportRow>, StoreError> {
        if !is_storable_text(id) {
            return Ok(None);
        }
        let conn = &mut *self.reader()?;
        let found: Option<ReportColumns> = each!(conn, c => newest_report!(tenant, id).get_result(c).optional())?;
        let Some(((revision, packed), recorded, of, entry, outcome, listed, size)) = found else {
            return reject_lost_report(conn, tenant, id).map(|()| None);
        };
        check_newest(of, entry, (revision, &recorded))?;
        let body = verified_report(id, &packed, recorded)?;
        if outcome != listed || usize::try_from(size) != Ok(body.len()) {
            return Err(damaged(format!("the lists tell another outcome of log {id} than its report")));
        }
        let (verdict, faults, variants, unverifiable, notes) = outcome;
        Ok(Some(ReportRow { revision, body, verdict, counts: [faults, variants, unverifiable, notes] }))
    }

    /// The newest report of a log without its body: the rule system, the revision and the size in bytes. An erased log is an
    /// error.
    pub fn newest_report(&self, tenant: Tenant, id: &str) -> Result<Option<(String, i32, i32)>, StoreError> {
        if !is_storable_text(id) {
            return Ok(None);
        }
        let conn = &mut *self.reader()?;
        let found = each!(conn, c => own!(tenant, id).inner_join(class_of_log!())
            .select((classes::rules, logs::revision, logs::report_size)).get_result(c).optional())?;
        if found.is_none() {
            reject_known(conn, tenant, id)?;
        }
        Ok(found)
    }

    /// The time at which a tenant's oldest log was received.
    pub fn oldest(&self, tenant: Tenant) -> Result<Option<i64>, StoreError> {
        Ok(each!(&mut *self.reader()?, c => logs::table.filter(logs::tenant.eq(tenant.0))
            .order((logs::received_at.asc(), logs::place.asc())).select(logs::received_at).first(c).optional())?)
    }
}

type Outcome = (String, i32, i32, i32, i32);
type OfRecord = (HexKey, HexKey, String, Option<String>);
type OfEntry = (Option<i64>, Option<i64>, Option<Vec<u8>>);
type ReportColumns = ((i32, Vec<u8>), RecordedDigest, OfRecord, OfEntry, Outcome, Outcome, i32);

/// The first entry of a log, absent without one: time, log, revision, digest and text of the record, its hash, and the key.
type FirstEntry =
    ((Option<i64>, Option<i64>, Option<i32>), (Option<HexKey>, Option<String>, Option<Vec<u8>>), Option<String>);

/// Fails if the row of a log disagrees with its first journal entry.
fn check_first(row: &LogColumns, first: FirstEntry) -> Result<(), StoreError> {
    let ((place, id, raw, ..), (_, _, received_at, _, rules, _), _) = row;
    let id = id.text();
    let wrong = |reason| Err(StoreError::mismatch(*place, &id, reason));
    let ((Some(at), log, revision), (report, record, Some(leaf)), by) = first else { return wrong(Reason::EntryLost) };
    let rebuilt = || {
        let of = Verdict { id: &id, raw: &raw.text(), rules, revision: revision?, report: &report?.text() };
        Some(of.record(Record { by, ..Record::bare(*place, at, Deed::Verdict) }).text())
    };
    // The record of an erased log is written out.
    let is_of_log = log == Some(*place) && record.is_none();
    match record.or_else(rebuilt) {
        Some(text) if !is_hashed(&text, &leaf) => wrong(Reason::RecordChanged),
        Some(_) if !is_of_log => wrong(Reason::LogUnrecorded),
        Some(_) if at != *received_at => wrong(Reason::TimeChanged),
        Some(_) => Ok(()),
        None => wrong(Reason::RecordChanged),
    }
}

/// Fails if the record of the newest report is not the one that was hashed. A report without an entry is left to
/// `verified_report`.
fn check_newest(of: OfRecord, entry: OfEntry, (revision, recorded): (i32, &RecordedDigest)) -> Result<(), StoreError> {
    let ((id, raw, rules, by), (Some(place), Some(at), Some(leaf))) = (of, entry) else { return Ok(()) };
    let (id, raw) = (id.text(), raw.text());
    let is_hashed = match recorded {
        (Some(report), None) => {
            let of = Verdict { id: &id, raw: &raw, rules: &rules, revision, report: &report.text() };
            is_hashed(&of.record(Record { by, ..Record::bare(place, at, Deed::Verdict) }).text(), &leaf)
        }
        (_, record) => record.as_deref().is_some_and(|record| is_hashed(record, &leaf)),
    };
    if is_hashed { Ok(()) } else { Err(StoreError::mismatch(place, &id, Reason::RecordChanged)) }
}

/// Fails if a log is stored, whose newest report therefore is missing.
fn reject_lost_report(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<(), StoreError> {
    let found: Option<(i64, i32)> =
        each!(conn, c => own!(tenant, id).select((logs::place, logs::revision)).get_result(c).optional())?;
    found.map_or(Ok(()), |(place, revision)| Err(StoreError::mismatch(place, id, Reason::ReportLost(revision))))
}

/// Adds the ids of the corrected and the correcting log to all rows, by two queries on unique indexes.
pub(crate) fn with_corrections(
    conn: &mut Conn,
    tenant: Tenant,
    rows: Vec<LogColumns>,
) -> Result<Vec<LogRow>, StoreError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let all: Vec<i64> = rows.iter().map(|row| row.0.0).collect();
    let earlier: Vec<i64> = rows.iter().filter_map(|row| row.1.3).collect();
    let later: Vec<(Option<i64>, HexKey)> = each!(&mut *conn, c => logs::table.filter(logs::tenant.eq(tenant.0))
        .filter(logs::corrects.eq_any(all)).filter(logs::corrects.is_not_null()).select((logs::corrects, logs::id)).load(c))?;
    let earlier: Vec<(i64, HexKey)> = if earlier.is_empty() {
        Vec::new()
    } else {
        each!(conn, c => logs::table.filter(logs::tenant.eq(tenant.0)).filter(logs::place.eq_any(earlier))
            .select((logs::place, logs::id)).load(c))?
    };
    let later: BTreeMap<i64, HexKey> = later.into_iter().filter_map(|(place, id)| Some((place?, id))).collect();
    let earlier: BTreeMap<i64, HexKey> = earlier.into_iter().collect();
    Ok(rows.into_iter().map(|row| one(row, &earlier, &later)).collect())
}

fn one(row: LogColumns, earlier: &BTreeMap<i64, HexKey>, later: &BTreeMap<i64, HexKey>) -> LogRow {
    let (
        (place, id, digest, platform, game, system, hands, media_type),
        (import_name, size, received_at, corrects, rules, revision),
        (verdict, faults, variants, unverifiable, notes, report_size),
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
        corrects: corrects.and_then(|place| earlier.get(&place)).map(HexKey::text),
        corrected_by: later.get(&place).map(HexKey::text),
        rules,
        revision,
        verdict,
        counts: [faults, variants, unverifiable, notes],
        report_size,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::db::plan::{database, steps};
    use diesel::debug_query;
    use diesel::sqlite::Sqlite;

    /// Checks that a report, the row of its log and its recorded digest are found by one seek each.
    #[test]
    fn report_and_its_digest_are_found_by_one_seek_each() {
        let (_folder, mut conn) = database();
        let query = debug_query::<Sqlite, _>(&newest_report!(Tenant::HOME, "id")).to_string();
        let (query, _) = query.split_once(" -- binds").expect("the statement and its values");
        let mut found = steps(&mut conn, query);
        found.sort();
        let by =
            |step: &str, table: &str, by: &str| step.starts_with(&format!("SEARCH {table} USING")) && step.contains(by);
        let [classes, entries, keys, logs, reports] = &*found else { panic!("{found:?}") };
        assert!(by(classes, "classes", "(rowid=?)"), "{classes}");
        assert!(by(entries, "entries", "INDEX entries_log (tenant=? AND log=?)"), "{entries}");
        assert!(by(keys, "keys", "(rowid=?)"), "{keys}");
        assert!(by(logs, "logs", "INDEX logs_id (id=? AND tenant=?)"), "{logs}");
        assert!(by(reports, "reports", "(tenant=? AND log=? AND revision=?)"), "{reports}");
    }
}
