//! A webhook has the scopes and the life of the key to which it belongs.

use super::receiver::{call_with, games, receiver, service, until};
use super::service::Service;
use super::{LOG, caipan, text};
use crate::engine::{Base, Engine, on_both};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

on_both!(admin_alone_reads_no_verdict_through_a_webhook, session_owns_no_webhook, webhook_ends_with_its_key,);

/// Makes a key on the command line, and returns its id and secret.
fn key(base: &Base, scopes: &str) -> (String, String) {
    let made = caipan(&["keys", "make", "--name", "test", "--scope", scopes]).args(base.arguments()).output();
    let made = made.expect("it runs");
    assert!(made.status.success(), "{}", text(&made.stderr));
    let secret = text(&made.stdout).trim().to_owned();
    let id = secret.strip_prefix("caipan_").and_then(|rest| rest.split('_').next()).expect("an id").to_owned();
    (id, secret)
}

fn json_call(service: &Service, key: &str, request: &str, body: &Value) -> (u16, Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    call_with(service, key, request, &body)
}

fn hook(service: &Service, key: &str, port: u16) -> String {
    let wanted = json!({ "url": format!("http://127.0.0.1:{port}/") });
    let (status, made) = json_call(service, key, "POST /v1/webhooks", &wanted);
    assert_eq!(status, 201, "{made}");
    made["webhook"]["id"].as_str().expect("an id").to_owned()
}

fn store(service: &Service, key: &str, game: &str) {
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let log = log.replace("room-889123-2026-01-05", game);
    let (status, answer) = call_with(service, key, "POST /v1/logs", &log);
    assert_eq!(status, 201, "{answer}");
}

async fn admin_alone_reads_no_verdict_through_a_webhook(engine: Engine) {
    let base = engine.base();
    let ((_, admin), (_, all)) = (key(&base, "admin"), key(&base, "ingest,read,admin"));
    let service = service(&base, &[]);
    let wanted = json!({ "url": "https://platform.example/" });
    let (status, refused) = json_call(&service, &admin, "POST /v1/webhooks", &wanted);
    assert_eq!((status, refused["code"].as_str()), (403, Some("scope-missing")), "{refused}");
    let (status, made) = json_call(&service, &all, "POST /v1/webhooks", &wanted);
    assert_eq!(status, 201, "{made}");
    let id = made["webhook"]["id"].as_str().expect("an id");
    let take = |key: &str| {
        json_call(&service, key, &format!("POST /v1/webhooks/{id}/replay"), &json!({ "from": "take-over" }))
    };
    assert_eq!(take(&admin).0, 403, "to take one over is to read, too");
    assert_eq!(take(&all).0, 202);
    // Changes that send nothing to a new address need `admin` only.
    let resume = json!({ "from": "paused" });
    assert_eq!(json_call(&service, &admin, &format!("POST /v1/webhooks/{id}/replay"), &resume).0, 202);
    assert_eq!(json_call(&service, &admin, &format!("DELETE /v1/webhooks/{id}"), &Value::Null).0, 204);
}

/// A session ends within hours, and with it a webhook would.
async fn session_owns_no_webhook(engine: Engine) {
    let base = engine.base();
    let ((_, lasting), (id, session)) = (key(&base, "read,admin"), key(&base, "read,admin"));
    base.tamper(&format!("UPDATE keys SET person = '王芳', subject = 'https://sso.example#1' WHERE id = '{id}'"));
    let service = service(&base, &[]);
    let wanted = json!({ "url": "https://platform.example/" });
    let (_, made) = json_call(&service, &lasting, "POST /v1/webhooks", &wanted);
    let take = format!("POST /v1/webhooks/{}/replay", made["webhook"]["id"].as_str().expect("an id"));
    for (request, body) in [("POST /v1/webhooks", &wanted), (&*take, &json!({ "from": "take-over" }))] {
        let (status, refused) = json_call(&service, &session, request, body);
        assert_eq!((status, refused["code"].as_str()), (422, Some("webhook-unfit")), "{refused}");
        assert!(refused["detail_en"].as_str().is_some_and(|text| text.contains("caipan keys make")), "{refused}");
    }
}

/// Queued messages and new ones stay where they are once the key is revoked or has expired, until another key takes the
/// webhook over.
async fn webhook_ends_with_its_key(engine: Engine) {
    let base = engine.base();
    let (owner_id, owner) = key(&base, "ingest,read,admin");
    let (other_id, other) = key(&base, "ingest,read,admin");
    let service = service(&base, &["--webhook-tries", "50"]);
    let down = Arc::new(AtomicBool::new(true));
    let is_down = Arc::clone(&down);
    let (port, came) = receiver(move |_| {
        if is_down.load(Ordering::SeqCst) { "503 Service Unavailable".to_owned() } else { "204 No Content".to_owned() }
    });
    let (control_port, control) = receiver(super::receiver::ok);
    let id = hook(&service, &owner, port);
    let control_id = hook(&service, &other, control_port);
    let shown = |id: &str| json_call(&service, &other, &format!("GET /v1/webhooks/{id}"), &Value::Null).1;
    assert_eq!(shown(&id)["owner"], json!(owner_id));
    store(&service, &owner, "queued");
    until("it is tried", || !came.lock().expect("no panic").is_empty());

    let (status, revoked) = json_call(&service, &other, &format!("DELETE /v1/keys/{owner_id}"), &Value::Null);
    assert_eq!((status, &revoked["webhooks_ended"]), (200, &json!(1)), "{revoked}");
    let tried = came.lock().expect("no panic").len();
    down.store(false, Ordering::SeqCst);
    let delivered = |games_of: &[&str]| {
        until("the webhook of the other key sends", || games(&control) == games_of);
        until("and is saved", || shown(&control_id)["state"] == "up-to-date");
    };
    store(&service, &other, "later");
    delivered(&["queued", "later"]);
    let ended = shown(&id);
    assert_eq!((&ended["state"], &ended["why"]), (&json!("ended"), &json!("key-revoked")), "{ended}");
    assert!(ended["ended_at"].is_string() && ended["behind"].as_i64() >= Some(2), "both logs wait: {ended}");
    let sentences = [&ended["detail_zh"], &ended["detail_en"]].map(|text| text.as_str().expect("a sentence"));
    assert!(sentences[0].contains("吊销") && sentences[1].contains("revoked"), "{sentences:?}");
    assert!(sentences.iter().all(|text| text.contains(&owner_id) && text.contains("take-over")), "{sentences:?}");
    let sent = came.lock().expect("no panic").len();
    assert!(sent <= tried + 1, "at most the one in flight: {tried}, {sent}");
    // To resume is not to own.
    let replay =
        |from: &str| json_call(&service, &other, &format!("POST /v1/webhooks/{id}/replay"), &json!({ "from": from }));
    assert_eq!(replay("start").1["state"], "ended");

    let (status, taken) = replay("take-over");
    assert_eq!((status, &taken["owner"]), (202, &json!(other_id)), "{taken}");
    until("what was queued arrives", || games(&came).contains(&"later".to_owned()));
    until("it is saved", || shown(&id)["state"] == "up-to-date");

    base.tamper(&format!("UPDATE keys SET expires_at = 1 WHERE id = '{other_id}'"));
    let (_, last) = key(&base, "ingest,read,admin");
    let last_port = receiver(super::receiver::ok);
    hook(&service, &last, last_port.0);
    store(&service, &last, "after the expiry");
    until("a live key sends", || games(&last_port.1) == ["after the expiry"]);
    let (_, expired) = json_call(&service, &last, &format!("GET /v1/webhooks/{id}"), &Value::Null);
    assert_eq!((&expired["state"], &expired["why"]), (&json!("ended"), &json!("key-expired")), "{expired}");
    assert!(!games(&came).contains(&"after the expiry".to_owned()));
}
