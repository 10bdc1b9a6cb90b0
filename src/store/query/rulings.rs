//! Reads rulings and compares them with their digests and with the journal.

use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::{is_storable_text, own};
use crate::store::db::schema::{entries, logs, rulings};
use crate::store::db::verified::damaged;
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::journal::RULING;
use crate::store::model::mismatch::Reason;
use crate::store::model::ruling::RulingRow;
use crate::store::model::tenant::Tenant;
use crate::store::query::records::is_hashed;
use caipan_evidence::Record;
use caipan_tiles::hash::sha256;
use diesel::prelude::*;
use std::collections::BTreeMap;

impl Store {
    /// The rulings of a log, in order.
    pub fn rulings(&self, tenant: Tenant, log: &str) -> Result<Vec<RulingRow>, StoreError> {
        if !is_storable_text(log) {
            return Ok(Vec::new());
        }
        let conn = &mut *self.reader()?;
        let log: Option<i64> = each!(conn, c => own!(tenant, log).select(logs::place).get_result(c).optional())?;
        log.map_or(Ok(Vec::new()), |log| of_log(conn, tenant, log))
    }

    /// The rulings of those of these logs that have any, each in order, or the reason why those of a log cannot be served.
    pub fn rulings_of_logs(&self, tenant: Tenant, logs: &[i64]) -> Result<RulingsOfLogs, StoreError> {
        let mut all = RulingsOfLogs::new();
        if logs.is_empty() {
            return Ok(all);
        }
        let conn = &mut *self.reader()?;
        for (log, row) in compared(conn, tenant, logs)? {
            let own = all.entry(log).or_insert_with(|| Ok(Vec::new()));
            match (own, row) {
                (Ok(own), Ok(row)) => own.push(row),
                (own @ Ok(_), Err(error)) => *own = Err(error),
                (Err(_), _) => {}
            }
        }
        Ok(all)
    }
}

/// The rulings of the log at a place, by number. Fails if one disagrees with the journal.
pub(crate) fn of_log(conn: &mut Conn, tenant: Tenant, log: i64) -> Result<Vec<RulingRow>, StoreError> {
    compared(conn, tenant, &[log])?.into_iter().map(|(_, row)| row).collect()
}

/// The rulings of logs by their places.
pub type RulingsOfLogs = BTreeMap<i64, Result<Vec<RulingRow>, StoreError>>;

type Compared = Vec<(i64, Result<RulingRow, StoreError>)>;

type OfLog = (i64, i64, (String, Vec<u8>));
type Deed = (Option<i64>, i64, Option<String>, Vec<u8>);

/// The rulings of the logs at these places in order, each compared with its journal entry. An entry without its ruling is
/// an error in the place of the ruling.
fn compared(conn: &mut Conn, tenant: Tenant, of: &[i64]) -> Result<Compared, StoreError> {
    let all = compared_once(conn, tenant, of)?;
    // A ruling or an erasure may have come between the queries.
    if all.iter().all(|(_, row)| row.is_ok()) { Ok(all) } else { compared_once(conn, tenant, of) }
}

fn compared_once(conn: &mut Conn, tenant: Tenant, of: &[i64]) -> Result<Compared, StoreError> {
    let rows: Vec<OfLog> = each!(&mut *conn, c => rulings::table
        .filter(rulings::tenant.eq(tenant.0)).filter(rulings::log.eq_any(of)).order((rulings::log.asc(), rulings::number.asc()))
        .select((rulings::log, rulings::place, (rulings::digest, rulings::body))).load(c))?;
    let deeds: Vec<Deed> = each!(conn, c => entries::table
        .filter(entries::tenant.eq(tenant.0)).filter(entries::log.eq_any(of)).filter(entries::act.eq(RULING))
        .select((entries::log, entries::place, entries::record, entries::leaf)).load(c))?;
    let mut deeds: BTreeMap<i64, Deed> = deeds.into_iter().map(|deed| (deed.1, deed)).collect();
    let mut all = Compared::new();
    for (log, place, (digest, body)) in rows {
        let row = match deeds.remove(&place) {
            Some((.., text, leaf)) => {
                recorded((place, digest, body), text.as_deref().filter(|text| is_hashed(text, &leaf)))
            }
            None => read((digest, body))
                .and_then(|row| Err(StoreError::mismatch(place, &row.entry.log, Reason::RulingUnrecorded))),
        };
        all.push((log, row));
    }
    for (log, place, text, _) in deeds.into_values() {
        let id = text.and_then(|text| serde_json::from_str::<Record>(&text).ok()?.log).unwrap_or_default();
        all.push((log.unwrap_or_default(), Err(StoreError::mismatch(place, &id, Reason::RulingLost))));
    }
    Ok(all)
}

/// Parses a stored ruling and compares it with the record of its journal entry: `None` if that is not the one that was
/// hashed.
pub(crate) fn recorded(
    (place, digest, body): (i64, String, Vec<u8>),
    record: Option<&str>,
) -> Result<RulingRow, StoreError> {
    let row = read((digest, body))?;
    let record = record.and_then(|text| serde_json::from_str::<Record>(text).ok());
    match record {
        Some(record) if record.ruling.as_ref() == Some(&row.digest) && row.entry.place == place => Ok(row),
        _ => Err(StoreError::mismatch(place, &row.entry.log, Reason::RulingChanged)),
    }
}

/// Parses a stored ruling; fails if the bytes do not match the digest.
pub(crate) fn read((digest, body): (String, Vec<u8>)) -> Result<RulingRow, StoreError> {
    if sha256(&body) != digest {
        return Err(damaged(format!("a ruling is not what its digest {digest} says")));
    }
    let entry = serde_json::from_slice(&body).map_err(|error| damaged(error.to_string()))?;
    Ok(RulingRow { digest, entry })
}
