//! One way in which the tiles of a wall may lie: every place, and what is gone from it.

use super::wall::TailOrder;
use caipan_log::DrawFrom;
use caipan_tiles::tile::Tile;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The places of a wall in drawing order; `None` once taken. Stacks are two tiles, `2k` above `2k + 1`.
#[derive(Clone, Debug)]
pub struct Laid {
    slots: Vec<Option<Tile>>,
    head: usize,
    left: usize,
    tail: TailOrder,
    /// The whole wall, and where its head was when play began.
    whole: Arc<[Tile]>,
    start: usize,
    /// By how many tiles the head was moved on (back where negative) for the draws to fit.
    moved: isize,
}

/// Two ways are one where the same tiles lie in the same places.
impl PartialEq for Laid {
    fn eq(&self, other: &Laid) -> bool {
        self.slots == other.slots
    }
}

impl Laid {
    pub(super) fn new(tiles: &[Tile], tail: TailOrder) -> Laid {
        let slots: Vec<_> = tiles.iter().copied().map(Some).collect();
        Laid { left: slots.len(), slots, head: 0, tail, whole: tiles.into(), start: 0, moved: 0 }
    }

    /// Each of several ways once, the first of those that are one.
    pub(super) fn distinct(ways: impl IntoIterator<Item = Laid>) -> impl Iterator<Item = Laid> {
        let mut seen = BTreeSet::new();
        ways.into_iter().filter(move |way| seen.insert(way.slots.clone()))
    }

    /// The same wall, of which no place is known.
    pub(super) fn unknown(&self) -> Laid {
        Laid::new(&[], self.tail)
    }

    /// Whether there is any place at all.
    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The tiles left in drawing order.
    pub fn from_head(&self) -> impl DoubleEndedIterator<Item = Tile> + '_ {
        self.slots.get(self.head..).unwrap_or_default().iter().copied().flatten()
    }

    /// The tile that comes next at this end.
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

    /// How many tiles are left.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Takes the next tile of this end.
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

    /// So many tiles are taken from the head of a wall that is still whole.
    pub(super) fn deal(&mut self, count: usize) {
        let count = count.min(self.slots.len());
        self.slots[..count].fill(None);
        self.head = count;
        self.left -= count;
    }

    /// Play begins: what is gone now was dealt.
    pub(super) fn begin(&mut self) {
        self.start = self.head;
    }

    /// By how many tiles the head was moved since this was last asked.
    pub(super) fn moved(&mut self) -> isize {
        std::mem::take(&mut self.moved)
    }

    /// The ways in which the draw of a tile that is not the next may be read: that it took the next one all the same, that it
    /// took none, and that the wall is read on from each place where such a tile lies, or lay when play began.
    pub(super) fn readings(&self, tile: Tile) -> Vec<Laid> {
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
        Laid::distinct(all).collect()
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
