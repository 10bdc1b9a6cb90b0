//! The wall as stacks of an upper and a lower tile, taken from the head, from the tail, or where the dice point.

use super::super::course::dice_stack;
use super::super::tiles::Tile;

/// Stacks from head to tail, the tiles of each from top to bottom; empty stacks are removed.
#[derive(Clone, Debug)]
pub struct Wall {
    stacks: Vec<Vec<Tile>>,
}

impl Wall {
    /// Every tile in drawing order, the dealt ones included.
    pub fn of(tiles: &[Tile]) -> Self {
        Self { stacks: tiles.chunks(2).map(<[Tile]>::to_vec).collect() }
    }

    pub fn left(&self) -> usize {
        self.stacks.iter().map(Vec::len).sum()
    }

    /// The tiles left, in drawing order.
    pub fn tiles(&self) -> Vec<Tile> {
        self.stacks.concat()
    }

    pub fn draw(&mut self) -> Tile {
        self.take_from(0)
    }

    /// 补张: the upper tile of the last stack, then its lower one (CS-A.31, CS-B.9.3).
    pub fn replace(&mut self) -> Tile {
        self.take_from(self.stacks.len() - 1)
    }

    /// Takes the tiles that the dice name: from that stack counted from the tail, upper tile first, then from the next
    /// towards the head. If none is left there, it takes from the nearest towards the tail (CS-A.19c, CS-B.9.7; R-019).
    pub fn dice(&mut self, pips: usize, count: usize) -> Vec<Tile> {
        let mut turned = Vec::new();
        let mut at = self.stacks.len() - dice_stack(&[pips], self.stacks.len()).max(1);
        while turned.len() < count && !self.stacks.is_empty() {
            let was_last = self.stacks[at].len() == 1;
            turned.push(self.take_from(at));
            if was_last {
                // The row has closed up: index `at` now holds the next stack towards the tail.
                at = at.saturating_sub(1);
            }
        }
        turned
    }

    fn take_from(&mut self, at: usize) -> Tile {
        let tile = self.stacks[at].remove(0);
        if self.stacks[at].is_empty() {
            self.stacks.remove(at);
        }
        tile
    }
}
