//! The types of the published document. A field is only ever added within `caipan-report/1`.

mod finding;
mod hand;

pub use finding::{ClauseView, EvidenceView, FindingView, NearView, Variant, VariantChange};
pub use hand::{HandView, LineView, PatternView, StepOfSum, WinView};

use super::record::RecordView;
use super::transfers::TransferView;
use super::word::{self, Word};
use crate::audit::{Question, Verdict};
use caipan_log::OptionValue;
use caipan_tiles::text::Text;
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
