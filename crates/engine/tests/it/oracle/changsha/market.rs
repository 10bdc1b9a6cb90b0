//! Payments under the house rules of the market (market C.2), for two to four players.
//!
//! Written as the formula of the book, apart from `settle`, which has the options of the source document.

use super::tiles::{Tile, rank};

/// Price list: base of a small ron, a small draw, a big ron and a big draw a unit, and an initial win.
pub type Base = [i64; 5];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Math {
    Pow2,
    Linear,
    /// Each hit adds this many points.
    Plus(i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    BySeat,
    Only159,
    RankValue,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Three {
    Rank37,
    Rank48,
    Mod3,
}

/// The options of a room.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the room")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    pub players: usize,
    pub base: Base,
    pub math: Math,
    pub hit: Hit,
    pub three: Three,
    pub from_winner: bool,
    pub dealer_under_birds: bool,
    pub dealer_once: bool,
    pub dealer_per_unit: bool,
    pub piao_fixed: i64,
    pub cap: i64,
    pub cap_openings: bool,
    pub kongs: bool,
    pub holdings: [bool; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kong {
    Concealed,
    Added { could_be_exposed: bool },
    Exposed { from: usize },
}

/// One win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    pub seat: usize,
    pub payer: Option<usize>,
    pub units: i64,
}

/// The end of a hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    pub dealer: usize,
    pub wins: Vec<Won>,
    /// Seats with the number of initial wins declared after the deal, in order.
    pub openings: Vec<(usize, usize)>,
    /// The same during play.
    pub mid: Vec<(usize, usize)>,
    pub birds: Vec<Tile>,
    pub fly: Vec<Tile>,
    pub piao: [i64; 4],
    pub held: [i64; 4],
    pub kongs: Vec<(usize, Kong)>,
}

/// `payments[from][to]`.
pub fn settle(room: &Room, end: &Ended) -> [[i64; 4]; 4] {
    let mut paid = [[0; 4]; 4];
    let mut pointed = Vec::new();
    for &(seat, kinds) in &end.openings {
        for payer in others(room, seat) {
            let (hits, rank) = hits(room, end, seat, payer);
            for _ in 0..kinds {
                let point = point(room, end, &mut pointed, seat, payer);
                let amount = birds(room, room.base[4], point, hits, rank);
                paid[payer][seat] += limit(room, end, amount, payer, seat, false);
            }
        }
    }
    for &(seat, kinds) in &end.mid {
        for payer in others(room, seat) {
            for _ in 0..kinds {
                let amount = room.base[4] + point(room, end, &mut pointed, seat, payer);
                paid[payer][seat] += limit(room, end, amount, payer, seat, false);
            }
        }
    }
    for win in &end.wins {
        let payers = win.payer.map_or_else(|| others(room, win.seat), |payer| vec![payer]);
        for payer in payers {
            let price = match (win.units, win.payer) {
                (0, Some(_)) => room.base[0],
                (0, None) => room.base[1],
                (n, Some(_)) => room.base[2] * n,
                (n, None) => room.base[3] * n,
            };
            let units = if room.dealer_per_unit { win.units.max(1) } else { 1 };
            let point = units * point(room, end, &mut pointed, win.seat, payer);
            let (hits, rank) = hits(room, end, win.seat, payer);
            let mut amount = birds(room, price, point, hits, rank);
            if end.wins.len() == 1 {
                let origin = if room.from_winner { win.seat } else { end.dealer };
                let on_winner = |tile: &&Tile| bird_seat(room, origin, **tile) == Some(win.seat);
                amount += 2 * i64::try_from(end.fly.iter().filter(on_winner).count()).unwrap();
            }
            amount += end.piao[win.seat] + end.piao[payer] + 2 * room.piao_fixed;
            paid[payer][win.seat] += limit(room, end, amount, payer, win.seat, true);
        }
    }
    for &(seat, kong) in end.kongs.iter().filter(|_| room.kongs) {
        match kong {
            Kong::Concealed => others(room, seat).into_iter().for_each(|payer| paid[payer][seat] += 2),
            Kong::Added { could_be_exposed: true } => {}
            Kong::Added { .. } => others(room, seat).into_iter().for_each(|payer| paid[payer][seat] += 1),
            Kong::Exposed { from } => paid[from][seat] += i64::try_from(room.players).unwrap() - 1,
        }
    }
    paid
}

fn others(room: &Room, seat: usize) -> Vec<usize> {
    (1..room.players).map(|step| (seat + step) % room.players).collect()
}

/// 1 if the dealer's point is due between the two, and marks it as counted.
fn point(room: &Room, end: &Ended, pointed: &mut Vec<[usize; 2]>, one: usize, other: usize) -> i64 {
    let pair = [one.min(other), one.max(other)];
    if !pair.contains(&end.dealer) || room.dealer_once && pointed.contains(&pair) {
        return 0;
    }
    pointed.push(pair);
    1
}

fn birds(room: &Room, price: i64, point: i64, hits: u32, rank: i64) -> i64 {
    let (under, after) = if room.dealer_under_birds { (price + point, 0) } else { (price, point) };
    let multiplied = match (room.hit, room.math) {
        (Hit::RankValue, _) => under + rank,
        (_, Math::Pow2) => under * 2i64.pow(hits),
        (_, Math::Linear) => under * (1 + i64::from(hits)),
        (_, Math::Plus(points)) => under + points * i64::from(hits),
    };
    multiplied + after
}

fn hits(room: &Room, end: &Ended, winner: usize, payer: usize) -> (u32, i64) {
    let origin = if room.from_winner { winner } else { end.dealer };
    let touches = |tile: &&Tile| match room.hit {
        Hit::Only159 => [1, 5, 9].contains(&rank(**tile)),
        _ => bird_seat(room, origin, **tile).is_some_and(|seat| seat == winner || seat == payer),
    };
    (end.birds.iter().filter(touches).count() as u32, end.birds.iter().map(|&tile| i64::from(rank(tile))).sum())
}

/// Market C.4.
pub fn bird_seat(room: &Room, origin: usize, tile: Tile) -> Option<usize> {
    let rank = usize::from(rank(tile));
    let step = match (room.players, room.three, rank) {
        (4, _, _) => (rank - 1) % 4,
        (3, Three::Mod3, _) => (rank - 1) % 3,
        (3 | 2, _, 1 | 5 | 9) => 0,
        (3, _, 2 | 6) | (2, _, 3 | 7) => 1,
        (3, Three::Rank37, 4 | 8) | (3, Three::Rank48, 3 | 7) => 2,
        _ => return None,
    };
    Some((origin + step) % room.players)
}

fn limit(room: &Room, end: &Ended, amount: i64, payer: usize, winner: usize, of_win: bool) -> i64 {
    let mut amount = amount;
    if room.cap > 0 && (of_win || room.cap_openings) {
        amount = amount.min(room.cap);
    }
    let [loser, each] = room.holdings;
    if loser {
        amount = amount.min(end.held[payer]);
    }
    if each {
        amount = amount.min(end.held[winner]);
    }
    amount
}
