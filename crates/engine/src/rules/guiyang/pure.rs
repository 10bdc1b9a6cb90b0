//! 奖分: the bonus for patterns of one suit and for dragons (MG-pure-bonus).

use super::clauses as c;
use super::scoring::{End, Payment};
use super::{patterns as p, ready};
use crate::rules::PatternKind;
use caipan_tiles::ledger::{Cause, Ledger, Sum};
use caipan_tiles::tile::Seat;
use smallvec::SmallVec;

/// The bonus.
pub static PURE: Cause = Cause::new("pure-bonus", "清一色、龙七对奖分", "bonus for one suit and dragons");

/// Adds the bonus of every seat that has one, from each other seat.
pub fn settle(end: &End<'_>, ledger: &mut Ledger) {
    let bonus = end.options.pure_bonus().0;
    if bonus == 0 {
        return;
    }
    for owner in end.table.seats.iter().filter(|&seat| !end.is_burnt(seat) && is_pure(end, seat)) {
        let payment = Payment {
            cause: &PURE,
            clause: &c::PURE_BONUS,
            option: "pure_bonus",
            tiles: SmallVec::new(),
            at: end.table.won_at(owner),
        };
        for payer in end.table.seats.others(owner) {
            end.pay(ledger, payer, owner, Sum::of(bonus, &PURE.name), &payment);
        }
    }
}

/// True if the seat won with such a pattern, or could win with one at best.
fn is_pure(end: &End<'_>, seat: Seat) -> bool {
    let of_hand = |won: &crate::rules::Won| {
        won.hits.iter().find(|hit| hit.pattern.kind == PatternKind::Hand).map(|hit| hit.pattern)
    };
    let pattern = match end.wins.iter().find(|won| won.seat == seat) {
        Some(won) => of_hand(won),
        None if end.ready[seat] => ready::best_wait(end.options, end.table, seat).map(|(pattern, _)| pattern),
        None => None,
    };
    pattern.is_some_and(p::is_pure)
}
