//! The handler of the audit trail of a tenant.

use super::auth::{Allowed, ToAdmin};
use super::paging::{cursor, limited};
use super::problem::ApiError;
use super::timestamp::time;
use crate::app::App;
use crate::store::TrailRow;
use actix_web::get;
use actix_web::web::{Data, Json, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A change of the tenant's data.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TrailView {
    /// `verdict`: a log was stored or audited again; `ruling`: a referee ruled on it; `erased`: it was erased;
    /// `key-made`, `key-revoked`; `adapter-put`, `adapter-removed`, `presets-put`, `presets-removed`; `webhook-made`,
    /// `webhook-removed`, `webhook-replayed`, `webhook-rotated`, `webhook-paused` (by the service: the receiver is gone, or
    /// too many messages failed).
    #[schema(example = "verdict")]
    pub deed: &'static str,
    /// The time of the change.
    #[schema(format = DateTime)]
    pub at: String,
    /// The key that made the change; absent for the command line, for a sign-in and for a service without keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The person who signed in, for a change by a session, or the begin and end of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "王芳")]
    pub person: Option<String>,
    /// The log concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// The rule system and revision of the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// The key concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The adapter or house rules concerned: the name, and the digest of a stored file. The id of a webhook. The reason
    /// of an erasure: `by-log`, `by-player`, `by-age`, `by-filter`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
}

impl From<TrailRow> for TrailView {
    fn from(row: TrailRow) -> TrailView {
        let TrailRow { deed, at, key, person, log, revision, subject, what, .. } = row;
        TrailView { deed: deed.name(), at: time(at), key, person, log, revision, subject, what }
    }
}

/// A page of the trail.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Trail {
    /// The changes, newest first.
    pub trail: Vec<TrailView>,
    /// The cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1041")]
    pub next: Option<String>,
}

/// The filters of the trail.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct TrailQuery {
    /// Only changes by this key.
    #[param(example = "5d41402abc4b2a76")]
    key: Option<String>,
    /// The maximum number of entries.
    #[param(minimum = 1, maximum = 200, default = 50, example = 50)]
    limit: Option<u32>,
    /// `next` of the previous page.
    after: Option<String>,
}

/// Show what was done, and by which key
///
/// Returns every change of the tenant's data, newest first: logs stored, audited again or erased, rulings, keys made and
/// revoked, adapters and house rules put and removed, webhooks. Each entry is written in the transaction of its change,
/// so the trail is complete. Reads are in the access log of the service.
#[utoipa::path(
    operation_id = "list_trail", tag = "keys", security(("key" = ["admin"])), params(TrailQuery),
    responses((status = 200, description = "A part of the trail", body = Trail))
)]
#[get("/v1/trail")]
pub(super) async fn list(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    query: Query<TrailQuery>,
) -> Result<Json<Trail>, ApiError> {
    let TrailQuery { key, limit, after } = query.into_inner();
    let limit = limited(limit)?;
    let before = after.as_deref().map(cursor).transpose()?;
    let mut rows = app.trail(caller.who.tenant, key, before, limit + 1).await?;
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| more).map(|row| row.place.to_string());
    Ok(Json(Trail { trail: rows.into_iter().map(TrailView::from).collect(), next }))
}
