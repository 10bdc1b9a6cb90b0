//! What is due at the table: whose turn it is, what is offered to whom, and on which tile a seat may win.

use caipan_log::{Dice, KongKind};
use caipan_tiles::tile::{Seat, Tile};

/// How the seat in turn came by its last tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// The dealer's fourteenth tile.
    Dealt(Tile),
    /// An ordinary draw.
    Wall(Tile),
    /// A replacement after a kong.
    Replacement(Tile),
    /// None: it claimed a discard.
    Nothing,
}

impl Drawn {
    /// The tile, if one was drawn.
    pub const fn tile(self) -> Option<Tile> {
        match self {
            Drawn::Dealt(tile) | Drawn::Wall(tile) | Drawn::Replacement(tile) => Some(tile),
            Drawn::Nothing => None,
        }
    }

    /// How the replacement (补花) of a flower came: in the flower's stead.
    pub const fn replaced(self, tile: Tile) -> Drawn {
        match self {
            Drawn::Dealt(_) => Drawn::Dealt(tile),
            Drawn::Replacement(_) => Drawn::Replacement(tile),
            Drawn::Wall(_) | Drawn::Nothing => Drawn::Wall(tile),
        }
    }
}

/// Up to two tiles shown at once; none where a faulty log does not say which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    first: Option<Tile>,
    second: Option<Tile>,
}

impl Shown {
    /// One tile.
    pub const fn one(tile: Tile) -> Shown {
        Shown { first: Some(tile), second: None }
    }

    /// It is not known which.
    pub const fn unknown() -> Shown {
        Shown { first: None, second: None }
    }

    /// The first two of some tiles, if there is one.
    pub fn of(tiles: &[Tile]) -> Option<Shown> {
        tiles.first().map(|&first| Shown { first: Some(first), second: tiles.get(1).copied() })
    }

    /// The tiles in order.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        self.first.into_iter().chain(self.second)
    }

    /// Whether the tile is among them.
    pub fn has(self, tile: Tile) -> bool {
        self.iter().any(|shown| shown == tile)
    }
}

/// Why tiles lie open for others to win on or claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// An ordinary discard.
    Discard,
    /// Tiles turned up after a dice kong (开杠翻牌).
    DiceKong,
    /// The last tile, shown by the seat that took it (海底).
    Seabed,
    /// Nothing: a winner has left the hand, and the next seat draws (血战).
    Nothing,
}

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A seat has a tile more than it keeps: it wins, kongs or discards.
    Turn {
        /// Whose turn.
        seat: Seat,
        /// How it came by its last tile.
        drawn: Drawn,
    },
    /// Tiles lie open: others win, claim, or let the next seat draw.
    Open {
        /// Who put them there.
        from: Seat,
        /// Which.
        tiles: Shown,
        /// Why.
        why: Offer,
    },
    /// A kong was declared; it may be robbed, then the replacement comes.
    Kong {
        /// Who declared it.
        seat: Seat,
        /// Its tile.
        tile: Tile,
        /// Its kind.
        kind: KongKind,
        /// The throw of a dice kong.
        dice: Option<Dice>,
        /// Who discarded the tile of an exposed kong.
        from: Option<Seat>,
    },
    /// A flower was laid; its replacement comes (补花).
    Flower {
        /// Who laid it.
        seat: Seat,
        /// Whose turn it is: before the first discard others lay theirs too.
        turn: Seat,
        /// How that seat came by its last tile.
        drawn: Drawn,
    },
    /// The last tile is offered round (海底漫游).
    Seabed {
        /// Who was asked first.
        first: Seat,
        /// Who is asked now; `None` when all declined.
        asked: Option<Seat>,
    },
    /// The seat that took the last tile draws it.
    SeabedDraw {
        /// Who took it.
        seat: Seat,
    },
    /// The hand is over but for what follows a win: more winners on the same tile, birds, a flip.
    Won,
    /// Nothing more may happen.
    Over,
}

/// How a tile a seat could win on came about.
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
    /// Another's discard.
    Discard,
    /// Tiles another turned up after a dice kong.
    DiceKongOf,
    /// A kong another declared, to be robbed.
    Rob {
        /// The kind of kong.
        kind: KongKind,
        /// Whether it was a dice kong.
        dice: bool,
    },
    /// The last tile, which another took and could not win with.
    SeabedOf,
}

impl Source {
    /// Whether the seat won on a tile of its own, so that nobody discarded it.
    pub const fn is_own(self) -> bool {
        matches!(self, Source::Dealt | Source::Draw | Source::Replacement | Source::DiceKong | Source::Seabed)
    }
}

/// A chance to win: on which tiles, how, and from whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The tiles, any of which may complete the hand.
    pub tiles: Shown,
    /// How they came about.
    pub source: Source,
    /// Who put them there; `None` for an own tile.
    pub from: Option<Seat>,
}
