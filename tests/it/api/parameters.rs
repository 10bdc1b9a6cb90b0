//! Tests that the answer to a bad value names the parameter or the field, and what it may be. They go over the OpenAPI
//! document, so a new parameter is tested as well.

use super::{LOG, call, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::{Method, header};
use actix_web::test::TestRequest;
use caipan::api;
use serde_json::{Value, json};
use std::collections::BTreeSet;

on_both!(a_bad_value_is_answered_with_the_name_of_its_parameter, a_bad_word_in_a_body_is_answered_with_the_words);

/// Parameters that any text fits, by place and name: filters, cursors that are opaque, and what is compared only.
const ANY_TEXT: &[(&str, &str)] = &[
    ("header", "If-None-Match"),
    ("header", "If-Range"),
    ("header", "Range"),
    ("query", "client"),
    ("query", "code"),
    ("query", "game"),
    ("query", "platform"),
    ("query", "system"),
];

/// Parameters that name something stored or known, with the statuses of a name that nothing has.
const NAMES: &[(&str, &str, &[u16])] = &[
    ("path", "code", &[404]),
    ("path", "id", &[404]),
    ("path", "name", &[404, 422]),
    ("path", "system", &[404]),
    ("query", "adapter", &[400]),
    ("query", "after", &[400, 200]),
    ("query", "corrects", &[422]),
    ("query", "digest", &[404]),
    ("query", "from", &[400]),
    ("query", "key", &[404]),
];

/// Texts of a form that the schema cannot state, with a value that has another form.
const FORMS: &[(&str, &str, &str)] = &[("query", "origin", "no%20such")];

/// Lists whose cursor is the id of an entry: after an unknown one the list is empty.
const AFTER_AN_ID: &[&str] = &["list_jobs", "list_keys"];

/// Returns the schema that a reference leads to.
fn resolved(schema: &'static Value) -> &'static Value {
    let Some(reference) = schema["$ref"].as_str() else { return schema };
    resolved(api::document().pointer(reference.trim_start_matches('#')).expect("a component"))
}

/// Returns values that the schema forbids, percent-encoded.
fn bad(schema: &Value) -> Vec<String> {
    if schema["type"] == "integer" {
        let mut values = vec!["abc".to_owned(), "1.5".to_owned(), "99999999999999999999".to_owned()];
        values.extend(schema["minimum"].as_i64().map(|least| (least - 1).to_string()));
        values.extend(schema["maximum"].as_i64().map(|most| (most + 1).to_string()));
        return values;
    }
    if schema["type"] == "boolean" {
        return vec!["maybe".to_owned(), "1".to_owned()];
    }
    if schema["enum"].is_array() || schema["pattern"].is_string() {
        return vec!["no%20such".to_owned()];
    }
    Vec::new()
}

/// Builds a request from the examples of the document with one value in place of a parameter's.
fn request(path: &str, method: &str, operation: &Value, replaced: &Value, value: &str) -> TestRequest {
    let mut target = path.to_owned();
    for one in operation["parameters"].as_array().into_iter().flatten().filter(|one| one["in"] == "path") {
        let name = one["name"].as_str().expect("a name");
        let example = one["example"].as_str().map_or_else(|| one["example"].to_string(), str::to_owned);
        target = target.replace(&format!("{{{name}}}"), if one == replaced { value } else { &example });
    }
    let name = replaced["name"].as_str().expect("a name");
    if replaced["in"] == "query" {
        target = format!("{target}?{name}={value}");
    }
    let mut request = post(&target, "").method(Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method"));
    if replaced["in"] == "header" {
        request = request.insert_header((name, value.replace("%20", " ")));
    }
    let content = operation["requestBody"]["content"].as_object();
    if let Some((media_type, body)) = content.and_then(|content| content.iter().next()) {
        let body = body["example"].as_str().map_or_else(|| body["example"].to_string(), str::to_owned);
        request = request.insert_header((header::CONTENT_TYPE, media_type.as_str())).set_payload(body);
    }
    request
}

async fn a_bad_value_is_answered_with_the_name_of_its_parameter(engine: Engine) {
    let (service, _folder) = service!(engine;);
    // The examples of the document are about this log.
    let faulty = include_str!("../../../fixtures/demo/wrong-payer.json");
    let id = call!(&service, post("/v1/logs", faulty)).await.id();
    let (mut tried, mut used) = (0, BTreeSet::new());
    for (path, item) in api::document()["paths"].as_object().expect("paths") {
        let path = path.replace("{id}", if path.starts_with("/v1/reports") { &id } else { "{id}" });
        for (method, operation) in item.as_object().expect("methods") {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let [place, name] = ["in", "name"].map(|field| parameter[field].as_str().expect("a text"));
                if !path.contains(&format!("{{{name}}}")) && place == "path" {
                    continue;
                }
                let schema = resolved(&parameter["schema"]);
                let what = format!("{method} {path} {place} {name}");
                if ANY_TEXT.contains(&(place, name)) && bad(schema).is_empty() {
                    used.insert((place, name));
                    continue;
                }
                if let Some((_, _, statuses)) = NAMES.iter().find(|one| (one.0, one.1) == (place, name))
                    && bad(schema).is_empty()
                {
                    used.insert((place, name));
                    let id = operation["operationId"].as_str().expect("an id");
                    let answer = call!(&service, request(&path, method, operation, parameter, "nosuch")).await;
                    assert!(statuses.contains(&answer.status), "{what}: {}", answer.status);
                    assert_eq!(answer.status == 200, AFTER_AN_ID.contains(&id) && name == "after", "{what}");
                    if answer.status != 200 {
                        let told = |field: &str| {
                            let said = answer.json()[field].as_str().unwrap_or_default().to_owned();
                            said.contains("nosuch") || said.contains(name) || name == "digest"
                        };
                        assert!(told("detail_zh") && told("detail_en"), "{what}: {}", answer.json());
                    }
                    continue;
                }
                let form = FORMS.iter().find(|one| (one.0, one.1) == (place, name));
                let values = form.map_or_else(|| bad(schema), |(.., value)| vec![(*value).to_owned()]);
                assert!(!values.is_empty(), "{what}: the document does not say what it may be, nor does this test");
                for value in values {
                    let answer = call!(&service, request(&path, method, operation, parameter, &value)).await;
                    let problem = answer.json();
                    assert_eq!(answer.status, 400, "{what}={value}: {problem}");
                    for field in ["detail_zh", "detail_en"] {
                        let said = problem[field].as_str().expect("a sentence");
                        let words = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
                        let missing: Vec<&str> = words.chain([name]).filter(|word| !said.contains(word)).collect();
                        assert!(missing.is_empty(), "{what}={value} lacks {missing:?}: {said}");
                        let bounds = [&schema["minimum"], &schema["maximum"]].map(Value::as_i64);
                        let tells = |bound: i64| said.contains(&bound.to_string());
                        if let [Some(least), Some(most)] = bounds {
                            assert!(tells(least) && tells(most), "{what}={value}: {said}");
                        }
                    }
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 70, "{tried}");
    let known: BTreeSet<(&str, &str)> =
        ANY_TEXT.iter().copied().chain(NAMES.iter().map(|&(place, name, _)| (place, name))).collect();
    assert_eq!(used, known, "every exception is needed");
}

async fn a_bad_word_in_a_body_is_answered_with_the_words(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let log = call!(&service, post("/v1/logs", LOG)).await.id();
    let hook = json!({ "url": "https://platform.example/caipan" });
    let made = call!(&service, post("/v1/webhooks", hook.to_string()).insert_header(json_body())).await;
    let webhook = made.json()["webhook"]["id"].as_str().expect("an id").to_owned();
    let mut tried = 0;
    for (path, item) in api::document()["paths"].as_object().expect("paths") {
        let Some(operation) = item.get("post") else { continue };
        let content = &operation["requestBody"]["content"]["application/json"];
        let schema = resolved(&content["schema"]);
        // The reader of logs is tested with the logs.
        if !schema["properties"].is_object()
            || operation["requestBody"]["content"].as_object().is_none_or(|all| all.len() > 1)
        {
            continue;
        }
        let id = if path.starts_with("/v1/webhooks") { &webhook } else { &log };
        for (name, field) in schema["properties"].as_object().expect("fields") {
            let items = resolved(&field["items"]);
            let (words, value) = match (resolved(field)["enum"].as_array(), items["enum"].as_array()) {
                (Some(words), _) => (words, json!("uphld")),
                (None, Some(words)) => (words, json!(["uphld"])),
                (None, None) => continue,
            };
            let mut body = content["example"].clone();
            body[name] = value;
            let request = post(&path.replace("{id}", id), body.to_string()).insert_header(json_body());
            let answer = call!(&service, request).await;
            let problem = answer.json();
            assert!(matches!(answer.status, 400 | 422), "{path} {name}: {} {problem}", answer.status);
            for said in ["detail_zh", "detail_en"].map(|field| problem[field].as_str().expect("a sentence")) {
                let words = words.iter().filter_map(Value::as_str).chain(["uphld", name]);
                let missing: Vec<&str> = words.filter(|word| !said.contains(word)).collect();
                assert!(missing.is_empty(), "{path} {name} lacks {missing:?}: {said}");
            }
            tried += 1;
        }
    }
    assert!(tried >= 6, "{tried}");
}

fn json_body() -> (header::HeaderName, &'static str) {
    (header::CONTENT_TYPE, "application/json")
}

/// A batch whose format nobody knows is refused before its first line.
#[actix_web::test]
async fn a_batch_of_an_unknown_format_is_refused_at_once() {
    let (service, _folder) = service!();
    for (query, told) in [("from=csmi", "csmj"), ("adapter=roomcart", "roomcard")] {
        let lines = post(&format!("/v1/logs:batch?{query}"), LOG);
        let answer = call!(&service, lines.insert_header((header::CONTENT_TYPE, "application/octet-stream"))).await;
        let problem = answer.json();
        assert_eq!(answer.status, 400, "{problem}");
        assert!(problem["detail_en"].as_str().is_some_and(|said| said.contains(told)), "{problem}");
    }
    assert_eq!(call!(&service, get("/v1/logs")).await.json()["logs"], json!([]));
}
