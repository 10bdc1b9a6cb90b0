//! Handlers of logs: store, find, and return the original bytes.

use super::auth::{Allowed, ToIngest, ToRead};
use super::body::Body;
use super::brief;
use super::context::ServerContext;
use super::etag::Tag;
use super::ingest_options::{LOG_BODY, idempotency_key, one_of};
use super::problem::{ApiError, ProblemType};
use crate::app::{App, Brief, Ingest};
use crate::store::LogRow;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use caipan_engine::report::TransferView;
use caipan_tiles::text::Text;
use chrono::{DateTime, SecondsFormat};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    (
        "ingest_log",
        &[
            ProblemType::RequestInvalid,
            ProblemType::BodyTimeout,
            ProblemType::GameConflict,
            ProblemType::ContentConflict,
            ProblemType::CorrectionConflict,
            ProblemType::LogErased,
            ProblemType::RecordMismatch,
            ProblemType::BodyTooLarge,
            ProblemType::MediaTypeUnsupported,
            ProblemType::EncodingUnsupported,
            ProblemType::LogUnreadable,
            ProblemType::RulesInvalid,
            ProblemType::AuditTooLong,
            ProblemType::CorrectionInvalid,
            ProblemType::KeyReused,
            ProblemType::Busy,
            ProblemType::StoreUnavailable,
        ],
    ),
    ("find_log", &[ProblemType::LogNotFound, ProblemType::Busy, ProblemType::StoreUnavailable]),
    (
        "find_raw_log",
        &[ProblemType::LogNotFound, ProblemType::RangeUnsatisfiable, ProblemType::Busy, ProblemType::StoreUnavailable],
    ),
];

/// A stored log.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct LogView {
    /// The id, derived from the bytes and from the log that they correct.
    pub id: String,
    /// SHA-256 of the original bytes.
    pub digest: String,
    /// The platform's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    /// The platform's own id of the game.
    pub game: String,
    /// The declared rule system.
    pub system: String,
    /// The number of hands.
    pub hands: i32,
    /// The media type of the original bytes.
    pub media_type: String,
    /// The third-party format of the bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The size in bytes.
    pub size: i32,
    /// The time of receipt in UTC, to the microsecond.
    #[schema(format = DateTime)]
    pub received_at: String,
    /// The stored log that this one replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrects: Option<String>,
    /// The stored log that replaces this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected_by: Option<String>,
    /// The rule system and revision of the verdict.
    pub revision: String,
    /// The verdict of the newest report.
    pub verdict: String,
    /// The verdict in one or two sentences; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, schema_with = brief::headline)]
    pub headline: Option<Text>,
    /// The transfers that correct all hands together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, schema_with = brief::transfers)]
    pub transfers: Vec<TransferView>,
    /// The number of findings in the newest report.
    pub findings: FindingCounts,
    /// The addresses of the log, its bytes and its report.
    pub links: LogLinks,
}

/// Primary findings by kind, without consequences of other findings.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct FindingCounts {
    /// Breaches of the rules and contradictions.
    pub faults: i32,
    /// Faults that other house rules explain.
    pub variants: i32,
    /// Claims that cannot be checked.
    pub unverifiable: i32,
    /// Notes.
    pub notes: i32,
}

impl From<[i32; 4]> for FindingCounts {
    fn from([faults, variants, unverifiable, notes]: [i32; 4]) -> FindingCounts {
        FindingCounts { faults, variants, unverifiable, notes }
    }
}

/// The addresses of a log.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct LogLinks {
    /// The log.
    #[serde(rename = "self")]
    pub own: String,
    /// The original bytes.
    pub raw: String,
    /// The report.
    pub report: String,
}

impl From<LogRow> for LogView {
    fn from(row: LogRow) -> LogView {
        let received = DateTime::from_timestamp_micros(row.received_at).unwrap_or_default();
        let findings = row.counts.into();
        LogView {
            revision: row.revision(),
            links: LogLinks {
                own: format!("/v1/logs/{}", row.id),
                raw: format!("/v1/logs/{}/raw", row.id),
                report: format!("/v1/reports/{}", row.id),
            },
            id: row.id,
            digest: row.digest,
            platform: Some(row.platform).filter(|platform| !platform.is_empty()),
            game: row.game,
            system: row.system,
            hands: row.hands,
            media_type: row.media_type,
            from: row.import_name,
            size: row.size,
            received_at: received.to_rfc3339_opts(SecondsFormat::Micros, true),
            corrects: row.corrects,
            corrected_by: row.corrected_by,
            verdict: row.verdict,
            headline: None,
            transfers: Vec::new(),
            findings,
        }
    }
}

impl LogView {
    /// Returns the log with its report in short, unless that cannot be read.
    pub(super) fn with_brief(row: LogRow, brief: Option<Brief>) -> LogView {
        let (headline, transfers) = brief.map(|brief| (brief.headline, brief.transfers)).unzip();
        LogView { headline, transfers: transfers.unwrap_or_default(), ..LogView::from(row) }
    }
}

/// The options of an ingest.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct IngestQuery {
    /// The third-party format of the body; absent for `paipu/1`, the text notation and recognised formats.
    #[param(example = "csmj")]
    pub from: Option<String>,
    /// The adapter that reads the body, by name (`GET /v1/adapters`), instead of `from`.
    #[param(example = "roomcard")]
    pub adapter: Option<String>,
    /// The stored log that this one replaces, like `corrects` in a `paipu/1` document.
    pub corrects: Option<String>,
}

/// Store a log and audit it
///
/// The answer arrives when the log and its report are durable. Sending the same bytes again returns the stored log with
/// status 200 and `Idempotency-Replayed: true`. The same bytes as a correction of another log are another log. A game
/// (`source.platform` and `id`) that is stored with other content is a conflict, unless `corrects` names the stored log.
/// A log can be corrected once, so corrections form a chain.
#[utoipa::path(
    operation_id = "ingest_log",
    tag = "logs",
    security(("key" = ["ingest"])),
    params(
        IngestQuery,
        ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 200, pattern = "^[!-~]+$", description = "A key of the client's choice, at most 200 visible ASCII characters. A repeated request with the same key and content gives the first answer again; with other content it is refused.", example = "settle-889123"),
    ),
    request_body(
        content(
            (ref("#/components/schemas/GameLog") = "application/vnd.paipu+json"),
            (ref("#/components/schemas/GameLog") = "application/json"),
            (Vec<u8> = "application/octet-stream"),
        ),
        description = LOG_BODY,
    ),
    responses(
        (status = 201, description = "Stored and audited", body = LogView,
            headers(("Location" = String, description = "The address of the stored log"))),
        (status = 200, description = "The same content was stored before", body = LogView,
            headers(
                ("Location" = String, description = "The address of the stored log"),
                ("Idempotency-Replayed" = bool, description = "`true`: nothing was stored for this request"),
            )),
    )
)]
#[post("/v1/logs")]
pub(super) async fn ingest(
    app: Data<App>,
    caller: Allowed<ToIngest>,
    query: Query<IngestQuery>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let query = query.into_inner();
    let key = idempotency_key(&request)?;
    let source = body.source(one_of(query.from, query.adapter)?)?;
    let outcome = app.ingest(Ingest { who: caller.who, source, key, corrects: query.corrects }).await?;
    let log = LogView::with_brief(outcome.log, outcome.brief);
    let mut response = if outcome.created { HttpResponse::Created() } else { HttpResponse::Ok() };
    if !outcome.created {
        response.insert_header(("Idempotency-Replayed", "true"));
    }
    Ok(response.insert_header((header::LOCATION, log.links.own.as_str())).json(log))
}

/// Find a stored log
///
/// Returns the properties of the log and its report in short, without its bytes.
#[utoipa::path(
    operation_id = "find_log", tag = "logs", security(("key" = ["read"])),
    params(("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2")),
    responses((status = 200, description = "The log", body = LogView))
)]
#[get("/v1/logs/{id}")]
pub(super) async fn find(app: Data<App>, caller: Allowed<ToRead>, id: Path<String>) -> Result<Json<LogView>, ApiError> {
    let row = app.log(caller.who, &id).await?;
    let brief = app.brief(caller.who, &id).await?;
    Ok(Json(LogView::with_brief(row, brief)))
}

/// Get the bytes of a log as they were received
///
/// Returns exactly the original bytes, under the media type they were read as.
#[utoipa::path(
    operation_id = "find_raw_log", tag = "logs", security(("key" = ["read"])),
    params(
        ("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2"),
        ("If-None-Match" = Option<String>, Header, description = "`ETag` of an earlier answer"),
        ("Range" = Option<String>, Header, description = "A single range of bytes; several ranges are answered with the whole", example = "bytes=0-1023"),
        ("If-Range" = Option<String>, Header, description = "Strong `ETag` of an earlier answer: the whole is sent if it is another"),
    ),
    responses(
        (status = 200, description = "The bytes", content(
            (Vec<u8> = "application/octet-stream"), (ref("#/components/schemas/GameLog") = "application/vnd.paipu+json"), (String = "text/plain"),
        ), headers(
            ("ETag" = String, description = "The digest of the bytes; weak if the answer is compressed"),
            ("Accept-Ranges" = String, description = "`bytes`"),
        )),
        (status = 206, description = "A part of the bytes, not compressed", content(
            (Vec<u8> = "application/octet-stream"), (Vec<u8> = "application/vnd.paipu+json"), (String = "text/plain"),
        ), headers(
            ("ETag" = String, description = "The digest of all bytes"),
            ("Content-Range" = String, description = "The part and the length of the whole"),
        )),
        (status = 304, description = "The client has the bytes already"),
    )
)]
#[get("/v1/logs/{id}/raw")]
pub(super) async fn raw(
    app: Data<App>,
    context: Data<ServerContext>,
    caller: Allowed<ToRead>,
    id: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let log = app.log(caller.who, &id).await?;
    let tag = Tag::of_bytes(&log.digest);
    let mut response = match tag.answer(&request, "Accept-Encoding") {
        Ok(unchanged) => return Ok(unchanged),
        Err(response) => response,
    };
    let reserved = context.answers.reserve(usize::try_from(log.size).unwrap_or_default())?;
    let (_, bytes) = app.raw(caller.who, &id).await?;
    response.content_type(log.media_type).insert_header((header::ACCEPT_RANGES, "bytes"));
    let length = bytes.len();
    let response = match tag.range(&request, length)? {
        Some((first, last)) => response
            .status(StatusCode::PARTIAL_CONTENT)
            .insert_header((header::CONTENT_RANGE, format!("bytes {first}-{last}/{length}")))
            .body(bytes.get(first..=last).unwrap_or_default().to_owned()),
        None => response.body(bytes),
    };
    Ok(reserved.held_by(response))
}
