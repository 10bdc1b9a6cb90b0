//! The moves other than melds. Each changes the table and reports nothing: `replay` has judged the move before.

use super::{Drawn, Exchanged, Lying, Offer, Opened, Passed, Phase, Shown, Table, Winner};
use caipan_log::{Declaration, Dice, DrawFrom};
use caipan_tiles::tile::{Counts, Seat, Tile};

impl Table {
    /// Puts a tile into a hand.
    pub fn give(&mut self, seat: Seat, tile: Tile) {
        if self.wild == Some(tile) {
            let wilds = &mut self.places[seat].wilds;
            *wilds = wilds.saturating_add(1);
        } else if tile.is_flower() {
            self.places[seat].flowers_held.push(tile);
        } else {
            self.places[seat].hand.add(tile);
        }
    }

    /// Identifies an unknown tile of the hand.
    pub fn learn(&mut self, seat: Seat, tile: Tile) {
        let place = &mut self.places[seat];
        place.unknown = place.unknown.saturating_sub(1);
        self.give(seat, tile);
    }

    /// Sets the dealt tiles of a seat.
    pub fn deal(&mut self, seat: Seat, mut tiles: Counts) {
        let place = &mut self.places[seat];
        if let Some(wild) = self.wild {
            place.wilds = tiles.of(wild);
            tiles = tiles.without(wild);
        }
        place.flowers_held.clear();
        if tiles.has_flowers() {
            place.flowers_held.extend(tiles.flowers());
            tiles = place.flowers_held.iter().fold(tiles, |tiles, &flower| tiles.without(flower));
        }
        place.hand = tiles.into();
    }

    /// Takes a tile out of a hand. If the tile is not known to be there, an unknown tile is removed instead, and
    /// without one the hand owes a tile. Returns true if the tile was known to be there.
    pub fn remove(&mut self, seat: Seat, tile: Tile) -> bool {
        let wild = self.wild == Some(tile);
        let place = &mut self.places[seat];
        let there = if wild {
            place.wilds > 0
        } else if tile.is_flower() {
            let at = place.flowers_held.iter().position(|&held| held == tile);
            at.map(|at| place.flowers_held.remove(at)).is_some()
        } else {
            place.hand.take(tile)
        };
        if there && wild {
            place.wilds -= 1;
        }
        if !there && place.unknown > 0 {
            place.unknown -= 1;
        } else if !there {
            place.owed = place.owed.saturating_add(1);
        }
        there
    }

    /// Draws a tile. The wall loses a tile at the end drawn from, whichever tile the log names.
    pub fn draw(&mut self, seat: Seat, tile: Tile, from: DrawFrom) {
        if from == DrawFrom::Wall {
            self.kong_run = 0;
        }
        let last = self.wall.left() == 1;
        let seabed = matches!(self.phase, Phase::SeabedDraw { .. } | Phase::Seabed { .. });
        match from {
            DrawFrom::Wall if !self.wall.gives_head(tile) => self.wall.miss_head(tile),
            end => {
                self.wall.observe(end, tile);
                self.wall.take(end);
            }
        }
        self.give(seat, tile);
        let place = &mut self.places[seat];
        place.draws = place.draws.saturating_add(1);
        place.turns = place.turns.saturating_add(1);
        if last && seabed {
            self.last.taken_by = Some(seat);
            self.last.tile = Some(tile);
        } else if last {
            self.last.replaced_by = Some(seat);
        }
        let replaces = self.replaces(seat, from);
        let drawn = if replaces { Drawn::Replacement(Some(tile)) } else { Drawn::Wall(Some(tile)) };
        self.phase = Phase::Turn { seat, drawn };
    }

    /// Draws a tile that the log left out; `None` if it is unknown.
    pub fn draw_unseen(&mut self, seat: Seat, tile: Option<Tile>, from: DrawFrom) {
        match tile {
            Some(tile) => self.draw(seat, tile, from),
            None => {
                self.wall.take(from);
                let place = &mut self.places[seat];
                place.unknown = place.unknown.saturating_add(1);
                place.draws = place.draws.saturating_add(1);
                place.turns = place.turns.saturating_add(1);
                self.phase = Phase::Turn { seat, drawn: Drawn::Nothing };
            }
        }
    }

    /// Draws a tile that the record does not show, because it does not show the tiles of this seat.
    pub fn draw_hidden(&mut self, seat: Seat, from: DrawFrom) {
        if from == DrawFrom::Wall {
            self.kong_run = 0;
        }
        let last = self.wall.left() == 1;
        let seabed = matches!(self.phase, Phase::SeabedDraw { .. } | Phase::Seabed { .. });
        self.wall.take(from);
        let replaces = self.replaces(seat, from);
        let place = &mut self.places[seat];
        place.unknown = place.unknown.saturating_add(1);
        place.draws = place.draws.saturating_add(1);
        place.turns = place.turns.saturating_add(1);
        if last && seabed {
            self.last.taken_by = Some(seat);
        } else if last {
            self.last.replaced_by = Some(seat);
        }
        self.phase = Phase::Turn { seat, drawn: if replaces { Drawn::Replacement(None) } else { Drawn::Wall(None) } };
    }

    /// True if a draw from this end replaces a tile that the seat konged. If replacements come from the head too, only
    /// the preceding kong identifies them.
    fn replaces(&self, seat: Seat, from: DrawFrom) -> bool {
        from == DrawFrom::Tail || matches!(self.phase, Phase::Kong { seat: konger, .. } if konger == seat)
    }

    /// Discards a tile.
    pub fn discard(&mut self, seat: Seat, tile: Tile) {
        let drawn = match self.phase {
            Phase::Turn { seat: turn, drawn } if turn == seat => drawn,
            _ => Drawn::Nothing,
        };
        self.remove(seat, tile);
        let place = &mut self.places[seat];
        if place.is_known() {
            place.held_back = place.held_back.or(place.hand.kinds().minus(tile.suit().mask()));
        }
        place.discards = place.discards.saturating_add(1);
        place.discarded_at = place.turns;
        place.river.push(Lying {
            tile,
            gone: false,
            turned: false,
            order: self.discards,
            drawn: drawn.tile() == Some(tile),
            after_kong: matches!(drawn, Drawn::Replacement(_)),
            claims: self.claims,
        });
        self.kong_run = 0;
        self.discards = self.discards.saturating_add(1);
        self.phase = Phase::Open { from: seat, tiles: Shown::one(tile), why: Offer::Discard };
    }

    /// Shows the last tile, with which its taker cannot win. It stays in the hand and is no discard.
    pub fn show_last(&mut self, seat: Seat, tile: Tile) {
        self.phase = Phase::Open { from: seat, tiles: Shown::one(tile), why: Offer::Seabed };
    }

    /// Turns the tiles of a dice kong up into the konger's river. `pips` is the throw, if known.
    pub fn reveal(&mut self, seat: Seat, tiles: &[Tile], pips: Option<usize>) {
        if tiles.len() >= self.wall.left() && self.wall.left() > 0 {
            self.last.replaced_by = Some(seat);
        }
        self.wall.take_dice(pips, tiles.len(), tiles);
        for &tile in tiles {
            let (order, claims) = (self.discards, self.claims);
            let lying = Lying { tile, gone: false, turned: true, order, drawn: true, after_kong: true, claims };
            self.places[seat].river.push(lying);
        }
        if let Some(shown) = Shown::of(tiles) {
            self.phase = Phase::Open { from: seat, tiles: shown, why: Offer::DiceKong };
        }
    }

    /// Records initial wins declared during play, on the current hand.
    pub fn open_mid(&mut self, seat: Seat, kinds: Vec<&'static str>) {
        let (hand, at) = (self.place(seat).hand.counts(), self.now);
        self.mid_openings.push(Opened { seat, kinds, dice: None, hand, fourteenth: None, at });
    }

    /// Records initial wins, declared on the current hand.
    pub fn open(&mut self, seat: Seat, kinds: Vec<&'static str>, dice: Option<Dice>) {
        let fourteenth = match self.phase {
            Phase::Turn { seat: turn, drawn: Drawn::Dealt(tile) } if turn == seat => tile,
            _ => None,
        };
        self.openings.push(Opened {
            seat,
            kinds,
            dice,
            hand: self.place(seat).hand.counts(),
            fourteenth,
            at: self.now,
        });
    }

    /// Records a win. `from` is the seat whose tile it was, if the win counts as one on a discard.
    pub fn win(&mut self, seat: Seat, from: Option<Seat>) {
        let among = self.playing();
        self.winners.push(Winner { seat, from, among, at: self.now });
    }

    /// Continues the hand without the latest winners (血战): the seat after the last of them draws next; of several on one
    /// tile, the one furthest in turn order from its seat. A discard that they won on leaves its river.
    pub fn play_on(&mut self) {
        let now: Vec<Winner> = self.winners_now().copied().collect();
        let distance = |winner: &&Winner| winner.from.map_or(0, |from| self.seats.distance(from, winner.seat));
        let Some(last) = now.iter().max_by_key(distance) else { return };
        let is_won = last.from.is_some();
        match self.phase {
            Phase::Open { from, tiles, why: Offer::Discard } if is_won => {
                let river = &mut self.places[from].river;
                if let Some(lying) = river.last_mut().filter(|lying| tiles.has(lying.tile)) {
                    lying.gone = true;
                    self.won.push(lying.tile);
                }
            }
            Phase::Kong { tile, .. } if is_won => self.won.push(tile),
            _ => {}
        }
        now.iter().for_each(|winner| self.out = self.out.with(winner.seat));
        self.kong_run = 0;
        self.phase = Phase::Open { from: last.seat, tiles: Shown::unknown(), why: Offer::Nothing };
    }

    /// Records the declaration of an invalid or a forbidden win.
    pub fn false_win(&mut self, seat: Seat) {
        self.false_wins.push(seat);
    }

    /// Offers the last tile in turn, starting with this seat.
    pub fn offer_last(&mut self, first: Seat) {
        self.last.offered_first = Some(first);
        self.phase = Phase::Seabed { first, asked: Some(first) };
    }

    /// Takes or declines the last tile.
    pub fn answer_last(&mut self, seat: Seat, take: bool) {
        let first = self.last.offered_first.unwrap_or(seat);
        self.last.offered_first = Some(first);
        self.phase = if take {
            self.last.taken_by = Some(seat);
            Phase::SeabedDraw { seat }
        } else {
            let next = self.next(seat);
            Phase::Seabed { first, asked: (next != first).then_some(next) }
        };
    }

    /// Carries out an exchange (换张). If the dealt fourteenth tile is given away, another tile takes its place.
    pub fn exchange(&mut self, made: Exchanged) {
        let seat = made.seat;
        for &tile in &made.gave {
            self.remove(seat, tile);
        }
        for &tile in &made.took {
            self.give(seat, tile);
        }
        if let Phase::Turn { seat: turn, drawn: Drawn::Dealt(Some(tile)) } = self.phase
            && turn == seat
            && self.held(seat, tile) == 0
        {
            let other = self.place(seat).hand.kinds().iter().next();
            self.phase = Phase::Turn { seat, drawn: other.map_or(Drawn::Nothing, |tile| Drawn::Dealt(Some(tile))) };
        }
        self.exchanged.push(made);
    }

    /// Records 报听, 天听, 混儿悠, 潇洒 or 定缺.
    pub fn declare(&mut self, seat: Seat, what: Declaration) {
        let claims = self.claims;
        let place = &mut self.places[seat];
        match what {
            Declaration::Void(suit) => return place.void = Some(suit),
            Declaration::Sky => return place.sky = true,
            Declaration::Xiaosa => return place.xiaosa = Some(place.turns),
            Declaration::Ready | Declaration::Hunyou => {}
        }
        place.declared = Some(what);
        place.declared_at = place.turns;
        place.declared_claims = claims;
    }

    /// Records that a seat passed a win on another's tile. `at`: the index of the event that offered it.
    pub fn pass_win(&mut self, seat: Seat, tile: Tile, value: i64, at: Option<usize>) {
        let place = &mut self.places[seat];
        place.passed.push(Passed { tile, value, at, draws: place.draws, turns: place.turns });
    }
}
