//! The next dealer. BJ-2.

use super::clauses as c;
use super::options::{FalseDealer, Options};
use super::scoring::Ending;
use crate::rules::{NextDealer, Won};
use crate::table::Table;

/// The next dealer after these wins, after a drawn hand, or after a false win; `None` after a hand that was broken off.
pub fn next(options: &Options, table: &Table, wins: &[Won]) -> Option<NextDealer> {
    let dealer = table.dealer;
    let by = |seat, clause, option| Some(NextDealer { seat, clause, option });
    match Ending::of(options, table, wins) {
        Ending::Won if wins.iter().any(|won| won.seat == dealer) => by(dealer, &c::STAYS, None),
        Ending::Won => by(table.seats.next(dealer), &c::PASSES, None),
        Ending::Drawn => by(dealer, &c::STAYS, None),
        Ending::FalseWin => {
            let stays = options.false_win_dealer() == FalseDealer::Stay;
            by(if stays { dealer } else { table.seats.next(dealer) }, &c::AFTER_FALSE_WIN, Some("false_win.dealer"))
        }
        Ending::Broken => None,
    }
}
