//! The state of one seat: its hand, melds, river and declarations.

use caipan_log::{Declaration, KongKind};
use caipan_tiles::hand::Hand;
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Meld, MeldKind, Melds, Suit, Tile, TileSet};

/// A tile in a river (牌河).
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lying {
    /// The tile.
    pub tile: Tile,
    /// True if somebody claimed it or won on it, so that it has left the river.
    pub gone: bool,
    /// True if it came from a dice kong and not from the hand.
    pub turned: bool,
    /// Chows, pungs and kongs at the table before it.
    pub claims: u16,
    /// The number of discards of all seats before it, which orders the tiles of different rivers.
    pub order: u16,
    /// True if it is of the kind that its seat drew or was dealt last.
    pub drawn: bool,
    /// True if its seat had just konged and drawn the replacement (杠上炮, 热炮).
    pub after_kong: bool,
}

impl Lying {
    /// A place in the order of discards that no first go-around reaches. The score calculator puts discards behind it
    /// that a request says came later.
    pub const AFTER_FIRST_ROUND: u16 = 100;
}

/// The discards of one seat in order. The inline capacity covers a usual hand.
pub type River = InlineVec<Lying, 24>;

/// A win on another seat's tile that a seat passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The tile.
    pub tile: Tile,
    /// The value of the win in the rule system's own measure.
    pub value: i64,
    /// The index of the event that offered the tile, if known.
    pub at: Option<usize>,
    /// The seat's number of draws at that time.
    pub draws: u16,
    /// The seat's number of turns at that time.
    pub turns: u16,
}

/// The state of one seat.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The concealed natural tiles.
    pub hand: Hand,
    /// Concealed tiles of the wild kind.
    pub wilds: u8,
    /// Flowers in the hand (花牌), which a faulty log may name.
    pub flowers_held: Vec<Tile>,
    /// Tiles of unknown kind in the hand: the log left out how they came.
    pub unknown: u8,
    /// Tiles that left the hand without being known to be there; as many of the known tiles are gone.
    pub owed: u8,
    /// Melds in the order in which they were made.
    pub melds: Melds,
    /// The discards in order.
    pub river: River,
    /// Discards from the hand so far; the tiles that a dice kong turns up are none.
    pub discards: u16,
    /// Draws so far, replacements included.
    pub draws: u16,
    /// Turns so far: draws and claims.
    pub turns: u16,
    /// The seat's number of turns at its latest discard.
    pub discarded_at: u16,
    /// The number of dice kongs that it declared; the hand is locked after the first.
    pub dice_kongs: u8,
    /// Wins passed on others' tiles.
    pub passed: Vec<Passed>,
    /// The suit that it declared void (定缺).
    pub void: Option<Suit>,
    /// Kinds that it held when it discarded a tile of another suit.
    pub held_back: TileSet,
    /// 报听 or 混儿悠.
    pub declared: Option<Declaration>,
    /// The seat's number of turns at that declaration.
    pub declared_at: u16,
    /// Chows, pungs and kongs at the table at that declaration.
    pub declared_claims: u16,
    /// Tiles added to its own pung late: neither just drawn nor just dealt.
    pub late_kongs: Vec<Tile>,
    /// Tiles that it punged although it held three: it could have konged them at once.
    pub kept_fourth: Vec<Tile>,
    /// True if the hand was ready at any time so far. Recorded only if the rules use it.
    pub was_ready: bool,
    /// True if it declared 天听: ready as dealt.
    pub sky: bool,
    /// The seat's number of turns when it declared 潇洒, if it did.
    pub xiaosa: Option<u16>,
    /// True if the player left.
    pub left: bool,
}

impl Place {
    /// The number of tiles in the hand, unknown ones included.
    pub fn held(&self) -> usize {
        let known = self.hand.len() + usize::from(self.wilds) + self.flowers_held.len();
        (known + usize::from(self.unknown)).saturating_sub(usize::from(self.owed))
    }

    /// The size of the hand with every meld counted as three: 13 between turns, 14 in turn.
    pub fn size(&self) -> usize {
        self.held() + 3 * self.melds.len()
    }

    /// True if every tile of the hand is known.
    pub fn is_known(&self) -> bool {
        self.unknown == 0 && self.owed == 0
    }

    /// True if it declared itself ready (报听), in this turn or before.
    pub fn is_declared_ready(&self) -> bool {
        self.declared == Some(Declaration::Ready)
    }

    /// The pung of this tile, if the seat has one.
    pub fn pung_of(&self, tile: Tile) -> Option<&Meld> {
        self.melds.iter().find(|meld| meld.kind == MeldKind::Pung && meld.tile == tile)
    }

    /// Returns the hand and the melds after a kong of this tile.
    pub fn with_kong(&self, tile: Tile, kind: KongKind) -> (Hand, Melds) {
        let (mut hand, mut melds) = (self.hand, self.melds.clone());
        let (take, laid) = match kind {
            KongKind::Concealed => (4, MeldKind::KongConcealed),
            KongKind::Exposed => (3, MeldKind::KongExposed),
            KongKind::Added => (1, MeldKind::KongAdded),
        };
        for _ in 0..take {
            hand.take(tile);
        }
        let pung = melds.iter_mut().find(|meld| meld.kind == MeldKind::Pung && meld.tile == tile);
        match pung.filter(|_| kind == KongKind::Added) {
            Some(meld) => meld.kind = laid,
            None => melds.push(Meld { kind: laid, tile, from: None }),
        }
        (hand, melds)
    }

    /// True if there is no meld other than concealed kongs.
    pub fn is_concealed(&self) -> bool {
        self.melds.iter().all(|meld| meld.kind == MeldKind::KongConcealed)
    }
}
