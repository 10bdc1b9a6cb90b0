//! Compares the keys of a tenant with the journal entries about them. Scopes, rates and networks of a key are in no record.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::{entries, keys};
use crate::store::error::StoreError;
use crate::store::model::journal::{KEY_MADE, KEY_REVOKED};
use crate::store::model::mismatch::{Mismatch, Reason};
use crate::store::model::tenant::Tenant;
use crate::store::query::records::is_hashed;
use caipan_evidence::Record;
use diesel::prelude::*;
use std::collections::BTreeSet;

type Deed = (Option<i64>, i32, i64, i64, Option<String>, Vec<u8>);

/// Compares at most `limit` keys after a row number. Returns the mismatches and the last row number.
pub(crate) fn keys_after(
    conn: &mut Conn,
    tenant: Tenant,
    after: i64,
    limit: i64,
) -> Result<(BTreeSet<Mismatch>, Option<i64>), StoreError> {
    let rows: Vec<(i64, String, i64, Option<i64>)> = each!(&mut *conn, c => keys::table
        .filter(keys::tenant.eq(tenant.0)).filter(keys::seq.gt(after)).order(keys::seq.asc()).limit(limit)
        .select((keys::seq, keys::id, keys::created_at, keys::revoked_at)).load(c))?;
    let seqs: Vec<i64> = rows.iter().map(|row| row.0).collect();
    let deeds: Vec<Deed> = each!(conn, c => entries::table.filter(entries::tenant.eq(tenant.0))
        .filter(entries::act.eq_any([KEY_MADE, KEY_REVOKED])).filter(entries::subject.eq_any(&seqs))
        .select((entries::subject, entries::act, entries::at, entries::place, entries::record, entries::leaf)).load(c))?;
    let mut found = BTreeSet::new();
    for (seq, id, created_at, revoked_at) in rows {
        // The place of a deed at a time about this key, if its record is the one that was hashed.
        let deed = |act: i32, at: Option<i64>| {
            deeds.iter().find_map(|(subject, of, told, place, record, leaf)| {
                let record = record.as_deref().filter(|record| is_hashed(record, leaf))?;
                let record: Record = serde_json::from_str(record).ok()?;
                let is_it = *subject == Some(seq) && *of == act && record.key.as_ref() == Some(&id);
                (is_it && at.is_none_or(|at| at == *told && at == record.at)).then_some(*place)
            })
        };
        let mut add = |place, reason| found.insert(Mismatch { place, log: None, reason });
        if deed(KEY_MADE, Some(created_at)).is_none() {
            add(0, Reason::KeyUnrecorded(id.clone()));
        }
        match (deed(KEY_REVOKED, None), revoked_at) {
            (Some(place), None) => drop(add(place, Reason::KeyRevived(id))),
            (_, Some(at)) if deed(KEY_REVOKED, Some(at)).is_none() => drop(add(0, Reason::KeyUnrecorded(id))),
            _ => {}
        }
    }
    let is_full = i64::try_from(seqs.len()).is_ok_and(|count| count == limit);
    Ok((found, seqs.last().copied().filter(|_| is_full)))
}
