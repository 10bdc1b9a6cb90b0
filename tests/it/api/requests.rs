//! Tests of rules for all requests: languages, limits, methods and problem codes.

use super::{LOG, call, get, post, service};
use actix_web::http::{Method, StatusCode, header};
use actix_web::test as http;
use caipan::api;

#[actix_web::test]
async fn problems_use_request_language() {
    let (service, _folder) = service!();
    let english = call!(&service, get("/v1/logs/0").insert_header(("X-Request-Id", "proxy-7"))).await;
    let chinese =
        call!(&service, get("/v1/logs/0").insert_header((header::ACCEPT_LANGUAGE, "zh-CN,zh;q=0.9,en;q=0.8"))).await;
    assert_eq!((english.header("content-language"), chinese.header("content-language")), ("en", "zh-CN"));
    insta::assert_json_snapshot!(english.json(), @r#"
    {
      "type": "urn:caipan:problem:log-not-found",
      "title": "No such log",
      "status": 404,
      "code": "log-not-found",
      "detail": "There is no log 0: it may have been deleted, or the id is incomplete. Check the id, or look it up in the list of logs.",
      "detail_zh": "找不到编号为 0 的牌谱：可能已删除，或编号不全。请核对编号，或到牌谱列表里找。",
      "detail_en": "There is no log 0: it may have been deleted, or the id is incomplete. Check the id, or look it up in the list of logs.",
      "request_id": "proxy-7"
    }
    "#);
    let (english, chinese) = (english.json(), chinese.json());
    assert_eq!((&chinese["detail"], &english["detail"]), (&english["detail_zh"], &chinese["detail_en"]));
}

/// An answer in one language says which: pages and texts, by parameter and by header. JSON without sentences says none.
#[actix_web::test]
async fn answers_in_one_language_name_it() {
    let (service, _folder) = service!();
    let report = format!("/v1/reports/{}", call!(&service, post("/v1/logs", LOG)).await.id());
    let pages = ["/", "/statistics", "/adapters", "/glossary", "/score", "/explain", "/explain?word=zzzz"];
    let steps = format!("{report}/hands/0/steps/1");
    let forms = [
        (report.as_str(), "text/html"),
        (&report, "text/plain"),
        (&report, "application/junit+xml"),
        (&steps, "text/html"),
    ];
    for (path, accept) in pages.into_iter().map(|path| (path, "text/html")).chain(forms) {
        for (asked, lang) in [("zh", "zh-CN"), ("en", "en")] {
            let mark = if path.contains('?') { '&' } else { '?' };
            let by_parameter = get(&format!("{path}{mark}lang={asked}")).insert_header((header::ACCEPT, accept));
            let by_header =
                get(path).insert_header((header::ACCEPT, accept)).insert_header((header::ACCEPT_LANGUAGE, asked));
            for request in [by_parameter, by_header] {
                let answer = call!(&service, request).await;
                assert_eq!(answer.header("content-language"), lang, "{path} {accept} {}", answer.status);
            }
        }
    }
    assert_eq!(call!(&service, get(&report)).await.header("content-language"), "");
}

#[actix_web::test]
async fn limits_body_size_and_media_type() {
    let (service, _folder) = service!(body_limit: 100);
    let large = call!(&service, post("/v1/logs", LOG)).await;
    assert_eq!((large.status, large.json()["code"].as_str()), (413, Some("body-too-large")));
    let packed = zstd::encode_all(LOG.as_bytes(), 19).expect("packed");
    let bomb = http::TestRequest::post()
        .uri("/v1/logs")
        .insert_header((header::CONTENT_TYPE, "application/vnd.paipu+json"))
        .insert_header((header::CONTENT_ENCODING, "zstd"))
        .set_payload(zstd::encode_all(" ".repeat(100_000).as_bytes(), 19).expect("packed"));
    assert_eq!(call!(&service, bomb).await.status, 413, "the limit counts what comes out");

    let (service, _folder) = service!();
    let unpacked = http::TestRequest::post()
        .uri("/v1/logs")
        .insert_header((header::CONTENT_TYPE, "application/vnd.paipu+json"))
        .insert_header((header::CONTENT_ENCODING, "zstd"))
        .set_payload(packed);
    let stored = call!(&service, unpacked).await;
    assert_eq!(stored.status, 201);
    let raw = call!(&service, get(stored.json()["links"]["raw"].as_str().expect("a link"))).await;
    assert_eq!(raw.body, LOG.as_bytes());
    let form = post("/v1/logs", LOG).insert_header((header::CONTENT_TYPE, "application/x-www-form-urlencoded"));
    let refused = call!(&service, form).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (415, Some("media-type-unsupported")));
    let unknown = call!(&service, post("/v1/logs?from=tenhou", LOG)).await;
    assert_eq!(unknown.status, 400);
    assert!(unknown.json()["detail"].as_str().is_some_and(|detail| detail.contains("csmj")), "it lists what is known");
}

/// A long input is not repeated in the answer, and the sentence of the problem is still complete.
#[actix_web::test]
async fn long_request_gets_short_answer() {
    let (service, _folder) = service!();
    let long = "a".repeat(60_000);
    for path in [
        "/",
        "/v1/logs/",
        "/v1/rules/",
        "/v1/checks/",
        "/v1/adapters/",
        "/v1/jobs/",
        "/v1/logs?after=",
        "/v1/logs?system=",
    ] {
        let answer = call!(&service, get(&format!("{path}{long}"))).await;
        assert!(answer.body.len() < 12_000, "{path}: {} bytes", answer.body.len());
        if answer.status >= 400 {
            let said = answer.json()["detail_en"].as_str().expect("a sentence").to_owned();
            assert!(said.ends_with('.'), "{path}: {said}");
        }
    }
}

/// Every path answers an unsupported method with 405 and lists the supported methods.
#[actix_web::test]
async fn wrong_method_lists_allowed_methods() {
    let (service, _folder) = service!();
    for (path, item) in api::document()["paths"].as_object().expect("paths") {
        let path = path.replace("{n}", "0").replace("{k}", "0").replace(['{', '}'], "");
        let patch = http::TestRequest::with_uri(&path).method(Method::PATCH);
        let refused = call!(&service, patch).await;
        assert_eq!((refused.status, refused.header("content-type")), (405, "application/problem+json"), "{path}");
        for method in item.as_object().expect("methods").keys() {
            assert!(refused.header("allow").contains(&method.to_uppercase()), "{path} {method}");
        }
        let options = http::TestRequest::with_uri(&path).method(Method::OPTIONS);
        let told = call!(&service, options).await;
        assert_eq!((told.status, told.body.len(), told.header("allow")), (204, 0, refused.header("allow")), "{path}");
    }
    let mut pages = 0;
    let routes = include_str!("../../../src/api/mod.rs").split(".route(\"").skip(1);
    for path in routes.filter_map(|rest| rest.split('"').next()).chain(["/docs", "/docs/", "/docs/index.html"]) {
        let path = path.replace(['{', '}'], "");
        for method in [Method::PUT, Method::DELETE, Method::TRACE] {
            let refused = call!(&service, http::TestRequest::with_uri(&path).method(method)).await;
            assert_eq!((refused.status, refused.header("content-type")), (405, "application/problem+json"), "{path}");
            assert!(
                ["GET, HEAD, OPTIONS", "POST, OPTIONS", "GET, HEAD, POST, OPTIONS"].contains(&refused.header("allow")),
                "{path}"
            );
        }
        pages += 1;
    }
    assert!(pages > 15, "{pages}");
    for path in ["/v2/logs", "/docs/nowhere", "/docs/a/b.js", "/docs/openapi.json"] {
        let unknown = call!(&service, get(path)).await;
        assert_eq!((unknown.status, unknown.json()["code"].as_str()), (404, Some("path-unknown")), "{path}");
    }
    for (path, detail) in [
        ("/v1/logs?colour=red", "There is no parameter colour. Known parameters: "),
        ("/v1/logs?limit=many", "limit cannot be many: write a whole number"),
        ("/v1/logs?platform=7&limit=99999999999", "limit cannot be 99999999999"),
        ("/v1/feed?wait=", "wait cannot be empty"),
        ("/v1/reports/a/hands/x/steps", "hands are counted from 0"),
    ] {
        let invalid = call!(&service, get(path)).await;
        let said = invalid.json();
        assert_eq!((invalid.status, said["code"].as_str()), (400, Some("request-invalid")), "{path}");
        assert!(said["detail_en"].as_str().is_some_and(|said| said.contains(detail)), "{path}: {said}");
    }
    let head = http::TestRequest::with_uri("/healthz").method(Method::HEAD).insert_header((header::HOST, "localhost"));
    let head = http::call_service(&service, head.to_request()).await;
    assert_eq!(head.status(), StatusCode::OK);
}

/// Clients branch on these codes, so a change here is a change of the public API.
#[test]
fn problem_codes_are_stable() {
    let codes: Vec<String> = api::problem::ProblemType::ALL
        .iter()
        .map(|kind| format!("{} {}", kind.status().as_u16(), kind.code()))
        .collect();
    insta::assert_snapshot!(codes.join("\n"), @r"
    400 request-invalid
    401 key-missing
    401 key-invalid
    403 scope-missing
    403 address-foreign
    403 session-foreign
    404 sign-in-off
    400 sign-in-expired
    403 sign-in-refused
    403 sign-in-untrusted
    403 role-missing
    502 provider-unavailable
    403 origin-foreign
    404 path-unknown
    404 log-not-found
    404 job-not-found
    404 key-not-found
    404 webhook-not-found
    404 not-signed
    404 not-witnessed
    404 step-not-found
    404 rules-not-found
    404 adapter-not-found
    404 presets-not-found
    404 check-not-found
    405 method-not-allowed
    406 not-acceptable
    408 body-timeout
    409 game-conflict
    409 content-conflict
    409 correction-conflict
    409 keys-full
    409 webhooks-full
    409 jobs-full
    409 settings-full
    409 ruling-conflict
    410 log-erased
    410 cursor-unknown
    413 body-too-large
    415 media-type-unsupported
    415 encoding-unsupported
    416 range-unsatisfiable
    421 host-unknown
    422 log-unreadable
    422 adapter-unreadable
    422 presets-unreadable
    422 score-unreadable
    422 rules-invalid
    422 audit-too-long
    422 correction-invalid
    422 key-reused
    422 ruling-invalid
    422 key-unfit
    422 webhook-unfit
    422 job-unfit
    429 too-fast
    503 busy
    503 store-unavailable
    503 stopping
    500 record-mismatch
    500 internal
    ");
}
