//! Looks up ids of logs.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::schema::logs;
use crate::store::error::StoreError;
use crate::store::model::tenant::Tenant;
use diesel::prelude::*;

/// The id of the newest log of a game.
pub(crate) fn last_of_game(
    conn: &mut Conn,
    tenant: Tenant,
    platform: &str,
    game: &str,
) -> Result<Option<String>, StoreError> {
    let id: Option<HexKey> = each!(conn, c => logs::table.filter(logs::tenant.eq(tenant.0)).filter(logs::game.eq(game))
        .filter(logs::platform.eq(platform)).order(logs::place.desc()).select(logs::id).first(c).optional())?;
    Ok(id.map(|id| id.text()))
}

/// The id of the log at a place.
pub(crate) fn id_of(conn: &mut Conn, tenant: Tenant, place: i64) -> Result<String, StoreError> {
    let id: HexKey = each!(conn, c => logs::table.find((tenant.0, place)).select(logs::id).get_result(c))?;
    Ok(id.text())
}
