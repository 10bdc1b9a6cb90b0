//! The wall (牌墙): what is left, and which tile comes next where the log gives the wall.
//!
//! Positions count in drawing order from the first tile dealt. Stacks are two tiles, `2k` above `2k + 1`. Where the wall
//! is unknown only the number of tiles left is kept.

use crate::tile::{Deck, Tile};

/// In which order replacements leave the tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TailOrder {
    /// The last stack, upper tile first, then its lower one.
    StackTopFirst,
    /// The last tile in drawing order first.
    LinearLast,
}

/// The wall of one hand.
#[derive(Clone, Debug)]
pub struct Wall {
    /// Every position; `None` once taken. Empty when the wall is unknown.
    slots: Vec<Option<Tile>>,
    head: usize,
    left: usize,
    tail: TailOrder,
}

impl Wall {
    /// A wall of which only the size is known.
    pub fn unknown(deck: Deck, tail: TailOrder) -> Wall {
        Wall { slots: Vec::new(), head: 0, left: deck.size(), tail }
    }

    /// A wall given tile by tile in drawing order.
    pub fn known(tiles: &[Tile], tail: TailOrder) -> Wall {
        Wall { slots: tiles.iter().copied().map(Some).collect(), head: 0, left: tiles.len(), tail }
    }

    /// Whether every tile's place is known.
    pub fn is_known(&self) -> bool {
        !self.slots.is_empty()
    }

    /// Tiles left, head and tail together.
    pub fn left(&self) -> usize {
        self.left
    }

    /// The tile the next ordinary draw takes, where known.
    pub fn at_head(&self) -> Option<Tile> {
        self.tiles_from_head().next()
    }

    /// The tiles left in drawing order, where known.
    pub fn tiles_from_head(&self) -> impl Iterator<Item = Tile> + '_ {
        self.slots.get(self.head..).unwrap_or_default().iter().copied().flatten()
    }

    /// The tile the next replacement takes, where known.
    pub fn at_tail(&self) -> Option<Tile> {
        self.tail_position().and_then(|at| self.slots.get(at).copied().flatten())
    }

    /// The tiles a throw of `pips` points to: the two of that stack counted from the tail, upper first, and where the
    /// stack has only one left, on towards the head. More pips than stacks point to the last stack (CS-B.9.7).
    pub fn at_dice(&self, pips: usize, count: usize) -> Vec<Tile> {
        self.dice_positions(pips, count).filter_map(|at| self.slots.get(at).copied().flatten()).collect()
    }

    /// Takes the next tile of the head.
    pub fn take_head(&mut self) {
        while self.slots.get(self.head).is_some_and(Option::is_none) {
            self.head += 1;
        }
        if let Some(slot) = self.slots.get_mut(self.head) {
            *slot = None;
            self.head += 1;
        }
        self.left = self.left.saturating_sub(1);
    }

    /// Takes the next tile of the tail.
    pub fn take_tail(&mut self) {
        if let Some(slot) = self.tail_position().and_then(|at| self.slots.get_mut(at)) {
            *slot = None;
        }
        self.left = self.left.saturating_sub(1);
    }

    /// Takes the tiles a throw points to.
    pub fn take_dice(&mut self, pips: usize, count: usize) {
        let positions: Vec<usize> = self.dice_positions(pips, count).collect();
        for at in positions {
            if let Some(slot) = self.slots.get_mut(at) {
                *slot = None;
            }
        }
        self.left = self.left.saturating_sub(count);
    }

    /// Stacks that still have a tile, from the tail on, by the position of their upper tile.
    fn stacks_from_tail(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.slots.len().div_ceil(2))
            .rev()
            .map(|stack| 2 * stack)
            .filter(|&upper| [upper, upper + 1].iter().any(|&at| self.slots.get(at).is_some_and(Option::is_some)))
    }

    fn tail_position(&self) -> Option<usize> {
        match self.tail {
            TailOrder::LinearLast => self.slots.iter().rposition(Option::is_some),
            TailOrder::StackTopFirst => self.stacks_from_tail().next().and_then(|upper| {
                [upper, upper + 1].into_iter().find(|&at| self.slots.get(at).is_some_and(Option::is_some))
            }),
        }
    }

    fn dice_positions(&self, pips: usize, count: usize) -> impl Iterator<Item = usize> + '_ {
        let stacks: Vec<usize> = self.stacks_from_tail().collect();
        let at = if pips == 0 || pips > stacks.len() { 0 } else { pips - 1 };
        let (tailward, headward) = stacks.split_at(at.min(stacks.len()));
        // Where the named stack is the last before the head, what it lacks comes from its neighbour at the tail's side.
        let order: Vec<usize> = headward.iter().copied().chain(tailward.iter().rev().copied()).collect();
        order
            .into_iter()
            .flat_map(|upper| [upper, upper + 1])
            .filter(|&at| self.slots.get(at).is_some_and(Option::is_some))
            .take(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::parse_tiles;

    fn wall() -> Wall {
        Wall::known(&parse_tiles("123456789m1p").unwrap(), TailOrder::StackTopFirst)
    }

    #[test]
    fn cs_a_31_replacements_take_the_upper_tile_of_the_last_stack_first() {
        let mut wall = wall();
        let mut taken = Vec::new();
        for _ in 0..3 {
            taken.extend(wall.at_tail());
            wall.take_tail();
        }
        assert_eq!(taken, parse_tiles("9m1p7m").unwrap());
        assert_eq!(wall.left(), 7);
    }

    #[test]
    fn cs_a_19c_dice_point_to_a_stack_from_the_tail() {
        let mut wall = wall();
        assert_eq!(wall.at_dice(2, 2), parse_tiles("78m").unwrap());
        assert_eq!(wall.at_dice(2, 1), parse_tiles("7m").unwrap());
        wall.take_dice(2, 1);
        assert_eq!(wall.at_dice(2, 1), parse_tiles("8m").unwrap(), "the lower tile once the upper is gone");
        wall.take_dice(2, 1);
        assert_eq!(wall.at_dice(2, 1), parse_tiles("5m").unwrap(), "an empty stack is not counted");
    }

    #[test]
    fn cs_b_9_7_more_pips_than_stacks_point_to_the_last_stack() {
        assert_eq!(wall().at_dice(11, 1), parse_tiles("9m").unwrap());
    }

    #[test]
    fn an_unknown_wall_only_counts() {
        let mut wall = Wall::unknown(Deck::Suits, TailOrder::StackTopFirst);
        wall.take_head();
        wall.take_tail();
        wall.take_dice(3, 2);
        assert_eq!((wall.left(), wall.at_head(), wall.at_tail()), (104, None, None));
    }
}
