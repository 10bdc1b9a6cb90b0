//! Tiles (牌), suits, decks, seats and melds.
//!
//! A tile is one byte, its kind: the four copies of a kind are not distinguished. `rules` decides what a tile is worth
//! and what it may do.

mod deck;
mod meld;
mod notation;
mod seat;
mod seat_list;
mod seats;
mod spoken;

pub use deck::{Counts, Deck};
pub use meld::{Meld, MeldKind, Melds};
pub use notation::{NotationError, Tiles, notation, parse_tile, parse_tiles, written};
pub use notation::{WRITTEN, tile_of};
pub use seat::{Seat, SeatMap};
pub use seat_list::SeatList;
pub use seats::Seats;
pub use spoken::{meant, unspoken};

use std::fmt::{self, Write};

/// The number of kinds that a hand can hold: nine of each suit and seven honours.
pub const PLAYED: usize = 34;

/// The number of all kinds: the kinds that a hand can hold, and eight flowers.
pub const KINDS: usize = PLAYED + 8;

/// One kind of tile (一种牌), 0..42: `0..9` 万, `9..18` 筒, `18..27` 条, `27..31` 东南西北, then 白 发 中; `34..42` 花牌 春夏秋冬梅兰竹菊.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// The suit of a tile (花色).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// 万, written `m`.
    Characters,
    /// 筒, written `p`.
    Dots,
    /// 条 or 索, written `s`.
    Bamboo,
    /// 字牌: winds and dragons, written `z`.
    Honours,
    /// 花牌: seasons and plants, written `f`. They are set beside the hand and never part of it.
    Flowers,
}

impl Suit {
    /// The three numbered suits, in the order of their letters in a hand.
    pub const NUMBERED: [Suit; 3] = [Suit::Characters, Suit::Dots, Suit::Bamboo];

    /// All suits, in the order of their kinds.
    pub const ALL: [Suit; 5] = [Suit::Characters, Suit::Dots, Suit::Bamboo, Suit::Honours, Suit::Flowers];

    /// The letter in the notation: `m p s z f`.
    pub const fn letter(self) -> char {
        match self {
            Suit::Characters => 'm',
            Suit::Dots => 'p',
            Suit::Bamboo => 's',
            Suit::Honours => 'z',
            Suit::Flowers => 'f',
        }
    }

    /// The first kind of this suit and the number of its kinds.
    pub const fn span(self) -> (u8, u8) {
        match self {
            Suit::Characters => (0, 9),
            Suit::Dots => (9, 9),
            Suit::Bamboo => (18, 9),
            Suit::Honours => (27, 7),
            Suit::Flowers => (34, 8),
        }
    }

    /// The kinds of this suit as a set.
    pub const fn mask(self) -> TileSet {
        let (first, len) = self.span();
        TileSet(((1u64 << len) - 1) << first)
    }
}

impl Tile {
    /// Returns the kind with this index (`0..42`), if there is one.
    pub const fn new(index: u8) -> Option<Tile> {
        if (index as usize) < KINDS { Some(Tile(index)) } else { None }
    }

    /// Returns the tile of a suit and a rank from 1 (honours: 1-4 winds, 5 白, 6 发, 7 中; flowers: 1-4 春夏秋冬, 5-8 梅兰竹菊).
    pub const fn of(suit: Suit, rank: u8) -> Option<Tile> {
        let (first, len) = suit.span();
        if rank >= 1 && rank <= len { Some(Tile(first + rank - 1)) } else { None }
    }

    /// The index of the kind, below [`KINDS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit.
    pub const fn suit(self) -> Suit {
        match self.0 {
            0..=8 => Suit::Characters,
            9..=17 => Suit::Dots,
            18..=26 => Suit::Bamboo,
            27..=33 => Suit::Honours,
            _ => Suit::Flowers,
        }
    }

    /// The rank from 1.
    pub const fn rank(self) -> u8 {
        self.0 - self.suit().span().0 + 1
    }

    /// The rank as a digit.
    pub const fn digit(self) -> char {
        (b'0' + self.rank()) as char
    }

    /// Returns the tile `by` ranks above in the same numbered suit.
    pub const fn up(self, by: u8) -> Option<Tile> {
        if self.is_numbered() { Tile::of(self.suit(), self.rank() + by) } else { None }
    }

    /// True if it belongs to a numbered suit; only such tiles make runs.
    pub const fn is_numbered(self) -> bool {
        self.0 < 27
    }

    /// True if it is a flower (花牌).
    pub const fn is_flower(self) -> bool {
        self.index() >= PLAYED
    }

    /// The number of copies in any deck that contains the kind.
    pub const fn copies(self) -> u8 {
        if self.is_flower() { 1 } else { 4 }
    }

    /// Every kind in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + Clone {
        (0..KINDS as u8).map(Tile)
    }

    /// Every kind that a hand can hold, in order.
    pub fn played() -> impl DoubleEndedIterator<Item = Tile> + Clone {
        (0..PLAYED as u8).map(Tile)
    }

    /// Every flower (花牌), in order.
    pub fn flowers() -> impl DoubleEndedIterator<Item = Tile> + Clone {
        (PLAYED as u8..KINDS as u8).map(Tile)
    }

    /// The Chinese name: `五万`, `东`.
    pub fn chinese(self) -> &'static str {
        const NAMES: [&str; KINDS] = [
            "一万", "二万", "三万", "四万", "五万", "六万", "七万", "八万", "九万", "一筒", "二筒", "三筒", "四筒",
            "五筒", "六筒", "七筒", "八筒", "九筒", "一条", "二条", "三条", "四条", "五条", "六条", "七条", "八条",
            "九条", "东", "南", "西", "北", "白", "发", "中", "春", "夏", "秋", "冬", "梅", "兰", "竹", "菊",
        ];
        NAMES[self.index()]
    }

    /// The English name as players say it: `5 characters`, `east`.
    pub fn english(self) -> String {
        const HONOURS: [&str; 7] = ["east", "south", "west", "north", "white", "green", "red"];
        const FLOWERS: [&str; 8] =
            ["spring", "summer", "autumn", "winter", "plum blossom", "orchid", "bamboo plant", "chrysanthemum"];
        let named = |names: &[&str]| names.get(usize::from(self.rank() - 1)).copied().unwrap_or_default().to_owned();
        let suit = match self.suit() {
            Suit::Characters => "characters",
            Suit::Dots => "dots",
            Suit::Bamboo => "bamboo",
            Suit::Honours => return named(&HONOURS),
            Suit::Flowers => return named(&FLOWERS),
        };
        format!("{} {suit}", self.rank())
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.digit())?;
        f.write_char(self.suit().letter())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of kinds, one bit per kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TileSet(u64);

impl TileSet {
    /// The empty set.
    pub const EMPTY: TileSet = TileSet(0);
    /// All 42 kinds.
    pub const ALL: TileSet = TileSet((1 << KINDS) - 1);
    /// The 34 kinds that a hand can hold.
    pub const PLAYED: TileSet = TileSet((1 << PLAYED) - 1);

    /// The set with this bit pattern; bits beyond the 42 kinds are dropped.
    pub const fn from_bits(bits: u64) -> TileSet {
        TileSet(bits & Self::ALL.0)
    }

    /// The bit pattern, bit `k` for the kind with index `k`.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// True if the set contains the kind.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.0 & 1 == 1
    }

    /// Adds a kind.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.0;
    }

    /// Removes a kind.
    pub const fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.0);
    }

    /// The kinds in both sets.
    pub const fn and(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }

    /// The kinds in either set.
    pub const fn or(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }

    /// The kinds of this set that are not in the other.
    pub const fn minus(self, other: TileSet) -> TileSet {
        TileSet(self.0 & !other.0)
    }

    /// True if the other set contains every kind of this set.
    pub const fn within(self, other: TileSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of kinds.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The kinds in order.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let tile = Tile::new(rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(tile)
        })
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        tiles.into_iter().fold(TileSet::EMPTY, |mut set, tile| {
            set.insert(tile);
            set
        })
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Tiles::from_iter(self.iter()))
    }
}
