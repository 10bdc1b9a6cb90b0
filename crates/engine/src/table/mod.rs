//! The table (牌桌): its state and the moves that change it.
//!
//! It contains no rules: `rules` decides what is allowed, and only `replay` calls the moves. Every move is total: a
//! faulty log's move is carried out as far as the tiles physically allow.

mod digest;
mod fill;
mod wall_hypothesis;
mod melds;
mod moves;
mod phase;
mod seat;
mod wall;

pub(crate) use digest::is_digest;
pub use digest::{canonical, digest};
pub use fill::Fill;
pub use phase::{Drawn, Offer, Phase, Shown, Source, WinChance};
pub use seat::{Lying, Passed, Place, River};
pub use wall::{TailOrder, Wall};
pub use wall_hypothesis::WallHypothesis;

use caipan_log::{Dice, HouseKind, KongKind, Owner};
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::ledger::Flow;
use caipan_tiles::tile::{Counts, Deck, Seat, SeatMap, Seats, Tile};

/// A kong that was declared and not robbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Konged {
    /// The seat that declared it.
    pub seat: Seat,
    /// Its tile.
    pub tile: Tile,
    /// Its kind.
    pub kind: KongKind,
    /// The dice, for a dice kong.
    pub dice: Option<Dice>,
    /// The discarder, for an exposed kong.
    pub from: Option<Seat>,
    /// The seats still playing when it was declared.
    pub among: Seats,
    /// Index of the event, if there is one.
    pub at: Option<usize>,
}

/// A win that the log shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winner {
    /// The winner.
    pub seat: Seat,
    /// The seat whose tile it was, if the win counts as one on a discard; `None` if it counts as a self-draw.
    pub from: Option<Seat>,
    /// The seats still playing at the time of the win, the winner included.
    pub among: Seats,
    /// Index of the event, if there is one.
    pub at: Option<usize>,
}

/// An exchange (换张) that a seat made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchanged {
    /// The seat.
    pub seat: Seat,
    /// The tiles it gave.
    pub gave: Vec<Tile>,
    /// The tiles it took.
    pub took: Vec<Tile>,
    /// The seat that gave those tiles; unknown until all have exchanged, if the table settles the direction.
    pub from: Option<Seat>,
}

/// Initial wins that a seat declared (起手胡).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The seat.
    pub seat: Seat,
    /// Ids of the initial wins in the rule system.
    pub kinds: Vec<&'static str>,
    /// Dice thrown for this declaration.
    pub dice: Option<Dice>,
    /// The hand at the time of the declaration.
    pub hand: Counts,
    /// The dealer's last dealt tile in that hand.
    pub fourteenth: Option<Tile>,
    /// Index of the event, if there is one.
    pub at: Option<usize>,
}

/// Points that the house or a referee moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The points.
    pub flow: Flow,
    /// The kind.
    pub kind: HouseKind,
}

/// The fate of the last tile (海底).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastTile {
    /// The seat that was offered it first.
    pub offered_first: Option<Seat>,
    /// The seat that took it.
    pub taken_by: Option<Seat>,
    /// The tile, once shown.
    pub tile: Option<Tile>,
    /// The seat that used it as a replacement or a dice-kong tile.
    pub replaced_by: Option<Seat>,
}

/// The complete state of one hand.
#[derive(Clone, Debug)]
pub struct Table {
    /// The deck.
    pub deck: Deck,
    /// The seats in use.
    pub seats: Seats,
    /// The seats whose tiles the record does not show.
    pub hidden: Seats,
    /// The winners that no longer play, if the hand goes on without them (血战).
    pub out: Seats,
    /// The discards and tiles of robbed kongs on which they won. Each lies open beside its winner.
    pub won: Vec<Tile>,
    /// The dealer.
    pub dealer: Seat,
    /// The number of hands in a row that this dealer has dealt, this one included; unknown if the log starts mid-match.
    pub streak: Option<u32>,
    /// The weekday on which the hand began, 1 for Monday, if the log states it.
    pub weekday: Option<u8>,
    /// The wild kind (混儿), if the rules have one.
    pub wild: Option<Tile>,
    /// The tile turned up to name the wild kind (混坯).
    pub indicator: Option<Tile>,
    /// The floor of the match (上楼); unknown if the log starts mid-match.
    pub floor: Option<u32>,
    /// The state of the four seats.
    pub places: SeatMap<Place>,
    /// The wall.
    pub wall: Wall,
    /// The action that is due.
    pub phase: Phase,
    /// Index of the event being carried out; `None` outside the replay of a hand.
    pub now: Option<usize>,
    /// Discards so far.
    pub discards: u16,
    /// Chows, pungs and kongs so far.
    pub claims: u16,
    /// Kongs that were not robbed.
    pub kongs: InlineVec<Konged, 4>,
    /// The tiles left in the wall when each of them was declared; empty outside the replay of a hand.
    pub kong_walls: InlineVec<u16, 4>,
    /// True if the latest kong is of the tile that its seat had just drawn.
    pub fresh_kong: bool,
    /// True if a seat added a tile to its pung and the record does not show whether it had just drawn that tile.
    pub kong_unseen: bool,
    /// Kongs in a row by the seat in turn, each on the replacement of the one before.
    pub kong_run: u8,
    /// Exchanges made.
    pub exchanged: Vec<Exchanged>,
    /// Initial wins declared.
    pub openings: Vec<Opened>,
    /// Initial wins declared during play (中途起手胡).
    pub mid_openings: Vec<Opened>,
    /// Birds turned up (扎鸟).
    pub birds: Option<Vec<Tile>>,
    /// Flying birds turned up after them (飞鸟).
    pub fly: Option<Vec<Tile>>,
    /// The tile flipped for chickens.
    pub flip: Option<Tile>,
    /// Tiles opened for chickens during play (前后鸡), in order.
    pub rolls: Vec<Tile>,
    /// The points that each seat picked before the deal (飘分, 估卖), if the log states them.
    pub picked: Option<SeatMap<i64>>,
    /// The points that each seat owns, if they limit its payments and the log states them.
    pub holdings: Option<SeatMap<i64>>,
    /// True if this is the last hand of the match (末局), if the log states it.
    pub last_hand: Option<bool>,
    /// The owner of the room, if the log states it.
    pub owner: Option<Owner>,
    /// The points that the house or a referee moved in this hand, as the log records them.
    pub moved: Vec<Moved>,
    /// The fate of the last tile.
    pub last: LastTile,
    /// True if the hand was dissolved: the events stop before its end.
    pub cut_short: bool,
    /// Wins so far, in order.
    pub winners: InlineVec<Winner, 2>,
    /// Seats that declared an invalid or a forbidden win.
    pub false_wins: Vec<Seat>,
}

impl Table {
    /// Creates a table of four before the deal.
    pub fn new(deck: Deck, dealer: Seat, wall: Wall) -> Table {
        Table {
            deck,
            seats: Seats::FOUR,
            hidden: Seats::NONE,
            out: Seats::NONE,
            won: Vec::new(),
            dealer,
            streak: None,
            weekday: None,
            wild: None,
            indicator: None,
            floor: None,
            places: SeatMap::default(),
            wall,
            phase: Phase::Over { turn: None },
            now: None,
            discards: 0,
            claims: 0,
            kongs: InlineVec::new(),
            kong_walls: InlineVec::new(),
            fresh_kong: false,
            kong_unseen: false,
            kong_run: 0,
            exchanged: Vec::new(),
            openings: Vec::new(),
            mid_openings: Vec::new(),
            birds: None,
            fly: None,
            flip: None,
            rolls: Vec::new(),
            picked: None,
            holdings: None,
            last_hand: None,
            owner: None,
            moved: Vec::new(),
            last: LastTile::default(),
            cut_short: false,
            winners: InlineVec::new(),
            false_wins: Vec::new(),
        }
    }

    /// The seats still playing.
    pub const fn playing(&self) -> Seats {
        self.seats.minus(self.out)
    }

    /// 下家: the next seat in turn that still plays.
    pub const fn next(&self, seat: Seat) -> Seat {
        self.playing().next(seat)
    }

    /// The latest winners, not yet out: with them the hand ends, unless it goes on without them.
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

    /// The state of a seat.
    pub fn place(&self, seat: Seat) -> &Place {
        &self.places[seat]
    }

    /// True if the record does not show this seat's tiles, and they have not all become known.
    pub fn is_hidden(&self, seat: Seat) -> bool {
        self.hidden.contains(seat) && !self.place(seat).is_known()
    }

    /// The number of concealed tiles of this kind that the seat holds.
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

    /// The known concealed tiles of a seat.
    pub fn concealed(&self, seat: Seat) -> Counts {
        let place = &self.places[seat];
        let mut all = place.hand.counts();
        if let Some(wild) = self.wild {
            (0..place.wilds).for_each(|_| all.add(wild));
        }
        place.flowers_held.iter().for_each(|&flower| all.add(flower));
        all
    }

    /// True before the first discard and the first claim; the deal alone does not count.
    pub fn is_untouched(&self) -> bool {
        self.discards == 0 && self.claims == 0
    }

    /// The seat in turn, if one holds a tile too many.
    pub fn in_turn(&self) -> Option<Seat> {
        if let Phase::Turn { seat, .. } = self.phase { Some(seat) } else { None }
    }

    /// The seat that draws next if nobody claims or wins.
    pub fn next_to_draw(&self) -> Option<Seat> {
        match self.phase {
            Phase::Open { from, why: Offer::Discard | Offer::DiceKong | Offer::Nothing, .. } => Some(self.next(from)),
            Phase::Kong { seat, dice: None, .. } | Phase::SeabedDraw { seat } => Some(seat),
            _ => None,
        }
    }

    /// True if the seat declared itself ready and made the discard of that declaration. The declaration counts only
    /// from then on.
    pub fn is_bound_ready(&self, seat: Seat) -> bool {
        let place = self.place(seat);
        let owes_discard = self.in_turn() == Some(seat) && place.declared_at == place.turns;
        place.is_declared_ready() && !owes_discard
    }

    /// The seat whose tile the others may win on now.
    pub fn tile_from(&self) -> Option<Seat> {
        match self.phase {
            Phase::Open { from, .. } | Phase::Kong { seat: from, .. } => Some(from),
            _ => None,
        }
    }

    /// The chance to win that the current phase gives a seat. Neither its hand nor the rules are checked.
    pub fn chance(&self, seat: Seat) -> Option<WinChance> {
        let own = |tile: Option<Tile>, source| {
            let tiles = tile.map_or(Shown::unknown(), Shown::one);
            WinChance { tiles, source, from: None }
        };
        match self.phase {
            // A flower never belongs to a winning hand.
            Phase::Turn { seat: turn, drawn } if turn == seat && drawn.tile().is_some_and(Tile::is_flower) => None,
            Phase::Turn { seat: turn, drawn } if turn == seat => match drawn {
                Drawn::Dealt(tile) => Some(own(tile, Source::Dealt)),
                Drawn::Wall(tile) if self.last.taken_by == Some(seat) => Some(own(tile, Source::Seabed)),
                Drawn::Wall(tile) => Some(own(tile, Source::Draw)),
                Drawn::Replacement(tile) => Some(own(tile, Source::Replacement)),
                Drawn::Nothing => None,
            },
            // A dealt hand with all four wilds can win out of turn.
            Phase::Turn { drawn: Drawn::Dealt(_), .. } if self.place(seat).wilds == 4 => {
                self.wild.map(|tile| own(Some(tile), Source::Dealt))
            }
            Phase::Open { from, tiles, why } if from == seat => match why {
                Offer::DiceKong => Some(WinChance { tiles, source: Source::DiceKong, from: None }),
                Offer::Seabed => Some(WinChance { tiles, source: Source::Seabed, from: None }),
                Offer::Discard | Offer::Nothing => None,
            },
            Phase::Open { from, tiles, why } => {
                let source = match why {
                    Offer::Nothing => return None,
                    Offer::Discard => Source::Discard,
                    Offer::DiceKong => Source::DiceKongOf,
                    Offer::Seabed => Source::SeabedOf,
                };
                Some(WinChance { tiles, source, from: Some(from) })
            }
            // The discarder of an exposed kong's tile cannot rob it: the tile was its own.
            Phase::Kong { seat: konger, tile, kind, dice, from } if konger != seat && from != Some(seat) => {
                Some(WinChance {
                    tiles: Shown::one(tile),
                    source: Source::Rob { kind, dice: dice.is_some() },
                    from: Some(konger),
                })
            }
            _ => None,
        }
    }
}
