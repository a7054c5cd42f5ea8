//! RFC 3986, explained: the names it gives to parts, the productions of its grammar, and its instructions for
//! resolution.

use super::Explanation;
use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Cut, Extent, GroupRules, Inside, PathPlace, Piece, Production, SegmentRules, When,
};
use crate::edition::RFC3986;
use crate::edition::rfc3986::{PCHAR, SUB_DELIMS, UNRESERVED};
use crate::edition::rules::{EmptyBasePath, Rule};

pub(super) const EXPLANATION: &Explanation = &Explanation {
    edition: RFC3986,
    own_names: &[],
    own_terms: &[],
    productions: PRODUCTIONS,
    procedure: PROCEDURE,
    throws: false,
};

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
const FUTURE: &[Piece] = &[
    Piece::unnamed(Cut::Character, Inside::Nothing),
    Piece::unnamed(Cut::Before(b"."), Inside::Characters(HEXADECIMAL)),
    Piece::unnamed(Cut::Rest, Inside::Characters(CHARACTERS)),
];
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
    Production::new(5, "IPvFuture", "3.2.2", Extent::InBrackets)
        .when(When::Host(&["ipvfuture"]))
        .of(Inside::Sequence(FUTURE)),
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
