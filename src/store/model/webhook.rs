//! Webhooks, their dead letters and the changes to them.

use crate::store::db::schema::{dead_letters, late_messages, webhooks};
use crate::store::model::request::Request;
use crate::store::model::tenant::{Tenant, Who};
use diesel::prelude::*;

/// Webhooks that a tenant can have.
pub const MOST_WEBHOOKS: i64 = 16;

/// A webhook.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = webhooks)]
pub struct WebhookRow {
    /// The row number, unique among all tenants.
    pub seq: i64,
    /// The row number of the tenant.
    pub tenant: i64,
    /// The id.
    pub id: String,
    /// The target URL.
    pub url: String,
    /// The signing secret as `app` stores it.
    pub secret: Vec<u8>,
    /// The filter of events, as JSON.
    pub filter: String,
    /// The time of its creation; microseconds since 1970, like all times here.
    pub made_at: i64,
    /// The sequence number up to which the feed is processed.
    pub place: i64,
    /// Failed attempts to send the next event; without an order, failed attempts in a row.
    pub tries: i32,
    /// The earliest time of the next attempt.
    pub due_at: i64,
    /// Consecutive dead letters.
    pub given_up: i32,
    /// The time at which it was paused; nothing is sent until somebody resumes it.
    pub paused_at: Option<i64>,
    /// The number of the last lease.
    pub lease: i64,
    /// The end of the lease.
    pub leased_until: i64,
    /// 1 if dead letters are to be sent again.
    pub again: i32,
    /// The error of the last attempt.
    pub said: Option<String>,
    /// The time of the last attempt.
    pub tried_at: Option<i64>,
    /// The previous secret, which also signs for a while.
    pub old_secret: Option<Vec<u8>>,
    /// The end of that time.
    pub old_until: Option<i64>,
    /// 1 if a failing event holds those after it, 0 if they are sent while it waits.
    pub ordered: i32,
    /// Maximum number of attempts per minute.
    pub per_minute: Option<i32>,
    /// The time at which the first late message is due.
    pub late_at: Option<i64>,
    /// The row number of the key whose scopes and life it has; absent if it was made without keys.
    pub owner: Option<i64>,
}

impl WebhookRow {
    /// The tenant.
    pub fn tenant(&self) -> Tenant {
        Tenant(self.tenant)
    }

    /// The secrets that are valid at this time, the newest first.
    pub fn secrets(&self, now: i64) -> impl Iterator<Item = &[u8]> {
        let old = self.old_secret.as_deref().filter(|_| self.old_until.is_some_and(|until| now < until));
        std::iter::once(self.secret.as_slice()).chain(old)
    }
}

/// A stored secret of a webhook.
#[derive(Clone, Debug)]
pub struct WebhookSecret {
    /// The tenant.
    pub tenant: Tenant,
    /// The id of the webhook.
    pub webhook: String,
    /// The secret as it is stored.
    pub stored: Vec<u8>,
}

/// An event that could not be delivered.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = dead_letters)]
pub struct DeadLetter {
    /// The row number of the tenant.
    pub tenant: i64,
    /// The row number of the webhook.
    pub webhook: i64,
    /// The sequence number of the event.
    pub place: i64,
    /// The number of attempts.
    pub tries: i32,
    /// The time of the last attempt.
    pub at: i64,
    /// The error of the last attempt.
    pub said: String,
    /// 1 if it is to be sent again.
    pub again: i32,
}

/// An event that failed and waits for its next attempt while others are sent.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = late_messages)]
pub struct LateMessage {
    /// The tenant.
    pub tenant: i64,
    /// The row number of the webhook.
    pub webhook: i64,
    /// The sequence number of the event.
    pub place: i64,
    /// The number of attempts.
    pub tries: i32,
    /// The earliest time of the next attempt.
    pub due_at: i64,
    /// The error of the last attempt.
    pub said: String,
}

/// A change to a webhook of a tenant.
#[derive(Clone, Debug)]
pub struct WebhookChange {
    /// The tenant and the key that request it.
    pub who: Who,
    /// The id of the webhook.
    pub id: String,
    /// Microseconds since 1970.
    pub at: i64,
    /// The change.
    pub what: WebhookWhat,
    /// The request for it, if it has an idempotency key.
    pub request: Option<Request>,
}

/// The change to make.
#[derive(Clone, Debug)]
pub enum WebhookWhat {
    /// Create the webhook.
    Make {
        /// The target URL.
        url: String,
        /// The signing secret.
        secret: Vec<u8>,
        /// The filter of events, as JSON.
        filter: String,
        /// The sequence number after which it starts; absent: after all existing events.
        after: Option<i64>,
        /// False if events are sent while a failed one waits.
        ordered: bool,
        /// Maximum number of attempts per minute.
        per_minute: Option<i32>,
    },
    /// Remove the webhook.
    Remove,
    /// Resume at the current position.
    Resume,
    /// Send all events after this sequence number again.
    After(i64),
    /// Send the dead letters again.
    Dead,
    /// Sign with a new secret, and with the current one too until `until`.
    Rotate {
        /// The new secret.
        secret: Vec<u8>,
        /// Microseconds since 1970.
        until: i64,
    },
    /// Give it to the key that requests this, and resume at the current position.
    Take,
    /// Stop signing with the previous secret.
    Forget,
}

/// The progress of a webhook. It counts only for the holder of the lease.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The new state of the webhook, as far as sending changes it.
    pub row: WebhookRow,
    /// New dead letters.
    pub dead: Vec<DeadLetter>,
    /// Dead letters that were delivered.
    pub revived: Vec<i64>,
    /// Events that failed and wait for their next attempt.
    pub late: Vec<LateMessage>,
    /// Late events that were delivered or given up.
    pub settled: Vec<i64>,
}
