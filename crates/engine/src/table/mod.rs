//! The table (牌桌): its state and the moves that change it. No rules: what may be done is a question for `rules`, and only
//! `replay` calls the moves. Every move is total: what a faulty log asks for is done as far as tiles can physically go.

mod digest;
mod wall_hypothesis;
mod melds;
mod moves;
mod phase;
mod seat;
mod wall;

pub(crate) use digest::is_digest;
pub use digest::{canonical, digest};
pub use phase::{Chance, Drawn, Offer, Phase, Shown, Source};
pub use seat::{Lying, Passed, Place, River};
pub use wall::{TailOrder, Wall};
pub use wall_hypothesis::Laid;

use caipan_log::{Dice, KongKind};
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Counts, Deck, Seat, SeatMap, Seats, Tile};

/// A kong that was declared and not robbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Konged {
    /// Who.
    pub seat: Seat,
    /// Which tile.
    pub tile: Tile,
    /// Its kind.
    pub kind: KongKind,
    /// The dice, for a dice kong.
    pub dice: Option<Dice>,
    /// Whose discard it was, for an exposed kong.
    pub from: Option<Seat>,
    /// Who still played when it was declared.
    pub among: Seats,
    /// Index of the event, where there is one.
    pub at: Option<usize>,
}

/// A win that the log shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winner {
    /// Who.
    pub seat: Seat,
    /// Whose tile it was on the terms of a discard; `None`: a self-draw.
    pub from: Option<Seat>,
    /// Who still played when it was won, the winner included.
    pub among: Seats,
    /// Index of the event, where there is one.
    pub at: Option<usize>,
}

/// An exchange (换张) that a seat made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchanged {
    /// Who.
    pub seat: Seat,
    /// What it gave.
    pub gave: Vec<Tile>,
    /// What it took.
    pub took: Vec<Tile>,
    /// From whom.
    pub from: Seat,
}

/// Initial wins that a seat declared (起手胡).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Who.
    pub seat: Seat,
    /// Ids of the initial wins, as the rule system names them.
    pub kinds: Vec<&'static str>,
    /// Dice thrown for this declaration.
    pub dice: Option<Dice>,
    /// The hand at that time: it is what was declared, and it will change.
    pub hand: Counts,
    /// The tile of it that the dealer was dealt last.
    pub fourteenth: Option<Tile>,
    /// Index of the event, where there is one.
    pub at: Option<usize>,
}

/// What became of the last tile (海底).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastTile {
    /// Who was offered it first.
    pub offered_first: Option<Seat>,
    /// Who took it.
    pub taken_by: Option<Seat>,
    /// The tile, once shown.
    pub tile: Option<Tile>,
    /// Who used it up as a replacement or a dice-kong tile.
    pub replaced_by: Option<Seat>,
}

/// The whole state of one hand.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it is played with.
    pub deck: Deck,
    /// Who sits there.
    pub seats: Seats,
    /// Who has won and plays no more, where the hand goes on without the winners (血战).
    pub out: Seats,
    /// Who deals.
    pub dealer: Seat,
    /// For how many hands in a row the dealer has dealt, this one included; unknown where the log began in the middle.
    pub streak: Option<u32>,
    /// The day of the week on which the hand began, from Monday as 1, where the log tells.
    pub weekday: Option<u8>,
    /// The wild kind (混儿), if the rules have one.
    pub wild: Option<Tile>,
    /// The tile turned up to name the wild kind (混坯).
    pub indicator: Option<Tile>,
    /// How many floors up the match is (上楼); unknown where the log began in the middle.
    pub floor: Option<u32>,
    /// The four places.
    pub places: SeatMap<Place>,
    /// The wall.
    pub wall: Wall,
    /// What is due.
    pub phase: Phase,
    /// Index of the event that is carried out; `None` outside a hand that is replayed.
    pub now: Option<usize>,
    /// Discards so far.
    pub discards: u16,
    /// Chows, pungs and kongs so far.
    pub claims: u16,
    /// Kongs that stood.
    pub kongs: InlineVec<Konged, 4>,
    /// Whether the kong declared last is of the tile its seat had just drawn.
    pub fresh_kong: bool,
    /// Kongs in a row by the seat in turn, each on the replacement of the one before.
    pub kong_run: u8,
    /// Exchanges made.
    pub exchanged: Vec<Exchanged>,
    /// Initial wins declared.
    pub openings: Vec<Opened>,
    /// Birds turned up (扎鸟).
    pub birds: Option<Vec<Tile>>,
    /// The tile flipped for chickens.
    pub flip: Option<Tile>,
    /// What became of the last tile.
    pub last: LastTile,
    /// Whether the events stopped before the hand had ended: it was dissolved.
    pub cut_short: bool,
    /// Wins so far, in order.
    pub winners: InlineVec<Winner, 2>,
    /// Seats that declared a win that is none, or that they may not have.
    pub false_wins: Vec<Seat>,
}

impl Table {
    /// A table of four before the deal.
    pub fn new(deck: Deck, dealer: Seat, wall: Wall) -> Table {
        Table {
            deck,
            seats: Seats::FOUR,
            out: Seats::NONE,
            dealer,
            streak: None,
            weekday: None,
            wild: None,
            indicator: None,
            floor: None,
            places: SeatMap::default(),
            wall,
            phase: Phase::Over,
            now: None,
            discards: 0,
            claims: 0,
            kongs: InlineVec::new(),
            fresh_kong: false,
            kong_run: 0,
            exchanged: Vec::new(),
            openings: Vec::new(),
            birds: None,
            flip: None,
            last: LastTile::default(),
            cut_short: false,
            winners: InlineVec::new(),
            false_wins: Vec::new(),
        }
    }

    /// Who still plays.
    pub const fn playing(&self) -> Seats {
        self.seats.minus(self.out)
    }

    /// 下家: who plays next after this seat.
    pub const fn next(&self, seat: Seat) -> Seat {
        self.playing().next(seat)
    }

    /// Those who won on what the last moment showed: with them the hand ends, unless it goes on without them.
    pub fn winners_now(&self) -> impl Iterator<Item = &Winner> {
        self.winners.iter().filter(|winner| !self.out.contains(winner.seat))
    }

    /// The event by which this seat won.
    pub fn won_at(&self, seat: Seat) -> Option<usize> {
        self.winners.iter().find(|winner| winner.seat == seat)?.at
    }

    /// The event by which this seat konged this tile.
    pub fn konged_at(&self, seat: Seat, tile: Tile) -> Option<usize> {
        self.kongs.iter().find(|kong| (kong.seat, kong.tile) == (seat, tile))?.at
    }

    /// The place of a seat.
    pub fn place(&self, seat: Seat) -> &Place {
        &self.places[seat]
    }

    /// How many of this kind the seat holds concealed.
    pub fn held(&self, seat: Seat, tile: Tile) -> u8 {
        let place = &self.places[seat];
        if self.wild == Some(tile) {
            place.wilds
        } else if tile.is_flower() {
            u8::try_from(place.flowers_held.iter().filter(|&&held| held == tile).count()).unwrap_or(u8::MAX)
        } else {
            place.hand.count(tile)
        }
    }

    /// Whether nothing but the deal has happened: no discard, no claim, no kong.
    pub fn is_untouched(&self) -> bool {
        self.discards == 0 && self.claims == 0
    }

    /// Whose turn it is, if a seat holds a tile too many.
    pub fn in_turn(&self) -> Option<Seat> {
        if let Phase::Turn { seat, .. } = self.phase { Some(seat) } else { None }
    }

    /// Who is to draw next if nobody claims or wins, while tiles lie open.
    pub fn next_to_draw(&self) -> Option<Seat> {
        match self.phase {
            Phase::Open { from, why: Offer::Discard | Offer::DiceKong | Offer::Nothing, .. } => Some(self.next(from)),
            Phase::Kong { seat, dice: None, .. } | Phase::Flower { seat, .. } | Phase::SeabedDraw { seat } => {
                Some(seat)
            }
            _ => None,
        }
    }

    /// Whether a seat declared itself ready and made the discard that goes with it: only from then on it counts.
    pub fn is_bound_ready(&self, seat: Seat) -> bool {
        let place = self.place(seat);
        let owes_discard = self.in_turn() == Some(seat) && place.declared_at == place.turns;
        place.is_declared_ready() && !owes_discard
    }

    /// Who put down what others may win on now.
    pub fn tile_from(&self) -> Option<Seat> {
        match self.phase {
            Phase::Open { from, .. } | Phase::Kong { seat: from, .. } => Some(from),
            _ => None,
        }
    }

    /// The chance to win that this moment gives a seat, whether or not its hand or the rules allow it.
    pub fn chance(&self, seat: Seat) -> Option<Chance> {
        let own = |tile, source| Chance { tiles: Shown::one(tile), source, from: None };
        match self.phase {
            // A flower is no part of any hand.
            Phase::Turn { seat: turn, drawn } if turn == seat && drawn.tile().is_some_and(Tile::is_flower) => None,
            Phase::Turn { seat: turn, drawn } if turn == seat => match drawn {
                Drawn::Dealt(tile) => Some(own(tile, Source::Dealt)),
                Drawn::Wall(tile) if self.last.taken_by == Some(seat) => Some(own(tile, Source::Seabed)),
                Drawn::Wall(tile) => Some(own(tile, Source::Draw)),
                Drawn::Replacement(tile) => Some(own(tile, Source::Replacement)),
                Drawn::Nothing => None,
            },
            // All copies of the wild kind in a dealt hand need no turn to be seen.
            Phase::Turn { drawn: Drawn::Dealt(_), .. } if self.place(seat).wilds == 4 => {
                self.wild.map(|tile| own(tile, Source::Dealt))
            }
            Phase::Open { from, tiles, why } if from == seat => match why {
                Offer::DiceKong => Some(Chance { tiles, source: Source::DiceKong, from: None }),
                Offer::Seabed => Some(Chance { tiles, source: Source::Seabed, from: None }),
                Offer::Discard | Offer::Nothing => None,
            },
            Phase::Open { from, tiles, why } => {
                let source = match why {
                    Offer::Nothing => return None,
                    Offer::Discard => Source::Discard,
                    Offer::DiceKong => Source::DiceKongOf,
                    Offer::Seabed => Source::SeabedOf,
                };
                Some(Chance { tiles, source, from: Some(from) })
            }
            // Who discarded the tile of an exposed kong does not win on it: it is its own.
            Phase::Kong { seat: konger, tile, kind, dice, from } if konger != seat && from != Some(seat) => {
                Some(Chance {
                    tiles: Shown::one(tile),
                    source: Source::Rob { kind, dice: dice.is_some() },
                    from: Some(konger),
                })
            }
            _ => None,
        }
    }
}
