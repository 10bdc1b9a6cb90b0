//! The wins that a passed win forbids: 跟胡 (CS-A.33) and 漏胡 (CS-B.9.5). Rule book 2.7. A self-draw is never restricted.

use super::clauses as c;
use super::options::{MissedWin, Options};
use crate::rules::{Ground, Refusal, Verdict, Won, at_step};
use crate::table::{Passed, Table};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Later, Text};

/// Checks whether the wins that the seat passed bar this win.
pub fn may_win(options: &Options, table: &Table, won: &Won) -> Verdict {
    if won.source.is_own() {
        return Ok(());
    }
    let place = table.place(won.seat);
    let still = |passed: &&Passed| match options.missed_win() {
        MissedWin::Off => false,
        MissedWin::Any => passed.turns == place.turns,
        MissedWin::Level => passed.turns == place.turns && won.value <= passed.value,
        MissedWin::SameTile => passed.draws == place.draws && won.tiles.contains(&passed.tile),
    };
    let Some(passed) = place.passed.iter().find(still) else { return Ok(()) };
    let passed = *passed;
    let tile = passed.tile;
    let no = |clause, words| Err(Refusal::by_option(Ground::Missed, clause, "missed_win", words));
    match options.missed_win() {
        MissedWin::SameTile => no(
            &c::B_9_5,
            Later::from(move || {
                let Text { zh, en } = at_step(passed.at);
                bilingual!(
                    "漏胡过水：{zh}放过了 {tile}，摸牌前不能再胡 {tile}。",
                    "passed on {tile}{en}: no win on another {tile} before the next draw"
                )
            }),
        ),
        MissedWin::Level => no(
            &c::A_33,
            Later::from(move || {
                let Text { zh, en } = at_step(passed.at);
                bilingual!(
                    "跟胡过水：{zh}放过了 {tile}，过手前只能胡更大的牌。",
                    "passed on {tile}{en}: only a bigger win is allowed before the next turn"
                )
            }),
        ),
        MissedWin::Any | MissedWin::Off => no(
            &c::A_33,
            Later::from(move || {
                let Text { zh, en } = at_step(passed.at);
                bilingual!(
                    "过水：{zh}放过了 {tile}，过手前不能捉炮。",
                    "passed on {tile}{en}: no win on a discard before the next turn"
                )
            }),
        ),
    }
}
