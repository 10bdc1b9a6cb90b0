//! Features that show tiles: initial wins, birds, flips.

use crate::rules::{Pattern, Rules, Verdict, Won};
use crate::table::Table;
use caipan_log::EventKind;
use caipan_tiles::clause::Clause;
use caipan_tiles::tile::{Seat, Tile};
use smallvec::SmallVec;

/// Initial wins (起手胡).
pub trait Openings {
    /// The initial wins that a seat's hand holds now.
    fn held(&self, table: &Table, seat: Seat) -> Vec<&'static Pattern>;
    /// Checks whether the seat may declare these initial wins now.
    fn may_open(&self, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict;
    /// The initial wins during play that the seat may declare now.
    fn held_mid(&self, table: &Table, seat: Seat) -> Vec<&'static Pattern>;
    /// Checks whether the seat may declare these initial wins during play, after its draw.
    fn may_open_mid(&self, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict;
}

/// The birds (扎鸟) that an ended hand turns up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BirdsDue {
    /// The number of tiles.
    pub count: usize,
    /// The number of tiles taken from the wall; the others repeat the last tile.
    pub of_wall: usize,
    /// The possible birds: one choice if the tiles of the wall are certain, several if not, none if unknown.
    pub may: SmallVec<[Vec<Tile>; 1]>,
    /// The clause.
    pub clause: &'static Clause,
    /// The option that decided which tiles they are.
    pub option: Option<&'static str>,
    /// The option that decided their number.
    pub counted_by: &'static str,
}

impl BirdsDue {
    /// The birds, if only one choice is possible.
    pub fn tiles(&self) -> Option<&Vec<Tile>> {
        if let [tiles] = &self.may[..] { Some(tiles) } else { None }
    }

    /// True if this number of tiles is possible.
    pub fn counts(&self, tiles: usize) -> bool {
        if self.may.is_empty() { tiles == self.count } else { self.may.iter().any(|may| may.len() == tiles) }
    }
}

/// Birds (扎鸟).
pub trait Birds {
    /// The birds that this hand turns up.
    fn due(&self, table: &Table, wins: &[Won]) -> Option<BirdsDue>;
    /// The flying birds that it turns up after them (飞鸟).
    fn fly(&self, table: &Table, wins: &[Won]) -> Option<BirdsDue>;
}

/// The tile that an ended hand flips (翻鸡).
#[derive(Clone, Copy, Debug)]
pub struct Flip {
    /// The tile, if the wall is known.
    pub tile: Option<Tile>,
    /// The clause.
    pub clause: &'static Clause,
}

/// Tiles turned up for chickens (捉鸡).
pub trait Flips {
    /// The tile that a hand with winners flips.
    fn flip(&self, table: &Table) -> Option<Flip>;
    /// The tile that is opened now during play (前后鸡); it stays in the wall. `None` if none is due.
    fn roll(&self, table: &Table) -> Option<Flip>;
    /// True if the payments depend on the weekday on which the hand began.
    fn asks_day(&self) -> bool;
}

impl dyn Rules + '_ {
    /// The initial wins that a seat's hand holds now.
    pub fn openings_held(&self, table: &Table, seat: Seat) -> Vec<&'static Pattern> {
        self.openings().map(|openings| openings.held(table, seat)).unwrap_or_default()
    }

    /// Checks whether the seat may declare these initial wins now.
    pub fn may_open(&self, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict {
        let lacks = || Err(self.lacks(EventKind::Opening));
        self.openings().map_or_else(lacks, |openings| openings.may_open(table, seat, kinds))
    }

    /// Checks whether the seat may declare these initial wins during play, after its draw.
    pub fn may_open_mid(&self, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict {
        let lacks = || Err(self.lacks(EventKind::MidOpening));
        self.openings().map_or_else(lacks, |openings| openings.may_open_mid(table, seat, kinds))
    }

    /// The birds that this hand turns up.
    pub fn birds_due(&self, table: &Table, wins: &[Won]) -> Option<BirdsDue> {
        self.birds()?.due(table, wins)
    }

    /// The flying birds that this hand turns up after its birds.
    pub fn fly_due(&self, table: &Table, wins: &[Won]) -> Option<BirdsDue> {
        self.birds()?.fly(table, wins)
    }

    /// The tile that a hand with winners flips.
    pub fn flip_due(&self, table: &Table) -> Option<Flip> {
        self.flips()?.flip(table)
    }

    /// The tile that is opened now for chickens during play.
    pub fn roll_due(&self, table: &Table) -> Option<Flip> {
        self.flips()?.roll(table)
    }
}
