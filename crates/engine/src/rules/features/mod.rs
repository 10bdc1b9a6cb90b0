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

/// Declares the features.
macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident: $kind:ident;)+) => {
        /// The features that a region has.
        pub trait Features {
            $($(#[$doc])* fn $feature(&self) -> Option<&dyn $kind> {
                None
            })+
        }
    };
}

features! {
    /// A kind that stands for others (混儿).
    wild: Wild;
    /// Dice that cut the wall.
    cut_dice: CutDice;
    /// Tiles kept from ordinary draws.
    reserve: Reserve;
    /// Tiles exchanged before the first discard (换张).
    exchange: Exchange;
    /// Declarations, such as readiness (报听).
    declarations: Declarations;
    /// Initial wins (起手胡).
    openings: Openings;
    /// Kongs with dice (开杠).
    dice_kongs: DiceKongs;
    /// The last tile offered round (海底漫游).
    last_tile: LastTile;
    /// Birds (扎鸟).
    birds: Birds;
    /// Tiles turned up for chickens (捉鸡).
    flips: Flips;
    /// Wins that end the hand undeclared.
    automatic_wins: AutomaticWins;
    /// A possible win that must be taken (有胡必胡).
    must_win: MustWin;
    /// Valid wins that are doubtful.
    doubts: Doubts;
    /// The penalty of a false win (诈胡).
    false_wins: FalseWins;
    /// Play after a win (血战).
    going_on: GoesOn;
    /// Fans that multiply or have a cap (番).
    fans: Fans;
    /// A rule book of several parts.
    parts: Parts;
    /// Payments by readiness (查叫).
    readiness: Readiness;
    /// Floors (上楼).
    floors: Floors;
    /// Payments at the end of a match.
    match_end: MatchEnd;
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
