//! Tests of keys that are made by other keys: what they may have, and what revokes them.

use super::keys::{json_post, key, with};
use super::{call, get, service};
use crate::engine::{Engine, on_both};
use actix_web::http::Method;
use caipan::app::{AppError, NewKey, Scope};
use caipan::store::StoreError;
use serde_json::{Value, json};
use std::collections::BTreeSet;

on_both!(key_has_no_more_than_its_maker, revocation_reaches_the_keys_that_a_key_made);

/// A key made over the API has at most the scopes, the rate and the time of the key that makes it. A command of the
/// operator has no such bounds.
async fn key_has_no_more_than_its_maker(engine: Engine) {
    const END: &str = "2100-01-01T00:00:00.000000Z";
    let (service, behind) = service!(engine; key_rate: Some(5000));
    let (_, root) = key(&behind, "home", &Scope::ALL, Some(9000)).await;
    let make = async |secret: &str, wanted: Value| call!(&service, with(secret, json_post("/v1/keys", &wanted))).await;
    let wanted = json!({ "name": "m", "scopes": ["admin", "read"], "rate": 600, "expires_at": END });
    let maker = make(&root, wanted).await;
    assert_eq!(maker.status, 201, "{}", maker.json());
    let maker = maker.json()["secret"].as_str().expect("a secret").to_owned();
    for (more, said) in [
        (json!({ "scopes": ["read", "ingest", "referee"] }), ["ingest, referee", "read, admin"]),
        (json!({ "scopes": ["read"], "rate": 601 }), ["601", "600"]),
        (json!({ "scopes": ["read"], "expires_at": "2100-01-01T00:00:01Z" }), ["2100-01-01T00:00:01.000000Z", END]),
    ] {
        let mut more = more;
        more["name"] = json!("child");
        let refused = make(&maker, more.clone()).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("key-unfit")), "{more}");
        let detail = refused.json()["detail"].as_str().expect("a sentence").to_owned();
        assert!(said.iter().all(|part| detail.contains(part)), "{more}: {detail}");
    }
    let child = make(&maker, json!({ "name": "c", "scopes": ["read"] })).await.json()["key"].clone();
    assert_eq!((&child["rate"], &child["expires_at"]), (&json!(600), &json!(END)), "{child}");
    let less = json!({ "name": "c", "scopes": ["admin"], "rate": 599, "expires_at": "2099-01-01T00:00:00Z" });
    let less = make(&maker, less).await.json()["key"].clone();
    assert_eq!((&less["rate"], &less["expires_at"]), (&json!(599), &json!("2099-01-01T00:00:00.000000Z")), "{less}");

    // A maker without a rate has that of the service.
    let (_, usual) = key(&behind, "home", &[Scope::Admin], None).await;
    let refused = make(&usual, json!({ "name": "c", "scopes": ["admin"], "rate": 5001 })).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("key-unfit")));
    assert!(refused.json()["detail"].as_str().is_some_and(|detail| detail.contains("5000")), "{}", refused.json());
    let child = make(&usual, json!({ "name": "c", "scopes": ["admin"] })).await;
    assert_eq!((child.status, &child.json()["key"]["rate"]), (201, &json!(5000)), "{}", child.json());
    assert_eq!(make(&usual, json!({ "name": "c", "scopes": ["admin"], "rate": 5000 })).await.status, 201);

    // Without limits a maker may ask for any rate and time.
    let (service, behind) = service!(engine;);
    let (_, free) = key(&behind, "home", &[Scope::Admin], None).await;
    let wanted = json!({ "name": "c", "scopes": ["admin"], "rate": 1_000_000, "expires_at": END });
    assert_eq!(call!(&service, with(&free, json_post("/v1/keys", &wanted))).await.status, 201);
}

/// Revoking a key revokes every key that it made, directly or through others, each with an entry in the trail. It leaves
/// other keys alone, and a key that was revoked makes no more keys.
async fn revocation_reaches_the_keys_that_a_key_made(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (root_id, root) = key(&behind, "home", &[Scope::Admin], None).await;
    let (_, other) = key(&behind, "home", &[Scope::Admin], None).await;
    let make = async |secret: &str| {
        let made = call!(&service, with(secret, json_post("/v1/keys", &json!({ "name": "c", "scopes": ["admin"] }))));
        let made = made.await.json();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        (text(&made["key"]["id"]), text(&made["secret"]))
    };
    let revoke = async |secret: &str, id: &str| {
        let request = with(secret, get(&format!("/v1/keys/{id}"))).method(Method::DELETE);
        call!(&service, request).await.json()["also_revoked"].clone()
    };
    let status = async |secret: &str| call!(&service, with(secret, get("/v1/keys"))).await.status;
    let (child_id, child) = make(&root).await;
    let (between_id, between) = make(&child).await;
    let (_, last) = make(&between).await;
    let (_, sibling) = make(&root).await;
    let (_, beside) = make(&child).await;
    let (_, below) = make(&beside).await;
    let (_, apart) = make(&other).await;
    let caller = behind.app.identify(Some(&child)).await.expect("a caller");

    assert_eq!(revoke(&other, &between_id).await, json!(1), "the key that it made");
    assert_eq!((status(&last).await, status(&child).await), (401, 200));
    assert_eq!(revoke(&other, &root_id).await, json!(4), "two that it made, and two below");
    for secret in [&root, &child, &between, &last, &sibling, &beside, &below] {
        assert_eq!(status(secret).await, 401);
    }
    assert_eq!((status(&other).await, status(&apart).await), (200, 200));
    assert_eq!(revoke(&other, &root_id).await, json!(0), "once is enough");
    let found = call!(&service, with(&other, get(&format!("/v1/keys/{child_id}")))).await.json();
    assert!(found["revoked_at"].is_string() && found["also_revoked"].is_null(), "{found}");
    let trail = call!(&service, with(&other, get("/v1/trail"))).await.json();
    let deeds = trail["trail"].as_array().expect("a trail");
    let revoked: BTreeSet<_> =
        deeds.iter().filter(|deed| deed["deed"] == "key-revoked").filter_map(|deed| deed["subject"].as_str()).collect();
    assert_eq!((revoked.len(), revoked.contains(&*child_id)), (7, true), "{trail}");
    let count = deeds.iter().filter(|deed| deed["deed"] == "key-revoked").count();
    assert_eq!(count, 7, "an entry for each key: {trail}");

    // A request that was let in before the revocation makes no key after it.
    let (name, scopes) = ("late".to_owned(), vec![Scope::Admin]);
    let late = NewKey { by: caller, tenant: None, name, scopes, rate: None, expires_at: None, addresses: Vec::new() };
    let refused = behind.app.make_key(late).await.expect_err("its maker is revoked");
    assert!(matches!(refused, AppError::Store(StoreError::MakerRevoked)), "{refused:?}");
}
