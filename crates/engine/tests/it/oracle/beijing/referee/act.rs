//! Defines the acts of a seat and the events of a table.

use crate::oracle::beijing::tiles::Tile;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KongOf {
    Concealed,
    Exposed,
    Added,
}

/// An act that a seat may perform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    Win {
        tile: Tile,
        value: i64,
    },
    Discard(Tile),
    /// The claimed tile, and the two from the hand in order.
    Chow(Tile, [Tile; 2]),
    Pung(Tile),
    Kong(Tile, KongOf),
    Hunyou,
    /// 天听.
    Sky,
    /// 潇洒.
    Xiaosa,
    /// From the front of the wall.
    Draw,
    /// From the end of the wall.
    Replace,
}

/// A log line that affects the table.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    Draw(usize, Tile),
    Discard(usize, Tile),
    Chow(usize, Tile, [Tile; 2]),
    Pung(usize, Tile),
    Kong(usize, Tile, KongOf),
    Hunyou(usize),
    Sky(usize),
    Xiaosa(usize),
    Win(usize, Tile),
    DrawGame,
    Leave,
    /// An explicit refusal of a win.
    Refuse(usize),
    /// Any other recorded refusal; it decides nothing.
    Pass,
}
