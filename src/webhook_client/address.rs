//! Addresses of webhooks: parsing, and the check that they are public. Requests are left to `connection`.

use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use url::{Host, Url};

/// The maximum length of an address.
const LONGEST: usize = 1000;

/// A parsed address; its host name is not yet resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    url: Url,
    /// True if private addresses and plain HTTP are allowed.
    private: bool,
}

impl Target {
    /// Parses an address. Unless private addresses are allowed it must use `https` and must not name a private network.
    ///
    /// # Errors The sentence says what is wrong with it.
    pub fn parse(text: &str, private: bool) -> Result<Target, Text> {
        let unfit = || {
            bilingual!(
                "url 应为完整的 https 地址，不含用户名、密码、# 和端口 0，至多 {LONGEST} 个字符，如 https://platform.example/caipan。",
                "url has to be a whole https address without user, password, # and port 0, of at most {LONGEST} characters, such as https://platform.example/caipan."
            )
        };
        let url = Url::parse(text).map_err(|_| unfit())?;
        // The parser drops control characters and spaces at either end; the stored text would not be what is called.
        let fits = text.len() <= LONGEST
            && !text.contains(|c: char| c.is_control() || c.is_whitespace())
            && (url.scheme() == "https" || private && url.scheme() == "http")
            && url.host().is_some()
            && url.port() != Some(0)
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none();
        if !fits {
            return Err(unfit());
        }
        let target = Target { url, private };
        let literal = match target.url.host() {
            Some(Host::Ipv4(ip)) => Some(IpAddr::V4(ip)),
            Some(Host::Ipv6(ip)) => Some(IpAddr::V6(ip)),
            _ => None,
        };
        if literal.is_some_and(|ip| !target.may_reach(ip)) {
            return Err(bilingual!(
                "url 指向内网或本机地址，服务不会访问。请用公网地址；确需访问内网时由运维以 --webhook-private 放行。",
                "url is an address of a private network or of this machine, which the service does not ask. Use a public one; if a private one is meant, whoever runs the service allows it with --webhook-private."
            ));
        }
        Ok(target)
    }

    /// True if the connection uses TLS.
    pub fn is_encrypted(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// The host without the port.
    pub fn host(&self) -> String {
        match self.url.host() {
            Some(Host::Domain(name)) => name.to_owned(),
            Some(Host::Ipv4(ip)) => ip.to_string(),
            Some(Host::Ipv6(ip)) => ip.to_string(),
            None => String::new(),
        }
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.url.port_or_known_default().unwrap_or(443)
    }

    /// The value of the `Host` header.
    pub fn authority(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        self.url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Path and query.
    pub fn path(&self) -> String {
        let query = self.url.query().map(|query| format!("?{query}")).unwrap_or_default();
        format!("{}{query}", self.url.path())
    }

    /// The resolved addresses that may be contacted.
    pub fn reachable(&self, found: impl Iterator<Item = SocketAddr>) -> Vec<SocketAddr> {
        found.filter(|address| self.may_reach(address.ip())).collect()
    }

    fn may_reach(&self, ip: IpAddr) -> bool {
        self.private || is_public(ip)
    }
}

/// Returns whether an address belongs to the public Internet: no loopback, private network, cloud metadata service or
/// reserved range (RFC 6890). An address that embeds another counts as the embedded one.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let apart = ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip.is_documentation()
        || a == 0
        // Carrier-grade NAT, protocol assignments, 6to4 relays, benchmarks, reserved and broadcast.
        || (a == 100 && (64..128).contains(&b))
        || (a, b, c) == (192, 0, 0)
        || (a, b, c) == (192, 88, 99)
        || (a == 198 && (18..20).contains(&b))
        // The platform of Azure, which answers every virtual machine there, behind a public address.
        || ip == Ipv4Addr::new(168, 63, 129, 16)
        || a >= 240;
    !apart
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let parts = ip.segments();
    let inner = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match parts {
        // IPv4-mapped, and NAT64.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => inner(high, low),
        // 6to4.
        [0x2002, high, low, ..] => inner(high, low),
        // Teredo and other protocols, and documentation.
        [0x2001, second, ..] if second < 0x200 || second == 0xdb8 => false,
        [0x3fff, second, ..] if second < 0x1000 => false,
        // The global unicast range.
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_this_machine_reaches_is_not_asked() {
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "0.1.2.3",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "203.0.113.7",
            "168.63.129.16",
            "::ffff:168.63.129.16",
            "64:ff9b::a83f:8110",
            "::",
            "::1",
            "fe80::1",
            "fec0::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:c0a8:101::1",
            "2001::1",
            "2001:db8::1",
            "3fff::1",
            "::127.0.0.1",
            "100::1",
        ] {
            assert!(!is_public(inside.parse().expect(inside)), "{inside}");
        }
        for outside in [
            "1.1.1.1",
            "8.8.8.8",
            "172.32.0.1",
            "168.63.129.17",
            "100.128.0.1",
            "2606:4700::1111",
            "2001:4860::8888",
            "64:ff9b::808:808",
        ] {
            assert!(is_public(outside.parse().expect(outside)), "{outside}");
        }
    }

    #[test]
    fn an_address_that_hides_another_is_seen_through() {
        for refused in [
            "http://platform.example/",
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:169.254.169.254]/",
            "https://１２７.0.0.1/",
            "https://a@platform.example/",
            "https://a:b@platform.example/",
            "https://platform.example/#x",
            "https://platform.example:0/",
            "ftp://platform.example/",
            "file:///etc/passwd",
            "platform.example",
            "https://",
            "https://platform.example/\r\nX",
            " https://platform.example/",
            "",
        ] {
            assert!(Target::parse(refused, false).is_err(), "{refused}");
        }
        let target = Target::parse("https://Platform.example:8443/a%20b?c=d", false).expect("it fits");
        assert_eq!((target.host().as_str(), target.port()), ("platform.example", 8443));
        assert_eq!((target.authority().as_str(), target.path().as_str()), ("platform.example:8443", "/a%20b?c=d"));
        // Host names are checked after resolution.
        let named = Target::parse("https://localhost/", false).expect("a name");
        let found = ["127.0.0.1:443", "[::1]:443", "1.1.1.1:443"].map(|address| address.parse().expect(address));
        assert_eq!(named.reachable(found.into_iter()), [found[2]]);
        assert!(Target::parse("http://127.0.0.1:9/x", true).is_ok());
    }
}
