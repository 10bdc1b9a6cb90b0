//! Tests of erasure over HTTP: by player, by log, by age and by retention rule.

use super::jobs::{done, ended, wanted, works};
use super::keys::{key, with};
use super::{Behind, call, changed, game, get, post, service};
use crate::engine::{Engine, on_both};
use crate::evidence::signer;
use actix_web::http::header;
use caipan::app::{Scope, player_digest};
use caipan::evidence::{Beside, Proof, checked};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

on_both!(
    erased_player_is_gone_and_proofs_verify,
    logs_are_erased_by_id_and_by_age,
    erasure_by_age_reaches_logs_behind_a_fast_clock,
    erasure_returns_to_logs_behind_its_position,
    expired_logs_are_erased_automatically,
    feed_reports_erasures,
    player_without_tags_is_erased_all_the_same,
    purge_fails_where_logs_cannot_be_searched,
);

/// A name that occurs in no other log.
pub(super) const NAME: &str = "Qx7vKz0WjR4tYb9LmN2pHs6DcGfE3aUo";

pub(super) fn played_by(name: &str, id: &str) -> String {
    changed(|log| {
        log["id"] = json!(id);
        log["players"][1]["name"] = json!(name);
    })
}

/// Reads the files of the SQLite database.
fn files(behind: &Behind) -> Vec<u8> {
    let folder = behind.base.path().join("data");
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap_or_default();
    [read("caipan.sqlite3"), read("caipan.sqlite3-wal")].concat()
}

fn has(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Returns the compressed logs and reports of the given ids as stored in SQLite.
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
            format!(
                "SELECT body AS bytes FROM reports JOIN logs ON logs.tenant = reports.tenant AND logs.place = reports.log WHERE id = {id}"
            ),
        ] {
            let blobs: Vec<Blob> = diesel::sql_query(query).load(&mut conn).expect("a blob");
            all.extend(blobs.into_iter().map(|blob| blob.bytes));
        }
    }
    all
}

async fn erased_player_is_gone_and_proofs_verify(engine: Engine) {
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
    // The database stores the digest as bytes.
    let mark: Vec<u8> =
        (0..digest.len()).step_by(2).filter_map(|at| u8::from_str_radix(&digest[at..at + 2], 16).ok()).collect();
    // Bytes of each compressed log and report that occur in no other log.
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
        let problem = answer.json();
        assert_eq!((answer.status, problem["code"].as_str()), (410, Some("log-erased")), "{path}: {problem}");
        let said = problem["detail_en"].as_str().expect("a sentence");
        assert!(said.contains("the erasure of one of its players was asked for") && said.contains("place="), "{said}");
        assert!(problem["detail_zh"].as_str().is_some_and(|said| said.contains("牌手")), "{problem}");
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

    // The earlier proof still verifies, and the current checkpoint extends it.
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
             (SELECT count(*) FROM reports r LEFT JOIN logs l ON l.tenant = r.tenant AND l.place = r.log WHERE l.place IS NULL)",
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
    behind.base.reseal();
    let job = done!(&service, json!({ "kind": "purge", "logs": [ids[4], "nothing", ids[5]] }));
    let outcome = &job["outcome"];
    assert_eq!((&outcome["erased"], &outcome["missing"], &job["done"]), (&json!(2), &json!(1), &json!(3)), "{job}");
    let gone = call!(&service, get(&format!("/v1/logs/{}", ids[4]))).await;
    assert!(
        gone.status == 410 && gone.json()["detail"].as_str().is_some_and(|said| said.contains("its erasure was asked"))
    );
    let job = done!(&service, json!({ "kind": "purge", "filter": { "until": "2001-01-01" } }));
    assert_eq!(job["outcome"]["erased"], 3, "{job}");
    let gone = call!(&service, get(&format!("/v1/logs/{}", ids[0]))).await;
    assert!(
        gone.status == 410
            && gone.json()["detail"].as_str().is_some_and(|said| said.contains("older than logs are kept"))
    );
    let left = call!(&service, get("/v1/logs")).await.json();
    assert_eq!((left["logs"].as_array().map(Vec::len), &left["logs"][0]["id"]), (Some(1), &json!(ids[3])));
    // The same game may be stored again with another player name, as other bytes.
    assert_eq!(call!(&service, post("/v1/logs", played_by("甲", "4"))).await.status, 201);
    let feed = call!(&service, get("/v1/feed")).await.json();
    assert_eq!(feed["verdicts"].as_array().map(Vec::len), Some(2), "{feed}");
}

/// A log in the middle was received with a clock that ran far ahead. The job erases all others.
async fn erasure_by_age_reaches_logs_behind_a_fast_clock(engine: Engine) {
    let (service, behind) = service!(engine;);
    let _worker = works(&behind);
    let mut ids = Vec::new();
    for at in 0..9 {
        ids.push(call!(&service, post("/v1/logs", game(&at.to_string()))).await.id());
    }
    let fast = behind.base.bytes(&ids[4]);
    behind.base.tamper(&format!(
        "UPDATE logs SET received_at = 1000000 * place; UPDATE logs SET received_at = 4102444800000000 WHERE id = {fast}"
    ));
    behind.base.reseal();
    let job = done!(&service, json!({ "kind": "purge", "filter": { "until": "2001-01-01" } }));
    assert_eq!((&job["state"], &job["outcome"]["erased"]), (&json!("done"), &json!(8)), "{job}");
    let left = call!(&service, get("/v1/logs")).await.json();
    assert_eq!((left["logs"].as_array().map(Vec::len), &left["logs"][0]["id"]), (Some(1), &json!(ids[4])));
}

/// A log that begins to match behind the position of the job, or that the job passed over, is erased before it ends.
async fn erasure_returns_to_logs_behind_its_position(engine: Engine) {
    let (service, behind) = service!(engine;);
    for at in 0..8 {
        let name = if at < 4 { NAME } else { "别人" };
        assert_eq!(call!(&service, post("/v1/logs", played_by(name, &at.to_string()))).await.status, 201);
    }
    let filter = json!({ "player": player_digest(NAME) });
    let made = call!(&service, wanted(&json!({ "kind": "purge", "filter": filter }))).await;
    let path = made.header("location").to_owned();
    behind.base.tamper("UPDATE jobs SET next = 3");
    let _worker = works(&behind);
    let job = ended!(&service, path);
    assert_eq!((&job["state"], &job["outcome"]["erased"]), (&json!("done"), &json!(4)), "{job}");
    let left = call!(&service, get("/v1/logs")).await.json();
    assert_eq!(left["logs"].as_array().map(Vec::len), Some(4), "{left}");
}

/// Retention is set for all tenants and differently for one tenant.
async fn expired_logs_are_erased_automatically(engine: Engine) {
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
    behind.base.reseal();
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

/// The feed reports each erasure once and in order, without the player, so that clients can delete their copies.
async fn feed_reports_erasures(engine: Engine) {
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
    // Reads one entry at a time, as a slow client does.
    let (mut after, mut erasures) = (next.to_owned(), Vec::new());
    loop {
        let part = call!(&service, get(&format!("/v1/feed?limit=1&after={after}"))).await;
        let text = String::from_utf8(part.body.clone()).expect("UTF-8");
        assert!(!text.contains(NAME) && !text.contains(&player_digest(NAME)), "{text}");
        let part = part.json();
        assert_eq!(part["verdicts"], json!([]));
        let Some(erased) = part["erasures"].get(0).cloned() else { break };
        assert_eq!((&erased["cursor"], erased.as_object().map(serde_json::Map::len)), (&part["next"], Some(4)));
        erasures.push((erased["log"].as_str().expect("an id").to_owned(), erased["why"].clone()));
        after = part["next"].as_str().expect("a cursor").to_owned();
    }
    assert_eq!(erasures[0], (ids[1].clone(), json!("by-log")));
    let mut of_player: Vec<_> = erasures[1..].to_vec();
    of_player.sort_by_key(|(id, _)| id.clone());
    let mut expected = vec![(ids[0].clone(), json!("by-player")), (ids[2].clone(), json!("by-player"))];
    expected.sort_by_key(|(id, _)| id.clone());
    assert_eq!(of_player, expected);
    // The whole feed contains the remaining verdict and the three erasures.
    let all = call!(&service, get("/v1/feed")).await.json();
    assert_eq!(
        (all["verdicts"].as_array().map(Vec::len), all["erasures"].as_array().map(Vec::len)),
        (Some(1), Some(3))
    );
    assert_eq!(all["next"].as_str(), Some(&*after));
}

/// Somebody removed search tags of a player. The purge finds the player in the bytes, and only there.
async fn player_without_tags_is_erased_all_the_same(engine: Engine) {
    let (service, behind) = service!(engine;);
    let mut ids = Vec::new();
    for at in 0..6 {
        let name = if at % 2 == 0 { NAME } else { "别人" };
        ids.push(call!(&service, post("/v1/logs", played_by(name, &at.to_string()))).await.id());
    }
    let digest = player_digest(NAME);
    let word = behind.base.bytes(&digest);
    behind.base.tamper(&format!("DELETE FROM tags WHERE kind = 1 AND word = {word} AND place < 5"));
    let _worker = works(&behind);
    let job = done!(&service, json!({ "kind": "purge", "filter": { "player": digest } }));
    assert_eq!((&job["state"], &job["outcome"]["erased"]), (&json!("done"), &json!(3)), "{job}");
    for (at, id) in ids.iter().enumerate() {
        let status = call!(&service, get(&format!("/v1/logs/{id}"))).await.status;
        assert_eq!(status, if at % 2 == 0 { 410 } else { 200 }, "{at}");
    }
}

/// A log that cannot be read may have the player, so the purge is not done and names that log.
async fn purge_fails_where_logs_cannot_be_searched(engine: Engine) {
    let (service, behind) = service!(engine;);
    let mut ids = Vec::new();
    for (at, name) in [NAME, "别人", NAME].into_iter().enumerate() {
        ids.push(call!(&service, post("/v1/logs", played_by(name, &at.to_string()))).await.id());
    }
    let byte = behind.base.bytes("00");
    behind.base.tamper(&format!("UPDATE logs SET raw = {byte} WHERE place = 2"));
    let digest = player_digest(NAME);
    let made = call!(&service, wanted(&json!({ "kind": "purge", "filter": { "player": digest } }))).await;
    let path = made.header("location").to_owned();
    let _worker = works(&behind);
    let job = ended!(&service, path);
    assert_eq!((&job["state"], &job["outcome"]["erased"]), (&json!("failed"), &json!(2)), "{job}");
    let told = job.to_string();
    assert!(told.contains(&ids[1]) && told.contains("1 could not be read"), "{job}");
}
