//! Rate limits of keys: a token bucket per key, in memory.
//!
//! The burst equals the limit per minute and refills continuously. The clock is monotonic, and each process counts for
//! itself.

use crate::store::KeyRow;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The token buckets of the keys in use. The number of keys of a tenant is bounded, so the map is bounded.
pub(super) struct RateLimits {
    usual: Option<NonZeroU32>,
    clock: DefaultClock,
    keys: Mutex<BTreeMap<String, (NonZeroU32, Arc<DefaultDirectRateLimiter>)>>,
}

impl RateLimits {
    /// Creates empty limits. `usual` applies to keys without a rate of their own.
    pub(super) fn new(usual: Option<u32>) -> RateLimits {
        let usual = usual.and_then(NonZeroU32::new);
        RateLimits { usual, clock: DefaultClock::default(), keys: Mutex::default() }
    }

    /// Takes a token of the key, or returns the time to wait for one.
    pub(super) fn take(&self, key: &KeyRow) -> Result<(), Duration> {
        let own = key.rate.and_then(|rate| u32::try_from(rate).ok()).and_then(NonZeroU32::new);
        let Some(rate) = own.or(self.usual) else { return Ok(()) };
        let limiter = {
            let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
            let fresh = || (rate, Arc::new(RateLimiter::direct(Quota::per_minute(rate))));
            let held = keys.entry(key.id.clone()).or_insert_with(fresh);
            Arc::clone(&held.1)
        };
        limiter.check().map_err(|not_until| not_until.wait_time_from(self.clock.now()))
    }
}
