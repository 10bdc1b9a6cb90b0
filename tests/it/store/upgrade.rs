//! Upgrades from the previous schema: a database with every kind of data gives the same answers afterwards.

use super::jobs::{erase, ruling};
use super::{HOME, fresh, open, tenant};
use crate::engine::{Base, Engine, on_both};
use caipan::hash::sha256;
use caipan::store::{Filter, Fresh, FreshReport, FreshSetting, SearchTags, SettingKind, Store, Tenant, ToProve, Who};
use std::path::Path;

on_both!(upgrade_preserves_all_answers, verdict_record_matches_its_hash);

/// The migrations to revert, newest first.
const fn migrations_to_revert(engine: Engine) -> &'static [&'static str] {
    match engine {
        Engine::Sqlite => {
            &["0019_sign_in", "0018_tenant_keys", "0017_witnesses", "0016_requests", "0014_made_keys", "0012_bytes"]
        }
        Engine::Postgres => &[
            "0019_sign_in",
            "0018_tenant_keys",
            "0017_witnesses",
            "0016_requests",
            "0014_made_keys",
            "0013_fewer_checks",
            "0012_bytes",
        ],
    }
}

/// Builds a log as a service stores it: a hexadecimal id, players and a client.
pub fn full_log(at: usize) -> Fresh {
    let content = format!("log {at}");
    let digest = sha256(content.as_bytes());
    let id = digest[7..39].to_owned();
    let verdict = ["clean", "faulty", "variant"][at % 3].to_owned();
    let faulty = verdict == "faulty";
    let code = |code: &str| faulty.then(|| code.to_owned());
    let tags = SearchTags {
        players: (0..4).map(|seat| sha256(format!("{}", at % 7 + seat).as_bytes())[7..23].to_owned()).collect(),
        client: ["app 1.0", "other 22", "app 1.0.0 (build 1234567) 中"][at % 3].to_owned(),
        codes: code("A702").into_iter().collect(),
        faults: code("A702").into_iter().map(|code| (code, 1)).collect(),
    };
    let log = fresh(&format!("game-{at}"), &content);
    let time = i64::try_from(at).expect("few");
    let report = FreshReport { log: id.clone(), verdict, tags, created_at: 1_000 + time, ..log.report };
    let import_name = at.is_multiple_of(5).then(|| "csmj".to_owned());
    let system = if at.is_multiple_of(2) { "changsha-a" } else { "changsha-b" }.to_owned();
    Fresh { id, digest, report, import_name, system, key: Some(format!("request {at}")), received_at: time, ..log }
}

/// Stores logs of two tenants, corrections, newer reports, rulings, settings and keys, and erases some.
pub async fn fill(store: &Store) -> Vec<(Who, String)> {
    let other = tenant(store, "other").await;
    let mut ids = Vec::new();
    for who in [HOME, other] {
        let setting = FreshSetting {
            who,
            kind: SettingKind::Adapter,
            name: "acme".to_owned(),
            file: Some((sha256(b"file"), "file".to_owned())),
            at: 3,
        };
        let by = store.set(setting).await.expect("set").row.seq;
        for at in 0..300 {
            let log = Fresh { who, by: vec![by], ..full_log(at) };
            ids.push((who, log.id.clone()));
            assert!(store.put(log).await.expect("kept").created);
        }
        // An id in an older form.
        store.put(Fresh { who, ..fresh("old", "x") }).await.expect("kept");
        ids.push((who, "old-x".to_owned()));
        let first = full_log(7);
        let corrected = Fresh { who, game: first.game.clone(), corrects: Some(first.id), ..full_log(500) };
        ids.push((who, corrected.id.clone()));
        store.put(corrected).await.expect("kept");
        for at in [1, 2, 3] {
            let report = FreshReport { revision: 2, verdict: "clean".to_owned(), ..full_log(at).report };
            store.put_report(who, report).await.expect("kept");
        }
    }
    let [gone, ruled] = [2, 4].map(|at| full_log(at).id);
    for log in [&gone, &ruled] {
        store.rule(ruling(log, log)).await.expect("ruled");
    }
    // The last log is erased too: its number must not be reused.
    erase(store, &[&gone, "old-x", &full_log(500).id]).await;
    ids
}

/// Returns every answer of the store as text.
fn snapshot(store: &Store, ids: &[(Who, String)]) -> Vec<String> {
    let mut all = Vec::new();
    for (who, id) in ids {
        let log = store.log(who.tenant, id);
        if let Ok(Some(_)) = &log {
            all.push(format!("{:?}", store.raw(who.tenant, id).expect("a query")));
            all.push(format!("{:?}", store.report(who.tenant, id).expect("a query")));
            all.push(format!("{:?}", store.settings_of_log(who.tenant, id).expect("a query")));
            all.push(format!("{:?}", store.rulings(who.tenant, id).expect("a query")));
        }
        all.push(format!("{log:?}"));
    }
    let word = |word: &str| Some(word.to_owned());
    let plain = Filter::default;
    let filters = [
        plain(),
        Filter { platform: word("test"), ..plain() },
        Filter { system: word("changsha-b"), verdict: word("clean"), ..plain() },
        Filter { verdict: word("faulty"), ..plain() },
        Filter { client: word("other 22"), ..plain() },
        Filter { code: word("A702"), client: word("other 22"), ..plain() },
        Filter { player: full_log(3).report.tags.players.first().cloned(), ..plain() },
        Filter { game: word("game-7"), ..plain() },
    ];
    let mut tenants: Vec<Tenant> = ids.iter().map(|(who, _)| who.tenant).collect();
    tenants.dedup();
    for tenant in tenants {
        for filter in &filters {
            let part = store.search(tenant, filter, 1000).expect("a list");
            assert!(!part.logs.is_empty(), "{filter:?}");
            all.push(format!("{part:?}"));
        }
        let (part, head) = store.follow(tenant, 0, 10_000).expect("a feed");
        all.push(format!("{part:?}"));
        all.push(format!("{:?}", store.trail(tenant, None, None, 10_000).expect("a trail")));
        all.push(format!("{:?}", store.counters(tenant).expect("counts")));
        for place in 1..=head {
            let wanted = ToProve { place: Some(place), since: Some(9), ..ToProve::default() };
            all.push(format!("{:?}", store.prove(tenant, &wanted).expect("a query").expect("a proof")));
        }
    }
    all
}

/// Reverts a database to the previous schema.
fn revert_migrations(base: &Base, engine: Engine) {
    for name in migrations_to_revert(engine) {
        let folder = if engine == Engine::Sqlite { "sqlite" } else { "postgres" };
        let down = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder).join(name).join("down.sql");
        let down = std::fs::read_to_string(down).expect("a way back");
        let begin = if engine == Engine::Sqlite { "PRAGMA foreign_keys = OFF;" } else { "" };
        let (version, _) = name.split_once('_').expect("a number");
        let forget = format!("DELETE FROM __diesel_schema_migrations WHERE version = '{version}';");
        base.tamper(&format!("{begin} BEGIN; {down} {forget} COMMIT;"));
    }
}

async fn upgrade_preserves_all_answers(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let ids = fill(&store).await;
    let before = snapshot(&store, &ids);
    drop(store);
    revert_migrations(&base, engine);
    let names = caipan::store::migrate(&base.database()).expect("migrated");
    assert_eq!(names.len(), migrations_to_revert(engine).len());
    let store = open(&base);
    let after = snapshot(&store, &ids);
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
    // Repeated data is recognised, and new data gets unused numbers.
    assert!(!store.put(full_log(5)).await.expect("kept").created);
    assert!(store.put(Fresh { key: Some("request 5".to_owned()), ..full_log(600) }).await.is_err(), "the key was used");
    assert!(store.put(full_log(500)).await.is_err(), "it was erased");
    assert!(store.put(full_log(601)).await.expect("kept").created);
    assert!(store.settings_of_log(Tenant::HOME, &full_log(601).id).expect("a query").is_empty());
    // Repeat with the data written since.
    let ids: Vec<_> = ids.into_iter().chain([(HOME, full_log(601).id)]).collect();
    let before = snapshot(&store, &ids);
    drop(store);
    revert_migrations(&base, engine);
    assert_eq!(snapshot(&open(&base), &ids), before);
}

/// The record of a verdict is not stored but rebuilt, byte for byte the same before and after its log is erased.
async fn verdict_record_matches_its_hash(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let keyed = tenant(&store, "keyed").await;
    let log = full_log(1);
    for (who, by) in [(HOME, ""), (keyed, "\"by\":\"key-of-keyed\",")] {
        let record = |place: i64, at: i64, revision: i32| {
            format!(
                "{{\"place\":{place},\"at\":{at},\"act\":\"verdict\",{by}\"log\":\"{}\",\"raw\":\"{}\",\"rules\":\"changsha@{revision}\",\"report\":\"{}\"}}",
                log.id, log.digest, log.report.digest
            )
        };
        let record_at = |store: &Store, place: i64| {
            let wanted = ToProve { place: Some(place), ..ToProve::default() };
            store.prove(who.tenant, &wanted).expect("a query").expect("a proof").entry.expect("a record").0
        };
        let before = store.follow(who.tenant, 0, 10).expect("a feed").1;
        store.put(Fresh { who, ..log.clone() }).await.expect("kept");
        let newer = FreshReport { revision: 2, verdict: "clean".to_owned(), created_at: 77, ..log.report.clone() };
        store.put_report(who, newer).await.expect("kept");
        let hashed = [record(before + 1, log.report.created_at, 1), record(before + 2, 77, 2)];
        assert_eq!([1, 2].map(|at| record_at(&store, before + at)), hashed);
        if who == HOME {
            erase(&store, &[&log.id]).await;
            assert_eq!([1, 2].map(|at| record_at(&store, before + at)), hashed, "its log is gone");
        }
    }
}
