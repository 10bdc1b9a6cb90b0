//! Requests with an idempotency key that make or change keys and webhooks: the same request takes effect once.

use super::keys::{json_post, key, with};
use super::{Answer, call, get, service};
use crate::engine::{Engine, on_both};
use actix_web::http::Method;
use caipan::app::Scope;
use serde_json::{Value, json};

on_both!(
    repeated_request_makes_one_key,
    repeated_request_makes_one_webhook,
    repeated_request_changes_a_webhook_once,
    two_requests_at_once_take_effect_once,
);

fn says(answer: &Answer) -> (u16, String, bool) {
    let code = answer.json()["code"].as_str().unwrap_or_default().to_owned();
    (answer.status, code, answer.header("idempotency-replayed") == "true")
}

fn made() -> (u16, String, bool) {
    (201, String::new(), false)
}

fn replayed() -> (u16, String, bool) {
    (200, String::new(), true)
}

fn reused() -> (u16, String, bool) {
    (422, "key-reused".to_owned(), false)
}

/// The same request makes no other key and gives no secret, also later and after the key was revoked. Another request, or
/// the same one by another key, is refused.
async fn repeated_request_makes_one_key(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (_, root) = key(&behind, "home", &Scope::ALL, None).await;
    let (_, other) = key(&behind, "home", &Scope::ALL, None).await;
    let (_, foreign) = key(&behind, "acme", &Scope::ALL, None).await;
    let ask = async |secret: &str, wanted: &Value, once: &str| {
        call!(&service, with(secret, json_post("/v1/keys", wanted)).insert_header(("Idempotency-Key", once))).await
    };
    let count = async || call!(&service, with(&root, get("/v1/keys"))).await.json()["keys"].as_array().map(Vec::len);
    let before = count().await;
    let wanted = json!({ "name": "rooms", "scopes": ["read", "ingest"], "rate": 60, "addresses": ["10.0.0.0/8"] });
    let first = ask(&root, &wanted, "k-1").await;
    assert_eq!(says(&first), made());
    let again = ask(&root, &wanted, "k-1").await;
    assert_eq!(says(&again), replayed());
    let (first, again_body) = (first.json(), again.json());
    assert_eq!(again_body["key"], first["key"]);
    let secret = first["secret"].as_str().expect("a secret");
    assert!(!again_body.to_string().contains(&secret[24..]), "{again_body}");
    let id = first["key"]["id"].as_str().expect("an id");
    for detail in ["detail_zh", "detail_en"] {
        assert!(again_body[detail].as_str().is_some_and(|said| said.contains(&format!("DELETE /v1/keys/{id}"))));
    }
    assert_eq!(again.header("location"), format!("/v1/keys/{id}"));
    assert_eq!(again.header("cache-control"), "no-store");
    assert_eq!(count().await, before.map(|count| count + 1));

    let mut changed = wanted.clone();
    changed["rate"] = json!(61);
    assert_eq!(says(&ask(&root, &changed, "k-1").await), reused());
    let clash = ask(&other, &wanted, "k-1").await;
    assert_eq!(says(&clash), reused());
    assert!(clash.json()["detail_en"].as_str().is_some_and(|said| said.contains(id)), "{}", clash.json());
    assert_eq!(says(&ask(&foreign, &wanted, "k-1").await), made(), "another tenant has its own");
    assert_eq!(says(&ask(&root, &wanted, "k-2").await), made());
    // An unfit request takes no idempotency key.
    assert_eq!(ask(&root, &json!({ "name": "x", "scopes": [] }), "k-3").await.json()["code"], "key-unfit");
    assert_eq!(says(&ask(&root, &wanted, "k-3").await), made());
    assert_eq!(ask(&root, &wanted, "with space").await.status, 400);

    let revoked = call!(&service, with(&root, get(&format!("/v1/keys/{id}"))).method(Method::DELETE)).await;
    assert_eq!(revoked.status, 200);
    let again = ask(&root, &wanted, "k-1").await;
    assert_eq!(says(&again), replayed());
    assert!(again.json()["key"]["revoked_at"].is_string());
    // A time that is over since does not change the answer to the request.
    let brief = json!({ "name": "brief", "scopes": ["read"], "expires_at": "2100-01-01T00:00:00Z" });
    assert_eq!(says(&ask(&root, &brief, "k-4").await), made());
    behind.base.tamper("UPDATE keys SET expires_at = 1 WHERE name = 'brief'");
    assert_eq!(says(&ask(&root, &brief, "k-4").await), replayed());
}

/// The same request makes no other webhook and gives no secret. Once the webhook is removed, the key is free.
async fn repeated_request_makes_one_webhook(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (_, root) = key(&behind, "home", &[Scope::Admin, Scope::Read], None).await;
    let ask = async |wanted: &Value| {
        call!(&service, with(&root, json_post("/v1/webhooks", wanted)).insert_header(("Idempotency-Key", "w-1"))).await
    };
    let list = async || call!(&service, with(&root, get("/v1/webhooks"))).await.json()["webhooks"].clone();
    let wanted = json!({ "url": "https://platform.example/", "ordered": false, "per_minute": 60 });
    let first = ask(&wanted).await;
    assert_eq!(says(&first), made());
    let webhook = first.json()["webhook"].clone();
    assert_eq!((&webhook["ordered"], &webhook["per_minute"], &webhook["late"]), (&json!(false), &json!(60), &json!(0)));
    let again = ask(&wanted).await;
    assert_eq!(says(&again), replayed());
    assert_eq!(again.json()["webhook"]["id"], webhook["id"]);
    assert!(!again.json().to_string().contains("whsec_") && again.json()["detail_en"].is_string());
    assert_eq!(list().await.as_array().map(Vec::len), Some(1));
    assert_eq!(says(&ask(&json!({ "url": "https://platform.example/", "ordered": false })).await), reused());
    for per_minute in [0, 6001] {
        let unfit = json!({ "url": "https://platform.example/", "per_minute": per_minute });
        let refused = call!(&service, with(&root, json_post("/v1/webhooks", &unfit))).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("webhook-unfit")), "{per_minute}");
    }
    let path = format!("/v1/webhooks/{}", webhook["id"].as_str().expect("an id"));
    assert_eq!(call!(&service, with(&root, get(&path)).method(Method::DELETE)).await.status, 204);
    let anew = ask(&wanted).await;
    assert_eq!(says(&anew), made());
    assert_ne!(anew.json()["webhook"]["id"], webhook["id"]);
}

/// A rotation that is sent again leaves the new secret in force, and a replay is done once.
async fn repeated_request_changes_a_webhook_once(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (_, root) = key(&behind, "home", &[Scope::Admin, Scope::Read], None).await;
    let wanted = json!({ "url": "https://platform.example/" });
    let hooks = [(); 2].map(|()| json_post("/v1/webhooks", &wanted));
    let mut paths = Vec::new();
    for hook in hooks {
        let hook = call!(&service, with(&root, hook)).await.json();
        paths.push(format!("/v1/webhooks/{}", hook["webhook"]["id"].as_str().expect("an id")));
    }
    let ask = async |path: String, wanted: Value| {
        call!(&service, with(&root, json_post(&path, &wanted)).insert_header(("Idempotency-Key", "c-1"))).await
    };
    let deeds = async |name: &str| {
        let trail = call!(&service, with(&root, get("/v1/trail?limit=200"))).await.json();
        trail["trail"].as_array().expect("a trail").iter().filter(|row| row["deed"] == name).count()
    };
    let secret = format!("{}/secret", paths[0]);
    let first = ask(secret.clone(), json!({ "overlap_seconds": 60 })).await;
    assert!(first.status == 200 && first.header("idempotency-replayed").is_empty());
    assert!(first.json()["secret"].is_string());
    let again = ask(secret.clone(), json!({ "overlap_seconds": 60 })).await;
    assert_eq!(says(&again), replayed());
    assert!(!again.json().to_string().contains("whsec_"));
    let until = |answer: &Answer| answer.json()["webhook"]["old_secret_until"].clone();
    assert_eq!(until(&again), until(&first), "the overlap did not begin anew");
    assert!(until(&first).is_string());
    assert_eq!(says(&ask(secret, json!({ "overlap_seconds": 61 })).await), reused());
    let of_other = ask(format!("{}/secret", paths[1]), json!({ "overlap_seconds": 60 })).await;
    assert_eq!(says(&of_other), reused(), "another webhook is another request");
    assert_eq!(deeds("webhook-rotated").await, 1);

    let replay = format!("{}/replay", paths[0]);
    assert_eq!(says(&ask(replay.clone(), json!({ "from": "start" })).await), (202, String::new(), false));
    assert_eq!(says(&ask(replay.clone(), json!({ "from": "start" })).await), (202, String::new(), true));
    assert_eq!(says(&ask(replay, json!({ "from": "dead" })).await), reused());
    assert_eq!(deeds("webhook-replayed").await, 1);
}

/// Of requests that arrive together one takes effect, and all get the same object.
async fn two_requests_at_once_take_effect_once(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (_, root) = key(&behind, "home", &Scope::ALL, None).await;
    for (path, object, wanted) in [
        ("/v1/keys", "key", json!({ "name": "rooms", "scopes": ["read"] })),
        ("/v1/webhooks", "webhook", json!({ "url": "https://platform.example/" })),
        ("/v1/jobs", "", json!({ "kind": "export" })),
    ] {
        let ask = async || {
            call!(&service, with(&root, json_post(path, &wanted)).insert_header(("Idempotency-Key", "t-1"))).await
        };
        let (one, two, three, four) = tokio::join!(ask(), ask(), ask(), ask());
        let all = [one, two, three, four];
        let mut said: Vec<u16> = all.iter().map(|answer| answer.status).collect();
        said.sort_unstable();
        assert_eq!(said, [200, 200, 200, 201], "{path}");
        let id = |answer: &Answer| {
            let body = answer.json();
            if object.is_empty() { body["id"].clone() } else { body[object]["id"].clone() }
        };
        assert!(all.iter().all(|answer| id(answer) == id(&all[0]) && id(answer).is_string()), "{path}");
    }
}
