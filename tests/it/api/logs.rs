//! Tests of storing, finding, correcting and refusing logs, in every input format.

use super::{LOG, call, changed, game, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::{Method, header};
use serde_json::{Value, json};

on_both!(
    log_is_stored_once,
    answers_give_the_headline_of_the_report,
    idempotency_key_is_bound_to_one_log,
    corrections_form_a_chain,
    pages_neither_skip_nor_repeat,
    text_notation_is_accepted,
    csmj_log_is_read_by_format_name,
    correction_can_restore_first_version,
    same_bytes_with_other_media_type_conflict,
    part_of_the_bytes_can_be_fetched,
    matching_etag_returns_not_modified
);

async fn log_is_stored_once(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let stored = call!(&service, post("/v1/logs", LOG)).await;
    assert_eq!(stored.status, 201);
    let log = stored.json();
    assert_eq!(stored.header("location"), log["links"]["self"].as_str().expect("a link"));
    assert_eq!(log["game"], "room-889123-2026-01-05");

    assert_eq!(stored.header("idempotency-replayed"), "");
    let again = call!(&service, post("/v1/logs", LOG)).await;
    assert_eq!((again.status, again.json()), (200, log.clone()));
    assert_eq!((again.header("idempotency-replayed"), again.header("location")), ("true", stored.header("location")));

    let found = call!(&service, get(log["links"]["self"].as_str().expect("a link"))).await;
    assert_eq!(found.json(), log);
    let raw = call!(&service, get(log["links"]["raw"].as_str().expect("a link"))).await;
    assert_eq!(raw.body, LOG.as_bytes(), "the bytes as received");
    assert_eq!(raw.header("content-type"), "application/vnd.paipu+json");
}

async fn answers_give_the_headline_of_the_report(engine: Engine) {
    const FAULTY: &str = include_str!("../../../fixtures/demo/wrong-payer.json");
    let (service, _folder) = service!(engine;);
    let stored = call!(&service, post("/v1/logs", FAULTY)).await.json();
    let report = call!(&service, get(stored["links"]["report"].as_str().expect("a link"))).await.json();
    let feed = call!(&service, get("/v1/feed")).await.json();
    assert!(report["headline"]["zh"].is_string() && !report["transfers"].as_array().expect("transfers").is_empty());
    for key in ["headline", "transfers"] {
        assert_eq!(stored[key], report[key], "{key} of the answer");
        assert_eq!(feed["verdicts"][0][key], report[key], "{key} in the feed");
    }
    let mut again: Value = serde_json::from_str(FAULTY).expect("JSON");
    again["id"] = json!("again");
    let batch = post("/v1/logs:batch", again.to_string()).insert_header((header::CONTENT_TYPE, "application/x-ndjson"));
    let line: Value = serde_json::from_slice(&call!(&service, batch).await.body).expect("one line");
    for key in ["headline", "transfers"] {
        assert_eq!(line[key], report[key], "{key} of a line of a batch");
    }
    let said = report["headline"]["zh"].as_str().expect("a sentence");
    for path in [stored["links"]["report"].as_str().expect("a link"), "/desk"] {
        let page = get(&format!("{path}?lang=zh")).insert_header((header::ACCEPT, "text/html"));
        let page = String::from_utf8(call!(&service, page).await.body).expect("UTF-8");
        assert!(page.contains(said), "{path}: {said}");
    }
    let listed = call!(&service, get("/v1/logs")).await.json();
    assert!(listed["logs"][0].get("headline").is_none(), "lists give counts only");
}

async fn idempotency_key_is_bound_to_one_log(engine: Engine) {
    let (service, _folder) = service!(engine;);
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

async fn corrections_form_a_chain(engine: Engine) {
    let (service, _folder) = service!(engine;);
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

async fn pages_neither_skip_nor_repeat(engine: Engine) {
    let (service, _folder) = service!(engine;);
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
        // A log that arrives between two pages does not appear in the rest of the list.
        call!(&service, post("/v1/logs", game(&format!("late-{}", seen.len())))).await;
        let Some(next) = page["next"].as_str() else { break };
        address = format!("/v1/logs?limit=3&after={next}");
    }
    assert_eq!(seen, (0..7).rev().map(|at| format!("game-{at}")).collect::<Vec<_>>());
    assert_eq!(call!(&service, get("/v1/logs?game=game-3")).await.json()["logs"].as_array().map(Vec::len), Some(1));
    assert_eq!(call!(&service, get("/v1/logs?system=beijing")).await.json(), json!({ "logs": [] }));
    // 长沙麻将: logs are filed under ids, and a name finds them.
    let named = call!(&service, get("/v1/logs?system=%E9%95%BF%E6%B2%99%E9%BA%BB%E5%B0%86")).await.json();
    assert_eq!(named, call!(&service, get("/v1/logs?system=changsha-a")).await.json());
    assert_ne!(named, json!({ "logs": [] }));
    for wrong in ["limit=0", "limit=201", "limit=x", "after=x", "colour=red", "verdict=xyz"] {
        let refused = call!(&service, get(&format!("/v1/logs?{wrong}"))).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (400, Some("request-invalid")), "{wrong}");
    }
}

#[actix_web::test]
async fn rejects_invalid_log_with_position() {
    let (service, _folder) = service!();
    let broken = LOG.replacen("\"tile\": \"", "\"tile\": \"0", 1);
    let refused = call!(&service, post("/v1/logs", broken).insert_header(("X-Request-Id", "a-1"))).await;
    insta::assert_json_snapshot!(refused.json(), @r#"
    {
      "type": "urn:caipan:problem:log-unreadable",
      "title": "The log cannot be read",
      "status": 422,
      "code": "log-unreadable",
      "detail": "\"09m\" is not valid here. Write one tile such as 5m (m 万, p 筒, s 条, 1z-7z 东南西北白发中).",
      "detail_zh": "\"09m\" 不能用在这里；请写一张牌，如 5m（m 万、p 筒、s 条，1z–7z 东南西北白发中）。",
      "detail_en": "\"09m\" is not valid here. Write one tile such as 5m (m 万, p 筒, s 条, 1z-7z 东南西北白发中).",
      "reason": "wrong-value",
      "pointer": "/hands/0/events/0/tile",
      "line": 15,
      "column": 49,
      "request_id": "a-1"
    }
    "#);
    assert_eq!(call!(&service, get("/v1/logs")).await.json(), json!({ "logs": [] }), "nothing is kept of it");

    let rules = call!(&service, post("/v1/audits", LOG.replace("changsha-a", "chengdu"))).await;
    assert_eq!((rules.status, rules.json()["code"].as_str()), (422, Some("rules-invalid")));
    assert_eq!(rules.json()["pointer"], "/rules/system");
    let option = call!(&service, post("/v1/audits", LOG.replace("dealer_bonus_big", "no_such_option"))).await;
    assert_eq!(option.json()["pointer"], "/rules/options/no_such_option");
}

async fn text_notation_is_accepted(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let notation = include_str!("../../../docs/examples/changsha-a.paipu");
    let text = post("/v1/logs", notation).insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"));
    let stored = call!(&service, text).await;
    assert_eq!(stored.status, 201, "{}", stored.json());
    let raw = call!(&service, get(stored.json()["links"]["raw"].as_str().expect("a link"))).await;
    assert_eq!((raw.body.as_slice(), raw.header("content-type")), (notation.as_bytes(), "text/plain; charset=utf-8"));
    let as_json = call!(&service, post("/v1/audits", LOG)).await.json();
    let as_text = call!(&service, get(stored.json()["links"]["report"].as_str().expect("a link"))).await.json();
    assert_eq!(as_json["findings"], as_text["findings"], "the same game has the same findings");
}

async fn csmj_log_is_read_by_format_name(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let log = include_str!("../../../fixtures/import/csmj/two-hands.log");
    let sent = || post("/v1/logs?from=csmj", log).insert_header((header::CONTENT_TYPE, "text/plain"));
    let stored = call!(&service, sent()).await;
    assert_eq!(stored.status, 201, "{}", stored.json());
    assert_eq!((stored.json()["from"].as_str(), stored.json()["hands"].as_i64()), (Some("csmj"), Some(2)));
    let step = call!(&service, get(&format!("/v1/reports/{}/hands/1/steps/0", stored.id()))).await;
    assert_eq!(step.status, 200, "the stored bytes are read as they were sent");
    assert_eq!(call!(&service, sent()).await.status, 200);
}

/// The bundled samples can all be stored in one service.
#[actix_web::test]
async fn bundled_samples_do_not_conflict() {
    fn below(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                below(&entry, found);
            } else if entry.extension().is_some_and(|ending| ending == "json") {
                found.push(entry);
            }
        }
    }
    let (service, _folder) = service!();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut samples = Vec::new();
    ["docs/examples", "fixtures/demo", "fixtures/samples"]
        .iter()
        .for_each(|folder| below(&root.join(folder), &mut samples));
    assert!(samples.len() > 30, "{samples:?}");
    for sample in samples {
        let log = std::fs::read_to_string(&sample).expect("a sample");
        let stored = call!(&service, post("/v1/logs", log)).await;
        assert_eq!(stored.status, 201, "{}: {}", sample.display(), stored.json());
    }
}

/// A correction may restore earlier bytes of the game and is stored as a new log.
async fn correction_can_restore_first_version(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let (a, b) = (
        game("a"),
        changed(|log| {
            log["id"] = json!("a");
            log["source"]["version"] = json!("wrong");
        }),
    );
    let correcting = |body: &str, log: &str| post(&format!("/v1/logs?corrects={log}"), body);
    let first = call!(&service, post("/v1/logs", a.clone())).await;
    let second = call!(&service, correcting(&b, &first.id())).await;
    assert_eq!((first.status, second.status), (201, 201));
    let back = call!(&service, correcting(&a, &second.id())).await;
    assert_eq!(
        (back.status, &back.json()["corrects"]),
        (201, &json!(second.id())),
        "the content of the first, in the third place"
    );
    assert_eq!(back.json()["digest"], first.json()["digest"]);
    let line = [first.id(), second.id(), back.id()];
    assert!(line[0] != line[2] && line[1] != line[2], "{line:?}");
    for (sent, log) in [(post("/v1/logs", a.clone()), 0), (correcting(&b, &line[0]), 1), (correcting(&a, &line[1]), 2)]
    {
        let again = call!(&service, sent).await;
        assert_eq!((again.status, again.header("idempotency-replayed"), again.id()), (200, "true", line[log].clone()));
    }
    for id in &line {
        let raw = call!(&service, get(&format!("/v1/logs/{id}/raw"))).await;
        assert_eq!(raw.body, if *id == line[1] { b.as_bytes() } else { a.as_bytes() });
    }
}

async fn same_bytes_with_other_media_type_conflict(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let log = include_str!("../../../fixtures/import/csmj/two-hands.log");
    let sent = |kind: &'static str| post("/v1/logs?from=csmj", log).insert_header((header::CONTENT_TYPE, kind));
    let stored = call!(&service, sent("text/plain")).await;
    let other = call!(&service, sent("application/octet-stream")).await;
    assert_eq!((other.status, other.json()["code"].as_str()), (409, Some("content-conflict")));
    assert_eq!(other.json()["log"], json!(stored.id()));
}

async fn matching_etag_returns_not_modified(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let id = call!(&service, post("/v1/logs", LOG)).await.id();
    for path in [format!("/v1/logs/{id}/raw"), format!("/v1/reports/{id}")] {
        for accept in ["application/json, */*;q=0.5", "text/html", "text/plain"] {
            let request = || get(&path).insert_header((header::ACCEPT, accept));
            let full = call!(&service, request()).await;
            let tag = full.header("etag").to_owned();
            assert!(full.status == 200 && tag.starts_with("W/") != path.ends_with("/raw"), "{path} {accept}: {tag}");
            let unchanged = call!(&service, request().insert_header((header::IF_NONE_MATCH, tag.as_str()))).await;
            assert_eq!((unchanged.status, unchanged.body.len(), unchanged.header("etag")), (304, 0, &*tag), "{path}");
            let other = call!(&service, request().insert_header((header::IF_NONE_MATCH, "\"other\""))).await;
            assert_eq!((other.status, other.body == full.body), (200, true), "{path}");
        }
    }
}

/// The tag of the bytes is strong and names them for a later range; a compressed answer has a weak one.
async fn part_of_the_bytes_can_be_fetched(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let path = format!("/v1/logs/{}/raw", call!(&service, post("/v1/logs", LOG)).await.id());
    let full = call!(&service, get(&path)).await;
    let (tag, length) = (full.header("etag").to_owned(), LOG.len());
    assert_eq!((full.header("accept-ranges"), tag.starts_with('"')), ("bytes", true), "{tag}");
    let packed = call!(&service, get(&path).insert_header((header::ACCEPT_ENCODING, "gzip"))).await;
    assert_eq!((packed.header("content-encoding"), packed.header("etag")), ("gzip", &*format!("W/{tag}")));
    assert_eq!(packed.body, LOG.as_bytes());
    let last = length - 1;
    for (range, first, end) in
        [("bytes=0-9", 0, 9), ("bytes=10-", 10, last), ("bytes=-5", length - 5, last), ("bytes=7-999999", 7, last)]
    {
        for encoding in ["identity", "gzip"] {
            let request = get(&path).insert_header((header::RANGE, range)).insert_header((header::IF_RANGE, &*tag));
            let part = call!(&service, request.insert_header((header::ACCEPT_ENCODING, encoding))).await;
            assert_eq!((part.status, &part.body[..]), (206, &LOG.as_bytes()[first..=end]), "{range} {encoding}");
            assert_eq!(part.header("content-range"), format!("bytes {first}-{end}/{length}"), "{range}");
            assert_eq!(part.header("etag"), tag, "{range} {encoding}");
        }
    }
    for (range, condition) in [
        ("bytes=0-9", "\"other\""),
        ("bytes=0-9", &*format!("W/{tag}")),
        ("bytes=0-9", "no tag"),
        ("bytes=0-1,4-5", &*tag),
        ("lines=0-1", &*tag),
        ("bytes=9-1", &*tag),
    ] {
        let request = get(&path).insert_header((header::RANGE, range)).insert_header((header::IF_RANGE, condition));
        let whole = call!(&service, request).await;
        assert!(whole.status == 200 && whole.body == LOG.as_bytes(), "{range} {condition}: {}", whole.status);
    }
    let outside = call!(&service, get(&path).insert_header((header::RANGE, "bytes=9999999-"))).await;
    assert_eq!((outside.status, outside.json()["code"].as_str()), (416, Some("range-unsatisfiable")));
    assert_eq!(outside.header("content-range"), format!("bytes */{length}"));
    let head = get(&path).method(Method::HEAD).insert_header((header::HOST, "localhost"));
    let head = head.insert_header((header::RANGE, "bytes=0-9")).to_request();
    assert_eq!(actix_web::test::call_service(&service, head).await.status().as_u16(), 200);
}
