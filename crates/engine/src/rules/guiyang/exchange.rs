//! 换三张, 换四张: the exchange of tiles before play (MG-exchange).

use super::clauses as c;
use super::options::Options;
use crate::rules::{ExchangeDue, Ground, Refusal, Verdict};
use crate::table::Table;
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Seat, Tile};

/// The exchange that a seat still owes. The direction is the table's.
pub fn due(options: &Options, table: &Table, seat: Seat) -> Option<ExchangeDue> {
    let count = options.exchange().count();
    let made = table.exchanged.iter().any(|made| made.seat == seat);
    (count > 0 && table.is_untouched() && !made).then_some(ExchangeDue { count, from: None, clause: &c::EXCHANGE })
}

/// Refuses tiles of different suits.
pub fn may_give(tiles: &[Tile]) -> Verdict {
    if tiles.windows(2).all(|pair| pair[0].suit() == pair[1].suit()) {
        return Ok(());
    }
    Err(Refusal::by_option(Ground::Tile, &c::EXCHANGE, "exchange", || {
        bilingual!("换出的牌不是同一门。", "the tiles given are not of one suit")
    }))
}
