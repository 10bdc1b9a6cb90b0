//! Looks up erased logs.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::log_columns::is_storable_text;
use crate::store::db::schema::erased;
use crate::store::error::StoreError;
use crate::store::model::erasure::{Erasure, Why};
use crate::store::model::tenant::Tenant;
use diesel::dsl::exists;
use diesel::prelude::*;
use std::collections::BTreeMap;

/// Fails if a missing log was erased.
pub(crate) fn reject_erased(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<(), StoreError> {
    if !is_storable_text(id) {
        return Ok(());
    }
    let found: Option<(i64, i64, i32)> = each!(conn, c => erased::table.find((tenant.0, HexKey::of(id)))
        .select((erased::place, erased::at, erased::why)).get_result(c).optional())?;
    let Some((place, at, why)) = found else { return Ok(()) };
    Err(StoreError::Erased(Box::new(Erasure { id: id.to_owned(), place, at, why: Why::of(why) })))
}

/// Finds the erased logs among the given ones.
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
        .filter(erased::tenant.eq_any(tenants)).filter(erased::id.eq_any(ids))
        .select((erased::tenant, erased::id, erased::place, erased::at, erased::why)).load(c))?;
    for (tenant, id, place, at, why) in rows {
        let id = id.text();
        gone.insert((Tenant(tenant), id.clone()), Erasure { id, place, at, why: Why::of(why) });
    }
    Ok(gone)
}
