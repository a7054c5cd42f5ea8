//! The 2003 draft, explained: the names it gives to parts, the productions of its grammar, and its instructions for
//! resolution.

use napkin_scan::ByteSet;

use super::Explanation;
use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Extent, GroupRules, Inside, LabelRules, PathPlace, Production, SegmentRules, When,
};
use crate::edition::draft2003::{PCHAR, RESERVED, UNRESERVED, URIC};
use crate::edition::rules::{EmptyBasePath, NewRequest, Rule};
use crate::edition::{ALPHANUM, DRAFT2003};

pub(super) const EXPLANATION: &Explanation = &Explanation {
    edition: DRAFT2003,
    own_names: &[],
    own_terms: &[
        ("reg-name", "hostname"),
        ("ipv4", "IPv4address"),
        ("ipv6", "IPv6reference"),
        ("relative-ref", "relative-URI"),
        ("network-path", "net-path"),
        ("absolute-path", "abs-path"),
        ("relative-path", "rel-path"),
    ],
    productions: PRODUCTIONS,
    procedure: PROCEDURE,
    throws: false,
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
const URIC_NO_SLASH: &[Class] = &[Class::with_escapes(
    Rule::new("uric-no-slash", "3"),
    URIC.without(ByteSet::of(b"/")),
    &[UNRESERVED_CLASS, ESCAPE_CLASS],
)];
const SEGMENTS: SegmentRules = SegmentRules {
    first: Rule::new("segment", "3.3"),
    first_characters: PCHARS,
    rest: Rule::new("segment", "3.3"),
    rest_characters: PCHARS,
    parameter: None,
    empty_first: true,
    is_behind_slash: true,
};
const LABELS: LabelRules = LabelRules {
    label: Rule::new("domainlabel", "3.2.2"),
    last: Rule::new("toplabel", "3.2.2"),
    last_needs_dot: true,
    only_is_last: true,
    characters: &[ALPHANUM_CLASS],
};
const OCTET: Rule = Rule::new("dec-octet", "3.2.2");
const GROUPS: GroupRules = GroupRules {
    group: Rule::new("h4", "3.2.2"),
    last: Some(Rule::new("ls32", "3.2.2")),
    ipv4: Rule::new("IPv4address", "3.2.2"),
    octet: Some(OCTET),
    hexadecimal: HEXADECIMAL,
    decimal: DIGITS,
};

const PRODUCTIONS: &[Production] = &[
    Production::new(0, "URI-reference", "4", Extent::Whole),
    Production::new(1, "absolute-URI", "3", Extent::BeforeFragment).when(When::Uri),
    Production::new(1, "relative-URI", "5", Extent::BeforeFragment).when(When::Relative),
    Production::new(2, "scheme", "3.1", Extent::Scheme)
        .of(Inside::Characters(&[Class::alpha(CORE), Class::digit(CORE)])),
    Production::new(2, "hier-part", "3", Extent::AfterScheme).when(When::Hierarchical),
    Production::new(2, "opaque-part", "3", Extent::AfterScheme)
        .when(When::Opaque)
        .of(Inside::FirstThen(URIC_NO_SLASH, URICS)),
    Production::new(3, "net-path", "3", Extent::NetPathBeforeQuery).when(When::NotOpaque),
    Production::new(5, "authority", "3.2", Extent::Authority),
    Production::new(6, "reg-name", "3.2.1", Extent::Authority)
        .when(When::Registry)
        .of(Inside::Characters(CHARACTERS)),
    Production::new(6, "server", "3.2.2", Extent::Authority).when(When::Server),
    Production::new(7, "userinfo", "3.2.2", Extent::Userinfo).of(Inside::Characters(CHARACTERS)),
    Production::new(7, "hostport", "3.2.2", Extent::HostAndPort),
    Production::new(8, "host", "3.2.2", Extent::Host),
    Production::new(9, "IPv6reference", "3.2.2", Extent::Host).when(When::Host(&["ipv6"])),
    Production::new(10, "IPv6address", "3.2.2", Extent::InBrackets)
        .when(When::Host(&["ipv6"]))
        .of(Inside::Groups(&GROUPS)),
    Production::new(9, "IPv4address", "3.2.2", Extent::Host)
        .when(When::Host(&["ipv4"]))
        .of(Inside::Pieces(b'.', OCTET, DIGITS)),
    Production::new(9, "hostname", "3.2.2", Extent::Host)
        .when(When::Host(&["reg-name"]))
        .of(Inside::Labels(&LABELS)),
    Production::new(8, "port", "3.2.2", Extent::Port).of(Inside::Characters(DIGITS)),
    Production::new(3, "rel-path", "5", Extent::Path).when(When::Path(&[PathPlace::NoScheme])),
    Production::new(4, "rel-segment", "5", Extent::BeforeSlash)
        .when(When::Path(&[PathPlace::NoScheme]))
        .of(Inside::Characters(CHARACTERS)),
    Production::new(4, "abs-path", "3", Extent::FromSlash).when(When::NotOpaque),
    Production::new(5, "path-segments", "3.3", Extent::BehindSlash)
        .when(When::NotOpaque)
        .of(Inside::Segments(&SEGMENTS)),
    Production::new(3, "query", "3.4", Extent::Query)
        .when(When::NotOpaque)
        .of(Inside::Characters(PCHARS)),
    Production::new(1, "fragment", "4.1", Extent::Fragment).of(Inside::Characters(PCHARS)),
];

const PROCEDURE: &[Instruction] = &[
    Instruction::new("", "5.2", Operation::DropSameScheme),
    Instruction::new("", "5.2", Operation::AbsoluteAsItIs),
    Instruction::new("", "5.2", Operation::InheritScheme),
    Instruction::new("", "5.2", Operation::CurrentDocument(NewRequest::Base)),
    Instruction::new("", "5.2", Operation::OwnAuthority),
    Instruction::new("", "5.2", Operation::InheritAuthority),
    Instruction::new("", "5.2", Operation::InheritPath),
    Instruction::new("", "5.2", Operation::AbsolutePath),
    Instruction::new("1", "5.2", Operation::Directory(EmptyBasePath::Slash)),
    Instruction::new("2", "5.2", Operation::AppendPath),
    Instruction::new("3", "5.2", Operation::RemoveDots),
    Instruction::new("4", "5.2", Operation::RemoveLastDot),
    Instruction::new("5", "5.2", Operation::RemoveParents),
    Instruction::new("6", "5.2", Operation::RemoveLastParent),
    Instruction::new("7", "5.2", Operation::Excess),
    Instruction::new("", "5.2", Operation::Recompose),
];
