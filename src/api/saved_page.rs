//! The handler of a report page as a single file to save.

use super::auth::{Allowed, ToRead};
use super::lang;
use super::lang::LangQuery;
use super::problem::{ApiError, ProblemType};
use crate::app::App;
use crate::web;
use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};

pub(super) const FAILS: &[(&str, &[ProblemType])] = &[(
    "keep_report",
    &[ProblemType::RequestInvalid, ProblemType::LogNotFound, ProblemType::Busy, ProblemType::StoreUnavailable],
)];

/// Keep a report as one file
///
/// The file opens from disk, prints and replays every hand step by step. It loads nothing.
#[utoipa::path(
    operation_id = "keep_report", tag = "reports", security(("key" = ["read"])),
    params(
        ("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2"), LangQuery,
    ),
    responses((status = 200, description = "The page", content((String = "text/html")), headers(
        ("Content-Disposition" = String, description = "The name to keep it under"),
    )))
)]
#[get("/v1/reports/{id}/page")]
pub(super) async fn saved_page(
    app: Data<App>,
    caller: Allowed<ToRead>,
    id: Path<String>,
    query: Query<LangQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let lang = lang::wanted(&request, query.lang.as_deref())?;
    let page = app.saved_page(caller.who, &id, move |saved, rulings| web::saved_page(saved, rulings, lang)).await?;
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_LANGUAGE, lang.tag()))
        .insert_header((header::VARY, "Accept-Language"))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"caipan-{id}.html\"")))
        .body(page))
}
