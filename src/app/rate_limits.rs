//! Rate limits of keys: a token bucket per key, in memory.
//!
//! The burst equals the limit per minute and refills continuously. The clock is monotonic, and each process counts for
//! itself.

use crate::store::KeyRow;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A token bucket with the state of its tokens.
type Bucket = DefaultDirectRateLimiter<StateInformationMiddleware>;

/// The state of a token bucket after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateState {
    /// Requests per minute, which is also the burst.
    pub quota: u32,
    /// The requests that may be sent at once.
    pub remaining: u32,
}

impl RateState {
    /// The seconds until the bucket is full again, rounded up.
    pub fn seconds_until_full(self) -> u32 {
        let missing = u64::from(self.quota.saturating_sub(self.remaining));
        let seconds = (missing * 60).div_ceil(u64::from(self.quota.max(1)));
        u32::try_from(seconds).unwrap_or(u32::MAX)
    }
}

/// The token buckets of the keys in use. The number of keys of a tenant is bounded, so the map is bounded.
pub(super) struct RateLimits {
    usual: Option<NonZeroU32>,
    clock: DefaultClock,
    keys: Mutex<BTreeMap<String, Arc<Bucket>>>,
}

impl RateLimits {
    /// Creates empty limits. `usual` applies to keys without a rate of their own.
    pub(super) fn new(usual: Option<u32>) -> RateLimits {
        let usual = usual.and_then(NonZeroU32::new);
        RateLimits { usual, clock: DefaultClock::default(), keys: Mutex::default() }
    }

    /// Takes a token of the key, or returns the time to wait for one. A key without a rate has no bucket.
    pub(super) fn take(&self, key: &KeyRow) -> Result<Option<RateState>, (Duration, RateState)> {
        let own = key.rate.and_then(|rate| u32::try_from(rate).ok()).and_then(NonZeroU32::new);
        let Some(rate) = own.or(self.usual) else { return Ok(None) };
        let limiter = {
            let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
            let fresh = || Arc::new(RateLimiter::direct(Quota::per_minute(rate)).with_middleware());
            Arc::clone(keys.entry(key.id.clone()).or_insert_with(fresh))
        };
        let state = |remaining| RateState { quota: rate.get(), remaining };
        match limiter.check() {
            Ok(snapshot) => Ok(Some(state(snapshot.remaining_burst_capacity()))),
            Err(not_until) => Err((not_until.wait_time_from(self.clock.now()), state(0))),
        }
    }
}
