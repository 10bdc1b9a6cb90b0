//! The table: the wall, four hands, melds and discards, and the effect of each log line on them.

use super::act::{Act, Event, KongOf};
use super::house::{Kept, Play};
use crate::oracle::beijing::tiles::{Meld, Tile, wild_after};
use crate::oracle::beijing::win::{Facts, NO_WILD, Win};

/// The source of the last tile of the seat in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    Dealt,
    Front,
    /// From the end of the wall, after this many kongs in a row.
    End(u8),
}

/// The phase of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Now {
    /// A seat has fourteen tiles: it drew the last one, or claimed.
    Turn {
        seat: usize,
        drawn: Option<(Tile, Came)>,
    },
    /// A discard lies open.
    Open {
        from: usize,
        tile: Tile,
    },
    /// A kong waits for its replacement.
    Kong {
        seat: usize,
        tile: Tile,
        of: KongOf,
        fresh: bool,
        discarder: Option<usize>,
        run: u8,
    },
    Over,
}

#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
pub struct Place {
    /// Concealed tiles, wilds among them.
    pub hand: Vec<Tile>,
    pub melds: Vec<Meld>,
    /// Every discard, with the number of claims and kongs at the table before it.
    pub river: Vec<(Tile, usize)>,
    /// Tiles of others that it could have won on since its last turn, but passed.
    pub passed: Vec<Tile>,
    /// It declared 混儿悠 and its next turn has not come.
    pub promised: bool,
    /// Its next draw after the declaration has just come.
    pub kept_promise: bool,
    /// It declared 天听.
    pub sky: bool,
    /// It discarded something else than it drew, the dealer's first discard aside, or made a meld.
    pub changed: bool,
    pub xiaosa: bool,
    /// It declared 潇洒 in this turn.
    pub owes_discard: bool,
}

/// An accepted win.
#[derive(Clone, Debug)]
pub struct Won {
    pub facts: Facts,
    pub win: Win,
}

#[derive(Clone, Debug)]
pub struct Table<'p> {
    pub play: &'p Play,
    pub dealer: usize,
    pub floor: u32,
    /// The tiles left, each with its place in the wall counted from the first tile dealt.
    pub wall: Vec<(usize, Tile)>,
    /// Number of tiles after the deal and the indicator.
    pub undealt: usize,
    /// Number of ordinary draws.
    pub draws: usize,
    /// Number of kongs that were not robbed.
    pub kongs: usize,
    /// Number of chows, pungs and kongs.
    pub claims: usize,
    pub indicator: Tile,
    pub wild: Tile,
    pub places: [Place; 4],
    pub now: Now,
    /// Kongs not robbed: owner, meld, discarder of an exposed one.
    pub konged: Vec<(usize, Meld, Option<usize>)>,
    /// The open discard is the first after its seat's kong and replacement.
    pub after_kong: bool,
    pub won: Vec<Won>,
    pub false_wins: Vec<usize>,
    pub drawn: bool,
    pub left: bool,
}

impl<'p> Table<'p> {
    /// Deals from the whole wall: thirteen tiles each, the dealer's fourteenth, and the indicator. BJ-3f, BJ-4a.
    pub fn deal(play: &'p Play, wall: &[Tile], dealer: usize, floor: u32) -> Table<'p> {
        let mut wall: Vec<(usize, Tile)> = wall.iter().copied().enumerate().collect();
        let mut places: [Place; 4] = std::array::from_fn(|_| Place::default());
        let blocks: &[usize] = if play.one_by_one { &[1; 13] } else { &[4, 4, 4, 1] };
        for &block in blocks {
            for turn in 0..play.seats {
                let hand = &mut places[(dealer + turn) % play.seats].hand;
                hand.extend(wall.drain(..block).map(|(_, tile)| tile));
            }
        }
        let (_, last) = wall.remove(0);
        places[dealer].hand.push(last);
        let indicator = wall[0].1;
        if !play.peek && play.house.wilds {
            wall.remove(0);
        }
        Table {
            play,
            dealer,
            floor,
            undealt: wall.len(),
            wall,
            draws: 0,
            kongs: 0,
            claims: 0,
            indicator,
            wild: if play.house.wilds { wild_after(indicator) } else { NO_WILD },
            konged: Vec::new(),
            after_kong: false,
            places,
            now: Now::Turn { seat: dealer, drawn: Some((last, Came::Dealt)) },
            won: Vec::new(),
            false_wins: Vec::new(),
            drawn: false,
            left: false,
        }
    }

    /// True if no ordinary draw is left. BJ-6a, BJ-6c, BJ-6d.
    pub fn is_drawn_out(&self) -> bool {
        let kept = match self.play.kept {
            Kept::Stacks => 2 * if self.kongs <= 1 { 7 } else { 6 + self.kongs },
            Kept::Shrinking => 14,
            Kept::Fourteen => 14 + self.kongs,
        };
        self.draws + kept >= self.undealt
    }

    /// Index of the next replacement: the very last tile, or the upper one of the last stack. BJ-6b, BJ-6e.
    fn end_at(&self) -> usize {
        let last = self.wall.len() - 1;
        let full_stack = last > 0 && self.wall[last].0 % 2 == 1 && self.wall[last - 1].0 + 1 == self.wall[last].0;
        if self.play.upper_first && full_stack { last - 1 } else { last }
    }

    /// Applies a log line. `may` holds the legal acts before it.
    pub fn follow(&mut self, event: Event, may: &[Vec<Act>; 4]) {
        match event {
            Event::Draw(seat, tile) => {
                self.record_passes(may);
                let came = if let Now::Kong { run, .. } = self.now {
                    let at = self.end_at();
                    assert_eq!(self.wall.remove(at).1, tile, "the replacement");
                    Came::End(run)
                } else {
                    assert_eq!(self.wall.remove(0).1, tile, "the draw");
                    self.draws += 1;
                    Came::Front
                };
                self.begin_turn(seat, true);
                self.places[seat].hand.push(tile);
                self.now = Now::Turn { seat, drawn: Some((tile, came)) };
            }
            Event::Discard(seat, tile) => {
                let drawn = match self.now {
                    Now::Turn { drawn, .. } => drawn,
                    _ => None,
                };
                self.after_kong = matches!(drawn, Some((_, Came::End(_))));
                let free = seat == self.dealer && self.places[seat].river.is_empty();
                self.places[seat].changed |= !free && drawn.is_none_or(|(drawn, _)| drawn != tile);
                self.places[seat].owes_discard = false;
                self.take(seat, tile, 1);
                self.places[seat].river.push((tile, self.claims));
                self.places[seat].kept_promise = false;
                self.now = Now::Open { from: seat, tile };
            }
            Event::Chow(seat, tile, with) => {
                self.record_passes(may);
                with.iter().for_each(|&tile| self.take(seat, tile, 1));
                self.lay(seat, Meld::Chow(with[0].min(tile)));
                self.now = Now::Turn { seat, drawn: None };
            }
            Event::Pung(seat, tile) => {
                self.record_passes(may);
                self.take(seat, tile, 2);
                self.lay(seat, Meld::Pung(tile));
                self.now = Now::Turn { seat, drawn: None };
            }
            Event::Kong(seat, tile, of) => self.kong(seat, tile, of),
            Event::Hunyou(seat) => self.places[seat].promised = true,
            Event::Sky(seat) => self.places[seat].sky = true,
            Event::Xiaosa(seat) => {
                self.places[seat].xiaosa = true;
                self.places[seat].owes_discard = true;
            }
            Event::Win(seat, tile) => self.win(seat, tile, may),
            Event::DrawGame => {
                self.drawn = true;
                self.now = Now::Over;
            }
            Event::Leave => {
                self.left = true;
                self.now = Now::Over;
            }
            Event::Refuse(seat) => self.record_pass(seat, may),
            Event::Pass => {}
        }
    }

    fn kong(&mut self, seat: usize, tile: Tile, of: KongOf) {
        let (mut discarder, mut run, mut fresh) = (None, 1, false);
        match self.now {
            Now::Open { from, .. } => discarder = Some(from),
            Now::Turn { drawn: Some((last, came)), .. } => {
                fresh = last == tile;
                if let Came::End(before) = came {
                    run = before + 1;
                }
            }
            _ => {}
        }
        match of {
            KongOf::Concealed => {
                self.take(seat, tile, 4);
                self.places[seat].melds.push(Meld::Concealed(tile));
            }
            // A seat that could win on the discard may still rob the kong, so nothing is passed yet.
            KongOf::Exposed => {
                self.take(seat, tile, 3);
                self.places[seat].melds.push(Meld::Exposed(tile));
                self.begin_turn(seat, false);
            }
            KongOf::Added => {
                self.take(seat, tile, 1);
                let melds = &mut self.places[seat].melds;
                let at = melds.iter().position(|&meld| meld == Meld::Pung(tile)).expect("a pung to add to");
                melds[at] = Meld::Added(tile);
            }
        }
        let meld =
            *self.places[seat].melds.iter().rfind(|meld| meld.is_kong() && meld.tiles()[0] == tile).expect("its kong");
        self.konged.push((seat, meld, discarder));
        self.claims += 1;
        self.kongs += 1;
        self.breaks_promises();
        self.now = Now::Kong { seat, tile, of, fresh, discarder, run };
    }

    /// Accepts a declared win if the seat may win; otherwise records a false win. BJ-10a.
    fn win(&mut self, seat: usize, tile: Tile, may: &[Vec<Act>; 4]) {
        let is_legal = may[seat].iter().any(|act| matches!(act, Act::Win { tile: on, .. } if *on == tile));
        if is_legal {
            let (facts, win) = self.winning(seat).expect("it may win");
            if self.won.is_empty() && matches!(self.now, Now::Kong { .. }) {
                // The robbed kong is void. BJ-9c.
                self.kongs -= 1;
                self.konged.pop();
            }
            self.won.push(Won { facts, win });
        } else {
            self.false_wins.push(seat);
            if self.play.false_win_ends {
                self.now = Now::Over;
            }
        }
    }

    /// The tile on which this seat could declare a win, if there is one.
    pub fn tile_before(&self, seat: usize) -> Option<Tile> {
        match self.now {
            Now::Turn { seat: turn, drawn: Some((tile, _)) } => (turn == seat).then_some(tile),
            Now::Open { from, tile } => (from != seat).then_some(tile),
            Now::Kong { seat: konger, tile, discarder, .. } => {
                (konger != seat && discarder != Some(seat)).then_some(tile)
            }
            Now::Turn { .. } | Now::Over => None,
        }
    }

    /// Removes tiles from a hand.
    fn take(&mut self, seat: usize, tile: Tile, times: usize) {
        let hand = &mut self.places[seat].hand;
        for _ in 0..times {
            let at = hand.iter().position(|&held| held == tile).expect("the tile is held");
            hand.remove(at);
        }
    }

    fn lay(&mut self, seat: usize, meld: Meld) {
        self.places[seat].melds.push(meld);
        self.claims += 1;
        self.breaks_promises();
        self.begin_turn(seat, false);
    }

    /// A claim ends the promises of the others, if the house says so. BJ-13f.
    fn breaks_promises(&mut self) {
        if self.play.promise_breaks {
            self.places.iter_mut().for_each(|place| place.promised = false);
        }
    }

    /// Starts a turn of this seat: passed tiles no longer count, and a promise ends. BJ-10b, BJ-13c.
    fn begin_turn(&mut self, seat: usize, by_draw: bool) {
        let place = &mut self.places[seat];
        place.passed.clear();
        place.kept_promise = by_draw && place.promised;
        place.promised = false;
    }

    /// Nobody won on the open tile: every seat that could have won on it as a discard passed it. BJ-10b.
    fn record_passes(&mut self, may: &[Vec<Act>; 4]) {
        (0..self.play.seats).for_each(|seat| self.record_pass(seat, may));
    }

    /// Records a pass of this seat, if it could have won on the open tile on the terms of a discard.
    fn record_pass(&mut self, seat: usize, may: &[Vec<Act>; 4]) {
        let open = match self.now {
            Now::Open { .. } => true,
            Now::Kong { of, fresh, .. } => of == KongOf::Exposed || of == KongOf::Added && !fresh,
            Now::Turn { .. } | Now::Over => false,
        };
        let wins = may[seat].iter().filter(|_| open).filter_map(|act| match act {
            Act::Win { tile, .. } => Some(*tile),
            _ => None,
        });
        self.places[seat].passed.extend(wins);
    }
}
