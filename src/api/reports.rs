//! Audits and reports, and the settlement of one hand.

use super::accept::{self, Form};
use super::body::Body;
use super::lang;
use super::logs::FromQuery;
use super::problem::{ApiError, Kind};
use super::steps::LangQuery;
use crate::app::App;
use crate::log::Places;
use crate::report::{self, Origin, Style, junit, sarif};
use crate::web;
use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};

/// Which failures these operations have.
pub(super) const FAILS: &[(&str, &[Kind])] = &[
    (
        "audit_log",
        &[
            Kind::RequestInvalid,
            Kind::NotAcceptable,
            Kind::BodyTimeout,
            Kind::BodyTooLarge,
            Kind::MediaTypeUnsupported,
            Kind::EncodingUnsupported,
            Kind::LogUnreadable,
            Kind::RulesInvalid,
            Kind::Busy,
        ],
    ),
    (
        "score_win",
        &[
            Kind::RequestInvalid,
            Kind::BodyTimeout,
            Kind::BodyTooLarge,
            Kind::MediaTypeUnsupported,
            Kind::EncodingUnsupported,
            Kind::ScoreUnreadable,
            Kind::Busy,
        ],
    ),
    (
        "find_report",
        &[Kind::RequestInvalid, Kind::LogNotFound, Kind::NotAcceptable, Kind::Busy, Kind::StoreUnavailable],
    ),
];

/// Audit a log without keeping it
///
/// Answers with the report: as JSON, as text for a terminal, as a page for a browser, or as SARIF 2.1.0 or JUnit
/// (`application/xml`) for a CI system. The same log under the same
/// rule revision gives the same bytes, here and under `/v1/reports`.
#[utoipa::path(
    operation_id = "audit_log", tag = "reports", params(FromQuery, LangQuery),
    request_body(content(
        (ref("#/components/schemas/GameLog") = "application/vnd.paipu+json"),
        (ref("#/components/schemas/GameLog") = "application/json"),
        (String = "text/plain"),
    )),
    responses((status = 200, description = "The report", content(
        (ref("#/components/schemas/Report") = "application/json"), (String = "text/plain"), (String = "text/html"),
        (Value = "application/sarif+json"), (String = "application/xml"),
    )))
)]
#[post("/v1/audits")]
pub(super) async fn audit(
    app: Data<App>,
    query: Query<AuditQuery>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let AuditQuery { from, lang } = query.into_inner();
    let form = accept::wanted(&request, Form::ALL)?;
    let lang = lang::asked(&request, lang.as_deref());
    let audited = app.audit(body.source(from)?).await?;
    Ok(match form {
        Form::Json => HttpResponse::Ok().content_type(form.media_type()).body(audited.json),
        Form::Text => plain(&audited.report, lang),
        Form::Html => lang::page(&web::report(None, &audited, lang)),
        Form::Sarif | Form::Junit => for_ci(form, &audited.report, &Origin::default(), lang),
    })
}

/// What `audit` understands; the two parts are documented where they are declared.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct AuditQuery {
    from: Option<String>,
    lang: Option<String>,
}

/// Work out a settlement
///
/// The wins of one hand in, every payment with its sum and its clause out; no game log is needed.
#[utoipa::path(
    operation_id = "score_win", tag = "reports",
    request_body(content = ref("#/components/schemas/ScoreRequest"), content_type = "application/json"),
    responses((status = 200, description = "The settlement", content(
        (ref("#/components/schemas/ScoreReport") = "application/json"),
    )))
)]
#[post("/v1/score")]
pub(super) async fn score(app: Data<App>, body: Body) -> Result<HttpResponse, ApiError> {
    let answer = app.score(body.json()?).await?;
    Ok(HttpResponse::Ok().content_type("application/json").body(answer))
}

/// Read the report of a stored log
///
/// As JSON, as text for a terminal, as a page for a browser, or as SARIF 2.1.0 or JUnit (`application/xml`) for a CI
/// system. A log stored under an older rule revision is audited
/// again, and both reports are kept.
#[utoipa::path(
    operation_id = "find_report", tag = "reports",
    params(("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2"), LangQuery),
    responses((status = 200, description = "The report", content(
        (ref("#/components/schemas/Report") = "application/json"), (String = "text/plain"), (String = "text/html"),
        (Value = "application/sarif+json"), (String = "application/xml"),
    )))
)]
#[get("/v1/reports/{id}")]
pub(super) async fn find(
    app: Data<App>,
    id: Path<String>,
    query: Query<LangQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let form = accept::wanted(&request, Form::ALL)?;
    let lang = lang::asked(&request, query.lang.as_deref());
    if form == Form::Json {
        let report = app.report(&id).await?;
        return Ok(HttpResponse::Ok()
            .content_type(form.media_type())
            .insert_header((header::VARY, "Accept"))
            .body(report.json));
    }
    let audited = app.audit_stored(&id).await?;
    Ok(match form {
        Form::Html => lang::page(&web::report(Some(&id), &audited, lang)),
        Form::Json | Form::Text => plain(&audited.report, lang),
        Form::Sarif | Form::Junit => {
            let (_, raw) = app.raw(&id).await?;
            let (file, places) = (format!("/v1/logs/{id}/raw"), Places::of(&raw));
            for_ci(form, &audited.report, &Origin { file: Some(&file), line: None, places: places.as_ref() }, lang)
        }
    })
}

fn for_ci(form: Form, report: &report::Report, origin: &Origin<'_>, lang: crate::say::Lang) -> HttpResponse {
    let (body, vary) = match form {
        Form::Junit => (junit::document(report, origin), "Accept"),
        _ => (sarif::document(report, origin, lang), "Accept, Accept-Language"),
    };
    HttpResponse::Ok().content_type(form.media_type()).insert_header((header::VARY, vary)).body(body)
}

fn plain(report: &report::Report, lang: crate::say::Lang) -> HttpResponse {
    let text = report::text(report, Style { lang, colour: false, full: true });
    HttpResponse::Ok()
        .content_type(Form::Text.media_type())
        .insert_header((header::VARY, "Accept, Accept-Language"))
        .body(text)
}
