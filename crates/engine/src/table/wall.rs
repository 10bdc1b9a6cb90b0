//! The wall (牌墙): the number of tiles left, and the next tile if the log gives the wall.
//!
//! Positions count in drawing order from the first tile dealt. For an unknown wall only the number of tiles left is
//! kept. If a throw is unknown, or a draw differs from the next tile, the wall keeps every hypothesis about the
//! remaining tiles until events rule it out.

use super::wall_hypothesis::WallHypothesis;
use caipan_log::DrawFrom;
use caipan_tiles::tile::{Deck, Tile};
use smallvec::SmallVec;

/// The order in which replacements leave the tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TailOrder {
    /// The last stack, upper tile first, then its lower one.
    StackTopFirst,
    /// The last tile in drawing order first.
    LinearLast,
}

/// Maximum number of hypotheses. Beyond it the wall counts as unknown.
const MOST_WAYS: usize = 64;

/// Maximum number of pips that the dice of one throw in a log can show.
const MOST_PIPS: usize = 24;

/// The wall of one hand.
#[derive(Clone, Debug)]
pub struct Wall {
    /// The first hypothesis; empty if the wall is unknown.
    laid: WallHypothesis,
    /// The other hypotheses.
    others: Vec<WallHypothesis>,
    /// True if an unknown throw took tiles: it may explain a draw that does not fit.
    thrown: bool,
    /// The number of tiles left of an unknown wall.
    left: usize,
}

impl Wall {
    /// Creates a wall of which only the size is known.
    pub fn unknown(deck: Deck, tail: TailOrder) -> Wall {
        Wall { laid: WallHypothesis::new(&[], tail), others: Vec::new(), thrown: false, left: deck.size() }
    }

    /// Creates a wall from its tiles in drawing order.
    pub fn known(tiles: &[Tile], tail: TailOrder) -> Wall {
        Wall { laid: WallHypothesis::new(tiles, tail), others: Vec::new(), thrown: false, left: 0 }
    }

    /// Deals `count` tiles from the head.
    pub fn deal(&mut self, count: usize) {
        self.laid.deal(count);
        self.left = self.left.saturating_sub(count);
    }

    /// Marks the end of the deal and the start of play.
    pub fn begin(&mut self) {
        self.laid.begin();
    }

    /// True if the tiles are known. The position of some may still be open.
    pub fn is_known(&self) -> bool {
        !self.laid.is_empty()
    }

    /// The number of tiles left, from head to tail.
    pub fn left(&self) -> usize {
        if self.is_known() { self.laid.left() } else { self.left }
    }

    /// Returns the distinct answers of all hypotheses: one, unless several hypotheses are open; none for an unknown
    /// wall.
    pub fn ways<T: PartialEq>(&self, ask: impl Fn(&WallHypothesis) -> T) -> SmallVec<[T; 1]> {
        let mut answers = SmallVec::new();
        for laid in std::iter::once(&self.laid).chain(&self.others).filter(|laid| !laid.is_empty()) {
            let answer = ask(laid);
            if !answers.contains(&answer) {
                answers.push(answer);
            }
        }
        answers
    }

    /// Returns the answer if all hypotheses agree on it.
    pub fn agreed<T: PartialEq>(&self, ask: impl Fn(&WallHypothesis) -> T) -> Option<T> {
        if self.others.is_empty() {
            return self.is_known().then(|| ask(&self.laid));
        }
        let mut ways = self.ways(ask);
        ways.pop().filter(|_| ways.is_empty())
    }

    /// The next tile at this end, if known.
    pub fn at(&self, end: DrawFrom) -> Option<Tile> {
        self.agreed(|laid| laid.next(end)).flatten()
    }

    /// The possible next tiles at this end: several if hypotheses differ, none if nothing is known.
    pub fn may_come(&self, end: DrawFrom) -> Vec<Tile> {
        self.ways(|laid| laid.next(end)).into_iter().flatten().collect()
    }

    /// True if the tile may come next at this end. Always false for an unknown wall.
    pub fn may_give(&self, end: DrawFrom, tile: Tile) -> bool {
        let gives = |laid: &WallHypothesis| laid.next(end) == Some(tile);
        gives(&self.laid) || self.others.iter().any(gives)
    }

    /// The tiles left in drawing order by the first hypothesis; empty for an unknown wall.
    pub fn tiles_from_head(&self) -> impl Iterator<Item = Tile> + '_ {
        self.laid.from_head()
    }

    /// The tiles that a throw of `pips` points to: those of that stack, counted from the tail, upper tile first. If the
    /// stack has too few tiles, the next ones towards the head follow. More pips than stacks point to the last
    /// stack (CS-B.9.7).
    pub fn at_dice(&self, pips: usize, count: usize) -> Vec<Tile> {
        self.agreed(|laid| laid.at_dice(pips, count)).unwrap_or_default()
    }

    /// True if this throw, or some throw if `pips` is unknown, points to exactly these tiles. Also true for an unknown
    /// wall.
    pub fn may_turn_up(&self, pips: Option<usize>, tiles: &[Tile]) -> bool {
        let points = |laid: &WallHypothesis| throws(pips).any(|pips| laid.at_dice(pips, tiles.len()) == tiles);
        !self.is_known() || self.ways(points).contains(&true)
    }

    /// Takes the next tile at this end.
    pub fn take(&mut self, end: DrawFrom) {
        self.each(|laid| laid.take_next(end));
        self.left = self.left.saturating_sub(1);
    }

    /// Records that this tile is next at that end: drops the hypotheses that disagree, as long as one agrees.
    pub fn observe(&mut self, end: DrawFrom, tile: Tile) {
        self.narrow(|laid| laid.next(end) == Some(tile));
    }

    /// Records a draw of a tile that no hypothesis has at the head. Every explanation of that draw becomes a
    /// hypothesis. After an unknown throw the next tile is taken instead.
    pub fn miss_head(&mut self, tile: Tile) {
        if !self.is_known() || self.thrown {
            return self.take(DrawFrom::Wall);
        }
        let mut ways = self.laid.readings(tile).into_iter();
        if let Some(first) = ways.next() {
            (self.laid, self.others) = (first, ways.collect());
        }
    }

    /// True if a hypothesis has the tile at the head, or if the wall is unknown.
    pub fn gives_head(&self, tile: Tile) -> bool {
        !self.is_known() || self.may_give(DrawFrom::Wall, tile)
    }

    /// Returns by how many tiles the head had to move (backwards if negative) for the draws to fit; `None` if it did
    /// not move or if this is not yet certain. Each move is reported once.
    pub fn moved(&mut self) -> Option<isize> {
        if self.others.is_empty() { Some(self.laid.moved()).filter(|&by| by != 0) } else { None }
    }

    /// Forgets the tiles and keeps only their number.
    pub fn forget(&mut self) {
        self.count(self.left());
    }

    /// Takes the tiles that a throw points to. For an unknown throw, every throw that points to these tiles becomes a
    /// hypothesis; if none does, every possible throw.
    pub fn take_dice(&mut self, pips: Option<usize>, count: usize, tiles: &[Tile]) {
        if !self.is_known() {
            self.left = self.left.saturating_sub(count);
            return;
        }
        self.thrown |= pips.is_none();
        let of_these = self.may_turn_up(pips, tiles) && tiles.len() == count;
        let mut after: Vec<WallHypothesis> = Vec::new();
        for laid in std::iter::once(&self.laid).chain(&self.others) {
            let fits = |pips: &usize| !of_these || laid.at_dice(*pips, count) == tiles;
            for pips in throws(pips).filter(fits) {
                let mut rest = laid.clone();
                rest.take_dice(pips, count);
                after.push(rest);
            }
        }
        self.keep(after, self.left().saturating_sub(count));
    }

    /// Returns the wall after this tile, known to be there, was drawn from that end.
    pub fn taken(&self, tile: Tile, end: DrawFrom) -> Wall {
        let mut wall = self.clone();
        wall.observe(end, tile);
        wall.take(end);
        wall
    }

    /// Adds the hypotheses of another wall: the same tile was at both ends, and the log does not tell which end it came
    /// from.
    pub fn or(&mut self, there: &Wall) {
        let ways = [&*self, there].into_iter().flat_map(|wall| std::iter::once(&wall.laid).chain(&wall.others));
        self.keep(ways.cloned().collect(), self.left());
    }

    /// Keeps these hypotheses; if they exceed the limit, only the number `left`.
    fn keep(&mut self, ways: Vec<WallHypothesis>, left: usize) {
        let mut ways: Vec<WallHypothesis> = WallHypothesis::distinct(ways).take(MOST_WAYS + 1).collect();
        if ways.len() > MOST_WAYS {
            self.count(left);
        } else if !ways.is_empty() {
            (self.laid, self.others) = (ways.remove(0), ways);
        }
    }

    fn count(&mut self, left: usize) {
        *self = Wall { laid: self.laid.unknown(), others: Vec::new(), left, ..*self };
    }

    fn each(&mut self, take: impl Fn(&mut WallHypothesis)) {
        take(&mut self.laid);
        self.others.iter_mut().for_each(take);
        if !self.others.is_empty() {
            // Hypotheses that differed only in tiles now gone are equal.
            let others = std::mem::take(&mut self.others);
            self.others = WallHypothesis::distinct(std::iter::once(self.laid.clone()).chain(others)).skip(1).collect();
        }
    }

    fn narrow(&mut self, holds: impl Fn(&WallHypothesis) -> bool) {
        if self.others.is_empty() {
            return;
        }
        let mut ways: Vec<WallHypothesis> =
            std::iter::once(&self.laid).chain(&self.others).filter(|l| holds(l)).cloned().collect();
        if !ways.is_empty() {
            self.laid = ways.remove(0);
            self.others = ways;
        }
    }
}

/// The possible throws.
fn throws(pips: Option<usize>) -> impl Iterator<Item = usize> {
    let (first, last) = pips.map_or((1, MOST_PIPS), |pips| (pips, pips));
    first..=last
}

#[cfg(test)]
mod tests {
    use super::*;
    use caipan_tiles::tile::parse_tiles;

    fn wall() -> Wall {
        Wall::known(&parse_tiles("123456789m1p").unwrap(), TailOrder::StackTopFirst)
    }

    #[test]
    fn cs_a_31_replacements_take_the_upper_tile_of_the_last_stack_first() {
        let mut wall = wall();
        let mut taken = Vec::new();
        for _ in 0..3 {
            taken.extend(wall.at(DrawFrom::Tail));
            wall.take(DrawFrom::Tail);
        }
        assert_eq!(taken, parse_tiles("9m1p7m").unwrap());
        assert_eq!(wall.left(), 7);
    }

    #[test]
    fn cs_a_19c_dice_point_to_a_stack_from_the_tail() {
        let mut wall = wall();
        assert_eq!(wall.at_dice(2, 2), parse_tiles("78m").unwrap());
        assert_eq!(wall.at_dice(2, 1), parse_tiles("7m").unwrap());
        wall.take_dice(Some(2), 1, &[]);
        assert_eq!(wall.at_dice(2, 1), parse_tiles("8m").unwrap(), "the lower tile once the upper is gone");
        wall.take_dice(Some(2), 1, &[]);
        assert_eq!(wall.at_dice(2, 1), parse_tiles("5m").unwrap(), "an empty stack is not counted");
    }

    #[test]
    fn cs_b_9_7_excess_pips_point_to_last_stack() {
        assert_eq!(wall().at_dice(11, 1), parse_tiles("9m").unwrap());
    }

    #[test]
    fn unknown_wall_only_counts_tiles() {
        let mut wall = Wall::unknown(Deck::SUITS, TailOrder::StackTopFirst);
        wall.take(DrawFrom::Wall);
        wall.take(DrawFrom::Tail);
        wall.take_dice(Some(3), 2, &[]);
        assert_eq!((wall.left(), wall.at(DrawFrom::Wall), wall.at(DrawFrom::Tail)), (104, None, None));
    }

    #[test]
    fn unknown_throw_keeps_matching_hypotheses() {
        let mut wall = Wall::known(&parse_tiles("1m2m3m4m3m9m").unwrap(), TailOrder::StackTopFirst);
        let of = |text: &str| parse_tiles(text).unwrap();
        assert!(wall.may_turn_up(None, &of("3m")) && !wall.may_turn_up(None, &of("4m")));
        wall.take_dice(None, 1, &of("3m"));
        assert_eq!((wall.left(), wall.at(DrawFrom::Wall)), (5, of("1m").pop()));
        assert_eq!(
            (wall.at(DrawFrom::Tail), wall.ways(|laid| laid.next(DrawFrom::Tail)).len()),
            (None, 2),
            "the last stack may be whole"
        );
        wall.observe(DrawFrom::Tail, of("9m")[0]);
        assert_eq!(wall.at(DrawFrom::Tail), of("9m").pop());
    }
}
