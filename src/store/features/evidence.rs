//! Proofs over everything that a tenant did: one record per entry and a Merkle tree over the records. Signing is left
//! to `app`.

use crate::store::db::connection::{Conn, each};
use crate::store::db::joins::log_of_entry;
use crate::store::db::log_columns::{is_own, is_storable_text};
use crate::store::db::schema::{entries, logs, tenants};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::journal::VERDICT;
use crate::store::model::tenant::Tenant;
use crate::store::query::erased::reject_known;
use crate::store::query::records;
use crate::store::write::evidence_tree::{TreeHashes, missing};
use caipan_evidence::Checkpoint;
use caipan_evidence::tree::{self, Hash, Hashes};
use diesel::prelude::*;
use std::collections::BTreeMap;

/// An unsigned proof.
#[derive(Clone, Debug)]
pub struct Proven {
    /// The current tree.
    pub checkpoint: Checkpoint,
    /// The requested record and its inclusion proof.
    pub entry: Option<(String, Vec<Hash>)>,
    /// The consistency proof from the requested size; absent if the tree is smaller.
    pub since: Option<Vec<Hash>>,
}

/// A request for a proof.
#[derive(Clone, Debug, Default)]
pub struct ToProve {
    /// Prove the newest report of this log.
    pub log: Option<String>,
    /// Prove the record with this sequence number.
    pub place: Option<i64>,
    /// Prove that the tree extends a tree of this size.
    pub since: Option<u64>,
    /// Prove in the tree of this size, under its name towards witnesses; otherwise in the current tree.
    pub witnessed: Option<u64>,
}

impl Store {
    /// Proves a record of a tenant's current tree. `None` if the log or the record does not exist.
    pub fn prove(&self, tenant: Tenant, wanted: &ToProve) -> Result<Option<Proven>, StoreError> {
        let conn = &mut *self.reader()?;
        // Read this before the last sequence number, so that it covers it.
        let place = match &wanted.log {
            None => wanted.place,
            Some(id) => match verdict_of(conn, tenant, id)? {
                None => return reject_known(conn, tenant, id).map(|()| None),
                place => place,
            },
        };
        let (name, head): (String, i64) =
            each!(conn, c => tenants::table.find(tenant.0).select((tenants::name, tenants::head)).get_result(c))?;
        let now = u64::try_from(head).unwrap_or_default();
        let size = wanted.witnessed.map_or(now, |size| size.min(now));
        let head = i64::try_from(size).unwrap_or(i64::MAX);
        if place.is_some_and(|place| place < 1 || place > head) {
            return Ok(None);
        }
        let last: Option<i64> = each!(conn, c => entries::table.find((tenant.0, head)).select(entries::at)
            .get_result(c).optional())?;
        let mut tree_hashes = TreeHashes { conn, tenant, groups: BTreeMap::new() };
        let root = tree::root(&mut tree_hashes, size)?;
        let entry = match place {
            None => None,
            Some(place) => {
                let index = u64::try_from(place - 1).unwrap_or_default();
                let path = tree::inclusion(&mut tree_hashes, index, size)?;
                let entry = records::proven(tree_hashes.conn, tenant, place)?;
                Some((entry.record.ok_or_else(missing)?, path))
            }
        };
        let earlier = wanted.since.filter(|&since| since <= size);
        let since = earlier.map(|since| tree::consistency(&mut tree_hashes, since, size)).transpose()?;
        let origin = match wanted.witnessed.filter(|_| size > 0) {
            None => Checkpoint::origin(&name),
            Some(_) => Checkpoint::witness_origin(&tree_hashes.hash(0, 0)?),
        };
        let checkpoint = Checkpoint { origin, size, root, at: last };
        Ok(Some(Proven { checkpoint, entry, since }))
    }
}

/// The sequence number of the newest verdict on a log.
fn verdict_of(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<Option<i64>, StoreError> {
    if !is_storable_text(id) {
        return Ok(None);
    }
    Ok(each!(conn, c => entries::table
        .inner_join(log_of_entry!())
        .filter(is_own!(tenant, id))
        .filter(entries::act.eq(VERDICT)).filter(entries::revision.eq(logs::revision.nullable()))
        .order(entries::place.desc()).select(entries::place).first(c).optional())?)
}
