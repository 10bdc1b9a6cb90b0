//! Tests of adapters over HTTP: trial runs and drafts that store nothing, format detection, and the script-free page.

use super::{Answer, call, get, service};
use actix_web::http::header;
use actix_web::test::TestRequest;
use serde_json::{Value, json};

const ADAPTER: &str = include_str!("../../../fixtures/adapters/harbour.toml");
const SAMPLE: &str = include_str!("../../../fixtures/adapters/harbour.json");
const ROW: &str = include_str!("../../../fixtures/adapters/roomcard.jsonl");
const TICKS: &str = include_str!("../../../fixtures/adapters/ticks.json");
const BOTZONE: &str = include_str!("../../../fixtures/adapters/botzone.json");

fn ask(path: &str, body: &Value) -> TestRequest {
    TestRequest::post().uri(path).set_json(body)
}

fn send(path: &str, body: &str) -> TestRequest {
    let json = (header::CONTENT_TYPE, "application/json");
    TestRequest::post().uri(path).insert_header(json).set_payload(body.to_owned())
}

fn code(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

#[actix_web::test]
async fn adapter_test_stores_nothing() {
    let (service, _folder) = service!();
    let tried = call!(&service, ask("/v1/adapters:test", &json!({ "adapter": ADAPTER, "sample": SAMPLE }))).await;
    assert_eq!(tried.status, 200);
    let trial = tried.json();
    assert_eq!((&trial["adapter"]["name"], &trial["matches"][0]["verdict"]), (&json!("harbour"), &json!("clean")));
    assert_eq!(trial["matches"][0]["log"]["format"], "paipu/1");
    assert_eq!(trial["add"]["field"], "wall");
    assert!(
        trial["questions"].as_array().is_some_and(|asked| asked.iter().any(|one| one["missing"] == json!(["wall"])))
    );
    // Without an adapter, the service detects the format.
    let tried = call!(&service, ask("/v1/adapters:test", &json!({ "sample": TICKS }))).await.json();
    assert_eq!(tried["adapter"]["name"], "ticks");
    assert_eq!(call!(&service, get("/v1/logs")).await.json(), json!({ "logs": [] }));

    let guess = call!(&service, ask("/v1/adapters:new", &json!({ "name": "harbour", "sample": SAMPLE }))).await.json();
    let draft = guess["adapter"].as_str().expect("a file");
    assert!(
        draft.contains("name = \"harbour\"") && guess["said"].as_array().is_some_and(|said| said.len() > 3),
        "{draft}"
    );
}

#[actix_web::test]
async fn distinguishes_adapter_and_sample_errors() {
    let (service, _folder) = service!();
    for (path, body, status, word, pointer) in [
        (
            "/v1/adapters:test",
            json!({ "adapter": "name = 5", "sample": SAMPLE }),
            422,
            "adapter-unreadable",
            Value::Null,
        ),
        ("/v1/adapters:test", json!({ "adapter": ADAPTER, "sample": "{" }), 422, "log-unreadable", Value::Null),
        (
            "/v1/adapters:test",
            json!({ "adapter": ADAPTER, "sample": SAMPLE.replace("\"eat\"", "\"fly\"") }),
            422,
            "log-unreadable",
            json!("/rounds/0/log/1/do"),
        ),
        (
            "/v1/adapters:test",
            json!({ "adapter": ADAPTER.replace("changsha-a", "q"), "sample": SAMPLE }),
            422,
            "adapter-unreadable",
            Value::Null,
        ),
        ("/v1/adapters:test", json!({ "sample": BOTZONE }), 422, "rules-invalid", json!("/rules/system")),
        ("/v1/adapters:test", json!({ "adaptor": ADAPTER, "sample": SAMPLE }), 400, "request-invalid", Value::Null),
        (
            "/v1/adapters:test",
            json!({ "adapter": ADAPTER.replace(".desk", "[range(1e12)]"), "sample": SAMPLE }),
            422,
            "log-unreadable",
            Value::Null,
        ),
        ("/v1/adapters:new", json!({ "sample": "no JSON" }), 422, "log-unreadable", Value::Null),
        ("/v1/adapters:new", json!({ "name": "A b", "sample": SAMPLE }), 400, "request-invalid", Value::Null),
    ] {
        let answer = call!(&service, ask(path, &body)).await;
        assert_eq!(code(&answer), (status, word.to_owned()), "{}", answer.json());
        assert_eq!(answer.json()["pointer"], pointer, "{}", answer.json());
    }
    let answer =
        call!(&service, ask("/v1/adapters:test", &json!({ "adapter": "name = 5", "sample": "" }))).await.json();
    assert_eq!((&answer["line"], &answer["column"]), (&json!(1), &json!(8)));
}

/// The service detects bundled formats. The report names the adapter and points into the original log.
#[actix_web::test]
async fn foreign_logs_are_recognised() {
    let (service, _folder) = service!();
    let known = call!(&service, get("/v1/adapters")).await.json();
    let names: Vec<&str> = known.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["ticks", "roomcard", "botzone"]);
    let row = ROW.lines().next().expect("a row");
    for (path, body, from) in
        [("/v1/logs", TICKS, "ticks"), ("/v1/logs", row, "roomcard"), ("/v1/logs?adapter=roomcard", ROW, "roomcard")]
    {
        let stored = call!(&service, send(path, body)).await;
        assert_eq!((stored.status, &stored.json()["from"]), (201, &json!(from)), "{}", stored.json());
        let report = call!(&service, get(&format!("/v1/reports/{}", stored.id()))).await.json();
        assert_eq!(report["log"]["adapter"]["name"], from);
        let table = call!(&service, get(&format!("/v1/reports/{}/hands/0/steps/1", stored.id()))).await;
        assert_eq!(table.status, 200);
        let raw = call!(&service, get(&format!("/v1/logs/{}/raw", stored.id()))).await;
        assert_eq!(raw.body, body.as_bytes());
    }
    // A log that no format reads is answered with those that exist.
    let refused = call!(&service, send("/v1/logs", SAMPLE)).await;
    let detail = refused.json()["detail"].to_string();
    assert!(refused.status == 422 && detail.contains("csmj, ticks, roomcard, botzone"), "{detail}");
    let own = call!(&service, send("/v1/logs", r#"{"format": "paipu/1"}"#)).await.json()["detail"].to_string();
    assert!(!own.contains("roomcard"), "{own}");
    // A table with the columns of a known format, as a database exports it.
    let value: Value = serde_json::from_str(row).expect("JSON");
    let (names, cells): (Vec<&str>, Vec<String>) = value
        .as_object()
        .expect("an object")
        .iter()
        .map(|(name, cell)| {
            (name.as_str(), cell.as_str().map_or(cell.to_string(), |text| format!("\"{}\"", text.replace('"', "\"\""))))
        })
        .unzip();
    let table = format!("{}\n{}\n", names.join(","), cells.join(","));
    let text = TestRequest::post().uri("/v1/audits").insert_header((header::CONTENT_TYPE, "text/plain"));
    let report = call!(&service, text.set_payload(table)).await.json();
    assert_eq!((&report["log"]["adapter"]["name"], &report["findings"]), (&json!("roomcard"), &json!([])), "{report}");
    let wrong = row.replace("\"result\": \"[", "\"result\": \"[1000, -1000, 0, 0]\", \"was\": \"[");
    let report = call!(&service, send("/v1/audits", &wrong)).await.json();
    let found = report["findings"].as_array().expect("a list");
    assert!(found.iter().any(|one| one["original"] == "/result"), "{found:#?}");
    for (path, body, word) in [
        ("/v1/logs?adapter=roomcard&from=csmj", row, "not both"),
        ("/v1/logs?adapter=romcard", row, "Did you mean roomcard"),
    ] {
        let refused = call!(&service, send(path, body)).await;
        assert_eq!(code(&refused), (400, "request-invalid".to_owned()));
        assert!(refused.json()["detail_en"].as_str().is_some_and(|said| said.contains(word)), "{}", refused.json());
    }
    // A body sent as paipu/1 is read as paipu/1 and not detected.
    let paipu = TestRequest::post().uri("/v1/logs").insert_header((header::CONTENT_TYPE, "application/vnd.paipu+json"));
    assert_eq!(call!(&service, paipu.set_payload(row)).await.status, 422);
}

#[actix_web::test]
async fn adapter_page_drafts_and_tests() {
    let (service, _folder) = service!();
    let form = |act: &str, adapter: &str, sample: &str, lang: &str| {
        let fields = [("do", act), ("adapter", adapter), ("sample", sample), ("lang", lang), ("name", "mine")];
        TestRequest::post().uri("/adapters").set_form(fields)
    };
    let text = |answer: Answer| {
        assert_eq!(answer.status, 200);
        assert!(answer.header("content-security-policy").contains("form-action 'self'"));
        String::from_utf8(answer.body).expect("UTF-8")
    };
    for (lang, title) in [("zh", "用一个文件读入你的日志"), ("en", "Your platform&#39;s logs by one file")] {
        let page = text(call!(&service, get(&format!("/adapters?lang={lang}"))).await);
        assert!(page.contains(title) || page.contains(&title.replace("&#39;", "'")), "{page}");
        assert!(!page.contains("<script"), "{page}");
    }
    let page = text(call!(&service, form("new", "", SAMPLE, "en")).await);
    assert!(page.contains("Dealt hands: .rounds[].dealt[]") && page.contains("name = &quot;mine&quot;"), "{page}");
    let page = text(call!(&service, form("test", ADAPTER, SAMPLE, "zh")).await);
    assert!(page.contains("无误") && page.contains("再补一个字段 wall") && page.contains("paipu/1"), "{page}");
    let page =
        text(call!(&service, form("test", &ADAPTER.replace("bump = \"pung\"", "bump = \"pong\""), SAMPLE, "en")).await);
    assert!(page.contains("adapter, line 39") && page.contains("Did you mean `pung / kong`?"), "{page}");
    let wrong = ADAPTER.replace("dealer: (.banker | seat)", "dealer: .banker");
    let page = text(call!(&service, form("test", &wrong, SAMPLE, "en")).await);
    assert!(page.contains("Is the dealer counted from 1?"), "{page}");
    let tried = call!(&service, ask("/v1/adapters:test", &json!({ "adapter": wrong, "sample": SAMPLE }))).await.json();
    let guess = &tried["guesses"][0];
    assert!(guess["after"] == 0 && guess["before"].as_u64() > Some(0), "{guess}");
    let page = text(call!(&service, form("report", ADAPTER, SAMPLE, "en")).await);
    assert!(page.contains("What was and was not checked") && page.contains("HB-2031"), "{page}");
    let page = text(call!(&service, form("test", "<script>alert(1)</script>", "<b>", "en")).await);
    assert!(!page.contains("<script>") && page.contains("&lt;script&gt;"), "{page}");
}
