//! Verdicts and rulings as they are given.

use super::{App, AppError};
use crate::store::{FeedCursor, FeedPart, Listener, Who};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// How long what was committed may gather before it is fetched, so that a busy tenant is not asked about at every commit.
const GATHER: Duration = Duration::from_millis(20);
/// How often it is looked for what another process has committed.
const LOOK: Duration = Duration::from_millis(250);

impl App {
    /// What stands behind a cursor, at most `limit`; where there are none it waits for the first as long as `timeout`.
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
            self.heard(&mut listener, until).await?;
            sleep(GATHER).await;
        }
    }

    /// Waits for a commit, here or elsewhere, until the end of timeout.
    async fn heard(&self, listener: &mut Listener, until: Instant) -> Result<(), AppError> {
        while Instant::now() < until {
            if timeout_at(until.min(Instant::now() + LOOK), listener.heard()).await.is_ok() {
                break;
            }
            // Whoever comes first looks for all who wait.
            let tenants = self.store.turn(LOOK);
            if !tenants.is_empty() {
                self.query(move |store| Ok(store.look(&tenants)?)).await?;
            }
        }
        Ok(())
    }
}
