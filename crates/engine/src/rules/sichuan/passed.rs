//! 过水: wins on discards that an earlier pass bars (SC-3.5).

use super::options::{Options, Passing};
use super::{clauses as c, fan, ready};
use crate::rules::{Ground, Refusal, Verdict, Won, at_step};
use crate::table::{Passed, Source, Table};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Tile;

/// Checks whether the seat discarded a tile of its own waits, or let a win go, since its last turn began, and this win
/// has no more fan. The discard after a kong is exempt.
pub fn may_win(options: &Options, table: &Table, won: &Won) -> Verdict {
    let after_kong = won.from.and_then(|from| table.place(from).river.last()).is_some_and(|lying| lying.after_kong);
    if won.source != Source::Discard || after_kong || options.guo_shui() == Passing::Off {
        return Ok(());
    }
    let place = table.place(won.seat);
    if let Some((tile, before)) = discarded(options, table, won)
        && fan::uncapped(&won.hits) <= before
    {
        return Err(Refusal::by_option(Ground::Missed, &c::PASSED, "guo_shui", move || {
            bilingual!(
                "过水：自己打过要胡的 {tile}，轮到自己之前，番数要比那张的牌型高才能捉炮。",
                "discarded {tile}, which its own hand waits for: until its next turn a win on a discard needs more fan than that pattern"
            )
        }));
    }
    let bars = |passed: &&Passed| passed.turns == place.turns && won.value <= passed.value;
    let passed = place.passed.iter().find(bars).filter(|_| options.guo_shui() == Passing::Passed).copied();
    let Some(passed) = passed else { return Ok(()) };
    Err(Refusal::by_option(Ground::Missed, &c::PASSED, "guo_shui", move || {
        let (tile, Text { zh, en }) = (passed.tile, at_step(passed.at));
        bilingual!(
            "过水：{zh}放过了能胡的 {tile}，轮到自己之前，番数不更高就不能捉炮。",
            "passed on {tile}{en}: until its next turn a win on a discard needs more fan"
        )
    }))
}

/// The discard of the seat's latest turn and the fan of the pattern that it would have made, if the hand waits for that
/// kind; `None` once another turn began, even if its only act was a robbed kong.
fn discarded(options: &Options, table: &Table, won: &Won) -> Option<(Tile, i64)> {
    let place = table.place(won.seat);
    let tile = place.river.last()?.tile;
    if place.discarded_at != place.turns || !place.is_known() || !ready::waits_of(options, place).contains(tile) {
        return None;
    }
    let hits = fan::of_wait(options, &place.hand, &place.melds, tile)?;
    Some((tile, fan::of_pattern(&hits)))
}
