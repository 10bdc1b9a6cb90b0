//! The table: deals, and carries out acts that are legal.

use super::house::House;
use super::legal::{Act, Kong};
use super::shape::{Counts, Kind, Meld, Tile, counts};

/// The way in which the seat in turn came by its last tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Got {
    /// The dealer's fourteenth tile.
    Dealt(Tile),
    Drawn(Tile),
    Replacement(Tile),
    /// By a pung.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Turn {
        seat: usize,
        got: Got,
    },
    /// A discard lies open. `hot` is the kong of its seat that it follows.
    Lying {
        from: usize,
        tile: Tile,
        hot: Option<usize>,
    },
    Konged {
        seat: usize,
        tile: Tile,
        added: bool,
    },
    /// A seat has won by its own draw.
    Drew {
        seat: usize,
    },
}

#[derive(Clone, Debug, Default)]
pub struct Place {
    pub hand: Vec<Tile>,
    pub melds: Vec<Meld>,
    /// 定缺.
    pub void: Option<u8>,
    pub won: bool,
    pub discards: usize,
    /// The kong that is still hot.
    pub hot: Option<usize>,
    /// It discarded a tile of its own waits, whose pattern has this fan: until its next turn it wins on a discard only
    /// with more (SC-3.5).
    pub bar: Option<u32>,
    /// It passed a win of this fan, no more than the cap: until its next turn it wins on a discard only with more (SC-3.5).
    pub passed: Option<u32>,
}

impl Place {
    pub fn count(&self, tile: Tile) -> usize {
        self.hand.iter().filter(|held| **held == tile).count()
    }

    pub fn counts(&self) -> Counts {
        counts(&self.hand)
    }

    /// True if the tile is of the suit that the seat named.
    pub fn is_void(&self, tile: Tile) -> bool {
        self.void == Some(tile / 9)
    }

    fn begin_turn(&mut self) {
        (self.bar, self.passed) = (None, None);
    }

    pub fn give_up(&mut self, tile: Tile, times: usize) {
        for _ in 0..times {
            let at = self.hand.iter().position(|held| *held == tile).expect("the tile is held");
            self.hand.remove(at);
        }
    }
}

/// A kong that came into being, with the seats that pay it.
#[derive(Clone, Debug)]
pub struct Konged {
    pub seat: usize,
    pub kind: Kind,
    pub payers: Vec<usize>,
    pub robbed: bool,
    /// The winners on the discard after it, in order (SC-6.6).
    pub winners: Vec<usize>,
}

/// A way of winning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    SelfDraw,
    /// On the replacement of this kong.
    KongDraw {
        kong: usize,
    },
    Discard {
        from: usize,
        hot: Option<usize>,
    },
    Rob {
        from: usize,
    },
}

#[derive(Clone, Debug)]
pub struct Win {
    pub seat: usize,
    pub tile: Tile,
    pub how: How,
    /// The whole fan, beyond the cap too.
    pub fan: u32,
    pub payers: Vec<usize>,
    /// The points that each payer pays.
    pub price: i64,
}

/// A hand in play.
#[derive(Clone, Debug)]
pub struct Table {
    pub house: House,
    pub dealer: usize,
    /// The tiles left in the wall, the next tile last.
    pub wall: Vec<Tile>,
    pub places: [Place; 4],
    pub moment: Moment,
    pub kongs: Vec<Konged>,
    pub wins: Vec<Win>,
    /// The winners on the tile that lies open now.
    pub now: Vec<usize>,
    /// The last winner of a tile with several winners, if there was one.
    pub several: Option<usize>,
    /// Whose tile the first win of the hand was on, if several seats won on it.
    pub first_several_from: Option<usize>,
    /// The seats that exchanged, with what each gave and took, in order of tiles.
    pub exchanged: Vec<(usize, Vec<Tile>, Vec<Tile>)>,
    /// The wall has run out and nobody wanted the last tile.
    pub exhausted: bool,
}

impl Table {
    /// A table after the deal. `wall` is in drawing order.
    pub fn new(house: &House, dealer: usize, hands: [Vec<Tile>; 4], wall: &[Tile]) -> Table {
        let places = hands.map(|hand| Place { hand, ..Place::default() });
        let last = *places[dealer].hand.last().expect("fourteen tiles");
        Table {
            house: house.clone(),
            dealer,
            wall: wall.iter().rev().copied().collect(),
            places,
            moment: Moment::Turn { seat: dealer, got: Got::Dealt(last) },
            kongs: Vec::new(),
            wins: Vec::new(),
            now: Vec::new(),
            several: None,
            first_several_from: None,
            exchanged: Vec::new(),
            exhausted: false,
        }
    }

    /// Deals from the whole wall: 52 tiles round the table, then the dealer's fourteenth (SC-1.2, SC-1.3).
    pub fn deal(house: &House, dealer: usize, wall: &[Tile]) -> Table {
        let mut hands: [Vec<Tile>; 4] = Default::default();
        for (at, tile) in wall[..52].iter().enumerate() {
            let seat = match at {
                _ if house.deal == "ones" => at,
                0..48 => at / 4,
                _ => at,
            };
            hands[(dealer + seat) % 4].push(*tile);
        }
        hands[dealer].push(wall[52]);
        Table::new(house, dealer, hands, &wall[53..])
    }

    /// True while a seat owes its exchange.
    pub fn is_exchanging(&self) -> bool {
        self.house.exchange == "three" && self.exchanged.len() < 4
    }

    /// Gives three tiles of one suit away and takes as many. Once all have done so, every seat must have taken what the
    /// seat at one and the same distance gave (SC-2.1).
    pub fn exchange(&mut self, seat: usize, mut gives: Vec<Tile>, mut takes: Vec<Tile>) {
        let one_suit = |tiles: &[Tile]| tiles.len() == 3 && tiles.iter().all(|tile| tile / 9 == tiles[0] / 9);
        assert!(self.is_exchanging() && one_suit(&gives) && one_suit(&takes), "three of one suit: {gives:?} {takes:?}");
        assert!(!self.exchanged.iter().any(|(other, ..)| *other == seat), "once");
        gives.iter().for_each(|tile| self.places[seat].give_up(*tile, 1));
        self.places[seat].hand.extend(&takes);
        // If the dealer gives its fourteenth tile away, its hand is complete with any other: the lowest is named, 万 first.
        if let Moment::Turn { seat: dealer, got: Got::Dealt(tile) } = self.moment
            && dealer == seat
            && self.places[seat].count(tile) == 0
        {
            let lowest = self.places[seat].hand.iter().min_by_key(|tile| (**tile + 9) % 27);
            self.moment = Moment::Turn { seat, got: Got::Dealt(*lowest.expect("fourteen tiles")) };
        }
        gives.sort_unstable();
        takes.sort_unstable();
        self.exchanged.push((seat, gives, takes));
        let gave = |seat: usize| self.exchanged.iter().find(|(giver, ..)| *giver == seat).map(|(_, gave, _)| gave);
        let agrees =
            |steps: usize| self.exchanged.iter().all(|(taker, _, took)| gave((taker + steps) % 4) == Some(took));
        assert!(self.is_exchanging() || (1..4).any(agrees), "all in one direction: {:?}", self.exchanged);
    }

    /// The seat after this one that has not won.
    pub fn after(&self, seat: usize) -> usize {
        (1..4).map(|step| (seat + step) % 4).find(|&next| !self.places[next].won).unwrap_or(seat)
    }

    /// Every seat but this one that has not won.
    pub fn others(&self, seat: usize) -> Vec<usize> {
        (0..4).filter(|&other| other != seat && !self.places[other].won).collect()
    }

    /// The next seat to draw if nobody claims anything (SC-7.1).
    pub fn next_to_draw(&self) -> Option<usize> {
        match (self.moment, self.now.first()) {
            (Moment::Lying { from: open, .. } | Moment::Konged { seat: open, .. }, Some(_)) => {
                // Of several winners the last is the one that sits furthest from the tile.
                let last = (1..4).rev().map(|step| (open + step) % 4).find(|seat| self.now.contains(seat))?;
                Some(self.after(last))
            }
            (_, Some(&winner)) => Some(self.after(winner)),
            (Moment::Lying { from: seat, .. } | Moment::Drew { seat }, None) => Some(self.after(seat)),
            (Moment::Konged { seat, .. }, None) => Some(seat),
            (Moment::Turn { .. }, None) => None,
        }
    }

    /// True while a seat has not named its void suit.
    pub fn is_naming(&self) -> bool {
        self.house.ding_que && self.places.iter().any(|place| place.void.is_none())
    }

    /// True if three seats have won.
    pub fn three_won(&self) -> bool {
        self.places.iter().filter(|place| place.won).count() == 3
    }

    /// Carries out one act, which must be legal.
    pub fn play(&mut self, seat: usize, act: Act) {
        assert!(self.legal()[seat].contains(&act), "seat {seat}: {act:?} is not among {:?}", self.legal()[seat]);
        // In older rooms this ends a kong that stayed hot.
        if matches!(act, Act::Pung(_) | Act::Kong(..)) {
            self.places.iter_mut().for_each(|place| place.hot = None);
        }
        match act {
            Act::Win(tile, _) => return self.win(seat, tile),
            Act::Void(suit) => return self.places[seat].void = Some(suit),
            _ => self.record_passes(),
        }
        match act {
            Act::Win(..) | Act::Void(_) => {}
            Act::Draw => self.draw(seat),
            Act::Discard(tile) => self.discard(seat, tile),
            Act::Pung(tile) => {
                let Moment::Lying { from, .. } = self.moment else { unreachable!("a discard lies open") };
                self.places[seat].give_up(tile, 2);
                self.places[seat].melds.push(Meld { kind: Kind::Pung, tile, from: Some(from) });
                self.places[seat].begin_turn();
                self.moment = Moment::Turn { seat, got: Got::Claimed };
            }
            Act::Kong(tile, kong) => self.kong(seat, tile, kong),
        }
        self.now.clear();
    }

    fn draw(&mut self, seat: usize) {
        let tile = self.wall.pop().expect("a tile");
        let replaces = matches!(self.moment, Moment::Konged { .. }) && self.now.is_empty();
        let place = &mut self.places[seat];
        place.hand.push(tile);
        place.begin_turn();
        let got = if replaces { Got::Replacement(tile) } else { Got::Drawn(tile) };
        self.moment = Moment::Turn { seat, got };
    }

    fn discard(&mut self, seat: usize, tile: Tile) {
        let place = &mut self.places[seat];
        place.give_up(tile, 1);
        place.discards += 1;
        // A kong is hot for one discard (SC-4.9).
        let hot = place.hot;
        if !self.house.older.sticky {
            place.hot = None;
        }
        self.moment = Moment::Lying { from: seat, tile, hot };
        if self.house.guo_shui != "off"
            && let Some(fan) = self.fan_of_own_discard(seat, tile)
        {
            self.places[seat].bar = Some(fan);
        }
    }

    fn kong(&mut self, seat: usize, tile: Tile, kong: Kong) {
        let got = if let Moment::Turn { got, .. } = self.moment { got.tile() } else { None };
        let place = &mut self.places[seat];
        let (kind, payers) = match (kong, self.moment) {
            (Kong::Exposed, Moment::Lying { from, .. }) => {
                place.give_up(tile, 3);
                place.melds.push(Meld { kind: Kind::Exposed, tile, from: Some(from) });
                place.begin_turn();
                (Kind::Exposed, vec![from])
            }
            (Kong::Concealed, _) => {
                place.give_up(tile, 4);
                place.melds.push(Meld { kind: Kind::Concealed, tile, from: None });
                (Kind::Concealed, self.others(seat))
            }
            _ => {
                let kind = Kind::Added { late: got != Some(tile) };
                place.give_up(tile, 1);
                let pung = place.melds.iter_mut().find(|meld| meld.tile == tile).expect("its pung");
                pung.kind = kind;
                (kind, self.others(seat))
            }
        };
        self.places[seat].hot = Some(self.kongs.len());
        self.kongs.push(Konged { seat, kind, payers, robbed: false, winners: Vec::new() });
        self.moment = Moment::Konged { seat, tile, added: kong == Kong::Added };
    }

    fn win(&mut self, seat: usize, tile: Tile) {
        let how = self.how(seat).expect("a win");
        let win = self.worth(seat, tile, how).expect("a win");
        match how {
            How::Discard { hot: Some(kong), .. } => self.kongs[kong].winners.push(seat),
            How::Rob { from } if self.now.is_empty() => {
                let kong = self.kongs.last_mut().expect("the kong");
                kong.robbed = true;
                let robbed = &mut self.places[from];
                robbed.hot = None;
                let meld = robbed.melds.iter_mut().find(|meld| meld.tile == tile).expect("the kong");
                meld.kind = Kind::Pung;
            }
            How::SelfDraw | How::KongDraw { .. } => self.moment = Moment::Drew { seat },
            _ => {}
        }
        self.wins.push(win);
        self.places[seat].won = true;
        self.now.push(seat);
        if let (true, How::Discard { from, .. } | How::Rob { from }) = (self.now.len() > 1, how) {
            self.several = Some(seat);
            if self.wins.len() == self.now.len() {
                self.first_several_from = Some(from);
            }
        }
    }

    /// Play goes on, so every seat that could have won on another's tile passed it (SC-3.5). A seat that lets others win
    /// alone has passed nothing.
    fn record_passes(&mut self) {
        if self.now.is_empty() {
            (0..4).for_each(|seat| self.record_pass(seat));
        }
    }

    /// Records a pass of this seat; an explicit pass may come before play goes on.
    pub fn record_pass(&mut self, seat: usize) {
        if self.house.guo_shui == "passed"
            && !matches!(self.moment, Moment::Turn { .. })
            && let Some(win) = self.may_win(seat)
        {
            let fan = self.house.capped(win.fan);
            let passed = &mut self.places[seat].passed;
            *passed = Some(passed.unwrap_or(0).max(fan));
        }
    }
}
