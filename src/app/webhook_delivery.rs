//! Delivery of webhook messages by one replica at a time: finds webhooks with work and gives each its turn. A turn is left to
//! `webhook_turn`, the pauses to `webhook_schedule`.
//!
//! Delivery is at least once: a message may be sent again after a crash, always under the same id. Webhooks whose last try
//! failed have places of their own, so that receivers that hang do not slow the others.

use super::webhook_filter::WebhookEvent;
use super::webhook_schedule::Schedule;
use super::webhook_turn::{LEASE, Turn};
use super::{App, AppError, Brief, now};
use crate::store::WebhookRow;
use crate::webhook_client::WebhookClient;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// The interval at which the service polls for messages.
const LOOK: Duration = Duration::from_millis(500);
/// The pause after a failed query.
const AWAY: Duration = Duration::from_secs(5);
/// The maximum number of webhooks that send at the same time: those whose last try failed, and the others.
const FAILING_AT_A_TIME: usize = 8;
const AT_A_TIME: usize = 24;

/// Renders an event as a request body, a verdict with its report in short.
pub type Render = fn(&WebhookEvent, Option<Brief>) -> Vec<u8>;

/// Delivers messages until the service begins to stop.
pub async fn deliver(app: Arc<App>, client: Arc<WebhookClient>, render: Render) {
    let places = [(false, AT_A_TIME), (true, FAILING_AT_A_TIME)];
    let places = places.map(|(failing, count)| (failing, Arc::new(Semaphore::new(count))));
    while !app.is_leaving() {
        sleep(LOOK).await;
        for (failing, places) in &places {
            let free = places.available_permits();
            if free == 0 || app.is_leaving() {
                continue;
            }
            match app.claim_webhooks(*failing, i64::try_from(free).unwrap_or(1)).await {
                Ok(rows) => {
                    for row in rows {
                        let Ok(place) = Arc::clone(places).try_acquire_owned() else { break };
                        let turn = Turn { app: Arc::clone(&app), client: Arc::clone(&client), render, _place: place };
                        tokio::spawn(turn.take(row));
                    }
                }
                Err(error) => {
                    tracing::debug!(%error, "webhooks wait for the database");
                    sleep(AWAY).await;
                }
            }
        }
    }
}

impl App {
    /// The settings of retries.
    pub(super) fn schedule(&self) -> Schedule {
        let tries = i32::try_from(self.config.webhook_tries).unwrap_or(i32::MAX);
        Schedule { first: self.config.webhook_retry, tries }
    }

    /// Leases webhooks that have messages to send: those whose last try failed, or the others.
    async fn claim_webhooks(&self, failing: bool, most: i64) -> Result<Vec<WebhookRow>, AppError> {
        let at = now();
        let due = self.query(move |store| Ok(store.webhooks_due(at, failing, most)?)).await?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let mut number = [0; 8];
        getrandom::fill(&mut number).map_err(|_| AppError::GivenUp)?;
        Ok(self.store.claim_webhooks(due, i64::from_le_bytes(number) | 1, at, at + LEASE).await?)
    }

    /// The events after a sequence number, in order, and the sequence number up to which they are complete.
    pub(super) async fn events(
        &self,
        tenant: crate::store::Tenant,
        after: i64,
        limit: u32,
    ) -> Result<(Vec<WebhookEvent>, i64), AppError> {
        let (part, upto) = self.query(move |store| Ok(store.follow(tenant, after, limit)?)).await?;
        let verdicts = part.verdicts.into_iter().map(|row| WebhookEvent::Verdict(Box::new(row)));
        let mut events: Vec<WebhookEvent> = verdicts.collect();
        events.extend(part.rulings.into_iter().map(|row| WebhookEvent::Ruling(Box::new(row))));
        events.extend(part.erasures.into_iter().map(WebhookEvent::Erasure));
        events.sort_by_key(WebhookEvent::place);
        Ok((events, upto))
    }
}
