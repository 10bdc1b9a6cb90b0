//! Tests of report formats, the table at a step, and the settlement of one hand.

use super::jobs::{done, ended, wanted, works};
use super::{LOG, call, changed, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::header;
use actix_web::test as http;
use caipan::api;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

on_both!(
    report_has_every_format,
    report_has_ci_formats,
    step_shows_event_and_legal_actions,
    stored_report_is_shown_unchanged,
    stored_report_equals_audit,
    report_other_than_recorded_is_not_served,
    report_other_than_listed_is_not_served,
);

async fn report_has_every_format(engine: Engine) {
    let (service, _folder) = service!(engine;);
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

/// SARIF and JUnit reports for CI systems. For a stored log, SARIF points to a line of the raw bytes.
async fn report_has_ci_formats(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let log = include_str!("../../../fixtures/demo/false-win.json");
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
    let message = chinese["runs"][0]["results"][0]["message"]["text"].as_str().expect("a message");
    assert!(message.ends_with(result["properties"]["zh"].as_str().expect("a sentence")), "{message}");
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

async fn step_shows_event_and_legal_actions(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let id = call!(&service, post("/v1/logs", LOG)).await.id();
    let step = call!(&service, get(&format!("/v1/reports/{id}/hands/0/steps/1"))).await.json();
    assert_eq!(step["event"]["en"], "老周 discards 9m 九万");
    let could = |seat: usize, what: &str| {
        step["could"][seat].as_array().is_some_and(|could| could.iter().any(|can| can["en"] == what))
    };
    assert!(could(2, "pung 9m") && !could(3, "pung 9m"), "{step:#}");
    let page =
        call!(&service, get(&format!("/v1/reports/{id}/hands/0/steps/1")).insert_header((header::ACCEPT, "text/html")))
            .await;
    let page = String::from_utf8(page.body).expect("UTF-8");
    assert!(
        page.contains("<html lang=\"en\">")
            && page.contains("class=\"act pung\">pung<")
            && page.contains("aria-label=\"9 characters\""),
        "{page}"
    );
    for (path, code) in [
        ("hands/1/steps/0", "step-not-found"),
        ("hands/0/steps/99", "step-not-found"),
        ("hands/x/steps/0", "request-invalid"),
    ] {
        assert_eq!(call!(&service, get(&format!("/v1/reports/{id}/{path}"))).await.json()["code"], code, "{path}");
    }
}

#[actix_web::test]
async fn score_settles_one_hand() {
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
    let mut own = question.clone();
    own["wins"][0]["by"] = json!("discard");
    own["wins"][0]["from"] = own["wins"][0]["seat"].clone();
    let refused = call!(&service, ask(own)).await.json();
    assert_eq!(refused["pointer"], "/wins/0/from", "{refused}");
    assert!(refused["detail_en"].as_str().is_some_and(|said| said.contains("is the winner")), "{refused}");
    let mut wrong = question;
    wrong["wins"][0]["hand"] = json!("123m456p789s345s");
    let refused = call!(&service, ask(wrong)).await;
    assert_eq!((refused.status, &refused.json()["pointer"]), (422, &json!("/wins/0/hand")));
    let pair = json!({ "seat": 0, "hand": "123m456m789m33p45s", "tile": "6s" });
    let refused = call!(&service, ask(json!({ "rules": "changsha-a", "dealer": 0, "wins": [pair] }))).await;
    assert_eq!((refused.status, &refused.json()["reason"]), (422, &json!("not-a-win")));
    assert_eq!(refused.json()["option"], "pair_258");
    let [clause, near] = ["clauses", "near"].map(|key| refused.json()[key][0].clone());
    assert_eq!((&clause["id"], &near["clause"]), (&json!("CS-B.5"), &json!("CS-B.5")));
    assert!(near["lacks"]["en"].as_str().is_some_and(|lacks| lacks.contains("3p")), "{near}");
    let refused = call!(&service, ask(json!({ "colour": "red" }))).await;
    assert_eq!(refused.json()["code"], "score-unreadable");
}

/// Every format shows the stored report without a new audit. The stored report contains a sentence that no audit would
/// produce for this log.
async fn stored_report_is_shown_unchanged(engine: Engine) {
    let (service, behind) = service!(engine;);
    let id = call!(&service, post("/v1/logs", include_str!("../../../fixtures/demo/wrong-payer.json"))).await.id();
    let address = format!("/v1/reports/{id}");
    let first = call!(&service, get(&address)).await.json();
    let mut later = first.clone();
    later["rules"]["revision"] = json!(9999);
    later["findings"][0]["message"]["en"] = json!("as nobody would find it");
    let beside = caipan::store::Store::open(
        &behind.base.database(),
        1,
        std::time::Duration::from_secs(5),
        caipan::app::report_tags,
    )
    .expect("the store");
    let report = caipan::store::ReportToStore {
        log: id.clone(),
        revision: 9999,
        verdict: "faulty".to_owned(),
        counts: [1, 0, 0, 0],
        created_at: 1,
        size: later.to_string().len().try_into().expect("a small report"),
        body: zstd::encode_all(later.to_string().as_bytes(), 1).expect("packed"),
        digest: caipan::hash::sha256(later.to_string().as_bytes()),
        tags: caipan::store::SearchTags::default(),
    };
    let home = caipan::store::Who::keyless(caipan::store::Tenant::HOME);
    beside.put_report(home, report).await.expect("kept");
    assert_eq!(call!(&service, get(&address)).await.json(), later, "by the newer revision");
    for accept in ["text/plain", "text/html", "application/sarif+json", "application/xml"] {
        let shown = call!(&service, get(&address).insert_header((header::ACCEPT, accept))).await;
        assert!(String::from_utf8_lossy(&shown.body).contains("as nobody would find it"), "{accept}");
    }
    let again = call!(&service, http::TestRequest::post().uri(&address)).await;
    assert_eq!((again.status, again.json()), (200, later), "an older program takes nothing back");
    assert_eq!(call!(&service, get(&format!("/v1/logs/{id}"))).await.json()["revision"], "changsha@9999");
}

/// A stored report has the same content as a new audit in every format.
async fn stored_report_equals_audit(engine: Engine) {
    let (service, _folder) = service!(engine;);
    for sample in std::fs::read_dir("fixtures/demo").expect("the samples") {
        let log = std::fs::read_to_string(sample.expect("a sample").path()).expect("a log");
        let id = call!(&service, post("/v1/logs", log.clone())).await.id();
        for accept in ["application/json", "text/plain", "application/xml"] {
            let form = |request: http::TestRequest| request.insert_header((header::ACCEPT, accept));
            let stored = call!(&service, form(get(&format!("/v1/reports/{id}")))).await;
            let audited = call!(&service, form(post("/v1/audits", log.clone()))).await;
            let same = stored.body == audited.body || accept == "application/xml";
            assert!(same && stored.status == 200, "{accept}: {}", String::from_utf8_lossy(&stored.body));
        }
    }
}

const FAULTY: &str = include_str!("../../../fixtures/demo/wrong-payer.json");

/// Requests a report in every way and asserts that it is refused as damaged.
macro_rules! refused_as_damaged {
    ($service:expr, $id:expr) => {
        for (path, accept) in [("", "application/json"), ("", "text/plain"), ("", "text/html"), ("/rulings", "*/*")] {
            let request = get(&format!("/v1/reports/{}{path}", $id)).insert_header((header::ACCEPT, accept));
            let answer = call!($service, request).await;
            let said = String::from_utf8_lossy(&answer.body).into_owned();
            let refused = answer.status == 503 && said.contains("damaged") && !said.contains("\"summary\"");
            assert!(refused || path == "/rulings" && answer.status == 200, "{path} {accept}: {} {said}", answer.status);
        }
    };
}

/// Two stored reports are swapped, each intact by itself.
async fn report_other_than_recorded_is_not_served(engine: Engine) {
    let (service, behind) = service!(engine;);
    let _worker = works(&behind);
    let clean = call!(&service, post("/v1/logs", LOG)).await.json();
    let faulty = call!(&service, post("/v1/logs", FAULTY)).await.json();
    assert_eq!([&clean["verdict"], &faulty["verdict"]], ["clean", "faulty"]);
    behind.base.tamper(
        "CREATE TABLE old AS SELECT log, body FROM reports;
         UPDATE reports SET body = (SELECT body FROM old WHERE old.log <> reports.log); DROP TABLE old;",
    );
    for log in [&clean, &faulty] {
        refused_as_damaged!(&service, log["id"].as_str().expect("an id"));
    }
    let job = done!(&service, json!({ "kind": "export" }));
    assert_eq!((&job["state"], &job["parts"]), (&json!("failed"), &json!([])), "{job}");
    let job = done!(&service, json!({ "kind": "reaudit", "dry": true, "rules": "changsha-b" }));
    assert_eq!((&job["outcome"]["unusable"], &job["outcome"]["missing"]), (&json!(2), &json!(0)), "{job}");
    // Damaged logs can be erased, with all their search tags.
    let job = done!(&service, json!({ "kind": "purge", "logs": [clean["id"], faulty["id"]] }));
    assert_eq!((&job["state"], &job["outcome"]["erased"]), (&json!("done"), &json!(2)), "{job}");
    // The index takes this row only if no tag is left.
    behind.base.tamper("CREATE UNIQUE INDEX none_is_left ON tags (tenant)");
    behind.base.tamper("INSERT INTO tags SELECT 1, 1, id, 1 FROM erased LIMIT 1");
}

/// The row of a log tells another verdict or count than its report.
async fn report_other_than_listed_is_not_served(engine: Engine) {
    let (service, behind) = service!(engine;);
    let faulty = call!(&service, post("/v1/logs", FAULTY)).await.id();
    assert_eq!(call!(&service, get(&format!("/v1/reports/{faulty}"))).await.status, 200);
    behind.base.tamper("UPDATE logs SET faults = faults + 1");
    refused_as_damaged!(&service, &faulty);
    // Both rows agree, but not with the report.
    behind.base.tamper("UPDATE reports SET faults = faults + 1");
    refused_as_damaged!(&service, &faulty);
    behind.base.tamper("UPDATE reports SET faults = faults - 1; UPDATE logs SET faults = faults - 1");
    assert_eq!(call!(&service, get(&format!("/v1/reports/{faulty}"))).await.status, 200);
    behind.base.tamper("UPDATE reports SET verdict = 'clean'; UPDATE classes SET verdict = 'clean'");
    refused_as_damaged!(&service, &faulty);
}

/// The parameter does what the field of the log does, and is refused for the same logs at the same place.
#[actix_web::test]
async fn request_says_that_the_hand_goes_on() {
    const ASKED: &str = "/v1/audits?in_progress=true";
    let (service, _folder) = service!();
    let cut = |log: &mut Value| {
        let hand = log["hands"][0].as_object_mut().expect("a hand");
        hand.remove("result");
        hand["events"].as_array_mut().expect("events").truncate(6);
    };
    let open = changed(cut);
    let field = changed(|log| {
        cut(log);
        log["in_progress"] = json!(true);
    });
    let (mut asked, mut said) = (
        call!(&service, post(ASKED, open.clone())).await.json(),
        call!(&service, post("/v1/audits", field)).await.json(),
    );
    assert_eq!(asked["progress"]["over"], false, "{asked}");
    for report in [&mut asked, &mut said] {
        report["log"].as_object_mut().expect("a log").remove("digest");
    }
    assert_eq!(asked, said);
    for path in ["/v1/audits", "/v1/audits?in_progress=false"] {
        assert!(call!(&service, post(path, open.clone())).await.json().get("progress").is_none());
    }
    let page = call!(&service, post(ASKED, open).insert_header((header::ACCEPT, "text/html"))).await;
    assert_eq!(page.status, 200);

    let place = |problem: &Value| ["code", "reason", "detail", "pointer", "line"].map(|key| problem[key].clone());
    let refused = call!(&service, post(ASKED, LOG)).await;
    let told = LOG.replacen("\"id\":", "\"in_progress\": true, \"id\":", 1);
    let by_reader = call!(&service, post("/v1/audits", told)).await.json();
    assert_eq!((refused.status, place(&refused.json())), (422, place(&by_reader)));
    assert_eq!((&by_reader["reason"], &by_reader["pointer"]), (&json!("misplaced-key"), &json!("/hands/0/result")));
    // The places of other formats are those of their own bytes.
    let notation = include_str!("../../../docs/examples/changsha-a.paipu");
    let text = |path: &str| http::TestRequest::post().uri(path).insert_header((header::CONTENT_TYPE, "text/plain"));
    let refused = call!(&service, text(ASKED).set_payload(notation)).await.json();
    assert_eq!((&refused["reason"], &refused["line"]), (&json!("misplaced-key"), &json!(notation.lines().count() + 1)));
    let ticks = include_str!("../../../fixtures/adapters/ticks.json");
    let json = http::TestRequest::post().uri(ASKED).insert_header((header::CONTENT_TYPE, "application/json"));
    let refused = call!(&service, json.set_payload(ticks)).await.json();
    let pointer = refused["pointer"].as_str().expect("a place");
    let document: Value = serde_json::from_str(ticks).expect("JSON");
    assert!(document.pointer(pointer).is_some() && refused["line"].is_null(), "{refused}");
}
