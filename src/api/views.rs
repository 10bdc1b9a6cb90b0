//! Handlers of several records of one match: join them, and find what a client was told and could not see.

use super::auth::{Allowed, ToAsk};
use super::body::Body;
use super::ingest_options::{FromQuery, one_of};
use super::problem::{ApiError, ProblemPlace, ProblemType};
use super::unreadable;
use crate::app::{App, GivenRecord, RecordPlace};
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpResponse, post};
use caipan_auditor::views::{Sent, numbered, whole_and_sent};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::IntoParams;

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    (
        "join_logs",
        &[
            ProblemType::RequestInvalid,
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
        "find_leaks",
        &[
            ProblemType::RequestInvalid,
            ProblemType::BodyTimeout,
            ProblemType::BodyTooLarge,
            ProblemType::MediaTypeUnsupported,
            ProblemType::EncodingUnsupported,
            ProblemType::LogUnreadable,
            ProblemType::RulesInvalid,
            ProblemType::Busy,
        ],
    ),
];

/// The maximum number of records of one match.
const MOST: usize = 16;
/// The maximum length of the name of a record, in characters.
const LONGEST: usize = 64;

/// The records of one match.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinRequest<'a> {
    /// The records, 1 to 16, in any order.
    #[serde(borrow)]
    #[schemars(length(min = 1, max = 16))]
    records: Vec<RecordGiven<'a>>,
}

/// A record with its name.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RecordGiven<'a> {
    /// The name by which the answer speaks of the record, at most 64 characters, such as its file; by default its number.
    #[serde(default)]
    #[schemars(length(max = 64))]
    name: String,
    /// The record: any log in JSON as in `POST /v1/audits`, or another one as a string.
    #[serde(borrow)]
    #[schemars(with = "serde_json::Value")]
    log: &'a RawValue,
}

/// The parameters of `join`; the format is documented where it is declared.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct JoinQuery {
    #[param(ignore)]
    from: Option<String>,
    #[param(ignore)]
    adapter: Option<String>,
    /// True to have the joined log audited: the answer then has its `report`.
    #[serde(default)]
    audit: bool,
}

/// Join the records of one match
///
/// Takes what several clients wrote of one match and returns one log with everything that any of them shows, or the
/// facts in which they contradict each other: who recorded what, and at which step. Acts that everybody sees must be the
/// same; a record may stop before the others. Nothing is stored. Join the records of one match at a time.
#[utoipa::path(
    operation_id = "join_logs", tag = "logs", security(("key" = [])), params(FromQuery, JoinQuery),
    request_body(content = ref("#/components/schemas/JoinRequest"), content_type = "application/json"),
    responses((status = 200, description = "The joined log, or the contradictions", content(
        (ref("#/components/schemas/JoinAnswer") = "application/json"),
    )))
)]
#[post("/v1/logs:join")]
pub(super) async fn join(
    app: Data<App>,
    caller: Allowed<ToAsk>,
    query: Query<JoinQuery>,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let JoinQuery { from, adapter, audit } = query.into_inner();
    let from = one_of(from, adapter)?;
    // The body keeps its share of the memory budget until the answer.
    let body = body.json()?;
    let JoinRequest { records } = unreadable::read(&body)?;
    if !(1..=MOST).contains(&records.len()) {
        let count = records.len();
        return Err(wrong(
            "/records",
            bilingual!(
                "这里有 {count} 份记录；一次收 1 至 {MOST} 份，都是同一场对局的。请分开发送。",
                "There are {count} records; a request takes 1 to {MOST}, all of one match. Send those of one match."
            ),
        ));
    }
    let records = records.iter().enumerate().map(|(index, RecordGiven { name, log })| {
        if name.chars().nth(LONGEST).is_some() {
            return Err(wrong(
                &format!("/records/{index}/name"),
                bilingual!(
                    "记录的名字至多 {LONGEST} 个字。请缩短。",
                    "The name of a record has at most {LONGEST} characters. Shorten it."
                ),
            ));
        }
        let number = index + 1;
        let name = match name.trim() {
            "" => numbered(number),
            name => bilingual!("{name}", "{name}"),
        };
        given(&body, log, name, format!("/records/{index}/log"), from.as_deref())
    });
    let records = records.collect::<Result<Vec<GivenRecord>, ApiError>>()?;
    Ok(HttpResponse::Ok().json(app.join(caller.who, records, audit).await?))
}

/// The log of a whole match, and the record of it that was sent to a client.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaksRequest<'a> {
    /// The whole match: any log in JSON as in `POST /v1/audits`, or another one as a string.
    #[serde(borrow)]
    #[schemars(with = "serde_json::Value")]
    whole: &'a RawValue,
    /// The record that was sent to a client.
    #[serde(borrow)]
    #[schemars(with = "serde_json::Value")]
    sent: &'a RawValue,
    /// The seat that it was sent to; by default those of its `view`.
    #[serde(default)]
    seat: Option<Seat>,
    /// True if it was sent event by event during play: then a tile is a leak until all can see it. By default it was sent
    /// after each hand.
    #[serde(default)]
    live: bool,
}

/// Find what a client could not see
///
/// Compares the record that was sent to a client with the whole match and returns everything in it that its seat could
/// not see: tiles of other hands, draws, exchanges, the wall, refusals and offers of others. A record that contradicts
/// the whole is not searched; the answer then names the contradictions. Nothing is stored.
#[utoipa::path(
    operation_id = "find_leaks", tag = "logs", security(("key" = [])), params(FromQuery),
    request_body(content = ref("#/components/schemas/LeaksRequest"), content_type = "application/json"),
    responses((status = 200, description = "The leaks, or the contradictions", content(
        (ref("#/components/schemas/LeaksAnswer") = "application/json"),
    )))
)]
#[post("/v1/logs:leaks")]
pub(super) async fn leaks(
    app: Data<App>,
    caller: Allowed<ToAsk>,
    query: Query<LeaksQuery>,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let LeaksQuery { from, adapter } = query.into_inner();
    let from = one_of(from, adapter)?;
    let body = body.json()?;
    let LeaksRequest { whole, sent, seat, live } = unreadable::read(&body)?;
    let given =
        |(log, name, pointer): (&RawValue, Text, &str)| given(&body, log, name, pointer.to_owned(), from.as_deref());
    let [of, name] = whole_and_sent();
    let records = vec![given((whole, of, "/whole"))?, given((sent, name, "/sent"))?];
    let sent = if live { Sent::Live } else { Sent::Afterwards };
    let found = app.leaks(caller.who, records, seat, sent).await?;
    Ok(HttpResponse::Ok().json(found.map_err(|text| wrong("/seat", text))?))
}

/// The parameters of `leaks`, documented where they are declared.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaksQuery {
    from: Option<String>,
    adapter: Option<String>,
}

/// Takes a log out of a request.
fn given(
    body: &Bytes,
    log: &RawValue,
    name: Text,
    pointer: String,
    from: Option<&str>,
) -> Result<GivenRecord, ApiError> {
    let raw = log.get();
    let from = from.map(str::to_owned);
    if raw.starts_with('"') {
        let bytes = unreadable::read::<String>(raw.as_bytes())?.into();
        let source = Body { bytes, media_type: "application/octet-stream".to_owned() }.source(from)?;
        return Ok(GivenRecord { name, source, place: RecordPlace { pointer, start: None } });
    }
    let before = body.get(..raw.as_ptr().addr() - body.as_ptr().addr()).unwrap_or_default();
    let source =
        Body { bytes: body.slice_ref(raw.as_bytes()), media_type: "application/json".to_owned() }.source(from)?;
    Ok(GivenRecord { name, source, place: RecordPlace { pointer, start: Some(end(before)) } })
}

/// Returns the line and the column behind a text, from 1.
fn end(text: &[u8]) -> (u64, u64) {
    let mut lines = text.split(|&byte| byte == b'\n');
    let last = lines.next_back().unwrap_or_default();
    let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    (number(lines.count()) + 1, number(String::from_utf8_lossy(last).chars().count()) + 1)
}

/// The problem of a field of the request.
fn wrong(pointer: &str, text: Text) -> ApiError {
    let place =
        ProblemPlace { reason: "bad-request".to_owned(), pointer: Some(pointer.to_owned()), ..ProblemPlace::default() };
    ApiError { place: Some(Box::new(place)), ..ApiError::new(ProblemType::RequestInvalid, text) }
}
