//! Handlers of rule systems and checks, as in the handbook.

use super::problem::{ApiError, ProblemType};
use actix_web::get;
use actix_web::web::{Json, Path};
use caipan_engine::audit;
use caipan_engine::rules::house_presets::presets_of;
use caipan_engine::rules::{self, SYSTEMS, System};
use caipan_handbook::{CheckView, SystemView, check_views};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use schemars::JsonSchema;
use serde::Serialize;

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    ("list_rules", &[]),
    ("find_rules", &[ProblemType::RulesNotFound]),
    ("list_checks", &[]),
    ("find_check", &[ProblemType::CheckNotFound]),
];

/// A rule system in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SystemSummary {
    /// Its id.
    id: &'static str,
    /// Its name.
    name: Text,
    /// A short description.
    about: Text,
    /// Increases whenever a verdict or an amount can change.
    revision: u16,
    /// The presets that a log can declare as `rules.system`.
    presets: Vec<&'static str>,
}

impl From<&'static System> for SystemSummary {
    fn from(system: &'static System) -> SystemSummary {
        SystemSummary {
            id: system.id,
            name: system.name.text(),
            about: system.about.text(),
            revision: system.revision,
            presets: presets_of(system).map(|preset| preset.id).collect(),
        }
    }
}

/// List the rule systems
///
/// Returns each system with the presets that a log can declare.
#[utoipa::path(
    operation_id = "list_rules", tag = "rules",
    responses((status = 200, description = "Every rule system", content(
        (ref("#/components/schemas/RuleSystemList") = "application/json"),
    )))
)]
#[get("/v1/rules")]
pub(super) async fn list() -> Json<Vec<SystemSummary>> {
    Json(SYSTEMS.iter().map(|system| SystemSummary::from(*system)).collect())
}

/// Find a rule system
///
/// Returns every option, pattern, clause and ruling. The id or the name of a preset finds its system.
#[utoipa::path(
    operation_id = "find_rules", tag = "rules",
    params(("system" = String, Path, description = "The id of a system or of one of its presets", example = "changsha")),
    responses((status = 200, description = "The rule system", content(
        (ref("#/components/schemas/RuleSystem") = "application/json"),
    )))
)]
#[get("/v1/rules/{system}")]
pub(super) async fn find(id: Path<String>) -> Result<Json<SystemView>, ApiError> {
    rules::find(&id).map(|(system, _)| Json(system.into())).map_err(|_| no_rules(&id))
}

/// The problem of an unknown rule system.
pub(super) fn no_rules(id: &str) -> ApiError {
    let known = SYSTEMS.iter().map(|system| system.id).collect::<Vec<_>>().join(", ");
    ApiError::new(
        ProblemType::RulesNotFound,
        bilingual!("没有规则 {id}。现有：{known}。", "There are no rules called {id}. There are: {known}."),
    )
}

/// List the checks
///
/// Grouped by subject: A0 the log itself, A1 deal and draw, A2 discards, A3 chows and pungs, A4 kongs, A5 wins, A6
/// patterns and values, A7 payments, A8 dealer and course of the match, A9 conduct.
#[utoipa::path(
    operation_id = "list_checks", tag = "rules",
    responses((status = 200, description = "Every check, by code", content(
        (ref("#/components/schemas/CheckList") = "application/json"),
    )))
)]
#[get("/v1/checks")]
pub(super) async fn list_checks() -> Json<Vec<CheckView>> {
    Json(check_views())
}

/// Find a check
///
/// Finds a check by code or name.
#[utoipa::path(
    operation_id = "find_check", tag = "rules",
    params(("code" = String, Path, description = "The code or the name of the check", example = "A302")),
    responses((status = 200, description = "The check", content(
        (ref("#/components/schemas/Check") = "application/json"),
    )))
)]
#[get("/v1/checks/{code}")]
pub(super) async fn find_check(code: Path<String>) -> Result<Json<CheckView>, ApiError> {
    audit::checks::find(&code).map(|check| Json(check.into())).ok_or_else(|| no_check(&code))
}

/// The problem of an unknown check.
pub(super) fn no_check(code: &str) -> ApiError {
    ApiError::new(
        ProblemType::CheckNotFound,
        bilingual!(
            "没有检查 {code}。全部代码见 /v1/checks。",
            "There is no check {code}. All codes are listed under /v1/checks."
        ),
    )
}
