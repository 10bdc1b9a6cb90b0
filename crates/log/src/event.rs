//! One event of a hand: who did what, and what the client wrote beside it.

use caipan_tiles::tile::{Seat, Suit, Tile};

/// An event with what may stand beside any event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub action: Action,
    /// Milliseconds since the hand started.
    pub ms: Option<u64>,
    /// Claims that lost to this event.
    pub claims: Vec<LostClaim>,
    /// The client's own digest of the table after this event (`sha256:` and 64 hex digits).
    pub digest: Option<Box<str>>,
}

impl From<Action> for Event {
    fn from(action: Action) -> Event {
        Event { action, ms: None, claims: Vec::new(), digest: None }
    }
}

/// What happened, in order of happening. See `docs/log-format.md` for the conventions every writer follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields say what their names say; `docs/log-format.md` gives the conventions")]
pub enum Action {
    /// 摸牌: a tile from the wall, or a replacement from its tail.
    Draw { seat: Seat, tile: Tile, from: Option<DrawFrom> },
    /// 打牌.
    Discard { seat: Seat, tile: Tile },
    /// 吃: `with` are the two tiles from the own hand.
    Chow { seat: Seat, tile: Tile, with: [Tile; 2] },
    /// 碰.
    Pung { seat: Seat, tile: Tile },
    /// 杠. In Changsha `dice` makes it 开杠, without dice it is 补张.
    Kong { seat: Seat, tile: Tile, kind: KongKind, dice: Option<Dice> },
    /// 换张: `tiles` go to another seat and `takes` come from one, before the first discard.
    Exchange { seat: Seat, tiles: Vec<Tile>, takes: Vec<Tile> },
    /// 补花: a flower from the hand is laid beside it; a replacement from the tail follows.
    Flower { seat: Seat, tile: Tile },
    /// The tiles turned up after a dice kong (开杠翻牌).
    Reveal { seat: Seat, tiles: Vec<Tile> },
    /// 起手胡: initial wins by Chinese name or id. `dice` where the house throws them for its birds.
    Opening { seat: Seat, kinds: Vec<String>, dice: Option<Dice> },
    /// 报听 or 混儿悠, directly before the discard it belongs to; 定缺 before the first one.
    Declare { seat: Seat, what: Declaration },
    /// 海底: offered the last tile, taken or declined.
    Seabed { seat: Seat, take: bool },
    /// 胡.
    Win { seat: Seat, tile: Tile },
    /// An explicit refusal.
    Pass { seat: Seat, of: PassOf },
    /// 扎鸟: the tiles turned up as birds.
    Birds { tiles: Vec<Tile> },
    /// 翻鸡: the tile flipped for chickens.
    Flip { tile: Tile },
    /// 逃跑 / 强退.
    Leave { seat: Seat },
    /// 流局 / 荒牌 / 黄牌.
    DrawGame,
}

impl Action {
    /// The name in the log's `type`.
    pub const fn name(&self) -> &'static str {
        match self {
            Action::Draw { .. } => "draw",
            Action::Discard { .. } => "discard",
            Action::Chow { .. } => "chow",
            Action::Pung { .. } => "pung",
            Action::Kong { .. } => "kong",
            Action::Exchange { .. } => "exchange",
            Action::Flower { .. } => "flower",
            Action::Reveal { .. } => "reveal",
            Action::Opening { .. } => "opening",
            Action::Declare { .. } => "declare",
            Action::Seabed { .. } => "seabed",
            Action::Win { .. } => "win",
            Action::Pass { .. } => "pass",
            Action::Birds { .. } => "birds",
            Action::Flip { .. } => "flip",
            Action::Leave { .. } => "leave",
            Action::DrawGame => "draw_game",
        }
    }

    /// Who acted; nobody for birds, flips and drawn games.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Action::Draw { seat, .. }
            | Action::Discard { seat, .. }
            | Action::Chow { seat, .. }
            | Action::Pung { seat, .. }
            | Action::Kong { seat, .. }
            | Action::Exchange { seat, .. }
            | Action::Flower { seat, .. }
            | Action::Reveal { seat, .. }
            | Action::Opening { seat, .. }
            | Action::Declare { seat, .. }
            | Action::Seabed { seat, .. }
            | Action::Win { seat, .. }
            | Action::Pass { seat, .. }
            | Action::Leave { seat } => Some(*seat),
            Action::Birds { .. } | Action::Flip { .. } | Action::DrawGame => None,
        }
    }

    /// The same, to be written: for logs that are told from other seats.
    pub const fn seat_mut(&mut self) -> Option<&mut Seat> {
        match self {
            Action::Draw { seat, .. }
            | Action::Discard { seat, .. }
            | Action::Chow { seat, .. }
            | Action::Pung { seat, .. }
            | Action::Kong { seat, .. }
            | Action::Exchange { seat, .. }
            | Action::Flower { seat, .. }
            | Action::Reveal { seat, .. }
            | Action::Opening { seat, .. }
            | Action::Declare { seat, .. }
            | Action::Seabed { seat, .. }
            | Action::Win { seat, .. }
            | Action::Pass { seat, .. }
            | Action::Leave { seat } => Some(seat),
            Action::Birds { .. } | Action::Flip { .. } | Action::DrawGame => None,
        }
    }
}

/// Where a tile was drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawFrom {
    /// The head: the ordinary draw.
    Wall,
    /// The tail: a replacement after a kong (补张) or a flower (补花).
    Tail,
}

/// The three kinds of kong as a log names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KongKind {
    /// 暗杠.
    Concealed,
    /// 明杠 of a discard.
    Exposed,
    /// 补杠: the fourth tile on an own pung.
    Added,
}

/// What a player declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// 报听.
    Ready,
    /// 混儿悠.
    Hunyou,
    /// 定缺: the hand is to be rid of this numbered suit.
    Void(Suit),
}

impl Declaration {
    /// The word in a log.
    pub const fn name(self) -> &'static str {
        match self {
            Declaration::Ready => "ready",
            Declaration::Hunyou => "hunyou",
            Declaration::Void(Suit::Characters | Suit::Honours | Suit::Flowers) => "void_m",
            Declaration::Void(Suit::Dots) => "void_p",
            Declaration::Void(Suit::Bamboo) => "void_s",
        }
    }
}

/// What an explicit pass refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassOf {
    /// 过胡.
    Win,
    /// 过杠.
    Kong,
    /// 过碰.
    Pung,
    /// 过吃.
    Chow,
}

/// What a lost claim asked for; a claim is a refusal's opposite, so the words are the same.
pub type Claim = PassOf;

/// A claim that lost to the event it stands beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostClaim {
    /// Who claimed.
    pub seat: Seat,
    /// What.
    pub what: Claim,
}

/// One throw of up to four dice, each showing 1 to 6; no faces at all where a log only knows that dice were thrown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Dice {
    count: u8,
    faces: [u8; 4],
}

impl Dice {
    /// The throw with these faces: up to four dice of 1..=6 each.
    pub fn new(faces: &[u8]) -> Option<Dice> {
        if faces.len() > 4 || faces.iter().any(|face| !(1..=6).contains(face)) {
            return None;
        }
        let mut dice = Dice { count: faces.len() as u8, faces: [0; 4] };
        for (to, &from) in dice.faces.iter_mut().zip(faces) {
            *to = from;
        }
        Some(dice)
    }

    /// The faces as thrown.
    pub fn faces(&self) -> &[u8] {
        self.faces.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// The total.
    pub fn total(&self) -> usize {
        self.faces().iter().map(|&face| usize::from(face)).sum()
    }
}

impl std::fmt::Debug for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.faces().fmt(f)
    }
}
