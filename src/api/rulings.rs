//! Handlers of rulings: record, list, and the ruling page.

use super::auth::{Allowed, ToRead, ToReferee};
use super::body::Body;
use super::html_page;
use super::ingest_options::idempotency_key;
use super::lang;
use super::problem::{ApiError, ProblemType};
use super::unreadable;
use crate::app::{App, AppError, Fields, NewRuling, ReportPage, RulingRefusal, RulingView, Scope};
use crate::store::{Moved, RulingKind, RulingRow};
use crate::web::{self, Document, Ruling};
use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::Seat;
use std::sync::Arc;

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    (
        "rule",
        &[
            ProblemType::RequestInvalid,
            ProblemType::LogNotFound,
            ProblemType::BodyTimeout,
            ProblemType::RulingConflict,
            ProblemType::BodyTooLarge,
            ProblemType::MediaTypeUnsupported,
            ProblemType::EncodingUnsupported,
            ProblemType::RulingInvalid,
            ProblemType::Busy,
            ProblemType::StoreUnavailable,
        ],
    ),
    ("list_rulings", &[ProblemType::LogNotFound, ProblemType::Busy, ProblemType::StoreUnavailable]),
];

/// Rule on a report
///
/// A referee upholds the report or a finding, corrects points, imposes a penalty, or adds a note. A ruling is never
/// changed or deleted: a later one reverses it. In a signed-in browser `referee` is the name of the person; another name is
/// refused. The transfers of `correct` lead from the recorded points to the right
/// ones and balance, unless the record itself does not sum to zero. The report does not change. The ruling appears in
/// the feed and in the trail and contains the digest of the tenant's previous ruling.
#[utoipa::path(
    operation_id = "rule", tag = "reports", security(("key" = ["referee"])),
    params(
        ("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2"),
        ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 200, pattern = "^[!-~]+$", description = "A key of the client's choice, at most 200 visible ASCII characters: sent again with the same ruling it gives the first answer again.", example = "ruling-17"),
    ),
    request_body(content = ref("#/components/schemas/NewRuling"), content_type = "application/json"),
    responses(
        (status = 201, description = "Recorded", content((ref("#/components/schemas/Ruling") = "application/json"))),
        (status = 200, description = "The same request recorded it before", content((ref("#/components/schemas/Ruling") = "application/json")),
            headers(("Idempotency-Replayed" = bool, description = "`true`: nothing was recorded for this request"))),
    )
)]
#[post("/v1/reports/{id}/rulings")]
pub(super) async fn rule(
    app: Data<App>,
    caller: Allowed<ToReferee>,
    id: Path<String>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    // A missing log, or a log of another tenant, is reported before errors of the ruling.
    app.log(caller.who, &id).await?;
    let key = idempotency_key(&request)?;
    let token = key.map_or_else(App::token, |key| Ok(format!("key {key}")))?;
    let new: NewRuling = unreadable::read(&body.json()?)?;
    let (RulingRow { digest, entry }, created) = app.rule(&caller.caller, &id, new, token).await?;
    let rows = app.rulings_of(caller.who, &id).await?;
    let by = rows.iter().find(|row| row.entry.reverses == Some(entry.number)).map(|row| row.entry.number);
    let mut response = if created { HttpResponse::Created() } else { HttpResponse::Ok() };
    if !created {
        response.insert_header(("Idempotency-Replayed", "true"));
    }
    Ok(response.json(RulingView { digest, entry, reversed_by: by }))
}

/// List the rulings on a report
///
/// Returns all rulings in order, including reversed ones, and the settlement of those in force: the points of each hand
/// and of the match as recorded, as due and as ruled.
#[utoipa::path(
    operation_id = "list_rulings", tag = "reports", security(("key" = ["read"])),
    params(("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2")),
    responses((status = 200, description = "The rulings", content((ref("#/components/schemas/Rulings") = "application/json"))))
)]
#[get("/v1/reports/{id}/rulings")]
pub(super) async fn list(app: Data<App>, caller: Allowed<ToRead>, id: Path<String>) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(app.rulings(caller.who, &id).await?))
}

/// The ruling page; parameters fill in the form.
pub(super) async fn page(
    app: Data<App>,
    caller: Allowed<ToReferee>,
    id: Path<String>,
    query: Query<Fields>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let mut fields = query.into_inner();
    let lang = lang::asked(&request, fields.get("lang").map(String::as_str));
    let takes = fields.contains_key("take");
    fields.retain(|name, _| ["finding", "hand", "kind", "reverses"].contains(&name.as_str()));
    if takes {
        let note = lang.pick("已接手，正在处理。", "Taken; I am looking into it.");
        fields.insert("note".to_owned(), note.to_owned());
    }
    fields.insert("token".to_owned(), App::token()?);
    caller.may(Scope::Read)?;
    let form = FilledForm { id: id.clone(), fields, person: caller.caller.person().map(str::to_owned), lang };
    let page = app.report_page(caller.who, &id, move |case| form.draw(&case, None)).await?;
    Ok(html_page::page(&request, &page))
}

/// The form of a ruling as it is filled in.
struct FilledForm {
    id: String,
    fields: Fields,
    /// The name of the person who signed in.
    person: Option<String>,
    lang: Lang,
}

impl FilledForm {
    fn of<'a>(&'a self, case: &'a ReportPage, wrong: Option<&'a RulingRefusal>) -> Ruling<'a> {
        Ruling { id: &self.id, case, fields: &self.fields, person: self.person.as_deref(), wrong }
    }

    /// Draws the form, and what is wrong with it.
    fn draw(&self, case: &ReportPage, wrong: Option<&RulingRefusal>) -> Document {
        web::ruling(&self.of(case, wrong), self.lang)
    }

    /// Draws the ruling before it is recorded.
    fn preview(&self, case: &ReportPage) -> Document {
        web::ruling_preview(&self.of(case, None), self.lang)
    }
}

/// Handles the form: shows the ruling before it is recorded, and records it once it is confirmed. An invalid form is shown
/// again as filled in.
pub(super) async fn take(
    app: Data<App>,
    caller: Allowed<ToReferee>,
    id: Path<String>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    caller.may(Scope::Read)?;
    if body.media_type != "application/x-www-form-urlencoded" {
        return Err(ApiError::new(
            ProblemType::MediaTypeUnsupported,
            bilingual!(
                "这个地址收网页的表单。程序请用 POST /v1/reports/{{id}}/rulings。",
                "This address takes the form of its page. Programs use POST /v1/reports/{{id}}/rulings."
            ),
        ));
    }
    let text = std::str::from_utf8(&body.bytes).unwrap_or_default();
    let fields = Query::<Fields>::from_query(text).map(Query::into_inner).map_err(|error| {
        ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!("表单无法读取：{error}。请重新填写。", "The form cannot be read: {error}. Fill it in again."),
        )
    })?;
    let lang = lang::asked(&request, fields.get("lang").map(String::as_str));
    let token = match fields.get("token").filter(|token| (1..=64).contains(&token.len())) {
        Some(token) => format!("form {token}"),
        None => App::token()?,
    };
    let form = Arc::new(FilledForm { id: id.clone(), fields, person: caller.caller.person().map(str::to_owned), lang });
    let drawn = Arc::clone(&form);
    if form.fields.contains_key("edit") {
        let page = app.report_page(caller.who, &id, move |case| drawn.draw(&case, None)).await?;
        return Ok(html_page::page(&request, &page));
    }
    let done = match filled(&form.fields, lang) {
        Err(unruly) => Err(AppError::Ruling(Box::new(unruly))),
        Ok(new) if form.fields.contains_key("confirm") => {
            app.rule(&caller.caller, &id, new, token).await.map(|_| Step::Recorded)
        }
        Ok(new) => {
            let draw = move |case| Step::Previewed(Box::new(drawn.preview(&case)));
            app.preview_ruling(&caller.caller, &id, new, draw).await
        }
    };
    match done {
        Ok(Step::Recorded) => {
            let report = format!("/v1/reports/{id}?lang={}", lang.tag());
            Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, report)).finish())
        }
        Ok(Step::Previewed(page)) => Ok(html_page::page(&request, &page)),
        Err(AppError::Ruling(unruly)) => {
            let mut response =
                if unruly.conflict { HttpResponse::Conflict() } else { HttpResponse::UnprocessableEntity() };
            let page = app.report_page(caller.who, &id, move |case| form.draw(&case, Some(&unruly))).await?;
            Ok(html_page::as_page(&request, &mut response, &page))
        }
        Err(other) => Err(other.into()),
    }
}

/// The step that a valid form reached.
enum Step {
    Previewed(Box<Document>),
    Recorded,
}

/// Returns the reason of a ruling that needs no words of its own, in the language of the page.
fn usual_reason(kind: RulingKind, reverses: Option<i32>, lang: Lang) -> String {
    let told = match (kind, reverses) {
        (_, Some(number)) => bilingual!("撤销第 {number} 号裁定。", "Ruling {number} is reversed."),
        (RulingKind::Correct, None) => bilingual!("裁判更正。", "Corrected by the referee."),
        (RulingKind::Dismiss, None) => bilingual!("照记录算，分数不动。", "The recorded result stands."),
        _ => Text::default(),
    };
    told.get(lang).to_owned()
}

/// Parses the form; people count hands from 1.
fn filled(fields: &Fields, lang: Lang) -> Result<NewRuling, RulingRefusal> {
    let text = |name: &str| fields.get(name).map(|text| text.trim()).filter(|text| !text.is_empty());
    let wrong = |name: &str, text: Text| RulingRefusal { pointer: format!("/{name}"), text, conflict: false };
    let number = |name: &str| -> Result<Option<i64>, RulingRefusal> {
        let Some(text) = text(name) else { return Ok(None) };
        let read = text.parse().map_err(|_| {
            wrong(name, bilingual!("“{text}”不是整数。请写一个整数。", "“{text}” is no whole number. Write one."))
        });
        read.map(Some)
    };
    let count = |name: &str| Ok(number(name)?.and_then(|number| usize::try_from(number).ok()));
    let small = |name: &str| Ok(number(name)?.map(|number| i32::try_from(number).unwrap_or(i32::MAX)));
    let kind = match text("kind") {
        Some("uphold") => RulingKind::Uphold,
        Some("correct") => RulingKind::Correct,
        Some("penalty") => RulingKind::Penalty,
        Some("dismiss") => RulingKind::Dismiss,
        Some("note") => RulingKind::Note,
        _ => return Err(wrong("kind", bilingual!("请选一种裁定。", "Choose what to decide."))),
    };
    let seat = |name: String| text(&name).and_then(|text| Seat::ALL.into_iter().find(|seat| seat.to_string() == text));
    let mut transfers = Vec::new();
    for at in 0..web::TRANSFERS {
        let (from, to) = (seat(format!("from{at}")), seat(format!("to{at}")));
        let points = number(&format!("points{at}"))?;
        // A row without points, or any row of a ruling that moves no points.
        let moves = matches!(kind, RulingKind::Correct | RulingKind::Penalty);
        if !moves || (from, to, points) == (None, None, None) {
            continue;
        }
        transfers.push(Moved { from, to, points: points.unwrap_or(0) });
    }
    let reverses = small("reverses")?;
    Ok(NewRuling {
        kind,
        finding: count("finding")?,
        hand: count("hand")?.map(|hand| hand.saturating_sub(1)),
        note: text("note").map_or_else(|| usual_reason(kind, reverses, lang), str::to_owned),
        referee: text("referee").unwrap_or_default().to_owned(),
        transfers,
        reverses,
        seen: small("seen")?,
        revision: text("revision").map(str::to_owned),
    })
}
