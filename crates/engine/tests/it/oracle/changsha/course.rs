//! The course of the match: next dealer, seabed offers, and the wall tiles that a kong needs (§2.4, §2.8, §2.10).

use super::birds::bird_seat;
use super::house::{DealerTable, FlipClaims, House, Profile};
use super::tiles::{Meld, Tile};
use super::win::waits;

/// The end of a hand, as far as the next dealer depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `payer` is the discarder, the robbed konger or the taker of the seabed.
    Won {
        winners: Vec<usize>,
        payer: Option<usize>,
    },
    /// Openings, perhaps beside 天胡, ended the hand: all winners, and the birds.
    Opened {
        winners: Vec<usize>,
        birds: Vec<Tile>,
    },
    SeabedTaken {
        by: usize,
    },
    SeabedRefused {
        first_offered: usize,
    },
    /// A 补张 or a dice kong drew the last tile.
    SeabedConsumed {
        by: usize,
    },
}

/// CS-B.4. `None` if two openings leave it to a bird and there is none.
pub fn next_dealer(house: &House, dealer: usize, ending: &Ending) -> Option<usize> {
    match house.next_dealer_table {
        DealerTable::B4 => match ending {
            Ending::Won { winners, payer } => match winners.as_slice() {
                [only] => Some(*only),
                _ => *payer,
            },
            Ending::Opened { winners, birds } => match winners.as_slice() {
                [only] => Some(*only),
                _ => birds.first().map(|&bird| bird_seat(dealer, bird)),
            },
            Ending::SeabedTaken { by } | Ending::SeabedConsumed { by } => Some(*by),
            Ending::SeabedRefused { first_offered } => Some(*first_offered),
        },
    }
}

/// The order in which the seabed is offered, from the player due to draw.
pub fn seabed_order(due: usize) -> [usize; 4] {
    [0, 1, 2, 3].map(|step| (due + step) % 4)
}

/// AMB-16.
pub fn may_take_seabed(house: &House, rest: &[Tile], melds: &[Meld]) -> bool {
    !house.haidi_requires_ting || !waits(house, rest, melds).is_empty()
}

/// 开杠: `rest` is the hand once the four tiles are among `melds`, `left` the live wall.
pub fn may_dice_kong(house: &House, profile: Profile, rest: &[Tile], melds: &[Meld], left: usize) -> bool {
    let kept = usize::from(house.kaigang_keeps_haidi);
    left >= profile.kong_tiles() + kept && !waits(house, rest, melds).is_empty()
}

/// 补张 needs a tile. The seabed may be that tile or not, by option (AMB-25).
pub fn may_replace(house: &House, left: usize) -> bool {
    left >= if house.bu_may_take_haidi { 1 } else { 2 }
}

/// The stack that the dice name, counted from the tail; 1 is the last, also if they name too many (CS-B.9.7).
pub fn dice_stack(dice: &[usize], stacks: usize) -> usize {
    let named = dice.iter().sum();
    if named > stacks { 1 } else { named }
}

/// True if a turned tile that nobody wins on may be melded (AMB-17).
pub fn flipped_may_be_melded(house: &House) -> bool {
    house.flip_tile_claims == FlipClaims::All
}
