//! Random ends of hands from one pack, rich in wins, ready seats, chickens and kongs; the same seed gives the same
//! ends.

use super::house::{House, Room};
use super::settle::{Discard, End, How, Seat};
use super::shape::{Counts, EIGHT_DOTS, KINDS, Kind, Meld, RED, Tile, YAO};
use crate::oracle::changsha::cases::Chance;

/// One of four published houses, or one with some options changed.
pub fn house(chance: &mut Chance) -> House {
    let mut house = chance.pick(&[House::plain(), House::plain(), House::table(), House::reduced(), House::app()]);
    if chance.percent(55) {
        house.vary(|values| if chance.percent(15) { Some(chance.below(values)) } else { None });
    }
    if chance.percent(30) {
        let lacking = [0, 1, 4].map(Room::Lacking);
        let rooms = [lacking[0], lacking[1], lacking[2], Room::Two, Room::Two, Room::One, Room::Red, Room::Red];
        let room = chance.pick(&rooms);
        // Rooms with fewer suits have fewer players.
        match room {
            Room::Two if house.players == 4 => house.players = 3,
            Room::One => house.players = 2,
            _ => {}
        }
        return house.clone().roomed(room).unwrap_or(house);
    }
    house
}

/// An end of a hand of this house.
pub fn end(chance: &mut Chance, house: &House) -> End {
    loop {
        if let Some(end) = try_end(chance, house) {
            return end;
        }
    }
}

fn try_end(chance: &mut Chance, house: &House) -> Option<End> {
    let room = house.room;
    let mut pack = house.pack();
    let tile = if chance.percent(12) { YAO } else { any(chance, room) };
    let players = house.players;
    let from = chance.below(players);
    let how = match chance.below(20) {
        0..=5 => How::SelfDraw,
        6..=7 => How::Bloom,
        8..=12 => How::Discard { from, hot: false },
        13..=14 => How::Discard { from, hot: true },
        15..=16 => How::Rob { from },
        _ => How::Exhausted,
    };
    let claims: Vec<usize> = match how {
        How::Exhausted => vec![],
        How::SelfDraw | How::Bloom => vec![chance.below(players)],
        _ => {
            let mut others: Vec<usize> = (1..players).map(|steps| (from + steps) % players).collect();
            for _ in 0..chance.pick(&[0, 1, 1, 2, 2, 2]).min(players - 2) {
                others.remove(chance.below(others.len()));
            }
            others
        }
    };
    let mut seats: [Seat; 4] = Default::default();
    // Sometimes no losing seat waits for a tile.
    let loose = chance.percent(10);
    if how != How::Exhausted {
        pack[usize::from(tile)] -= if matches!(how, How::Rob { .. }) { 4 } else { 1 };
    }
    // Winners come first: their tiles are the hardest to find.
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by_key(|seat| !claims.contains(seat));
    for seat in order {
        let must_kong = how == How::Bloom && claims.contains(&seat) || how == How::Discard { from: seat, hot: true };
        let robbed = how == How::Rob { from: seat };
        let wins = claims.contains(&seat);
        let mut builder = Builder { chance, pack: &mut pack, room, seat, players, loose: loose && !wins };
        let built = (0..30).find_map(|_| {
            let before = *builder.pack;
            let built = builder.seat(wins.then_some(tile), must_kong, robbed.then_some(tile));
            if built.is_none() {
                *builder.pack = before;
            }
            built
        });
        seats[seat] = built?;
    }
    for seat in &mut seats[..players] {
        let concealed = seat.melds.iter().all(|meld| meld.kind == Kind::Concealed);
        seat.declared = concealed && chance.percent(15);
        seat.hard = seat.declared && chance.percent(40);
        seat.was_ready = chance.percent(50);
        seat.lack = matches!(house.room, Room::Lacking(_)).then(|| named(chance, seat)).flatten();
    }
    // A seat whose melds leave no suit to name could not have played so.
    if matches!(house.room, Room::Lacking(_)) && seats[..players].iter().any(|seat| seat.lack.is_none()) {
        return None;
    }
    let discards = discards(chance, &mut pack, &seats, players);
    let kongs = seats.iter().flat_map(|seat| &seat.melds).filter(|meld| meld.is_kong()).count();
    let rolls = (0..=kongs).map(|_| any(chance, room)).collect();
    let flips = [26, 18, 19, 15, 16, 17, 13];
    let flip = if room == Room::Red && chance.percent(25) {
        RED
    } else if chance.percent(45) {
        chance.pick(&flips)
    } else {
        chance.below(usize::from(RED)) as Tile
    };
    let flip = (how != How::Exhausted && pack[usize::from(flip)] > 0 && chance.percent(92)).then_some(flip);
    Some(End {
        house: house.clone(),
        dealer: chance.below(players),
        streak: [1, 2, 3, 4][chance.below(4)],
        weekday: 1 + chance.below(7) as u8,
        seats,
        discards,
        how,
        claims,
        tile,
        flip,
        rolls,
        last_hand: chance.percent(50),
        picked: [0; 4].map(|_| chance.pick(&[0, 1, 2])),
        dealt: false,
        first: false,
    })
}

/// A kind of tile that is in play.
fn any(chance: &mut Chance, room: Room) -> Tile {
    if room == Room::Red && chance.percent(8) {
        return RED;
    }
    room.lowest() + chance.below(usize::from(RED - room.lowest())) as Tile
}

/// A suit that the seat may lack: none of its melds, and mostly one without tiles in its hand.
fn named(chance: &mut Chance, seat: &Seat) -> Option<Tile> {
    let free = |suit: &Tile| seat.melds.iter().all(|meld| meld.tile / 9 != *suit);
    let held = |suit: Tile| seat.hand[usize::from(suit) * 9..][..9].iter().any(|&n| n > 0);
    let mut suits: Vec<Tile> = (0..3).filter(free).collect();
    if chance.percent(80) && suits.iter().any(|&suit| !held(suit)) {
        suits.retain(|&suit| !held(suit));
    }
    (!suits.is_empty()).then(|| chance.pick(&suits))
}

/// The tiles claimed by melds and some random discards, in random order.
fn discards(chance: &mut Chance, pack: &mut Counts, seats: &[Seat; 4], players: usize) -> Vec<Discard> {
    let mut discards: Vec<Discard> = Vec::new();
    for meld in seats.iter().flat_map(|seat| &seat.melds) {
        if let Some(from) = meld.from {
            discards.push(Discard { seat: from, tile: meld.tile, claimed: true });
        }
    }
    for _ in 0..chance.below(14) {
        let tile = match chance.below(10) {
            0..=2 => YAO,
            3 => EIGHT_DOTS,
            _ => chance.below(usize::from(RED)) as Tile,
        };
        if pack[usize::from(tile)] > 0 {
            pack[usize::from(tile)] -= 1;
            let at = chance.below(discards.len() + 1);
            discards.insert(at, Discard { seat: chance.below(players), tile, claimed: false });
        }
    }
    discards
}

struct Builder<'a> {
    chance: &'a mut Chance,
    pack: &'a mut Counts,
    room: Room,
    seat: usize,
    players: usize,
    loose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Sets,
    Triplets,
    Pairs,
    Dragon,
    Earth,
    Anything,
}

impl Builder<'_> {
    /// A seat that needs this tile, or some other one, to be complete, or that holds random tiles.
    fn seat(&mut self, lacks: Option<Tile>, must_kong: bool, robbed: Option<Tile>) -> Option<Seat> {
        let aim = match self.chance.below(20) {
            _ if self.loose => Aim::Anything,
            0..=7 => Aim::Sets,
            8..=11 => Aim::Triplets,
            12..=13 => Aim::Pairs,
            14..=15 => Aim::Dragon,
            16 if self.chance.percent(30) => Aim::Earth,
            _ if lacks.is_some() && self.chance.percent(80) => Aim::Sets,
            _ => Aim::Anything,
        };
        let aim = match aim {
            Aim::Pairs | Aim::Dragon | Aim::Earth if must_kong || robbed.is_some() => Aim::Sets,
            aim => aim,
        };
        let suit = self.chance.percent(25).then(|| self.suit());
        let wanted = lacks.filter(|_| aim != Aim::Anything);
        // The needed tile is added to the pack while the hand is built, then taken out again.
        let goal = wanted.unwrap_or_else(|| self.any(suit));
        let suit = suit.filter(|_| goal != RED).map(|_| goal / 9);
        self.pack[usize::from(goal)] += 1;
        let mut full: Counts = [0; KINDS];
        let mut melds = Vec::new();
        match aim {
            Aim::Pairs | Aim::Dragon => self.pairs(&mut full, goal, suit, aim == Aim::Dragon)?,
            Aim::Earth => {
                self.take(goal, 4)?;
                full[usize::from(goal)] += 1;
                melds.push(Meld { kind: Kind::Pung, tile: goal, from: Some(self.other()) });
                for _ in 0..5 {
                    let pair = self.any(suit);
                    self.take(pair, 2)?;
                    full[usize::from(pair)] += 2;
                }
            }
            _ => self.sets(&mut full, &mut melds, goal, suit, aim, must_kong, robbed)?,
        }
        if full[usize::from(goal)] == 0 {
            return None;
        }
        full[usize::from(goal)] -= 1;
        Some(Seat { hand: full, melds, ..Seat::default() })
    }

    fn any(&mut self, suit: Option<Tile>) -> Tile {
        match suit {
            Some(suit) => suit * 9 + self.chance.below(9) as Tile,
            None => any(self.chance, self.room),
        }
    }

    fn suit(&mut self) -> Tile {
        let suits = RED / 9 - self.room.lowest() / 9;
        self.room.lowest() / 9 + self.chance.below(usize::from(suits)) as Tile
    }

    fn take(&mut self, tile: Tile, n: u8) -> Option<()> {
        let left = &mut self.pack[usize::from(tile)];
        *left = left.checked_sub(n)?;
        Some(())
    }

    fn pairs(&mut self, full: &mut Counts, goal: Tile, suit: Option<Tile>, dragon: bool) -> Option<()> {
        let mut at = goal;
        for pair in 0..7 {
            self.take(at, 2)?;
            full[usize::from(at)] += 2;
            at = if pair == 0 && dragon { at } else { self.any(suit) };
            if pair == 0 && dragon && self.chance.percent(50) {
                at = self.any(suit);
                self.take(at, 2)?;
                full[usize::from(at)] += 2;
            }
            if full.iter().sum::<u8>() == 14 {
                break;
            }
        }
        (full.iter().sum::<u8>() == 14).then_some(())
    }

    /// Four sets and a pair, some of them melded; `Anything` puts loose tiles beside the melds instead.
    #[expect(clippy::too_many_arguments, reason = "a generator's knobs")]
    fn sets(
        &mut self,
        full: &mut Counts,
        melds: &mut Vec<Meld>,
        goal: Tile,
        suit: Option<Tile>,
        aim: Aim,
        must_kong: bool,
        robbed: Option<Tile>,
    ) -> Option<()> {
        if let Some(tile) = robbed {
            // The pung that became the robbed kong; its tiles have already left the pack.
            melds.push(Meld { kind: Kind::Pung, tile, from: Some(self.other()) });
        }
        let meld_count = self.chance.pick(&[0, 0, 0, 1, 1, 2, 3, 4]).max(usize::from(must_kong) + melds.len());
        while melds.len() < meld_count {
            let kong = must_kong && !melds.iter().any(|meld| meld.is_kong());
            let meld = self.meld(suit, kong);
            self.take(meld.tile, meld.size())?;
            melds.push(meld);
        }
        if aim == Aim::Anything {
            full[usize::from(goal)] += 1;
            self.take(goal, 1)?;
            for _ in 0..13 - 3 * meld_count {
                let tile = self.any(suit);
                self.take(tile, 1)?;
                full[usize::from(tile)] += 1;
            }
            return Some(());
        }
        let goal_is_pair = meld_count == 4 || self.chance.percent(35);
        let pair = if goal_is_pair { goal } else { self.any(suit) };
        self.take(pair, 2)?;
        full[usize::from(pair)] += 2;
        for set in 0..4 - meld_count {
            let must = (set == 0 && !goal_is_pair).then_some(goal);
            let tile = must.unwrap_or_else(|| self.any(suit));
            if tile == RED || aim == Aim::Triplets || self.chance.percent(25) {
                self.take(tile, 3)?;
                full[usize::from(tile)] += 3;
            } else {
                let lowest = tile.saturating_sub(self.chance.below(3) as Tile);
                if lowest / 9 != tile / 9 || lowest % 9 > 6 {
                    return None;
                }
                for run in lowest..lowest + 3 {
                    self.take(run, 1)?;
                    full[usize::from(run)] += 1;
                }
            }
        }
        Some(())
    }

    fn meld(&mut self, suit: Option<Tile>, kong: bool) -> Meld {
        let late = self.chance.percent(30);
        let kongs = [Kind::Exposed, Kind::Added { late }, Kind::Concealed];
        let kind = if kong || self.chance.percent(50) { self.chance.pick(&kongs) } else { Kind::Pung };
        let tile = match self.chance.below(10) {
            0..=1 if suit.is_none() => YAO,
            2 if suit.is_none() => EIGHT_DOTS,
            _ => self.any(suit),
        };
        let from = (kind != Kind::Concealed).then(|| self.other());
        Meld { kind, tile, from }
    }

    fn other(&mut self) -> usize {
        (self.seat + 1 + self.chance.below(self.players - 1)) % self.players
    }
}
