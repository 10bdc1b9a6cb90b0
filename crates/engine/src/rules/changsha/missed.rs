//! The wins that a passed win forbids: 跟胡 (CS-A.33) and 漏胡 (CS-B.9.5). Rule book 2.7. A self-draw is never restricted.

use super::clauses as c;
use super::options::{MissedWin, Options};
use crate::rules::{Ground, Refusal, Verdict, Won};
use crate::table::{Passed, Table};
use caipan_tiles::bilingual;
use caipan_tiles::text::Later;

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
    let (tile, was, now) = (passed.tile, passed.value, won.value);
    let no = |clause, words| Err(Refusal::by_option(Ground::Missed, clause, "missed_win", words));
    match options.missed_win() {
        MissedWin::SameTile => no(
            &c::B_9_5,
            Later::from(move || {
                bilingual!(
                    "过水（漏胡）：放过了 {tile}，自己摸牌前不能胡别家的 {tile}。",
                    "passed on {tile}, so no other player's {tile} may be won on before the next draw"
                )
            }),
        ),
        MissedWin::Level => no(
            &c::A_33,
            Later::from(move || {
                bilingual!(
                    "过水（跟胡）：放过了 {tile}（{was} 个大胡），过手前不能再胡 {now} 个大胡的牌。",
                    "passed on {tile} with {was} big patterns, so a win with {now} is not allowed before the next turn"
                )
            }),
        ),
        MissedWin::Any | MissedWin::Off => no(
            &c::A_33,
            Later::from(move || {
                bilingual!(
                    "过水：放过了 {tile}，过手前不能捉炮。",
                    "passed on {tile}, so no discard may be won on before the next turn"
                )
            }),
        ),
    }
}
