//! Counters of logs, hands and faults, as statistics read them.

/// Groups that a tenant can have; further logs share one group.
pub const MOST_GROUPS: i64 = 500;

/// The platform and client name of the shared group.
pub const OTHERS: &str = "(other)";

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterRow {
    /// The fault code; empty for the counter of hands.
    pub code: String,
    /// The platform; empty if the logs name none.
    pub platform: String,
    /// The declared rule system.
    pub system: String,
    /// The client with its version; empty if the logs name none.
    pub client: String,
    /// The number of logs.
    pub logs: i64,
    /// The number of hands or faults.
    pub amount: i64,
}
