//! Reads the counters of a tenant.

use crate::store::db::connection::each;
use crate::store::db::schema::tallies;
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::counters::CounterRow;
use crate::store::model::tenant::Tenant;
use diesel::prelude::*;

impl Store {
    /// All counters of a tenant.
    pub fn counters(&self, tenant: Tenant) -> Result<Vec<CounterRow>, StoreError> {
        let conn = &mut *self.reader()?;
        let rows: Vec<(String, String, String, String, i64, i64)> = each!(conn, c => tallies::table
            .filter(tallies::tenant.eq(tenant.0))
            .select((tallies::code, tallies::platform, tallies::system, tallies::client, tallies::logs, tallies::amount))
            .load(c))?;
        let row = |(code, platform, system, client, logs, amount)| CounterRow {
            code,
            platform,
            system,
            client,
            logs,
            amount,
        };
        Ok(rows.into_iter().map(row).collect())
    }
}
