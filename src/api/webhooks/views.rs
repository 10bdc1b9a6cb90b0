//! What is said of webhooks, and what is sent to them.

use super::super::feed::{ErasureEntry, FeedEntry, RulingEntry};
use super::super::timestamp::time;
use crate::app::{ShownWebhook, WebhookEvent, WebhookFilter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A webhook, without its secret.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(in crate::api) struct WebhookView {
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
        let ShownWebhook { row, wants: WebhookFilter { events, verdicts, systems, platforms }, behind, dead, asked_at } =
            shown;
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
pub(in crate::api) struct WebhookWanted {
    /// Where verdicts are sent: an `https` address of the public Internet.
    #[schema(max_length = 1000)]
    pub url: String,
    /// What is sent: `verdict`, `ruling`, `erasure`; verdicts where left out.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub events: Vec<String>,
    /// Of verdicts those with one of these outcomes: `clean`, `faulty`, `variant`, `unverifiable`; all where left out.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub verdicts: Vec<String>,
    /// Of logs under one of these rules; all where left out.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub systems: Vec<String>,
    /// Of logs of one of these platforms; all where left out.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub platforms: Vec<String>,
    /// A cursor of the feed, behind which it begins; from now on where left out.
    #[serde(default)]
    pub after: Option<String>,
}

/// A webhook that was made just now.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct MadeWebhook {
    /// The webhook.
    pub webhook: WebhookView,
    /// What its messages are signed with. It is shown this once.
    #[schema(example = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")]
    pub secret: String,
}

/// The webhooks of a tenant.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct WebhookList {
    /// The oldest first.
    pub webhooks: Vec<WebhookView>,
}

/// A message that was given up.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct DeadView {
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
pub(in crate::api) struct DeadList {
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
pub(in crate::api) struct DeadQuery {
    /// How many at most.
    #[param(minimum = 1, maximum = 200, default = 50, example = 50)]
    pub limit: Option<u32>,
    /// `next` of the part before.
    pub after: Option<String>,
}

/// What to send again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct ReplayWanted {
    /// `paused`: nothing, but go on at once from where it is; `dead`: what was given up; `cursor`: everything behind `after`; `start`:
    /// everything there ever was.
    pub from: String,
    /// A cursor of the feed, with `cursor`.
    #[serde(default)]
    pub after: Option<String>,
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
pub(in crate::api) fn render(event: &WebhookEvent) -> Vec<u8> {
    let written = match event.clone() {
        WebhookEvent::Verdict(row) => {
            let data = FeedEntry::from(*row);
            serde_json::to_vec(&Message { kind: "verdict", timestamp: data.at.clone(), data })
        }
        WebhookEvent::Ruling(row) => {
            let data = RulingEntry::from(*row);
            serde_json::to_vec(&Message { kind: "ruling", timestamp: data.at.clone(), data })
        }
        WebhookEvent::Erasure(row) => {
            let data = ErasureEntry::from(row.clone());
            serde_json::to_vec(&Message { kind: "erasure", timestamp: data.at.clone(), data })
        }
    };
    // Texts and numbers alone: this cannot fail.
    written.unwrap_or_default()
}
