//! 刮风下雨: the payments for kongs (SC-6).

use super::scoring::{BASE, End, is_hot};
use super::{clauses as c, reasons as r};
use crate::rules::Won;
use crate::table::{Konged, Source};
use caipan_log::KongKind;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Cause, Ledger, Party, Role, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Seats};

/// Kongs.
pub static KONG: Cause = Cause::new("kong", "刮风下雨", "kong").in_role(Role::Kinds);
/// 呼叫转移.
pub static TRANSFER: Cause = Cause::new("transfer", "呼叫转移", "transferred kong");

const CONCEALED: Label = Label::new("暗杠", "concealed kong");
const EXPOSED: Label = Label::new("明杠", "exposed kong");
const ADDED: Label = Label::new("补杠", "added kong");
const PAYERS: Label = Label::new("付的家数", "payers");

/// Adds the payments for every kong, in the order in which they were made.
pub fn settle(end: &End<'_>, ledger: &mut Ledger) {
    for won in end.wins.iter().filter(|won| matches!(won.source, Source::Rob { .. })) {
        ledger.nothing(|| won.from.map(|robbed| r::NS4.to(robbed)));
    }
    for kong in &end.table.kongs {
        settle_one(end, kong, ledger);
    }
}

fn settle_one(end: &End<'_>, kong: &Konged, ledger: &mut Ledger) {
    let owner = kong.seat;
    let is_late = kong.kind == KongKind::Added && end.table.place(owner).late_kongs.contains(&kong.tile);
    if is_late && !end.options.late_kong() {
        ledger.nothing(|| Some(r::NS2.to(owner)));
        return;
    }
    let taken: Vec<&Won> = if end.transfers { winners_after(end, kong) } else { Vec::new() };
    let not_ready = end.taxed && !end.ready[owner];
    if not_ready && (!taken.is_empty() || !end.all_won()) {
        ledger.nothing(|| Some(r::NS1.to(owner)));
        return;
    }
    let payers = payers(end, kong);
    if kong.kind == KongKind::Exposed {
        let others = end.table.seats.others(owner).filter(|&other| !payers.contains(other));
        ledger.nothing(|| others.map(|other| r::NS12.from_to(other, owner)));
    } else {
        ledger.nothing(|| end.table.seats.minus(kong.among).iter().map(|gone| r::NS15.from_to(gone, owner)));
    }
    let Some((first, later)) = taken.split_first() else {
        let option = if is_late { "late_kong" } else { "tui_shui" };
        for payer in payers.iter() {
            pay(end, kong, (payer, owner), price(end, kong), (&KONG, clause(kong, is_late), option), ledger);
        }
        return;
    };
    ledger.nothing(|| Some(r::NS3.to(owner)));
    let transfer: Paid = (&TRANSFER, &c::TRANSFER, "zhuan_yi");
    for payer in payers.iter() {
        pay(end, kong, (payer, first.seat), price(end, kong), transfer, ledger);
    }
    let count = payers.iter().map(|_| 1).sum();
    for won in later {
        pay(end, kong, (owner, won.seat), price(end, kong).times(count, &PAYERS), transfer, ledger);
    }
}

/// The cause, the clause and the option of a payment.
type Paid = (&'static Cause, &'static Clause, &'static str);

fn pay(
    end: &End<'_>,
    kong: &Konged,
    (from, to): (Seat, Seat),
    sum: Sum,
    (cause, clause, option): Paid,
    ledger: &mut Ledger,
) {
    let at = end.table.konged_at(kong.seat, kong.tile);
    ledger
        .pay(Party::Seat(from), Party::Seat(to), sum, cause, clause)
        .decided_by([option])
        .for_tiles(&[kong.tile])
        .for_event(at);
}

/// The points that each payer owes for a kong.
fn price(end: &End<'_>, kong: &Konged) -> Sum {
    let (bases, name) = match kong.kind {
        KongKind::Concealed => (2, &CONCEALED),
        KongKind::Exposed => (2, &EXPOSED),
        KongKind::Added => (1, &ADDED),
    };
    Sum::of(bases, name).times(end.options.base().0, &BASE)
}

fn clause(kong: &Konged, is_late: bool) -> &'static Clause {
    match kong.kind {
        KongKind::Concealed => &c::CONCEALED,
        KongKind::Exposed => &c::EXPOSED,
        KongKind::Added if is_late => &c::LATE,
        KongKind::Added => &c::ADDED,
    }
}

/// The seats that owe for a kong: who fed it, else every other seat that had not won.
fn payers(end: &End<'_>, kong: &Konged) -> Seats {
    match kong.kind {
        KongKind::Exposed => kong.from.into_iter().collect(),
        KongKind::Concealed | KongKind::Added => end.playing(kong.among).others(kong.seat).collect(),
    }
}

/// The winners on the discard that followed this kong, in order.
fn winners_after<'a>(end: &End<'a>, kong: &Konged) -> Vec<&'a Won> {
    let is_its = |won: &&Won| {
        let at = end.table.won_at(won.seat);
        let before = |other: &&Konged| other.seat == kong.seat && other.at <= at;
        let last = end.table.kongs.iter().rfind(before);
        is_hot(won) && won.from == Some(kong.seat) && last == Some(kong)
    };
    end.wins.iter().filter(is_its).collect()
}
