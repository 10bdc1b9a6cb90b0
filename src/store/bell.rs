//! Who waits for something new of a tenant is woken when it is committed.

use super::keys::Tenant;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// Rung by the writer after a commit. What another process commits is not heard here.
#[derive(Clone, Debug)]
pub(super) struct Bell {
    /// How often something of a tenant was committed by this process.
    counts: Arc<Mutex<BTreeMap<Tenant, u64>>>,
    ring: watch::Sender<()>,
}

impl Bell {
    pub(super) fn new() -> Bell {
        Bell { counts: Arc::default(), ring: watch::Sender::new(()) }
    }

    /// Something of these tenants was committed.
    pub(super) fn ring(&self, tenants: impl Iterator<Item = Tenant>) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        for tenant in tenants {
            *counts.entry(tenant).or_default() += 1;
        }
        drop(counts);
        self.ring.send_replace(());
    }

    fn count(&self, tenant: Tenant) -> u64 {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).get(&tenant).copied().unwrap_or_default()
    }

    /// Begins to listen: what is committed from now on is heard.
    pub(super) fn listen(&self, tenant: Tenant) -> Listener {
        let ring = self.ring.subscribe();
        Listener { heard: self.count(tenant), bell: self.clone(), tenant, ring }
    }
}

/// Somebody who waits.
pub struct Listener {
    bell: Bell,
    tenant: Tenant,
    heard: u64,
    ring: watch::Receiver<()>,
}

impl Listener {
    /// Returns once something of the tenant was committed since it was last asked, or since it began to listen.
    pub async fn heard(&mut self) {
        loop {
            let count = self.bell.count(self.tenant);
            if count != self.heard {
                self.heard = count;
                return;
            }
            // The bell itself holds the other end, so it is never gone.
            if self.ring.changed().await.is_err() {
                return;
            }
        }
    }
}
