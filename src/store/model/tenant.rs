//! Tenants, and who acts for one.

/// One of those who share the store. What is another's is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tenant(pub(in crate::store) i64);

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
    pub(in crate::store) key: Option<i64>,
}

impl Who {
    /// A tenant, without any key.
    pub const fn keyless(tenant: Tenant) -> Who {
        Who { tenant, key: None }
    }
}
