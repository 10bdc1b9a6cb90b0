//! A match: its players, rules and hands, and the results that the client claims.

use super::{Between, Dice, Event, HouseLine, Houses, Owner, Unmodelled};
use caipan_tiles::ledger::{Flow, Party};
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
    /// The declared rules.
    pub rules: RulesDeclared,
    /// The client that wrote the log.
    pub source: Source,
    /// The players by seat; empty if unknown.
    pub players: Vec<Player>,
    /// The state before the first hand.
    pub start: Start,
    /// The totals of the players at the end of the match, as the platform settles it: what each won or lost, with what
    /// the house adds at the end. The replay never reads them.
    pub totals: Option<SeatMap<i64>>,
    /// The points that the house, a pool or a referee moved between hands, in order; `None` if unknown.
    pub between: Option<Vec<Between>>,
    /// The hands in order.
    pub hands: Vec<HandLog>,
}

impl GameLog {
    /// Returns the seats at the table.
    pub fn seats(&self) -> Seats {
        self.start.seats.unwrap_or(Seats::FOUR)
    }

    /// Returns the points that each seat floats (飘分) in the hand at this index.
    pub fn piao(&self, hand: usize) -> Option<SeatMap<i64>> {
        self.hands.get(hand).and_then(|hand| hand.piao).or(self.start.piao)
    }

    /// Returns the points that each seat adds (估卖) in the hand at this index.
    pub fn gu_mai(&self, hand: usize) -> Option<SeatMap<i64>> {
        self.hands.get(hand).and_then(|hand| hand.gu_mai).or(self.start.gu_mai)
    }

    /// Returns the points that were moved after this number of hands.
    pub fn moved_after(&self, hands: usize) -> impl Iterator<Item = &HouseLine> {
        self.between.iter().flatten().filter(move |between| between.after == hands).map(|between| &between.line)
    }

    /// Returns the points that each seat picked for every hand that has none of its own (飘分, 估卖).
    pub fn picked(&self) -> Option<SeatMap<i64>> {
        self.start.piao.or(self.start.gu_mai)
    }

    /// Returns whether the hand at this index is the last of the match (末局); `None` if the log does not say.
    pub fn is_last(&self, hand: usize) -> Option<bool> {
        // A hand with another after it is not the last, whatever it says.
        if hand + 1 < self.hands.len() {
            return Some(false);
        }
        // While the play goes on, the last recorded hand need not be the last of the match.
        let of_match = self.start.last_hand.filter(|_| !self.is_in_progress());
        self.hands.get(hand).and_then(|hand| hand.last_hand).or(of_match)
    }

    /// Returns the seats whose tiles the record shows, if it does not show those of all.
    pub fn view(&self) -> Option<Seats> {
        let hidden = self.hands.first()?.hidden.seats;
        (!hidden.is_empty()).then(|| self.seats().minus(hidden))
    }

    /// True if the play goes on after the last event of the last hand.
    pub fn is_in_progress(&self) -> bool {
        self.hands.last().is_some_and(|hand| hand.in_progress)
    }
}

/// The declared rules: a preset and the options that differ from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesDeclared {
    /// The preset's id, for example `changsha-a`.
    pub system: String,
    /// The value of each option by its id.
    pub options: BTreeMap<String, OptionValue>,
    /// The rules of the room that caipan does not know.
    pub unmodelled: Vec<Unmodelled>,
    /// Custom house rules that `system` may name. They are not part of the log; the reader's environment supplies them.
    pub houses: Houses,
}

/// The value of an option as written in a log: a word, a number or a truth value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(untagged, expecting = "an option takes true, false, a whole number or a word")]
pub enum OptionValue {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// One of the option's words.
    Word(String),
}

/// The origin of the log, in free text of the platform.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The platform's name.
    pub platform: Option<String>,
    /// The client's name.
    pub client: Option<String>,
    /// The client's version.
    pub version: Option<String>,
}

/// A player; the index in the list is the seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The platform's id of the player.
    pub id: String,
    /// The display name.
    pub name: Option<String>,
}

/// The state before the first hand; an absent field is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The seats at the table if fewer than four: the first two or three.
    pub seats: Option<Seats>,
    /// Scores before the first hand, in points.
    pub scores: Option<SeatMap<i64>>,
    /// The first dealer.
    pub dealer: Option<Seat>,
    /// The number of consecutive hands of the dealer, including the coming one (from 1).
    pub dealer_streak: Option<u32>,
    /// True if the dealer is 上楼 (Beijing).
    pub upstairs: Option<bool>,
    /// The points that each seat floats (飘分) in every hand that has none of its own.
    pub piao: Option<SeatMap<i64>>,
    /// The points that each seat adds (估卖) in every hand that has none of its own.
    pub gu_mai: Option<SeatMap<i64>>,
    /// The points that each seat owns before the first hand, if they limit its payments.
    pub holdings: Option<SeatMap<i64>>,
    /// The owner of the room, if the house rules let the owner pay fees.
    pub owner: Option<Owner>,
    /// True if the last hand of this log is the last of the match (末局).
    pub last_hand: Option<bool>,
}

/// One hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandLog {
    /// The platform's number of the hand. Where it jumps, hands are missing from the log.
    pub number: Option<u32>,
    /// The dealer; if absent, the seat that was dealt 14 tiles.
    pub dealer: Option<Seat>,
    /// The start time.
    pub started_at: Option<DateTime<FixedOffset>>,
    /// The throw that cuts the wall.
    pub dice: Option<Dice>,
    /// All tiles of the wall in drawing order, before the deal.
    pub wall: Option<Tiles>,
    /// The dealt tiles by seat; none for a seat that the record does not show.
    pub deal: Option<SeatMap<Tiles>>,
    /// The seats whose tiles the record does not show.
    pub hidden: Hidden,
    /// The turned-up tile that determines the wild (Beijing 混坯).
    pub indicator: Option<Tile>,
    /// The points that each seat floats in this hand (飘分).
    pub piao: Option<SeatMap<i64>>,
    /// The points that each seat adds in this hand (估卖).
    pub gu_mai: Option<SeatMap<i64>>,
    /// True if this is the last hand of the match (末局).
    pub last_hand: Option<bool>,
    /// The commitment to the wall, published before the hand.
    pub fairness: Option<Fairness>,
    /// True if the play goes on after the last event: only in the last hand of a log, where `in_progress` of the log says
    /// so.
    pub in_progress: bool,
    /// The events in order.
    pub events: Vec<Event>,
    /// The concealed tiles that the seats showed when the hand was over, without a tile won from another seat; none for a
    /// seat that showed none.
    pub shown: Option<SeatMap<Tiles>>,
    /// The result that the client claims. The replay never reads it.
    pub result: Option<HandResult>,
}

/// The seats whose tiles a record does not show: all but those of its `view`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// The seats; none if the record shows all tiles.
    pub seats: Seats,
    /// The number of tiles that each of them was dealt; `None` if it is not recorded.
    pub dealt: SeatMap<Option<u8>>,
}

impl HandLog {
    /// Returns the number of tiles that a seat was dealt, if the log records its deal.
    pub fn dealt(&self, seat: Seat) -> Option<usize> {
        if self.hidden.seats.contains(seat) {
            return self.hidden.dealt[seat].map(usize::from);
        }
        self.deal.as_ref().map(|deal| deal[seat].0.len())
    }

    /// Returns the points that the house, a pool or a referee moved in this hand, as far as they are recorded.
    pub fn house(&self) -> &[HouseLine] {
        self.result.as_ref().and_then(|result| result.house.as_deref()).unwrap_or_default()
    }

    /// Returns the claimed outcome.
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

/// The result of a hand as the client claims it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandResult {
    /// The outcome.
    pub outcome: Option<Outcome>,
    /// The wins that ended the hand.
    pub wins: Option<Vec<WinClaimed>>,
    /// The payments.
    pub payments: Option<Vec<Payment>>,
    /// Points won or lost in this hand.
    pub deltas: Option<SeatMap<i64>>,
    /// Scores after this hand.
    pub scores: Option<SeatMap<i64>>,
    /// The points that the house, a pool or a referee moved in this hand; they are part of `deltas`. `None` if unknown.
    pub house: Option<Vec<HouseLine>>,
    /// The dealer of the next hand.
    pub next_dealer: Option<Seat>,
}

/// The way a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// 胡.
    Win,
    /// 流局: the wall was exhausted.
    Draw,
    /// A player left or the match was dissolved.
    Aborted,
}

/// A claimed win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinClaimed {
    /// The winner.
    pub seat: Seat,
    /// Chinese names or ids of patterns.
    pub patterns: Option<Vec<String>>,
    /// The value in the unit of the rule system.
    pub value: Option<i64>,
}

/// A claimed payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The payer.
    pub from: Seat,
    /// The receiver.
    pub to: Seat,
    /// Points, not negative.
    pub points: i64,
    /// The cause, if the client records one line per cause.
    pub cause: Option<String>,
    /// The index of the event that the payment is for, if the client pays during the hand.
    pub at: Option<usize>,
}

impl Payment {
    /// Returns the points without their cause.
    pub const fn flow(&self) -> Flow {
        Flow { from: Party::Seat(self.from), to: Party::Seat(self.to), points: self.points }
    }
}
