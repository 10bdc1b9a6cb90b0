//! The suits that seats name as missing (定缺).

use caipan_engine::rules::Rules;
use caipan_engine::table::Table;
use caipan_log::{Action, Declaration};
use caipan_tiles::tile::{Seat, Suit, Tile};

/// Returns the declarations that seats may make now, in turn order: each names the suit of which it holds fewest tiles.
pub fn all(rules: &dyn Rules, table: &Table) -> Vec<Action> {
    let unnamed = table.playing().from(table.dealer).filter(|&seat| table.place(seat).void.is_none());
    unnamed.filter_map(|seat| Some(Action::Declare { seat, what: name(rules, table, seat)? })).collect()
}

fn name(rules: &dyn Rules, table: &Table, seat: Seat) -> Option<Declaration> {
    let held = |suit: Suit| table.place(seat).hand.tiles().filter(|tile| tile.suit() == suit).count();
    let may =
        Suit::NUMBERED.into_iter().filter(|&suit| rules.may_declare(table, seat, Declaration::Void(suit)).is_ok());
    may.min_by_key(|&suit| held(suit)).map(Declaration::Void)
}

/// The tiles of the missing suit among these, or all of them if there are none.
pub fn first(table: &Table, seat: Seat, mut tiles: Vec<Tile>) -> Vec<Tile> {
    let missing = |tile: &Tile| table.place(seat).void == Some(tile.suit());
    if tiles.iter().any(missing) {
        tiles.retain(missing);
    }
    tiles
}
