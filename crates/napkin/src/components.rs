//! Where the parts of a reference begin and end: seven numbers and a host kind.
//!
//! The parser's whole result. Everything later in the flow (views, resolution, normalization) cuts
//! its slices by these offsets, so parsing allocates nothing and loses nothing.
//!
//! ```text
//!   scheme://userinfo@host.example:8042/over/there?name=ferret#nose
//!         |           |           |    |          |           |
//!         scheme_end  host_start  |    path_start path_end    query_end
//!                                 host_end
//! ```
//!
//! - A scheme is there if `scheme_end` is not 0; its colon stands at `scheme_end`.
//! - An authority is there if `host_kind` is; it begins two bytes after the scheme's colon (or at
//!   2) and ends at `path_start`. Userinfo is there if `host_start` is not the authority's start;
//!   its `@` stands just before `host_start`. A port is there if `host_end` is not `path_start`; its
//!   colon stands at `host_end`.
//! - A query is there if `query_end` is not `path_end`; its `?` stands at `path_end`.
//! - A fragment is there if `query_end` is not the length of the text; its `#` stands at
//!   `query_end`.

use core::ops::Range;

/// Offsets of the parts of one parsed reference. See the [module](self) for the diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Components {
    pub(crate) scheme_end: u32,
    pub(crate) host_start: u32,
    pub(crate) host_end: u32,
    pub(crate) path_start: u32,
    pub(crate) path_end: u32,
    pub(crate) query_end: u32,
    pub(crate) host_kind: Option<HostKind>,
}

/// What a host is, decided on its raw text (RFC 3986 §3.2.2, first match wins).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HostKind {
    /// A registered name, possibly empty: anything that is no IP literal and no IPv4 address.
    RegName,
    /// Four decimal numbers from 0 to 255 without leading zeros.
    Ipv4,
    /// An IPv6 address in brackets.
    Ipv6,
    /// An address of a later version in brackets, such as `[v7.x:y]`.
    IpvFuture,
}

impl HostKind {
    /// The name in JSON and in messages: `reg-name`, `ipv4`, `ipv6` or `ipvfuture`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RegName => "reg-name",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::IpvFuture => "ipvfuture",
        }
    }
}

impl Components {
    /// The offsets of a reference that is all path.
    pub(crate) const fn all_path(len: u32) -> Self {
        Self {
            scheme_end: 0,
            host_start: 0,
            host_end: 0,
            path_start: 0,
            path_end: len,
            query_end: len,
            host_kind: None,
        }
    }

    /// Where the part after the scheme's colon begins.
    pub(crate) const fn after_scheme(&self) -> u32 {
        if self.scheme_end == 0 { 0 } else { self.scheme_end + 1 }
    }

    pub(crate) const fn scheme(&self) -> Option<Range<u32>> {
        if self.scheme_end == 0 { None } else { Some(0..self.scheme_end) }
    }

    pub(crate) const fn authority(&self) -> Option<Range<u32>> {
        match self.host_kind {
            None => None,
            Some(_) => Some(self.after_scheme() + 2..self.path_start),
        }
    }

    pub(crate) const fn path(&self) -> Range<u32> {
        self.path_start..self.path_end
    }

    pub(crate) const fn query(&self) -> Option<Range<u32>> {
        if self.query_end == self.path_end { None } else { Some(self.path_end + 1..self.query_end) }
    }

    pub(crate) const fn fragment(&self, len: u32) -> Option<Range<u32>> {
        if self.query_end == len { None } else { Some(self.query_end + 1..len) }
    }
}
