//! The HTTP interface as a client meets it. Every answer is held against the OpenAPI document: its status must be declared
//! and its body must have the declared schema.

use actix_web::dev::ServiceResponse;
use actix_web::http::{Method, header};
use actix_web::test as http;
use caipan::api;
use serde_json::{Value, json};

mod adapters;
mod batch;
mod document;
mod evidence;
mod filters;
mod jobs;
mod keys;
mod logs;
mod pages;
mod reports;
mod requests;
mod safety;
mod rules;
mod settings;
mod rulings;
mod words;

const LOG: &str = include_str!("../../../docs/examples/changsha-a.json");

/// A service over a fresh store, on SQLite where no database is named, and what is behind it.
macro_rules! service {
    ($engine:expr; $($field:ident: $value:expr),*) => {{
        let base = $engine.base();
        let database = base.database();
        let config = caipan::config::Config { database, $($field: $value,)* ..caipan::config::Config::default() };
        let app = caipan::app::App::open(&config).expect("a store").signed_by(Some($crate::evidence::signer()));
        let app = actix_web::web::Data::new(app);
        let door = actix_web::web::Data::new(caipan::api::Door::new(config));
        let service = caipan::api::service(app.clone(), &door);
        let service = actix_web::test::init_service(service).await;
        // Keys are made behind the door.
        (service, $crate::api::Behind { app, base })
    }};
    ($($field:ident: $value:expr),*) => {
        service!($crate::engine::Engine::Sqlite; $($field: $value),*)
    };
}
use service;

/// What is behind a service: its application, and the database that its store lies in.
struct Behind {
    // Before the database, which it has open.
    app: actix_web::web::Data<caipan::app::App>,
    base: crate::engine::Base,
}

/// An answer that kept what the OpenAPI document promises.
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

/// Sends a request and takes the answer, if it keeps what the document promises.
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
    keeps_promise(method, path, status, headers.get(header::CONTENT_TYPE), &body);
    Answer { status, headers, body }
}

/// Fails where the document does not declare this answer.
fn keeps_promise(method: &Method, path: &str, status: u16, content_type: Option<&header::HeaderValue>, body: &[u8]) {
    let document = api::document();
    let matches = |template: &str| actix_web::dev::ResourceDef::new(template).is_match(path);
    let paths = document["paths"].as_object().expect("paths");
    let Some((_, item)) = paths.iter().find(|(template, _)| matches(template)) else { return };
    let operation = &item[method.as_str().to_lowercase()];
    if operation.is_null() {
        assert_eq!(status, 405, "{method} {path}");
        return;
    }
    let declared = &operation["responses"][status.to_string()];
    assert!(!declared.is_null(), "{method} {path} answers {status}, which is not declared");
    if matches!(status, 204 | 304) {
        assert!(body.is_empty() && declared["content"].is_null(), "{method} {path} answers {status} with a body");
        return;
    }
    let content_type = content_type.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media_type = content_type.split(';').next().unwrap_or_default();
    let content = &declared["content"][media_type];
    assert!(!content.is_null(), "{method} {path} answers {status} as {media_type}, which is not declared");
    if media_type == "application/x-ndjson" {
        let schema = &document["components"]["schemas"]["BatchAnswer"];
        let schema = json!({ "allOf": [schema], "components": document["components"] });
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        for line in body.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            let line: Value = serde_json::from_slice(line).expect("a JSON line");
            assert!(validator.is_valid(&line), "{method} {path}: {line}");
        }
    } else if media_type.ends_with("json") && !content["schema"].is_null() {
        let schema = json!({ "allOf": [content["schema"]], "components": document["components"] });
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let body: Value = serde_json::from_slice(body).expect("a JSON body");
        let errors: Vec<String> = validator.iter_errors(&body).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{method} {path} {status}: {errors:#?}");
    }
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

/// The log as another game.
fn game(id: &str) -> String {
    changed(|log| log["id"] = json!(id))
}

fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut log: Value = serde_json::from_str(LOG).expect("the sample is JSON");
    change(&mut log);
    log.to_string()
}
