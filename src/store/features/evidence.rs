//! Proofs over everything that a tenant did: one record per entry and a Merkle tree over the records. Signing is left
//! to `app`.

use crate::store::db::compression::unpack;
use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::log_of_entry;
use crate::store::db::log_columns::{is_own, is_storable_text};
use crate::store::db::schema::{entries, keys, logs, reports, rulings, tenants};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::journal::{VERDICT, deed_of};
use crate::store::model::tenant::Tenant;
use crate::store::query::erased::reject_erased;
use crate::store::query::records;
use crate::store::write::evidence_tree::{TreeHashes, grow, missing};
use crate::store::write::tenant_sequence::TenantSequences;
use caipan_evidence::tree::{self, Hash, Hashes};
use caipan_evidence::{Checkpoint, Deed, Record};
use caipan_tiles::hash::sha256;
use diesel::dsl::exists;
use diesel::prelude::*;
use std::collections::BTreeMap;

/// Records completed per transaction.
const AT_A_TIME: i64 = 500;

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
                None => return reject_erased(conn, tenant, id).map(|()| None),
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
                let record = records::read(tree_hashes.conn, tenant, place - 1, place)?.pop().flatten();
                Some((record.ok_or_else(missing)?, path))
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

type Columns = (i64, i64, i32, i64, (Option<i64>, Option<i64>, Option<i64>), Option<i64>, Option<i32>, Option<i64>);

/// Creates the records and tree nodes that an older version did not write.
pub(crate) fn fill(conn: &mut Conn) -> Result<(), StoreError> {
    let is_missing = |conn: &mut Conn| -> Result<bool, StoreError> {
        let missing = || entries::table.filter(entries::record.is_null()).filter(entries::digest.is_null());
        Ok(each!(conn, c => diesel::select(exists(missing())).get_result(c))?)
    };
    while is_missing(conn)? {
        conn.transaction(some_filled)?;
    }
    Ok(())
}

fn some_filled(conn: &mut Conn) -> Result<(), StoreError> {
    let rows: Vec<Columns> = each!(conn, c => entries::table.filter(entries::record.is_null())
        .filter(entries::digest.is_null()).order((entries::tenant.asc(), entries::place.asc())).limit(AT_A_TIME)
        .select((entries::tenant, entries::place, entries::act, entries::at,
            (entries::key, entries::actor_tenant, entries::actor), entries::log, entries::revision,
            entries::subject))
        .load(c))?;
    let mut touched: Vec<i64> = rows.iter().map(|row| row.0).collect();
    touched.dedup();
    let mut sequences = TenantSequences::lock(conn, touched.iter().map(|&tenant| Tenant(tenant)))?;
    for row in &rows {
        let entry = entries::table.find((row.0, row.1));
        match report_of(conn, row)? {
            Some(digest) => each!(conn, c => diesel::update(entry).set(entries::digest.eq(digest)).execute(c))?,
            None => {
                let record = recorded(conn, row)?.text();
                each!(conn, c => diesel::update(entry).set(entries::record.eq(record)).execute(c))?
            }
        };
    }
    for tenant in touched {
        let whole: bool = each!(conn, c => diesel::select(diesel::dsl::not(diesel::dsl::exists(entries::table
            .filter(entries::tenant.eq(tenant)).filter(entries::record.is_null())
            .filter(entries::digest.is_null())))).get_result(c))?;
        if whole {
            let head: i64 = each!(conn, c => tenants::table.find(tenant).select(tenants::head).get_result(c))?;
            grow(conn, Tenant(tenant), 0, head)?;
        }
    }
    sequences.finish(conn)?;
    Ok(())
}

/// The report digest of an entry; the rest of its record follows from rows.
fn report_of(conn: &mut Conn, row: &Columns) -> Result<Option<HexKey>, StoreError> {
    let Some((log, revision)) = row.5.zip(row.6) else { return Ok(None) };
    let body: Vec<u8> =
        each!(conn, c => reports::table.find((row.0, log, revision)).select(reports::body).get_result(c))?;
    Ok(Some(HexKey::of(&sha256(&unpack(&body)?))))
}

/// The record of an entry that is not a verdict, built from stored rows.
fn recorded(conn: &mut Conn, row: &Columns) -> Result<Record, StoreError> {
    let &(tenant, place, act, at, (key, actor_tenant, actor), log, _, subject) = row;
    let mut id_of = |tenant: i64, seq: Option<i64>| -> Result<Option<String>, StoreError> {
        let Some(seq) = seq else { return Ok(None) };
        Ok(Some(each!(&mut *conn, c => keys::table.find((tenant, seq)).select(keys::id).get_result(c))?))
    };
    let by = id_of(actor_tenant.unwrap_or(tenant), actor.or(key))?;
    let subject = id_of(tenant, subject)?;
    let what: Option<String> =
        each!(conn, c => entries::table.find((tenant, place)).select(entries::what).get_result(c))?;
    let mut record = Record { by, key: subject, what, ..Record::bare(place, at, deed_of(act)) };
    if record.act == Deed::Ruling
        && let Some(log) = log
    {
        let id: HexKey = each!(conn, c => logs::table.find((tenant, log)).select(logs::id).get_result(c))?;
        // None if a step down of the schema deleted it.
        let ruling: Option<String> = each!(conn, c => rulings::table.find((tenant, place)).select(rulings::digest)
            .get_result(c).optional())?;
        record = Record { log: Some(id.text()), ruling, ..record };
    }
    Ok(record)
}
