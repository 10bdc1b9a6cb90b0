//! 过水: the effect of a passed win. X-GUO.

use super::clauses as c;
use super::options::{GuoShui, Options};
use crate::rules::{Ground, Refusal, Verdict, Won, at_step};
use crate::table::{Passed, Table};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// Checks whether a win passed since the seat's last draw bars this win (X-GUO).
pub fn may_win(options: &Options, table: &Table, won: &Won) -> Verdict {
    let place = table.place(won.seat);
    let bars = |passed: &&Passed| {
        passed.draws == place.draws
            && match options.guo_shui() {
                GuoShui::SameTile => won.tiles.contains(&passed.tile),
                GuoShui::AnyTile => true,
                GuoShui::Off => false,
            }
    };
    let Some(passed) = place.passed.iter().find(bars).filter(|_| !won.source.is_own()) else { return Ok(()) };
    let passed = *passed;
    let option = if options.guo_shui_false() { "guo_shui_false" } else { "guo_shui" };
    Err(Refusal::by_option(Ground::Missed, &c::X_GUO, option, move || {
        let (tile, Text { zh, en }) = (passed.tile, at_step(passed.at));
        bilingual!(
            "过水：{zh}放过了能胡的 {tile}，自己摸牌前不能再胡。",
            "passed on {tile}{en}: no win is allowed before the next draw"
        )
    }))
}
