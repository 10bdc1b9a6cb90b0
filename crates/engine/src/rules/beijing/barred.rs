//! The reasons that bar a complete hand from winning: 顺胡, 混儿悠 in suspense, 相公. BJ-10, BJ-11, BJ-13f.

use super::clauses as c;
use super::options::Options;
use super::{hunyou, promised};
use crate::rules::{Ground, Refusal, Verdict, WinCandidate, Won, at_step};
use crate::table::{Passed, Source, Table};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// Checks whether the seat's earlier actions bar this win. A self-draw, or what counts as one, is allowed (BJ-10b),
/// unless the seat has just given it up by declaring 混儿悠 (BJ-13a).
pub fn may_win(options: &Options, table: &Table, won: &Won) -> Verdict {
    let place = table.place(won.seat);
    let pending = hunyou::is_pending(options, table, won.seat);
    if pending && won.source.is_own() {
        return Err(Refusal::new(Ground::Manner, &c::HUNYOU, || {
            bilingual!(
                "报混儿悠就是放弃这次自摸，要打一张牌。",
                "declaring 混儿悠 gives this self-draw up, so a discard must follow"
            )
        }));
    }
    if pending {
        return Err(Refusal::new(Ground::Manner, &c::HUNYOU_ROUND, || {
            bilingual!("报了混儿悠，只能胡自己下一次摸的牌。", "after 混儿悠 the hand may only win on its next draw")
        }));
    }
    if won.source.is_own() && promised::owes_discard(table, won.seat) {
        return Err(Refusal::new(Ground::Manner, &c::XIAOSA, || {
            bilingual!("报了潇洒就要打一张牌，不能马上胡。", "a declared xiaosa is followed by a discard, not a win")
        }));
    }
    if won.from.is_none() {
        return Ok(());
    }
    let still = |passed: &&Passed| {
        passed.turns == place.turns && (!options.passed_same_kind() || won.tiles.contains(&passed.tile))
    };
    let Some(passed) = place.passed.iter().find(still) else { return Ok(()) };
    let passed = *passed;
    Err(Refusal::by_option(Ground::Missed, &c::PASSED_WIN, "passed_win.same_kind_only", move || {
        let (tile, Text { zh, en }) = (passed.tile, at_step(passed.at));
        bilingual!(
            "顺胡过水：{zh}放过了 {tile}，自己摸牌前不能胡别家。",
            "passed on {tile}{en}: no win on others' tiles before the next draw"
        )
    }))
}

/// Checks that the hand has the right number of tiles (BJ-11).
pub fn right_count(case: &WinCandidate<'_>) -> Verdict {
    let size = case.hand.len() + usize::from(case.wilds) + 3 * case.melds.len();
    // Four wilds dealt to a seat out of turn: thirteen tiles, one of which is the winning tile.
    let due = if case.chance.source == Source::Dealt && case.seat != case.dealer { 12 } else { 13 };
    if size == due {
        return Ok(());
    }
    let (zh, en) = if size > due { ("大相公", "too many") } else { ("小相公", "too few") };
    let held = size + 1;
    Err(Refusal::new(Ground::Count, &c::DEAD_HAND, move || {
        bilingual!(
            "连胡的牌共 {held} 张，是{zh}，不能胡。",
            "the hand has {held} tiles with the one won on, {en} to win"
        )
    }))
}
