//! Usual mistakes of a client that settles a hand: a fact that it got wrong, and the payments that follow from it.

use caipan_log::People;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Text;

/// The sentence about a mistake, once the players' names are known. It has no full stop.
pub type MistakeWords = Box<dyn Fn(&People) -> Text>;

/// The rank of a mistake: of several that explain the same money, that of the lowest rank is named, then the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// A rule of the region, forgotten or misunderstood.
    Rule,
    /// A payment that is missing or too many, in whole or in part.
    Payment,
    /// A seat that pays or receives instead of another.
    Seat,
    /// Any other.
    Other,
}

/// A hand settled with one mistake.
pub struct Mistake {
    /// A stable id, for example `not-ready-collects`.
    pub id: &'static str,
    /// The rank among mistakes that explain the same money.
    pub rank: Rank,
    /// The clause that says what is right.
    pub clause: &'static Clause,
    /// The payments with the mistake.
    pub ledger: Ledger,
    /// The sentence that names the culprit.
    pub words: MistakeWords,
}

impl Mistake {
    /// Creates a mistake about a rule of the region.
    pub fn new(
        id: &'static str,
        clause: &'static Clause,
        ledger: Ledger,
        words: impl Fn(&People) -> Text + 'static,
    ) -> Mistake {
        Mistake { id, rank: Rank::Rule, clause, ledger, words: Box::new(words) }
    }

    /// Sets another rank than that of a rule of the region.
    #[must_use]
    pub fn ranked(self, rank: Rank) -> Mistake {
        Mistake { rank, ..self }
    }
}
