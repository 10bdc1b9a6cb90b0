//! Values for facts of a table that a log leaves out.

use super::Table;
use caipan_log::{Dice, Owner};
use caipan_tiles::tile::{Seat, SeatMap, Suit, Tile};

/// A value for something that a log leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fill {
    /// The birds turned up.
    Birds(Vec<Tile>),
    /// The flying birds turned up.
    Fly(Vec<Tile>),
    /// The tile flipped.
    Flip(Tile),
    /// The points that each seat picked before the deal.
    Picked(SeatMap<i64>),
    /// The points that each seat held before the hand.
    Holdings(SeatMap<i64>),
    /// True for the last hand of the match.
    LastHand(bool),
    /// The owner of the room.
    Owner(Owner),
    /// The tiles opened for chickens during play.
    Rolls(Vec<Tile>),
    /// The suit that each seat named as missing (定缺); `None` for a seat that named none.
    Void(SeatMap<Option<Suit>>),
    /// The dealer's streak.
    Streak(u32),
    /// The weekday on which the hand began, 1 for Monday.
    Weekday(u8),
    /// The floor of the match.
    Floor(u32),
    /// The dice of an initial win, by its position among those declared.
    Dice(usize, Dice),
}

impl Table {
    /// Puts in a value that the log leaves out.
    pub fn fill(&mut self, fill: &Fill) {
        match fill {
            Fill::Birds(tiles) => self.birds = Some(tiles.clone()),
            Fill::Fly(tiles) => self.fly = Some(tiles.clone()),
            Fill::Flip(tile) => self.flip = Some(*tile),
            Fill::Picked(points) => self.picked = Some(*points),
            Fill::Holdings(points) => self.holdings = Some(*points),
            Fill::LastHand(last) => self.last_hand = Some(*last),
            Fill::Owner(owner) => self.owner = Some(*owner),
            Fill::Rolls(tiles) => self.rolls.clone_from(tiles),
            Fill::Void(named) => {
                for seat in Seat::ALL {
                    self.places[seat].void = named[seat];
                }
            }
            Fill::Streak(streak) => self.streak = Some(*streak),
            Fill::Weekday(day) => self.weekday = Some(*day),
            Fill::Floor(floor) => self.floor = Some(*floor),
            Fill::Dice(at, dice) => {
                if let Some(opened) = self.openings.get_mut(*at) {
                    opened.dice = Some(*dice);
                }
            }
        }
    }
}
