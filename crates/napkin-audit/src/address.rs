//! What an IP address is for, and which IPv4 address an IPv6 address carries.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What addresses of a range are for, as far as it matters who is contacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// This host on this network, or any.
    Unspecified,
    /// The machine itself.
    Loopback,
    /// A private network.
    Private,
    /// The link.
    LinkLocal,
    /// The service that tells a machine in a cloud who it is, and its secrets.
    Metadata,
    /// Many machines at once.
    Multicast,
    /// Documentation, tests, protocols: no host of the Internet.
    Special,
}

/// A range of addresses.
struct Range {
    first: IpAddr,
    prefix: u32,
    purpose: Purpose,
    what: &'static str,
}

const fn v4(octets: [u8; 4], prefix: u32, purpose: Purpose, what: &'static str) -> Range {
    let [a, b, c, d] = octets;
    Range { first: IpAddr::V4(Ipv4Addr::new(a, b, c, d)), prefix, purpose, what }
}

const fn v6(bits: u128, prefix: u32, purpose: Purpose, what: &'static str) -> Range {
    Range { first: IpAddr::V6(Ipv6Addr::from_bits(bits)), prefix, purpose, what }
}

/// The ranges, from IANA's registries of special-purpose addresses and the manuals of clouds; the
/// first that holds an address tells.
const RANGES: &[Range] = &[
    v4([169, 254, 169, 254], 32, Purpose::Metadata, "the metadata service of most clouds"),
    v4([169, 254, 170, 2], 32, Purpose::Metadata, "the credentials service of AWS containers"),
    v4([100, 100, 100, 200], 32, Purpose::Metadata, "the metadata service of Alibaba Cloud"),
    v4([168, 63, 129, 16], 32, Purpose::Metadata, "the platform service of Azure"),
    v4([192, 0, 0, 192], 32, Purpose::Metadata, "the metadata service of Oracle Cloud"),
    v4([0, 0, 0, 0], 32, Purpose::Unspecified, "the unspecified address"),
    v4([0, 0, 0, 0], 8, Purpose::Unspecified, "\"this network\" (RFC 791)"),
    v4([127, 0, 0, 0], 8, Purpose::Loopback, "loopback (RFC 1122)"),
    v4([10, 0, 0, 0], 8, Purpose::Private, "private use (RFC 1918)"),
    v4([172, 16, 0, 0], 12, Purpose::Private, "private use (RFC 1918)"),
    v4([192, 168, 0, 0], 16, Purpose::Private, "private use (RFC 1918)"),
    v4([100, 64, 0, 0], 10, Purpose::Private, "shared address space (RFC 6598)"),
    v4([169, 254, 0, 0], 16, Purpose::LinkLocal, "link-local (RFC 3927)"),
    v4([224, 0, 0, 0], 4, Purpose::Multicast, "multicast (RFC 5771)"),
    v4([192, 0, 0, 0], 24, Purpose::Special, "protocol assignments (RFC 6890)"),
    v4([192, 0, 2, 0], 24, Purpose::Special, "documentation (RFC 5737)"),
    v4([198, 51, 100, 0], 24, Purpose::Special, "documentation (RFC 5737)"),
    v4([203, 0, 113, 0], 24, Purpose::Special, "documentation (RFC 5737)"),
    v4([192, 88, 99, 0], 24, Purpose::Special, "6to4 relays, given up (RFC 7526)"),
    v4([198, 18, 0, 0], 15, Purpose::Special, "benchmarks (RFC 2544)"),
    v4([255, 255, 255, 255], 32, Purpose::Special, "broadcast (RFC 919)"),
    v4([240, 0, 0, 0], 4, Purpose::Special, "reserved (RFC 1112)"),
    v6(
        0xfd00_0ec2_0000_0000_0000_0000_0000_0254,
        128,
        Purpose::Metadata,
        "the metadata service of AWS",
    ),
    v6(
        0x0000_0000_0000_0000_0000_0000_0000_0000,
        128,
        Purpose::Unspecified,
        "the unspecified address",
    ),
    v6(0x0000_0000_0000_0000_0000_0000_0000_0001, 128, Purpose::Loopback, "loopback (RFC 4291)"),
    v6(0xfc00_0000_0000_0000_0000_0000_0000_0000, 7, Purpose::Private, "unique local (RFC 4193)"),
    v6(
        0xfec0_0000_0000_0000_0000_0000_0000_0000,
        10,
        Purpose::Private,
        "site-local, given up (RFC 3879)",
    ),
    v6(0xfe80_0000_0000_0000_0000_0000_0000_0000, 10, Purpose::LinkLocal, "link-local (RFC 4291)"),
    v6(0xff00_0000_0000_0000_0000_0000_0000_0000, 8, Purpose::Multicast, "multicast (RFC 4291)"),
    v6(0x2001_0db8_0000_0000_0000_0000_0000_0000, 32, Purpose::Special, "documentation (RFC 3849)"),
    v6(0x3fff_0000_0000_0000_0000_0000_0000_0000, 20, Purpose::Special, "documentation (RFC 9637)"),
    v6(0x0100_0000_0000_0000_0000_0000_0000_0000, 64, Purpose::Special, "discard (RFC 6666)"),
    v6(0x2001_0002_0000_0000_0000_0000_0000_0000, 48, Purpose::Special, "benchmarks (RFC 5180)"),
];

/// What an address is for, in a word and in words; nothing for a host of the Internet.
pub(crate) fn purpose(address: IpAddr) -> Option<(Purpose, &'static str)> {
    let range = RANGES.iter().find(|range| match (address, range.first) {
        (IpAddr::V4(address), IpAddr::V4(first)) => {
            (address.to_bits() ^ first.to_bits()).leading_zeros() >= range.prefix
        }
        (IpAddr::V6(address), IpAddr::V6(first)) => {
            (address.to_bits() ^ first.to_bits()).leading_zeros() >= range.prefix
        }
        _ => false,
    })?;
    Some((range.purpose, range.what))
}

/// The IPv4 address that an IPv6 address carries, and the way it does.
pub(crate) fn embedded(address: Ipv6Addr) -> Option<(Ipv4Addr, &'static str)> {
    let bits = address.to_bits();
    let last = Ipv4Addr::from_bits(bits as u32);
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, ..] => Some((last, "IPv4-mapped, RFC 4291")),
        [0, 0, 0, 0, 0xffff, 0, ..] => Some((last, "IPv4-translated, RFC 2765")),
        // `::` and `::1` have meanings of their own.
        [0, 0, 0, 0, 0, 0, high, _] if high != 0 => Some((last, "IPv4-compatible, RFC 4291")),
        [0x64, 0xff9b, 0, 0, 0, 0, ..] => Some((last, "NAT64, RFC 6052")),
        [0x64, 0xff9b, 1, ..] => Some((last, "NAT64, RFC 8215")),
        [0x2002, ..] => Some((Ipv4Addr::from_bits((bits >> 80) as u32), "6to4, RFC 3056")),
        [0x2001, 0, ..] => Some((Ipv4Addr::from_bits(!(bits as u32)), "Teredo, RFC 4380")),
        [.., 0 | 0x200, 0x5efe, _, _] => Some((last, "ISATAP, RFC 5214")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{Purpose, embedded, purpose};

    #[test]
    fn what_addresses_are_for() {
        let of = |text: &str| purpose(text.parse::<IpAddr>().unwrap()).map(|(purpose, _)| purpose);
        assert_eq!(of("127.255.255.255"), Some(Purpose::Loopback));
        assert_eq!(of("128.0.0.0"), None);
        assert_eq!(of("169.254.169.254"), Some(Purpose::Metadata));
        assert_eq!(of("169.254.169.253"), Some(Purpose::LinkLocal));
        assert_eq!(of("172.31.255.255"), Some(Purpose::Private));
        assert_eq!(of("172.32.0.0"), None);
        assert_eq!(of("8.8.8.8"), None);
        assert_eq!(of("::"), Some(Purpose::Unspecified));
        assert_eq!(of("febf::1"), Some(Purpose::LinkLocal));
        assert_eq!(of("2606:4700::1111"), None);
    }

    #[test]
    fn addresses_in_addresses() {
        let of = |text: &str| embedded(text.parse().unwrap()).map(|(inner, _)| inner.to_string());
        for text in [
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:0:4136:e378:8000:63bf:80ff:fffe",
            "::ffff:0:127.0.0.1",
            "2001:470::5efe:127.0.0.1",
        ] {
            assert_eq!(of(text).as_deref(), Some("127.0.0.1"), "{text}");
        }
        for text in ["::", "::1", "2001:db8::1", "2606::7f00:1"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
