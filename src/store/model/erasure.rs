//! Requests to erase logs, and the records of erased logs.

use crate::store::model::search_tags::SearchTags;

/// The reason for an erasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The log was requested by id.
    Log,
    /// A player of the log was requested.
    Player,
    /// The log exceeded the retention period.
    Age,
    /// The log matched a filter.
    Filter,
}

impl Why {
    const ALL: [Why; 4] = [Why::Log, Why::Player, Why::Age, Why::Filter];

    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Why::Log => "by-log",
            Why::Player => "by-player",
            Why::Age => "by-age",
            Why::Filter => "by-filter",
        }
    }

    /// The stored number; never reused.
    pub(in crate::store) const fn number(self) -> i32 {
        match self {
            Why::Log => 1,
            Why::Player => 2,
            Why::Age => 3,
            Why::Filter => 4,
        }
    }

    pub(in crate::store) fn of(number: i32) -> Why {
        Why::ALL.into_iter().find(|why| why.number() == number).unwrap_or(Why::Filter)
    }
}

/// The record of an erased log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erasure {
    /// The id of the log.
    pub id: String,
    /// The tenant's sequence number of the erasure.
    pub place: i64,
    /// Microseconds since 1970.
    pub at: i64,
    /// The reason.
    pub why: Why,
}

/// A log to erase.
#[derive(Clone, Debug)]
pub struct Erase {
    /// The id of the log.
    pub id: String,
    /// The tags of the log; absent if the log is unreadable, which makes the erasure scan all tags.
    pub tags: Option<SearchTags>,
}
