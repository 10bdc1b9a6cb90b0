//! A database with every kind of data, and all its answers.

use super::jobs::{erase, ruling};
use super::{HOME, fresh, open, tenant};
use crate::engine::{Engine, on_both};
use caipan::hash::sha256;
use caipan::store::{
    CosignatureRow, Filter, FreshKey, FreshSetting, LateMessage, LogRow, LogToStore, Offer, Progress, ReportToStore,
    Request, RequestKind, SearchTags, SettingKind, Store, Tenant, ToProve, WebhookChange, WebhookRow, WebhookWhat, Who,
    WitnessNote, WitnessRow,
};

on_both!(verdict_record_matches_its_hash);

/// Builds a log as a service stores it: a hexadecimal id, players and a client.
pub fn full_log(at: usize) -> LogToStore {
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
    let report = ReportToStore { log: id.clone(), verdict, tags, created_at: 1_000 + time, ..log.report };
    let import_name = at.is_multiple_of(5).then(|| "csmj".to_owned());
    let system = if at.is_multiple_of(2) { "changsha-a" } else { "changsha-b" }.to_owned();
    let row = LogRow { id, digest, import_name, system, received_at: time, ..log.row };
    LogToStore { row, report, key: Some(format!("request {at}")), ..log }
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
            let log = LogToStore { who, by: vec![by], ..full_log(at) };
            ids.push((who, log.row.id.clone()));
            assert!(store.put(log).await.expect("kept").created);
        }
        // An id in an older form.
        store.put(LogToStore { who, ..fresh("old", "x") }).await.expect("kept");
        ids.push((who, "old-x".to_owned()));
        let first = full_log(7);
        let log = full_log(500);
        let row = LogRow { game: first.row.game, corrects: Some(first.row.id), ..log.row };
        let corrected = LogToStore { who, row, ..log };
        ids.push((who, corrected.row.id.clone()));
        store.put(corrected).await.expect("kept");
        for at in [1, 2, 3] {
            let report = ReportToStore { revision: 2, verdict: "clean".to_owned(), ..full_log(at).report };
            store.put_report(who, report).await.expect("kept");
        }
    }
    let [gone, ruled] = [2, 4].map(|at| full_log(at).row.id);
    for log in [&gone, &ruled] {
        store.rule(ruling(log, log)).await.expect("ruled");
    }
    // The last log is erased too: its number must not be reused.
    erase(store, &[&gone, "old-x", &full_log(500).row.id]).await;
    ids
}

/// Returns every answer of the store as text.
pub fn snapshot(store: &Store, ids: &[(Who, String)]) -> Vec<String> {
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

/// Makes a webhook without an order by a request with an idempotency key, with a late message at a place; and a key with
/// addresses.
pub async fn hooked(store: &Store, who: Who, place: i64) -> WebhookRow {
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
pub async fn cosigned(store: &Store, tenant: Tenant, size: u32) {
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

/// Returns the webhook, the late message, the keys, the requests and the witnesses of one tenant as text.
pub fn hooks(store: &Store, tenant: Tenant) -> String {
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
                log.row.id, log.row.digest, log.report.digest
            )
        };
        let record_at = |store: &Store, place: i64| {
            let wanted = ToProve { place: Some(place), ..ToProve::default() };
            store.prove(who.tenant, &wanted).expect("a query").expect("a proof").entry.expect("a record").0
        };
        let before = store.follow(who.tenant, 0, 10).expect("a feed").1;
        store.put(LogToStore { who, ..log.clone() }).await.expect("kept");
        let newer = ReportToStore { revision: 2, verdict: "clean".to_owned(), created_at: 77, ..log.report.clone() };
        store.put_report(who, newer).await.expect("kept");
        let hashed = [record(before + 1, log.row.received_at, 1), record(before + 2, 77, 2)];
        assert_eq!([1, 2].map(|at| record_at(&store, before + at)), hashed);
        if who == HOME {
            erase(&store, &[&log.row.id]).await;
            assert_eq!([1, 2].map(|at| record_at(&store, before + at)), hashed, "its log is gone");
        }
    }
}
