//! The keys that sign checkpoints, with the times of their first use and of their retirement.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::signing_keys;
use crate::store::error::StoreError;
use crate::store::model::signing_key::{SigningKeyRow, SigningKeys};
use caipan_evidence::PublicKey;
use diesel::prelude::*;

/// Notes the first use of each key that signs, and the retirement of each that signed before. A retired key that signs
/// again counts as in use. Returns all keys, the earliest first. Without a change it only reads, so that a service starts
/// although another program locks the database.
pub(crate) fn note(conn: &mut Conn, keys: &SigningKeys, now: i64) -> Result<Vec<SigningKeyRow>, StoreError> {
    let known = all(conn)?;
    let row = |key: &PublicKey| known.iter().find(|row| row.key == *key);
    let is_noted = keys.used.iter().all(|key| row(key).is_some_and(|row| row.until.is_none()))
        && keys.retired.iter().all(|key| row(key).is_some_and(|row| row.until.is_some()));
    if is_noted {
        return Ok(known);
    }
    conn.transaction(|conn| {
        for key in &keys.used {
            let new = (
                signing_keys::public.eq(key.bytes().to_vec()),
                signing_keys::from_at.eq(Some(now)),
                signing_keys::until_at.eq(None::<i64>),
            );
            each!(&mut *conn, c => diesel::insert_into(signing_keys::table).values(new)
                .on_conflict(signing_keys::public).do_update().set(signing_keys::until_at.eq(None::<i64>)).execute(c))?;
        }
        for key in &keys.retired {
            let old = (
                signing_keys::public.eq(key.bytes().to_vec()),
                signing_keys::from_at.eq(None::<i64>),
                signing_keys::until_at.eq(Some(now)),
            );
            each!(&mut *conn, c => diesel::insert_into(signing_keys::table).values(old)
                .on_conflict_do_nothing().execute(c))?;
            let still = signing_keys::table.find(key.bytes().to_vec()).filter(signing_keys::until_at.is_null());
            each!(&mut *conn, c => diesel::update(still).set(signing_keys::until_at.eq(Some(now))).execute(c))?;
        }
        all(conn)
    })
}

fn all(conn: &mut Conn) -> Result<Vec<SigningKeyRow>, StoreError> {
    let rows: Vec<(Vec<u8>, Option<i64>, Option<i64>)> =
        each!(conn, c => signing_keys::table.order(signing_keys::from_at.asc()).load(c))?;
    let row = |(public, from, until): (Vec<u8>, Option<i64>, Option<i64>)| {
        let key = PublicKey::from_bytes(public.try_into().ok()?);
        Some(SigningKeyRow { key, from, until })
    };
    let mut keys: Vec<SigningKeyRow> = rows.into_iter().filter_map(row).collect();
    // SQLite and PostgreSQL order absent values differently.
    keys.sort_by_key(|row| (row.from, row.until.unwrap_or(i64::MAX)));
    Ok(keys)
}
