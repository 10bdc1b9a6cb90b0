//! The JSON of webhooks; the JSON of their messages is left to `messages`.

use super::super::timestamp::time;
use super::pinged::sentence;
use crate::app::{ShownWebhook, WebhookFilter};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A webhook, without its secret.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(in crate::api) struct WebhookView {
    /// The id of the webhook.
    #[schema(example = "5d41402abc4b2a76")]
    pub id: String,
    /// The address.
    #[schema(example = "https://platform.example/caipan")]
    pub url: String,
    /// The event types: `verdict`, `ruling`, `erasure`; if empty, verdicts.
    pub events: Vec<String>,
    /// The verdicts to send; all if empty.
    pub verdicts: Vec<String>,
    /// The rule systems of the logs; all if empty.
    pub systems: Vec<String>,
    /// The platforms of the logs; all if empty.
    pub platforms: Vec<String>,
    /// The time of creation.
    #[schema(format = DateTime)]
    pub made_at: String,
    /// The id of the key to which it belongs: it sends only while that key is valid. Absent if it was made without keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "5d41402abc4b2a76")]
    pub owner: Option<String>,
    /// `up-to-date`; `sending`; `retrying`: a message failed and is tried again; `paused`: nothing is sent until a replay;
    /// `ended`: its key was revoked or has expired, and nothing is sent until another key takes it over.
    #[schema(example = "up-to-date")]
    pub state: &'static str,
    /// The reason of `retrying`, `paused` or `ended`, and what to do, in Chinese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail_zh: Option<String>,
    /// The reason of `retrying`, `paused` or `ended`, and what to do, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail_en: Option<String>,
    /// The number of entries that it has not processed.
    pub behind: i64,
    /// The number of failed tries of the next message; with `ordered: false`, of failed tries in a row.
    pub tries: i32,
    /// Why the last try failed: `http-500` and the like, `timeout`, `unreachable`, `unresolved`, `address-private`,
    /// `tls`, `answer-invalid`, `secret-locked`; or why it ended: `key-revoked`, `key-expired`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The time of the last try.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub tried_at: Option<String>,
    /// The time of the next try.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub next_at: Option<String>,
    /// The time of the pause.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub paused_at: Option<String>,
    /// The time since which its key is revoked or expired.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub ended_at: Option<String>,
    /// The number of messages that were given up.
    pub dead: i64,
    /// The number of failed messages that wait for their next try while others are sent; 0 if `ordered`.
    pub late: i64,
    /// True if a failing message holds those after it.
    pub ordered: bool,
    /// The maximum number of tries per minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_minute: Option<i32>,
    /// The time until which the replaced secret also signs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub old_secret_until: Option<String>,
}

impl From<ShownWebhook> for WebhookView {
    fn from(shown: ShownWebhook) -> WebhookView {
        let ended = shown.ended();
        let ShownWebhook { row, wants, owner, behind, dead, late, asked_at } = shown;
        let owner = owner.map(|key| key.id);
        let WebhookFilter { events, verdicts, systems, platforms } = wants;
        let next_at = if row.tries > 0 { row.due_at } else { row.late_at.unwrap_or_default().max(row.due_at) };
        let state = match () {
            () if ended.is_some() => "ended",
            () if row.paused_at.is_some() => "paused",
            () if row.tries > 0 || row.late_at.is_some() => "retrying",
            () if behind > 0 || row.again == 1 => "sending",
            () => "up-to-date",
        };
        let detail = match (state, ended, &row.said) {
            ("ended", Some((why, at)), _) => {
                Some(ended_sentence(&row.id, owner.as_deref().unwrap_or_default(), why, at))
            }
            ("paused", _, why) => Some(paused_sentence(&row.id, why.as_deref())),
            ("retrying", _, Some(why)) => Some(sentence(why)),
            _ => None,
        };
        let (detail_zh, detail_en) = detail.map(|Text { zh, en }| (zh.into_owned(), en.into_owned())).unzip();
        WebhookView {
            id: row.id,
            owner,
            detail_zh,
            detail_en,
            url: row.url,
            events,
            verdicts,
            systems,
            platforms,
            made_at: time(row.made_at),
            state,
            behind,
            tries: row.tries,
            why: ended.map(|(why, _)| why.to_owned()).or(row.said),
            ended_at: ended.map(|(_, at)| time(at)),
            tried_at: row.tried_at.map(time),
            next_at: (state == "retrying").then(|| time(next_at)),
            paused_at: row.paused_at.map(time),
            dead,
            late,
            ordered: row.ordered == 1,
            per_minute: row.per_minute,
            old_secret_until: row.old_until.filter(|until| *until > asked_at).map(time),
        }
    }
}

/// Says why a webhook ended, and what to do.
fn ended_sentence(id: &str, owner: &str, why: &str, at: i64) -> Text {
    let at = time(at);
    let (zh, en) = if why == "key-revoked" { ("吊销", "was revoked") } else { ("到期", "expired") };
    bilingual!(
        "它所属的密钥 {owner} 已于 {at} {zh}，不再发送。请用有 admin 与 read 权限的密钥接管：POST /v1/webhooks/{id}/replay，{{\"from\":\"take-over\"}}，会从停下处续发；不用则请删除。",
        "Its key {owner} {en} at {at}, so nothing is sent. Take it over with a key that has the scopes admin and read: POST /v1/webhooks/{id}/replay with {{\"from\":\"take-over\"}} goes on where it stopped. Delete it if it is no longer needed."
    )
}

/// Says why a webhook is paused, and what to do.
fn paused_sentence(id: &str, why: Option<&str>) -> Text {
    let Text { zh, en } = why.map(sentence).unwrap_or_default();
    bilingual!(
        "{zh}已暂停发送：接收方修好后，请恢复（POST /v1/webhooks/{id}/replay，{{\"from\":\"paused\"}}）。",
        "{en} Sending is paused: once the receiver works, resume it (POST /v1/webhooks/{id}/replay with {{\"from\":\"paused\"}})."
    )
}

/// A webhook to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct WebhookWanted {
    /// The address: an `https` address on the public Internet.
    #[schema(max_length = 1000)]
    pub url: String,
    /// The event types: `verdict`, `ruling`, `erasure`; verdicts if absent.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub events: Vec<String>,
    /// The verdicts to send: `clean`, `faulty`, `variant`, `unverifiable`; all if absent.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub verdicts: Vec<String>,
    /// The rule systems of the logs; all if absent.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub systems: Vec<String>,
    /// The platforms of the logs; all if absent.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub platforms: Vec<String>,
    /// The cursor of the feed after which it starts; now if absent.
    #[serde(default)]
    pub after: Option<String>,
    /// True if a failing message holds those after it, so that messages arrive in order. If false, others go on while it
    /// waits for its next try.
    #[serde(default)]
    #[schema(default = true, example = true)]
    pub ordered: Option<bool>,
    /// The maximum number of tries per minute, spread evenly; unlimited if absent.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 6000, example = 600)]
    pub per_minute: Option<u32>,
}

/// A webhook that an earlier request with the same idempotency key made, or whose secret it replaced. Nobody gets the secret
/// a second time.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct WebhookMadeBefore {
    /// The webhook as it is.
    pub webhook: WebhookView,
    /// The next step without the secret, in Chinese.
    pub detail_zh: String,
    /// The next step without the secret, in English.
    pub detail_en: String,
}

impl WebhookMadeBefore {
    /// The next step without the secret of the webhook with this id, in Chinese and English.
    pub(in crate::api) fn details(id: &str) -> (String, String) {
        let Text { zh, en } = bilingual!(
            "同一幂等键的请求已经办妥，密钥只在当时的应答中。若没有收到，请换一个幂等键再更换一次密钥（POST /v1/webhooks/{id}/secret）：应答中有新密钥，其间未被收下的消息会重发。",
            "An earlier request with this idempotency key did it, and the secret was in that answer only. If it did not arrive, replace the secret under a new idempotency key (POST /v1/webhooks/{id}/secret): the answer has the new one, and messages refused in between are sent again."
        );
        (zh.into_owned(), en.into_owned())
    }
}

impl From<ShownWebhook> for WebhookMadeBefore {
    fn from(shown: ShownWebhook) -> WebhookMadeBefore {
        let (detail_zh, detail_en) = WebhookMadeBefore::details(&shown.row.id);
        WebhookMadeBefore { webhook: shown.into(), detail_zh, detail_en }
    }
}

/// A new webhook with its secret.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct MadeWebhook {
    /// The webhook.
    pub webhook: WebhookView,
    /// The secret that signs its messages. It is shown only once.
    #[schema(example = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")]
    pub secret: String,
}

/// The webhooks of a tenant.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct WebhookList {
    /// The webhooks, oldest first.
    pub webhooks: Vec<WebhookView>,
}

/// A message that was given up.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct DeadView {
    /// The id of the message: the header `webhook-id`.
    #[schema(example = "msg_5d41402abc4b2a76_1042")]
    pub message: String,
    /// The number of tries.
    pub tries: i32,
    /// The time when it was given up.
    #[schema(format = DateTime)]
    pub at: String,
    /// Why the last try failed.
    #[schema(example = "http-500")]
    pub why: String,
}

/// A page of the messages that were given up.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct DeadList {
    /// The messages in the order of the feed.
    pub dead: Vec<DeadView>,
    /// The cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1042")]
    pub next: Option<String>,
}

/// The page of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct DeadQuery {
    /// The maximum number of entries.
    #[param(minimum = 1, maximum = 200, default = 50, example = 50)]
    pub limit: Option<u32>,
    /// `next` of the previous page.
    pub after: Option<String>,
}

/// The messages to send again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct ReplayWanted {
    /// `paused`: nothing, only resume now; `take-over`: nothing, but the webhook belongs to the caller's key from now on, and
    /// resumes; `dead`: the messages that were given up; `cursor`: everything after `after`;
    /// `start`: everything from the beginning.
    pub from: String,
    /// A cursor of the feed, for `cursor`.
    #[serde(default)]
    pub after: Option<String>,
}
