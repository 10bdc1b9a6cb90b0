//! Looks up erased logs, and logs whose rows are gone though the journal does not say why.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::log_columns::{is_storable_text, own};
use crate::store::db::schema::{entries, erased, logs};
use crate::store::error::StoreError;
use crate::store::model::erasure::{Erasure, Why};
use crate::store::model::journal::ERASED;
use crate::store::model::mismatch::Reason;
use crate::store::model::tenant::Tenant;
use crate::store::query::records::{self, Recorded};
use caipan_evidence::Deed;
use diesel::dsl::exists;
use diesel::prelude::*;
use std::collections::BTreeMap;

/// Fails if the journal knows a log that is not stored: it was erased, or its row is gone for no recorded reason.
pub(crate) fn reject_known(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<(), StoreError> {
    if !is_storable_text(id) {
        return Ok(());
    }
    let found: Option<(i64, i64, i32)> = each!(&mut *conn, c => erased::table.find((tenant.0, HexKey::of(id)))
        .select((erased::place, erased::at, erased::why)).get_result(c).optional())?;
    if let Some((place, at, why)) = found {
        let erasure = Erasure { id: id.to_owned(), place, at, why: Why::of(why) };
        let deed = records::read(conn, tenant, place - 1, place)?.pop();
        return Err(match deed {
            Some(deed) if is_deed(&erasure, &deed) => StoreError::Erased(Box::new(erasure)),
            _ => StoreError::mismatch(place, id, Reason::ErasureUnrecorded),
        });
    }
    // `first` adds a limit, and a log that was sent again after its row was lost has two such entries.
    let known: Vec<(i64, bool)> = each!(conn, c => entries::table
        .filter(entries::id.eq(HexKey::of(id))).filter(entries::tenant.eq(tenant.0))
        .select((entries::place, entries::record.is_not_null())).load(c))?;
    match known.last() {
        None => Ok(()),
        // The record of an erased log is written out.
        Some((place, true)) => Err(StoreError::mismatch(*place, id, Reason::ErasureLost)),
        Some((place, false)) => {
            // It may have been stored since its row was looked for.
            let is_stored: bool = each!(conn, c => diesel::select(exists(own!(tenant, id))).get_result(c))?;
            if is_stored { Ok(()) } else { Err(StoreError::mismatch(*place, id, Reason::LogLost)) }
        }
    }
}

/// Returns whether a journal entry records an erasure.
pub(crate) fn is_deed(erasure: &Erasure, deed: &Recorded) -> bool {
    deed.act == ERASED
        && deed.parsed().is_some_and(|record| {
            let why = record.what.as_deref() == Some(erasure.why.name());
            (record.place, record.at, record.act) == (erasure.place, erasure.at, Deed::Erased)
                && why
                && record.log.as_deref() == Some(erasure.id.as_str())
        })
}

/// Finds the erased logs among the given ones. A row whose erasure the journal does not record is no reason to refuse a log.
pub(crate) fn erasures_among(
    conn: &mut Conn,
    logs: &[(Tenant, &str)],
) -> Result<BTreeMap<(Tenant, String), Erasure>, StoreError> {
    let mut gone = BTreeMap::new();
    if logs.is_empty() {
        return Ok(gone);
    }
    // SQLite plans a statement with a list anew each time, so the empty table is checked first.
    if let Conn::Sqlite(conn) = conn
        && !diesel::select(exists(erased::table.select(erased::at))).get_result::<bool>(conn)?
    {
        return Ok(gone);
    }
    let tenants: Vec<i64> = logs.iter().map(|(tenant, _)| tenant.0).collect();
    let ids: Vec<HexKey> = logs.iter().map(|(_, id)| HexKey::of(id)).collect();
    let rows: Vec<(i64, HexKey, i64, i64, i32)> = each!(conn, c => erased::table
        .inner_join(entries::table.on(entries::tenant.eq(erased::tenant).and(entries::place.eq(erased::place))))
        .filter(erased::tenant.eq_any(tenants)).filter(erased::id.eq_any(ids)).filter(entries::act.eq(ERASED))
        .select((erased::tenant, erased::id, erased::place, erased::at, erased::why)).load(c))?;
    for (tenant, id, place, at, why) in rows {
        let id = id.text();
        gone.insert((Tenant(tenant), id.clone()), Erasure { id, place, at, why: Why::of(why) });
    }
    Ok(gone)
}
