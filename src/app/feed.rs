//! The feed of verdicts, rulings and erasures with long polling.

use super::{App, AppError};
use crate::store::{FeedCursor, FeedPart, Listener, Who};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// The delay between a commit and the query, so that a busy tenant is not queried at every commit.
const GATHER: Duration = Duration::from_millis(20);
/// How often the process checks for commits of other processes.
const LOOK: Duration = Duration::from_millis(250);

impl App {
    /// Returns at most `limit` entries after a cursor; if there are none, waits up to `timeout` for the first.
    pub async fn feed(
        &self,
        who: Who,
        after: Option<FeedCursor>,
        limit: u32,
        timeout: Duration,
    ) -> Result<FeedPart, AppError> {
        let until = Instant::now() + timeout;
        let mut listener = self.store.listen(who.tenant);
        loop {
            let found = self.query(move |store| Ok(store.feed(who.tenant, after, limit)?)).await?;
            let part = found.ok_or(AppError::NoCursor)?;
            if part.last.is_some() || Instant::now() >= until {
                return Ok(part);
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
