//! What is counted of a tenant's logs: logs, hands and faults, by platform, rule system, client and code.
//!
//! Added up in memory for a whole commit and written once with it. What third parties name (platforms, clients and their versions) has a
//! group of its own for so many of them only; further ones share one, so that nobody can make the counts as many as the logs.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::tallies;
use crate::store::error::StoreError;
use crate::store::model::counters::{MOST_GROUPS, OTHERS};
use crate::store::model::tenant::Tenant;
use crate::store::write::write_batch::in_parts;
use diesel::prelude::*;
use diesel::upsert::excluded;
use std::collections::{BTreeMap, BTreeSet};

/// What is counted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Group {
    pub(crate) tenant: Tenant,
    pub(crate) platform: String,
    pub(crate) system: String,
    pub(crate) client: String,
}

/// What is to be added when a transaction ends.
#[derive(Debug, Default)]
pub(crate) struct Sums(BTreeMap<Group, BTreeMap<String, (i64, i64)>>);

impl Sums {
    /// Adds so many logs, and so much to what is counted under a code.
    pub(crate) fn add(&mut self, group: &Group, code: &str, logs: i64, amount: i64) {
        let sum = self.0.entry(group.clone()).or_default().entry(code.to_owned()).or_default();
        *sum = (sum.0 + logs, sum.1 + amount);
    }

    pub(crate) fn write(self, conn: &mut Conn, groups: &mut Groups) -> Result<(), StoreError> {
        // Groups that share one after all are one row: no statement may change a row twice.
        let mut settled_sums = Sums::default();
        for (group, codes) in self.0 {
            let group = groups.settled(conn, group)?;
            codes.iter().for_each(|(code, (logs, amount))| settled_sums.add(&group, code, *logs, *amount));
        }
        let mut rows: Vec<NewTally> = settled_sums.rows().collect();
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

    fn rows(self) -> impl Iterator<Item = NewTally> {
        self.0.into_iter().flat_map(|(group, codes)| {
            codes.into_iter().map(move |(code, (logs, amount))| NewTally {
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

/// A count to add.
#[derive(Debug, Insertable)]
#[diesel(table_name = tallies, treat_none_as_default_value = false)]
struct NewTally {
    tenant: i64,
    code: String,
    platform: String,
    system: String,
    client: String,
    logs: i64,
    amount: i64,
}

impl NewTally {
    /// Adds to what is there in a file. diesel has what it calls an upsert planned anew each time, these two statements not.
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

/// The groups of a tenant that have counts of their own, by platform, system and client.
type Own = BTreeSet<(String, String, String)>;

/// The groups of so many tenants are remembered.
const MOST_TENANTS: usize = 100;

/// Groups that are counted by themselves, which they stay for good. Those of a transaction that fails are to be forgotten with it.
#[derive(Debug, Default)]
pub(crate) struct Groups(BTreeMap<Tenant, Own>);

impl Groups {
    /// The group itself while there is room for it, else the one that all others share. Whoever asks holds the head of its tenant, so
    /// nobody else takes the room.
    fn settled(&mut self, conn: &mut Conn, group: Group) -> Result<Group, StoreError> {
        let key = (group.platform.clone(), group.system.clone(), group.client.clone());
        let room = |own: &Own| own.len() < usize::try_from(MOST_GROUPS).unwrap_or(usize::MAX);
        let known = self.0.get(&group.tenant);
        // Where there is room, somebody else may have made more.
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
        Ok(Group { platform: OTHERS.to_owned(), client: OTHERS.to_owned(), ..group })
    }
}
