//! Computes the legal acts of every seat (rule book 2.2 to 2.8).

use super::super::course::{flipped_may_be_melded, may_dice_kong, may_replace, may_take_seabed};
use super::super::house::{House, Profile, Stacking};
use super::super::missed::{Chance, may_win};
use super::super::opening::opening;
use super::super::tiles::{Holding, Meld, Tile, starts_chow};
use super::super::win::{Outcome, Situation, waits, win};
use super::act::{Act, KongOf};
use super::table::{Came, Now, Table, set_aside};

impl Table<'_> {
    /// The legal acts of each seat, in order.
    pub fn may(&self) -> [Vec<Act>; 4] {
        let mut all: [Vec<Act>; 4] = Default::default();
        for (seat, acts) in all.iter_mut().enumerate() {
            self.may_of(seat, acts);
            acts.sort_unstable();
            acts.dedup();
        }
        all
    }

    fn may_of(&self, seat: usize, acts: &mut Vec<Act>) {
        acts.extend(self.opening_of(seat));
        acts.extend(self.win_of(seat));
        match &self.now {
            Now::Turn { seat: turn, came } if *turn == seat => self.own_turn(seat, *came, acts),
            Now::Thrown { by, .. } | Now::Turned { by, .. } => {
                if seat != *by {
                    self.claims(seat, *by, acts);
                }
                if seat == (by + 1) % 4 {
                    self.next(seat, acts);
                }
            }
            Now::Konged { by, pips, .. } if *by == seat => {
                acts.push(if pips.is_some() { Act::Reveal } else { Act::Replace });
            }
            Now::Offered { to, .. } if *to == seat => self.answers(seat, acts),
            Now::Taking { by } if *by == seat => acts.push(Act::Draw),
            _ => {}
        }
    }

    /// 2.3: once per seat, before anything else happens.
    fn opening_of(&self, seat: usize) -> Option<Act> {
        if !self.untouched() || self.places[seat].opened.is_some() {
            return None;
        }
        // Each kind is named once, however often the house pays for it.
        let house = House { initial_hu_stacking: Stacking::PerTypeSum, ..self.house.clone() };
        let names = opening(&house, &self.places[seat].hand, seat == self.dealer);
        (!names.is_empty()).then_some(Act::Open(names))
    }

    fn win_of(&self, seat: usize) -> Option<Act> {
        match &self.now {
            Now::Turn { seat: turn, came } if *turn == seat => {
                let on = *self.places[seat].hand.last()?;
                let outcome = self.own_win(seat, *came)?;
                Some(Act::Win { on, units: outcome.units })
            }
            // The taker of the seabed goes first. If it cannot or will not win, the tile is open to the others (2.8,
            //
            Now::Turn { seat: turn, came: Came::Seabed }
                if self.own_win(*turn, Came::Seabed).is_none() || self.refused.contains(turn) =>
            {
                self.allowed(seat, &[self.seabed.tile?])
            }
            Now::Turn { .. } => None,
            Now::Turned { by, tiles } if *by == seat => {
                let outcome = self.wins_on(seat, tiles)?;
                Some(Act::Win { on: self.dearest(seat, tiles)?, units: outcome.units })
            }
            Now::Thrown { by, .. } | Now::Konged { by, .. } | Now::Turned { by, .. } if *by != seat => {
                self.allowed(seat, &self.lying()?.1)
            }
            _ => None,
        }
    }

    /// The win of a seat on a tile that it drew itself.
    pub fn own_win(&self, seat: usize, came: Came) -> Option<Outcome> {
        let situation = match came {
            Came::Dealt => Situation::Dealt { after_kong: false },
            Came::Drawn => Situation::SelfDraw,
            Came::Replaced => Situation::Replacement,
            Came::Seabed => Situation::LastDraw,
            Came::Claimed => return None,
        };
        let place = &self.places[seat];
        let (&last, rest) = place.hand.split_last()?;
        win(self.house, &Holding { rest: rest.to_vec(), melds: place.melds.clone(), won: vec![last] }, situation)
    }

    /// The win on tiles that lie on the table, regardless of passed wins.
    pub fn wins_on(&self, seat: usize, tiles: &[Tile]) -> Option<Outcome> {
        let situation = match &self.now {
            Now::Thrown { by, .. } if *by == self.dealer && self.places[*by].discards == 1 => {
                Situation::FirstDiscard { after_kong: self.claimed }
            }
            Now::Thrown { .. } => Situation::Discard,
            Now::Turned { by, .. } if *by == seat => Situation::OwnDice,
            Now::Turned { .. } => Situation::OtherDice,
            // The discarder of the tile may not rob it. Concealed kongs are never robbed, nor are exposed kongs without
            // dice.
            Now::Konged { from, .. } if *from == Some(seat) => return None,
            Now::Konged { of: KongOf::Added, pips: None, .. } => Situation::RobReplacement,
            Now::Konged { of: KongOf::Added, .. } => Situation::RobDice { discard_kong: false },
            Now::Konged { of: KongOf::Exposed, pips: Some(_), .. } => Situation::RobDice { discard_kong: true },
            Now::Konged { .. } => return None,
            Now::Turn { came: Came::Seabed, .. } => Situation::LastDiscard,
            _ => return None,
        };
        let place = &self.places[seat];
        win(
            self.house,
            &Holding { rest: place.hand.clone(), melds: place.melds.clone(), won: tiles.to_vec() },
            situation,
        )
    }

    /// A win on another's tiles that no passed win forbids: on all of them, or on the first that it may win on (2.7).
    fn allowed(&self, seat: usize, tiles: &[Tile]) -> Option<Act> {
        let may = |tiles: &[Tile]| {
            let outcome = self.wins_on(seat, tiles)?;
            let free = |&tile: &Tile| {
                let chance = Chance::Ron { tile, level: outcome.units };
                self.wins_on(seat, &[tile]).is_none() || may_win(self.house, &self.happenings, seat, chance)
            };
            let on = self.dearest(seat, tiles)?;
            tiles.iter().all(free).then_some(Act::Win { on, units: outcome.units })
        };
        may(tiles).or_else(|| tiles.iter().find_map(|&tile| may(&[tile])))
    }

    /// The tile that names a win on several: the one worth most alone, the first among equals.
    fn dearest(&self, seat: usize, tiles: &[Tile]) -> Option<Tile> {
        let alone = |tile: &Tile| Some((self.wins_on(seat, &[*tile])?.units, *tile));
        let wins: Vec<(u32, Tile)> = tiles.iter().filter_map(alone).collect();
        let most = wins.iter().map(|(units, _)| *units).max()?;
        wins.into_iter().find(|(units, _)| *units == most).map(|(_, tile)| tile)
    }

    fn own_turn(&self, seat: usize, came: Came, acts: &mut Vec<Act>) {
        let ended = self.house.initial_hu_ends_hand && self.places.iter().any(|place| place.opened.is_some());
        if came == Came::Seabed || ended && self.untouched() {
            return;
        }
        let hand = &self.places[seat].hand;
        for &tile in hand {
            for of in [KongOf::Concealed, KongOf::Added] {
                let dice = [false, true].into_iter().filter(|&dice| self.may_kong(seat, tile, of, dice));
                acts.extend(dice.map(|dice| Act::Kong(tile, of, dice)));
            }
        }
        // A locked hand discards the tile it drew.
        let given = if self.places[seat].locked { &hand[hand.len() - 1..] } else { &hand[..] };
        acts.extend(given.iter().map(|&tile| Act::Discard(tile)));
    }

    fn claims(&self, seat: usize, by: usize, acts: &mut Vec<Act>) {
        let Some((_, tiles)) = self.lying() else { return };
        let turned = matches!(self.now, Now::Turned { .. });
        let place = &self.places[seat];
        if place.locked || turned && !flipped_may_be_melded(self.house) {
            return;
        }
        let held = |tile: Tile| place.hand.iter().filter(|&&other| other == tile).count();
        for tile in tiles {
            for dice in [false, true] {
                if self.may_kong(seat, tile, KongOf::Exposed, dice) {
                    acts.push(Act::Kong(tile, KongOf::Exposed, dice));
                }
            }
            if held(tile) >= 2 {
                acts.push(Act::Pung(tile));
            }
            if seat == (by + 1) % 4 {
                for low in tile.saturating_sub(2)..=tile {
                    let run = [low, low + 1, low + 2];
                    let with: Vec<Tile> = run.into_iter().filter(|&other| other != tile).collect();
                    if low / 9 == tile / 9 && starts_chow(low) && with.iter().all(|&other| held(other) > 0) {
                        acts.push(Act::Chow(tile, [with[0], with[1]]));
                    }
                }
            }
        }
    }

    /// Nobody claims: the next seat draws, or the last tile is offered, or there is none.
    fn next(&self, seat: usize, acts: &mut Vec<Act>) {
        match self.wall.left() {
            0 => {}
            1 => self.answers(seat, acts),
            _ => acts.push(Act::Draw),
        }
    }

    fn answers(&self, seat: usize, acts: &mut Vec<Act>) {
        let place = &self.places[seat];
        if may_take_seabed(self.house, &place.hand, &place.melds) {
            acts.push(Act::TakeLast);
        }
        acts.push(Act::DeclineLast);
    }

    /// 2.4.
    fn may_kong(&self, seat: usize, tile: Tile, of: KongOf, dice: bool) -> bool {
        let place = &self.places[seat];
        let Some((rest, melds)) = set_aside(place, tile, of) else { return false };
        let left = self.wall.left();
        let supplied = if dice {
            may_dice_kong(self.house, self.profile, &rest, &melds, left)
        } else {
            may_replace(self.house, left)
        };
        supplied && (!place.locked || self.keeps_the_wait(seat, tile, &rest, &melds))
    }

    /// After a dice kong profile A allows another kong of the tile just drawn if the wait stays as it was (CS-A.19d);
    /// profile B allows none (CS-B.9.6).
    fn keeps_the_wait(&self, seat: usize, tile: Tile, rest: &[Tile], melds: &[Meld]) -> bool {
        let place = &self.places[seat];
        let Some((&drawn, before)) = place.hand.split_last() else { return false };
        self.profile == Profile::A
            && drawn == tile
            && waits(self.house, before, &place.melds) == waits(self.house, rest, melds)
    }
}
