//! The address of the client: that of the connection, or what a trusted proxy says of it.
//!
//! `Forwarded` (RFC 7239) and `X-Forwarded-For` are read only on a connection from a trusted proxy, from the right: each
//! proxy appends the address that it saw. Addresses of trusted proxies are skipped; the first other one is the client,
//! and everything to its left may be invented. A proxy passes on the header that it does not write itself, so if the two
//! headers name different clients, neither is believed.

use super::context::ServerContext;
use actix_web::dev::ServiceRequest;
use actix_web::http::header::{HeaderMap, HeaderName};
use actix_web::web::Data;
use actix_web::{HttpMessage, HttpRequest};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The headers of proxies.
const FORWARDED: HeaderName = HeaderName::from_static("forwarded");
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The shortest time between two warnings of a proxy that is not trusted.
const WARNED: Duration = Duration::from_hours(1);

/// The address in the extensions of a request.
struct ClientAddress(IpAddr);

/// The address of the client of a request, once [`note`] has found it.
pub(super) fn of(request: &HttpRequest) -> Option<IpAddr> {
    request.extensions().get::<ClientAddress>().map(|client| client.0)
}

/// Finds the address of the client and keeps it with the request.
pub(super) fn note(request: &ServiceRequest) -> Option<IpAddr> {
    let peer = request.peer_addr()?.ip();
    let context = request.app_data::<Data<ServerContext>>();
    let trusted = context.map(|context| &*context.config.trusted_proxies).unwrap_or_default();
    let client = find(peer, request.headers(), trusted);
    if let Some(context) = context
        && names_a_client(request.headers())
        && !is_trusted(peer, trusted)
        && context.unknown_proxies.is_due(Instant::now())
    {
        tracing::warn!(
            %peer,
            "a peer that is no trusted proxy sends Forwarded or X-Forwarded-For, which is ignored: the log, the wait after wrong keys \
             and the networks of keys see its own address. If it is your proxy, name its network in --trusted-proxy \
             (CAIPAN_TRUSTED_PROXIES); if it is not, a client made it up"
        );
    }
    request.extensions_mut().insert(ClientAddress(client));
    Some(client)
}

/// The pauses between warnings of proxies that are not trusted.
#[derive(Debug, Default)]
pub(super) struct UnknownProxies(Mutex<Option<Instant>>);

impl UnknownProxies {
    /// Returns true at most once an hour.
    fn is_due(&self, now: Instant) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.is_none_or(|last| now.saturating_duration_since(last) >= WARNED);
        if is_due {
            *last = Some(now);
        }
        is_due
    }
}

fn names_a_client(headers: &HeaderMap) -> bool {
    headers.contains_key(&FORWARDED) || headers.contains_key(&X_FORWARDED_FOR)
}

/// The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, of which any host has all addresses.
pub(super) fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// Returns whether an address belongs to a trusted proxy. An IPv4 address inside an IPv6 one counts as IPv4.
pub(super) fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    let address = address.to_canonical();
    trusted.iter().any(|network| network.contains(&address))
}

fn find(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let peer = peer.to_canonical();
    if !is_trusted(peer, trusted) {
        return peer;
    }
    let told = |name: &HeaderName, read: fn(&str) -> Option<IpAddr>| {
        headers.contains_key(name).then(|| client(peer, hops(headers, name, read), trusted))
    };
    match (told(&FORWARDED, forwarded), told(&X_FORWARDED_FOR, address)) {
        (Some(one), Some(other)) if one != other => peer,
        (Some(found), _) | (None, Some(found)) => found,
        (None, None) => peer,
    }
}

/// The addresses that a header names, from left to right; `None` where something else stands.
fn hops(headers: &HeaderMap, name: &HeaderName, read: fn(&str) -> Option<IpAddr>) -> Vec<Option<IpAddr>> {
    let mut all = Vec::new();
    for value in headers.get_all(name) {
        let Ok(text) = value.to_str() else {
            all.push(None);
            continue;
        };
        // Also inside quotes: a quote that a client leaves open must not swallow what the proxy appends.
        all.extend(text.split(',').map(str::trim).filter(|hop| !hop.is_empty()).map(read));
    }
    all
}

/// The client at the end of a chain of proxies. If something else than an address stands there, it is the last proxy.
fn client(peer: IpAddr, hops: Vec<Option<IpAddr>>, trusted: &[IpNet]) -> IpAddr {
    let mut last = peer;
    for hop in hops.into_iter().rev() {
        let Some(hop) = hop else { break };
        last = hop;
        if !is_trusted(hop, trusted) {
            break;
        }
    }
    last
}

/// The address in one element of `Forwarded`. An element with several `for` is garbage.
fn forwarded(element: &str) -> Option<IpAddr> {
    let pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    let mut named = pairs.filter(|(name, _)| name.eq_ignore_ascii_case("for")).map(|(_, value)| value);
    let (value, more) = (named.next()?, named.next());
    let inside = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
    address(inside).filter(|_| more.is_none())
}

/// An address with or without port, IPv6 with or without brackets.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let found = bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()));
    found.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderValue;

    fn found(peer: &str, headers: &[(HeaderName, &[u8])]) -> String {
        let trusted = ["10.0.0.0/8", "fd00::/8", "192.0.2.7/32"].map(|network| network.parse().expect(network));
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name.clone(), HeaderValue::from_bytes(value).expect("a value"));
        }
        find(peer.parse().expect(peer), &map, &trusted).to_string()
    }

    #[test]
    fn warns_of_unknown_proxies_once_an_hour() {
        let (proxies, now) = (UnknownProxies::default(), Instant::now());
        let due = [0, 1, 3599, 3600, 3601].map(|second| proxies.is_due(now + Duration::from_secs(second)));
        assert_eq!(due, [true, false, false, true, false]);
    }

    #[test]
    fn subscriber_is_an_address_or_a_network_of_64_bits() {
        for (address, network) in [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:3::6", "2001:db8:1:3::"),
        ] {
            assert_eq!(subscriber(address.parse().expect(address)).to_string(), network);
        }
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        for name in [X_FORWARDED_FOR, FORWARDED] {
            let spoofed: &[u8] = if name == FORWARDED { b"for=198.51.100.1" } else { b"198.51.100.1" };
            let header = [(name, spoofed)];
            assert_eq!(found("203.0.113.9", &header), "203.0.113.9");
            assert_eq!(found("2001:db8::9", &header), "2001:db8::9");
            assert_eq!(found("10.1.2.3", &header), "198.51.100.1");
            assert_eq!(found("::ffff:10.1.2.3", &header), "198.51.100.1", "a peer of a socket for both families");
            assert_eq!(found("fd00::1", &header), "198.51.100.1");
            assert_eq!(found("192.0.2.8", &header), "192.0.2.8", "beside the trusted address");
        }
        assert_eq!(found("10.1.2.3", &[]), "10.1.2.3");
    }

    #[test]
    fn reads_from_the_right_and_skips_trusted_proxies() {
        for (value, client) in [
            ("198.51.100.1", "198.51.100.1"),
            ("1.1.1.1, 198.51.100.1", "198.51.100.1"),
            ("1.1.1.1, 198.51.100.1, 10.9.9.9, 192.0.2.7", "198.51.100.1"),
            ("198.51.100.1:4711", "198.51.100.1"),
            ("2001:db8::5", "2001:db8::5"),
            ("[2001:db8::5]", "2001:db8::5"),
            ("[2001:db8::5]:443", "2001:db8::5"),
            ("2001:DB8:0::5, fd12::1", "2001:db8::5"),
            ("::ffff:198.51.100.1", "198.51.100.1"),
            ("198.51.100.1, ,", "198.51.100.1"),
            // Every address is trusted: the client is inside.
            ("10.3.3.3, 10.4.4.4", "10.3.3.3"),
            // Garbage: the proxy is the last address that is known.
            ("198.51.100.1, garbage", "10.1.1.1"),
            ("198.51.100.1, unknown, 10.4.4.4", "10.4.4.4"),
            ("198.51.100.1.evil", "10.1.1.1"),
            ("[198.51.100.1", "10.1.1.1"),
            ("fe80::1%eth0", "10.1.1.1"),
            ("", "10.1.1.1"),
        ] {
            assert_eq!(found("10.1.1.1", &[(X_FORWARDED_FOR, value.as_bytes())]), client, "{value}");
        }
        let lines: [(HeaderName, &[u8]); 3] =
            [(X_FORWARDED_FOR, b"1.1.1.1"), (X_FORWARDED_FOR, b"198.51.100.1"), (X_FORWARDED_FOR, b"10.4.4.4")];
        assert_eq!(found("10.1.1.1", &lines), "198.51.100.1", "several lines are one list");
        assert_eq!(found("10.1.1.1", &[(X_FORWARDED_FOR, b"198.51.100.1, \xff")]), "10.1.1.1");
    }

    #[test]
    fn reads_forwarded() {
        for (value, client) in [
            ("for=198.51.100.1", "198.51.100.1"),
            ("For=198.51.100.1;proto=https;by=10.0.0.1", "198.51.100.1"),
            ("proto=https; for=\"198.51.100.1:80\"", "198.51.100.1"),
            ("for=\"[2001:db8::5]:4711\"", "2001:db8::5"),
            ("for=\"[2001:db8::5]\", for=10.2.2.2", "2001:db8::5"),
            ("for=1.1.1.1, for=198.51.100.1;host=a", "198.51.100.1"),
            ("for=_hidden", "10.1.1.1"),
            ("for=unknown, for=10.2.2.2", "10.2.2.2"),
            ("proto=https", "10.1.1.1"),
            ("for=1.1.1.1;for=2.2.2.2", "10.1.1.1"),
            // A client that leaves a quote open, and the proxy behind it.
            ("for=9.9.9.9;x=\", for=198.51.100.1", "198.51.100.1"),
            ("for=9.9.9.9;x=\", for=\"[2001:db8::5]\"", "2001:db8::5"),
            ("for=\"9.9.9.9", "10.1.1.1"),
        ] {
            assert_eq!(found("10.1.1.1", &[(FORWARDED, value.as_bytes())]), client, "{value}");
        }
    }

    #[test]
    fn headers_that_disagree_are_not_believed() {
        let both = |forwarded: &'static [u8], other: &'static [u8]| {
            found("10.1.1.1", &[(FORWARDED, forwarded), (X_FORWARDED_FOR, other)])
        };
        assert_eq!(both(b"for=198.51.100.1", b"198.51.100.1"), "198.51.100.1");
        assert_eq!(both(b"for=9.9.9.9", b"198.51.100.1"), "10.1.1.1", "one of them is of the client");
    }
}
