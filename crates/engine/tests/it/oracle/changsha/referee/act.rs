//! What a seat may do, and what a line of a log says that it did.

use super::super::tiles::Tile;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KongOf {
    Concealed,
    Exposed,
    Added,
}

/// One thing that a seat may do now.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// All that its dealt tiles hold, each name once.
    Open(Vec<&'static str>),
    /// For so many units; `on` is the first tile won on.
    Win {
        on: Tile,
        units: u32,
    },
    Draw,
    /// From the tail, after a 补张.
    Replace,
    Discard(Tile),
    /// With these two, the lower first.
    Chow(Tile, [Tile; 2]),
    Pung(Tile),
    /// With dice or without.
    Kong(Tile, KongOf, bool),
    Reveal,
    TakeLast,
    DeclineLast,
}

/// One line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Draw(usize, Tile),
    Discard(usize, Tile),
    Chow(usize, Tile, [Tile; 2]),
    Pung(usize, Tile),
    /// With the pips thrown.
    Kong(usize, Tile, KongOf, Option<usize>),
    Reveal(usize, Vec<Tile>),
    Open(usize, Vec<String>),
    AnswerLast(usize, bool),
    Win(usize, Tile),
    /// A win refused.
    Pass(usize),
    Birds(Vec<Tile>),
    DrawGame,
    Leave(usize),
}
