//! Keys made and revoked at the same time by two replicas.

use super::{open, tenant};
use crate::engine::{Base, Engine};
use caipan::store::{FreshKey, Revocation, Tenant, Who};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Counts the transactions that wait for a lock of another.
const WAITING: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/// A key by this author, for a tenant with this name or for the author's own.
fn new_key(who: Who, tenant: Option<&str>, id: &str) -> FreshKey {
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
