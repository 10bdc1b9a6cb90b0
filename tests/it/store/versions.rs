//! Two replicas of different versions on one database: no verdict goes back, and nothing is lost.

use super::{HOME, fresh, open};
use crate::engine::{Engine, on_both};
use caipan::store::{Filter, LogToStore, ReportToStore, SearchTags, Store, Tenant, ToProve};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

on_both!(verdicts_never_regress_across_versions);

const LOGS: usize = 120;
/// The rule revision of each version, with the verdict and the code that it finds.
const VERSIONS: [(i32, &str, &str); 2] = [(1, "clean", "A701"), (2, "faulty", "A702")];

/// Returns a log as a replica with this revision audits it.
fn audited(at: usize, (revision, verdict, code): (i32, &str, &str)) -> LogToStore {
    let log = fresh(&at.to_string(), "x");
    let tags = SearchTags {
        players: [format!("player{:010}", at % 9)].into(),
        client: "app 1".to_owned(),
        codes: [code.to_owned()].into(),
        faults: [(code.to_owned(), 1)].into(),
    };
    let text = text(revision);
    let body = zstd::encode_all(text.as_bytes(), 1).expect("packed");
    let digest = caipan::hash::sha256(text.as_bytes());
    let size = text.len().try_into().expect("a small report");
    let report = ReportToStore { revision, verdict: verdict.to_owned(), tags, size, body, digest, ..log.report };
    LogToStore { report, ..log }
}

fn text(revision: i32) -> String {
    format!("{{\"revision\":{revision}}}")
}

/// Stores and re-audits all logs several times; each version uses another order.
async fn write(store: Arc<Store>, version: (i32, &'static str, &'static str), acknowledged: Arc<AtomicUsize>) {
    let step = if version.0 == 1 { 7 } else { 11 };
    for round in 0..3 {
        let many: Vec<_> = (0..LOGS)
            .map(|at| {
                let (store, acknowledged) = (Arc::clone(&store), Arc::clone(&acknowledged));
                let at = (at * step + round) % LOGS;
                actix_web::rt::spawn(async move {
                    let log = audited(at, version);
                    if store.put(log.clone()).await.expect("kept").created {
                        acknowledged.fetch_add(1, Ordering::Relaxed);
                    }
                    store.put_report(HOME, log.report).await.expect("kept");
                })
            })
            .collect();
        for one in many {
            one.await.expect("no panic");
        }
    }
}

/// Reads every log through both replicas until stopped, and asserts that no revision goes back. Returns the number of
/// reports read.
fn watch(stores: &[Arc<Store>; 2], stop: &AtomicBool) -> usize {
    let (mut newest, mut looks) = (BTreeMap::<String, i32>::new(), 0);
    let mut check = |id: &str, revision: i32, verdict: &str| {
        let before = newest.entry(id.to_owned()).or_insert(revision);
        assert!(*before <= revision, "{id} went back from {before} to {revision}");
        *before = revision;
        let (.., expected, _) = VERSIONS[usize::try_from(revision - 1).expect("one of two")];
        assert_eq!(verdict, expected, "{id} at {revision}");
    };
    loop {
        let last = stop.load(Ordering::Acquire);
        for store in stores {
            let logs = store.search(Tenant::HOME, &Filter::default(), 1000).expect("a list").logs;
            logs.iter().for_each(|row| check(&row.id, row.revision, &row.verdict));
            for row in logs.iter().take(20) {
                let report = store.report(Tenant::HOME, &row.id).expect("a query").expect("a report");
                assert_eq!(report.body, text(report.revision).as_bytes());
                check(&row.id, report.revision, VERSIONS[usize::try_from(report.revision - 1).expect("one")].1);
                looks += 1;
            }
        }
        if last {
            return looks;
        }
    }
}

async fn verdicts_never_regress_across_versions(engine: Engine) {
    let base = engine.base();
    let stores = [Arc::new(open(&base)), Arc::new(open(&base))];
    let (stop, acknowledged) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let watcher = {
        let (stores, stop) = (stores.clone(), Arc::clone(&stop));
        std::thread::spawn(move || watch(&stores, &stop))
    };
    let [old, new] =
        [0, 1].map(|at| actix_web::rt::spawn(write(Arc::clone(&stores[at]), VERSIONS[at], Arc::clone(&acknowledged))));
    old.await.expect("no panic");
    new.await.expect("no panic");
    stop.store(true, Ordering::Release);
    assert!(watcher.join().expect("nothing went back") > 0, "somebody looked");

    // Each log was stored by one replica, shows the newer revision, and is found by its code.
    assert_eq!(acknowledged.load(Ordering::Relaxed), LOGS);
    let [_, new] = VERSIONS;
    let store = &stores[0];
    let logs = store.search(Tenant::HOME, &Filter::default(), 1000).expect("a list").logs;
    assert_eq!(logs.len(), LOGS);
    assert!(logs.iter().all(|row| (row.revision, row.verdict.as_str()) == (new.0, new.1)));
    let found = Filter { code: Some(new.2.to_owned()), ..Filter::default() };
    assert_eq!(store.search(Tenant::HOME, &found, 1000).expect("a list").logs.len(), LOGS);

    // The feed has each verdict once, and no older one after a newer one.
    let (feed, _) = store.follow(Tenant::HOME, 0, 10_000).expect("a feed");
    let mut heard = BTreeMap::<&str, Vec<&str>>::new();
    for verdict in &feed.verdicts {
        heard.entry(&verdict.log).or_default().push(&verdict.revision);
    }
    assert_eq!(heard.len(), LOGS);
    for (log, revisions) in heard {
        assert!([&["changsha@2"][..], &["changsha@1", "changsha@2"]].contains(&&revisions[..]), "{log}: {revisions:?}");
    }
    // The feed has every place, and the evidence covers the last one.
    let places: Vec<i64> = feed.verdicts.iter().map(|verdict| verdict.cursor.place).collect();
    assert_eq!(places, (1..=i64::try_from(places.len()).expect("few")).collect::<Vec<_>>());
    let wanted = ToProve { log: Some(logs[0].id.clone()), ..ToProve::default() };
    let proven = store.prove(Tenant::HOME, &wanted).expect("a query").expect("a proof");
    assert_eq!(proven.checkpoint.size, places.len() as u64);
}
