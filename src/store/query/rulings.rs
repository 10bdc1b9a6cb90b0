//! Reads rulings and verifies their digests.

use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::{is_storable_text, own};
use crate::store::db::schema::{logs, rulings};
use crate::store::db::verified::damaged;
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::ruling::RulingRow;
use crate::store::model::tenant::Tenant;
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

    /// The rulings of those of these logs that have any, each in order.
    pub fn rulings_of_logs(&self, tenant: Tenant, logs: Vec<i64>) -> Result<BTreeMap<i64, Vec<RulingRow>>, StoreError> {
        let mut all = BTreeMap::<i64, Vec<RulingRow>>::new();
        if logs.is_empty() {
            return Ok(all);
        }
        let conn = &mut *self.reader()?;
        let rows: Vec<(i64, (String, Vec<u8>))> = each!(conn, c => rulings::table.filter(rulings::tenant.eq(tenant.0))
            .filter(rulings::log.eq_any(logs)).order((rulings::log.asc(), rulings::number.asc()))
            .select((rulings::log, (rulings::digest, rulings::body))).load(c))?;
        for (log, row) in rows {
            all.entry(log).or_default().push(read(row)?);
        }
        Ok(all)
    }
}

/// The rulings of the log at a place, by number.
pub(crate) fn of_log(conn: &mut Conn, tenant: Tenant, log: i64) -> Result<Vec<RulingRow>, StoreError> {
    let rows: Vec<(String, Vec<u8>)> = each!(conn, c => rulings::table.filter(rulings::tenant.eq(tenant.0))
        .filter(rulings::log.eq(log)).order(rulings::number.asc()).select((rulings::digest, rulings::body)).load(c))?;
    rows.into_iter().map(read).collect()
}

/// Parses a stored ruling; fails if the bytes do not match the digest.
pub(crate) fn read((digest, body): (String, Vec<u8>)) -> Result<RulingRow, StoreError> {
    if sha256(&body) != digest {
        return Err(damaged(format!("a ruling is not what its digest {digest} says")));
    }
    let entry = serde_json::from_slice(&body).map_err(|error| damaged(error.to_string()))?;
    Ok(RulingRow { digest, entry })
}
