//! Decks (一副牌) and other multisets of tiles.

use super::{KINDS, PLAYED, Suit, Tile, TileSet};

/// The number of tiles of each kind, by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts([u8; KINDS]);

impl Default for Counts {
    fn default() -> Counts {
        Counts([0; KINDS])
    }
}

impl Counts {
    /// The number of tiles of this kind.
    pub const fn of(&self, tile: Tile) -> u8 {
        self.0[tile.index()]
    }

    /// Adds one tile of this kind.
    pub const fn add(&mut self, tile: Tile) {
        self.0[tile.index()] = self.0[tile.index()].saturating_add(1);
    }

    /// Removes one tile of this kind; returns `false` and changes nothing if there is none.
    pub const fn take(&mut self, tile: Tile) -> bool {
        let left = &mut self.0[tile.index()];
        if *left == 0 {
            return false;
        }
        *left -= 1;
        true
    }

    /// Adds the counts of another multiset.
    #[must_use]
    pub fn and(mut self, others: &Counts) -> Counts {
        self.0.iter_mut().zip(&others.0).for_each(|(n, more)| *n = n.saturating_add(*more));
        self
    }

    /// Removes every tile of this kind.
    #[must_use]
    pub const fn without(mut self, tile: Tile) -> Counts {
        self.0[tile.index()] = 0;
        self
    }

    /// The number of tiles of all kinds.
    pub fn total(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// The kinds with at least one tile, each with its count.
    pub fn iter(&self) -> impl Iterator<Item = (Tile, u8)> + '_ {
        Tile::all().map(|tile| (tile, self.of(tile))).filter(|&(_, n)| n > 0)
    }

    /// Every tile in order, repeated per copy.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.iter().flat_map(|(tile, n)| std::iter::repeat_n(tile, usize::from(n)))
    }

    /// True if there is at least one flower.
    pub fn has_flowers(&self) -> bool {
        self.0.iter().skip(PLAYED).any(|&n| n > 0)
    }

    /// Every flower in order.
    pub fn flowers(&self) -> impl Iterator<Item = Tile> + '_ {
        Tile::flowers().flat_map(|tile| std::iter::repeat_n(tile, usize::from(self.of(tile))))
    }

    /// The kinds with at least one tile.
    pub fn kinds(&self) -> TileSet {
        self.iter().map(|(tile, _)| tile).collect()
    }

    /// The counts by kind index.
    pub const fn as_array(&self) -> &[u8; KINDS] {
        &self.0
    }
}

impl FromIterator<Tile> for Counts {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Counts {
        let mut counts = Counts::default();
        tiles.into_iter().for_each(|tile| counts.add(tile));
        counts
    }
}

/// The tiles of a game: four of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck {
    kinds: TileSet,
}

impl Deck {
    /// 108 tiles: 万 筒 条.
    pub const SUITS: Deck = Deck { kinds: TileSet::PLAYED.minus(Suit::Honours.mask()) };
    /// 136 tiles: the suits and the seven honours.
    pub const SUITS_AND_HONOURS: Deck = Deck { kinds: TileSet::PLAYED };

    /// Removes a suit: 72 tiles without 万, 100 without 条 but with honours.
    #[must_use]
    pub const fn without(self, suit: Suit) -> Deck {
        Deck { kinds: self.kinds.minus(suit.mask()) }
    }

    /// Adds the four tiles of a kind, for example 红中 to the suits: 112 tiles.
    #[must_use]
    pub const fn with_kind(self, tile: Tile) -> Deck {
        Deck { kinds: self.kinds.or(TileSet::from_bits(1 << tile.index())) }
    }

    /// The number of tiles in the deck.
    pub const fn size(self) -> usize {
        4 * self.kinds.len() as usize
    }

    /// The kinds of the deck.
    pub const fn kinds(self) -> TileSet {
        self.kinds
    }

    /// The number of copies of a kind in the deck.
    pub const fn copies(self, tile: Tile) -> u8 {
        if self.kinds.contains(tile) { tile.copies() } else { 0 }
    }

    /// True if the deck contains all these tiles.
    pub fn has(self, counts: &Counts) -> bool {
        Tile::all().all(|tile| counts.of(tile) <= self.copies(tile))
    }

    /// All tiles of the deck, by kind.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        self.kinds.iter().flat_map(move |tile| std::iter::repeat_n(tile, usize::from(self.copies(tile))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deck_size_matches_its_tiles() {
        for (deck, size) in [
            (Deck::SUITS, 108),
            (Deck::SUITS_AND_HONOURS, 136),
            (Deck::SUITS.without(Suit::Characters), 72),
            (Deck::SUITS.without(Suit::Characters).without(Suit::Dots), 36),
            (Deck::SUITS.with_kind(Tile::of(Suit::Honours, 7).expect("red dragon")), 112),
            (Deck::SUITS_AND_HONOURS.without(Suit::Bamboo), 100),
        ] {
            assert_eq!((deck.size(), deck.tiles().count()), (size, size));
        }
    }
}
