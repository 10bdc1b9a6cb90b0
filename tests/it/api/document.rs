//! Tests of the OpenAPI document, the health endpoints and the documentation page.

use super::keys::{key, with};
use super::{call, get, service};
use crate::engine::{Engine, on_both};
use caipan::api;
use caipan::app::Scope;
use serde_json::{Value, json};

on_both!(serves_health_openapi_and_docs, document_without_a_key_is_small_and_cached);

async fn serves_health_openapi_and_docs(engine: Engine) {
    let (service, _folder) = service!(engine;);
    for path in ["/healthz", "/readyz"] {
        assert_eq!(call!(&service, get(path)).await.json()["status"], "ok", "{path}");
    }
    let docs = call!(&service, get("/docs/")).await;
    let docs = String::from_utf8(docs.body).expect("UTF-8");
    assert!(docs.contains("swagger-ui"), "{docs}");
    assert!(!docs.contains("http://") && !docs.contains("https://"), "works without a network: {docs}");
    let front = call!(&service, get("/")).await;
    assert_eq!(front.header("content-type"), "text/html; charset=utf-8");
}

/// The names of all schemas, and of the properties of each.
fn properties(document: &Value) -> Vec<(String, Vec<String>)> {
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let names = |schema: &Value| schema["properties"].as_object().map(|all| all.keys().cloned().collect());
    schemas.iter().map(|(name, schema)| (name.clone(), names(schema).unwrap_or_default())).collect()
}

/// Three quarters of the document are examples. Callers without a key get it without them, packed once; every path and schema
/// is there, so clients can be generated.
async fn document_without_a_key_is_small_and_cached(engine: Engine) {
    let (service, behind) = service!(engine;);
    let whole = api::document();
    assert_eq!(call!(&service, get("/openapi.json?examples=true")).await.json(), *whole);
    let (_, secret) = key(&behind, "home", &[Scope::Ingest], None).await;
    let core = call!(&service, get("/openapi.json")).await;
    assert!(core.status == 200 && core.body.len() < 512 << 10, "{}", core.body.len());
    let gzip = ("Accept-Encoding", "gzip");
    let packed = call!(&service, get("/openapi.json").insert_header(gzip)).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert_eq!(packed.header("cache-control"), "private, max-age=300");
    let same = ("If-None-Match", packed.header("etag").to_owned());
    let unchanged = call!(&service, get("/openapi.json").insert_header(gzip).insert_header(same)).await;
    assert_eq!((unchanged.status, unchanged.body.len()), (304, 0));

    let core = core.json();
    assert!(!core["paths"].to_string().contains("\"example\":"));
    assert_eq!(properties(&core), properties(whole));
    let operations = |document: &Value| {
        let paths = document["paths"].as_object().expect("paths").clone();
        paths.into_iter().map(|(path, item)| (path, item.as_object().expect("methods").len())).collect::<Vec<_>>()
    };
    assert_eq!(operations(&core), operations(whole));

    let refused = call!(&service, get("/openapi.json?examples=true")).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (401, Some("key-missing")));
    let allowed = call!(&service, with(&secret, get("/openapi.json?examples=true"))).await;
    assert_eq!(allowed.json(), *whole);
}

#[test]
fn openapi_document_is_current() {
    crate::golden::assert_current([("openapi/openapi.json", format!("{:#}\n", api::document()))]);
}

/// Checks summaries, descriptions, unique operation ids, examples, responses and tags.
#[test]
fn every_operation_is_documented() {
    let document = api::document();
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    let mut ids = std::collections::BTreeSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            let what = format!("{method} {path}");
            for field in ["summary", "description", "operationId"] {
                assert!(operation[field].as_str().is_some_and(|text| !text.is_empty()), "{what}: no {field}");
            }
            assert!(ids.insert(operation["operationId"].to_string()), "{what}: the operation id is taken");
            // Readers of the document treat null differently from absent.
            let null = operation.as_object().expect("fields").iter().find(|(_, value)| value.is_null());
            assert!(null.is_none(), "{what}: {null:?}");
            let content = &operation["requestBody"]["content"];
            check_examples(document, &what, content);
            let responses = operation["responses"].as_object().expect("responses");
            let (_, success) = responses.iter().find(|(status, _)| status.starts_with('2')).expect("a success");
            check_examples(document, &what, &success["content"]);
            assert!(responses.keys().any(|status| status.starts_with('2')), "{what}: no success");
            assert!(responses.keys().any(|status| status.starts_with('5')), "{what}: no failure");
            for (status, response) in responses {
                assert!(response["description"].as_str().is_some_and(|text| !text.is_empty()), "{what} {status}");
            }
            let tag = operation["tags"][0].as_str().expect("a tag");
            let tags = document["tags"].as_array().expect("tags");
            assert!(tags.iter().any(|known| known["name"] == tag), "{what}: unknown tag {tag}");
        }
    }
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(document.pointer(reference).is_some(), "{reference} leads nowhere");
    }
}

/// Each failure of an operation has an example of each problem that it can be: a document as it is answered, with advice
/// beyond the title.
#[test]
fn every_failure_has_an_example_of_each_problem() {
    let document = api::document();
    let schema = json!({ "allOf": [{ "$ref": "#/components/schemas/Problem" }], "components": document["components"] });
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let mut seen = 0;
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            let responses = operation["responses"].as_object().expect("responses");
            for (status, response) in responses.iter().filter(|(status, _)| status.as_str() >= "400") {
                let content = &response["content"]["application/problem+json"];
                let examples = content["examples"].as_object().expect("examples");
                assert!(!examples.is_empty(), "{method} {path} {status}");
                for (code, example) in examples {
                    let problem = &example["value"];
                    let what = format!("{method} {path} {status} {code}");
                    assert!(validator.is_valid(problem), "{what}: {problem}");
                    assert_eq!(
                        (&problem["code"], problem["status"].to_string()),
                        (&json!(code), status.clone()),
                        "{what}"
                    );
                    assert_ne!(problem["title"], problem["detail_en"], "{what}");
                    let summary = example["summary"].as_str().expect("a summary");
                    assert!(summary.starts_with(problem["title"].as_str().expect("a title")), "{what}: {summary}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

/// Generators make type names of component names. Two components must not become one type, and no shape may be left that
/// they read wrongly.
#[test]
fn components_become_types() {
    let document = api::document();
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let mut names = std::collections::BTreeMap::new();
    for name in schemas.keys() {
        let plain = name.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase();
        let other = names.insert(plain, name);
        assert!(other.is_none(), "{name} and {other:?} are the same type");
    }
    for (name, schema) in schemas {
        assert_no_odd_shape(name, schema);
    }
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            for media_type in operation["requestBody"]["content"].as_object().into_iter().flat_map(|all| all.keys()) {
                let known = media_type.ends_with("json") || media_type == "application/octet-stream";
                assert!(known, "{method} {path}: generators know no body of {media_type}");
            }
        }
    }
}

/// Asserts that a schema has no alternatives of words alone and no default.
fn assert_no_odd_shape(what: &str, schema: &Value) {
    let Some(fields) = schema.as_object() else { return };
    assert!(!fields.contains_key("default"), "{what}: a field with a default is demanded");
    for choices in ["oneOf", "anyOf"].iter().filter_map(|name| fields.get(*name)?.as_array()) {
        assert!(!choices.iter().all(|choice| choice["const"].is_string()), "{what}: words are an enumeration");
    }
    for (name, field) in fields.get("properties").and_then(Value::as_object).into_iter().flatten() {
        assert_no_odd_shape(&format!("{what}.{name}"), field);
    }
    for (name, inner) in fields.iter().filter(|(name, _)| ["items", "additionalProperties"].contains(&name.as_str())) {
        assert_no_odd_shape(&format!("{what}.{name}"), inner);
    }
    for choice in ["oneOf", "anyOf", "allOf"].iter().filter_map(|name| fields.get(*name)?.as_array()).flatten() {
        assert_no_odd_shape(what, choice);
    }
}

/// Checks that every JSON body has an example that matches its schema.
fn check_examples(document: &Value, what: &str, content: &Value) {
    for (media_type, body) in content.as_object().into_iter().flatten().filter(|(name, _)| name.ends_with("json")) {
        let schema = json!({ "allOf": [body["schema"]], "components": document["components"] });
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let errors: Vec<String> = validator.iter_errors(&body["example"]).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{what} {media_type}: {errors:#?}");
    }
}
