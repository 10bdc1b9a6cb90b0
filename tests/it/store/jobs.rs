//! The job queue that all processes share: leases, steps that apply once, erasure and export parts.

use super::{HOME, correction, fresh, open, tenant};
use crate::engine::{Engine, on_both};
use caipan::hash::sha256;
use caipan::store::{
    Erase, FreshJob, FreshPart, FreshRuling, JobKind, JobOrder, JobRow, JobState, Left, MOST_JOBS, MOST_LOST,
    PartAbout, RulingKind, Step, Store, StoreError, Tenant, Why,
};
use std::sync::Arc;

on_both!(
    each_job_is_claimed_once,
    expired_lease_commits_nothing,
    repeated_step_is_applied_once,
    stuck_job_fails_after_max_attempts,
    running_job_can_be_cancelled,
    erased_log_leaves_only_its_record,
    feed_continues_past_erased_logs,
    corrections_relink_after_erasure,
    ruling_chain_continues_after_erasure,
    erasure_updates_export_parts,
);

fn purge_order(id: &str) -> JobOrder {
    JobOrder::Make(FreshJob {
        who: HOME,
        id: id.to_owned(),
        request: None,
        kind: JobKind::Purge,
        asked: "{}".to_owned(),
        start: None,
        by_itself: false,
        at: 1,
    })
}

async fn make(store: &Store, id: &str) -> JobRow {
    store.job(purge_order(id)).await.expect("made").expect("a job")
}

async fn claim(store: &Store, at: i64, until: i64) -> Option<JobRow> {
    store.job(JobOrder::Claim { at, until }).await.expect("an answer")
}

fn step(job: &JobRow) -> Step {
    Step {
        job: job.clone(),
        reports: Vec::new(),
        erase: Vec::new(),
        why: Why::Log,
        parts: Vec::new(),
        part: None,
        done: 1,
        next: 0,
        outcome: "{}".to_owned(),
        asked: "{}".to_owned(),
        end: None,
        until: 1000,
        at: 5,
    }
}

fn final_step(job: &JobRow) -> Step {
    Step { end: Some(JobState::Done), ..step(job) }
}

async fn apply(store: &Store, step: Step) -> Result<Option<JobRow>, StoreError> {
    store.job(JobOrder::Step(Box::new(step))).await
}

pub async fn erase(store: &Store, ids: &[&str]) {
    let id = format!("erase {}", ids.join(" "));
    make(store, &id).await;
    let job = claim(store, 2, 100).await.expect("a job");
    let erase = ids.iter().map(|id| Erase { id: (*id).to_owned(), tags: None }).collect();
    let done = apply(store, Step { erase, ..final_step(&job) }).await.expect("done").expect("a job");
    assert_eq!(done.state, JobState::Done);
}

/// Several processes claim from one queue, and each job is claimed once.
async fn each_job_is_claimed_once(engine: Engine) {
    let base = engine.base();
    let stores: Vec<Arc<Store>> = (0..4).map(|_| Arc::new(open(&base))).collect();
    for at in 0..MOST_JOBS {
        make(&stores[0], &at.to_string()).await;
    }
    assert!(matches!(stores[0].job(purge_order("more")).await, Err(StoreError::JobsFull)));
    let workers = stores.iter().map(|store| {
        let store = Arc::clone(store);
        actix_web::rt::spawn(async move {
            let mut mine = Vec::new();
            while let Some(job) = claim(&store, 2, 1000).await {
                assert_eq!((job.state, job.attempt), (JobState::Running, 1));
                mine.push(job.id.clone());
                let done = apply(&store, final_step(&job)).await.expect("done").expect("a job");
                assert_eq!((done.state, done.done, done.ended_at), (JobState::Done, 1, Some(5)));
            }
            mine
        })
    });
    let mut all = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        all.extend(worker.await.expect("no panic"));
    }
    all.sort();
    let mut wanted: Vec<String> = (0..MOST_JOBS).map(|at| at.to_string()).collect();
    wanted.sort();
    assert_eq!(all, wanted, "each once");
    stores[0].job(JobOrder::Tidy { before: 6 }).await.expect("tidied");
    assert!(stores[0].jobs(Tenant::HOME, None, 10).expect("a list").is_empty());
}

async fn expired_lease_commits_nothing(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    store.put(fresh("game", "x")).await.expect("kept");
    make(&store, "job").await;
    let first = claim(&store, 2, 10).await.expect("a job");
    assert_eq!(store.jobs_due(9).expect("asked"), (false, false), "it is held");
    assert_eq!(store.jobs_due(11).expect("asked"), (false, true), "its lease is over");
    // While the lease lasts, recovery takes nothing; a step renews the lease.
    store.job(JobOrder::Recover { at: 9 }).await.expect("swept");
    assert!(claim(&store, 9, 20).await.is_none());
    let first = apply(&store, Step { until: 15, done: 0, ..step(&first) }).await.expect("renewed").expect("a job");
    store.job(JobOrder::Recover { at: 14 }).await.expect("swept");
    assert!(claim(&store, 14, 20).await.is_none());
    store.job(JobOrder::Recover { at: 16 }).await.expect("swept");
    let second = claim(&store, 16, 30).await.expect("a job");
    assert_eq!((second.attempt, second.steps), (2, 1));
    let erase = vec![Erase { id: "game-x".to_owned(), tags: None }];
    let late = apply(&store, Step { erase: erase.clone(), ..final_step(&first) }).await;
    assert!(matches!(late, Err(StoreError::JobLost)), "{late:?}");
    store.job(JobOrder::Release { job: Box::new(first), due: 0 }).await.expect("nothing");
    assert!(store.log(Tenant::HOME, "game-x").expect("a query").is_some(), "nothing of it was done");
    assert!(apply(&store, Step { erase, ..final_step(&second) }).await.is_ok(), "it is the second one's still");
    assert!(matches!(store.log(Tenant::HOME, "game-x"), Err(StoreError::Erased(_))));
}

/// A step that is sent again because its commit was uncertain changes nothing.
async fn repeated_step_is_applied_once(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    store.put(fresh("game", "x")).await.expect("kept");
    make(&store, "job").await;
    let job = claim(&store, 2, 10).await.expect("a job");
    let once = apply(&store, Step { done: 3, ..step(&job) }).await.expect("done").expect("a job");
    let again = apply(&store, Step { done: 3, ..step(&job) }).await.expect("done").expect("a job");
    assert_eq!((once.done, &again), (3, &once));
    let end = apply(&store, final_step(&once)).await.expect("done").expect("a job");
    assert_eq!(apply(&store, final_step(&once)).await.expect("done").expect("a job"), end);
    assert_eq!(make(&store, "job").await, end, "the same request makes no second one");
}

async fn stuck_job_fails_after_max_attempts(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    make(&store, "job").await;
    for round in 1..=i64::from(MOST_LOST) {
        let job = claim(&store, round * 10, round * 10 + 1).await.expect("a job");
        assert_eq!(i64::from(job.attempt), round);
        store.job(JobOrder::Recover { at: round * 10 + 5 }).await.expect("swept");
    }
    assert!(claim(&store, 1000, 2000).await.is_none());
    let job = store.find_job(Tenant::HOME, "job").expect("a query").expect("a job");
    assert_eq!(job.state, JobState::Failed);
    // A job that makes progress or is released gets all its attempts again.
    make(&store, "other").await;
    for round in 0..20 {
        let job = claim(&store, 1000 + round, 2000).await.expect("a job");
        let job = if round % 2 == 0 { apply(&store, step(&job)).await.expect("done").expect("a job") } else { job };
        store.job(JobOrder::Release { job: Box::new(job), due: 0 }).await.expect("released");
    }
}

async fn running_job_can_be_cancelled(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let cancel = |id: &str, tenant: Tenant| JobOrder::Cancel { tenant, id: id.to_owned(), at: 7 };
    make(&store, "job").await;
    let job = claim(&store, 2, 10).await.expect("a job");
    let other = tenant(&store, "other").await;
    assert!(matches!(store.job(cancel("job", other.tenant)).await, Err(StoreError::NoJob(_))), "another's");
    assert!(store.find_job(other.tenant, "job").expect("a query").is_none());
    let cancelled = store.job(cancel("job", Tenant::HOME)).await.expect("done").expect("a job");
    assert_eq!((cancelled.state, cancelled.ended_at), (JobState::Cancelled, Some(7)));
    assert!(matches!(apply(&store, step(&job)).await, Err(StoreError::JobLost)));
    store.job(JobOrder::Recover { at: 100 }).await.expect("swept");
    assert!(claim(&store, 100, 200).await.is_none(), "it is over");
    store.job(cancel("job", Tenant::HOME)).await.expect("removed");
    assert!(matches!(store.job(cancel("job", Tenant::HOME)).await, Err(StoreError::NoJob(_))));
}

async fn erased_log_leaves_only_its_record(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let log = caipan::store::LogToStore { key: Some("k".to_owned()), ..fresh("game", "x") };
    store.put(log.clone()).await.expect("kept");
    store.put(fresh("other", "x")).await.expect("kept");
    let before = store.trail(Tenant::HOME, None, None, 10).expect("a trail");
    erase(&store, &["game-x", "nothing"]).await;
    let Err(StoreError::Erased(erasure)) = store.log(Tenant::HOME, "game-x") else { panic!("it was erased") };
    assert_eq!((erasure.place, erasure.at, erasure.why), (3, 5, Why::Log));
    assert!(store.raw(Tenant::HOME, "game-x").expect("a query").is_none());
    assert!(store.report(Tenant::HOME, "game-x").expect("a query").is_none());
    let trail = store.trail(Tenant::HOME, None, None, 10).expect("a trail");
    assert_eq!((trail.len(), trail[0].deed.name(), trail[0].log.as_deref()), (3, "erased", Some("game-x")));
    for (then, now) in before.iter().zip(&trail[1..]) {
        assert_eq!((&then.log, &then.revision, then.place), (&now.log, &now.revision, now.place));
    }
    let feed = store.feed(Tenant::HOME, None, 10).expect("a query").expect("a feed");
    assert_eq!(feed.verdicts.iter().map(|row| row.log.as_str()).collect::<Vec<_>>(), ["other-x"]);
    // The same content is refused; the game and the key are free for other content.
    assert!(matches!(store.put(log).await, Err(StoreError::Erased(_))));
    let other = caipan::store::LogToStore { key: Some("k".to_owned()), ..fresh("game", "y") };
    assert!(store.put(other).await.expect("kept").created);
    let corrects = correction("game", "z", Some("game-x".to_owned()));
    assert!(matches!(store.put(corrects).await, Err(StoreError::Erased(_))));
    let (a, b) = (tenant(&store, "a").await, fresh("game", "x"));
    assert!(
        store.put(caipan::store::LogToStore { who: a, ..b }).await.expect("kept").created,
        "another's is none of it"
    );
}

/// A page of the feed that erasure has made shorter is not the end of the feed.
async fn feed_continues_past_erased_logs(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    for game in ["a", "b", "c", "d", "e", "f", "g"] {
        store.put(fresh(game, "x")).await.expect("kept");
    }
    erase(&store, &["a-x", "b-x", "d-x", "g-x"]).await;
    for limit in 1..=8 {
        let (mut followed, mut after) = (Vec::new(), 0);
        for _ in 0..12 {
            let (part, upto) = store.follow(Tenant::HOME, after, limit).expect("a part");
            assert!(upto >= after && part.verdicts.len() <= limit as usize);
            followed.extend(part.verdicts.into_iter().map(|row| row.log));
            after = upto;
        }
        assert_eq!(followed, ["c-x", "e-x", "f-x"], "{limit} at a time");
        assert_eq!(after, 11, "seven verdicts and four erasures were gone through");
    }
}

/// Erasing any log of a chain of corrections links its neighbours.
async fn corrections_relink_after_erasure(engine: Engine) {
    for gone in 0..3 {
        let base = engine.base();
        let store = open(&base);
        let mut ids: Vec<String> = Vec::new();
        for content in ["a", "b", "c"] {
            let corrects = ids.last().cloned();
            ids.push(store.put(correction("game", content, corrects)).await.expect("kept").id);
        }
        erase(&store, &[ids[gone].as_str()]).await;
        ids.remove(gone);
        let of = |id: &str| store.log(Tenant::HOME, id).expect("a query").expect("a log");
        let (first, last) = (of(&ids[0]), of(&ids[1]));
        assert_eq!((first.corrects.as_deref(), first.corrected_by.as_deref()), (None, Some(ids[1].as_str())), "{gone}");
        assert_eq!((last.corrects.as_deref(), last.corrected_by.as_deref()), (Some(ids[0].as_str()), None), "{gone}");
        assert!(matches!(store.put(fresh("game", "d")).await, Err(StoreError::GameTaken(by)) if by == ids[1]));
        erase(&store, &[&ids[0], &ids[1]]).await;
        assert!(store.put(fresh("game", "d")).await.expect("kept").created, "nothing of the game is left");
    }
}

pub fn ruling(log: &str, token: &str) -> FreshRuling {
    FreshRuling {
        who: HOME,
        token: token.to_owned(),
        log: log.to_owned(),
        kind: RulingKind::Note,
        finding: None,
        hand: None,
        note: "a word".to_owned(),
        referee: "desk".to_owned(),
        report: sha256(b"{}"),
        revision: "changsha@1".to_owned(),
        reverses: None,
        transfers: Vec::new(),
        lacks: 0,
        seen: None,
        at: 3,
    }
}

/// Each ruling names the digest of the tenant's ruling before it, even if that was erased.
async fn ruling_chain_continues_after_erasure(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    store.put(fresh("one", "x")).await.expect("kept");
    store.put(fresh("two", "x")).await.expect("kept");
    let (first, _) = store.rule(ruling("one-x", "t1")).await.expect("recorded");
    erase(&store, &["one-x"]).await;
    let gone = store.rule(ruling("one-x", "t2")).await;
    assert!(matches!(gone, Err(StoreError::Erased(_))), "{gone:?}");
    let (second, _) = store.rule(ruling("two-x", "t3")).await.expect("recorded");
    assert_eq!(second.entry.before.as_ref(), Some(&first.digest));
    let feed = store.feed(Tenant::HOME, None, 10).expect("a query").expect("a feed");
    assert_eq!(feed.rulings.iter().map(|row| row.ruling.digest.as_str()).collect::<Vec<_>>(), [&second.digest]);
}

/// A log is erased only together with its lines in export parts. The step must cover every part that may contain the
/// log, in its current state. A part cannot be added for a log that was erased before.
async fn erasure_updates_export_parts(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let names = ["one", "two", "three", "four", "five"];
    for game in names {
        store.put(fresh(game, "x")).await.expect("kept");
    }
    let part = |low: i64, high: i64| FreshPart {
        places: (low, high),
        lines: 2,
        body: vec![1, 2, 3],
        digest: sha256(&[1, 2, 3]),
        // Each log twice, as if it had been exported twice.
        logs: (1_i64..)
            .zip(names)
            .filter(|(place, _)| (low..=high).contains(place))
            .flat_map(|(_, name)| [format!("{name}-x"), format!("{name}-x")])
            .collect(),
    };
    let order = match purge_order("export") {
        JobOrder::Make(fresh) => JobOrder::Make(FreshJob { kind: JobKind::Export, ..fresh }),
        other => other,
    };
    store.job(order).await.expect("made");
    let mut job = claim(&store, 2, 1000).await.expect("a job");
    for (low, high) in [(5, 5), (3, 4), (3, 3), (1, 2)] {
        job = apply(&store, Step { part: Some(part(low, high)), ..step(&job) }).await.expect("done").expect("a job");
    }
    let part_sizes = |store: &Store| -> Vec<(i32, i32, i32)> {
        store.job_parts(&job).expect("parts").iter().map(|part| (part.number, part.lines, part.bytes)).collect()
    };
    let before = [(1, 2, 3), (2, 2, 3), (3, 2, 3), (4, 2, 3)];
    assert_eq!(part_sizes(&store), before);

    make(&store, "purge").await;
    let purge = claim(&store, 2, 100).await.expect("a job");
    let gone = vec![Erase { id: "three-x".to_owned(), tags: None }];
    let about = store.parts_about(Tenant::HOME, &[3]).expect("parts");
    assert_eq!(about.len(), 2, "{about:?}");
    assert!(store.parts_about(tenant(&store, "other").await.tenant, &[3]).expect("a query").is_empty());
    let without = |parts: Vec<(PartAbout, Left)>| Step { erase: gone.clone(), parts, ..step(&purge) };
    let same = |parts: &[PartAbout]| parts.iter().map(|part| (part.clone(), Left::Same)).collect::<Vec<_>>();
    let silent = apply(&store, without(same(&about[..1]))).await;
    assert!(matches!(silent, Err(StoreError::JobLost)), "of one nothing is said: {silent:?}");
    assert!(store.log(Tenant::HOME, "three-x").expect("a query").is_some(), "so it is still there");
    let fewer = Left::Lines { lines: 1, body: vec![7], digest: sha256(&[7]) };
    let lost: Vec<_> = about.iter().cloned().zip([fewer, Left::Lost]).collect();
    let purge = apply(&store, without(lost)).await.expect("done").expect("a job");
    assert!(matches!(store.log(Tenant::HOME, "three-x"), Err(StoreError::Erased(_))));
    assert_eq!(part_sizes(&store), [(1, 2, 3), (2, 1, 1), (3, 2, 0), (4, 2, 3)], "the others are untouched");
    assert_eq!(store.job_part(&job, 2).expect("a query"), Some((sha256(&[7]), vec![7])));
    assert_eq!(store.job_part(&job, 3).expect("a query"), None, "lost");
    assert_eq!(store.job_part(&job, 4).expect("a query").expect("a part").1, [1, 2, 3]);

    // The part has changed since it was read.
    let gone = vec![Erase { id: "four-x".to_owned(), tags: None }];
    let late = Step { erase: gone.clone(), parts: same(&about[..1]), ..step(&purge) };
    assert!(matches!(apply(&store, late).await, Err(StoreError::JobLost)));
    let (now, frame) = store.reread_part(&about[0]).expect("a query").expect("a part");
    assert_eq!(frame, [7]);
    let last = Step { erase: gone, parts: vec![(now, Left::Nothing)], ..final_step(&purge) };
    assert!(apply(&store, last).await.is_ok());
    assert_eq!(part_sizes(&store), [(1, 2, 3), (3, 2, 0), (4, 2, 3)], "one without a line is no part");
    let late = apply(&store, Step { part: Some(part(4, 5)), ..final_step(&job) }).await;
    assert!(matches!(late, Err(StoreError::JobLost)), "it was read before it went: {late:?}");
    assert!(apply(&store, final_step(&job)).await.is_ok(), "without it the job goes on");
}
