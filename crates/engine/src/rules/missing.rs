//! Fields that a log may leave out although payments depend on them.

use caipan_tiles::text::Label;

/// A field on which payments depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The indicator of the wild kind.
    Indicator,
    /// The birds.
    Birds,
    /// The flying birds.
    FlyBirds,
    /// The points that each seat floats.
    Piao,
    /// The points that each seat stakes.
    GuMai,
    /// The points that each seat owns.
    Holdings,
    /// The owner of the room.
    Owner,
    /// The mark of the last hand.
    LastHand,
    /// The missing suits that the seats named.
    Declared,
    /// The flipped tiles.
    Flip,
    /// The dice thrown for an initial win.
    Dice,
    /// The hands in a row that the dealer has dealt.
    Streak,
    /// The weekday on which the hand was played.
    Day,
    /// The floor.
    Floor,
}

impl Missing {
    /// The place of the field in a log: `start.holdings`, `events[].flip`.
    pub const fn path(self) -> &'static str {
        match self {
            Missing::Indicator => "indicator",
            Missing::Birds => "birds",
            Missing::FlyBirds => "birds.fly",
            Missing::Piao => "start.piao",
            Missing::GuMai => "start.gu_mai",
            Missing::Holdings => "start.holdings",
            Missing::Owner => "start.owner",
            Missing::LastHand => "start.last_hand",
            Missing::Declared => "events[].declare",
            Missing::Flip => "events[].flip",
            Missing::Dice => "events[].dice",
            Missing::Streak => "start.dealer_streak",
            Missing::Day => "hands[].started_at",
            Missing::Floor => "start.upstairs",
        }
    }

    /// Returns what is not known without it, as a part of a sentence.
    pub const fn unknown(self) -> Label {
        match self {
            Missing::Indicator => Label::new("不知道混儿是哪张", "the wild tile is unknown"),
            Missing::Birds => Label::new("不知翻出了哪些鸟", "which birds were turned up is not known"),
            Missing::FlyBirds => Label::new("不知翻出了哪些飞鸟", "which flying birds were turned up is not known"),
            Missing::Piao => Label::new("不知各家飘了几分", "what each seat picked as its float is not known"),
            Missing::GuMai => Label::new("不知各家估卖了几分", "what each seat picked as its stake is not known"),
            Missing::Holdings => {
                Label::new("不知各家开局时有多少分", "how many points each seat held before the hand is not known")
            }
            Missing::Owner => Label::new("不知谁是房主", "the owner of the room is not known"),
            Missing::LastHand => {
                Label::new("不知这是不是最后一局", "whether this is the last hand of the match is not known")
            }
            Missing::Declared => Label::new("不知各家定缺哪一门", "which suit each seat named as missing is not known"),
            Missing::Flip => Label::new("不知翻鸡翻出了哪张牌", "which tile was flipped is not known"),
            Missing::Dice => {
                Label::new("不知起手胡掷了几点", "which dice were thrown for the initial win is not known")
            }
            Missing::Streak => {
                Label::new("不知庄家连庄几局", "how many hands in a row the dealer has dealt is not known")
            }
            Missing::Day => Label::new("不知这一局是星期几打的", "on which weekday the hand was played is not known"),
            Missing::Floor => Label::new("不知是否在楼上", "whether the match is upstairs is not known"),
        }
    }
}
