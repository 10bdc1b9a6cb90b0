//! The rule systems: their presets, options, rule sheet and rule book, as the engine declares them.

use super::problem::{ApiError, Kind};
use super::views::LabelView;
use crate::cite::Clause;
use crate::log::OptionValue;
use crate::rules::{self, Decl, Pattern, PatternKind, Preset, Ruleset, SYSTEMS, System};
use crate::say;
use crate::say::Label;
use actix_web::get;
use actix_web::web::{Json, Path};
use serde::Serialize;
use utoipa::ToSchema;

pub(super) const FAILS: &[(&str, &[Kind])] = &[("list_rules", &[]), ("find_rules", &[Kind::RulesNotFound])];

/// A rule system in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SystemSummary {
    /// The id.
    #[schema(example = "changsha")]
    id: &'static str,
    /// The name.
    name: LabelView,
    /// What it is.
    about: LabelView,
    /// Up by one whenever any verdict or amount can differ.
    #[schema(example = 1)]
    revision: u16,
    /// The presets that a log can name as its `rules.system`.
    #[schema(example = json!(["changsha-a", "changsha-b", "changsha-b-restored"]))]
    presets: Vec<&'static str>,
}

/// A rule system.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SystemView {
    /// The id.
    #[schema(example = "changsha")]
    id: &'static str,
    /// The name.
    name: LabelView,
    /// What it is.
    about: LabelView,
    /// Up by one whenever any verdict or amount can differ.
    #[schema(example = 1)]
    revision: u16,
    /// The unit of a win's value.
    measure: LabelView,
    /// The named sets of options.
    presets: Vec<PresetView>,
    /// Every option.
    options: Vec<OptionView>,
    /// The rule sheet.
    patterns: Vec<PatternView>,
    /// The rule book.
    clauses: Vec<ClauseView>,
}

/// A named set of options.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PresetView {
    /// What a log names.
    #[schema(example = "changsha-a")]
    id: &'static str,
    /// The name.
    name: LabelView,
    /// Every option with the value it has here.
    #[schema(value_type = std::collections::BTreeMap<String, OptionValueView>)]
    options: std::collections::BTreeMap<&'static str, OptionValue>,
}

/// The value of an option: a word, a whole number or a truth value.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes how the engine's own type is written")]
#[serde(untagged)]
pub(super) enum OptionValueView {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// One of the option's words.
    Word(String),
}

/// A house rule.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OptionView {
    /// What a log names.
    #[schema(example = "dealer_bonus_big")]
    id: &'static str,
    /// What it decides.
    label: LabelView,
    /// The allowed values in words.
    #[schema(example = "once | per_unit")]
    allowed: String,
    /// What each word means, where words are allowed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    words: Vec<WordView>,
    /// The value before any preset.
    #[schema(value_type = OptionValueView)]
    default: OptionValue,
    /// The clause it varies.
    #[schema(example = "CS-A.23")]
    clause: &'static str,
}

/// A word that an option may take.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WordView {
    /// As written in a log.
    #[schema(example = "per_unit")]
    id: &'static str,
    /// What it means.
    label: LabelView,
}

/// A pattern of the rule sheet.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PatternView {
    /// A stable id.
    #[schema(example = "all-triplets")]
    id: &'static str,
    /// The name.
    name: LabelView,
    /// Other names that logs use.
    aliases: &'static [&'static str],
    /// What it looks at: the tiles of the `hand`, the `situation` of the win, or the dealt tiles (`opening`).
    #[schema(example = "hand")]
    kind: &'static str,
    /// What it is worth in the system's measure.
    #[schema(example = 1)]
    value: i64,
    /// The clause that defines it.
    #[schema(example = "CS-A.9")]
    clause: &'static str,
}

/// A clause of the rule book.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClauseView {
    /// The id.
    #[schema(example = "CS-A.23")]
    id: &'static str,
    /// The source document and the place in it.
    section: &'static str,
    /// What it means.
    text: LabelView,
    /// The ruling behind it, where the source is torn or silent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "R-003")]
    ruling: Option<&'static str>,
}

impl From<&'static System> for SystemSummary {
    fn from(system: &'static System) -> SystemSummary {
        SystemSummary {
            id: system.id,
            name: system.name.into(),
            about: system.about.into(),
            revision: system.revision,
            presets: system.presets.iter().map(|preset| preset.id).collect(),
        }
    }
}

impl From<&'static System> for SystemView {
    fn from(system: &'static System) -> SystemView {
        SystemView {
            id: system.id,
            name: system.name.into(),
            about: system.about.into(),
            revision: system.revision,
            measure: system.measure.into(),
            presets: system.presets.iter().map(|preset| preset_view(system, preset)).collect(),
            options: (system.options)().iter().map(option_view).collect(),
            patterns: system.patterns.iter().copied().map(pattern_view).collect(),
            clauses: system.clauses.iter().copied().map(clause_view).collect(),
        }
    }
}

fn preset_view(system: &'static System, preset: &'static Preset) -> PresetView {
    let choices = Ruleset::new(system, preset, &[]).choices;
    PresetView {
        id: preset.id,
        name: preset.name.into(),
        options: choices.into_iter().map(|(id, value)| (id, value.to_log())).collect(),
    }
}

fn option_view(decl: &'static Decl) -> OptionView {
    let words = if let rules::Kind::Words(words) = decl.kind { words } else { &[] };
    OptionView {
        id: decl.id,
        label: decl.label.into(),
        allowed: decl.kind.allowed(),
        words: words.iter().map(|word| WordView { id: word.id, label: word.label.into() }).collect(),
        default: decl.default.to_log(),
        clause: decl.clause.id,
    }
}

fn pattern_view(pattern: &'static Pattern) -> PatternView {
    PatternView {
        id: pattern.id,
        name: pattern.name.into(),
        aliases: pattern.aliases,
        kind: match pattern.kind {
            PatternKind::Hand => "hand",
            PatternKind::Situation => "situation",
            PatternKind::Opening => "opening",
        },
        value: pattern.value,
        clause: pattern.clause.id,
    }
}

fn clause_view(clause: &'static Clause) -> ClauseView {
    ClauseView {
        id: clause.id,
        section: clause.section,
        text: Label::new(clause.zh, clause.en).into(),
        ruling: clause.reading.ruling(),
    }
}

/// List the rule systems
///
/// With the presets that a log can declare.
#[utoipa::path(
    operation_id = "list_rules", tag = "rules",
    responses((status = 200, description = "Every rule system", body = Vec<SystemSummary>))
)]
#[get("/v1/rules")]
pub(super) async fn list() -> Json<Vec<SystemSummary>> {
    Json(SYSTEMS.iter().map(|system| SystemSummary::from(*system)).collect())
}

/// Find a rule system
///
/// With every option, pattern and clause. The id of a preset finds the system it belongs to.
#[utoipa::path(
    operation_id = "find_rules", tag = "rules",
    params(("system" = String, Path, description = "The id of a system or of one of its presets", example = "changsha")),
    responses((status = 200, description = "The rule system", body = SystemView))
)]
#[get("/v1/rules/{system}")]
pub(super) async fn find(id: Path<String>) -> Result<Json<SystemView>, ApiError> {
    let is_meant = |system: &&System| system.id == *id || system.presets.iter().any(|preset| preset.id == *id);
    let found = SYSTEMS.iter().copied().find(is_meant);
    found.map(|system| Json(system.into())).ok_or_else(|| {
        let known = SYSTEMS.iter().map(|system| system.id).collect::<Vec<_>>().join(", ");
        ApiError::new(
            Kind::RulesNotFound,
            say!("没有规则 {id}。现有：{known}。", "There are no rules called {id}. There are: {known}."),
        )
    })
}
