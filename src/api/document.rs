//! The OpenAPI document: operations from the handlers, schemas from the engine, failures from the problem table.

use super::batch::BatchAnswer;
use super::problem::{MEDIA_TYPE, Problem, ProblemType};
use super::{
    adapters, auth, batch, evidence, evidence_keys, examples, feed, guard, health, jobs, keys, lists, logs, picture,
    plain_schemas, problem_examples, rate_headers, reports, rules, rulings, saved_page, schemas, settings, statistics,
    steps, views, webhooks, what_if, words,
};
use actix_web::http::StatusCode;
use caipan_tiles::text::Lang;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use utoipa::openapi::OpenApi;

/// The schemas that no operation names itself.
pub(super) fn components() -> utoipa::openapi::Components {
    utoipa::openapi::ComponentsBuilder::new().schema_from::<Problem>().schema_from::<BatchAnswer>().build()
}

/// The problem tables of all handlers.
const FAILS: &[&[(&str, &[ProblemType])]] = &[
    logs::FAILS,
    lists::FAILS,
    reports::FAILS,
    saved_page::FAILS,
    picture::FAILS,
    steps::FAILS,
    what_if::FAILS,
    rulings::FAILS,
    statistics::FAILS,
    adapters::FAILS,
    settings::FAILS,
    rules::FAILS,
    health::FAILS,
    keys::FAILS,
    batch::FAILS,
    views::FAILS,
    feed::FAILS,
    evidence::FAILS,
    evidence_keys::FAILS,
    webhooks::FAILS,
    jobs::FAILS,
];

const ABOUT: &str = "\
Replays mahjong game logs and audits them against the rules of the region. Send a log to `POST /v1/logs` to keep it, or to \
`POST /v1/audits` to have it audited only.

In documents, pointers and addresses hands and events are counted from 0; sentences and pages count them from 1, the first \
event of a hand being its step 1 and step 0 the deal. Ids and cursors are opaque. Problems are RFC 9457 documents; their `code` is \
stable and their sentences come in Chinese and English.

重放麻将牌谱并按当地规则审核。要保存就发到 `POST /v1/logs`，只审不存就发到 `POST /v1/audits`。\
JSON、指针与网址中局与事件从 0 数起；文字与网页中从 1 数起，一局的第一个事件是第 1 步，第 0 步是发牌。";

const TAGS: &[(&str, &str)] = &[
    ("logs", "Stored logs and their bytes. 牌谱的保存与查找。"),
    ("reports", "Audits and their reports. 审核与报告。"),
    ("evidence", "That a report is the one that was given. 存证：报告确为当时所给。"),
    ("jobs", "Long work: audits of many logs, exports, erasure. 长任务：批量重审、导出、抹去。"),
    ("adapters", "Logs of any platform by a file. 用一个文件读入任何平台的日志。"),
    ("webhooks", "Verdicts sent where a platform wants them. 把判定推送到平台。"),
    ("keys", "Keys and what was done with them. 密钥及其用途记录。"),
    ("rules", "Rule systems, their options and the checks. 规则、选项与检查项。"),
    ("operation", "For those who run the service. 运维。"),
];

/// Completes the declared document.
pub(super) fn complete(declared: OpenApi) -> Value {
    let mut document = serde_json::to_value(declared).unwrap_or_default();
    document["info"] = json!({
        "title": "caipan 裁判",
        "version": env!("CARGO_PKG_VERSION"),
        "description": ABOUT,
        "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
    });
    document["servers"] = json!([{ "url": "/", "description": "Where this document was served" }]);
    document["tags"] =
        TAGS.iter().map(|(name, description)| json!({ "name": name, "description": description })).collect();
    if let Some(components) = document["components"]["schemas"].as_object_mut() {
        let of_the_engine = schemas::components(components);
        components.extend(of_the_engine);
    }
    if let Some(components) = document["components"]["schemas"].as_object_mut() {
        components.extend(webhooks::messages::components());
    }
    document["webhooks"] = webhooks::messages::section(examples::verdict());
    plain_schemas::rewrite(&mut document);
    words::name(&mut document);
    document["components"]["securitySchemes"] = json!({ "key": {
        "type": "http", "scheme": "bearer",
        "description": "A key of a tenant. Where none was ever made, the service has one user and needs none. \
                        Browsers that signed in send the cookie of their session instead. 密钥；从未签发过时为单用户，无需密钥；已登录的浏览器以会话 Cookie 代替。",
    } });
    document["components"]["headers"] = json!({ "X-Request-Id": {
        "description": "The id of the request: the one that came with it in `X-Request-Id`, if it is 1 to 64 of letters, digits, `-`, `_` and `.`, \
                        else a new one. Name it when you ask whoever runs the service. 请求编号；咨询运维时请一并告知。",
        "schema": { "type": "string" },
    } });
    for (name, description) in rate_headers::DESCRIBED {
        document["components"]["headers"][name] = json!({ "description": description, "schema": { "type": "string" } });
    }
    let fails: BTreeMap<&str, &[ProblemType]> = FAILS.iter().copied().flatten().copied().collect();
    for operation in operations(&mut document) {
        let kinds = operation["operationId"].as_str().and_then(|id| fails.get(id)).copied().unwrap_or_default();
        let (request, answer) = examples::of(operation["operationId"].as_str().unwrap_or_default());
        for (media_type, example) in request {
            operation["requestBody"]["content"][media_type]["example"] = example;
        }
        if let Some(example) = operation["operationId"].as_str().and_then(examples::replayed) {
            operation["responses"]["200"]["content"]["application/json"]["example"] = example;
        }
        for (media_type, example) in answer {
            exemplify(&mut operation["responses"], media_type, &example);
        }
        let mut asks: &[ProblemType] = &[];
        if let Some(security) = operation.get_mut("security").and_then(Value::as_array_mut) {
            // Without keys the service has a single user who needs none.
            security.push(json!({}));
            asks = auth::FAILS;
        }
        // Every log that can be missing can also be erased.
        let gone: &[ProblemType] = if kinds.contains(&ProblemType::LogNotFound) {
            &[ProblemType::LogErased, ProblemType::RecordMismatch]
        } else {
            &[]
        };
        let mut by_status: BTreeMap<u16, Vec<ProblemType>> = BTreeMap::new();
        for &kind in kinds.iter().chain(gone).chain(asks).chain(guard::FAILS).chain(&[ProblemType::Internal]) {
            let kinds = by_status.entry(kind.status().as_u16()).or_default();
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        for (status, kinds) in by_status {
            let failure = failure(&kinds, operation);
            operation["responses"][status.to_string()] = failure;
        }
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            response["headers"]["X-Request-Id"] = json!({ "$ref": "#/components/headers/X-Request-Id" });
            if !asks.is_empty() && (status.starts_with('2') || status == "429") {
                for (name, _) in rate_headers::DESCRIBED {
                    response["headers"][name] = json!({ "$ref": format!("#/components/headers/{name}") });
                }
            }
        }
    }
    document
}

/// Adds an example to the answers of this media type that have none of their own.
fn exemplify(responses: &mut Value, media_type: &str, example: &Value) {
    let all = responses.as_object_mut().into_iter().flatten();
    for (_, response) in all.filter(|(status, _)| status.starts_with('2')) {
        if let Some(content) = response["content"].get_mut(media_type).filter(|content| content["example"].is_null()) {
            content["example"] = example.clone();
        }
    }
}

/// A status of an operation with its possible problems.
fn failure(kinds: &[ProblemType], operation: &Value) -> Value {
    let title = |kind: &ProblemType| format!("{} {}", kind.title().get(Lang::En), kind.title().get(Lang::Zh));
    let example = |kind: &ProblemType| {
        let value = problem_examples::example(*kind, operation);
        (kind.code().to_owned(), json!({ "summary": title(kind), "value": value }))
    };
    json!({
        "description": kinds.iter().map(title).collect::<Vec<_>>().join("; "),
        "headers": headers(kinds),
        "content": { MEDIA_TYPE: {
            "schema": { "$ref": "#/components/schemas/Problem" },
            "examples": kinds.iter().map(example).collect::<Map<_, _>>(),
        }, "text/html": { "schema": { "type": "string" } } },
    })
}

/// The headers of a failure.
fn headers(kinds: &[ProblemType]) -> Value {
    let mut headers = Map::new();
    let mut add = |name: &str, description: &str| {
        let header = json!({ "description": description, "schema": { "type": "string" } });
        headers.insert(name.to_owned(), header);
    };
    add("Content-Language", "The language of `title` and `detail`");
    if kinds.iter().any(|kind| kind.status() == StatusCode::UNAUTHORIZED) {
        add("WWW-Authenticate", "How a key is to be sent");
    }
    let later = [StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS];
    if kinds.iter().any(|kind| later.contains(&kind.status())) {
        add("Retry-After", "Seconds after which another try is worth while");
    }
    if kinds.contains(&ProblemType::EncodingUnsupported) {
        add("Accept-Encoding", "The content codings that are known, where it was one of those that is not");
    }
    if kinds.contains(&ProblemType::RangeUnsatisfiable) {
        add("Content-Range", "The length of the whole, as `bytes */LENGTH`");
    }
    headers.into()
}

pub(super) fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    paths.filter_map(|(_, item)| item.as_object_mut()).flatten().map(|(_, operation)| operation)
}
