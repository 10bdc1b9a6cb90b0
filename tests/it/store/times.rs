//! Logs whose times do not follow their sequence: a clock ran ahead, or was set back.

use super::{HOME, fresh, open};
use crate::engine::{Engine, on_both};
use caipan::store::{Filter, LogRow, LogToStore, ReportToStore, SearchTags, Store, Tenant};
use std::sync::Arc;

on_both!(one_fast_clock_hides_no_log, times_in_any_order_match_full_scan);

const HOUR: i64 = 3_600_000_000;
const FAR: i64 = 1_000_000 * HOUR;

/// Builds a log that was received at this time. Every third has a player and is faulty.
fn received(at: usize, time: i64) -> LogToStore {
    let log = fresh(&at.to_string(), "x");
    let third = at.is_multiple_of(3);
    let players = third.then(|| "player0000000001".to_owned()).into_iter().collect();
    let verdict = if third { "faulty" } else { "clean" }.to_owned();
    let report = ReportToStore { verdict, tags: SearchTags { players, ..SearchTags::default() }, ..log.report };
    LogToStore { row: LogRow { received_at: time, ..log.row }, report, ..log }
}

/// Stores the logs in this order.
async fn store_in_order(store: &Arc<Store>, times: &[i64]) {
    for (block, part) in times.chunks(200).enumerate() {
        let puts: Vec<_> = part
            .iter()
            .enumerate()
            .map(|(at, time)| {
                let (store, log) = (Arc::clone(store), received(200 * block + at, *time));
                actix_web::rt::spawn(async move { store.put(log).await })
            })
            .collect();
        for put in puts {
            assert!(put.await.expect("no panic").expect("kept").created);
        }
    }
}

/// All logs that a filter finds, page by page, and the number of pages.
fn pages(store: &Store, filter: &Filter, limit: u32) -> (Vec<usize>, usize) {
    let (mut found, mut pages, mut filter) = (Vec::new(), 0, filter.clone());
    loop {
        let part = store.search(Tenant::HOME, &filter, limit).expect("a part");
        pages += 1;
        found.extend(part.logs.into_iter().map(|log| log.game.parse::<usize>().expect("a number")));
        let Some(next) = part.next else { break };
        assert!(filter.before.is_none_or(|before| next < before), "it goes on");
        filter.before = Some(next);
    }
    found.sort_unstable();
    (found, pages)
}

/// The hundredth of 200 logs was received with a clock that ran far ahead. Those that follow it are found by time.
async fn one_fast_clock_hides_no_log(engine: Engine) {
    let base = engine.base();
    let store = Arc::new(open(&base));
    let times: Vec<i64> = (0..200).map(|at| if at == 99 { FAR } else { at * HOUR }).collect();
    store_in_order(&store, &times).await;
    let until = |until: i64| Filter { until: Some(until), ..Filter::default() };
    assert_eq!(pages(&store, &until(1000 * HOUR), 50).0.len(), 199);
    assert_eq!(pages(&store, &until(150 * HOUR), 50).0.len(), 149);
    assert_eq!(pages(&store, &Filter { since: Some(1000 * HOUR), ..Filter::default() }, 50).0, [99]);
    assert_eq!(store.log(HOME.tenant, "99-x").expect("a query").expect("a log").received_at, FAR);
}

/// Each range of time gives the same logs as a full scan, and a list in the usual order takes no page more than it must.
async fn times_in_any_order_match_full_scan(engine: Engine) {
    const LOGS: usize = 2600;
    let base = engine.base();
    let store = Arc::new(open(&base));
    // Every 300th log is far ahead, every 400th is of the first hour, and 200 in the middle are in no order.
    let time = |at: usize| match at {
        _ if at % 300 == 7 => FAR + HOUR,
        _ if at % 400 == 9 => HOUR / 2,
        1000..1200 => i64::try_from(at * 7919 % 2000).expect("small") * HOUR,
        _ => i64::try_from(at).expect("few") * HOUR,
    };
    let times: Vec<i64> = (0..LOGS).map(time).collect();
    store_in_order(&store, &times).await;
    let ends =
        [None, Some(0), Some(HOUR), Some(300 * HOUR), Some(1100 * HOUR), Some(2500 * HOUR), Some(FAR), Some(i64::MAX)];
    for since in ends {
        for until in ends {
            for (player, verdict) in [(false, false), (true, false), (false, true)] {
                let filter = Filter {
                    player: player.then(|| "player0000000001".to_owned()),
                    verdict: verdict.then(|| "faulty".to_owned()),
                    since,
                    until,
                    ..Filter::default()
                };
                let passes = |at: &usize| {
                    since.is_none_or(|since| times[*at] >= since)
                        && until.is_none_or(|until| times[*at] < until)
                        && (!player && !verdict || at.is_multiple_of(3))
                };
                let expected: Vec<usize> = (0..LOGS).filter(passes).collect();
                let (found, pages) = pages(&store, &filter, 200);
                assert_eq!(found, expected, "{filter:?}");
                let any = store.newest_match(Tenant::HOME, &filter).expect("a query");
                assert_eq!(any.is_some(), !expected.is_empty(), "{filter:?}");
                assert!(pages <= expected.len() / 200 + 6, "{filter:?}: {pages} pages for {}", expected.len());
            }
        }
    }
}
