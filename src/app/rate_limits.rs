//! How fast a key may be used.
//!
//! A key may make as many requests at once as it may make in a minute, and gets one back after the other. Counted here in this
//! process, by a clock that does not jump.

use crate::store::KeyRow;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What keys have left. One entry a key that was used, and a tenant has no more than so many keys.
pub(super) struct RateLimits {
    usual: Option<NonZeroU32>,
    clock: DefaultClock,
    keys: Mutex<BTreeMap<String, (NonZeroU32, Arc<DefaultDirectRateLimiter>)>>,
}

impl RateLimits {
    /// Nothing used yet. `usual` is for keys that have no rate of their own.
    pub(super) fn new(usual: Option<u32>) -> RateLimits {
        let usual = usual.and_then(NonZeroU32::new);
        RateLimits { usual, clock: DefaultClock::default(), keys: Mutex::default() }
    }

    /// Takes one request of what the key has left, or says how long it is to wait for one.
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
