//! The types of the published document. Within `caipan-report/1`, fields are only ever added.

mod finding;
mod hand;
mod house;
mod unmodelled;

pub use finding::{ClauseView, EvidenceView, FindingView, MistakeView, NearView, Variant, VariantChange};
pub use hand::{ExchangeView, HandView, LineView, PatternView, StepOfSum, WinView};
pub use house::HouseLineView;
pub use unmodelled::UnmodelledView;

use super::progress::ProgressView;
use super::record::RecordView;
use super::transfers::TransferView;
use crate::audit::{Question, Verdict};
use caipan_log::OptionValue;
use caipan_tiles::text::Text;
use caipan_tiles::tile::SeatList;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A word of the engine: a code, a name or a clause id. Owned only where a stored report is read.
type Word = Cow<'static, str>;

/// The report of one log.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Always `caipan-report/1`.
    pub format: Word,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict in one or two sentences; empty in reports of earlier versions.
    #[serde(default)]
    pub headline: Text,
    /// The audited log.
    pub log: LogView,
    /// The rules applied.
    pub rules: RulesView,
    /// The number of findings of each kind.
    pub summary: Summary,
    /// All findings, in the order of the log.
    pub findings: Vec<FindingView>,
    /// Other house rules that make every claimed number right, smallest changes first.
    pub variants: Vec<Variant>,
    /// Other house rules that would also make every claimed number right, but with so little evidence that a mistake is
    /// possible. The findings that they would explain remain faults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub possible: Vec<Variant>,
    /// The hands with their payments.
    pub hands: Vec<HandView>,
    /// The points that the house, a pool or a referee moved between hands, as recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub between: Vec<HouseLineView>,
    /// The end of the match, if the house rules or lines between hands add to its totals and the points of all hands are
    /// known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_end: Option<MatchEndView>,
    /// The transfers that correct all hands together; where not all due amounts are known, those needed in any case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<TransferView>,
    /// The checks made and the checks that were not possible.
    pub coverage: Vec<CoverageView>,
    /// For a log in progress: whose turn it is, and what each seat may do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<ProgressView>,
    /// The evidence in the log and the most useful missing field; absent in reports of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordView>,
    /// The comparison with an earlier run, if requested. Then `findings`, `summary`, `verdict` and `headline` cover only
    /// what is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineView>,
}

impl Report {
    /// True if the finding counts as primary: it is no consequence, or its cause is already known and left out.
    pub fn stands_alone(&self, finding: &FindingView) -> bool {
        finding.because.is_none_or(|cause| self.findings.binary_search_by_key(&cause, |other| other.id).is_err())
    }
}

/// The end of a match.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MatchEndView {
    /// Points won or lost in all hands, by seat.
    pub before: SeatList<i64>,
    /// The payments that the house rules add, and the points that were moved between hands.
    pub ledger: Vec<LineView>,
    /// The totals with them, by seat.
    pub totals: SeatList<i64>,
}

/// The comparison of a report with an earlier run.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BaselineView {
    /// The number of findings left out because they were known before.
    pub known: usize,
    /// The number of known findings that no longer occur.
    pub gone: usize,
}

/// The log of a report.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LogView {
    /// The platform's id.
    pub id: String,
    /// `sha256:` of the bytes as received.
    pub digest: String,
    /// The number of hands in the log.
    pub hands: usize,
    /// The number of events in the log.
    pub events: usize,
    /// The players by seat, as the report names them; absent if the log names none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The adapter that translated the log, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapter: Option<AdapterView>,
}

/// The adapter that translated a log. Another adapter may read the same bytes differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AdapterView {
    /// Its name.
    pub name: String,
    /// Its version, as its author counts.
    pub version: String,
    /// `sha256:` of its file.
    pub digest: String,
}

/// The rules of a report.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RulesView {
    /// The rule system.
    pub system: Word,
    /// Its revision. The same log and the same revision give the same report.
    pub revision: u16,
    /// The declared preset.
    pub preset: String,
    /// The preset's name.
    pub name: Text,
    /// `sha256:` of the content of a house rules preset, its rules that caipan does not know included; absent for presets of the system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house: Option<String>,
    /// The declared options that differ from the preset.
    #[serde(default)]
    pub options: BTreeMap<Word, OptionValue>,
    /// The declared rules that caipan does not know, those of the preset included. The money that they may move is not
    /// judged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmodelled: Vec<UnmodelledView>,
}

/// The number of findings by kind. Consequences are counted separately.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Primary faults.
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

/// The coverage of one question.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoverageView {
    /// The question.
    #[schemars(with = "String")]
    pub question: Question,
    /// Its name.
    pub name: Text,
    /// The number of times that it was answered.
    pub checked: usize,
    /// The missing fields, each with the number of times that it was needed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<Word, usize>,
    /// The reason and the remedy, if not everything was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Text>,
}
