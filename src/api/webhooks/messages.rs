//! The messages of webhooks, and their section of the OpenAPI document.

use super::super::feed::{ErasureEntry, FeedEntry, RulingEntry};
use crate::app::{Brief, WebhookEvent};
use crate::webhook_client::signature;
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::{PartialSchema, ToSchema};

/// A message.
#[derive(Serialize)]
struct Message<T> {
    #[serde(rename = "type")]
    kind: &'static str,
    timestamp: String,
    data: T,
}

impl From<FeedEntry> for Message<FeedEntry> {
    fn from(data: FeedEntry) -> Self {
        Message { kind: "verdict", timestamp: data.at.clone(), data }
    }
}

impl From<RulingEntry> for Message<RulingEntry> {
    fn from(data: RulingEntry) -> Self {
        Message { kind: "ruling", timestamp: data.at.clone(), data }
    }
}

impl From<ErasureEntry> for Message<ErasureEntry> {
    fn from(data: ErasureEntry) -> Self {
        Message { kind: "erasure", timestamp: data.at.clone(), data }
    }
}

/// Renders an event as a message, a verdict with its report in short.
pub(in crate::api) fn render(event: &WebhookEvent, brief: Option<Brief>) -> Vec<u8> {
    let written = match event.clone() {
        WebhookEvent::Verdict(row) => serde_json::to_vec(&Message::from(FeedEntry::of(*row, brief))),
        WebhookEvent::Ruling(row) => serde_json::to_vec(&Message::from(RulingEntry::from(*row))),
        WebhookEvent::Erasure(row) => serde_json::to_vec(&Message::from(ErasureEntry::from(row.clone()))),
    };
    // Strings and numbers always serialise.
    written.unwrap_or_default()
}

/// The data of a ping.
#[derive(Serialize, ToSchema)]
struct PingData {
    /// The id of the webhook.
    #[schema(example = "5d41402abc4b2a76")]
    webhook: String,
}

/// A type of message: its word, the schema of its data, and its description in both languages.
struct Kind {
    word: &'static str,
    component: &'static str,
    data: Value,
    about: &'static str,
}

fn kinds() -> [Kind; 4] {
    let entry = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    [
        Kind {
            word: "verdict",
            component: "VerdictMessage",
            data: entry("FeedEntry"),
            about: "A log was audited, or audited again. 有牌谱审核完毕，或重新审核。",
        },
        Kind {
            word: "ruling",
            component: "RulingMessage",
            data: entry("RulingEntry"),
            about: "A referee ruled on a report. 裁判对报告作出裁定。",
        },
        Kind {
            word: "erasure",
            component: "ErasureMessage",
            data: entry("ErasureEntry"),
            about: "A log was erased: delete every copy of it. 有牌谱被抹去：请删除所存副本。",
        },
        Kind {
            word: "ping",
            component: "PingMessage",
            data: serde_json::to_value(PingData::schema()).unwrap_or_default(),
            about: "A test, sent by `POST /v1/webhooks/{id}/ping`. 测试消息。",
        },
    ]
}

/// The components of messages.
pub(in crate::api) fn components() -> Map<String, Value> {
    let message = |kind: Kind| {
        let schema = json!({
            "type": "object",
            "description": kind.about,
            "required": ["type", "timestamp", "data"],
            "properties": {
                "type": { "type": "string", "const": kind.word },
                "timestamp": { "type": "string", "format": "date-time", "description": "The time of the event, in UTC to the microsecond." },
                "data": kind.data,
            },
        });
        (kind.component.to_owned(), schema)
    };
    kinds().into_iter().map(message).collect()
}

/// The section `webhooks` of the document, with an example of each message.
pub(in crate::api) fn section(verdict: FeedEntry) -> Value {
    let (at, log) = (verdict.at.clone(), verdict.log.clone());
    let ruling = RulingEntry {
        cursor: "1043-1767585660123456".to_owned(),
        at: "2026-01-05T04:01:00.123456Z".to_owned(),
        log: log.clone(),
        platform: verdict.platform.clone(),
        game: verdict.game.clone(),
        number: 1,
        digest: caipan_tiles::hash::sha256(b"ruling"),
        rulings: format!("/v1/reports/{log}/rulings"),
        ..RulingEntry::default()
    };
    let erasure = ErasureEntry {
        cursor: "1044-1767585720123456".to_owned(),
        at: "2026-01-05T04:02:00.123456Z".to_owned(),
        log,
        why: "by-player".to_owned(),
    };
    let ping = Message { kind: "ping", timestamp: at, data: PingData { webhook: "5d41402abc4b2a76".to_owned() } };
    let examples = [
        serde_json::to_value(Message::from(verdict)),
        serde_json::to_value(Message::from(ruling)),
        serde_json::to_value(Message::from(erasure)),
        serde_json::to_value(ping),
    ];
    let all = kinds().into_iter().zip(examples);
    all.map(|(kind, example)| (kind.word.to_owned(), json!({ "post": operation(&kind, &example.unwrap_or_default()) })))
        .collect()
}

/// The request that the service sends to the address of a webhook.
fn operation(kind: &Kind, example: &Value) -> Value {
    let Kind { word, component, about, .. } = kind;
    let (id, seconds) = (
        if *word == "ping" { "msg_5d41402abc4b2a76_ping_8f434346" } else { "msg_5d41402abc4b2a76_1042" },
        1_767_585_600,
    );
    let secret: Vec<u8> = (0..32).collect();
    let signed = signature(&secret, id, seconds, example.to_string().as_bytes());
    let header = |name: &str, schema: Value, example: Value, about: &str| json!({ "name": name, "in": "header", "required": true, "schema": schema, "example": example, "description": about });
    json!({
        "operationId": format!("send_{word}"),
        "tags": ["webhooks"],
        "summary": format!("Message `{word}`"),
        "description": format!(
            "{about}\n\nThe service sends it to the address of a webhook, signed as in [Standard Webhooks](https://www.standardwebhooks.com) 1.0. \
             Verify the signature and the time before you trust a message, and deduplicate by `webhook-id`."
        ),
        "security": [],
        "parameters": [
            header("webhook-id", json!({ "type": "string" }), json!(id), "The id of the message; the same when it is sent again."),
            header("webhook-timestamp", json!({ "type": "integer", "format": "int64" }), json!(seconds), "The time of this try, in seconds since 1970."),
            header("webhook-signature", json!({ "type": "string" }), json!(signed),
                "`v1,` and the HMAC-SHA256 in Base64 over `webhook-id`, `webhook-timestamp` and the body, joined by full stops. The key is the Base64-decoded \
                 part of the secret after `whsec_`. While a secret is replaced there are two signatures, separated by a space: accept either."),
        ],
        "requestBody": {
            "required": true,
            "content": { "application/json": {
                "schema": { "$ref": format!("#/components/schemas/{component}") },
                "example": example,
            } },
        },
        "responses": {
            "2XX": { "description": "Accepted, if it arrives within ten seconds. 收下，须在十秒内应答。" },
            "410": { "description": "The receiver is gone: the webhook pauses. 接收方已不存在：webhook 暂停。" },
            "default": { "description": "Not accepted: sent again later, with `Retry-After` respected. 未收下：稍后重发，遵守 `Retry-After`。" },
        },
    })
}
