//! RFC 2396 (August 1998), Uniform Resource Identifiers (URI): Generic Syntax.
//!
//! Hierarchical and opaque URIs. An authority is a server or else a registry name, without IPv6. Resolving a
//! reference that is only a query drops the last segment of the base, but no longer merges the query.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::rules::{
    Action, AuthorityRule, Colons, EmptyAuthority, EmptyBasePath, Escapes, Excess, FinalDot,
    Generic, Hierarchy, HostRule, Ipv4Rule, LastLabel, Lenient, Literal, Merge, NameRule,
    NewRequest, NormalizationRule, Opaque, Parameters, PartRules, PortRule, QueryOnly, Resolution,
    Rule, SchemeRule, Sections, UserinfoRule, Views,
};
use super::{ALPHA, ALPHANUM, Edition};
use crate::fault::ErrorKind as Kind;
use crate::level::Level;

pub(super) const SCHEME: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
pub(crate) const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"-_.!~*'()"));
pub(crate) const RESERVED: ByteSet = ByteSet::of(b";/?:@&=+$,");
pub(crate) const URIC: ByteSet = RESERVED.or(UNRESERVED);
pub(crate) const PCHAR: ByteSet = UNRESERVED.or(ByteSet::of(b";:@&=+$,"));

/// The generic syntax.
pub(super) const GENERIC: Generic = Generic {
    segment: PCHAR,
    query: URIC,
    fragment: URIC,
    authority: AuthorityRule {
        end: ByteSet::of(b"/?"),
        userinfo: Some(UserinfoRule {
            raw: UNRESERVED.or(ByteSet::of(b";&=+$,")),
            escapes: true,
            colons: Colons::Any,
            empty: true,
        }),
        host: HostRule {
            name: NameRule::Labels {
                last: LastLabel::Letter,
                final_dot: FinalDot::AfterLetterLabel,
                longest: usize::MAX,
            },
            ipv4: Ipv4Rule::Digits,
            literal: Literal::No,
        },
        port: PortRule::MaybeDigits,
        empty: EmptyAuthority::NoHost,
        registry: Some(PCHAR),
    },
    leading_colon: false,
    empty_is_relative: false,
    parameters: Parameters::OfSegments,
    opaque: Opaque::UnlessSlash {
        first: URIC.without(ByteSet::of(b"/")),
        rest: URIC,
        empty_is_hierarchical: false,
        is_split: true,
        rule: Rule::new("opaque_part", "3"),
    },
};

/// RFC 2396, August 1998.
pub const RFC2396: &Edition = &Edition {
    name: "rfc2396",
    title: "RFC 2396",
    document: "Uniform Resource Identifiers (URI): Generic Syntax",
    year: 1998,
    month: 8,
    is_rfc: true,
    is_addition: false,
    amends: None,
    unreserved: UNRESERVED,
    reserved: RESERVED,
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
    fragment_inside: false,
    sections: Sections::new(["2", "2.2", "2.4"], ["5.1", "5.2", "5.2"], "6"),
    resolution: Resolution::Merge(Merge {
        query_only: QueryOnly::Directory,
        query_in_buffer: false,
        empty_base_path: EmptyBasePath::SlashAfterAuthority,
        empty_base_is_none: false,
        lenient: Some(Lenient::Hierarchical),
        new_request: NewRequest::Base,
    }),
    excess: &[Excess::Retain, Excess::Remove, Excess::Error],
    normalization: &[
        NormalizationRule::new(Action::Decode(UNRESERVED), Level::Percent, "2.3"),
        NormalizationRule::new(Action::UppercaseHex, Level::Percent, "2.4.1"),
        NormalizationRule::new(Action::LowercaseScheme, Level::Case, "3.1"),
        NormalizationRule::new(Action::LowercaseHost, Level::Case, "6"),
        NormalizationRule::new(Action::ReduceReference, Level::Path, "5.2"),
        NormalizationRule::new(Action::DropEmptyPort, Level::Scheme, "3.2.2"),
        NormalizationRule::new(Action::DropDefaultPort, Level::Scheme, "3.2.2"),
    ],
    views: Views { forms: Some(["hierarchical", "opaque"]), authority_forms: true, ..Views::NONE },
    classes: &Classes::new(URIC, ALPHA, SCHEME),
    plain: &[],
    compiled: None,
    rules_of_kinds: RULES_OF_KINDS,
    rules_of_parts: PartRules {
        scheme: Rule::new("scheme", "3.1"),
        authority: Rule::new("authority", "3.2"),
        userinfo: Rule::new("userinfo", "3.2.2"),
        host: Rule::new("host", "3.2.2"),
        port: Rule::new("port", "3.2.2"),
        path: Rule::new("path_segments", "3.3"),
        query: Rule::new("query", "3.4"),
        fragment: Rule::new("fragment", "4.1"),
    },
};

/// The rules that errors quote, by their kinds.
pub(super) const RULES_OF_KINDS: &[(Kind, Rule)] = &[
    (Kind::InvalidPercentEncoding, Rule::new("escaped", "2.4.1")),
    (Kind::TooLong, Rule::new("URI-reference", "4")),
    (Kind::MissingScheme, Rule::new("absoluteURI", "3")),
    (Kind::UnexpectedScheme, Rule::new("relativeURI", "5")),
    (Kind::EmptyReference, Rule::new("relativeURI", "5")),
    (Kind::UnexpectedFragment, Rule::new("absoluteURI", "4.1")),
    (Kind::ColonInFirstSegment, Rule::new("rel_segment", "5")),
    (Kind::InvalidHost, Rule::new("host", "3.2.2")),
    (Kind::NothingAfterScheme, Rule::new("absoluteURI", "3")),
    (Kind::PathNotAbempty, Rule::new("net_path", "3")),
];
