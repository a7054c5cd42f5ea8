//! Editions with an amendment, explained: the productions that the amendment adds.

use super::production::{Class, Extent, GroupRules, Inside, Production, When};
use super::rfc2396::{self, DIGITS, ESCAPE_CLASS, HEX, UNRESERVED_CLASS, productions};
use super::{Explanation, rfc3986};
use crate::edition::amended::{self, BRACKETS, IN_2732, URIC_WITH_BRACKETS, inserted};
use crate::edition::rfc2396::RESERVED;
use crate::edition::rules::Rule;

pub(super) const RFC2396_WITH_RFC2732: &Explanation = &Explanation {
    edition: amended::RFC2396_WITH_RFC2732,
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
    ..*rfc2396::EXPLANATION
};

pub(super) const RFC3986_WITH_RFC6874: &Explanation = &Explanation {
    edition: amended::RFC3986_WITH_RFC6874,
    productions: &inserted::<_, { rfc3986::PRODUCTIONS.len() + 1 }>(
        rfc3986::PRODUCTIONS,
        BEHIND_ADDRESS,
        &[ZONE],
    ),
    ..*rfc3986::EXPLANATION
};

const IN_6874: &str = "2 of RFC 6874";

const BEHIND_ADDRESS: usize = 10;
const ZONE: Production = Production::new(5, "ZoneID", IN_6874, Extent::Zone)
    .of(Inside::Characters(&[rfc3986::UNRESERVED_CLASS, rfc3986::ESCAPE_CLASS]));

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
    hexadecimal: &[HEX],
    decimal: DIGITS,
};

/// The productions of RFC 2396, and behind that of a host that is a name those of a host that is an address in brackets.
const PRODUCTIONS: &[Production] = &inserted::<_, { rfc2396::PRODUCTIONS.len() + IN_BRACKETS.len() }>(
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
    use super::{BEHIND_ADDRESS, BEHIND_HOSTNAME, PRODUCTIONS, rfc3986};

    /// Each place is behind the production that the inserted ones follow in the grammar.
    #[test]
    fn places_of_productions() {
        assert_eq!(PRODUCTIONS[BEHIND_HOSTNAME - 1].rule.name, "hostname");
        assert_eq!(rfc3986::PRODUCTIONS[BEHIND_ADDRESS - 1].rule.name, "IPv6address");
    }
}
