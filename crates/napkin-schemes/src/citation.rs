//! The section that an error cites, by the edition that is asked for: a rule of a newer document is replaced by the
//! rule of the edition's own document that says the same.
//!
//! What one scheme has for itself is beside its definition, in [`Standing::rules`](crate::Standing); the rules that all
//! schemes share are here.

use napkin::Edition;
use napkin::edition::{DRAFT1997, DRAFT2003, JAVA, RFC1630, RFC1738, RFC1808, RFC2396, Rule};

/// A rule, and the edition's rule that says the same.
pub(crate) type Citation = (Rule, Rule);

/// The port belongs to another protocol.
pub(crate) const FOREIGN_PORT: Rule = rule("port", "RFC 3986 section 7.2");
/// A decoded octet would be a delimiter of the protocol.
pub(crate) const DELIMITERS: Rule = rule("encoded delimiters", "RFC 3986 section 7.2");
pub(crate) const PORT: Rule = rule("port", "RFC 3986 section 3.2.3");
pub(crate) const HOST: Rule = rule("host", "RFC 3986 section 3.2.2");
pub(crate) const REG_NAME: Rule = rule("reg-name", "RFC 3986 section 3.2.2");
pub(crate) const SCHEME: Rule = rule("scheme", "RFC 3986 section 3.1");

pub(crate) const fn rule(name: &'static str, section: &'static str) -> Rule {
    Rule { name, section }
}

/// The rules that all schemes share, by edition. An edition without security considerations of its own cites RFC 1738,
/// the document of its time that has them; `java.net.URI` cites RFC 2396, which it refers to.
static SHARED: &[(&Edition, &[Citation])] = &[
    (
        RFC1630,
        &[
            (FOREIGN_PORT, rule("port", "RFC 1738 section 6")),
            (DELIMITERS, rule("encoded delimiters", "RFC 1738 section 6")),
            (PORT, rule("port", "RFC 1630 section BNF")),
            (HOST, rule("host", "RFC 1630 section BNF")),
            (REG_NAME, rule("hostname", "RFC 1630 section BNF")),
            (SCHEME, rule("scheme", "RFC 1630 section 4")),
        ],
    ),
    (
        RFC1738,
        &[
            (FOREIGN_PORT, rule("port", "RFC 1738 section 6")),
            (DELIMITERS, rule("encoded delimiters", "RFC 1738 section 6")),
            (PORT, rule("port", "RFC 1738 section 3.1")),
            (HOST, rule("host", "RFC 1738 section 3.1")),
            (REG_NAME, rule("hostname", "RFC 1738 section 3.1")),
            (SCHEME, rule("scheme", "RFC 1738 section 2.1")),
        ],
    ),
    (
        RFC1808,
        &[
            (FOREIGN_PORT, rule("port", "RFC 1738 section 6")),
            (DELIMITERS, rule("encoded delimiters", "RFC 1738 section 6")),
            (PORT, rule("net_loc", "RFC 1808 section 2.4.3")),
            (HOST, rule("net_loc", "RFC 1808 section 2.4.3")),
            (REG_NAME, rule("net_loc", "RFC 1808 section 2.4.3")),
            (SCHEME, rule("scheme", "RFC 1808 section 2.4.2")),
        ],
    ),
    (
        DRAFT1997,
        &[
            (FOREIGN_PORT, rule("port", "the 1997 draft section 7")),
            (DELIMITERS, rule("escaped delimiters", "the 1997 draft section 7")),
            (PORT, rule("port", "the 1997 draft section 4.3.1")),
            (HOST, rule("host", "the 1997 draft section 4.3.1")),
            (REG_NAME, rule("hostname", "the 1997 draft section 4.3.1")),
            (SCHEME, rule("scheme", "the 1997 draft section 4.1")),
        ],
    ),
    (
        RFC2396,
        &[
            (FOREIGN_PORT, rule("port", "RFC 2396 section 7")),
            (DELIMITERS, rule("escaped delimiters", "RFC 2396 section 7")),
            (PORT, rule("port", "RFC 2396 section 3.2.2")),
            (HOST, rule("host", "RFC 2396 section 3.2.2")),
            (REG_NAME, rule("hostname", "RFC 2396 section 3.2.2")),
            (SCHEME, rule("scheme", "RFC 2396 section 3.1")),
        ],
    ),
    (
        JAVA,
        &[
            (FOREIGN_PORT, rule("port", "RFC 2396 section 7")),
            (DELIMITERS, rule("escaped delimiters", "RFC 2396 section 7")),
            (PORT, rule("port", "RFC 2396 section 3.2.2")),
            (HOST, rule("host", "RFC 2396 section 3.2.2")),
            (REG_NAME, rule("hostname", "RFC 2396 section 3.2.2")),
            (SCHEME, rule("scheme", "RFC 2396 section 3.1")),
        ],
    ),
    (
        DRAFT2003,
        &[
            (FOREIGN_PORT, rule("port", "the 2003 draft section 7.2")),
            (DELIMITERS, rule("escaped delimiters", "the 2003 draft section 7.2")),
            (PORT, rule("port", "the 2003 draft section 3.2.2")),
            (HOST, rule("host", "the 2003 draft section 3.2.2")),
            (REG_NAME, rule("hostname", "the 2003 draft section 3.2.2")),
            (SCHEME, rule("scheme", "the 2003 draft section 3.1")),
        ],
    ),
];

/// The rule that an edition's document has for what `rule` says, if it is one that all schemes share.
pub(crate) fn shared(rule: Rule, edition: &Edition) -> Rule {
    let own = SHARED.iter().find(|(named, _)| *named == edition.unamended());
    own.and_then(|(_, rules)| replaced(rule, rules)).unwrap_or(rule)
}

/// The other rule of a pair.
pub(crate) fn replaced(rule: Rule, rules: &[Citation]) -> Option<Rule> {
    rules.iter().find(|(newer, _)| *newer == rule).map(|(_, own)| *own)
}
