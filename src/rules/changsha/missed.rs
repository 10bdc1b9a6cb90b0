//! What a passed win forbids: 跟胡 (CS-A.33) and 漏胡 (CS-B.9.5). Rule book 2.7. A self-draw is never restricted.

use super::clauses as c;
use super::options::{MissedWin, Options};
use crate::rules::{Ground, Refusal, Verdict, Won};
use crate::say;
use crate::table::{Passed, Table};

/// May this win be taken in spite of what the seat passed?
pub fn may_win(options: &Options, table: &Table, won: &Won) -> Verdict {
    if won.source.is_own() {
        return Ok(());
    }
    let place = table.place(won.seat);
    let still = |passed: &&Passed| match options.missed_win {
        MissedWin::Off => false,
        MissedWin::Any => passed.turns == place.turns,
        MissedWin::Level => passed.turns == place.turns && won.value <= passed.value,
        MissedWin::SameTile => passed.draws == place.draws && won.tiles.contains(&passed.tile),
    };
    let Some(passed) = place.passed.iter().find(still) else { return Ok(()) };
    let (seat, tile) = (won.seat, passed.tile);
    let (clause, text) = match options.missed_win {
        MissedWin::SameTile => (
            &c::B_9_5,
            say!(
                "座位 {seat} 放过了 {tile}，自己摸牌前不能再胡别人的 {tile}（漏胡）。",
                "seat {seat} let {tile} go by and may not win another's {tile} before its own next draw"
            ),
        ),
        MissedWin::Level => {
            let (was, now) = (passed.value, won.value);
            (
                &c::A_33,
                say!(
                    "座位 {seat} 放过了 {tile}（{was} 个大胡），过手前不能再胡 {now} 个大胡的牌（跟胡）。",
                    "seat {seat} let {tile} go by ({was} big patterns) and before its next turn may not win with {now}"
                ),
            )
        }
        MissedWin::Any | MissedWin::Off => (
            &c::A_33,
            say!(
                "座位 {seat} 放过了 {tile}，过手前不能再捉炮。",
                "seat {seat} let {tile} go by and may not win on another's tile before its next turn"
            ),
        ),
    };
    Err(Refusal::by_option(Ground::Missed, clause, "missed_win", text))
}
