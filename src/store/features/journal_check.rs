//! Compares a tenant's journal with the rows that it records, both ways, a page at a time. The content of logs and reports
//! is left to `check`.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::schema::{entries, erased, erased_rulings, keys, logs, nodes, reports, rulings, tenants};
use crate::store::error::StoreError;
use crate::store::features::key_check::keys_after;
use crate::store::handle::Store;
use crate::store::model::erasure::{Erasure, Why};
use crate::store::model::journal::{ERASED, KEY_MADE, KEY_REVOKED, RULING, VERDICT, deed_of};
use crate::store::model::mismatch::{Mismatch, Reason};
use crate::store::model::tenant::Tenant;
use crate::store::query::erased::is_deed;
use crate::store::query::records::{self, Recorded};
use crate::store::query::rulings::recorded;
use crate::store::write::evidence_tree::TreeHashes;
use caipan_evidence::Record;
use caipan_evidence::tree::{self, GROUP};
use diesel::dsl::max;
use diesel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Entries of a page: the leaves below one stored node.
const PAGE: i64 = GROUP.cast_signed();
/// Readings of a page that must agree, because others may write between its queries.
const READINGS: usize = 3;

/// A position between two pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalPosition {
    /// Entries up to this place are compared.
    Entries(i64),
    /// All entries are compared, and erased logs up to this id.
    Erased(String),
    /// Entries and erased logs are compared, and keys up to this row.
    Keys(i64),
}

impl Default for JournalPosition {
    fn default() -> JournalPosition {
        JournalPosition::Entries(0)
    }
}

/// A compared page.
#[derive(Debug)]
pub struct JournalPage {
    /// The number of entries.
    pub entries: u64,
    /// The mismatches.
    pub found: BTreeSet<Mismatch>,
    /// The position after the page; `None` at the end.
    pub next: Option<JournalPosition>,
}

impl Store {
    /// Compares a page of a tenant's journal with the rows, both ways.
    pub fn compare_journal(&self, tenant: Tenant, at: &JournalPosition) -> Result<JournalPage, StoreError> {
        compare(&mut *self.reader()?, tenant, at)
    }
}

/// Compares the page after a position. Only what several readings find counts.
pub(crate) fn compare(conn: &mut Conn, tenant: Tenant, at: &JournalPosition) -> Result<JournalPage, StoreError> {
    let mut read = || match at {
        JournalPosition::Entries(after) => entries_after(conn, tenant, *after),
        JournalPosition::Erased(after) => erased_after(conn, tenant, after),
        JournalPosition::Keys(after) => {
            let (found, last) = keys_after(conn, tenant, *after, PAGE)?;
            Ok(JournalPage { entries: 0, found, next: last.map(JournalPosition::Keys) })
        }
    };
    let mut page = read()?;
    for _ in 1..READINGS {
        if page.found.is_empty() {
            break;
        }
        let again = read()?;
        page.found.retain(|found| again.found.contains(found));
    }
    Ok(page)
}

/// The mismatches of a page.
#[derive(Default)]
struct Found(BTreeSet<Mismatch>);

impl Found {
    fn add(&mut self, place: i64, log: Option<&str>, reason: Reason) {
        self.0.insert(Mismatch { place, log: log.map(str::to_owned), reason });
    }

    fn error(&mut self, error: StoreError) -> Result<(), StoreError> {
        match error {
            StoreError::Mismatch(found) => drop(self.0.insert(*found)),
            other => return Err(other),
        }
        Ok(())
    }
}

fn head(conn: &mut Conn, tenant: Tenant) -> Result<i64, StoreError> {
    Ok(each!(conn, c => tenants::table.find(tenant.0).select(tenants::head).get_result(c))?)
}

fn entries_after(conn: &mut Conn, tenant: Tenant, after: i64) -> Result<JournalPage, StoreError> {
    // Later commits lie behind it.
    let before = head(conn, tenant)?;
    let upto = after + PAGE;
    let all = records::read(conn, tenant, after, upto)?;
    let last: Option<i64> = each!(&mut *conn, c => entries::table.filter(entries::tenant.eq(tenant.0))
        .select(max(entries::place)).get_result(c))?;
    let last = last.unwrap_or_default();
    let is_last = upto >= before.max(last);
    let mut found = Found::default();
    let places: BTreeSet<i64> = all.iter().map(|entry| entry.place).collect();
    for place in (after + 1..=upto.min(before)).filter(|place| !places.contains(place)) {
        found.add(place, None, Reason::EntryLost);
    }
    if is_last && last > head(conn, tenant)? {
        found.add(last, None, Reason::HeadChanged);
    }
    let range = (after, if is_last { i64::MAX } else { upto });
    let rows = Rows::load(conn, tenant, range, &all)?;
    for entry in &all {
        forward(&mut found, entry, &rows)?;
    }
    backward(&mut found, &all, &rows);
    if upto <= before {
        compare_nodes(conn, tenant, upto, &mut found)?;
    }
    let next = if is_last { JournalPosition::Erased(String::new()) } else { JournalPosition::Entries(upto) };
    Ok(JournalPage { entries: all.len() as u64, found: found.0, next: Some(next) })
}

/// The rows that belong to a page of entries.
struct Rows {
    /// Logs by their places: id and time of receipt.
    logs: BTreeMap<i64, (String, i64)>,
    /// Reports of the logs that the entries name.
    reports: BTreeSet<(i64, i32)>,
    /// Reports of the logs of the page that no entry records.
    unrecorded: Vec<(i64, i32)>,
    rulings: BTreeMap<i64, (String, Vec<u8>)>,
    erased_rulings: BTreeMap<i64, String>,
    /// The keys that the entries name: their ids by their rows.
    keys: BTreeMap<i64, String>,
    /// Erased logs by their ids, each with whether the journal records the erasure.
    erased: BTreeMap<String, (i64, bool)>,
}

impl Rows {
    fn load(conn: &mut Conn, tenant: Tenant, (low, high): (i64, i64), all: &[Recorded]) -> Result<Rows, StoreError> {
        let of_page: Vec<(i64, HexKey, i64)> = each!(&mut *conn, c => logs::table.filter(logs::tenant.eq(tenant.0))
            .filter(logs::place.gt(low)).filter(logs::place.le(high)).select((logs::place, logs::id, logs::received_at)).load(c))?;
        let named: BTreeSet<i64> = all.iter().filter_map(|entry| entry.log).collect();
        let of_entries: Vec<(i64, i32)> = each!(&mut *conn, c => reports::table.filter(reports::tenant.eq(tenant.0))
            .filter(reports::log.eq_any(named)).select((reports::log, reports::revision)).load(c))?;
        let unrecorded: Vec<(i64, i32)> = each!(&mut *conn, c => reports::table
            .left_join(crate::store::db::verified::recorded!())
            .filter(reports::tenant.eq(tenant.0)).filter(reports::log.gt(low)).filter(reports::log.le(high))
            .filter(entries::place.nullable().is_null()).select((reports::log, reports::revision)).load(c))?;
        let ruled: Vec<(i64, String, Vec<u8>)> = each!(&mut *conn, c => rulings::table
            .filter(rulings::tenant.eq(tenant.0)).filter(rulings::place.gt(low)).filter(rulings::place.le(high))
            .select((rulings::place, rulings::digest, rulings::body)).load(c))?;
        let gone: Vec<(i64, String)> = each!(&mut *conn, c => erased_rulings::table
            .filter(erased_rulings::tenant.eq(tenant.0)).filter(erased_rulings::place.gt(low)).filter(erased_rulings::place.le(high))
            .select((erased_rulings::place, erased_rulings::digest)).load(c))?;
        let subjects: BTreeSet<i64> = all.iter().filter_map(|entry| entry.subject).collect();
        let named_keys: Vec<(i64, String)> = each!(&mut *conn, c => keys::table.filter(keys::tenant.eq(tenant.0))
            .filter(keys::seq.eq_any(subjects)).select((keys::seq, keys::id)).load(c))?;
        // The logs whose records are written out, and those that an erasure names.
        let is_gone =
            |entry: &&Recorded| entry.act == ERASED || (entry.log.is_none() && matches!(entry.act, VERDICT | RULING));
        let ids: BTreeSet<String> = all.iter().filter(is_gone).filter_map(|entry| entry.parsed()?.log).collect();
        let erased = erasures(conn, tenant, &ids)?;
        Ok(Rows {
            logs: of_page.into_iter().map(|(place, id, at)| (place, (id.text(), at))).collect(),
            reports: of_entries.into_iter().collect(),
            unrecorded,
            rulings: ruled.into_iter().map(|(place, digest, body)| (place, (digest, body))).collect(),
            erased_rulings: gone.into_iter().collect(),
            keys: named_keys.into_iter().collect(),
            erased,
        })
    }
}

/// The erased logs with these ids, each with the place of its erasure and whether the journal records it.
fn erasures(
    conn: &mut Conn,
    tenant: Tenant,
    ids: &BTreeSet<String>,
) -> Result<BTreeMap<String, (i64, bool)>, StoreError> {
    let mut all = BTreeMap::new();
    for id in ids {
        let found: Option<(i64, i64, i32)> = each!(&mut *conn, c => erased::table.find((tenant.0, HexKey::of(id)))
            .select((erased::place, erased::at, erased::why)).get_result(c).optional())?;
        if let Some((place, at, why)) = found {
            let erasure = Erasure { id: id.clone(), place, at, why: Why::of(why) };
            all.insert(id.clone(), (place, is_recorded(conn, tenant, &erasure)?));
        }
    }
    Ok(all)
}

fn is_recorded(conn: &mut Conn, tenant: Tenant, erasure: &Erasure) -> Result<bool, StoreError> {
    let deed = records::read(conn, tenant, erasure.place - 1, erasure.place)?.pop();
    Ok(deed.is_some_and(|deed| is_deed(erasure, &deed)))
}

/// Compares an entry with the rows that it records.
fn forward(found: &mut Found, entry: &Recorded, rows: &Rows) -> Result<(), StoreError> {
    let place = entry.place;
    let Some(record) = entry.parsed() else {
        found.add(place, entry.id.as_deref(), entry.reason());
        return Ok(());
    };
    if !tells(entry, &record) {
        found.add(place, record.log.as_deref(), Reason::ColumnsChanged);
    }
    let id = record.log.as_deref();
    let is_erased = || id.is_some_and(|id| rows.erased.get(id).is_some_and(|(_, is_recorded)| *is_recorded));
    match (entry.act, entry.log, entry.revision) {
        (VERDICT, Some(log), Some(revision)) if !rows.reports.contains(&(log, revision)) => {
            found.add(place, id, Reason::ReportLost(revision));
        }
        (VERDICT, None, _) if !is_erased() => found.add(place, id, Reason::LogLost),
        (RULING, Some(_), _) => match rows.rulings.get(&place) {
            None => found.add(place, id, Reason::RulingLost),
            Some((digest, body)) => match recorded((place, digest.clone(), body.clone()), entry.proven()) {
                Ok(row) if Some(row.entry.log.as_str()) == id => {}
                Ok(_) | Err(StoreError::Damaged(_)) => found.add(place, id, Reason::RulingChanged),
                Err(error) => found.error(error)?,
            },
        },
        (RULING, None, _) if rows.erased_rulings.get(&place) != record.ruling.as_ref() || !is_erased() => {
            found.add(place, id, Reason::RulingLost);
        }
        (KEY_MADE | KEY_REVOKED, ..) if entry.subject.and_then(|seq| rows.keys.get(&seq)) != record.key.as_ref() => {
            found.add(place, None, Reason::KeyLost(record.key.clone().unwrap_or_default()));
        }
        (ERASED, ..) if id.and_then(|id| rows.erased.get(id)) != Some(&(place, true)) => {
            found.add(place, id, Reason::ErasureLost);
        }
        _ => {}
    }
    Ok(())
}

/// Returns whether the columns of an entry tell what its record says.
fn tells(entry: &Recorded, record: &Record) -> bool {
    // The key of an operator is in another tenant, and its id is only in the record.
    let by = entry.by.is_none() || entry.by == record.by;
    let what = if record.act == deed_of(ERASED) || entry.what.is_some() {
        entry.what == record.what
    } else {
        record.what.is_none()
    };
    let id = entry.id.is_none() || entry.id == record.log;
    (record.place, record.at, record.act) == (entry.place, entry.at, deed_of(entry.act)) && by && what && id
}

/// Compares the rows of a page with the entries that must record them.
fn backward(found: &mut Found, all: &[Recorded], rows: &Rows) {
    let by_place: BTreeMap<i64, &Recorded> = all.iter().map(|entry| (entry.place, entry)).collect();
    for (place, (id, received_at)) in &rows.logs {
        let entry = by_place.get(place).filter(|entry| entry.act == VERDICT && entry.log == Some(*place));
        match entry.map(|entry| entry.parsed()) {
            Some(Some(record)) if record.log.as_ref() != Some(id) => found.add(*place, Some(id), Reason::LogUnrecorded),
            Some(Some(record)) if record.at != *received_at => found.add(*place, Some(id), Reason::TimeChanged),
            // The entry itself is reported.
            Some(_) => {}
            None => found.add(*place, Some(id), Reason::LogUnrecorded),
        }
    }
    for (log, revision) in &rows.unrecorded {
        let id = rows.logs.get(log).map(|(id, _)| id.as_str());
        found.add(*log, id, Reason::ReportUnrecorded(*revision));
    }
    for place in rows.rulings.keys().chain(rows.erased_rulings.keys()) {
        if by_place.get(place).is_none_or(|entry| entry.act != RULING) {
            found.add(*place, None, Reason::RulingUnrecorded);
        }
    }
}

/// Compares the stored nodes that end at a place with the hashes below them.
fn compare_nodes(conn: &mut Conn, tenant: Tenant, upto: i64, found: &mut Found) -> Result<(), StoreError> {
    let mut hashes = TreeHashes { conn, tenant, groups: BTreeMap::new() };
    let mut number = upto;
    for level in 0_u32.. {
        if number % PAGE != 0 {
            break;
        }
        number /= PAGE;
        let group = match hashes.group(level, u64::try_from(number - 1).unwrap_or_default()) {
            Ok(group) => tree::over(&group),
            Err(StoreError::Damaged(_)) => None,
            Err(error) => return Err(error),
        };
        let key = (tenant.0, i32::try_from(level + 1).unwrap_or(i32::MAX), number - 1);
        let stored: Option<Vec<u8>> =
            each!(&mut *hashes.conn, c => nodes::table.find(key).select(nodes::hash).get_result(c).optional())?;
        if group.is_none() || stored.as_deref() != group.as_ref().map(<[u8; 32]>::as_slice) {
            found.add(upto, None, Reason::NodeChanged);
        }
    }
    Ok(())
}

/// Compares the erased logs after an id with the journal.
fn erased_after(conn: &mut Conn, tenant: Tenant, after: &str) -> Result<JournalPage, StoreError> {
    let rows: Vec<(HexKey, i64, i64, i32)> = each!(&mut *conn, c => erased::table.filter(erased::tenant.eq(tenant.0))
        .filter(erased::id.gt(HexKey::of(after))).order(erased::id.asc()).limit(PAGE)
        .select((erased::id, erased::place, erased::at, erased::why)).load(c))?;
    let mut found = Found::default();
    let last = rows.last().map(|(id, ..)| id.text());
    let is_last = rows.len() < usize::try_from(PAGE).unwrap_or(usize::MAX);
    for (id, place, at, why) in rows {
        let erasure = Erasure { id: id.text(), place, at, why: Why::of(why) };
        if !is_recorded(conn, tenant, &erasure)? {
            found.add(place, Some(&erasure.id), Reason::ErasureUnrecorded);
        }
    }
    let next = last.filter(|_| !is_last).map_or(JournalPosition::Keys(0), JournalPosition::Erased);
    Ok(JournalPage { entries: 0, found: found.0, next: Some(next) })
}
