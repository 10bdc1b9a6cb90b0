//! Random cases, rich in wins, for comparing two scorers; the same seed gives the same cases everywhere.
//!
//! A case is one end of a hand. Its tiles come from one pack, so no kind occurs a fifth time.
//! Dealt hands, passed wins and next dealers have their own cases.

mod chance;
mod hands;
pub mod others;

pub use chance::Chance;

use super::birds::bird_tiles;
use super::house::{House, Profile};
use super::opening::{BANBAN, LIULIUSHUN, QUEYISE, SIXI};
use super::settle::{End, Payments, Win, settle};
use super::tiles::{Counts, Holding, Tile, is_258};
use super::win::{Outcome, Situation, waits, win};
use hands::{Builder, aim, take};

/// Players who claim a win on the same tiles. Some claims are wrong.
#[derive(Clone, Debug)]
pub struct Case {
    pub profile: Profile,
    pub house: House,
    pub dealer: usize,
    pub situation: Situation,
    pub payer: Option<usize>,
    pub claims: Vec<(usize, Holding)>,
    /// The tiles left in the wall, from the head; empty after the seabed.
    pub left: Vec<Tile>,
    pub openings: Vec<(usize, Vec<&'static str>)>,
    pub opening_dice: Vec<u8>,
}

impl Case {
    pub fn outcomes(&self) -> Vec<Option<Outcome>> {
        self.claims.iter().map(|(_, holding)| win(&self.house, holding, self.situation)).collect()
    }

    /// The end of the hand with the true winners; a draw if nobody won and no opening ended it.
    pub fn end(&self) -> End {
        let winner = |((seat, _), outcome): (&(usize, Holding), Option<Outcome>)| {
            let outcome = outcome?;
            let dealt = outcome.patterns.contains(&"天胡");
            Some(Win { seat: *seat, payer: self.payer, units: outcome.units, dealt })
        };
        let wins: Vec<Win> = self.claims.iter().zip(self.outcomes()).filter_map(winner).collect();
        let opened = self.house.initial_hu_ends_hand && !self.openings.is_empty();
        let mut end = End {
            dealer: self.dealer,
            wins,
            openings: self.openings.clone(),
            opening_dice: self.opening_dice.clone(),
            ..End::default()
        };
        if end.wins.is_empty() && !opened {
            end.drawn_seabed = self.seabed();
        } else {
            end.birds = bird_tiles(&self.house, self.profile, &self.left, self.seabed());
        }
        end
    }

    pub fn payments(&self) -> Payments {
        settle(&self.house, self.profile, &self.end())
    }

    /// The tile of a seabed win.
    fn seabed(&self) -> Option<Tile> {
        let (_, holding) = self.claims.first()?;
        if is_last(self.situation) { holding.won.first().copied() } else { None }
    }
}

/// Half the houses are plain; the others have some options changed.
pub fn house(chance: &mut Chance) -> (Profile, House) {
    let plain = [(Profile::A, House::a()), (Profile::B, House::b()), (Profile::B, House::b_restored())];
    let (profile, mut house) = chance.pick(&plain);
    if chance.percent(50) {
        house.vary(|values| if chance.percent(15) { Some(chance.below(values)) } else { None });
    }
    (profile, house)
}

pub fn case(chance: &mut Chance) -> Case {
    let (profile, house) = house(chance);
    case_of(chance, profile, &house)
}

/// A case of one house.
pub fn case_of(chance: &mut Chance, profile: Profile, house: &House) -> Case {
    loop {
        if let Some(case) = try_case(chance, profile, house) {
            return case;
        }
    }
}

fn try_case(chance: &mut Chance, profile: Profile, house: &House) -> Option<Case> {
    let dealer = chance.below(4);
    let situation = situation(chance);
    let (seats, payer) = players(chance, dealer, situation);
    let robbing = matches!(situation, Situation::RobDice { .. } | Situation::RobReplacement);
    let all_258: Vec<Tile> = (0..27).filter(|&tile| is_258(tile)).collect();
    let won = if chance.percent(25) { chance.pick(&all_258) } else { chance.below(27) as Tile };
    let mut pack: Counts = [4; 27];
    // One copy of the tile serves all winners; a robbed kong holds the other three.
    pack[usize::from(won)] -= if robbing { 4 } else { 1 };

    let mut claims: Vec<(usize, Holding)> = Vec::new();
    for seat in seats {
        let before = pack;
        pack[usize::from(won)] += 1;
        let aim = aim(chance);
        match (Builder { chance, pack: &mut pack, won, how: situation }).holding(aim) {
            Some(holding) => claims.push((seat, holding)),
            None => pack = before,
        }
    }
    let first = claims.first()?.1.clone();
    if situation.is_dice() && profile.kong_tiles() == 2 {
        let fitting = waits(house, &first.rest, &first.melds);
        let aimed = !fitting.is_empty() && chance.percent(50);
        let second = if aimed { chance.pick(&fitting) } else { chance.below(27) as Tile };
        take(&mut pack, &[second]).then_some(())?;
        for (_, holding) in &mut claims {
            holding.won.push(second);
        }
    }
    let mut left = Vec::new();
    for _ in 0..if is_last(situation) { 0 } else { chance.pick(&[0, 1, 2, 3, 20, 20, 20]) } {
        let tile = chance.below(27) as Tile;
        left.extend(take(&mut pack, &[tile]).then_some(tile));
    }
    let openings = openings(chance, house, situation);
    let opening_dice = vec![1 + chance.below(6) as u8, 1 + chance.below(6) as u8];
    Some(Case { profile, house: house.clone(), dealer, situation, payer, claims, left, openings, opening_dice })
}

fn is_last(situation: Situation) -> bool {
    matches!(situation, Situation::LastDraw | Situation::LastDiscard)
}

fn situation(chance: &mut Chance) -> Situation {
    let after_kong = chance.percent(30);
    let discard_kong = chance.percent(40);
    match chance.below(20) {
        0..=3 => Situation::SelfDraw,
        4..=7 => Situation::Discard,
        8 => Situation::Replacement,
        9 => Situation::Dealt { after_kong },
        10 => Situation::FirstDiscard { after_kong },
        11 => Situation::LastDraw,
        12 => Situation::LastDiscard,
        13..=14 => Situation::OwnDice,
        15..=16 => Situation::OtherDice,
        17..=18 => Situation::RobDice { discard_kong },
        _ => Situation::RobReplacement,
    }
}

/// One to three winners, and the payer if one player pays.
fn players(chance: &mut Chance, dealer: usize, situation: Situation) -> (Vec<usize>, Option<usize>) {
    if matches!(situation, Situation::Dealt { .. }) {
        return (vec![dealer], None);
    }
    if !situation.is_ron() {
        return (vec![chance.below(4)], None);
    }
    let payer = if matches!(situation, Situation::FirstDiscard { .. }) { dealer } else { chance.below(4) };
    let mut seats: Vec<usize> = (0..4).filter(|&seat| seat != payer).collect();
    for _ in 0..chance.pick(&[0, 1, 2, 2, 2]) {
        seats.remove(chance.below(seats.len()));
    }
    (seats, Some(payer))
}

/// Openings declared by up to two seats. Where openings end the hand, only 天胡 can occur beside them.
fn openings(chance: &mut Chance, house: &House, situation: Situation) -> Vec<(usize, Vec<&'static str>)> {
    let possible = !house.initial_hu_ends_hand || situation == Situation::Dealt { after_kong: false };
    if !possible || !chance.percent(35) {
        return Vec::new();
    }
    let mut seats = vec![0, 1, 2, 3];
    (0..chance.pick(&[1, 1, 2]))
        .map(|_| {
            let mut names = vec![SIXI, BANBAN, QUEYISE, LIULIUSHUN];
            for _ in 0..chance.pick(&[1, 2, 3, 3]) {
                names.remove(chance.below(names.len()));
            }
            (seats.remove(chance.below(seats.len())), names)
        })
        .collect()
}
