//! Handlers of liveness and readiness checks.

use super::context::ServerContext;
use super::problem::{ApiError, ProblemType};
use super::timestamp::time;
use crate::app::{App, JournalState};
use actix_web::get;
use actix_web::web::{Data, Json};
use caipan_tiles::bilingual;
use serde::Serialize;
use utoipa::ToSchema;

pub(super) const FAILS: &[(&str, &[ProblemType])] =
    &[("ready", &[ProblemType::StoreUnavailable, ProblemType::Stopping])];

/// The state of the service.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// Always `ok`; otherwise the answer is a problem document.
    #[schema(example = "ok")]
    pub status: &'static str,
    /// The version of the service.
    #[schema(example = "0.1.0")]
    pub version: &'static str,
}

pub(super) const OK: Health = Health { status: "ok", version: env!("CARGO_PKG_VERSION") };

/// The state of a service that is ready.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Ready {
    /// Always `ok`; otherwise the answer is a problem document.
    #[schema(example = "ok")]
    pub status: &'static str,
    /// The version of the service.
    #[schema(example = "0.1.0")]
    pub version: &'static str,
    /// The comparison of the journal with what is stored.
    pub journal: Journal,
}

/// The comparison of the journal with what is stored, of all tenants. It does not change whether the service is ready: one
/// changed row is no reason to take the service away from everybody.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Journal {
    /// The number of rows and entries that disagree.
    #[schema(example = 0)]
    pub mismatches: u64,
    /// When the last comparison ended, in UTC; absent before the first has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-01-05T04:00:00.123456Z")]
    pub compared_at: Option<String>,
}

/// The answer of a ready service, for the OpenAPI document.
pub(super) fn ready_example() -> Ready {
    let Health { status, version } = OK;
    Ready { status, version, journal: Journal { mismatches: 0, compared_at: Some(time(1_767_585_600_123_456)) } }
}

/// Say that the process lives
///
/// Checks nothing else. If it fails, restart the process.
#[utoipa::path(operation_id = "live", tag = "operation", responses((status = 200, description = "It lives", body = Health)))]
#[get("/healthz")]
pub(super) async fn live() -> Json<Health> {
    Json(OK)
}

/// Say whether requests can be served
///
/// Checks the store, and whether the process is about to stop. If it fails, send requests to another replica for a while.
#[utoipa::path(operation_id = "ready", tag = "operation", responses((status = 200, description = "It can serve", body = Ready)))]
#[get("/readyz")]
pub(super) async fn ready(app: Data<App>, context: Data<ServerContext>) -> Result<Json<Ready>, ApiError> {
    if context.leaving.is_set() {
        return Err(stopping());
    }
    app.check().await?;
    let JournalState { mismatches, compared_at } = app.journal();
    let Health { status, version } = OK;
    Ok(Json(Ready { status, version, journal: Journal { mismatches, compared_at: compared_at.map(time) } }))
}

/// The problem of a process that is about to stop.
pub(super) fn stopping() -> ApiError {
    ApiError::new(
        ProblemType::Stopping,
        bilingual!(
            "这个进程即将停止，已收到的请求仍会处理完。请把新的请求发给其他副本。",
            "This process is about to stop and still serves what arrives. Send new requests to another replica."
        ),
    )
}
