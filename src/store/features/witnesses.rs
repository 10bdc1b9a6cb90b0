//! Checkpoints shown to witnesses, the state of each witness, and their cosignatures. Requests are left to `app`.
//!
//! A tree keeps the cosignatures of its latest checkpoints, and of the newest that as many witnesses cosigned.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::{cosignatures, offers, tenants, witnesses};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::tenant::Tenant;
use crate::store::model::witness::{CosignatureRow, Offer, TreeHead, WitnessNote, WitnessRow};
use crate::store::write::command::{WriteCommand, WriteReply};
use crate::store::write::queue::wrong_reply;
use diesel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Checkpoints whose cosignatures are kept per tenant, besides the newest of each number of cosignatures.
const KEPT: usize = 32;

impl Store {
    /// Takes the turn to show a checkpoint to witnesses. Returns false if another replica took it.
    pub async fn offer(&self, offer: Offer) -> Result<bool, StoreError> {
        match self.write(WriteCommand::Offer(offer)).await? {
            WriteReply::Held(held) => Ok(held),
            _ => Err(wrong_reply()),
        }
    }

    /// Records the outcome of a try with a witness.
    pub async fn note_witness(&self, note: WitnessNote) -> Result<(), StoreError> {
        self.write(WriteCommand::Witness(Box::new(note))).await.map(drop)
    }

    /// The trees that have records: of all tenants, or of one.
    pub fn tree_heads(&self, tenant: Option<Tenant>) -> Result<Vec<TreeHead>, StoreError> {
        let conn = &mut *self.reader()?;
        let rows: Vec<(i64, String, i64)> = each!(&mut *conn, c => {
            let mut query = tenants::table.filter(tenants::head.gt(0))
                .select((tenants::seq, tenants::name, tenants::head)).order(tenants::seq.asc()).into_boxed();
            if let Some(tenant) = tenant {
                query = query.filter(tenants::seq.eq(tenant.0));
            }
            query.load(c)
        })?;
        let shown: Vec<(i64, i64, i64)> = each!(&mut *conn, c => {
            let mut query = offers::table.order(offers::size.asc()).into_boxed();
            if let Some(tenant) = tenant {
                query = query.filter(offers::tenant.eq(tenant.0));
            }
            query.load(c)
        })?;
        let states: Vec<(i64, WitnessRow)> = each!(&mut *conn, c => {
            let mut query = witnesses::table.select((witnesses::tenant, WitnessRow::as_select())).into_boxed();
            if let Some(tenant) = tenant {
                query = query.filter(witnesses::tenant.eq(tenant.0));
            }
            query.load(c)
        })?;
        let mut heads: BTreeMap<i64, TreeHead> = rows
            .into_iter()
            .map(|(seq, name, head)| {
                let size = unsigned(head);
                (seq, TreeHead { tenant: Tenant(seq), name, size, offered: None, witnesses: Vec::new() })
            })
            .collect();
        for (tenant, size, at) in shown {
            if let Some(head) = heads.get_mut(&tenant) {
                head.offered = Some((unsigned(size), at));
            }
        }
        for (tenant, row) in states {
            if let Some(head) = heads.get_mut(&tenant) {
                head.witnesses.push(row);
            }
        }
        Ok(heads.into_values().collect())
    }

    /// The cosignatures of a tenant's checkpoints, the largest size first.
    pub fn cosignatures(&self, tenant: Tenant) -> Result<Vec<CosignatureRow>, StoreError> {
        kept(&mut *self.reader()?, tenant.0)
    }
}

/// Takes the turn to show a checkpoint.
pub(crate) fn offer(conn: &mut Conn, offer: &Offer) -> Result<bool, StoreError> {
    let Offer { tenant, size, now, since } = *offer;
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    let recent = offers::table.filter(offers::tenant.eq(tenant.0)).filter(offers::offered_at.gt(since));
    let taken: i64 = each!(&mut *conn, c => recent.count().get_result(c))?;
    if taken > 0 {
        return Ok(false);
    }
    let row = (offers::tenant.eq(tenant.0), offers::size.eq(size), offers::offered_at.eq(now));
    let new =
        each!(&mut *conn, c => diesel::insert_into(offers::table).values(row).on_conflict_do_nothing().execute(c))?;
    let done = if new > 0 {
        new
    } else {
        let again = offers::table.find((tenant.0, size)).filter(offers::offered_at.le(since));
        each!(&mut *conn, c => diesel::update(again).set(offers::offered_at.eq(now)).execute(c))?
    };
    if done > 0 {
        let older = offers::table.filter(offers::tenant.eq(tenant.0)).filter(offers::size.ne(size));
        each!(conn, c => diesel::delete(older).execute(c))?;
    }
    Ok(done > 0)
}

/// Records the outcome of a try.
pub(crate) fn note(conn: &mut Conn, note: &WitnessNote) -> Result<(), StoreError> {
    let (tenant, row) = (note.tenant.0, &note.row);
    let state = (
        witnesses::size.eq(row.size),
        witnesses::tried_at.eq(row.tried_at),
        witnesses::tries.eq(row.tries),
        witnesses::due_at.eq(row.due_at),
        witnesses::said.eq(&row.said),
        witnesses::held.eq(row.held),
    );
    let key = (witnesses::tenant.eq(tenant), witnesses::witness.eq(&row.witness));
    each!(&mut *conn, c => diesel::insert_into(witnesses::table).values((key, state))
        .on_conflict((witnesses::tenant, witnesses::witness)).do_update().set(state).execute(c))?;
    let Some(new) = &note.cosignature else { return Ok(()) };
    let signed = (cosignatures::at.eq(new.at), cosignatures::line.eq(&new.line));
    let key =
        (cosignatures::tenant.eq(tenant), cosignatures::size.eq(new.size), cosignatures::witness.eq(&new.witness));
    each!(&mut *conn, c => diesel::insert_into(cosignatures::table).values((key, signed))
        .on_conflict((cosignatures::tenant, cosignatures::size, cosignatures::witness)).do_update().set(signed).execute(c))?;
    prune(conn, tenant)
}

/// Deletes the cosignatures that no reader is served.
fn prune(conn: &mut Conn, tenant: i64) -> Result<(), StoreError> {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for row in kept(conn, tenant)? {
        *counts.entry(row.size).or_default() += 1;
    }
    let mut most = 0;
    let mut keep: BTreeSet<i64> = counts.keys().rev().take(KEPT).copied().collect();
    for (size, count) in counts.iter().rev() {
        if *count > most {
            most = *count;
            keep.insert(*size);
        }
    }
    let gone: Vec<i64> = counts.into_keys().filter(|size| !keep.contains(size)).collect();
    let gone = cosignatures::table.filter(cosignatures::tenant.eq(tenant)).filter(cosignatures::size.eq_any(gone));
    each!(conn, c => diesel::delete(gone).execute(c))?;
    Ok(())
}

fn kept(conn: &mut Conn, tenant: i64) -> Result<Vec<CosignatureRow>, StoreError> {
    Ok(each!(conn, c => cosignatures::table.filter(cosignatures::tenant.eq(tenant))
        .order((cosignatures::size.desc(), cosignatures::witness.asc())).select(CosignatureRow::as_select()).load(c))?)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}
