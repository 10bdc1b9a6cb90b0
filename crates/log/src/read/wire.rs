//! The objects of a log in their JSON form, flat, with every key in one place. The schema publishes the doc comments
//! here.

use super::super::want::Want;
use super::super::word::EventKind;
use super::super::{Automatic, Declaration, Dice, DrawFrom, KongKind, Outcome, Owner, PassOf};
use super::claim::WireClaim;
use super::event::WireEvents;
use super::house_line::{WireBetween, WireHouseLine};
use super::list::{Anything, BETWEEN, CLAIMS, HOUSE, Hands, InlineVec, KINDS, PATTERNS, PAYMENTS, WINS};
use super::rules::WireRules;
use super::scalar::{Digest, EventAt, Field, Format, HandNumber, HowMany, Id, Must, OneOf, Points, Streak, Wire};
use super::view::{Dealt, View};
use caipan_tiles::tile::{Seat, SeatList, Tile, Tiles};
use chrono::{DateTime, FixedOffset};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Reads a struct from an object only; serde's default would also accept a list of its fields.
pub(super) struct ObjectVisitor<T>(pub(super) PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Want::Object, f)
    }
    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(entries))
    }
}

/// Declares the structs that are objects of a log.
macro_rules! objects {
    ($($type:ident $(<$of:ident>)?),+ $(,)?) => {
        $(impl $(<$of: WireEvents>)? Wire for $type $(<$of>)? {
            #[inline]
            fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_map(ObjectVisitor(PhantomData))
            }
            fn schema(schemas: &mut SchemaGenerator) -> Schema {
                schemas.subschema_for::<Self>()
            }
        })+
    };
}
objects!(
    WireGame<L>,
    WireHand<L>,
    WireRules,
    WireSource,
    WirePlayer,
    WireStart,
    WireMatch,
    WireFairness,
    WireEvent,
    WireClaim,
    WireResult,
    WireWin,
    WirePayment,
);

/// One match: its players, rules and hands, and the results that the client claims.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "L: WireEvents"))]
#[schemars(rename = "Game", bound = "L: WireEvents")]
pub(crate) struct WireGame<L> {
    /// The format and its version.
    #[serde(rename = "format")]
    _format: Must<Format>,
    /// The platform's own id of the match.
    pub(super) id: Must<Id>,
    /// The id of a stored log that this one replaces.
    #[serde(default)]
    pub(super) corrects: Field<Id>,
    /// True if the play goes on after the last event of the last hand: that hand has no result yet, and the match no
    /// totals.
    #[serde(default)]
    pub(super) in_progress: Field<bool>,
    /// The seats whose tiles the record shows (视角), each once. Of the other seats the deal is a number of tiles or empty,
    /// and a draw has no tile. Absent if the record shows all.
    #[serde(default)]
    pub(super) view: Field<View>,
    /// The declared rules.
    pub(super) rules: Must<WireRules>,
    /// The client that wrote the log.
    #[serde(default)]
    pub(super) source: Field<WireSource>,
    /// The players by seat, one per seat at the table; absent or empty if unknown.
    #[serde(default)]
    pub(super) players: Field<Players>,
    /// The state before the first hand.
    #[serde(default)]
    pub(super) start: Field<WireStart>,
    /// The end of the match, as the platform settles it.
    #[serde(default, rename = "match")]
    pub(super) end: Field<WireMatch>,
    /// The hands (局) in order, at least one.
    #[schemars(length(min = 1))]
    pub(super) hands: Must<Hands<WireHand<L>>>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// The origin of the log, in free text of the platform.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Source")]
pub(crate) struct WireSource {
    /// The platform's name.
    #[serde(default)]
    pub(super) platform: Field<String>,
    /// The client's name.
    #[serde(default)]
    pub(super) client: Field<String>,
    /// The client's version.
    #[serde(default)]
    pub(super) version: Field<String>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// A player; the index in the list is the seat.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Player")]
pub(crate) struct WirePlayer {
    /// The platform's id of the player.
    pub(super) id: Must<Id>,
    /// The display name.
    #[serde(default)]
    pub(super) name: Field<String>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// The players of a table, or none.
#[derive(Default)]
pub(crate) struct Players(pub(super) Vec<WirePlayer>);

impl Wire for Players {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Players, D::Error> {
        let players = Vec::<WirePlayer>::read(from)?;
        match players.len() {
            0 | 2..=4 => Ok(Players(players)),
            found => Err(D::Error::invalid_length(found, &Want::Players)),
        }
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        let items = WirePlayer::schema(schemas);
        json_schema!({ "type": "array", "items": items, "anyOf": [{ "minItems": 2, "maxItems": 4 }, { "maxItems": 0 }] })
    }
}

/// The state before the first hand.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Start")]
pub(crate) struct WireStart {
    /// The number of players (人数) if fewer than four: they have the first seats. A list by seat has as many entries, or
    /// four with 0 or nothing for the empty seats.
    #[serde(default)]
    pub(super) seats: Field<HowMany>,
    /// Scores before the first hand, in points, by seat.
    #[serde(default)]
    pub(super) scores: Field<SeatList<i64>>,
    /// The first dealer (庄).
    #[serde(default)]
    pub(super) dealer: Field<Seat>,
    /// The number of consecutive hands of the dealer (连庄), including the coming one, from 1.
    #[serde(default)]
    pub(super) dealer_streak: Field<Streak>,
    /// True if the dealer is upstairs (上楼, Beijing).
    #[serde(default)]
    pub(super) upstairs: Field<bool>,
    /// The points that each seat floats (飘分), by seat, in every hand that has none of its own.
    #[serde(default)]
    pub(super) piao: Field<SeatList<i64>>,
    /// The points that each seat adds (估卖), by seat, in every hand that has none of its own.
    #[serde(default)]
    pub(super) gu_mai: Field<SeatList<i64>>,
    /// The points that each seat owns before the first hand, if the house rules limit payments by them.
    #[serde(default)]
    pub(super) holdings: Field<SeatList<i64>>,
    /// The owner of the room (房主), a seat or `away`, if the house rules let the owner pay fees.
    #[serde(default)]
    pub(super) owner: Field<Owner>,
    /// True if the last hand of this log is the last of the match (末局).
    #[serde(default)]
    pub(super) last_hand: Field<bool>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// The end of the match.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Match")]
pub(crate) struct WireMatch {
    /// Points won or lost in the whole match, by seat, with what the house rules add at the end.
    #[serde(default)]
    pub(super) totals: Field<SeatList<i64>>,
    /// The points that the house, a pool or a referee moved between hands (抽水、台费、罚分、改分), in order; absent if
    /// unknown, empty if none.
    #[serde(default)]
    pub(super) house: Field<InlineVec<WireBetween, BETWEEN>>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// One hand (局).
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "L: WireEvents"))]
#[schemars(rename = "Hand", bound = "L: WireEvents")]
pub(crate) struct WireHand<L> {
    /// The platform's number of the hand. Where it jumps, hands are missing from the log.
    #[serde(default)]
    pub(super) number: Field<HandNumber>,
    /// The dealer (庄); if absent, the seat that was dealt 14 tiles.
    #[serde(default)]
    pub(super) dealer: Field<Seat>,
    /// The start time, RFC 3339.
    #[serde(default)]
    pub(super) started_at: Field<DateTime<FixedOffset>>,
    /// The throw that cuts the wall.
    #[serde(default)]
    pub(super) dice: Field<Dice>,
    /// All tiles of the wall (牌墙) in drawing order, before the deal.
    #[serde(default)]
    pub(super) wall: Field<Tiles>,
    /// The dealt tiles by seat: 14 for the dealer, 13 for the others. For a seat outside `view` their number, or an empty
    /// text.
    #[serde(default)]
    pub(super) deal: Field<SeatList<Dealt>>,
    /// The turned-up tile that determines the wild (混, Beijing).
    #[serde(default)]
    pub(super) indicator: Field<Tile>,
    /// The points that each seat floats in this hand (飘分), by seat.
    #[serde(default)]
    pub(super) piao: Field<SeatList<i64>>,
    /// The points that each seat adds in this hand (估卖), by seat.
    #[serde(default)]
    pub(super) gu_mai: Field<SeatList<i64>>,
    /// True if this is the last hand of the match (末局).
    #[serde(default)]
    pub(super) last_hand: Field<bool>,
    /// The commitment to the wall, published before the hand.
    #[serde(default)]
    pub(super) fairness: Field<WireFairness>,
    /// The events in order.
    pub(super) events: Must<L>,
    /// The concealed tiles by seat that were shown when the hand was over, without a tile won from another seat; an empty
    /// text for a seat that showed none.
    #[serde(default)]
    pub(super) shown: Field<SeatList<Tiles>>,
    /// The result that the client claims. The replay never reads it.
    #[serde(default)]
    pub(super) result: Field<WireResult>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// A commitment to the wall.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Fairness")]
pub(crate) struct WireFairness {
    /// SHA-256 of the salt followed by the wall as written, published before the hand.
    pub(super) commitment: Must<Digest>,
    /// The salt, published after the hand.
    #[serde(default)]
    pub(super) salt: Field<String>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// One event with every key that any type of event may have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WireEvent {
    #[serde(rename = "type")]
    pub(crate) event: Must<OneOf<EventKind>>,
    #[serde(default)]
    pub(crate) seat: Field<Seat>,
    #[serde(default)]
    pub(crate) tile: Field<Tile>,
    #[serde(default)]
    pub(crate) from: Field<OneOf<DrawFrom>>,
    #[serde(default)]
    pub(crate) with: Field<[Tile; 2]>,
    #[serde(default)]
    pub(crate) kind: Field<OneOf<KongKind>>,
    #[serde(default)]
    pub(crate) dice: Field<Dice>,
    #[serde(default)]
    pub(crate) tiles: Field<Tiles>,
    #[serde(default)]
    pub(crate) kinds: Field<InlineVec<String, KINDS>>,
    #[serde(default)]
    pub(crate) what: Field<OneOf<Declaration>>,
    #[serde(default)]
    pub(crate) take: Field<bool>,
    #[serde(default)]
    pub(crate) of: Field<OneOf<PassOf>>,
    #[serde(default)]
    pub(crate) takes: Field<Tiles>,
    #[serde(default)]
    pub(crate) fly: Field<Tiles>,
    #[serde(default)]
    pub(crate) ms: Field<u64>,
    #[serde(default)]
    pub(crate) claims: Field<InlineVec<WireClaim, CLAIMS>>,
    #[serde(default)]
    pub(crate) digest: Field<Digest>,
    #[serde(default)]
    pub(crate) auto: Field<OneOf<Automatic>>,
    #[serde(default)]
    pub(crate) offers: Field<InlineVec<WireClaim, CLAIMS>>,
    #[serde(default, rename = "x")]
    pub(super) _x: Anything,
}

/// The result of a hand as the client claims it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Result")]
pub(crate) struct WireResult {
    /// The outcome of the hand: win (胡), draw (流局) or aborted (left or dissolved).
    #[serde(default)]
    pub(super) outcome: Field<OneOf<Outcome>>,
    /// The wins that ended the hand.
    #[serde(default)]
    pub(super) wins: Field<InlineVec<WireWin, WINS>>,
    /// The payments: one line per cause, one line per pair of seats, or netted.
    #[serde(default)]
    pub(super) payments: Field<InlineVec<WirePayment, PAYMENTS>>,
    /// Points won or lost in this hand, by seat.
    #[serde(default)]
    pub(super) deltas: Field<SeatList<i64>>,
    /// Scores after this hand, by seat.
    #[serde(default)]
    pub(super) scores: Field<SeatList<i64>>,
    /// The points that the house, a pool or a referee moved in this hand; they are part of `deltas`. Absent if unknown,
    /// empty if none.
    #[serde(default)]
    pub(super) house: Field<InlineVec<WireHouseLine, HOUSE>>,
    /// The dealer of the next hand.
    #[serde(default)]
    pub(super) next_dealer: Field<Seat>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// A claimed win.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Win")]
pub(crate) struct WireWin {
    /// The winner.
    pub(super) seat: Must<Seat>,
    /// Chinese names or ids of patterns (番种).
    #[serde(default)]
    pub(super) patterns: Field<InlineVec<String, PATTERNS>>,
    /// The value of the win in the unit of the rule system.
    #[serde(default)]
    pub(super) value: Field<i64>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// A claimed payment.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Payment")]
pub(crate) struct WirePayment {
    /// The payer.
    pub(super) from: Must<Seat>,
    /// The receiver.
    pub(super) to: Must<Seat>,
    /// Points, not negative.
    pub(super) points: Must<Points>,
    /// The cause, if the client records one line per cause.
    #[serde(default, rename = "for")]
    pub(super) cause: Field<String>,
    /// The index of the event that the payment is for: the kong, the win, the initial win.
    #[serde(default)]
    pub(super) at: Field<EventAt>,
    #[serde(default, rename = "x")]
    _x: Anything,
}
