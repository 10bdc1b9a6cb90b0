//! 台费: the fixed amount that the house takes. HM-fee, HM-abort.

use super::options::{FeeBasis, FeePayer, Options, Taken};
use super::{FEE, biggest, clauses as c, gainers, rake};
use crate::table::Table;
use caipan_log::Owner;
use caipan_tiles::ledger::{Ledger, Party, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, SeatMap, Seats};

const FIXED: Label = Label::new("台费", "fee");
const STAKE: Label = Label::new("底分", "stake");
const PERCENT: Label = Label::new("百分之几", "per cent");
const HUNDRED: Label = Label::new("百分", "a hundred");
const HELD: Label = Label::new("不超过所有", "no more than it holds");

/// True if this hand pays the fee: taken at the start, unless it was broken off before any discard; taken at the
/// settlement, if it was not broken off.
pub fn is_due(options: &Options, table: &Table) -> bool {
    let is_broken = table.cut_short || table.seats.iter().any(|seat| table.place(seat).left);
    options.fee().0 > 0
        && match options.fee_taken() {
            Taken::Start => !is_broken || table.discards > 0,
            Taken::End => !is_broken,
        }
}

/// The fee of one payer.
fn amount(options: &Options) -> Sum {
    match options.fee_basis() {
        FeeBasis::Money => Sum::of(options.fee().0, &FIXED),
        FeeBasis::StakePercent => {
            Sum::of(options.stake().0, &STAKE).times(options.fee().0, &PERCENT).share(100, &HUNDRED)
        }
    }
}

/// The fee that a seat with these points pays before the hand; 0 if it is not taken then.
pub fn at_start(options: &Options, table: &Table, seat: Seat, held: i64) -> i64 {
    let pays = match options.fee_payer() {
        FeePayer::Each => true,
        FeePayer::Owner => table.owner == Some(Owner::Seat(seat)),
        FeePayer::Gainers | FeePayer::BigWinner => false,
    };
    let is_taken = pays && options.fee_taken() == Taken::Start && options.fee_per() == super::Per::Hand;
    if is_taken && is_due(options, table) { amount(options).value().min(held.max(0)) } else { 0 }
}

/// Adds the fee of a hand in which the seats gained this much.
pub fn take(options: &Options, gains: &SeatMap<i64>, table: &Table, ledger: &mut Ledger) {
    take_of(options, gains, table.seats, table.owner, table.holdings.as_ref(), ledger);
}

/// Adds the fee of these gains. `held`: what the seats hold, if it is known; nobody pays more.
pub fn take_of(
    options: &Options,
    gains: &SeatMap<i64>,
    seats: Seats,
    owner: Option<Owner>,
    held: Option<&SeatMap<i64>>,
    ledger: &mut Ledger,
) {
    let mut pay = |seat: Seat, sum: Sum| {
        let held = held.map(|held| held[seat].max(0)).filter(|_| options.fee_taken() == Taken::Start);
        let sum = match held {
            Some(held) => sum.at_most(held, &HELD),
            None => sum,
        };
        ledger.pay(Party::Seat(seat), Party::House, sum, &FEE, &c::FEE).decided_by(["fee"]);
    };
    match options.fee_payer() {
        FeePayer::Each => seats.iter().for_each(|seat| pay(seat, amount(options))),
        FeePayer::Gainers => gainers(gains, seats).for_each(|seat| pay(seat, amount(options))),
        FeePayer::BigWinner => {
            let (winners, _) = biggest(gains, seats);
            winners.iter().for_each(|seat| pay(seat, rake::tied(options, amount(options), winners.len())));
        }
        FeePayer::Owner => {
            if let Some(Owner::Seat(seat)) = owner {
                pay(seat, amount(options));
            }
        }
    }
}
