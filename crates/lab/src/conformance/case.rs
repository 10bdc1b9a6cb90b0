//! A case: a log, the rules it is judged by, and what is right about it as far as a person wrote that down.

use caipan_engine::audit::Verdict;
use caipan_log::OptionValue;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One case: one line of a case file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Always `caipan-case/1`.
    pub format: String,
    /// The number of the situation and the preset it is judged by: `CS-B.3/2:changsha-a`. Never given to another case.
    pub id: String,
    /// The rule system.
    pub system: String,
    /// The preset.
    pub preset: String,
    /// House rules that differ from the preset.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The clauses of the rule book that it shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// The rulings that its answer rests on: an engine with another reading of the source may decline it by one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<String>,
    /// What it is about.
    pub title: Text,
    /// The situation in words.
    pub situation: Text,
    /// What is right.
    pub expect: Expected,
    /// The log, in the format `paipu/1`.
    pub log: serde_json::Map<String, serde_json::Value>,
}

/// What is right about a log. What is absent is not asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// What the log comes to.
    pub verdict: Verdict,
    /// Everything wrong with it, without what merely follows from something else wrong. Empty: nothing is.
    pub findings: Vec<FindingExpected>,
    /// Other house rules, as `option=value`, each of which makes every claimed number right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explained_by: Vec<String>,
    /// What is right of single hands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<HandExpected>,
}

/// Something wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindingExpected {
    /// The check that finds it: `A302`.
    pub code: String,
    /// Index of the hand.
    pub hand: usize,
    /// Index of the event in the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// The field of the hand, where it is no event: `result/deltas`. Neither: somewhere in the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The clauses it rests on. Not compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
}

/// What is right of one hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandExpected {
    /// Index of the hand.
    pub hand: usize,
    /// Who wins by a `win` event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins: Option<Vec<WinExpected>>,
    /// All payments. Compared is the net between each pair, not the lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payments: Option<Vec<PaymentExpected>>,
    /// What each seat gains or loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<[i64; 4]>,
    /// Who deals next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_dealer: Option<Seat>,
}

/// A winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WinExpected {
    /// Who.
    pub seat: Seat,
    /// The patterns, by name or id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patterns: Option<Vec<String>>,
    /// Those of other readings that are worth as much: an answer may name any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<Vec<String>>,
    /// Their value, in the system's own measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentExpected {
    /// Who pays; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// Who receives; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
    /// Points.
    pub points: i64,
    /// The sum as a referee writes it: `(6 + 1) × 2 = 14`. Not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<String>,
    /// The clause that asks for it. Not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}
