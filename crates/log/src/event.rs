//! Events of a hand: the action of a seat, and what the client recorded with it.

use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Suit, Tile};

/// An event with the fields that any event may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The action.
    pub action: Action,
    /// Milliseconds since the hand started.
    pub ms: Option<u64>,
    /// Claims that lost to this event.
    pub claims: Vec<LostClaim>,
    /// The client's own digest of the table after this event (`sha256:` and 64 hex digits).
    pub digest: Option<Box<str>>,
    /// Why the server acted for the player; `None` if the player acted, or if it is unknown.
    pub auto: Option<Automatic>,
    /// The claims, kongs and wins that the client offered after this event; `None` if unknown. The replay never reads
    /// them to decide anything else.
    pub offers: Option<Box<[Offer]>>,
}

impl From<Action> for Event {
    fn from(action: Action) -> Event {
        Event { action, ms: None, claims: Vec::new(), digest: None, auto: None, offers: None }
    }
}

impl Event {
    /// Returns every seat that the event names, for writing: of the action, the lost claims and the offers.
    pub fn seats_mut(&mut self) -> impl Iterator<Item = &mut Seat> {
        let claims = self.claims.iter_mut().map(|lost| &mut lost.seat);
        let offers = self.offers.iter_mut().flatten().map(|offer| &mut offer.seat);
        self.action.seat_mut().into_iter().chain(claims).chain(offers)
    }
}

/// The action of an event. See `docs/log-format.md` for the conventions that every writer follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields say what their names say; `docs/log-format.md` gives the conventions")]
pub enum Action {
    /// 摸牌: a tile from the wall, or a replacement from its tail.
    Draw { seat: Seat, tile: Tile, from: Option<DrawFrom> },
    /// 摸牌 of a tile that the record does not show.
    DrawUnseen { seat: Seat, from: Option<DrawFrom> },
    /// 打牌.
    Discard { seat: Seat, tile: Tile },
    /// 吃: `with` are the two tiles from the seat's own hand.
    Chow { seat: Seat, tile: Tile, with: [Tile; 2] },
    /// 碰.
    Pung { seat: Seat, tile: Tile },
    /// 杠. In Changsha, `dice` makes it 开杠; without dice it is 补张.
    Kong { seat: Seat, tile: Tile, kind: KongKind, dice: Option<Dice> },
    /// 换张: `tiles` go to another seat and `takes` come from one, before the first discard.
    Exchange { seat: Seat, tiles: Vec<Tile>, takes: Vec<Tile> },
    /// 补花: the seat sets a flower beside its hand; a replacement from the tail follows.
    Flower { seat: Seat, tile: Tile },
    /// 开杠翻牌: the tiles turned up after a dice kong.
    Reveal { seat: Seat, tiles: Vec<Tile> },
    /// 起手胡: initial wins by Chinese name or id. `dice` if the house rules throw them for its birds.
    Opening { seat: Seat, kinds: Vec<String>, dice: Option<Dice> },
    /// 中途起手胡: initial wins shown after a draw during play, by Chinese name or id.
    MidOpening { seat: Seat, kinds: Vec<String> },
    /// 报听 or 混儿悠, directly before the discard it belongs to; 定缺 before the first discard.
    Declare { seat: Seat, what: Declaration },
    /// 海底: the seat takes or declines the last tile.
    Seabed { seat: Seat, take: bool },
    /// 胡.
    Win { seat: Seat, tile: Tile },
    /// 过: an explicit refusal.
    Pass { seat: Seat, of: PassOf },
    /// 扎鸟: the tiles turned up as birds. `fly`: the flying birds (飞鸟) turned up after them.
    Birds { tiles: Vec<Tile>, fly: Option<Vec<Tile>> },
    /// 翻鸡: the tile flipped for chickens.
    Flip { tile: Tile },
    /// 逃跑 / 强退.
    Leave { seat: Seat },
    /// 流局 / 荒牌 / 黄牌.
    DrawGame,
}

impl Action {
    /// Returns the name in the log's `type`.
    pub const fn name(&self) -> &'static str {
        match self {
            Action::Draw { .. } | Action::DrawUnseen { .. } => "draw",
            Action::Discard { .. } => "discard",
            Action::Chow { .. } => "chow",
            Action::Pung { .. } => "pung",
            Action::Kong { .. } => "kong",
            Action::Exchange { .. } => "exchange",
            Action::Flower { .. } => "flower",
            Action::Reveal { .. } => "reveal",
            Action::Opening { .. } => "opening",
            Action::MidOpening { .. } => "mid_opening",
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

    /// Returns the acting seat; none for birds, flips and drawn games.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Action::Draw { seat, .. }
            | Action::DrawUnseen { seat, .. }
            | Action::Discard { seat, .. }
            | Action::Chow { seat, .. }
            | Action::Pung { seat, .. }
            | Action::Kong { seat, .. }
            | Action::Exchange { seat, .. }
            | Action::Flower { seat, .. }
            | Action::Reveal { seat, .. }
            | Action::Opening { seat, .. }
            | Action::MidOpening { seat, .. }
            | Action::Declare { seat, .. }
            | Action::Seabed { seat, .. }
            | Action::Win { seat, .. }
            | Action::Pass { seat, .. }
            | Action::Leave { seat } => Some(*seat),
            Action::Birds { .. } | Action::Flip { .. } | Action::DrawGame => None,
        }
    }

    /// Returns the acting seat for writing, to renumber the seats of a log.
    pub const fn seat_mut(&mut self) -> Option<&mut Seat> {
        match self {
            Action::Draw { seat, .. }
            | Action::DrawUnseen { seat, .. }
            | Action::Discard { seat, .. }
            | Action::Chow { seat, .. }
            | Action::Pung { seat, .. }
            | Action::Kong { seat, .. }
            | Action::Exchange { seat, .. }
            | Action::Flower { seat, .. }
            | Action::Reveal { seat, .. }
            | Action::Opening { seat, .. }
            | Action::MidOpening { seat, .. }
            | Action::Declare { seat, .. }
            | Action::Seabed { seat, .. }
            | Action::Win { seat, .. }
            | Action::Pass { seat, .. }
            | Action::Leave { seat } => Some(seat),
            Action::Birds { .. } | Action::Flip { .. } | Action::DrawGame => None,
        }
    }
}

/// The end of the wall from which a tile was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawFrom {
    /// The head: an ordinary draw.
    Wall,
    /// The tail: a replacement after a kong (补张) or a flower (补花).
    Tail,
}

/// The three kinds of kong in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KongKind {
    /// 暗杠.
    Concealed,
    /// 明杠 of a discard.
    Exposed,
    /// 补杠: the fourth tile added to the seat's own pung.
    Added,
}

/// A declaration of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// 报听.
    Ready,
    /// 混儿悠.
    Hunyou,
    /// 定缺: the hand must get rid of this numbered suit.
    Void(Suit),
    /// 天听: ready as dealt, before the seat's first discard (Beijing).
    Sky,
    /// 潇洒: from this discard on the seat discards every tile that it draws (Beijing).
    Xiaosa,
}

impl Declaration {
    /// Returns the word used in a log.
    pub const fn name(self) -> &'static str {
        match self {
            Declaration::Ready => "ready",
            Declaration::Hunyou => "hunyou",
            Declaration::Void(Suit::Characters | Suit::Honours | Suit::Flowers) => "void_m",
            Declaration::Void(Suit::Dots) => "void_p",
            Declaration::Void(Suit::Bamboo) => "void_s",
            Declaration::Sky => "sky",
            Declaration::Xiaosa => "xiaosa",
        }
    }
}

/// The claim that an explicit pass refuses.
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

/// The claim of a seat that lost. It has the same words as a refusal.
pub type Claim = PassOf;

/// A claim that lost to the event it is recorded with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostClaim {
    /// The claiming seat.
    pub seat: Seat,
    /// The claim.
    pub what: Claim,
}

/// A choice that a client offered a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The seat.
    pub seat: Seat,
    /// The choice: a claim of the open tile, or a kong or win in the seat's own turn.
    pub what: Claim,
}

/// The reason why a server acted for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Automatic {
    /// 超时: the time to think was over.
    Timeout,
    /// 托管: the player had handed the seat over.
    Managed,
    /// 掉线: the player was disconnected.
    Offline,
}

impl Automatic {
    /// Returns the name.
    pub const fn label(self) -> Label {
        match self {
            Automatic::Timeout => Label::new("超时代打", "by the server: timeout"),
            Automatic::Managed => Label::new("托管代打", "by the server: autoplay"),
            Automatic::Offline => Label::new("掉线代打", "by the server: disconnected"),
        }
    }
}

/// One throw of up to four dice, each showing 1 to 6; no faces if a log records only that dice were thrown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Dice {
    count: u8,
    faces: [u8; 4],
}

impl Dice {
    /// Creates a throw from its faces: up to four dice of 1..=6 each.
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

    /// Returns the faces as thrown.
    pub fn faces(&self) -> &[u8] {
        self.faces.get(..usize::from(self.count)).unwrap_or_default()
    }

    /// Returns the sum of the faces.
    pub fn total(&self) -> usize {
        self.faces().iter().map(|&face| usize::from(face)).sum()
    }
}

impl std::fmt::Debug for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.faces().fmt(f)
    }
}
