//! Witnesses of tenants' trees, and their cosignatures.

use crate::store::model::tenant::Tenant;
use diesel::prelude::*;

/// The size of a tenant's tree, and what witnesses were shown of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeHead {
    /// The tenant.
    pub tenant: Tenant,
    /// Its name.
    pub name: String,
    /// The number of its records.
    pub size: u64,
    /// The largest size that was shown to witnesses, and the time, in microseconds since 1970.
    pub offered: Option<(u64, i64)>,
    /// The state of each witness.
    pub witnesses: Vec<WitnessRow>,
}

/// A witness's view of a tenant's tree.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = crate::store::db::schema::witnesses)]
pub struct WitnessRow {
    /// The verifier key of the witness.
    pub witness: String,
    /// The largest size that it cosigned or named.
    pub size: i64,
    /// The time of the last try, in microseconds since 1970.
    pub tried_at: i64,
    /// The number of failed tries in a row.
    pub tries: i32,
    /// The time before which it is not tried again.
    pub due_at: i64,
    /// Why the last try failed.
    pub said: Option<String>,
    /// The size that the witness named when it refused.
    pub held: Option<i64>,
}

/// A checkpoint to be shown to witnesses by one replica.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// The tenant.
    pub tenant: Tenant,
    /// The size of the checkpoint.
    pub size: u64,
    /// The present, in microseconds since 1970.
    pub now: i64,
    /// The time since which no other replica may have shown one.
    pub since: i64,
}

/// The outcome of a try with one witness.
#[derive(Clone, Debug)]
pub struct WitnessNote {
    /// The tenant.
    pub tenant: Tenant,
    /// The state of the witness.
    pub row: WitnessRow,
    /// A new cosignature.
    pub cosignature: Option<CosignatureRow>,
}

/// A cosignature of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = crate::store::db::schema::cosignatures)]
pub struct CosignatureRow {
    /// The size of the checkpoint.
    pub size: i64,
    /// The verifier key of the witness.
    pub witness: String,
    /// The time of the signature, in seconds since 1970.
    pub at: i64,
    /// The signature line, with its line feed.
    pub line: String,
}
