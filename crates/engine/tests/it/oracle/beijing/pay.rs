//! Computes the payments of a win: rule book 2.

use super::house::House;
use super::win::{Facts, Win};

/// Payments from the seat of the row to the seat of the column.
pub type Payments = [[i64; 4]; 4];

/// `winners` are all winners on the tile; they do not pay each other.
pub fn pay(house: &House, facts: &Facts, win: &Win, winners: &[usize]) -> Payments {
    let mut paid = [[0; 4]; 4];
    let ron = if facts.how.self_drawn() { None } else { facts.from };
    for loser in (0..4).filter(|seat| !winners.contains(seat)) {
        let mut points = house.base * win.value;
        if ron == Some(loser) && !win.flat {
            points *= 2;
        }
        if house.dealer_double && loser == facts.dealer && !win.flat {
            points *= 2;
        }
        if facts.hunyou[loser] {
            points *= 2;
        }
        points *= 1 << facts.floor;
        let payer = match (ron, house.ron) {
            (None, _) | (_, 0) => Some(loser),
            (Some(from), 1) => Some(from),
            (Some(from), _) => (from == loser).then_some(loser),
        };
        if let Some(payer) = payer {
            paid[payer][facts.winner] += points;
        }
    }
    paid
}
