//! The turn of a webhook: sends its dead letters, its late messages and the next messages of the feed, and saves progress.

use super::webhook_delivery::Render;
use super::webhook_filter::{WebhookEvent, WebhookFilter};
use super::webhook_schedule::{Attempt, LOCKED, Left, MOST_LATE, pause_before};
use super::{App, AppError, Brief, now};
use crate::store::{Progress, WebhookRow};
use crate::telemetry::{self, TraceParent};
use crate::webhook_client::{Connection, DeliveryOutcome, Target, WebhookClient, signature};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, sleep};
use tracing::Instrument;

/// The duration of a lease in microseconds; renewed long before it ends.
pub(super) const LEASE: i64 = 60_000_000;
/// The interval at which progress is saved.
const SAVE: Duration = Duration::from_secs(2);
/// The time for which a webhook sends before others have their turn.
const TURN: Duration = Duration::from_secs(20);
/// The longest pause of a throttle within a turn; a longer one ends the turn.
const SHORT: Duration = Duration::from_millis(500);
/// The page size of the feed.
const PART: u32 = 50;

impl App {
    /// Sends a message, an id and a body, once, signed with every valid secret. The request names the span it belongs to.
    pub(super) async fn send_once(
        &self,
        client: &WebhookClient,
        line: &mut Connection,
        target: &Target,
        row: &WebhookRow,
        (id, body): (&str, &[u8]),
        parent: Option<&TraceParent>,
    ) -> DeliveryOutcome {
        let at = now();
        let Some(secrets) = self.secrets(row, at) else {
            return DeliveryOutcome::Failed { why: LOCKED.to_owned(), wait: None };
        };
        let seconds = at / 1_000_000;
        let signed: Vec<String> = secrets.iter().map(|secret| signature(secret, id, seconds, body)).collect();
        let (time, signed) = (seconds.to_string(), signed.join(" "));
        let traced = parent.map(TraceParent::headers).unwrap_or_default();
        let mut headers = vec![("webhook-id", id), ("webhook-timestamp", &time), ("webhook-signature", &signed)];
        headers.extend(traced.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        client.post(line, target, &headers, body).await
    }
}

/// The turn of one webhook.
pub(super) struct Turn {
    pub(super) app: Arc<App>,
    pub(super) client: Arc<WebhookClient>,
    pub(super) render: Render,
    pub(super) _place: OwnedSemaphorePermit,
}

/// The state of a turn: the webhook, its connection, and what is not saved yet.
struct Course {
    row: WebhookRow,
    /// `None` if the settings no longer allow the address.
    target: Option<Target>,
    line: Connection,
    until: Instant,
    saved: Instant,
    left: Left,
}

impl Turn {
    pub(super) async fn take(self, row: WebhookRow) {
        let id = row.id.clone();
        if let Err(error) = self.send(row).await {
            // The lease expires, and the next turn resumes from the saved progress.
            tracing::debug!(%error, webhook = id, "a webhook's turn broke off");
        }
    }

    async fn send(&self, row: WebhookRow) -> Result<(), AppError> {
        let wants: WebhookFilter = serde_json::from_str(&row.filter)?;
        let began = Instant::now();
        let mut course = Course {
            target: Target::parse(&row.url, self.client.is_private()).ok(),
            row,
            line: Connection::default(),
            until: began + TURN,
            saved: began,
            left: Left::default(),
        };
        let goes_on = self.revive(&mut course).await?
            && self.catch_up(&mut course).await?
            && self.follow(&mut course, &wants).await?;
        if goes_on {
            self.save(&mut course, false).await?;
        }
        Ok(())
    }

    /// Sends dead letters again, if that was asked for. Returns whether the turn goes on, like the functions below.
    async fn revive(&self, course: &mut Course) -> Result<bool, AppError> {
        while course.row.again == 1 {
            let (tenant, seq) = (course.row.tenant(), course.row.seq);
            let letters = self.app.query(move |store| Ok(store.dead_to_send(tenant, seq, i64::from(PART))?)).await?;
            if letters.is_empty() {
                course.row.again = 0;
                return self.save(course, true).await;
            }
            for letter in letters {
                if !self.again(course, Attempt::Dead(letter)).await? || !self.save(course, true).await? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Sends the late messages that are due.
    async fn catch_up(&self, course: &mut Course) -> Result<bool, AppError> {
        while course.row.late_at.is_some() {
            let (tenant, seq, at) = (course.row.tenant(), course.row.seq, now());
            let due = self.app.query(move |store| Ok(store.late_due(tenant, seq, at, i64::from(PART))?)).await?;
            if due.is_empty() {
                break;
            }
            for late in due {
                if !self.again(course, Attempt::Late(late)).await? || !self.save(course, true).await? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Sends a message that failed before. An erased event cannot be sent: it is settled.
    async fn again(&self, course: &mut Course, attempt: Attempt) -> Result<bool, AppError> {
        let (tenant, place) = (course.row.tenant(), attempt.place());
        let (events, _) = self.app.events(tenant, place - 1, 1).await?;
        if let Some(event) = events.iter().find(|event| event.place() == place) {
            return self.attempt(course, event, attempt).await;
        }
        match attempt {
            Attempt::Dead(_) => course.left.revived.push(place),
            _ => course.left.settled.push(place),
        }
        Ok(true)
    }

    /// Sends the next messages of the feed.
    async fn follow(&self, course: &mut Course, wants: &WebhookFilter) -> Result<bool, AppError> {
        let (seq, tenant) = (course.row.seq, course.row.tenant());
        let mut late = 0;
        if course.row.ordered == 0 {
            late = self.app.query(move |store| Ok(store.late_count(tenant, seq)?)).await?;
        }
        loop {
            let (events, upto) = self.app.events(tenant, course.row.place, PART).await?;
            for event in events.iter().filter(|event| wants.asks(event)) {
                let new = i64::try_from(course.left.late.len()).unwrap_or(i64::MAX);
                if late.saturating_add(new) >= MOST_LATE {
                    // Nothing more is put aside until some of them arrive or are given up.
                    course.row.due_at = course.row.due_at.max(course.row.late_at.unwrap_or_default());
                    return Ok(true);
                }
                if !self.attempt(course, event, Attempt::Next(event.place())).await? {
                    return Ok(false);
                }
                if course.saved.elapsed() > SAVE {
                    late = late.saturating_add(i64::try_from(course.left.late.len()).unwrap_or(i64::MAX));
                    if !self.save(course, true).await? {
                        return Ok(false);
                    }
                }
            }
            course.row.place = upto;
            if events.is_empty() {
                return Ok(true);
            }
        }
    }

    /// Sends a message once and notes the outcome. If the turn is over, it saves.
    async fn attempt(&self, course: &mut Course, event: &WebhookEvent, attempt: Attempt) -> Result<bool, AppError> {
        if self.is_over(course) {
            self.save(course, false).await?;
            return Ok(false);
        }
        let at = now();
        if let Some(pause) = pause_before(&course.row, at) {
            if pause > SHORT {
                course.row.due_at = at.saturating_add(i64::try_from(pause.as_micros()).unwrap_or(i64::MAX));
                self.save(course, false).await?;
                return Ok(false);
            }
            sleep(pause).await;
        }
        // Another process may have revoked the key to which the webhook belongs, or removed the webhook.
        let (tenant, seq, lease, at) = (course.row.tenant(), course.row.seq, course.row.lease, now());
        let verdict = matches!(event, WebhookEvent::Verdict(_)).then(|| event.place());
        let asked = self.app.query(move |store| {
            let brief = verdict.map(|place| Brief::of_entry(store, tenant, place)).transpose()?.flatten();
            Ok(store.may_send(tenant, seq, lease, at)?.then_some(brief))
        });
        let Some(brief) = asked.await? else { return Ok(false) };
        let outcome = self.post(course, (event, brief), attempt.tries(&course.row) + 1).await;
        self.app.metrics.webhook(outcome.is_taken());
        let (at, was_dead) = (now(), matches!(attempt, Attempt::Dead(_)));
        let more = self.app.schedule().note(&mut course.row, attempt, outcome, at);
        if !was_dead && !more.dead.is_empty() {
            self.app.metrics.given_up();
        }
        course.left.dead.extend(more.dead);
        course.left.revived.extend(more.revived);
        course.left.late.extend(more.late);
        course.left.settled.extend(more.settled);
        if course.row.paused_at.is_some() || course.row.due_at > at {
            self.save(course, false).await?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Returns whether others have their turn, or the service stops.
    fn is_over(&self, course: &Course) -> bool {
        Instant::now() >= course.until || self.app.is_leaving()
    }

    async fn post(
        &self,
        course: &mut Course,
        (event, brief): (&WebhookEvent, Option<Brief>),
        tries: i32,
    ) -> DeliveryOutcome {
        let Course { row, target, line, .. } = course;
        // The settings may have changed since the webhook was created.
        let Some(target) = target else {
            return DeliveryOutcome::Failed { why: "address-private".to_owned(), wait: None };
        };
        let body = (self.render)(event, brief);
        let id = format!("msg_{}_{}", row.id, event.place());
        // A message continues the trace in which its log was stored, if this process remembers it.
        let origin = match event {
            WebhookEvent::Verdict(verdict) => self.app.origins.of(&verdict.log),
            _ => None,
        };
        let span = tracing::debug_span!("webhook", otel.kind = "client", server.address = target.host(), message = id);
        telemetry::begin(&span, origin.clone());
        let parent = TraceParent::of_span(&span).or(origin);
        let sent = self.app.send_once(&self.client, line, target, row, (&id, &body), parent.as_ref());
        let outcome = sent.instrument(span).await;
        if let DeliveryOutcome::Failed { why, .. } = &outcome {
            tracing::info!(webhook = row.id, message = id, tries, why, "a webhook did not take a message");
        }
        outcome
    }

    /// Saves progress and renews or releases the lease. Returns whether the lease was still valid.
    async fn save(&self, course: &mut Course, hold: bool) -> Result<bool, AppError> {
        course.saved = Instant::now();
        course.row.leased_until = if hold { now() + LEASE } else { 0 };
        let Left { dead, revived, late, settled } = std::mem::take(&mut course.left);
        let progress = Progress { row: course.row.clone(), dead, revived, late, settled };
        Ok(self.app.store.webhook_progress(progress).await?)
    }
}
