//! A rule system (规则) as a region has it, before any option is decided: what every reader of it can look up.

use super::{Choices, Decl, Instead, Pattern, Preset, Rules};
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Cause;
use caipan_tiles::text::Label;
use caipan_tiles::tile::Deck;

/// A rule system before any choice.
pub struct System {
    /// Its id, the folder's name.
    pub id: &'static str,
    /// Its name.
    pub name: Label,
    /// What it is, in a sentence or two.
    pub about: Label,
    /// Up by one whenever any verdict or amount can differ.
    pub revision: u16,
    /// How many may play (人数).
    pub players: &'static [usize],
    /// The deck.
    pub deck: Deck,
    /// The unit of a win's value, for people.
    pub measure: Label,
    /// The rule book.
    pub clauses: &'static [&'static Clause],
    /// The rule sheet.
    pub patterns: &'static [&'static Pattern],
    /// What patterns take the place of.
    pub instead: &'static [Instead],
    /// The causes of its payments.
    pub causes: &'static [&'static Cause],
    /// What decides a settlement here besides tiles and seats: ways in which a win may come and fields of a score request, by
    /// the words that the score form has for them.
    pub asks: &'static [&'static str],
    /// The options.
    pub options: fn() -> &'static [Decl],
    /// Named sets of options; the first is the default.
    pub presets: &'static [Preset],
    /// Checks that these rules never raise and clauses that no log shows, each with the reason.
    pub never: &'static [Never],
    /// The rules with these choices.
    pub build: fn(&Choices) -> Box<dyn Rules>,
}

impl std::fmt::Debug for System {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "System({})", self.id)
    }
}

/// What no game can show: a check that the rules of a system never raise, or a clause of what lies outside a log.
#[derive(Clone, Copy, Debug)]
pub struct Never {
    /// The code of the check or the id of the clause.
    pub id: &'static str,
    /// Why not.
    pub why: Label,
}

impl Never {
    /// Never, because.
    pub const fn new(id: &'static str, zh: &'static str, en: &'static str) -> Never {
        Never { id, why: Label::new(zh, en) }
    }
}
