//! Keys without their secrets.

use crate::store::model::tenant::{Tenant, Who};

/// The most keys of a tenant that are not revoked.
pub const MOST_KEYS: u32 = 1000;

/// A key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    pub(in crate::store) seq: i64,
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
