//! Tiles as numbers, melds as a plain enum, and the hand that claims a win.

/// 0..9 are 一万..九万, 9..18 一筒..九筒, 18..27 一索..九索 (CS-B.1).
pub type Tile = u8;

/// Number of tiles of each kind.
pub type Counts = [u8; 27];

/// A set on the table. The tile of a chow is its lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meld {
    Chow(Tile),
    Pung(Tile),
    /// 明杠: a discard taken with three in hand.
    ExposedKong(Tile),
    /// 补杠: the fourth tile added to a pung.
    AddedKong(Tile),
    /// 暗杠.
    ConcealedKong(Tile),
}

/// A hand and its winning tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The concealed tiles without the winning tile: 13 less three for each meld.
    pub rest: Vec<Tile>,
    pub melds: Vec<Meld>,
    /// The winning tile, or the two tiles that a dice kong turned. Either may complete the hand.
    pub won: Vec<Tile>,
}

impl Meld {
    pub fn is_kong(self) -> bool {
        matches!(self, Self::ExposedKong(_) | Self::AddedKong(_) | Self::ConcealedKong(_))
    }

    /// The tiles on the table: three, or four of a kong.
    pub fn tiles(self) -> Vec<Tile> {
        match self {
            Self::Chow(low) => vec![low, low + 1, low + 2],
            Self::Pung(tile) => vec![tile; 3],
            Self::ExposedKong(tile) | Self::AddedKong(tile) | Self::ConcealedKong(tile) => {
                vec![tile; 4]
            }
        }
    }
}

/// 1 to 9.
pub fn rank(tile: Tile) -> u8 {
    tile % 9 + 1
}

/// 0 万, 1 筒, 2 索.
pub fn suit(tile: Tile) -> u8 {
    tile / 9
}

/// 将: of rank 2, 5 or 8.
pub fn is_258(tile: Tile) -> bool {
    matches!(rank(tile), 2 | 5 | 8)
}

/// True if a chow may begin with `low`.
pub fn starts_chow(low: Tile) -> bool {
    rank(low) <= 7
}

pub fn count(tiles: &[Tile]) -> Counts {
    let mut counts = [0; 27];
    for &tile in tiles {
        counts[usize::from(tile)] += 1;
    }
    counts
}

/// Reads "123m55p"; panics on anything else, because only examples use it.
pub fn read(text: &str) -> Vec<Tile> {
    let (mut tiles, mut ranks) = (Vec::new(), Vec::new());
    for letter in text.chars() {
        let first = match letter {
            '1'..='9' => {
                ranks.push(letter as u8 - b'1');
                continue;
            }
            'm' => 0,
            'p' => 9,
            's' => 18,
            other => panic!("{other:?} is neither a rank nor a suit, in {text:?}"),
        };
        tiles.extend(ranks.drain(..).map(|rank| first + rank));
    }
    assert!(ranks.is_empty(), "{text:?} ends without a suit");
    tiles
}
