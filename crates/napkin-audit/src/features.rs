//! Features of an input, found in one pass, so that a rule runs only if it can find something.

use std::ops::{BitOr, BitOrAssign};

/// A set of facts about an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features(u32);

/// Makes each feature the next bit.
macro_rules! features {
    ($($(#[$doc:meta])* $NAME:ident)*) => {
        /// The numbers of the bits.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Bit { $($NAME,)* Count }

        impl Features {
            /// The number of features.
            pub(crate) const COUNT: usize = Bit::Count as usize;

            $($(#[$doc])* pub(crate) const $NAME: Self = Self(1 << Bit::$NAME as u32);)*
        }
    };
}

features! {
    /// No parser found its parts: the edition rejects it, or does not see the server that the generic syntax sees.
    CUT
    /// The scheme has uppercase letters.
    UPPERCASE_SCHEME
    /// The scheme looks like a host whose port follows.
    HOSTLIKE_SCHEME
    /// The scheme is like one of the lists of schemes, or is unknown.
    LISTED_SCHEME
    /// There is no scheme.
    RELATIVE
    /// There is no host, or an empty one, and some reader lets one or two slashes begin a reference.
    HOST_MISSING
    /// There is a userinfo.
    USERINFO
    /// There is a colon after the host.
    PORT
    /// The host is in brackets or an IPv4 address.
    ADDRESS
    /// The last label of a host name is a number, as in the rare forms of IPv4, or empty.
    NUMERIC_HOST
    /// A host name is not made of labels of lowercase letters, digits and inner hyphens between dots.
    ODD_HOST
    /// A label of the host begins with `xn--`.
    PUNYCODE
    /// A host name is longer than names in the DNS may be.
    LONG_HOST
    /// A host name may be in one of the lists of local names, or is odd.
    NEARBY
    /// The path begins with a dot or has one behind a slash.
    DOT
    /// There is a query with a backslash, or with two slashes of either kind, raw or encoded.
    URL_IN_QUERY
    /// Some reader may find the host after the authority: the authority ends without a slash, and `@`, `,`, `[` or `%`
    /// follows; or the input contains another URL.
    LATE_HOST
    /// Non-ASCII bytes.
    HIGH
    /// `%00` to `%1F` or `%7F`.
    ESCAPED_CONTROL
    /// `%25`.
    ESCAPED_PERCENT
    /// A percent-encoded delimiter of the generic syntax, or a backslash, in the path.
    DELIMITER_IN_PATH
    /// A percent-encoded delimiter, or a backslash, elsewhere.
    DELIMITER_ELSEWHERE
    /// A percent-encoded letter, digit or mark that is allowed raw.
    ESCAPED_UNRESERVED
    /// `%80` to `%FF`.
    ESCAPED_HIGH
    /// `%80` to `%FF` before the path.
    HIGH_IN_HOST
    /// A percent-encoded octet with a lowercase letter.
    LOWERCASE_HEX
    /// The host is called as a scheme, or there is a semicolon in the query, as at the end of an entity of HTML, or a plus
    /// sign in that of a mail.
    SLIP
    /// Readers may see different hosts.
    DOUBT
    /// There is a secret. Only an audit asks, and no allow-list: servers expect their tokens.
    SECRET
    /// A document shows a text for the link.
    LINK_TEXT
    /// The policy restricts schemes, ports or hosts.
    LIMITED
    /// The policy turns on a rule that is off by default and checks every input.
    ASKED
}

impl Features {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn nth(bit: usize) -> Self {
        Self(1 << bit)
    }

    /// The bits that are set, in order.
    pub(crate) fn bits(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros() as usize;
            left &= left.checked_sub(1)?;
            Some(bit)
        })
    }

    /// All features of both.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the two have a feature in common.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Features {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.and(other)
    }
}

impl BitOrAssign for Features {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
