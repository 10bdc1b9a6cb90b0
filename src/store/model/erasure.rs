//! Erasures.

use crate::store::model::search_tags::Marks;

/// Why a log was erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It was named.
    Log,
    /// It had a player who was named.
    Player,
    /// It was older than logs are kept.
    Age,
    /// It was one of those that a filter held.
    Filter,
}

impl Why {
    const ALL: [Why; 4] = [Why::Log, Why::Player, Why::Age, Why::Filter];

    /// As records say it.
    pub const fn name(self) -> &'static str {
        match self {
            Why::Log => "by-log",
            Why::Player => "by-player",
            Why::Age => "by-age",
            Why::Filter => "by-filter",
        }
    }

    /// The number at rest; never given anew.
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

/// What is left of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erasure {
    /// The id that it had.
    pub id: String,
    /// The place of the deed among all that its tenant did.
    pub place: i64,
    /// Microseconds since 1970.
    pub at: i64,
    /// Why.
    pub why: Why,
}

/// A log to erase.
#[derive(Clone, Debug)]
pub struct Erase {
    /// Its id.
    pub id: String,
    /// What it is found by; absent where it cannot be read any more, so that all tags have to be looked through.
    pub marks: Option<Marks>,
}
