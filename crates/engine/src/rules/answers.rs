//! What the rules answer where yes or no is not enough: what comes next, what is turned up, who deals.

use caipan_log::DrawFrom;
use caipan_tiles::clause::Clause;
use caipan_tiles::tile::{Seat, Tile};
use smallvec::SmallVec;

/// What comes next if nobody wins or claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The seat in turn acts.
    Act(Seat),
    /// A seat draws.
    Draw(Seat, DrawFrom),
    /// A konger turns up dice tiles.
    Reveal(Seat),
    /// The last tile is offered, to this seat now.
    AnswerLast(Seat),
    /// The hand is drawn.
    DrawGame,
    /// The hand is over but for what follows wins: birds, a flip.
    Finish,
    /// Nothing.
    Nothing,
}

/// Where the tile that names the wild kind is turned up (混坯).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndicatorAt {
    /// The first tile after the deal; it leaves play.
    FirstLive,
    /// The last tile of the wall; it leaves play.
    Last,
    /// The first tile after the deal; it is only looked at and drawn later.
    Peek,
}

/// In which order tiles are dealt, from the dealer on. The last is the dealer's in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealOrder {
    /// Three rounds of four, then one each.
    Fours,
    /// One each, thirteen times.
    Ones,
}

/// The birds (扎鸟) that an ended hand asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Birds {
    /// How many tiles.
    pub count: usize,
    /// How many of them come off the wall; the others are the last tile once more.
    pub of_wall: usize,
    /// Which they may be, where the table tells: one choice, unless where the tiles lie is not quite known.
    pub may: SmallVec<[Vec<Tile>; 1]>,
    /// The clause.
    pub clause: &'static Clause,
    /// The option that decided it.
    pub option: Option<&'static str>,
}

impl Birds {
    /// Which, where the table tells.
    pub fn tiles(&self) -> Option<&Vec<Tile>> {
        if let [tiles] = &self.may[..] { Some(tiles) } else { None }
    }

    /// Whether there may be so many.
    pub fn counts(&self, tiles: usize) -> bool {
        if self.may.is_empty() { tiles == self.count } else { self.may.iter().any(|may| may.len() == tiles) }
    }
}

/// The exchange (换张) that a seat owes before the first discard.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    /// How many tiles.
    pub count: usize,
    /// From whom those come that it takes.
    pub from: Seat,
    /// The clause.
    pub clause: &'static Clause,
}

/// The tile that an ended hand flips (翻鸡).
#[derive(Clone, Copy, Debug)]
pub struct Flip {
    /// Which, where the wall tells.
    pub tile: Option<Tile>,
    /// The clause.
    pub clause: &'static Clause,
}

/// Where a throw opens the wall. The log's wall is in drawing order, so this is for people to look at.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Whose side of the wall.
    pub seat: Seat,
    /// How many stacks are skipped there.
    pub stacks: usize,
    /// The clause.
    pub clause: &'static Clause,
}

/// Who deals next and why.
#[derive(Clone, Copy, Debug)]
pub struct NextDealer {
    /// The seat.
    pub seat: Seat,
    /// The clause.
    pub clause: &'static Clause,
    /// The option that decided it.
    pub option: Option<&'static str>,
}
