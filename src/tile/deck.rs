//! How many of each kind: a deck (一副牌) and any other multiset of tiles.

use super::{KINDS, Suit, Tile, TileSet};

/// How many tiles of each kind, by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts([u8; KINDS]);

impl Default for Counts {
    fn default() -> Counts {
        Counts([0; KINDS])
    }
}

impl Counts {
    /// How many of this kind.
    pub const fn of(&self, tile: Tile) -> u8 {
        self.0[tile.index()]
    }

    /// One more of this kind.
    pub const fn add(&mut self, tile: Tile) {
        self.0[tile.index()] = self.0[tile.index()].saturating_add(1);
    }

    /// One less of this kind; `false` and no change where there is none.
    pub const fn take(&mut self, tile: Tile) -> bool {
        let left = &mut self.0[tile.index()];
        if *left == 0 {
            return false;
        }
        *left -= 1;
        true
    }

    /// All tiles together.
    pub fn total(&self) -> usize {
        self.0.iter().map(|&n| usize::from(n)).sum()
    }

    /// The kinds that are there, each with its number (at least 1).
    pub fn iter(&self) -> impl Iterator<Item = (Tile, u8)> + '_ {
        Tile::all().map(|tile| (tile, self.of(tile))).filter(|&(_, n)| n > 0)
    }

    /// Every tile in order, a kind as often as it is there.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.iter().flat_map(|(tile, n)| std::iter::repeat_n(tile, usize::from(n)))
    }

    /// The kinds that are there.
    pub fn kinds(&self) -> TileSet {
        self.iter().map(|(tile, _)| tile).collect()
    }

    /// The raw numbers by kind index.
    pub const fn as_array(&self) -> &[u8; KINDS] {
        &self.0
    }
}

impl FromIterator<Tile> for Counts {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Counts {
        tiles.into_iter().fold(Counts::default(), |mut counts, tile| {
            counts.add(tile);
            counts
        })
    }
}

/// The tiles a game is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deck {
    /// 108 tiles: 万 筒 条, four of each.
    Suits,
    /// 136 tiles: the suits and the seven honours, four of each.
    SuitsAndHonours,
}

impl Deck {
    /// How many tiles the deck has.
    pub const fn size(self) -> usize {
        match self {
            Deck::Suits => 108,
            Deck::SuitsAndHonours => 136,
        }
    }

    /// The kinds of the deck, four copies each.
    pub const fn kinds(self) -> TileSet {
        match self {
            Deck::Suits => TileSet::ALL.minus(Suit::Honours.mask()),
            Deck::SuitsAndHonours => TileSet::ALL,
        }
    }
}
