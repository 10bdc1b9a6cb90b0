//! Legality of exchanges, discards, claims and declarations.

use super::clauses as c;
use caipan_engine::rules::{Ground, Refusal, Verdict};
use caipan_engine::table::Table;
use caipan_log::Declaration;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::tile::{Seat, Tile};

/// Allows giving tiles of one suit.
pub fn give(tiles: &[Tile]) -> Verdict {
    let alike = tiles.windows(2).all(|pair| pair[0].suit() == pair[1].suit());
    let words = || bilingual!("换出的牌不是同一门。", "the tiles given are not of one suit");
    if alike { Ok(()) } else { Err(Refusal::new(Ground::Tile, &c::EXCHANGE, words)) }
}

/// Allows a discard: tiles of the void suit go before others.
pub fn discard(table: &Table, seat: Seat, tile: Tile) -> Verdict {
    let place = table.place(seat);
    match place.void {
        None => Err(Refusal::new(Ground::Tile, &c::VOID, || {
            bilingual!("还没有定缺。", "no suit has been declared void yet")
        })),
        Some(suit) if tile.suit() != suit && !place.hand.kinds().and(suit.mask()).is_empty() => {
            Err(Refusal::new(Ground::Tile, &c::VOID, || {
                bilingual!("缺门的牌还没有打完。", "tiles of the void suit go first")
            }))
        }
        Some(_) => Ok(()),
    }
}

/// Refuses a claim of the void suit.
pub fn claim(table: &Table, seat: Seat, tile: Tile) -> Verdict {
    if table.place(seat).void == Some(tile.suit()) {
        return Err(Refusal::new(Ground::Tile, &c::VOID, || {
            bilingual!("缺门的牌不可碰、杠。", "a tile of the void suit is not claimed")
        }));
    }
    Ok(())
}

/// Allows a seat to declare its void suit once, in its turn.
pub fn declare(table: &Table, seat: Seat, what: Declaration) -> Verdict {
    let place = table.place(seat);
    match what {
        Declaration::Void(_) if place.void.is_none() && table.in_turn() == Some(seat) => Ok(()),
        Declaration::Void(_) => {
            Err(Refusal::new(Ground::Time, &c::VOID, || bilingual!("此时不能定缺。", "no suit is declared void now")))
        }
        Declaration::Ready | Declaration::Hunyou | Declaration::Sky | Declaration::Xiaosa => Err(none(&c::VOID)),
    }
}

/// The refusal of an action that the rules do not have.
pub fn none(clause: &'static Clause) -> Box<Refusal> {
    Refusal::new(Ground::NoSuchAction, clause, || bilingual!("没有这种动作。", "there is no such action"))
}
