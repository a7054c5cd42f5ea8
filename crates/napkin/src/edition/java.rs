//! java.net.URI: the syntax of the class in the Java platform, which is RFC 2396 and RFC 2732 with deviations.
//!
//! The sections are those of `docs/editions/java.md`, since the documentation of the class has none. They describe
//! the results of the class, observed on Java 17; 21 and 25 give the same results.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::rfc2396::{PCHAR, RFC2396, SCHEME, UNRESERVED, URIC};
use super::rules::{
    Action, AuthorityRule, Colons, EmptyAuthority, Excess, FinalDot, Generic, Hierarchy, HostRule,
    Ipv4Rule, LastLabel, Literal, NameRule, NormalizationRule, Opaque, Parameters, PartRules,
    PortRule, Resolution, Rule, Sections, UserinfoRule, Views,
};
use super::{ALPHA, ALPHANUM, Edition};
use crate::code_points::CodePoints;
use crate::fault::ErrorKind as Kind;
use crate::level::Level;

/// The non-ASCII characters allowed raw: all except controls and spaces.
pub(crate) const OTHER: CodePoints = CodePoints::of(&[
    '\u{A1}'..='\u{167F}',
    '\u{1681}'..='\u{1FFF}',
    '\u{200B}'..='\u{2027}',
    '\u{202A}'..='\u{202E}',
    '\u{2030}'..='\u{205E}',
    '\u{2060}'..='\u{2FFF}',
    '\u{3001}'..='\u{D7FF}',
    '\u{E000}'..='\u{10FFFF}',
]);

/// With the brackets of RFC 2732.
pub(crate) const RESERVED: ByteSet = RFC2396.reserved.or(ByteSet::of(b"[]"));
pub(crate) const URIC_WITH_BRACKETS: ByteSet = RESERVED.or(UNRESERVED);
const SCOPE: ByteSet = ALPHANUM.or(ByteSet::of(b"_."));
const HIGHEST_PORT: u32 = i32::MAX as u32;

/// The section with the grammar.
pub(crate) const GRAMMAR: &str = "2";

/// java.net.URI, as in Java 17 and later. It varies [`RFC2396`], with the IPv6 addresses of RFC 2732.
pub const JAVA: &Edition = &Edition {
    name: "java",
    title: "java.net.URI",
    document: "java.net.URI (Java SE 17)",
    year: 2021,
    month: 9,
    is_rfc: false,
    is_addition: true,
    reserved: RESERVED,
    beyond_ascii: &BeyondAscii::new([OTHER, CodePoints::EMPTY], [CodePoints::EMPTY; 2]),
    hierarchy: Hierarchy::Generic(&Generic {
        segment: PCHAR,
        query: URIC_WITH_BRACKETS,
        fragment: URIC_WITH_BRACKETS,
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
                    last: LastLabel::LetterOrOnly,
                    final_dot: FinalDot::AfterLastLabel,
                    longest: usize::MAX,
                },
                ipv4: Ipv4Rule::Values,
                literal: Literal::Ipv6 { ipv4: Ipv4Rule::Values, scope: Some(SCOPE) },
            },
            port: PortRule::MaybeDigitsUpTo(HIGHEST_PORT),
            empty: EmptyAuthority::UndefinedBeforeText,
            registry: Some(PCHAR),
        },
        leading_colon: false,
        empty_is_relative: true,
        parameters: Parameters::None,
        opaque: Opaque::UnlessSlash {
            first: URIC_WITH_BRACKETS.without(ByteSet::of(b"/")),
            rest: URIC_WITH_BRACKETS,
            empty_is_hierarchical: false,
            is_split: false,
            rule: rule("opaque-part"),
        },
    }),
    fragment_inside: true,
    sections: Sections::new([GRAMMAR, GRAMMAR, "3"], ["5"; 3], "7"),
    resolution: Resolution::Objects,
    excess: &[Excess::Retain],
    normalization: &[NormalizationRule::new(Action::NormalizeObject, Level::Path, "4")],
    views: Views { scheme_specific_part: true, ..RFC2396.views },
    // The masks leave brackets to the exact parser.
    classes: &Classes::new(URIC, ALPHA, SCHEME),
    rules_of_kinds: &[
        (Kind::InvalidPercentEncoding, rule("escaped")),
        (Kind::IllFormedUtf8, rule("URI-reference")),
        (Kind::TooLong, rule("URI-reference")),
        (Kind::MissingScheme, rule("absolute")),
        (Kind::UnexpectedScheme, rule("relative")),
        (Kind::UnexpectedFragment, rule("absolute")),
        (Kind::ColonInFirstSegment, rule("rel-segment")),
        (Kind::UnclosedIpLiteral, rule("host")),
        (Kind::InvalidIpv6, rule("IPv6address")),
        (Kind::InvalidHost, rule("host")),
        (Kind::MissingHost, rule("host")),
        (Kind::NothingAfterScheme, rule("absolute")),
        (Kind::PathNotAbempty, rule("net-path")),
    ],
    rules_of_parts: PartRules {
        scheme: rule("scheme"),
        authority: rule("authority"),
        userinfo: rule("userinfo"),
        host: rule("host"),
        port: rule("port"),
        path: rule("path-segments"),
        query: rule("query"),
        fragment: rule("fragment"),
    },
    ..*RFC2396
};

pub(crate) const fn rule(name: &'static str) -> Rule {
    Rule::new(name, GRAMMAR)
}
