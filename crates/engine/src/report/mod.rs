//! The report: the published document of an audit, and its renderings.
//!
//! The same log under the same rule revision gives the same bytes. The document contains no time, program version or
//! machine data. Only SARIF names the version, because its standard requires it of a tool.

mod banner;
mod baseline;
mod before;
pub(crate) mod build;
mod changes;
pub mod diff;
mod document;
mod event_words;
mod headline;
mod identity;
mod in_play;
pub mod junit;
mod meld_layout;
mod origin;
mod past;
mod record;
mod remaining;
pub mod sarif;
mod stake;
mod step;
mod progress;
pub(crate) mod text;
mod thrown;
mod transfers;
mod waits;
mod what_if;

pub use baseline::Baseline;
pub use before::before_each;
pub use changes::{apply, change};
pub use document::{
    AdapterView, BaselineView, ClauseView, CoverageView, ExchangeView, FindingView, HandView, HouseLineView, LineView,
    LogView, MatchEndView, MistakeView, NearView, PatternView, Report, RulesView, StepOfSum, Summary, UnmodelledView,
    Variant, VariantChange, WinView,
};
pub use event_words::{action_in_words, event_in_words, kong_in_words};
pub use identity::identities;
pub use in_play::{Answer, InPlay};
pub use meld_layout::LaidView;
pub use origin::{Origin, Original, Translation};
pub use past::{Past, PastFinding, PastHand, PastLine, PastLog, PastRules, past};
pub use progress::{ActView, DueView, ProgressView};
pub use record::{Level, RecordView};
pub use remaining::Remaining;
pub use stake::StakeView;
pub use step::{ActionView, CutView, KongView, OpenView, PlaceView, StepView, step, steps};
pub use text::{Style, text};
pub use transfers::TransferView;
pub use waits::BarredView;
pub use what_if::{
    EventOtherwise, HandOtherwise, NoAnswer, Otherwise, Ruling, SideView, WhatIf, what_if, what_if_within,
};

use crate::audit::{audit, metered};
use crate::meter::Meter;
use crate::rules::RulesError;
use caipan_log::GameLog;

/// The format of the document.
pub const FORMAT: &str = "caipan-report/1";

/// The initial buffer size for JSON, in bytes. Most documents fit.
const USUAL: usize = 16 << 10;

/// Audits a log and returns the report. `digest` is the `sha256:` of the bytes that the log was read from.
pub fn report(log: &GameLog, digest: &str) -> Result<Report, RulesError> {
    translated(log, digest, None)
}

/// Audits a log as [`report`] does. The report names the adapter that translated it, and the positions in its document.
pub fn translated(log: &GameLog, digest: &str, from: Option<Translation<'_>>) -> Result<Report, RulesError> {
    let (ruleset, audit) = audit(log)?;
    Ok(build::build(log, digest, from, &ruleset, &audit))
}

/// Audits a log as [`translated`] does. `None` if the meter stopped the audit.
pub fn report_within(
    log: &GameLog,
    digest: &str,
    from: Option<Translation<'_>>,
    meter: &Meter<'_>,
) -> Result<Option<Report>, RulesError> {
    let (ruleset, audit) = metered(log, meter)?;
    Ok((!meter.is_stopped()).then(|| build::build(log, digest, from, &ruleset, &audit)))
}

/// Returns the document as JSON on one line.
pub fn to_json(report: &Report) -> Vec<u8> {
    let mut json = Vec::with_capacity(USUAL);
    // Strings and integers always serialise.
    serde_json::to_writer(&mut json, report).map(|()| json).unwrap_or_default()
}

/// Returns the JSON Schema of the document.
pub fn json_schema() -> serde_json::Value {
    // Describes the written form: fields that may be left out are not required.
    schemars::generate::SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<Report>()
        .to_value()
}
