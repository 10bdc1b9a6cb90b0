//! The store over a real database: what was acknowledged is there, whatever happens to the process.

use caipan::store::{Filter, Fresh, FreshReport, Kept, Store, StoreError};

fn fresh(game: &str, content: &str) -> Fresh {
    let id = format!("{game}-{content}");
    Fresh {
        digest: format!("sha256:{id}"),
        platform: "test".to_owned(),
        game: game.to_owned(),
        system: "changsha-a".to_owned(),
        hands: 1,
        media_type: "application/vnd.paipu+json".to_owned(),
        import_name: None,
        received_at: 1,
        corrects: None,
        size: content.len().try_into().expect("short"),
        raw: zstd::encode_all(content.as_bytes(), 1).expect("packed"),
        key: None,
        report: FreshReport {
            log: id.clone(),
            revision: "changsha@1".to_owned(),
            verdict: "clean".to_owned(),
            counts: [0, 0, 0, 0],
            created_at: 1,
            body: zstd::encode_all(&b"{}"[..], 1).expect("packed"),
        },
        id,
    }
}

fn games(store: &Store) -> Vec<String> {
    store.list(&Filter::default(), 10_000).expect("a list").into_iter().map(|log| log.game).collect()
}

#[actix_web::test]
async fn many_writers_share_commits_and_each_gets_its_own_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = std::sync::Arc::new(Store::open(folder.path()).expect("a store"));
    let puts = (0..600).map(|at| {
        let store = std::sync::Arc::clone(&store);
        // Every third is a conflict with the one before it.
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

/// A row that the database itself refuses fails alone; the others of its group are kept.
#[actix_web::test]
async fn a_group_that_fails_is_written_row_by_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = std::sync::Arc::new(Store::open(folder.path()).expect("a store"));
    assert!(store.put(fresh("taken", "x")).await.is_ok());
    let puts = (0..40).map(|at| {
        let store = std::sync::Arc::clone(&store);
        let mut log = fresh(&at.to_string(), "x");
        if at == 20 {
            // New content whose id is taken: no check sees it, the unique index does.
            log.id = "taken-x".to_owned();
        }
        actix_web::rt::spawn(async move { store.put(log).await })
    });
    for (at, put) in puts.collect::<Vec<_>>().into_iter().enumerate() {
        let kept = put.await.expect("no panic");
        assert_eq!(kept.is_ok(), at != 20, "{at}: {kept:?}");
        assert!(at != 20 || matches!(kept, Err(StoreError::Database(_))));
    }
    assert_eq!(games(&store).len(), 40);
}

#[actix_web::test]
async fn a_newer_report_stands_beside_the_old_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let log = fresh("game", "x");
    let newer = FreshReport {
        revision: "changsha@2".to_owned(),
        verdict: "faulty".to_owned(),
        counts: [2, 1, 0, 0],
        body: zstd::encode_all(&b"{\"new\":1}"[..], 1).expect("packed"),
        ..log.report.clone()
    };
    store.put(log).await.expect("kept");
    store.put_report(newer.clone()).await.expect("kept");
    store.put_report(newer).await.expect("the same report again changes nothing");
    let row = store.log("game-x").expect("a query").expect("a log");
    assert_eq!((row.revision.as_str(), row.verdict.as_str(), row.counts), ("changsha@2", "faulty", [2, 1, 0, 0]));
    assert_eq!(store.report("game-x").expect("a query").expect("a report").body, b"{\"new\":1}");
    let faulty = Filter { verdict: Some("faulty".to_owned()), ..Filter::default() };
    assert_eq!(store.list(&faulty, 10).expect("a list").len(), 1);
}

#[actix_web::test]
async fn a_store_is_brought_up_to_date_once() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(caipan::store::migrate(folder.path()).expect("migrated").len(), 1);
    assert!(caipan::store::migrate(folder.path()).expect("migrated").is_empty());
    let store = Store::open(folder.path()).expect("a store");
    store.check().expect("it can serve");
    store.put(fresh("game", "x")).await.expect("kept");
    drop(store);
    let store = Store::open(folder.path()).expect("the same store");
    assert_eq!(store.raw("game-x").expect("a query").expect("the bytes"), b"x");
}
