//! One way in which the tiles of a wall may lie: every place, and what is gone from it.

use super::wall::TailOrder;
use crate::tile::Tile;

/// The places of a wall in drawing order; `None` once taken. Stacks are two tiles, `2k` above `2k + 1`.
#[derive(Clone, Debug)]
pub struct Laid {
    slots: Vec<Option<Tile>>,
    head: usize,
    tail: TailOrder,
}

/// Two ways are one where the same tiles lie in the same places.
impl PartialEq for Laid {
    fn eq(&self, other: &Laid) -> bool {
        self.slots == other.slots
    }
}

impl Laid {
    pub(super) fn new(tiles: &[Tile], tail: TailOrder) -> Laid {
        Laid { slots: tiles.iter().copied().map(Some).collect(), head: 0, tail }
    }

    /// Whether there is any place at all.
    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The tiles left in drawing order.
    pub fn from_head(&self) -> impl DoubleEndedIterator<Item = Tile> + '_ {
        self.slots.get(self.head..).unwrap_or_default().iter().copied().flatten()
    }

    /// The tile the next replacement takes.
    pub fn at_tail(&self) -> Option<Tile> {
        self.tail_position().and_then(|at| self.at(at))
    }

    /// The tiles that a throw of `pips` points to.
    pub fn at_dice(&self, pips: usize, count: usize) -> Vec<Tile> {
        self.dice_positions(pips, count).into_iter().filter_map(|at| self.at(at)).collect()
    }

    pub(super) fn take_head(&mut self) {
        while self.slots.get(self.head).is_some_and(Option::is_none) {
            self.head += 1;
        }
        if let Some(slot) = self.slots.get_mut(self.head) {
            *slot = None;
            self.head += 1;
        }
    }

    pub(super) fn take_tail(&mut self) {
        if let Some(slot) = self.tail_position().and_then(|at| self.slots.get_mut(at)) {
            *slot = None;
        }
    }

    pub(super) fn take_dice(&mut self, pips: usize, count: usize) {
        for at in self.dice_positions(pips, count) {
            if let Some(slot) = self.slots.get_mut(at) {
                *slot = None;
            }
        }
    }

    fn at(&self, at: usize) -> Option<Tile> {
        self.slots.get(at).copied().flatten()
    }

    /// Stacks that still have a tile, from the tail on, by the position of their upper tile.
    fn stacks_from_tail(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.slots.len().div_ceil(2))
            .rev()
            .map(|stack| 2 * stack)
            .filter(|&upper| [upper, upper + 1].iter().any(|&at| self.at(at).is_some()))
    }

    fn tail_position(&self) -> Option<usize> {
        match self.tail {
            TailOrder::LinearLast => self.slots.iter().rposition(Option::is_some),
            TailOrder::StackTopFirst => self
                .stacks_from_tail()
                .next()
                .and_then(|upper| [upper, upper + 1].into_iter().find(|&at| self.at(at).is_some())),
        }
    }

    fn dice_positions(&self, pips: usize, count: usize) -> Vec<usize> {
        let stacks: Vec<usize> = self.stacks_from_tail().collect();
        let at = if pips == 0 || pips > stacks.len() { 0 } else { pips - 1 };
        let (tailward, headward) = stacks.split_at(at.min(stacks.len()));
        // Where the named stack is the last before the head, what it lacks comes from its neighbour at the tail's side.
        headward
            .iter()
            .chain(tailward.iter().rev())
            .flat_map(|&upper| [upper, upper + 1])
            .filter(|&at| self.at(at).is_some())
            .take(count)
            .collect()
    }
}
