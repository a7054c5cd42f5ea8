//! RFC 3987, explained: the names it gives to parts, the productions of its grammar, and its instructions for
//! resolution.

use napkin_scan::ByteSet;

use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Cut, Extent, GroupRules, Inside, PathPlace, Piece, Production, SegmentRules, When,
};
use super::{Explanation, rfc3986};
use crate::code_points::{IPRIVATE, UCSCHAR};
use crate::edition::RFC3987;
use crate::edition::rfc3986::{PCHAR, RFC3986};
use crate::edition::rfc3987::{GRAMMAR, REFERENCES, rule};
use crate::edition::rules::{EmptyBasePath, Rule};

pub(super) const EXPLANATION: &Explanation = &Explanation {
    edition: RFC3987,
    productions: PRODUCTIONS,
    procedure: PROCEDURE,
    ..*rfc3986::EXPLANATION
};

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
/// The classes of an address of a future version, which is ASCII.
const ASCII: &[Class] = &[
    Class::of(
        rule("unreserved"),
        RFC3986.unreserved,
        &[Class::alpha(GRAMMAR), Class::digit(GRAMMAR)],
    ),
    SUB_DELIMS_CLASS,
];
const FUTURE: &[Piece] = &[
    Piece::unnamed(Cut::Character, Inside::Nothing),
    Piece::unnamed(Cut::Before(b"."), Inside::Characters(HEXADECIMAL)),
    Piece::unnamed(Cut::Rest, Inside::Characters(ASCII)),
];
const OCTET: Rule = rule("dec-octet");
const GROUPS: GroupRules = GroupRules {
    group: rule("h16"),
    last: Some(rule("ls32")),
    ipv4: rule("IPv4address"),
    octet: Some(OCTET),
    hexadecimal: HEXADECIMAL,
    decimal: DIGITS,
};

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
    production(5, "IPvFuture", Extent::InBrackets)
        .when(When::Host(&["ipvfuture"]))
        .of(Inside::Sequence(FUTURE)),
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
