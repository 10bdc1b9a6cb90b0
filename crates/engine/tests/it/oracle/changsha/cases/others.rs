//! Cases without a win: dealt hands, passed wins, endings.

use super::Chance;
use super::hands::take;
use crate::oracle::changsha::course::Ending;
use crate::oracle::changsha::house::Profile;
use crate::oracle::changsha::missed::{Chance as Win, Happening};
use crate::oracle::changsha::tiles::{Counts, Tile, is_258, suit};

/// A dealt hand in the order of the deal, and true if it is the dealer's; mostly it makes an opening.
pub fn dealt(chance: &mut Chance) -> (Vec<Tile>, bool) {
    let is_dealer = chance.percent(25);
    let size = if is_dealer { 14 } else { 13 };
    let lacking = chance.pick(&[None, None, Some(0), Some(1), Some(2)]);
    let plain = chance.percent(30);
    let fits = |tile: Tile| Some(suit(tile)) != lacking && !(plain && is_258(tile));
    let mut pack: Counts = [4; 27];
    let mut tiles = Vec::new();
    for copies in chance.pick(&[[0; 4], [4, 0, 0, 0], [3, 3, 0, 0], [4, 3, 0, 0], [4, 4, 3, 0], [3, 3, 3, 3]]) {
        let tile = chance.below(27) as Tile;
        if fits(tile) && pack[usize::from(tile)] == 4 {
            take(&mut pack, &vec![tile; copies]);
            tiles.extend(vec![tile; copies]);
        }
    }
    while tiles.len() < size {
        let tile = chance.below(27) as Tile;
        if fits(tile) && take(&mut pack, &[tile]) {
            tiles.push(tile);
        }
    }
    // The order decides the dealer's fourteenth tile.
    for at in (1..tiles.len()).rev() {
        tiles.swap(at, chance.below(at + 1));
    }
    (tiles, is_dealer)
}

/// A stretch of play with offers, and the chance that seat 1 then has. Few kinds of tiles are used, so that they recur.
pub fn missed(chance: &mut Chance) -> (Vec<Happening>, Win) {
    let mut happenings = Vec::new();
    let mut turn = chance.below(4);
    for _ in 0..=chance.below(6) {
        let tile = chance.below(4) as Tile;
        happenings.push(Happening::Discard { seat: turn, tile });
        for seat in (0..4).filter(|&seat| seat != turn) {
            if chance.percent(35) {
                happenings.push(Happening::Offer { seat, tile, level: chance.below(4) as u32 });
                if chance.percent(50) {
                    happenings.push(Happening::Refuse { seat });
                }
            }
        }
        let claimant = chance.below(4);
        if claimant != turn && chance.percent(40) {
            turn = claimant;
            happenings.push(Happening::Claim { seat: turn });
        } else {
            turn = (turn + 1) % 4;
            happenings.push(Happening::Draw { seat: turn });
        }
    }
    let now = if turn == 1 {
        Win::SelfDraw
    } else {
        let tile = chance.below(4) as Tile;
        happenings.push(Happening::Discard { seat: turn, tile });
        Win::Ron { tile, level: chance.below(4) as u32 }
    };
    (happenings, now)
}

pub fn ending(chance: &mut Chance) -> Ending {
    let by = chance.below(4);
    let mut winners: Vec<usize> = (0..4).filter(|&seat| seat != by).collect();
    for _ in 0..chance.below(3) {
        winners.remove(chance.below(winners.len()));
    }
    match chance.below(6) {
        0 => Ending::Won { winners: vec![by], payer: None },
        1 | 2 => Ending::Won { winners, payer: Some(by) },
        3 => Ending::Opened { winners, birds: vec![chance.below(27) as Tile] },
        4 => chance.pick(&[Ending::SeabedTaken { by }, Ending::SeabedConsumed { by }]),
        _ => Ending::SeabedRefused { first_offered: by },
    }
}

/// As many birds as a profile turns up, or fewer.
pub fn birds(chance: &mut Chance, profile: Profile) -> Vec<Tile> {
    (0..chance.below(profile.birds() + 1)).map(|_| chance.below(27) as Tile).collect()
}
