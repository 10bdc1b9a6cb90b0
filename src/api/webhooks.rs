//! Handlers of webhooks: create, list, find, remove, dead letters and replay.

pub(super) mod messages;
mod pinged;
mod secret;
mod views;

pub(super) use messages::render;
pub(super) use pinged::{PingView, ping};
pub(super) use secret::{end_old, overlap_unfit, rotate};
pub(super) use views::{DeadList, DeadView, MadeWebhook, WebhookList, WebhookMadeBefore, WebhookView};

use super::auth::{Allowed, ToAdmin};
use super::body::Body;
use super::feed;
use super::ingest_options::{KEY_OF_SECRET, idempotency_key};
use super::paging::{cursor, limited};
use super::problem::{ApiError, ProblemType};
use super::timestamp::time;
use super::{unreadable, words};
use crate::app::{App, NewWebhook, Replay, Scope, ShownWebhook, WebhookFilter};
use crate::store::DeadLetter;
use crate::webhook_client::secret_text;
use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, delete, get, post};
use caipan_tiles::bilingual;
use views::{DeadQuery, ReplayWanted, WebhookWanted};

/// The problems of operations with a body.
macro_rules! body_fails {
    ($($kind:ident),+) => {
        &[
            ProblemType::RequestInvalid,
            ProblemType::BodyTimeout,
            ProblemType::BodyTooLarge,
            ProblemType::MediaTypeUnsupported,
            ProblemType::EncodingUnsupported,
            $(ProblemType::$kind),+
        ]
    };
}

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    ("make_webhook", body_fails!(WebhookUnfit, WebhooksFull, CursorUnknown, KeyReused)),
    ("list_webhooks", &[]),
    ("find_webhook", &[ProblemType::WebhookNotFound]),
    ("remove_webhook", &[ProblemType::WebhookNotFound]),
    ("list_dead_letters", &[ProblemType::RequestInvalid, ProblemType::WebhookNotFound]),
    ("rotate_webhook_secret", body_fails!(WebhookUnfit, WebhookNotFound, KeyReused)),
    ("end_old_webhook_secret", &[ProblemType::WebhookNotFound]),
    ("ping_webhook", &[ProblemType::WebhookNotFound, ProblemType::Busy]),
    ("replay_webhook", body_fails!(WebhookUnfit, WebhookNotFound, CursorUnknown, KeyReused)),
];

/// Make a webhook
///
/// The service sends every selected verdict of the tenant to the address by `POST`, in the order of the feed, as `type`,
/// `timestamp` and `data` (the entry of the feed). Messages are signed as in [Standard
/// Webhooks](https://www.standardwebhooks.com) (`webhook-id`, `webhook-timestamp`, `webhook-signature`) with the secret
/// of this answer, which is shown only once. `POST /v1/webhooks/{id}/ping` sends a test message. Any 2xx answer within
/// 10 seconds accepts a message. Failed messages are retried with growing pauses, for about three days by default, and
/// then given up. A failing message holds those after it unless `ordered` is `false`. A message may arrive twice, always
/// under the same `webhook-id`. The key needs `read` too, and the webhook belongs to it: once the key is revoked or has
/// expired, nothing is sent, until another key takes the webhook over. At most 16 webhooks per tenant. With an `Idempotency-Key`, the same request sent again makes
/// no other webhook; its answer says how to go on if the secret was lost.
#[utoipa::path(
    operation_id = "make_webhook", tag = "webhooks", security(("key" = ["admin"])),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 200, pattern = "^[!-~]+$", description = KEY_OF_SECRET, example = "hook-17")),
    request_body(content = WebhookWanted, content_type = "application/json"),
    responses((status = 201, description = "Made", body = MadeWebhook,
        headers(("Location" = String, description = "The address of the webhook"))),
        (status = 200, description = "The same request made it before", body = WebhookMadeBefore,
            headers(
                ("Location" = String, description = "The address of the webhook"),
                ("Idempotency-Replayed" = bool, description = "`true`: no webhook was made for this request"),
            )))
)]
#[post("/v1/webhooks")]
pub(super) async fn make(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let idempotency_key = idempotency_key(&request)?;
    let wanted: WebhookWanted = unreadable::read(&body.json()?)?;
    let WebhookWanted { url, events, verdicts, systems, platforms, after, ordered, per_minute } = wanted;
    let after = after.as_deref().map(feed::cursor).transpose()?;
    let wants = WebhookFilter { events, verdicts, systems, platforms };
    let new = NewWebhook { url, wants, after, ordered: ordered.unwrap_or(true), per_minute };
    caller.may(Scope::Read)?;
    let (made, secret) = app.make_webhook(&caller.caller, new, idempotency_key).await?;
    let mut response = if secret.is_some() { HttpResponse::Created() } else { HttpResponse::Ok() };
    response.insert_header((header::LOCATION, format!("/v1/webhooks/{}", made.row.id)));
    Ok(answer(&mut response, made, secret.as_deref()))
}

/// The answer with a new secret, or to a request that gave it before.
fn answer(response: &mut HttpResponseBuilder, shown: ShownWebhook, secret: Option<&[u8]>) -> HttpResponse {
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    match secret {
        Some(secret) => response.json(MadeWebhook { webhook: shown.into(), secret: secret_text(secret) }),
        None => response.insert_header(("Idempotency-Replayed", "true")).json(WebhookMadeBefore::from(shown)),
    }
}

/// List the webhooks
///
/// Returns the webhooks of the caller's tenant with their progress, without their secrets.
#[utoipa::path(
    operation_id = "list_webhooks", tag = "webhooks", security(("key" = ["admin"])),
    responses((status = 200, description = "The webhooks", body = WebhookList))
)]
#[get("/v1/webhooks")]
pub(super) async fn list(app: Data<App>, caller: Allowed<ToAdmin>) -> Result<Json<WebhookList>, ApiError> {
    let webhooks = app.webhooks(caller.who).await?.into_iter().map(WebhookView::from).collect();
    Ok(Json(WebhookList { webhooks }))
}

/// Find a webhook
///
/// Returns its progress and the reason of its last failure.
#[utoipa::path(
    operation_id = "find_webhook", tag = "webhooks", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The id of the webhook", example = "5d41402abc4b2a76")),
    responses((status = 200, description = "The webhook", body = WebhookView))
)]
#[get("/v1/webhooks/{id}")]
pub(super) async fn find(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    id: Path<String>,
) -> Result<Json<WebhookView>, ApiError> {
    Ok(Json(app.webhook(caller.who, &id).await?.into()))
}

/// Remove a webhook
///
/// No further messages are sent, except those in flight. Messages that were given up are deleted.
#[utoipa::path(
    operation_id = "remove_webhook", tag = "webhooks", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The id of the webhook", example = "5d41402abc4b2a76")),
    responses((status = 204, description = "It is gone"))
)]
#[delete("/v1/webhooks/{id}")]
pub(super) async fn remove(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    id: Path<String>,
) -> Result<HttpResponse, ApiError> {
    app.remove_webhook(caller.who, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// List the messages that were given up
///
/// In the order of the feed, the last ten thousand of a webhook. `POST /v1/webhooks/{id}/replay` sends them again.
#[utoipa::path(
    operation_id = "list_dead_letters", tag = "webhooks", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The id of the webhook", example = "5d41402abc4b2a76"), DeadQuery),
    responses((status = 200, description = "A part of the list", body = DeadList))
)]
#[get("/v1/webhooks/{id}/dead")]
pub(super) async fn given_up(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    id: Path<String>,
    query: Query<DeadQuery>,
) -> Result<Json<DeadList>, ApiError> {
    let DeadQuery { limit, after } = query.into_inner();
    let limit = limited(limit)?;
    let after = after.as_deref().map(cursor).transpose()?.unwrap_or_default();
    let mut letters = app.dead_letters(caller.who, &id, after, limit + 1).await?;
    let more = letters.len() > limit as usize;
    letters.truncate(limit as usize);
    let next = letters.last().filter(|_| more).map(|letter| letter.place.to_string());
    let view = |letter: DeadLetter| DeadView {
        message: format!("msg_{id}_{}", letter.place),
        tries: letter.tries,
        at: time(letter.at),
        why: letter.said,
    };
    Ok(Json(DeadList { dead: letters.into_iter().map(view).collect(), next }))
}

/// Send again
///
/// Resumes a paused webhook, or sends messages again: those that were given up, or everything after a cursor of the
/// feed. Repeated messages keep their `webhook-id`. With `take-over` the webhook belongs to the caller's key from now on,
/// which needs `read` too; so webhooks outlive the key that made them. With an `Idempotency-Key`, the same request sent again changes nothing
/// (`Idempotency-Replayed: true`).
#[utoipa::path(
    operation_id = "replay_webhook", tag = "webhooks", security(("key" = ["admin"])),
    params(
        ("id" = String, Path, description = "The id of the webhook", example = "5d41402abc4b2a76"),
        ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 200, pattern = "^[!-~]+$", description = "A key of the client's choice, at most 200 visible ASCII characters: sent again with the same request it changes nothing; with another request it is refused.", example = "replay-17"),
    ),
    request_body(content = ReplayWanted, content_type = "application/json"),
    responses((status = 202, description = "It is sent from now on", body = WebhookView))
)]
#[post("/v1/webhooks/{id}/replay")]
pub(super) async fn replay(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    id: Path<String>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let idempotency_key = idempotency_key(&request)?;
    // A webhook of another tenant is reported as missing before errors of the body.
    app.webhook(caller.who, &id).await?;
    let wanted: ReplayWanted = unreadable::read(&body.json()?)?;
    let after = wanted.after.as_deref().map(feed::cursor).transpose()?;
    let replay = match (wanted.from.as_str(), after) {
        ("paused", None) => Replay::Resume,
        ("take-over", None) => {
            caller.may(Scope::Read)?;
            Replay::Take
        }
        ("dead", None) => Replay::Dead,
        ("start", None) => Replay::After(None),
        ("cursor", Some(cursor)) => Replay::After(Some(cursor)),
        (from, _) if !words::REPLAYS.contains(&from) => {
            return Err(ApiError::new(ProblemType::WebhookUnfit, words::unknown("from", from, &words::REPLAYS)));
        }
        _ => {
            return Err(ApiError::new(
                ProblemType::WebhookUnfit,
                bilingual!(
                    "from 应为 paused、take-over、dead、start，或 cursor 并写明 after。",
                    "from is paused, take-over, dead, start, or cursor with after."
                ),
            ));
        }
    };
    let (shown, done) = app.replay_webhook(&caller.caller, &id, replay, idempotency_key).await?;
    let mut response = HttpResponse::Accepted();
    if !done {
        response.insert_header(("Idempotency-Replayed", "true"));
    }
    Ok(response.json(WebhookView::from(shown)))
}
