//! Which logs were erased.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::Name;
use crate::store::db::log_columns::is_name;
use crate::store::db::schema::erased;
use crate::store::error::StoreError;
use crate::store::model::erasure::{Erasure, Why};
use crate::store::model::tenant::Tenant;
use diesel::dsl::exists;
use diesel::prelude::*;
use std::collections::BTreeMap;

/// Says of a log that is not there whether it was erased.
pub(crate) fn not_erased(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<(), StoreError> {
    if !is_name(id) {
        return Ok(());
    }
    let found: Option<(i64, i64, i32)> = each!(conn, c => erased::table.find((tenant.0, Name::of(id)))
        .select((erased::place, erased::at, erased::why)).get_result(c).optional())?;
    let Some((place, at, why)) = found else { return Ok(()) };
    Err(StoreError::Erased(Box::new(Erasure { id: id.to_owned(), place, at, why: Why::of(why) })))
}

/// Those of the logs that were erased.
pub(crate) fn among(
    conn: &mut Conn,
    logs: &[(Tenant, &str)],
) -> Result<BTreeMap<(Tenant, String), Erasure>, StoreError> {
    let mut gone = BTreeMap::new();
    if logs.is_empty() {
        return Ok(gone);
    }
    // A list is planned anew each time, and where nothing was ever erased nothing is to be found.
    if let Conn::Sqlite(conn) = conn
        && !diesel::select(exists(erased::table.select(erased::at))).get_result::<bool>(conn)?
    {
        return Ok(gone);
    }
    let tenants: Vec<i64> = logs.iter().map(|(tenant, _)| tenant.0).collect();
    let ids: Vec<Name> = logs.iter().map(|(_, id)| Name::of(id)).collect();
    let rows: Vec<(i64, Name, i64, i64, i32)> = each!(conn, c => erased::table
        .filter(erased::tenant.eq_any(tenants)).filter(erased::id.eq_any(ids))
        .select((erased::tenant, erased::id, erased::place, erased::at, erased::why)).load(c))?;
    for (tenant, id, place, at, why) in rows {
        let id = id.text();
        gone.insert((Tenant(tenant), id.clone()), Erasure { id, place, at, why: Why::of(why) });
    }
    Ok(gone)
}
