//! Tests of host and origin checks, content encodings and security headers.

use super::{LOG, call, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::header;
use caipan::api;

on_both!(rejects_foreign_host_and_origin, every_answer_has_security_headers);

/// DNS rebinding and cross-site requests are refused and change nothing.
async fn rejects_foreign_host_and_origin(engine: Engine) {
    let (service, _folder) = service!(engine;);
    for path in ["/", "/docs/", "/openapi.json", "/v1/logs", "/readyz", "/nowhere"] {
        let rebound = call!(&service, get(path).insert_header((header::HOST, "evil.example"))).await;
        assert_eq!((rebound.status, rebound.json()["code"].as_str()), (421, Some("host-unknown")), "{path}");
    }
    let foreign = || post("/v1/logs", LOG).insert_header((header::CONTENT_TYPE, "text/plain"));
    for (name, value) in [("origin", "http://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")] {
        let sent = call!(&service, foreign().insert_header((name, value))).await;
        assert_eq!((sent.status, sent.json()["code"].as_str()), (403, Some("origin-foreign")), "{name}: {value}");
    }
    assert_eq!(call!(&service, get("/v1/logs")).await.json()["logs"].as_array().map(Vec::len), Some(0));
    let own = call!(&service, post("/v1/logs", LOG).insert_header(("origin", "http://localhost"))).await;
    assert_eq!(own.status, 201, "the documentation's own page may try it out");
}

/// A body in an unknown encoding would be parsed as plain text, so it is refused.
#[actix_web::test]
async fn rejects_unknown_content_encoding() {
    let (service, _folder) = service!();
    for coding in ["br", "gzip, zstd", "x-unknown"] {
        let refused = call!(&service, post("/v1/logs", LOG).insert_header((header::CONTENT_ENCODING, coding))).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (415, Some("encoding-unsupported")), "{coding}");
        assert_eq!(refused.header("accept-encoding"), "gzip, deflate, zstd");
    }
    let plain = post("/v1/logs", LOG).insert_header((header::CONTENT_ENCODING, "Identity"));
    assert_eq!(call!(&service, plain).await.status, 201);
}

/// Every answer has security headers, and no page may load from another host.
async fn every_answer_has_security_headers(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let id = call!(&service, post("/v1/logs", LOG)).await.id();
    let described = api::document()["paths"].as_object().expect("paths").keys();
    let described =
        described.map(|path| path.replace("{id}", &id).replace("{system}", "changsha").replace("{code}", "A302"));
    let described = described.map(|path| path.replace("{n}", "0").replace("{k}", "0"));
    let beside = [
        "/",
        "/explain",
        "/assets/0/style.css",
        "/openapi.json",
        "/docs",
        "/docs/",
        "/docs/swagger-ui-bundle.js",
        "/nowhere",
    ];
    for path in described.chain(beside.map(str::to_owned)) {
        for accept in ["*/*", "text/html"] {
            let answer = call!(&service, get(&path).insert_header((header::ACCEPT, accept))).await;
            assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
            // Pages send a referrer to their own service only, for the origin check of forms.
            let referrer = answer.header("referrer-policy");
            let page = answer.header("content-type").starts_with("text/html");
            assert!(referrer == "no-referrer" || page && referrer == "same-origin", "{path}: {referrer}");
            assert!(!answer.header("cache-control").is_empty(), "{path}");
            let policy = answer.header("content-security-policy");
            assert!(policy.starts_with("default-src 'none'; "), "{path}: {policy}");
            assert!(
                policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"),
                "{path}: {policy}"
            );
            assert!(!policy.contains("http") && !policy.contains('*'), "{path}: {policy}");
        }
    }
    let initializer = call!(&service, get("/docs/swagger-initializer.js")).await;
    let initializer = String::from_utf8(initializer.body).expect("UTF-8");
    assert!(initializer.contains("\"validatorUrl\": \"none\""), "{initializer}");
}
