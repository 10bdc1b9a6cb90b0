//! The head row of a tenant: the place of its last entry. Whoever writes something of a tenant holds its row to the end of the
//! transaction, so what it reads of the tenant is the last word, and a place is never seen before all places below it. (A counter of
//! the database would give out numbers out of that order.)

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::{keys, tenants};
use crate::store::error::StoreError;
use crate::store::model::erasure::Erasure;
use crate::store::model::tenant::Tenant;
use crate::store::write::counters::{Group, Groups, Sums};
use crate::store::write::evidence_tree::grow;
use crate::store::write::log_dimensions::Classes;
use crate::store::write::write_batch::Pending;
use diesel::prelude::*;
use std::collections::BTreeMap;

/// The heads that a transaction holds, the ids of the keys by which it is done, what it counts and what it writes at its end.
#[derive(Debug, Default)]
pub(crate) struct Heads {
    all: BTreeMap<Tenant, Head>,
    keys: BTreeMap<i64, String>,
    /// Of the logs that are to be stored, those that were erased: one question for all.
    pub(crate) gone: BTreeMap<(Tenant, String), Erasure>,
    sums: Sums,
    pub(crate) known: Known,
    pub(crate) pending: Pending,
}

/// What never changes once it is there, and so is asked once and not by every transaction. What a transaction that fails has made is to be
/// forgotten with it.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) classes: Classes,
    pub(crate) groups: Groups,
}

#[derive(Debug)]
struct Head {
    before: i64,
    now: i64,
}

impl Heads {
    /// Takes the rows of these tenants, always in the same order, so that two that write wait for each other in a line and never in a
    /// circle.
    pub(crate) fn take(conn: &mut Conn, tenants: impl Iterator<Item = Tenant>) -> Result<Heads, StoreError> {
        let mut heads = Heads::default();
        let mut wanted: Vec<i64> = tenants.map(|tenant| tenant.0).collect();
        wanted.sort_unstable();
        wanted.dedup();
        heads.hold(conn, &wanted)?;
        Ok(heads)
    }

    /// The next place of a tenant.
    pub(crate) fn advance(&mut self, conn: &mut Conn, tenant: Tenant) -> Result<i64, StoreError> {
        if !self.all.contains_key(&tenant) {
            self.hold(conn, &[tenant.0])?;
        }
        let head = self.all.get_mut(&tenant).ok_or(StoreError::Database(diesel::result::Error::NotFound))?;
        head.now += 1;
        Ok(head.now)
    }

    /// The place that a tenant that is held has come to.
    pub(crate) fn place(&self, tenant: Tenant) -> i64 {
        self.all.get(&tenant).map_or(0, |head| head.now)
    }

    /// Counts so many logs of a tenant that is held, and so much under a code.
    pub(crate) fn count(&mut self, group: &Group, code: &str, logs: i64, amount: i64) {
        self.sums.add(group, code, logs, amount);
    }

    /// The id of a key.
    pub(crate) fn key(&mut self, conn: &mut Conn, seq: i64) -> Result<String, StoreError> {
        if let Some(id) = self.keys.get(&seq) {
            return Ok(id.clone());
        }
        let id: String = each!(conn, c => keys::table.find(seq).select(keys::id).get_result(c))?;
        self.keys.insert(seq, id.clone());
        Ok(id)
    }

    /// Writes down what waits, what was counted and how far each has come, and says it of those that have.
    pub(crate) fn write(&mut self, conn: &mut Conn) -> Result<Vec<(Tenant, i64)>, StoreError> {
        self.pending.flush(conn)?;
        std::mem::take(&mut self.sums).write(conn, &mut self.known.groups)?;
        let moved: Vec<_> =
            std::mem::take(&mut self.all).into_iter().filter(|(_, head)| head.now != head.before).collect();
        for (tenant, head) in &moved {
            let row = tenants::table.find(tenant.0);
            each!(conn, c => diesel::update(row).set(tenants::head.eq(head.now)).execute(c))?;
            grow(conn, *tenant, head.before, head.now)?;
        }
        Ok(moved.into_iter().map(|(tenant, head)| (tenant, head.now)).collect())
    }

    fn hold(&mut self, conn: &mut Conn, wanted: &[i64]) -> Result<(), StoreError> {
        let columns = (tenants::seq, tenants::head);
        let rows: Vec<(i64, i64)> = match conn {
            // There the transaction itself keeps others out; and a list, of whatever length, is planned anew.
            Conn::Sqlite(conn) => {
                let row = |seq: &i64| tenants::table.find(*seq).select(columns).get_result(conn).optional().transpose();
                wanted.iter().filter_map(row).collect::<QueryResult<_>>()?
            }
            Conn::Postgres(conn) => {
                let rows = tenants::table.filter(tenants::seq.eq_any(wanted)).select(columns).order(tenants::seq.asc());
                rows.for_no_key_update().load(&mut **conn).map_err(StoreError::of_waiting)?
            }
        };
        self.all.extend(rows.into_iter().map(|(seq, head)| (Tenant(seq), Head { before: head, now: head })));
        Ok(())
    }
}

/// How far these tenants have come.
pub(crate) fn current(conn: &mut Conn, tenants: &[Tenant]) -> Result<Vec<(Tenant, i64)>, StoreError> {
    let wanted: Vec<i64> = tenants.iter().map(|tenant| tenant.0).collect();
    let rows: Vec<(i64, i64)> = each!(conn, c => tenants::table.filter(tenants::seq.eq_any(wanted))
        .select((tenants::seq, tenants::head)).load(c))?;
    Ok(rows.into_iter().map(|(seq, head)| (Tenant(seq), head)).collect())
}
