//! Java.net.URI, explained: the names it gives to parts, the productions of its grammar, and its instructions for
//! resolution.

use napkin_scan::ByteSet;

use super::Explanation;
use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Extent, GroupRules, Inside, LabelRules, PathPlace, Production, SegmentRules, When,
};
use crate::edition::java::{GRAMMAR, OTHER, RESERVED, URIC_WITH_BRACKETS, rule};
use crate::edition::rfc2396::{PCHAR, UNRESERVED};
use crate::edition::rules::Rule;
use crate::edition::{ALPHANUM, JAVA};

/// The explanation of java.net.URI.
pub(super) const EXPLANATION: &Explanation = &Explanation {
    edition: JAVA,
    own_names: &[],
    own_terms: &[("reg-name", "hostname"), ("relative-ref", "relative"), ("ipv4", "IPv4address")],
    productions: PRODUCTIONS,
    procedure: &[Instruction::new("", "5", Operation::Components)],
    throws: true,
};

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
