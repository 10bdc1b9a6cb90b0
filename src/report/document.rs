//! The types of the published document. A field is only ever added within `caipan-report/1`.

use crate::audit::{Kind, Question, Severity, Verdict};
use crate::ledger::Op;
use crate::log::OptionValue;
use crate::say::Text;
use crate::tile::Seat;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The report of one log.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Report {
    /// Always `caipan-report/1`.
    pub format: &'static str,
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub possible: Vec<Variant>,
    /// The hands with their payments.
    pub hands: Vec<HandView>,
    /// What was checked and what could not be.
    pub coverage: Vec<CoverageView>,
    /// How it compares with an earlier run, where that was asked for; `findings`, `summary` and `verdict` are then those of
    /// what is new.
    #[serde(skip_serializing_if = "Option::is_none")]
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
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct BaselineView {
    /// Findings that were known before and are left out.
    pub known: usize,
    /// Findings known before that are found no more.
    pub gone: usize,
}

/// The log a report is about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LogView {
    /// The platform's id.
    pub id: String,
    /// `sha256:` of the bytes as received.
    pub digest: String,
    /// Hands in the log.
    pub hands: usize,
    /// Events in the log.
    pub events: usize,
}

/// The rules of a report.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RulesView {
    /// The rule system.
    pub system: &'static str,
    /// Its revision: same log and same revision give the same report.
    pub revision: u16,
    /// The preset declared.
    pub preset: &'static str,
    /// The preset's name.
    pub name: Text,
    /// Options declared that differ from the preset.
    pub options: BTreeMap<&'static str, OptionValue>,
}

/// How many findings, by kind. Consequences are counted apart.
#[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
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
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FindingView {
    /// Its number in this report, from 1.
    pub id: usize,
    /// The check's code.
    pub code: &'static str,
    /// The check's name.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    /// How grave.
    pub severity: Severity,
    /// Index of the hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<usize>,
    /// Index of the event in the hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// JSON pointer into the log.
    pub pointer: String,
    /// The seat it concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What is wrong.
    pub message: Text,
    /// What to do about it.
    pub advice: Text,
    /// What the log says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<String>,
    /// What it should say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computed: Option<String>,
    /// The clauses it rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<ClauseView>,
    /// The ruling it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<&'static str>,
    /// The option that decided it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<&'static str>,
    /// The payments it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineView>,
    /// The finding that it follows from. Against a baseline that one may be known and left out: then this one is new and
    /// counts by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<usize>,
}

/// A clause cited.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClauseView {
    /// Its id in the rule book.
    pub id: &'static str,
    /// Where it stands in the source.
    pub section: &'static str,
    /// What it means.
    pub gloss: Text,
}

/// One payment.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LineView {
    /// Who pays; absent for the house.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// Who receives; absent for the house.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
    /// Points.
    pub points: i64,
    /// The sum as written on paper: `2 × 2 × 2 + 1 = 9`.
    pub sum: String,
    /// The sum step by step.
    pub steps: Vec<StepOfSum>,
    /// The cause's id.
    pub cause: &'static str,
    /// The cause's name.
    pub cause_name: Text,
    /// The clause.
    pub clause: &'static str,
    /// The ruling, where the clause is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<&'static str>,
    /// Options that decided the amount.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<&'static str>,
    /// The tiles it is for, where it is for tiles: `1s1s5p`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tiles: String,
}

/// One step of a sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
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
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Variant {
    /// Another preset, where that is the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<&'static str>,
    /// Options to change.
    pub changes: Vec<VariantChange>,
    /// What it says, to be told to the platform.
    pub message: Text,
    /// Numbers of the findings it explains.
    pub explains: Vec<usize>,
    /// What speaks for it.
    pub evidence: EvidenceView,
}

/// What speaks for other house rules.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct EvidenceView {
    /// In how many hands they make something right that is wrong by itself.
    pub hands: usize,
    /// How many claimed numbers of those hands they make right.
    pub numbers: usize,
}

/// One option under another value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VariantChange {
    /// The option.
    pub option: &'static str,
    /// What it decides.
    pub label: Text,
    /// As declared.
    pub from: OptionValue,
    /// As it would have to be.
    pub to: OptionValue,
    /// The clause it varies.
    pub clause: &'static str,
}

/// One hand.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HandView {
    /// Its index.
    pub hand: usize,
    /// Who dealt.
    pub dealer: Seat,
    /// How it ended by the events: `win`, `draw`, `aborted`, or `unknown` where nothing could be replayed.
    pub outcome: &'static str,
    /// The wins, as judged.
    pub wins: Vec<WinView>,
    /// Every payment under the rules.
    pub ledger: Vec<LineView>,
    /// What each seat gains or loses under the rules.
    pub balance: [i64; 4],
    /// Who should deal next, where the rules tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_dealer: Option<Seat>,
    /// The digest of the table at the end of the hand.
    pub table: String,
}

/// A win as judged.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WinView {
    /// Who won.
    pub seat: Seat,
    /// Whether it stands under the rules.
    pub stands: bool,
    /// Who pays alone; absent when all pay.
    #[serde(skip_serializing_if = "Option::is_none")]
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
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PatternView {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
    /// What it counts for.
    pub value: i64,
    /// The clause.
    pub clause: &'static str,
}

/// What was checked of one question.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CoverageView {
    /// The question.
    #[schemars(with = "String")]
    pub question: Question,
    /// Its name.
    pub name: Text,
    /// How often it was answered.
    pub checked: usize,
    /// Field to how often it was missed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<&'static str, usize>,
    /// Where not everything was looked at: why, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Text>,
}
