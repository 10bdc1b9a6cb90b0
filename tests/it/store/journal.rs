//! The comparison of the journal with the rows, on both databases.

use super::filled::fill;
use super::key_makers::new_key;
use super::{fresh, open, tenant};
use crate::engine::{Base, Engine, on_both};
use crate::evidence::is_proven;
use caipan::store::{JournalPosition, Reason, Revocation, Store, StoreError, Tenant};
use std::collections::BTreeSet;

on_both!(
    filled_database_agrees_with_its_journal,
    changed_rows_are_named,
    keys_are_compared_with_the_journal,
    lost_log_may_be_sent_again,
);

/// Compares the journal of a tenant with its rows and returns the sentences about what disagrees.
fn compared(store: &Store, tenant: Tenant) -> Vec<String> {
    let (mut at, mut said) = (Some(JournalPosition::default()), Vec::new());
    while let Some(position) = at {
        let page = store.compare_journal(tenant, &position).expect("a query");
        said.extend(page.found.iter().map(ToString::to_string));
        at = page.next;
    }
    said
}

/// Executes statements that leave references without their rows.
fn unchecked(base: &Base, engine: Engine, statement: &str) {
    let off = match engine {
        Engine::Sqlite => "PRAGMA foreign_keys = OFF",
        Engine::Postgres => "SET session_replication_role = replica",
    };
    base.tamper(&format!("{off}; {statement}"));
}

/// Corrections, newer reports, rulings, settings, keys and erasures leave nothing that disagrees, on several pages.
async fn filled_database_agrees_with_its_journal(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let ids = fill(&store).await;
    for who in ids.iter().map(|(who, _)| who.tenant).collect::<BTreeSet<_>>() {
        assert_eq!(compared(&store, who), Vec::<String>::new());
    }
}

async fn changed_rows_are_named(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    fill(&store).await;
    let zero = base.bytes("00");
    for (statement, told) in [
        ("DELETE FROM reports WHERE tenant = 1 AND log = 20".to_owned(), "entry 20 records it"),
        ("DELETE FROM logs WHERE tenant = 1 AND place = 20".to_owned(), "entry 20 records a verdict on it"),
        ("DELETE FROM erased_rulings WHERE tenant = 1".to_owned(), "A ruling on log"),
        ("DELETE FROM rulings WHERE tenant = 1".to_owned(), "A ruling on log"),
        ("DELETE FROM erased WHERE tenant = 1".to_owned(), "does not have it"),
        (format!("INSERT INTO erased VALUES (1, {zero}, 30, 1, 1)"), "does not record its erasure"),
        (format!("UPDATE nodes SET hash = {zero} WHERE tenant = 1"), "ends at entry 256"),
        ("UPDATE tenants SET head = head - 1 WHERE seq = 1".to_owned(), "another number of entries"),
        ("DELETE FROM entries WHERE tenant = 1 AND place = 40".to_owned(), "Journal entry 40 is missing"),
    ] {
        unchecked(&base, engine, &statement);
        let said = compared(&store, Tenant::HOME);
        assert!(said.iter().any(|said| said.contains(told)), "{statement}: {said:?}");
    }
}

async fn keys_are_compared_with_the_journal(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let who = tenant(&store, "other").await;
    assert_eq!(compared(&store, who.tenant), Vec::<String>::new());
    let revoked = |id: &str| Revocation { who, of: Some(who.tenant), id: id.to_owned(), at: 9 };
    store.make_key(new_key(who, None, "second")).await.expect("made");
    store.revoke(revoked("second")).await.expect("revoked");
    assert_eq!(compared(&store, who.tenant), Vec::<String>::new());
    base.tamper("UPDATE keys SET revoked_at = NULL WHERE id = 'second'");
    let said = compared(&store, who.tenant);
    assert!(said.len() == 1 && said[0].contains("Key second is in use"), "{said:?}");
    let hash = base.bytes("01");
    base.tamper(&format!(
        "INSERT INTO keys (tenant, id, hash, name, scopes, created_at) SELECT tenant, 'third', {hash}, 'n', 1, 9 FROM keys WHERE id = 'second'"
    ));
    let said = compared(&store, who.tenant);
    assert!(said.len() == 2 && said.iter().any(|said| said.contains("Key third is stored")), "{said:?}");
    unchecked(&base, engine, "DELETE FROM keys WHERE id = 'second'");
    let said = compared(&store, who.tenant);
    assert!(said.iter().any(|said| said.contains("Key second is no longer stored")), "{said:?}");
}

/// A log whose row is gone gets a new record when it is sent again. Its first record stays lost, and takes no proof of
/// another with it.
async fn lost_log_may_be_sent_again(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    for game in ["a", "b", "c"] {
        store.put(fresh(game, "x")).await.expect("kept");
    }
    unchecked(&base, engine, "DELETE FROM reports WHERE log = 2; DELETE FROM logs WHERE place = 2");
    let lost = store.log(Tenant::HOME, "b-x").expect_err("it is gone, and nobody asked for that");
    assert!(matches!(&lost, StoreError::Mismatch(found) if found.reason == Reason::LogLost), "{lost}");
    assert!(is_proven(&store, "c-x"), "others are proven");
    assert!(store.put(fresh("b", "x")).await.expect("kept").created);
    assert_eq!(store.log(Tenant::HOME, "b-x").expect("a query").expect("a log").place, 4);
    assert!(is_proven(&store, "b-x"));
    let said = compared(&store, Tenant::HOME);
    assert!(said.len() == 1 && said[0].contains("entry 2 records a verdict"), "{said:?}");
}
