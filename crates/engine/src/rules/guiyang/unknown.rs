//! The facts that the payments depend on and that a log may leave out.

use super::chickens::{BAO, CHARGE, DUTY, JI};
use super::options::{DealerBonus, GuMai, MOST_PICKED, Options};
use super::scoring::{BURN, GU_MAI};
use super::{Guiyang, roll, void};
use crate::rules::features::Flips;
use crate::rules::{Missing, Open, Won};
use crate::table::{Fill, Source, Table};
use caipan_tiles::ledger::Cause;
use smallvec::SmallVec;

/// The payments that a tile turned up for chickens may move.
const OF_CHICKENS: &[&Cause] = &[&JI, &CHARGE, &DUTY, &BAO, &BURN];
/// The payments that the stakes chosen before the deal move.
const OF_STAKES: &[&Cause] = &[&GU_MAI];

/// The open fields of a hand, each with its possible values.
pub fn open(rules: &Guiyang, table: &Table, wins: &[Won]) -> SmallVec<[Open; 1]> {
    let options = &rules.options;
    let mut open = SmallVec::new();
    open.extend(void::open(options, table));
    if options.last_hand_double().0 > 1 && table.last_hand.is_none() {
        open.push(Open::of(Missing::LastHand, [false, true].map(Fill::LastHand)));
    }
    // Chickens count in a drawn hand too, if the house says so.
    if !wins.is_empty() || options.draw_scores_dou_ji() {
        if options.week_ji() && table.weekday.is_none() {
            open.push(Open::of(Missing::Day, (1..=7).map(Fill::Weekday)));
        }
        open.extend(roll::open(options, table).map(|open| open.moving_only(OF_CHICKENS)));
    }
    if wins.is_empty() {
        return open;
    }
    if table.flip.is_none() && rules.flip(table).is_some() {
        open.push(Open::of(Missing::Flip, table.deck.kinds().iter().map(Fill::Flip)).moving_only(OF_CHICKENS));
    }
    if has_bonus(options, table, wins) && table.streak.is_none() {
        let first = [1, 2].map(Fill::Streak);
        open.push(Open { rises: Some(Fill::Streak), ..Open::of(Missing::Streak, first) });
    }
    if options.gu_mai() == GuMai::Free && table.picked.is_none() {
        open.push(Open::of_seats(Missing::GuMai, table.seats, MOST_PICKED, Fill::Picked).moving_only(OF_STAKES));
    }
    open
}

/// True if the dealer's bonus counts in these wins.
fn has_bonus(options: &Options, table: &Table, wins: &[Won]) -> bool {
    let dealer_wins = wins.iter().any(|won| won.seat == table.dealer);
    match options.dealer_bonus() {
        DealerBonus::Off => false,
        DealerBonus::WinOnly => dealer_wins,
        // The dealer pays more too, so only a win on another seat's discard leaves the dealer out.
        DealerBonus::WinAndLose => wins.iter().any(|won| {
            let rob = matches!(won.source, Source::Rob { .. });
            dealer_wins || rob || won.from.is_none_or(|from| from == table.dealer)
        }),
    }
}
