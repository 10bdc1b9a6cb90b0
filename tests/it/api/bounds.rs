//! The bounds of a tenant and of a key: the rate that all keys share, and the addresses from which a key may be used.

use super::keys::{json_post, key, with};
use super::{call, get, service};
use crate::engine::{Engine, on_both};
use actix_web::test::TestRequest;
use caipan::app::{Caller, NewKey, Scope, network};
use caipan::config::TenantRate;
use serde_json::{Value, json};

on_both!(
    key_is_used_from_its_addresses_alone,
    key_has_no_wider_addresses_than_its_maker,
    keys_of_a_tenant_share_a_rate
);

fn from(request: TestRequest, address: &str) -> TestRequest {
    request.peer_addr((address.parse::<std::net::IpAddr>().expect("an address"), 4711).into())
}

/// A key works from its networks. From elsewhere it gets 403 and uses up nothing of its rate.
async fn key_is_used_from_its_addresses_alone(engine: Engine) {
    let (service, behind) = service!(engine;);
    let addresses = ["10.0.0.0/8", "2001:db8::/32"].map(|text| network(text).expect("a network")).to_vec();
    let (by, name, scopes) = (Caller::keyless(), "rooms".to_owned(), vec![Scope::Read]);
    let new = NewKey { by, tenant: None, name, scopes, rate: Some(5), expires_at: None, addresses };
    let (_, secret) = behind.app.make_key(new).await.expect("a key");
    let ask = async |address: &str| call!(&service, from(with(&secret, get("/v1/logs")), address)).await;
    for address in ["192.0.2.1", "::ffff:192.0.2.1", "2001:db9::1", "::1", "11.0.0.0"] {
        let refused = ask(address).await;
        let body = refused.json();
        assert_eq!((refused.status, body["code"].as_str()), (403, Some("address-foreign")), "{address}: {body}");
        let shown = address.strip_prefix("::ffff:").unwrap_or(address);
        assert!(body["detail_en"].as_str().is_some_and(|said| said.contains(shown)), "{body}");
        assert!(!body.to_string().contains("10.0.0.0"), "the list is not told: {body}");
    }
    let unknown = call!(&service, with(&secret, get("/v1/logs"))).await;
    assert_eq!(unknown.status, 403, "an unknown address is none of the list");
    for (address, left) in [("10.1.2.3", "4"), ("::ffff:10.1.2.3", "3"), ("2001:db8::1", "2")] {
        let answer = ask(address).await;
        assert_eq!(answer.status, 200, "{address}");
        assert!(answer.header("ratelimit").contains(&format!("r={left};")), "{}", answer.header("ratelimit"));
    }
}

/// A key made over the API has the addresses of its maker or a part of them.
async fn key_has_no_wider_addresses_than_its_maker(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (_, root) = key(&behind, "home", &Scope::ALL, None).await;
    let make = async |secret: &str, addresses: Value| {
        let mut wanted = json!({ "name": "c", "scopes": ["admin"] });
        if !addresses.is_null() {
            wanted["addresses"] = addresses;
        }
        call!(&service, from(with(secret, json_post("/v1/keys", &wanted)), "10.0.0.1")).await
    };
    let maker = make(&root, json!(["10.128.0.0/9", "10.0.0.0/9", "2001:db8::/32"])).await;
    assert_eq!(maker.status, 201, "{}", maker.json());
    assert_eq!(maker.json()["key"]["addresses"], json!(["10.0.0.0/8", "2001:db8::/32"]), "joined");
    let maker = maker.json()["secret"].as_str().expect("a secret").to_owned();
    for (asked, had) in [
        (Value::Null, json!(["10.0.0.0/8", "2001:db8::/32"])),
        (json!([]), json!(["10.0.0.0/8", "2001:db8::/32"])),
        (json!(["10.7.0.0/16"]), json!(["10.7.0.0/16"])),
        (json!(["10.0.0.9"]), json!(["10.0.0.9/32"])),
        (json!(["::ffff:10.0.0.0/104"]), json!(["10.0.0.0/8"])),
    ] {
        let child = make(&maker, asked.clone()).await.json();
        assert_eq!(child["key"]["addresses"], had, "{asked}: {child}");
    }
    for (asked, said) in [
        (json!(["0.0.0.0/0"]), "0.0.0.0/0"),
        (json!(["10.0.0.0/7"]), "10.0.0.0/7"),
        (json!(["10.0.0.1/8"]), "bits behind"),
        (json!(["10.0.0.0/8", "11.0.0.0/8"]), "11.0.0.0/8"),
        (json!(["::/0"]), "::/0"),
        (json!(["rooms.example"]), "no network"),
        (json!(vec!["10.0.0.0/8"; 65]), "at most 64"),
    ] {
        let refused = make(&maker, asked.clone()).await;
        let body = refused.json();
        assert_eq!((refused.status, body["code"].as_str()), (422, Some("key-unfit")), "{asked}: {body}");
        assert!(body["detail_en"].as_str().is_some_and(|detail| detail.contains(said)), "{asked}: {body}");
    }
    let free = make(&root, json!(["10.0.0.1"])).await;
    assert_eq!(free.status, 201, "a maker without addresses gives any");
}

/// All keys of a tenant share its rate, beside their own. The headers and the refusal name the tighter limit. A key beyond
/// its own rate takes nothing from the others.
async fn keys_of_a_tenant_share_a_rate(engine: Engine) {
    let rule = |tenant: Option<&str>, rate| TenantRate { tenant: tenant.map(str::to_owned), rate };
    let (service, behind) = service!(engine; tenant_rate: vec![rule(Some("acme"), 5), rule(None, 100)]);
    let (_, slow) = key(&behind, "acme", &[Scope::Read], Some(2)).await;
    let (_, free) = key(&behind, "acme", &[Scope::Read], None).await;
    let (_, other) = key(&behind, "other", &[Scope::Read], None).await;
    let ask = async |secret: &str| call!(&service, with(secret, get("/v1/logs"))).await;
    for left in ["1", "0"] {
        let answer = ask(&slow).await;
        assert!(
            answer.header("ratelimit").starts_with(&format!("\"key\";r={left};")),
            "{}",
            answer.header("ratelimit")
        );
        assert_eq!(answer.header("ratelimit-policy"), "\"key\";q=2;w=60");
    }
    for _ in 0..4 {
        let refused = ask(&slow).await;
        assert_eq!(refused.status, 429);
        assert!(refused.json()["detail_en"].as_str().is_some_and(|said| said.starts_with("The key is used")));
        assert!(refused.header("ratelimit").starts_with("\"key\";r=0;"), "{}", refused.header("ratelimit"));
    }
    for left in ["2", "1", "0"] {
        let answer = ask(&free).await;
        assert_eq!(answer.status, 200, "{left}");
        assert!(answer.header("ratelimit").starts_with(&format!("\"tenant\";r={left};")));
        assert_eq!(answer.header("ratelimit-policy"), "\"tenant\";q=5;w=60");
    }
    let refused = ask(&free).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (429, Some("too-fast")));
    let said = refused.json()["detail_en"].as_str().expect("a sentence").to_owned();
    assert!(said.contains("of the tenant together") && said.contains("5 requests"), "{said}");
    assert!(refused.header("ratelimit").starts_with("\"tenant\";r=0;"), "{}", refused.header("ratelimit"));
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| (1..=60).contains(&seconds)));
    let answer = ask(&other).await;
    assert_eq!((answer.status, answer.header("ratelimit-policy")), (200, "\"tenant\";q=100;w=60"));
}
