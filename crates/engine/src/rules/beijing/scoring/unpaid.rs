//! Factors of a win and the burning that are not paid, each with the reason.

use super::Ending;
use crate::rules::beijing::options::Options;
use crate::rules::beijing::{burn, hunyou, patterns as p, reasons as r};
use crate::rules::{Pattern, Won};
use crate::table::Table;
use caipan_tiles::ledger::{Reason, ReasonRow};
use caipan_tiles::tile::{Meld, MeldKind, Seat, Seats};
use smallvec::SmallVec;

/// Returns why factors of a win do not raise the payment of this loser. `flat`: the win has a fixed sum.
pub fn of_win(options: &Options, table: &Table, won: &Won, loser: Seat, flat: bool) -> Vec<Reason> {
    if flat {
        return vec![r::NB18.from_to(loser, won.seat)];
    }
    let (place, ron) = (table.place(won.seat), won.from.is_some());
    let of = |pattern: &Pattern| won.hits.iter().any(|hit| hit.pattern.id == pattern.id);
    let is_wild = |tile| table.wild == Some(tile);
    let has_wild =
        place.wilds > 0 || place.melds.iter().flat_map(Meld::tiles).chain(won.tiles.iter().copied()).any(is_wild);
    let opened = place.melds.iter().any(|meld| meld.kind != MeldKind::KongConcealed);
    let rows = [
        (has_wild && !of(&p::NO_WILD) && !of(&p::AS_NO_WILD) && !of(&p::WILD_DRAGON)).then_some(&r::NB6),
        opened.then_some(&r::NB7),
        (ron && !of(&p::SELF_DRAW)).then_some(&r::NB8),
        won.from.is_some_and(|from| from != loser).then_some(&r::NB9),
        (loser == table.dealer && !options.dealer_pays_double()).then_some(&r::NB10),
        (table.floor == Some(0)).then_some(&r::NB14),
        (options.fan_catch_five().0 > 1 && !of(&p::CATCH_FIVE)).then_some(&r::NB15),
        of(&p::WILD_DRAGON).then_some(&r::NB16),
    ];
    rows.into_iter().flatten().map(|row| row.from_to(loser, won.seat)).collect()
}

/// Returns why seats are paid no win, and why declarers of 混儿悠 do not pay double.
pub fn of_others(options: &Options, table: &Table, wins: &[Won]) -> Vec<Reason> {
    let mut all: Vec<Reason> = Vec::new();
    let has_won = |seat: Seat| wins.iter().any(|won| won.seat == seat);
    for late in table.winners.iter().filter(|late| !has_won(late.seat)) {
        if wins.iter().any(|won| won.from.is_some() && won.from == late.from) {
            all.push(r::NB19.to(late.seat));
        }
    }
    for seat in table.seats.iter().filter(|&seat| hunyou::is_pending(options, table, seat)) {
        if wins.iter().all(|won| won.seat == seat) {
            all.push(r::NB20.between(Seats::NONE.with(seat), table.seats));
        }
    }
    all
}

/// Returns why the dealer does not pay for a burning, or no more.
pub fn of_burning(options: &Options, table: &Table, ending: Ending) -> SmallVec<[Reason; 2]> {
    let from_dealer = |row: &'static ReasonRow| row.between(Seats::NONE.with(table.dealer), table.seats);
    let burnt = burn::rounds(options, table) > 0;
    let firsts = || table.seats.iter().filter_map(|seat| table.place(seat).river.first()).map(|lying| lying.tile);
    let alike =
        || firsts().count() == table.seats.len() && firsts().zip(firsts().skip(1)).all(|(one, next)| one == next);
    let mut all = SmallVec::new();
    if !burnt && table.seats.len() > 2 {
        // Four alike with a claim between them are no burning either.
        all.push(if alike() { from_dealer(&r::NB24) } else { from_dealer(&r::NB11) });
    }
    if ending == Ending::Drawn && options.burn_void() {
        all.push(from_dealer(&r::NB12));
    } else if burnt && options.base_points().0 > 1 {
        all.push(from_dealer(&r::NB13));
    }
    all
}
