//! The networks from which a key may be used. An IPv4 address in the form of IPv6 (`::ffff:192.0.2.1`) counts as IPv4.

use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use ipnet::{IpNet, Ipv4Net};
use std::net::IpAddr;

/// Maximum number of networks of a key.
pub const MOST_ADDRESSES: usize = 64;

/// Parses a network such as `10.0.0.0/8` or `2001:db8::/32`, or a single address.
///
/// # Errors
/// The text is no network, or it has bits behind its prefix, such as `10.0.0.1/8`.
pub fn network(text: &str) -> Result<IpNet, Text> {
    let parsed = text.parse::<IpNet>().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
    let Some(found) = parsed else {
        return Err(bilingual!(
            "{text} 不是网段。请写 10.0.0.0/8、2001:db8::/32 这样的网段，或单个地址。",
            "{text} is no network. Write one such as 10.0.0.0/8 or 2001:db8::/32, or a single address."
        ));
    };
    let whole = found.trunc();
    if whole != found {
        return Err(bilingual!(
            "网段 {text} 在前缀之后还有数位。若指整个网段请写 {whole}，若指一个地址请去掉斜杠及其后的部分。",
            "The network {text} has bits behind its prefix. Write {whole} for the whole network, or leave out the slash and what follows \
             for one address."
        ));
    }
    Ok(canonical(whole))
}

/// A network of IPv4 addresses in the form of IPv6 is one of IPv4.
fn canonical(network: IpNet) -> IpNet {
    let IpNet::V6(six) = network else { return network };
    let four = six.addr().to_ipv4_mapped().zip(six.prefix_len().checked_sub(96));
    let four = four.and_then(|(address, prefix)| Ipv4Net::new(address, prefix).ok());
    four.map_or(network, IpNet::V4)
}

/// The stored form: the fewest networks that cover the same addresses; `None` for everywhere.
pub(super) fn written(networks: &[IpNet]) -> Option<String> {
    let networks = IpNet::aggregate(&networks.to_vec());
    let all: Vec<String> = networks.iter().map(ToString::to_string).collect();
    (!all.is_empty()).then(|| all.join(","))
}

/// Reads the stored form. Text that is not a network admits nobody.
pub fn read(stored: Option<&str>) -> Vec<IpNet> {
    stored.into_iter().flat_map(|all| all.split(',')).filter_map(|one| one.parse().ok()).collect()
}

/// Returns whether a key with these networks may be used from an address.
pub(super) fn admits(stored: Option<&str>, from: Option<IpAddr>) -> bool {
    if stored.is_none() {
        return true;
    }
    from.is_some_and(|address| read(stored).iter().any(|network| network.contains(&address.to_canonical())))
}

/// The first network of `asked` that is not within those of `own`.
pub(super) fn beyond<'a>(asked: &'a [IpNet], own: &[IpNet]) -> Option<&'a IpNet> {
    asked.iter().find(|one| !own.iter().any(|own| own.contains(*one)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn networks(all: &[&str]) -> Vec<IpNet> {
        all.iter().map(|one| network(one).unwrap_or_else(|text| panic!("{one}: {}", text.en))).collect()
    }

    #[test]
    fn admits_the_addresses_of_its_networks_alone() {
        let stored = written(&networks(&["10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "::ffff:198.51.100.0/120"]));
        for (address, admitted) in [
            ("10.255.255.255", true),
            ("11.0.0.0", false),
            ("::ffff:10.1.2.3", true),
            ("::ffff:11.0.0.0", false),
            ("::10.1.2.3", false),
            ("192.0.2.7", true),
            ("192.0.2.8", false),
            ("2001:db8:ffff::1", true),
            ("2001:db9::", false),
            ("198.51.100.255", true),
            ("198.51.101.0", false),
        ] {
            assert_eq!(admits(stored.as_deref(), address.parse().ok()), admitted, "{address}");
        }
        assert!(!admits(stored.as_deref(), None), "an unknown address is none of the list");
        assert!(admits(None, None) && admits(None, "192.0.2.1".parse().ok()));
        assert!(!admits(Some("damaged"), "192.0.2.1".parse().ok()) && !admits(Some(""), None));
    }

    #[test]
    fn a_list_is_stored_in_its_shortest_form() {
        let stored = written(&networks(&["10.128.0.0/9", "10.0.0.0/9", "10.1.0.0/16"]));
        assert_eq!(stored.as_deref(), Some("10.0.0.0/8"));
        assert_eq!(written(&networks(&["::ffff:0.0.0.0/96"])).as_deref(), Some("0.0.0.0/0"));
        assert_eq!(written(&[]), None);
    }

    #[test]
    fn a_network_has_no_bits_behind_its_prefix() {
        for (wrong, said) in
            [("10.0.0.1/8", "10.0.0.0/8"), ("10.0.0.0/33", "no network"), ("here", "no network"), ("", "no network")]
        {
            assert!(network(wrong).is_err_and(|text| text.en.contains(said)), "{wrong}");
        }
    }
}
