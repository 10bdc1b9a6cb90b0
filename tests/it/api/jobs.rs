//! Long work as a client meets it: audits of many logs, exports, erasure.

use super::keys::{key, with};
use super::{Behind, call, changed, game, get, post, service};
use crate::engine::{Engine, on_both};
use crate::evidence::signer;
use actix_web::http::{Method, header};
use actix_web::test::TestRequest;
use caipan::app::{Scope, Worker, player_digest};
use caipan::evidence::{Beside, Proof, checked};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

on_both!(
    what_would_change_is_told_and_nothing_is_kept,
    a_corpus_is_audited_again_by_the_rules_of_now,
    an_export_has_everything_to_the_byte,
    a_player_is_erased_and_the_chain_still_verifies,
    logs_are_erased_by_id_and_by_age,
    a_job_asks_for_the_scope_of_its_kind,
    what_cannot_be_done_is_refused_in_words,
    what_is_kept_too_long_goes_by_itself,
    a_job_is_asked_for_once,
    who_follows_hears_of_what_was_erased,
);

fn wanted(body: &Value) -> TestRequest {
    post("/v1/jobs", body.to_string()).insert_header((header::CONTENT_TYPE, "application/json"))
}

/// Asks for a job and waits for its end.
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

fn works(behind: &Behind) -> Worker {
    Worker::start(behind.app.clone()).expect("a thread")
}

/// The lines of a part.
fn lines(part: &[u8]) -> Vec<Value> {
    let text = zstd::decode_all(part).expect("a frame");
    let text = String::from_utf8(text).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

async fn what_would_change_is_told_and_nothing_is_kept(engine: Engine) {
    let (service, behind) = service!(engine;);
    let _worker = works(&behind);
    let mut ids = Vec::new();
    for at in 0..5 {
        ids.push(call!(&service, post("/v1/logs", game(&at.to_string()))).await.id());
    }
    call!(&service, post("/v1/logs", include_str!("../../../fixtures/demo/guiyang-chickens.json"))).await;
    let before = call!(&service, get("/v1/logs")).await.json();
    let size = call!(&service, get("/v1/evidence").insert_header((header::ACCEPT, "text/plain"))).await.body;
    let asked = json!({ "kind": "reaudit", "dry": true, "filter": { "system": "changsha-a" }, "rules": "changsha-b" });
    let job = done!(&service, asked);
    assert_eq!((&job["state"], &job["done"], &job["percent"]), (&json!("done"), &json!(5), &json!(100)), "{job}");
    assert_eq!(&job["outcome"]["changed"], 5, "another rule book pays other amounts: {job}");
    assert!(job["outcome"]["codes"].as_object().is_some_and(|codes| !codes.is_empty()), "{job}");
    let verdicts: i64 =
        job["outcome"]["verdicts"].as_object().expect("counts").values().filter_map(Value::as_i64).sum();
    assert_eq!(verdicts, 5, "{job}");
    let part = call!(&service, get(job["parts"][0]["link"].as_str().expect("a link"))).await;
    let told = lines(&part.body);
    let mut of: Vec<&str> = told.iter().map(|line| line["id"].as_str().expect("an id")).collect();
    of.sort_unstable();
    ids.sort();
    assert_eq!(of, ids);
    assert!(told.iter().all(|line| line["added"].as_array().is_some_and(|added| !added.is_empty())), "{told:?}");
    // By the rules of now it is as it was, whatever is asked; one option of another system fits no log.
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

async fn a_corpus_is_audited_again_by_the_rules_of_now(engine: Engine) {
    let (service, behind) = service!(engine;);
    let mut ids = Vec::new();
    for at in 0..120 {
        ids.push(call!(&service, post("/v1/logs", game(&at.to_string()))).await.id());
    }
    let report = call!(&service, get(&format!("/v1/reports/{}", ids[0]))).await.body;
    // As an older program would have left it: an older revision, and another verdict.
    behind.base.tamper(
        "INSERT INTO classes (tenant, platform, system, rules, media_type, import_name, verdict) \
         SELECT tenant, platform, system, rules, media_type, import_name, 'faulty' FROM classes; \
         UPDATE reports SET revision = 1, verdict = 'faulty', faults = 1; UPDATE entries SET revision = 1; \
         UPDATE logs SET revision = 1, faults = 1, class = (SELECT max(seq) FROM classes);",
    );
    let _worker = works(&behind);
    let job = done!(&service, json!({ "kind": "reaudit" }));
    assert_eq!(
        (&job["state"], &job["done"], &job["outcome"]["same"]),
        (&json!("done"), &json!(120), &json!(120)),
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

async fn an_export_has_everything_to_the_byte(engine: Engine) {
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
    let mut told = Vec::new();
    for part in job["parts"].as_array().expect("parts") {
        let answer = call!(&service, get(part["link"].as_str().expect("a link"))).await;
        assert_eq!(part["digest"], caipan::table::sha256(&answer.body));
        told.extend(answer.body);
    }
    let told = lines(&told);
    assert_eq!(told.len(), 30);
    for line in &told {
        let id = line["id"].as_str().expect("an id");
        assert_eq!(line["raw"].as_str(), sent.remove(id).as_deref(), "{id}");
        let report = call!(&service, get(&format!("/v1/reports/{id}"))).await;
        assert_eq!(line["report"], report.json());
        assert_eq!(line["rulings"].as_array().map(Vec::len), Some(usize::from(id == first)));
    }
    assert!(sent.is_empty(), "{sent:?}");
    let link = job["parts"][0]["link"].as_str().expect("a link");
    // What is erased is in no part either.
    let purged = done!(&service, json!({ "kind": "purge", "logs": [first] }));
    assert_eq!(purged["outcome"]["erased"], 1, "{purged}");
    let gone = call!(&service, get(link)).await;
    assert_eq!((gone.status, gone.json()["code"].as_str()), (404, Some("job-not-found")));
    let path = format!("/v1/jobs/{}", job["id"].as_str().expect("an id"));
    assert_eq!(call!(&service, get(&path).method(Method::DELETE)).await.status, 200);
    assert_eq!(call!(&service, get(&path)).await.status, 404, "removed with what it gave");
}

/// A name that no other log has.
const NAME: &str = "Qx7vKz0WjR4tYb9LmN2pHs6DcGfE3aUo";

fn played_by(name: &str, id: &str) -> String {
    changed(|log| {
        log["id"] = json!(id);
        log["players"][1]["name"] = json!(name);
    })
}

/// Every file of the database, as it lies on the disk.
fn files(behind: &Behind) -> Vec<u8> {
    let folder = behind.base.path().join("data");
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap_or_default();
    [read("caipan.sqlite3"), read("caipan.sqlite3-wal")].concat()
}

fn has(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Bytes of the packed logs and reports of a player, as they lie in the database.
fn packed(behind: &Behind, ids: &[String]) -> Vec<Vec<u8>> {
    use diesel::prelude::*;
    #[derive(QueryableByName)]
    struct Blob {
        #[diesel(sql_type = diesel::sql_types::Binary)]
        bytes: Vec<u8>,
    }
    let file = behind.base.path().join("data/caipan.sqlite3");
    let mut conn = diesel::SqliteConnection::establish(file.to_str().expect("UTF-8")).expect("a database");
    let mut all = Vec::new();
    for id in ids {
        let id = behind.base.bytes(id);
        for query in [
            format!("SELECT raw AS bytes FROM logs WHERE id = {id}"),
            format!("SELECT body AS bytes FROM reports JOIN logs ON logs.seq = reports.log WHERE id = {id}"),
        ] {
            let blobs: Vec<Blob> = diesel::sql_query(query).load(&mut conn).expect("a blob");
            all.extend(blobs.into_iter().map(|blob| blob.bytes));
        }
    }
    all
}

async fn a_player_is_erased_and_the_chain_still_verifies(engine: Engine) {
    let (service, behind) = service!(engine;);
    let _worker = works(&behind);
    let (mut theirs, mut others) = (Vec::new(), Vec::new());
    for at in 0..40 {
        let id = call!(&service, post("/v1/logs", played_by(if at % 4 == 0 { NAME } else { "别人" }, &at.to_string())))
            .await
            .id();
        if at % 4 == 0 { theirs.push(id) } else { others.push(id) }
    }
    let rule = json!({ "kind": "note", "note": format!("{NAME} 没有到场"), "referee": "Desk Zzyzx" }).to_string();
    let rule = post(&format!("/v1/reports/{}/rulings", theirs[0]), rule)
        .insert_header((header::CONTENT_TYPE, "application/json"));
    assert_eq!(call!(&service, rule).await.status, 201);
    let (gone, stays) = (&theirs[0], &others[0]);
    let report = call!(&service, get(&format!("/v1/reports/{gone}"))).await.body;
    let proof_of_gone = call!(&service, get(&format!("/v1/reports/{gone}/evidence"))).await.body;
    let early: Proof = serde_json::from_slice(&proof_of_gone).expect("a proof");
    let statistics = call!(&service, get("/v1/statistics")).await.json();
    let digest = player_digest(NAME);
    // As it stands in the database.
    let mark: Vec<u8> =
        (0..digest.len()).step_by(2).filter_map(|at| u8::from_str_radix(&digest[at..at + 2], 16).ok()).collect();
    // Of each packed log and report some bytes that no other has.
    let mut own: Vec<Vec<u8>> = Vec::new();
    if engine == Engine::Sqlite {
        let (before, common) = (files(&behind), packed(&behind, &others).concat());
        for blob in packed(&behind, &theirs) {
            own.extend(blob.chunks_exact(16).rev().find(|part| !has(&common, part)).map(<[u8]>::to_vec));
        }
        assert_eq!(own.len(), 20, "a log and a report each");
        let there = own.iter().filter(|part| has(&before, part)).count();
        assert!(there > 10, "most lie there in one piece: {there}");
        assert!(has(&before, &mark) && has(&before, "没有到场".as_bytes()), "it can be found");
    }

    let job = done!(&service, json!({ "kind": "purge", "filter": { "player": digest } }));
    assert_eq!((&job["outcome"]["erased"], &job["filter"]["player"]), (&json!(10), &json!("forgotten")), "{job}");
    let id = |path: &str| path.replace("ID", gone);
    for path in [
        "/v1/logs/ID",
        "/v1/logs/ID/raw",
        "/v1/reports/ID",
        "/v1/reports/ID/rulings",
        "/v1/reports/ID/evidence",
        "/v1/reports/ID/hands/0/steps",
        "/v1/reports/ID/hands/0/steps/1",
        "/v1/reports/ID/kept",
    ] {
        let answer = call!(&service, get(&id(path))).await;
        if answer.status == 404 && answer.json()["code"] == "path-unknown" {
            continue;
        }
        let told = answer.json();
        assert_eq!((answer.status, told["code"].as_str()), (410, Some("log-erased")), "{path}: {told}");
        let said = told["detail_en"].as_str().expect("a sentence");
        assert!(said.contains("the erasure of one of its players was asked for") && said.contains("place="), "{said}");
        assert!(told["detail_zh"].as_str().is_some_and(|said| said.contains("牌手")), "{told}");
    }
    for request in [
        post(&id("/v1/reports/ID"), ""),
        post("/v1/logs", played_by(NAME, "0")),
        post(&id("/v1/logs?corrects=ID"), played_by("别人", "0")),
    ] {
        let answer = call!(&service, request).await;
        assert_eq!((answer.status, answer.json()["code"].as_str()), (410, Some("log-erased")));
    }
    let list = call!(&service, get(&format!("/v1/logs?player={digest}"))).await.json();
    assert_eq!(list, json!({ "logs": [] }));
    assert_eq!(call!(&service, get("/v1/logs?limit=200")).await.json()["logs"].as_array().map(Vec::len), Some(30));
    assert_eq!(call!(&service, get("/v1/statistics")).await.json(), statistics, "counts name nobody and stay");

    // What was proven then holds now, and what is proven now leads on from it.
    let public = signer().public();
    let all_hold = |proof: &Proof, beside: Beside<'_>| {
        let said = checked(proof, &public, beside);
        assert!(!said.is_empty() && said.iter().all(|one| one.holds), "{said:#?}");
    };
    all_hold(&early, Beside { report: Some(&report), ..Beside::default() });
    let now = call!(&service, get(&format!("/v1/reports/{stays}/evidence?since=41"))).await.body;
    let now: Proof = serde_json::from_slice(&now).expect("a proof");
    all_hold(&now, Beside { since: Some(&early.checkpoint), ..Beside::default() });
    let deed = call!(&service, get("/v1/evidence?place=42")).await.body;
    let deed: Proof = serde_json::from_slice(&deed).expect("a proof");
    all_hold(&deed, Beside::default());
    let record = &deed.entry.as_ref().expect("a record").record;
    assert!(record.contains("\"act\":\"erased\"") && record.contains("\"what\":\"by-player\""), "{record}");
    let old = call!(&service, get("/v1/evidence?place=1")).await.body;
    let old: Proof = serde_json::from_slice(&old).expect("a proof");
    assert_eq!(old.entry.expect("a record").record, early.entry.expect("a record").record, "the record is what it was");
    let trail = call!(&service, get("/v1/trail?limit=200")).await.json();
    assert_eq!(trail["trail"].as_array().map(Vec::len), Some(51), "verdicts, the ruling, ten erasures");

    if engine == Engine::Sqlite {
        let after = files(&behind);
        for word in [NAME, "没有到场", "Zzyzx", &digest] {
            assert!(!has(&after, word.as_bytes()), "{word} lies in the files still");
        }
        for part in own.iter().chain([&mark]) {
            assert!(!has(&after, part), "bytes of a log lie in the files still");
        }
    } else {
        let found = behind.base.ask(
            "SELECT (SELECT count(*) FROM rulings) + \
             (SELECT count(*) FROM reports r LEFT JOIN logs l ON l.seq = r.log WHERE l.seq IS NULL)",
        );
        assert_eq!(found, "0");
        assert_eq!(
            behind.base.ask(&format!("SELECT count(*) FROM tags WHERE word = {}", behind.base.bytes(&digest))),
            "0"
        );
    }
}

async fn logs_are_erased_by_id_and_by_age(engine: Engine) {
    let (service, behind) = service!(engine;);
    let _worker = works(&behind);
    let mut ids = Vec::new();
    for at in 0..6 {
        ids.push(call!(&service, post("/v1/logs", game(&at.to_string()))).await.id());
    }
    let old: Vec<String> = ids.iter().take(3).map(|id| behind.base.bytes(id)).collect();
    behind.base.tamper(&format!("UPDATE logs SET received_at = 1000000 WHERE id IN ({})", old.join(",")));
    let job = done!(&service, json!({ "kind": "purge", "logs": [ids[4], "nothing", ids[5]] }));
    let outcome = &job["outcome"];
    assert_eq!((&outcome["erased"], &outcome["missing"], &job["done"]), (&json!(2), &json!(1), &json!(3)), "{job}");
    let told = call!(&service, get(&format!("/v1/logs/{}", ids[4]))).await;
    assert!(
        told.status == 410 && told.json()["detail"].as_str().is_some_and(|said| said.contains("its erasure was asked"))
    );
    let job = done!(&service, json!({ "kind": "purge", "filter": { "until": "2001-01-01" } }));
    assert_eq!(job["outcome"]["erased"], 3, "{job}");
    let told = call!(&service, get(&format!("/v1/logs/{}", ids[0]))).await;
    assert!(
        told.status == 410
            && told.json()["detail"].as_str().is_some_and(|said| said.contains("older than logs are kept"))
    );
    let left = call!(&service, get("/v1/logs")).await.json();
    assert_eq!((left["logs"].as_array().map(Vec::len), &left["logs"][0]["id"]), (Some(1), &json!(ids[3])));
    // Under another name the game may come again.
    assert_eq!(call!(&service, post("/v1/logs", played_by("甲", "4"))).await.status, 201);
    let feed = call!(&service, get("/v1/feed")).await.json();
    assert_eq!(feed["verdicts"].as_array().map(Vec::len), Some(2), "{feed}");
}

async fn a_job_asks_for_the_scope_of_its_kind(engine: Engine) {
    let (service, behind) = service!(engine;);
    let mut keys = Vec::new();
    for scope in Scope::ALL {
        keys.push((scope, key(&behind, "a", &[scope], None).await.1));
    }
    let (_, foreign) = key(&behind, "b", &Scope::ALL, None).await;
    for (kind, needs) in [("reaudit", Scope::Referee), ("export", Scope::Read), ("purge", Scope::Admin)] {
        let asked = json!({ "kind": kind, "filter": { "until": "2001-01-01" } });
        let (_, may) = keys.iter().find(|(scope, _)| *scope == needs).expect("a key");
        let made = call!(&service, with(may, wanted(&asked))).await;
        assert_eq!(made.status, 201, "{}", made.json());
        let path = made.header("location").to_owned();
        for (scope, secret) in &keys {
            let expected = if *scope == needs { 200 } else { 403 };
            let posted = call!(&service, with(secret, wanted(&asked))).await.status;
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
    let asked = with(admin, wanted(&json!({ "kind": "purge", "filter": { "until": "2099-01-01" } })));
    let path = call!(&service, asked).await.header("location").to_owned();
    let began = Instant::now();
    while call!(&service, with(admin, get(&path))).await.json()["state"] != "done" {
        assert!(began.elapsed() < Duration::from_mins(2));
    }
}

async fn what_cannot_be_done_is_refused_in_words(engine: Engine) {
    let (service, _behind) = service!(engine;);
    for (wrong, told) in [
        (json!({ "kind": "purge" }), "what is to be erased"),
        (json!({ "kind": "purge", "filter": {} }), "what is to be erased"),
        (json!({ "kind": "purge", "logs": ["a"], "filter": { "code": "A702" } }), "not both"),
        (json!({ "kind": "purge", "logs": vec!["a"; 1001] }), "1000"),
        (json!({ "kind": "export", "dry": true }), "for reaudit"),
        (json!({ "kind": "reaudit", "rules": "changsha-b" }), "dry only"),
        (json!({ "kind": "reaudit", "dry": true, "rules": "nowhere" }), "nowhere"),
        (json!({ "kind": "audit" }), "reaudit, export and purge"),
        (json!({ "kind": "export", "filter": { "colour": "red" } }), "unknown field"),
        (json!([]), "cannot be read"),
    ] {
        let refused = call!(&service, wanted(&wrong)).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("job-unfit")), "{wrong}");
        assert!(refused.json()["detail"].as_str().is_some_and(|said| said.contains(told)), "{}", refused.json());
    }
    for wrong in [
        json!({ "kind": "export", "filter": { "verdict": "x" } }),
        json!({ "kind": "purge", "filter": { "player": "老周" } }),
    ] {
        assert_eq!(call!(&service, wanted(&wrong)).await.status, 400, "{wrong}");
    }
    assert_eq!(call!(&service, get("/v1/jobs/%00")).await.status, 404);
    assert_eq!(call!(&service, get("/v1/jobs?after=x")).await.json(), json!({ "jobs": [] }));
}

/// The operator's rule: for all, and for one tenant another.
async fn what_is_kept_too_long_goes_by_itself(engine: Engine) {
    use caipan::config::Keep;
    let keep = vec![Keep { tenant: None, days: 30 }, Keep { tenant: Some("long".to_owned()), days: 36_500 }];
    let (service, behind) = service!(engine; keep: keep);
    let (_, short) = key(&behind, "short", &Scope::ALL, None).await;
    let (_, long) = key(&behind, "long", &Scope::ALL, None).await;
    let mut ids = Vec::new();
    for secret in [&short, &long] {
        for at in 0..2 {
            ids.push(call!(&service, with(secret, post("/v1/logs", game(&at.to_string())))).await.id());
        }
    }
    behind.base.tamper(&format!("UPDATE logs SET received_at = 1000000 WHERE id = {}", behind.base.bytes(&ids[0])));
    let worker = works(&behind);
    let began = Instant::now();
    let status = |secret: String, id: String| with(&secret, get(&format!("/v1/logs/{id}")));
    while call!(&service, status(short.clone(), ids[0].clone())).await.status != 410 {
        assert!(began.elapsed() < Duration::from_mins(2), "it is there still");
    }
    drop(worker);
    assert_eq!(call!(&service, status(short.clone(), ids[1].clone())).await.status, 200);
    assert_eq!(call!(&service, status(long.clone(), ids[0].clone())).await.status, 200, "kept longer there");
    let jobs = call!(&service, with(&short, get("/v1/jobs"))).await.json();
    assert_eq!((jobs["jobs"].as_array().map(Vec::len), &jobs["jobs"][0]["kind"]), (Some(1), &json!("purge")));
}

/// A request that is sent again gives the job that it gave, whatever has become of it; the same key for something else is refused.
async fn a_job_is_asked_for_once(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (_, one) = key(&behind, "one", &Scope::ALL, None).await;
    let (_, other) = key(&behind, "other", &Scope::ALL, None).await;
    let asked = |secret: &str, request: &str, body: &Value| {
        let request = request.to_owned();
        with(secret, wanted(body).insert_header(("Idempotency-Key", request)))
    };
    let log = call!(&service, with(&one, post("/v1/logs", played_by(NAME, "a")))).await.id();
    let purge = json!({ "kind": "purge", "filter": { "player": player_digest(NAME) } });
    let first = call!(&service, asked(&one, "k", &purge)).await;
    assert_eq!((first.status, first.header("idempotency-replayed")), (201, ""), "{}", first.json());
    let path = first.header("location").to_owned();
    let again = call!(&service, asked(&one, "k", &purge)).await;
    assert_eq!((again.status, again.header("idempotency-replayed"), again.header("location")), (200, "true", &*path));
    for different in [
        json!({ "kind": "export", "filter": { "player": player_digest(NAME) } }),
        json!({ "kind": "purge", "filter": { "player": player_digest("another") } }),
        json!({ "kind": "purge", "logs": [log] }),
    ] {
        let refused = call!(&service, asked(&one, "k", &different)).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("key-reused")), "{different}");
        assert!(refused.json()["detail_en"].as_str().is_some_and(|said| said.contains(&first.id())));
    }
    let others = call!(&service, asked(&other, "k", &purge)).await;
    assert_eq!(others.status, 201, "keys of requests are of one tenant");
    assert_ne!(others.id(), first.id());
    let malformed = call!(&service, asked(&one, "a b", &purge)).await;
    assert_eq!((malformed.status, malformed.json()["code"].as_str()), (400, Some("request-invalid")));
    // What it asked for is forgotten when it is done, and it is known all the same.
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
    let done = call!(&service, asked(&one, "k", &purge)).await;
    assert_eq!((done.status, &done.json()["state"], done.header("location")), (200, &json!("done"), &*path));
    // What is watched of jobs: of all tenants, by kind and state.
    let work = behind.app.work_there_is().await.expect("figures");
    behind.app.figures.there_is(&work);
    let figures = behind.app.figures.text(true, 0);
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
    let anew = call!(&service, asked(&one, "k", &purge)).await;
    assert_eq!(anew.status, 201, "with the job its key is gone");
    assert_ne!(anew.id(), first.id());
}

/// Whoever keeps copies learns from the feed what to delete: in its place, once, and nothing of whom it was for.
async fn who_follows_hears_of_what_was_erased(engine: Engine) {
    let (service, behind) = service!(engine;);
    let _worker = works(&behind);
    let mut ids = Vec::new();
    for at in 0..3 {
        ids.push(call!(&service, post("/v1/logs", played_by(NAME, &at.to_string()))).await.id());
    }
    ids.push(call!(&service, post("/v1/logs", game("another"))).await.id());
    let before = call!(&service, get("/v1/feed")).await.json();
    assert_eq!((before["verdicts"].as_array().map(Vec::len), &before["erasures"]), (Some(4), &Value::Null));
    done!(&service, json!({ "kind": "purge", "logs": [ids[1]] }));
    done!(&service, json!({ "kind": "purge", "filter": { "player": player_digest(NAME) } }));
    let next = before["next"].as_str().expect("a cursor");
    // One by one, as a slow follower.
    let (mut after, mut told) = (next.to_owned(), Vec::new());
    loop {
        let part = call!(&service, get(&format!("/v1/feed?limit=1&after={after}"))).await;
        let text = String::from_utf8(part.body.clone()).expect("UTF-8");
        assert!(!text.contains(NAME) && !text.contains(&player_digest(NAME)), "{text}");
        let part = part.json();
        assert_eq!(part["verdicts"], json!([]));
        let Some(erased) = part["erasures"].get(0).cloned() else { break };
        assert_eq!((&erased["cursor"], erased.as_object().map(serde_json::Map::len)), (&part["next"], Some(4)));
        told.push((erased["log"].as_str().expect("an id").to_owned(), erased["why"].clone()));
        after = part["next"].as_str().expect("a cursor").to_owned();
    }
    assert_eq!(told[0], (ids[1].clone(), json!("by-log")));
    let mut of_player: Vec<_> = told[1..].to_vec();
    of_player.sort_by_key(|(id, _)| id.clone());
    let mut expected = vec![(ids[0].clone(), json!("by-player")), (ids[2].clone(), json!("by-player"))];
    expected.sort_by_key(|(id, _)| id.clone());
    assert_eq!(of_player, expected);
    // From the beginning there is one verdict left, and what went.
    let all = call!(&service, get("/v1/feed")).await.json();
    assert_eq!(
        (all["verdicts"].as_array().map(Vec::len), all["erasures"].as_array().map(Vec::len)),
        (Some(1), Some(3))
    );
    assert_eq!(all["next"].as_str(), Some(&*after));
}
