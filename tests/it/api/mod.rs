//! Tests of the HTTP API. Every response is checked against the OpenAPI document: its status must be declared and its
//! body must match the declared schema.

use actix_web::dev::{ResourceDef, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::test as http;
use caipan::api;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read;
use std::sync::{Arc, LazyLock, Mutex};

mod adapters;
mod batch;
mod bounds;
mod desk;
mod document;
mod erasure;
mod evidence;
mod extras;
mod filters;
mod generated;
mod jobs;
mod key_makers;
mod keys;
mod logs;
mod media_types;
mod pages;
mod people;
mod parameters;
#[cfg(feature = "parquet")]
mod parquet;
mod repeated;
mod reports;
mod requests;
mod rooms;
mod safety;
mod rules;
mod settings;
mod rulings;
mod views;
mod words;

const LOG: &str = include_str!("../../../docs/examples/changsha-a.json");

/// Starts a service over a new store, on SQLite if no engine is given, and returns it with its [`Behind`].
macro_rules! service {
    ($engine:expr; $($field:ident: $value:expr),*) => {{
        let base = $engine.base();
        let database = base.database();
        let config = caipan::config::Config { database, $($field: $value,)* ..caipan::config::Config::default() };
        let app = caipan::app::App::open(&config).expect("a store").signed_by(Some($crate::evidence::signer()));
        let open = |target: &String| caipan::app::ExportTarget::open(target, config.export_key_file.as_deref());
        let target = config.export_target.as_ref().map(open).transpose().expect("a target");
        let app = app.with_export_target(target);
        let app = actix_web::web::Data::new(app);
        let client = caipan::webhook_client::WebhookClient::new(config.webhook_private, None).expect("a client");
        let context = actix_web::web::Data::new(caipan::api::ServerContext::new(config, std::sync::Arc::new(client)));
        let service = caipan::api::service(app.clone(), &context);
        let service = actix_web::test::init_service(service).await;
        // The application is returned as well, because tests create keys directly in it.
        (service, $crate::api::Behind { app, base })
    }};
    ($($field:ident: $value:expr),*) => {
        service!($crate::engine::Engine::Sqlite; $($field: $value),*)
    };
}
use service;

/// The application of a service and the database of its store.
struct Behind {
    // Declared before the database, so that it is dropped first and closes its connections.
    app: actix_web::web::Data<caipan::app::App>,
    base: crate::engine::Base,
}

/// A response that conforms to the OpenAPI document.
struct Answer {
    status: u16,
    headers: header::HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a JSON body")
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    fn id(&self) -> String {
        self.json()["id"].as_str().expect("an id").to_owned()
    }
}

/// Sends a request and returns the answer after checking it against the OpenAPI document.
macro_rules! call {
    ($service:expr, $request:expr) => {
        async {
            use actix_web::http::header::{HOST, HeaderValue};
            let mut request = $request.to_request();
            if !request.head().headers().contains_key(HOST) {
                request.head_mut().headers_mut().insert(HOST, HeaderValue::from_static("localhost"));
            }
            let (method, path) = (request.method().clone(), request.path().to_owned());
            let response = actix_web::test::call_service($service, request).await;
            $crate::api::answer(&method, &path, response).await
        }
    };
}
use call;

async fn answer(method: &Method, path: &str, response: ServiceResponse) -> Answer {
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = http::read_body(response).await.to_vec();
    let body = match headers.get(header::CONTENT_ENCODING).map(header::HeaderValue::as_bytes) {
        Some(b"gzip") => {
            let mut plain = Vec::new();
            flate2::read::GzDecoder::new(&*body).read_to_end(&mut plain).expect("gzip");
            plain
        }
        Some(b"deflate") => {
            let mut plain = Vec::new();
            flate2::read::ZlibDecoder::new(&*body).read_to_end(&mut plain).expect("deflate");
            plain
        }
        Some(b"zstd") => zstd::decode_all(&*body).expect("zstd"),
        _ => body,
    };
    let answer = Answer { status, headers, body };
    assert_declared(method, path, &answer);
    assert_request_id(&answer);
    answer
}

/// Asserts that every problem carries the id of its request.
fn assert_request_id(answer: &Answer) {
    let id = answer.header("x-request-id");
    assert!(!id.is_empty());
    match answer.header("content-type") {
        "application/problem+json" => assert_eq!(answer.json()["request_id"], id),
        "application/x-ndjson" => {
            let lines = answer.body.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
            for line in lines.map(|line| serde_json::from_slice::<Value>(line).expect("a JSON line")) {
                assert!(line["problem"].is_null() || line["problem"]["request_id"] == id, "{line}");
            }
        }
        _ => {}
    }
}

/// The paths of the OpenAPI document with their patterns. Each is a regular expression, so they are compiled once.
static PATHS: LazyLock<Vec<(ResourceDef, String, Value)>> = LazyLock::new(|| {
    let document = api::document();
    let paths = document["paths"].as_object().expect("paths");
    paths.iter().map(|(path, item)| (ResourceDef::new(path.as_str()), path.clone(), item.clone())).collect()
});

/// Asserts that the OpenAPI document declares this answer.
fn assert_declared(method: &Method, path: &str, answer: &Answer) {
    let Answer { status, body, .. } = answer;
    let Some((_, template, item)) = PATHS.iter().find(|(pattern, ..)| pattern.is_match(path)) else { return };
    let operation = &item[method.as_str().to_lowercase()];
    if operation.is_null() {
        let told = method == Method::OPTIONS && *status == 204;
        assert!(told || *status == 405 || refused_early(answer), "{method} {path}: {status}");
        return;
    }
    let declared = &operation["responses"][status.to_string()];
    assert!(!declared.is_null(), "{method} {path} answers {status}, which is not declared");
    for (name, _) in declared["headers"].as_object().into_iter().flatten() {
        // These are declared but sent only in some of the answers.
        let optional = ["Accept-Encoding", "RateLimit", "RateLimit-Policy"].contains(&name.as_str());
        let there = optional || !answer.header(name).is_empty();
        assert!(there, "{method} {path} answers {status} without {name}");
    }
    if matches!(status, 204 | 304) {
        assert!(body.is_empty() && declared["content"].is_null(), "{method} {path} answers {status} with a body");
        return;
    }
    let media_type = answer.header("content-type").split(';').next().unwrap_or_default();
    let content = &declared["content"][media_type];
    assert!(!content.is_null(), "{method} {path} answers {status} as {media_type}, which is not declared");
    let what = format!("{method} {template} {status} {media_type}");
    if media_type == "application/x-ndjson" {
        let lines = body.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let schema = json!({ "$ref": "#/components/schemas/BatchAnswer" });
        lines.for_each(|line| assert_schema(&what, &schema, line));
    } else if media_type.ends_with("json") && *status != 206 && !content["schema"].is_null() {
        assert_schema(&what, &content["schema"], body);
    }
}

/// Returns true if the request may have been refused before routing.
fn refused_early(answer: &Answer) -> bool {
    matches!(answer.status, 400 | 403 | 421)
}

/// Asserts that a body matches the schema. Compiled schemas are cached.
fn assert_schema(what: &str, schema: &Value, body: &[u8]) {
    static READ: Mutex<BTreeMap<String, Arc<jsonschema::Validator>>> = Mutex::new(BTreeMap::new());
    let validator = {
        let mut read = READ.lock().expect("no panic");
        let compile = || {
            let schema = json!({ "allOf": [schema], "components": api::document()["components"] });
            Arc::new(jsonschema::validator_for(&schema).expect("a schema"))
        };
        Arc::clone(read.entry(schema.to_string()).or_insert_with(compile))
    };
    let body: Value = serde_json::from_slice(body).expect("a JSON body");
    let errors: Vec<String> = validator.iter_errors(&body).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}");
}

fn post(path: &str, body: impl Into<String>) -> http::TestRequest {
    http::TestRequest::post()
        .uri(path)
        .insert_header((header::CONTENT_TYPE, "application/vnd.paipu+json"))
        .set_payload(body.into())
}

fn get(path: &str) -> http::TestRequest {
    http::TestRequest::get().uri(path)
}

/// Returns the sample log under another game id.
fn game(id: &str) -> String {
    changed(|log| log["id"] = json!(id))
}

fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut log: Value = serde_json::from_str(LOG).expect("the sample is JSON");
    change(&mut log);
    log.to_string()
}
