//! Concurrency limits of long requests: per tenant, so that no tenant takes all permits, and in total.

use super::problem::{ApiError, Shortage};
use crate::store::Tenant;
use caipan_tiles::bilingual;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The limit of a kind of request.
#[derive(Clone, Debug)]
pub(super) struct ConcurrencyLimit {
    each: usize,
    all: usize,
    taken: Arc<Mutex<BTreeMap<Tenant, usize>>>,
}

/// A permit, released when dropped.
#[derive(Debug)]
pub(super) struct ConcurrencyPermit {
    limit: ConcurrencyLimit,
    tenant: Tenant,
}

impl ConcurrencyLimit {
    /// Creates a limit per tenant and in total.
    pub(super) fn new(each: usize, all: usize) -> ConcurrencyLimit {
        ConcurrencyLimit { each, all, taken: Arc::default() }
    }

    /// The number of permits in use.
    pub(super) fn taken(&self) -> usize {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    /// Takes a permit, or fails at once.
    pub(super) fn take(&self, tenant: Tenant) -> Result<ConcurrencyPermit, ApiError> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let own = taken.get(&tenant).copied().unwrap_or_default();
        if own >= self.each || taken.values().sum::<usize>() >= self.all {
            let text = bilingual!(
                "同时进行的此类请求已达上限。请等其中一个结束后再试。",
                "There are as many such requests at a time as there may be. Try again when one of them has ended."
            );
            return Err(ApiError::busy(Shortage::Concurrency, text));
        }
        taken.insert(tenant, own + 1);
        Ok(ConcurrencyPermit { limit: self.clone(), tenant })
    }
}

impl Drop for ConcurrencyPermit {
    fn drop(&mut self) {
        let mut taken = self.limit.taken.lock().unwrap_or_else(PoisonError::into_inner);
        match taken.get_mut(&self.tenant) {
            Some(own) if *own > 1 => *own -= 1,
            _ => {
                taken.remove(&self.tenant);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_takes_no_more_than_its_own() {
        let limit = ConcurrencyLimit::new(2, 3);
        let (one, two) = (limit.take(Tenant::HOME).expect("free"), limit.take(Tenant::HOME).expect("free"));
        assert!(limit.take(Tenant::HOME).is_err());
        drop(one);
        let three = limit.take(Tenant::HOME).expect("free again");
        assert!(limit.take(Tenant::HOME).is_err());
        drop((two, three));
        assert!(limit.taken.lock().expect("no panic").is_empty(), "nothing is kept of who has left");
    }
}
