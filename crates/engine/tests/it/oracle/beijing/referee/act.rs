//! What happens at a table, and what may.

use crate::oracle::beijing::tiles::Tile;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KongOf {
    Concealed,
    Exposed,
    Added,
}

/// One thing a seat may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    Win {
        tile: Tile,
        value: i64,
    },
    Discard(Tile),
    /// The tile claimed, and the two from the hand in order.
    Chow(Tile, [Tile; 2]),
    Pung(Tile),
    Kong(Tile, KongOf),
    Hunyou,
    /// From the front of the wall.
    Draw,
    /// From its end.
    Replace,
}

/// One line of a log, as far as the table is moved by it.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    Draw(usize, Tile),
    Discard(usize, Tile),
    Chow(usize, Tile, [Tile; 2]),
    Pung(usize, Tile),
    Kong(usize, Tile, KongOf),
    Hunyou(usize),
    Win(usize, Tile),
    DrawGame,
    Leave,
    /// A win refused, in so many words.
    Refuse(usize),
    /// Any other refusal that is written out: it decides nothing.
    Pass,
}
