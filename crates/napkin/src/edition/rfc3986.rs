//! RFC 3986 (January 2005), STD 66: the grammar in force, as sets and rules.
//!
//! The sets are the rules of Appendix A by name; `tests/grammar` derives the same sets from
//! `spec/grammars/rfc3986.abnf`.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::rules::{
    Action, AuthorityRule, Colons, EmptyAuthority, Escapes, Excess, Generic, Hierarchy, HostRule,
    Ipv4Rule, Literal, NameRule, NormalizationRule, Opaque, Parameters, PartRules, PortRule,
    Resolution, Rule, SchemeRule, Sections, UserinfoRule, Views,
};
use super::{ALPHA, ALPHANUM, Compiled, Edition};
use crate::fault::ErrorKind as Kind;
use crate::level::Level;

const SCHEME: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
pub(crate) const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~"));
const GEN_DELIMS: ByteSet = ByteSet::of(b":/?#[]@");
pub(crate) const SUB_DELIMS: ByteSet = ByteSet::of(b"!$&'()*+,;=");
pub(crate) const REG_NAME: ByteSet = UNRESERVED.or(SUB_DELIMS);
pub(crate) const USERINFO: ByteSet = REG_NAME.or(ByteSet::of(b":"));
pub(crate) const IPV_FUTURE: ByteSet = USERINFO;
pub(crate) const PCHAR: ByteSet = REG_NAME.or(ByteSet::of(b":@"));
pub(crate) const QUERY: ByteSet = PCHAR.or(ByteSet::of(b"/?"));
pub(crate) const FRAGMENT: ByteSet = QUERY;

/// The generic syntax.
pub(super) const GENERIC: Generic = Generic {
    segment: PCHAR,
    query: QUERY,
    fragment: FRAGMENT,
    authority: AuthorityRule {
        end: ByteSet::of(b"/?"),
        userinfo: Some(UserinfoRule {
            raw: REG_NAME,
            escapes: true,
            colons: Colons::Any,
            empty: true,
        }),
        host: HostRule {
            name: NameRule::Registered(REG_NAME),
            ipv4: Ipv4Rule::Octets,
            literal: Literal::Ipv6OrFuture(IPV_FUTURE),
        },
        port: PortRule::MaybeDigits,
        empty: EmptyAuthority::EmptyHost,
        registry: None,
    },
    leading_colon: false,
    empty_is_relative: true,
    parameters: Parameters::None,
    opaque: Opaque::None,
};

/// RFC 3986, January 2005, the edition of [`Uri`](crate::Uri) and [`UriRef`](crate::UriRef).
pub const RFC3986: &Edition = &Edition {
    name: "rfc3986",
    title: "RFC 3986",
    document: "Uniform Resource Identifier (URI): Generic Syntax",
    year: 2005,
    month: 1,
    is_rfc: true,
    is_addition: false,
    amends: None,
    unreserved: UNRESERVED,
    reserved: GEN_DELIMS.or(SUB_DELIMS),
    beyond_ascii: BeyondAscii::NONE,
    escapes: Escapes::Octets,
    plus_is_space: false,
    encoder_keeps: UNRESERVED,
    scheme: SchemeRule {
        first: ALPHA,
        rest: SCHEME,
        escapes: false,
        case_sensitive: false,
        reported_lowercase: false,
        else_path: false,
    },
    hierarchy: Hierarchy::Generic(&GENERIC),
    fragment_inside: true,
    sections: Sections::new(["2", "2.2", "2.5"], ["5.1", "5.2.1", "5.2.2"], "6.2"),
    resolution: Resolution::RemoveDotSegments,
    excess: &[Excess::Remove],
    normalization: &[
        // Before triplets are decoded, since a `..` removes a segment `%2E` like any other.
        NormalizationRule::new(Action::ReduceReference, Level::Path, "5.2"),
        NormalizationRule::new(Action::Decode(UNRESERVED), Level::Percent, "6.2.2.2"),
        NormalizationRule::new(Action::UppercaseHex, Level::Case, "6.2.2.1"),
        NormalizationRule::new(Action::LowercaseScheme, Level::Case, "6.2.2.1"),
        NormalizationRule::new(Action::LowercaseHost, Level::Case, "6.2.2.1"),
        NormalizationRule::new(Action::RemoveDotSegments, Level::Path, "6.2.2.3"),
        NormalizationRule::new(Action::ReduceReference, Level::Path, "5.2"),
        NormalizationRule::new(Action::Ipv6Text, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::DropEmptyPort, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::DropDefaultPort, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::PortNumber, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::LocalHost, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::EmptyPath, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::LowercaseDomain, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::KnownSchemes, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::ObservedRedirect, Level::Protocol, "6.2.4"),
    ],
    views: Views { path_kinds: true, ..Views::NONE },
    classes: &Classes::new(QUERY, ALPHA, SCHEME),
    plain: &[],
    compiled: Some(Compiled::Uri),
    rules_of_kinds: RULES_OF_KINDS,
    rules_of_parts: PartRules {
        scheme: Rule::new("scheme", "3.1"),
        authority: Rule::new("authority", "3.2"),
        userinfo: Rule::new("userinfo", "3.2.1"),
        host: Rule::new("reg-name", "3.2.2"),
        port: Rule::new("port", "3.2.3"),
        path: Rule::new("segment", "3.3"),
        query: Rule::new("query", "3.4"),
        fragment: Rule::new("fragment", "3.5"),
    },
};

/// The rules that errors quote, by their kinds.
pub(super) const RULES_OF_KINDS: &[(Kind, Rule)] = &[
    (Kind::InvalidPercentEncoding, Rule::new("pct-encoded", "2.1")),
    (Kind::TooLong, Rule::new("URI-reference", "4.1")),
    (Kind::MissingScheme, Rule::new("URI", "3")),
    (Kind::UnexpectedScheme, Rule::new("relative-ref", "4.2")),
    (Kind::UnexpectedFragment, Rule::new("absolute-URI", "4.3")),
    (Kind::ColonInFirstSegment, Rule::new("path-noscheme", "3.3")),
    (Kind::UnclosedIpLiteral, Rule::new("IP-literal", "3.2.2")),
    (Kind::InvalidIpv6, Rule::new("IPv6address", "3.2.2")),
    (Kind::ZoneIdentifier, Rule::new("IPv6address", "3.2.2")),
    (Kind::InvalidIpvFuture, Rule::new("IPvFuture", "3.2.2")),
    (Kind::MissingHost, Rule::new("host", "3.2.2")),
    (Kind::PathNotAbempty, Rule::new("path-abempty", "3.3")),
    (Kind::MissingAuthority, Rule::new("authority", "3.2")),
];
