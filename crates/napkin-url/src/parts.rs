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
    pub(crate) port: Option<u16>,
    pub(crate) scheme: SchemeType,
    pub(crate) host: Option<HostKind>,
    pub(crate) opaque_path: bool,
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
            port: None,
            scheme: SchemeType::NotSpecial,
            host: None,
            opaque_path: false,
        }
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
    pub(crate) fn shift(&mut self, first: Field, old_end: usize, new_end: usize) {
        let offsets = [
            &mut self.username_end,
            &mut self.host_start,
            &mut self.host_end,
            &mut self.path_start,
            &mut self.query_start,
            &mut self.fragment_start,
        ];
        for offset in offsets.into_iter().skip(first as usize).filter(|offset| **offset != 0) {
            *offset = (*offset as usize + new_end - old_end) as u32;
        }
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
