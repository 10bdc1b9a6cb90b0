//! The schema moves down to every step and up again, with data in every table.

use super::upgrade::{fill, full_log};
use super::{HOME, open};
use crate::engine::{Engine, on_both};
use caipan::store::{Loss, Store, StoreError, Tenant, ToProve, migrate_to};

on_both!(every_step_down_and_up_again_serves, step_down_names_what_it_deletes, unknown_step_is_refused);

/// The first step and the last step of a database.
const fn steps(engine: Engine) -> (u32, u32) {
    match engine {
        Engine::Sqlite => (1, 15),
        Engine::Postgres => (3, 15),
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

async fn every_step_down_and_up_again_serves(engine: Engine) {
    let (first, last) = steps(engine);
    for step in (first..=last).rev() {
        let base = engine.base();
        let store = open(&base);
        fill(&store).await;
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

async fn unknown_step_is_refused(engine: Engine) {
    let base = engine.base();
    drop(open(&base));
    for step in [0, 16] {
        assert!(matches!(migrate_to(&base.database(), step, true), Err(StoreError::NoStep { .. })), "{step}");
    }
}
