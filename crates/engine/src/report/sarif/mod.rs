//! SARIF 2.1.0 (OASIS) rendering of the report for the code-scanning views of CI systems and editors.
//!
//! A batch is one document: [`head`], the comma-separated results of each log, [`tail`]; after [`RUN_RESULTS`] results
//! comes [`next_run`] instead of a comma. A log is not needed after its
//! results. A consequence is a related location of its cause, not a result. An unverifiable finding is a result of kind
//! `open`, a note one of kind `informational`; both have no level, as the standard requires.

mod rules;

use super::document::{FindingView, Report, Variant};
use super::identity::{identities, unreadable_identity};
use super::origin::Origin;
use super::remaining::Remaining;
use crate::audit::{Kind, Severity, checks};
use caipan_tiles::text::{Lang, Text};
use rules::driver;
use serde::Serialize;
use std::borrow::Cow;

/// The media type of the document.
pub const MEDIA_TYPE: &str = "application/sarif+json";

/// The published schema of the document.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The rule for inputs that are not logs. Unlike checks, it has no code.
const UNREADABLE: &str = "unreadable";

/// The number of results in a run. Code-scanning services show at most this many of one run.
pub const RUN_RESULTS: u64 = 5_000;

/// Returns the text before the results.
pub fn head(lang: Lang) -> String {
    format!("{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{}", run(None, lang))
}

/// Returns the text between two runs. `number` is that of the new run, from 2; `unusable` is the number of unreadable
/// inputs before it.
pub fn next_run(number: u64, unusable: u64, lang: Lang) -> String {
    format!("{},\n{}", end_of_run(unusable), run(Some(number), lang))
}

/// Returns the text after the results. `unusable` is the number of unreadable inputs.
pub fn tail(unusable: u64) -> String {
    end_of_run(unusable) + "]}\n"
}

/// Returns the beginning of a run. Runs after the first carry an id of their own, because services replace the results
/// of an earlier run with the same id.
fn run(number: Option<u64>, lang: Lang) -> String {
    let id =
        number.map_or_else(String::new, |number| format!("\"automationDetails\":{{\"id\":\"caipan-{number}/\"}},"));
    format!(
        "{{\"tool\":{{\"driver\":{}}},{id}\"language\":\"{}\",\"columnKind\":\"unicodeCodePoints\",\"results\":[\n",
        json(&driver(lang)),
        lang.tag()
    )
}

fn end_of_run(unusable: u64) -> String {
    format!("\n],\"invocations\":[{{\"executionSuccessful\":{}}}]}}", unusable == 0)
}

/// Returns the comma-separated results of one log; empty if there are none.
pub fn results(report: &Report, origin: &Origin<'_>, lang: Lang) -> String {
    let is_primary = |finding: &FindingView| report.stands_alone(finding);
    let state = report.baseline.map(|_| "new");
    all(report, is_primary, |_| state, origin, lang).join(",\n")
}

/// Returns the results of one log. With a baseline known findings stay, as `unchanged`: a service closes what is missing
/// from a document. Ignored findings are left out.
pub fn results_of(remaining: &Remaining, origin: &Origin<'_>, lang: Lang) -> Vec<String> {
    let is_primary = |finding: &FindingView| !remaining.is_ignored(finding) && !remaining.is_consequence(finding);
    let state =
        |finding: &FindingView| remaining.is_known(finding).map(|is_known| if is_known { "unchanged" } else { "new" });
    all(remaining.full(), is_primary, state, origin, lang)
}

fn all(
    report: &Report,
    is_primary: impl Fn(&FindingView) -> bool,
    state: impl Fn(&FindingView) -> Option<&'static str>,
    origin: &Origin<'_>,
    lang: Lang,
) -> Vec<String> {
    let numbered = report.findings.iter().zip(identities(report)).filter(|(finding, _)| is_primary(finding));
    numbered
        .map(|(finding, identity)| {
            let related = report
                .findings
                .iter()
                .filter(|other| other.because == Some(finding.id) && !is_primary(other))
                .map(|other| related(report, other, origin, lang));
            let related = related.collect();
            json(&result(report, finding, identity, (state(finding), related), origin, lang))
        })
        .collect()
}

/// Returns the result for an input that is not a log. `place` is the line and column, `reason` the code of the reader.
pub fn unreadable(
    origin: &Origin<'_>,
    reason: &str,
    place: Option<(u64, Option<u64>)>,
    text: &Text,
    lang: Lang,
) -> String {
    let first = origin.line.unwrap_or(1).saturating_sub(1);
    let place =
        place.map(|(line, column)| (first.saturating_add(line), column)).or(origin.line.map(|line| (line, None)));
    json(&Found {
        rule_id: UNREADABLE,
        rule_index: checks::all().count(),
        kind: "fail",
        level: "error",
        baseline_state: None,
        message: Message { text: text.get(lang).into() },
        locations: vec![location(origin, "", place)],
        related_locations: Vec::new(),
        partial_fingerprints: Some(Fingerprints::of(unreadable_identity(origin, reason))),
        properties: Properties { reason: Some(reason), zh: &text.zh, en: &text.en, ..Properties::default() },
    })
}

/// Returns the report of one log as a complete document.
pub fn document(report: &Report, origin: &Origin<'_>, lang: Lang) -> String {
    [head(lang), results(report, origin, lang), tail(0)].concat()
}

fn json(value: &impl Serialize) -> String {
    // Strings and integers always serialise.
    serde_json::to_string(value).unwrap_or_default()
}

#[derive(Serialize)]
struct Message<T> {
    text: T,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found<'a> {
    rule_id: &'a str,
    rule_index: usize,
    kind: &'static str,
    level: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
    message: Message<Cow<'a, str>>,
    locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_fingerprints: Option<Fingerprints>,
    properties: Properties<'a>,
}

#[derive(Serialize)]
struct Fingerprints {
    #[serde(rename = "caipanFinding/v1")]
    finding: String,
    /// The fingerprint that GitHub matches alerts by. Without it GitHub hashes the source line, and a log is often one
    /// line.
    #[serde(rename = "primaryLocationLineHash")]
    line: String,
}

impl Fingerprints {
    fn of(identity: String) -> Fingerprints {
        Fingerprints { line: format!("{identity}:1"), finding: identity }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names of the standard")]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<Physical>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Logical<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<&'a str>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical<'a> {
    name: &'a str,
    fully_qualified_name: &'a str,
}

/// Data that SARIF has no field for, under the names of the report.
#[derive(Default, Serialize)]
struct Properties<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<String>,
    /// The declared rules that caipan does not know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unmodelled: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
    /// The position in the platform's own log, if an adapter read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    original: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    computed: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clauses: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ruling: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<&'a str>,
    /// The messages of other house rules that explain the finding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "explainedBy")]
    explained_by: Vec<&'a str>,
    /// The messages of rules that would explain it, although a mistake is possible.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "possiblyExplainedBy")]
    possibly: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    zh: &'a str,
    en: &'a str,
}

/// Returns the SARIF kind and level of a finding.
const fn level(kind: Kind, severity: Severity) -> (&'static str, &'static str) {
    match (kind, severity) {
        (Kind::Fault, Severity::Error) => ("fail", "error"),
        (Kind::Fault, Severity::Warning) | (Kind::Variant, _) => ("fail", "warning"),
        (Kind::Fault, Severity::Info) => ("fail", "note"),
        (Kind::Unverifiable, _) => ("open", "none"),
        (Kind::Note, _) => ("informational", "none"),
    }
}

fn result<'a>(
    report: &'a Report,
    finding: &'a FindingView,
    identity: String,
    (baseline_state, related_locations): (Option<&'static str>, Vec<Location<'a>>),
    origin: &Origin<'_>,
    lang: Lang,
) -> Found<'a> {
    let (kind, level) = level(finding.kind, finding.severity);
    Found {
        rule_id: &finding.code,
        rule_index: checks::all().position(|check| check.code == finding.code).unwrap_or_default(),
        kind,
        level,
        baseline_state,
        message: Message { text: finding.in_full(lang).into() },
        locations: vec![placed(report, finding, origin)],
        related_locations,
        partial_fingerprints: Some(Fingerprints::of(identity)),
        properties: Properties {
            log: Some(&report.log.id),
            digest: Some(&report.log.digest),
            preset: Some(&report.rules.preset),
            revision: Some(format!("{}@{}", report.rules.system, report.rules.revision)),
            unmodelled: report.rules.unmodelled.iter().map(|known| known.rule.as_str()).collect(),
            kind: Some(finding.kind),
            hand: finding.hand,
            event: finding.event,
            seat: finding.seat.map(caipan_tiles::tile::Seat::index),
            original: finding.original.as_deref(),
            claimed: finding.claimed.as_deref(),
            computed: finding.computed.as_deref(),
            clauses: finding.clauses.iter().map(|clause| clause.id.as_ref()).collect(),
            ruling: finding.ruling.as_deref(),
            option: finding.option.as_deref(),
            explained_by: explaining(&report.variants, finding, lang),
            possibly: explaining(&report.possible, finding, lang),
            reason: None,
            zh: &finding.message.zh,
            en: &finding.message.en,
        },
    }
}

fn related<'a>(report: &'a Report, finding: &'a FindingView, origin: &Origin<'_>, lang: Lang) -> Location<'a> {
    Location {
        id: Some(finding.id),
        message: Some(Message { text: finding.message.get(lang) }),
        ..placed(report, finding, origin)
    }
}

/// Returns the messages of the rules that explain this finding.
fn explaining<'a>(variants: &'a [Variant], finding: &FindingView, lang: Lang) -> Vec<&'a str> {
    let explains = |variant: &&Variant| variant.explains.contains(&finding.id);
    variants.iter().filter(explains).map(|variant| variant.message.get(lang)).collect()
}

/// Returns the location of a finding. If an adapter read the file, the pointer into the file is listed beside the pointer
/// into the `paipu/1` log.
fn placed<'a>(report: &'a Report, finding: &'a FindingView, origin: &Origin<'_>) -> Location<'a> {
    let mut location = location(origin, &finding.pointer, origin.place(report, finding));
    if report.log.adapter.is_some() {
        let original = finding.original.as_deref().filter(|original| !original.is_empty());
        location.logical_locations.extend(original.map(logical));
    }
    location
}

fn logical(pointer: &str) -> Logical<'_> {
    Logical { name: pointer.rsplit('/').next().unwrap_or_default(), fully_qualified_name: pointer }
}

/// Returns a location: the file and region, as far as they are known, and the pointer as logical location.
fn location<'a>(origin: &Origin<'_>, pointer: &'a str, place: Option<(u64, Option<u64>)>) -> Location<'a> {
    let region = place.map(|(start_line, start_column)| Region { start_line, start_column });
    Location {
        id: None,
        physical_location: origin.uri().map(|uri| Physical { artifact_location: Artifact { uri }, region }),
        logical_locations: if pointer.is_empty() { Vec::new() } else { vec![logical(pointer)] },
        message: None,
    }
}
