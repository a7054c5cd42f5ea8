//! Classes of bytes: for each byte, one bit per set, so that a loop over bytes needs one lookup.

use napkin_scan::ByteSet;

use super::sets;

/// A class of bytes; its value is its bit.
#[derive(Clone, Copy, Debug)]
#[repr(u16)]
pub(crate) enum Class {
    /// Percent-encoded in opaque hosts and paths.
    C0Control = 1,
    /// Percent-encoded in user names and passwords.
    Userinfo = 1 << 1,
    /// Forbidden in hosts; no byte above 7F is.
    ForbiddenHost = 1 << 2,
    /// Forbidden in domains; no byte above 7F is.
    ForbiddenDomain = 1 << 3,
    /// Rewritten or forbidden in a domain: also uppercase and all bytes above 7F.
    NotDomain = 1 << 4,
    /// Allowed in a scheme.
    Scheme = 1 << 5,
    /// Percent-encoded in queries, at least in those of special URLs.
    Query = 1 << 6,
    /// Percent-encoded in fragments.
    Fragment = 1 << 7,
    /// Percent-encoded in segments given as data, at least in those of special URLs.
    Segment = 1 << 8,
}

/// The classes of every byte, and the sets for scanning canonical texts.
pub(crate) struct Classes {
    table: [u16; 256],
    special: Kept,
    other: Kept,
}

/// The bytes that stay unchanged in the parts of a canonical text. All are printable ASCII.
#[derive(Clone, Copy)]
pub(crate) struct Kept {
    /// In a domain.
    pub(crate) domain: ByteSet,
    /// In a domain, or made lowercase there.
    pub(crate) domain_in_any_case: ByteSet,
    /// In a path, including slashes.
    pub(crate) path: ByteSet,
    /// In a query.
    pub(crate) query: ByteSet,
    /// In a fragment.
    pub(crate) fragment: ByteSet,
    /// In a user name or a password.
    pub(crate) userinfo: ByteSet,
}

impl Kept {
    /// The complements of sets.
    const fn new(path: ByteSet, query: ByteSet, domain: ByteSet) -> Self {
        let printable = ByteSet::range(b'!', b'~');
        Self {
            domain: printable.without(domain),
            domain_in_any_case: printable.without(domain).or(ByteSet::range(b'A', b'Z')),
            path: printable.without(path),
            query: printable.without(query),
            fragment: printable.without(sets::FRAGMENT),
            userinfo: printable.without(sets::USERINFO),
        }
    }
}

impl core::fmt::Debug for Classes {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Classes")
    }
}

impl Classes {
    /// The classes, made from the sets in which editions differ.
    pub(super) const fn new(path: ByteSet, host: ByteSet, domain: ByteSet) -> Self {
        let not_domain = domain.or(ByteSet::range(b'A', b'Z'));
        let special = path.or(ByteSet::of(b"\\"));
        let kept = Kept::new(special, sets::SPECIAL_QUERY, not_domain);
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let ascii = byte < 128;
            let b = byte as u8;
            let mut bits = 0;
            if !ascii || sets::C0_CONTROL.contains(b) {
                bits |= Class::C0Control as u16;
            }
            if !ascii || sets::USERINFO.contains(b) {
                bits |= Class::Userinfo as u16;
            }
            if host.contains(b) {
                bits |= Class::ForbiddenHost as u16;
            }
            if domain.contains(b) {
                bits |= Class::ForbiddenDomain as u16;
            }
            if !ascii || not_domain.contains(b) {
                bits |= Class::NotDomain as u16;
            }
            if sets::SCHEME.contains(b) {
                bits |= Class::Scheme as u16;
            }
            if !kept.query.contains(b) {
                bits |= Class::Query as u16;
            }
            if !kept.fragment.contains(b) {
                bits |= Class::Fragment as u16;
            }
            if !kept.path.without(sets::SEGMENT).contains(b) {
                bits |= Class::Segment as u16;
            }
            table[byte] = bits;
            byte += 1;
        }
        Self { table, special: kept, other: Kept::new(path, sets::QUERY, not_domain) }
    }

    /// The bytes that stay unchanged in special URLs, or in others.
    #[inline(always)]
    pub(crate) const fn kept(&self, special: bool) -> &Kept {
        if special { &self.special } else { &self.other }
    }

    #[inline(always)]
    pub(crate) const fn is(&self, byte: u8, class: Class) -> bool {
        self.table[byte as usize] & class as u16 != 0
    }

    /// Whether no byte of a short text is in a class. `false` says nothing about a longer one.
    #[inline]
    pub(crate) fn has_none(&self, text: &str, class: Class) -> bool {
        const SHORT: usize = 48;
        let classes = |classes, byte: u8| classes | self.table[usize::from(byte)];
        text.len() <= SHORT && text.bytes().fold(0, classes) & class as u16 == 0
    }
}
