//! Tenants, and the author of a change.

/// A tenant. Tenants never see each other's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tenant(pub(in crate::store) i64);

impl Tenant {
    /// The tenant that exists without keys.
    pub const HOME: Tenant = Tenant(1);
    /// The name of that tenant.
    pub const HOME_NAME: &str = "home";

    /// The number of the tenant, to tell tenants apart.
    pub const fn number(self) -> i64 {
        self.0
    }
}

/// The author of a change: a tenant, with or without a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    /// The tenant.
    pub tenant: Tenant,
    /// The row number of the key; absent in single-user mode and on the command line.
    pub(in crate::store) key: Option<i64>,
}

impl Who {
    /// The tenant, without a key.
    pub const fn keyless(tenant: Tenant) -> Who {
        Who { tenant, key: None }
    }
}
