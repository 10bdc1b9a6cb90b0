//! Features of the wall: the wild kind, the cut, the reserve, the exchange, kongs with dice, the last tile.

use crate::rules::{Rules, Verdict};
use crate::table::Table;
use caipan_log::{Action, Dice, EventKind};
use caipan_tiles::clause::Clause;
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Seat, Tile};

/// The place where the tile that names the wild kind is turned up (混坯).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndicatorAt {
    /// The first tile after the deal; it leaves play.
    FirstLive,
    /// The last tile of the wall; it leaves play.
    Last,
    /// The first tile after the deal; it is only looked at and drawn later.
    Peek,
}

/// A kind that stands for others (混儿).
pub trait Wild {
    /// The wild kind: the one that this indicator names, or the one that is wild in every hand (红中).
    fn kind(&self, indicator: Option<Tile>) -> Option<Tile>;
    /// The place of the indicator; `None` if no tile names the kind.
    fn indicator(&self) -> Option<IndicatorAt> {
        None
    }
}

/// The place where a throw opens the wall. For display only, because the log's wall is already in drawing order.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The seat whose side of the wall is opened.
    pub seat: Seat,
    /// The number of stacks skipped there.
    pub stacks: usize,
    /// The clause.
    pub clause: &'static Clause,
}

/// Dice that cut the wall.
pub trait CutDice {
    /// The number of dice, with its clause.
    fn dice(&self) -> (usize, &'static Clause);
    /// The option that could allow this number of dice.
    fn option(&self, _count: usize) -> Option<&'static str> {
        None
    }
    /// The place where a throw opens the wall, if it has so many dice.
    fn cut(&self, dealer: Seat, dice: &Dice) -> Option<Cut>;
}

/// Tiles kept from ordinary draws.
pub trait Reserve {
    /// The number of tiles at the tail that no ordinary draw takes, out of those still there.
    fn tiles(&self, table: &Table) -> usize;
}

/// The exchange (换张) that a seat owes before the first discard.
#[derive(Clone, Copy, Debug)]
pub struct ExchangeDue {
    /// The number of tiles.
    pub count: usize,
    /// The seat whose tiles it takes. `None` if the table settles that: then every seat takes the tiles of the seat at the
    /// same distance.
    pub from: Option<Seat>,
    /// The clause.
    pub clause: &'static Clause,
}

/// Tiles exchanged before the first discard (换张).
pub trait Exchange {
    /// The exchange that a seat still owes; `None` if it has made it, or if these house rules have none.
    fn due(&self, table: &Table, seat: Seat) -> Option<ExchangeDue>;
    /// Checks whether the seat may give these tiles away.
    fn may_give(&self, table: &Table, seat: Seat, tiles: &[Tile]) -> Verdict;
    /// True if a seat that holds these tiles after the exchange may have acted so, as far as its own tiles show. The tiles
    /// that it lays down are known to be there. `None` if the region does not tell; then no exchange is inferred.
    fn could_act(&self, _hand: Hand, _acts: &[&Action]) -> Option<bool> {
        None
    }
}

/// Kongs with dice (开杠).
pub trait DiceKongs {
    /// The number of tiles that such a kong turns up.
    fn tiles(&self, table: &Table) -> usize;
}

/// The last tile offered round (海底漫游).
pub trait LastTile {
    /// Checks whether the seat may take it.
    fn may_take(&self, table: &Table, seat: Seat) -> Verdict;
}

impl dyn Rules + '_ {
    /// The wild kind: the one that this indicator names, or the one that is wild in every hand.
    pub fn wild_kind(&self, indicator: Option<Tile>) -> Option<Tile> {
        self.wild()?.kind(indicator)
    }

    /// The place of the indicator; `None` if no tile names a wild kind.
    pub fn indicator(&self) -> Option<IndicatorAt> {
        self.wild()?.indicator()
    }

    /// The number of tiles at the tail that no ordinary draw takes, out of those still there.
    pub fn reserved(&self, table: &Table) -> usize {
        self.reserve().map_or(0, |reserve| reserve.tiles(table))
    }

    /// The exchange that a seat still owes.
    pub fn exchange_due(&self, table: &Table, seat: Seat) -> Option<ExchangeDue> {
        self.exchange()?.due(table, seat)
    }

    /// The number of tiles that a dice kong turns up; 0 if there are no dice kongs.
    pub fn dice_kong_tiles(&self, table: &Table) -> usize {
        self.dice_kongs().map_or(0, |kongs| kongs.tiles(table))
    }

    /// Checks whether the seat may take the last tile.
    pub fn may_take_last(&self, table: &Table, seat: Seat) -> Verdict {
        self.last_tile().map_or_else(|| Err(self.lacks(EventKind::Seabed)), |last| last.may_take(table, seat))
    }
}
