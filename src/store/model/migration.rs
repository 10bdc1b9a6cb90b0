//! The result of moving the schema to another step.

/// Data that a step down deletes and no step up brings back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The addresses of keys, the order and the throttle of webhooks, and the request keys of both.
    Bounds,
    /// The persons whose sessions keys are.
    Persons,
    /// Cosignatures of witnesses, and the times at which signing keys were retired.
    Witnesses,
    /// Second secrets of webhooks, and the request keys of jobs.
    Requests,
    /// Webhooks and what they could not deliver.
    Webhooks,
    /// Jobs and their results, and the marks of erased logs.
    Jobs,
    /// The records of erased logs.
    Records,
    /// Adapters and house rules of tenants.
    Settings,
    /// Rulings of referees.
    Rulings,
    /// All tenants but the first, their logs and keys, and the order of the journal.
    Tenants,
}

/// The migrations that a move applied or reverted, in the order in which it did.
#[derive(Debug, Default)]
pub struct Migrated {
    /// The versions applied.
    pub applied: Vec<String>,
    /// The versions reverted.
    pub reverted: Vec<String>,
    /// True if the schema is the newest now.
    pub newest: bool,
}
