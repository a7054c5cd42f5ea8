//! draft-fielding-uri-rfc2396bis-01 (March 2003), a working draft between RFC 2396 and RFC 3986.
//!
//! Hierarchical and opaque URIs; an authority is a server or else a registry name. Resolution has
//! three permitted ways with excess `..` segments.

use super::context::{BaseHeader, BaseRule, Context, Delimiting};
use super::procedure::{Does, Instruction};
use super::production::{
    Class, Extent, GroupRules, Inside, LabelRules, PathPlace, Production, SegmentRules, When,
};
use super::rules::{
    Action, AuthorityRule, Colons, EmptyAuthority, EmptyBasePath, Escapes, Excess, FinalDot,
    Generic, Hierarchy, HostRule, Ipv4Rule, Lenient, Literal, Merge, NameRule, NewRequest,
    NormalizationRule, Opaque, PartRules, PortRule, QueryOnly, Resolution, Rule, SchemeRule,
    Sections, UserinfoRule,
};
use super::{ALPHA, ALPHANUM, Edition};
use crate::fault::ErrorKind as Kind;
use crate::level::Level;
use crate::scan::Classes;
use crate::set::ByteSet;

const SCHEME: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"-_.!~*'()"));
const RESERVED: ByteSet = ByteSet::of(b"[];/?:@&=+$,");
const URIC: ByteSet = RESERVED.or(UNRESERVED);
const PCHAR: ByteSet = UNRESERVED.or(ByteSet::of(b";:@&=+$,"));
const QUERY: ByteSet = PCHAR.or(ByteSet::of(b"/?"));

/// draft-fielding-uri-rfc2396bis-01, March 2003.
pub const DRAFT2003: &Edition = &Edition {
    name: "draft2003",
    title: "the 2003 draft",
    document: "draft-fielding-uri-rfc2396bis-01, Uniform Resource Identifier (URI): Generic Syntax",
    year: 2003,
    month: 3,
    is_rfc: false,
    unreserved: UNRESERVED,
    reserved: RESERVED,
    escapes: Escapes::Octets,
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
                    last_begins_with_letter: false,
                    final_dot: FinalDot::AfterLetterLabelBehindAnother,
                    longest: 63,
                },
                ipv4: Ipv4Rule::Octets,
                literal: Literal::Ipv6,
            },
            port: PortRule::MaybeDigits,
            empty: EmptyAuthority::NoHost,
            registry: Some(PCHAR),
        },
        leading_colon: false,
        empty_is_relative: true,
        parameters: false,
        opaque: Opaque::UnlessSlash {
            first: URIC.without(ByteSet::of(b"/")),
            rest: URIC,
            empty_is_hierarchical: true,
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
    procedure: PROCEDURE,
    context: Context {
        delimiting: Delimiting::by_wrappers("Appendix E"),
        suffixes: Some("Appendix F"),
        base: BaseRule {
            sections: ["5.1.1", "5.1.2", "5.1.3", "5.1.4"],
            headers: &[BaseHeader::CONTENT_BASE, BaseHeader::CONTENT_LOCATION],
            relative_in_content: false,
            none: None,
        },
    },
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
        NormalizationRule::new(Action::CollapseDotSegments, Level::Path, "6.2.2.3"),
        NormalizationRule::new(Action::DropEmptyPort, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::DropDefaultPort, Level::Scheme, "6.2.3"),
        NormalizationRule::new(Action::ObservedRedirect, Level::Protocol, "6.2.4"),
    ],
    own_names: &[],
    forms: Some(["hierarchical", "opaque"]),
    authority_forms: true,
    path_kinds: false,
    classes: &Classes::new(QUERY, ALPHA, SCHEME),
    plain: &[],
    compiled_in: false,
    productions: PRODUCTIONS,
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

const CORE: &str = "1.6";
const DIGITS: &[Class] = &[Class::digit(CORE)];
const HEXADECIMAL: &[Class] = &[Class::hexdig(CORE, DIGITS)];
const ALPHANUM_CLASS: Class =
    Class::of(Rule::new("alphanum", "3.2.2"), ALPHANUM, &[Class::alpha(CORE), Class::digit(CORE)]);
const UNRESERVED_CLASS: Class = Class::of(
    Rule::new("unreserved", "2.3"),
    UNRESERVED,
    &[Class::alpha(CORE), Class::digit(CORE), Class::of(Rule::new("mark", "2.3"), UNRESERVED, &[])],
);
const ESCAPE_CLASS: Class = Class::escape(Rule::new("escaped", "2.4.1"), HEXADECIMAL);
const CHARACTERS: &[Class] = &[UNRESERVED_CLASS, ESCAPE_CLASS];
const PCHARS: &[Class] = &[Class::with_escapes(Rule::new("pchar", "3.3"), PCHAR, CHARACTERS)];
const URICS: &[Class] = &[Class::with_escapes(
    Rule::new("uric", "2"),
    URIC,
    &[Class::of(Rule::new("reserved", "2.2"), RESERVED, &[]), UNRESERVED_CLASS, ESCAPE_CLASS],
)];
const OPAQUE_CHARS: &[Class] =
    &[Class::with_escapes(Rule::new("opaque-char", "3"), PCHAR.or(ByteSet::of(b"[]")), PCHARS)];
const SEGMENTS: SegmentRules = SegmentRules {
    first: Rule::new("segment", "3.3"),
    first_characters: PCHARS,
    rest: Rule::new("segment", "3.3"),
    rest_characters: PCHARS,
    parameter: None,
    empty_first: true,
};
const NOT_EMPTY: SegmentRules =
    SegmentRules { first: Rule::new("segment-nz", "3.3"), empty_first: false, ..SEGMENTS };
const WITHOUT_COLON: SegmentRules = SegmentRules {
    first: Rule::new("rel-segment", "5"),
    first_characters: CHARACTERS,
    ..NOT_EMPTY
};
const LABELS: LabelRules = LabelRules {
    label: Rule::new("domainlabel", "3.2.2"),
    last: Rule::new("toplabel", "3.2.2"),
    last_needs_dot: true,
    characters: &[ALPHANUM_CLASS],
};
const GROUPS: GroupRules = GroupRules {
    group: Rule::new("h4", "3.2.2"),
    last: Rule::new("ls32", "3.2.2"),
    ipv4: Rule::new("IPv4address", "3.2.2"),
    octet: Rule::new("dec-octet", "3.2.2"),
    hexadecimal: HEXADECIMAL,
    decimal: DIGITS,
};

const PRODUCTIONS: &[Production] = &[
    Production::new(0, "URI-reference", "4", Extent::Whole),
    Production::new(1, "absolute-URI", "3", Extent::BeforeFragment).when(When::Uri),
    Production::new(1, "relative-URI", "5", Extent::BeforeFragment).when(When::RelativeNotEmpty),
    Production::new(2, "scheme", "3.1", Extent::Scheme)
        .of(Inside::Characters(&[Class::alpha(CORE), Class::digit(CORE)])),
    Production::new(2, "hier-part", "3", Extent::AfterScheme).when(When::Hierarchical),
    Production::new(2, "opaque-part", "3", Extent::AfterScheme).when(When::Opaque),
    Production::new(3, "authority", "3.2", Extent::Authority),
    Production::new(4, "reg-name", "3.2.1", Extent::Authority)
        .when(When::Registry)
        .of(Inside::Characters(CHARACTERS)),
    Production::new(4, "server", "3.2.2", Extent::Authority).when(When::Server),
    Production::new(5, "userinfo", "3.2.2", Extent::Userinfo).of(Inside::Characters(CHARACTERS)),
    Production::new(5, "hostport", "3.2.2", Extent::HostAndPort),
    Production::new(6, "host", "3.2.2", Extent::Host),
    Production::new(7, "IPv6reference", "3.2.2", Extent::Host).when(When::Host(&["ipv6"])),
    Production::new(8, "IPv6address", "3.2.2", Extent::InBrackets)
        .when(When::Host(&["ipv6"]))
        .of(Inside::Groups(&GROUPS)),
    Production::new(7, "IPv4address", "3.2.2", Extent::Host)
        .when(When::Host(&["ipv4"]))
        .of(Inside::Pieces(b'.', GROUPS.octet, DIGITS)),
    Production::new(7, "hostname", "3.2.2", Extent::Host)
        .when(When::Host(&["reg-name"]))
        .of(Inside::Labels(&LABELS)),
    Production::new(6, "port", "3.2.2", Extent::Port).of(Inside::Characters(DIGITS)),
    Production::new(3, "path-abempty", "3.3", Extent::Path)
        .when(When::Path(&[PathPlace::AfterAuthority, PathPlace::EmptyAfterAuthority]))
        .of(Inside::Segments(&SEGMENTS)),
    Production::new(3, "path-absolute", "3", Extent::Path)
        .when(When::Path(&[PathPlace::Absolute]))
        .of(Inside::Segments(&NOT_EMPTY)),
    Production::new(3, "path-rootless", "3", Extent::Path)
        .when(When::Path(&[PathPlace::Rootless]))
        .of(Inside::Characters(OPAQUE_CHARS)),
    Production::new(3, "path-noscheme", "5", Extent::Path)
        .when(When::Path(&[PathPlace::NoScheme]))
        .of(Inside::Segments(&WITHOUT_COLON)),
    Production::new(3, "path-empty", "3.3", Extent::Path).when(When::Path(&[PathPlace::Empty])),
    Production::new(3, "query", "3.4", Extent::Query)
        .when(When::NotOpaque)
        .of(Inside::Characters(PCHARS)),
    Production::new(3, "opaque-query", "3", Extent::Query)
        .when(When::Opaque)
        .of(Inside::Characters(URICS)),
    Production::new(1, "fragment", "4.1", Extent::Fragment).of(Inside::Characters(PCHARS)),
];

const PROCEDURE: &[Instruction] = &[
    Instruction::new("", "5.2", Does::DropSameScheme),
    Instruction::new("", "5.2", Does::AbsoluteAsItIs),
    Instruction::new("", "5.2", Does::InheritScheme),
    Instruction::new("", "5.2", Does::CurrentDocument(NewRequest::Base)),
    Instruction::new("", "5.2", Does::OwnAuthority),
    Instruction::new("", "5.2", Does::InheritAuthority),
    Instruction::new("", "5.2", Does::InheritPath),
    Instruction::new("", "5.2", Does::AbsolutePath),
    Instruction::new("1", "5.2", Does::Directory(EmptyBasePath::Slash)),
    Instruction::new("2", "5.2", Does::AppendPath),
    Instruction::new("3", "5.2", Does::RemoveDots),
    Instruction::new("4", "5.2", Does::RemoveLastDot),
    Instruction::new("5", "5.2", Does::RemoveParents),
    Instruction::new("6", "5.2", Does::RemoveLastParent),
    Instruction::new("7", "5.2", Does::Excess),
    Instruction::new("", "5.2", Does::Recompose),
];
