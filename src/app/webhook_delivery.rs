//! Delivery of webhook messages in the order of the feed, by one replica at a time. HTTP is left to `webhook_client`.
//!
//! Delivery is at least once: a message may be sent again after a crash, always under the same id. A failed message is
//! retried with growing pauses. After the last try it becomes a dead letter and the next message follows. After several
//! dead letters in a row the webhook is paused.

use super::webhook_filter::{WebhookEvent, WebhookFilter};
use super::{App, AppError, now};
use crate::store::{DeadLetter, Progress, WebhookRow};
use crate::webhook_client::{Connection, DeliveryOutcome, Target, WebhookClient, signature};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep};

/// How often the service polls for messages.
const LOOK: Duration = Duration::from_millis(500);
/// The pause after a failed query.
const AWAY: Duration = Duration::from_secs(5);
/// The duration of a lease in microseconds; renewed long before it ends.
const LEASE: i64 = 60_000_000;
/// How often progress is saved.
const SAVE: Duration = Duration::from_secs(2);
/// How long a webhook sends before others have their turn.
const TURN: Duration = Duration::from_secs(20);
/// The maximum number of webhooks that send at the same time.
const AT_A_TIME: usize = 32;
/// The page size of the feed.
const PART: u32 = 50;
/// The longest pause between two tries.
const LONGEST: Duration = Duration::from_hours(1);
/// Dead letters in a row before the webhook is paused.
const ENOUGH: i32 = 3;

/// Renders an event as a request body.
pub type Render = fn(&WebhookEvent) -> Vec<u8>;

/// Delivers messages until the runtime stops.
pub async fn deliver(app: Arc<App>, client: Arc<WebhookClient>, render: Render) {
    let places = Arc::new(Semaphore::new(AT_A_TIME));
    loop {
        sleep(LOOK).await;
        let free = places.available_permits();
        if free == 0 {
            continue;
        }
        match app.claim_webhooks(i64::try_from(free).unwrap_or(1)).await {
            Ok(rows) => {
                for row in rows {
                    let Ok(place) = Arc::clone(&places).try_acquire_owned() else { break };
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

/// The pause after a number of tries: four times longer each time, up to an hour, with a jitter of a quarter. The jitter
/// is derived from the message, so that retries to one receiver spread and the pause is reproducible.
pub fn wait(first: Duration, webhook: &str, place: i64, tries: i32) -> Duration {
    let power = u32::try_from(tries.clamp(1, 12) - 1).unwrap_or_default();
    let whole = first.saturating_mul(4_u32.saturating_pow(power)).min(LONGEST);
    let digest = Sha256::digest(format!("{webhook} {place} {tries}"));
    let share = digest.iter().take(2).fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte)) % 501;
    whole * (750 + share) / 1000
}

/// Sends a message once, signed with every valid secret.
pub(super) async fn send(
    client: &WebhookClient,
    line: &mut Connection,
    target: &Target,
    row: &WebhookRow,
    id: &str,
    body: &[u8],
) -> DeliveryOutcome {
    let at = now();
    let seconds = at / 1_000_000;
    let signed: Vec<String> = row.secrets(at).map(|secret| signature(secret, id, seconds, body)).collect();
    let (time, signed) = (seconds.to_string(), signed.join(" "));
    let headers = [("webhook-id", id), ("webhook-timestamp", &time), ("webhook-signature", &signed)];
    client.post(line, target, &headers, body).await
}

/// The turn of one webhook.
struct Turn {
    app: Arc<App>,
    client: Arc<WebhookClient>,
    render: Render,
    _place: OwnedSemaphorePermit,
}

impl Turn {
    async fn take(self, row: WebhookRow) {
        let id = row.id.clone();
        if let Err(error) = self.send(row).await {
            // The lease expires, and the next turn resumes from the saved progress.
            tracing::debug!(%error, webhook = id, "a webhook's turn broke off");
        }
    }

    async fn send(&self, mut row: WebhookRow) -> Result<(), AppError> {
        let wants: WebhookFilter = serde_json::from_str(&row.filter)?;
        let target = Target::parse(&row.url, self.client.is_private());
        let mut line = Connection::default();
        let until = Instant::now() + TURN;
        while row.again == 1 && Instant::now() < until {
            if !self.revive(&mut row, target.as_ref().ok(), &mut line, until).await? {
                return Ok(());
            }
        }
        let (tenant, mut saved) = (row.tenant(), Instant::now());
        while Instant::now() < until {
            let (events, upto) = self.app.events(tenant, row.place, PART).await?;
            let more = !events.is_empty();
            for event in events.iter().filter(|event| wants.asks(event)) {
                let outcome = self.post(&row, target.as_ref().ok(), &mut line, event, row.tries).await;
                let mut dead = Vec::new();
                let failed = self.note(&mut row, event.place(), outcome, &mut dead);
                let over = failed || Instant::now() >= until;
                if over || saved.elapsed() > SAVE {
                    saved = Instant::now();
                    if !self.save(&mut row, dead, Vec::new(), !over).await? || over {
                        return Ok(());
                    }
                }
            }
            row.place = upto;
            if !more {
                break;
            }
        }
        self.save(&mut row, Vec::new(), Vec::new(), false).await?;
        Ok(())
    }

    /// Records the result of a try in the row. Returns whether it failed.
    fn note(&self, row: &mut WebhookRow, place: i64, outcome: DeliveryOutcome, dead: &mut Vec<DeadLetter>) -> bool {
        let at = now();
        row.tried_at = Some(at);
        self.app.metrics.webhook(outcome.is_taken());
        let DeliveryOutcome::Failed { why, wait: asked } = outcome else {
            (row.place, row.tries, row.given_up, row.said) = (place, 0, 0, None);
            return false;
        };
        row.tries += 1;
        row.said = Some(why.clone());
        let first = self.app.config.webhook_retry;
        let pause = wait(first, &row.id, place, row.tries).max(asked.unwrap_or_default()).min(LONGEST);
        row.due_at = at + i64::try_from(pause.as_micros()).unwrap_or(i64::MAX);
        // 410: the receiver no longer exists.
        if why == "http-410" {
            row.paused_at = Some(at);
        } else if row.tries >= i32::try_from(self.app.config.webhook_tries).unwrap_or(i32::MAX) {
            self.app.metrics.given_up();
            dead.push(DeadLetter {
                tenant: row.tenant,
                webhook: row.seq,
                place,
                tries: row.tries,
                at,
                said: why,
                again: 0,
            });
            (row.place, row.tries) = (place, 0);
            row.due_at = at + i64::try_from(first.as_micros()).unwrap_or_default();
            row.given_up += 1;
            if row.given_up >= ENOUGH {
                row.paused_at = Some(at);
            }
        }
        true
    }

    /// Sends some dead letters again. Returns whether the lease is still valid.
    async fn revive(
        &self,
        row: &mut WebhookRow,
        target: Option<&Target>,
        line: &mut Connection,
        until: Instant,
    ) -> Result<bool, AppError> {
        let (seq, tenant) = (row.seq, row.tenant());
        let letters = self.app.query(move |store| Ok(store.dead_to_send(tenant, seq, i64::from(PART))?)).await?;
        if letters.is_empty() {
            row.again = 0;
            return self.save(row, Vec::new(), Vec::new(), true).await;
        }
        for letter in letters {
            let (events, _) = self.app.events(tenant, letter.place - 1, 1).await?;
            let event = events.iter().find(|event| event.place() == letter.place);
            let (mut dead, mut revived) = (Vec::new(), Vec::new());
            let outcome = match event {
                Some(event) => Some(self.post(row, target, line, event, letter.tries).await),
                // An erased event cannot be sent.
                None => None,
            };
            if let Some(outcome) = &outcome {
                self.app.metrics.webhook(outcome.is_taken());
            }
            match outcome {
                None | Some(DeliveryOutcome::Taken { .. }) => revived.push(letter.place),
                Some(DeliveryOutcome::Failed { why, .. }) => {
                    dead.push(DeadLetter { tries: letter.tries + 1, at: now(), said: why, again: 0, ..letter });
                }
            }
            if !self.save(row, dead, revived, true).await? {
                return Ok(false);
            }
            if Instant::now() >= until {
                break;
            }
        }
        Ok(true)
    }

    async fn post(
        &self,
        row: &WebhookRow,
        target: Option<&Target>,
        line: &mut Connection,
        event: &WebhookEvent,
        tries: i32,
    ) -> DeliveryOutcome {
        // The settings may have changed since the webhook was created.
        let Some(target) = target else {
            return DeliveryOutcome::Failed { why: "address-private".to_owned(), wait: None };
        };
        let body = (self.render)(event);
        let id = format!("msg_{}_{}", row.id, event.place());
        let outcome = send(&self.client, line, target, row, &id, &body).await;
        if let DeliveryOutcome::Failed { why, .. } = &outcome {
            tracing::info!(webhook = row.id, message = id, tries = tries + 1, why, "a webhook did not take a message");
        }
        outcome
    }

    /// Saves progress and renews or releases the lease. Returns whether the lease was still valid.
    async fn save(
        &self,
        row: &mut WebhookRow,
        dead: Vec<DeadLetter>,
        revived: Vec<i64>,
        hold: bool,
    ) -> Result<bool, AppError> {
        row.leased_until = if hold { now() + LEASE } else { 0 };
        let progress = Progress { row: row.clone(), dead, revived };
        Ok(self.app.store.webhook_progress(progress).await?)
    }
}

impl App {
    /// Leases webhooks that have messages to send.
    async fn claim_webhooks(&self, most: i64) -> Result<Vec<WebhookRow>, AppError> {
        let at = now();
        let due = self.query(move |store| Ok(store.webhooks_due(at, most)?)).await?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let mut number = [0; 8];
        getrandom::fill(&mut number).map_err(|_| AppError::GivenUp)?;
        Ok(self.store.claim_webhooks(due, i64::from_le_bytes(number) | 1, at, at + LEASE).await?)
    }

    /// The events after a sequence number, in order, and the sequence number up to which they are complete.
    async fn events(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_up_to_an_hour_and_differ_a_little() {
        let first = Duration::from_secs(5);
        let waits: Vec<Duration> = (1..=9).map(|tries| wait(first, "a", 1, tries)).collect();
        for (tries, waited) in (0_u32..).zip(&waits) {
            let whole = first.saturating_mul(4_u32.pow(tries)).min(LONGEST);
            assert!((whole * 3 / 4..=whole * 5 / 4).contains(waited), "{tries}: {waited:?}");
        }
        assert_eq!(waits, (1..=9).map(|tries| wait(first, "a", 1, tries)).collect::<Vec<_>>());
        let others: std::collections::BTreeSet<Duration> = (0..100).map(|place| wait(first, "a", place, 8)).collect();
        assert!(others.len() > 50, "they come back one after the other: {}", others.len());
    }
}
