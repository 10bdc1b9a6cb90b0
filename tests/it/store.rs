//! The store on a real database: acknowledged data survives faults, and concurrent use is safe.

use crate::engine::{Base, Engine, on_both};
use caipan::config::Database;
use caipan::store::{
    Filter, FreshKey, Kept, LogRow, LogToStore, ReportToStore, SearchTags, Store, StoreError, Tenant, Who,
};
use diesel::{Connection, SqliteConnection};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

mod damaged;
mod filled;
mod jobs;
mod journal;
mod key_makers;
mod lists;
mod next_step;
mod plans;
mod room;
mod tenant_keys;
mod times;
mod tls;
mod versions;

pub use jobs::ruling;
pub use next_step::Next;

const HOME: Who = Who::keyless(Tenant::HOME);

/// The write timeout of these tests.
pub const PATIENCE: Duration = Duration::from_secs(30);

on_both!(
    concurrent_writers_get_their_own_results,
    failed_group_is_retried_row_by_row,
    older_report_does_not_replace_newer,
    migrations_run_once,
    locked_database_times_out_each_caller,
    group_is_retried_after_lock,
    tenants_are_isolated,
    places_follow_commit_order,
    concurrent_migrations_succeed,
    store_is_notified_of_other_stores_commits,
);

fn open(base: &Base) -> Store {
    Store::open(&base.database(), 4, PATIENCE, caipan::app::report_tags).expect("a store")
}

fn at(folder: &Path) -> Database {
    Database::Directory(folder.to_owned())
}

fn open_at(folder: &Path) -> Store {
    Store::open(&at(folder), 4, PATIENCE, caipan::app::report_tags).expect("a store")
}

/// Opens another connection to the database.
fn other(folder: &Path) -> SqliteConnection {
    SqliteConnection::establish(folder.join("caipan.sqlite3").to_str().expect("UTF-8")).expect("a database")
}

/// Builds a log whose content is not a real log.
pub fn fresh(game: &str, content: &str) -> LogToStore {
    let id = format!("{game}-{content}");
    LogToStore {
        who: HOME,
        row: LogRow {
            place: 0,
            id: id.clone(),
            digest: caipan::hash::sha256(content.as_bytes()),
            platform: "test".to_owned(),
            game: game.to_owned(),
            system: "changsha-a".to_owned(),
            hands: 1,
            media_type: "application/vnd.paipu+json".to_owned(),
            import_name: None,
            size: content.len().try_into().expect("short"),
            received_at: 1,
            corrects: None,
            corrected_by: None,
            rules: "changsha".to_owned(),
            revision: 1,
            verdict: "clean".to_owned(),
            counts: [0; 4],
            report_size: 2,
        },
        by: Vec::new(),
        raw: zstd::encode_all(content.as_bytes(), 1).expect("packed"),
        key: None,
        report: ReportToStore {
            log: id,
            revision: 1,
            verdict: "clean".to_owned(),
            counts: [0; 4],
            created_at: 1,
            size: 2,
            body: zstd::encode_all(&b"{}"[..], 1).expect("packed"),
            digest: caipan::hash::sha256(b"{}"),
            tags: SearchTags::default(),
        },
    }
}

/// Builds a log whose content is not a real log and that corrects another.
pub fn correction(game: &str, content: &str, corrects: Option<String>) -> LogToStore {
    let log = fresh(game, content);
    LogToStore { row: LogRow { corrects, ..log.row }, ..log }
}

fn games(store: &Store) -> Vec<String> {
    store
        .search(Tenant::HOME, &Filter::default(), 10_000)
        .expect("a list")
        .logs
        .into_iter()
        .map(|log| log.game)
        .collect()
}

async fn concurrent_writers_get_their_own_results(engine: Engine) {
    let base = engine.base();
    let store = std::sync::Arc::new(open(&base));
    let puts = (0..600).map(|at| {
        let store = std::sync::Arc::clone(&store);
        // Every third log conflicts with the one before it.
        let (game, content) = if at % 3 == 2 { (at - 1, "other") } else { (at, "first") };
        actix_web::rt::spawn(async move { (at, store.put(fresh(&game.to_string(), content)).await) })
    });
    for put in puts.collect::<Vec<_>>() {
        match put.await.expect("no panic") {
            (at, Err(StoreError::GameTaken(by))) => assert_eq!((at % 3, by), (2, format!("{}-first", at - 1))),
            (at, Ok(kept)) => assert_eq!((at % 3 < 2, kept), (true, Kept { id: format!("{at}-first"), created: true })),
            (at, Err(error)) => panic!("{at}: {error}"),
        }
    }
    assert_eq!(games(&store).len(), 400);
}

/// A row that the database refuses fails alone; the others of its group are kept.
async fn failed_group_is_retried_row_by_row(engine: Engine) {
    let base = engine.base();
    let store = std::sync::Arc::new(open(&base));
    // The store does not check this; only the database refuses it.
    base.tamper(match engine {
        Engine::Sqlite => {
            "CREATE TRIGGER refuse BEFORE INSERT ON logs WHEN NEW.game = '20' BEGIN SELECT RAISE(ABORT, 'refused'); END"
        }
        Engine::Postgres => "ALTER TABLE logs ADD CONSTRAINT refuse CHECK (game <> '20')",
    });
    let puts = (0..40).map(|at| {
        let store = Arc::clone(&store);
        actix_web::rt::spawn(async move { store.put(fresh(&at.to_string(), "x")).await })
    });
    for (at, put) in puts.collect::<Vec<_>>().into_iter().enumerate() {
        let kept = put.await.expect("no panic");
        assert_eq!(kept.is_ok(), at != 20, "{at}: {kept:?}");
        assert!(at != 20 || matches!(kept, Err(StoreError::Database(_))));
    }
    assert_eq!(games(&store).len(), 39);
}

async fn older_report_does_not_replace_newer(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let log = fresh("game", "x");
    let newer = ReportToStore {
        revision: 2,
        verdict: "faulty".to_owned(),
        counts: [2, 1, 0, 0],
        size: 9,
        body: zstd::encode_all(&b"{\"new\":1}"[..], 1).expect("packed"),
        digest: caipan::hash::sha256(b"{\"new\":1}"),
        ..log.report.clone()
    };
    let older = ReportToStore { revision: 0, verdict: "variant".to_owned(), ..log.report.clone() };
    store.put(log).await.expect("kept");
    store.put_report(HOME, newer.clone()).await.expect("kept");
    store.put_report(HOME, older).await.expect("what a program writes that was left behind takes nothing back");
    store.put_report(HOME, newer).await.expect("the same report again changes nothing");
    let row = store.log(Tenant::HOME, "game-x").expect("a query").expect("a log");
    assert_eq!((row.revision, row.verdict.as_str(), row.counts), (2, "faulty", [2, 1, 0, 0]));
    assert_eq!(store.report(Tenant::HOME, "game-x").expect("a query").expect("a report").body, b"{\"new\":1}");
    let faulty = Filter { verdict: Some("faulty".to_owned()), ..Filter::default() };
    assert_eq!(store.search(Tenant::HOME, &faulty, 10).expect("a list").logs.len(), 1);
}

async fn migrations_run_once(engine: Engine) {
    let base = engine.base();
    assert!(!caipan::store::has_keys(&base.database()).expect("nothing is there"));
    assert_eq!(caipan::store::migrate(&base.database()).expect("migrated"), ["0001"]);
    assert!(caipan::store::migrate(&base.database()).expect("migrated").is_empty());
    let store = open(&base);
    store.is_readable(PATIENCE).await.expect("it can read");
    store.is_writable(PATIENCE).await.expect("it can write");
    store.put(fresh("game", "x")).await.expect("kept");
    drop(store);
    let store = open(&base);
    assert_eq!(store.raw(Tenant::HOME, "game-x").expect("a query").expect("the bytes"), b"x");
}

/// Each caller at a locked database waits for its own timeout only, not for the callers before it.
async fn locked_database_times_out_each_caller(engine: Engine) {
    let base = engine.base();
    let store =
        Arc::new(Store::open(&base.database(), 4, Duration::from_secs(1), caipan::app::report_tags).expect("a store"));
    let lock = base.lock();
    let began = Instant::now();
    let puts: Vec<_> = (0..300)
        .map(|at| {
            let store = Arc::clone(&store);
            actix_web::rt::spawn(async move { store.put(fresh(&at.to_string(), "x")).await })
        })
        .collect();
    for put in puts {
        let refused = put.await.expect("no panic");
        assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
    }
    // One after the other they would take five minutes.
    assert!(began.elapsed() < Duration::from_mins(1), "300 callers of one second took {:?}", began.elapsed());
    assert!(store.is_readable(PATIENCE).await.is_ok() && games(&store).is_empty(), "readers are not concerned");
    let unready = store.is_writable(Duration::from_millis(300)).await;
    assert!(matches!(&unready, Err(StoreError::Unavailable(why)) if why.contains("locked")), "{unready:?}");
    drop(lock);
    store.is_writable(PATIENCE).await.expect("it tried again, without anything to store");
    assert!(store.put(fresh("after", "x")).await.is_ok());
}

/// No write fails if a lock ends in time.
async fn group_is_retried_after_lock(engine: Engine) {
    let base = engine.base();
    let store = Arc::new(open(&base));
    let lock = base.lock();
    let puts: Vec<_> = (0..300)
        .map(|at| {
            let store = Arc::clone(&store);
            actix_web::rt::spawn(async move { store.put(fresh(&at.to_string(), "x")).await })
        })
        .collect();
    // Wait until the lock is met.
    while store.is_writable(Duration::from_millis(1)).await.is_ok() {
        actix_web::rt::task::yield_now().await;
    }
    drop(lock);
    for put in puts {
        assert!(put.await.expect("no panic").is_ok());
    }
    assert_eq!(games(&store).len(), 300);
}

/// A database file that was moved away gets no writes: none is acknowledged, and the store is not ready until it is
/// back.
#[actix_web::test]
async fn moved_database_rejects_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = open_at(folder.path());
    store.put(fresh("before", "x")).await.expect("kept");
    for name in ["caipan.sqlite3", "caipan.sqlite3-wal"] {
        let (here, away) = (folder.path().join(name), folder.path().join("away"));
        std::fs::rename(&here, &away).expect("moved");
        let lost = store.put(fresh("lost", "x")).await;
        assert!(matches!(&lost, Err(StoreError::Unavailable(why)) if why.contains(name)), "{name}: {lost:?}");
        assert!(store.is_readable(PATIENCE).await.is_err() && store.is_writable(PATIENCE).await.is_err(), "{name}");
        assert!(!here.exists(), "no other takes its place");
        std::fs::rename(&away, &here).expect("moved back");
        store.is_writable(PATIENCE).await.expect("it is there again");
    }
    assert_eq!(games(&store), ["before"]);
}

/// Creates a tenant with a key.
async fn tenant(store: &Store, name: &str) -> Who {
    let fresh = FreshKey {
        who: HOME,
        tenant: Some(name.to_owned()),
        id: format!("key-of-{name}"),
        hash: name.as_bytes().to_vec(),
        name: "test".to_owned(),
        scopes: 15,
        rate: None,
        created_at: 1,
        expires_at: None,
        addresses: None,
        person: None,
        request: None,
    };
    store.make_key(fresh).await.expect("a key").0.who()
}

/// Ids, games and keys are unique per tenant, and no tenant sees or blocks those of another.
async fn tenants_are_isolated(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let (a, b) = (tenant(&store, "a").await, tenant(&store, "b").await);
    let of = |who: Who, log: LogToStore| LogToStore { who, ..log };
    let keyed = |log: LogToStore| LogToStore { key: Some("settle-1".to_owned()), ..log };
    let first = store.put(of(a, keyed(fresh("game", "x")))).await.expect("kept");
    assert_eq!(first, Kept { id: "game-x".to_owned(), created: true });
    // The same bytes; the same key and game with other content; the same bytes under another media type.
    let same = store.put(of(b, fresh("game", "x"))).await.expect("kept");
    assert_eq!(same, Kept { id: "game-x".to_owned(), created: true });
    let c = tenant(&store, "c").await;
    assert!(store.put(of(c, keyed(fresh("game", "y")))).await.expect("kept").created);
    let d = tenant(&store, "d").await;
    let mut otherwise = fresh("game", "x");
    otherwise.row.media_type = "text/plain".to_owned();
    assert!(store.put(of(d, otherwise)).await.expect("kept").created);
    // A log of another tenant cannot be corrected, and the error is that of an unknown log.
    let corrects = |id: &str| correction("game", "z", Some(id.to_owned()));
    for id in ["game-x", "nothing"] {
        let refused = store.put(of(c, corrects(id))).await;
        assert!(matches!(&refused, Err(StoreError::NothingToCorrect(named)) if named == id), "{refused:?}");
    }
    let report = ReportToStore { revision: 9, ..fresh("game", "x").report };
    assert!(matches!(store.put_report(c, report).await, Err(StoreError::NothingToCorrect(_))));
    for who in [a, b, c, d] {
        let logs = store.search(who.tenant, &Filter::default(), 10).expect("a list").logs;
        assert_eq!(
            logs.iter().map(|log| (log.place, log.revision)).collect::<Vec<_>>(),
            [(2, 1)],
            "places are one's own"
        );
    }
    assert!(store.search(Tenant::HOME, &Filter::default(), 10).expect("a list").logs.is_empty());
    assert!(store.log(c.tenant, "game-x").expect("a query").is_none());
    assert!(store.raw(c.tenant, "game-x").expect("a query").is_none());
    assert!(store.report(c.tenant, "game-x").expect("a query").is_none());
    assert!(store.key(Some(c.tenant), "key-of-a").expect("a query").is_none());
    assert!(matches!(store.trail(c.tenant, Some("key-of-a"), None, 10), Err(StoreError::NoKey(_))));
}

/// Places of a tenant have no gaps, in spite of concurrent writes and conflicts.
async fn places_follow_commit_order(engine: Engine) {
    let base = engine.base();
    let store = Arc::new(open(&base));
    let tenants = [HOME, tenant(&store, "a").await, tenant(&store, "b").await];
    let puts: Vec<_> = (0..300_usize)
        .map(|at| {
            let (store, who) = (Arc::clone(&store), tenants[at % 3]);
            // Every tenth log is a conflict, which takes no place.
            let log = if at % 10 == 9 { fresh(&(at % 3).to_string(), "other") } else { fresh(&at.to_string(), "x") };
            actix_web::rt::spawn(async move { store.put(LogToStore { who, ..log }).await.is_ok() })
        })
        .collect();
    let mut kept = 0;
    for put in puts {
        kept += i64::from(put.await.expect("no panic"));
    }
    let mut seen = 0;
    for who in tenants {
        let trail = store.trail(who.tenant, None, None, 1000).expect("a trail");
        let places: Vec<i64> = trail.iter().rev().map(|row| row.place).collect();
        assert_eq!(places, (1..=places.len().try_into().expect("few")).collect::<Vec<i64>>());
        seen += i64::try_from(places.len()).expect("few");
    }
    assert_eq!(seen, kept + 2, "and the two keys");
    assert!((200..300).contains(&kept), "{kept}");
}

/// Several replicas that start at once on an empty database all succeed, and each migration runs once.
async fn concurrent_migrations_succeed(engine: Engine) {
    let base = engine.base();
    let database = base.database();
    // Start them as simultaneously as possible.
    let stores: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..6).map(|_| scope.spawn(|| Store::open(&database, 1, PATIENCE, caipan::app::report_tags))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic").expect("a store")).collect()
    });
    for (at, store) in stores.iter().enumerate() {
        store.put(fresh(&at.to_string(), "x")).await.expect("kept");
    }
    assert_eq!(games(&stores[0]).len(), stores.len());
}

/// A listener at one replica is woken by a commit at another, and by nothing else.
async fn store_is_notified_of_other_stores_commits(engine: Engine) {
    let base = engine.base();
    let (here, there) = (open(&base), open(&base));
    let who = tenant(&here, "a").await;
    let mut listener = here.listen(who.tenant);
    let now = Duration::ZERO;
    here.poll(&here.due_for_poll(now)).expect("a look");
    listener.notified().await;
    here.poll(&here.due_for_poll(now)).expect("a look");
    let silence = is_notified(&mut listener).await;
    assert!(!silence, "nothing was committed");
    there.put(LogToStore { who, ..fresh("game", "x") }).await.expect("kept");
    assert!(!is_notified(&mut listener).await, "nobody has looked yet");
    assert_eq!(here.due_for_poll(Duration::from_hours(1)), [], "somebody has just looked");
    here.poll(&here.due_for_poll(now)).expect("a look");
    assert!(is_notified(&mut listener).await);
    drop(listener);
    assert_eq!(here.due_for_poll(now), [], "nobody listens");
}

/// Returns true if a notification arrives at once.
async fn is_notified(listener: &mut caipan::store::Listener) -> bool {
    actix_web::rt::time::timeout(Duration::from_millis(20), listener.notified()).await.is_ok()
}
