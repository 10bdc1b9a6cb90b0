//! The secret of a webhook, replaced without a message that its receiver cannot check.

use super::{MadeWebhook, WebhookView};
use crate::api::auth::{Allowed, ToAdmin};
use crate::api::body::Body;
use crate::api::problem::{ApiError, ProblemType};
use crate::api::unreadable;
use crate::app::App;
use crate::webhook_client::secret_text;
use actix_web::http::header;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, post};
use caipan_tiles::bilingual;
use serde::Deserialize;
use std::time::Duration;
use utoipa::ToSchema;

/// For so long the old secret signs too where nothing is said, and at most.
const USUAL: u32 = 24 * 60 * 60;
const LONGEST: u32 = 7 * USUAL;

/// How a secret is replaced.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct RotationWanted {
    /// For how many seconds messages are signed with the old secret too. With 0 it is of no use any more: for one that leaked.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 604_800, default = 86_400, example = 86_400)]
    overlap_seconds: Option<u32>,
}

/// Replace the secret
///
/// From now on messages are signed with a new secret, which is shown this once, and until the overlap is over with the old one too:
/// `webhook-signature` then has both, with a space between, and the libraries of Standard Webhooks take either. So give your receiver the new
/// one within that time, and no message is lost. The secret before the old one signs no more. What is on its way may have the old
/// signature alone.
#[utoipa::path(
    operation_id = "rotate_webhook_secret", tag = "webhooks", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The id of the webhook", example = "5d41402abc4b2a76")),
    request_body(content = RotationWanted, content_type = "application/json"),
    responses((status = 200, description = "Replaced", body = MadeWebhook))
)]
#[post("/v1/webhooks/{id}/secret")]
pub(in crate::api) async fn rotate(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    id: Path<String>,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    // Before what is said is looked at: what is another's is answered like what is not there.
    app.webhook(caller.who, &id).await?;
    let wanted: RotationWanted = serde_json::from_slice(&body.json()?).map_err(|error| unreadable::json(&error))?;
    let overlap = wanted.overlap_seconds.unwrap_or(USUAL);
    if overlap > LONGEST {
        return Err(ApiError::new(
            ProblemType::WebhookUnfit,
            bilingual!(
                "overlap_seconds 应为 0 至 {LONGEST} 秒（七天）。",
                "overlap_seconds is 0 to {LONGEST} seconds (seven days)."
            ),
        ));
    }
    let overlap = Duration::from_secs(overlap.into());
    let (webhook, secret) = app.rotate_webhook(caller.who, &id, overlap).await?;
    let made = MadeWebhook { webhook: webhook.into(), secret: secret_text(&secret) };
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).json(made))
}

/// End the old secret
///
/// Before its time is over: from now on messages are signed with the newest secret alone. The same where there is no old one.
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
