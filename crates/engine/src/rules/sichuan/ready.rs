//! 叫牌: the waits of a hand, and the readiness of a seat at the end (SC-7.2).

use super::options::Options;
use super::{fan, void};
use crate::rules::{Hits, Won};
use crate::table::{Phase, Place, Table};
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Meld, Seat, SeatMap, Suit, Tile, TileSet};

/// Kinds that complete a hand of 3n + 1, even those of which it holds all four. None while it holds its void
/// suit.
pub fn waits(options: &Options, hand: &Hand, melds: &[Meld], named: Option<Suit>) -> TileSet {
    let standard = hand.standard_waits(melds.len(), 0);
    let all = if melds.is_empty() { standard.or(hand.seven_pairs_waits(0)) } else { standard };
    match void::counted(options, named).map(Suit::mask) {
        Some(void) if all.is_empty() || !hand.kinds().or(Meld::counts(melds).kinds()).and(void).is_empty() => {
            TileSet::EMPTY
        }
        Some(void) => all.minus(void),
        None => all,
    }
}

/// The waits of a seat.
pub fn waits_of(options: &Options, place: &Place) -> TileSet {
    waits(options, &place.hand, &place.melds, place.void)
}

/// The place of a seat at the end: without the tile that it has just drawn, if the hand stops in its turn.
fn settled(table: &Table, seat: Seat) -> Place {
    let mut place = table.place(seat).clone();
    if let Phase::Turn { seat: turn, drawn } | Phase::Over { turn: Some((turn, drawn)) } = table.phase
        && turn == seat
        && let Some(tile) = drawn.tile()
    {
        place.hand.take(tile);
    }
    place
}

/// The seats that are ready at the end, winners included.
pub fn ready(options: &Options, table: &Table, wins: &[Won]) -> SeatMap<bool> {
    let mut ready = SeatMap::default();
    for seat in table.seats.iter() {
        let won = wins.iter().any(|won| won.seat == seat);
        let waits = || {
            let place = settled(table, seat);
            place.is_known() && !waits_of(options, &place).is_empty()
        };
        ready[seat] = won || waits();
    }
    ready
}

/// The dearest wait of a seat with its patterns: that of the dearest pattern, of several the lowest tile, dots before
/// bamboo before characters.
pub fn dearest(options: &Options, table: &Table, seat: Seat) -> Option<(Tile, Hits)> {
    let place = settled(table, seat);
    let mut best: Option<(Tile, Hits)> = None;
    for suit in [Suit::Dots, Suit::Bamboo, Suit::Characters] {
        for tile in waits_of(options, &place).and(suit.mask()).iter() {
            let Some(hits) = fan::of_wait(options, &place.hand, &place.melds, tile) else { continue };
            if best.as_ref().is_none_or(|(_, most)| fan::of_pattern(&hits) > fan::of_pattern(most)) {
                best = Some((tile, hits));
            }
        }
    }
    best
}
