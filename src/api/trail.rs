//! What was done, and by which key.

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

/// Something that was done.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TrailView {
    /// `verdict`: a log was stored or audited again; `ruling`: a referee ruled on it; `erased`: it was erased; `key-made`, `key-revoked`;
    /// `adapter-put`, `adapter-removed`, `presets-put`, `presets-removed`; `webhook-made`, `webhook-removed`, `webhook-replayed`,
    /// `webhook-rotated`.
    #[schema(example = "verdict")]
    pub deed: &'static str,
    /// When.
    #[schema(format = DateTime)]
    pub at: String,
    /// The key that did it; absent where it was done on the command line, or without keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The log that it was done to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// The rule system and the revision of the report that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// The key that it was done to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The adapter or the house rules that were put or removed: the name, and the digest of the file that was put. The id of a webhook. Why
    /// a log was erased: `by-log`, `by-player`, `by-age`, `by-filter`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
}

impl From<TrailRow> for TrailView {
    fn from(row: TrailRow) -> TrailView {
        let TrailRow { deed, at, key, log, revision, subject, what, .. } = row;
        TrailView { deed: deed.name(), at: time(at), key, log, revision, subject, what }
    }
}

/// A part of the trail.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Trail {
    /// What was done, newest first.
    pub trail: Vec<TrailView>,
    /// What to pass as `after` for the next part; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1041")]
    pub next: Option<String>,
}

/// Which part of the trail.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct TrailQuery {
    /// Only what this key did.
    #[param(example = "5d41402abc4b2a76")]
    key: Option<String>,
    /// How many at most.
    #[param(minimum = 1, maximum = 200, default = 50, example = 50)]
    limit: Option<u32>,
    /// `next` of the part before.
    after: Option<String>,
}

/// Show what was done, and by which key
///
/// Everything that changed what the tenant has, newest first: logs stored, audited again or erased, rulings, keys made and revoked,
/// adapters and house rules put and removed, webhooks. It is
/// written in the same transaction as the change, so it is complete. Who read what stands in the service's own log.
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
