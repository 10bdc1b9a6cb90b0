//! 散场时低于若干分翻倍、加分: what the totals of a match of two add at its end. MC-match, R-031.

use super::clauses as c;
use super::options::Options;
use caipan_tiles::ledger::{Cause, Ledger, Party, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{SeatMap, Seats};

/// The end of a match.
pub static MATCH: Cause = Cause::new("match", "散场", "end of the match");

const TOTAL: Label = Label::new("赢家的总分", "total of the winner");
const MORE: Label = Label::new("翻倍多出", "times more");
const ADDED: Label = Label::new("低分加分", "added to a low total");

/// Multiplies the totals if the winner's is low, then adds to them if it still is.
pub fn settle(options: &Options, seats: Seats, totals: &SeatMap<i64>) -> Ledger {
    let mut ledger = Ledger::default();
    let Some(winner) = seats.iter().find(|&seat| totals[seat] > 0) else { return ledger };
    let Some(loser) = seats.others(winner).next() else { return ledger };
    let mut total = totals[winner];
    let (below, times) = (options.match_double_below().0, options.match_double_times().0);
    if total < below {
        let more = Sum::of(total, &TOTAL).times(times.saturating_sub(1), &MORE);
        total = total.saturating_mul(times);
        ledger
            .pay(Party::Seat(loser), Party::Seat(winner), more, &MATCH, &c::MATCH)
            .decided_by(["match_double_below", "match_double_times"]);
    }
    if total < options.match_add_below().0 {
        let added = Sum::of(options.match_add().0, &ADDED);
        ledger
            .pay(Party::Seat(loser), Party::Seat(winner), added, &MATCH, &c::MATCH)
            .decided_by(["match_add_below", "match_add"]);
    }
    ledger
}
