//! Editions with an amendment: an RFC that updates the syntax of another one and stands beside it.
//!
//! They are what `--as-of` a year means, and no editions of their own in lists and tables. RFC 2732 (December 1999) adds
//! IPv6 addresses to RFC 2396. RFC 6874 (February 2013) adds zone identifiers to RFC 3986, until RFC 9844 (August 2025)
//! withdrew it. Errata correct a text and amend nothing: the sheets name them.

use napkin_scan::ByteSet;

use super::production::{Class, Extent, GroupRules, Inside, Production, When};
use super::rfc2396::{
    DIGITS, ESCAPE_CLASS, GENERIC, RESERVED, RULES_OF_KINDS, UNRESERVED_CLASS, URIC, productions,
};
use super::rules::{AuthorityRule, Generic, Hierarchy, HostRule, Ipv4Rule, Literal, Opaque, Rule};
use super::{Edition, RFC2396, RFC3986, rfc3986};
use crate::fault::ErrorKind as Kind;

/// An edition with an amendment, and when that was withdrawn.
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

const IN_2732: &str = "3 of RFC 2732";
const IN_6874: &str = "2 of RFC 6874";

/// The characters of queries, fragments and opaque parts: RFC 2732 makes the brackets reserved.
const URIC_WITH_BRACKETS: ByteSet = URIC.or(BRACKETS);
const BRACKETS: ByteSet = ByteSet::of(b"[]");

/// RFC 2396 as amended by RFC 2732, December 1999. The grammar of addresses in RFC 2732 counts no groups and does not
/// derive the document's own example `[::192.9.5.5]`; addresses are those of RFC 2373 section 2.2, which it takes them from.
const RFC2396_WITH_RFC2732: &Edition = &Edition {
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
        },
        ..GENERIC
    }),
    own_terms: &[
        ("reg-name", "hostname"),
        ("ipv4", "IPv4address"),
        ("ipv6", "IPv6reference"),
        ("relative-ref", "relativeURI"),
        ("network-path", "net_path"),
        ("absolute-path", "abs_path"),
        ("relative-path", "rel_path"),
    ],
    productions: PRODUCTIONS,
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
const RFC3986_WITH_RFC6874: &Edition = &Edition {
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
    productions: &inserted::<_, { rfc3986::PRODUCTIONS.len() + 1 }>(
        rfc3986::PRODUCTIONS,
        BEHIND_ADDRESS,
        &[ZONE],
    ),
    ..*RFC3986
};

const BEHIND_ADDRESS: usize = 10;
const ZONE: Production = Production::new(5, "ZoneID", IN_6874, Extent::Zone)
    .of(Inside::Characters(&[rfc3986::UNRESERVED_CLASS, rfc3986::ESCAPE_CLASS]));

/// A list with more inserted in it at a place; `N` is the length of both together.
const fn inserted<T: Copy, const N: usize>(list: &[T], place: usize, more: &[T]) -> [T; N] {
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

const URICS: &[Class] = &[Class::with_escapes(
    Rule::new("uric", "2"),
    URIC_WITH_BRACKETS,
    &[
        Class::of(Rule::new("reserved", IN_2732), RESERVED.or(BRACKETS), &[]),
        UNRESERVED_CLASS,
        ESCAPE_CLASS,
    ],
)];
const GROUPS: GroupRules = GroupRules {
    group: Rule::new("hex4", IN_2732),
    last: None,
    ipv4: Rule::new("IPv4address", IN_2732),
    octet: None,
    hexadecimal: &[Class::hexdig("1.6", DIGITS)],
    decimal: DIGITS,
};

/// The productions of RFC 2396, and behind that of a host that is a name those of a host that is an address in brackets.
const PRODUCTIONS: &[Production] = &inserted::<_, { RFC2396.productions.len() + IN_BRACKETS.len() }>(
    &productions(URICS),
    BEHIND_HOSTNAME,
    IN_BRACKETS,
);
const BEHIND_HOSTNAME: usize = 14;
const IN_BRACKETS: &[Production] = &[
    Production::new(9, "ipv6reference", IN_2732, Extent::Host).when(When::Host(&["ipv6"])),
    Production::new(10, "IPv6address", IN_2732, Extent::InBrackets)
        .when(When::Host(&["ipv6"]))
        .of(Inside::Groups(&GROUPS)),
];

#[cfg(test)]
mod tests {
    use super::{AMENDMENTS, BEHIND_ADDRESS, BEHIND_HOSTNAME, Edition, PRODUCTIONS, RFC3986};
    use crate::{Level, Normalizer};

    /// Each place is behind the production that the inserted ones follow in the grammar.
    #[test]
    fn places_of_productions() {
        assert_eq!(PRODUCTIONS[BEHIND_HOSTNAME - 1].rule.name, "hostname");
        assert_eq!(RFC3986.productions[BEHIND_ADDRESS - 1].rule.name, "IPv6address");
    }

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
