//! Melds (副露): sets that lie apart from the hand, kongs of every kind included.

use super::{Counts, Seat, Tile};
use crate::inline_vec::InlineVec;

/// What kind of set it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeldKind {
    /// 吃: a run of three with another's discard.
    Chow,
    /// 碰: three alike with another's discard.
    Pung,
    /// 明杠 / 直杠: four alike with another's discard.
    KongExposed,
    /// 补杠 / 加杠: the fourth added to an own pung.
    KongAdded,
    /// 暗杠: four alike from the own hand.
    KongConcealed,
}

impl MeldKind {
    /// Whether it is a kong of any kind.
    pub const fn is_kong(self) -> bool {
        matches!(self, MeldKind::KongExposed | MeldKind::KongAdded | MeldKind::KongConcealed)
    }

    /// How many tiles lie on the table: 4 for a kong, else 3.
    pub const fn size(self) -> usize {
        if self.is_kong() { 4 } else { 3 }
    }

    /// The short Chinese name.
    pub const fn chinese(self) -> &'static str {
        match self {
            MeldKind::Chow => "吃",
            MeldKind::Pung => "碰",
            MeldKind::KongExposed => "明杠",
            MeldKind::KongAdded => "补杠",
            MeldKind::KongConcealed => "暗杠",
        }
    }

    /// The English name.
    pub const fn english(self) -> &'static str {
        match self {
            MeldKind::Chow => "chow",
            MeldKind::Pung => "pung",
            MeldKind::KongExposed => "exposed kong",
            MeldKind::KongAdded => "added kong",
            MeldKind::KongConcealed => "concealed kong",
        }
    }
}

/// One meld: its kind, its lowest tile, and whose discard completed it (`None` for a concealed kong).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meld {
    /// What kind of set.
    pub kind: MeldKind,
    /// The lowest tile of a chow, the tile of any other.
    pub tile: Tile,
    /// The seat whose discard was claimed; an added kong keeps the seat of its pung.
    pub from: Option<Seat>,
}

/// The melds of one seat, in the order laid: kept in place, a hand has room for four.
pub type Melds = InlineVec<Meld, 4>;

impl Meld {
    /// The tiles of the meld, each as often as it lies there.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        let (tile, kind) = (self.tile, self.kind);
        (0..kind.size()).filter_map(move |at| if kind == MeldKind::Chow { tile.up(at as u8) } else { Some(tile) })
    }

    /// The tiles of several melds, counted.
    pub fn counts(melds: &[Meld]) -> Counts {
        melds.iter().flat_map(Meld::tiles).collect()
    }
}
