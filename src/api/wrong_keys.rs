//! Wrong keys by address, or by the /64 of an IPv6 address: who has sent several waits longer for each answer. Right keys
//! never wait.

use super::client_address::subscriber;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The wrong keys that cost no time, and the time in which one is forgiven.
const FREE: u32 = 10;
const FORGIVEN: Duration = Duration::from_secs(6);
/// The wait for a further wrong key, and the longest.
const EACH: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(3);
/// Maximum number of addresses that are remembered.
const ADDRESSES: usize = 10_000;

/// The recent wrong keys of each subscriber.
#[derive(Debug, Default)]
pub(super) struct WrongKeys(Mutex<HashMap<IpAddr, (u32, Instant)>>);

impl WrongKeys {
    /// Counts a wrong key of a client and returns the time to wait before it is answered.
    pub(super) fn wait(&self, address: IpAddr) -> Duration {
        self.wait_at(Instant::now(), address)
    }

    fn wait_at(&self, now: Instant, address: IpAddr) -> Duration {
        let address = subscriber(address);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = |&(count, since): &(u32, Instant)| {
            let forgiven = now.duration_since(since).as_secs() / FORGIVEN.as_secs();
            count.saturating_sub(u32::try_from(forgiven).unwrap_or(u32::MAX))
        };
        if all.len() >= ADDRESSES {
            all.retain(|_, wrong| left(wrong) > 0);
            // Everybody waits if wrong keys come from more addresses than are remembered.
            if all.len() >= ADDRESSES && !all.contains_key(&address) {
                return LONGEST;
            }
        }
        let count = all.get(&address).map_or(0, left).saturating_add(1);
        all.insert(address, (count, now));
        (EACH * count.saturating_sub(FREE)).min(LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_with_wrong_keys_and_are_forgiven() {
        let (one, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let (wrong, begin) = (WrongKeys::default(), Instant::now());
        let wait = |address| wrong.wait_at(begin, address);
        assert!((0..FREE).all(|_| wait(one).is_zero()));
        assert_eq!((wait(one), wait(one), wait(other)), (EACH, 2 * EACH, Duration::ZERO));
        for _ in 0..100 {
            wait(one);
        }
        assert_eq!(wait(one), LONGEST);
        assert!(wrong.wait_at(begin + FORGIVEN * 200, one).is_zero());
    }

    /// A host with IPv6 has 2⁶⁴ addresses, and another one for each try.
    #[test]
    fn addresses_of_one_network_wait_together() {
        let (wrong, begin) = (WrongKeys::default(), Instant::now());
        let wait = |network: u128, host: u128| {
            let address = std::net::Ipv6Addr::from_bits(0x2001_0db8 << 96 | network << 64 | host);
            wrong.wait_at(begin, address.into())
        };
        let waited: Duration = (1..=1499).map(|host| wait(1, host)).sum();
        assert!(waited > LONGEST * 1400, "{waited:?}");
        assert!(wait(2, 1).is_zero(), "another network");
    }
}
