//! The result of moving the schema to another step, and the data that a step down deletes.

use caipan_tiles::text::Text;

/// Data that a step down deletes and no step up brings back.
#[derive(Clone, Copy)]
pub struct Loss {
    /// The version of the step.
    pub step: &'static str,
    /// The SQL condition that is true if there is any, in both databases.
    pub condition: &'static str,
    /// The name of the data, as part of a sentence.
    pub what: fn() -> Text,
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
