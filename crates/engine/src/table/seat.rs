//! What lies before one seat.

use caipan_log::{Declaration, KongKind};
use caipan_tiles::hand::Hand;
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Meld, MeldKind, Melds, Suit, Tile};

/// A tile in a river (牌河).
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lying {
    /// Which tile.
    pub tile: Tile,
    /// Whether somebody claimed or won on it, so that it lies there no more.
    pub gone: bool,
    /// Whether it came from a dice kong rather than from the hand.
    pub turned: bool,
    /// Chows, pungs and kongs at the table before it.
    pub claims: u16,
    /// How many discards of all seats went before it: tells which of two rivers a kind came to first.
    pub order: u16,
    /// Whether it is of the kind that its seat had just drawn or been dealt last.
    pub drawn: bool,
    /// Whether its seat had konged just before and drawn the replacement (杠上炮, 热炮).
    pub after_kong: bool,
}

/// The discards of one seat in order: kept in place, as many as a usual hand has.
pub type River = InlineVec<Lying, 24>;

/// A win that a seat could have taken on another's tile and did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The tile.
    pub tile: Tile,
    /// The rule system's measure of the win.
    pub value: i64,
    /// The seat's number of draws at that time.
    pub draws: u16,
    /// The seat's number of turns at that time.
    pub turns: u16,
}

/// One seat of the table.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The concealed natural tiles.
    pub hand: Hand,
    /// Concealed tiles of the wild kind.
    pub wilds: u8,
    /// Flowers in the hand that are still to be laid (花牌).
    pub flowers_held: Vec<Tile>,
    /// Flowers laid, in order.
    pub flowers: Vec<Tile>,
    /// Tiles in the hand of which the kind is unknown: the log left out how they came.
    pub unknown: u8,
    /// Tiles that left the hand though they were not seen in it: so many of the kept ones are gone.
    pub owed: u8,
    /// Melds in the order laid.
    pub melds: Melds,
    /// The discards in order.
    pub river: River,
    /// Draws so far, replacements included.
    pub draws: u16,
    /// Turns so far: draws and claims.
    pub turns: u16,
    /// How many dice kongs it declared; the hand is locked after the first.
    pub dice_kongs: u8,
    /// Wins passed on others' tiles.
    pub passed: Vec<Passed>,
    /// The suit that it declared to be rid of (定缺).
    pub void: Option<Suit>,
    /// 报听 or 混儿悠.
    pub declared: Option<Declaration>,
    /// The seat's number of turns when it declared that.
    pub declared_at: u16,
    /// Chows, pungs and kongs at the table when it declared that.
    pub declared_claims: u16,
    /// Kinds added to an own pung later than the tile came: neither just drawn nor just dealt.
    pub late_kongs: Vec<Tile>,
    /// Whether the hand was ready at any time so far, where the rules ask to remember it.
    pub was_ready: bool,
    /// Whether the player left.
    pub left: bool,
}

impl Place {
    /// How many tiles the hand holds, unknown ones included.
    pub fn held(&self) -> usize {
        let known = self.hand.len() + usize::from(self.wilds) + self.flowers_held.len();
        (known + usize::from(self.unknown)).saturating_sub(usize::from(self.owed))
    }

    /// The hand's size with every meld counted as three: 13 between turns, 14 in turn.
    pub fn size(&self) -> usize {
        self.held() + 3 * self.melds.len()
    }

    /// Whether every tile of the hand is known.
    pub fn is_known(&self) -> bool {
        self.unknown == 0 && self.owed == 0
    }

    /// Whether it declared itself ready (报听), in this turn or before.
    pub fn is_declared_ready(&self) -> bool {
        self.declared == Some(Declaration::Ready)
    }

    /// The pung of this tile, if one lies here.
    pub fn pung_of(&self, tile: Tile) -> Option<&Meld> {
        self.melds.iter().find(|meld| meld.kind == MeldKind::Pung && meld.tile == tile)
    }

    /// The hand and the melds as they would be with a kong of this tile laid down.
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

    /// Whether every meld, if any, is a concealed kong.
    pub fn is_concealed(&self) -> bool {
        self.melds.iter().all(|meld| meld.kind == MeldKind::KongConcealed)
    }
}
