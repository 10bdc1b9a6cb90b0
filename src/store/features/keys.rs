//! Whose things are stored, and the keys that open the door to them.
//!
//! Of a secret only its hash is here. A key is never taken away, only revoked, so that what it did can be told.

use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::is_name;
use crate::store::db::schema::{keys, tenants};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::journal::Act;
use crate::store::model::key::{FreshKey, KeyRow, MOST_KEYS, Revocation};
use crate::store::model::tenant::{Tenant, Who};
use crate::store::write::command::{Told, What};
use crate::store::write::journal::append;
use crate::store::write::queue::wrong_reply;
use crate::store::write::tenant_sequence::Heads;
use diesel::dsl::exists;
use diesel::prelude::*;

type Columns = ((i64, i64, String, String, String, i32), (Option<i32>, i64, Option<i64>, Option<i64>));

macro_rules! columns {
    () => {
        (
            (keys::seq, keys::tenant, tenants::name, keys::id, keys::name, keys::scopes),
            (keys::rate, keys::created_at, keys::expires_at, keys::revoked_at),
        )
    };
}

fn row(columns: Columns) -> KeyRow {
    let ((seq, tenant, tenant_name, id, name, scopes), (rate, created_at, expires_at, revoked_at)) = columns;
    KeyRow { seq, tenant: Tenant(tenant), tenant_name, id, name, scopes, rate, created_at, expires_at, revoked_at }
}

impl Store {
    /// The key whose secret has this hash, whatever its state.
    pub fn key_of_hash(&self, hash: &[u8]) -> Result<Option<KeyRow>, StoreError> {
        with_hash(&mut *self.reader()?, hash)
    }

    /// Whether a key was ever made. Once there is one there always is.
    pub fn has_keys(&self) -> Result<bool, StoreError> {
        has_keys(&mut *self.reader()?)
    }

    /// A key of a tenant, or of any where none is named.
    pub fn key(&self, of: Option<Tenant>, id: &str) -> Result<Option<KeyRow>, StoreError> {
        find(&mut *self.reader()?, of, id)
    }

    /// The keys of a tenant, or of all where none is named: newest first, those made before the key `after`.
    pub fn keys(&self, of: Option<Tenant>, after: Option<&str>, limit: u32) -> Result<Vec<KeyRow>, StoreError> {
        let conn = &mut *self.reader()?;
        let before = match after {
            None => None,
            Some(id) => Some(find(conn, of, id)?.map_or(i64::MIN, |key| key.seq)),
        };
        let rows: Vec<Columns> = each!(conn, c => {
            let mut query = keys::table.inner_join(tenants::table).select(columns!())
                .order(keys::seq.desc()).limit(i64::from(limit)).into_boxed();
            if let Some(tenant) = of {
                query = query.filter(keys::tenant.eq(tenant.0));
            }
            if let Some(before) = before {
                query = query.filter(keys::seq.lt(before));
            }
            query.load(c)
        })?;
        Ok(rows.into_iter().map(row).collect())
    }

    /// The tenant of this name.
    pub fn tenant(&self, name: &str) -> Result<Option<Tenant>, StoreError> {
        Ok(tenant_named(&mut *self.reader()?, name)?.map(Tenant))
    }

    /// Every tenant, with its name.
    pub fn tenants(&self) -> Result<Vec<(Tenant, String)>, StoreError> {
        all(&mut *self.reader()?)
    }

    /// Makes a key. Returns when it is durable.
    pub async fn make_key(&self, fresh: FreshKey) -> Result<KeyRow, StoreError> {
        self.change_key(What::NewKey(Box::new(fresh))).await
    }

    /// Takes a key out of use. Returns when that is durable.
    pub async fn revoke(&self, revocation: Revocation) -> Result<KeyRow, StoreError> {
        self.change_key(What::Revocation(Box::new(revocation))).await
    }

    async fn change_key(&self, command: What) -> Result<KeyRow, StoreError> {
        match self.write(command).await? {
            Told::Key(key) => Ok(*key),
            _ => Err(wrong_reply()),
        }
    }
}

/// Whether a key was ever made.
pub(crate) fn has_keys(conn: &mut Conn) -> Result<bool, StoreError> {
    Ok(each!(conn, c => diesel::select(exists(keys::table.select(keys::seq))).get_result(c))?)
}

fn with_hash(conn: &mut Conn, hash: &[u8]) -> Result<Option<KeyRow>, StoreError> {
    let found: Option<Columns> = each!(conn, c => keys::table.inner_join(tenants::table)
        .filter(keys::hash.eq(hash)).select(columns!()).get_result(c).optional())?;
    Ok(found.map(row))
}

/// A key of a tenant, or of any where none is named.
pub(crate) fn find(conn: &mut Conn, of: Option<Tenant>, id: &str) -> Result<Option<KeyRow>, StoreError> {
    if !is_name(id) {
        return Ok(None);
    }
    let found: Option<Columns> = each!(conn, c => keys::table.inner_join(tenants::table)
        .filter(keys::id.eq(id)).select(columns!()).get_result(c).optional())?;
    Ok(found.map(row).filter(|key| of.is_none_or(|tenant| tenant == key.tenant)))
}

/// Everybody who shares the store, by name.
fn all(conn: &mut Conn) -> Result<Vec<(Tenant, String)>, StoreError> {
    let rows: Vec<(i64, String)> =
        each!(conn, c => tenants::table.order(tenants::seq.asc()).select((tenants::seq, tenants::name)).load(c))?;
    Ok(rows.into_iter().map(|(seq, name)| (Tenant(seq), name)).collect())
}

fn tenant_named(conn: &mut Conn, name: &str) -> Result<Option<i64>, StoreError> {
    if !is_name(name) {
        return Ok(None);
    }
    Ok(each!(conn, c => tenants::table.filter(tenants::name.eq(name)).select(tenants::seq).get_result(c).optional())?)
}

/// Makes a key, and its tenant where that is not there yet. One that is there already stays: it was made by the same request, of which
/// nobody knew whether it had come to its end.
pub(crate) fn make(conn: &mut Conn, heads: &mut Heads, fresh: &FreshKey) -> Result<KeyRow, StoreError> {
    if let Some(key) = with_hash(conn, &fresh.hash)? {
        return Ok(key);
    }
    let tenant = match &fresh.tenant {
        None => fresh.who.tenant.0,
        Some(name) => {
            let row = (tenants::name.eq(name), tenants::created_at.eq(fresh.created_at), tenants::head.eq(0_i64));
            // Another may make it at the same time.
            each!(conn, c => diesel::insert_into(tenants::table).values(row).on_conflict_do_nothing().execute(c))?;
            tenant_named(conn, name)?.ok_or(diesel::result::Error::NotFound)?
        }
    };
    let live: i64 = each!(conn, c => keys::table.filter(keys::tenant.eq(tenant)).filter(keys::revoked_at.is_null())
        .count().get_result(c))?;
    if live >= i64::from(MOST_KEYS) {
        return Err(StoreError::KeysFull);
    }
    let row = (
        keys::tenant.eq(tenant),
        keys::id.eq(&fresh.id),
        keys::hash.eq(&fresh.hash),
        keys::name.eq(&fresh.name),
        keys::scopes.eq(fresh.scopes),
        keys::rate.eq(fresh.rate),
        keys::created_at.eq(fresh.created_at),
        keys::expires_at.eq(fresh.expires_at),
    );
    let seq: i64 = each!(conn, c => diesel::insert_into(keys::table).values(row).returning(keys::seq).get_result(c))?;
    // What is done to a tenant stands in its own journal, also where another's hand did it.
    let who = Who { tenant: Tenant(tenant), key: fresh.who.key };
    append(conn, heads, who, Act::KeyMade { subject: seq, id: &fresh.id }, fresh.created_at)?;
    find(conn, None, &fresh.id)?.ok_or_else(|| StoreError::NoKey(fresh.id.clone()))
}

/// Takes a key out of use. One that is out of use already stays as it is.
pub(crate) fn revoke(conn: &mut Conn, heads: &mut Heads, revocation: &Revocation) -> Result<KeyRow, StoreError> {
    let gone = || StoreError::NoKey(revocation.id.clone());
    let key = find(conn, revocation.of, &revocation.id)?.ok_or_else(gone)?;
    if key.revoked_at.is_some() {
        return Ok(key);
    }
    let row = keys::table.find(key.seq);
    each!(conn, c => diesel::update(row).set(keys::revoked_at.eq(revocation.at)).execute(c))?;
    let who = Who { tenant: key.tenant, key: revocation.who.key };
    append(conn, heads, who, Act::KeyRevoked { subject: key.seq, id: &key.id }, revocation.at)?;
    Ok(KeyRow { revoked_at: Some(revocation.at), ..key })
}
