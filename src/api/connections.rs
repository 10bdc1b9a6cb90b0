//! The open connections of the service: how many there are, and of each address.
//!
//! Idle connections may not lock others out. While more than half of all connections are open, one that is idle is
//! closed after two seconds; and one address, or the /64 of an IPv6 address, has at most its share, so that some are left
//! for the others.

use super::client_address::subscriber;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The counts of open connections, shared by all threads.
#[derive(Debug)]
pub(super) struct Connections {
    most: usize,
    of_one_address: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// An open connection, counted until it is dropped.
#[derive(Debug)]
pub(super) struct OpenConnection {
    connections: Arc<Connections>,
    address: Option<IpAddr>,
    /// True if the address had its share already.
    pub(super) is_beyond_share: bool,
}

impl Connections {
    /// Creates counts for at most `most` connections, `of_one_address` of them from one address.
    pub(super) fn new(most: usize, of_one_address: usize) -> Arc<Connections> {
        Arc::new(Connections { most, of_one_address, open: Mutex::default() })
    }

    /// Counts a connection. Without an address it has no share: a trusted proxy connects for all of its clients.
    pub(super) fn open(self: &Arc<Connections>, address: Option<IpAddr>) -> OpenConnection {
        let address = address.map(subscriber);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all += 1;
        let is_beyond_share = address.is_some_and(|address| {
            let own = open.by_address.entry(address).or_default();
            *own += 1;
            *own > self.of_one_address
        });
        OpenConnection { connections: Arc::clone(self), address, is_beyond_share }
    }
}

impl OpenConnection {
    /// True if idle connections are to be closed.
    pub(super) fn is_crowded(&self) -> bool {
        let Connections { most, open, .. } = &*self.connections;
        2 * open.lock().unwrap_or_else(PoisonError::into_inner).all > *most
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut open = self.connections.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all = open.all.saturating_sub(1);
        let Some(address) = self.address else { return };
        match open.by_address.get_mut(&address) {
            Some(own) if *own > 1 => *own -= 1,
            _ => {
                open.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_all_and_by_address() {
        let connections = Connections::new(8, 2);
        let address = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        let mut open: Vec<OpenConnection> = (0..3).map(|_| connections.open(address(1))).collect();
        assert_eq!(open.iter().map(|one| one.is_beyond_share).collect::<Vec<_>>(), [false, false, true]);
        open.extend((2..4).map(|last| connections.open(address(last))));
        assert!(!open[3].is_beyond_share && open[0].is_crowded());
        open.truncate(3);
        assert!(!open[0].is_crowded());
        open.pop();
        open.pop();
        assert!(!connections.open(address(1)).is_beyond_share);
        open.extend((1..=3).map(|host| connections.open(Some(std::net::Ipv6Addr::from_bits(host).into()))));
        assert!(open.last().is_some_and(|one| one.is_beyond_share), "one network of 64 bits is one client");
        drop(open);
        assert!(connections.open.lock().expect("no panic").by_address.is_empty(), "nothing is kept of who has left");
    }
}
