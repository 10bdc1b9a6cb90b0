//! Computes the payments of a win: rule book 2.

use super::house::House;
use super::tiles::Meld;
use super::win::{Facts, Win};

/// Payments from the seat of the row to the seat of the column.
pub type Payments = [[i64; 4]; 4];

/// `winners` are all winners on the tile; they do not pay each other.
pub fn pay(house: &House, seats: usize, facts: &Facts, win: &Win, winners: &[usize]) -> Payments {
    let mut paid = [[0; 4]; 4];
    let ron = if facts.how.self_drawn() { None } else { facts.from };
    for (owner, kong, from) in &facts.kongs {
        for (payer, points) in
            kong_shares(house, seats, facts.dealer, facts.floor, (*owner, *kong, *from), Some((facts.winner, ron)))
        {
            paid[payer][*owner] += points;
        }
    }
    for loser in (0..seats).filter(|seat| !winners.contains(seat)) {
        let mut points = house.base * win.value;
        if ron == Some(loser) && !win.flat && house.ron < 3 {
            points *= 2;
        }
        if house.dealer_double && loser == facts.dealer && !win.flat {
            points *= 2;
        }
        if facts.hunyou[loser] {
            points *= 2;
        }
        if ron.is_some() && house.ron == 4 {
            points *= 3;
        }
        points *= 1 << facts.floor;
        if [loser, facts.winner].contains(&facts.dealer) && !win.flat {
            points += house.dealer_flat;
        }
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

/// A kong: its owner, the meld, the discarder of an exposed one.
pub type Kong = (usize, Meld, Option<usize>);

/// The shares paid for a kong, each with its payer: market book B.2. `won` is the winner with the discarder it won from;
/// `None` after a drawn hand.
pub fn kong_shares(
    house: &House,
    seats: usize,
    dealer: usize,
    floor: u32,
    (owner, kong, from): Kong,
    won: Option<(usize, Option<usize>)>,
) -> Vec<(usize, i64)> {
    let money = &house.kongs;
    let own = won.is_some_and(|(winner, _)| winner == owner);
    let ron = won.and_then(|(_, discarder)| discarder);
    let void = won.is_none() && money.void_on_draw || money.winner_only && !own || money.forfeits && ron == Some(owner);
    if !money.on || void {
        return Vec::new();
    }
    let (points, alone) = match kong {
        Meld::Exposed(_) => (money.exposed, from.filter(|_| !money.exposed_all)),
        Meld::Added(_) => (money.added, None),
        _ => (money.concealed, None),
    };
    let owing = (0..seats).filter(|&seat| seat != owner && alone.is_none_or(|alone| alone == seat));
    let share = |seat: usize| {
        let dealt = money.dealer_double && [seat, owner].contains(&dealer);
        let upstairs = if house.floor_wins_only { 1 } else { 1 << floor };
        let payer = ron.filter(|_| own && money.ron_discarder).unwrap_or(seat);
        (payer, house.base * points * upstairs * if dealt { 2 } else { 1 })
    };
    owing.map(share).collect()
}
