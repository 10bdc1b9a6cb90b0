//! Checks a whole database: every log, report and ruling against its digest, and every row of a log against its newest
//! report. The journal is compared in `journal_check`, what follows from the bytes in `derived_check`.

use crate::config::Database;
use crate::store::db::backup;
use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::class_of_log;
use crate::store::db::manager::{Location, connect_to_read};
use crate::store::db::migrate::STEPS;
use crate::store::db::schema::{classes, entries, logs, reports, rulings, tenants};
use crate::store::db::verified::{RecordedDigest, damaged, recorded, verified_raw, verified_report};
use crate::store::error::StoreError;
use crate::store::features::derived_check::{Content, ContentReader, Derived};
use crate::store::features::journal_check::{JournalPosition, compare};
use crate::store::model::mismatch::Mismatch;
use crate::store::model::tenant::Tenant;
use crate::store::query::rulings::read;
use diesel::prelude::*;
use std::path::Path;

/// Logs in memory at a time.
const GROUP: i64 = 32;

/// Mismatches that a check names; the others are only counted.
const MOST: usize = 100;

/// The counts of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of journal entries.
    pub entries: u64,
    /// The number of logs that this version cannot read again, so that nothing follows from their bytes.
    pub unread: u64,
    /// The number of rows and entries that disagree.
    pub mismatches: u64,
    /// The first of them, each with the name of its tenant.
    pub named: Vec<(String, Mismatch)>,
    /// The number of logs.
    pub logs: u64,
    /// The number of reports.
    pub reports: u64,
    /// The number of rulings.
    pub rulings: u64,
}

impl Checked {
    fn add(&mut self, tenant: &str, found: Mismatch) {
        self.mismatches += 1;
        if self.named.len() < MOST {
            self.named.push((tenant.to_owned(), found));
        }
    }
}

/// A finished backup.
#[derive(Clone, Debug)]
pub struct Backup {
    /// The size of the copy in bytes.
    pub bytes: u64,
    /// The content of the copy; `None` if the database has an older schema, whose content cannot be checked.
    pub checked: Option<Checked>,
}

/// Copies the database in `from` into the new directory `to` and checks the copy, whose content included. The copy is a
/// snapshot: it contains every transaction committed before the call and no partial one. Concurrent writers do not wait.
/// A copy that fails is removed.
pub fn backup(from: &Path, to: &Path, reader: &mut dyn ContentReader) -> Result<Backup, StoreError> {
    let (bytes, checked) = backup::backup(from, to, |copy| check_at(Location::File(copy.clone()), reader))?;
    Ok(Backup { bytes, checked })
}

/// Checks the content of a database that may be in use; `None` if it has an older schema. Fails at the first damaged log.
pub fn check(database: &Database, reader: &mut dyn ContentReader) -> Result<Option<Checked>, StoreError> {
    let location =
        Location::find(database).ok_or_else(|| StoreError::Unavailable(format!("no database in {database}")))?;
    check_at(location, reader)
}

fn check_at(location: Location, reader: &mut dyn ContentReader) -> Result<Option<Checked>, StoreError> {
    let mut conn = connect_to_read(location)?;
    if conn.is_behind(&STEPS)? {
        return Ok(None);
    }
    let mut checked = Checked::default();
    let tenants: Vec<(i64, String)> = each!(&mut conn, c => tenants::table.order(tenants::seq.asc())
        .select((tenants::seq, tenants::name)).load(c))?;
    for (tenant, name) in tenants {
        let (tenant, mut derived) = (Tenant(tenant), Derived::begin(&mut conn, Tenant(tenant))?);
        let mut after = 0;
        while let Some(last) = group(&mut conn, (tenant, &name), after, &mut checked, (reader, &mut derived))? {
            after = last;
        }
        checked.unread += derived.unread();
        for found in derived.end(&mut conn)? {
            checked.add(&name, found);
        }
        let mut at = Some(JournalPosition::default());
        while let Some(position) = at {
            let page = compare(&mut conn, tenant, &position)?;
            checked.entries += page.entries;
            page.found.into_iter().for_each(|found| checked.add(&name, found));
            at = page.next;
        }
    }
    Ok(Some(checked))
}

type Outcome = (String, i32, i32, i32, i32);
type Log = ((i64, i32), (HexKey, HexKey, Vec<u8>), Outcome);
type Report = ((i64, i32, Vec<u8>), Outcome, RecordedDigest);
type Ruling = (i64, (String, Vec<u8>));

/// A log with all that belongs to it.
struct Whole {
    log: Log,
    own: Vec<Report>,
    ruled: Vec<Ruling>,
}

/// Checks the next logs of a tenant after a sequence number and returns the last one; `None` at the end.
fn group(
    conn: &mut Conn,
    (tenant, name): (Tenant, &str),
    after: i64,
    checked: &mut Checked,
    (reader, derived): (&mut dyn ContentReader, &mut Derived),
) -> Result<Option<i64>, StoreError> {
    let all = load(conn, tenant, after, GROUP)?;
    let last = all.last().map(|whole| whole.log.0.0);
    let mut read = Vec::new();
    for whole in all {
        let place = whole.log.0.0;
        checked.logs += 1;
        checked.reports += whole.own.len() as u64;
        checked.rulings += whole.ruled.len() as u64;
        match one(whole, reader) {
            Ok(content) => read.push(content),
            // An erasure or a re-audit may have come between the queries, so the log is read again.
            Err(_) => {
                let again = load(conn, tenant, place - 1, 1)?.pop().filter(|whole| whole.log.0.0 == place);
                if let Some(whole) = again {
                    read.push(one(whole, reader).map_err(|error| of_tenant(name, error))?);
                }
            }
        }
    }
    for place in derived.compare(conn, reader, &read)? {
        let again = load(conn, tenant, place - 1, 1)?.pop().filter(|whole| whole.log.0.0 == place);
        let Some(whole) = again else { continue };
        let content = one(whole, reader).map_err(|error| of_tenant(name, error))?;
        for found in derived.named(conn, reader, &content)? {
            checked.add(name, found);
        }
    }
    Ok(last)
}

/// The next logs of a tenant after a sequence number.
fn load(conn: &mut Conn, tenant: Tenant, after: i64, limit: i64) -> Result<Vec<Whole>, StoreError> {
    let rows: Vec<Log> = each!(&mut *conn, c => logs::table.inner_join(class_of_log!())
        .filter(logs::tenant.eq(tenant.0)).filter(logs::place.gt(after)).order(logs::place.asc()).limit(limit)
        .select((
            (logs::place, logs::revision),
            (logs::id, logs::digest, logs::raw),
            (classes::verdict, logs::faults, logs::variants, logs::unverifiable, logs::notes),
        ))
        .load(c))?;
    let places: Vec<i64> = rows.iter().map(|row| row.0.0).collect();
    let of_logs: Vec<Report> = each!(&mut *conn, c => reports::table.left_join(recorded!())
        .filter(reports::tenant.eq(tenant.0)).filter(reports::log.eq_any(&places))
       .order((reports::log.asc(), reports::revision.asc()))
        .select((
            (reports::log, reports::revision, reports::body),
            (reports::verdict, reports::faults, reports::variants, reports::unverifiable, reports::notes),
            (entries::digest.nullable(), entries::record.nullable()),
        ))
        .load(c))?;
    let on_logs: Vec<Ruling> = each!(conn, c => rulings::table.filter(rulings::tenant.eq(tenant.0))
        .filter(rulings::log.eq_any(&places)).order((rulings::log.asc(), rulings::number.asc()))
        .select((rulings::log, (rulings::digest, rulings::body))).load(c))?;
    let (mut of_logs, mut on_logs) = (of_logs.into_iter().peekable(), on_logs.into_iter().peekable());
    let whole = |log: Log| {
        let place = log.0.0;
        let own = std::iter::from_fn(|| of_logs.next_if(|report| report.0.0 == place)).collect();
        let ruled = std::iter::from_fn(|| on_logs.next_if(|ruling| ruling.0 == place)).collect();
        Whole { log, own, ruled }
    };
    Ok(rows.into_iter().map(whole).collect())
}

/// Checks a log. Returns its content.
fn one(Whole { log, own, ruled }: Whole, reader: &mut dyn ContentReader) -> Result<Content, StoreError> {
    let ((place, newest), (id, digest, raw), listed) = log;
    let id = id.text();
    let bytes = verified_raw(&id, &raw, &digest)?;
    let mut newest_body = Vec::new();
    let mut told = None;
    for ((_, revision, packed), outcome, recorded) in own {
        let body = verified_report(&id, &packed, recorded)?;
        let (verdict, faults, variants, unverifiable, notes) = &outcome;
        if reader.outcome(&body) != Some((verdict.clone(), [*faults, *variants, *unverifiable, *notes])) {
            return Err(damaged(format!("the row of a report of log {id} tells another outcome than the report")));
        }
        if revision == newest {
            told = Some(outcome);
            newest_body = body;
        }
    }
    match told {
        None => return Err(damaged(format!("the newest report of log {id} is missing"))),
        Some(told) if told == listed => {}
        Some(_) => return Err(damaged(format!("the lists tell another outcome of log {id} than its report"))),
    }
    for (_, stored) in ruled {
        read(stored).map_err(|error| damaged(format!("of log {id}, {error}")))?;
    }
    Ok(Content { place, id, bytes, report: newest_body })
}

/// Adds the name of the tenant, since two tenants may have a log with the same id.
fn of_tenant(name: &str, error: StoreError) -> StoreError {
    match error {
        StoreError::Damaged(why) if !name.is_empty() => damaged(format!("{why} (tenant {name})")),
        error => error,
    }
}
