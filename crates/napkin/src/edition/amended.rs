//! Editions with an amendment: an RFC that updates the syntax of another one and stands beside it.
//!
//! They are what `--as-of` a year means, and no editions of their own in lists and tables. RFC 2732 (December 1999) adds
//! IPv6 addresses to RFC 2396. RFC 6874 (February 2013) adds zone identifiers to RFC 3986, until RFC 9844 (August 2025)
//! withdrew it. Errata correct a text and amend nothing: the sheets name them.

use napkin_scan::ByteSet;

use super::rfc2396::{GENERIC, RESERVED, RULES_OF_KINDS, URIC};
use super::rules::{AuthorityRule, Generic, Hierarchy, HostRule, Ipv4Rule, Literal, Opaque, Rule};
use super::{Edition, RFC2396, RFC3986, rfc3986};
use crate::fault::ErrorKind as Kind;

/// An edition with an amendment, and when that was withdrawn.
///
/// ```
/// use napkin::edition::AMENDMENTS;
///
/// let zones = AMENDMENTS.last().unwrap();
/// assert_eq!((zones.edition.name, zones.until), ("rfc3986+rfc6874", Some((2025, 8))));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Amendment {
    /// The edition with its amendment; year and month are those of the amendment.
    pub edition: &'static Edition,
    /// The year and the month in which the amendment was withdrawn.
    pub until: Option<(u16, u8)>,
}

/// The one list of amendments.
///
/// ```
/// use napkin::{Edition, edition::AMENDMENTS};
///
/// let names: Vec<_> = AMENDMENTS.iter().map(|amendment| amendment.edition.name).collect();
/// assert_eq!(names, ["rfc2396+rfc2732", "rfc3986+rfc6874"]);
/// let of_2020 = Edition::in_force(2020).unwrap();
/// assert!(of_2020.parse("http://[fe80::1%25en0]/").is_ok());
/// assert!(of_2020.unamended().parse("http://[fe80::1%25en0]/").is_err());
/// ```
pub const AMENDMENTS: &[Amendment] = &[
    Amendment { edition: RFC2396_WITH_RFC2732, until: None },
    Amendment { edition: RFC3986_WITH_RFC6874, until: Some((2025, 8)) },
];

pub(crate) const IN_2732: &str = "3 of RFC 2732";

/// The characters of queries, fragments and opaque parts: RFC 2732 makes the brackets reserved.
pub(crate) const URIC_WITH_BRACKETS: ByteSet = URIC.or(BRACKETS);
pub(crate) const BRACKETS: ByteSet = ByteSet::of(b"[]");

/// RFC 2396 as amended by RFC 2732, December 1999. The grammar of addresses in RFC 2732 counts no groups and does not
/// derive the document's own example `[::192.9.5.5]`; addresses are those of RFC 2373 section 2.2, which it takes them from.
pub(crate) const RFC2396_WITH_RFC2732: &Edition = &Edition {
    name: "rfc2396+rfc2732",
    title: "RFC 2396 with RFC 2732",
    document: "Format for Literal IPv6 Addresses in URL's",
    year: 1999,
    month: 12,
    amends: Some(RFC2396),
    reserved: RESERVED.or(BRACKETS),
    hierarchy: Hierarchy::Generic(&Generic {
        query: URIC_WITH_BRACKETS,
        fragment: URIC_WITH_BRACKETS,
        authority: AuthorityRule {
            host: HostRule {
                literal: Literal::Ipv6 { ipv4: Ipv4Rule::Octets, scope: None },
                ..GENERIC.authority.host
            },
            ..GENERIC.authority
        },
        opaque: Opaque::UnlessSlash {
            first: URIC.without(ByteSet::of(b"/")),
            rest: URIC_WITH_BRACKETS,
            empty_is_hierarchical: false,
            is_split: true,
            rule: Rule::new("opaque_part", "3"),
        },
        ..GENERIC
    }),
    rules_of_kinds: &inserted::<_, { RULES_OF_KINDS.len() + KINDS_OF_2732.len() }>(
        RULES_OF_KINDS,
        RULES_OF_KINDS.len(),
        KINDS_OF_2732,
    ),
    ..*RFC2396
};

const IPV6_REFERENCE: Rule = Rule::new("ipv6reference", IN_2732);
const IPV6_ADDRESS: Rule = Rule::new("IPv6address", IN_2732);
const KINDS_OF_2732: &[(Kind, Rule)] = &[
    (Kind::UnclosedIpLiteral, IPV6_REFERENCE),
    (Kind::InvalidIpv6, IPV6_ADDRESS),
    (Kind::ZoneIdentifier, IPV6_ADDRESS),
];

/// RFC 3986 as amended by RFC 6874, February 2013.
pub(crate) const RFC3986_WITH_RFC6874: &Edition = &Edition {
    name: "rfc3986+rfc6874",
    title: "RFC 3986 with RFC 6874",
    document: "Representing IPv6 Zone Identifiers in Address Literals and Uniform Resource Identifiers",
    year: 2013,
    month: 2,
    amends: Some(RFC3986),
    hierarchy: Hierarchy::Generic(&Generic {
        authority: AuthorityRule {
            host: HostRule {
                literal: Literal::ZonedIpv6OrFuture {
                    future: rfc3986::IPV_FUTURE,
                    zone: rfc3986::UNRESERVED,
                },
                ..rfc3986::GENERIC.authority.host
            },
            ..rfc3986::GENERIC.authority
        },
        ..rfc3986::GENERIC
    }),
    // The compiled parser is that of RFC 3986 alone.
    compiled: None,
    ..*RFC3986
};

/// A list with more inserted in it at a place; `N` is the length of both together.
pub(crate) const fn inserted<T: Copy, const N: usize>(
    list: &[T],
    place: usize,
    more: &[T],
) -> [T; N] {
    let mut all = [list[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < place {
            list[at]
        } else if at < place + more.len() {
            more[at - place]
        } else {
            list[at - more.len()]
        };
        at += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{AMENDMENTS, Edition};
    use crate::{Level, Normalizer};

    /// The fast path writes an address before a zone as the list of actions does.
    #[test]
    fn addresses_before_a_zone() {
        let edition = Edition::named("rfc3986+rfc6874").unwrap();
        for text in ["//[FE80:0:0::1%25EN%61]:80/", "http://[::%25%7E%2f]:80", "x://[1::0:2%25a]"] {
            let reference = edition.parse(text).unwrap();
            for level in Level::ALL {
                let normal = reference.normalize(level).unwrap();
                let (explained, _) = Normalizer::new(level).explain_reference(reference).unwrap();
                assert_eq!(normal, explained, "{text} at {level:?}");
            }
        }
    }

    #[test]
    fn without_brackets_an_amendment_changes_nothing() {
        let texts = [
            "http://u@h:8/a;b?c#d",
            "mailto:a@b?c",
            "//h_/x",
            "a:b/c",
            "?",
            "1:b",
            "http://1.2.3.4/",
            "a b",
        ];
        for amended in AMENDMENTS.iter().map(|amendment| amendment.edition) {
            for text in texts {
                let read = |edition: &'static Edition| {
                    let parsed = edition.parse(text);
                    parsed
                        .map(|parsed| alloc::format!("{:?}", parsed.components()))
                        .map_err(|error| (error.kind(), error.offset()))
                };
                assert_eq!(read(amended), read(amended.amends.unwrap()), "{text}");
            }
        }
    }
}
