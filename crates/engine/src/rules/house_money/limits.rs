//! 输赢不超过所有: limits by what the seats hold. HM-limit, R-301.
//!
//! A limit acts on the net of a seat. What it takes off is given back between the seats, as lines of its own, so that the
//! payments of the book stay as they are.

use super::options::{GainLimit, LimitOrder, LossLimit, Options};
use super::{LIMIT, clauses as c, fee};
use crate::table::Table;
use caipan_tiles::ledger::{Ledger, Net, Party, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, SeatMap};

const OWED: Label = Label::new("该付", "owed");
const PAID: Label = Label::new("封顶只付", "paid within the limit");

/// Gives back what the limits take off.
pub fn apply(options: &Options, table: &Table, ledger: &mut Ledger) {
    let is_off = options.loss_limit() == LossLimit::Off && options.gain_limit() == GainLimit::Off;
    let Some(held) = table.holdings.filter(|_| !is_off) else { return };
    let mut money = held;
    for seat in table.seats.iter() {
        money[seat] = held[seat].max(0).saturating_sub(fee::at_start(options, table, seat, held[seat]));
    }
    let net = ledger.net();
    let (before, limited) = (net.gains(), limited(options, table, &net.gains(), &money));
    let mut back = SeatMap::<i64>::default();
    for seat in table.seats.iter() {
        back[seat] = limited[seat].saturating_sub(before[seat]);
    }
    give_back(&net, back, ledger);
}

/// The gains within the limits of seats that hold this much money.
fn limited(options: &Options, table: &Table, gains: &SeatMap<i64>, money: &SeatMap<i64>) -> SeatMap<i64> {
    let seats = table.seats;
    let losers = i64::try_from(seats.iter().filter(|&seat| gains[seat] < 0).count()).unwrap_or(0);
    let mut all = *gains;
    for seat in seats.iter() {
        if gains[seat] < 0 && options.loss_limit() == LossLimit::Holdings {
            all[seat] = gains[seat].max(money[seat].saturating_neg());
        }
        if gains[seat] > 0 {
            let most = match options.gain_limit() {
                GainLimit::Off => i64::MAX,
                GainLimit::Holdings => money[seat],
                GainLimit::TimesLosers => money[seat].saturating_mul(losers),
            };
            all[seat] = gains[seat].min(most);
        }
    }
    let total = |won: bool, all: &SeatMap<i64>| {
        let of = |seat: Seat| if (all[seat] > 0) == won { all[seat].saturating_abs() } else { 0 };
        seats.iter().fold(0i64, |sum, seat| sum.saturating_add(of(seat)))
    };
    if total(true, &all) < total(false, &all) {
        // The gains are cut: each loser pays an equal share, or its own loss if that is smaller.
        let share = total(true, &all).checked_div(losers).unwrap_or(0);
        seats.iter().filter(|&seat| gains[seat] < 0).for_each(|seat| all[seat] = all[seat].max(share.saturating_neg()));
    }
    let lost = total(false, &all);
    share_out(options.limit_order(), lost, table, &mut all);
    all
}

/// Shares what is lost among the seats that gain.
fn share_out(order: LimitOrder, lost: i64, table: &Table, all: &mut SeatMap<i64>) {
    let mut winners: Vec<Seat> = table.seats.iter().filter(|&seat| all[seat] > 0).collect();
    let won = winners.iter().fold(0i64, |sum, &seat| sum.saturating_add(all[seat]));
    if won <= lost {
        return;
    }
    let mut left = lost;
    if order != LimitOrder::SeatOrder {
        winners.sort_by_key(|&seat| std::cmp::Reverse(all[seat]));
    }
    if order == LimitOrder::Proportional {
        for &seat in &winners {
            let part = i128::from(all[seat]) * i128::from(lost) / i128::from(won.max(1));
            all[seat] = i64::try_from(part).unwrap_or(i64::MAX);
            left = left.saturating_sub(all[seat]);
        }
        if let Some(&largest) = winners.first() {
            all[largest] = all[largest].saturating_add(left);
        }
    } else {
        for &seat in &winners {
            all[seat] = all[seat].min(left);
            left = left.saturating_sub(all[seat]);
        }
    }
}

/// Adds the lines that give each seat this much more: first from a winner to a loser that owes it, then to any.
fn give_back(net: &Net, mut back: SeatMap<i64>, ledger: &mut Ledger) {
    for owing_only in [true, false] {
        for loser in Seat::ALL {
            for winner in loser.others() {
                let owed = net.paid(loser, winner).max(0);
                let most = if owing_only { owed } else { i64::MAX };
                let points = back[loser].min(back[winner].saturating_neg()).min(most);
                if points <= 0 {
                    continue;
                }
                let sum = if owing_only && points < owed {
                    Sum::of(owed, &OWED).plus(points.saturating_sub(owed), &PAID)
                } else {
                    Sum::of(points, &OWED)
                };
                back[loser] = back[loser].saturating_sub(points);
                back[winner] = back[winner].saturating_add(points);
                let line = ledger.pay(Party::Seat(winner), Party::Seat(loser), sum, &LIMIT, &c::LIMIT);
                line.decided_by(["loss_limit", "gain_limit", "limit_order"]);
            }
        }
    }
}
