//! The audit trail: reads what a tenant's keys did from the journal.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::class_of_log;
use crate::store::db::schema::{classes, entries, keys, logs};
use crate::store::error::StoreError;
use crate::store::features::keys::find;
use crate::store::handle::Store;
use crate::store::model::journal::{ERASED, RULING, TrailRow, VERDICT, deed_of};
use crate::store::model::tenant::Tenant;
use caipan_evidence::Record;
use diesel::dsl::exists;
use diesel::prelude::*;

type Columns =
    (i64, i32, i64, (Option<i64>, Option<i64>, Option<i64>), Option<i64>, Option<i32>, Option<i64>, Option<String>);

impl Store {
    /// Returns true if any tenant ever received a report, even if the log was erased since.
    pub fn has_verdicts(&self) -> Result<bool, StoreError> {
        let given = || exists(entries::table.filter(entries::act.eq(VERDICT)));
        Ok(each!(&mut *self.reader()?, c => diesel::select(given()).get_result(c))?)
    }

    /// A tenant's entries, newest first, optionally of one key and before a sequence number.
    pub fn trail(
        &self,
        tenant: Tenant,
        key: Option<&str>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<TrailRow>, StoreError> {
        let conn = &mut *self.reader()?;
        let key: Option<i64> = match key {
            None => None,
            Some(id) => {
                let found = find(conn, Some(tenant), id)?.ok_or_else(|| StoreError::NoKey(id.to_owned()))?;
                Some(found.seq)
            }
        };
        let rows: Vec<Columns> = each!(conn, c => {
            let mut query = entries::table.filter(entries::tenant.eq(tenant.0))
                .select((entries::place, entries::act, entries::at,
                    (entries::key, entries::actor_tenant, entries::actor), entries::log, entries::revision,
                    entries::subject, entries::what))
                .order(entries::place.desc()).limit(i64::from(limit)).into_boxed();
            if let Some(key) = key {
                query = query.filter(entries::key.eq(key));
            }
            if let Some(before) = before {
                query = query.filter(entries::place.lt(before));
            }
            query.load(c)
        })?;
        rows.into_iter().map(|row| resolve(conn, tenant, row)).collect()
    }
}

/// Resolves the row numbers of an entry to names.
fn resolve(conn: &mut Conn, tenant: Tenant, row: Columns) -> Result<TrailRow, StoreError> {
    let (place, act, at, (key, actor_tenant, actor), log, revision, subject, what) = row;
    let mut named = |tenant: i64, seq: Option<i64>| -> Result<(Option<String>, Option<String>), StoreError> {
        let Some(seq) = seq else { return Ok((None, None)) };
        let (id, person): (String, Option<String>) =
            each!(&mut *conn, c => keys::table.find((tenant, seq)).select((keys::id, keys::person)).get_result(c))?;
        Ok((Some(id), person))
    };
    let (key, author) = named(actor_tenant.unwrap_or(tenant.0), actor.or(key))?;
    let (subject, concerned) = named(tenant.0, subject)?;
    // Nobody acts by a key when a session begins: its person does.
    let person = if key.is_some() { author } else { concerned };
    if log.is_none() && matches!(act, VERDICT | RULING | ERASED) {
        // The log was erased; its record remains.
        let record: Option<String> = each!(conn, c => entries::table.find((tenant.0, place)).select(entries::record)
            .get_result(c))?;
        let record = record.and_then(|record| serde_json::from_str::<Record>(&record).ok());
        let (log, revision) = record.map_or((None, None), |record| (record.log, record.rules));
        return Ok(TrailRow { place, deed: deed_of(act), at, key, person, log, revision, subject, what });
    }
    let log: Option<(HexKey, String)> = match log {
        None => None,
        Some(log) => each!(conn, c => logs::table.inner_join(class_of_log!())
            .filter(logs::tenant.eq(tenant.0)).filter(logs::place.eq(log)).select((logs::id, classes::rules)).get_result(c).optional())?,
    };
    let revision = log.as_ref().zip(revision).map(|((_, rules), revision)| format!("{rules}@{revision}"));
    let log = log.map(|(id, _)| id.text());
    Ok(TrailRow { place, deed: deed_of(act), at, key, person, log, revision, subject, what })
}
