//! The state that all server threads share: settings, memory budget and concurrency limits.

use super::body::budget::Budget;
use super::concurrency::ConcurrencyLimit;
use crate::config::Config;
use crate::webhook_client::WebhookClient;
use std::sync::Arc;

/// What all threads that serve have in common.
pub struct ServerContext {
    pub(super) config: Config,
    pub(super) budget: Budget,
    /// Requests that store many logs, and those that wait for verdicts.
    pub(super) batches: ConcurrencyLimit,
    pub(super) waiting: ConcurrencyLimit,
    /// Pings of webhooks, and who carries them.
    pub(super) pings: ConcurrencyLimit,
    pub(super) client: Arc<WebhookClient>,
}

impl ServerContext {
    /// The context of a service with these settings, and what carries its messages to others.
    pub fn new(config: Config, client: Arc<WebhookClient>) -> ServerContext {
        let (batches, waiting) = (ConcurrencyLimit::new(8, 64), ConcurrencyLimit::new(64, 512));
        let pings = ConcurrencyLimit::new(2, 32);
        ServerContext { budget: Budget::new(config.body_budget), batches, waiting, pings, client, config }
    }

    /// Whether others than this machine can reach it.
    pub(super) fn is_open(&self) -> bool {
        self.config.is_exposed()
    }
}
