//! Tells whether a log matches a filter, by one statement that shares no code with the lists. It proves that a job has
//! reached everything.

use crate::store::db::connection::each;
use crate::store::db::hex_key::HexKey;
use crate::store::db::log_columns::{is_storable_filter, whole_logs};
use crate::store::db::schema::{classes, logs, tags};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::log::Filter;
use crate::store::model::search_tags::{CLIENT, CODE, PLAYER};
use crate::store::model::tenant::Tenant;
use diesel::dsl::max;
use diesel::prelude::*;

impl Store {
    /// The highest sequence number of a tenant's log that matches the filter. It may read all logs of the tenant.
    pub fn newest_match(&self, tenant: Tenant, filter: &Filter) -> Result<Option<i64>, StoreError> {
        if !is_storable_filter(filter) {
            return Ok(None);
        }
        let tagged = |kind: i32, word: &str| {
            tags::table
                .filter(tags::tenant.eq(tenant.0))
                .filter(tags::kind.eq(kind))
                .filter(tags::word.eq(HexKey::of(word)))
                .select(tags::place)
        };
        let of_tags = [(PLAYER, &filter.player), (CLIENT, &filter.client), (CODE, &filter.code)];
        let conn = &mut *self.reader()?;
        Ok(each!(conn, c => {
            // The sums keep the databases from reading the table by sequence number until a log fits.
            let mut query = whole_logs!().filter(logs::tenant.eq(tenant.0)).select(max(logs::place + 0_i64)).into_boxed();
            if let Some(before) = filter.before {
                query = query.filter((logs::place + 0_i64).lt(before));
            }
            if let Some(since) = filter.since {
                query = query.filter(logs::received_at.ge(since));
            }
            if let Some(until) = filter.until {
                query = query.filter(logs::received_at.lt(until));
            }
            if let Some(platform) = &filter.platform {
                query = query.filter(logs::platform.eq(platform));
            }
            if let Some(game) = &filter.game {
                query = query.filter(logs::game.eq(game));
            }
            if let Some(system) = &filter.system {
                query = query.filter(classes::system.eq(system));
            }
            if let Some(verdict) = &filter.verdict {
                query = query.filter(classes::verdict.eq(verdict));
            }
            for (kind, word) in of_tags {
                if let Some(word) = word {
                    query = query.filter(logs::place.eq_any(tagged(kind, word)));
                }
            }
            query.get_result(c)?
        }))
    }
}
