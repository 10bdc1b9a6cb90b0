//! Computes the legal acts of each seat from its tiles: GY-1.3, GY-2.1, GY-2.11, X-BAO, X-QIANG, X-GUO, X-MISC,
//! MG-ding-que.

use super::super::house::Room;
use super::super::settle::How;
use super::super::shape::{Kind, Meld, RED, Tile, pattern};
use super::table::{Got, Moment, Table, counts};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kong {
    Concealed,
    Exposed,
    Added,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// On this tile, for this many fan.
    Win(Tile, i64),
    Discard(Tile),
    Pung(Tile),
    Kong(Tile, Kong),
    /// 报听.
    Declare,
    /// 定缺: the suit, 0 to 2.
    Lack(Tile),
    Draw,
}

impl Table {
    /// The legal acts of each seat, in order.
    pub fn legal(&self) -> [Vec<Act>; 4] {
        [0, 1, 2, 3].map(|seat| {
            let mut acts = Vec::new();
            if seat >= self.house.players {
                return acts;
            }
            // Before play each seat names a suit (MG-ding-que).
            if self.is_naming() {
                if self.places[seat].lack.is_none() {
                    acts.extend((0..3).map(Act::Lack));
                }
                return acts;
            }
            if let (Some(value), Some(tile)) = (self.value(seat), self.tile()) {
                acts.push(Act::Win(tile, value));
            }
            // A win ends the hand (X-MISC); only other seats may still win on the same tile.
            if self.winners.is_empty() && !self.exhausted {
                self.turn(seat, &mut acts);
                self.claims(seat, &mut acts);
            }
            acts.sort_unstable();
            acts
        })
    }

    /// True while a seat has not named the suit that it lacks.
    pub fn is_naming(&self) -> bool {
        let missing = || self.places[..self.house.players].iter().any(|place| place.lack.is_none());
        matches!(self.house.room, Room::Lacking(_)) && missing()
    }

    /// The tile that can be won on now.
    fn tile(&self) -> Option<Tile> {
        match self.moment {
            Moment::Turn { got, .. } => got.tile(),
            Moment::Lying { tile, .. } | Moment::Konged { tile, .. } => Some(tile),
        }
    }

    /// The manner in which this seat would win now.
    pub fn how(&self, winner: usize) -> Option<How> {
        match self.moment {
            Moment::Turn { seat, got } if seat == winner => match got {
                Got::Dealt(_) | Got::Drawn(_) => Some(How::SelfDraw),
                Got::Replacement(_) => Some(How::Bloom),
                Got::Claimed => None,
            },
            Moment::Lying { from, hot, .. } if from != winner => Some(How::Discard { from, hot }),
            // Only an added kong can be robbed (X-QIANG).
            Moment::Konged { seat, added: true, .. } if seat != winner => Some(How::Rob { from: seat }),
            _ => None,
        }
    }

    /// The fan of this seat's win now, if it may win.
    pub fn value(&self, seat: usize) -> Option<i64> {
        let (tile, how) = (self.tile()?, self.how(seat)?);
        let place = &self.places[seat];
        let mut full = place.counts();
        if !matches!(how, How::SelfDraw | How::Bloom) {
            full[usize::from(tile)] += 1;
        }
        pattern(&self.house, &full, &place.melds, tile)?;
        if place.holds_lack(&full, &place.melds) {
            return None;
        }
        let again = self.winners.contains(&seat) || !self.winners.is_empty() && !self.house.multi_win;
        if again || self.exhausted || self.house.guo_shui_false && self.is_barred(seat) {
            return None;
        }
        Some(self.end(how, &[seat]).win(seat)?.fan)
    }

    /// 过水: true if a tile passed since the seat's last draw forbids a win on another's tile (X-GUO).
    pub fn is_barred(&self, seat: usize) -> bool {
        let passed = &self.places[seat].passed;
        let another = !matches!(self.moment, Moment::Turn { .. });
        another
            && match self.house.guo_shui {
                "same" => self.tile().is_some_and(|tile| passed.contains(&tile)),
                "any" => !passed.is_empty(),
                _ => false,
            }
    }

    fn turn(&self, seat: usize, acts: &mut Vec<Act>) {
        let place = &self.places[seat];
        match self.moment {
            Moment::Turn { seat: turn, got } if turn == seat => {
                self.discards_and_kongs(seat, got, acts);
                let first = matches!(got, Got::Dealt(_)) || matches!(got, Got::Drawn(_)) && place.draws == 1;
                let untouched = place.discards == 0 && place.melds.is_empty() && !place.declared;
                let could = || place.hand.iter().any(|tile| self.ready_without(seat, *tile));
                if self.house.bao && first && untouched && could() {
                    acts.push(Act::Declare);
                }
            }
            // Nobody claims: the next seat draws; a kong is replaced. An empty wall ends the hand as drawn (X-CHAJIAO).
            Moment::Lying { from, .. } if (from + 1) % self.house.players == seat && !self.wall.is_empty() => {
                acts.push(Act::Draw);
            }
            Moment::Konged { seat: konger, .. } if konger == seat => acts.push(Act::Draw),
            _ => {}
        }
    }

    fn discards_and_kongs(&self, seat: usize, got: Got, acts: &mut Vec<Act>) {
        let place = &self.places[seat];
        for tile in 0..=RED {
            let held = place.count(tile);
            if held == 0 {
                continue;
            }
            let may_discard = match (place.declared, place.is_bound()) {
                (true, true) => got.tile() == Some(tile),
                // The discard of the declaration must leave the hand ready.
                (true, false) => self.ready_without(seat, tile),
                _ => true,
            };
            if may_discard {
                acts.push(Act::Discard(tile));
            }
            let punged = place.melds.iter().any(|meld| meld.kind == Kind::Pung && meld.tile == tile);
            for (there, kong) in [(held == 4, Kong::Concealed), (punged, Kong::Added)] {
                let keeps = || got.tile() == Some(tile) && self.keeps_wait(seat, tile, kong);
                if there
                    && !place.lacks(tile)
                    && !self.wall.is_empty()
                    && (!place.declared || self.house.bao_kong && keeps())
                {
                    acts.push(Act::Kong(tile, kong));
                }
            }
        }
    }

    /// Pungs and kongs of another seat's discard, but not on the last tile (X-MISC).
    fn claims(&self, seat: usize, acts: &mut Vec<Act>) {
        let Moment::Lying { from, tile, .. } = self.moment else { return };
        let place = &self.places[seat];
        if from == seat || self.wall.is_empty() || place.lacks(tile) {
            return;
        }
        let held = place.count(tile);
        if held >= 2 && !place.declared {
            acts.push(Act::Pung(tile));
        }
        if held >= 3 && (!place.declared || self.house.bao_kong && self.keeps_wait(seat, tile, Kong::Exposed)) {
            acts.push(Act::Kong(tile, Kong::Exposed));
        }
    }

    /// True if the seat is ready once it gives up this tile (X-JIAO).
    fn ready_without(&self, seat: usize, tile: Tile) -> bool {
        let place = &self.places[seat];
        let mut hand = place.counts();
        hand[usize::from(tile)] -= 1;
        !place.waits(&self.house, &hand, &place.melds).is_empty()
    }

    /// True if a declared seat waits for the same tiles with the kong as without the tile that makes it (X-BAO).
    fn keeps_wait(&self, seat: usize, tile: Tile, kong: Kong) -> bool {
        let place = &self.places[seat];
        let mut before = place.hand.clone();
        if kong != Kong::Exposed {
            before.remove(before.iter().position(|held| *held == tile).expect("the tile just drawn"));
        }
        let after: Vec<Tile> = place.hand.iter().copied().filter(|held| *held != tile).collect();
        let mut melds = place.melds.clone();
        melds.retain(|meld| meld.tile != tile);
        melds.push(Meld { kind: Kind::Concealed, tile, from: None });
        let kept = place.waits(&self.house, &counts(&before), &place.melds);
        !kept.is_empty() && kept == place.waits(&self.house, &counts(&after), &melds)
    }
}
