//! The finding that a record does not show the tiles of all seats.

use super::Finding;
use super::checks::log;
use caipan_log::{GameLog, People};
use caipan_tiles::bilingual;
use caipan_tiles::tile::Seat;

/// Returns the finding that a log shows the tiles of some seats only; `None` if it shows all.
pub(super) fn declared(log: &GameLog, people: &People) -> Option<Finding> {
    let view: Vec<Seat> = log.view()?.iter().collect();
    let shown = people.list(&view);
    let text = bilingual!(
        "这份记录只看得到{shown}的牌；由别家手牌决定的都没法核对，其余照常核对。",
        "the record shows the tiles of {shown:#} only; what rests on the other hands cannot be verified, everything else is checked"
    );
    let short = bilingual!("这份记录只看得到{shown}的牌", "the record shows only the tiles of {shown:#}");
    let finding = Finding::new(&log::HIDDEN, 0, text).in_short(short);
    Some(Finding { hand: None, pointer: "/view".to_owned(), ..finding })
}
