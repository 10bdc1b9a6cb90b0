//! The handlers that rotate the secret of a webhook without losing messages.

use super::{MadeWebhook, WebhookMadeBefore, WebhookView, answer};
use crate::api::auth::{Allowed, ToAdmin};
use crate::api::body::Body;
use crate::api::ingest_options::{KEY_OF_SECRET, idempotency_key};
use crate::api::problem::{ApiError, ProblemType};
use crate::api::unreadable;
use crate::app::App;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse, delete, post};
use caipan_tiles::bilingual;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// The default and the maximum overlap of the old secret, in seconds.
const USUAL: u32 = 24 * 60 * 60;
const LONGEST: u32 = 7 * USUAL;

/// The options of a rotation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct RotationWanted {
    /// For how many seconds the old secret also signs. With 0 it ends at once: use this for a leaked secret.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 604_800, default = 86_400, example = 86_400)]
    overlap_seconds: Option<u32>,
}

/// The answer to a rotation: the new secret, or that it was given before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes the answer")]
pub(in crate::api) enum Rotated {
    /// The webhook with its new secret.
    Now(MadeWebhook),
    /// The same request replaced the secret before.
    Before(WebhookMadeBefore),
}

/// Replace the secret
///
/// A new secret signs from now on and is shown only once. Until the overlap ends, the old secret signs too:
/// `webhook-signature` then contains both, separated by a space, and the libraries of Standard Webhooks accept either.
/// Give your receiver the new secret within that time, and no message is lost. Any earlier secret stops signing.
/// Messages in flight may carry only the old signature. With an `Idempotency-Key`, the same request sent again replaces
/// nothing (`Idempotency-Replayed: true`); its answer says how to go on if the secret was lost.
#[utoipa::path(
    operation_id = "rotate_webhook_secret", tag = "webhooks", security(("key" = ["admin"])),
    params(
        ("id" = String, Path, description = "The id of the webhook", example = "5d41402abc4b2a76"),
        ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 200, pattern = "^[!-~]+$", description = KEY_OF_SECRET, example = "rotation-17"),
    ),
    request_body(content = RotationWanted, content_type = "application/json"),
    responses((status = 200, description = "Replaced; or, without `secret`, the same request replaced it before", body = Rotated))
)]
#[post("/v1/webhooks/{id}/secret")]
pub(in crate::api) async fn rotate(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    id: Path<String>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let idempotency_key = idempotency_key(&request)?;
    // A webhook of another tenant is reported as missing before errors of the body.
    app.webhook(caller.who, &id).await?;
    let wanted: RotationWanted = unreadable::read(&body.json()?)?;
    let overlap = wanted.overlap_seconds.unwrap_or(USUAL);
    if overlap > LONGEST {
        return Err(overlap_unfit(overlap));
    }
    let overlap = Duration::from_secs(overlap.into());
    let (webhook, secret) = app.rotate_webhook(caller.who, &id, overlap, idempotency_key).await?;
    Ok(answer(&mut HttpResponse::Ok(), webhook, secret.as_deref()))
}

/// The problem of an overlap that is too long.
pub(in crate::api) fn overlap_unfit(overlap: u32) -> ApiError {
    ApiError::new(
        ProblemType::WebhookUnfit,
        bilingual!(
            "overlap_seconds 应为 0 至 {LONGEST} 秒（七天），不是 {overlap}。",
            "overlap_seconds is 0 to {LONGEST} seconds (seven days), not {overlap}."
        ),
    )
}

/// End the old secret
///
/// Only the newest secret signs from now on. Without an old secret nothing changes.
#[utoipa::path(
    operation_id = "end_old_webhook_secret", tag = "webhooks", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The id of the webhook", example = "5d41402abc4b2a76")),
    responses((status = 200, description = "The newest signs alone", body = WebhookView))
)]
#[delete("/v1/webhooks/{id}/old-secret")]
pub(in crate::api) async fn end_old(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    id: Path<String>,
) -> Result<Json<WebhookView>, ApiError> {
    Ok(Json(app.end_old_secret(caller.who, &id).await?.into()))
}
