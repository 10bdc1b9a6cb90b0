//! The feed of verdicts, rulings and erasures with long polling.

use super::{App, AppError, Brief};
use crate::store::{FeedCursor, FeedErasure, FeedPart, FeedRow, FeedRuling, Listener, Store, StoreError, Tenant, Who};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// The delay between a commit and the query, so that a busy tenant is not queried at every commit.
const GATHER: Duration = Duration::from_millis(20);
/// The interval between checks for commits of other processes.
const LOOK: Duration = Duration::from_millis(250);

/// A page of the feed.
#[derive(Clone, Debug)]
pub struct FeedPage {
    /// The verdicts, each with its report in short unless that cannot be read.
    pub verdicts: Vec<(FeedRow, Option<Brief>)>,
    /// The rulings.
    pub rulings: Vec<FeedRuling>,
    /// The erasures.
    pub erasures: Vec<FeedErasure>,
    /// The position of the last entry; absent if the page is empty.
    pub last: Option<FeedCursor>,
}

impl App {
    /// Returns at most `limit` entries after a cursor; if there are none, waits up to `timeout` for the first.
    pub async fn feed(
        &self,
        who: Who,
        after: Option<FeedCursor>,
        limit: u32,
        timeout: Duration,
    ) -> Result<FeedPage, AppError> {
        let until = Instant::now() + timeout;
        let mut listener = self.store.listen(who.tenant);
        loop {
            let page = self.query(move |store| {
                let part = store.feed(who.tenant, after, limit)?.ok_or(AppError::NoCursor)?;
                Ok(page(store, who.tenant, part)?)
            });
            let page = page.await?;
            if page.last.is_some() || Instant::now() >= until {
                return Ok(page);
            }
            self.wait_for_commit(&mut listener, until).await?;
            sleep(GATHER).await;
        }
    }

    /// Waits until a commit or the deadline.
    async fn wait_for_commit(&self, listener: &mut Listener, until: Instant) -> Result<(), AppError> {
        while Instant::now() < until {
            if timeout_at(until.min(Instant::now() + LOOK), listener.notified()).await.is_ok() {
                break;
            }
            // The first waiter of an interval checks for all waiters.
            let tenants = self.store.due_for_poll(LOOK);
            if !tenants.is_empty() {
                self.query(move |store| Ok(store.poll(&tenants)?)).await?;
            }
        }
        Ok(())
    }
}

/// Reads the reports of the verdicts, one at a time.
fn page(store: &Store, tenant: Tenant, part: FeedPart) -> Result<FeedPage, StoreError> {
    let FeedPart { verdicts, rulings, erasures, last } = part;
    let with_brief = |row: FeedRow| Brief::of_entry(store, tenant, row.cursor.place).map(|brief| (row, brief));
    let verdicts = verdicts.into_iter().map(with_brief).collect::<Result<_, _>>()?;
    Ok(FeedPage { verdicts, rulings, erasures, last })
}
