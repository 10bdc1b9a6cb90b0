//! Handlers of audits, reports and settlements.

use super::accept::{self, Form};
use super::auth::{Allowed, ToAsk, ToRead, ToReferee};
use super::body::Body;
use super::context::ServerContext;
use super::etag::Tag;
use super::html_page;
use super::ingest_options::{FromQuery, LOG_BODY, one_of};
use super::lang;
use super::lang::LangQuery;
use super::problem::{ApiError, ProblemType};
use crate::app::engine::Audited;
use crate::app::{App, NewestReport, ReportPage, Scope, Source, StoredCase};
use crate::store::Who;
use crate::web;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, IfNoneMatch};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, get, post};
use caipan_engine::report::{self, Origin, Style, junit, sarif};
use caipan_log::Places;
use caipan_tiles::text::Lang;
use utoipa::IntoParams;

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    (
        "audit_log",
        &[
            ProblemType::RequestInvalid,
            ProblemType::NotAcceptable,
            ProblemType::BodyTimeout,
            ProblemType::BodyTooLarge,
            ProblemType::MediaTypeUnsupported,
            ProblemType::EncodingUnsupported,
            ProblemType::LogUnreadable,
            ProblemType::RulesInvalid,
            ProblemType::AuditTooLong,
            ProblemType::Busy,
        ],
    ),
    (
        "score_win",
        &[
            ProblemType::RequestInvalid,
            ProblemType::BodyTimeout,
            ProblemType::BodyTooLarge,
            ProblemType::MediaTypeUnsupported,
            ProblemType::EncodingUnsupported,
            ProblemType::ScoreUnreadable,
            ProblemType::Busy,
        ],
    ),
    (
        "find_report",
        &[
            ProblemType::RequestInvalid,
            ProblemType::LogNotFound,
            ProblemType::NotAcceptable,
            ProblemType::Busy,
            ProblemType::StoreUnavailable,
        ],
    ),
    (
        "audit_again",
        &[
            ProblemType::LogNotFound,
            ProblemType::LogUnreadable,
            ProblemType::RulesInvalid,
            ProblemType::AuditTooLong,
            ProblemType::Busy,
            ProblemType::StoreUnavailable,
        ],
    ),
];

/// Audit a log without keeping it
///
/// Returns the report as JSON, as text for a terminal, as a page for a browser, or as SARIF 2.1.0 or JUnit
/// (`application/xml`) for a CI system. The same log under the same rule revision produces the same bytes, here and
/// under `/v1/reports`.
#[utoipa::path(
    operation_id = "audit_log", tag = "reports", security(("key" = [])), params(FromQuery, AuditQuery, LangQuery),
    request_body(
        content(
            (ref("#/components/schemas/GameLog") = "application/vnd.paipu+json"),
            (ref("#/components/schemas/GameLog") = "application/json"),
            (Vec<u8> = "application/octet-stream"),
        ),
        description = LOG_BODY,
    ),
    responses((status = 200, description = "The report", content(
        (ref("#/components/schemas/Report") = "application/json"), (String = "text/plain"), (String = "text/html"),
        (Value = "application/sarif+json"), (String = "application/xml"),
    )))
)]
#[post("/v1/audits")]
pub(super) async fn audit(
    app: Data<App>,
    caller: Allowed<ToAsk>,
    query: Query<AuditQuery>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let AuditQuery { from, adapter, in_progress, lang } = query.into_inner();
    let form = accept::wanted(&request, Form::ALL)?;
    let lang = lang::wanted(&request, lang.as_deref())?;
    let source = Source { in_progress, ..body.source(one_of(from, adapter)?)? };
    let mut response = HttpResponse::Ok();
    response.content_type(form.media_type()).insert_header((header::VARY, "Accept, Accept-Language"));
    if form == Form::Html {
        let draw = move |case| web::report(None, &case, lang);
        let page = app.report_page_of(caller.who, source, draw).await?;
        return Ok(html_page::as_page(&request, &mut response, &page));
    }
    let write = move |Audited { report, json }: Audited| match form {
        Form::Json | Form::Html => json,
        Form::Text => text(&report, lang).into(),
        Form::Sarif | Form::Junit => for_ci(form, &report, &Origin::default(), lang),
    };
    let written = app.audit_for(caller.who, source, write).await?;
    if form != Form::Json {
        response.insert_header((header::CONTENT_LANGUAGE, lang.tag()));
    }
    Ok(response.body(written))
}

/// The parameters of `audit`; the others are documented where they are declared.
#[derive(Debug, serde::Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct AuditQuery {
    #[param(ignore)]
    from: Option<String>,
    #[param(ignore)]
    adapter: Option<String>,
    /// True if the play goes on after the last event, as `in_progress` in the log: nothing is missing at the end then, and
    /// the report says what each seat may do. A log whose last hand has a result, or whose match has totals, is refused.
    #[serde(default)]
    in_progress: bool,
    #[param(ignore)]
    lang: Option<String>,
}

/// Work out a settlement
///
/// Takes the wins of one hand and returns every payment with its calculation and clause. No game log is needed.
#[utoipa::path(
    operation_id = "score_win", tag = "reports", security(("key" = [])),
    request_body(content = ref("#/components/schemas/ScoreRequest"), content_type = "application/json"),
    responses((status = 200, description = "The settlement", content(
        (ref("#/components/schemas/ScoreReport") = "application/json"),
    )))
)]
#[post("/v1/score")]
pub(super) async fn score(app: Data<App>, caller: Allowed<ToAsk>, body: Body) -> Result<HttpResponse, ApiError> {
    let answer = app.score(caller.who, body.json()?).await?;
    Ok(HttpResponse::Ok().content_type("application/json").body(answer))
}

/// Read the report of a stored log
///
/// Returns the newest report as JSON, as text for a terminal, as a page for a browser, or as SARIF 2.1.0 or JUnit
/// (`application/xml`) for a CI system. Its revision names the rules that applied. Reading changes nothing.
#[utoipa::path(
    operation_id = "find_report", tag = "reports", security(("key" = ["read"])),
    params(
        ("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2"), LangQuery,
        ("If-None-Match" = Option<String>, Header, description = "`ETag` of an earlier answer"),
    ),
    responses(
        (status = 200, description = "The report", content(
            (ref("#/components/schemas/Report") = "application/json"), (String = "text/plain"), (String = "text/html"),
            (Value = "application/sarif+json"), (String = "application/xml"),
        ), headers(("ETag" = String, description = "The state of the report in this form"))),
        (status = 304, description = "The client has this state already"),
    )
)]
#[get("/v1/reports/{id}")]
pub(super) async fn find(
    app: Data<App>,
    context: Data<ServerContext>,
    caller: Allowed<ToRead>,
    id: Path<String>,
    query: Query<LangQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let form = accept::wanted(&request, Form::ALL)?;
    let lang = lang::wanted(&request, query.lang.as_deref())?;
    if form == Form::Json {
        return json(&app, &context, caller.who, &id, &request).await;
    }
    let log = app.log(caller.who, &id).await?;
    // The page also shows the rulings.
    let beside = if form == Form::Html {
        let (rulings, may_rule) =
            (app.rulings_of(caller.who, &id).await?.len(), caller.caller.may(Scope::Referee).is_ok());
        // The frame names the person. A tag has no letters but ASCII, and the key stands for the name.
        let session = caller.caller.key.as_ref().filter(|key| key.person.is_some()).map_or("", |key| &key.id);
        format!("{rulings}{may_rule}{session}")
    } else {
        String::new()
    };
    // The rendering changes with the program version.
    let shown = env!("CARGO_PKG_VERSION");
    let tag = Tag::of(&[&log.id, &log.revision(), &format!("{form:?}"), lang.tag(), shown, &beside]);
    let mut response = match tag.answer(&request, "Accept, Accept-Language") {
        Ok(unchanged) => return Ok(unchanged),
        Err(response) => response,
    };
    response.content_type(form.media_type());
    if form == Form::Html {
        let may_rule = caller.caller.may(Scope::Referee).is_ok();
        let of = id.clone();
        let draw = move |case| web::report(Some(&of), &ReportPage { may_rule, ..case }, lang);
        let page = app.report_page(caller.who, &id, draw).await?;
        return Ok(html_page::as_page(&request, &mut response, &page));
    }
    let written = app.on_case(caller.who, &id, move |case| Ok(in_form(form, &case, lang))).await?;
    response.insert_header((header::CONTENT_LANGUAGE, lang.tag()));
    Ok(response.body(written))
}

/// Answers with the stored report as it was published, in one visit to the store.
async fn json(
    app: &App,
    context: &ServerContext,
    who: Who,
    id: &str,
    request: &HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (answers, known) = (context.answers.clone(), request.get_header::<IfNoneMatch>());
    let tag = |newest: &NewestReport| Tag::of(&[&newest.id, &newest.revision]);
    let wants = move |newest: &NewestReport| {
        if tag(newest).is_known(known.as_ref()) { Err(None) } else { answers.reserve(newest.size).map_err(Some) }
    };
    let (newest, read) = app.newest_report(who, id, wants).await?;
    let mut response = match tag(&newest).answer(request, "Accept, Accept-Language") {
        Ok(unchanged) => return Ok(unchanged),
        Err(response) => response,
    };
    response.content_type(Form::Json.media_type());
    match read {
        Ok((reserved, report)) => Ok(reserved.held_by(response.body(report))),
        Err(Some(no_room)) => Err(no_room),
        Err(None) => Ok(response.status(StatusCode::NOT_MODIFIED).finish()),
    }
}

/// Writes a stored report as text or for a CI system.
fn in_form(form: Form, case: &StoredCase, lang: Lang) -> Vec<u8> {
    let StoredCase { row, report, source, .. } = case;
    if form == Form::Text {
        return text(report, lang).into();
    }
    let file = format!("/v1/logs/{}/raw", row.id);
    let adapted = report.log.adapter.is_some();
    let places = if adapted { Places::of_json(&source.bytes) } else { Places::of(&source.bytes) };
    for_ci(form, report, &Origin { file: Some(&file), line: None, places: places.as_ref() }, lang)
}

/// Audit a stored log again
///
/// Applies the current rules of this program. If the newest report has an older revision, a new report is stored beside
/// it and becomes the newest; otherwise nothing changes. Returns the newest report.
#[utoipa::path(
    operation_id = "audit_again", tag = "reports", security(("key" = ["referee"])),
    params(("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2")),
    responses((status = 200, description = "The newest report", content(
        (ref("#/components/schemas/Report") = "application/json"),
    )))
)]
#[post("/v1/reports/{id}")]
pub(super) async fn again(
    app: Data<App>,
    caller: Allowed<ToReferee>,
    id: Path<String>,
) -> Result<HttpResponse, ApiError> {
    let report = app.audit_again(caller.who, &id).await?;
    Ok(HttpResponse::Ok().content_type(Form::Json.media_type()).body(report))
}

fn for_ci(form: Form, report: &report::Report, origin: &Origin<'_>, lang: Lang) -> Vec<u8> {
    match form {
        Form::Junit => junit::document(report, origin).into(),
        _ => sarif::document(report, origin, lang).into(),
    }
}

fn text(report: &report::Report, lang: Lang) -> String {
    report::text(report, Style { lang, colour: false, full: true })
}
