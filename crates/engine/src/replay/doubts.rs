//! The facts of a hand that a breach makes uncertain.

use super::breach::{BreachIdx, Fact};
use caipan_tiles::tile::{Seat, SeatMap};

/// The uncertain facts of a hand. Each field is the index of the breach that makes the fact uncertain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Doubts {
    /// The tiles that each seat holds.
    pub hand: SeatMap<Option<BreachIdx>>,
    /// The open tiles.
    pub open: Option<BreachIdx>,
    /// The turn order.
    pub course: Option<BreachIdx>,
    /// The first discards of the seats.
    pub first_discards: Option<BreachIdx>,
    /// The end of the hand.
    pub end: Option<BreachIdx>,
    /// The birds.
    pub birds: Option<BreachIdx>,
    /// The flipped tile.
    pub flip: Option<BreachIdx>,
    /// The deck: it may not be the declared one.
    pub deck: Option<BreachIdx>,
    /// The order and the tiles of the wall.
    pub tiles: Option<BreachIdx>,
    /// The client's table: it differs from the computed one.
    pub digest: Option<BreachIdx>,
}

impl Doubts {
    /// Returns the breach that makes the first uncertain one of these facts uncertain.
    pub(super) fn first(&self, facts: &[Fact], seat: Option<Seat>) -> Option<BreachIdx> {
        facts.iter().find_map(|fact| match fact {
            Fact::Hand => self.hand[seat?],
            Fact::Open => self.open,
            Fact::Course => self.course,
            Fact::End => self.end,
            Fact::Birds => self.birds,
            Fact::Flip => self.flip,
            Fact::Tiles => self.tiles,
        })
    }
}
