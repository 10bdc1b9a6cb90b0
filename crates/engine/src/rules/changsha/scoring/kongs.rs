//! 杠分: points for kongs, besides the win. MC-kong.

use crate::rules::Won;
use crate::rules::changsha::options::{KongPoints, Options};
use crate::rules::changsha::{clauses as c, reasons as r};
use crate::table::{Konged, Source, Table};
use caipan_log::KongKind;
use caipan_tiles::ledger::{Cause, Ledger, Party, Reason, Sum};
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

/// Returns why kongs are not paid. `void`: the hand was broken off.
pub fn unpaid(options: &Options, table: &Table, wins: &[Won], void: bool) -> Vec<Reason> {
    if options.kong_points() == KongPoints::Off {
        return vec![r::NC8.for_all()];
    }
    if void {
        return vec![r::NC24.for_all()];
    }
    let robbed = wins.iter().filter_map(|won| match won.source {
        Source::Rob { dice, .. } => Some(r::NC10.to(won.from?).under(if dice { &c::A_21 } else { &c::A_30 })),
        _ => None,
    });
    let declined = |kong: &&Konged| kong.kind == KongKind::Added && was_declined(table, kong);
    let declined = table.kongs.iter().filter(declined).map(|kong| r::NC9.to(kong.seat));
    let fed = table.kongs.iter().filter(|kong| kong.kind == KongKind::Exposed);
    let fed = fed.flat_map(|kong| {
        let others = table.seats.others(kong.seat).filter(|other| kong.from.is_some_and(|from| from != *other));
        others.map(|other| r::NC26.from_to(other, kong.seat))
    });
    robbed.chain(declined).chain(fed).collect()
}

/// True if the seat could have konged the discard and only punged it.
fn was_declined(table: &Table, kong: &Konged) -> bool {
    table.place(kong.seat).kept_fourth.contains(&kong.tile)
}
