//! Handlers of jobs: create, list, find, fetch results and cancel.

mod view;

pub(super) use view::example;
use view::{JobFilter, JobView};

use super::accept;
use super::auth::{Allowed, ToAsk};
use super::body::Body;
use super::ingest_options::idempotency_key;
use super::lists::{ListQuery, filter_of};
use super::paging::limited;
use super::problem::{ApiError, ProblemType};
use super::{unreadable, words};
use crate::app::{App, ExportFormat, Job, JobRequest, Scope, scope_of};
use crate::store::JobKind;
use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, delete, get, post};
use caipan_tiles::text::Text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    (
        "make_job",
        &[
            ProblemType::RequestInvalid,
            ProblemType::BodyTimeout,
            ProblemType::BodyTooLarge,
            ProblemType::MediaTypeUnsupported,
            ProblemType::EncodingUnsupported,
            ProblemType::JobUnfit,
            ProblemType::JobsFull,
            ProblemType::KeyReused,
        ],
    ),
    ("list_jobs", &[ProblemType::RequestInvalid]),
    ("find_job", &[ProblemType::JobNotFound]),
    ("fetch_job_part", &[ProblemType::RequestInvalid, ProblemType::JobNotFound]),
    ("cancel_job", &[ProblemType::JobNotFound]),
];

/// A job to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JobWanted {
    /// `reaudit` audits stored logs again, under the current rules or dry under others. `export` writes logs, reports
    /// and rulings, or Parquet files. `purge` erases logs.
    #[schema(example = "reaudit")]
    kind: String,
    /// The filter of the logs, as for lists of logs; all logs if absent.
    #[serde(default)]
    filter: Option<JobFilter>,
    /// The ids of the logs instead of a filter; at most 1000.
    #[serde(default)]
    logs: Option<Vec<String>>,
    /// For `export`: `lines` of logs, reports and rulings as parts of the job, or `parquet` files of audits in the target
    /// that the operator has set. `lines` by default.
    #[serde(default)]
    #[schema(example = "lines")]
    format: Option<String>,
    /// For `reaudit`: only report what would change.
    #[serde(default)]
    dry: bool,
    /// For a dry `reaudit`: a rule system or preset instead of the declared one.
    #[serde(default)]
    #[schema(example = "changsha-b")]
    rules: Option<String>,
    /// For a dry `reaudit`: options instead of the declared ones.
    #[serde(default)]
    options: Option<BTreeMap<String, String>>,
}

pub(super) fn unfit(text: Text) -> ApiError {
    ApiError::new(ProblemType::JobUnfit, text)
}

/// Parses the request.
fn wanted(body: Body) -> Result<(JobKind, JobRequest), ApiError> {
    let wanted: JobWanted = unreadable::read(&body.json()?)?;
    let JobWanted { kind, filter, logs, format, dry, rules, options } = wanted;
    let kind = JobKind::ALL
        .into_iter()
        .find(|one| one.name() == kind)
        .ok_or_else(|| unfit(words::unknown("kind", &kind, &JobKind::ALL.map(JobKind::name))))?;
    let format = format.map_or(Ok(ExportFormat::default()), |name| {
        let known = ExportFormat::ALL.into_iter().find(|one| one.name() == name);
        known.ok_or_else(|| unfit(words::unknown("format", &name, &ExportFormat::ALL.map(ExportFormat::name))))
    })?;
    let JobFilter { platform, game, system, verdict, client, code, player, since, until } = filter.unwrap_or_default();
    let query =
        ListQuery { platform, game, system, verdict, client, code, player, since, until, ..ListQuery::default() };
    let (filter, _) = filter_of(query)?;
    let (logs, options) = (logs.unwrap_or_default(), options.unwrap_or_default());
    Ok((kind, JobRequest { filter: filter.into(), logs, format, dry, rules, options }))
}

/// Ask for long work
///
/// The job covers all stored logs, or those that `filter` or `logs` selects. Any process with capacity runs it in small
/// steps, and another continues if that process is lost. The key needs `referee` for `reaudit`, `read` for `export` and
/// `admin` for `purge`, also to see the job. Erased logs cannot be restored: see docs/jobs.md.
#[utoipa::path(
    operation_id = "make_job", tag = "jobs", security(("key" = [])),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 200, pattern = "^[!-~]+$", description = "A key of the client's choice, at most 200 visible ASCII characters: sent again with the same request it gives the same job, as long as that is there; with another request it is refused.", example = "erase-4711")),
    request_body(content = JobWanted, content_type = "application/json"),
    responses((status = 201, description = "Made", body = JobView,
        headers(("Location" = String, description = "The address of the job"))),
        (status = 200, description = "The same request asked for it before; the job as it is now", body = JobView,
            headers(
                ("Location" = String, description = "The address of the job"),
                ("Idempotency-Replayed" = bool, description = "`true`: no job was made for this request"),
            )))
)]
#[post("/v1/jobs")]
pub(super) async fn make(
    app: Data<App>,
    caller: Allowed<ToAsk>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let key = idempotency_key(&request)?;
    let (kind, asked) = wanted(body)?;
    caller.may(scope_of(kind))?;
    if kind == JobKind::Export {
        app.can_export(asked.format)?;
    }
    let (job, made) = app.make_job(caller.who, kind, asked, key).await?;
    let job = JobView::from(job);
    let mut response = if made { HttpResponse::Created() } else { HttpResponse::Ok() };
    if !made {
        response.insert_header(("Idempotency-Replayed", "true"));
    }
    Ok(response.insert_header((header::LOCATION, format!("/v1/jobs/{}", job.id))).json(job))
}

/// A page of the list of jobs.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct JobList {
    /// The jobs, newest first.
    pub jobs: Vec<JobView>,
    /// The cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The page of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct JobQuery {
    /// The maximum number of entries.
    #[param(minimum = 1, maximum = 200, default = 50, example = 50)]
    limit: Option<u32>,
    /// `next` of the previous page.
    after: Option<String>,
}

/// List the jobs
///
/// Returns the jobs of the tenant that the key may create, newest first, including those that ended within seven days.
#[utoipa::path(
    operation_id = "list_jobs", tag = "jobs", security(("key" = [])), params(JobQuery),
    responses((status = 200, description = "A part of the list", body = JobList))
)]
#[get("/v1/jobs")]
pub(super) async fn list(
    app: Data<App>,
    caller: Allowed<ToAsk>,
    query: Query<JobQuery>,
) -> Result<Json<JobList>, ApiError> {
    let JobQuery { limit, after } = query.into_inner();
    let limit = limited(limit)?;
    let jobs = app.jobs(caller.who, after, limit).await?;
    let next = jobs.last().filter(|_| jobs.len() == limit as usize).map(|job| job.row.id.clone());
    let jobs = jobs.into_iter().filter(|job| caller.caller.may(scope_of(job.row.kind)).is_ok());
    Ok(Json(JobList { jobs: jobs.map(JobView::from).collect(), next }))
}

/// Finds a job of a kind that the caller may create. A key without any scope for jobs gets the same answer for a missing
/// job.
async fn seen(app: &App, caller: &Allowed<ToAsk>, id: &str) -> Result<Job, ApiError> {
    let job = app.job(caller.who, id).await?;
    let scope: Scope = scope_of(job.row.kind);
    caller.may(scope)?;
    Ok(job)
}

/// Find a job
///
/// Returns its progress, its outcome and its result parts.
#[utoipa::path(
    operation_id = "find_job", tag = "jobs", security(("key" = [])),
    params(("id" = String, Path, description = "The id of the job", example = "6f1ed002ab5595859014ebf0951522d9")),
    responses((status = 200, description = "The job", body = JobView))
)]
#[get("/v1/jobs/{id}")]
pub(super) async fn find(app: Data<App>, caller: Allowed<ToAsk>, id: Path<String>) -> Result<Json<JobView>, ApiError> {
    Ok(Json(seen(&app, &caller, &id).await?.into()))
}

/// Fetch a part of what a job gives
///
/// A part is a zstd frame of JSON lines. It exists from the moment the job lists it until the job is removed.
/// Concatenated parts form one zstd file. Each line of an export is a log: its properties, `raw` (or `raw_base64`), its
/// `rulings` and its `report`. Each line of a re-audit is a log with a changed report: the findings added, gone and
/// changed, as in `caipan diff`.
#[utoipa::path(
    operation_id = "fetch_job_part", tag = "jobs", security(("key" = [])),
    params(
        ("id" = String, Path, description = "The id of the job", example = "6f1ed002ab5595859014ebf0951522d9"),
        ("number" = i32, Path, description = "The number of the part", example = 1),
    ),
    responses((status = 200, description = "The part", content(
        (Vec<u8> = "application/zstd"), (Vec<u8> = "application/octet-stream"),
    ),
        headers(("ETag" = String, description = "The digest of the bytes"))))
)]
#[get("/v1/jobs/{id}/parts/{number}")]
pub(super) async fn fetch(
    app: Data<App>,
    caller: Allowed<ToAsk>,
    path: Path<(String, i32)>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (id, number) = path.into_inner();
    seen(&app, &caller, &id).await?;
    let (digest, body) = app.job_part(caller.who, &id, number).await?;
    Ok(HttpResponse::Ok()
        .content_type(accept::preferred(&request, ["application/zstd", "application/octet-stream"]))
        .insert_header((header::VARY, "Accept"))
        .insert_header((header::ETAG, format!("\"{digest}\"")))
        // The part is already compressed.
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .body(body))
}

/// Cancel a job, or remove one that has ended
///
/// Completed work is kept. Removing a job that has ended also removes its results. Returns the last state of the job.
#[utoipa::path(
    operation_id = "cancel_job", tag = "jobs", security(("key" = [])),
    params(("id" = String, Path, description = "The id of the job", example = "6f1ed002ab5595859014ebf0951522d9")),
    responses((status = 200, description = "The job as it was left", body = JobView))
)]
#[delete("/v1/jobs/{id}")]
pub(super) async fn cancel(
    app: Data<App>,
    caller: Allowed<ToAsk>,
    id: Path<String>,
) -> Result<Json<JobView>, ApiError> {
    seen(&app, &caller, &id).await?;
    Ok(Json(app.cancel_job(caller.who, &id).await?.into()))
}
