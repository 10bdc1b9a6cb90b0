//! Tests thousands of valid and invalid requests generated from the OpenAPI document. Every answer has a declared
//! status, media type, schema and headers, none is a server error, and every problem is complete in both languages.

use super::keys::key;
use super::{LOG, answer, call, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, Uri};
use actix_web::test::TestRequest;
use caipan::api;
use caipan::app::Scope;
use caipan::generate::Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;

on_both!(every_answer_is_declared);

/// The number of requests per operation.
const EACH: u64 = 40;

/// Values for paths and queries, already percent-encoded: edge cases, attacks and valid words of the API.
const WORDS: &[&str] = &[
    "",
    "%20",
    "0",
    "-1",
    "1",
    "9223372036854775807",
    "9223372036854775808",
    "1e9",
    "NaN",
    "null",
    "true",
    "%00",
    "a%00b",
    "%FF%FE",
    "..",
    "..%2f..%2fetc%2fpasswd",
    "%27%3B%20DROP%20TABLE%20logs%3B--",
    "%3Cscript%3E",
    "%E6%97%A5%E6%9C%AC",
    "%F0%9F%80%84",
    "%E2%80%AE",
    "%zz",
    "%",
    "+",
    "a,b",
    "[]",
    "{}",
    "2026-13-45",
    "2026-01-01",
    "2026-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "-262144-01-01",
    "paipu",
    "clean",
    "beijing",
    "0-0",
    "1-1",
    "1042-1767585600123456",
    "9223372036854775807-9223372036854775807",
    "csmj",
    "harbour",
    "A302",
    "zh",
    "en",
    "*",
    "00000000000000000000000000000000",
    "0123456789abcdef",
    "sha256:0",
    "a&b=c",
    "a;b",
    "a%26b",
];

/// Header values, valid and invalid.
const VALUES: &[&str] = &[
    "",
    "*",
    "\"\"",
    "\"a\"",
    "W/\"a\", \"b\"",
    "text/html",
    "application/json;q=0",
    "application/*",
    "image/png, */*;q=0.1",
    "a/b/c",
    ";;;",
    "zh",
    "zh-CN,zh;q=0.9",
    "en;q=2",
    "gzip",
    "br",
    "identity",
    "zstd, gzip",
    "deflate",
    "chunked",
    "bytes=0-1",
    "null",
    "https://evil.example",
    "http://localhost",
    "evil.example",
    "localhost:99999",
    "a b",
    "a,b",
    "\u{e9}",
    "Bearer",
    "Bearer x",
    "Basic Og==",
    "Basic %%%",
    "-1",
    "1e3",
];

/// Headers that the service or a proxy interprets.
const HEADERS: &[&str] = &[
    "accept",
    "accept-language",
    "accept-encoding",
    "content-type",
    "content-encoding",
    "content-length",
    "if-none-match",
    "idempotency-key",
    "origin",
    "host",
    "authorization",
    "x-request-id",
    "range",
    "expect",
    "te",
    "sec-fetch-site",
    "x-http-method-override",
    "referer",
];

/// Returns a JSON value that replaces a part of a valid body.
fn odd_value(chance: &mut Rng) -> Value {
    let deep = (0..100).fold(json!(0), |inner, _| json!([inner]));
    let all = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("\u{0}"),
        json!("a".repeat(5000)),
        json!("裁判\u{202e}"),
        json!("2026-02-30"),
        json!([]),
        json!({}),
        json!([null]),
        json!([[[]]]),
        json!({ "": "" }),
        json!("beijing"),
        json!("https://127.0.0.1/"),
        json!("https://platform.example/"),
        deep,
    ];
    chance.pick(&all).cloned().unwrap_or_default()
}

/// Returns the body with one part replaced, removed or added.
fn mutated(body: &Value, chance: &mut Rng) -> Value {
    let mut body = body.clone();
    let mut at = &mut body;
    loop {
        let has_parts = match at {
            Value::Object(fields) => !fields.is_empty(),
            Value::Array(items) => !items.is_empty(),
            _ => false,
        };
        if !has_parts || chance.percent(25) {
            *at = odd_value(chance);
            return body;
        }
        at = match at {
            Value::Object(fields) => {
                let name = fields.keys().nth(chance.below(fields.len())).cloned().unwrap_or_default();
                match chance.below(8) {
                    0 => {
                        fields.remove(&name);
                        return body;
                    }
                    1 => {
                        fields.insert("surely_unknown".to_owned(), odd_value(chance));
                        return body;
                    }
                    _ => &mut fields[&name],
                }
            }
            Value::Array(items) => {
                let number = chance.below(items.len());
                &mut items[number]
            }
            _ => return body,
        };
    }
}

/// The ids of existing resources to request.
struct Made {
    log: String,
    job: String,
    webhook: String,
    key: String,
}

impl Made {
    /// Returns a valid value for a path parameter.
    fn path_value(&self, path: &str, name: &str) -> &str {
        match name {
            "id" if path.starts_with("/v1/keys") => &self.key,
            "id" if path.starts_with("/v1/webhooks") => &self.webhook,
            "id" if path.starts_with("/v1/jobs") => &self.job,
            "id" => &self.log,
            "system" => "changsha",
            "code" => "A302",
            "name" => "harbour",
            "number" => "1",
            _ => "0",
        }
    }
}

/// A generated request.
struct Sent {
    method: Method,
    target: String,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Vec<u8>,
}

fn target(path: &str, operation: &Value, made: &Made, chance: &mut Rng) -> String {
    let word = |chance: &mut Rng| {
        if chance.percent(3) { "a".repeat(6000) } else { (*chance.pick(WORDS).unwrap_or(&"")).to_owned() }
    };
    let (mut target, mut query) = (path.to_owned(), Vec::new());
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().expect("a name");
        match parameter["in"].as_str() {
            Some("path") => {
                let value = if chance.percent(75) { made.path_value(path, name).to_owned() } else { word(chance) };
                target = target.replace(&format!("{{{name}}}"), &value);
            }
            Some("query") if chance.percent(30) => {
                // A long `wait` would only slow the test down.
                let value = match &parameter["example"] {
                    _ if name == "wait" => (*chance.pick(&["0", "61", "-1", "x"]).expect("a word")).to_owned(),
                    Value::String(example) if chance.percent(40) => example.replace(['"', ' ', '#'], ""),
                    Value::Number(example) if chance.percent(40) => example.to_string(),
                    _ => word(chance),
                };
                query.push(format!("{name}={value}"));
                if chance.percent(5) {
                    query.push(format!("{name}={}", word(chance)));
                }
            }
            _ => {}
        }
    }
    if chance.percent(5) {
        query.push(format!("unknown={}", word(chance)));
    }
    if query.is_empty() { target } else { format!("{target}?{}", query.join("&")) }
}

/// Returns a body of the operation with its media type: valid, or invalid in one way.
fn body(operation: &Value, chance: &mut Rng) -> (Option<String>, Vec<u8>) {
    let content: Vec<(&String, &Value)> =
        operation["requestBody"]["content"].as_object().into_iter().flatten().collect();
    let Some(&(media_type, content)) = chance.pick(&content) else {
        let some = if chance.percent(10) { b"{}".to_vec() } else { Vec::new() };
        return (None, some);
    };
    let example = match &content["example"] {
        Value::Null => LOG.replace('\n', " ").into_bytes(),
        Value::String(text) if !media_type.ends_with("json") => text.clone().into_bytes(),
        json => json.to_string().into_bytes(),
    };
    let json: Option<Value> = serde_json::from_slice(&example).ok();
    let mut media_type = media_type.clone();
    let bytes = match (chance.below(20), json) {
        (0..=4, _) => example,
        (5..=13, Some(json)) => mutated(&json, chance).to_string().into_bytes(),
        (14, _) => example[..chance.below(example.len())].to_vec(),
        (15, _) => (0..200).map(|_| chance.below(256).to_le_bytes()[0]).collect(),
        (16, _) => Vec::new(),
        (17, _) => [&example[..], &vec![b' '; 300_000]].concat(),
        (18, _) => "[".repeat(50_000).into_bytes(),
        (19, _) => {
            media_type =
                (*chance.pick(&["image/png", "text/csv", "application/xml", "x", ""]).expect("a word")).to_owned();
            example
        }
        // Text: one byte is replaced.
        (_, _) => {
            let mut bytes = example;
            let at = chance.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte = chance.below(256).to_le_bytes()[0];
            }
            bytes
        }
    };
    (Some(media_type), bytes)
}

fn sent(path: &str, method: &str, operation: &Value, made: &Made, secrets: &[String], chance: &mut Rng) -> Sent {
    let (media_type, body) = body(operation, chance);
    let mut headers = BTreeMap::new();
    let value = |text: &str| HeaderValue::from_bytes(text.as_bytes()).ok();
    if let Some(media_type) = media_type.as_deref().and_then(value) {
        headers.insert("content-type", media_type);
    }
    let secret = if chance.percent(90) { secrets.first() } else { chance.pick(secrets) };
    if let Some(secret) = secret.filter(|_| chance.percent(97)) {
        headers.extend(value(&format!("Bearer {secret}")).map(|value| ("authorization", value)));
    }
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        match parameter["name"].as_str() {
            Some("If-None-Match") if chance.percent(20) => {
                headers.insert("if-none-match", HeaderValue::from_static("*"));
            }
            Some("Idempotency-Key") if chance.percent(20) => {
                headers.insert("idempotency-key", HeaderValue::from_static("again"));
            }
            _ => {}
        }
    }
    let some = if chance.percent(40) { 1 + chance.below(2) } else { 0 };
    for _ in 0..some {
        let name = chance.pick(HEADERS).expect("a name");
        headers.extend(chance.pick(VALUES).and_then(|text| value(text)).map(|value| (*name, value)));
    }
    let method = if chance.percent(4) {
        chance
            .pick(&["GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
            .expect("a method")
            .to_string()
    } else {
        method.to_uppercase()
    };
    let headers = headers.into_iter().map(|(name, value)| (HeaderName::from_static(name), value)).collect();
    Sent { method: method.parse().expect("a method"), target: target(path, operation, made, chance), headers, body }
}

/// Creates the resources that requests refer to. An earlier request may have deleted them.
macro_rules! made {
    ($service:expr, $behind:expr, $secret:expr, $round:expr) => {{
        let json = |path: &str, body: Value| {
            let request = post(path, body.to_string()).insert_header((header::CONTENT_TYPE, "application/json"));
            super::keys::with($secret, request)
        };
        let put = |path: &str, operation: &str| {
            let example = &api::document()["paths"][operation]["put"]["requestBody"]["content"]["application/octet-stream"]["example"];
            let text = example.as_str().expect("a file").to_owned();
            let request = post(path, text).method(Method::PUT).insert_header((header::CONTENT_TYPE, "application/toml"));
            super::keys::with($secret, request)
        };
        // The number of webhooks and jobs per tenant is limited.
        for (list, part) in [("/v1/webhooks", "webhooks"), ("/v1/jobs?limit=200", "jobs")] {
            let there = call!($service, super::keys::with($secret, get(list))).await.json();
            let ids = there[part].as_array().into_iter().flatten().filter_map(|one| one["id"].as_str());
            for id in ids {
                // The first DELETE cancels a job, the second removes it.
                for _ in 0..(if part == "jobs" { 2 } else { 1 }) {
                    let gone = get(&format!("/v1/{part}/{id}")).method(Method::DELETE);
                    call!($service, super::keys::with($secret, gone)).await;
                }
            }
        }
        call!($service, put("/v1/adapters/harbour", "/v1/adapters/{name}")).await;
        call!($service, put("/v1/presets", "/v1/presets")).await;
        let content = &api::document()["paths"]["/v1/logs"]["post"]["requestBody"]["content"];
        let mut log = content["application/vnd.paipu+json"]["example"].clone();
        log["id"] = json!($round.to_string());
        let log = call!($service, super::keys::with($secret, post("/v1/logs", log.to_string()))).await;
        let job = call!($service, json("/v1/jobs", json!({ "kind": "export" }))).await;
        let wanted = json!({ "url": "https://platform.example/" });
        let webhook = call!($service, json("/v1/webhooks", wanted)).await;
        let (key, _) = key($behind, "home", &[Scope::Read], None).await;
        let id = |answer: &super::Answer, part: &str| {
            answer.json().pointer(part).and_then(Value::as_str).map_or_else(|| "0".repeat(32), str::to_owned)
        };
        Made { log: id(&log, "/id"), job: id(&job, "/id"), webhook: id(&webhook, "/webhook/id"), key }
    }};
}

/// Returns the defect of an answer: a server error or an incomplete problem document.
fn defect(answer: &super::Answer) -> Option<&'static str> {
    if answer.status >= 500 {
        return Some("a fault of the service");
    }
    if answer.header("content-type") != "application/problem+json" {
        let page = answer.header("content-type").starts_with("text/html");
        return (answer.status >= 400 && !page).then_some("no problem document");
    }
    let problem = answer.json();
    let said = |field: &str| problem[field].as_str().unwrap_or_default().to_owned();
    let han = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let english = answer.header("content-language") == "en";
    let own = if english { "detail_en" } else { "detail_zh" };
    match () {
        () if !han(&said("detail_zh")) || !said("detail_en").contains(' ') => Some("a sentence in one language"),
        () if said("detail") != said(own) || han(&said("title")) == english => Some("the other language"),
        () if problem["status"].as_u64() != Some(answer.status.into()) => Some("another status"),
        () if said("type") != format!("urn:caipan:problem:{}", said("code")) => Some("another type"),
        () if answer.body.len() > 20_000 => Some("longer than anybody reads"),
        () => None,
    }
}

async fn every_answer_is_declared(engine: Engine) {
    let (service, behind) = service!(engine; body_limit: 256 << 10);
    let mut secrets = Vec::new();
    for scopes in [&Scope::ALL[..], &[Scope::Read], &[Scope::Ingest]] {
        secrets.push(key(&behind, "home", scopes, None).await.1);
    }
    secrets.push(key(&behind, "another", &Scope::ALL, None).await.1);
    secrets.push("caipan_0123456789abcdef_0".to_owned());
    let (mut counts, mut statuses) = (0, BTreeMap::<u16, u32>::new());
    let (mut succeeded, mut wrong) = (BTreeMap::<String, bool>::new(), Vec::new());
    for (number, (path, item)) in (0_u64..).zip(api::document()["paths"].as_object().expect("paths")) {
        for (method, operation) in item.as_object().expect("methods") {
            let what = format!("{} {path}", method.to_uppercase());
            let mut made = made!(&service, &behind, &secrets[0], counts);
            for round in 0..EACH {
                let chance = &mut Rng::nth(number * 31 + u64::from(method.as_bytes()[0]), round);
                let Sent { method, target, headers, body } = sent(path, method, operation, &made, &secrets, chance);
                let Ok(uri) = target.parse::<Uri>() else { continue };
                let description =
                    format!("{method} {target} {headers:?} {}", String::from_utf8_lossy(&body[..body.len().min(300)]));
                let mut request = TestRequest::default().method(method.clone()).uri(&target).set_payload(body);
                for header in headers {
                    request = request.insert_header(header);
                }
                let mut request = request.to_request();
                if !request.head().headers().contains_key(header::HOST) {
                    request.head_mut().headers_mut().insert(header::HOST, HeaderValue::from_static("localhost"));
                }
                let response = actix_web::test::call_service(&service, request).await;
                let answer = answer(&method, uri.path(), response).await;
                if let Some(what) = defect(&answer) {
                    wrong.push(format!("{what}: {description}\n{}", String::from_utf8_lossy(&answer.body)));
                }
                counts += 1;
                *statuses.entry(answer.status).or_default() += 1;
                let success = answer.status < 300;
                // A request whose method was changed, such as to OPTIONS, does not reach the handler.
                *succeeded.entry(what.clone()).or_default() |= success && what.starts_with(method.as_str());
                if success && method == Method::DELETE {
                    made = made!(&service, &behind, &secrets[0], counts);
                }
            }
        }
    }
    println!("{counts} requests: {statuses:?}");
    assert!(wrong.is_empty(), "{} of {counts}: {}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    assert!(counts > 1800, "{counts}");
    // Every operation must succeed once, or its handler was never reached. No worker runs, so no job has a part.
    let never: Vec<&String> = succeeded.iter().filter(|(_, success)| !**success).map(|(what, _)| what).collect();
    assert_eq!(never, ["GET /v1/jobs/{id}/parts/{number}"], "{statuses:?}");
    for status in [200, 201, 204, 304, 400, 401, 403, 404, 405, 413, 415, 421, 422] {
        assert!(statuses.contains_key(&status), "nothing was answered with {status}: {statuses:?}");
    }
    let after = call!(&service, super::keys::with(&secrets[0], get("/v1/logs?limit=1"))).await;
    assert_eq!(after.status, 200, "and it serves on");
}
