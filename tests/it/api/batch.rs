//! Tests of `/v1/logs:batch` and of the verdict feed.

use super::keys::{key, with};
use super::{Behind, LOG, call, changed, game, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::header;
use actix_web::test::TestRequest;
use caipan::app::Scope;
use serde_json::{Value, json};

on_both!(
    batch_is_answered_line_by_line,
    lines_are_stored_in_order,
    feed_lists_each_verdict_once,
    newer_verdict_follows_in_feed,
    batch_lines_count_toward_key_rate
);

fn batch(lines: &[String]) -> TestRequest {
    post("/v1/logs:batch", lines.join("\n")).insert_header((header::CONTENT_TYPE, "application/x-ndjson"))
}

/// Parses the answers, one per line.
fn answers(body: &[u8]) -> Vec<Value> {
    let lines = body.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("JSON")).collect()
}

fn statuses(answers: &[Value]) -> Vec<(u64, u64)> {
    answers
        .iter()
        .map(|one| (one["line"].as_u64().expect("a number"), one["status"].as_u64().expect("a status")))
        .collect()
}

/// Each line is handled independently: a bad line does not stop the batch, and resending it stores nothing twice.
async fn batch_is_answered_line_by_line(engine: Engine) {
    let (service, _behind) = service!(engine; body_limit: 64 << 10);
    let first = call!(&service, post("/v1/logs", game("alone"))).await.id();
    let other = changed(|log| {
        log["id"] = json!("alone");
        log["source"]["version"] = json!("2");
    });
    let correction = changed(|log| {
        log["id"] = json!("alone");
        log["source"]["version"] = json!("3");
        log["corrects"] = json!(first);
    });
    let lines = [
        game("a"),
        String::new(),
        "{".to_owned(),
        game("b"),
        game("a"),
        other,
        correction,
        format!("{}{}", game("c"), " ".repeat(64 << 10)),
        LOG.replace('\n', " ").replace("changsha-a", "chengdu"),
        "\"caipan\"".to_owned(),
        game("d"),
    ];
    let expected =
        [(1, 201), (3, 422), (4, 201), (5, 200), (6, 409), (7, 201), (8, 413), (9, 422), (10, 422), (11, 201)];
    let answer = call!(&service, batch(&lines)).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/x-ndjson"));
    let rows = answers(&answer.body);
    assert_eq!(statuses(&rows), expected, "{rows:#?}");
    assert_eq!((&rows[0]["game"], &rows[0]["verdict"], &rows[0]["faults"]), (&json!("a"), &json!("clean"), &json!(0)));
    assert_eq!(rows[3]["id"], rows[0]["id"]);
    assert_eq!((&rows[1]["problem"]["code"], &rows[1]["problem"]["line"]), (&json!("log-unreadable"), &json!(1)));
    assert_eq!((&rows[4]["problem"]["code"], &rows[4]["problem"]["log"]), (&json!("game-conflict"), &json!(first)));

    let again = answers(&call!(&service, batch(&lines)).await.body);
    let expected = expected.map(|(line, status)| (line, if status == 201 { 200 } else { status }));
    assert_eq!(statuses(&again), expected, "{again:#?}");
    let ids = |rows: &[Value]| rows.iter().map(|one| one["id"].clone()).collect::<Vec<_>>();
    assert_eq!(ids(&again), ids(&rows));
    for answer in rows.iter().filter(|answer| answer["status"] == 201) {
        let id = answer["id"].as_str().expect("an id");
        let raw = call!(&service, get(&format!("/v1/logs/{id}/raw"))).await.body;
        assert_eq!(raw, lines[answer["line"].as_u64().expect("a number") as usize - 1].as_bytes(), "to the byte");
    }
    let none = call!(&service, batch(&[])).await;
    assert_eq!((none.status, none.body.as_slice()), (200, &b""[..]));
    for (name, value, status) in
        [(header::CONTENT_TYPE, "application/json", 415), (header::CONTENT_ENCODING, "gzip", 415)]
    {
        assert_eq!(call!(&service, batch(&lines).insert_header((name, value))).await.status, status);
    }
}

/// Dependent lines are stored in order, even if their audits take different times.
async fn lines_are_stored_in_order(engine: Engine) {
    let (service, _behind) = service!(engine;);
    // In each pair the second line conflicts with the first, although the first takes longer to audit.
    let lines: Vec<String> = (0..200)
        .map(|at| {
            changed(|log| {
                log["id"] = json!((at / 2).to_string());
                log["source"]["version"] = json!(at.to_string());
                if at % 2 == 0 {
                    let hand = log["hands"][0].clone();
                    log["hands"].as_array_mut().expect("hands").extend(vec![hand; 5]);
                }
            })
        })
        .collect();
    let rows = answers(&call!(&service, batch(&lines)).await.body);
    let expected: Vec<(u64, u64)> = (1..=200).map(|line| (line, if line % 2 == 1 { 201 } else { 409 })).collect();
    assert_eq!(statuses(&rows), expected);
}

/// Reads the feed from beginning to end, `$limit` verdicts at a time.
macro_rules! follow {
    ($service:expr, $secret:expr, $limit:expr) => {
        async {
            let mut seen = Vec::new();
            let mut after = String::new();
            loop {
                let address = format!("/v1/feed?limit={}{after}", $limit);
                let part = call!($service, with($secret, get(&address))).await.json();
                let verdicts = part["verdicts"].as_array().expect("verdicts").clone();
                if verdicts.is_empty() {
                    break seen;
                }
                seen.extend(verdicts);
                after = format!("&after={}", part["next"].as_str().expect("a cursor"));
            }
        }
    };
}

async fn reader(behind: &Behind, tenant: &str) -> String {
    key(behind, tenant, &Scope::ALL, None).await.1
}

/// The feed returns each verdict of the tenant once, in commit order, and rejects cursors of other feeds.
async fn feed_lists_each_verdict_once(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (a, b) = (reader(&behind, "a").await, reader(&behind, "b").await);
    assert_eq!(call!(&service, with(&a, get("/v1/feed"))).await.json(), json!({ "verdicts": [] }));
    let lines: Vec<String> = (0..25).map(|at| game(&at.to_string())).collect();
    let rows = answers(&call!(&service, with(&a, batch(&lines))).await.body);
    // Key creation adds an entry that is not a verdict.
    reader(&behind, "a").await;
    call!(&service, with(&a, post("/v1/logs", game("last")))).await;
    let seen = follow!(&service, &a, 7).await;
    let games: Vec<_> = seen.iter().map(|one| one["game"].as_str().expect("a game").to_owned()).collect();
    assert_eq!(games, (0..25).map(|at| at.to_string()).chain(["last".to_owned()]).collect::<Vec<_>>());
    assert_eq!(seen[3]["log"], rows[3]["id"]);
    assert!(seen.iter().all(|one| one["verdict"] == "clean" && one["findings"]["faults"] == 0));
    assert!(follow!(&service, &b, 7).await.is_empty());
    let cursor = seen[20]["cursor"].as_str().expect("a cursor");
    let from = |secret: &str, after: &str| with(secret, get(&format!("/v1/feed?after={after}")));
    assert_eq!(call!(&service, from(&a, cursor)).await.json()["verdicts"].as_array().map(Vec::len), Some(5));
    let (place, at) = cursor.split_once('-').expect("two parts");
    for unknown in
        [format!("{place}-{}", at.parse::<i64>().expect("a number") + 1), format!("999-{at}"), format!("0-{at}")]
    {
        let gone = call!(&service, from(&a, &unknown)).await;
        assert_eq!((gone.status, gone.json()["code"].as_str()), (410, Some("cursor-unknown")), "{unknown}");
    }
    for line in [&cursor, &seen[0]["cursor"].as_str().expect("a cursor")] {
        assert_eq!(call!(&service, from(&b, line)).await.status, 410, "another's cursor");
    }
    for wrong in
        ["after=x", "after=1", "after=-", "after=1-", "limit=0", "limit=201", "wait=61", "wait=-1", "colour=red"]
    {
        let refused = call!(&service, with(&a, get(&format!("/v1/feed?{wrong}")))).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (400, Some("request-invalid")), "{wrong}");
    }
}

/// A re-audit by newer rules appends a verdict to the feed. Repeating the same revision appends none.
async fn newer_verdict_follows_in_feed(engine: Engine) {
    let (service, behind) = service!(engine;);
    let id = call!(&service, post("/v1/logs", LOG)).await.id();
    let beside = caipan::store::Store::open(
        &behind.base.database(),
        1,
        std::time::Duration::from_secs(5),
        caipan::app::report_tags,
    )
    .expect("the store");
    let home = caipan::store::Who::keyless(caipan::store::Tenant::HOME);
    for verdict in ["faulty", "clean"] {
        let report = caipan::store::ReportToStore {
            log: id.clone(),
            revision: 9999,
            verdict: verdict.to_owned(),
            counts: [1, 0, 0, 0],
            created_at: 1,
            size: 2,
            body: zstd::encode_all(&b"{}"[..], 1).expect("packed"),
            digest: caipan::hash::sha256(b"{}"),
            tags: caipan::store::SearchTags::default(),
        };
        beside.put_report(home, report).await.expect("kept");
    }
    let feed = call!(&service, get("/v1/feed")).await.json();
    let verdicts: Vec<_> =
        feed["verdicts"].as_array().expect("verdicts").iter().map(|one| one["verdict"].clone()).collect();
    assert_eq!(verdicts, ["clean", "faulty"], "{feed}");
    assert_eq!(feed["verdicts"][1]["revision"], "changsha@9999");
}

/// Each line of a batch counts as a request and waits for a token instead of being refused.
async fn batch_lines_count_toward_key_rate(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (_, secret) = key(&behind, "a", &[Scope::Ingest], Some(600)).await;
    let lines: Vec<String> = (0..610).map(|at| format!("{{\"{at}\": 0}}")).collect();
    let began = std::time::Instant::now();
    let rows = answers(&call!(&service, with(&secret, batch(&lines))).await.body);
    assert_eq!(rows.len(), 610);
    // The request and its lines take 611 tokens: a burst of 600, then ten per second.
    assert!(began.elapsed() > std::time::Duration::from_millis(900), "{:?}", began.elapsed());
}
