//! Filtered lists and counters: equal to a full scan, and bounded in cost.

use super::{fresh, open, tenant};
use crate::engine::{Engine, on_both};
use caipan::store::{Filter, LogRow, LogToStore, ReportToStore, SearchTags, Tenant};
use std::sync::Arc;

on_both!(
    filters_match_full_scan,
    list_page_scan_is_bounded,
    client_counters_are_bounded,
    first_log_with_a_code_names_its_client
);

/// Builds a log with a time, a client, a player and a code.
fn marked(at: usize) -> LogToStore {
    let code = || at.is_multiple_of(3).then_some("A702");
    let tags = SearchTags {
        players: [format!("player{:010}", at % 7)].into(),
        client: format!("app {}", at % 5),
        codes: code().map(str::to_owned).into_iter().collect(),
        faults: code().map(|code| (code.to_owned(), 2)).into_iter().collect(),
    };
    let log = fresh(&at.to_string(), "x");
    let verdict = if code().is_some() { "faulty" } else { "clean" };
    let received_at = i64::try_from(at).expect("few") * 3_600_000_000;
    LogToStore {
        row: LogRow { received_at, platform: format!("p{}", at % 2), ..log.row },
        report: ReportToStore { tags, verdict: verdict.to_owned(), ..log.report },
        ..log
    }
}

/// Each combination of filters returns the same logs as a full scan, at any page size.
async fn filters_match_full_scan(engine: Engine) {
    const LOGS: usize = 240;
    let base = engine.base();
    let store = open(&base);
    let other = tenant(&store, "other").await;
    for at in 0..LOGS {
        // Some logs are stored after logs that were received later.
        store.put(marked(at ^ 1)).await.expect("kept");
        store.put(LogToStore { who: other, ..marked(at) }).await.expect("kept");
    }
    let order: Vec<usize> = (0..LOGS).rev().map(|at| at ^ 1).collect();
    let hours = |hours: i64| hours * 3_600_000_000;
    let mut queries = 0;
    for set in 0..64_u32 {
        let given = |bit: u32, word: &str| (set >> bit & 1 == 1).then(|| word.to_owned());
        let filter = Filter {
            platform: given(0, "p1"),
            verdict: given(1, "faulty"),
            client: given(2, "app 3"),
            code: given(3, "A702"),
            player: given(4, "player0000000002"),
            since: (set >> 5 & 1 == 1).then_some(hours(40)),
            until: (set >> 5 & 1 == 1).then_some(hours(200)),
            ..Filter::default()
        };
        let passes = |at: usize| {
            (filter.platform.is_none() || at % 2 == 1)
                && (filter.verdict.is_none() && filter.code.is_none() || at.is_multiple_of(3))
                && (filter.client.is_none() || at % 5 == 3)
                && (filter.player.is_none() || at % 7 == 2)
                && (filter.since.is_none() || (40..200).contains(&at))
        };
        let expected: Vec<String> = order.iter().filter(|at| passes(**at)).map(ToString::to_string).collect();
        for limit in [1, 7, 200] {
            let (mut found, mut filter) = (Vec::new(), filter.clone());
            loop {
                let part = store.search(Tenant::HOME, &filter, limit).expect("a part");
                assert!(part.logs.len() <= limit as usize);
                found.extend(part.logs.into_iter().map(|log| log.game));
                let Some(next) = part.next else { break };
                assert!(filter.before.is_none_or(|before| next < before), "it goes on");
                filter.before = Some(next);
            }
            assert_eq!(found, expected, "{filter:?} by {limit}");
            queries += 1;
        }
    }
    assert_eq!(queries, 192);
}

/// A page scans at most 2000 logs, however badly two filters match together, and returns a cursor to go on. The rarest
/// filter leads the scan, so that one page is enough.
async fn list_page_scan_is_bounded(engine: Engine) {
    const LOGS: usize = 6000;
    let base = engine.base();
    let store = Arc::new(open(&base));
    for from in (0..LOGS).step_by(500) {
        let puts: Vec<_> = (from..from + 500)
            .map(|at| {
                let store = Arc::clone(&store);
                let mut log = fresh(&at.to_string(), "x");
                log.row.platform = "p".to_owned();
                let rare = at < 3;
                let tags = SearchTags {
                    players: [if at % 2 == 1 { "odd" } else { "even" }.to_owned()].into(),
                    client: if at % 2 == 1 || rare { "app" } else { "other" }.to_owned(),
                    codes: [if rare { "A702" } else { "A703" }.to_owned()].into(),
                    ..SearchTags::default()
                };
                let verdict = if rare { "faulty" } else { "clean" }.to_owned();
                let log = LogToStore { report: ReportToStore { tags, verdict, ..log.report }, ..log };
                actix_web::rt::spawn(async move { store.put(log).await.is_ok() })
            })
            .collect();
        for put in puts {
            assert!(put.await.expect("no panic"));
        }
    }
    let word = |word: &str| Some(word.to_owned());
    let plain = Filter::default;
    let apart = Filter { client: word("app"), player: word("even"), ..plain() };
    let part = store.search(Tenant::HOME, &apart, 50).expect("a part");
    assert!(part.logs.is_empty() && part.next.is_some(), "there may be more: {part:?}");
    let (mut parts, mut found) = (1, 0);
    let mut filter = apart.clone();
    loop {
        let part = store.search(Tenant::HOME, &filter, 50).expect("a part");
        found += part.logs.len();
        let Some(next) = part.next else { break };
        filter.before = Some(next);
        parts += 1;
    }
    assert_eq!((parts, found), (2, 2), "three thousand in parts of two thousand");
    for (filter, few) in [
        (Filter { code: word("A702"), ..plain() }, 3),
        (Filter { code: word("A702"), client: word("app"), ..plain() }, 3),
        (Filter { code: word("A702"), client: word("app"), player: word("odd"), ..plain() }, 1),
        (Filter { verdict: word("faulty"), client: word("app"), ..plain() }, 3),
        (Filter { verdict: word("faulty"), player: word("even"), platform: word("p"), ..plain() }, 2),
        (Filter { code: word("A702"), player: word("nobody"), ..plain() }, 0),
        (Filter { client: word("app"), platform: word("nobody's"), ..plain() }, 0),
        (Filter { client: word("app"), game: word("1"), ..plain() }, 1),
    ] {
        let part = store.search(Tenant::HOME, &filter, 50).expect("a part");
        assert_eq!((part.logs.len(), part.next), (few, None), "{filter:?}");
    }
}

/// The first log with a code is the oldest one of the tenant, with its client; a log lists only the codes that it has.
async fn first_log_with_a_code_names_its_client(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let other = tenant(&store, "other").await;
    store.put(LogToStore { who: other, ..marked(0) }).await.expect("kept");
    let mut ids = Vec::new();
    for at in [1, 3, 4, 6] {
        ids.push(store.put(marked(at)).await.expect("kept").id);
    }
    let first = store.first_seen(Tenant::HOME, "A702").expect("a lookup").expect("a log");
    assert_eq!((&first.id, first.received_at, first.client.as_str()), (&ids[1], 3 * 3_600_000_000, "app 3"));
    let of_log = |id: &str| store.first_seen_of_log(Tenant::HOME, id, &["A701", "A702"]).expect("a lookup");
    assert_eq!(of_log(&ids[3]).into_iter().collect::<Vec<_>>(), [("A702".to_owned(), first)]);
    assert!(of_log(&ids[0]).is_empty() && of_log("none").is_empty());
    assert_eq!(store.first_seen(Tenant::HOME, "A701").expect("a lookup"), None);
}

/// A client that changes its name with every log cannot fill the counters.
async fn client_counters_are_bounded(engine: Engine) {
    let base = engine.base();
    let store = Arc::new(open(&base));
    let most = usize::try_from(caipan::store::MOST_GROUPS).expect("few");
    for from in (0..most + 60).step_by(20) {
        let puts: Vec<_> = (from..from + 20)
            .map(|at| {
                let store = Arc::clone(&store);
                let log = marked(3 * at);
                let tags = SearchTags { client: format!("client {at}"), ..log.report.tags.clone() };
                let log = LogToStore { report: ReportToStore { tags, ..log.report }, ..log };
                actix_web::rt::spawn(async move { store.put(log).await.is_ok() })
            })
            .collect();
        for put in puts {
            assert!(put.await.expect("no panic"));
        }
    }
    let rows = store.counters(Tenant::HOME).expect("counts");
    let hands = |row: &&caipan::store::CounterRow| row.code.is_empty();
    assert!(rows.iter().filter(hands).count() <= most + 1);
    assert_eq!(rows.iter().filter(hands).map(|row| row.logs).sum::<i64>(), i64::try_from(most + 60).expect("few"));
    assert_eq!(
        rows.iter().filter(|row| row.code == "A702").map(|row| row.amount).sum::<i64>(),
        2 * i64::try_from(most + 60).expect("few")
    );
    let others =
        rows.iter().find(|row| row.client == caipan::store::OTHERS && row.code.is_empty()).expect("the others");
    assert!(others.logs >= 50, "{others:?}");
}
