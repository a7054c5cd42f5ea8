//! RFC 3986 (January 2005), STD 66: the grammar in force, as sets and rules.
//!
//! The sets are the rules of Appendix A by name; `tests/grammar` derives the same sets from
//! `spec/grammars/rfc3986.abnf`.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Extent, GroupRules, Inside, PathPlace, Production, SegmentRules, When,
};
use super::rules::{
    Action, AuthorityRule, Colons, EmptyAuthority, EmptyBasePath, Escapes, Excess, Generic,
    Hierarchy, HostRule, Ipv4Rule, Literal, NameRule, NormalizationRule, Opaque, Parameters,
    PartRules, PortRule, Resolution, Rule, SchemeRule, Sections, UserinfoRule,
};
use super::{ALPHA, ALPHANUM, Compiled, Edition};
use crate::fault::ErrorKind as Kind;
use crate::level::Level;

const SCHEME: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
pub(super) const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~"));
const GEN_DELIMS: ByteSet = ByteSet::of(b":/?#[]@");
const SUB_DELIMS: ByteSet = ByteSet::of(b"!$&'()*+,;=");
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
    procedure: PROCEDURE,
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
    own_names: &[],
    own_terms: &[],
    forms: None,
    authority_forms: false,
    tells_scheme_specific_part: false,
    throws: false,
    path_kinds: true,
    classes: &Classes::new(QUERY, ALPHA, SCHEME),
    plain: &[],
    compiled: Some(Compiled::Uri),
    productions: PRODUCTIONS,
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

pub(super) const DIGITS: &[Class] = &[Class::digit("1.3")];
const HEXADECIMAL: &[Class] = &[Class::hexdig("1.3", DIGITS)];
pub(super) const UNRESERVED_CLASS: Class = Class::of(
    Rule::new("unreserved", "2.3"),
    UNRESERVED,
    &[Class::alpha("1.3"), Class::digit("1.3")],
);
pub(super) const ESCAPE_CLASS: Class = Class::escape(Rule::new("pct-encoded", "2.1"), HEXADECIMAL);
const SUB_DELIMS_CLASS: Class = Class::of(Rule::new("sub-delims", "2.2"), SUB_DELIMS, &[]);
/// The classes of userinfo and names; the colon of userinfo is a literal of its rule.
const CHARACTERS: &[Class] = &[UNRESERVED_CLASS, ESCAPE_CLASS, SUB_DELIMS_CLASS];
const PCHARS: &[Class] = &[Class::with_escapes(Rule::new("pchar", "3.3"), PCHAR, CHARACTERS)];
const SEGMENT: Rule = Rule::new("segment", "3.3");
const SEGMENTS: SegmentRules = SegmentRules {
    first: SEGMENT,
    first_characters: PCHARS,
    rest: SEGMENT,
    rest_characters: PCHARS,
    parameter: None,
    empty_first: true,
    is_behind_slash: false,
};
/// Segments after a slash that is not the only one, and after a scheme.
const NOT_EMPTY: SegmentRules =
    SegmentRules { first: Rule::new("segment-nz", "3.3"), empty_first: false, ..SEGMENTS };
const WITHOUT_COLON: SegmentRules = SegmentRules {
    first: Rule::new("segment-nz-nc", "3.3"),
    first_characters: CHARACTERS,
    ..NOT_EMPTY
};
const OCTET: Rule = Rule::new("dec-octet", "3.2.2");
const GROUPS: GroupRules = GroupRules {
    group: Rule::new("h16", "3.2.2"),
    last: Some(Rule::new("ls32", "3.2.2")),
    ipv4: Rule::new("IPv4address", "3.2.2"),
    octet: Some(OCTET),
    hexadecimal: HEXADECIMAL,
    decimal: DIGITS,
};

pub(super) const PRODUCTIONS: &[Production] = &[
    Production::new(0, "URI", "3", Extent::Whole).when(When::Uri),
    Production::new(0, "relative-ref", "4.2", Extent::Whole).when(When::Relative),
    Production::new(1, "scheme", "3.1", Extent::Scheme)
        .of(Inside::Characters(&[Class::alpha("1.3"), Class::digit("1.3")])),
    Production::new(1, "hier-part", "3", Extent::Hierarchy).when(When::Uri),
    Production::new(1, "relative-part", "4.2", Extent::Hierarchy).when(When::Relative),
    Production::new(2, "authority", "3.2", Extent::Authority),
    Production::new(3, "userinfo", "3.2.1", Extent::Userinfo).of(Inside::Characters(CHARACTERS)),
    Production::new(3, "host", "3.2.2", Extent::Host),
    Production::new(4, "IP-literal", "3.2.2", Extent::Host)
        .when(When::Host(&["ipv6", "ipvfuture"])),
    Production::new(5, "IPv6address", "3.2.2", Extent::InBrackets)
        .when(When::Host(&["ipv6"]))
        .of(Inside::Groups(&GROUPS)),
    Production::new(5, "IPvFuture", "3.2.2", Extent::InBrackets).when(When::Host(&["ipvfuture"])),
    Production::new(4, "IPv4address", "3.2.2", Extent::Host)
        .when(When::Host(&["ipv4"]))
        .of(Inside::Pieces(b'.', OCTET, DIGITS)),
    Production::new(4, "reg-name", "3.2.2", Extent::Host)
        .when(When::Host(&["reg-name"]))
        .of(Inside::Characters(CHARACTERS)),
    Production::new(3, "port", "3.2.3", Extent::Port).of(Inside::Characters(DIGITS)),
    Production::new(2, "path-abempty", "3.3", Extent::Path)
        .when(When::Path(&[PathPlace::AfterAuthority, PathPlace::EmptyAfterAuthority]))
        .of(Inside::Segments(&SEGMENTS)),
    Production::new(2, "path-absolute", "3.3", Extent::Path)
        .when(When::Path(&[PathPlace::Absolute]))
        .of(Inside::Segments(&NOT_EMPTY)),
    Production::new(2, "path-rootless", "3.3", Extent::Path)
        .when(When::Path(&[PathPlace::Rootless]))
        .of(Inside::Segments(&NOT_EMPTY)),
    Production::new(2, "path-noscheme", "3.3", Extent::Path)
        .when(When::Path(&[PathPlace::NoScheme]))
        .of(Inside::Segments(&WITHOUT_COLON)),
    Production::new(2, "path-empty", "3.3", Extent::Path).when(When::Path(&[PathPlace::Empty])),
    Production::new(1, "query", "3.4", Extent::Query).of(Inside::Characters(PCHARS)),
    Production::new(1, "fragment", "3.5", Extent::Fragment).of(Inside::Characters(PCHARS)),
];

const PROCEDURE: &[Instruction] = &[
    Instruction::new("", "5.2.2", Operation::DropSameScheme),
    Instruction::new("", "5.2.2", Operation::Absolute),
    Instruction::new("", "5.2.2", Operation::InheritScheme),
    Instruction::new("", "5.2.2", Operation::OwnAuthority),
    Instruction::new("", "5.2.2", Operation::InheritAuthority),
    Instruction::new("", "5.2.2", Operation::InheritPath),
    Instruction::new("", "5.2.2", Operation::InheritQuery),
    Instruction::new("", "5.2.2", Operation::AbsolutePath),
    Instruction::new("", "5.2.3", Operation::Directory(EmptyBasePath::SlashAfterAuthority)),
    Instruction::new("", "5.2.3", Operation::AppendPath),
    Instruction::new("1", "5.2.4", Operation::MoveSegments),
    Instruction::new("", "5.3", Operation::Recompose),
];
