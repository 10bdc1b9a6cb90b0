//! Tests of rulings: append-only, limited to referees, and without effect on the stored report.

use super::keys::{key, with};
use super::{LOG, call, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::header;
use actix_web::test::TestRequest;
use caipan::app::Scope;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const FAULTY: &str = include_str!("../../../fixtures/demo/wrong-payer.json");

on_both!(
    rulings_are_append_only,
    rejects_invalid_rulings,
    ruling_requires_referee_scope,
    concurrent_rulings_are_all_recorded,
    form_works_without_scripts,
    ruling_text_is_escaped
);

fn rule(path: &str, ruling: &Value) -> TestRequest {
    post(path, ruling.to_string()).insert_header((header::CONTENT_TYPE, "application/json"))
}

/// Covers a correction, a penalty and a reversal: settlements, digests, the feed and the trail.
async fn rulings_are_append_only(engine: Engine) {
    let (service, _behind) = service!(engine;);
    let id = call!(&service, post("/v1/logs", FAULTY)).await.id();
    let report = format!("/v1/reports/{id}");
    let before = call!(&service, get(&report)).await;
    let path = format!("{report}/rulings");
    assert_eq!(call!(&service, get(&path)).await.json(), json!({ "rulings": [], "settlements": [], "lines": [] }));
    let transfers = before.json()["transfers"].clone();
    let correct = json!({ "kind": "correct", "finding": 1, "note": "放炮的是 u3。", "referee": "二号桌", "transfers": transfers });
    let first = call!(&service, rule(&path, &correct).insert_header(("Idempotency-Key", "r-1"))).await;
    assert_eq!((first.status, &first.json()["entry"]["number"]), (201, &json!(1)));
    let again = call!(&service, rule(&path, &correct).insert_header(("Idempotency-Key", "r-1"))).await;
    assert_eq!((again.status, again.header("idempotency-replayed")), (200, "true"));
    assert_eq!(again.json(), first.json());
    let other = json!({ "kind": "note", "note": "x" });
    let clash = call!(&service, rule(&path, &other).insert_header(("Idempotency-Key", "r-1"))).await;
    assert_eq!((clash.status, clash.json()["code"].as_str()), (409, Some("ruling-conflict")));

    let listed = call!(&service, get(&path)).await.json();
    let hand = &listed["settlements"][0];
    assert_eq!(hand["ruled"], hand["due"], "what the report says is owed leads to what is due");
    assert_ne!(hand["ruled"], hand["recorded"]);
    assert_eq!(listed["settlements"].as_array().map(Vec::len), Some(2), "the hand and the match");

    // A penalty is added and the correction reversed. Only rulings in force count.
    let penalty =
        json!({ "kind": "penalty", "hand": 0, "note": "拖延", "transfers": [{ "from": 0, "to": 1, "points": 2 }] });
    assert_eq!(call!(&service, rule(&path, &penalty)).await.status, 201);
    let reversal = json!({ "kind": "uphold", "note": "看错了。", "reverses": 1 });
    let third = call!(&service, rule(&path, &reversal)).await;
    assert_eq!((third.status, &third.json()["entry"]["reverses"]), (201, &json!(1)));
    let twice = call!(&service, rule(&path, &reversal)).await;
    assert_eq!((twice.status, twice.json()["pointer"].as_str()), (409, Some("/reverses")));
    let listed = call!(&service, get(&path)).await.json();
    let all = listed["rulings"].as_array().expect("rulings");
    assert_eq!(
        all.iter().map(|one| one["reversed_by"].clone()).collect::<Vec<_>>(),
        [json!(3), Value::Null, Value::Null]
    );
    let moved =
        |points: &Value| -> Vec<i64> { points.as_array().expect("points").iter().filter_map(Value::as_i64).collect() };
    let hand = &listed["settlements"][0];
    let (recorded, ruled_now) = (moved(&hand["recorded"]), moved(&hand["ruled"]));
    assert_eq!(ruled_now, [recorded[0] - 2, recorded[1] + 2, recorded[2], recorded[3]]);
    let ledger = json!([{ "ruling": 2, "kind": "penalty", "from": 0, "points": 2, "to": 1 }]);
    assert_eq!(hand["ledger"], ledger, "one line, of the ruling that stands");

    // The points of the ruling in force as lines of a log, which a log can carry.
    let line = json!([{ "after": 1, "from": 0, "to": 1, "points": 2, "for": "penalty", "why": "拖延" }]);
    assert_eq!(listed["lines"], line);
    let mut log: Value = serde_json::from_str(FAULTY).expect("JSON");
    log["id"] = json!("with-the-ruling");
    log["match"]["house"] = listed["lines"].clone();
    let carried = call!(&service, post("/v1/audits", log.to_string())).await;
    let between = &carried.json()["between"][0];
    assert_eq!(
        (carried.status, &between["points"], between["kind"].as_str()),
        (200, &json!(2), Some("penalty")),
        "{between}"
    );

    // Each digest covers the entry with sorted keys, and each entry contains the previous digest.
    let mut last = Value::Null;
    for one in all {
        let sorted: std::collections::BTreeMap<String, Value> =
            serde_json::from_value(one["entry"].clone()).expect("an entry");
        let bytes = serde_json::to_vec(&sorted).expect("JSON");
        assert_eq!(one["digest"], format!("sha256:{:x}", HexOf(&Sha256::digest(&bytes))));
        assert_eq!(one["entry"].get("before").cloned().unwrap_or_default(), last);
        last = one["digest"].clone();
    }

    // The report is unchanged byte for byte. The feed and the trail list the rulings.
    assert_eq!(call!(&service, get(&report)).await.body, before.body);
    let feed = call!(&service, get("/v1/feed")).await.json();
    assert_eq!(
        (feed["verdicts"].as_array().map(Vec::len), feed["rulings"].as_array().map(Vec::len)),
        (Some(1), Some(3))
    );
    assert_eq!(feed["next"], feed["rulings"][2]["cursor"]);
    let from_first = format!("/v1/feed?limit=1&after={}", feed["rulings"][0]["cursor"].as_str().expect("a cursor"));
    let part = call!(&service, get(&from_first)).await.json();
    assert_eq!((&part["rulings"][0]["number"], part["verdicts"].as_array().map(Vec::len)), (&json!(2), Some(0)));
    let trail = call!(&service, get("/v1/trail")).await.json();
    assert_eq!((&trail["trail"][0]["deed"], &trail["trail"][0]["log"]), (&json!("ruling"), &json!(id)));
}

/// Formats bytes as hex digits.
struct HexOf<'a>(&'a [u8]);

impl std::fmt::LowerHex for HexOf<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

async fn rejects_invalid_rulings(engine: Engine) {
    let (service, _behind) = service!(engine;);
    let id = call!(&service, post("/v1/logs", FAULTY)).await.id();
    let path = format!("/v1/reports/{id}/rulings");
    let one = |from: Value, to: Value, points: Value| json!([{ "from": from, "to": to, "points": points }]);
    for (ruling, status, pointer) in [
        (json!({ "kind": "correct", "note": "x" }), 422, "/transfers"),
        (json!({ "kind": "note", "note": "x", "transfers": one(json!(0), json!(1), json!(1)) }), 422, "/transfers"),
        (json!({ "kind": "note" }), 422, "/note"),
        (json!({ "kind": "note", "note": " \u{200b}\u{202e}\n" }), 422, "/note"),
        (json!({ "kind": "uphold", "reverses": 1 }), 422, "/note"),
        (json!({ "kind": "note", "note": "x", "reverses": 1 }), 422, "/reverses"),
        (json!({ "kind": "note", "note": "长".repeat(2001) }), 422, "/note"),
        (json!({ "kind": "note", "note": "x", "referee": "长".repeat(61) }), 422, "/referee"),
        (json!({ "kind": "note", "note": "x", "finding": 99 }), 422, "/finding"),
        (json!({ "kind": "note", "note": "x", "hand": 7 }), 422, "/hand"),
        (json!({ "kind": "note", "note": "x", "finding": 1, "hand": 3 }), 422, "/hand"),
        (
            json!({ "kind": "penalty", "note": "x", "transfers": one(json!(0), json!(0), json!(1)) }),
            422,
            "/transfers/0",
        ),
        (json!({ "kind": "penalty", "note": "x", "transfers": [{ "to": 0, "points": 1 }] }), 422, "/transfers/0"),
        (
            json!({ "kind": "penalty", "note": "x", "transfers": one(json!(0), json!(1), json!(0)) }),
            422,
            "/transfers/0/points",
        ),
        (
            json!({ "kind": "penalty", "note": "x", "transfers": one(json!(0), json!(1), json!(i64::MIN)) }),
            422,
            "/transfers/0/points",
        ),
        // The recorded points of this hand sum to zero, so a transfer needs a payer.
        (json!({ "kind": "correct", "note": "x", "transfers": [{ "to": 0, "points": 5 }] }), 422, "/transfers"),
        (json!({ "kind": "uphold", "seen": 4 }), 409, "/seen"),
        (json!({ "kind": "uphold", "revision": "changsha@1" }), 409, "/revision"),
    ] {
        let answer = call!(&service, rule(&path, &ruling)).await;
        assert_eq!(
            (answer.status, answer.json()["pointer"].as_str()),
            (status, Some(pointer)),
            "{ruling}: {}",
            answer.json()
        );
        assert!(!answer.json()["detail_zh"].as_str().unwrap_or_default().is_empty(), "{ruling}");
    }
    for unreadable in [
        "",
        "[]",
        "{}",
        r#"{"kind":"hang"}"#,
        r#"{"kind":"note","note":"x","more":1}"#,
        r#"{"kind":"note","note":"x","hand":-1}"#,
    ] {
        let answer =
            call!(&service, post(&path, unreadable).insert_header((header::CONTENT_TYPE, "application/json"))).await;
        assert_eq!(answer.status, 400, "{unreadable}");
    }
    let many: Vec<Value> = (0..13).map(|_| json!({ "from": 0, "to": 1, "points": 1 })).collect();
    let answer = call!(&service, rule(&path, &json!({ "kind": "penalty", "note": "x", "transfers": many }))).await;
    assert_eq!(answer.status, 422);
    assert_eq!(call!(&service, get(&path)).await.json()["rulings"], json!([]), "nothing of all that was recorded");
}

async fn ruling_requires_referee_scope(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (_, all) = key(&behind, "a", &Scope::ALL, None).await;
    let (_, reads) = key(&behind, "a", &[Scope::Read, Scope::Ingest, Scope::Admin], None).await;
    let (_, foreign) = key(&behind, "b", &Scope::ALL, None).await;
    let id = call!(&service, with(&all, post("/v1/logs", FAULTY))).await.id();
    let (api, page) = (format!("/v1/reports/{id}/rulings"), format!("/rule/{id}"));
    let note = json!({ "kind": "note", "note": "x" });
    let form = |request: TestRequest| {
        request
            .insert_header((header::CONTENT_TYPE, "application/x-www-form-urlencoded"))
            .set_payload("kind=note&note=x")
    };
    for (secret, status) in [(&reads, 403), (&foreign, 404)] {
        assert_eq!(call!(&service, with(secret, rule(&api, &note))).await.status, status);
        assert_eq!(call!(&service, with(secret, get(&page))).await.status, status);
        assert_eq!(call!(&service, with(secret, form(TestRequest::post().uri(&page)))).await.status, status);
    }
    assert_eq!(call!(&service, rule(&api, &note)).await.status, 401);
    let report =
        call!(&service, with(&reads, get(&format!("/v1/reports/{id}"))).insert_header((header::ACCEPT, "text/html")))
            .await;
    assert!(!String::from_utf8_lossy(&report.body).contains("/rule/"), "who may not rule is not led there");
    let made = call!(&service, with(&all, rule(&api, &note))).await;
    assert_eq!((made.status, &made.json()["entry"]["key"]["name"]), (201, &json!("test")));
    assert_eq!(call!(&service, with(&reads, get(&api))).await.json()["rulings"].as_array().map(Vec::len), Some(1));
    // A form on another site cannot submit a ruling.
    let elsewhere = form(TestRequest::post().uri(&page)).insert_header((header::ORIGIN, "http://evil.example"));
    assert_eq!(call!(&service, with(&all, elsewhere)).await.status, 403);
}

/// Polls all futures concurrently and returns their results in order.
async fn together<T: Unpin>(futures: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut open: Vec<_> = futures.map(Box::pin).collect();
    let mut done: Vec<Option<T>> = open.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, done) in open.iter_mut().zip(&mut done).filter(|(_, done)| done.is_none()) {
            if let std::task::Poll::Ready(value) = future.as_mut().poll(context) {
                *done = Some(value);
            }
        }
        if done.iter().all(Option::is_some) { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    done.into_iter().flatten().collect()
}

/// Concurrent rulings get distinct numbers and form one digest chain. Only one request with a given `seen` succeeds.
async fn concurrent_rulings_are_all_recorded(engine: Engine) {
    let (service, _behind) = service!(engine;);
    let first = call!(&service, post("/v1/logs", FAULTY)).await.id();
    let second = call!(&service, post("/v1/logs", LOG)).await.id();
    let paths = [first, second].map(|id| format!("/v1/reports/{id}/rulings"));
    let requests: Vec<_> =
        (0..24).map(|at| rule(&paths[at % 2], &json!({ "kind": "note", "note": format!("{at}") }))).collect();
    let service = &service;
    let calls = requests.into_iter().map(|request| async move { call!(service, request).await });
    let answers = together(calls).await;
    assert!(answers.iter().all(|answer| answer.status == 201));
    let mut digests = std::collections::BTreeMap::new();
    for path in &paths {
        let listed = call!(&service, get(path)).await.json();
        let numbers: Vec<i64> = listed["rulings"]
            .as_array()
            .expect("rulings")
            .iter()
            .filter_map(|one| one["entry"]["number"].as_i64())
            .collect();
        assert_eq!(numbers, (1..=12).collect::<Vec<i64>>());
        for one in listed["rulings"].as_array().expect("rulings") {
            digests
                .insert(one["entry"]["place"].as_i64(), (one["entry"].get("before").cloned(), one["digest"].clone()));
        }
    }
    let line: Vec<_> = digests.into_values().collect();
    assert_eq!((line.len(), &line[0].0), (24, &None));
    assert!(line.windows(2).all(|pair| pair[1].0.as_ref() == Some(&pair[0].1)));
    let seen = (0..8).map(|_| call!(&service, rule(&paths[0], &json!({ "kind": "note", "note": "x", "seen": 12 }))));
    let answers = together(seen).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 409).count(), 7);
}

async fn form_works_without_scripts(engine: Engine) {
    let (service, _behind) = service!(engine;);
    let id = call!(&service, post("/v1/logs", FAULTY)).await.id();
    let page = format!("/rule/{id}");
    let text = |body: &[u8]| String::from_utf8(body.to_vec()).expect("UTF-8");
    let form = call!(&service, get(&format!("{page}?finding=1&lang=zh"))).await;
    let html = text(&form.body);
    assert!(form.status == 200 && html.contains("value=\"1\" selected") && html.contains("value=\"6\""), "{html}");
    let token = html
        .split("name=\"token\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a token")
        .to_owned();
    let send = |body: String| {
        let request = TestRequest::post().uri(&page);
        let request = request.insert_header((header::CONTENT_TYPE, "application/x-www-form-urlencoded"));
        request.insert_header((header::ACCEPT, "text/html")).set_payload(body)
    };
    let bad = call!(
        &service,
        send(format!("lang=zh&token={token}&seen=0&kind=correct&finding=1&note=%3Cb%3E&from0=2&to0=3&points0=six"))
    )
    .await;
    let html = text(&bad.body);
    assert_eq!(bad.status, 422);
    assert!(html.contains("“six”不是整数") && html.contains("&lt;b&gt;") && html.contains("value=\"six\""), "{html}");
    let good =
        format!("lang=zh&token={token}&seen=0&kind=correct&finding=1&note=%E6%94%BE%E7%82%AE&from0=2&to0=3&points0=6");
    // The ruling is shown before it is recorded, with the points after it, and can be changed.
    let preview = call!(&service, send(good.clone())).await;
    let html = text(&preview.body);
    assert_eq!(preview.status, 200);
    for shown in
        ["现在还没有记", "u3 补给 u4 6 分", "第 1 局，裁定后", "name=\"points0\" value=\"6\"", "name=\"confirm\""]
    {
        assert!(html.contains(shown), "{shown}: {html}");
    }
    let listed = call!(&service, get(&format!("/v1/reports/{id}/rulings"))).await.json();
    assert_eq!(listed["rulings"], json!([]), "a preview records nothing");
    let edited = text(&call!(&service, send(format!("{good}&edit=1"))).await.body);
    assert!(edited.contains("name=\"kind\"") && edited.contains("放炮"), "{edited}");
    let good = format!("{good}&confirm=1");
    let done = call!(&service, send(good.clone())).await;
    assert_eq!((done.status, done.header("location")), (303, format!("/v1/reports/{id}?lang=zh-CN").as_str()));
    let again = call!(&service, send(good)).await;
    assert_eq!(
        (again.status, again.header("location")),
        (303, format!("/v1/reports/{id}?lang=zh-CN").as_str()),
        "sent twice is recorded once"
    );
    let late = call!(&service, send("lang=en&seen=0&kind=note&note=late".to_owned())).await;
    let html = text(&late.body);
    assert!(
        late.status == 409
            && html.contains("Read them before you rule")
            && html.contains("rulings so far: 1")
            && html.contains("name=\"seen\" value=\"1\""),
        "{html}"
    );
    let report =
        call!(&service, get(&format!("/v1/reports/{id}?lang=zh")).insert_header((header::ACCEPT, "text/html"))).await;
    let html = text(&report.body);
    for shown in ["id=\"r1\"", "放炮", "另行更正", "（未登录）"] {
        assert!(html.contains(shown), "{shown}");
    }
    let kept = text(&call!(&service, get(&format!("/v1/reports/{id}/page?lang=zh"))).await.body);
    assert!(kept.contains("id=\"r1\"") && !kept.contains("/rule/"), "kept with the report, without the form");
}

/// Markup and control characters in a referee's text have no effect on pages.
async fn ruling_text_is_escaped(engine: Engine) {
    let (service, _behind) = service!(engine;);
    let id = call!(&service, post("/v1/logs", FAULTY)).await.id();
    let path = format!("/v1/reports/{id}/rulings");
    let note = "<script>alert(1)</script>\r\n\u{202e}第二行\0\u{1b}[31m\u{e000}";
    let made =
        call!(&service, rule(&path, &json!({ "kind": "note", "note": note, "referee": "\"><img src=x>\n\u{2067}x" })))
            .await
            .json();
    assert_eq!(made["entry"]["note"], "<script>alert(1)</script>\n第二行[31m");
    assert_eq!(made["entry"]["referee"], "\"><img src=x> x");
    for request in [
        get(&format!("/v1/reports/{id}")),
        get(&format!("/v1/reports/{id}/page")),
        get(&format!("/rule/{id}?finding=%22%3E%3Cscript")),
    ] {
        let page = call!(&service, request.insert_header((header::ACCEPT, "text/html"))).await;
        let html = String::from_utf8(page.body).expect("UTF-8");
        assert!(page.status == 200 && !html.contains("<script>") && !html.contains("<img"), "{html}");
    }
    let huge = json!({ "kind": "note", "note": "x".repeat(9 << 20) }).to_string();
    let answer = call!(&service, post(&path, huge).insert_header((header::CONTENT_TYPE, "application/json"))).await;
    assert_eq!(answer.status, 413);
}
