//! Views of what the code declares (checks, rule systems, rulings) as data for the API. Fields are only ever added.

use super::rulings::{RULINGS, Ruling};
use super::{block, words};
use caipan_engine::audit::{self, Check, Kind, Severity};
use caipan_engine::report::UnmodelledView;
use caipan_engine::rules::house_presets::presets_of;
use caipan_engine::rules::{self, Decl, Pattern, Preset, Ruleset, SYSTEMS, System};
use caipan_log::OptionValue;
use caipan_tiles::clause::Clause;
use caipan_tiles::text::{Label, Text};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A check.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckView {
    /// The code. A code is never reused.
    pub code: &'static str,
    /// The name, worded to follow "found:".
    pub name: &'static str,
    /// The kind of its findings.
    pub kind: Kind,
    /// The severity of its findings.
    pub severity: Severity,
    /// The version that introduced it.
    pub since: &'static str,
    /// The problem that it reports.
    pub title: Text,
    /// Advice on what to do about it.
    pub advice: Text,
    /// The guide to the findings of its block.
    pub reading: Text,
    /// True if another house rule may explain its findings.
    pub by_house: bool,
}

/// A rule system.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SystemView {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
    /// A short description.
    pub about: Text,
    /// The revision of the rules, raised by one whenever a verdict or an amount can differ.
    pub revision: u16,
    /// The number of tiles in its deck.
    pub tiles: usize,
    /// The unit of a win's value.
    pub measure: Text,
    /// Its presets; the system's own id means the first one.
    pub presets: Vec<PresetView>,
    /// Its options.
    pub options: Vec<OptionView>,
    /// The patterns of its rule sheet.
    pub patterns: Vec<PatternView>,
    /// The causes of its payments.
    pub causes: Vec<CauseView>,
    /// The clauses of its rule book.
    pub clauses: Vec<ClauseView>,
    /// The rulings that interpret its clauses.
    pub rulings: Vec<RulingView>,
}

/// A preset: a named set of options.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PresetView {
    /// The id that a log writes in `rules.system`.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
    /// The text or code that it is taken from, if that is not the rule book of its system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Text>,
    /// Every option with its value under this preset.
    pub options: BTreeMap<&'static str, OptionValue>,
    /// The options that are not at their default.
    pub changes: BTreeMap<&'static str, OptionValue>,
    /// The rules of its house that caipan does not know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmodelled: Vec<UnmodelledView>,
}

/// An option: a house rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OptionView {
    /// The id that a log writes in `rules.options`.
    pub id: &'static str,
    /// The question that it decides.
    pub label: Text,
    /// The allowed values, in words.
    pub allowed: String,
    /// The allowed words with their meanings; absent for numbers and flags.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<WordView>,
    /// The default value, before any preset.
    pub default: OptionValue,
    /// The clause that it varies.
    pub clause: &'static str,
    /// Its treatment by the inverse audit: `price`, `permission` or `never`.
    pub search: &'static str,
    /// The evidence that the inverse audit requires, in words.
    pub evidence: Text,
}

/// A word that is a value of an option.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WordView {
    /// The word as written in a log.
    pub id: &'static str,
    /// Its meaning.
    pub label: Text,
}

/// A pattern of a rule sheet.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PatternView {
    /// The id, which is stable.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
    /// Other names that logs use.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub aliases: &'static [&'static str],
    /// The kind of pattern: `opening`, `hand`, `base` or `situation`.
    pub kind: &'static str,
    /// Its value in the system's unit (`measure`).
    pub value: i64,
    /// The clause that defines it.
    pub clause: &'static str,
}

/// A cause of payments.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CauseView {
    /// The id that a payment's `for` may name.
    pub id: &'static str,
    /// Its name.
    pub name: Text,
}

/// A clause of a rule book.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClauseView {
    /// Its id.
    pub id: &'static str,
    /// The source document and the place in it.
    pub section: &'static str,
    /// Its meaning, in the project's own words.
    pub gloss: Text,
    /// Its relation to the source: `as_written`, `interpreted`, `practice` or `ruled`.
    pub reading: &'static str,
    /// The ruling that decides its reading, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<&'static str>,
}

/// A ruling.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RulingView {
    /// The number: `R-001`.
    pub id: &'static str,
    /// The question that it decides.
    pub title: Text,
    /// The clauses that it interprets; a range is one entry.
    pub clauses: Vec<&'static str>,
    /// Its page in Markdown, in both languages.
    pub page: &'static str,
}

/// Every check, ordered by code.
pub fn check_views() -> Vec<CheckView> {
    audit::checks::all().map(CheckView::from).collect()
}

/// Every rule system.
pub fn system_views() -> Vec<SystemView> {
    SYSTEMS.iter().map(|&system| SystemView::from(system)).collect()
}

impl From<&Check> for CheckView {
    fn from(check: &Check) -> CheckView {
        CheckView {
            code: check.code,
            name: check.name,
            kind: check.kind,
            severity: check.severity,
            since: check.since,
            title: check.title.text(),
            advice: check.advice.text(),
            reading: block(check.code).map(|block| block.reading.text()).unwrap_or_default(),
            by_house: check.by_house,
        }
    }
}

impl From<&'static System> for SystemView {
    fn from(system: &'static System) -> SystemView {
        SystemView {
            id: system.id,
            name: system.name.text(),
            about: system.about.text(),
            revision: system.revision,
            tiles: system.deck.size(),
            measure: system.measure.text(),
            presets: presets_of(system).map(|preset| PresetView::of(system, preset)).collect(),
            options: (system.options)().iter().map(OptionView::from).collect(),
            patterns: system.patterns.iter().map(|&pattern| PatternView::from(pattern)).collect(),
            causes: system.causes.iter().map(|cause| CauseView { id: cause.id, name: cause.name.text() }).collect(),
            clauses: system.book().map(|clause| ClauseView::of(system, clause)).collect(),
            rulings: RULINGS.iter().filter(|ruling| ruling.is_of(system)).map(RulingView::from).collect(),
        }
    }
}

impl PresetView {
    fn of(system: &'static System, preset: &'static Preset) -> PresetView {
        let choices = Ruleset::new(system, preset, &[]).choices;
        PresetView {
            id: preset.id,
            name: preset.name.text(),
            source: preset.source.map(Label::text),
            options: choices.iter().map(|(id, value)| (id, value.to_log())).collect(),
            changes: preset.choices.iter().map(|&(id, value)| (id, value.to_log())).collect(),
            unmodelled: UnmodelledView::all(preset.unmodelled),
        }
    }
}

impl From<&Decl> for OptionView {
    fn from(decl: &Decl) -> OptionView {
        let words = if let rules::Kind::Words(words) = decl.kind { words } else { &[] };
        OptionView {
            id: decl.id,
            label: decl.label.text(),
            allowed: decl.kind.allowed(),
            words: words.iter().map(|word| WordView { id: word.id, label: word.label.text() }).collect(),
            default: decl.default.to_log(),
            clause: decl.clause.id,
            search: words::search_word(decl.search),
            evidence: words::search(decl.search).text(),
        }
    }
}

impl From<&Pattern> for PatternView {
    fn from(pattern: &Pattern) -> PatternView {
        PatternView {
            id: pattern.id,
            name: pattern.name.text(),
            aliases: pattern.aliases,
            kind: words::pattern_kind_word(pattern.kind),
            value: pattern.value,
            clause: pattern.clause.id,
        }
    }
}

impl ClauseView {
    fn of(system: &System, clause: &Clause) -> ClauseView {
        ClauseView {
            id: clause.id,
            section: clause.section,
            gloss: system.worded(clause),
            reading: words::reading_word(clause.reading),
            ruling: clause.reading.ruling(),
        }
    }
}

impl From<&Ruling> for RulingView {
    fn from(ruling: &Ruling) -> RulingView {
        RulingView {
            id: ruling.id,
            title: ruling.title().text(),
            clauses: ruling.clauses().collect(),
            page: ruling.page,
        }
    }
}
