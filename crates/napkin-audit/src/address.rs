//! The purposes of IP addresses, and the IPv4 addresses inside IPv6 addresses: IANA's registries of special-purpose
//! addresses, and the manuals of clouds.
//!
//! A test compares the tables with the registries in `spec/registry/`.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The purpose of the addresses in a range, as far as it matters for who is contacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// This host on this network, or any host.
    Unspecified,
    /// The machine itself.
    Loopback,
    /// A private network.
    Private,
    /// The local link.
    LinkLocal,
    /// The metadata service of a cloud, which gives a machine its identity and its secrets.
    Metadata,
    /// Many machines at once.
    Multicast,
    /// A tunnel to an IPv4 address, or a translation of one.
    Tunnel,
    /// Documentation, tests, protocols, or no assignment yet: not a host of the Internet.
    Special,
}

/// The purpose of an address that is not a public host's. Made by [`special_purpose`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecialPurpose {
    purpose: Purpose,
    what: &'static str,
}

impl SpecialPurpose {
    /// The purpose, as a value.
    pub const fn purpose(self) -> Purpose {
        self.purpose
    }

    /// The purpose in words, with its document.
    pub const fn what(self) -> &'static str {
        self.what
    }
}

impl fmt::Display for SpecialPurpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.what)
    }
}

/// The special purpose of an address, by [IANA's
/// registries](https://www.iana.org/assignments/iana-ipv6-special-registry/); `None` for the address of a public
/// host.
///
/// A name is not an address. A program that connects on behalf of strangers has to resolve the name once, check
/// every address with this function, and connect to a checked address. An IPv4 address that is mapped into IPv6
/// (`::ffff:0:0/96`) or translated by NAT64 (`64:ff9b::/96`) is judged as the IPv4 address. Other addresses that
/// contain one (6to4, Teredo, ISATAP, `64:ff9b:1::/48`, IPv4-compatible) are a purpose of their own: the packets
/// leave through a tunnel. Every block of the registries is special, also where IANA calls it globally reachable
/// (AS112, AMT, ORCHID): no block has ordinary hosts. IPv6 outside of `2000::/3` is special too, since it is not
/// assigned.
///
/// ```
/// use napkin_audit::{Purpose, special_purpose};
///
/// let purpose = |address: &str| special_purpose(address.parse().unwrap()).map(|it| it.purpose());
/// assert_eq!(purpose("8.8.8.8"), None);
/// assert_eq!(purpose("10.0.0.1"), Some(Purpose::Private));
/// assert_eq!(purpose("::ffff:127.0.0.1"), Some(Purpose::Loopback));
/// assert_eq!(purpose("64:ff9b::8.8.8.8"), None);
/// assert_eq!(purpose("2002:808:808::"), Some(Purpose::Tunnel));
/// ```
pub fn special_purpose(address: IpAddr) -> Option<SpecialPurpose> {
    let mut found = purposes(address);
    found.next().map(|(_, special)| special)
}

/// Every special purpose of an address or of the IPv4 address inside it, each with the address that has it, the
/// most important first.
pub(crate) fn purposes(address: IpAddr) -> impl Iterator<Item = (IpAddr, SpecialPurpose)> {
    let carried = match address {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => embedded(address),
    };
    let inner = carried.map(|(inner, _)| IpAddr::V4(inner));
    let tunnel = carried.filter(|(_, how)| !how.is_the_address);
    let tunnel = tunnel.map(|(_, how)| SpecialPurpose { purpose: Purpose::Tunnel, what: how.what });
    let rest = if carried.is_none() { within(REST, address) } else { None };
    let own = within(RANGES, address).map(|special| (address, special));
    let inner = inner.and_then(|inner| Some((inner, within(RANGES, inner)?)));
    own.into_iter().chain(inner).chain(tunnel.or(rest).map(|special| (address, special)))
}

/// The purpose of the first range that contains an address.
fn within(ranges: &[Range], address: IpAddr) -> Option<SpecialPurpose> {
    let range = ranges.iter().find(|range| match (address, range.first) {
        (IpAddr::V4(address), IpAddr::V4(first)) => {
            (address.to_bits() ^ first.to_bits()).leading_zeros() >= range.prefix
        }
        (IpAddr::V6(address), IpAddr::V6(first)) => {
            (address.to_bits() ^ first.to_bits()).leading_zeros() >= range.prefix
        }
        _ => false,
    })?;
    Some(range.special)
}

/// A range of addresses.
struct Range {
    first: IpAddr,
    prefix: u32,
    special: SpecialPurpose,
}

const fn v4(octets: [u8; 4], prefix: u32, purpose: Purpose, what: &'static str) -> Range {
    let [a, b, c, d] = octets;
    Range {
        first: IpAddr::V4(Ipv4Addr::new(a, b, c, d)),
        prefix,
        special: SpecialPurpose { purpose, what },
    }
}

/// A range given by the first half of its first address; the other half is zeros.
const fn v6_half(half: u64, prefix: u32, purpose: Purpose, what: &'static str) -> Range {
    v6((half as u128) << 64, prefix, purpose, what)
}

const fn v6(bits: u128, prefix: u32, purpose: Purpose, what: &'static str) -> Range {
    Range {
        first: IpAddr::V6(Ipv6Addr::from_bits(bits)),
        prefix,
        special: SpecialPurpose { purpose, what },
    }
}

/// The ranges, from IANA's registries of special-purpose addresses and the manuals of clouds. The first range that
/// contains an address decides.
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
    v4([192, 31, 196, 0], 24, Purpose::Special, "AS112 service (RFC 7535)"),
    v4([192, 52, 193, 0], 24, Purpose::Special, "multicast tunnels, AMT (RFC 7450)"),
    v4([192, 175, 48, 0], 24, Purpose::Special, "AS112 service (RFC 7534)"),
    v6(
        0xfd00_0ec2_0000_0000_0000_0000_0000_0254,
        128,
        Purpose::Metadata,
        "the metadata service of AWS",
    ),
    v6(
        0xfd20_00ce_0000_0000_0000_0000_0000_0254,
        128,
        Purpose::Metadata,
        "the metadata service of Google Cloud",
    ),
    v6_half(0, 128, Purpose::Unspecified, "the unspecified address"),
    v6(1, 128, Purpose::Loopback, "loopback (RFC 4291)"),
    v6_half(0xfc00_0000_0000_0000, 7, Purpose::Private, "unique local (RFC 4193)"),
    v6_half(0xfec0_0000_0000_0000, 10, Purpose::Private, "site-local, given up (RFC 3879)"),
    v6_half(0xfe80_0000_0000_0000, 10, Purpose::LinkLocal, "link-local (RFC 4291)"),
    v6_half(0xff00_0000_0000_0000, 8, Purpose::Multicast, "multicast (RFC 4291)"),
    v6_half(0x2001_0db8_0000_0000, 32, Purpose::Special, "documentation (RFC 3849)"),
    v6_half(0x3fff_0000_0000_0000, 20, Purpose::Special, "documentation (RFC 9637)"),
    v6_half(0x0100_0000_0000_0000, 64, Purpose::Special, "discard (RFC 6666)"),
    v6_half(0x0100_0000_0000_0001, 64, Purpose::Special, "a dummy prefix (RFC 9780)"),
    v6_half(0x2001_0002_0000_0000, 48, Purpose::Special, "benchmarks (RFC 5180)"),
    v6_half(0x2620_004f_8000_0000, 48, Purpose::Special, "AS112 service (RFC 7534)"),
    v6_half(0x5f00_0000_0000_0000, 16, Purpose::Special, "segment routing (RFC 9602)"),
];

/// Ranges for addresses that contain no IPv4 address and are in no other range.
const REST: &[Range] = &[
    v6_half(0x2001_0000_0000_0000, 23, Purpose::Special, "protocol assignments (RFC 2928)"),
    v6_half(0x0000_0000_0000_0000, 3, Purpose::Special, "not assigned (RFC 4291)"),
    v6_half(0x4000_0000_0000_0000, 2, Purpose::Special, "not assigned (RFC 4291)"),
    v6_half(0x8000_0000_0000_0000, 1, Purpose::Special, "not assigned (RFC 4291)"),
];

/// A way of embedding an IPv4 address.
#[derive(Clone, Copy)]
pub(crate) struct Carrying {
    /// The way, with its document.
    pub(crate) what: &'static str,
    /// Whether it is only another notation of the IPv4 address, or reaches the same host through a public
    /// translator.
    is_the_address: bool,
}

/// The IPv4 address inside an IPv6 address, and the way it is embedded.
pub(crate) fn embedded(address: Ipv6Addr) -> Option<(Ipv4Addr, Carrying)> {
    let bits = address.to_bits();
    let last = Ipv4Addr::from_bits(bits as u32);
    let same = |what| Carrying { what, is_the_address: true };
    let tunnel = |what| Carrying { what, is_the_address: false };
    Some(match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, ..] => (last, same("IPv4-mapped, RFC 4291")),
        [0, 0, 0, 0, 0xffff, 0, ..] => (last, tunnel("IPv4-translated, RFC 2765")),
        // `::` and `::1` have meanings of their own.
        [0, 0, 0, 0, 0, 0, high, _] if high != 0 => (last, tunnel("IPv4-compatible, RFC 4291")),
        [0x64, 0xff9b, 0, 0, 0, 0, ..] => (last, same("NAT64, RFC 6052")),
        [0x64, 0xff9b, 1, ..] => (last, tunnel("NAT64, RFC 8215")),
        [0x2002, ..] => (Ipv4Addr::from_bits((bits >> 80) as u32), tunnel("6to4, RFC 3056")),
        [0x2001, 0, ..] => (Ipv4Addr::from_bits(!(bits as u32)), tunnel("Teredo, RFC 4380")),
        [.., 0 | 0x200, 0x5efe, _, _] => (last, tunnel("ISATAP, RFC 5214")),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{Purpose, embedded, special_purpose};

    fn purpose(text: &str) -> Option<Purpose> {
        special_purpose(text.parse::<IpAddr>().unwrap()).map(|special| special.purpose)
    }

    #[test]
    fn what_addresses_are_for() {
        for (text, expected) in [
            ("127.255.255.255", Some(Purpose::Loopback)),
            ("128.0.0.0", None),
            ("169.254.169.254", Some(Purpose::Metadata)),
            ("169.254.169.253", Some(Purpose::LinkLocal)),
            ("172.31.255.255", Some(Purpose::Private)),
            ("172.32.0.0", None),
            ("8.8.8.8", None),
            ("::", Some(Purpose::Unspecified)),
            ("::1", Some(Purpose::Loopback)),
            ("::2", Some(Purpose::Special)),
            ("febf::1", Some(Purpose::LinkLocal)),
            ("2606:4700::1111", None),
            ("4000::1", Some(Purpose::Special)),
            ("9000::1", Some(Purpose::Special)),
            ("fe00::1", Some(Purpose::Special)),
            // The purpose of the embedded address comes first, then the embedding itself.
            ("::ffff:8.8.8.8", None),
            ("::ffff:10.0.0.1", Some(Purpose::Private)),
            ("64:ff9b::8.8.8.8", None),
            ("64:ff9b::169.254.169.254", Some(Purpose::Metadata)),
            ("64:ff9b:1::8.8.8.8", Some(Purpose::Tunnel)),
            ("2002:808:808::1", Some(Purpose::Tunnel)),
            ("2002:7f00:1::1", Some(Purpose::Loopback)),
            ("2001:0:4136:e378:8000:63bf:f7f7:f7f7", Some(Purpose::Tunnel)),
            ("2606::5efe:10.0.0.1", Some(Purpose::Private)),
            ("2606::200:5efe:8.8.8.8", Some(Purpose::Tunnel)),
            ("::8.8.8.8", Some(Purpose::Tunnel)),
            ("::ffff:0:8.8.8.8", Some(Purpose::Tunnel)),
        ] {
            assert_eq!(purpose(text), expected, "{text}");
        }
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
