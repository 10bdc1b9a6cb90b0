//! Counts a tenant's logs, hands and faults by platform, rule system, client and code.
//!
//! Counts are added up in memory and written once per commit. Platforms and clients come from third parties, so the
//! number of groups is limited; further logs share one group.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::tallies;
use crate::store::error::StoreError;
use crate::store::model::counters::{MOST_GROUPS, OTHERS};
use crate::store::model::tenant::Tenant;
use crate::store::write::write_batch::in_parts;
use diesel::prelude::*;
use diesel::upsert::excluded;
use std::collections::{BTreeMap, BTreeSet};

/// The key of a group of counters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CounterGroup {
    pub(crate) tenant: Tenant,
    pub(crate) platform: String,
    pub(crate) system: String,
    pub(crate) client: String,
}

/// The counts to add when the transaction ends.
#[derive(Debug, Default)]
pub(crate) struct Counters(BTreeMap<CounterGroup, BTreeMap<String, (i64, i64)>>);

impl Counters {
    /// Adds logs and an amount to a code of a group.
    pub(crate) fn add(&mut self, group: &CounterGroup, code: &str, logs: i64, amount: i64) {
        let sum = self.0.entry(group.clone()).or_default().entry(code.to_owned()).or_default();
        *sum = (sum.0 + logs, sum.1 + amount);
    }

    pub(crate) fn write(self, conn: &mut Conn, groups: &mut CounterGroups) -> Result<(), StoreError> {
        // Groups that map to the shared one become one row, because a statement may change a row only once.
        let mut settled_counters = Counters::default();
        for (group, codes) in self.0 {
            let group = groups.settled(conn, group)?;
            codes.iter().for_each(|(code, (logs, amount))| settled_counters.add(&group, code, *logs, *amount));
        }
        let mut rows: Vec<NewCounter> = settled_counters.rows().collect();
        if let Conn::Sqlite(conn) = conn {
            return rows.into_iter().try_for_each(|row| row.add(conn));
        }
        let key = (tallies::tenant, tallies::code, tallies::platform, tallies::system, tallies::client);
        let more = (
            tallies::logs.eq(tallies::logs + excluded(tallies::logs)),
            tallies::amount.eq(tallies::amount + excluded(tallies::amount)),
        );
        in_parts!(conn, &mut rows, part => diesel::insert_into(tallies::table).values(part)
            .on_conflict(key).do_update().set(more));
        Ok(())
    }

    fn rows(self) -> impl Iterator<Item = NewCounter> {
        self.0.into_iter().flat_map(|(group, codes)| {
            codes.into_iter().map(move |(code, (logs, amount))| NewCounter {
                tenant: group.tenant.0,
                code,
                platform: group.platform.clone(),
                system: group.system.clone(),
                client: group.client.clone(),
                logs,
                amount,
            })
        })
    }
}

/// Counts to add to a row.
#[derive(Debug, Insertable)]
#[diesel(table_name = tallies, treat_none_as_default_value = false)]
struct NewCounter {
    tenant: i64,
    code: String,
    platform: String,
    system: String,
    client: String,
    logs: i64,
    amount: i64,
}

impl NewCounter {
    /// Adds to a row of a file. Diesel makes SQLite plan an upsert anew each time, unlike these two statements.
    fn add(mut self, conn: &mut SqliteConnection) -> Result<(), StoreError> {
        let key = (self.tenant, &self.code, &self.platform, &self.system, &self.client);
        let there = tallies::table.find(key).select((tallies::logs, tallies::amount));
        let (logs, amount): (i64, i64) = there.get_result(conn).optional()?.unwrap_or_default();
        self.logs += logs;
        self.amount += amount;
        diesel::replace_into(tallies::table).values(self).execute(conn)?;
        Ok(())
    }
}

/// The groups of a tenant, by platform, system and client.
type GroupKeys = BTreeSet<(String, String, String)>;

/// Tenants whose groups are cached.
const MOST_TENANTS: usize = 100;

/// Caches the groups of tenants; a group is permanent once it exists. Groups created by a failed transaction must be
/// dropped from the cache.
#[derive(Debug, Default)]
pub(crate) struct CounterGroups(BTreeMap<Tenant, GroupKeys>);

impl CounterGroups {
    /// Returns the group itself while there is room, else the shared group. The caller holds the lock of the tenant, so
    /// nobody else takes the room.
    fn settled(&mut self, conn: &mut Conn, group: CounterGroup) -> Result<CounterGroup, StoreError> {
        let key = (group.platform.clone(), group.system.clone(), group.client.clone());
        let room = |own: &GroupKeys| own.len() < usize::try_from(MOST_GROUPS).unwrap_or(usize::MAX);
        let known = self.0.get(&group.tenant);
        // While there is room, another process may have added groups.
        if !known.is_some_and(|own| own.contains(&key) || !room(own)) {
            if self.0.len() >= MOST_TENANTS {
                self.0.clear();
            }
            let rows: Vec<(String, String, String)> = each!(conn, c => tallies::table
                .filter(tallies::tenant.eq(group.tenant.0)).filter(tallies::code.eq(""))
                .select((tallies::platform, tallies::system, tallies::client)).load(c))?;
            let own = self.0.entry(group.tenant).or_default();
            own.extend(rows);
            if room(own) {
                own.insert(key.clone());
            }
        }
        if self.0.get(&group.tenant).is_some_and(|own| own.contains(&key)) {
            return Ok(group);
        }
        Ok(CounterGroup { platform: OTHERS.to_owned(), client: OTHERS.to_owned(), ..group })
    }
}
