//! The table: hands, the current phase and past events. It follows a log and judges nothing.

use super::super::house::{House, Profile};
use super::super::missed::Happening;
use super::super::tiles::{Meld, Tile};
use super::act::{Act, Event, KongOf};
use super::wall::Wall;

/// One player.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Concealed tiles in the order in which they came.
    pub hand: Vec<Tile>,
    pub melds: Vec<Meld>,
    /// After a dice kong: no claims and no change of the hand (CS-A.12, CS-A.19d, CS-B.9.6).
    pub locked: bool,
    /// The openings it declared.
    pub opened: Option<Vec<String>>,
    pub discards: usize,
}

/// The source of the last tile of the seat in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// The dealer's fourteenth.
    Dealt,
    Drawn,
    Replaced,
    /// It took the seabed.
    Seabed,
    /// It claimed a discard and drew nothing.
    Claimed,
}

/// The current phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Now {
    Turn {
        seat: usize,
        came: Came,
    },
    Thrown {
        by: usize,
        tile: Tile,
    },
    /// A kong that may be robbed before its tiles come. `from` discarded the tile of an exposed one.
    Konged {
        by: usize,
        tile: Tile,
        of: KongOf,
        pips: Option<usize>,
        from: Option<usize>,
    },
    /// Tiles turned up after a dice kong.
    Turned {
        by: usize,
        tiles: Vec<Tile>,
    },
    /// The seabed is being offered.
    Offered {
        first: usize,
        to: usize,
    },
    /// All four declined.
    Declined,
    /// A seat took the seabed and must draw it.
    Taking {
        by: usize,
    },
    /// The hand is over: by wins, by a drawn game, or because somebody left.
    Over,
}

/// The state of the seabed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seabed {
    pub first_offered: Option<usize>,
    pub taker: Option<usize>,
    pub tile: Option<Tile>,
    /// The seat that drew it as a replacement, or turned it up.
    pub consumed_by: Option<usize>,
}

/// A declared win: its seat, its units, its payer and the source of the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    pub seat: usize,
    pub units: u32,
    pub payer: Option<usize>,
    pub came: Option<Came>,
}

#[derive(Clone, Debug)]
pub struct Table<'h> {
    pub house: &'h House,
    pub profile: Profile,
    pub dealer: usize,
    pub places: [Place; 4],
    pub wall: Wall,
    pub now: Now,
    /// True after any chow, pung or kong.
    pub claimed: bool,
    pub happenings: Vec<Happening>,
    /// Seats that refused to win on the open tile.
    pub refused: Vec<usize>,
    pub seabed: Seabed,
    pub won: Vec<Declared>,
    pub left: Option<usize>,
}

impl<'h> Table<'h> {
    /// Three rounds of four from the dealer on, then one each, then the dealer's fourteenth.
    pub fn deal(house: &'h House, profile: Profile, wall: &[Tile], dealer: usize) -> Self {
        let mut wall = Wall::of(wall);
        let mut places: [Place; 4] = Default::default();
        for _ in 0..3 {
            for step in 0..4 {
                (0..4).for_each(|_| places[(dealer + step) % 4].hand.push(wall.draw()));
            }
        }
        for step in 0..5 {
            places[(dealer + step) % 4].hand.push(wall.draw());
        }
        let now = Now::Turn { seat: dealer, came: Came::Dealt };
        Self {
            house,
            profile,
            dealer,
            places,
            wall,
            now,
            claimed: false,
            happenings: Vec::new(),
            refused: Vec::new(),
            seabed: Seabed::default(),
            won: Vec::new(),
            left: None,
        }
    }

    /// True if nobody has done anything but declare openings.
    pub fn untouched(&self) -> bool {
        matches!(self.now, Now::Turn { came: Came::Dealt, .. })
    }

    /// Follows one line; an error says why it is impossible. `may` holds the legal acts before it.
    pub fn follow(&mut self, event: &Event, may: &[Vec<Act>; 4]) -> Result<(), String> {
        match event {
            Event::Open(seat, names) => self.places[*seat].opened = Some(names.clone()),
            Event::Pass(seat) => {
                let offers = self.offers(may, |other| other == *seat);
                self.happenings.extend(offers.into_iter().map(|(_, offer)| offer));
                self.happenings.push(Happening::Refuse { seat: *seat });
                self.refused.push(*seat);
            }
            Event::Win(seat, _) => return self.win(*seat, may),
            Event::Birds(_) => {}
            Event::Leave(seat) => (self.left, self.now) = (Some(*seat), Now::Over),
            Event::DrawGame => self.now = Now::Over,
            goes_on => {
                let refused = std::mem::take(&mut self.refused);
                let offers = self.offers(may, |seat| !refused.contains(&seat));
                let at = self.happenings.len();
                self.go_on(goes_on)?;
                // A kong does not make the silence of a seat a pass if the seat may still rob that kong (AMB-6).
                let passed = offers.into_iter().filter(|(seat, _)| !self.may_rob(*seat)).map(|(_, offer)| offer);
                let passed: Vec<Happening> = passed.collect();
                self.happenings.splice(at..at, passed);
            }
        }
        Ok(())
    }

    fn go_on(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::Draw(seat, tile) => self.draw(*seat, *tile)?,
            Event::Discard(seat, tile) => {
                self.take(*seat, *tile, 1)?;
                self.places[*seat].discards += 1;
                self.happenings.push(Happening::Discard { seat: *seat, tile: *tile });
                self.now = Now::Thrown { by: *seat, tile: *tile };
            }
            Event::Chow(seat, tile, with) => {
                for &tile in with {
                    self.take(*seat, tile, 1)?;
                }
                self.claim(*seat, Meld::Chow(*tile.min(&with[0])));
            }
            Event::Pung(seat, tile) => {
                self.take(*seat, *tile, 2)?;
                self.claim(*seat, Meld::Pung(*tile));
            }
            Event::Kong(seat, tile, of, pips) => self.kong(*seat, *tile, *of, *pips)?,
            Event::Reveal(seat, tiles) => {
                let Now::Konged { pips: Some(pips), .. } = self.now else {
                    return Err("no dice were thrown".to_owned());
                };
                let there = self.wall.dice(pips, tiles.len());
                if there != *tiles {
                    return Err(format!("the dice name {there:?}, not {tiles:?}"));
                }
                if self.wall.left() == 0 {
                    self.seabed.consumed_by = Some(*seat);
                }
                self.now = Now::Turned { by: *seat, tiles: there };
            }
            Event::AnswerLast(seat, take) => self.answer(*seat, *take),
            other => return Err(format!("{other:?} does not go on")),
        }
        Ok(())
    }

    fn draw(&mut self, seat: usize, tile: Tile) -> Result<(), String> {
        let (there, came) = match self.now {
            Now::Konged { .. } => (self.wall.replace(), Came::Replaced),
            Now::Taking { .. } => (self.wall.draw(), Came::Seabed),
            _ => (self.wall.draw(), Came::Drawn),
        };
        if there != tile {
            return Err(format!("the wall gives {there}, not {tile}"));
        }
        if came == Came::Seabed {
            self.seabed.tile = Some(tile);
        } else if self.wall.left() == 0 {
            self.seabed.consumed_by = Some(seat);
        }
        self.happenings.push(Happening::Draw { seat });
        self.places[seat].hand.push(tile);
        self.now = Now::Turn { seat, came };
        Ok(())
    }

    fn kong(&mut self, seat: usize, tile: Tile, of: KongOf, pips: Option<usize>) -> Result<(), String> {
        let (rest, melds) = set_aside(&self.places[seat], tile, of).ok_or("the tiles are not there")?;
        let mut from = None;
        if of == KongOf::Exposed {
            from = self.lying().map(|(by, _)| by);
            self.happenings.push(Happening::Claim { seat });
        }
        let place = &mut self.places[seat];
        (place.hand, place.melds) = (rest, melds);
        place.locked |= pips.is_some();
        self.claimed = true;
        self.now = Now::Konged { by: seat, tile, of, pips, from };
        Ok(())
    }

    fn claim(&mut self, seat: usize, meld: Meld) {
        self.places[seat].melds.push(meld);
        self.claimed = true;
        self.happenings.push(Happening::Claim { seat });
        self.now = Now::Turn { seat, came: Came::Claimed };
    }

    fn answer(&mut self, seat: usize, take: bool) {
        let first = *self.seabed.first_offered.get_or_insert(seat);
        let next = (seat + 1) % 4;
        self.now = match (take, next == first) {
            (true, _) => {
                self.seabed.taker = Some(seat);
                Now::Taking { by: seat }
            }
            (false, true) => Now::Declined,
            (false, false) => Now::Offered { first, to: next },
        };
    }

    /// The first win of another seat means that the taker of the seabed passes.
    pub fn let_seabed_go(&mut self, winner: usize) {
        if let Now::Turn { seat: taker, came: Came::Seabed } = self.now
            && taker != winner
            && self.won.is_empty()
        {
            self.refused.push(taker);
        }
    }

    /// Several seats may win on one tile, one after another; nothing else happens in between.
    fn win(&mut self, seat: usize, may: &[Vec<Act>; 4]) -> Result<(), String> {
        let units = may[seat].iter().find_map(|act| if let Act::Win { units, .. } = act { Some(*units) } else { None });
        let units = units.ok_or("this win is none")?;
        let (payer, came) = match self.now {
            Now::Turn { seat: turn, came } => (Some(turn), Some(came)),
            Now::Thrown { by, .. } | Now::Konged { by, .. } | Now::Turned { by, .. } => (Some(by), None),
            _ => (None, None),
        };
        let payer = payer.filter(|&payer| payer != seat);
        self.won.push(Declared { seat, units, payer, came });
        Ok(())
    }

    /// The open tiles, and the seat that put them there.
    pub fn lying(&self) -> Option<(usize, Vec<Tile>)> {
        match &self.now {
            Now::Thrown { by, tile } | Now::Konged { by, tile, .. } => Some((*by, vec![*tile])),
            Now::Turned { by, tiles } => Some((*by, tiles.clone())),
            _ => None,
        }
    }

    fn may_rob(&self, seat: usize) -> bool {
        let Now::Konged { by, tile, of: KongOf::Exposed, .. } = self.now else { return false };
        by != seat && self.wins_on(seat, &[tile]).is_some()
    }

    /// The wins that these seats could make on another's tiles, one offer per tile.
    fn offers(&self, may: &[Vec<Act>; 4], which: impl Fn(usize) -> bool) -> Vec<(usize, Happening)> {
        let mut offers = Vec::new();
        // The seabed is open to the others too if its taker cannot win with it (2.8).
        let seabed = match self.now {
            Now::Turn { seat, came: Came::Seabed } => self.seabed.tile.map(|tile| (seat, vec![tile])),
            _ => None,
        };
        let Some((by, tiles)) = seabed.or_else(|| self.lying()) else { return offers };
        for seat in (0..4).filter(|&seat| seat != by && which(seat)) {
            for act in &may[seat] {
                let Act::Win { units, .. } = act else { continue };
                let winning = tiles.iter().copied().filter(|&tile| self.wins_on(seat, &[tile]).is_some());
                offers.extend(winning.map(|tile| (seat, Happening::Offer { seat, tile, level: *units })));
            }
        }
        offers
    }

    fn take(&mut self, seat: usize, tile: Tile, times: usize) -> Result<(), String> {
        for _ in 0..times {
            let at = self.places[seat].hand.iter().rposition(|&held| held == tile).ok_or("the tile is not there")?;
            self.places[seat].hand.remove(at);
        }
        Ok(())
    }
}

/// The hand and the melds after a kong moves its four tiles; `None` if the tiles are not there.
pub fn set_aside(place: &Place, tile: Tile, of: KongOf) -> Option<(Vec<Tile>, Vec<Meld>)> {
    let (mut rest, mut melds) = (place.hand.clone(), place.melds.clone());
    let (times, kong_meld) = match of {
        KongOf::Concealed => (4, Meld::ConcealedKong(tile)),
        KongOf::Exposed => (3, Meld::ExposedKong(tile)),
        KongOf::Added => (1, Meld::AddedKong(tile)),
    };
    for _ in 0..times {
        let at = rest.iter().rposition(|&held| held == tile)?;
        rest.remove(at);
    }
    if of == KongOf::Added {
        let pung = melds.iter().position(|&meld| meld == Meld::Pung(tile))?;
        melds[pung] = kong_meld;
    } else {
        melds.push(kong_meld);
    }
    Some((rest, melds))
}
