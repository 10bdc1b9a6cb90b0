//! Limits of a tenant that nobody can fill to keep others from correcting or erasing.

use super::jobs::ruling;
use super::{HOME, fresh, open};
use crate::engine::{Engine, on_both};
use caipan::store::{FreshJob, FreshRuling, JobKind, JobOrder, MOST_JOBS, MOST_RULINGS, StoreError, Unfit};

on_both!(full_log_still_takes_reversals, jobs_of_readers_leave_room_to_erase);

/// A log that is filled with notes, and with reversals of reversals, keeps no false ruling.
async fn full_log_still_takes_reversals(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    store.put(fresh("one", "x")).await.expect("kept");
    let rule = async |token: i32, reverses: Option<i32>| {
        let fresh = FreshRuling { reverses, ..ruling("one-x", &token.to_string()) };
        store.rule(fresh).await.map(|(row, _)| row.entry.number)
    };
    assert_eq!(rule(1, None).await.expect("recorded"), 1);
    assert_eq!(rule(2, None).await.expect("recorded"), 2);
    let mut last = rule(3, Some(2)).await.expect("a reversal");
    // A reversal of a reversal takes room like any other ruling.
    for token in 4..=MOST_RULINGS + 1 {
        last = rule(token, Some(last)).await.expect("recorded");
    }
    for reverses in [None, Some(last)] {
        let refused = rule(1000, reverses).await;
        assert!(matches!(refused, Err(StoreError::Unfit(Unfit::Full))), "{reverses:?}: {refused:?}");
    }
    assert_eq!(rule(1001, Some(1)).await.expect("reversed at last"), MOST_RULINGS + 2);
    let again = rule(1002, Some(1)).await;
    assert!(matches!(again, Err(StoreError::Unfit(Unfit::Reversed(1, _)))), "{again:?}");
}

/// Exports, which a key makes that may only read, and purges have a limit each.
async fn jobs_of_readers_leave_room_to_erase(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let make = async |kind: JobKind, at: i64| {
        let (id, asked) = (format!("{kind:?}-{at}"), "{}".to_owned());
        store
            .job(JobOrder::Make(FreshJob {
                who: HOME,
                id,
                request: None,
                kind,
                asked,
                start: None,
                by_itself: false,
                at,
            }))
            .await
    };
    for kind in [JobKind::Export, JobKind::Purge] {
        for at in 0..MOST_JOBS {
            make(kind, at).await.expect("there is room");
        }
        assert!(matches!(make(kind, MOST_JOBS).await, Err(StoreError::JobsFull)), "{kind:?}");
    }
    assert!(matches!(make(JobKind::Reaudit, 0).await, Err(StoreError::JobsFull)));
}
