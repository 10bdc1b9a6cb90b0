//! What a document says of a finding, and of other house rules that would explain it.

use super::super::word::{self, Word};
use super::hand::LineView;
use crate::audit::{Kind, Severity};
use caipan_log::OptionValue;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One finding.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FindingView {
    /// Its number in this report, from 1.
    pub id: usize,
    /// The check's code.
    #[serde(deserialize_with = "word::one")]
    pub code: Word,
    /// The check's name.
    #[serde(deserialize_with = "word::one")]
    pub name: Word,
    /// What it is.
    pub kind: Kind,
    /// How grave.
    pub severity: Severity,
    /// Index of the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<usize>,
    /// Index of the event in the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// JSON pointer into the log.
    pub pointer: String,
    /// JSON pointer into the platform's own log, where an adapter keeps positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
    /// The line of the platform's own log, from 1, where that is rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original_line: Option<u64>,
    /// The seat it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What is wrong.
    pub message: Text,
    /// What to do about it.
    pub advice: Text,
    /// What the log says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<String>,
    /// What it should say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computed: Option<String>,
    /// The clauses it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<ClauseView>,
    /// The ruling it rests on.
    #[serde(default, deserialize_with = "word::maybe", skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Word>,
    /// The option that decided it.
    #[serde(default, deserialize_with = "word::maybe", skip_serializing_if = "Option::is_none")]
    pub option: Option<Word>,
    /// What that option decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option_name: Option<Text>,
    /// The payments it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineView>,
    /// Of a false win: what the hand comes near to, the nearest first; absent in reports of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<NearView>,
    /// The finding that it follows from. Against a baseline that one may be known and left out: then this one is new and
    /// counts by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<usize>,
}

/// What a false win comes near to.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NearView {
    /// What it would be.
    pub name: Text,
    /// How many tiles would have to be others; absent where it is more than are tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others: Option<usize>,
    /// The concealed tiles as read: `(5)` a wild as what it stands for, `[5]` a tile that is missing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reading: String,
    /// The tiles that do not fit: `6s`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub spare: String,
    /// What it lacks.
    pub lacks: Text,
    /// The clause that asks for it.
    #[serde(deserialize_with = "word::one")]
    pub clause: Word,
}

/// A clause cited.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClauseView {
    /// Its id in the rule book.
    #[serde(deserialize_with = "word::one")]
    pub id: Word,
    /// Where it stands in the source.
    #[serde(deserialize_with = "word::one")]
    pub section: Word,
    /// What it means.
    pub gloss: Text,
}

/// Other house rules that would explain the log.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Variant {
    /// Another preset, where that is the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Options to change.
    pub changes: Vec<VariantChange>,
    /// What it says, to be told to the platform.
    pub message: Text,
    /// Numbers of the findings it explains.
    pub explains: Vec<usize>,
    /// What speaks for it.
    #[serde(default)]
    pub evidence: EvidenceView,
}

/// What speaks for other house rules.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceView {
    /// In how many hands they make something right that is wrong by itself.
    pub hands: usize,
    /// How many claimed numbers of those hands they make right.
    pub numbers: usize,
}

/// One option under another value.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VariantChange {
    /// The option.
    #[serde(deserialize_with = "word::one")]
    pub option: Word,
    /// What it decides.
    pub label: Text,
    /// As declared.
    pub from: OptionValue,
    /// As it would have to be.
    pub to: OptionValue,
    /// The clause it varies.
    #[serde(deserialize_with = "word::one")]
    pub clause: Word,
}
