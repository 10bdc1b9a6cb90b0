//! Tests of the OpenAPI document, the health endpoints and the documentation page.

use super::{call, get, service};
use crate::engine::{Engine, on_both};
use caipan::api;
use serde_json::{Value, json};

on_both!(serves_health_openapi_and_docs);

async fn serves_health_openapi_and_docs(engine: Engine) {
    let (service, _folder) = service!(engine;);
    for path in ["/healthz", "/readyz"] {
        assert_eq!(call!(&service, get(path)).await.json()["status"], "ok", "{path}");
    }
    assert_eq!(call!(&service, get("/openapi.json")).await.json(), *api::document());
    let docs = call!(&service, get("/docs/")).await;
    let docs = String::from_utf8(docs.body).expect("UTF-8");
    assert!(docs.contains("swagger-ui"), "{docs}");
    assert!(!docs.contains("http://") && !docs.contains("https://"), "works without a network: {docs}");
    let front = call!(&service, get("/")).await;
    assert_eq!(front.header("content-type"), "text/html; charset=utf-8");
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

/// Checks that every JSON body has an example that matches its schema.
fn check_examples(document: &Value, what: &str, content: &Value) {
    for (media_type, body) in content.as_object().into_iter().flatten().filter(|(name, _)| name.ends_with("json")) {
        let schema = json!({ "allOf": [body["schema"]], "components": document["components"] });
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let errors: Vec<String> = validator.iter_errors(&body["example"]).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{what} {media_type}: {errors:#?}");
    }
}
