//! Webhooks of a tenant: create, list, rotate secrets, ping, replay and remove. Delivery is left to `webhook_delivery`.

use super::requests::request;
use super::webhook_filter::WebhookFilter;
use super::webhook_secrets::LENGTH as SECRET;
use super::{App, AppError, Caller, now};
use crate::store::{
    DeadLetter, FeedCursor, KeyRow, Request, RequestKind, StoreError, WebhookChange, WebhookRow, WebhookWhat, Who,
};
use crate::telemetry::TraceParent;
use crate::webhook_client::{Connection, DeliveryOutcome, Target, WebhookClient};
use caipan_engine::rules;
use caipan_tiles::bilingual;
use caipan_tiles::hash::hex;
use caipan_tiles::text::Text;
use chrono::{DateTime, SecondsFormat};
use serde_json::json;
use std::time::{Duration, Instant};

/// The length of an id in bytes.
const ID: usize = 8;
/// The greatest throttle, in tries per minute.
const MOST_PER_MINUTE: u32 = 6000;

/// A webhook to create.
#[derive(Clone, Debug)]
pub struct NewWebhook {
    /// The address.
    pub url: String,
    /// The event filter.
    pub wants: WebhookFilter,
    /// The cursor after which it starts; by default now.
    pub after: Option<FeedCursor>,
    /// False if messages are sent while a failed one waits for its next try.
    pub ordered: bool,
    /// Maximum number of tries per minute, 1 to 6000.
    pub per_minute: Option<u32>,
}

/// The messages to send again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// Nothing: resume now.
    Resume,
    /// Nothing: the webhook belongs to the caller's key from now on, and resumes.
    Take,
    /// Everything after a cursor, or from the first event.
    After(Option<FeedCursor>),
    /// The dead letters.
    Dead,
}

/// A webhook with its state.
#[derive(Clone, Debug)]
pub struct ShownWebhook {
    /// The webhook.
    pub row: WebhookRow,
    /// The event filter.
    pub wants: WebhookFilter,
    /// The key to which it belongs; absent if it was made without keys.
    pub owner: Option<KeyRow>,
    /// The number of entries that it has not processed.
    pub behind: i64,
    /// The number of dead letters.
    pub dead: i64,
    /// The number of failed messages that wait for their next try while others are sent.
    pub late: i64,
    /// When the state was read, in microseconds since 1970.
    pub asked_at: i64,
}

/// The result of a ping.
#[derive(Clone, Debug)]
pub struct Pinged {
    /// The id of the message.
    pub message: String,
    /// When it was sent, in microseconds since 1970.
    pub at: i64,
    /// The duration.
    pub took: Duration,
    /// The outcome.
    pub outcome: DeliveryOutcome,
}

impl ShownWebhook {
    /// When its key was revoked or expired, and the reason in a word; it sends nothing since.
    pub fn ended(&self) -> Option<(&'static str, i64)> {
        let owner = self.owner.as_ref()?;
        let expired = owner.expires_at.filter(|at| *at <= self.asked_at).map(|at| ("key-expired", at));
        owner.revoked_at.map(|at| ("key-revoked", at)).or(expired)
    }
}

/// Checks that a caller may own a webhook: a session may not, because it ends within hours.
fn can_own(caller: &Caller) -> Result<(), AppError> {
    if caller.person().is_none() {
        return Ok(());
    }
    Err(AppError::WebhookUnfit(bilingual!(
        "webhook 随它所属的密钥一起失效，而登录会话几小时后就结束。请用有 admin 与 read 权限的密钥建立或接管（由运维者以 caipan keys make 签发）。",
        "A webhook ends with the key to which it belongs, and a session ends within hours. Use a key with the scopes admin and read, which the operator makes with caipan keys make."
    )))
}

impl App {
    /// Creates a webhook and returns it with its secret; without it if the same request created the webhook before.
    pub async fn make_webhook(
        &self,
        caller: &Caller,
        mut new: NewWebhook,
        idempotency_key: Option<String>,
    ) -> Result<(ShownWebhook, Option<Vec<u8>>), AppError> {
        let who = caller.who;
        let asked =
            (&new.url, &new.wants, new.after.map(|cursor| (cursor.place, cursor.at)), new.ordered, new.per_minute);
        let request = request(RequestKind::Webhook, idempotency_key, &asked)?;
        if let Some(before) = self.webhook_of(who, request.as_ref()).await? {
            return Ok((before, None));
        }
        can_own(caller)?;
        let unfit = |text: Text| AppError::WebhookUnfit(text);
        if new.per_minute.is_some_and(|most| !(1..=MOST_PER_MINUTE).contains(&most)) {
            return Err(unfit(bilingual!(
                "per_minute 应为 1 至 {MOST_PER_MINUTE}。请改写，或去掉它以不限速。",
                "per_minute must be 1 to {MOST_PER_MINUTE}. Change it, or remove it for no throttle."
            )));
        }
        Target::parse(&new.url, self.config.webhook_private).map_err(unfit)?;
        new.wants.check().map_err(unfit)?;
        let houses = self.read_by(who.tenant, None).await?.houses();
        for name in new.wants.systems.iter_mut().filter(|name| houses.find(name).is_none()) {
            // Logs are filed under ids, so a name would match none.
            *name = rules::id_of(name).map_err(|error| unfit(error.text))?.to_owned();
        }
        let after = self.place_of(who, new.after).await?;
        let (id, secret) = (chance(ID)?, chance(SECRET)?);
        let filter = serde_json::to_string(&new.wants)?;
        let id = hex(&id);
        let encrypted = self.encrypted(&id, &secret)?;
        let (ordered, per_minute) = (new.ordered, new.per_minute.and_then(|most| i32::try_from(most).ok()));
        let what = WebhookWhat::Make { url: new.url, secret: encrypted, filter, after, ordered, per_minute };
        let (row, done) = self.store.webhook(WebhookChange { who, id, at: now(), what, request }).await?;
        if !done {
            return Ok((self.webhook(who, &row.id).await?, None));
        }
        let (wants, owner) = (new.wants, caller.key.clone());
        Ok((ShownWebhook { row, wants, owner, behind: 0, dead: 0, late: 0, asked_at: now() }, Some(secret)))
    }

    /// The webhook that an earlier request with the same idempotency key made or changed.
    async fn webhook_of(&self, who: Who, request: Option<&Request>) -> Result<Option<ShownWebhook>, AppError> {
        let Some(request) = request.cloned() else { return Ok(None) };
        match self.query(move |store| Ok(store.made_before(who.tenant, &request)?)).await? {
            Some(id) => Ok(Some(self.webhook(who, &id).await?)),
            None => Ok(None),
        }
    }

    /// Replaces the secret; the old one also signs until the overlap ends. Returns the new secret, unless the same request
    /// replaced it before.
    pub async fn rotate_webhook(
        &self,
        who: Who,
        id: &str,
        overlap: Duration,
        idempotency_key: Option<String>,
    ) -> Result<(ShownWebhook, Option<Vec<u8>>), AppError> {
        let request = request(RequestKind::Rotation, idempotency_key, &(id, overlap.as_micros()))?;
        let (at, secret) = (now(), chance(SECRET)?);
        let until = at.saturating_add(i64::try_from(overlap.as_micros()).unwrap_or(i64::MAX));
        let what = WebhookWhat::Rotate { secret: self.encrypted(id, &secret)?, until };
        let (_, done) = self.store.webhook(WebhookChange { who, id: id.to_owned(), at, what, request }).await?;
        Ok((self.webhook(who, id).await?, done.then_some(secret)))
    }

    /// Ends the old secret: only the newest one signs.
    pub async fn end_old_secret(&self, who: Who, id: &str) -> Result<ShownWebhook, AppError> {
        let shown = self.webhook(who, id).await?;
        if shown.row.old_secret.is_none() {
            return Ok(shown);
        }
        let what = WebhookWhat::Forget;
        self.store.webhook(WebhookChange { who, id: id.to_owned(), at: now(), what, request: None }).await?;
        self.webhook(who, id).await
    }

    /// Sends a test message once.
    pub async fn ping_webhook(&self, row: &WebhookRow, client: &WebhookClient) -> Result<Pinged, AppError> {
        let (at, began) = (now(), Instant::now());
        let message = format!("msg_{}_ping_{}", row.id, hex(&chance(4)?));
        let time = DateTime::from_timestamp_micros(at).unwrap_or_default();
        let time = time.to_rfc3339_opts(SecondsFormat::Micros, true);
        let body = serde_json::to_vec(&json!({ "type": "ping", "timestamp": time, "data": { "webhook": row.id } }))?;
        let outcome = match Target::parse(&row.url, client.is_private()) {
            Ok(target) => {
                let (mut line, parent) = (Connection::default(), TraceParent::current());
                self.send_once(client, &mut line, &target, row, (&message, &body), parent.as_ref()).await
            }
            // The settings may have changed since the webhook was created.
            Err(_) => DeliveryOutcome::Failed { why: "address-private".to_owned(), wait: None },
        };
        Ok(Pinged { message, at, took: began.elapsed(), outcome })
    }

    /// All webhooks of a tenant.
    pub async fn webhooks(&self, who: Who) -> Result<Vec<ShownWebhook>, AppError> {
        self.query(move |store| {
            let (rows, head) = store.webhooks(who.tenant)?;
            let shown = |row: WebhookRow| {
                let (_, dead) = store.dead_letters(row.tenant(), row.seq, 0, 0)?;
                let late = if row.late_at.is_some() { store.late_count(row.tenant(), row.seq)? } else { 0 };
                let wants = serde_json::from_str(&row.filter)?;
                let owner = row.owner.map(|owner| store.key_of_row(row.tenant(), owner)).transpose()?.flatten();
                Ok(ShownWebhook { behind: head - row.place, wants, owner, dead, late, row, asked_at: now() })
            };
            rows.into_iter().map(shown).collect()
        })
        .await
    }

    /// A webhook of a tenant.
    pub async fn webhook(&self, who: Who, id: &str) -> Result<ShownWebhook, AppError> {
        let found = self.webhooks(who).await?.into_iter().find(|shown| shown.row.id == id);
        found.ok_or_else(|| StoreError::NoWebhook(id.to_owned()).into())
    }

    /// The dead letters after a sequence number.
    pub async fn dead_letters(&self, who: Who, id: &str, after: i64, limit: u32) -> Result<Vec<DeadLetter>, AppError> {
        let seq = self.webhook(who, id).await?.row.seq;
        self.query(move |store| Ok(store.dead_letters(who.tenant, seq, after, i64::from(limit))?.0)).await
    }

    /// Removes a webhook with its dead letters.
    pub async fn remove_webhook(&self, who: Who, id: &str) -> Result<(), AppError> {
        let what = WebhookWhat::Remove;
        self.store.webhook(WebhookChange { who, id: id.to_owned(), at: now(), what, request: None }).await?;
        Ok(())
    }

    /// Resumes a webhook or sends messages again. Returns false if the same request did it before.
    pub async fn replay_webhook(
        &self,
        caller: &Caller,
        id: &str,
        replay: Replay,
        idempotency_key: Option<String>,
    ) -> Result<(ShownWebhook, bool), AppError> {
        let who = caller.who;
        let asked = match replay {
            Replay::Resume => ("paused", None),
            Replay::Take => ("take-over", None),
            Replay::Dead => ("dead", None),
            Replay::After(cursor) => ("after", cursor.map(|cursor| (cursor.place, cursor.at))),
        };
        let request = request(RequestKind::Replay, idempotency_key, &(id, asked))?;
        if let Some(before) = self.webhook_of(who, request.as_ref()).await? {
            return Ok((before, false));
        }
        let what = match replay {
            Replay::Resume => WebhookWhat::Resume,
            Replay::Take => {
                can_own(caller)?;
                WebhookWhat::Take
            }
            Replay::Dead => WebhookWhat::Dead,
            Replay::After(None) => WebhookWhat::After(0),
            Replay::After(cursor) => WebhookWhat::After(self.place_of(who, cursor).await?.unwrap_or_default()),
        };
        let (_, done) = self.store.webhook(WebhookChange { who, id: id.to_owned(), at: now(), what, request }).await?;
        Ok((self.webhook(who, id).await?, done))
    }

    /// The sequence number of a cursor, which must exist.
    async fn place_of(&self, who: Who, cursor: Option<FeedCursor>) -> Result<Option<i64>, AppError> {
        let Some(cursor) = cursor else { return Ok(None) };
        let found = self.query(move |store| Ok(store.feed(who.tenant, Some(cursor), 1)?)).await?;
        found.map(|_| Some(cursor.place)).ok_or(AppError::NoCursor)
    }
}

/// Random bytes.
fn chance(bytes: usize) -> Result<Vec<u8>, AppError> {
    let mut drawn = vec![0; bytes];
    getrandom::fill(&mut drawn).map_err(|error| StoreError::Unavailable(error.to_string()))?;
    Ok(drawn)
}
