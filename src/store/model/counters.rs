//! Counts.

/// So many groups of a tenant are counted by themselves.
pub const MOST_GROUPS: i64 = 500;

/// The name of the group that all others share, as platform and as client.
pub const OTHERS: &str = "(other)";

/// One count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyRow {
    /// The code that faults are counted under; empty for hands.
    pub code: String,
    /// The platform; empty where logs name none.
    pub platform: String,
    /// The declared rule system.
    pub system: String,
    /// The client with its version; empty where logs name none.
    pub client: String,
    /// How many logs.
    pub logs: i64,
    /// How many hands, or faults.
    pub amount: i64,
}
