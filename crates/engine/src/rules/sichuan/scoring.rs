//! Settlement: the payments for wins and for readiness at the end of a hand (SC-5, SC-7). `kongs` has those for kongs.

use super::options::{Options, SelfDraw};
use super::{clauses as c, fan, kongs, patterns as p, ready, reasons as r};
use crate::rules::{Hit, Won};
use crate::table::{Source, Table};
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Cause, Ledger, Party, Reason, Role, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, SeatMap, Seats};

/// A win.
pub static WIN: Cause = Cause::new("win", "胡牌", "win").in_role(Role::Win);
/// 查叫.
pub static ASKED: Cause = Cause::new("cha-jiao", "查叫", "not being ready");

/// The causes of payments.
pub static CAUSES: &[&Cause] = &[&WIN, &kongs::KONG, &kongs::TRANSFER, &ASKED];

/// The base of every payment.
pub const BASE: Label = Label::new("底分", "base");
const CAP: Label = Label::new("封顶", "cap");
const FAN: Label = Label::new("番", "fan");
const ADDED_BASE: Label = Label::new("自摸加底", "base for a self-draw");

/// The end of a hand, with the facts that the payments depend on. A usual mistake changes one of them.
pub struct End<'a> {
    pub options: &'a Options,
    pub table: &'a Table,
    pub wins: &'a [Won],
    /// The seats that are ready, winners included.
    pub ready: SeatMap<bool>,
    /// True if seats that have won pay no more.
    pub winners_leave: bool,
    /// True if kongs of a seat that is not ready pay nothing (退税).
    pub taxed: bool,
    /// True if the money of a kong goes to the winner on the discard after it (呼叫转移).
    pub transfers: bool,
    /// The cap in fan; 0 if there is none.
    pub cap: i64,
}

impl<'a> End<'a> {
    /// Returns the end of a hand with its facts.
    pub fn of(options: &'a Options, table: &'a Table, wins: &'a [Won]) -> End<'a> {
        End {
            options,
            table,
            wins,
            ready: ready::ready(options, table, wins),
            winners_leave: true,
            taxed: options.tui_shui(),
            transfers: options.zhuan_yi(),
            cap: options.max_fan().0,
        }
    }

    /// True if as many seats have won as can.
    pub fn all_won(&self) -> bool {
        self.wins.len() >= most_winners(self.table)
    }

    /// True if a false win of the seat is the last act of the hand.
    fn stopped_it(&self, seat: Seat) -> bool {
        self.table.false_wins.contains(&seat) && !self.table.out.contains(seat)
    }

    /// True if the seat has won.
    pub fn has_won(&self, seat: Seat) -> bool {
        self.wins.iter().any(|won| won.seat == seat)
    }

    /// The seats of a group that pay: all of the table if winners are believed to pay on.
    pub fn playing(&self, among: Seats) -> Seats {
        if self.winners_leave { among } else { self.table.seats }
    }

    /// The price of these patterns: each fan doubles the base, up to the cap (SC-5.1).
    fn price(&self, hits: &[Hit], value: i64) -> Sum {
        let base = Sum::of(self.options.base().0, &BASE);
        let whole = fan::total(self.options, hits);
        if whole != value {
            return base.times(power(value), &FAN);
        }
        let sum = hits.iter().fold(base, |sum, hit| sum.times(power(hit.value), &hit.pattern.name));
        if self.cap > 0 {
            return sum.at_most(self.options.base().0.saturating_mul(power(self.cap)), &CAP);
        }
        sum
    }
}

/// The number of wins after which a hand ends: of all seats but one.
pub fn most_winners(table: &Table) -> usize {
    table.seats.len().saturating_sub(1)
}

/// Two to the power of the fan.
fn power(fan: i64) -> i64 {
    const MOST: i64 = 40;
    1 << fan.clamp(0, MOST)
}

/// Adds all payments of a hand.
pub fn settle(options: &Options, table: &Table, wins: &[Won], ledger: &mut Ledger) {
    pay_all(&End::of(options, table, wins), ledger);
}

/// Adds every payment of a hand with these facts.
pub fn pay_all(end: &End<'_>, ledger: &mut Ledger) {
    for won in end.wins {
        win(end, won, ledger);
    }
    kongs::settle(end, ledger);
    asked(end, ledger);
}

/// Adds the payments for a win: by the seat whose tile it was, else by each other seat that had not won (SC-5.2).
fn win(end: &End<'_>, won: &Won, ledger: &mut Ledger) {
    let among =
        end.table.winners.iter().find(|winner| winner.seat == won.seat).map_or(end.table.seats, |won| won.among);
    let price = end.price(&won.hits, won.value);
    let fed = won.source == Source::Replacement && won.from.is_some();
    match won.from {
        Some(from) => {
            let clause = if fed { &c::FED } else { &c::PRICE };
            pay_win(end, won, from, price, clause, ledger);
            let reason = if fed { &r::NS13 } else { &r::NS5 };
            ledger.nothing(|| {
                end.table
                    .seats
                    .others(won.seat)
                    .filter(|&other| other != from)
                    .map(|other| reason.from_to(other, won.seat))
            });
        }
        None => {
            let extra = if end.options.zimo() == SelfDraw::AddBase { end.options.base().0 } else { 0 };
            let price = price.plus(extra, &ADDED_BASE);
            for from in end.playing(among).others(won.seat) {
                pay_win(end, won, from, price.clone(), &c::PRICE, ledger);
            }
        }
    }
    ledger.nothing(|| end.table.seats.minus(among).iter().map(|gone| r::NS6.from_to(gone, won.seat)));
}

fn pay_win(end: &End<'_>, won: &Won, from: Seat, sum: Sum, clause: &'static Clause, ledger: &mut Ledger) {
    ledger
        .pay(Party::Seat(from), Party::Seat(won.seat), sum, &WIN, clause)
        .decided_by(won.options.iter().copied())
        .for_tiles(won.tiles.as_slice())
        .for_event(end.table.won_at(won.seat));
}

/// Each seat that is not ready pays each ready seat that has not won, unless three have won (SC-7.3).
fn asked(end: &End<'_>, ledger: &mut Ledger) {
    if !end.options.cha_jiao() {
        return;
    }
    if end.all_won() {
        ledger.nothing(|| Some(r::NS7.for_all()));
        return;
    }
    ledger.nothing(|| unasked(end));
    let losers: Vec<Seat> = end.table.seats.iter().filter(|&seat| !end.ready[seat]).collect();
    for to in end.table.seats.iter().filter(|&seat| end.ready[seat] && !end.has_won(seat)) {
        if end.stopped_it(to) {
            ledger.nothing(|| Some(r::NS14.to(to)));
            continue;
        }
        let Some((tile, hits)) = ready::dearest(end.options, end.table, to) else { continue };
        for &from in &losers {
            let sum = end.price(&hits, fan::total(end.options, &hits));
            ledger
                .pay(Party::Seat(from), Party::Seat(to), sum, &ASKED, &c::ASKED)
                .decided_by(["cha_jiao"])
                .for_tiles(&[tile]);
        }
    }
}

/// Returns why some seats owe others nothing for readiness.
fn unasked(end: &End<'_>) -> Vec<Reason> {
    let seats = end.table.seats;
    let of = |is: &dyn Fn(Seat) -> bool| seats.iter().filter(|&seat| is(seat)).collect::<Seats>();
    let ready = of(&|seat| end.ready[seat]);
    let (won, waiting) = (of(&|seat| end.has_won(seat)), of(&|seat| end.ready[seat] && !end.has_won(seat)));
    let rest = seats.minus(ready);
    if waiting.is_empty() || rest.is_empty() {
        return vec![r::NS8.for_all()];
    }
    vec![r::NS9.between(ready, seats), r::NS10.between(rest, rest), r::NS11.between(seats, won)]
}

/// True if the win was on the discard after a kong.
pub fn is_hot(won: &Won) -> bool {
    won.hits.iter().any(|hit| hit.pattern.id == p::HOT.id)
}
