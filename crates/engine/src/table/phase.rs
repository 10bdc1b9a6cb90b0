//! The phases of a hand: whose turn it is, which tiles are offered, and on which tiles a seat may win.

use caipan_log::{Dice, KongKind};
use caipan_tiles::tile::{Seat, Tile};

/// The origin of the last tile of the seat in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// The dealer's fourteenth tile; `None` if the record does not show it, here and below.
    Dealt(Option<Tile>),
    /// An ordinary draw.
    Wall(Option<Tile>),
    /// A replacement after a kong.
    Replacement(Option<Tile>),
    /// No draw: the seat claimed a discard.
    Nothing,
}

impl Drawn {
    /// The tile, if one was drawn and the record shows it.
    pub const fn tile(self) -> Option<Tile> {
        match self {
            Drawn::Dealt(tile) | Drawn::Wall(tile) | Drawn::Replacement(tile) => tile,
            Drawn::Nothing => None,
        }
    }

    /// The same draw with its tile known.
    #[must_use]
    pub const fn of(self, tile: Tile) -> Drawn {
        match self {
            Drawn::Dealt(_) => Drawn::Dealt(Some(tile)),
            Drawn::Wall(_) => Drawn::Wall(Some(tile)),
            Drawn::Replacement(_) => Drawn::Replacement(Some(tile)),
            Drawn::Nothing => Drawn::Nothing,
        }
    }
}

/// Tiles shown at once: one, or those that a dice kong turns up; none if a faulty log does not name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    tiles: [Option<Tile>; Shown::MOST],
}

impl Shown {
    /// The most tiles that a dice kong turns up (开六杠).
    pub const MOST: usize = 6;

    /// Creates a value of one tile.
    pub const fn one(tile: Tile) -> Shown {
        let mut shown = Shown::unknown();
        shown.tiles[0] = Some(tile);
        shown
    }

    /// Creates a value for unknown tiles.
    pub const fn unknown() -> Shown {
        Shown { tiles: [None; Shown::MOST] }
    }

    /// Creates a value of the first tiles, as many as can be shown; `None` for an empty slice.
    pub fn of(tiles: &[Tile]) -> Option<Shown> {
        tiles.first()?;
        let mut shown = Shown::unknown();
        shown.tiles.iter_mut().zip(tiles).for_each(|(place, &tile)| *place = Some(tile));
        Some(shown)
    }

    /// The tiles in order.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        self.tiles.into_iter().flatten()
    }

    /// True if the tile is one of them.
    pub fn has(self, tile: Tile) -> bool {
        self.iter().any(|shown| shown == tile)
    }
}

/// The reason why tiles are open for others to win on or to claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// An ordinary discard.
    Discard,
    /// Tiles turned up after a dice kong (开杠翻牌).
    DiceKong,
    /// The last tile, shown by the seat that took it (海底).
    Seabed,
    /// No tile: a winner has left the hand, and the next seat draws (血战).
    Nothing,
}

/// The action that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A seat has one tile too many and must win, kong or discard.
    Turn {
        /// The seat in turn.
        seat: Seat,
        /// The origin of its last tile.
        drawn: Drawn,
    },
    /// Tiles are open: others win, claim, or let the next seat draw.
    Open {
        /// The seat that showed them.
        from: Seat,
        /// The tiles.
        tiles: Shown,
        /// The reason.
        why: Offer,
    },
    /// A kong was declared; it may be robbed before the replacement is drawn.
    Kong {
        /// The seat that declared it.
        seat: Seat,
        /// Its tile.
        tile: Tile,
        /// Its kind.
        kind: KongKind,
        /// The throw of a dice kong.
        dice: Option<Dice>,
        /// The discarder of an exposed kong's tile.
        from: Option<Seat>,
    },
    /// The last tile is offered to each seat in turn (海底漫游).
    Seabed {
        /// The seat asked first.
        first: Seat,
        /// The seat asked now; `None` if all declined.
        asked: Option<Seat>,
    },
    /// The seat that took the last tile draws it.
    SeabedDraw {
        /// The seat that took it.
        seat: Seat,
    },
    /// The hand is won; only further winners on the same tile, birds or a flip can follow.
    Won,
    /// The hand is over.
    Over {
        /// The seat in whose turn it ended, with the tile that it had drawn.
        turn: Option<(Seat, Drawn)>,
    },
}

/// The origin of a tile that a seat could win on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The dealer's fourteenth tile.
    Dealt,
    /// The seat's own ordinary draw.
    Draw,
    /// Its own replacement draw.
    Replacement,
    /// Its own tiles turned up after a dice kong.
    DiceKong,
    /// The last tile, which it took.
    Seabed,
    /// Another seat's discard.
    Discard,
    /// Tiles that another seat turned up after a dice kong.
    DiceKongOf,
    /// Another seat's kong, to be robbed.
    Rob {
        /// The kind of kong.
        kind: KongKind,
        /// True for a dice kong.
        dice: bool,
    },
    /// The last tile, which another seat took and could not win with.
    SeabedOf,
}

impl Source {
    /// True if the tile is the seat's own, so that nobody discarded it.
    pub const fn is_own(self) -> bool {
        matches!(self, Source::Dealt | Source::Draw | Source::Replacement | Source::DiceKong | Source::Seabed)
    }
}

/// A chance to win: the tiles, their origin and the seat they come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinChance {
    /// The tiles, any of which may complete the hand.
    pub tiles: Shown,
    /// Their origin.
    pub source: Source,
    /// The seat that showed them; `None` for the seat's own tiles.
    pub from: Option<Seat>,
}
