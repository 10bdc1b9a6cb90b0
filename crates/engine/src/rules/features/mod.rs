//! The features of play that only some regions have, each a small trait. A region names those that it has with
//! [`has_features!`](crate::has_features); where a feature is absent, the questions of the callers have a neutral answer.

mod course;
mod revealed;
mod wall;
mod wins;

pub use course::{Floors, MatchEnd, Readiness};
pub use revealed::{Birds, BirdsDue, Flip, Flips, Openings};
pub use wall::{Cut, CutDice, DiceKongs, Exchange, ExchangeDue, IndicatorAt, LastTile, Reserve, Wild};
pub use wins::{AutomaticWins, Declarations, Doubts, FalseWins, Fans, GoesOn, MustWin, Parts};

use super::{Never, Rules};

/// A feature of play, with all that follows from having it or not.
pub struct Feature {
    /// True if the rules have it. The answer is the same for all options of a region.
    pub has: fn(&dyn Rules) -> bool,
    /// The inputs of a settlement that it needs, by their names in the score form.
    pub asks: &'static [&'static str],
    /// The checks that rules without it never raise.
    pub never: &'static [Never],
}

/// Declares the features, each with its inputs of a settlement, and with the checks that rules without it never raise.
macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident: $kind:ident $([$($ask:literal),+])?
       $(, never $($code:literal)+ zh $zh:literal en $en:literal)?;)+) => {
        /// The features that a region has.
        pub trait Features {
            $($(#[$doc])* fn $feature(&self) -> Option<&dyn $kind> {
                None
            })+
        }

        /// Every feature.
        pub static FEATURES: &[Feature] = &[$(Feature {
            has: |rules| rules.$feature().is_some(),
            asks: &[$($($ask),+)?],
            never: &[$($(Never::new($code, $zh, $en)),+)?],
        }),+];
    };
}

features! {
    /// A kind that stands for others (混儿).
    wild: Wild, never "A120" "A121" zh "没有混儿" en "no wild tiles";
    /// Dice that cut the wall.
    cut_dice: CutDice, never "A123" zh "没有规定切牌的骰子" en "no dice are prescribed for the cut";
    /// Tiles kept from ordinary draws.
    reserve: Reserve ["seabed"], never "A122" zh "没有保留牌" en "no reserve";
    /// Tiles exchanged before the first discard (换张).
    exchange: Exchange, never "A016" "A125" zh "不换张；换了为 A008" en "no tiles are exchanged: such an event is A008";
    /// Declarations, such as readiness (报听).
    declarations: Declarations, never "A206" "A207"
        zh "没有报听；有此事件者为 A008" en "no declarations: such an event is A008";
    /// Initial wins (起手胡).
    openings: Openings ["openings", "mid_openings"], never "A511" "A512" "A513"
        zh "没有起手胡；有此事件者为 A008" en "no initial wins: such an event is A008";
    /// Kongs with dice (开杠).
    dice_kongs: DiceKongs ["dice_kong", "dice_kong_discard", "rob_added_dice", "rob_exposed_dice"],
        never "A404" "A408" "A409" "A410" "A411" "A509"
        zh "杠不掷骰；掷了为 A008" en "no kongs with dice: such a kong is A008";
    /// The last tile offered round (海底漫游).
    last_tile: LastTile ["seabed", "seabed_discard"], never "A113"
        zh "不问海底；有此事件者为 A112" en "the last tile is not offered round: such an event is A112";
    /// Birds (扎鸟).
    birds: Birds ["birds", "fly"], never "A603" "A604" "A607" "A610"
        zh "不扎鸟；扎了为 A606" en "no birds: turning any up is A606";
    /// Tiles turned up for chickens (捉鸡).
    flips: Flips ["flip", "rolls", "weekday"], never "A608" zh "不翻鸡；翻了为 A609" en "no tile is flipped: a flip is A609";
    /// Wins that end the hand undeclared.
    automatic_wins: AutomaticWins, never "A521" zh "没有自动和牌" en "no win ends a hand by itself";
    /// A possible win that must be taken (有胡必胡).
    must_win: MustWin, never "A310" zh "没有有胡必胡这条房规" en "no house rule obliges a seat to win";
    /// Valid wins that are doubtful.
    doubts: Doubts, never "A514" zh "放过之后又胡有明文，为 A503" en "the source speaks of passed wins: A503";
    /// The penalty of a false win (诈胡).
    false_wins: FalseWins, never "A922" zh "没有诈胡罚则" en "no penalty for a false win";
    /// Play after a win (血战).
    going_on: GoesOn;
    /// Fans that multiply or have a cap (番).
    fans: Fans;
    /// A rule book of several parts.
    parts: Parts;
    /// Payments by readiness (查叫).
    readiness: Readiness;
    /// Floors (上楼).
    floors: Floors ["upstairs"], never "A820" "A821" zh "没有上楼" en "no floors";
    /// Payments at the end of a match.
    match_end: MatchEnd, never "A715" zh "散场不翻倍也不加分" en "nothing is added at the end of a match";
}

/// Names the features of a region: `has_features!(Region { birds: Birds, floors: Floors });`.
#[macro_export]
macro_rules! has_features {
    ($region:ident { $($feature:ident: $kind:ident),* $(,)? }) => {
        impl $crate::rules::Features for $region {
            $(fn $feature(&self) -> Option<&dyn $crate::rules::features::$kind> {
                Some(self)
            })*
        }
    };
}
