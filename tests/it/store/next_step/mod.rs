//! The schema moves to the step of a later program and back: with all data, in spite of crashes, and beside other
//! processes. Schemas that are not the current one are refused.

mod made_up;

use super::filled::{cosigned, fill, full_log, hooked, hooks, snapshot};
use super::tenant_keys::{Key, keys};
use super::{HOME, PATIENCE, at, open, tenant};
use crate::engine::{Base, Engine, on_both};
use crate::postgres::Postgres;
use caipan::config::{Database, Server};
use caipan::store::{LogToStore, Steps, Store, StoreError, Tenant, has_keys, migrate, migrate_to};
use std::process::Command;
use std::sync::Arc;

use made_up::Crash;
pub use made_up::Next;

on_both!(
    step_up_and_down_keeps_all_answers,
    step_down_names_what_it_deletes,
    interrupted_step_changes_nothing,
    concurrent_steps_run_once,
    running_service_notices_the_step,
    unknown_step_is_refused,
    older_schema_is_read_as_it_is,
    unreleased_schema_is_refused,
);

/// The names of the steps that were moved.
const STEP: [&str; 1] = ["0002"];

fn is_newer(error: &StoreError) -> bool {
    matches!(error, StoreError::Newer { step, known } if (step.as_str(), known.as_str()) == ("0002", "0001"))
}

/// This program refuses a database of the later one, whatever it opens it for.
fn assert_refused(database: &Database) {
    let errors = [
        migrate(database).map(drop),
        migrate_to(database, 1, true).map(drop),
        has_keys(database).map(drop),
        Store::open(database, 4, PATIENCE, caipan::app::report_tags).map(drop),
        Store::open_current(database, 4, PATIENCE, caipan::app::report_tags).map(drop),
    ];
    for error in errors {
        let error = error.expect_err("a later program wrote it");
        assert!(is_newer(&error), "{error}");
    }
}

/// The number of classes, and of those whose number of logs is what a count of the logs gives.
fn counted(base: &Base) -> [i64; 2] {
    let own = "(SELECT count(*) FROM logs AS l WHERE l.tenant = c.tenant AND l.class = c.seq)";
    ["true", &format!("c.logs = {own}")]
        .map(|condition| base.number(&format!("SELECT count(*) FROM classes AS c WHERE {condition}")))
}

/// The number of columns of the table that the step changes first, and the keys of the whole schema.
fn schema_of(base: &Base, engine: Engine) -> (i64, Vec<Key>) {
    let columns = match engine {
        Engine::Sqlite => "SELECT count(*) FROM pragma_table_info('classes')",
        Engine::Postgres => "SELECT count(*) FROM information_schema.columns WHERE table_name = 'classes'",
    };
    (base.number(columns), keys(base, engine))
}

async fn step_up_and_down_keeps_all_answers(engine: Engine) {
    let (base, next) = (engine.base(), Next::new());
    let (steps, database) = (next.steps(), base.database());
    let store = open(&base);
    let mut ids = fill(&store).await;
    let guest = tenant(&store, "guest").await;
    store.put(LogToStore { who: guest, ..full_log(1) }).await.expect("kept");
    for (who, place) in [(guest, 2), (HOME, 1)] {
        let row = hooked(&store, who, place.into()).await;
        cosigned(&store, row.tenant(), place).await;
    }
    drop(store);
    let schema = schema_of(&base, engine);
    for round in 0..2 {
        let store = open(&base);
        let answers = |store: &Store| {
            let hooks = [guest.tenant, Tenant::HOME].map(|tenant| hooks(store, tenant));
            (snapshot(store, &ids), hooks)
        };
        let before = answers(&store);
        drop(store);
        assert_eq!(steps.migrate(&database).expect("up"), STEP);
        assert!(steps.migrate(&database).expect("nothing is left").is_empty());
        let [all, right] = counted(&base);
        assert!(all > 4 && all == right, "{right} of {all}");
        assert_ne!(schema_of(&base, engine), schema);
        assert_refused(&database);
        let moved = steps.move_to(&database, 1, false).expect("down, without a loss");
        assert_eq!(
            (moved.reverted.as_slice(), moved.applied.len(), moved.newest),
            (&STEP.map(String::from)[..], 0, false)
        );
        assert_eq!(schema_of(&base, engine), schema, "every key and reference is there again");
        let store = open(&base);
        let after = answers(&store);
        assert_eq!(before.0.len(), after.0.len());
        before.0.iter().zip(&after.0).for_each(|(before, after)| assert_eq!(before, after));
        assert_eq!(before.1, after.1);
        if round == 0 {
            // Repeated data is recognised, and new data gets unused numbers.
            assert!(!store.put(full_log(5)).await.expect("kept").created);
            let used = LogToStore { key: Some("request 5".to_owned()), ..full_log(600) };
            assert!(store.put(used).await.is_err(), "the key was used");
            assert!(store.put(full_log(500)).await.is_err(), "it was erased");
            assert!(store.put(full_log(601)).await.expect("kept").created);
            assert!(store.settings_of_log(Tenant::HOME, &full_log(601).row.id).expect("a query").is_empty());
            ids.push((HOME, full_log(601).row.id));
        }
    }
}

async fn step_down_names_what_it_deletes(engine: Engine) {
    let (base, next) = (engine.base(), Next::new());
    let (steps, database) = (next.steps(), base.database());
    let store = open(&base);
    store.put(full_log(1)).await.expect("kept");
    drop(store);
    assert_eq!(steps.move_to(&database, 2, false).expect("up").applied, STEP);
    base.tamper("INSERT INTO bookmarks (tenant, log) SELECT tenant, place FROM logs");
    match steps.move_to(&database, 1, false) {
        Err(StoreError::WouldLose(lost)) => {
            let names: Vec<_> = lost.iter().map(|text| (text.zh.as_ref(), text.en.as_ref())).collect();
            assert_eq!(names, [("书签", "the bookmarks")]);
        }
        other => panic!("{other:?}"),
    }
    let still = steps.move_to(&database, 2, false).expect("moved");
    assert!(still.applied.is_empty() && still.newest, "a refusal changes nothing: {still:?}");
    assert_eq!(steps.move_to(&database, 1, true).expect("down").reverted, STEP);
    assert!(open(&base).report(Tenant::HOME, &full_log(1).row.id).expect("a query").is_some());
}

/// A statement in the middle of a step fails: the database is what it was, and the next attempt succeeds.
async fn interrupted_step_changes_nothing(engine: Engine) {
    let (base, next) = (engine.base(), Next::new());
    let (steps, database) = (next.steps(), base.database());
    let store = open(&base);
    fill(&store).await;
    drop(store);
    // The last statement of the step up needs this name.
    base.tamper("CREATE TABLE bookmarks (x INTEGER)");
    let old = schema_of(&base, engine);
    let failed = steps.migrate(&database).expect_err("the name is taken");
    assert!(failed.to_string().contains("bookmarks"), "{failed}");
    assert_eq!(schema_of(&base, engine), old, "nothing is left of the attempt");
    assert!(open(&base).put(full_log(700)).await.expect("this program goes on").created);
    base.tamper("DROP TABLE bookmarks");
    assert_eq!(steps.migrate(&database).expect("migrated"), STEP);
    // And so does that of the step down.
    base.tamper("ALTER TABLE bookmarks RENAME TO elsewhere");
    let new = schema_of(&base, engine);
    let failed = steps.move_to(&database, 1, true).expect_err("the table is not there");
    assert!(failed.to_string().contains("bookmarks"), "{failed}");
    assert_eq!(schema_of(&base, engine), new, "nothing is left of the attempt");
    base.tamper("ALTER TABLE elsewhere RENAME TO bookmarks");
    assert_eq!(steps.move_to(&database, 1, true).expect("down").reverted, STEP);
    assert!(open(&base).report(Tenant::HOME, &full_log(700).row.id).expect("a query").is_some());
}

/// The files as a power cut leaves them before the commit of a step, with half of its pages in the write-ahead log.
#[actix_web::test]
async fn crash_in_a_step_leaves_the_old_schema_of_sqlite() {
    let base = Engine::Sqlite.base();
    let store = open(&base);
    let ids = fill(&store).await;
    let before = snapshot(&store, &ids);
    drop(store);
    let (from, to) = (base.path().join("data"), base.path().join("crashed"));
    std::fs::create_dir(&to).expect("a folder");
    let copies = to.clone();
    let crash: Crash = Arc::new(move || {
        for name in ["caipan.sqlite3", "caipan.sqlite3-wal"] {
            // Closing a file that this process has open would release its locks.
            let copied = Command::new("cp").arg(from.join(name)).arg(copies.join(name)).status();
            assert!(copied.expect("cp").success());
        }
    });
    let ballast = "CREATE TABLE ballast (b BLOB); INSERT INTO ballast VALUES (zeroblob(16000000));";
    let next = Next::crashing(ballast, &crash);
    next.steps().migrate(&base.database()).expect("the original goes on");
    let written = to.join("caipan.sqlite3-wal").metadata().expect("a file").len();
    assert!(written > 10_000_000, "{written} bytes of the step were written");
    let store = Store::open(&at(&to), 4, PATIENCE, caipan::app::report_tags).expect("the old schema");
    assert_eq!(snapshot(&store, &ids), before);
    drop(store);
    assert_eq!(Next::new().steps().migrate(&at(&to)).expect("the next attempt"), STEP);
}

/// The server dies before the commit of a step.
#[actix_web::test]
async fn crash_in_a_step_leaves_the_old_schema_of_postgres() {
    crate::programs::needs!(Postgres);
    let server = Arc::new(Postgres::start());
    let database = Database::Server(Box::new(Server::parse(&server.database()).expect("an address")));
    let open = || Store::open(&database, 4, PATIENCE, caipan::app::report_tags).expect("a store");
    let store = open();
    let ids = fill(&store).await;
    let before = snapshot(&store, &ids);
    drop(store);
    let dying = Arc::clone(&server);
    let crash: Crash = Arc::new(move || dying.kill());
    let next = Next::crashing("", &crash);
    let failed = next.steps().migrate(&database);
    assert!(failed.is_err(), "{failed:?}");
    server.again();
    let store = open();
    assert_eq!(snapshot(&store, &ids), before);
    drop(store);
    assert_eq!(Next::new().steps().migrate(&database).expect("the next attempt"), STEP);
}

/// Several replicas of the later program that start at once all succeed, and the step runs once.
async fn concurrent_steps_run_once(engine: Engine) {
    let (base, next) = (engine.base(), Next::new());
    let store = open(&base);
    fill(&store).await;
    drop(store);
    let database = base.database();
    let applied: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(|| next.steps().migrate(&database))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic").expect("migrated")).collect()
    });
    assert_eq!(applied, STEP);
    let [all, right] = counted(&base);
    assert!(all > 4 && all == right, "{right} of {all}");
}

/// A service of this program is not ready while the schema is that of a later one.
async fn running_service_notices_the_step(engine: Engine) {
    let (base, next) = (engine.base(), Next::new());
    let store = open(&base);
    store.is_readable(PATIENCE).await.expect("ready");
    next.steps().migrate(&base.database()).expect("up");
    let error = store.is_readable(PATIENCE).await.expect_err("a later program wrote it");
    assert!(is_newer(&error), "{error}");
    next.steps().move_to(&base.database(), 1, false).expect("down");
    store.is_readable(PATIENCE).await.expect("ready again");
}

async fn unknown_step_is_refused(engine: Engine) {
    let (base, next) = (engine.base(), Next::new());
    drop(open(&base));
    for step in [0, 3] {
        match next.steps().move_to(&base.database(), step, true) {
            Err(StoreError::NoStep { first, last }) => assert_eq!((first.as_str(), last.as_str()), ("0001", "0002")),
            other => panic!("{step}: {other:?}"),
        }
    }
}

/// A program with a new step finds the keys of an older schema, so an upgrade needs no command beforehand. A command
/// that only reads leaves the schema as it is.
async fn older_schema_is_read_as_it_is(engine: Engine) {
    let (base, next) = (engine.base(), Next::new());
    let (steps, database) = (next.steps(), base.database());
    assert!(!steps.has_keys(&database).expect("nothing is there"));
    let store = open(&base);
    assert!(!steps.has_keys(&database).expect("a query"));
    tenant(&store, "guest").await;
    assert!(steps.has_keys(&database).expect("a query"));
    let old = schema_of(&base, engine);
    assert!(matches!(steps.check(&database), Err(StoreError::Older)));
    assert_eq!(schema_of(&base, engine), old);
    steps.migrate(&database).expect("up");
    steps.check(&database).expect("current");
}

/// Databases of versions before 0.1.0, whose steps had the same numbers, are refused and left as they are.
async fn unreleased_schema_is_refused(engine: Engine) {
    let untagged = "CREATE TABLE untagged (log BIGINT); CREATE TABLE logs (tenant BIGINT, place BIGINT)";
    let numbered = "CREATE TABLE logs (seq BIGINT, id TEXT)";
    for (tables, versions) in
        [(numbered, "('0001')"), (numbered, "('0003'), ('0004')"), (untagged, "('0001'), ('0019')")]
    {
        let base = engine.base();
        let database = base.database();
        if engine == Engine::Sqlite {
            std::fs::create_dir(base.path().join("data")).expect("a folder");
        }
        base.tamper(&format!(
            "CREATE TABLE __diesel_schema_migrations (version VARCHAR(50) PRIMARY KEY, run_on TIMESTAMP); {tables}; \
             INSERT INTO __diesel_schema_migrations (version) VALUES {versions}"
        ));
        let old = schema_of(&base, engine);
        let next = Next::new();
        let refusals = |steps: Steps<'_>| {
            [
                steps.migrate(&database).map(drop),
                steps.move_to(&database, 1, true).map(drop),
                steps.has_keys(&database).map(drop),
                steps.check(&database),
            ]
        };
        let opened = Store::open(&database, 4, PATIENCE, caipan::app::report_tags).map(drop);
        for refused in [migrate(&database).map(drop), opened].into_iter().chain(refusals(next.steps())) {
            assert!(matches!(refused, Err(StoreError::Unreleased)), "{versions}: {refused:?}");
        }
        assert_eq!(schema_of(&base, engine), old);
    }
}
