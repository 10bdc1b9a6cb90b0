//! Computes the payments of a hand (§2.9, §2.11).

use super::birds::{hits, seabed_birds, under_birds};
use super::house::{
    DealerBonus, DealerExtra, DealerPoint, Distribution, DrawBirds, House, Mutual, OpeningBirds, OpeningPrice, PlusOne,
    Profile, SmallExtra, Stacking, UnitsCap,
};
use super::tiles::Tile;

/// `payments[from][to]`, never negative.
pub type Payments = [[i64; 4]; 4];

/// One player's win at the end of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    pub seat: usize,
    /// The discarder or the robbed konger; `None` if all three pay.
    pub payer: Option<usize>,
    /// 0 is a small win.
    pub units: u32,
    /// 天胡: the same fourteen tiles may also make an opening.
    pub dealt: bool,
}

/// The end of a hand, as far as payments depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct End {
    pub dealer: usize,
    /// Empty in a drawn hand, and in a hand that openings ended.
    pub wins: Vec<Win>,
    /// The seats that declared 起手胡, with a name for each time it counts.
    pub openings: Vec<(usize, Vec<&'static str>)>,
    /// As `bird_tiles` returns them; empty in a drawn hand.
    pub birds: Vec<Tile>,
    /// The seabed tile of a drawn hand, if it was seen.
    pub drawn_seabed: Option<Tile>,
    /// The dice rolled for the openings, where the house throws them; read like a rank.
    pub opening_dice: Vec<u8>,
}

pub fn settle(house: &House, profile: Profile, end: &End) -> Payments {
    let mut payments = [[0; 4]; 4];
    for win in &end.wins {
        let payers = win.payer.map_or_else(|| others(win.seat), |payer| vec![payer]);
        for payer in payers {
            let ron = win.payer.is_some();
            let hits = hits(house, end.dealer, win.seat, payer, ron, &end.birds);
            let d = has_point(house, end.dealer, win.seat, payer);
            let price = if win.units == 0 && !ron {
                small_self_draw(house, profile, d, hits, true)
            } else {
                price(house, profile, win.units, d, ron, hits)
            };
            payments[payer][win.seat] += capped(house, price);
        }
    }
    pay_openings(house, profile, end, &mut payments);
    payments
}

/// Gain or loss of each seat.
pub fn deltas(payments: &Payments) -> [i64; 4] {
    let mut deltas = [0; 4];
    for (from, row) in payments.iter().enumerate() {
        for (to, amount) in row.iter().enumerate() {
            deltas[from] -= amount;
            deltas[to] += amount;
        }
    }
    deltas
}

/// The leaver's penalty; a remainder that three cannot share evenly goes to the house (CS-B.8.7, AMB-24).
pub fn escape(house: &House, leaver: usize) -> [i64; 4] {
    let share = match house.escape_distribution {
        Distribution::None => 0,
        Distribution::SplitEqual => house.escape_penalty / 3,
    };
    let mut deltas = [share; 4];
    deltas[leaver] = -house.escape_penalty;
    deltas
}

fn others(seat: usize) -> Vec<usize> {
    (0..4).filter(|&other| other != seat).collect()
}

/// True if the dealer's share is due between these two: one of them deals, unless the house says otherwise.
fn has_point(house: &House, dealer: usize, winner: usize, payer: usize) -> bool {
    match house.dealer_point {
        DealerPoint::Involved => dealer == winner || dealer == payer,
        DealerPoint::EveryWin => true,
        DealerPoint::Off => false,
    }
}

/// One payer's price for a small self-draw or an opening; `extra` is false once its 1 is paid.
fn small_self_draw(house: &House, profile: Profile, d: bool, hits: u32, extra: bool) -> i64 {
    let d = i64::from(d);
    let birds = |amount| under_birds(house, amount, hits);
    match (profile, house.small_self_draw_plus_one) {
        (Profile::B, _) => birds(10 + 10 * d),
        (Profile::A, SmallExtra::AfterBirds) if extra => birds(1 + d) + 1,
        (Profile::A, SmallExtra::UnderBirds) if extra => birds(1 + d + 1),
        (Profile::A, _) => birds(1 + d),
    }
}

/// One payer's price for any other win; `d` is true if the dealer's share is due.
fn price(house: &House, profile: Profile, units: u32, d: bool, ron: bool, hits: u32) -> i64 {
    let n = match house.big_units_cap {
        UnitsCap::None => i64::from(units),
        UnitsCap::Two => i64::from(units.min(2)),
    };
    let d = i64::from(d);
    let birds = |amount| under_birds(house, amount, hits);
    match (profile, n, ron) {
        (Profile::A, 0, _) => birds(1 + d),
        (Profile::A, ..) => {
            let bonus = match house.dealer_bonus_big {
                DealerBonus::Once => d,
                DealerBonus::PerUnit => d * n,
            };
            if ron || house.big_bonus_under_birds { birds(6 * n + bonus) } else { birds(6 * n) + bonus }
        }
        (Profile::B, 0, _) => birds(10 + 10 * d),
        (Profile::B, _, false) => birds((30 + 10 * d) * n),
        (Profile::B, _, true) => {
            let extra = match house.big_ron_dealer_extra {
                DealerExtra::Zero => 0,
                DealerExtra::Once => 10,
                DealerExtra::PerUnit => 10 * n,
            };
            birds(60 * n + extra * d)
        }
    }
}

fn capped(house: &House, amount: i64) -> i64 {
    house.payment_cap.map_or(amount, |cap| amount.min(cap))
}

/// Each declared name is one small self-draw, paid by everybody else (§2.3).
fn pay_openings(house: &House, profile: Profile, end: &End, payments: &mut Payments) {
    let declarers: Vec<usize> =
        end.openings.iter().map(|(seat, _)| *seat).filter(|&seat| counts(house, end, seat)).collect();
    for (seat, names) in &end.openings {
        if !counts(house, end, *seat) {
            continue;
        }
        for payer in others(*seat) {
            if house.initial_hu_mutual == Mutual::WinnersExempt && declarers.contains(&payer) {
                continue;
            }
            let birds = opening_birds(house, profile, end);
            let hits = hits(house, end.dealer, *seat, payer, false, &birds);
            let flat = house.initial_hu_price == OpeningPrice::Flat;
            let d = !flat && has_point(house, end.dealer, *seat, payer);
            // If only one counts, several may be declared, and one is paid (AMB-12).
            let times = if house.initial_hu_stacking == Stacking::Single { 1 } else { names.len() };
            for at in 0..times.min(names.len()) {
                let extra = at == 0 || house.initial_hu_plus_one == PlusOne::PerType;
                payments[payer][*seat] += capped(house, small_self_draw(house, profile, d, hits, extra));
            }
        }
    }
}

/// True if the opening is paid. Where openings end the hand, an opening and 天胡 on the same tiles are 天胡 alone
/// (CS-B.8.5).
fn counts(house: &House, end: &End, seat: usize) -> bool {
    !(house.initial_hu_ends_hand && end.wins.iter().any(|win| win.dealt && win.seat == seat))
}

/// AMB-5.
fn opening_birds(house: &House, profile: Profile, end: &End) -> Vec<Tile> {
    match house.initial_hu_birds {
        OpeningBirds::None => Vec::new(),
        OpeningBirds::Dice => end.opening_dice.iter().map(|pips| pips - 1).collect(),
        OpeningBirds::HandEnd => match (house.initial_hu_birds_on_draw, end.drawn_seabed) {
            (DrawBirds::SeabedTile, Some(tile)) => seabed_birds(house, profile, tile),
            _ => end.birds.clone(),
        },
    }
}
