//! API keys without their secrets.

use crate::store::model::request::Request;
use crate::store::model::tenant::{Tenant, Who};

/// Active keys that a tenant can have.
pub const MOST_KEYS: u32 = 1000;
/// Sessions that a person can have in a tenant at a time. A further sign-in ends the oldest.
pub const MOST_SESSIONS: u32 = 20;

/// A person who signed in with a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name, as pages and rulings show it.
    pub name: String,
    /// The identity at the provider: the issuer, `#`, and the subject.
    pub subject: String,
}

/// A key without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    pub(in crate::store) seq: i64,
    /// The tenant.
    pub tenant: Tenant,
    /// The name of the tenant.
    pub tenant_name: String,
    /// The id, which is a part of the secret.
    pub id: String,
    /// The purpose, as its creator describes it.
    pub name: String,
    /// The scopes as bits.
    pub scopes: i32,
    /// Requests per minute; absent: the default limit.
    pub rate: Option<i32>,
    /// Microseconds since 1970.
    pub created_at: i64,
    /// The end of its validity; microseconds since 1970.
    pub expires_at: Option<i64>,
    /// The time of its revocation; microseconds since 1970.
    pub revoked_at: Option<i64>,
    /// The networks from which it may be used, separated by commas; absent: from everywhere.
    pub addresses: Option<String>,
    /// The person whose session it is; absent for a key that was made otherwise.
    pub person: Option<Person>,
}

impl KeyRow {
    /// The tenant and key as the author of a change.
    pub const fn who(&self) -> Who {
        Who { tenant: self.tenant, key: Some(self.seq) }
    }
}

/// A new key.
#[derive(Clone, Debug)]
pub struct FreshKey {
    /// The author.
    pub who: Who,
    /// The name of the tenant, which is created if it does not exist; absent: the author's tenant.
    pub tenant: Option<String>,
    /// The id.
    pub id: String,
    /// The SHA-256 of the secret.
    pub hash: Vec<u8>,
    /// The purpose.
    pub name: String,
    /// The scopes as bits.
    pub scopes: i32,
    /// Requests per minute.
    pub rate: Option<i32>,
    /// Microseconds since 1970.
    pub created_at: i64,
    /// Microseconds since 1970.
    pub expires_at: Option<i64>,
    /// The networks from which it may be used, separated by commas.
    pub addresses: Option<String>,
    /// The person whose session it is.
    pub person: Option<Person>,
    /// The request that makes it, if it has an idempotency key.
    pub request: Option<Request>,
}

/// A revoked key.
#[derive(Clone, Debug)]
pub struct RevokedKey {
    /// The key.
    pub key: KeyRow,
    /// The number of keys revoked with it: it made them, directly or through others.
    pub others: u32,
    /// The number of webhooks that no longer send: they belong to one of these keys.
    pub webhooks: u32,
}

/// A request to revoke a key.
#[derive(Clone, Debug)]
pub struct Revocation {
    /// The author.
    pub who: Who,
    /// Restricts the request to keys of this tenant.
    pub of: Option<Tenant>,
    /// The id of the key.
    pub id: String,
    /// Microseconds since 1970.
    pub at: i64,
}
