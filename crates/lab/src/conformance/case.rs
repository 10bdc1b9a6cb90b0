//! A case: a log, the rules that apply, and the expected results that a person wrote down.

use caipan_engine::audit::Verdict;
use caipan_log::OptionValue;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatList};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One case: one line of a case file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Always `caipan-case/1`.
    pub format: String,
    /// The number of the situation and the preset that applies: `CS-B.3/2:changsha-a`. Never given to another case.
    pub id: String,
    /// The rule system.
    pub system: String,
    /// The preset.
    pub preset: String,
    /// Options that differ from the preset.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The clauses of the rule book that the case demonstrates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// The rulings that the answer rests on. An engine that reads the source differently may decline the case by naming
    /// one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<String>,
    /// The subject of the case.
    pub title: Text,
    /// The situation in words.
    pub situation: Text,
    /// The expected results.
    pub expect: Expected,
    /// The log, in the format `paipu/1`.
    pub log: serde_json::Map<String, serde_json::Value>,
}

/// The expected results of a log. Absent parts are not compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The verdict on the log.
    pub verdict: Verdict,
    /// All findings, without consequences of other findings. Empty if nothing is wrong.
    pub findings: Vec<FindingExpected>,
    /// Other house rules, as `option=value`, each of which makes every claimed number right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explained_by: Vec<String>,
    /// The expected results of single hands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<HandExpected>,
}

/// An expected finding and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindingExpected {
    /// The code of the check: `A302`.
    pub code: String,
    /// Index of the hand.
    pub hand: usize,
    /// Index of the event in the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// The field of the hand, if the finding concerns no event: `result/deltas`. Without event and field, any place in
    /// the hand counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The clauses that it rests on. Not compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
}

/// The expected results of one hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandExpected {
    /// Index of the hand.
    pub hand: usize,
    /// The seats that win by a `win` event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins: Option<Vec<WinExpected>>,
    /// All payments. The net between each pair is compared, not the lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payments: Option<Vec<PaymentExpected>>,
    /// The points that each seat gains or loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<SeatList<i64>>,
    /// The dealer of the next hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_dealer: Option<Seat>,
}

/// A winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WinExpected {
    /// The seat that wins.
    pub seat: Seat,
    /// The patterns, by name or id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patterns: Option<Vec<String>>,
    /// The patterns of other readings of the same value; an answer may name any of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<Vec<String>>,
    /// The value of the patterns, in the system's unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentExpected {
    /// The payer; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// The receiver; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
    /// The points to pay.
    pub points: i64,
    /// The calculation as a referee writes it: `(6 + 1) × 2 = 14`. Not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<String>,
    /// The clause that requires it. Not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}
