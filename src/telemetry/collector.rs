//! The way to the collector: one HTTP request per batch, on the client of webhooks.

use crate::webhook_client::{Target, WebhookClient};
use async_trait::async_trait;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use std::fmt;
use std::time::Duration;
use tokio::runtime::Runtime;

/// The timeout of a batch, from name resolution to the end of the answer.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);

/// A collector, reached from the thread that exports. It has a runtime of its own, so that it never waits for requests
/// and they never wait for it.
pub(super) struct Collector {
    client: WebhookClient,
    target: Target,
    runtime: Runtime,
}

impl Collector {
    /// Prepares the way to a collector.
    ///
    /// # Errors
    /// The address is invalid, or the system gives no runtime or TLS.
    pub(super) fn new(address: &str) -> Result<Collector, String> {
        let target = Target::parse(address, true).map_err(|text| text.en)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        Ok(Collector { client: WebhookClient::new(true, None)?, target, runtime })
    }
}

impl fmt::Debug for Collector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Collector").field("target", &self.target).finish_non_exhaustive()
    }
}

#[async_trait]
impl HttpClient for Collector {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let sent = self.client.request(&self.target, request);
        // The caller is the thread that exports, which has no runtime.
        self.runtime
            .block_on(async { tokio::time::timeout(TIMEOUT, sent).await })
            .map_err(|_| "timeout")?
            .map_err(Into::into)
    }
}
