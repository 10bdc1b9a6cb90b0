//! The description of a rule system (规则) before any option is decided.

use super::features::{FEATURES, Feature};
use super::{Choices, Conflict, Decl, FieldUse, Instead, Pattern, Preset, Room, Rules, house_money};
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Cause, ReasonRow};
use caipan_tiles::text::Label;
use caipan_tiles::tile::Deck;

/// A rule system before any option is decided.
pub struct System {
    /// Its id, which is the folder's name.
    pub id: &'static str,
    /// Its name.
    pub name: Label,
    /// A description in a sentence or two.
    pub about: Label,
    /// Incremented whenever any verdict or amount can differ.
    pub revision: u16,
    /// The allowed numbers of players (人数), the usual one first. Several need an option `players`.
    pub players: &'static [usize],
    /// The usual deck ([`Play::deck`](super::Play::deck) is the one in play).
    pub deck: Deck,
    /// The unit of a win's value, for display.
    pub measure: Label,
    /// The rule book.
    pub clauses: &'static [&'static Clause],
    /// The rule sheet.
    pub patterns: &'static [&'static Pattern],
    /// The patterns that other patterns replace.
    pub instead: &'static [Instead],
    /// The causes of its payments.
    pub causes: &'static [&'static Cause],
    /// The reasons why nothing is due.
    pub reasons: &'static [&'static ReasonRow],
    /// The inputs of a settlement besides tiles and seats, and besides those of its features and fields: ways to win and
    /// fields of a score request, by their names in the score form. [`System::inputs`] has all.
    pub asks: &'static [&'static str],
    /// The options.
    pub options: fn() -> &'static [Decl],
    /// The fields of a log that only some of the options use, under these choices.
    pub fields: fn(&Choices) -> Vec<FieldUse>,
    /// The options that cannot hold together, under these choices.
    pub conflicts: fn(&Choices) -> Vec<Conflict>,
    /// Rooms that together use every option that the presets leave off; the proof plays them.
    pub rooms: &'static [Room],
    /// Named sets of options; the first is the default.
    pub presets: &'static [Preset],
    /// Checks that these rules never raise although they have the feature, and clauses that no log shows, each with the
    /// reason. [`System::impossible`] has all.
    pub never: &'static [Never],
    /// Builds the rules with these choices.
    pub build: fn(&Choices) -> Box<dyn Rules>,
}

impl System {
    /// The clauses of its rule book, then those of the house money, which every system shares.
    pub fn book(&self) -> impl Iterator<Item = &'static Clause> + use<> {
        self.clauses.iter().chain(house_money::clauses::ALL).copied()
    }

    /// The inputs of a settlement besides tiles and seats: ways to win and fields of a score request, by their names in
    /// the score form.
    pub fn inputs(&self) -> Vec<&'static str> {
        let of_features = self.features(true).flat_map(|feature| feature.asks);
        let fields = self.usual().map(|choices| (self.fields)(&choices)).unwrap_or_default();
        self.asks.iter().chain(of_features).copied().chain(fields.iter().map(|used| used.field.asked())).collect()
    }

    /// Everything that no game can show under these rules.
    pub fn impossible(&self) -> impl Iterator<Item = &'static Never> {
        self.never.iter().chain(self.features(false).flat_map(|feature| feature.never))
    }

    /// The features that its rules have, or those that they do not have.
    fn features(&self, there: bool) -> impl Iterator<Item = &'static Feature> + use<> {
        let rules = self.usual().map(|choices| (self.build)(&choices));
        let has = move |feature: &Feature| rules.as_ref().is_some_and(|rules| (feature.has)(rules.as_ref()));
        FEATURES.iter().filter(move |feature| has(feature) == there)
    }

    /// The values of its options in the first preset.
    pub(super) fn usual(&self) -> Option<Choices> {
        self.presets.first().map(|preset| Choices::of(self, preset))
    }
}

impl std::fmt::Debug for System {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "System({})", self.id)
    }
}

/// Something that no game can show: a check that the rules of a system never raise, or a clause about facts outside a
/// log.
#[derive(Clone, Copy, Debug)]
pub struct Never {
    /// The code of the check or the id of the clause.
    pub id: &'static str,
    /// The reason.
    pub why: Label,
}

impl Never {
    /// Creates an entry from the id and the reason.
    pub const fn new(id: &'static str, zh: &'static str, en: &'static str) -> Never {
        Never { id, why: Label::new(zh, en) }
    }
}
