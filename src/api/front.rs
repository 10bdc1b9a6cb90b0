//! Handlers of the home page: the form to submit a log, and the samples.

use super::accept;
use super::auth::{Allowed, ToIngest, ToRead};
use super::body::Body;
use super::html_page;
use super::lang;
use super::methods;
use super::problem::{ApiError, MEDIA_TYPE, ProblemPlace, ProblemType};
use crate::app::{App, Fields, Ingest, Rulings, Sample, SavedPage, Source};
use crate::store::Who;
use crate::web::{self, Refused};
use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
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
    let source = sample.source();
    let text = source.bytes.clone();
    let draw =
        move |saved: &SavedPage| web::sample(sample.name, saved, std::str::from_utf8(&text).unwrap_or_default(), lang);
    Ok(html_page::page(&request, &app.saved_page_of(caller.who, source, draw).await?))
}

/// The forms of a refusal: for programs and for people.
const FORMS: [&str; 2] = [MEDIA_TYPE, "text/html"];

/// A submitted log.
#[derive(Deserialize)]
struct Pasted {
    log: String,
    /// Audit without storing.
    #[serde(default)]
    look: Option<String>,
    /// Audit without storing, and send the report as a file.
    #[serde(default)]
    file: Option<String>,
    /// The stored log that it corrects.
    #[serde(default)]
    corrects: Option<String>,
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
        let lang = lang::asked(&request, asked.as_deref());
        return lead(&app, caller.who, body.bytes, None, lang).await;
    };
    let lang = lang::asked(&request, pasted.lang.as_deref());
    match pasted_log(&app, caller.who, &request, &pasted, lang).await {
        Err(error) if is_about_the_text(&error) && accept::preferred(&request, FORMS) == FORMS[1] => {
            Ok(refused(&request, &error, &pasted.log, lang))
        }
        done => done,
    }
}

/// Audits or stores a pasted log.
async fn pasted_log(
    app: &App,
    who: Who,
    request: &HttpRequest,
    pasted: &Pasted,
    lang: Lang,
) -> Result<HttpResponse, ApiError> {
    let bytes = Bytes::from(pasted.log.trim().to_owned());
    if pasted.file.is_some() {
        let draw = move |saved: &SavedPage| web::saved_page(saved, &Rulings::default(), lang);
        let page = app.saved_page_of(who, Source::recognised(bytes), draw).await?;
        return Ok(HttpResponse::Ok()
            .content_type("text/html; charset=utf-8")
            .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"caipan.html\""))
            .body(page));
    }
    if pasted.look.is_some() {
        let text = pasted.log.trim().to_owned();
        let draw = move |saved: &SavedPage| web::looked_at(saved, &text, lang);
        let page = app.saved_page_of(who, Source::recognised(bytes), draw).await?;
        return Ok(html_page::page(request, &page));
    }
    lead(app, who, bytes, pasted.corrects.clone(), lang).await
}

/// Returns whether another text would be accepted, so that the page keeps the text.
fn is_about_the_text(error: &ApiError) -> bool {
    matches!(error.kind.status(), StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY | StatusCode::BAD_REQUEST)
}

/// Answers with the page of a refused log.
fn refused(request: &HttpRequest, error: &ApiError, text: &str, lang: Lang) -> HttpResponse {
    let place = error.place.as_deref();
    let refused = Refused {
        title: error.kind.title().get(lang),
        detail: error.detail.get(lang),
        codes: [error.kind.code(), place.map_or("", |place| place.reason.as_str())],
        place: place.and_then(|place| Some((place.line?, place.column?))),
        stored: error.log.as_deref().filter(|_| error.kind == ProblemType::GameConflict),
        text: text.trim(),
    };
    html_page::as_page(request, &mut HttpResponse::build(error.kind.status()), &web::refused(&refused, lang))
}

/// Stores a log and leads to its report. Several logs, one per line, lead to the desk.
async fn lead(
    app: &App,
    who: Who,
    bytes: Bytes,
    corrects: Option<String>,
    lang: Lang,
) -> Result<HttpResponse, ApiError> {
    let ingest = |bytes: Bytes, corrects: Option<String>| {
        app.ingest(Ingest { who, source: Source::recognised(bytes), key: None, corrects })
    };
    let path = match ingest(bytes.clone(), corrects).await.map_err(ApiError::from) {
        Ok(outcome) => format!("/v1/reports/{}", outcome.log.id),
        Err(error) => {
            let lines = lines_of(&bytes).filter(|_| is_several(&error)).ok_or(error)?;
            for (number, line) in lines {
                ingest(line, None).await.map_err(|error| of_line(ApiError::from(error), number))?;
            }
            "/desk".to_owned()
        }
    };
    let path = format!("{path}?lang={}", lang.tag());
    Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, path)).finish())
}

/// The most logs in one text of the form; more are a batch.
const LINES: usize = 200;

/// Returns whether the reader met a second log after the first one.
fn is_several(error: &ApiError) -> bool {
    error.place.as_ref().is_some_and(|place| place.reason == web::SEVERAL)
}

/// Returns the logs of a text with one JSON document per line, with the numbers of their lines.
fn lines_of(text: &Bytes) -> Option<Vec<(usize, Bytes)>> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).zip(1..);
    let lines: Vec<(usize, Bytes)> =
        lines.filter(|(line, _)| !line.is_empty()).map(|(line, number)| (number, text.slice_ref(line))).collect();
    let is_document = |(_, line): &(usize, Bytes)| serde_json::from_slice::<serde::de::IgnoredAny>(line).is_ok();
    (lines.len() <= LINES && lines.iter().all(is_document)).then_some(lines)
}

/// Names the line of the log that was refused. The lines before it are stored; to send them again changes nothing.
fn of_line(error: ApiError, line: usize) -> ApiError {
    let Text { zh, en } = &error.detail;
    let detail = bilingual!(
        "第 {line} 行：{zh}（前面各行已存好，改好这一行再提交即可。）",
        "Line {line}: {en} (The lines before it are stored; correct this one and submit again.)"
    );
    let place = error.place.map(|place| Box::new(ProblemPlace { line: Some(line as u64), ..*place }));
    ApiError { detail, place, ..error }
}
