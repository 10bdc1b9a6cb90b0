//! The table, and the effect of each event on it.

use super::super::house::{House, Room};
use super::super::settle::Discard;
use super::super::shape::{Counts, KINDS, Kind, Meld, RED, Tile, waits};
use super::legal::{Act, Kong};
use caipan_log::{Action, Declaration, DrawFrom, Event, HandLog, KongKind, PassOf};

/// The source of the last tile of the seat in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Got {
    Dealt(Tile),
    Drawn(Tile),
    Replacement(Tile),
    /// It claimed a discard.
    Claimed,
}

impl Got {
    pub fn tile(self) -> Option<Tile> {
        match self {
            Got::Dealt(tile) | Got::Drawn(tile) | Got::Replacement(tile) => Some(tile),
            Got::Claimed => None,
        }
    }
}

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Turn { seat: usize, got: Got },
    Lying { from: usize, tile: Tile, hot: bool },
    Konged { seat: usize, tile: Tile, added: bool },
}

/// The state of one seat.
#[derive(Clone, Debug, Default)]
pub struct Place {
    pub hand: Vec<Tile>,
    pub melds: Vec<Meld>,
    pub draws: usize,
    pub discards: usize,
    pub declared: bool,
    /// It declared and discarded the tile just drawn, so its dealt tiles were ready.
    pub hard: bool,
    /// Tiles that it passed since its last own draw.
    pub passed: Vec<Tile>,
    pub was_ready: bool,
    /// 定缺: the suit that it named, 0 to 2.
    pub lack: Option<Tile>,
}

impl Place {
    /// True if the tile is of the suit that the seat named (MG-ding-que).
    pub fn lacks(&self, tile: Tile) -> bool {
        self.lack == Some(tile / 9)
    }

    /// The waits of this seat with these tiles: none while it holds a tile of its suit, and none of its suit.
    pub fn waits(&self, house: &House, hand: &Counts, melds: &[Meld]) -> Vec<Tile> {
        if self.holds_lack(hand, melds) {
            return Vec::new();
        }
        waits(house, hand, melds).into_iter().filter(|tile| !self.lacks(*tile)).collect()
    }

    /// True if one of these tiles or melds is of the suit that the seat named.
    pub fn holds_lack(&self, hand: &Counts, melds: &[Meld]) -> bool {
        (0..=RED).any(|tile| hand[usize::from(tile)] > 0 && self.lacks(tile))
            || melds.iter().any(|meld| self.lacks(meld.tile))
    }

    pub fn count(&self, tile: Tile) -> usize {
        self.hand.iter().filter(|held| **held == tile).count()
    }

    pub fn counts(&self) -> Counts {
        counts(&self.hand)
    }

    fn give_up(&mut self, tile: Tile, times: usize) {
        for _ in 0..times {
            let at = self.hand.iter().position(|held| *held == tile).expect("the tile is held");
            self.hand.remove(at);
        }
    }

    /// The declaration binds from its discard on (X-BAO).
    pub fn is_bound(&self) -> bool {
        self.declared && self.discards > 0
    }
}

pub fn counts(tiles: &[Tile]) -> Counts {
    let mut counts = [0; KINDS];
    tiles.iter().for_each(|tile| counts[usize::from(*tile)] += 1);
    counts
}

/// A hand in play.
#[derive(Clone, Debug)]
pub struct Table {
    pub house: House,
    pub dealer: usize,
    /// Number of hands in a row that the dealer deals, this one included.
    pub streak: i64,
    /// Monday is 1; 0 if the log does not give it.
    pub weekday: u8,
    /// The tiles left in the wall, the next tile last.
    pub wall: Vec<Tile>,
    pub places: [Place; 4],
    pub discards: Vec<Discard>,
    pub moment: Moment,
    pub winners: Vec<usize>,
    pub flip: Option<Tile>,
    pub exhausted: bool,
    /// Tiles opened during play.
    pub rolls: Vec<Tile>,
    /// 估卖.
    pub picked: [i64; 4],
    pub last_hand: bool,
    /// 换张: the seats that exchanged, with what each gave and took, in order of tiles.
    pub exchanged: Vec<(usize, Vec<Tile>, Vec<Tile>)>,
    /// Kongs that came into being.
    kongs: usize,
    /// The wall after the deal, the next tile last.
    dealt_wall: Vec<Tile>,
}

/// The weekday in China, counted in days from a Thursday.
fn weekday(seconds: i64) -> u8 {
    let days = (seconds + 8 * 3600).div_euclid(86_400);
    ((days + 3).rem_euclid(7) + 1) as u8
}

/// The kind of a tile of a log.
pub fn kind_of(tile: caipan_tiles::tile::Tile) -> Tile {
    if tile.is_numbered() { tile.index() as Tile } else { RED }
}

impl Table {
    /// Deals from the wall: three rounds of four, then one each, and the dealer's fourteenth (GY-1.2).
    pub fn deal(house: &House, log: &HandLog, dealer: usize, streak: i64) -> Table {
        let mut wall: Vec<Tile> = log.wall.as_ref().expect("a wall").0.iter().copied().map(kind_of).collect();
        assert_eq!(counts(&wall), house.pack(), "GY-1.1: 108 tiles; MG-pack: 112 with 红中");
        wall.reverse();
        let mut places: [Place; 4] = Default::default();
        let mut draw = |seat: usize, times: usize| {
            (0..times).for_each(|_| places[seat % house.players].hand.push(wall.pop().expect("a wall of 108")));
        };
        for _ in 0..3 {
            (dealer..dealer + house.players).for_each(|seat| draw(seat, 4));
        }
        (dealer..dealer + house.players).for_each(|seat| draw(seat, 1));
        draw(dealer, 1);
        let last = *places[dealer].hand.last().expect("fourteen tiles");
        let moment = Moment::Turn { seat: dealer, got: Got::Dealt(last) };
        let mut table = Table {
            house: house.clone(),
            dealer,
            streak,
            weekday: log.started_at.map_or(0, |at| weekday(at.timestamp())),
            wall,
            places,
            discards: Vec::new(),
            moment,
            winners: Vec::new(),
            flip: None,
            exhausted: false,
            rolls: Vec::new(),
            picked: log.gu_mai.map_or([0; 4], |picked| picked.0),
            last_hand: log.last_hand == Some(true),
            exchanged: Vec::new(),
            kongs: 0,
            dealt_wall: Vec::new(),
        };
        table.dealt_wall.clone_from(&table.wall);
        table.record_readiness();
        table
    }

    /// X-JIAO: records readiness of every seat that holds 3n + 1 tiles.
    fn record_readiness(&mut self) {
        if !self.house.ever {
            return;
        }
        for place in &mut self.places[..self.house.players] {
            let waiting = || !place.waits(&self.house, &place.counts(), &place.melds).is_empty();
            place.was_ready |= place.hand.len() % 3 == 1 && waiting();
        }
    }

    /// Applies one event, which must be legal.
    pub fn play(&mut self, event: &Event, legal: &[Vec<Act>; 4]) {
        let (seat, act) = match &event.action {
            Action::Draw { seat, tile, from } => {
                assert_ne!(*from, Some(DrawFrom::Tail), "there is one end (X-MISC)");
                assert_eq!(self.wall.last(), Some(&kind_of(*tile)), "the next tile is drawn (X-MISC)");
                (seat.index(), Act::Draw)
            }
            Action::Discard { seat, tile } => (seat.index(), Act::Discard(kind_of(*tile))),
            Action::Pung { seat, tile } => (seat.index(), Act::Pung(kind_of(*tile))),
            Action::Kong { seat, tile, kind, dice: None } => {
                let kind = match kind {
                    KongKind::Concealed => Kong::Concealed,
                    KongKind::Exposed => Kong::Exposed,
                    KongKind::Added => Kong::Added,
                };
                (seat.index(), Act::Kong(kind_of(*tile), kind))
            }
            Action::Declare { seat, what: Declaration::Void(suit) } => {
                let first = caipan_tiles::tile::Tile::of(*suit, 1).expect("a suit");
                (seat.index(), Act::Lack(kind_of(first) / 9))
            }
            Action::Declare { seat, .. } => (seat.index(), Act::Declare),
            Action::Win { seat, tile } => {
                let value = self.value(seat.index()).expect("a win");
                (seat.index(), Act::Win(kind_of(*tile), value))
            }
            Action::Exchange { seat, tiles, takes } => {
                let kinds = |tiles: &[caipan_tiles::tile::Tile]| tiles.iter().copied().map(kind_of).collect();
                return self.exchange(seat.index(), kinds(tiles), kinds(takes));
            }
            Action::Flip { tile } if self.winners.is_empty() => return self.open(kind_of(*tile)),
            Action::Flip { tile } => {
                assert!(!self.winners.is_empty(), "only a win flips (X-JI)");
                self.flip = self.wall.pop();
                return assert_eq!(self.flip, Some(kind_of(*tile)), "the next tile is flipped (X-JI, X-MISC)");
            }
            Action::DrawGame => {
                let lying = matches!(self.moment, Moment::Lying { .. });
                self.exhausted = true;
                return assert!(lying && self.wall.is_empty(), "only an exhausted wall is drawn (X-CHAJIAO)");
            }
            Action::Pass { seat, of: PassOf::Win } => return self.record_pass(seat.index()),
            Action::Leave { .. } | Action::Pass { .. } => return,
            other => panic!("there is no such event in Guiyang: {other:?}"),
        };
        assert!(legal[seat].contains(&act), "seat {seat}: {act:?} is not among {:?}", legal[seat]);
        self.carry_out(seat, act);
        self.record_readiness();
    }

    fn carry_out(&mut self, seat: usize, act: Act) {
        if let Act::Win(tile, _) = act {
            if let (Moment::Konged { seat: robbed, .. }, true) = (self.moment, self.winners.is_empty()) {
                self.undo_kong(robbed, tile);
            }
            return self.winners.push(seat);
        }
        self.record_passes();
        let got = match self.moment {
            Moment::Turn { got, .. } => got,
            _ => Got::Claimed,
        };
        let place = &mut self.places[seat];
        match act {
            Act::Draw => {
                let tile = self.wall.pop().expect("a tile");
                place.hand.push(tile);
                place.draws += 1;
                place.passed.clear();
                let replaces = matches!(self.moment, Moment::Konged { .. });
                let got = if replaces { Got::Replacement(tile) } else { Got::Drawn(tile) };
                self.moment = Moment::Turn { seat, got };
            }
            Act::Discard(tile) => {
                place.give_up(tile, 1);
                place.hard |= place.declared && place.discards == 0 && got.tile() == Some(tile);
                place.discards += 1;
                self.discards.push(Discard { seat, tile, claimed: false });
                self.moment = Moment::Lying { from: seat, tile, hot: matches!(got, Got::Replacement(_)) };
            }
            Act::Declare => place.declared = true,
            Act::Lack(suit) => place.lack = Some(suit),
            Act::Pung(tile) => {
                place.give_up(tile, 2);
                self.lay(seat, Kind::Pung, tile);
                self.moment = Moment::Turn { seat, got: Got::Claimed };
            }
            Act::Kong(tile, kind) => {
                match kind {
                    Kong::Exposed => {
                        place.give_up(tile, 3);
                        self.lay(seat, Kind::Exposed, tile);
                    }
                    Kong::Concealed => {
                        place.give_up(tile, 4);
                        place.melds.push(Meld { kind: Kind::Concealed, tile, from: None });
                    }
                    Kong::Added => {
                        place.give_up(tile, 1);
                        let late = got.tile() != Some(tile);
                        let at = place.melds.iter().position(|meld| meld.tile == tile).expect("its pung");
                        // Melds are in the order of their last change, so the last kong is the last meld.
                        let pung = place.melds.remove(at);
                        place.melds.push(Meld { kind: Kind::Added { late }, ..pung });
                    }
                }
                self.kongs += 1;
                self.moment = Moment::Konged { seat, tile, added: kind == Kong::Added };
            }
            Act::Win(..) => {}
        }
    }

    /// True while a seat owes its exchange (MG-exchange).
    pub fn is_exchanging(&self) -> bool {
        matches!(self.house.room, Room::Exchanging(_)) && self.exchanged.len() < self.house.players
    }

    /// Gives tiles of one suit away and takes as many (MG-exchange). Once all have done so, every seat must have taken what
    /// the seat at one and the same distance gave.
    fn exchange(&mut self, seat: usize, mut gives: Vec<Tile>, mut takes: Vec<Tile>) {
        let Room::Exchanging(count) = self.house.room else { panic!("no tiles are exchanged in this house") };
        assert_eq!((gives.len(), takes.len()), (count, count), "as many tiles as the house says");
        assert!(
            self.discards.is_empty() && !self.exchanged.iter().any(|(other, ..)| *other == seat),
            "once, before play"
        );
        let one_suit = |tiles: &[Tile]| tiles.iter().all(|tile| tile / 9 == tiles[0] / 9);
        assert!(one_suit(&gives) && one_suit(&takes), "of one suit each");
        gives.iter().for_each(|tile| self.places[seat].give_up(*tile, 1));
        self.places[seat].hand.extend(&takes);
        // If the dealer gives its fourteenth tile away, its hand is complete with any other: the lowest is named.
        if let Moment::Turn { seat: dealer, got: Got::Dealt(tile) } = self.moment
            && dealer == seat
            && self.places[seat].count(tile) == 0
        {
            let lowest = *self.places[seat].hand.iter().min().expect("fourteen tiles");
            self.moment = Moment::Turn { seat, got: Got::Dealt(lowest) };
        }
        gives.sort_unstable();
        takes.sort_unstable();
        self.exchanged.push((seat, gives, takes));
        let players = self.house.players;
        let given = |seat: usize| self.exchanged.iter().find(|(giver, ..)| *giver == seat).map(|(_, gave, _)| gave);
        let agrees =
            |steps: usize| self.exchanged.iter().all(|(taker, _, took)| given((taker + steps) % players) == Some(took));
        assert!(self.is_exchanging() || (1..players).any(agrees), "all in one direction: {:?}", self.exchanged);
    }

    /// Opens a tile for chickens: the sixth from the end after the deal, then two nearer the head for each kong (MG-roll).
    fn open(&mut self, tile: Tile) {
        assert!(
            self.house.roll != "off" && self.rolls.len() <= self.kongs,
            "a tile is opened after the deal and each kong"
        );
        assert_eq!(self.dealt_wall[5 + 2 * self.rolls.len()], tile, "the tile lies there");
        self.rolls.push(tile);
    }

    /// Moves the open tile into a meld.
    fn lay(&mut self, seat: usize, kind: Kind, tile: Tile) {
        let last = self.discards.last_mut().expect("a discard");
        last.claimed = true;
        self.places[seat].melds.push(Meld { kind, tile, from: Some(last.seat) });
    }

    /// Turns a robbed kong back into a pung (X-QIANG).
    fn undo_kong(&mut self, robbed: usize, tile: Tile) {
        let kong = self.places[robbed].melds.iter_mut().find(|meld| meld.tile == tile).expect("the kong");
        kong.kind = Kind::Pung;
    }

    /// Play goes on, so every seat that could have won on another's tile passed it (X-GUO).
    fn record_passes(&mut self) {
        (0..self.house.players).for_each(|seat| self.record_pass(seat));
    }

    /// Records a pass of this seat; an explicit pass may come before play goes on.
    fn record_pass(&mut self, seat: usize) {
        let (Moment::Lying { from, tile, .. } | Moment::Konged { seat: from, tile, .. }) = self.moment else { return };
        if seat != from && self.value(seat).is_some() {
            self.places[seat].passed.push(tile);
        }
    }
}
