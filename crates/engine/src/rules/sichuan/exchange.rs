//! 换三张: the exchange of three tiles of one suit before play (SC-2.1).

use super::clauses as c;
use super::options::{Exchange, Options};
use crate::rules::{ExchangeDue, Ground, Refusal, Verdict};
use crate::table::Table;
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Seat, Tile};

/// The number of tiles.
const THREE: usize = 3;

/// The exchange that a seat still owes. The direction is the table's.
pub fn due(options: &Options, table: &Table, seat: Seat) -> Option<ExchangeDue> {
    let made = table.exchanged.iter().any(|made| made.seat == seat);
    let due = options.exchange() == Exchange::ThreeOfOneSuit && table.is_untouched() && !made;
    due.then_some(ExchangeDue { count: THREE, from: None, clause: &c::EXCHANGE })
}

/// Refuses tiles of different suits.
pub fn may_give(tiles: &[Tile]) -> Verdict {
    let alike = tiles.windows(2).all(|pair| matches!(pair, [one, other] if one.suit() == other.suit()));
    if alike {
        return Ok(());
    }
    Err(Refusal::new(Ground::Tile, &c::EXCHANGE, || {
        bilingual!("换出的三张不是同一门。", "the three tiles given are not of one suit")
    }))
}
