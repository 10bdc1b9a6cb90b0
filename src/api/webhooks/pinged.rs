//! The handler of pings, which test the receiver of a webhook.

use crate::api::auth::{Allowed, ToAdmin};
use crate::api::context::ServerContext;
use crate::api::problem::ApiError;
use crate::api::timestamp::time;
use crate::app::{App, Pinged};
use crate::webhook_client::DeliveryOutcome;
use actix_web::post;
use actix_web::web::{Data, Json, Path};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::Serialize;
use utoipa::ToSchema;

/// The result of a ping.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(in crate::api) struct PingView {
    /// The id of the message: the header `webhook-id`.
    #[schema(example = "msg_5d41402abc4b2a76_ping_8f434346")]
    pub message: String,
    /// The time of the ping.
    #[schema(format = DateTime)]
    pub at: String,
    /// True if it was accepted: answered with 2xx in time.
    pub taken: bool,
    /// The status of the answer, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 204)]
    pub status: Option<u16>,
    /// The duration in milliseconds, from name resolution to the end of the answer.
    #[schema(example = 38)]
    pub milliseconds: u64,
    /// Why it failed, in the words of `why` of the webhook.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "tls")]
    pub why: Option<String>,
    /// The failure as a sentence with advice, in Chinese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail_zh: Option<String>,
    /// The failure as a sentence with advice, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail_en: Option<String>,
}

impl From<Pinged> for PingView {
    fn from(pinged: Pinged) -> PingView {
        let Pinged { message, at, took, outcome } = pinged;
        let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let view = PingView { message, at: time(at), milliseconds, ..PingView::default() };
        match outcome {
            DeliveryOutcome::Taken { status } => PingView { taken: true, status: Some(status), ..view },
            DeliveryOutcome::Failed { why, .. } => {
                let Text { zh, en } = sentence(&why);
                let status = why.strip_prefix("http-").and_then(|status| status.parse().ok());
                PingView {
                    status,
                    why: Some(why),
                    detail_zh: Some(zh.into_owned()),
                    detail_en: Some(en.into_owned()),
                    ..view
                }
            }
        }
    }
}

/// The failure as a sentence with advice.
pub(super) fn sentence(why: &str) -> Text {
    match why {
        "timeout" => bilingual!(
            "十秒内没有应答。请先应答 2xx，再处理消息。",
            "There was no answer within ten seconds. Answer 2xx first, and deal with the message afterwards."
        ),
        "unreachable" => bilingual!(
            "连接不上。请核对地址与端口，并确认防火墙放行。",
            "No connection could be made, or it broke. Check the address, the port and what a firewall lets through."
        ),
        "unresolved" => {
            bilingual!("域名无法解析。请核对 url 中的域名。", "The name cannot be resolved. Check the name in url.")
        }
        "address-private" => bilingual!(
            "地址指向内网或本机，服务不会访问。请用公网地址，或请运维以 --webhook-private 放行。",
            "It leads to a private network or to this machine, which the service does not ask. Use a public address, or have the operator allow it with --webhook-private."
        ),
        "tls" => bilingual!(
            "TLS 握手失败：证书须由受信任的机构签发，且与域名相符、未过期，中间证书也要一并发送。",
            "The TLS handshake failed: the certificate has to be of a trusted authority, for this name, in date, and sent with those between."
        ),
        "answer-invalid" => bilingual!(
            "收到的应答不是 HTTP/1.1。请核对端口后面是什么服务。",
            "What was answered is no HTTP/1.1. Check what listens at the port."
        ),
        "secret-locked" => bilingual!(
            "它的签名密钥由另一把加密密钥锁着，服务打不开，没有发送。请运维把原来的密钥放回 --encryption-key；若已遗失，请换发签名密钥（POST …/secret）。",
            "Its signing secret is encrypted with a key that the service does not have, so nothing was sent. Have the operator put the old key back into --encryption-key; if it is lost, rotate the secret (POST …/secret)."
        ),
        other => {
            let status = other.strip_prefix("http-").unwrap_or(other);
            bilingual!(
                "接收方应答 {status}。收下消息须应答 2xx；跳转不会跟随。",
                "The receiver answered {status}. A message is taken by an answer of 2xx; redirects are not followed."
            )
        }
    }
}

/// Send a ping
///
/// Sends one signed message of the type `ping` at once and returns the result. The progress, the tries and the pause of
/// the webhook do not change. At most two pings at a time per tenant.
#[utoipa::path(
    operation_id = "ping_webhook", tag = "webhooks", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The id of the webhook", example = "5d41402abc4b2a76")),
    responses((status = 200, description = "What came of it, taken or not", body = PingView))
)]
#[post("/v1/webhooks/{id}/ping")]
pub(in crate::api) async fn ping(
    app: Data<App>,
    context: Data<ServerContext>,
    caller: Allowed<ToAdmin>,
    id: Path<String>,
) -> Result<Json<PingView>, ApiError> {
    let webhook = app.webhook(caller.who, &id).await?;
    let _permit = context.pings.take(caller.who.tenant)?;
    Ok(Json(app.ping_webhook(&webhook.row, &context.client).await?.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_went_wrong_is_a_sentence() {
        for why in [
            "timeout",
            "unreachable",
            "unresolved",
            "address-private",
            "tls",
            "answer-invalid",
            "secret-locked",
            "http-500",
        ] {
            let Text { zh, en } = sentence(why);
            assert!(zh.ends_with('。') && en.ends_with('.'), "{why}");
            assert_eq!(en.contains("500"), why == "http-500", "{why}: {en}");
        }
    }
}
