//! Handlers of tables: all steps of a hand, or one step with its legal actions.

use super::accept::{self, Form};
use super::auth::{Allowed, ToRead};
use super::etag::Tag;
use super::html_page;
use super::lang;
use super::problem::{ApiError, ProblemType};
use crate::app::App;
use crate::web;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use caipan_tiles::bilingual;
use caipan_tiles::tile::Seat;
use serde::Deserialize;
use utoipa::IntoParams;

pub(super) const FAILS: &[(&str, &[ProblemType])] = &[("find_step", STEP), ("list_steps", STEP)];

const STEP: &[ProblemType] = &[
    ProblemType::RequestInvalid,
    ProblemType::LogNotFound,
    ProblemType::StepNotFound,
    ProblemType::NotAcceptable,
    ProblemType::Busy,
    ProblemType::StoreUnavailable,
];

/// The parameters of a step.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct StepQuery {
    /// `zh` or `en`, for the page; by default from `Accept-Language`.
    #[param(example = "en")]
    pub(super) lang: Option<String>,
    /// The seat at the bottom of the table on the page, 0 to 3.
    #[param(minimum = 0, maximum = 3, example = 2)]
    pub(super) seat: Option<u8>,
    /// `true` to show on the page only what that seat could see; `false` by default.
    #[param(example = false)]
    pub(super) hide: Option<bool>,
}

/// Show every step of a hand
///
/// Returns the first table, and for each event only its change: a JSON merge patch (RFC 7396) in which an object in
/// place of an array addresses its elements by index. The table of step `k` is `first` with the first `k` changes of
/// `steps` applied in order. The answer includes the findings of the hand with their steps. Each request replays the
/// hand once.
#[utoipa::path(
    operation_id = "list_steps", tag = "reports", security(("key" = ["read"])),
    params(
        ("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2"),
        ("n" = u32, Path, description = "The hand, from 0", example = 0),
        ("If-None-Match" = Option<String>, Header, description = "`ETag` of an earlier answer"),
    ),
    responses(
        (status = 200, description = "The hand", content(
            (ref("#/components/schemas/Played") = "application/json"),
        ), headers(("ETag" = String, description = "The log's digest, the rules' revision and the program"))),
        (status = 304, description = "The client has this state already"),
    )
)]
#[get("/v1/reports/{id}/hands/{n}/steps")]
pub(super) async fn list(
    app: Data<App>,
    caller: Allowed<ToRead>,
    path: Path<(String, u32)>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (id, hand) = path.into_inner();
    accept::wanted(&request, &[Form::Json])?;
    let log = app.log(caller.who, &id).await?;
    let tag = Tag::of(&[&log.digest, &log.revision(), &hand.to_string(), env!("CARGO_PKG_VERSION")]);
    let mut response = match tag.answer(&request, "Accept") {
        Ok(unchanged) => return Ok(unchanged),
        Err(response) => response,
    };
    let steps = app.hand_steps(caller.who, &id, hand as usize).await?;
    Ok(response.content_type(Form::Json.media_type()).body(steps))
}

/// Show the table at a moment, and who could do what
///
/// Step `k` of a hand is the table after its first `k` events. Step 0 is the deal, and step `e` is the table before the
/// event of a finding at event `e`. Available as JSON or as a page for a browser.
#[utoipa::path(
    operation_id = "find_step", tag = "reports", security(("key" = ["read"])),
    params(
        ("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2"),
        ("n" = u32, Path, description = "The hand, from 0", example = 0),
        ("k" = u32, Path, description = "The step: how many events are done; 0 is the deal", example = 3),
        StepQuery,
    ),
    responses((status = 200, description = "The table", content(
        (ref("#/components/schemas/Step") = "application/json"), (String = "text/html"),
    )))
)]
#[get("/v1/reports/{id}/hands/{n}/steps/{k}")]
pub(super) async fn find(
    app: Data<App>,
    caller: Allowed<ToRead>,
    path: Path<(String, u32, u32)>,
    query: Query<StepQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (id, hand, step) = path.into_inner();
    let form = accept::wanted(&request, &[Form::Json, Form::Html])?;
    let (hand, step) = (hand as usize, step as usize);
    let lang = lang::wanted(&request, query.lang.as_deref())?;
    let view = query.seat.map_or(Some(Seat::ALL[0]), Seat::new).ok_or_else(|| {
        ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!("seat 应为 0 至 3。请改写或去掉。", "seat must be 0 to 3. Change it or remove it."),
        )
    })?;
    Ok(match form {
        Form::Html => {
            let look = web::Look { view, hidden: query.hide.unwrap_or_default() };
            let of = id.clone();
            let draw = move |board| web::step(&of, &board, look, lang);
            html_page::page(&request, &app.step_page(caller.who, &id, (hand, step), draw).await?)
        }
        Form::Json | Form::Text | Form::Sarif | Form::Junit => {
            let table = app.moment(caller.who, &id, hand, step).await?;
            HttpResponse::Ok().content_type(Form::Json.media_type()).body(table)
        }
    })
}
