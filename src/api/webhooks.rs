//! Webhooks: where a tenant wants its verdicts sent.

mod pinged;
mod secret;

pub(super) use pinged::{PingView, ping};
pub(super) use secret::{end_old, rotate};

use super::body::Body;
use super::caller::{Allowed, ToAdmin};
use super::feed::{self, ErasureEntry, FeedEntry, RulingEntry};
use super::keys::time;
use super::lists::{cursor, limited};
use super::problem::{ApiError, Kind};
use crate::app::{App, Event, NewWebhook, Replay, ShownWebhook, Wants};
use crate::courier::secret_text;
use crate::say;
use crate::store::DeadLetter;
use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpResponse, delete, get, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What may go wrong with a body.
macro_rules! body_fails {
    ($($kind:ident),+) => {
        &[
            Kind::RequestInvalid,
            Kind::BodyTimeout,
            Kind::BodyTooLarge,
            Kind::MediaTypeUnsupported,
            Kind::EncodingUnsupported,
            $(Kind::$kind),+
        ]
    };
}

/// Which failures these operations have.
pub(super) const FAILS: &[(&str, &[Kind])] = &[
    ("make_webhook", body_fails!(WebhookUnfit, WebhooksFull, CursorUnknown)),
    ("list_webhooks", &[]),
    ("find_webhook", &[Kind::WebhookNotFound]),
    ("remove_webhook", &[Kind::WebhookNotFound]),
    ("list_dead_letters", &[Kind::RequestInvalid, Kind::WebhookNotFound]),
    ("rotate_webhook_secret", body_fails!(WebhookUnfit, WebhookNotFound)),
    ("end_old_webhook_secret", &[Kind::WebhookNotFound]),
    ("ping_webhook", &[Kind::WebhookNotFound, Kind::Busy]),
    ("replay_webhook", body_fails!(WebhookUnfit, WebhookNotFound, CursorUnknown)),
];

/// A webhook, without its secret.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct WebhookView {
    /// What it is called by.
    #[schema(example = "5d41402abc4b2a76")]
    pub id: String,
    /// Where it leads.
    #[schema(example = "https://platform.example/caipan")]
    pub url: String,
    /// What is sent: `verdict`, `ruling`, `erasure`; verdicts where empty.
    pub events: Vec<String>,
    /// Of verdicts those with one of these outcomes; all where empty.
    pub verdicts: Vec<String>,
    /// Of logs under one of these rules; all where empty.
    pub systems: Vec<String>,
    /// Of logs of one of these platforms; all where empty.
    pub platforms: Vec<String>,
    /// When it was made.
    #[schema(format = DateTime)]
    pub made_at: String,
    /// `up-to-date`; `sending`; `retrying`: the last try failed, and there will be another; `paused`: nothing is sent until it is replayed.
    #[schema(example = "up-to-date")]
    pub state: &'static str,
    /// How many entries of the tenant it has not been through yet.
    pub behind: i64,
    /// How often the next message was tried without success.
    pub tries: i32,
    /// Why the last try failed: `http-500` and the like, `timeout`, `unreachable`, `unresolved`, `address-private`, `tls`, `answer-invalid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// When it was tried last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub tried_at: Option<String>,
    /// When it is tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub next_at: Option<String>,
    /// Since when it is paused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub paused_at: Option<String>,
    /// How many messages were given up.
    pub dead: i64,
    /// Until when messages are signed with the secret that was replaced too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub old_secret_until: Option<String>,
}

impl From<ShownWebhook> for WebhookView {
    fn from(shown: ShownWebhook) -> WebhookView {
        let ShownWebhook { row, wants: Wants { events, verdicts, systems, platforms }, behind, dead, asked_at } = shown;
        let state = match () {
            () if row.paused_at.is_some() => "paused",
            () if row.tries > 0 => "retrying",
            () if behind > 0 || row.again == 1 => "sending",
            () => "up-to-date",
        };
        WebhookView {
            id: row.id,
            url: row.url,
            events,
            verdicts,
            systems,
            platforms,
            made_at: time(row.made_at),
            state,
            behind,
            tries: row.tries,
            why: row.said,
            tried_at: row.tried_at.map(time),
            next_at: (state == "retrying").then(|| time(row.due_at)),
            paused_at: row.paused_at.map(time),
            dead,
            old_secret_until: row.old_until.filter(|until| *until > asked_at).map(time),
        }
    }
}

/// A webhook to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WebhookWanted {
    /// Where verdicts are sent: an `https` address of the public Internet.
    #[schema(max_length = 1000)]
    url: String,
    /// What is sent: `verdict`, `ruling`, `erasure`; verdicts where left out.
    #[serde(default)]
    #[schema(max_items = 50)]
    events: Vec<String>,
    /// Of verdicts those with one of these outcomes: `clean`, `faulty`, `variant`, `unverifiable`; all where left out.
    #[serde(default)]
    #[schema(max_items = 50)]
    verdicts: Vec<String>,
    /// Of logs under one of these rules; all where left out.
    #[serde(default)]
    #[schema(max_items = 50)]
    systems: Vec<String>,
    /// Of logs of one of these platforms; all where left out.
    #[serde(default)]
    #[schema(max_items = 50)]
    platforms: Vec<String>,
    /// A cursor of the feed, behind which it begins; from now on where left out.
    #[serde(default)]
    after: Option<String>,
}

/// A webhook that was made just now.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MadeWebhook {
    /// The webhook.
    pub webhook: WebhookView,
    /// What its messages are signed with. It is shown this once.
    #[schema(example = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")]
    pub secret: String,
}

/// The webhooks of a tenant.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebhookList {
    /// The oldest first.
    pub webhooks: Vec<WebhookView>,
}

/// A message that was given up.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DeadView {
    /// The id under which it was sent: the header `webhook-id`.
    #[schema(example = "msg_5d41402abc4b2a76_1042")]
    pub message: String,
    /// How often it was tried.
    pub tries: i32,
    /// When it was given up.
    #[schema(format = DateTime)]
    pub at: String,
    /// Why the last try failed.
    #[schema(example = "http-500")]
    pub why: String,
}

/// A part of the list of messages that were given up.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DeadList {
    /// In the order of the feed.
    pub dead: Vec<DeadView>,
    /// What to pass as `after` for the next part; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1042")]
    pub next: Option<String>,
}

/// Which part of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct DeadQuery {
    /// How many at most.
    #[param(minimum = 1, maximum = 200, default = 50, example = 50)]
    limit: Option<u32>,
    /// `next` of the part before.
    after: Option<String>,
}

/// What to send again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplayWanted {
    /// `paused`: nothing, but go on at once from where it is; `dead`: what was given up; `cursor`: everything behind `after`; `start`:
    /// everything there ever was.
    from: String,
    /// A cursor of the feed, with `cursor`.
    #[serde(default)]
    after: Option<String>,
}

/// What is sent.
#[derive(Serialize)]
struct Message<T> {
    #[serde(rename = "type")]
    kind: &'static str,
    timestamp: String,
    data: T,
}

/// An event as it is sent.
pub(super) fn render(event: &Event) -> Vec<u8> {
    let written = match event.clone() {
        Event::Verdict(row) => {
            let data = FeedEntry::from(*row);
            serde_json::to_vec(&Message { kind: "verdict", timestamp: data.at.clone(), data })
        }
        Event::Ruling(row) => {
            let data = RulingEntry::from(*row);
            serde_json::to_vec(&Message { kind: "ruling", timestamp: data.at.clone(), data })
        }
        Event::Erasure(row) => {
            let data = ErasureEntry::from(row.clone());
            serde_json::to_vec(&Message { kind: "erasure", timestamp: data.at.clone(), data })
        }
    };
    // Texts and numbers alone: this cannot fail.
    written.unwrap_or_default()
}

fn unreadable(error: &serde_json::Error) -> ApiError {
    ApiError::new(
        Kind::WebhookUnfit,
        say!(
            "请求内容无法读取：{error}。写法见 /docs/ 中的示例。",
            "The request cannot be read: {error}. /docs/ shows an example of it."
        ),
    )
}

/// Make a webhook
///
/// From now on every verdict of the tenant that it asks for is sent there by `POST`, in the order of the feed, as `type`, `timestamp` and
/// `data`, which is the verdict as the feed has it. Messages are signed as [Standard Webhooks](https://www.standardwebhooks.com) has it
/// (`webhook-id`, `webhook-timestamp`, `webhook-signature`), with the secret in the answer, which is shown this once; `POST /v1/webhooks/{id}/ping` tries it. Any answer 2xx within 10
/// seconds takes a message; what fails is tried again later and later, and given up after some tries; the same message may come twice, always
/// under the same `webhook-id`. At most 16 for a tenant.
#[utoipa::path(
    operation_id = "make_webhook", tag = "webhooks", security(("key" = ["admin"])),
    request_body(content = WebhookWanted, content_type = "application/json"),
    responses((status = 201, description = "Made", body = MadeWebhook,
        headers(("Location" = String, description = "The address of the webhook"))))
)]
#[post("/v1/webhooks")]
pub(super) async fn make(app: Data<App>, caller: Allowed<ToAdmin>, body: Body) -> Result<HttpResponse, ApiError> {
    let wanted: WebhookWanted = serde_json::from_slice(&body.json()?).map_err(|error| unreadable(&error))?;
    let WebhookWanted { url, events, verdicts, systems, platforms, after } = wanted;
    let after = after.as_deref().map(feed::cursor).transpose()?;
    let wants = Wants { events, verdicts, systems, platforms };
    let (made, secret) = app.make_webhook(caller.who, NewWebhook { url, wants, after }).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, format!("/v1/webhooks/{}", made.row.id)))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(MadeWebhook { webhook: made.into(), secret: secret_text(&secret) }))
}

/// List the webhooks
///
/// Those of the tenant of the key that asks, with how far each has come, without their secrets.
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
/// How far it has come, and why its last try failed.
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
/// Nothing is sent there from now on, but for what is on its way; what was given up is gone.
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
/// In the order of the feed, the last ten thousand of a webhook. They are sent again by `POST /v1/webhooks/{id}/replay`.
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
/// Goes on with a webhook that was paused, or sends something again: what was given up, or everything behind a cursor of the feed. Messages that
/// were taken before come under the same `webhook-id`.
#[utoipa::path(
    operation_id = "replay_webhook", tag = "webhooks", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The id of the webhook", example = "5d41402abc4b2a76")),
    request_body(content = ReplayWanted, content_type = "application/json"),
    responses((status = 202, description = "It is sent from now on", body = WebhookView))
)]
#[post("/v1/webhooks/{id}/replay")]
pub(super) async fn replay(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    id: Path<String>,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    // Before what is said is looked at: what is another's is answered like what is not there.
    app.webhook(caller.who, &id).await?;
    let wanted: ReplayWanted = serde_json::from_slice(&body.json()?).map_err(|error| unreadable(&error))?;
    let after = wanted.after.as_deref().map(feed::cursor).transpose()?;
    let replay = match (wanted.from.as_str(), after) {
        ("paused", None) => Replay::Resume,
        ("dead", None) => Replay::Dead,
        ("start", None) => Replay::After(None),
        ("cursor", Some(cursor)) => Replay::After(Some(cursor)),
        _ => {
            return Err(ApiError::new(
                Kind::WebhookUnfit,
                say!(
                    "from 应为 paused、dead、start，或 cursor 并写明 after。",
                    "from is paused, dead, start, or cursor with after."
                ),
            ));
        }
    };
    let shown = app.replay_webhook(caller.who, &id, replay).await?;
    Ok(HttpResponse::Accepted().json(WebhookView::from(shown)))
}
