//! The answer of an engine to a case. Every part is optional; the parts given are compared.

use caipan_engine::audit::Verdict;
use caipan_tiles::tile::{Seat, SeatList};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One line of an answer file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AnswerLine {
    /// The engine that answers: its name and version. At most once, on the first line.
    Engine(EngineLine),
    /// The answer to one case.
    Answer(Answer),
}

/// The line that names the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EngineLine {
    /// Name and version, as the statement prints them.
    pub engine: String,
}

/// The answer to one case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The id of the case.
    pub id: String,
    /// Instead of an answer: the ruling, the option or the preset of the case that this engine reads differently or
    /// lacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declines: Option<String>,
    /// The verdict on the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// All findings; an empty list means that nothing is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub findings: Option<Vec<FindingAnswered>>,
    /// Other house rules, as `option=value`, that would make every claimed number right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explained_by: Option<Vec<String>>,
    /// The answers about single hands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<HandAnswered>,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindingAnswered {
    /// The code of the check. An engine with its own codes omits it; then only the place is compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Index of the hand.
    pub hand: usize,
    /// Index of the event in the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// The field of the hand, if the finding concerns no event: `result/deltas`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// The answer about one hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandAnswered {
    /// Index of the hand.
    pub hand: usize,
    /// The seats that win by a `win` event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins: Option<Vec<WinAnswered>>,
    /// Payments in any form: line by line, one line per pair, or netted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payments: Option<Vec<PaymentAnswered>>,
    /// The points that each seat gains or loses. An entry of an empty seat may be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<SeatList<i64>>,
    /// The dealer of the next hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_dealer: Option<Seat>,
}

/// A winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WinAnswered {
    /// The seat that wins.
    pub seat: Seat,
    /// The patterns, by Chinese or English name or by id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patterns: Option<Vec<String>>,
    /// The value of the patterns, in the system's unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentAnswered {
    /// The payer; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// The receiver; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
    /// The points paid.
    pub points: i64,
}
