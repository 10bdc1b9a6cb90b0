//! A match: who played under which rules, its hands, and what the client claims came of each.

use super::{Dice, Event, Houses};
use caipan_tiles::tile::{Seat, SeatMap, Seats, Tile, Tiles};
use chrono::{DateTime, FixedOffset};
use std::collections::BTreeMap;

/// One match: a `paipu/1` document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLog {
    /// The platform's own id of the match.
    pub id: String,
    /// The id of a stored log that this one replaces.
    pub corrects: Option<String>,
    /// The rules it says it was played under.
    pub rules: RulesDeclared,
    /// Which client wrote it.
    pub source: Source,
    /// Who sat where; empty when unknown.
    pub players: Vec<Player>,
    /// What stood when the first hand began.
    pub start: Start,
    /// The hands in order.
    pub hands: Vec<HandLog>,
}

impl GameLog {
    /// Who sits at the table.
    pub fn seats(&self) -> Seats {
        self.start.seats.unwrap_or(Seats::FOUR)
    }
}

/// The declared rules: a preset and the options that differ from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesDeclared {
    /// The preset's id, for example `changsha-a`.
    pub system: String,
    /// Option id to value.
    pub options: BTreeMap<String, OptionValue>,
    /// House rules that `system` may name besides those of caipan: no part of the log, but known where it is read.
    pub houses: Houses,
}

/// The value of an option as written in a log: a word, a number or a truth value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum OptionValue {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// One of the option's words.
    Word(String),
}

/// Where the log comes from; free text of the platform.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The platform's name.
    pub platform: Option<String>,
    /// The client's name.
    pub client: Option<String>,
    /// The client's version.
    pub version: Option<String>,
}

/// A player; the place in the list is the seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The platform's id of the player.
    pub id: String,
    /// A name to show.
    pub name: Option<String>,
}

/// What stood before the first hand; a field that is absent is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Who sits at the table, where they are not four: the first two or three seats.
    pub seats: Option<Seats>,
    /// Scores before the first hand, in points.
    pub scores: Option<SeatMap<i64>>,
    /// The first dealer.
    pub dealer: Option<Seat>,
    /// For how many consecutive hands the dealer has dealt, the coming one included (from 1).
    pub dealer_streak: Option<u32>,
    /// 上楼 (Beijing).
    pub upstairs: Option<bool>,
}

/// One hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandLog {
    /// Who dealt; where absent, the seat that was dealt 14.
    pub dealer: Option<Seat>,
    /// When it began.
    pub started_at: Option<DateTime<FixedOffset>>,
    /// The throw that cuts the wall.
    pub dice: Option<Dice>,
    /// The whole wall in drawing order, before the deal.
    pub wall: Option<Tiles>,
    /// The dealt tiles by seat.
    pub deal: Option<SeatMap<Tiles>>,
    /// The turned-up tile that names the wild (Beijing 混坯).
    pub indicator: Option<Tile>,
    /// What was published about the wall before the hand.
    pub fairness: Option<Fairness>,
    /// What happened.
    pub events: Vec<Event>,
    /// What the client says came of it. Nothing of it feeds the replay.
    pub result: Option<HandResult>,
}

impl HandLog {
    /// How it ended, as its result claims.
    pub fn outcome(&self) -> Option<Outcome> {
        self.result.as_ref().and_then(|result| result.outcome)
    }
}

/// A commitment to the wall: the SHA-256 of the salt followed by the wall as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fairness {
    /// `sha256:` and 64 hex digits.
    pub commitment: String,
    /// The salt, published after the hand.
    pub salt: Option<String>,
}

/// What the client claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandResult {
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The winners that ended the hand.
    pub wins: Option<Vec<WinClaimed>>,
    /// Who paid whom.
    pub payments: Option<Vec<Payment>>,
    /// Points won or lost in this hand.
    pub deltas: Option<SeatMap<i64>>,
    /// Scores after this hand.
    pub scores: Option<SeatMap<i64>>,
    /// Who deals next.
    pub next_dealer: Option<Seat>,
}

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// 胡.
    Win,
    /// 流局: the wall was exhausted.
    Draw,
    /// Left or dissolved.
    Aborted,
}

/// A claimed win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinClaimed {
    /// Who won.
    pub seat: Seat,
    /// Chinese names or ids of patterns.
    pub patterns: Option<Vec<String>>,
    /// The rule system's own measure.
    pub value: Option<i64>,
}

/// A claimed payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Who paid.
    pub from: Seat,
    /// Who received.
    pub to: Seat,
    /// Points, not negative.
    pub points: i64,
    /// The cause, where the client keeps one line a cause.
    pub cause: Option<String>,
    /// Index of the event that it is for, where the client pays as the hand goes on.
    pub at: Option<usize>,
}
