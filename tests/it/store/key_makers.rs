//! Keys made and revoked at the same time by two replicas.

use super::{PATIENCE, fresh, open, tenant};
use crate::engine::{Base, Engine};
use crate::postgres::Postgres;
use caipan::config::{Database, Server};
use caipan::store::{FreshKey, LogToStore, Revocation, Store, Tenant, Who};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Counts the transactions that wait for a lock of another.
const WAITING: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/// A key by this author, for a tenant with this name or for the author's own.
pub fn new_key(who: Who, tenant: Option<&str>, id: &str) -> FreshKey {
    let (tenant, id, hash, name) =
        (tenant.map(str::to_owned), id.to_owned(), id.as_bytes().to_vec(), "test".to_owned());
    let (rate, expires_at, addresses, person, request) = (None, None, None, None, None);
    FreshKey { who, tenant, id, hash, name, scopes: 15, rate, created_at: 1, expires_at, addresses, person, request }
}

/// Waits until a condition holds, without blocking the futures that it waits for.
async fn until(condition: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < end, "nothing waits");
        actix_web::rt::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A key that is made for another tenant while its maker is revoked is revoked with it. SQLite has one writer at a time.
#[actix_web::test]
async fn revocation_reaches_a_key_that_is_being_made_for_another_tenant() {
    crate::programs::needs!(Postgres);
    let base = Engine::Postgres.base();
    let waiting = |base: &Base| base.ask(WAITING).parse::<usize>().expect("a number");
    let (one, two) = (Arc::new(open(&base)), Arc::new(open(&base)));
    let (maker, guest) = (tenant(&one, "operator").await, tenant(&one, "guest").await);
    assert_ne!(maker.tenant, guest.tenant);
    // The insertion of the new key waits for one with the same id, after it was checked that its maker may make it.
    let held = base.session(
        "BEGIN; INSERT INTO keys (tenant, id, hash, name, scopes, created_at) VALUES (1, 'child', 'other', 'test', 1, 1);",
    );
    let child = new_key(maker, Some("guest"), "child");
    let making = actix_web::rt::spawn(async move { one.make_key(child).await });
    until(|| waiting(&base) == 1).await;
    let revocation = Revocation { who: Who::keyless(Tenant::HOME), of: None, id: "key-of-operator".to_owned(), at: 2 };
    let other = Arc::clone(&two);
    let revoking = actix_web::rt::spawn(async move { other.revoke(revocation).await });
    until(|| waiting(&base) == 2 || revoking.is_finished()).await;
    drop(held);
    let (child, new) = making.await.expect("no panic").expect("made before its maker was revoked");
    assert!(new && child.tenant == guest.tenant);
    let revoked = revoking.await.expect("no panic").expect("revoked");
    assert_eq!(revoked.others, 1, "the key that was being made");
    for (id, at) in [("key-of-operator", Some(2)), ("child", Some(2)), ("key-of-guest", None)] {
        assert_eq!(two.key(None, id).expect("a query").expect("a key").revoked_at, at, "{id}");
    }
}

/// Two batches, each with a log of one tenant and a key that is made for the other or revoked, do not wait for each other in
/// a cycle.
#[actix_web::test]
async fn batches_of_logs_and_keys_do_not_wait_in_a_cycle() {
    crate::programs::needs!(Postgres);
    let server = Postgres::start();
    let url = server.database();
    let database = Database::Server(Box::new(Server::parse(&url).expect("an address")));
    let open = || Arc::new(Store::open(&database, 4, PATIENCE, caipan::app::report_tags).expect("a store"));
    let waiting = || server.ask(&url, WAITING).parse::<usize>().expect("a number");
    let stores = [open(), open()];
    let (a, b) = (tenant(&stores[0], "a").await, tenant(&stores[0], "b").await);
    let own = [tenant(&stores[0], "first").await, tenant(&stores[0], "second").await];
    for revoked in [false, true] {
        // The next entries of both tenants wait for others at the same places.
        let entries = server.session(
            &url,
            "BEGIN; INSERT INTO entries (tenant, place, act, at, record, leaf) SELECT seq, head + 1, 1, 1, '{}', '' FROM tenants WHERE name IN ('a', 'b');",
        );
        // Each writer waits with a log of a tenant of its own, so that the commands after it are one batch.
        let rows = "BEGIN; SELECT 1 FROM tenants WHERE name IN ('first', 'second') FOR UPDATE;";
        let before = server.session(&url, rows);
        let log = |store: &Arc<Store>, who: Who| {
            let (store, log) = (Arc::clone(store), LogToStore { who, ..fresh(&format!("game-{revoked}"), "x") });
            actix_web::rt::spawn(async move { store.put(log).await.expect("kept").created })
        };
        let begun = [log(&stores[0], own[0]), log(&stores[1], own[1])];
        until(|| waiting() == 2).await;
        let mut batches = Vec::new();
        for (store, who, other, name) in [(&stores[0], a, b, "b"), (&stores[1], b, a, "a")] {
            batches.push(log(store, who));
            let store = Arc::clone(store);
            batches.push(actix_web::rt::spawn(async move {
                let id = format!("made-by-{name}");
                if revoked {
                    let revocation = Revocation { who: other, of: Some(other.tenant), id, at: 3 };
                    return store.revoke(revocation).await.expect("revoked").key.revoked_at == Some(3);
                }
                store.make_key(new_key(other, None, &id)).await.expect("made").1
            }));
        }
        // The commands are in the queues before the writers go on.
        actix_web::rt::time::sleep(Duration::from_millis(50)).await;
        drop(before);
        for begun in begun {
            assert!(begun.await.expect("no panic"));
        }
        until(|| waiting() == 2).await;
        drop(entries);
        for done in batches {
            assert!(done.await.expect("no panic"), "revoked: {revoked}");
        }
    }
    assert_eq!(server.log().matches("deadlock detected").count(), 0);
}
