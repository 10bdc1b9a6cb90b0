//! The exchange of tiles (换张) before the first discard, made by all seats at once.

use caipan_engine::rules::{ExchangeDue, Rules};
use caipan_engine::table::Table;
use caipan_log::Action;
use caipan_tiles::tile::{Seat, Suit, Tile};

/// Returns the exchanges that are due, in turn order; empty if none is due. Each seat gives the first tiles of a suit
/// that the rules accept.
pub fn all(rules: &dyn Rules, table: &Table) -> Vec<Action> {
    if !table.is_untouched() {
        return Vec::new();
    }
    let due: Vec<(Seat, ExchangeDue)> =
        table.playing().from(table.dealer).filter_map(|seat| Some((seat, rules.exchange_due(table, seat)?))).collect();
    let given: Vec<(Seat, Vec<Tile>)> =
        due.iter().map(|&(seat, due)| (seat, gives(rules, table, seat, due.count))).collect();
    let of = |seat: Seat| given.iter().find(|(giver, _)| *giver == seat).map(|(_, tiles)| tiles.clone());
    let made = |&(seat, due): &(Seat, ExchangeDue)| Action::Exchange {
        seat,
        tiles: of(seat).unwrap_or_default(),
        takes: of(due.from.unwrap_or_else(|| table.playing().next(seat))).unwrap_or_default(),
    };
    due.iter().map(made).collect()
}

/// The tiles that a seat gives away.
fn gives(rules: &dyn Rules, table: &Table, seat: Seat, count: usize) -> Vec<Tile> {
    let held: Vec<Tile> = table.place(seat).hand.tiles().collect();
    let of = |suit: Suit| held.iter().copied().filter(move |tile| tile.suit() == suit).take(count);
    let Some(rule) = rules.exchange() else { return Vec::new() };
    let fits = |tiles: &Vec<Tile>| tiles.len() == count && rule.may_give(table, seat, tiles).is_ok();
    Suit::NUMBERED.into_iter().map(|suit| of(suit).collect()).find(fits).unwrap_or_default()
}
