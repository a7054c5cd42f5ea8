//! java.net.URI: the syntax of the class in the Java platform, which is RFC 2396 and RFC 2732 with deviations.
//!
//! The sections are those of `docs/editions/java.md`, since the documentation of the class has none. They describe
//! the results of the class, observed on Java 17; 21 and 25 give the same results.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Extent, GroupRules, Inside, LabelRules, PathPlace, Production, SegmentRules, When,
};
use super::rfc2396::{PCHAR, RFC2396, SCHEME, UNRESERVED, URIC};
use super::rules::{
    Action, AuthorityRule, Colons, EmptyAuthority, Excess, FinalDot, Generic, Hierarchy, HostRule,
    Ipv4Rule, LastLabel, Literal, NameRule, NormalizationRule, Opaque, Parameters, PartRules,
    PortRule, Resolution, Rule, Sections, UserinfoRule,
};
use super::{ALPHA, ALPHANUM, Edition};
use crate::code_points::CodePoints;
use crate::fault::ErrorKind as Kind;
use crate::level::Level;

/// The non-ASCII characters allowed raw: all except controls and spaces.
const OTHER: CodePoints = CodePoints::of(&[
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
const RESERVED: ByteSet = RFC2396.reserved.or(ByteSet::of(b"[]"));
const URIC_WITH_BRACKETS: ByteSet = RESERVED.or(UNRESERVED);
const SCOPE: ByteSet = ALPHANUM.or(ByteSet::of(b"_."));
const HIGHEST_PORT: u32 = i32::MAX as u32;

/// The section with the grammar.
const GRAMMAR: &str = "2";

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
        },
    }),
    fragment_inside: true,
    sections: Sections::new([GRAMMAR, GRAMMAR, "3"], ["5"; 3], "7"),
    resolution: Resolution::Objects,
    procedure: &[Instruction::new("", "5", Operation::Components)],
    excess: &[Excess::Retain],
    normalization: &[NormalizationRule::new(Action::NormalizeObject, Level::Path, "4")],
    own_names: &[],
    own_terms: &[("reg-name", "hostname"), ("relative-ref", "relative"), ("ipv4", "IPv4address")],
    tells_scheme_specific_part: true,
    throws: true,
    // The masks leave brackets to the exact parser.
    classes: &Classes::new(URIC, ALPHA, SCHEME),
    productions: PRODUCTIONS,
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

/// A rule of the grammar.
const fn rule(name: &'static str) -> Rule {
    Rule::new(name, GRAMMAR)
}

const DIGITS: &[Class] = &[Class::digit(GRAMMAR)];
const HEXADECIMAL: &[Class] = &[Class::hexdig(GRAMMAR, DIGITS)];
const ALPHANUM_CLASS: Class =
    Class::of(rule("alphanum"), ALPHANUM, &[Class::alpha(GRAMMAR), Class::digit(GRAMMAR)]);
const OTHER_CLASS: Class = Class::of(rule("other"), ByteSet::EMPTY, &[]).and_beyond_ascii(OTHER);
const UNRESERVED_CLASS: Class = Class::of(
    rule("unreserved"),
    UNRESERVED,
    &[ALPHANUM_CLASS, Class::of(rule("mark"), UNRESERVED, &[])],
);
const ESCAPE_CLASS: Class = Class::escape(rule("escaped"), HEXADECIMAL);
const CHARACTERS: &[Class] = &[UNRESERVED_CLASS, ESCAPE_CLASS, OTHER_CLASS];
const PCHARS: &[Class] =
    &[Class::with_escapes(rule("pchar"), PCHAR.without(ByteSet::of(b";")), CHARACTERS)
        .and_beyond_ascii(OTHER)];
const URIC_CLASSES: &[Class] =
    &[Class::of(rule("reserved"), RESERVED, &[]), UNRESERVED_CLASS, ESCAPE_CLASS, OTHER_CLASS];
const URICS: &[Class] =
    &[Class::with_escapes(rule("uric"), URIC_WITH_BRACKETS, URIC_CLASSES).and_beyond_ascii(OTHER)];
const URIC_NO_SLASH: &[Class] = &[Class::with_escapes(
    rule("uric-no-slash"),
    URIC_WITH_BRACKETS.without(ByteSet::of(b"/")),
    CHARACTERS,
)
.and_beyond_ascii(OTHER)];
const SEGMENTS: SegmentRules = SegmentRules {
    first: rule("segment"),
    first_characters: PCHARS,
    rest: rule("segment"),
    rest_characters: PCHARS,
    parameter: None,
    empty_first: true,
    is_behind_slash: true,
};
const LABELS: LabelRules = LabelRules {
    label: rule("label"),
    last: rule("toplabel"),
    last_needs_dot: false,
    only_is_last: false,
    characters: &[ALPHANUM_CLASS],
};
const OCTET: Rule = rule("dec");
const GROUPS: GroupRules = GroupRules {
    group: rule("h16"),
    last: Some(rule("ls32")),
    ipv4: rule("IPv4address"),
    octet: Some(OCTET),
    hexadecimal: HEXADECIMAL,
    decimal: DIGITS,
};

/// A production of the grammar.
const fn production(depth: u8, name: &'static str, extent: Extent) -> Production {
    Production::new(depth, name, GRAMMAR, extent)
}

const PRODUCTIONS: &[Production] = &[
    production(0, "URI-reference", Extent::Whole),
    production(1, "absolute", Extent::BeforeFragment).when(When::Uri),
    production(1, "relative", Extent::BeforeFragment).when(When::Relative),
    production(2, "scheme", Extent::Scheme)
        .of(Inside::Characters(&[Class::alpha(GRAMMAR), Class::digit(GRAMMAR)])),
    production(2, "hier-part", Extent::AfterScheme).when(When::Hierarchical),
    production(2, "opaque-part", Extent::AfterScheme)
        .when(When::Opaque)
        .of(Inside::FirstThen(URIC_NO_SLASH, URICS)),
    production(3, "net-path", Extent::NetPathBeforeQuery).when(When::NotOpaque),
    production(5, "authority", Extent::Authority),
    production(6, "reg-name", Extent::Authority)
        .when(When::Registry)
        .of(Inside::Characters(CHARACTERS)),
    production(6, "server", Extent::Authority).when(When::Server),
    production(7, "userinfo", Extent::Userinfo).of(Inside::Characters(CHARACTERS)),
    production(7, "host", Extent::Host),
    production(8, "hostname", Extent::Host)
        .when(When::Host(&["reg-name"]))
        .of(Inside::Labels(&LABELS)),
    production(8, "IPv4address", Extent::Host)
        .when(When::Host(&["ipv4"]))
        .of(Inside::Pieces(b'.', OCTET, DIGITS)),
    production(8, "IPv6address", Extent::InBrackets)
        .when(When::Host(&["ipv6"]))
        .of(Inside::Groups(&GROUPS)),
    production(8, "scope-id", Extent::Scope).of(Inside::Characters(&[ALPHANUM_CLASS])),
    production(7, "port", Extent::Port).of(Inside::Characters(DIGITS)),
    production(3, "rel-path-or-empty", Extent::Path).when(When::Path(&[PathPlace::NoScheme])),
    production(4, "rel-segment", Extent::BeforeSlash)
        .when(When::Path(&[PathPlace::NoScheme]))
        .of(Inside::Characters(CHARACTERS)),
    production(4, "abs-path", Extent::FromSlash).when(When::NotOpaque),
    production(5, "path-segments", Extent::BehindSlash)
        .when(When::NotOpaque)
        .of(Inside::Segments(&SEGMENTS)),
    production(3, "query", Extent::Query).when(When::NotOpaque).of(Inside::Characters(URICS)),
    production(1, "fragment", Extent::Fragment).of(Inside::Characters(URICS)),
];
