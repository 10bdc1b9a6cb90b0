//! Computes the result of a hand: birds, payments, the next dealer (rule book 2.9 to 2.11).

use super::super::birds::bird_tiles;
use super::super::course::{Ending, next_dealer};
use super::super::house::{House, Stacking};
use super::super::opening::opening;
use super::super::settle::{End, Payments, Win, settle};
use super::super::tiles::Tile;
use super::table::{Came, Now, Table};

/// The result of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub birds: Vec<Tile>,
    pub payments: Payments,
    /// `None` if nobody plays on.
    pub next_dealer: Option<usize>,
}

/// The dealt tiles of each seat, which decide the payment of its openings.
pub type Dealt = [Vec<Tile>; 4];

impl Table<'_> {
    /// The result of the hand; `dealt` are the tiles as dealt.
    pub fn standing(&self, dealt: &Dealt) -> Standing {
        let openers: Vec<usize> = (0..4).filter(|&seat| self.places[seat].opened.is_some()).collect();
        let ends = self.house.initial_hu_ends_hand && !openers.is_empty();
        let birds = if self.won.is_empty() && !ends { Vec::new() } else { self.birds() };
        let end = End {
            dealer: self.dealer,
            wins: self
                .won
                .iter()
                .map(|won| Win {
                    seat: won.seat,
                    payer: won.payer,
                    units: won.units,
                    dealt: won.came == Some(Came::Dealt),
                })
                .collect(),
            openings: openers.iter().map(|&seat| (seat, self.paid(seat, &dealt[seat]))).collect(),
            birds: birds.clone(),
            drawn_seabed: self.seabed.tile.filter(|_| self.won.is_empty()),
            opening_dice: Vec::new(),
        };
        let next_dealer = if self.left.is_some() {
            None
        } else {
            self.ending(&openers, ends, &birds).and_then(|ending| next_dealer(self.house, self.dealer, &ending))
        };
        Standing { payments: settle(self.house, self.profile, &end), birds, next_dealer }
    }

    fn birds(&self) -> Vec<Tile> {
        let seabed_win = self.won.iter().any(|_| self.seabed.taker.is_some());
        bird_tiles(self.house, self.profile, &self.wall.tiles(), self.seabed.tile.filter(|_| seabed_win))
    }

    /// The declared openings, each name as often as it counts.
    fn paid(&self, seat: usize, dealt: &[Tile]) -> Vec<&'static str> {
        let Some(declared) = &self.places[seat].opened else { return Vec::new() };
        let all = House { initial_hu_stacking: Stacking::PerInstance, ..self.house.clone() };
        let mut names = opening(&all, dealt, seat == self.dealer);
        names.retain(|name| declared.iter().any(|other| other == name));
        if self.house.initial_hu_stacking != Stacking::PerInstance {
            names.dedup();
        }
        names
    }

    fn ending(&self, openers: &[usize], ends: bool, birds: &[Tile]) -> Option<Ending> {
        let mut winners: Vec<usize> = self.won.iter().map(|won| won.seat).collect();
        if ends {
            winners.extend(openers);
            winners.sort_unstable();
            winners.dedup();
            return Some(Ending::Opened { winners, birds: birds.to_vec() });
        }
        if !winners.is_empty() {
            return Some(Ending::Won { winners, payer: self.won[0].payer });
        }
        let seabed = self.seabed;
        if !matches!(self.now, Now::Over) {
            return None;
        }
        match (seabed.consumed_by, seabed.taker, seabed.first_offered) {
            (Some(by), ..) => Some(Ending::SeabedConsumed { by }),
            (None, Some(by), _) => Some(Ending::SeabedTaken { by }),
            (None, None, Some(first_offered)) => Some(Ending::SeabedRefused { first_offered }),
            _ => None,
        }
    }
}
