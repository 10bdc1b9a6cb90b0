//! Whose things are stored, and the keys that open the door to them.
//!
//! Of a secret only its hash is here. A key is never taken away, only revoked, so that what it did can be told.

use super::conn::{Conn, each};
use super::heads::Heads;
use super::journal::{Act, append};
use super::read::is_name;
use super::schema::{keys, tenants};
use super::{Store, StoreError};
use diesel::dsl::exists;
use diesel::prelude::*;

/// One of those who share the store. What is another's is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tenant(pub(super) i64);

impl Tenant {
    /// The one that there is without keys.
    pub const HOME: Tenant = Tenant(1);
    /// Its name.
    pub const HOME_NAME: &str = "home";
}

/// Who does something: a tenant, by one of its keys or without any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    /// Whose things it is about.
    pub tenant: Tenant,
    /// The key, as the database counts them; none in the single-user mode and on the command line.
    pub(super) key: Option<i64>,
}

impl Who {
    /// A tenant, without any key.
    pub const fn keyless(tenant: Tenant) -> Who {
        Who { tenant, key: None }
    }
}

/// The most keys of a tenant that are not revoked.
pub const MOST_KEYS: u32 = 1000;

/// A key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    pub(super) seq: i64,
    /// Whose it is.
    pub tenant: Tenant,
    /// The name of its tenant.
    pub tenant_name: String,
    /// What it is called by; a part of the secret.
    pub id: String,
    /// What it is for, in words of whoever made it.
    pub name: String,
    /// What it may do, one bit each.
    pub scopes: i32,
    /// Requests a minute; none of its own where absent.
    pub rate: Option<i32>,
    /// Microseconds since 1970.
    pub created_at: i64,
    /// From when on it opens nothing; microseconds since 1970.
    pub expires_at: Option<i64>,
    /// Since when it opens nothing; microseconds since 1970.
    pub revoked_at: Option<i64>,
}

impl KeyRow {
    /// The key as one who does something.
    pub const fn who(&self) -> Who {
        Who { tenant: self.tenant, key: Some(self.seq) }
    }
}

/// A key to make.
#[derive(Clone, Debug)]
pub struct FreshKey {
    /// Who makes it.
    pub who: Who,
    /// The tenant it opens; one that is not there is made with it. Absent: that of its maker.
    pub tenant: Option<String>,
    /// What it is called by.
    pub id: String,
    /// SHA-256 of the secret.
    pub hash: Vec<u8>,
    /// What it is for.
    pub name: String,
    /// What it may do.
    pub scopes: i32,
    /// Requests a minute.
    pub rate: Option<i32>,
    /// Microseconds since 1970.
    pub created_at: i64,
    /// Microseconds since 1970.
    pub expires_at: Option<i64>,
}

/// A key to take out of use.
#[derive(Clone, Debug)]
pub struct Revocation {
    /// Who does it.
    pub who: Who,
    /// Only a key of this tenant; absent: of any.
    pub of: Option<Tenant>,
    /// The key.
    pub id: String,
    /// Microseconds since 1970.
    pub at: i64,
}

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
}

/// Whether a key was ever made.
pub(super) fn has_keys(conn: &mut Conn) -> Result<bool, StoreError> {
    Ok(each!(conn, c => diesel::select(exists(keys::table.select(keys::seq))).get_result(c))?)
}

fn with_hash(conn: &mut Conn, hash: &[u8]) -> Result<Option<KeyRow>, StoreError> {
    let found: Option<Columns> = each!(conn, c => keys::table.inner_join(tenants::table)
        .filter(keys::hash.eq(hash)).select(columns!()).get_result(c).optional())?;
    Ok(found.map(row))
}

/// A key of a tenant, or of any where none is named.
pub(super) fn find(conn: &mut Conn, of: Option<Tenant>, id: &str) -> Result<Option<KeyRow>, StoreError> {
    if !is_name(id) {
        return Ok(None);
    }
    let found: Option<Columns> = each!(conn, c => keys::table.inner_join(tenants::table)
        .filter(keys::id.eq(id)).select(columns!()).get_result(c).optional())?;
    Ok(found.map(row).filter(|key| of.is_none_or(|tenant| tenant == key.tenant)))
}

/// Everybody who shares the store, by name.
pub(super) fn all(conn: &mut Conn) -> Result<Vec<(Tenant, String)>, StoreError> {
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
pub(super) fn make(conn: &mut Conn, heads: &mut Heads, fresh: &FreshKey) -> Result<KeyRow, StoreError> {
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
pub(super) fn revoke(conn: &mut Conn, heads: &mut Heads, revocation: &Revocation) -> Result<KeyRow, StoreError> {
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
