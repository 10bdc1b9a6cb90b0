//! Payments for wins and kongs, each among those who played at that moment.

use super::clauses as c;
use super::options::Options;
use caipan_engine::rules::Won;
use caipan_engine::table::Table;
use caipan_log::KongKind;
use caipan_tiles::ledger::{Cause, Ledger, Party, Role, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Seats};

/// The cause of payments for a win.
pub static WIN: Cause = Cause::new("win", "胡牌", "win").in_role(Role::Win);
/// The cause of payments for a kong.
pub static RAIN: Cause = Cause::new("rain", "下雨", "rain");

const VALUE: Label = Label::new("番", "value");
const SHARES: Label = Label::new("份", "shares");
const POINTS: Label = Label::new("每份", "points a share");

/// Adds all payments of a hand.
pub fn settle(options: &Options, table: &Table, wins: &[Won], ledger: &mut Ledger) {
    for kong in &table.kongs {
        let shares = if kong.kind == KongKind::Added { 1 } else { 2 };
        for payer in payers(kong.seat, kong.from, kong.among) {
            let sum = Sum::of(shares, &SHARES).times(options.rain().0, &POINTS);
            let paid = ledger.pay(Party::Seat(payer), Party::Seat(kong.seat), sum, &RAIN, &c::RAIN);
            paid.for_tiles(&[kong.tile]).for_event(kong.at);
        }
    }
    for won in wins {
        let among = table.winners.iter().find(|winner| winner.seat == won.seat).map_or(table.seats, |won| won.among);
        for payer in payers(won.seat, won.from, among) {
            let paid = ledger.pay(Party::Seat(payer), Party::Seat(won.seat), Sum::of(won.value, &VALUE), &WIN, &c::PAY);
            paid.for_event(table.won_at(won.seat));
        }
    }
}

/// The payers: the seat whose tile it was, else all others who still played.
fn payers(to: Seat, from: Option<Seat>, among: Seats) -> impl Iterator<Item = Seat> {
    among.others(to).filter(move |&seat| from.is_none_or(|from| from == seat))
}
