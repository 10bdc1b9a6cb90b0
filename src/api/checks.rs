//! The checks: what each code of a finding means.

use super::problem::{ApiError, Kind};
use super::views::LabelView;
use crate::audit::{self, Check};
use crate::say;
use actix_web::get;
use actix_web::web::{Json, Path};
use serde::Serialize;
use utoipa::ToSchema;

pub(super) const FAILS: &[(&str, &[Kind])] = &[("list_checks", &[]), ("find_check", &[Kind::CheckNotFound])];

/// A check.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CheckView {
    /// The code; never reused.
    #[schema(example = "A302")]
    code: &'static str,
    /// The name, which reads after "found:".
    #[schema(example = "chow-out-of-turn")]
    name: &'static str,
    /// What its findings are: `fault`, `variant`, `unverifiable` or `note`.
    #[schema(value_type = String, example = "fault")]
    kind: audit::Kind,
    /// How grave they are: `error`, `warning` or `info`.
    #[schema(value_type = String, example = "error")]
    severity: audit::Severity,
    /// The version that brought it.
    #[schema(example = "0.1.0")]
    since: &'static str,
    /// What it flags.
    title: LabelView,
    /// Why it matters and what to do.
    advice: LabelView,
    /// Whether another house rule may be what explains it.
    by_house: bool,
}

impl From<&'static Check> for CheckView {
    fn from(check: &'static Check) -> CheckView {
        CheckView {
            code: check.code,
            name: check.name,
            kind: check.kind,
            severity: check.severity,
            since: check.since,
            title: check.title.into(),
            advice: check.advice.into(),
            by_house: check.by_house,
        }
    }
}

/// List the checks
///
/// In blocks by what they look at: A0 the log itself, A1 deal and draw, A2 discards, A3 chows and pungs, A4 kongs,
/// A5 wins, A6 patterns and values, A7 payments, A8 dealer and course of the match, A9 conduct.
#[utoipa::path(
    operation_id = "list_checks", tag = "rules",
    responses((status = 200, description = "Every check, by code", body = Vec<CheckView>))
)]
#[get("/v1/checks")]
pub(super) async fn list() -> Json<Vec<CheckView>> {
    Json(audit::checks::all().map(CheckView::from).collect())
}

/// Find a check
///
/// By its code or its name.
#[utoipa::path(
    operation_id = "find_check", tag = "rules",
    params(("code" = String, Path, description = "The code or the name of the check", example = "A302")),
    responses((status = 200, description = "The check", body = CheckView))
)]
#[get("/v1/checks/{code}")]
pub(super) async fn find(code: Path<String>) -> Result<Json<CheckView>, ApiError> {
    audit::checks::find(&code).map(|check| Json(check.into())).ok_or_else(|| {
        ApiError::new(
            Kind::CheckNotFound,
            say!(
                "没有检查 {code}。全部代码见 /v1/checks。",
                "There is no check {code}. All codes are listed under /v1/checks."
            ),
        )
    })
}
