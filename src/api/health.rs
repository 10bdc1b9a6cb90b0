//! Handlers of liveness and readiness checks.

use super::problem::{ApiError, ProblemType};
use crate::app::App;
use actix_web::get;
use actix_web::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

pub(super) const FAILS: &[(&str, &[ProblemType])] = &[("ready", &[ProblemType::StoreUnavailable])];

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
/// Checks the store. If it fails, send requests to another replica for a while.
#[utoipa::path(operation_id = "ready", tag = "operation", responses((status = 200, description = "It can serve", body = Health)))]
#[get("/readyz")]
pub(super) async fn ready(app: Data<App>) -> Result<Json<Health>, ApiError> {
    app.check().await?;
    Ok(Json(OK))
}
