//! The offsets of the parts of a URL in its text.

use crate::edition::{Edition, SchemeType};

/// Kind of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum HostKind {
    /// A domain, of a special URL.
    Domain,
    /// An IPv4 address, of a special URL.
    Ipv4,
    /// An IPv6 address.
    Ipv6,
    /// An opaque host, of a URL that is not special.
    Opaque,
    /// The empty host.
    Empty,
}

impl HostKind {
    /// Its name: `domain`, `ipv4`, `ipv6`, `opaque`, `empty`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Domain => "domain",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::Opaque => "opaque",
            Self::Empty => "empty",
        }
    }
}

/// The offsets of the parts, and facts about them.
///
/// ```text
/// https://user:pass@example.com:8080/path?query#fragment
///      |      |    | |         |    |    |     |
///      |      |    | |         |    |    |     fragment_start
///      |      |    | |         |    |    query_start
///      |      |    | |         |    path_start
///      |      |    | |         host_end
///      |      |    | host_start
///      |      username_end
///      scheme_end
/// ```
///
/// Without an authority, `username_end`, `host_start` and `host_end` are just after the colon. The guard `/.` is
/// before `path_start`. A query and a fragment that are null are 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    pub(crate) edition: &'static Edition,
    pub(crate) scheme_end: u32,
    pub(crate) username_end: u32,
    pub(crate) host_start: u32,
    pub(crate) host_end: u32,
    pub(crate) path_start: u32,
    pub(crate) query_start: u32,
    pub(crate) fragment_start: u32,
    pub(crate) facts: Facts,
}

impl Parts {
    /// The parts of an empty text.
    pub(crate) const fn new(edition: &'static Edition) -> Self {
        Self {
            edition,
            scheme_end: 0,
            username_end: 0,
            host_start: 0,
            host_end: 0,
            path_start: 0,
            query_start: 0,
            fragment_start: 0,
            facts: Facts::new(SchemeType::NotSpecial, None),
        }
    }

    #[inline]
    pub(crate) const fn scheme(&self) -> SchemeType {
        self.facts.scheme()
    }

    /// The kind of the host; `None` without an authority.
    #[inline]
    pub(crate) const fn host(&self) -> Option<HostKind> {
        self.facts.host()
    }

    /// The port, if it is not the default port of the scheme.
    #[inline]
    pub(crate) const fn port(&self) -> Option<u16> {
        self.facts.port()
    }

    #[inline]
    pub(crate) const fn opaque_path(&self) -> bool {
        self.facts.opaque_path()
    }

    pub(crate) fn set_scheme(&mut self, scheme: SchemeType) {
        self.facts.put(SCHEME, scheme as u32);
    }

    pub(crate) fn set_host(&mut self, host: Option<HostKind>) {
        self.facts.put(HOST, Facts::of_host(host));
    }

    pub(crate) fn set_port(&mut self, port: Option<u16>) {
        self.facts.put(PORT, port.map_or(0, |port| u32::from(port) + 1));
    }

    pub(crate) fn set_opaque_path(&mut self, opaque_path: bool) {
        self.facts.put(OPAQUE_PATH, u32::from(opaque_path));
    }

    /// The end of the path in a text of this length.
    #[inline]
    pub(crate) const fn path_end(&self, length: usize) -> usize {
        if self.query_start != 0 { self.query_start as usize } else { self.query_end(length) }
    }

    /// The end of the query, if there is one, in a text of this length.
    #[inline]
    pub(crate) const fn query_end(&self, length: usize) -> usize {
        if self.fragment_start != 0 { self.fragment_start as usize } else { length }
    }

    /// Moves all offsets from a field on, after the end of the text before it has changed.
    #[inline(always)]
    pub(crate) fn shift(&mut self, first: Field, old_end: usize, new_end: usize) {
        let delta = (new_end as u32).wrapping_sub(old_end as u32);
        let shift = |offset: &mut u32, moves: bool| {
            if moves {
                *offset = offset.wrapping_add(delta);
            }
        };
        let first = first as u8;
        shift(&mut self.username_end, first <= Field::UsernameEnd as u8);
        shift(&mut self.host_start, first <= Field::HostStart as u8);
        shift(&mut self.host_end, first <= Field::HostEnd as u8);
        shift(&mut self.path_start, first <= Field::PathStart as u8);
        let (has_query, has_fragment) = (self.query_start != 0, self.fragment_start != 0);
        shift(&mut self.query_start, has_query);
        shift(&mut self.fragment_start, has_fragment);
    }
}

/// The offsets, in the order of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Field {
    UsernameEnd,
    HostStart,
    HostEnd,
    PathStart,
    Query,
}

/// The type of the scheme, the kind of the host, whether the path is opaque, and the port, packed in 32 bits. Fields of
/// different widths, or padding, would be written one by one and copied together, which stalls on store forwarding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts(u32);

/// A field of [`Facts`]: the offset of its bits, and its mask after a shift to bit 0.
#[derive(Clone, Copy)]
struct Bits(u32, u32);

const SCHEME: Bits = Bits(0, 0xFF);
/// The kind plus 1; 0 without an authority.
const HOST: Bits = Bits(8, 0x7);
const OPAQUE_PATH: Bits = Bits(11, 1);
/// The port plus 1; 0 without a port.
const PORT: Bits = Bits(15, 0x1_FFFF);

impl Facts {
    /// The facts of a URL without a port and without an opaque path.
    #[inline]
    pub(crate) const fn new(scheme: SchemeType, host: Option<HostKind>) -> Self {
        Self(scheme as u32 | Self::of_host(host) << HOST.0)
    }

    #[inline]
    const fn of_host(host: Option<HostKind>) -> u32 {
        match host {
            Some(kind) => kind as u32 + 1,
            None => 0,
        }
    }

    #[inline]
    const fn get(self, Bits(start, mask): Bits) -> u32 {
        self.0 >> start & mask
    }

    fn put(&mut self, Bits(start, mask): Bits, value: u32) {
        self.0 = self.0 & !(mask << start) | value << start;
    }

    #[inline]
    const fn scheme(self) -> SchemeType {
        match self.get(SCHEME) {
            1 => SchemeType::Ftp,
            2 => SchemeType::File,
            3 => SchemeType::Gopher,
            4 => SchemeType::Http,
            5 => SchemeType::Https,
            6 => SchemeType::Ws,
            7 => SchemeType::Wss,
            _ => SchemeType::NotSpecial,
        }
    }

    #[inline]
    const fn host(self) -> Option<HostKind> {
        match self.get(HOST) {
            1 => Some(HostKind::Domain),
            2 => Some(HostKind::Ipv4),
            3 => Some(HostKind::Ipv6),
            4 => Some(HostKind::Opaque),
            5 => Some(HostKind::Empty),
            _ => None,
        }
    }

    #[inline]
    const fn opaque_path(self) -> bool {
        self.get(OPAQUE_PATH) != 0
    }

    #[inline]
    const fn port(self) -> Option<u16> {
        match self.get(PORT) {
            0 => None,
            port => Some((port - 1) as u16),
        }
    }
}
