//! Wakes listeners when a tenant has new entries.
//!
//! Commits of this process notify at once. Commits of other processes are found by polling the sequences of all tenants
//! with listeners, in one query a few times per second. PostgreSQL's `NOTIFY` would send all commits of all replicas
//! through one lock, and SQLite has no equivalent.

use crate::store::model::tenant::Tenant;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Notifies listeners after a commit.
#[derive(Clone, Debug)]
pub(crate) struct Notifier {
    inner: Arc<Mutex<Inner>>,
    wake: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Per tenant with listeners: the last known sequence number and the number of listeners.
    sequences: BTreeMap<Tenant, (i64, usize)>,
    /// The time of the last poll.
    looked: Option<Instant>,
}

impl Notifier {
    pub(crate) fn new() -> Notifier {
        Notifier { inner: Arc::default(), wake: watch::Sender::new(()) }
    }

    /// Records the current sequence numbers and wakes listeners if one has changed.
    pub(crate) fn notify(&self, sequences: &[(Tenant, i64)]) {
        let mut inner = self.inner();
        let mut moved = false;
        for (tenant, last) in sequences {
            if let Some((known, _)) = inner.sequences.get_mut(tenant).filter(|(known, _)| known != last) {
                *known = *last;
                moved = true;
            }
        }
        drop(inner);
        if moved {
            self.wake.send_replace(());
        }
    }

    /// Subscribes to commits from now on.
    pub(crate) fn listen(&self, tenant: Tenant) -> Listener {
        let wake = self.wake.subscribe();
        let mut inner = self.inner();
        let (last, listeners) = inner.sequences.entry(tenant).or_default();
        *listeners += 1;
        let heard = *last;
        drop(inner);
        Listener { heard, notifier: self.clone(), tenant, wake }
    }

    /// The tenants to poll now; empty if another caller polled within `every`.
    pub(crate) fn due_for_poll(&self, every: Duration) -> Vec<Tenant> {
        let mut inner = self.inner();
        if inner.looked.is_some_and(|at| at.elapsed() < every) {
            return Vec::new();
        }
        inner.looked = Some(Instant::now());
        inner.sequences.keys().copied().collect()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A subscription to the commits of a tenant.
pub struct Listener {
    notifier: Notifier,
    tenant: Tenant,
    heard: i64,
    wake: watch::Receiver<()>,
}

impl Listener {
    /// Returns once the tenant has committed something since the last call or since the subscription. It may also
    /// return without a commit.
    pub async fn notified(&mut self) {
        loop {
            let last = self.notifier.inner().sequences.get(&self.tenant).map_or(0, |(last, _)| *last);
            if last != self.heard {
                self.heard = last;
                return;
            }
            // The notifier holds the sender, so it never closes.
            if self.wake.changed().await.is_err() {
                return;
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut inner = self.notifier.inner();
        if let Some((_, listeners)) = inner.sequences.get_mut(&self.tenant) {
            *listeners -= 1;
            if *listeners == 0 {
                inner.sequences.remove(&self.tenant);
            }
        }
    }
}
