//! Webhooks.

use crate::store::db::schema::{dead_letters, webhooks};
use crate::store::model::tenant::{Tenant, Who};
use diesel::prelude::*;

/// So many a tenant has at most.
pub const MOST_WEBHOOKS: i64 = 16;

/// A webhook.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = webhooks)]
pub struct WebhookRow {
    /// Its number, of all tenants.
    pub seq: i64,
    /// The number of its tenant.
    pub tenant: i64,
    /// What it is called by.
    pub id: String,
    /// Where it leads.
    pub url: String,
    /// What signs.
    pub secret: Vec<u8>,
    /// What it asks for, as JSON.
    pub filter: String,
    /// When it was made; microseconds since 1970, as all times here.
    pub made_at: i64,
    /// Everything up to this place is dealt with.
    pub place: i64,
    /// How often the next one was tried.
    pub tries: i32,
    /// Not before this it is tried again.
    pub due_at: i64,
    /// How many were given up in a row.
    pub given_up: i32,
    /// Since when nothing is sent until somebody says so.
    pub paused_at: Option<i64>,
    /// The number of the last lease.
    pub lease: i64,
    /// Until when nobody else sends.
    pub leased_until: i64,
    /// Whether some that were given up are to be sent again.
    pub again: i32,
    /// Why the last try failed.
    pub said: Option<String>,
    /// When the last try was.
    pub tried_at: Option<i64>,
    /// What signed before, and signs too.
    pub old_secret: Option<Vec<u8>>,
    /// Until when.
    pub old_until: Option<i64>,
}

impl WebhookRow {
    /// Whose it is.
    pub fn tenant(&self) -> Tenant {
        Tenant(self.tenant)
    }

    /// What signs at this time, the newest first.
    pub fn secrets(&self, now: i64) -> impl Iterator<Item = &[u8]> {
        let old = self.old_secret.as_deref().filter(|_| self.old_until.is_some_and(|until| now < until));
        std::iter::once(self.secret.as_slice()).chain(old)
    }
}

/// What was given up.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = dead_letters)]
pub struct DeadLetter {
    /// The number of the webhook.
    pub webhook: i64,
    /// The place in the feed.
    pub place: i64,
    /// How often it was tried.
    pub tries: i32,
    /// When it was given up.
    pub at: i64,
    /// Why the last try failed.
    pub said: String,
    /// Whether it is to be sent again.
    pub again: i32,
}

/// Something to do with a webhook of a tenant.
#[derive(Clone, Debug)]
pub struct WebhookChange {
    /// Whose it is, and who does it.
    pub who: Who,
    /// The id of the webhook.
    pub id: String,
    /// Microseconds since 1970.
    pub at: i64,
    /// What to do.
    pub what: WebhookWhat,
}

/// What to do with a webhook.
#[derive(Clone, Debug)]
pub enum WebhookWhat {
    /// Make it.
    Make {
        /// Where it leads.
        url: String,
        /// What signs.
        secret: Vec<u8>,
        /// What it asks for, as JSON.
        filter: String,
        /// The place behind which it begins; behind all that there is where absent.
        after: Option<i64>,
    },
    /// Take it away.
    Remove,
    /// Send on, at once, from where it is.
    Resume,
    /// Send everything behind this place again.
    After(i64),
    /// Send again what was given up.
    Dead,
    /// Sign with another secret from now on, and with the one of now too until this time.
    Rotate {
        /// What signs.
        secret: Vec<u8>,
        /// Microseconds since 1970.
        until: i64,
    },
    /// Sign with the newest secret alone.
    Forget,
}

/// How far a webhook has come. Counts only for who holds the lease.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The webhook as it is to be: everything that changes while it is sent.
    pub row: WebhookRow,
    /// What was given up.
    pub dead: Vec<DeadLetter>,
    /// What arrived after all.
    pub revived: Vec<i64>,
}
