//! RFC 3987 (January 2005): IRIs, which are URIs with non-ASCII characters.
//!
//! It adds to RFC 3986 and changes nothing else, so this file has only the additions. The ranges are the rules
//! `ucschar` and `iprivate` of section 2.2; `tests/grammar` compares the parser with `spec/grammars/rfc3987.abnf`.

use super::beyond_ascii::BeyondAscii;
use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Extent, GroupRules, Inside, PathPlace, Production, SegmentRules, When,
};
use super::rfc3986::{PCHAR, RFC3986};
use super::rules::{Action, EmptyBasePath, NormalizationRule, PartRules, Rule, Sections};
use super::{Compiled, Edition};
use crate::code_points::CodePoints;
use crate::fault::ErrorKind as Kind;
use crate::level::Level;
use napkin_scan::ByteSet;

/// The non-ASCII characters that are unreserved in an IRI.
const UCSCHAR: CodePoints = CodePoints::of(&[
    '\u{A0}'..='\u{D7FF}',
    '\u{F900}'..='\u{FDCF}',
    '\u{FDF0}'..='\u{FFEF}',
    '\u{1_0000}'..='\u{1_FFFD}',
    '\u{2_0000}'..='\u{2_FFFD}',
    '\u{3_0000}'..='\u{3_FFFD}',
    '\u{4_0000}'..='\u{4_FFFD}',
    '\u{5_0000}'..='\u{5_FFFD}',
    '\u{6_0000}'..='\u{6_FFFD}',
    '\u{7_0000}'..='\u{7_FFFD}',
    '\u{8_0000}'..='\u{8_FFFD}',
    '\u{9_0000}'..='\u{9_FFFD}',
    '\u{A_0000}'..='\u{A_FFFD}',
    '\u{B_0000}'..='\u{B_FFFD}',
    '\u{C_0000}'..='\u{C_FFFD}',
    '\u{D_0000}'..='\u{D_FFFD}',
    '\u{E_1000}'..='\u{E_FFFD}',
]);

/// Private-use characters, which are allowed only in a query.
const IPRIVATE: CodePoints = CodePoints::of(&[
    '\u{E000}'..='\u{F8FF}',
    '\u{F_0000}'..='\u{F_FFFD}',
    '\u{10_0000}'..='\u{10_FFFD}',
]);

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
const GRAMMAR: &str = "2.2";

/// The section that says that references are resolved as in RFC 3986.
const REFERENCES: &str = "6.5";

/// RFC 3987, January 2005: IRIs. It adds to [`RFC3986`]: every URI of RFC 3986 is an IRI with the same parts.
pub const RFC3987: &Edition = &Edition {
    name: "rfc3987",
    title: "RFC 3987",
    document: "Internationalized Resource Identifiers (IRIs)",
    is_addition: true,
    amends: None,
    beyond_ascii: &BeyondAscii::new([UCSCHAR, IPRIVATE], [ENCODED, ENCODED_IN_HOST]),
    sections: Sections::new([GRAMMAR, GRAMMAR, "3.2"], [REFERENCES; 3], "5"),
    procedure: PROCEDURE,
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
    productions: PRODUCTIONS,
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

/// A rule of the grammar.
const fn rule(name: &'static str) -> Rule {
    Rule::new(name, GRAMMAR)
}

const SUB_DELIMS: ByteSet = RFC3986.reserved.without(ByteSet::of(b":/?#[]@"));
const DIGITS: &[Class] = &[Class::digit(GRAMMAR)];
const HEXADECIMAL: &[Class] = &[Class::hexdig(GRAMMAR, DIGITS)];
const UNRESERVED_CLASS: Class = Class::of(
    rule("iunreserved"),
    RFC3986.unreserved,
    &[
        Class::alpha(GRAMMAR),
        Class::digit(GRAMMAR),
        Class::of(rule("ucschar"), ByteSet::EMPTY, &[]).and_beyond_ascii(UCSCHAR),
    ],
)
.and_beyond_ascii(UCSCHAR);
const ESCAPE_CLASS: Class = Class::escape(rule("pct-encoded"), HEXADECIMAL);
const SUB_DELIMS_CLASS: Class = Class::of(rule("sub-delims"), SUB_DELIMS, &[]);
const IPRIVATE_CLASS: Class =
    Class::of(rule("iprivate"), ByteSet::EMPTY, &[]).and_beyond_ascii(IPRIVATE);
/// The classes of userinfo and names; the colon of userinfo is a literal of its rule.
const CHARACTERS: &[Class] = &[UNRESERVED_CLASS, ESCAPE_CLASS, SUB_DELIMS_CLASS];
const PCHAR_CLASS: Class =
    Class::with_escapes(rule("ipchar"), PCHAR, CHARACTERS).and_beyond_ascii(UCSCHAR);
const PCHARS: &[Class] = &[PCHAR_CLASS];
const SEGMENTS: SegmentRules = SegmentRules {
    first: rule("isegment"),
    first_characters: PCHARS,
    rest: rule("isegment"),
    rest_characters: PCHARS,
    parameter: None,
    empty_first: true,
    is_behind_slash: false,
};
/// Segments after a slash that is not the only one, and after a scheme.
const NOT_EMPTY: SegmentRules =
    SegmentRules { first: rule("isegment-nz"), empty_first: false, ..SEGMENTS };
const WITHOUT_COLON: SegmentRules =
    SegmentRules { first: rule("isegment-nz-nc"), first_characters: CHARACTERS, ..NOT_EMPTY };
const OCTET: Rule = rule("dec-octet");
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
    production(0, "IRI", Extent::Whole).when(When::Uri),
    production(0, "irelative-ref", Extent::Whole).when(When::Relative),
    production(1, "scheme", Extent::Scheme)
        .of(Inside::Characters(&[Class::alpha(GRAMMAR), Class::digit(GRAMMAR)])),
    production(1, "ihier-part", Extent::Hierarchy).when(When::Uri),
    production(1, "irelative-part", Extent::Hierarchy).when(When::Relative),
    production(2, "iauthority", Extent::Authority),
    production(3, "iuserinfo", Extent::Userinfo).of(Inside::Characters(CHARACTERS)),
    production(3, "ihost", Extent::Host),
    production(4, "IP-literal", Extent::Host).when(When::Host(&["ipv6", "ipvfuture"])),
    production(5, "IPv6address", Extent::InBrackets)
        .when(When::Host(&["ipv6"]))
        .of(Inside::Groups(&GROUPS)),
    production(5, "IPvFuture", Extent::InBrackets).when(When::Host(&["ipvfuture"])),
    production(4, "IPv4address", Extent::Host)
        .when(When::Host(&["ipv4"]))
        .of(Inside::Pieces(b'.', OCTET, DIGITS)),
    production(4, "ireg-name", Extent::Host)
        .when(When::Host(&["reg-name"]))
        .of(Inside::Characters(CHARACTERS)),
    production(3, "port", Extent::Port).of(Inside::Characters(DIGITS)),
    production(2, "ipath-abempty", Extent::Path)
        .when(When::Path(&[PathPlace::AfterAuthority, PathPlace::EmptyAfterAuthority]))
        .of(Inside::Segments(&SEGMENTS)),
    production(2, "ipath-absolute", Extent::Path)
        .when(When::Path(&[PathPlace::Absolute]))
        .of(Inside::Segments(&NOT_EMPTY)),
    production(2, "ipath-rootless", Extent::Path)
        .when(When::Path(&[PathPlace::Rootless]))
        .of(Inside::Segments(&NOT_EMPTY)),
    production(2, "ipath-noscheme", Extent::Path)
        .when(When::Path(&[PathPlace::NoScheme]))
        .of(Inside::Segments(&WITHOUT_COLON)),
    production(2, "ipath-empty", Extent::Path).when(When::Path(&[PathPlace::Empty])),
    production(1, "iquery", Extent::Query).of(Inside::Characters(&[PCHAR_CLASS, IPRIVATE_CLASS])),
    production(1, "ifragment", Extent::Fragment).of(Inside::Characters(PCHARS)),
];

/// The instructions of RFC 3986, on characters.
const PROCEDURE: &[Instruction] = &[
    Instruction::new("", REFERENCES, Operation::DropSameScheme),
    Instruction::new("", REFERENCES, Operation::Absolute),
    Instruction::new("", REFERENCES, Operation::InheritScheme),
    Instruction::new("", REFERENCES, Operation::OwnAuthority),
    Instruction::new("", REFERENCES, Operation::InheritAuthority),
    Instruction::new("", REFERENCES, Operation::InheritPath),
    Instruction::new("", REFERENCES, Operation::InheritQuery),
    Instruction::new("", REFERENCES, Operation::AbsolutePath),
    Instruction::new("", REFERENCES, Operation::Directory(EmptyBasePath::SlashAfterAuthority)),
    Instruction::new("", REFERENCES, Operation::AppendPath),
    Instruction::new("", REFERENCES, Operation::MoveSegments),
    Instruction::new("", REFERENCES, Operation::Recompose),
];
