//! Rate limits of keys and of tenants: a token bucket for each, in memory. All keys of a tenant share its bucket.
//!
//! The burst equals the limit per minute and refills continuously. The clock is monotonic, and each process counts for
//! itself.

use crate::config::TenantRate;
use crate::store::{KeyRow, Tenant};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A token bucket with the state of its tokens.
type Bucket = DefaultDirectRateLimiter<StateInformationMiddleware>;

/// The owner of a token bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateOf {
    /// A key.
    Key,
    /// All keys of a tenant together.
    Tenant,
}

impl RateOf {
    /// The name of the limit in the headers.
    pub const fn name(self) -> &'static str {
        match self {
            RateOf::Key => "key",
            RateOf::Tenant => "tenant",
        }
    }
}

/// The state of a token bucket after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateState {
    /// The owner of the bucket.
    pub of: RateOf,
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

/// The token buckets in use. The number of keys of a tenant is bounded, so the maps are bounded.
pub(super) struct RateLimits {
    usual: Option<NonZeroU32>,
    of_tenants: Vec<TenantRate>,
    clock: DefaultClock,
    keys: Buckets<String>,
    tenants: Buckets<Tenant>,
}

type Buckets<K> = Mutex<BTreeMap<K, Arc<Bucket>>>;

impl RateLimits {
    /// Creates empty limits. `usual` applies to keys without a rate of their own.
    pub(super) fn new(usual: Option<u32>, of_tenants: Vec<TenantRate>) -> RateLimits {
        let usual = usual.and_then(NonZeroU32::new);
        let (keys, tenants) = (Mutex::default(), Mutex::default());
        RateLimits { usual, of_tenants, clock: DefaultClock::default(), keys, tenants }
    }

    /// Takes a token of the key and one of its tenant, or returns the time to wait for one. Returns the state of the bucket
    /// with fewer tokens; none without any rate. The key comes first, so that a key beyond its own rate takes nothing from
    /// the other keys of the tenant.
    pub(super) fn take(&self, key: &KeyRow) -> Result<Option<RateState>, (Duration, RateState)> {
        let own = key.rate.and_then(|rate| u32::try_from(rate).ok()).and_then(NonZeroU32::new).or(self.usual);
        let key_state = own.map(|rate| self.from(&self.keys, key.id.clone(), rate, RateOf::Key)).transpose()?;
        let shared = self.rate_of(&key.tenant_name);
        let tenant_state = shared.map(|rate| self.from(&self.tenants, key.tenant, rate, RateOf::Tenant)).transpose()?;
        Ok(key_state.into_iter().chain(tenant_state).min_by_key(|state| state.remaining))
    }

    /// The rate of a tenant: its own, or that of tenants without one.
    fn rate_of(&self, tenant: &str) -> Option<NonZeroU32> {
        let of = |name: Option<&str>| self.of_tenants.iter().find(|rule| rule.tenant.as_deref() == name);
        of(Some(tenant)).or_else(|| of(None)).and_then(|rule| NonZeroU32::new(rule.rate))
    }

    fn from<K: Ord>(
        &self,
        buckets: &Buckets<K>,
        owner: K,
        rate: NonZeroU32,
        of: RateOf,
    ) -> Result<RateState, (Duration, RateState)> {
        let limiter = {
            let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
            let fresh = || Arc::new(RateLimiter::direct(Quota::per_minute(rate)).with_middleware());
            Arc::clone(buckets.entry(owner).or_insert_with(fresh))
        };
        let state = |remaining| RateState { of, quota: rate.get(), remaining };
        match limiter.check() {
            Ok(snapshot) => Ok(state(snapshot.remaining_burst_capacity())),
            Err(not_until) => Err((not_until.wait_time_from(self.clock.now()), state(0))),
        }
    }
}
