//! The purge job: erases logs by id, by player, by age or by filter.

use super::work::{STEP, Slice};
use super::{AppError, FORGOTTEN, JobLogFilter, JobRequest};
use crate::app::App;
use crate::app::search_tags::named;
use crate::store::{Erase, JobRow, LogRow, SearchTags, StoreError, Why};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The maximum number of logs per step, so that other writes do not wait long.
const MOST: u32 = 50;
/// Logs that a problem names.
const NAMED: usize = 20;
/// Logs that cannot be searched, at which a purge gives up.
const UNSEARCHED: usize = 1000;

impl App {
    /// Runs a step of a purge. The last two steps erase no logs: one removes the player from the request, one waits
    /// until the data is overwritten. Before them the database must confirm that no log is left, and the bytes of all
    /// others are searched for the player, because nothing covers the search tags. Only then is the job done.
    pub(super) async fn purge(&self, job: &JobRow, asked: &JobRequest, slice: &mut Slice) -> Result<(), AppError> {
        if asked.filter.player.as_deref() == Some(FORGOTTEN) {
            return self.overwritten(slice).await;
        }
        slice.why = why(asked);
        if let (Some(player), Some(_)) = (&asked.filter.player, slice.outcome.searched) {
            return self.search_bytes(job, asked, player, slice).await;
        }
        let began = Instant::now();
        let found = self.candidates(job, asked, MOST).await?;
        let parts = self.parts_about(job, &found.logs).await?;
        for (log, after) in found.logs.iter().take(parts.logs) {
            if began.elapsed() > STEP && !slice.erase.is_empty() {
                break;
            }
            self.give_way().await;
            let marks = self.marks_of(job, log).await?;
            slice.erase.push(Erase { id: log.id.clone(), tags: marks });
            slice.outcome.erased += 1;
            slice.done += 1;
            slice.next = *after;
        }
        slice.parts = self.without(parts, &found.logs[..slice.erase.len()]).await?;
        let whole = slice.erase.len() == found.logs.len();
        match found.next {
            _ if !whole => {}
            Some(next) => slice.next = next,
            None if !found.logs.is_empty() => {}
            None if let Some(next) = self.unreached(job, asked).await? => slice.next = next,
            None if asked.filter.player.is_none() => return self.overwritten(slice).await,
            None => (slice.next, slice.outcome.searched) = (job.start, Some(0)),
        }
        Ok(())
    }

    /// Searches the bytes of logs that have no tag of the player. A step erases at most one log: there is none unless
    /// somebody removed tags.
    async fn search_bytes(
        &self,
        job: &JobRow,
        asked: &JobRequest,
        player: &str,
        slice: &mut Slice,
    ) -> Result<(), AppError> {
        let began = Instant::now();
        let others = JobLogFilter { player: None, ..asked.filter.clone() };
        let found = self.candidates(job, &JobRequest { filter: others, ..asked.clone() }, MOST).await?;
        for (at, (log, after)) in found.logs.iter().enumerate() {
            if began.elapsed() > STEP && at > 0 {
                return Ok(());
            }
            self.give_way().await;
            slice.next = *after;
            let Some(marks) = self.marks_of(job, log).await? else {
                slice.outcome.unsearched.insert(log.id.clone());
                if slice.outcome.unsearched.len() >= UNSEARCHED {
                    return Err(AppError::JobUnreached(unsearched(&slice.outcome.unsearched)));
                }
                continue;
            };
            if marks.players.contains(player) {
                tracing::warn!(
                    log = log.id,
                    "the log has a player whose search tag is missing; see docs/operations.md"
                );
                let one = std::slice::from_ref(&found.logs[at]);
                let parts = self.parts_about(job, one).await?;
                slice.parts = self.without(parts, one).await?;
                slice.erase.push(Erase { id: log.id.clone(), tags: None });
                slice.outcome.erased += 1;
                slice.done += 1;
                return Ok(());
            }
            slice.outcome.searched = slice.outcome.searched.map(|count| count + 1);
        }
        if let Some(next) = found.next {
            slice.next = next;
            return Ok(());
        }
        if !slice.outcome.unsearched.is_empty() {
            return Err(AppError::JobUnreached(unsearched(&slice.outcome.unsearched)));
        }
        let filter = JobLogFilter { player: Some(FORGOTTEN.to_owned()), ..asked.filter.clone() };
        slice.shown = Some(JobRequest { filter, ..asked.clone() });
        Ok(())
    }

    /// Asks the database for a log that the job has still to erase, and returns the position before it. A re-audit may
    /// have changed a log behind the position of the job. Fails if the list does not contain the log.
    async fn unreached(&self, job: &JobRow, asked: &JobRequest) -> Result<Option<i64>, AppError> {
        if !asked.logs.is_empty() {
            return Ok(None);
        }
        let (who, all) = (job.who(), asked.filter.before(job.start));
        let Some(place) = self.query(move |store| Ok(store.newest_match(who.tenant, &all)?)).await? else {
            return Ok(None);
        };
        let listed = self.list(who, asked.filter.before(place + 1), 1).await?;
        let is_listed = listed.logs.first().is_some_and(|log| log.place == place);
        if is_listed {
            return Ok(Some(place + 1));
        }
        Err(AppError::JobUnreached(bilingual!(
            "序号为 {place} 的牌谱符合条件，列表却没有列出，未能抹去。请再建一个同样的任务；若仍然失败，请告知运维。",
            "The log with the sequence number {place} matches, but the list does not contain it, so it was not erased. Make the same job again, and tell the operator if it fails again."
        )))
    }

    async fn overwritten(&self, slice: &mut Slice) -> Result<(), AppError> {
        self.query(|store| Ok(store.scrub()?)).await?;
        slice.next = 0;
        slice.last = true;
        Ok(())
    }

    /// The search tags of a log; `None` if it can no longer be read.
    async fn marks_of(&self, job: &JobRow, log: &LogRow) -> Result<Option<SearchTags>, AppError> {
        let source = match self.source(job.who(), &log.id).await {
            Ok(source) => source,
            Err(AppError::Store(StoreError::Damaged(_) | StoreError::Mismatch(_) | StoreError::Erased(_))) => {
                return Ok(None);
            }
            Err(error @ (AppError::Busy | AppError::Store(_))) => return Err(error),
            Err(_) => return Ok(None),
        };
        let limits = self.limits();
        let read = catch_unwind(AssertUnwindSafe(|| source.parse(&limits).map(|read| named(&read.log))));
        Ok(read.ok().and_then(Result::ok))
    }
}

/// Says of which logs it cannot be known whether the player is in them.
fn unsearched(logs: &BTreeSet<String>) -> Text {
    let (count, shown) = (logs.len(), logs.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", "));
    bilingual!(
        "找到的牌谱都已抹去，但有 {count} 份牌谱读不出，不知道其中有没有这位玩家：{shown}。请运维修复这些牌谱，或按编号抹去它们，再建一个同样的任务。",
        "Every log that was found is erased, but {count} could not be read, so nobody knows whether the player is in them: {shown}. Have the operator repair these logs, or erase them by id, then make the same job again."
    )
}

fn why(asked: &JobRequest) -> Why {
    let JobLogFilter { player, until, .. } = &asked.filter;
    let aged = JobLogFilter { until: *until, ..JobLogFilter::default() };
    match () {
        () if !asked.logs.is_empty() => Why::Log,
        () if player.is_some() => Why::Player,
        () if asked.filter == aged => Why::Age,
        () => Why::Filter,
    }
}
