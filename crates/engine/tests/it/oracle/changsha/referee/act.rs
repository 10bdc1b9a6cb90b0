//! Defines the acts of a seat and the events of a log.

use super::super::tiles::Tile;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KongOf {
    Concealed,
    Exposed,
    Added,
}

/// An act that a seat may perform.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// All openings of its dealt tiles, each name once.
    Open(Vec<&'static str>),
    /// A win for this many units; `on` is the first tile won on.
    Win {
        on: Tile,
        units: u32,
    },
    Draw,
    /// From the tail, after a 补张.
    Replace,
    Discard(Tile),
    /// With these two tiles, the lower first.
    Chow(Tile, [Tile; 2]),
    Pung(Tile),
    /// With dice or without.
    Kong(Tile, KongOf, bool),
    Reveal,
    TakeLast,
    DeclineLast,
}

/// An event of a log.
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
    /// A refused win.
    Pass(usize),
    Birds(Vec<Tile>),
    DrawGame,
    Leave(usize),
}
