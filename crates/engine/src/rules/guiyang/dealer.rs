//! The dealer: the throw of the first hand (GY-1.4), the opening of its wall (GY-1.5), and the next dealer (X-DEAL).

use super::options::{DrawDealer, NextDealerRule, Options};
use super::{clauses as c, ready};
use crate::rules::{Cut, NextDealer, Won};
use crate::table::{Source, Table};
use caipan_log::Dice;
use caipan_tiles::tile::{Seat, Seats};

/// The seat that a throw counts to, the thrower being one: the first dealer, or the seat whose wall is opened.
pub fn counted(seats: Seats, from: Seat, pips: usize) -> Seat {
    // Saturates at zero, although a throw has at least one pip.
    seats.after(from, pips.saturating_sub(1))
}

/// The place where two dice open the dealer's wall: the seat's side, and the number of stacks skipped (GY-1.5).
pub fn cut(seats: Seats, dealer: Seat, dice: &Dice) -> Option<Cut> {
    let [one, other] = dice.faces() else { return None };
    let stacks = usize::from(*one.min(other));
    Some(Cut { seat: counted(seats, dealer, dice.total()), stacks, clause: &c::GY_1_5 })
}

/// The next dealer after these wins, or after a drawn hand; `None` if the hand does not decide it.
pub fn next(options: &Options, table: &Table, wins: &[Won]) -> Option<NextDealer> {
    let by = |seat, option| Some(NextDealer { seat, clause: &c::X_DEAL_NEXT, option: Some(option) });
    let left = table.seats.iter().any(|seat| table.place(seat).left);
    // A won hand decides the next dealer, whoever left during it.
    if table.cut_short || left && wins.is_empty() {
        return None;
    }
    if wins.is_empty() {
        // A hand that ended with an invalid win is not a drawn hand, nor is one with tiles left.
        return if table.winners.is_empty() && table.wall.left() == 0 {
            by(after_draw(options, table), "draw_dealer")
        } else {
            None
        };
    }
    let payer = wins.iter().find_map(|won| won.from);
    if let (true, Some(robbed)) = (options.robbed_deals(), payer.filter(|_| wins.iter().any(is_rob))) {
        return by(robbed, "robbed_deals");
    }
    let first = table.seats.from(table.dealer).find(|&seat| wins.iter().any(|won| won.seat == seat))?;
    let to_payer = wins.len() > 2 || wins.len() > 1 && options.next_dealer() == NextDealerRule::MultiToDiscarder;
    by(if to_payer { payer.unwrap_or(first) } else { first }, "next_dealer")
}

fn is_rob(won: &Won) -> bool {
    matches!(won.source, Source::Rob { .. })
}

fn after_draw(options: &Options, table: &Table) -> Seat {
    let dealer = table.dealer;
    if options.draw_dealer() == DrawDealer::Stays {
        return dealer;
    }
    let is_ready = |seat: &Seat| ready::is_ready(options, table, *seat);
    let waiting: Vec<Seat> = table.seats.from(dealer).filter(is_ready).collect();
    match waiting.as_slice() {
        [alone] => *alone,
        all_but_one if all_but_one.len() + 1 == table.seats.len() => {
            table.seats.iter().find(|seat| !waiting.contains(seat)).unwrap_or(dealer)
        }
        // The dealer comes first if ready, else the nearest ready seat.
        _ => waiting.first().copied().unwrap_or(dealer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source's own examples. The turn goes South, East, North, West, so South is seat 0 here.
    #[test]
    fn gy_1_4_counts_dealer_from_thrower() {
        assert_eq!(counted(Seats::FOUR, Seat::ALL[0], 10), Seat::ALL[1], "South throws 10: East deals");
        let dice = Dice::new(&[3, 4]).unwrap();
        let opened = cut(Seats::FOUR, Seat::ALL[0], &dice).unwrap();
        assert_eq!(
            (opened.seat, opened.stacks),
            (Seat::ALL[2], 3),
            "South deals and throws 3 and 4: North's wall, 3 stacks"
        );
        assert!(cut(Seats::FOUR, Seat::ALL[0], &Dice::new(&[3]).unwrap()).is_none());
        for pips in 2..=12 {
            for thrower in Seat::ALL {
                let dealer = (thrower.index() + pips - 1) % 4;
                assert_eq!(counted(Seats::FOUR, thrower, pips), Seat::ALL[dealer]);
            }
        }
    }
}
