//! Where the parts of a reference begin and end: seven offsets, and three small facts in a word.
//!
//! The parser's whole result. Views, resolution and normalization cut slices by these offsets, so parsing allocates
//! nothing and loses nothing.
//!
//! ```text
//!   scheme://userinfo@host.example:8042/over/there?name=ferret#nose
//!         |           |           |    |          |           |
//!         scheme_end  host_start  |    |          path_end    query_end
//!                                 |    authority_end, path_start
//!                                 host_end
//! ```
//!
//! - A scheme exists if `scheme_end` is not 0; its colon is at `scheme_end`.
//! - An authority exists if `authority_end` is not 0; it begins two bytes after the scheme's colon (or at 2). Its
//!   pieces exist if there is a kind of host, which in RFC 3986 is always so. Userinfo exists if `host_start` is
//!   not the authority's start; its `@` is just before `host_start`. A port exists if `host_end` is not
//!   `authority_end`; its colon is at `host_end`.
//! - The path begins at the end of the authority. In editions where the slash after the host belongs to neither
//!   part, it begins one byte later, and the path can be undefined, which the shape records. In editions where an
//!   empty authority counts as no authority, the path begins after the two slashes.
//! - A query exists if `query_end` is not `path_end`; its `?` is at `path_end`.
//! - A fragment exists if `query_end` is not the length of the text; its `#` is at `query_end`.

use core::ops::Range;

/// Offsets of the parts of one parsed reference. See the [module](self) for the diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Components {
    pub(crate) scheme_end: u32,
    pub(crate) host_start: u32,
    pub(crate) host_end: u32,
    pub(crate) authority_end: u32,
    pub(crate) path_start: u32,
    pub(crate) path_end: u32,
    pub(crate) query_end: u32,
    pub(crate) facts: Facts,
}

/// The kind of host, the shape after the authority, and the form of the scheme in one word, so that all components
/// can be copied and unpacked as words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts(u32);

/// The shape of the text after scheme and authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A path, possibly empty.
    Path,
    /// Text of a URI that is not hierarchical, split into path and query as if it were.
    Opaque,
    /// Nothing, in editions that call this an undefined path.
    NoPath,
    /// Text of a URI that is not hierarchical, in one piece; path and query are undefined.
    Undivided,
}

impl Shape {
    pub(crate) const fn has_path(self) -> bool {
        matches!(self, Self::Path | Self::Opaque)
    }

    /// Whether the URI is not hierarchical.
    pub(crate) const fn is_opaque(self) -> bool {
        matches!(self, Self::Opaque | Self::Undivided)
    }
}

/// The kind of a host, decided on its raw text (RFC 3986 §3.2.2, first match wins).
///
/// ```
/// use napkin::{HostKind, uri};
///
/// let kind = |uri: napkin::Uri<&str>| uri.host().unwrap().kind();
/// assert_eq!(kind(uri!("http://example.com/")), HostKind::RegName);
/// assert_eq!(kind(uri!("http://127.0.0.1/")), HostKind::Ipv4);
/// assert_eq!(kind(uri!("http://127.0.0.256/")), HostKind::RegName);
/// assert_eq!(kind(uri!("http://[::1]/")), HostKind::Ipv6);
/// assert_eq!(kind(uri!("http://[v7.x]/")).name(), "ipvfuture");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "RFC 3986 §3.2.2 has no other kinds")]
pub enum HostKind {
    /// A registered name, possibly empty: any host that is neither an IP literal nor an IPv4 address.
    RegName,
    /// Four decimal numbers from 0 to 255 without leading zeros.
    Ipv4,
    /// An IPv6 address in brackets.
    Ipv6,
    /// An address of a future IP version in brackets, such as `[v7.x:y]`.
    IpvFuture,
}

impl HostKind {
    /// The name in JSON and in messages: `reg-name`, `ipv4`, `ipv6` or `ipvfuture`.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://[::1]/").host().unwrap().kind().name(), "ipv6");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::RegName => "reg-name",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::IpvFuture => "ipvfuture",
        }
    }
}

impl Facts {
    const HOST: u32 = 0b111;
    const SHAPE: u32 = 0b11_000;
    const FORM: u32 = 0xFF00;

    /// No host, a path, and no form.
    pub(crate) const NONE: Self = Self(0);

    /// Host kind and shape, without the form, in seven bits.
    pub(crate) const fn in_a_byte(self) -> u8 {
        self.0 as u8
    }

    /// The facts that [`in_a_byte`](Self::in_a_byte) packed.
    pub(crate) const fn of_byte(byte: u32) -> Self {
        Self(byte)
    }

    #[must_use]
    pub(crate) const fn with_host(self, kind: HostKind) -> Self {
        Self(self.0 & !Self::HOST | (kind as u32 + 1))
    }

    #[cfg(feature = "alloc")]
    #[must_use]
    pub(crate) const fn without_host(self) -> Self {
        Self(self.0 & !Self::HOST)
    }

    #[must_use]
    pub(crate) const fn with_shape(self, shape: Shape) -> Self {
        Self(self.0 & !Self::SHAPE | (shape as u32) << 3)
    }

    /// These facts, with the form of the scheme by its number in the edition.
    #[must_use]
    pub(crate) const fn with_form(self, number: u8) -> Self {
        Self(self.0 & !Self::FORM | (number as u32) << 8)
    }

    pub(crate) const fn host_kind(self) -> Option<HostKind> {
        match self.0 & Self::HOST {
            1 => Some(HostKind::RegName),
            2 => Some(HostKind::Ipv4),
            3 => Some(HostKind::Ipv6),
            4 => Some(HostKind::IpvFuture),
            _ => None,
        }
    }

    /// The shape of the text after the authority.
    pub(crate) const fn shape(self) -> Shape {
        match (self.0 & Self::SHAPE) >> 3 {
            1 => Shape::Opaque,
            2 => Shape::NoPath,
            3 => Shape::Undivided,
            _ => Shape::Path,
        }
    }

    /// The number in the edition of the scheme's form; 0 for none.
    pub(crate) const fn form(self) -> u8 {
        (self.0 >> 8) as u8
    }
}

impl Components {
    /// The offsets of a reference that consists of a path only.
    pub(crate) const fn all_path(len: u32) -> Self {
        Self {
            scheme_end: 0,
            host_start: 0,
            host_end: 0,
            authority_end: 0,
            path_start: 0,
            path_end: len,
            query_end: len,
            facts: Facts::NONE,
        }
    }

    /// The offsets, in the order of the text; 0 for a part that is undefined.
    #[cfg(feature = "alloc")]
    pub(crate) const fn offsets(&self) -> [u32; 7] {
        [
            self.scheme_end,
            self.host_start,
            self.host_end,
            self.authority_end,
            self.path_start,
            self.path_end,
            self.query_end,
        ]
    }

    #[cfg(feature = "alloc")]
    pub(crate) const fn with_offsets(self, offsets: [u32; 7]) -> Self {
        let [scheme_end, host_start, host_end, authority_end, path_start, path_end, query_end] =
            offsets;
        Self {
            scheme_end,
            host_start,
            host_end,
            authority_end,
            path_start,
            path_end,
            query_end,
            facts: self.facts,
        }
    }

    /// The offsets of a URI with an authority, when scheme and colon are cut off.
    #[cfg(feature = "alloc")]
    pub(crate) const fn without_scheme(&self) -> Self {
        let cut = self.after_scheme();
        Self {
            scheme_end: 0,
            host_start: self.host_start - cut,
            host_end: self.host_end - cut,
            authority_end: self.authority_end - cut,
            path_start: self.path_start - cut,
            path_end: self.path_end - cut,
            query_end: self.query_end - cut,
            facts: self.facts,
        }
    }

    /// Whether the authority, if there is one, consists of userinfo, host and port.
    pub(crate) const fn has_host(&self) -> bool {
        self.facts.host_kind().is_some()
    }

    /// The offset after the scheme's colon.
    pub(crate) const fn after_scheme(&self) -> u32 {
        if self.scheme_end == 0 { 0 } else { self.scheme_end + 1 }
    }

    pub(crate) const fn scheme(&self) -> Option<Range<u32>> {
        if self.scheme_end == 0 { None } else { Some(0..self.scheme_end) }
    }

    pub(crate) const fn authority(&self) -> Option<Range<u32>> {
        if self.authority_end == 0 {
            None
        } else {
            Some(self.after_scheme() + 2..self.authority_end)
        }
    }

    pub(crate) const fn userinfo(&self) -> Option<Range<u32>> {
        let start = self.after_scheme() + 2;
        if self.has_host() && self.host_start > start {
            Some(start..self.host_start - 1)
        } else {
            None
        }
    }

    pub(crate) const fn host(&self) -> Option<Range<u32>> {
        if self.has_host() { Some(self.host_start..self.host_end) } else { None }
    }

    pub(crate) const fn port(&self) -> Option<Range<u32>> {
        if self.has_host() && self.host_end < self.authority_end {
            Some(self.host_end + 1..self.authority_end)
        } else {
            None
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
