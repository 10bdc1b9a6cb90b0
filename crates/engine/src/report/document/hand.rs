//! What a document says of a hand: its wins, and its payments with their sums.

use super::super::transfers::TransferView;
use super::super::word::{self, Word};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::Op;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One hand.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HandView {
    /// Its index.
    pub hand: usize,
    /// Who dealt.
    pub dealer: Seat,
    /// How it ended by the events: `win`, `draw`, `aborted`, or `unknown` where nothing could be replayed.
    #[serde(deserialize_with = "word::one")]
    pub outcome: Word,
    /// The wins, as judged.
    pub wins: Vec<WinView>,
    /// The field without which what is due is not known: then `ledger` is empty and `balance` says nothing.
    #[serde(default, deserialize_with = "word::maybe", skip_serializing_if = "Option::is_none")]
    pub due_unknown: Option<Word>,
    /// Every payment under the rules.
    pub ledger: Vec<LineView>,
    /// What each seat gains or loses under the rules.
    pub balance: [i64; 4],
    /// What each seat gained or lost by the record; absent where it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<[i64; 4]>,
    /// What puts the record right; empty where it is right or where that is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<TransferView>,
    /// Who should deal next, where the rules tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_dealer: Option<Seat>,
    /// The digest of the table at the end of the hand.
    pub table: String,
}

impl HandView {
    /// Why it is not known what is due, where it is not.
    pub fn why_unknown(&self) -> Option<Text> {
        Some(match self.due_unknown? {
            "events" => bilingual!(
                "不知各家应得多少：events 不全或有疑",
                "what is due is not known: the events are not whole or in doubt"
            ),
            field => {
                bilingual!("不知各家应得多少：牌谱里没有 {field}", "what is due is not known: the log has no {field}")
            }
        })
    }
}

/// A win as judged.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WinView {
    /// Who won.
    pub seat: Seat,
    /// Whether it stands under the rules.
    pub stands: bool,
    /// Who pays alone; absent when all pay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// The tile or tiles won on.
    pub tiles: String,
    /// The concealed tiles as read.
    pub reading: String,
    /// The patterns.
    pub patterns: Vec<PatternView>,
    /// Their value, in the system's own measure.
    pub value: i64,
}

/// A pattern of a win.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PatternView {
    /// Its id.
    #[serde(deserialize_with = "word::one")]
    pub id: Word,
    /// Its name.
    pub name: Text,
    /// What it counts for.
    pub value: i64,
    /// The clause.
    #[serde(deserialize_with = "word::one")]
    pub clause: Word,
}

/// One payment.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LineView {
    /// Who pays; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// Who receives; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
    /// Points.
    pub points: i64,
    /// The sum as written on paper: `2 × 2 × 2 + 1 = 9`.
    pub sum: String,
    /// The sum step by step.
    pub steps: Vec<StepOfSum>,
    /// The cause's id.
    #[serde(deserialize_with = "word::one")]
    pub cause: Word,
    /// The cause's name.
    pub cause_name: Text,
    /// The clause.
    #[serde(deserialize_with = "word::one")]
    pub clause: Word,
    /// The ruling, where the clause is one.
    #[serde(default, deserialize_with = "word::maybe", skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Word>,
    /// Options that decided the amount.
    #[serde(default, deserialize_with = "word::many", skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Word>,
    /// The tiles it is for, where it is for tiles: `1s1s5p`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tiles: String,
}

/// One step of a sum.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StepOfSum {
    /// What is done.
    #[schemars(with = "String")]
    pub op: Op,
    /// With which number.
    pub by: i64,
    /// Why.
    pub why: Text,
}
