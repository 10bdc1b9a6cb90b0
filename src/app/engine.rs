//! The only file of the service and the command line that calls the engine's entry points.

use super::{AppError, Media};
use crate::audit;
use crate::import;
use crate::log::{self, GameLog, Limits, OptionValue, ReadError, RulesDeclared};
use crate::replay::table_after;
use crate::rules::{self, Ruleset};
use crate::say;
use crate::say::{Label, Lang, Text};
use crate::table::Table;
use std::collections::BTreeMap;

/// Why bytes are not what they should be, and where.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The reader's own code.
    pub code: String,
    /// A JSON pointer into the bytes.
    pub pointer: Option<String>,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column, from 1.
    pub column: Option<u64>,
    /// What is wrong and what to do next.
    pub text: Text,
}

impl Refusal {
    fn of_rules(error: rules::RulesError) -> Refusal {
        Refusal {
            code: error.code.to_owned(),
            pointer: Some(error.pointer),
            line: None,
            column: None,
            text: error.text,
        }
    }

    /// Where, as one writes it behind a file name: `12:41 /hands/0/dice`.
    pub fn place(&self) -> String {
        let position = match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{line}:{column}"),
            (Some(line), None) => line.to_string(),
            _ => String::new(),
        };
        let pointer = self.pointer.as_deref().unwrap_or_default();
        [position.as_str(), pointer].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Refusal {
        Refusal {
            code: error.code.to_owned(),
            pointer: Some(error.pointer),
            line: Some(error.line),
            column: Some(error.column),
            text: Text { zh: error.zh, en: error.en },
        }
    }
}

impl From<import::ImportError> for Refusal {
    fn from(error: import::ImportError) -> Refusal {
        let line = error.line.map(|line| line as u64);
        Refusal { code: "not-importable".to_owned(), pointer: None, line, column: None, text: error.problem.text() }
    }
}

/// Rules and options to audit under instead of the declared ones; values as typed on a command line.
#[derive(Clone, Debug, Default)]
pub struct Override {
    /// A system or preset.
    pub rules: Option<String>,
    /// Options and their values.
    pub options: Vec<(String, String)>,
}

impl Override {
    fn declared(&self, before: &RulesDeclared) -> RulesDeclared {
        // Other rules have other options: those that the log declared go with its rules.
        let mut declared = match &self.rules {
            Some(system) => RulesDeclared { system: system.clone(), options: BTreeMap::new() },
            None => before.clone(),
        };
        let chosen = self.options.iter().map(|(id, value)| (id.clone(), OptionValue::Word(value.clone())));
        declared.options.extend(chosen);
        declared
    }

    /// Whether the rules and options exist; options alone can only be looked at beside a log.
    pub fn check(&self) -> Result<(), Text> {
        if self.rules.is_none() {
            return Ok(());
        }
        let none = RulesDeclared { system: String::new(), options: BTreeMap::new() };
        rules::resolve(&self.declared(&none)).map(|_| ()).map_err(|error| error.text)
    }
}

/// The third-party format of this name.
pub fn format(name: &str) -> Result<&'static import::Format, Text> {
    import::find(name).ok_or_else(|| {
        let known = import::FORMATS.iter().map(|format| format.id).collect::<Vec<_>>().join(", ");
        say!(
            "没有名为 {name} 的第三方格式；已知的有：{known}。",
            "There is no third-party format called {name}; the known ones are: {known}."
        )
    })
}

/// Reads the one log that the bytes hold.
pub fn read(bytes: &[u8], media: Media, from: Option<&str>, limits: &Limits) -> Result<GameLog, AppError> {
    let log = match (from, media) {
        (Some(from), _) => only(import_all(bytes, from)?)?,
        (None, Media::Text) => {
            log::from_text(text(bytes)?, limits).map_err(|error| AppError::Unreadable(error.into()))?
        }
        (None, Media::Json | Media::Other) => {
            log::read(bytes, limits).map_err(|error| AppError::Unreadable(error.into()))?
        }
    };
    resolve(&log)?;
    Ok(log)
}

/// Reads every log that a file holds: `paipu/1`, the text notation, or a third-party format, named or recognised.
pub fn read_all(bytes: &[u8], from: Option<&str>, over: &Override, limits: &Limits) -> Result<Vec<GameLog>, AppError> {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace() && !b"\xEF\xBB\xBF".contains(byte));
    let recognised = from.or_else(|| import::sniff(bytes).map(|format| format.id));
    let mut logs = match (recognised, first) {
        (Some(from), _) => import_all(bytes, from)?,
        (None, Some(b'{' | b'[') | None) => {
            vec![log::read(bytes, limits).map_err(|error| AppError::Unreadable(error.into()))?]
        }
        (None, Some(_)) => {
            vec![log::from_text(text(bytes)?, limits).map_err(|error| AppError::Unreadable(error.into()))?]
        }
    };
    for log in &mut logs {
        log.rules = over.declared(&log.rules);
        resolve(log)?;
    }
    Ok(logs)
}

fn import_all(bytes: &[u8], from: &str) -> Result<Vec<GameLog>, AppError> {
    let format = format(from).map_err(AppError::UnknownFormat)?;
    (format.read)(bytes).map_err(|error| AppError::Unreadable(error.into()))
}

fn only(logs: Vec<GameLog>) -> Result<GameLog, AppError> {
    let count = logs.len();
    match <[GameLog; 1]>::try_from(logs) {
        Ok([log]) => Ok(log),
        Err(_) => Err(AppError::Unreadable(Refusal {
            code: "several-matches".to_owned(),
            pointer: None,
            line: None,
            column: None,
            text: say!(
                "文件里有 {count} 场对局，而一次只收一场。请用 caipan convert 拆开后逐场发送。",
                "The file holds {count} matches, and one is taken at a time. Part them with caipan convert and send each."
            ),
        })),
    }
}

fn text(bytes: &[u8]) -> Result<&str, AppError> {
    std::str::from_utf8(bytes).map_err(|error| {
        AppError::Unreadable(Refusal {
            code: "not-utf8".to_owned(),
            pointer: None,
            line: Some(bytes.iter().take(error.valid_up_to()).filter(|&&byte| byte == b'\n').count() as u64 + 1),
            column: None,
            text: say!(
                "不是 UTF-8 文本。请转换编码后再发（例如 iconv -f GB18030 -t UTF-8）。",
                "This is not UTF-8 text. Convert it and send it again (for example iconv -f GB18030 -t UTF-8)."
            ),
        })
    })
}

fn resolve(log: &GameLog) -> Result<Ruleset, AppError> {
    rules::resolve(&log.rules).map_err(|error| AppError::Rules(Refusal::of_rules(error)))
}

/// The revision that reports under these declared rules have now.
pub fn revision(system: &str) -> String {
    let declared = RulesDeclared { system: system.to_owned(), options: BTreeMap::new() };
    rules::resolve(&declared).map_or_else(|_| String::new(), |ruleset| revision_of(&ruleset))
}

fn revision_of(ruleset: &Ruleset) -> String {
    format!("{}@{}", ruleset.system.id, ruleset.system.revision)
}

/// A table with the rules it is played under.
pub struct Stage {
    /// The rules.
    pub ruleset: Ruleset,
    /// The table.
    pub table: Table,
}

/// The table after the first `step` events of a hand; `None` where the log has no such step.
pub fn table(log: &GameLog, hand: usize, step: usize) -> Result<Option<Stage>, AppError> {
    let ruleset = resolve(log)?;
    let Some(played) = log.hands.get(hand).filter(|played| step <= played.events.len()) else { return Ok(None) };
    let audit = audit::audit(log).map_err(|error| AppError::Rules(Refusal::of_rules(error)))?.1;
    let Some(&(before, _)) = audit.hands.get(hand) else { return Ok(None) };
    let table = table_after(ruleset.rules.as_ref(), played, before, step.checked_sub(1));
    Ok(table.map(|table| Stage { ruleset, table }))
}
// AUDIT
/// What a report comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs)]
pub enum Verdict {
    Clean,
    Faulty,
    Variant,
    Unverifiable,
}

/// The report.
#[derive(Clone, Debug)]
pub struct Report;

/// A report and what the store files it under.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The report.
    pub report: Report,
    /// The verdict.
    pub verdict: Verdict,
    /// Findings by severity: errors, warnings, infos.
    pub counts: [i32; 3],
    /// The revision of rules and audit.
    pub revision: String,
    /// The report as published.
    pub json: Vec<u8>,
}

impl Audited {
    pub(crate) fn has_findings(&self) -> bool {
        false
    }
}
/// Audits a log.
pub fn audit(log: &GameLog) -> Result<Audited, AppError> {
    Ok(Audited {
        report: Report,
        verdict: Verdict::Clean,
        counts: [0; 3],
        revision: revision_of(&resolve(log)?),
        json: b"{}".to_vec(),
    })
}

/// The verdict's name.
pub const fn verdict_id(_v: Verdict) -> &'static str {
    "clean"
}
/// The verdict's label.
pub const fn verdict_label(_v: Verdict) -> Label {
    Label::new("无误", "clean")
}
/// As text.
pub fn render_text(_: &Report, _: Lang) -> String {
    String::new()
}
/// Scores a win.
pub fn score(_question: &[u8]) -> Result<Vec<u8>, AppError> {
    Ok(vec![])
}
/// The label of a verdict by its name.
pub fn verdict_named(_: &str) -> Option<Label> {
    None
}
