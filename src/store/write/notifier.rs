//! Who waits for something new of a tenant is woken when it is committed.
//!
//! What this process commits rings at once. What another one commits is found by looking at the heads of those who are waited for,
//! one query for all who wait, a few times a second. PostgreSQL could send word (`NOTIFY`), but then all commits of all replicas pass
//! through one lock, and SQLite could not.

use crate::store::model::tenant::Tenant;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Rung after a commit.
#[derive(Clone, Debug)]
pub(crate) struct Bell {
    inner: Arc<Mutex<Inner>>,
    ring: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Of each tenant that somebody listens for: how far it was last seen to have come, and how many listen.
    heads: BTreeMap<Tenant, (i64, usize)>,
    /// When somebody last went to look.
    looked: Option<Instant>,
}

impl Bell {
    pub(crate) fn new() -> Bell {
        Bell { inner: Arc::default(), ring: watch::Sender::new(()) }
    }

    /// These tenants have come this far.
    pub(crate) fn ring(&self, heads: &[(Tenant, i64)]) {
        let mut inner = self.inner();
        let mut moved = false;
        for (tenant, head) in heads {
            if let Some((seen, _)) = inner.heads.get_mut(tenant).filter(|(seen, _)| seen != head) {
                *seen = *head;
                moved = true;
            }
        }
        drop(inner);
        if moved {
            self.ring.send_replace(());
        }
    }

    /// Begins to listen: what is committed from now on is heard.
    pub(crate) fn listen(&self, tenant: Tenant) -> Listener {
        let ring = self.ring.subscribe();
        let mut inner = self.inner();
        let (head, listeners) = inner.heads.entry(tenant).or_default();
        *listeners += 1;
        let heard = *head;
        drop(inner);
        Listener { heard, bell: self.clone(), tenant, ring }
    }

    /// For whom to look now; nobody where another has just gone to look.
    pub(crate) fn turn(&self, every: Duration) -> Vec<Tenant> {
        let mut inner = self.inner();
        if inner.looked.is_some_and(|at| at.elapsed() < every) {
            return Vec::new();
        }
        inner.looked = Some(Instant::now());
        inner.heads.keys().copied().collect()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who waits.
pub struct Listener {
    bell: Bell,
    tenant: Tenant,
    heard: i64,
    ring: watch::Receiver<()>,
}

impl Listener {
    /// Returns once something of the tenant was committed since it was last asked, or since it began to listen; at times also when
    /// nothing was.
    pub async fn heard(&mut self) {
        loop {
            let head = self.bell.inner().heads.get(&self.tenant).map_or(0, |(head, _)| *head);
            if head != self.heard {
                self.heard = head;
                return;
            }
            // The bell itself holds the other end, so it is never gone.
            if self.ring.changed().await.is_err() {
                return;
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut inner = self.bell.inner();
        if let Some((_, listeners)) = inner.heads.get_mut(&self.tenant) {
            *listeners -= 1;
            if *listeners == 0 {
                inner.heads.remove(&self.tenant);
            }
        }
    }
}
