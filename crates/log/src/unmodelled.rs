//! Rules of a room that caipan does not know, declared by the room.

use super::word::Word;
use caipan_tiles::text::Label;

/// A rule that the room plays and caipan does not know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unmodelled {
    /// The rule in the words of the room.
    pub rule: String,
    /// The money that it may move.
    pub touches: Touches,
}

/// The money that a rule may move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touches {
    /// Any payment, and the value of any win.
    #[default]
    All,
    /// The payments for initial wins (起手胡).
    Openings,
    /// The birds (鸟), and every payment that they multiply.
    Birds,
    /// The payments for kongs (杠、豆).
    Kongs,
}

impl Unmodelled {
    /// Maximum number of characters in a rule.
    pub const LONGEST: usize = 100;
    /// Maximum number of rules in a log, in a house preset and in the rooms of an adapter.
    pub const MOST: usize = 64;

    /// Returns the rule if its words are 1 to 100 characters without control characters, not all of them blank.
    pub fn new(rule: &str, touches: Touches) -> Option<Unmodelled> {
        let fits = !rule.trim().is_empty()
            && rule.chars().nth(Unmodelled::LONGEST).is_none()
            && !rule.chars().any(char::is_control);
        fits.then(|| Unmodelled { rule: rule.to_owned(), touches })
    }
}

impl Touches {
    /// Returns the word that a log writes: `all`, `openings`, `birds` or `kongs`.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }

    /// Returns the choice for a word.
    pub fn from_word(word: &str) -> Option<Touches> {
        Word::from_word(word)
    }

    /// Returns the money in words.
    pub const fn label(self) -> Label {
        match self {
            Touches::All => Label::new("所有输赢", "all payments"),
            Touches::Openings => Label::new("起手胡的分", "payments for initial wins"),
            Touches::Birds => Label::new("鸟和跟着翻倍的分", "birds and the payments that they multiply"),
            Touches::Kongs => Label::new("杠的分", "payments for kongs"),
        }
    }
}
