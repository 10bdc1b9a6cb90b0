//! The schema moves down to every step and up again, with data in every table.

use super::upgrade::{fill, full_log};
use super::{HOME, open, tenant};
use crate::engine::{Engine, on_both};
use caipan::store::{
    CosignatureRow, FreshKey, LateMessage, Loss, Offer, Person, Progress, Request, RequestKind, Store, StoreError,
    Tenant, ToProve, WebhookChange, WebhookRow, WebhookWhat, Who, WitnessNote, WitnessRow, migrate_to,
};

on_both!(
    late_messages_become_dead_letters,
    messages_and_cosignatures_survive_the_tenant_in_every_key,
    every_step_down_and_up_again_serves,
    step_down_names_what_it_deletes,
    step_down_forgets_persons_and_keeps_their_keys,
    unknown_step_is_refused
);

/// The first step and the last step of a database.
const fn steps(engine: Engine) -> (u32, u32) {
    match engine {
        Engine::Sqlite => (1, 19),
        Engine::Postgres => (3, 19),
    }
}

/// Everything that a step down to `step` keeps can be read, and new data can be written.
async fn serves(store: &Store, step: u32) {
    for at in [1, 3, 299] {
        let log = full_log(at);
        let row = store.log(Tenant::HOME, &log.id).expect("a query").expect("a log");
        assert_eq!((row.id.as_str(), row.game.as_str()), (log.id.as_str(), log.game.as_str()), "{step}");
        assert!(store.raw(Tenant::HOME, &log.id).expect("a query").is_some(), "{step}");
        assert!(store.report(Tenant::HOME, &log.id).expect("a query").is_some(), "{step}");
    }
    let (_, head) = store.follow(Tenant::HOME, 0, 10_000).expect("a feed");
    assert!(!store.trail(Tenant::HOME, None, None, 10_000).expect("a trail").is_empty(), "{step}");
    for place in 1..=head {
        let wanted = ToProve { place: Some(place), since: Some(1), ..ToProve::default() };
        let proven = store.prove(Tenant::HOME, &wanted).expect("a query").expect("a proof");
        assert!(proven.entry.is_some(), "{step}: {place}");
    }
    let ruled = store.rulings(Tenant::HOME, &full_log(4).id).expect("a query");
    assert_eq!(ruled.len(), usize::from(step >= 4), "{step}");
    let kept = store.put(full_log(700)).await.expect("kept");
    assert!(kept.created, "{step}");
}

/// Makes a webhook without an order by a request with an idempotency key, with a late message at a place; and a key with
/// addresses.
async fn hooked(store: &Store, who: Who, place: i64) -> WebhookRow {
    let request = |kind| Some(Request { kind, key: "once".to_owned(), digest: vec![1; 32] });
    let what = WebhookWhat::Make {
        url: "https://platform.example/".to_owned(),
        secret: vec![7; 32],
        filter: "{}".to_owned(),
        after: Some(0),
        ordered: false,
        per_minute: Some(60),
    };
    let id = format!("5d41402abc4b2a7{place}");
    let change = WebhookChange { who, id, at: 5, what, request: request(RequestKind::Webhook) };
    let (made, new) = store.webhook(change.clone()).await.expect("made");
    assert!(new && store.webhook(change).await.expect("the same command again").1);
    let row = store.claim_webhooks(vec![(made.tenant(), made.seq)], 9, 5, 50).await.expect("claimed").remove(0);
    let (tenant, webhook, said) = (row.tenant, row.seq, "timeout".to_owned());
    let late = LateMessage { tenant, webhook, place, tries: 4, due_at: 76 + place, said };
    let (dead, revived, settled) = (Vec::new(), Vec::new(), Vec::new());
    let progress = Progress { row: row.clone(), dead, revived, late: vec![late], settled };
    assert!(store.webhook_progress(progress).await.expect("saved"));
    let (id, hash) = (format!("key-with-addresses-{place}"), vec![2, u8::try_from(place).expect("small")]);
    let (name, request) = ("test".to_owned(), request(RequestKind::Key));
    let addresses = Some("10.0.0.0/8".to_owned());
    let (tenant, rate, expires_at) = (None, None, None);
    let fresh = FreshKey {
        who,
        tenant,
        id,
        hash,
        name,
        scopes: 1,
        rate,
        created_at: 1,
        expires_at,
        addresses,
        person: None,
        request,
    };
    assert!(store.make_key(fresh).await.expect("a key").1);
    row
}

/// Shows a checkpoint of a size to two witnesses, one of which cosigns it.
async fn cosigned(store: &Store, tenant: Tenant, size: u32) {
    assert!(store.offer(Offer { tenant, size: size.into(), now: 7, since: 6 }).await.expect("offered"));
    for (witness, tries, said) in [("willing", 0, None), ("unwilling", 3, Some("timeout".to_owned()))] {
        let size = i64::from(size);
        let row =
            WitnessRow { witness: witness.to_owned(), size, tried_at: 8, tries, due_at: 9, said, held: Some(size - 1) };
        let line = format!("\u{2014} {witness} {size}\n");
        let signed = CosignatureRow { size, witness: witness.to_owned(), at: 10, line };
        let cosignature = (tries == 0).then_some(signed);
        store.note_witness(WitnessNote { tenant, row, cosignature }).await.expect("noted");
    }
}

/// What steps 16 and 17 brought, of one tenant, in words.
fn brought(store: &Store, tenant: Tenant) -> String {
    let (rows, _) = store.webhooks(tenant).expect("webhooks");
    let late: Vec<_> = rows.iter().map(|row| store.late_due(tenant, row.seq, 99, 10).expect("late messages")).collect();
    let keys: Vec<_> = store.keys(Some(tenant), None, 0, 100).expect("keys");
    let made = [RequestKind::Key, RequestKind::Webhook].map(|kind| {
        let request = Request { kind, key: "once".to_owned(), digest: vec![1; 32] };
        store.made_before(tenant, &request).expect("a query").expect("made before")
    });
    let (signed, heads) = (store.cosignatures(tenant).expect("lines"), store.tree_heads(Some(tenant)).expect("a tree"));
    assert_eq!((rows.len(), late[0].len(), signed.len(), heads[0].witnesses.len()), (1, 1, 1, 2));
    assert!(heads[0].offered.is_some() && keys.iter().any(|key| key.addresses.is_some()));
    format!("{rows:?} {late:?} {keys:?} {made:?} {signed:?} {heads:?}")
}

/// Late messages, requests, cosignatures and the state of witnesses are the same after the tenant left the keys and came
/// back.
async fn messages_and_cosignatures_survive_the_tenant_in_every_key(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    fill(&store).await;
    let guest = tenant(&store, "guest").await;
    store.put(caipan::store::Fresh { who: guest, ..full_log(1) }).await.expect("kept");
    for (who, place) in [(guest, 2), (HOME, 1)] {
        let row = hooked(&store, who, place.into()).await;
        cosigned(&store, row.tenant(), place).await;
    }
    let before = [guest.tenant, Tenant::HOME].map(|tenant| brought(&store, tenant));
    drop(store);
    let step = "0018".to_owned();
    assert!(migrate_to(&base.database(), 17, false).expect("down, without a loss").reverted.contains(&step));
    let (_, last) = steps(engine);
    assert!(migrate_to(&base.database(), last, false).expect("up").applied.contains(&step));
    let store = open(&base);
    assert_eq!([guest.tenant, Tenant::HOME].map(|tenant| brought(&store, tenant)), before);
}

/// A step down keeps messages that were still to be tried: as dead letters, which can be sent again.
async fn late_messages_become_dead_letters(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let row = hooked(&store, HOME, 1).await;
    assert_eq!(store.late_count(row.tenant(), row.seq).expect("a count"), 1);
    drop(store);
    let (_, last) = steps(engine);
    match migrate_to(&base.database(), 15, false) {
        Err(StoreError::WouldLose(lost)) => assert_eq!(lost, [Loss::Bounds]),
        other => panic!("{other:?}"),
    }
    migrate_to(&base.database(), 15, true).expect("down");
    migrate_to(&base.database(), last, false).expect("up");
    let store = open(&base);
    let (dead, count) = store.dead_letters(row.tenant(), row.seq, 0, 10).expect("dead letters");
    assert_eq!((count, dead[0].place, dead[0].tries, dead[0].said.as_str()), (1, 1, 4, "timeout"));
    let (rows, _) = store.webhooks(Tenant::HOME).expect("webhooks");
    assert_eq!((rows[0].ordered, rows[0].per_minute, rows[0].late_at), (1, None, None));
    assert_eq!(store.late_count(row.tenant(), row.seq).expect("a count"), 0);
    let key = store.key(None, "key-with-addresses-1").expect("a query").expect("a key");
    assert_eq!(key.addresses, None);
    let forgotten = Request { kind: RequestKind::Key, key: "once".to_owned(), digest: vec![2; 32] };
    assert_eq!(store.made_before(Tenant::HOME, &forgotten).expect("a query"), None);
}

async fn every_step_down_and_up_again_serves(engine: Engine) {
    let (first, last) = steps(engine);
    for step in (first..=last).rev() {
        let base = engine.base();
        let store = open(&base);
        fill(&store).await;
        hooked(&store, HOME, 1).await;
        drop(store);
        migrate_to(&base.database(), step, true).unwrap_or_else(|error| panic!("down to {step}: {error}"));
        let moved = migrate_to(&base.database(), last, false).unwrap_or_else(|error| panic!("up from {step}: {error}"));
        assert!(moved.reverted.is_empty() && moved.newest, "{step}: {moved:?}");
        serves(&open(&base), step).await;
    }
}

async fn step_down_names_what_it_deletes(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    fill(&store).await;
    drop(store);
    let (_, last) = steps(engine);
    for (step, expected) in [
        (7, vec![Loss::Jobs]),
        (5, vec![Loss::Jobs, Loss::Records]),
        (3, vec![Loss::Jobs, Loss::Records, Loss::Settings, Loss::Rulings]),
    ] {
        match migrate_to(&base.database(), step, false) {
            Err(StoreError::WouldLose(lost)) => assert_eq!(lost, expected, "{step}"),
            other => panic!("{step}: {other:?}"),
        }
    }
    // A refusal changes nothing, and a step that deletes nothing needs no permission.
    assert!(migrate_to(&base.database(), last, false).expect("moved").applied.is_empty());
    let moved = migrate_to(&base.database(), 11, false).expect("moved");
    assert!(moved.reverted.contains(&"0012".to_owned()) && !moved.newest, "{moved:?}");
    assert!(open(&base).log(HOME.tenant, &full_log(1).id).expect("a query").is_some());
}

async fn step_down_forgets_persons_and_keeps_their_keys(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let person = Some(Person { name: "王芳".to_owned(), subject: "https://sso.example#1".to_owned() });
    let (id, hash, name) = ("session".to_owned(), b"session".to_vec(), "sign-in".to_owned());
    let (who, tenant, rate, addresses, request) = (Who::keyless(Tenant::HOME), None, None, None, None);
    let expires_at = Some(i64::MAX);
    let fresh = FreshKey {
        who,
        tenant,
        id,
        hash,
        name,
        scopes: 1,
        rate,
        created_at: 1,
        expires_at,
        addresses,
        person,
        request,
    };
    let (made, _) = store.make_key(fresh).await.expect("a key");
    assert_eq!(store.key(None, "session").expect("a query"), Some(made.clone()));
    assert!(made.person.is_some());
    drop(store);
    let (_, last) = steps(engine);
    match migrate_to(&base.database(), 18, false) {
        Err(StoreError::WouldLose(lost)) => assert_eq!(lost, [Loss::Persons]),
        other => panic!("{other:?}"),
    }
    migrate_to(&base.database(), 18, true).expect("down");
    migrate_to(&base.database(), last, false).expect("up");
    let mut expected = made;
    expected.person = None;
    assert_eq!(open(&base).key(None, "session").expect("a query"), Some(expected));
}

async fn unknown_step_is_refused(engine: Engine) {
    let base = engine.base();
    drop(open(&base));
    for step in [0, 20] {
        assert!(matches!(migrate_to(&base.database(), step, true), Err(StoreError::NoStep { .. })), "{step}");
    }
}
