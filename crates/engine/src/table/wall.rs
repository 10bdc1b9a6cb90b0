//! The wall (牌墙): what is left, and which tile comes next where the log gives the wall.
//!
//! Positions count in drawing order from the first tile dealt. Where the wall is unknown only the number of tiles left is
//! kept. Where a throw is not known, or a draw was not of the tile that came next, every way in which the rest may lie is kept
//! until an event tells them apart.

use super::wall_hypothesis::Laid;
use caipan_log::DrawFrom;
use caipan_tiles::tile::{Deck, Tile};
use smallvec::SmallVec;

/// In which order replacements leave the tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TailOrder {
    /// The last stack, upper tile first, then its lower one.
    StackTopFirst,
    /// The last tile in drawing order first.
    LinearLast,
}

/// In more ways than so many the rest is not followed: from there on the wall counts as unknown.
const MOST_WAYS: usize = 64;

/// As many pips as the dice of a throw in a log can show.
const MOST_PIPS: usize = 24;

/// The wall of one hand.
#[derive(Clone, Debug)]
pub struct Wall {
    /// Every place; none when the wall is unknown.
    laid: Laid,
    /// The other ways in which the rest may lie.
    others: Vec<Laid>,
    /// Whether a throw that is not known took tiles: a draw that does not fit may come from that.
    thrown: bool,
    /// How many tiles are left of a wall that is not known.
    left: usize,
}

impl Wall {
    /// A wall of which only the size is known.
    pub fn unknown(deck: Deck, tail: TailOrder) -> Wall {
        Wall { laid: Laid::new(&[], tail), others: Vec::new(), thrown: false, left: deck.size() }
    }

    /// A wall given tile by tile in drawing order.
    pub fn known(tiles: &[Tile], tail: TailOrder) -> Wall {
        Wall { laid: Laid::new(tiles, tail), others: Vec::new(), thrown: false, left: 0 }
    }

    /// So many tiles are dealt from the head.
    pub fn deal(&mut self, count: usize) {
        self.laid.deal(count);
        self.left = self.left.saturating_sub(count);
    }

    /// The deal is over and play begins.
    pub fn begin(&mut self) {
        self.laid.begin();
    }

    /// Whether the tiles are known; where they lie may be open in part.
    pub fn is_known(&self) -> bool {
        !self.laid.is_empty()
    }

    /// Tiles left, head and tail together.
    pub fn left(&self) -> usize {
        if self.is_known() { self.laid.left() } else { self.left }
    }

    /// The answers of all ways in which the rest of the wall may lie, each once: one, unless a throw is not known; none where
    /// the wall is unknown.
    pub fn ways<T: PartialEq>(&self, ask: impl Fn(&Laid) -> T) -> SmallVec<[T; 1]> {
        let mut answers = SmallVec::new();
        for laid in std::iter::once(&self.laid).chain(&self.others).filter(|laid| !laid.is_empty()) {
            let answer = ask(laid);
            if !answers.contains(&answer) {
                answers.push(answer);
            }
        }
        answers
    }

    /// The answer, where all ways give the same.
    pub fn agreed<T: PartialEq>(&self, ask: impl Fn(&Laid) -> T) -> Option<T> {
        if self.others.is_empty() {
            return self.is_known().then(|| ask(&self.laid));
        }
        let mut ways = self.ways(ask);
        ways.pop().filter(|_| ways.is_empty())
    }

    /// The tile that comes next at this end, where known.
    pub fn at(&self, end: DrawFrom) -> Option<Tile> {
        self.agreed(|laid| laid.next(end)).flatten()
    }

    /// The tiles that may come next at this end: several, where it is open how the rest lies; none, where nothing is known.
    pub fn may_come(&self, end: DrawFrom) -> Vec<Tile> {
        self.ways(|laid| laid.next(end)).into_iter().flatten().collect()
    }

    /// Whether the tile may come next at this end: never, where the wall is unknown.
    pub fn may_give(&self, end: DrawFrom, tile: Tile) -> bool {
        let gives = |laid: &Laid| laid.next(end) == Some(tile);
        gives(&self.laid) || self.others.iter().any(gives)
    }

    /// The tiles left in drawing order, where known; in one of the ways in which they may lie.
    pub fn tiles_from_head(&self) -> impl Iterator<Item = Tile> + '_ {
        self.laid.from_head()
    }

    /// The tiles a throw of `pips` points to: the two of that stack counted from the tail, upper first, and where the
    /// stack has only one left, on towards the head. More pips than stacks point to the last stack (CS-B.9.7).
    pub fn at_dice(&self, pips: usize, count: usize) -> Vec<Tile> {
        self.agreed(|laid| laid.at_dice(pips, count)).unwrap_or_default()
    }

    /// Whether some throw points to just these tiles; the throw, where it is known.
    pub fn may_turn_up(&self, pips: Option<usize>, tiles: &[Tile]) -> bool {
        let points = |laid: &Laid| throws(pips).any(|pips| laid.at_dice(pips, tiles.len()) == tiles);
        !self.is_known() || self.ways(points).contains(&true)
    }

    /// Takes the next tile of this end.
    pub fn take(&mut self, end: DrawFrom) {
        self.each(|laid| laid.take_next(end));
        self.left = self.left.saturating_sub(1);
    }

    /// This tile came from that end: ways in which another lies there are none, as long as there is one in which it does.
    pub fn tell(&mut self, end: DrawFrom, tile: Tile) {
        self.narrow(|laid| laid.next(end) == Some(tile));
    }

    /// A tile was drawn from the head that lies there in no way: from here on the wall is read in all the ways in which that
    /// may have come about.
    pub fn miss_head(&mut self, tile: Tile) {
        if !self.is_known() || self.thrown {
            return self.take(DrawFrom::Wall);
        }
        let mut ways = self.laid.readings(tile).into_iter();
        if let Some(first) = ways.next() {
            (self.laid, self.others) = (first, ways.collect());
        }
    }

    /// Whether the tile comes next at the head in one of the ways, or nothing is known of it.
    pub fn gives_head(&self, tile: Tile) -> bool {
        !self.is_known() || self.may_give(DrawFrom::Wall, tile)
    }

    /// By how many tiles the wall had to be moved on (back where negative) for the draws to fit, once that is certain; `None`
    /// where it did not have to be, or is not certain yet. It is told once.
    pub fn moved(&mut self) -> Option<isize> {
        if self.others.is_empty() { Some(self.laid.moved()).filter(|&by| by != 0) } else { None }
    }

    /// From here on it is only known how many are left.
    pub fn forget(&mut self) {
        self.count(self.left());
    }

    /// Takes the tiles a throw points to. Where the throw is not known they came from any place where such tiles lie, or
    /// if there is none, from anywhere that a throw may point to.
    pub fn take_dice(&mut self, pips: Option<usize>, count: usize, tiles: &[Tile]) {
        if !self.is_known() {
            self.left = self.left.saturating_sub(count);
            return;
        }
        self.thrown |= pips.is_none();
        let of_these = self.may_turn_up(pips, tiles) && tiles.len() == count;
        let mut after: Vec<Laid> = Vec::new();
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

    /// The wall once this tile, which lies there, was drawn from that end.
    pub fn taken(&self, tile: Tile, end: DrawFrom) -> Wall {
        let mut wall = self.clone();
        wall.tell(end, tile);
        wall.take(end);
        wall
    }

    /// The same tile lay at both ends, and it is not told from which it came: the rest is as it is here, or as it is there.
    pub fn or(&mut self, there: &Wall) {
        let ways = [&*self, there].into_iter().flat_map(|wall| std::iter::once(&wall.laid).chain(&wall.others));
        self.keep(ways.cloned().collect(), self.left());
    }

    /// The rest lies in one of these ways; `left` tiles, where they are too many to follow.
    fn keep(&mut self, ways: Vec<Laid>, left: usize) {
        let mut ways: Vec<Laid> = Laid::distinct(ways).take(MOST_WAYS + 1).collect();
        if ways.len() > MOST_WAYS {
            // Nobody can say any more what lies where.
            self.count(left);
        } else if !ways.is_empty() {
            (self.laid, self.others) = (ways.remove(0), ways);
        }
    }

    fn count(&mut self, left: usize) {
        *self = Wall { laid: self.laid.unknown(), others: Vec::new(), left, ..*self };
    }

    fn each(&mut self, take: impl Fn(&mut Laid)) {
        take(&mut self.laid);
        self.others.iter_mut().for_each(take);
        if !self.others.is_empty() {
            // Ways that differed in what is gone now are one.
            let others = std::mem::take(&mut self.others);
            self.others = Laid::distinct(std::iter::once(self.laid.clone()).chain(others)).skip(1).collect();
        }
    }

    fn narrow(&mut self, holds: impl Fn(&Laid) -> bool) {
        if self.others.is_empty() {
            return;
        }
        let mut ways: Vec<Laid> =
            std::iter::once(&self.laid).chain(&self.others).filter(|l| holds(l)).cloned().collect();
        if !ways.is_empty() {
            self.laid = ways.remove(0);
            self.others = ways;
        }
    }
}

/// The throws that there may have been.
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
    fn cs_b_9_7_more_pips_than_stacks_point_to_the_last_stack() {
        assert_eq!(wall().at_dice(11, 1), parse_tiles("9m").unwrap());
    }

    #[test]
    fn an_unknown_wall_only_counts() {
        let mut wall = Wall::unknown(Deck::SUITS, TailOrder::StackTopFirst);
        wall.take(DrawFrom::Wall);
        wall.take(DrawFrom::Tail);
        wall.take_dice(Some(3), 2, &[]);
        assert_eq!((wall.left(), wall.at(DrawFrom::Wall), wall.at(DrawFrom::Tail)), (104, None, None));
    }

    #[test]
    fn a_throw_that_is_not_known_leaves_the_ways_that_fit() {
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
        wall.tell(DrawFrom::Tail, of("9m")[0]);
        assert_eq!(wall.at(DrawFrom::Tail), of("9m").pop());
    }
}
