//! The legal acts of each seat.

use super::shape::{Kind, Pattern, Tile, fan_of_tiles, holds_suit, pattern, waits};
use super::table::{How, Moment, Table, Win};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kong {
    Concealed,
    Exposed,
    Added,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// On this tile, for this many fan.
    Win(Tile, u32),
    Discard(Tile),
    Pung(Tile),
    Kong(Tile, Kong),
    Draw,
    /// 定缺: the suit, 0 to 2.
    Void(u8),
}

impl Table {
    /// The legal acts of each seat, in order.
    pub fn legal(&self) -> [Vec<Act>; 4] {
        [0, 1, 2, 3].map(|seat| {
            let mut acts = Vec::new();
            if self.places[seat].won || self.exhausted {
                return acts;
            }
            // SC-2.2.
            if self.is_naming() {
                if self.places[seat].void.is_none() {
                    acts.extend((0..3).map(Act::Void));
                }
                return acts;
            }
            if let Some(win) = self.may_win(seat) {
                acts.push(Act::Win(win.tile, win.fan));
            }
            if !self.three_won() {
                self.turn(seat, &mut acts);
                self.claims(seat, &mut acts);
            }
            acts.sort_unstable();
            acts
        })
    }

    /// The way in which this seat would win now.
    pub fn how(&self, winner: usize) -> Option<How> {
        match self.moment {
            Moment::Turn { seat, got } if seat == winner => {
                got.tile()?;
                Some(self.places[seat].hot.map_or(How::SelfDraw, |kong| How::KongDraw { kong }))
            }
            Moment::Lying { from, hot, .. } if from != winner => Some(How::Discard { from, hot }),
            // Only an added kong can be robbed (SC-3.4).
            Moment::Konged { seat, added: true, .. } if seat != winner => Some(How::Rob { from: seat }),
            _ => None,
        }
    }

    /// The tile that can be won on now.
    fn open_tile(&self) -> Option<Tile> {
        match self.moment {
            Moment::Turn { got, .. } => got.tile(),
            Moment::Lying { tile, .. } | Moment::Konged { tile, .. } => Some(tile),
            Moment::Drew { .. } => None,
        }
    }

    /// This seat's win now, if it may win.
    pub fn may_win(&self, seat: usize) -> Option<Win> {
        let place = &self.places[seat];
        if place.won {
            return None;
        }
        let how = self.how(seat)?;
        let win = self.worth(seat, self.open_tile()?, how)?;
        // SC-3.5: neither a self-draw nor a robbed kong is barred, nor the discard after a kong.
        let capped = self.house.capped(win.fan);
        let too_small = place.bar.is_some_and(|bar| win.fan <= bar) || place.passed.is_some_and(|fan| capped <= fan);
        let barred = matches!(how, How::Discard { hot: None, .. }) && too_small;
        (!barred).then_some(win)
    }

    /// The win of this seat on this tile, with its price and its payers, if its tiles are one.
    pub fn worth(&self, seat: usize, tile: Tile, how: How) -> Option<Win> {
        let (house, place) = (&self.house, &self.places[seat]);
        let own = matches!(how, How::SelfDraw | How::KongDraw { .. });
        let mut full = place.counts();
        if !own {
            full[usize::from(tile)] += 1;
        }
        if place.void.is_some_and(|suit| holds_suit(&full, suit)) {
            return None;
        }
        let mut fan = fan_of_tiles(house, &full, &place.melds)?;
        // SC-5.3.
        let fed = match how {
            How::KongDraw { kong } if self.kongs[kong].kind == Kind::Exposed && house.dian_gang_hua == "discard" => {
                self.kongs[kong].payers.first().copied()
            }
            _ => None,
        };
        // 杠上花, 点杠花, 杠上炮, 抢杠 (SC-4.8, SC-4.9, SC-4.10).
        if !matches!(how, How::SelfDraw | How::Discard { hot: None, .. }) {
            fan += 1;
        }
        // SC-4.11.
        if self.wall.is_empty() {
            fan += 1;
        }
        // SC-4.12, SC-4.13.
        if house.tian_di_hu && self.places.iter().all(|place| place.melds.is_empty()) {
            let discards: usize = self.places.iter().map(|place| place.discards).sum();
            match (how, discards) {
                (How::SelfDraw, 0) if seat == self.dealer => fan += 3,
                (How::Discard { from, .. }, 1) if from == self.dealer => fan += 2,
                _ => {}
            }
        }
        // SC-4.19.
        let self_drawn = own && fed.is_none();
        if self_drawn && house.zimo == "add_fan" {
            fan += 1;
        }
        let extra = if self_drawn && house.zimo == "add_base" { house.base } else { 0 };
        // SC-5.2.
        let payers = match (how, fed) {
            (_, Some(feeder)) => vec![feeder],
            (How::Discard { from, .. }, _) => vec![from],
            (How::Rob { from }, _) if !house.older.rob_all => vec![from],
            _ => self.others(seat),
        };
        Some(Win { seat, tile, how, fan, payers, price: house.price(fan) + extra })
    }

    /// The fan of the pattern alone with which the seat would win on what it has just discarded (SC-3.5).
    pub fn fan_of_own_discard(&self, seat: usize, tile: Tile) -> Option<u32> {
        let place = &self.places[seat];
        let mut full = place.counts();
        waits(&full, &place.melds, place.void).contains(&tile).then_some(())?;
        full[usize::from(tile)] += 1;
        pattern(&full, &place.melds).map(Pattern::fan)
    }

    fn turn(&self, seat: usize, acts: &mut Vec<Act>) {
        match self.moment {
            Moment::Turn { seat: turn, .. } if turn == seat => self.discards_and_kongs(seat, acts),
            _ if self.next_to_draw() == Some(seat) && !self.wall.is_empty() => acts.push(Act::Draw),
            _ => {}
        }
    }

    fn discards_and_kongs(&self, seat: usize, acts: &mut Vec<Act>) {
        let place = &self.places[seat];
        let holds_void = place.hand.iter().any(|tile| place.is_void(*tile));
        for tile in 0..27 {
            let held = place.count(tile);
            if held == 0 {
                continue;
            }
            // SC-2.3.
            if !holds_void || place.is_void(tile) {
                acts.push(Act::Discard(tile));
            }
            let punged = place.melds.iter().any(|meld| meld.kind == Kind::Pung && meld.tile == tile);
            for (there, kong) in [(held == 4, Kong::Concealed), (punged, Kong::Added)] {
                // SC-2.4, SC-3.3.
                if there && !place.is_void(tile) && !self.wall.is_empty() {
                    acts.push(Act::Kong(tile, kong));
                }
            }
        }
    }

    /// Pungs and kongs of another seat's discard on which nobody has won (SC-2.4, SC-3.1, SC-3.3).
    fn claims(&self, seat: usize, acts: &mut Vec<Act>) {
        let Moment::Lying { from, tile, .. } = self.moment else { return };
        let place = &self.places[seat];
        if from == seat || !self.now.is_empty() || place.is_void(tile) {
            return;
        }
        let held = place.count(tile);
        if held >= 2 {
            acts.push(Act::Pung(tile));
        }
        if held >= 3 && !self.wall.is_empty() {
            acts.push(Act::Kong(tile, Kong::Exposed));
        }
    }
}
