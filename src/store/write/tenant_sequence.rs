//! The sequence of a tenant: the number of its last entry, and the state that a transaction shares.
//!
//! Every write locks its tenant's row until commit. Its reads of the tenant are therefore current, and sequence numbers
//! become visible in order, which a database sequence would not guarantee.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::{entries, keys, tenants};
use crate::store::error::StoreError;
use crate::store::model::erasure::Erasure;
use crate::store::model::tenant::Tenant;
use crate::store::write::counters::{CounterGroup, CounterGroups, Counters};
use crate::store::write::evidence_tree::grow;
use crate::store::write::log_dimensions::LogDimensions;
use crate::store::write::write_batch::WriteBatch;
use diesel::prelude::*;
use std::collections::BTreeMap;

/// Maximum microseconds that a time may lie behind the last one without a warning.
const BEHIND: i64 = 60_000_000;

/// The locked sequences of a transaction, with its key ids, its counters and the rows to write at its end.
#[derive(Debug, Default)]
pub(crate) struct TenantSequences {
    all: BTreeMap<Tenant, Sequence>,
    keys: BTreeMap<(Tenant, i64), String>,
    /// The erased logs among those to store, looked up in one query.
    pub(crate) gone: BTreeMap<(Tenant, String), Erasure>,
    counters: Counters,
    pub(crate) cache: WriteCache,
    pub(crate) batch: WriteBatch,
}

/// Caches rows that never change, across transactions. Rows created by a failed transaction must be dropped.
#[derive(Debug, Default)]
pub(crate) struct WriteCache {
    pub(crate) dimensions: LogDimensions,
    pub(crate) groups: CounterGroups,
}

#[derive(Debug)]
struct Sequence {
    before: i64,
    now: i64,
    /// The time of the last entry, once it is known.
    at: Option<i64>,
}

impl TenantSequences {
    /// Locks the rows of these tenants, always in the same order, so that two writers cannot deadlock.
    pub(crate) fn lock(conn: &mut Conn, tenants: impl Iterator<Item = Tenant>) -> Result<TenantSequences, StoreError> {
        let mut sequences = TenantSequences::default();
        let mut wanted: Vec<i64> = tenants.map(|tenant| tenant.0).collect();
        wanted.sort_unstable();
        wanted.dedup();
        sequences.lock_rows(conn, &wanted)?;
        Ok(sequences)
    }

    /// Locks the row of a tenant, unless the transaction has it.
    pub(crate) fn ensure_locked(&mut self, conn: &mut Conn, tenant: Tenant) -> Result<(), StoreError> {
        if self.all.contains_key(&tenant) { Ok(()) } else { self.lock_rows(conn, &[tenant.0]) }
    }

    /// Takes the next sequence number of a tenant.
    pub(crate) fn advance(&mut self, conn: &mut Conn, tenant: Tenant) -> Result<i64, StoreError> {
        self.ensure_locked(conn, tenant)?;
        let sequence = self.all.get_mut(&tenant).ok_or(StoreError::Database(diesel::result::Error::NotFound))?;
        sequence.now += 1;
        Ok(sequence.now)
    }

    /// Notes the time of an entry. Logs a warning if it lies well before the time of the tenant's last entry: a clock was
    /// set back, or ran ahead before. Which of the two is right cannot be known, so both times stay as they are, and
    /// nothing relies on their order.
    pub(crate) fn note_time(&mut self, conn: &mut Conn, tenant: Tenant, at: i64) -> Result<(), StoreError> {
        let Some(sequence) = self.all.get_mut(&tenant) else { return Ok(()) };
        let last = match sequence.at {
            None => each!(conn, c => entries::table.find((tenant.0, sequence.before)).select(entries::at)
                .get_result(c).optional())?,
            known => known,
        };
        sequence.at = Some(at);
        if let Some(seconds) = last.and_then(|last| set_back(last, at)) {
            tracing::warn!(
                tenant = tenant.0,
                seconds,
                "the clock is behind the last entry of the journal: it was set back, or it ran ahead before; compare the clocks of all machines with a time server, see docs/operations.md"
            );
        }
        Ok(())
    }

    /// The last sequence number of a locked tenant.
    pub(crate) fn last(&self, tenant: Tenant) -> i64 {
        self.all.get(&tenant).map_or(0, |sequence| sequence.now)
    }

    /// Adds logs and an amount to a code of a locked tenant.
    pub(crate) fn count(&mut self, group: &CounterGroup, code: &str, logs: i64, amount: i64) {
        self.counters.add(group, code, logs, amount);
    }

    /// The id of a key of a tenant.
    pub(crate) fn key_id(&mut self, conn: &mut Conn, tenant: Tenant, seq: i64) -> Result<String, StoreError> {
        if let Some(id) = self.keys.get(&(tenant, seq)) {
            return Ok(id.clone());
        }
        let id: String = each!(conn, c => keys::table.find((tenant.0, seq)).select(keys::id).get_result(c))?;
        self.keys.insert((tenant, seq), id.clone());
        Ok(id)
    }

    /// Writes the batch, the counters and the sequences, and returns the sequences that advanced.
    pub(crate) fn finish(&mut self, conn: &mut Conn) -> Result<Vec<(Tenant, i64)>, StoreError> {
        self.batch.flush(conn)?;
        std::mem::take(&mut self.counters).write(conn, &mut self.cache.groups)?;
        let moved: Vec<_> =
            std::mem::take(&mut self.all).into_iter().filter(|(_, sequence)| sequence.now != sequence.before).collect();
        for (tenant, sequence) in &moved {
            let row = tenants::table.find(tenant.0);
            each!(conn, c => diesel::update(row).set(tenants::head.eq(sequence.now)).execute(c))?;
            grow(conn, *tenant, sequence.before, sequence.now)?;
        }
        Ok(moved.into_iter().map(|(tenant, sequence)| (tenant, sequence.now)).collect())
    }

    fn lock_rows(&mut self, conn: &mut Conn, wanted: &[i64]) -> Result<(), StoreError> {
        let columns = (tenants::seq, tenants::head);
        let rows: Vec<(i64, i64)> = match conn {
            // The transaction itself excludes other writers, and SQLite plans a statement with a list anew each time.
            Conn::Sqlite(conn) => {
                let row = |seq: &i64| tenants::table.find(*seq).select(columns).get_result(conn).optional().transpose();
                wanted.iter().filter_map(row).collect::<QueryResult<_>>()?
            }
            Conn::Postgres(conn) => {
                let rows = tenants::table.filter(tenants::seq.eq_any(wanted)).select(columns).order(tenants::seq.asc());
                rows.for_no_key_update().load(&mut **conn).map_err(StoreError::from_lock_wait)?
            }
        };
        self.all.extend(
            rows.into_iter()
                .map(|(seq, sequence)| (Tenant(seq), Sequence { before: sequence, now: sequence, at: None })),
        );
        Ok(())
    }
}

/// The seconds by which a time lies behind the last one, if they are too many for requests that commit in another order.
fn set_back(last: i64, at: i64) -> Option<i64> {
    let behind = last.saturating_sub(at);
    (behind > BEHIND).then_some(behind / 1_000_000)
}

/// The current sequence numbers of these tenants.
pub(crate) fn current(conn: &mut Conn, tenants: &[Tenant]) -> Result<Vec<(Tenant, i64)>, StoreError> {
    let wanted: Vec<i64> = tenants.iter().map(|tenant| tenant.0).collect();
    let rows: Vec<(i64, i64)> = each!(conn, c => tenants::table.filter(tenants::seq.eq_any(wanted))
        .select((tenants::seq, tenants::head)).load(c))?;
    Ok(rows.into_iter().map(|(seq, sequence)| (Tenant(seq), sequence)).collect())
}
