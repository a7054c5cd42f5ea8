//! RFC 3987 (January 2005): IRIs, which are URIs with non-ASCII characters.
//!
//! It adds to RFC 3986 and changes nothing else, so this file has only the additions. The ranges are the rules
//! `ucschar` and `iprivate` of section 2.2; `tests/grammar` compares the parser with `spec/grammars/rfc3987.abnf`.

use super::beyond_ascii::BeyondAscii;
use super::rfc3986::RFC3986;
use super::rules::{Action, NormalizationRule, PartRules, Rule, Sections};
use super::{Compiled, Edition};
use crate::code_points::{CodePoints, IPRIVATE, UCSCHAR};
use crate::fault::ErrorKind as Kind;
use crate::level::Level;

/// Characters that conversion keeps encoded by section 6.1, and the bidirectional formatting characters of section
/// 4.1 with those of later Unicode versions: they look like a space, are invisible, or are width variants.
const ENCODED: CodePoints = CodePoints::of(&[
    '\u{A0}'..='\u{A0}',
    '\u{AD}'..='\u{AD}',
    '\u{61C}'..='\u{61C}',
    '\u{115F}'..='\u{1160}',
    '\u{1680}'..='\u{1680}',
    '\u{17B4}'..='\u{17B5}',
    '\u{180E}'..='\u{180E}',
    '\u{2000}'..='\u{200B}',
    '\u{200E}'..='\u{200F}',
    '\u{2028}'..='\u{202F}',
    '\u{205F}'..='\u{206F}',
    '\u{3000}'..='\u{3000}',
    '\u{3164}'..='\u{3164}',
    '\u{FEFF}'..='\u{FEFF}',
    '\u{FF00}'..='\u{FFEF}',
    '\u{1_BCA0}'..='\u{1_BCA3}',
    '\u{1_D173}'..='\u{1_D17A}',
]);

/// Characters kept encoded in a host only, where they are invisible; elsewhere scripts and emoji need them.
const ENCODED_IN_HOST: CodePoints = CodePoints::of(&[
    '\u{34F}'..='\u{34F}',
    '\u{180B}'..='\u{180D}',
    '\u{180F}'..='\u{180F}',
    '\u{200C}'..='\u{200D}',
    '\u{FE00}'..='\u{FE0F}',
]);

/// The section with the grammar.
pub(crate) const GRAMMAR: &str = "2.2";

/// The section that says that references are resolved as in RFC 3986.
pub(crate) const REFERENCES: &str = "6.5";

/// RFC 3987, January 2005: IRIs. It adds to [`RFC3986`]: every URI of RFC 3986 is an IRI with the same parts.
pub const RFC3987: &Edition = &Edition {
    name: "rfc3987",
    title: "RFC 3987",
    document: "Internationalized Resource Identifiers (IRIs)",
    is_addition: true,
    amends: None,
    beyond_ascii: &BeyondAscii::new([UCSCHAR, IPRIVATE], [ENCODED, ENCODED_IN_HOST]),
    sections: Sections::new([GRAMMAR, GRAMMAR, "3.2"], [REFERENCES; 3], "5"),
    normalization: &[
        // Before triplets are decoded, since a `..` removes a segment `%2E` like any other.
        NormalizationRule::new(Action::ReduceReference, Level::Path, REFERENCES),
        NormalizationRule::new(Action::Convert, Level::Percent, "5.3.2.3"),
        NormalizationRule::new(Action::UppercaseHex, Level::Case, "5.3.2.1"),
        NormalizationRule::new(Action::LowercaseScheme, Level::Case, "5.3.2.1"),
        NormalizationRule::new(Action::LowercaseHost, Level::Case, "5.3.2.1"),
        NormalizationRule::new(Action::RemoveDotSegments, Level::Path, "5.3.2.4"),
        NormalizationRule::new(Action::ReduceReference, Level::Path, REFERENCES),
        NormalizationRule::new(Action::Ipv6Text, Level::Scheme, "5.3.3"),
        NormalizationRule::new(Action::DropEmptyPort, Level::Scheme, "5.3.3"),
        NormalizationRule::new(Action::DropDefaultPort, Level::Scheme, "5.3.3"),
        NormalizationRule::new(Action::PortNumber, Level::Scheme, "5.3.3"),
        NormalizationRule::new(Action::LocalHost, Level::Scheme, "5.3.3"),
        NormalizationRule::new(Action::EmptyPath, Level::Scheme, "5.3.3"),
        NormalizationRule::new(Action::LowercaseDomain, Level::Scheme, "5.3.3"),
        NormalizationRule::new(Action::KnownSchemes, Level::Scheme, "5.3.3"),
        NormalizationRule::new(Action::ObservedRedirect, Level::Protocol, "5.3.4"),
    ],
    compiled: Some(Compiled::Iri),
    rules_of_kinds: &[
        (Kind::InvalidPercentEncoding, rule("pct-encoded")),
        (Kind::IllFormedUtf8, rule("IRI-reference")),
        (Kind::TooLong, rule("IRI-reference")),
        (Kind::MissingScheme, rule("IRI")),
        (Kind::UnexpectedScheme, rule("irelative-ref")),
        (Kind::UnexpectedFragment, rule("absolute-IRI")),
        (Kind::ColonInFirstSegment, rule("ipath-noscheme")),
        (Kind::UnclosedIpLiteral, rule("IP-literal")),
        (Kind::InvalidIpv6, rule("IPv6address")),
        (Kind::ZoneIdentifier, rule("IPv6address")),
        (Kind::InvalidIpvFuture, rule("IPvFuture")),
        (Kind::MissingHost, rule("ihost")),
        (Kind::PathNotAbempty, rule("ipath-abempty")),
        (Kind::MissingAuthority, rule("iauthority")),
    ],
    rules_of_parts: PartRules {
        scheme: rule("scheme"),
        authority: rule("iauthority"),
        userinfo: rule("iuserinfo"),
        host: rule("ireg-name"),
        port: rule("port"),
        path: rule("isegment"),
        query: rule("iquery"),
        fragment: rule("ifragment"),
    },
    ..*RFC3986
};

pub(crate) const fn rule(name: &'static str) -> Rule {
    Rule::new(name, GRAMMAR)
}
