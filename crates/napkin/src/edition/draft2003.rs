//! draft-fielding-uri-rfc2396bis-01 (March 2003), a working draft between RFC 2396 and RFC 3986.
//!
//! Hierarchical and opaque URIs; an authority is a server or else a registry name. Resolution has
//! three permitted ways with excess `..` segments.

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

const SCHEME: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
pub(crate) const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"-_.!~*'()"));
pub(crate) const RESERVED: ByteSet = ByteSet::of(b"[];/?:@&=+$,");
pub(crate) const URIC: ByteSet = RESERVED.or(UNRESERVED);
pub(crate) const PCHAR: ByteSet = UNRESERVED.or(ByteSet::of(b";:@&=+$,"));
const QUERY: ByteSet = PCHAR.or(ByteSet::of(b"/?"));

/// draft-fielding-uri-rfc2396bis-01, March 2003.
pub const DRAFT2003: &Edition = &Edition {
    name: "draft2003",
    title: "the 2003 draft",
    document: "draft-fielding-uri-rfc2396bis-01, Uniform Resource Identifier (URI): Generic Syntax",
    year: 2003,
    month: 3,
    is_rfc: false,
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
    hierarchy: Hierarchy::Generic(&Generic {
        segment: PCHAR,
        query: QUERY,
        fragment: QUERY,
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
                    last: LastLabel::Any,
                    final_dot: FinalDot::AfterLetterLabelBehindAnother,
                    longest: 63,
                },
                ipv4: Ipv4Rule::Octets,
                literal: Literal::Ipv6 { ipv4: Ipv4Rule::Octets, scope: None },
            },
            port: PortRule::MaybeDigits,
            empty: EmptyAuthority::NoHost,
            registry: Some(PCHAR),
        },
        leading_colon: false,
        empty_is_relative: true,
        parameters: Parameters::None,
        opaque: Opaque::UnlessSlash {
            first: URIC.without(ByteSet::of(b"/")),
            rest: URIC,
            empty_is_hierarchical: true,
            is_split: true,
            rule: Rule::new("opaque-part", "3"),
        },
    }),
    fragment_inside: false,
    sections: Sections::new(["2", "2.2", "2.4"], ["5.1", "5.2", "5.2"], "6.2"),
    resolution: Resolution::Merge(Merge {
        query_only: QueryOnly::WholePath,
        query_in_buffer: false,
        empty_base_path: EmptyBasePath::Slash,
        empty_base_is_none: false,
        lenient: Some(Lenient::Any),
        new_request: NewRequest::Base,
    }),
    excess: &[Excess::Retain, Excess::Remove, Excess::Error],
    normalization: &[
        NormalizationRule::new(
            Action::Decode(ALPHANUM.or(ByteSet::of(b"_~"))),
            Level::Percent,
            "6.2.2.2",
        ),
        NormalizationRule::new(Action::UppercaseHex, Level::Percent, "6.2.2.2"),
        NormalizationRule::new(Action::LowercaseScheme, Level::Case, "6.2.2.1"),
        NormalizationRule::new(Action::LowercaseHost, Level::Case, "6.2.2.1"),
        // `file:c:/x` has a path that dot segments are removed from only with its host: `file:///c:/x`.
        NormalizationRule::new(Action::LocalHost, Level::Scheme, "3.2.2"),
        NormalizationRule::new(Action::CollapseDotSegments, Level::Path, "6.2.2.3"),
        NormalizationRule::new(Action::ReduceReference, Level::Path, "5.2"),
        NormalizationRule::new(Action::DropEmptyPort, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::DropDefaultPort, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::ObservedRedirect, Level::Protocol, "6.2.4"),
    ],
    views: Views { forms: Some(["hierarchical", "opaque"]), authority_forms: true, ..Views::NONE },
    classes: &Classes::new(QUERY, ALPHA, SCHEME),
    plain: &[],
    compiled: None,
    rules_of_kinds: &[
        (Kind::InvalidPercentEncoding, Rule::new("escaped", "2.4.1")),
        (Kind::TooLong, Rule::new("URI-reference", "4")),
        (Kind::MissingScheme, Rule::new("absolute-URI", "3")),
        (Kind::UnexpectedScheme, Rule::new("relative-URI", "5")),
        (Kind::UnexpectedFragment, Rule::new("absolute-URI", "3")),
        (Kind::ColonInFirstSegment, Rule::new("rel-segment", "5")),
        (Kind::InvalidHost, Rule::new("reg-name", "3.2.1")),
        (Kind::UnclosedIpLiteral, Rule::new("IPv6reference", "3.2.2")),
        (Kind::InvalidIpv6, Rule::new("IPv6address", "3.2.2")),
        (Kind::ZoneIdentifier, Rule::new("IPv6address", "3.2.2")),
        (Kind::PathNotAbempty, Rule::new("net-path", "3")),
    ],
    rules_of_parts: PartRules {
        scheme: Rule::new("scheme", "3.1"),
        authority: Rule::new("authority", "3.2"),
        userinfo: Rule::new("userinfo", "3.2.2"),
        host: Rule::new("host", "3.2.2"),
        port: Rule::new("port", "3.2.2"),
        path: Rule::new("path-segments", "3.3"),
        query: Rule::new("query", "3.4"),
        fragment: Rule::new("fragment", "4.1"),
    },
};
