//! The reason why what is due in a hand is not known.

use crate::rules::Missing;

/// The reason why what is due in a hand is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The hand cannot be replayed: its deal is not recorded.
    Deal,
    /// The play is incomplete or in doubt.
    Events,
    /// Rules that caipan does not know may move the money.
    Rules,
    /// Tiles that the record does not show decide the money.
    Hidden,
    /// The log leaves out a field on which payments depend.
    Field(Missing),
}

impl Unknown {
    /// The field of a log that would tell: `events`, `start.holdings`.
    pub const fn path(self) -> &'static str {
        match self {
            Unknown::Deal => "deal",
            Unknown::Events => "events",
            Unknown::Rules => "rules.unmodelled",
            Unknown::Hidden => "shown",
            Unknown::Field(missing) => missing.path(),
        }
    }
}
