//! The only calls of the service and the command line into the engine: audits, replays and settlements. Reading bytes is
//! left to `engine/reading.rs`.

mod reading;

pub use reading::{
    InputFormat, ReadLog, check_format, format, formats, media_of, of_adapter, parse_set, read, read_all, read_each,
    read_set, translated,
};

use super::{AppError, AuditWatch, Media, json_place};
pub use caipan_adapter::Refusal;
use caipan_engine::audit::Verdict;
use caipan_engine::report::{self, Baseline, Report, Summary};
use caipan_engine::rules::{self, Ruleset};
use caipan_engine::score::{self, ScoreReport, ScoreRequest};
use caipan_log::{GameLog, Houses, OptionValue, RulesDeclared};
use caipan_tiles::bilingual;
use caipan_tiles::hash::sha256;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::Text;
use std::collections::BTreeMap;

/// Rules and options that replace the declared ones, as typed on a command line.
#[derive(Clone, Debug, Default)]
pub struct Override {
    /// A system or preset.
    pub rules: Option<String>,
    /// Options and their values.
    pub options: Vec<(String, String)>,
    /// True to leave out options that the rule system of a log does not have; otherwise such a log is refused.
    pub skips_unknown: bool,
    /// House presets that a log may name beside those that are known to the process.
    pub houses: Houses,
}

impl Override {
    fn declared(&self, before: &RulesDeclared) -> RulesDeclared {
        // Options belong to a system, so the declared options go with the declared system.
        let mut declared = match &self.rules {
            Some(system) => RulesDeclared { system: system.clone(), options: BTreeMap::new(), ..before.clone() },
            None => before.clone(),
        };
        if self.houses != Houses::default() {
            declared.houses = self.houses.clone();
        }
        let system =
            if self.skips_unknown { rules::resolve(&declared).ok().map(|ruleset| ruleset.system) } else { None };
        let is_known = |id: &str| system.is_none_or(|system| (system.options)().iter().any(|decl| decl.id == id));
        let chosen = self.options.iter().filter(|(id, _)| is_known(id));
        declared.options.extend(chosen.map(|(id, value)| (id.clone(), OptionValue::Word(value.clone()))));
        declared
    }

    /// Returns whether nothing is overridden.
    pub fn is_none(&self) -> bool {
        self.rules.is_none() && self.options.is_empty()
    }

    /// Checks that the rules and options exist. Options without rules can only be checked against a log.
    pub fn check(&self) -> Result<(), Text> {
        if self.rules.is_none() {
            return Ok(());
        }
        let none = RulesDeclared { system: String::new(), options: BTreeMap::new(), ..Default::default() };
        rules::resolve(&self.declared(&none)).map(|_| ()).map_err(|error| error.text)
    }
}

/// Suggests the nearest known word as a sentence with a trailing space; empty if none is near.
pub fn meant<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Text {
    nearest(written, known).map_or_else(Text::default, |near| bilingual!("是否想写 {near}？", "Did you mean {near}? "))
}

/// Resolves the rules of a log. For a log from an adapter, the refusal explains how to map the name of its rules.
pub fn resolve(read: &ReadLog) -> Result<Ruleset, AppError> {
    read.rules().map_err(AppError::Rules)
}

/// The id that logs of these rules are filed under: that of the preset with this name, or the word itself.
pub fn filed_as(system: &str) -> String {
    rules::id_of(system).unwrap_or(system).to_owned()
}

/// The current revision of these declared rules; `None` if this program does not know them.
pub fn revision(system: &str) -> Option<u16> {
    let declared = RulesDeclared { system: system.to_owned(), options: BTreeMap::new(), ..Default::default() };
    rules::resolve(&declared).ok().map(|ruleset| ruleset.system.revision)
}

/// A report and its published JSON.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The report.
    pub report: Report,
    /// The report as published JSON.
    pub json: Vec<u8>,
}

impl Audited {
    /// Removes the findings of the baseline.
    pub fn without_known(self, baseline: &Baseline) -> Audited {
        let report = baseline.without_known(self.report);
        Audited { json: report::to_json(&report), report }
    }

    /// The number of primary findings by kind: faults, variants, unverifiable claims, notes.
    pub fn counts(&self) -> [i32; 4] {
        counts(self.report.summary)
    }
}

/// The primary findings of a summary by kind: faults, variants, unverifiable claims, notes.
pub(super) fn counts(summary: Summary) -> [i32; 4] {
    let Summary { faults, variants, unverifiable, notes, .. } = summary;
    [faults, variants, unverifiable, notes].map(|count| i32::try_from(count).unwrap_or(i32::MAX))
}

/// Audits a log that was read from these bytes.
pub fn audit(log: &GameLog, bytes: &[u8]) -> Result<Audited, AppError> {
    let report =
        report::report(log, &sha256(bytes)).map_err(|error| AppError::Rules(Box::new(Refusal::of_rules(error))))?;
    Ok(Audited { json: report::to_json(&report), report })
}

/// Audits a log that was read from these bytes; the report names the adapter.
pub fn audit_read(read: &ReadLog, bytes: &[u8], watch: &AuditWatch) -> Result<Audited, AppError> {
    audit_digested(read, &sha256(bytes), watch)
}

/// Audits a log whose bytes have this digest. The audit resolves the rules, so the caller need not.
pub fn audit_digested(read: &ReadLog, digest: &str, watch: &AuditWatch) -> Result<Audited, AppError> {
    let report = watch.audit(&read.log, |meter| read.report_within(digest, meter).map_err(AppError::Rules))?;
    Ok(Audited { json: report::to_json(&report), report })
}

/// Audits a log under other rules than the declared ones.
pub fn audit_under(read: &mut ReadLog, bytes: &[u8], over: &Override, watch: &AuditWatch) -> Result<Audited, AppError> {
    read.log.rules = over.declared(&read.log.rules);
    audit_read(read, bytes, watch)
}

/// Computes the settlement of a JSON request and returns JSON.
pub fn score(question: &[u8], houses: &Houses) -> Result<Vec<u8>, AppError> {
    settle_among(question, houses).map(|answer| serde_json::to_vec(&answer).unwrap_or_default())
}

/// Computes the settlement of a JSON request.
pub fn settle(question: &[u8]) -> Result<ScoreReport, AppError> {
    settle_among(question, &Houses::default())
}

/// Computes the settlement of a JSON request that may name these house rules.
fn settle_among(question: &[u8], houses: &Houses) -> Result<ScoreReport, AppError> {
    let unreadable = |error: &serde_json::Error, pointer: Option<String>| {
        let text = unread(error, pointer.as_deref().unwrap_or_default());
        let (line, column) = (Some(error.line() as u64), Some(error.column() as u64));
        AppError::Score(Box::new(Refusal { code: "bad-request".to_owned(), pointer, line, column, text }))
    };
    let mut reader = serde_json::Deserializer::from_slice(question);
    let request: ScoreRequest = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let pointer = Some(json_place::pointer(error.path())).filter(|pointer| !pointer.is_empty());
        unreadable(error.inner(), pointer)
    })?;
    reader.end().map_err(|error| unreadable(&error, None))?;
    score::score_among(&request, houses).map_err(|error| {
        let code = error.clause.map_or_else(|| error.code.to_owned(), |clause| format!("{} {clause}", error.code));
        AppError::Score(Box::new(Refusal {
            code,
            pointer: Some(error.pointer),
            line: None,
            column: None,
            text: error.text,
        }))
    })
}

/// Explains a parse error at this place. The parser quotes the unknown word first, then the known ones.
fn unread(error: &serde_json::Error, pointer: &str) -> Text {
    let said = error.to_string();
    let (at, at_en) = match pointer {
        "" => Default::default(),
        pointer => (format!("{pointer} 有误："), format!("{pointer} is wrong: ")),
    };
    let mut quoted = said.split('`').skip(1).step_by(2);
    let Text { zh, en } = match quoted.next().filter(|_| said.starts_with("unknown ")) {
        Some(unknown) => meant(unknown, quoted),
        None => Text::default(),
    };
    bilingual!(
        "算分请求无法读取：{at}{said}。{zh}写法见 /docs/ 中 POST /v1/score 的示例。",
        "The request cannot be read: {at_en}{said}. {en}POST /v1/score under /docs/ shows an example."
    )
}

/// The words of the verdicts.
pub const VERDICTS: [&str; 4] =
    [Verdict::Clean.word(), Verdict::Faulty.word(), Verdict::Variant.word(), Verdict::Unverifiable.word()];

/// The verdict with this name.
pub fn verdict_named(name: &str) -> Option<Verdict> {
    [Verdict::Clean, Verdict::Faulty, Verdict::Variant, Verdict::Unverifiable]
        .into_iter()
        .find(|one| one.word() == name)
}
