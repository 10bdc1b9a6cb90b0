//! The text notation (谱) for people: one event per line, like a chess score sheet. It can express everything in the
//! JSON form except `x`.
//!
//! ```text
//! paipu/1 room-1 changsha-a dealer_bonus_big=per_unit
//! hand dealer 0
//! 0 discard 9m @1200      // from here to the end of the line is a comment
//! 2 pung 9m over 1 chow
//! ```

mod event;
mod line;
mod read;
mod token;
mod write;

pub use read::from_text;
pub use write::to_text;

/// The words that can begin a line beside a seat, in their order in a text.
pub(crate) const LINES: &[&str] = &[
    "paipu/1",
    "unmodelled",
    "corrects",
    "in_progress",
    "view",
    "source",
    "player",
    "start",
    "totals",
    "between",
    "hand",
    "fairness",
    "wall",
    "deal",
    "birds",
    "flip",
    "draw_game",
    "shown",
    "result",
    "won",
    "pay",
    "deltas",
    "scores",
    "house",
    "next",
];

/// Words with a meaning after a list of names; as a name each must be quoted.
const RESERVED: &[&str] = &["-", "value", "for", "dice", "over", "digest", "auto", "offer"];
