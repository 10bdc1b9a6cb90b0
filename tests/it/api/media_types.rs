//! Tests of bodies and answers under the media types that every client generator knows: bytes and plain text.

use super::{LOG, call, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::{Method, header};
use serde_json::{Value, json};

on_both!(bytes_of_any_log_are_recognised, a_batch_is_taken_as_bytes_and_answered_as_text, files_are_taken_as_bytes);

const BYTES: (header::HeaderName, &str) = (header::CONTENT_TYPE, "application/octet-stream");

/// The bytes are stored as what they are: a document, the text notation, or a third-party format.
async fn bytes_of_any_log_are_recognised(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let notation = include_str!("../../../docs/examples/changsha-a.paipu").replace("room-889123", "room-1");
    for (log, media_type, from) in [
        (LOG.to_owned(), "application/vnd.paipu+json", Value::Null),
        (notation, "text/plain; charset=utf-8", Value::Null),
        (
            include_str!("../../../fixtures/import/csmj/two-hands.log").to_owned(),
            "application/octet-stream",
            json!("csmj"),
        ),
    ] {
        let stored = call!(&service, post("/v1/logs", log.clone()).insert_header(BYTES)).await;
        let told = stored.json();
        assert_eq!((stored.status, &told["media_type"], &told["from"]), (201, &json!(media_type), &from), "{told}");
        let raw = call!(&service, get(&format!("/v1/logs/{}/raw", stored.id()))).await;
        assert_eq!((raw.header("content-type"), raw.body.as_slice()), (media_type, log.as_bytes()));
        let audited = call!(&service, post("/v1/audits", log).insert_header(BYTES)).await;
        assert_eq!((audited.status, &audited.json()["verdict"]), (200, &told["verdict"]));
    }
    let noise = call!(&service, post("/v1/logs", "").set_payload(vec![0_u8, 159, 146, 150]).insert_header(BYTES)).await;
    assert_eq!((noise.status, noise.json()["code"].as_str()), (422, Some("log-unreadable")));
}

async fn a_batch_is_taken_as_bytes_and_answered_as_text(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let line = serde_json::from_str::<Value>(LOG).expect("JSON").to_string();
    let lines = || post("/v1/logs:batch", format!("{line}\nnonsense\n")).insert_header(BYTES);
    for (accept, media_type, status) in
        [("*/*", "application/x-ndjson", 201), ("text/plain", "text/plain; charset=utf-8", 200)]
    {
        let answer = call!(&service, lines().insert_header((header::ACCEPT, accept))).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, media_type), "{accept}");
        let answers = String::from_utf8(answer.body).expect("UTF-8");
        let statuses: Vec<Value> = answers
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("a JSON line")["status"].clone())
            .collect();
        assert_eq!(statuses, [json!(status), json!(422)], "{answers}");
    }
    let other = post("/v1/logs:batch", line.clone()).insert_header((header::CONTENT_TYPE, "image/png"));
    assert_eq!(call!(&service, other).await.status, 415);
}

/// Adapters and house rules are the same file under every media type. A key is PEM as text, too.
async fn files_are_taken_as_bytes(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let adapter = include_str!("../../../fixtures/adapters/harbour.toml");
    for (media_type, status) in [("application/octet-stream", 201), ("application/toml", 200), ("text/plain", 200)] {
        let put = post("/v1/adapters/harbour", adapter).method(Method::PUT);
        let stored = call!(&service, put.insert_header((header::CONTENT_TYPE, media_type))).await;
        assert_eq!((stored.status, &stored.json()["file"]), (status, &json!(adapter)), "{media_type}");
    }
    for (accept, media_type) in [("*/*", "application/x-pem-file"), ("text/plain", "text/plain; charset=utf-8")] {
        let key = call!(&service, get("/v1/evidence/key").insert_header((header::ACCEPT, accept))).await;
        assert_eq!((key.status, key.header("content-type"), key.header("vary")), (200, media_type, "Accept"));
        assert!(key.body.starts_with(b"-----BEGIN PUBLIC KEY-----"));
    }
}
