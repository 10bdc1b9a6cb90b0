//! The Merkle tree over a tenant's records: stores complete nodes and provides hashes. Proofs, and whether the records are
//! still those that were hashed, are left to `features::evidence` and `query::records`.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::{entries, nodes};
use crate::store::error::StoreError;
use crate::store::model::tenant::Tenant;
use caipan_evidence::tree::{self, BITS, GROUP, Hash, Hashes};
use diesel::prelude::*;
use std::collections::BTreeMap;
use std::io::{Error, ErrorKind};

/// The hashes of a tenant's tree, loaded one group at a time.
pub(crate) struct TreeHashes<'a> {
    pub(crate) conn: &'a mut Conn,
    pub(crate) tenant: Tenant,
    pub(crate) groups: BTreeMap<(u32, u64), Vec<Hash>>,
}

impl TreeHashes<'_> {
    /// The hashes of a level below one node of the next.
    pub(crate) fn group(&mut self, level: u32, group: u64) -> Result<Vec<Hash>, StoreError> {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let (from, to) = (number(group * GROUP), number((group + 1) * GROUP));
        if level == 0 {
            // Sequence numbers start at 1.
            let leaves: Vec<(i64, Vec<u8>)> = each!(&mut *self.conn, c => entries::table
                .filter(entries::tenant.eq(self.tenant.0))
                .filter(entries::place.gt(from)).filter(entries::place.le(to))
                .order(entries::place.asc()).select((entries::place, entries::leaf)).load(c))?;
            return hashes(from + 1, leaves);
        }
        let level = i32::try_from(level).unwrap_or(i32::MAX);
        let rows: Vec<(i64, Vec<u8>)> = each!(&mut *self.conn, c => nodes::table
            .filter(nodes::tenant.eq(self.tenant.0)).filter(nodes::level.eq(level))
            .filter(nodes::number.ge(from)).filter(nodes::number.lt(to))
            .order(nodes::number.asc()).select((nodes::number, nodes::hash)).load(c))?;
        hashes(from, rows)
    }
}

/// The hashes of rows that are numbered without a gap from this number.
fn hashes(from: i64, rows: Vec<(i64, Vec<u8>)>) -> Result<Vec<Hash>, StoreError> {
    let hash = |(at, (number, hash)): (i64, (i64, Vec<u8>))| {
        Hash::try_from(hash).ok().filter(|_| number == at).ok_or_else(missing)
    };
    (from..).zip(rows).map(hash).collect()
}

impl Hashes for TreeHashes<'_> {
    type Error = StoreError;

    fn hash(&mut self, level: u32, number: u64) -> Result<Hash, StoreError> {
        let key = (level, number / GROUP);
        if !self.groups.contains_key(&key) {
            let group = self.group(key.0, key.1)?;
            self.groups.insert(key, group);
        }
        let at = usize::try_from(number % GROUP).unwrap_or_default();
        self.groups.get(&key).and_then(|group| group.get(at)).copied().ok_or_else(missing)
    }
}

/// The error for missing records or nodes: something else than caipan changed the database.
pub(crate) fn missing() -> StoreError {
    StoreError::Damaged(Error::new(ErrorKind::NotFound, "records are missing from the evidence"))
}

/// Stores the nodes that became complete between two sizes. The caller holds the lock of the tenant. Nodes over missing
/// records are skipped, because damage to old records must not stop writes.
pub(crate) fn grow(conn: &mut Conn, tenant: Tenant, before: i64, now: i64) -> Result<(), StoreError> {
    let mut hashes = TreeHashes { conn, tenant, groups: BTreeMap::new() };
    for level in 0_u32.. {
        let groups = |size: i64| u64::try_from(size).unwrap_or_default().checked_shr(BITS * (level + 1)).unwrap_or(0);
        let complete = groups(before)..groups(now);
        if complete.is_empty() {
            break;
        }
        for number in complete {
            let hash = match hashes.group(level, number) {
                Ok(group) if group.len() as u64 == GROUP => tree::over(&group),
                Ok(_) | Err(StoreError::Damaged(_)) => None,
                Err(error) => return Err(error),
            };
            let Some(hash) = hash else { continue };
            let row = (
                nodes::tenant.eq(tenant.0),
                nodes::level.eq(i32::try_from(level + 1).unwrap_or(i32::MAX)),
                nodes::number.eq(i64::try_from(number).unwrap_or(i64::MAX)),
                nodes::hash.eq(hash.to_vec()),
            );
            each!(&mut *hashes.conn, c => diesel::insert_into(nodes::table).values(row).on_conflict_do_nothing().execute(c))?;
        }
    }
    Ok(())
}
