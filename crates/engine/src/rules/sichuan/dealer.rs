//! The next dealer (SC-8).

use super::clauses as c;
use super::options::{DrawDealer, Options, SeveralDealer};
use crate::rules::{NextDealer, Won};
use crate::table::{Table, Winner};
use caipan_tiles::clause::Clause;
use caipan_tiles::tile::Seat;

/// The next dealer; `None` after a hand that was broken off or ended with an invalid win only.
pub fn next(options: &Options, table: &Table, wins: &[Won]) -> Option<NextDealer> {
    let by = |seat, clause: &'static Clause, option| Some(NextDealer { seat, clause, option });
    if table.cut_short {
        return None;
    }
    let Some(first) = wins.first() else {
        let is_drawn = table.winners.is_empty() && table.wall.left() == 0;
        let seat = if is_drawn { after_draw(options, table)? } else { return None };
        return by(seat, &c::NEXT_DRAWN, Some("draw_dealer"));
    };
    let tiles = won_together(table, wins);
    let Some(&(_, last)) = tiles.last() else { return by(first.seat, &c::NEXT_FIRST, None) };
    let seat = match options.multi_dealer() {
        SeveralDealer::LastWinner => last.seat,
        SeveralDealer::Discarder => {
            let from = tiles.first().filter(|(before, _)| before.seat == first.seat).and_then(|(_, won)| won.from);
            from.unwrap_or(first.seat)
        }
        SeveralDealer::FirstWinner => first.seat,
    };
    by(seat, &c::NEXT_SEVERAL, Some("multi_dealer"))
}

/// The winners who won on the same tile as the winner before them, each with that winner, in order.
fn won_together(table: &Table, wins: &[Won]) -> Vec<(Winner, Winner)> {
    let valid = |winner: &&Winner| wins.iter().any(|won| won.seat == winner.seat);
    let winners: Vec<&Winner> = table.winners.iter().filter(valid).collect();
    // Winners on the same tile leave together, so the same seats were still playing.
    let same = winners.windows(2).filter_map(|pair| match pair {
        [one, other] if one.from == other.from && one.among == other.among => Some((**one, **other)),
        _ => None,
    });
    same.collect()
}

/// The dealer after a hand that nobody won; `None` if the last discard is unknown.
fn after_draw(options: &Options, table: &Table) -> Option<Seat> {
    if options.draw_dealer() == DrawDealer::Stays {
        return Some(table.dealer);
    }
    let last = |seat: &Seat| table.place(*seat).river.last().map(|lying| lying.order);
    let discarder = table.seats.iter().filter(|seat| last(seat).is_some()).max_by_key(last)?;
    Some(table.seats.next(table.seats.next(discarder)))
}
