//! Reads when a code was first seen, and which client sent that log.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::log_columns::{is_storable_text, own};
use crate::store::db::schema::{logs, tags, tallies};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::counters::OTHERS;
use crate::store::model::search_tags::{CLIENT, CODE, FirstSeen};
use crate::store::model::tenant::Tenant;
use diesel::prelude::*;
use std::collections::BTreeMap;

impl Store {
    /// The first log of a tenant whose newest report has this code.
    pub fn first_seen(&self, tenant: Tenant, code: &str) -> Result<Option<FirstSeen>, StoreError> {
        if !is_storable_text(code) {
            return Ok(None);
        }
        first(&mut *self.reader()?, tenant, &HexKey::of(code))
    }

    /// The same for each of `codes` that the newest report of a log has; empty for an unknown log.
    pub fn first_seen_of_log(
        &self,
        tenant: Tenant,
        id: &str,
        codes: &[&str],
    ) -> Result<BTreeMap<String, FirstSeen>, StoreError> {
        if !is_storable_text(id) {
            return Ok(BTreeMap::new());
        }
        let conn = &mut *self.reader()?;
        let place: Option<i64> = each!(conn, c => own!(tenant, id).select(logs::place).get_result(c).optional())?;
        let Some(place) = place else { return Ok(BTreeMap::new()) };
        let words: Vec<HexKey> = codes.iter().map(|code| HexKey::of(code)).collect();
        let mut all = BTreeMap::new();
        for word in tagged(conn, tenant, CODE, &words, place)? {
            if let Some(seen) = first(conn, tenant, &word)? {
                all.insert(word.text(), seen);
            }
        }
        Ok(all)
    }
}

fn first(conn: &mut Conn, tenant: Tenant, code: &HexKey) -> Result<Option<FirstSeen>, StoreError> {
    let place: Option<i64> = each!(conn, c => tags::table
        .filter(tags::tenant.eq(tenant.0)).filter(tags::kind.eq(CODE)).filter(tags::word.eq(code))
        .order(tags::place.asc()).select(tags::place).first(c).optional())?;
    let Some(place) = place else { return Ok(None) };
    let found: Option<(HexKey, i64)> = each!(conn, c => logs::table.find((tenant.0, place))
        .select((logs::id, logs::received_at)).get_result(c).optional())?;
    let Some((id, received_at)) = found else { return Ok(None) };
    // Tags are found by their word, and the counters have the words of all clients but the rarest.
    let clients: Vec<String> = each!(conn, c => tallies::table
        .filter(tallies::tenant.eq(tenant.0)).filter(tallies::code.eq("")).select(tallies::client).distinct().load(c))?;
    let named = clients.iter().filter(|client| !client.is_empty() && *client != OTHERS);
    let words: Vec<HexKey> = named.map(|client| HexKey::of(client)).collect();
    let client = tagged(conn, tenant, CLIENT, &words, place)?.pop().map(|word| word.text());
    Ok(Some(FirstSeen { id: id.text(), received_at, client: client.unwrap_or_default() }))
}

/// Returns those of `words` with which the log at a place is tagged.
fn tagged(conn: &mut Conn, tenant: Tenant, kind: i32, words: &[HexKey], place: i64) -> Result<Vec<HexKey>, StoreError> {
    Ok(each!(conn, c => tags::table
        .filter(tags::tenant.eq(tenant.0)).filter(tags::kind.eq(kind)).filter(tags::word.eq_any(words))
        .filter(tags::place.eq(place)).select(tags::word).load(c))?)
}
