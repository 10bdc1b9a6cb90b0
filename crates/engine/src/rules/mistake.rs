//! Usual mistakes of a client that settles a hand: a fact that it got wrong, and the payments that follow from it.

use caipan_log::People;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Text;

/// The sentence about a mistake, once the players' names are known. It has no full stop.
pub type MistakeWords = Box<dyn Fn(&People) -> Text>;

/// A hand settled with one mistake.
pub struct Mistake {
    /// A stable id, for example `not-ready-collects`.
    pub id: &'static str,
    /// The clause that says what is right.
    pub clause: &'static Clause,
    /// The payments with the mistake.
    pub ledger: Ledger,
    /// The sentence that names the culprit.
    pub words: MistakeWords,
}

impl Mistake {
    /// Creates a mistake.
    pub fn new(
        id: &'static str,
        clause: &'static Clause,
        ledger: Ledger,
        words: impl Fn(&People) -> Text + 'static,
    ) -> Mistake {
        Mistake { id, clause, ledger, words: Box::new(words) }
    }
}
