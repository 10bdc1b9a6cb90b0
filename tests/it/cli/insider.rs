//! An insider's day: changes that somebody makes to the database past the service, and what sees each of them. The table in
//! docs/evidence.md says the same.

use super::service::{Service, ask};
use super::{LOG, caipan, text};
use crate::engine::{Base, Engine};
use crate::store::{PATIENCE, ruling};
use caipan::evidence::{Beside, Proof, Signer, checked};
use caipan::hash::sha256;
use caipan::store::{Store, Tenant};
use serde_json::Value;

const FAULTY: &str = include_str!("../../../fixtures/demo/wrong-payer.json");

/// A day before the insider comes: logs at the places 1, 2, 3 and 5, a ruling on the second at place 4.
struct Day {
    base: Base,
    /// The state after place 3.
    earlier: Base,
    logs: Vec<String>,
    /// The report and the bytes of the third log.
    report: Vec<u8>,
    raw: Vec<u8>,
    /// A checkpoint of 5 records that somebody keeps elsewhere.
    kept: String,
}

fn sample(game: &str) -> String {
    std::fs::read_to_string(LOG).expect("the sample").replace("room-889123-2026-01-05", game)
}

fn stored(service: &Service, body: &str) -> String {
    let (status, answer) = ask(&service.address, "POST /v1/logs", body).expect("an answer");
    assert_eq!(status, 201, "{answer}");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    answer["id"].as_str().expect("an id").to_owned()
}

async fn day() -> Day {
    let base = Engine::Sqlite.base();
    let mut service = Service::over(&base);
    let mut logs: Vec<String> =
        [sample("a"), FAULTY.to_owned(), sample("c")].map(|body| stored(&service, &body)).into();
    service.kill();
    let earlier = base.copy();
    let store = Store::open(&base.database(), 1, PATIENCE, caipan::app::report_tags).expect("a store");
    store.rule(ruling(&logs[1], "token")).await.expect("ruled");
    let report = store.report(Tenant::HOME, &logs[2]).expect("a query").expect("a report").body;
    let raw = store.raw(Tenant::HOME, &logs[2]).expect("a query").expect("the bytes");
    drop(store);
    let mut service = Service::over(&base);
    logs.push(stored(&service, &sample("d")));
    let (_, answer) = ask(&service.address, "GET /v1/evidence", "").expect("an answer");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let kept = answer["checkpoint"].as_str().expect("a note").to_owned();
    assert!(kept.contains("\n5\n"), "{kept}");
    service.kill();
    Day { base, earlier, logs, report, raw, kept }
}

/// The places that notice a change.
#[derive(Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column of the table")]
struct Seen {
    /// The status of reading it.
    read: u16,
    /// True if `caipan check-database` and `caipan backup` name it.
    check: bool,
    /// True if a running service notices by itself.
    watch: bool,
    /// True if the tree no longer agrees with the kept checkpoint.
    kept: bool,
    /// True if the proof of another report is served.
    others: bool,
}

fn seen(day: &Day, base: &Base, path: &str, said: &str) -> Seen {
    let [flag, place] = base.arguments();
    let checks = caipan(&["check-database", "--lang", "en", &flag, &place]).output().expect("it runs");
    let copy = base.path().join("copy");
    let copied =
        caipan(&["backup", "--lang", "en", &flag, &place, copy.to_str().expect("UTF-8")]).output().expect("it runs");
    let told = text(&checks.stderr);
    assert_eq!(checks.status.code() == Some(0), copied.status.code() == Some(0), "{told}\n{}", text(&copied.stderr));
    let check = checks.status.code() != Some(0);
    assert!(!check || (told.contains(said) && text(&copied.stderr).contains(said)), "{said}: {told}");
    let service = Service::over(base);
    let status = |path: &str| ask(&service.address, &format!("GET {path}"), "").expect("an answer");
    let (read, problem) = status(path);
    if read == 500 {
        let problem: Value = serde_json::from_str(&problem).expect("JSON");
        assert_eq!(problem["code"], "record-mismatch", "{problem}");
        assert!(problem["detail"].as_str().is_some_and(|said| said.contains("check-database")), "{problem}");
    }
    let watch = {
        let compared = || {
            let ready: Value = serde_json::from_str(&status("/readyz").1).expect("JSON");
            ready["journal"]["compared_at"].is_string().then(|| ready["journal"]["mismatches"] != 0)
        };
        (0..600).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            compared()
        })
    };
    let (grown, proof) = status("/v1/evidence?since=5");
    let signer = Signer::from_pem(&std::fs::read(base.path().join("data/signing.pem")).expect("a key")).expect("a key");
    let agrees = grown == 200 && {
        let proof: Proof = serde_json::from_str(&proof).expect("a proof");
        let beside = Beside { since: Some(&day.kept), ..Beside::default() };
        checked(&proof, &signer.public(), beside).iter().all(|statement| statement.holds)
    };
    let others = status(&format!("/v1/reports/{}/evidence", day.logs[0])).0 == 200;
    Seen { read, check, watch: watch.expect("it is compared"), kept: !agrees, others }
}

/// Executes statements without a check of references, as the shell of SQLite does.
fn unchecked(base: &Base, statement: &str) {
    base.tamper(&format!("PRAGMA foreign_keys = OFF; {statement}"));
}

fn hex(bytes: &[u8]) -> String {
    format!("x'{}'", caipan::hash::hex(bytes))
}

/// Other bytes that read as the same JSON, packed, and their digest.
fn replaced(bytes: &[u8]) -> (String, String) {
    let bytes = [bytes, b"\n"].concat();
    let digest = sha256(&bytes)["sha256:".len()..].to_owned();
    (hex(&zstd::encode_all(&bytes[..], 1).expect("packed")), format!("x'{digest}'"))
}

type Change<'a> = Box<dyn Fn(&Base) + 'a>;
/// A change: its name, what makes it, what is read, what the check says, and the columns of [`Seen`].
type Row<'a> = (&'a str, Change<'a>, &'a str, &'a str, (u16, bool, bool, bool, bool));

#[actix_web::test]
async fn each_change_is_seen_by_what_the_handbook_says() {
    let day = day().await;
    let [_, faulty, log, last] = &day.logs[..] else { panic!("{:?}", day.logs) };
    let [rulings, report] = [format!("/v1/reports/{faulty}/rulings"), format!("/v1/reports/{log}")];
    let [row, raw, tail] = [format!("/v1/logs/{log}"), format!("/v1/logs/{log}/raw"), format!("/v1/logs/{last}")];
    let gone = "DELETE FROM reports WHERE log = 3; DELETE FROM logs WHERE place = 3;";
    let other_report = |base: &Base| {
        let (body, digest) = replaced(&day.report);
        base.tamper(&format!(
            "UPDATE reports SET body = {body} WHERE log = 3; UPDATE entries SET digest = {digest} WHERE place = 3; \
             UPDATE logs SET report_size = report_size + 1 WHERE place = 3;"
        ));
    };
    let sql = |statement: &'static str| -> Change<'_> { Box::new(move |base: &Base| unchecked(base, statement)) };
    let hidden = (200, false, false, false, true);
    let changes: Vec<Row<'_>> = vec![
        ("nothing", sql("SELECT 1"), &row, "", hidden),
        (
            "a ruling is deleted",
            sql("DELETE FROM rulings"),
            &rulings,
            "A ruling on log {faulty} is no longer stored",
            (500, true, true, false, true),
        ),
        (
            "a ruling is replaced, with its digest",
            Box::new(|base| {
                let body = String::from_utf8(base.column("SELECT body FROM rulings")).expect("UTF-8");
                let body = body.replace("a word", "b word");
                let digest = sha256(body.as_bytes());
                base.tamper(&format!("UPDATE rulings SET body = {}, digest = '{digest}'", hex(body.as_bytes())));
            }),
            &rulings,
            "A ruling on log {faulty} is not the one that journal entry 4 records",
            (500, true, true, false, true),
        ),
        (
            "a log is deleted, with its report",
            sql(gone),
            &row,
            "Log {log} is no longer stored",
            (500, true, true, false, true),
        ),
        (
            "the same, and an erasure is made up",
            Box::new(|base| {
                base.tamper("INSERT INTO erased SELECT tenant, id, place, received_at, 1 FROM logs WHERE place = 3");
                unchecked(base, gone);
            }),
            &row,
            "The table of erased logs has log {log}",
            (500, true, true, false, true),
        ),
        (
            "a report is deleted",
            sql("DELETE FROM reports WHERE log = 3"),
            &report,
            "the newest report of log {log} is missing",
            (500, true, true, false, true),
        ),
        (
            "a report is replaced, with its digest in the journal",
            Box::new(other_report),
            &report,
            "Journal entry 3 does not match",
            (500, true, true, false, true),
        ),
        (
            "the bytes of a log are replaced, with their digest",
            Box::new(|base| {
                let (raw, digest) = replaced(&day.raw);
                base.tamper(&format!("UPDATE logs SET raw = {raw}, digest = {digest} WHERE place = 3"));
            }),
            &raw,
            "Journal entry 3 does not match",
            (500, true, true, false, true),
        ),
        (
            "the time of receipt is changed",
            sql("UPDATE logs SET received_at = received_at - 1 WHERE place = 3"),
            &row,
            "Log {log} has another time of receipt",
            (500, true, true, false, true),
        ),
        (
            "platform and hands are changed",
            sql("UPDATE logs SET hands = hands + 1, platform = 'x' WHERE place = 3"),
            &row,
            "The column hands of log {log} differs",
            (200, true, false, false, true),
        ),
        (
            "search tags of players are deleted",
            sql("DELETE FROM tags WHERE kind = 1 AND place = 3"),
            &row,
            "Log {log} lacks",
            (200, true, false, false, true),
        ),
        (
            "a search tag is made up",
            sql("INSERT INTO tags VALUES (1, 1, x'0011223344556677', 3)"),
            &row,
            "Search tags beyond those that the logs and reports give: 1",
            (200, true, false, false, true),
        ),
        (
            "a counter is changed",
            sql("UPDATE tallies SET amount = amount + 5 WHERE code = ''"),
            &row,
            "The counter of logs and hands",
            (200, true, false, false, true),
        ),
        (
            "the time of a journal entry is changed",
            sql("UPDATE entries SET at = at + 1 WHERE place = 4"),
            &rulings,
            "The columns of journal entry 4",
            (200, true, true, false, true),
        ),
        (
            "a journal entry is deleted",
            sql("DELETE FROM entries WHERE place = 5"),
            &tail,
            "the journal does not record a report of log {last}",
            (500, true, true, true, false),
        ),
        (
            "a report is replaced, with its digest and the hash of its record",
            Box::new(|base| {
                other_report(base);
                base.reseal();
            }),
            &report,
            "",
            (200, false, false, true, true),
        ),
        (
            "the last log and its entry are cut off",
            sql("UPDATE tallies SET logs = logs - 1, amount = amount - (SELECT hands FROM logs WHERE place = 5) \
                 WHERE code = '' AND (platform, client) = (SELECT platform, client FROM tallies WHERE logs = 3 AND code = ''); \
                 DELETE FROM entries WHERE place = 5; DELETE FROM tags WHERE place = 5; \
                 DELETE FROM reports WHERE log = 5; DELETE FROM logs WHERE place = 5; UPDATE tenants SET head = 4"),
            &tail,
            "",
            (404, false, false, true, true),
        ),
        (
            "a webhook is made by hand",
            sql(
                "INSERT INTO webhooks (tenant, id, url, secret, filter, made_at, place, tries, due_at, given_up, lease, \
                 leased_until, again, paused_at) VALUES (1, 'w', 'http://127.0.0.1:1/', x'00', '{}', 1, 5, 0, 1, 0, 0, 0, 0, 1)",
            ),
            &row,
            "",
            hidden,
        ),
    ];
    for (name, change, path, said, (read, check, watch, kept, others)) in changes {
        let base = day.base.copy();
        change(&base);
        let said = said.replace("{log}", log).replace("{last}", last).replace("{faulty}", faulty);
        assert_eq!(seen(&day, &base, path, &said), Seen { read, check, watch, kept, others }, "{name}");
    }
}

/// A whole database is put back to an earlier state and goes on from there: nothing in it can tell, a kept checkpoint does.
#[actix_web::test]
async fn rolled_back_database_is_seen_by_a_kept_checkpoint() {
    let day = day().await;
    let base = day.earlier.copy();
    let mut service = Service::over(&base);
    for game in ["e", "f", "g"] {
        stored(&service, &sample(game));
    }
    service.kill();
    let path = format!("/v1/logs/{}", day.logs[2]);
    assert_eq!(seen(&day, &base, &path, ""), Seen { read: 200, check: false, watch: false, kept: true, others: true });
}
