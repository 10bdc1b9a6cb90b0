//! Handlers of the home page: the form to submit a log, and the samples.

use super::auth::{Allowed, ToIngest, ToRead};
use super::body::Body;
use super::html_page;
use super::lang;
use super::methods;
use super::problem::{ApiError, ProblemType};
use crate::app::{App, Fields, Ingest, Sample, Source};
use crate::store::Who;
use crate::web;
use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use caipan_tiles::bilingual;
use serde::Deserialize;

/// The home page. Its address with filters was that of the desk: they lead there.
pub(super) async fn page(
    _caller: Allowed<ToRead>,
    query: Query<Fields>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let fields = query.into_inner();
    if fields.keys().any(|name| name != "lang") {
        let desk = format!("/desk?{}", request.query_string());
        return Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, desk)).finish());
    }
    Ok(html_page::page(&request, &web::index(lang::asked(&request, fields.get("lang").map(String::as_str)))))
}

/// The report of a sample game, which is not stored.
pub(super) async fn sample(
    app: Data<App>,
    caller: Allowed<ToRead>,
    name: Path<String>,
    query: Query<lang::LangOnly>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let sample = Sample::named(&name).ok_or_else(|| methods::unknown(request.path()))?;
    let lang = lang::asked(&request, query.into_inner().lang.as_deref());
    let draw = move |case| web::sample(sample.name, &case, lang);
    Ok(html_page::page(&request, &app.report_page_of(caller.who, sample.source(), draw).await?))
}

/// A submitted log.
#[derive(Deserialize)]
struct Pasted {
    log: String,
    /// Audit without storing.
    #[serde(default)]
    look: Option<String>,
    lang: Option<String>,
}

/// Stores a log in any known format and redirects to its report. The form sends text, the script sends the bytes of a
/// file.
pub(super) async fn open(
    app: Data<App>,
    caller: Allowed<ToIngest>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let form = body.media_type == "application/x-www-form-urlencoded";
    let pasted = if form {
        let text = std::str::from_utf8(&body.bytes).unwrap_or_default();
        Query::<Pasted>::from_query(text).map(Query::into_inner).map_err(|error| {
            ApiError::new(
                ProblemType::RequestInvalid,
                bilingual!("表单无法读取：{error}。请重新粘贴。", "The form cannot be read: {error}. Paste it again."),
            )
        })?
    } else {
        let asked =
            Query::<lang::LangOnly>::from_query(request.query_string()).ok().and_then(|query| query.into_inner().lang);
        return lead(&app, caller.who, body.bytes, lang::asked(&request, asked.as_deref())).await;
    };
    let lang = lang::asked(&request, pasted.lang.as_deref());
    let bytes = Bytes::from(pasted.log.trim().to_owned());
    if pasted.look.is_some() {
        let draw = move |case| web::report(None, &case, lang);
        let page = app.report_page_of(caller.who, Source::recognised(bytes), draw).await?;
        return Ok(html_page::page(&request, &page));
    }
    lead(&app, caller.who, bytes, lang).await
}

async fn lead(app: &App, who: Who, bytes: Bytes, lang: caipan_tiles::text::Lang) -> Result<HttpResponse, ApiError> {
    let outcome = app.ingest(Ingest { who, source: Source::recognised(bytes), key: None, corrects: None }).await?;
    let report = format!("/v1/reports/{}?lang={}", outcome.log.id, lang.tag());
    Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, report)).finish())
}
