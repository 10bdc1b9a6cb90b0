//! The shapes of the events: the keys that each type requires and allows. Reader, schema and documentation use them.

use super::word::{EventKind, Word as _};
use caipan_tiles::text::Label;

/// A key that only some types of event have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Seat,
    Tile,
    From,
    With,
    Kind,
    Dice,
    Tiles,
    Kinds,
    What,
    Take,
    Of,
    Takes,
    Fly,
}

impl Key {
    /// Every key.
    pub(crate) const ALL: [Key; 13] = [
        Key::Seat,
        Key::Tile,
        Key::From,
        Key::With,
        Key::Kind,
        Key::Dice,
        Key::Tiles,
        Key::Kinds,
        Key::What,
        Key::Take,
        Key::Of,
        Key::Takes,
        Key::Fly,
    ];

    /// Returns the key as written in a log.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Key::Seat => "seat",
            Key::Tile => "tile",
            Key::From => "from",
            Key::With => "with",
            Key::Kind => "kind",
            Key::Dice => "dice",
            Key::Tiles => "tiles",
            Key::Kinds => "kinds",
            Key::What => "what",
            Key::Take => "take",
            Key::Of => "of",
            Key::Takes => "takes",
            Key::Fly => "fly",
        }
    }
}

/// A set of keys, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keys(u16);

impl Keys {
    /// Creates the set of these keys.
    const fn of(keys: &[Key]) -> Keys {
        let mut bits = 0;
        let mut at = 0;
        while at < keys.len() {
            bits |= 1 << keys[at] as u16;
            at += 1;
        }
        Keys(bits)
    }

    /// Adds this key if `there` is true.
    pub(crate) const fn and(self, key: Key, there: bool) -> Keys {
        Keys(self.0 | (there as u16) << key as u16)
    }

    /// Returns the first key of this set that is not in the other.
    pub(crate) fn beyond(self, other: Keys) -> Option<Key> {
        let left = self.0 & !other.0;
        if left == 0 { None } else { Key::ALL.into_iter().find(|&key| left >> key as u16 & 1 == 1) }
    }

    /// Iterates over the keys in their order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Key> {
        Key::ALL.into_iter().filter(move |&key| self.0 >> key as u16 & 1 == 1)
    }
}

/// The keys of one type of event, beside `type`, `ms`, `auto`, `claims`, `offers`, `digest` and `x`.
#[derive(Debug)]
pub(crate) struct Shape {
    /// The type of event.
    pub(crate) kind: EventKind,
    /// The required keys.
    pub(crate) needs: Keys,
    /// The allowed keys, including the required ones.
    pub(crate) may: Keys,
    /// The description.
    pub(crate) about: Label,
}

/// Declares the shapes in the order of [`EventKind`].
macro_rules! shapes {
    ($($kind:ident [$($needs:ident),*] [$($may:ident),*] $zh:literal $en:literal;)+) => {
        /// The shape of every type of event, in the order of the documentation.
        pub(in crate) const SHAPES: &[Shape] = &[$(Shape {
            kind: EventKind::$kind,
            needs: Keys::of(&[$(Key::$needs),*]),
            may: Keys::of(&[$(Key::$needs,)* $(Key::$may),*]),
            about: Label::new($zh, $en),
        }),+];

        impl EventKind {
            /// Returns the shape of this type of event.
            pub(in crate) const fn shape(self) -> &'static Shape {
                &SHAPES[self as usize]
            }
        }
    };
}

shapes! {
    Draw     [Seat] [Tile, From]       "摸牌；只有 view 以外的座位可以不写 tile"
        "A seat draws a tile, from the head of the wall or from its tail; only a seat outside `view` may draw without `tile`.";
    Discard  [Seat, Tile] []           "打牌" "A seat discards a tile.";
    Chow     [Seat, Tile, With] []     "吃" "A seat chows the last discard with two tiles from its hand.";
    Pung     [Seat, Tile] []           "碰" "A seat pungs the last discard.";
    Kong     [Seat, Tile, Kind] [Dice] "杠；长沙有 dice 为开杠，无 dice 为补张"
        "A seat declares a kong; in Changsha `dice` makes it a dice kong (开杠), without dice it is 补张.";
    Reveal   [Seat, Tiles] []          "开杠翻牌" "The tiles turned up after a dice kong; they lie in the konger's river.";
    Opening  [Seat, Kinds] [Dice]      "起手胡" "A seat shows initial wins on its dealt hand, by Chinese name or id.";
    Declare  [Seat, What] []           "报听、天听、混儿悠、潇洒或定缺" "A seat declares, directly before the discard it belongs to; a void suit before the first discard.";
    Seabed   [Seat, Take] []           "海底" "A seat is offered the last tile and takes or declines it.";
    Win      [Seat, Tile] []           "胡" "A seat wins on a tile; several winners on one tile are several events in a row.";
    Pass     [Seat, Of] []             "过" "A seat explicitly refuses what it could have claimed.";
    Birds    [Tiles] [Fly]             "扎鸟；fly 为飞鸟" "The tiles turned up as birds; `fly` are the flying birds (飞鸟) after them.";
    Flip     [Tile] []                 "翻鸡；前后鸡每开一张写一次" "The tile flipped for chickens; a chicken opened during play (前后鸡) is a flip of its own.";
    Leave    [Seat] []                 "逃跑或强退" "A seat leaves the game.";
    DrawGame [] []                     "流局" "The hand ends without a winner.";
    Exchange [Seat, Tiles, Takes] []   "换张" "A seat gives tiles to another and takes others, before the first discard.";
    Flower   [Seat, Tile] []           "补花" "A seat lays a flower beside its hand; the draw of its replacement follows.";
    MidOpening [Seat, Kinds] []        "中途起手胡" "A seat shows initial wins during play, after its draw and before its discard.";
}

impl Shape {
    /// Returns the name in the log's `type`.
    pub(crate) fn name(&self) -> &'static str {
        self.kind.word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_in_the_order_of_their_kinds() {
        for (at, shape) in SHAPES.iter().enumerate() {
            assert_eq!(shape.kind as usize, at, "{}", shape.name());
            assert_eq!(EventKind::WORDS[at], shape.name());
        }
        assert_eq!(SHAPES.len(), EventKind::WORDS.len());
    }

    #[test]
    fn key_order_matches_bits() {
        for (at, key) in Key::ALL.into_iter().enumerate() {
            assert_eq!(key as usize, at, "{}", key.name());
        }
    }
}
