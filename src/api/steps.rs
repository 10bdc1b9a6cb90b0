//! The table at a moment of a stored log, and who could do what.

use super::accept::{self, Form};
use super::lang;
use super::problem::{ApiError, Kind};
use crate::app::App;
use crate::web;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use serde::Deserialize;
use utoipa::IntoParams;

pub(super) const FAILS: &[(&str, &[Kind])] = &[(
    "find_step",
    &[
        Kind::RequestInvalid,
        Kind::LogNotFound,
        Kind::StepNotFound,
        Kind::NotAcceptable,
        Kind::Busy,
        Kind::StoreUnavailable,
    ],
)];

/// The language of what is for people.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct LangQuery {
    /// `zh` or `en`, for text and pages; by default from `Accept-Language`.
    #[param(example = "en")]
    pub(super) lang: Option<String>,
}

/// Show the table at a moment, and who could do what
///
/// Step `k` of a hand is the table after its first `k` events: step 0 is the deal, and a finding at event `e` is about
/// what was done in step `e`. As JSON, or as a page for a browser.
#[utoipa::path(
    operation_id = "find_step", tag = "reports",
    params(
        ("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2"),
        ("n" = u32, Path, description = "The hand, from 0", example = 0),
        ("k" = u32, Path, description = "The step: how many events are done; 0 is the deal", example = 3),
        LangQuery,
    ),
    responses((status = 200, description = "The table", content(
        (ref("#/components/schemas/Step") = "application/json"), (String = "text/html"),
    )))
)]
#[get("/v1/reports/{id}/hands/{n}/steps/{k}")]
pub(super) async fn find(
    app: Data<App>,
    path: Path<(String, u32, u32)>,
    query: Query<LangQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (id, hand, step) = path.into_inner();
    let form = accept::wanted(&request, &[Form::Json, Form::Html])?;
    let moment = app.moment(&id, hand as usize, step as usize).await?;
    Ok(match form {
        Form::Html => lang::page(&web::step(&id, &moment, lang::asked(&request, query.lang.as_deref()))),
        Form::Json | Form::Text | Form::Sarif | Form::Junit => HttpResponse::Ok().json(moment),
    })
}
