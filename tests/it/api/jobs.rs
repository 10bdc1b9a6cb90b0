//! Tests of jobs over HTTP: re-audits, exports, scopes, validation and idempotency.

use super::erasure::{NAME, played_by};
use super::keys::{key, with};
use super::{Behind, call, game, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::{Method, header};
use actix_web::test::TestRequest;
use caipan::app::{Scope, Worker, player_digest};
use caipan::hash::{hex, sha256};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

on_both!(
    dry_reaudit_reports_changes_and_stores_nothing,
    reaudit_updates_outdated_reports,
    export_is_complete_and_follows_erasure,
    each_job_kind_requires_its_scope,
    rejects_invalid_jobs,
    idempotency_key_creates_one_job,
    rejects_parquet_export_without_target,
);

pub(super) fn wanted(body: &Value) -> TestRequest {
    post("/v1/jobs", body.to_string()).insert_header((header::CONTENT_TYPE, "application/json"))
}

/// Creates a job and waits until it ends.
macro_rules! done {
    ($service:expr, $body:expr) => {{
        let made = call!($service, wanted(&$body)).await;
        assert_eq!((made.status, &made.json()["state"]), (201, &json!("waiting")), "{}", made.json());
        let path = made.header("location").to_owned();
        ended!($service, path)
    }};
}

macro_rules! ended {
    ($service:expr, $path:expr) => {{
        let began = Instant::now();
        loop {
            let job = call!($service, get(&$path)).await.json();
            if job["ended_at"].is_string() {
                break job;
            }
            assert!(began.elapsed() < Duration::from_mins(2), "it does not end: {job}");
            actix_web::rt::time::sleep(Duration::from_millis(10)).await;
        }
    }};
}

pub(super) fn works(behind: &Behind) -> Worker {
    Worker::start(behind.app.clone().into_inner()).expect("a thread")
}

/// Parses the lines of a part.
fn lines(part: &[u8]) -> Vec<Value> {
    let text = zstd::decode_all(part).expect("a frame");
    let text = String::from_utf8(text).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

pub(super) use {done, ended};

async fn dry_reaudit_reports_changes_and_stores_nothing(engine: Engine) {
    let (service, behind) = service!(engine;);
    let _worker = works(&behind);
    let mut ids = Vec::new();
    for at in 0..5 {
        ids.push(call!(&service, post("/v1/logs", game(&at.to_string()))).await.id());
    }
    call!(&service, post("/v1/logs", include_str!("../../../fixtures/demo/guiyang-chickens.json"))).await;
    let before = call!(&service, get("/v1/logs")).await.json();
    let size = call!(&service, get("/v1/evidence").insert_header((header::ACCEPT, "text/plain"))).await.body;
    let body = json!({ "kind": "reaudit", "dry": true, "filter": { "system": "changsha-a" }, "rules": "changsha-b" });
    let job = done!(&service, body);
    assert_eq!((&job["state"], &job["done"], &job["percent"]), (&json!("done"), &json!(5), &json!(100)), "{job}");
    assert_eq!(&job["outcome"]["changed"], 5, "another rule book pays other amounts: {job}");
    assert!(job["outcome"]["codes"].as_object().is_some_and(|codes| !codes.is_empty()), "{job}");
    let verdicts: i64 =
        job["outcome"]["verdicts"].as_object().expect("counts").values().filter_map(Value::as_i64).sum();
    assert_eq!(verdicts, 5, "{job}");
    let part = call!(&service, get(job["parts"][0]["link"].as_str().expect("a link"))).await;
    let changes = lines(&part.body);
    let mut of: Vec<&str> = changes.iter().map(|line| line["id"].as_str().expect("an id")).collect();
    of.sort_unstable();
    ids.sort();
    assert_eq!(of, ids);
    assert!(changes.iter().all(|line| line["added"].as_array().is_some_and(|added| !added.is_empty())), "{changes:?}");
    // The current rules change nothing. An option of one system makes logs of other systems unusable.
    let same = done!(&service, json!({ "kind": "reaudit", "dry": true }));
    assert_eq!((&same["outcome"]["same"], &same["outcome"]["changed"]), (&json!(6), &json!(0)), "{same}");
    let odd = done!(&service, json!({ "kind": "reaudit", "dry": true, "options": { "fan_table": "table" } }));
    assert_eq!(odd["outcome"]["unusable"], 5, "{odd}");
    let part = call!(&service, get(odd["parts"][0]["link"].as_str().expect("a link"))).await;
    assert!(lines(&part.body).iter().any(|line| line["problem_zh"].is_string()));
    assert_eq!(call!(&service, get("/v1/logs")).await.json(), before, "nothing was touched");
    let after = call!(&service, get("/v1/evidence").insert_header((header::ACCEPT, "text/plain"))).await.body;
    assert_eq!(after, size);
}

async fn reaudit_updates_outdated_reports(engine: Engine) {
    let (service, behind) = service!(engine;);
    let mut ids = Vec::new();
    for at in 0..120 {
        ids.push(call!(&service, post("/v1/logs", game(&at.to_string()))).await.id());
    }
    let report = call!(&service, get(&format!("/v1/reports/{}", ids[0]))).await.body;
    let mut reports = Vec::new();
    for id in &ids {
        reports.push(call!(&service, get(&format!("/v1/reports/{id}"))).await.json());
    }
    // Simulates reports of an older version: an older revision and another verdict.
    behind.base.tamper(
        "INSERT INTO classes (tenant, platform, system, rules, media_type, import_name, verdict) \
         SELECT tenant, platform, system, rules, media_type, import_name, 'faulty' FROM classes; \
         UPDATE reports SET revision = 1, verdict = 'faulty', faults = 1; UPDATE entries SET revision = 1; \
         UPDATE logs SET revision = 1, faults = 1, class = (SELECT max(seq) FROM classes);",
    );
    for (id, mut older) in ids.iter().zip(reports) {
        let log = format!("(SELECT place FROM logs WHERE id = {})", behind.base.bytes(id));
        older["verdict"] = json!("faulty");
        older["summary"]["faults"] = json!(1);
        let older = older.to_string();
        let body = hex(&zstd::encode_all(older.as_bytes(), 1).expect("packed"));
        let (body, digest) =
            (behind.base.bytes(&body), behind.base.bytes(&sha256(older.as_bytes())["sha256:".len()..]));
        let size = older.len();
        behind.base.tamper(&format!(
            "UPDATE logs SET report_size = {size} WHERE place = {log}; \
             UPDATE reports SET body = {body} WHERE log = {log}; UPDATE entries SET digest = {digest} WHERE log = {log};"
        ));
    }
    behind.base.reseal();
    let _worker = works(&behind);
    // More reports than one step stores, and ids between them that no log has.
    let known_and_missing =
        |(at, known): (usize, &[String])| known.iter().cloned().chain([format!("nothing-{at}")]).collect::<Vec<_>>();
    let listed: Vec<String> = ids.chunks(3).enumerate().flat_map(known_and_missing).collect();
    let job = done!(&service, json!({ "kind": "reaudit", "logs": listed }));
    assert_eq!(
        (&job["state"], &job["done"], &job["outcome"]["verdicts"]["faulty clean"], &job["outcome"]["missing"]),
        (&json!("done"), &json!(160), &json!(120), &json!(40)),
        "{job}"
    );
    let list = call!(&service, get("/v1/logs?limit=200&verdict=clean")).await.json();
    assert_eq!(list["logs"].as_array().map(Vec::len), Some(120), "every log shows the newer report");
    assert_eq!(call!(&service, get(&format!("/v1/reports/{}", ids[0]))).await.body, report);
    let trail = call!(&service, get("/v1/trail?limit=200")).await.json();
    let given =
        trail["trail"].as_array().expect("a trail").iter().filter(|row| row["log"] == ids[119].as_str()).count();
    assert_eq!(given, 2, "one report then and one now");
    let again = done!(&service, json!({ "kind": "reaudit" }));
    assert_eq!((&again["outcome"]["same"], &again["outcome"]["changed"]), (&json!(120), &json!(0)));
    let more = call!(&service, get("/v1/trail?limit=200")).await.json();
    assert_eq!(more, trail, "what is up to date is left alone");
}

async fn export_is_complete_and_follows_erasure(engine: Engine) {
    let (service, behind) = service!(engine;);
    let _worker = works(&behind);
    let mut sent = std::collections::BTreeMap::new();
    for at in 0..30 {
        let log = game(&at.to_string());
        sent.insert(call!(&service, post("/v1/logs", log.clone())).await.id(), log);
    }
    let first = sent.keys().next().expect("a log").clone();
    let note = json!({ "kind": "note", "note": "记下" }).to_string();
    let note =
        post(&format!("/v1/reports/{first}/rulings"), note).insert_header((header::CONTENT_TYPE, "application/json"));
    assert_eq!(call!(&service, note).await.status, 201);
    let job = done!(&service, json!({ "kind": "export", "filter": { "system": "changsha-a" } }));
    assert_eq!(job["outcome"]["exported"], 30, "{job}");
    let mut exported = Vec::new();
    for part in job["parts"].as_array().expect("parts") {
        let answer = call!(&service, get(part["link"].as_str().expect("a link"))).await;
        assert_eq!(part["digest"], sha256(&answer.body));
        exported.extend(answer.body);
    }
    let exported = lines(&exported);
    assert_eq!(exported.len(), 30);
    for line in &exported {
        let id = line["id"].as_str().expect("an id");
        assert_eq!(line["raw"].as_str(), sent.remove(id).as_deref(), "{id}");
        let report = call!(&service, get(&format!("/v1/reports/{id}"))).await;
        assert_eq!(line["report"], report.json());
        assert_eq!(line["rulings"].as_array().map(Vec::len), Some(usize::from(id == first)));
    }
    assert!(sent.is_empty(), "{sent:?}");
    let link = job["parts"][0]["link"].as_str().expect("a link");
    // Erasing a log removes its line from the parts.
    let purged = done!(&service, json!({ "kind": "purge", "logs": [first] }));
    assert_eq!(purged["outcome"]["erased"], 1, "{purged}");
    let path = format!("/v1/jobs/{}", job["id"].as_str().expect("an id"));
    let now = call!(&service, get(&path)).await.json();
    assert_eq!((&now["erased_lines"], &now["erased_parts"]), (&json!(1), &json!(0)), "{now}");
    assert_eq!(now["outcome"]["exported"], 30, "what it came to then");
    let mut left = Vec::new();
    for part in now["parts"].as_array().expect("parts") {
        let answer = call!(&service, get(part["link"].as_str().expect("a link"))).await;
        assert_eq!((&part["digest"], &part["bytes"]), (&json!(sha256(&answer.body)), &json!(answer.body.len())));
        assert_eq!(part["lines"], lines(&answer.body).len());
        left.extend(answer.body);
    }
    let others: Vec<Value> = exported.into_iter().filter(|line| line["id"] != first.as_str()).collect();
    assert!(lines(&left) == others, "every line about another log is what it was");
    // Erasing the last log removes the parts.
    let purged = done!(&service, json!({ "kind": "purge", "filter": { "system": "changsha-a" } }));
    assert_eq!(purged["outcome"]["erased"], 29, "{purged}");
    let now = call!(&service, get(&path)).await.json();
    assert_eq!(
        (&now["parts"], &now["erased_lines"], &now["erased_parts"]),
        (&json!([]), &json!(30), &json!(0)),
        "{now}"
    );
    let gone = call!(&service, get(link)).await;
    assert_eq!((gone.status, gone.json()["code"].as_str()), (404, Some("job-not-found")));
    assert_eq!(call!(&service, get(&path).method(Method::DELETE)).await.status, 200);
    assert_eq!(call!(&service, get(&path)).await.status, 404, "removed with what it gave");
}

async fn each_job_kind_requires_its_scope(engine: Engine) {
    let (service, behind) = service!(engine;);
    let mut keys = Vec::new();
    for scope in Scope::ALL {
        keys.push((scope, key(&behind, "a", &[scope], None).await.1));
    }
    let (_, foreign) = key(&behind, "b", &Scope::ALL, None).await;
    for (kind, needs) in [("reaudit", Scope::Referee), ("export", Scope::Read), ("purge", Scope::Admin)] {
        let body = json!({ "kind": kind, "filter": { "until": "2001-01-01" } });
        let (_, may) = keys.iter().find(|(scope, _)| *scope == needs).expect("a key");
        let made = call!(&service, with(may, wanted(&body))).await;
        assert_eq!(made.status, 201, "{}", made.json());
        let path = made.header("location").to_owned();
        for (scope, secret) in &keys {
            let expected = if *scope == needs { 200 } else { 403 };
            let posted = call!(&service, with(secret, wanted(&body))).await.status;
            assert_eq!(posted == 403, *scope != needs, "{kind} with {}", scope.name());
            assert_eq!(
                call!(&service, with(secret, get(&path))).await.status,
                expected,
                "{kind} with {}",
                scope.name()
            );
            let listed = call!(&service, with(secret, get("/v1/jobs"))).await.json();
            let kinds = listed["jobs"].as_array().expect("a list").iter().filter(|job| job["kind"] == kind).count();
            assert_eq!(kinds, if *scope == needs { 2 } else { 0 }, "{kind} with {}", scope.name());
        }
        for path in [path.clone(), format!("{path}/parts/1")] {
            let not_there = call!(&service, with(&foreign, get(&path))).await;
            assert_eq!((not_there.status, not_there.json()["code"].as_str()), (404, Some("job-not-found")), "{path}");
        }
        let cancel = call!(&service, with(&foreign, get(&path).method(Method::DELETE))).await;
        assert_eq!(cancel.status, 404);
        let cancel = call!(&service, with(may, get(&path).method(Method::DELETE))).await;
        assert_eq!((cancel.status, &cancel.json()["state"]), (200, &json!("cancelled")), "nobody began it");
    }
    assert_eq!(call!(&service, with(&foreign, get("/v1/jobs"))).await.json(), json!({ "jobs": [] }));
    let _worker = works(&behind);
    let (_, admin) = keys.iter().find(|(scope, _)| *scope == Scope::Admin).expect("a key");
    let request = with(admin, wanted(&json!({ "kind": "purge", "filter": { "until": "2099-01-01" } })));
    let path = call!(&service, request).await.header("location").to_owned();
    let began = Instant::now();
    while call!(&service, with(admin, get(&path))).await.json()["state"] != "done" {
        assert!(began.elapsed() < Duration::from_mins(2));
    }
}

async fn rejects_invalid_jobs(engine: Engine) {
    let (service, _behind) = service!(engine;);
    for (wrong, detail) in [
        (json!({ "kind": "purge" }), "what is to be erased"),
        (json!({ "kind": "purge", "filter": {} }), "what is to be erased"),
        (json!({ "kind": "purge", "logs": ["a"], "filter": { "code": "A702" } }), "not both"),
        (json!({ "kind": "purge", "logs": vec!["a"; 1001] }), "1000"),
        (json!({ "kind": "export", "dry": true }), "for reaudit"),
        (json!({ "kind": "reaudit", "rules": "changsha-b" }), "dry only"),
        (json!({ "kind": "reaudit", "dry": true, "rules": "nowhere" }), "nowhere"),
        (json!({ "kind": "audit" }), "reaudit, export, purge"),
    ] {
        let refused = call!(&service, wanted(&wrong)).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("job-unfit")), "{wrong}");
        assert!(refused.json()["detail"].as_str().is_some_and(|said| said.contains(detail)), "{}", refused.json());
    }
    for wrong in [
        json!([]),
        json!({ "kind": "export", "filter": { "colour": "red" } }),
        json!({ "kind": "export", "filter": { "verdict": "x" } }),
        json!({ "kind": "purge", "filter": { "player": "老周" } }),
    ] {
        assert_eq!(call!(&service, wanted(&wrong)).await.status, 400, "{wrong}");
    }
    assert_eq!(call!(&service, get("/v1/jobs/%00")).await.status, 404);
    assert_eq!(call!(&service, get("/v1/jobs?after=x")).await.json(), json!({ "jobs": [] }));
}

/// Only the operator sets where Parquet files go, and only some programs can write them.
async fn rejects_parquet_export_without_target(engine: Engine) {
    let (service, _behind) = service!(engine;);
    let (reason, next) = if cfg!(feature = "parquet") {
        ("no place for Parquet files", "--export-target")
    } else {
        ("no Parquet export", "--features parquet")
    };
    for (format, kind, said) in [
        ("parquet", "export", [reason, next]),
        ("parquet", "reaudit", ["format is for export", "change kind"]),
        ("parqet", "export", ["lines", "Did you mean parquet"]),
    ] {
        let refused = call!(&service, wanted(&json!({ "kind": kind, "format": format }))).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("job-unfit")), "{}", refused.json());
        let detail = refused.json()["detail_en"].as_str().unwrap_or_default().to_owned();
        assert!(said.iter().all(|said| detail.contains(said)), "{format}, {kind}: {detail}");
        let detail = refused.json()["detail_zh"].as_str().unwrap_or_default().to_owned();
        assert!(detail.contains('请') || detail.contains("可用"), "{format}, {kind}: {detail}");
    }
    let refused = call!(&service, wanted(&json!({ "kind": "export", "export_target": "/tmp" }))).await;
    assert_eq!(refused.status, 400, "a request sets no target");
    let lines = call!(&service, wanted(&json!({ "kind": "export", "format": "lines" }))).await;
    assert_eq!((lines.status, &lines.json()["format"]), (201, &json!("lines")));
}

/// A repeated request returns the existing job in any state. The same key with a different request is refused.
async fn idempotency_key_creates_one_job(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (_, one) = key(&behind, "one", &Scope::ALL, None).await;
    let (_, other) = key(&behind, "other", &Scope::ALL, None).await;
    let keyed = |secret: &str, request: &str, body: &Value| {
        let request = request.to_owned();
        with(secret, wanted(body).insert_header(("Idempotency-Key", request)))
    };
    let log = call!(&service, with(&one, post("/v1/logs", played_by(NAME, "a")))).await.id();
    let purge = json!({ "kind": "purge", "filter": { "player": player_digest(NAME) } });
    let first = call!(&service, keyed(&one, "k", &purge)).await;
    assert_eq!((first.status, first.header("idempotency-replayed")), (201, ""), "{}", first.json());
    let path = first.header("location").to_owned();
    let again = call!(&service, keyed(&one, "k", &purge)).await;
    assert_eq!((again.status, again.header("idempotency-replayed"), again.header("location")), (200, "true", &*path));
    for different in [
        json!({ "kind": "export", "filter": { "player": player_digest(NAME) } }),
        json!({ "kind": "purge", "filter": { "player": player_digest("another") } }),
        json!({ "kind": "purge", "logs": [log] }),
    ] {
        let refused = call!(&service, keyed(&one, "k", &different)).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("key-reused")), "{different}");
        assert!(refused.json()["detail_en"].as_str().is_some_and(|said| said.contains(&first.id())));
    }
    let others = call!(&service, keyed(&other, "k", &purge)).await;
    assert_eq!(others.status, 201, "keys of requests are of one tenant");
    assert_ne!(others.id(), first.id());
    let malformed = call!(&service, keyed(&one, "a b", &purge)).await;
    assert_eq!((malformed.status, malformed.json()["code"].as_str()), (400, Some("request-invalid")));
    // The finished job no longer stores its player, but the repeated request is still recognised.
    {
        let _worker = works(&behind);
        let began = Instant::now();
        loop {
            let job = call!(&service, with(&one, get(&path))).await.json();
            if job["ended_at"].is_string() {
                assert_eq!((&job["state"], &job["outcome"]["erased"]), (&json!("done"), &json!(1)), "{job}");
                break;
            }
            assert!(began.elapsed() < Duration::from_mins(2), "it does not end: {job}");
            actix_web::rt::time::sleep(Duration::from_millis(10)).await;
        }
    }
    let done = call!(&service, keyed(&one, "k", &purge)).await;
    assert_eq!((done.status, &done.json()["state"], done.header("location")), (200, &json!("done"), &*path));
    // Metrics count the jobs of all tenants by kind and state.
    let work = behind.app.backlog().await.expect("figures");
    behind.app.metrics.set_backlog(&work);
    let figures = behind.app.metrics.text(true, 0);
    for figure in [
        "caipan_jobs{kind=\"purge\",state=\"done\"} ",
        "caipan_job_oldest_waiting_seconds ",
        "caipan_webhooks{state=\"active\"} 0",
    ] {
        assert!(figures.lines().any(|line| line.starts_with(figure)), "{figure}\n{figures}");
    }
    let steps = figures.lines().find_map(|line| line.strip_prefix("caipan_job_steps_total{kind=\"purge\"} "));
    assert!(steps.and_then(|steps| steps.parse::<u32>().ok()).is_some_and(|steps| steps >= 2), "{figures}");
    assert_eq!(call!(&service, with(&one, get(&path).method(Method::DELETE))).await.status, 200);
    let renewed = call!(&service, keyed(&one, "k", &purge)).await;
    assert_eq!(renewed.status, 201, "with the job its key is gone");
    assert_ne!(renewed.id(), first.id());
}
