//! The purposes of an IP address and of the IPv4 address inside it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::ranges::{Block, Purpose, SpecialPurpose, special};

/// The special purpose of an address, by [IANA's
/// registries](https://www.iana.org/assignments/iana-ipv6-special-registry/); `None` for the address of a public
/// host.
///
/// A name is not an address. A program that connects on behalf of strangers has to resolve the name once, check
/// every address with this function, and connect to a checked address. An IPv4 address that is mapped into IPv6
/// (`::ffff:0:0/96`) or translated by NAT64 (`64:ff9b::/96`) is judged as the IPv4 address. Other addresses that
/// contain one (6to4, Teredo, ISATAP, `64:ff9b:1::/48`, IPv4-compatible) are a purpose of their own: the packets
/// leave through a tunnel. Every block of the registries is special, also where IANA calls it globally reachable
/// (AS112, AMT, ORCHID): no block has ordinary hosts. An IPv6 address that IANA has not allocated is special too.
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
/// assert_eq!(purpose("3000::1"), Some(Purpose::Special));
/// ```
pub fn special_purpose(address: IpAddr) -> Option<SpecialPurpose> {
    let mut found = purposes(address);
    found.next().map(|(_, special)| special)
}

/// Every special purpose of an address and of the IPv4 address inside it, at most one each, with the address that has it,
/// the most important first.
pub(crate) fn purposes(address: IpAddr) -> impl Iterator<Item = (IpAddr, SpecialPurpose)> {
    let carried = match address {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => embedded(address),
    };
    // A prefix with an IPv4 address behind it is no range of other addresses.
    let has_range = carried.is_none_or(|(_, how)| how.way == Way::Interface);
    let own = special(Block::of(address)).filter(|_| has_range);
    let inner = carried.map(|(inner, _)| IpAddr::V4(inner));
    let inner = inner.and_then(|inner| Some((inner, special(Block::of(inner))?)));
    let tunnel = carried.filter(|(_, how)| own.is_none() && how.way != Way::SameHost);
    let tunnel = tunnel.map(|(_, how)| SpecialPurpose::new(Purpose::Tunnel, how.what));
    let own = own.map(|special| (address, special));
    own.into_iter().chain(inner).chain(tunnel.map(|special| (address, special)))
}

/// A way of embedding an IPv4 address.
#[derive(Clone, Copy)]
pub(crate) struct Carrying {
    /// The way, with its document.
    pub(crate) what: &'static str,
    way: Way,
}

/// What an address with an IPv4 address inside is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Another notation of the IPv4 address, or a way to the same host through a public translator.
    SameHost,
    /// The prefix of a tunnel or a translator.
    Tunnel,
    /// An address with any prefix, whose last half says that there is a tunnel.
    Interface,
}

/// The IPv4 address inside an IPv6 address, and the way it is embedded.
pub(crate) fn embedded(address: Ipv6Addr) -> Option<(Ipv4Addr, Carrying)> {
    let bits = address.to_bits();
    let last = Ipv4Addr::from_bits(bits as u32);
    let same = |what| Carrying { what, way: Way::SameHost };
    let tunnel = |what| Carrying { what, way: Way::Tunnel };
    Some(match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, ..] => (last, same("IPv4-mapped, RFC 4291")),
        [0, 0, 0, 0, 0xffff, 0, ..] => (last, tunnel("IPv4-translated, RFC 2765")),
        // `::` and `::1` have meanings of their own.
        [0, 0, 0, 0, 0, 0, high, _] if high != 0 => (last, tunnel("IPv4-compatible, RFC 4291")),
        [0x64, 0xff9b, 0, 0, 0, 0, ..] => (last, same("NAT64, RFC 6052")),
        [0x64, 0xff9b, 1, ..] => (last, tunnel("NAT64, RFC 8215")),
        [0x2002, ..] => (Ipv4Addr::from_bits((bits >> 80) as u32), tunnel("6to4, RFC 3056")),
        [0x2001, 0, ..] => (Ipv4Addr::from_bits(!(bits as u32)), tunnel("Teredo, RFC 4380")),
        // The bits `u` and `g` of the identifier may be set (RFC 5214 §6.1).
        [.., head, 0x5efe, _, _] if head & 0xfcff == 0 => {
            (last, Carrying { what: "ISATAP, RFC 5214", way: Way::Interface })
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{Purpose, SpecialPurpose, embedded, special_purpose};

    fn purpose(text: &str) -> Option<Purpose> {
        special_purpose(text.parse::<IpAddr>().unwrap()).map(SpecialPurpose::purpose)
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
            ("2606::300:5efe:10.0.0.1", Some(Purpose::Private)),
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
