//! Ranges of addresses and their purposes: IANA's registries of special-purpose addresses and of IPv6 allocations, and
//! the manuals of clouds. The one table of addresses: rules and allow-lists both ask it.
//!
//! A test compares the tables with the registries in `spec/registry/`.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use self::Purpose::{LinkLocal, Loopback, Metadata, Multicast, Private, Special, Unspecified};

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

/// The purpose of an address that is not a public host's. Made by [`special_purpose`](crate::special_purpose).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecialPurpose {
    purpose: Purpose,
    what: &'static str,
}

impl SpecialPurpose {
    pub(crate) const fn new(purpose: Purpose, what: &'static str) -> Self {
        Self { purpose, what }
    }

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

/// A block of addresses: all that begin with the first bits of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) first: IpAddr,
    pub(crate) prefix: u32,
}

impl Block {
    /// The block of one address.
    pub(crate) const fn of(address: IpAddr) -> Self {
        let prefix = if address.is_ipv4() { 32 } else { 128 };
        Self { first: address, prefix }
    }

    /// Whether the whole of another block is in this one.
    fn contains(&self, other: Self) -> bool {
        let same = match (self.first, other.first) {
            (IpAddr::V4(first), IpAddr::V4(other)) => {
                (first.to_bits() ^ other.to_bits()).leading_zeros()
            }
            (IpAddr::V6(first), IpAddr::V6(other)) => {
                (first.to_bits() ^ other.to_bits()).leading_zeros()
            }
            _ => return false,
        };
        self.prefix <= other.prefix && same >= self.prefix
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix)
    }
}

/// The purpose of all addresses of a block, by the smallest range that contains it; of IPv6, also that no address of it
/// is assigned.
pub(crate) fn special(block: Block) -> Option<SpecialPurpose> {
    let ranges = RANGES.iter().filter(|range| range.block.contains(block));
    let smallest = ranges.max_by_key(|range| range.block.prefix);
    smallest.map(|range| range.special).or_else(|| {
        let is_free = |assigned: &(u32, u32)| {
            let assigned =
                Block { first: first_half(u64::from(assigned.0) << 32), prefix: assigned.1 };
            !assigned.contains(block) && !block.contains(assigned)
        };
        (block.first.is_ipv6() && ASSIGNED.iter().all(is_free)).then_some(NOT_ASSIGNED)
    })
}

const NOT_ASSIGNED: SpecialPurpose =
    SpecialPurpose::new(Purpose::Special, "not assigned (RFC 4291)");

struct Range {
    block: Block,
    special: SpecialPurpose,
}

const fn v4(octets: [u8; 4], prefix: u32, purpose: Purpose, what: &'static str) -> Range {
    let [a, b, c, d] = octets;
    let first = IpAddr::V4(Ipv4Addr::new(a, b, c, d));
    Range { block: Block { first, prefix }, special: SpecialPurpose::new(purpose, what) }
}

/// A range given by the first half of its first address; the other half is zeros.
const fn v6_half(half: u64, prefix: u32, purpose: Purpose, what: &'static str) -> Range {
    let block = Block { first: first_half(half), prefix };
    Range { block, special: SpecialPurpose::new(purpose, what) }
}

/// A single address.
const fn v6(bits: u128, purpose: Purpose, what: &'static str) -> Range {
    let first = IpAddr::V6(Ipv6Addr::from_bits(bits));
    Range { block: Block::of(first), special: SpecialPurpose::new(purpose, what) }
}

const fn first_half(half: u64) -> IpAddr {
    IpAddr::V6(Ipv6Addr::from_bits((half as u128) << 64))
}

/// The ranges. The smallest range that contains an address decides. Addresses that carry an IPv4 address by their prefix
/// are not here, but in `embedded` of `address.rs`.
const RANGES: &[Range] = &[
    // Metadata services: the manuals of the clouds, and the data sources of cloud-init that read them.
    v4([169, 254, 169, 254], 32, Metadata, "the metadata service of most clouds"),
    v4([169, 254, 169, 252], 32, Metadata, "the metadata service of Google Kubernetes Engine"),
    v4([169, 254, 170, 2], 32, Metadata, "the credentials service of AWS containers"),
    v4([169, 254, 170, 23], 32, Metadata, "the credentials service of AWS pods"),
    v4([169, 254, 0, 23], 32, Metadata, "the metadata service of Tencent Cloud"),
    v4([169, 254, 42, 42], 32, Metadata, "the metadata service of Scaleway"),
    v4([100, 100, 100, 200], 32, Metadata, "the metadata service of Alibaba Cloud"),
    v4([168, 63, 129, 16], 32, Metadata, "the platform service of Azure"),
    v4([192, 0, 0, 192], 32, Metadata, "the metadata service of Oracle Cloud"),
    v6(0xfd00_0ec2_0000_0000_0000_0000_0000_0254, Metadata, "the metadata service of AWS"),
    v6(0xfd00_0ec2_0000_0000_0000_0000_0000_0023, Metadata, "the credentials service of AWS pods"),
    v6(0xfd20_00ce_0000_0000_0000_0000_0000_0254, Metadata, "the metadata service of Google Cloud"),
    v6(0xfd00_00c1_0000_0000_0000_0000_a9fe_a9fe, Metadata, "the metadata service of Oracle Cloud"),
    v6(0xfd00_0042_0000_0000_0000_0000_0000_0042, Metadata, "the metadata service of Scaleway"),
    v6(0xfd00_a9fe_a9fe_0000_0000_0000_0000_0001, Metadata, "the metadata service of Akamai"),
    v6(0xfe80_0000_0000_0000_0000_0000_a9fe_a9fe, Metadata, "the metadata service of OpenStack"),
    // IANA's registry of special-purpose IPv4 addresses, and multicast.
    v4([0, 0, 0, 0], 8, Unspecified, "\"this network\" (RFC 791)"),
    v4([0, 0, 0, 0], 32, Unspecified, "the unspecified address (RFC 1122)"),
    v4([10, 0, 0, 0], 8, Private, "private use (RFC 1918)"),
    v4([100, 64, 0, 0], 10, Private, "shared address space (RFC 6598)"),
    v4([127, 0, 0, 0], 8, Loopback, "loopback (RFC 1122)"),
    v4([169, 254, 0, 0], 16, LinkLocal, "link-local (RFC 3927)"),
    v4([172, 16, 0, 0], 12, Private, "private use (RFC 1918)"),
    v4([192, 0, 0, 0], 24, Special, "protocol assignments (RFC 6890)"),
    v4([192, 0, 0, 0], 29, Special, "IPv4 through an IPv6 network (RFC 7335)"),
    v4([192, 0, 0, 8], 32, Special, "a dummy address (RFC 7600)"),
    v4([192, 0, 0, 9], 32, Special, "the next server of the Port Control Protocol (RFC 7723)"),
    v4([192, 0, 0, 10], 32, Special, "the next TURN server (RFC 8155)"),
    v4([192, 0, 0, 170], 32, Special, "the address of ipv4only.arpa (RFC 8880)"),
    v4([192, 0, 0, 171], 32, Special, "the address of ipv4only.arpa (RFC 8880)"),
    v4([192, 0, 2, 0], 24, Special, "documentation (RFC 5737)"),
    v4([192, 31, 196, 0], 24, Special, "AS112 service (RFC 7535)"),
    v4([192, 52, 193, 0], 24, Special, "multicast tunnels, AMT (RFC 7450)"),
    v4([192, 88, 99, 0], 24, Special, "6to4 relays, given up (RFC 7526)"),
    v4([192, 88, 99, 2], 32, Special, "6a44 relays (RFC 6751)"),
    v4([192, 168, 0, 0], 16, Private, "private use (RFC 1918)"),
    v4([192, 175, 48, 0], 24, Special, "AS112 service (RFC 7534)"),
    v4([198, 18, 0, 0], 15, Special, "benchmarks (RFC 2544)"),
    v4([198, 51, 100, 0], 24, Special, "documentation (RFC 5737)"),
    v4([203, 0, 113, 0], 24, Special, "documentation (RFC 5737)"),
    v4([224, 0, 0, 0], 4, Multicast, "multicast (RFC 5771)"),
    v4([240, 0, 0, 0], 4, Special, "reserved (RFC 1112)"),
    v4([255, 255, 255, 255], 32, Special, "broadcast (RFC 919)"),
    // IANA's registry of special-purpose IPv6 addresses, multicast, and site-local addresses.
    v6(0, Unspecified, "the unspecified address (RFC 4291)"),
    v6(1, Loopback, "loopback (RFC 4291)"),
    v6_half(0x0100_0000_0000_0000, 64, Special, "discard (RFC 6666)"),
    v6_half(0x0100_0000_0000_0001, 64, Special, "a dummy prefix (RFC 9780)"),
    v6_half(0x2001_0000_0000_0000, 23, Special, "protocol assignments (RFC 2928)"),
    v6(
        0x2001_0001_0000_0000_0000_0000_0000_0001,
        Special,
        "the next server of the Port Control Protocol (RFC 7723)",
    ),
    v6(0x2001_0001_0000_0000_0000_0000_0000_0002, Special, "the next TURN server (RFC 8155)"),
    v6(
        0x2001_0001_0000_0000_0000_0000_0000_0003,
        Special,
        "the next registrar of services (RFC 9665)",
    ),
    v6_half(0x2001_0002_0000_0000, 48, Special, "benchmarks (RFC 5180)"),
    v6_half(0x2001_0003_0000_0000, 32, Special, "multicast tunnels, AMT (RFC 7450)"),
    v6_half(0x2001_0004_0112_0000, 48, Special, "AS112 service (RFC 7535)"),
    v6_half(0x2001_0010_0000_0000, 28, Special, "cryptographic hashes, given up (RFC 4843)"),
    v6_half(0x2001_0020_0000_0000, 28, Special, "cryptographic hashes (RFC 7343)"),
    v6_half(0x2001_0030_0000_0000, 28, Special, "identities of drones (RFC 9374)"),
    v6_half(0x2001_0db8_0000_0000, 32, Special, "documentation (RFC 3849)"),
    v6_half(0x2620_004f_8000_0000, 48, Special, "AS112 service (RFC 7534)"),
    v6_half(0x3fff_0000_0000_0000, 20, Special, "documentation (RFC 9637)"),
    v6_half(0x5f00_0000_0000_0000, 16, Special, "segment routing (RFC 9602)"),
    v6_half(0xfc00_0000_0000_0000, 7, Private, "unique local (RFC 4193)"),
    v6_half(0xfe80_0000_0000_0000, 10, LinkLocal, "link-local (RFC 4291)"),
    v6_half(0xfec0_0000_0000_0000, 10, Private, "site-local, given up (RFC 3879)"),
    v6_half(0xff00_0000_0000_0000, 8, Multicast, "multicast (RFC 4291)"),
];

/// IANA's allocations of IPv6 unicast addresses, each as the first 32 bits of its first address and the length of its
/// prefix. No other IPv6 address is one of a public host.
const ASSIGNED: &[(u32, u32)] = &[
    (0x2001_0000, 23),
    (0x2001_0200, 23),
    (0x2001_0400, 23),
    (0x2001_0600, 23),
    (0x2001_0800, 22),
    (0x2001_0c00, 23),
    (0x2001_0e00, 23),
    (0x2001_1200, 23),
    (0x2001_1400, 22),
    (0x2001_1800, 23),
    (0x2001_1a00, 23),
    (0x2001_1c00, 22),
    (0x2001_2000, 19),
    (0x2001_4000, 23),
    (0x2001_4200, 23),
    (0x2001_4400, 23),
    (0x2001_4600, 23),
    (0x2001_4800, 23),
    (0x2001_4a00, 23),
    (0x2001_4c00, 23),
    (0x2001_5000, 20),
    (0x2001_8000, 19),
    (0x2001_a000, 20),
    (0x2001_b000, 20),
    (0x2002_0000, 16),
    (0x2003_0000, 18),
    (0x2400_0000, 12),
    (0x2410_0000, 12),
    (0x2600_0000, 12),
    (0x2610_0000, 23),
    (0x2620_0000, 23),
    (0x2630_0000, 12),
    (0x2800_0000, 12),
    (0x2a00_0000, 12),
    (0x2a10_0000, 12),
    (0x2c00_0000, 12),
];
