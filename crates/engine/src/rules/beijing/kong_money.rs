//! 杠分: fixed points for each kong, beside the win. MB-kong.

use super::options::{ExposedPayer, FloorScope, KongPoints, KongRonPayer, KongScope, Options};
use super::scoring::{self, Ending};
use super::{clauses as c, reasons as r};
use crate::rules::Won;
use crate::table::{Konged, Source, Table};
use caipan_log::KongKind;
use caipan_tiles::ledger::{Cause, Ledger, Party, Reason, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Seats};

/// 杠分.
pub static KONG: Cause = Cause::new("kong", "杠分", "kong points");

const DEALER: Label = Label::new("庄家", "dealer");

/// True if kongs are paid for.
pub fn is_played(options: &Options) -> bool {
    options.kong_points() == KongPoints::Flat
}

/// Adds the payments for the kongs of a hand that ended in this way.
pub fn pay(options: &Options, table: &Table, wins: &[Won], ending: Ending, ledger: &mut Ledger) {
    ledger.nothing(|| unpaid(options, table, wins, ending));
    if table.kongs.is_empty() || !is_played(options) {
        return;
    }
    let settled = match ending {
        Ending::Won => true,
        Ending::Drawn => !options.kong_void_on_draw(),
        Ending::FalseWin | Ending::Broken => false,
    };
    for kong in table.kongs.iter().filter(|_| settled) {
        let won = wins.iter().find(|won| won.seat == kong.seat);
        let forfeits = || wins.iter().any(|won| won.from == Some(kong.seat)) && options.kong_forfeits();
        if forfeits() || won.is_none() && options.kong_scope() == KongScope::WinnerOnly {
            continue;
        }
        for owing in owing(options, table, kong).iter() {
            share(options, table, kong, owing, won, ledger);
        }
    }
}

/// Returns why kongs of a hand that ended in this way are not paid.
fn unpaid(options: &Options, table: &Table, wins: &[Won], ending: Ending) -> Vec<Reason> {
    match ending {
        _ if !is_played(options) => return vec![r::NB1.for_all()],
        Ending::Drawn if options.kong_void_on_draw() => return vec![r::NB2.for_all()],
        Ending::FalseWin | Ending::Broken => return vec![r::NB21.for_all()],
        Ending::Won | Ending::Drawn => {}
    }
    // A robbery may be paid as a self-draw; the table knows whose tile it was.
    let robs = |seat: Seat| wins.iter().any(|won| won.seat == seat && matches!(won.source, Source::Rob { .. }));
    let robbed = table.winners.iter().filter(|winner| robs(winner.seat)).filter_map(|winner| winner.from);
    let mut all: Vec<Reason> = robbed.map(|robbed| r::NB3.to(robbed)).collect();
    for kong in &table.kongs {
        let won = wins.iter().any(|won| won.seat == kong.seat);
        if wins.iter().any(|won| won.from == Some(kong.seat)) && options.kong_forfeits() {
            all.push(r::NB4.to(kong.seat));
        }
        if !won && options.kong_scope() == KongScope::WinnerOnly {
            all.push(r::NB5.to(kong.seat));
        }
        let owing = owing(options, table, kong);
        let free = table.seats.others(kong.seat).filter(|&other| !owing.contains(other)).collect::<Seats>();
        if !free.is_empty() {
            all.push(r::NB22.between(free, Seats::NONE.with(kong.seat)));
        }
    }
    all
}

/// The seats that owe a share of this kong.
fn owing(options: &Options, table: &Table, kong: &Konged) -> Seats {
    match kong.from {
        Some(from) if kong.kind == KongKind::Exposed && options.kong_exposed_payer() == ExposedPayer::Discarder => {
            [from].into_iter().collect()
        }
        _ => table.seats.others(kong.seat).collect(),
    }
}

/// Adds one share. If the discarder pays for the winner's kongs, the share is as large as that of the seat that owes it.
fn share(options: &Options, table: &Table, kong: &Konged, owing: Seat, won: Option<&Won>, ledger: &mut Ledger) {
    let (points, number) = match kong.kind {
        KongKind::Exposed => (options.kong_exposed().0, "kong.exposed"),
        KongKind::Added => (options.kong_added().0, "kong.added"),
        KongKind::Concealed => (options.kong_concealed().0, "kong.concealed"),
    };
    let discarder = won.and_then(|won| won.from).filter(|_| options.kong_ron_payer() == KongRonPayer::Discarder);
    let mut sum = Sum::of(options.base_points().0, &scoring::BASE).times(points, &KONG.name);
    let dealer = [owing, kong.seat].contains(&table.dealer) && options.kong_dealer_double();
    if dealer {
        sum = sum.times(2, &DEALER);
    }
    let sum = scoring::upstairs(table, sum, options.floor_scope() == FloorScope::All);
    let decided = [
        (true, "kong.points"),
        (true, number),
        (dealer, "kong.dealer_double"),
        (discarder.is_some(), "kong.ron_payer"),
    ];
    ledger
        .pay(Party::Seat(discarder.unwrap_or(owing)), Party::Seat(kong.seat), sum, &KONG, &c::KONG_MONEY)
        .decided_by(decided.into_iter().filter_map(|(holds, option)| holds.then_some(option)))
        .for_tiles(&[kong.tile])
        .for_event(kong.at);
}
