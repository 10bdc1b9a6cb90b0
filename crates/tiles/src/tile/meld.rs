//! Melds (副露): sets apart from the hand, including kongs of every kind.

use super::{Counts, Seat, Tile};
use crate::inline_vec::InlineVec;

/// The kind of a meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeldKind {
    /// 吃: a run of three with a discard.
    Chow,
    /// 碰: three equal tiles with a discard.
    Pung,
    /// 明杠 / 直杠: four equal tiles with a discard.
    KongExposed,
    /// 补杠 / 加杠: the fourth tile added to the seat's own pung.
    KongAdded,
    /// 暗杠: four equal tiles from the seat's own hand.
    KongConcealed,
}

impl MeldKind {
    /// True for a kong of any kind.
    pub const fn is_kong(self) -> bool {
        matches!(self, MeldKind::KongExposed | MeldKind::KongAdded | MeldKind::KongConcealed)
    }

    /// The number of tiles: 4 for a kong, 3 for the rest.
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

/// One meld: its kind, its lowest tile, and the seat whose discard completed it (`None` for a concealed kong).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meld {
    /// The kind.
    pub kind: MeldKind,
    /// The lowest tile of a chow, or the tile of any other meld.
    pub tile: Tile,
    /// The seat whose discard was claimed; an added kong keeps the seat of its pung.
    pub from: Option<Seat>,
}

/// The melds of one seat, in the order of their declaration, stored inline: a hand has room for four.
pub type Melds = InlineVec<Meld, 4>;

impl Meld {
    /// The tiles of the meld, repeated per copy.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        let (tile, kind) = (self.tile, self.kind);
        (0..kind.size()).filter_map(move |at| if kind == MeldKind::Chow { tile.up(at as u8) } else { Some(tile) })
    }

    /// Counts the tiles of several melds.
    pub fn counts(melds: &[Meld]) -> Counts {
        melds.iter().flat_map(Meld::tiles).collect()
    }
}
