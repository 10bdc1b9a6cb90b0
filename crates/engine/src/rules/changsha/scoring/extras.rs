//! Additions to a payment of a win after the birds: flying birds and floats. MC-fly, MC-piao.

use crate::rules::changsha::fly;
use crate::rules::changsha::options::{HoldingsCap, Options};
use crate::rules::{Missing, Open, Won};
use crate::table::{Fill, Table};
use caipan_tiles::ledger::Sum;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Seats};
use smallvec::SmallVec;

const FLY: Label = Label::new("飞鸟", "flying birds");
const FLOAT_OF_WINNER: Label = Label::new("胡家的飘分", "the winner's float");
const FLOAT_OF_PAYER: Label = Label::new("输家的飘分", "the payer's float");
const FIXED: Label = Label::new("坐飘", "fixed floats");

/// Adds flying birds and floats to a payment, and names the options that did.
pub fn add(
    options: &Options,
    table: &Table,
    wins: &[Won],
    sum: Sum,
    winner: Seat,
    payer: Seat,
) -> (Sum, SmallVec<[&'static str; 3]>) {
    let fly = fly::points(options, table, wins, winner);
    let floats = match (options.piao_max().0 > 0, table.picked) {
        (true, Some(picked)) => (picked[winner], picked[payer]),
        _ => (0, 0),
    };
    let fixed = 2 * options.piao_fixed().0;
    if (fly, floats, fixed) == (0, (0, 0), 0) {
        return (sum, SmallVec::new());
    }
    let sum = sum.plus(fly, &FLY).plus(floats.0, &FLOAT_OF_WINNER).plus(floats.1, &FLOAT_OF_PAYER).plus(fixed, &FIXED);
    let decided =
        [("fly_birds", fly > 0), ("piao_max", floats.0 + floats.1 > 0), ("piao_fixed", fixed > 0)].into_iter();
    (sum, decided.filter_map(|(option, decides)| decides.then_some(option)).collect())
}

/// The facts that the payments need and the log leaves out.
pub fn open(options: &Options, table: &Table, wins: &[Won]) -> impl Iterator<Item = Open> {
    let limited = table.holdings.is_none() && options.cap_by_holdings() != HoldingsCap::Off;
    let holdings = || {
        let opened = table.openings.iter().chain(&table.mid_openings).map(|opened| opened.seat);
        let paid: Seats = wins.iter().map(|won| won.seat).chain(opened).collect();
        // Two seats that are both paid may owe each other.
        let apart = if paid.len() > 1 { paid } else { Seats::NONE };
        Open::limited(Missing::Holdings, table.seats, apart, i64::MAX, Fill::Holdings)
    };
    floats(options, table, wins).into_iter().chain(limited.then(holdings))
}

/// The floats that the log leaves out: every pick of the seats that win or pay.
fn floats(options: &Options, table: &Table, wins: &[Won]) -> Option<Open> {
    let most = options.piao_max().0;
    if wins.is_empty() || most == 0 || table.picked.is_some() {
        return None;
    }
    let payers = wins.iter().flat_map(|won| won.from.map_or(table.seats, |from| Seats::NONE.with(from)).iter());
    let picking: Seats = wins.iter().map(|won| won.seat).chain(payers).collect();
    Some(Open::of_seats(Missing::Piao, picking, most, Fill::Picked))
}
