//! The query plans of PostgreSQL: every query uses an index, whatever the size and the statistics of the tables.

use super::{PATIENCE, fresh};
use crate::postgres::Postgres;
use caipan::config::{Database, Server};
use caipan::store::{
    Filter, FreshKey, LogRow, LogToStore, ReportToStore, Revocation, SearchTags, Store, Tenant, ToProve, Who,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The tables that grow with the stored data.
const LARGE: [&str; 5] = ["logs", "tags", "reports", "entries", "idempotency_keys"];

fn open(url: &str) -> Store {
    let server = Server::parse(url).expect("an address");
    Store::open(&Database::Server(Box::new(server)), 2, PATIENCE, caipan::app::report_tags).expect("a store")
}

/// Builds a log with a value for every filter.
fn log(at: usize) -> LogToStore {
    let log = fresh(&format!("game-{at}"), "x");
    let faulty = at.is_multiple_of(20);
    let codes = || faulty.then_some("A702".to_owned());
    let tags = SearchTags {
        players: (0..4).map(|seat| format!("player{:010}", (at * 7 + seat) % 400)).collect(),
        client: format!("app 1.{}", at % 5),
        codes: codes().into_iter().collect(),
        faults: codes().map(|code| (code, 1)).into_iter().collect(),
    };
    LogToStore {
        row: LogRow {
            platform: format!("rooms{}", at % 3),
            system: ["changsha-a", "beijing", "guiyang"][at % 3].to_owned(),
            received_at: i64::try_from(at).expect("few") * 1_000_000,
            ..log.row
        },
        key: Some(format!("key-{at}")),
        report: ReportToStore { tags, verdict: if faulty { "faulty" } else { "clean" }.to_owned(), ..log.report },
        ..log
    }
}

/// Stores logs concurrently.
async fn fill(store: &Arc<Store>, logs: std::ops::Range<usize>) {
    let puts: Vec<_> = logs
        .map(|at| {
            let store = Arc::clone(store);
            actix_web::rt::spawn(async move { store.put(log(at)).await })
        })
        .collect();
    for put in puts {
        assert!(put.await.expect("no panic").expect("kept").created);
    }
}

/// PostgreSQL must not keep a plan made for an empty table: the rows read per new log, repeated log and new report do
/// not grow with the table.
#[actix_web::test]
async fn write_cost_is_independent_of_table_size() {
    const LOGS: usize = 1000;
    crate::programs::needs!(Postgres);
    let postgres = Postgres::shared();
    let url = postgres.database();
    let store = open(&url);
    for at in 0..LOGS {
        store.put(fresh(&at.to_string(), "x")).await.expect("kept");
        if at % 4 == 0 {
            assert!(!store.put(fresh(&at.to_string(), "x")).await.expect("kept").created);
            let report = ReportToStore { revision: 2, ..fresh(&at.to_string(), "x").report };
            store.put_report(Who::keyless(Tenant::HOME), report).await.expect("kept");
        }
    }
    drop(store);
    // A connection reports its statistics shortly after it ends.
    let counted = |query: &str| -> usize { postgres.ask(&url, query).parse().expect("a number") };
    let began = Instant::now();
    while counted("SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'logs'") < LOGS {
        assert!(began.elapsed() < PATIENCE, "it is not counted");
        std::thread::sleep(Duration::from_millis(50));
    }
    let read = counted("SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'logs'")
        + counted("SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'logs'");
    assert!(read < 12 * LOGS, "{read} rows were looked at for {LOGS} logs");
}

/// Returns each plan logged since the log had this length: the statement and its steps.
fn plans(server: &Postgres, since: usize) -> Vec<String> {
    let log = server.log();
    let (_, log) = log.split_at(since);
    log.split("LOG:  duration:").skip(1).map(str::to_owned).collect()
}

/// Returns the number of rows that a plan read and filtered out.
fn rows_removed(plan: &str) -> usize {
    let rows = plan.lines().filter_map(|line| line.trim().strip_prefix("Rows Removed by Filter: "));
    rows.map(|rows| rows.parse::<usize>().expect("a number")).sum()
}

/// Makes keys, each with the one before, and revokes them with the first.
async fn revoke_chain(store: &Store, name: &str) {
    let mut who = Who::keyless(Tenant::HOME);
    for at in 0..8 {
        let id = format!("{name}-{at}");
        let (hash, name) = (id.clone().into_bytes(), "test".to_owned());
        let (tenant, rate, expires_at, addresses, request) = (None, None, None, None, None);
        let fresh = FreshKey {
            who,
            tenant,
            id,
            hash,
            name,
            scopes: 15,
            rate,
            created_at: 1,
            expires_at,
            addresses,
            person: None,
            request,
        };
        who = store.make_key(fresh).await.expect("a key").0.who();
    }
    let first = Revocation { who: Who::keyless(Tenant::HOME), of: None, id: format!("{name}-0"), at: 2 };
    assert_eq!(store.revoke(first).await.expect("revoked").others, 7);
}

/// No query scans a growing table from end to end, with or without statistics. With statistics, a list with one filter
/// uses the index of that filter, and a list by tag finds its logs by place.
#[actix_web::test]
async fn every_query_uses_an_index() {
    const LOGS: usize = 3000;
    crate::programs::needs!(Postgres);
    let server = Postgres::start();
    let url = server.database();
    let name = url.rsplit('/').next().expect("a name");
    for setting in [
        "session_preload_libraries = 'auto_explain'",
        "auto_explain.log_min_duration = 0",
        "auto_explain.log_analyze = on",
        "auto_explain.log_timing = off",
    ] {
        server.ask("postgres", &format!("ALTER DATABASE {name} SET {setting}"));
    }
    let store = Arc::new(open(&url));
    let made = server.log().len();
    fill(&store, 0..LOGS).await;
    let written = plans(&server, made);
    assert!(written.iter().any(|plan| plan.contains("Insert on logs")), "{} plans", written.len());
    // One statement writes many logs; three statements per log would be three round trips each.
    assert!(written.len() < LOGS, "{} statements for {LOGS} logs", written.len());
    let inserts = |table: &str| {
        let into = format!("Insert on {table} ");
        written.iter().filter(|plan| plan.contains(&into)).count()
    };
    // Each log has one report, one entry and five tags.
    let kinds = ["logs", "reports", "entries", "tags"].map(inserts);
    assert_eq!(kinds, [inserts("logs"); 4], "a commit writes each kind in one statement");
    // Each counter group is looked up once, not at every commit.
    let groups = written.iter().filter(|plan| plan.contains("using tallies_pkey on tallies")).count();
    assert!((1..=15).contains(&groups), "{groups} questions for groups, of which there are 15");

    let word = |word: &str| Some(word.to_owned());
    let plain = Filter::default;
    let filters = [
        (plain(), "logs_place"),
        (Filter { verdict: word("faulty"), ..plain() }, "logs_class"),
        (Filter { platform: word("rooms1"), ..plain() }, "logs_class"),
        (Filter { system: word("beijing"), ..plain() }, "logs_class"),
        (Filter { system: word("beijing"), verdict: word("faulty"), ..plain() }, "logs_class"),
        (Filter { platform: word("rooms1"), system: word("beijing"), verdict: word("clean"), ..plain() }, "logs_class"),
        (Filter { game: word("game-77"), ..plain() }, "logs_game"),
        (Filter { game: word("game-77"), platform: word("rooms2"), ..plain() }, "logs_game"),
        (Filter { client: word("app 1.3"), ..plain() }, "tags_pkey"),
        (Filter { code: word("A702"), ..plain() }, "tags_pkey"),
        (Filter { code: word("A702"), client: word("app 1.0"), verdict: word("faulty"), ..plain() }, "tags_pkey"),
        (Filter { player: word("player0000000042"), ..plain() }, "tags_pkey"),
        (Filter { since: Some(1_000_000_000), until: Some(2_000_000_000), ..plain() }, "logs_time"),
        (Filter { since: Some(i64::MAX), ..plain() }, "logs_time"),
        (Filter { until: Some(0), ..plain() }, "logs_time"),
    ];
    for counted in [false, true] {
        if counted {
            server.ask(&url, "ANALYZE");
        }
        for (filter, index) in &filters {
            // Often enough that PostgreSQL switches from custom plans to a generic plan.
            for round in 0..8 {
                let before = server.log().len();
                let filter = Filter { before: (round % 2 == 1).then_some(2500), ..filter.clone() };
                let part = store.search(Tenant::HOME, &filter, 50).expect("a part");
                let plans = plans(&server, before);
                assert!(!plans.is_empty(), "{filter:?} leaves no plan");
                // The index returns mostly matching rows: a query filters out 200 rows at most.
                let thrown = plans.iter().map(|plan| rows_removed(plan)).max();
                assert!(thrown <= Some(200), "{filter:?}: {thrown:?} rows were read for nothing: {plans:#?}");
                if counted {
                    assert!(plans.iter().any(|plan| plan.contains(index)), "{filter:?} not by {index}: {plans:#?}");
                    if !part.logs.is_empty() && *index == "tags_pkey" {
                        let by_place = |plan: &String| plan.contains("logs_place") && plan.contains("asked.place");
                        assert!(plans.iter().any(by_place), "{filter:?}: {plans:#?}");
                    }
                }
            }
        }
        for _ in 0..8 {
            let id = "game-77-x";
            let who = Tenant::HOME;
            assert!(store.log(who, id).expect("a query").is_some());
            assert!(store.raw(who, id).expect("a query").is_some());
            assert!(store.report(who, id).expect("a query").is_some());
            assert!(store.settings_of_log(who, id).expect("a query").is_empty());
            assert!(store.rulings(who, id).expect("a query").is_empty());
            let (part, _) = store.follow(who, 100, 50).expect("a part");
            assert_eq!(part.verdicts.len(), 50);
            assert!(store.feed(who, part.last, 50).expect("a query").is_some());
            let wanted = ToProve { log: Some(id.to_owned()), ..ToProve::default() };
            assert!(store.prove(who, &wanted).expect("a query").is_some());
            assert_eq!(store.trail(who, None, None, 50).expect("a trail").len(), 50);
            assert!(!store.counters(who).expect("counts").is_empty());
        }
        revoke_chain(&store, &counted.to_string()).await;
        // Store logs again, and more.
        let (low, high) = if counted { (LOGS + 200, LOGS + 400) } else { (LOGS, LOGS + 200) };
        fill(&store, low..high).await;
        assert!(!store.put(log(7)).await.expect("kept").created);
    }
    let all = plans(&server, made);
    assert!(all.len() > 500, "{} plans", all.len());
    assert!(all.iter().any(|plan| plan.contains("Scan using entries_made on entries")), "the keys of a key");
    for plan in &all {
        for table in LARGE {
            assert!(!plan.contains(&format!("Seq Scan on {table} ")), "{plan}");
        }
    }
}
