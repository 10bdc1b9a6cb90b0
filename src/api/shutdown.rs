//! Shutdown without a cut connection: the service first reports that it leaves and still serves, then it drains.
//!
//! A load balancer learns from `/readyz`, or from the removal of the endpoint, that no more connections should come. It
//! needs a moment for that, so a service that closes its socket at once cuts the connections of that moment.

use super::context::ServerContext;
use crate::app::App;
use crate::host::StopSignals;
use actix_web::dev::ServerHandle;
use actix_web::web::Data;
use std::time::Duration;
use tokio::sync::watch;

/// A flag: the service is about to stop.
pub(super) struct Leaving(watch::Sender<bool>);

impl Default for Leaving {
    fn default() -> Leaving {
        Leaving(watch::Sender::new(false))
    }
}

impl Leaving {
    pub(super) fn is_set(&self) -> bool {
        *self.0.borrow()
    }

    /// Returns once the flag is set.
    pub(super) async fn begun(&self) {
        // The sender lives as long as `self`, so waiting does not fail.
        let _ = self.0.subscribe().wait_for(|leaving| *leaving).await;
    }

    pub(super) fn set(&self) {
        self.0.send_replace(true);
    }
}

/// Stops the server on a signal. SIGTERM starts the lame-duck time and then a graceful shutdown; another signal meanwhile
/// ends that time. SIGINT and SIGQUIT stop the server at once. Requests that wait for news are answered on the signal, and
/// no job or webhook is taken up after it.
pub(super) async fn on_signal(
    server: ServerHandle,
    app: Data<App>,
    context: Data<ServerContext>,
    lame_duck: Duration,
) -> std::io::Result<()> {
    let mut signals = StopSignals::new()?;
    let graceful = signals.next().await;
    context.leaving.set();
    app.leave();
    if graceful && !lame_duck.is_zero() {
        tracing::info!("about to stop: still serving for {lame_duck:?}, then draining");
        tokio::select! {
            () = tokio::time::sleep(lame_duck) => {},
            _ = signals.next() => {},
        }
    }
    server.stop(graceful).await;
    Ok(())
}
