//! The HTTP interface as a client meets it. Every answer is held against the OpenAPI document: its status must be declared
//! and its body must have the declared schema.

use actix_web::dev::ServiceResponse;
use actix_web::http::{Method, StatusCode, header};
use actix_web::test as http;
use actix_web::web::Data;
use caipan::api;
use caipan::app::App;
use caipan::config::Config;
use serde_json::{Value, json};

const LOG: &str = include_str!("../../docs/examples/changsha-a.json");

/// A service over a fresh store, and the folder that the store lies in.
macro_rules! service {
    ($($field:ident: $value:expr),*) => {{
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config { data: folder.path().to_owned(), $($field: $value,)* ..Config::default() };
        let app = Data::new(App::open(&config).expect("a store"));
        (http::init_service(api::service(app, &Data::new(config))).await, folder)
    }};
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
            let request = $request.to_request();
            let (method, path) = (request.method().clone(), request.path().to_owned());
            answer(&method, &path, http::call_service($service, request).await).await
        }
    };
}

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
    let content_type = content_type.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media_type = content_type.split(';').next().unwrap_or_default();
    let content = &declared["content"][media_type];
    assert!(!content.is_null(), "{method} {path} answers {status} as {media_type}, which is not declared");
    if media_type.ends_with("json") && !content["schema"].is_null() {
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

#[actix_web::test]
async fn a_log_is_stored_once_and_found_again() {
    let (service, _folder) = service!();
    let stored = call!(&service, post("/v1/logs", LOG)).await;
    assert_eq!(stored.status, 201);
    let log = stored.json();
    assert_eq!(stored.header("location"), log["links"]["self"].as_str().expect("a link"));
    assert_eq!(log["game"], "room-889123-2026-01-05");

    let again = call!(&service, post("/v1/logs", LOG)).await;
    assert_eq!((again.status, again.json()), (200, log.clone()));

    let found = call!(&service, get(log["links"]["self"].as_str().expect("a link"))).await;
    assert_eq!(found.json(), log);
    let raw = call!(&service, get(log["links"]["raw"].as_str().expect("a link"))).await;
    assert_eq!(raw.body, LOG.as_bytes(), "the bytes as received");
    assert_eq!(raw.header("content-type"), "application/vnd.paipu+json");
}

#[actix_web::test]
async fn a_key_stands_for_one_content() {
    let (service, _folder) = service!();
    let with_key = |body: String| post("/v1/logs", body).insert_header(("Idempotency-Key", "settle-1"));
    let first = call!(&service, with_key(game("a"))).await;
    let second = call!(&service, with_key(game("a"))).await;
    assert_eq!((first.status, second.status), (201, 200));
    let other = call!(&service, with_key(game("b"))).await;
    assert_eq!((other.status, other.json()["code"].as_str()), (422, Some("key-reused")));
    assert_eq!(other.json()["log"], json!(first.id()));
    let nothing_kept = call!(&service, get("/v1/logs?game=b")).await;
    assert_eq!(nothing_kept.json(), json!({ "logs": [] }));
    let unfit = call!(&service, post("/v1/logs", LOG).insert_header(("Idempotency-Key", "a b"))).await;
    assert_eq!(unfit.json()["code"], "request-invalid");
}

#[actix_web::test]
async fn corrections_form_a_line() {
    let (service, _folder) = service!();
    let first = call!(&service, post("/v1/logs", LOG)).await.id();
    let version = |version: &str, corrects: Option<&str>| {
        changed(|log| {
            log["source"]["version"] = json!(version);
            if let Some(corrects) = corrects {
                log["corrects"] = json!(corrects);
            }
        })
    };
    let conflict = call!(&service, post("/v1/logs", version("4", None))).await;
    assert_eq!((conflict.status, &conflict.json()["log"]), (409, &json!(first)));

    let corrected = call!(&service, post("/v1/logs", version("4", Some(&first)))).await;
    assert_eq!((corrected.status, &corrected.json()["corrects"]), (201, &json!(first)));
    let second = corrected.id();
    assert_eq!(call!(&service, get(&format!("/v1/logs/{first}"))).await.json()["corrected_by"], json!(second));

    let late = call!(&service, post("/v1/logs", version("5", Some(&first)))).await;
    assert_eq!((late.json()["code"].as_str(), &late.json()["log"]), (Some("correction-conflict"), &json!(second)));
    let third = call!(&service, post("/v1/logs", version("5", Some(&second)))).await;
    assert_eq!(third.status, 201);

    let nothing = call!(&service, post("/v1/logs", version("6", Some("00")))).await;
    assert_eq!((nothing.status, nothing.json()["code"].as_str()), (422, Some("correction-invalid")));
    let other = changed(|log| {
        log["id"] = json!("another game");
        log["corrects"] = json!(third.id());
    });
    assert_eq!(call!(&service, post("/v1/logs", other)).await.json()["code"], "correction-invalid");
}

#[actix_web::test]
async fn pages_neither_skip_nor_repeat() {
    let (service, _folder) = service!();
    for at in 0..7 {
        assert_eq!(call!(&service, post("/v1/logs", game(&format!("game-{at}")))).await.status, 201);
    }
    let mut seen = Vec::new();
    let mut address = "/v1/logs?limit=3".to_owned();
    loop {
        let page = call!(&service, get(&address)).await.json();
        seen.extend(
            page["logs"].as_array().expect("logs").iter().map(|log| log["game"].as_str().expect("a game").to_owned()),
        );
        // A log that arrives between two pages changes neither.
        call!(&service, post("/v1/logs", game(&format!("late-{}", seen.len())))).await;
        let Some(next) = page["next"].as_str() else { break };
        address = format!("/v1/logs?limit=3&after={next}");
    }
    assert_eq!(seen, (0..7).rev().map(|at| format!("game-{at}")).collect::<Vec<_>>());
    assert_eq!(call!(&service, get("/v1/logs?game=game-3")).await.json()["logs"].as_array().map(Vec::len), Some(1));
    assert_eq!(call!(&service, get("/v1/logs?system=beijing")).await.json(), json!({ "logs": [] }));
    for wrong in ["limit=0", "limit=201", "limit=x", "after=x", "colour=red"] {
        let refused = call!(&service, get(&format!("/v1/logs?{wrong}"))).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (400, Some("request-invalid")), "{wrong}");
    }
}

#[actix_web::test]
async fn what_is_not_a_log_is_refused_with_its_place() {
    let (service, _folder) = service!();
    let broken = LOG.replacen("\"tile\": \"", "\"tile\": \"0", 1);
    let refused = call!(&service, post("/v1/logs", broken)).await;
    insta::assert_json_snapshot!(refused.json(), @r#"
    {
      "type": "urn:caipan:problem:log-unreadable",
      "title": "The log cannot be read",
      "status": 422,
      "code": "log-unreadable",
      "detail": "\"09m\" cannot stand here; write one tile such as 5m (m 万, p 筒, s 条, 1z-7z 东南西北白发中).",
      "detail_zh": "\"09m\" 不能用在这里；请写一张牌，如 5m（m 万、p 筒、s 条，1z–7z 东南西北白发中）。",
      "detail_en": "\"09m\" cannot stand here; write one tile such as 5m (m 万, p 筒, s 条, 1z-7z 东南西北白发中).",
      "reason": "wrong-value",
      "pointer": "/hands/0/events/0/tile",
      "line": 15,
      "column": 49
    }
    "#);
    assert_eq!(call!(&service, get("/v1/logs")).await.json(), json!({ "logs": [] }), "nothing is kept of it");

    let rules = call!(&service, post("/v1/audits", LOG.replace("changsha-a", "chengdu"))).await;
    assert_eq!((rules.status, rules.json()["code"].as_str()), (422, Some("rules-invalid")));
    assert_eq!(rules.json()["pointer"], "/rules/system");
    let option = call!(&service, post("/v1/audits", LOG.replace("dealer_bonus_big", "no_such_option"))).await;
    assert_eq!(option.json()["pointer"], "/rules/options/no_such_option");
}

#[actix_web::test]
async fn problems_speak_the_language_of_the_request() {
    let (service, _folder) = service!();
    let english = call!(&service, get("/v1/logs/0")).await;
    let chinese =
        call!(&service, get("/v1/logs/0").insert_header((header::ACCEPT_LANGUAGE, "zh-CN,zh;q=0.9,en;q=0.8"))).await;
    assert_eq!((english.header("content-language"), chinese.header("content-language")), ("en", "zh-CN"));
    insta::assert_json_snapshot!(english.json(), @r#"
    {
      "type": "urn:caipan:problem:log-not-found",
      "title": "No such log",
      "status": 404,
      "code": "log-not-found",
      "detail": "There is no log 0. Ids are given by POST /v1/logs and listed by GET /v1/logs.",
      "detail_zh": "没有编号为 0 的牌谱。编号由 POST /v1/logs 给出，也可用 GET /v1/logs 查找。",
      "detail_en": "There is no log 0. Ids are given by POST /v1/logs and listed by GET /v1/logs."
    }
    "#);
    let (english, chinese) = (english.json(), chinese.json());
    assert_eq!((&chinese["detail"], &english["detail"]), (&english["detail_zh"], &chinese["detail_en"]));
}

#[actix_web::test]
async fn bodies_are_bounded_and_typed() {
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

/// Every path answers a method it does not have with 405 and the methods it has.
#[actix_web::test]
async fn known_paths_name_their_methods() {
    let (service, _folder) = service!();
    for (path, item) in api::document()["paths"].as_object().expect("paths") {
        let path = path.replace("{n}", "0").replace("{k}", "0").replace(['{', '}'], "");
        let refused = call!(&service, http::TestRequest::delete().uri(&path)).await;
        assert_eq!((refused.status, refused.header("content-type")), (405, "application/problem+json"), "{path}");
        for method in item.as_object().expect("methods").keys() {
            assert!(refused.header("allow").contains(&method.to_uppercase()), "{path} {method}");
        }
    }
    let unknown = call!(&service, get("/v2/logs")).await;
    assert_eq!((unknown.status, unknown.json()["code"].as_str()), (404, Some("path-unknown")));
    let head =
        http::call_service(&service, http::TestRequest::with_uri("/healthz").method(Method::HEAD).to_request()).await;
    assert_eq!(head.status(), StatusCode::OK);
}

#[actix_web::test]
async fn the_table_at_a_moment() {
    let (service, _folder) = service!();
    let id = call!(&service, post("/v1/logs", LOG)).await.id();
    let step = call!(&service, get(&format!("/v1/reports/{id}/hands/0/steps/1"))).await.json();
    assert_eq!(step["event"]["en"], "seat 0 discards 9m 九万");
    let could = |seat: usize, what: &str| {
        step["could"][seat].as_array().is_some_and(|could| could.iter().any(|can| can["en"] == what))
    };
    assert!(could(2, "pung 9m") && !could(3, "pung 9m"), "{step:#}");
    let page =
        call!(&service, get(&format!("/v1/reports/{id}/hands/0/steps/1")).insert_header((header::ACCEPT, "text/html")))
            .await;
    let page = String::from_utf8(page.body).expect("UTF-8");
    assert!(page.contains("<html lang=\"en\">") && page.contains("pung 9m"), "{page}");
    for (path, code) in [
        ("hands/1/steps/0", "step-not-found"),
        ("hands/0/steps/99", "step-not-found"),
        ("hands/x/steps/0", "request-invalid"),
    ] {
        assert_eq!(call!(&service, get(&format!("/v1/reports/{id}/{path}"))).await.json()["code"], code, "{path}");
    }
}

#[actix_web::test]
async fn a_report_comes_in_every_form() {
    let (service, _folder) = service!();
    let stored = call!(&service, post("/v1/logs", LOG)).await.json();
    let address = stored["links"]["report"].as_str().expect("a link");
    let report = call!(&service, get(address)).await;
    assert_eq!(report.json()["log"]["digest"], stored["digest"]);
    assert_eq!(report.json()["verdict"], stored["verdict"]);
    let audited = call!(&service, post("/v1/audits", LOG)).await;
    assert!(audited.body == report.body, "the same log gives the same bytes");
    let twice = call!(&service, get(address)).await;
    assert!(twice.body == report.body);

    let form = |accept: &'static str| get(address).insert_header((header::ACCEPT, accept));
    let text = call!(&service, form("text/plain")).await;
    assert!(String::from_utf8_lossy(&text.body).contains(stored["digest"].as_str().expect("a digest")));
    let page = call!(&service, form("text/html,*/*;q=0.1")).await;
    assert!(String::from_utf8_lossy(&page.body).contains("room-889123-2026-01-05"));
    assert!(page.header("content-security-policy").starts_with("default-src 'none'"));
    let chinese =
        call!(&service, get(&format!("{address}?lang=zh")).insert_header((header::ACCEPT, "text/html"))).await;
    assert!(String::from_utf8_lossy(&chinese.body).contains("<html lang=\"zh-CN\">"));
    let refused = call!(&service, form("image/png")).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (406, Some("not-acceptable")));
}

/// A CI system can fetch what it shows, of a stored log with the place in its bytes.
#[actix_web::test]
async fn a_report_comes_for_ci_systems() {
    let (service, _folder) = service!();
    let log = include_str!("../../fixtures/demo/false-win.json");
    let stored = call!(&service, post("/v1/logs", log)).await.json();
    let address = stored["links"]["report"].as_str().expect("a link");
    let form = |accept: &'static str| get(address).insert_header((header::ACCEPT, accept));
    let sarif = call!(&service, form("application/sarif+json")).await;
    assert_eq!(sarif.header("content-type"), "application/sarif+json");
    let result = &sarif.json()["runs"][0]["results"][0];
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], stored["links"]["raw"]);
    assert!(place["region"]["startLine"].as_u64().is_some_and(|line| line > 1), "{place}");
    let chinese = call!(&service, form("application/sarif+json").insert_header(("accept-language", "zh"))).await.json();
    assert_eq!(chinese["runs"][0]["results"][0]["message"]["text"], result["properties"]["zh"]);
    let audited =
        call!(&service, post("/v1/audits", log).insert_header((header::ACCEPT, "application/sarif+json"))).await;
    let unstored = &audited.json()["runs"][0]["results"][0];
    assert_eq!(unstored["partialFingerprints"], result["partialFingerprints"]);
    assert!(unstored["locations"][0]["physicalLocation"].is_null(), "it lies nowhere");
    for accept in ["application/junit+xml", "application/xml", "text/xml;q=0.5"] {
        let junit = call!(&service, form(accept)).await;
        assert_eq!(junit.header("content-type"), "application/xml");
        let text = String::from_utf8(junit.body).expect("UTF-8");
        assert!(text.contains("<failure ") && text.ends_with("</testsuites>\n"), "{text}");
    }
}

/// Markup in names that a platform sends is text on our pages.
#[actix_web::test]
async fn pages_escape_what_a_log_says() {
    let (service, _folder) = service!();
    let log = changed(|log| log["id"] = json!("<script>alert(1)</script>"));
    let stored = call!(&service, post("/v1/logs", log)).await.json();
    let address = stored["links"]["report"].as_str().expect("a link");
    let page = call!(&service, get(address).insert_header((header::ACCEPT, "text/html"))).await;
    let page = String::from_utf8(page.body).expect("UTF-8");
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script>"));
}

#[actix_web::test]
async fn the_text_notation_is_a_log_too() {
    let (service, _folder) = service!();
    let notation = include_str!("../../docs/examples/changsha-a.paipu");
    let text = post("/v1/logs", notation).insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"));
    let stored = call!(&service, text).await;
    assert_eq!(stored.status, 201, "{}", stored.json());
    let raw = call!(&service, get(stored.json()["links"]["raw"].as_str().expect("a link"))).await;
    assert_eq!((raw.body.as_slice(), raw.header("content-type")), (notation.as_bytes(), "text/plain; charset=utf-8"));
    let as_json = call!(&service, post("/v1/audits", LOG)).await.json();
    let as_text = call!(&service, get(stored.json()["links"]["report"].as_str().expect("a link"))).await.json();
    assert_eq!(as_json["findings"], as_text["findings"], "the same game has the same findings");
}

#[actix_web::test]
async fn third_party_logs_are_read_by_name() {
    let (service, _folder) = service!();
    let log = include_str!("../../fixtures/import/csmj/two-hands.log");
    let sent = || post("/v1/logs?from=csmj", log).insert_header((header::CONTENT_TYPE, "text/plain"));
    let stored = call!(&service, sent()).await;
    assert_eq!(stored.status, 201, "{}", stored.json());
    assert_eq!((stored.json()["from"].as_str(), stored.json()["hands"].as_i64()), (Some("csmj"), Some(2)));
    let step = call!(&service, get(&format!("/v1/reports/{}/hands/1/steps/0", stored.id()))).await;
    assert_eq!(step.status, 200, "the stored bytes are read as they were sent");
    assert_eq!(call!(&service, sent()).await.status, 200);
}

#[actix_web::test]
async fn a_settlement_is_worked_out_line_by_line() {
    let (service, _folder) = service!();
    let ask =
        |body: Value| post("/v1/score", body.to_string()).insert_header((header::CONTENT_TYPE, "application/json"));
    let question =
        api::document()["paths"]["/v1/score"]["post"]["requestBody"]["content"]["application/json"]["example"].clone();
    let answer = call!(&service, ask(question.clone())).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    let balance: Vec<i64> =
        answer.json()["balance"].as_array().expect("four").iter().filter_map(Value::as_i64).collect();
    assert!(balance.len() == 4 && balance.iter().sum::<i64>() == 0 && balance[0] > 0, "{balance:?}");
    let mut wrong = question;
    wrong["wins"][0]["hand"] = json!("123m456p789s345s");
    let refused = call!(&service, ask(wrong)).await;
    assert_eq!((refused.status, &refused.json()["pointer"]), (422, &json!("/wins/0/hand")));
    let refused = call!(&service, ask(json!({ "colour": "red" }))).await;
    assert_eq!(refused.json()["code"], "score-unreadable");
}

#[actix_web::test]
async fn every_check_has_its_page() {
    let (service, _folder) = service!();
    let list = call!(&service, get("/v1/checks")).await.json();
    for check in list.as_array().expect("a list") {
        let code = check["code"].as_str().expect("a code");
        assert_eq!(call!(&service, get(&format!("/v1/checks/{code}"))).await.json(), *check);
    }
    assert_eq!(call!(&service, get("/v1/checks/A000")).await.json()["code"], "check-not-found");
}

#[actix_web::test]
async fn rules_are_listed_with_their_presets() {
    let (service, _folder) = service!();
    let list = call!(&service, get("/v1/rules")).await.json();
    let ids: Vec<&str> = list.as_array().expect("a list").iter().filter_map(|system| system["id"].as_str()).collect();
    assert_eq!(ids, caipan::rules::SYSTEMS.iter().map(|system| system.id).collect::<Vec<_>>());
    for system in caipan::rules::SYSTEMS {
        for preset in system.presets {
            let found = call!(&service, get(&format!("/v1/rules/{}", preset.id))).await.json();
            assert_eq!(found["id"], system.id);
            assert_eq!(found["options"].as_array().map(Vec::len), Some((system.options)().len()));
        }
    }
    assert_eq!(call!(&service, get("/v1/rules/chengdu")).await.json()["code"], "rules-not-found");
}

#[actix_web::test]
async fn the_service_says_how_it_is_and_what_it_offers() {
    let (service, _folder) = service!();
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

/// `UPDATE=1` writes the committed document anew.
#[test]
fn the_committed_document_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json");
    let current = format!("{:#}\n", api::document());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi")).expect("a folder");
        std::fs::write(path, &current).expect("written");
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(committed == current, "openapi/openapi.json is stale: run UPDATE=1 cargo test the_committed_document");
}

/// Every operation can be understood from the document alone.
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
            let content = &operation["requestBody"]["content"];
            exemplified(document, &what, content);
            let responses = operation["responses"].as_object().expect("responses");
            let (_, success) = responses.iter().find(|(status, _)| status.starts_with('2')).expect("a success");
            exemplified(document, &what, &success["content"]);
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

/// Every JSON body has an example, and the example has the schema.
fn exemplified(document: &Value, what: &str, content: &Value) {
    for (media_type, body) in content.as_object().into_iter().flatten().filter(|(name, _)| name.ends_with("json")) {
        let schema = json!({ "allOf": [body["schema"]], "components": document["components"] });
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let errors: Vec<String> = validator.iter_errors(&body["example"]).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{what} {media_type}: {errors:#?}");
    }
}

/// The codes that clients switch on: a change here is a public change.
#[test]
fn the_codes_of_problems() {
    let codes: Vec<String> =
        api::problem::Kind::ALL.iter().map(|kind| format!("{} {}", kind.status().as_u16(), kind.code())).collect();
    insta::assert_snapshot!(codes.join("\n"), @r"
    400 request-invalid
    404 path-unknown
    404 log-not-found
    404 step-not-found
    404 rules-not-found
    404 check-not-found
    405 method-not-allowed
    406 not-acceptable
    408 body-timeout
    409 game-conflict
    409 correction-conflict
    413 body-too-large
    415 media-type-unsupported
    422 log-unreadable
    422 score-unreadable
    422 rules-invalid
    422 correction-invalid
    422 key-reused
    503 busy
    503 store-unavailable
    500 internal
    ");
}
