//! The state that all server threads share: settings, memory budget and concurrency limits.

use super::answer_budget::AnswerBudget;
use super::body::budget::Budget;
use super::client_address::UnknownProxies;
use super::concurrency::ConcurrencyLimit;
use super::shutdown::Leaving;
use super::wrong_keys::WrongKeys;
use crate::config::Config;
use crate::telemetry::SpanCounts;
use crate::webhook_client::WebhookClient;
use std::sync::Arc;

/// The shared state of the server threads.
pub struct ServerContext {
    pub(super) config: Config,
    pub(super) budget: Budget,
    /// The memory budget of large answers.
    pub(super) answers: AnswerBudget,
    pub(super) wrong_keys: WrongKeys,
    pub(super) unknown_proxies: UnknownProxies,
    /// The recent sign-ins of each address, and the limit of those at a time, since each asks the provider.
    pub(super) sign_in_tries: WrongKeys,
    pub(super) sign_ins: ConcurrencyLimit,
    /// Set when the service is about to stop.
    pub(super) leaving: Leaving,
    /// The limits of batch requests and of long polling.
    pub(super) batches: ConcurrencyLimit,
    pub(super) waiting: ConcurrencyLimit,
    /// The limit of pings, and the client that sends them.
    pub(super) pings: ConcurrencyLimit,
    pub(super) client: Arc<WebhookClient>,
    /// The numbers of exported spans, if traces are exported.
    pub(super) spans: Option<Arc<SpanCounts>>,
}

impl ServerContext {
    /// Creates the context from the settings.
    pub fn new(config: Config, client: Arc<WebhookClient>) -> ServerContext {
        let (batches, waiting) = (ConcurrencyLimit::new(8, 64), ConcurrencyLimit::new(64, 512));
        let pings = ConcurrencyLimit::new(2, 32);
        let wrong_keys = WrongKeys::default();
        let answers = AnswerBudget::new(config.body_budget / 2);
        ServerContext {
            budget: Budget::new(config.body_budget),
            answers,
            wrong_keys,
            unknown_proxies: UnknownProxies::default(),
            sign_in_tries: WrongKeys::default(),
            sign_ins: ConcurrencyLimit::new(32, 32),
            leaving: Leaving::default(),
            batches,
            waiting,
            pings,
            client,
            spans: None,
            config,
        }
    }

    /// Adds the numbers of exported spans to the metrics.
    #[must_use]
    pub fn with_spans(self, spans: Option<Arc<SpanCounts>>) -> ServerContext {
        ServerContext { spans, ..self }
    }

    /// Returns whether other machines can reach the service.
    pub(super) fn is_open(&self) -> bool {
        self.config.is_exposed()
    }
}
