//! One hypothesis about the order of the tiles in a wall: every position, and which tiles are gone.

use super::wall::TailOrder;
use caipan_log::DrawFrom;
use caipan_tiles::tile::Tile;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The positions of a wall in drawing order; `None` once taken. Stacks are two tiles, `2k` above `2k + 1`.
#[derive(Clone, Debug)]
pub struct WallHypothesis {
    slots: Vec<Option<Tile>>,
    head: usize,
    left: usize,
    tail: TailOrder,
    /// The complete wall, and the position of its head when play began.
    whole: Arc<[Tile]>,
    start: usize,
    /// The number of tiles by which the head was moved (backwards if negative) for the draws to fit.
    moved: isize,
}

/// Two hypotheses are equal if they have the same tiles in the same positions.
impl PartialEq for WallHypothesis {
    fn eq(&self, other: &WallHypothesis) -> bool {
        self.slots == other.slots
    }
}

impl WallHypothesis {
    pub(super) fn new(tiles: &[Tile], tail: TailOrder) -> WallHypothesis {
        let slots: Vec<_> = tiles.iter().copied().map(Some).collect();
        WallHypothesis { left: slots.len(), slots, head: 0, tail, whole: tiles.into(), start: 0, moved: 0 }
    }

    /// Removes duplicates and keeps the first of equal hypotheses.
    pub(super) fn distinct(ways: impl IntoIterator<Item = WallHypothesis>) -> impl Iterator<Item = WallHypothesis> {
        let mut seen = BTreeSet::new();
        ways.into_iter().filter(move |way| seen.insert(way.slots.clone()))
    }

    /// Returns an unknown wall with the same tail order.
    pub(super) fn unknown(&self) -> WallHypothesis {
        WallHypothesis::new(&[], self.tail)
    }

    /// True if there are no positions: the wall is unknown.
    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The tiles left in drawing order.
    pub fn from_head(&self) -> impl DoubleEndedIterator<Item = Tile> + '_ {
        self.slots.get(self.head..).unwrap_or_default().iter().copied().flatten()
    }

    /// The next tile at this end.
    pub fn next(&self, end: DrawFrom) -> Option<Tile> {
        match end {
            DrawFrom::Wall => self.at(self.head).or_else(|| self.from_head().next()),
            DrawFrom::Tail => self.tail_position().and_then(|at| self.at(at)),
        }
    }

    /// The tiles that a throw of `pips` points to.
    pub fn at_dice(&self, pips: usize, count: usize) -> Vec<Tile> {
        self.dice_positions(pips, count).into_iter().filter_map(|at| self.at(at)).collect()
    }

    /// The number of tiles left.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Takes the next tile at this end.
    pub(super) fn take_next(&mut self, end: DrawFrom) {
        match end {
            DrawFrom::Wall => {
                while self.slots.get(self.head).is_some_and(Option::is_none) {
                    self.head += 1;
                }
                self.take(self.head);
                self.head = self.slots.len().min(self.head + 1);
            }
            DrawFrom::Tail => {
                if let Some(at) = self.tail_position() {
                    self.take(at);
                }
            }
        }
    }

    pub(super) fn take_dice(&mut self, pips: usize, count: usize) {
        for at in self.dice_positions(pips, count) {
            self.take(at);
        }
    }

    /// Takes `count` tiles from the head of a complete wall.
    pub(super) fn deal(&mut self, count: usize) {
        let count = count.min(self.slots.len());
        self.slots[..count].fill(None);
        self.head = count;
        self.left -= count;
    }

    /// Marks the start of play: the tiles gone now were dealt.
    pub(super) fn begin(&mut self) {
        self.start = self.head;
    }

    /// The number of tiles by which the head was moved since the last call.
    pub(super) fn moved(&mut self) -> isize {
        std::mem::take(&mut self.moved)
    }

    /// Returns the explanations of a draw that is not the next tile: it took the next tile anyway, it took none, or the
    /// head moves to a position that has this tile now or had it when play began.
    pub(super) fn readings(&self, tile: Tile) -> Vec<WallHypothesis> {
        let mut took = self.clone();
        took.take_next(DrawFrom::Wall);
        let mut none = self.clone();
        none.moved -= 1;
        let mut all = vec![took, none];
        let places = self.whole.iter().enumerate().skip(self.start).filter(|&(_, &other)| other == tile);
        for (at, _) in places {
            let mut way = self.clone();
            if at < self.head {
                (at + 1..self.head).for_each(|at| way.put_back(at));
            } else if self.at(at).is_some() {
                (self.head..=at).for_each(|at| way.take(at));
            } else {
                continue;
            }
            way.head = at + 1;
            way.moved += isize::try_from(self.left).unwrap_or(0) - isize::try_from(way.left).unwrap_or(0) - 1;
            all.push(way);
        }
        WallHypothesis::distinct(all).collect()
    }

    fn take(&mut self, at: usize) {
        if self.slots.get_mut(at).and_then(Option::take).is_some() {
            self.left -= 1;
        }
    }

    fn put_back(&mut self, at: usize) {
        if let (Some(slot @ None), Some(&tile)) = (self.slots.get_mut(at), self.whole.get(at)) {
            *slot = Some(tile);
            self.left += 1;
        }
    }

    fn at(&self, at: usize) -> Option<Tile> {
        self.slots.get(at).copied().flatten()
    }

    /// The stacks that still have a tile, from the tail on, each by the position of its upper tile.
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
        // If the named stack is the last before the head, its neighbour on the tail side supplies the missing tiles.
        headward
            .iter()
            .chain(tailward.iter().rev())
            .flat_map(|&upper| [upper, upper + 1])
            .filter(|&at| self.at(at).is_some())
            .take(count)
            .collect()
    }
}
