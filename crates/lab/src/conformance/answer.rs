//! What an engine answers to a case. Every part may be left out; what is there is compared.

use caipan_engine::audit::Verdict;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One line of an answer file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AnswerLine {
    /// Which engine answers: its name and version. At most once, on the first line.
    Engine(EngineLine),
    /// The answer to one case.
    Answer(Answer),
}

/// The line that names the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EngineLine {
    /// Name and version, as the statement shall print them.
    pub engine: String,
}

/// The answer to one case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The case's id.
    pub id: String,
    /// Instead of an answer: the ruling, the option or the preset of the case that this engine reads otherwise or lacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declines: Option<String>,
    /// What the log comes to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Everything wrong with it; an empty list says that nothing is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub findings: Option<Vec<FindingAnswered>>,
    /// Other house rules, as `option=value`, that would make every claimed number right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explained_by: Option<Vec<String>>,
    /// The hands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<HandAnswered>,
}

/// Something wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindingAnswered {
    /// The check; an engine with codes of its own leaves it out and is compared by the place alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Index of the hand.
    pub hand: usize,
    /// Index of the event in the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// The field of the hand, where it is no event: `result/deltas`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// One hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandAnswered {
    /// Index of the hand.
    pub hand: usize,
    /// Who wins by a `win` event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins: Option<Vec<WinAnswered>>,
    /// Payments in any form: line by line, one line a pair, or netted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payments: Option<Vec<PaymentAnswered>>,
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
pub struct WinAnswered {
    /// Who.
    pub seat: Seat,
    /// The patterns, by Chinese or English name or by id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patterns: Option<Vec<String>>,
    /// Their value, in the system's own measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentAnswered {
    /// Who pays; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// Who receives; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
    /// Points.
    pub points: i64,
}
