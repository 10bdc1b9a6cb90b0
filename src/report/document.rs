//! The types of the published document. A field is only ever added within `caipan-report/1`.

use super::record::RecordView;
use super::transfers::TransferView;
use super::word::{self, Word};
use crate::audit::{Kind, Question, Severity, Verdict};
use crate::ledger::Op;
use crate::log::OptionValue;
use crate::say::Text;
use crate::tile::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The report of one log.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Always `caipan-report/1`.
    #[serde(deserialize_with = "word::one")]
    pub format: Word,
    /// What it comes to.
    pub verdict: Verdict,
    /// The log it is about.
    pub log: LogView,
    /// The rules it was judged by.
    pub rules: RulesView,
    /// How many findings of which kind.
    pub summary: Summary,
    /// Everything found, in order of the log.
    pub findings: Vec<FindingView>,
    /// Other house rules that would make every claimed number right: the smallest changes first.
    pub variants: Vec<Variant>,
    /// Other house rules that would make every claimed number right as well, but on so little evidence that it may be a
    /// mistake: what they would explain stays a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub possible: Vec<Variant>,
    /// The hands with their payments.
    pub hands: Vec<HandView>,
    /// What puts all hands together right, of those in which it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<TransferView>,
    /// What was checked and what could not be.
    pub coverage: Vec<CoverageView>,
    /// What evidence the log holds, and the field that would add most; absent in reports of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordView>,
    /// How it compares with an earlier run, where that was asked for; `findings`, `summary` and `verdict` are then those of
    /// what is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineView>,
}

impl Report {
    /// Whether a finding of this report counts by itself: it follows from none, or from one that was known before and is
    /// left out.
    pub fn stands_alone(&self, finding: &FindingView) -> bool {
        finding.because.is_none_or(|cause| self.findings.binary_search_by_key(&cause, |other| other.id).is_err())
    }
}

/// How a report compares with an earlier run.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BaselineView {
    /// Findings that were known before and are left out.
    pub known: usize,
    /// Findings known before that are found no more.
    pub gone: usize,
}

/// The log a report is about.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LogView {
    /// The platform's id.
    pub id: String,
    /// `sha256:` of the bytes as received.
    pub digest: String,
    /// Hands in the log.
    pub hands: usize,
    /// Events in the log.
    pub events: usize,
    /// The players by seat, as they are named here; left out where the log names none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The adapter that translated it, where one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapter: Option<AdapterView>,
}

/// The adapter that translated a log: another one may read the same bytes differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AdapterView {
    /// Its name.
    pub name: String,
    /// Its version, as whoever wrote it counts.
    pub version: String,
    /// `sha256:` of its file.
    pub digest: String,
}

/// The rules of a report.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RulesView {
    /// The rule system.
    #[serde(deserialize_with = "word::one")]
    pub system: Word,
    /// Its revision: same log and same revision give the same report.
    pub revision: u16,
    /// The preset declared.
    pub preset: String,
    /// The preset's name.
    pub name: Text,
    /// `sha256:` of what a house's own preset decides; absent for those of the system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house: Option<String>,
    /// Options declared that differ from the preset.
    #[serde(default, deserialize_with = "word::under")]
    pub options: BTreeMap<Word, OptionValue>,
}

/// How many findings, by kind. Consequences are counted apart.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Faults of their own.
    pub faults: usize,
    /// Findings that other house rules explain.
    pub variants: usize,
    /// Claims that cannot be checked.
    pub unverifiable: usize,
    /// Notes.
    pub notes: usize,
    /// Consequences of other findings.
    pub consequences: usize,
}

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

/// What was checked of one question.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoverageView {
    /// The question.
    #[schemars(with = "String")]
    pub question: Question,
    /// Its name.
    pub name: Text,
    /// How often it was answered.
    pub checked: usize,
    /// Field to how often it was missed.
    #[serde(default, deserialize_with = "word::under", skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<Word, usize>,
    /// Where not everything was looked at: why, and what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Text>,
}
