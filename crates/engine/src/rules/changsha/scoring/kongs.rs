//! 杠分: points for kongs, besides the win. MC-kong.

use crate::rules::changsha::clauses as c;
use crate::table::{Konged, Table};
use caipan_log::KongKind;
use caipan_tiles::ledger::{Cause, Ledger, Party, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::Seat;

/// A kong.
pub static KONG: Cause = Cause::new("kong", "杠分", "kong points");

const CONCEALED: Label = Label::new("暗杠", "concealed kong");
const ADDED: Label = Label::new("补杠", "added kong");
const EXPOSED: Label = Label::new("明杠", "exposed kong");
const FOR_EACH: Label = Label::new("替各家付", "for each other seat");

/// Adds the payments of every kong that was not robbed. Birds, floats and limits do not touch them.
pub fn pay(table: &Table, ledger: &mut Ledger) {
    let others = i64::try_from(table.seats.len()).unwrap_or_default().saturating_sub(1);
    for kong in &table.kongs {
        let mut pay = |from: Seat, sum: Sum| {
            ledger
                .pay(Party::Seat(from), Party::Seat(kong.seat), sum, &KONG, &c::KONG)
                .decided_by(["kong_points"])
                .for_tiles(&[kong.tile])
                .for_event(kong.at);
        };
        match (kong.kind, kong.from) {
            (KongKind::Concealed, _) => {
                table.seats.others(kong.seat).for_each(|from| pay(from, Sum::of(2, &CONCEALED)));
            }
            (KongKind::Exposed, Some(from)) => {
                pay(from, Sum::of(1, &EXPOSED).times(others, &FOR_EACH));
            }
            (KongKind::Exposed, None) => {}
            (KongKind::Added, _) if was_declined(table, kong) => {}
            (KongKind::Added, _) => table.seats.others(kong.seat).for_each(|from| pay(from, Sum::of(1, &ADDED))),
        }
    }
}

/// True if the seat could have konged the discard and only punged it.
fn was_declined(table: &Table, kong: &Konged) -> bool {
    table.place(kong.seat).kept_fourth.contains(&kong.tile)
}
