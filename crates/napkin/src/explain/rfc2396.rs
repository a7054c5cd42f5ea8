//! RFC 2396, explained: the names it gives to parts, the productions of its grammar, and its instructions for
//! resolution.

use napkin_scan::{ALPHA, ByteSet, DIGIT, HEXDIG};

use super::Explanation;
use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Extent, Inside, LabelRules, PathPlace, Production, SegmentRules, When,
};
use crate::edition::rfc2396::{PCHAR, RESERVED, UNRESERVED, URIC};
use crate::edition::rules::{EmptyBasePath, NewRequest, Rule};
use crate::edition::{ALPHANUM, RFC2396};

pub(super) const EXPLANATION: &Explanation = &Explanation {
    edition: RFC2396,
    own_names: &[],
    own_terms: &[
        ("reg-name", "hostname"),
        ("ipv4", "IPv4address"),
        ("relative-ref", "relativeURI"),
        ("network-path", "net_path"),
        ("absolute-path", "abs_path"),
        ("relative-path", "rel_path"),
    ],
    productions: PRODUCTIONS,
    procedure: PROCEDURE,
    throws: false,
};

const ALPHA_CLASS: Class = Class::of(
    Rule::new("alpha", "1.6"),
    ALPHA,
    &[Class::lowalpha("1.6"), Class::capitals("upalpha", "1.6")],
);
const DIGIT_CLASS: Class = Class::of(Rule::new("digit", "1.6"), DIGIT, &[]);
pub(super) const HEX: Class = Class::of(Rule::new("hex", "2.4.1"), HEXDIG, DIGITS);
pub(super) const DIGITS: &[Class] = &[DIGIT_CLASS];
const ALPHANUM_CLASS: Class =
    Class::of(Rule::new("alphanum", "1.6"), ALPHANUM, &[ALPHA_CLASS, DIGIT_CLASS]);
pub(super) const UNRESERVED_CLASS: Class = Class::of(
    Rule::new("unreserved", "2.3"),
    UNRESERVED,
    &[ALPHANUM_CLASS, Class::of(Rule::new("mark", "2.3"), UNRESERVED, &[])],
);
pub(super) const ESCAPE_CLASS: Class = Class::escape(Rule::new("escaped", "2.4.1"), &[HEX]);
const CHARACTERS: &[Class] = &[UNRESERVED_CLASS, ESCAPE_CLASS];
const PCHARS: &[Class] =
    &[Class::with_escapes(Rule::new("pchar", "3.3"), PCHAR.without(ByteSet::of(b";")), CHARACTERS)];
const URICS: &[Class] = &[Class::with_escapes(
    Rule::new("uric", "2"),
    URIC,
    &[Class::of(Rule::new("reserved", "2.2"), RESERVED, &[]), UNRESERVED_CLASS, ESCAPE_CLASS],
)];
const URIC_NO_SLASH: &[Class] = &[Class::with_escapes(
    Rule::new("uric_no_slash", "3"),
    URIC.without(ByteSet::of(b"/")),
    &[UNRESERVED_CLASS, ESCAPE_CLASS],
)];
const SEGMENTS: SegmentRules = SegmentRules {
    first: Rule::new("segment", "3.3"),
    first_characters: PCHARS,
    rest: Rule::new("segment", "3.3"),
    rest_characters: PCHARS,
    parameter: Some(Rule::new("param", "3.3")),
    empty_first: true,
    is_behind_slash: true,
};
const LABELS: LabelRules = LabelRules {
    label: Rule::new("domainlabel", "3.2.2"),
    last: Rule::new("toplabel", "3.2.2"),
    last_needs_dot: false,
    only_is_last: true,
    characters: &[ALPHANUM_CLASS],
};

const SCHEME_CHARACTERS: &[Class] = &[ALPHA_CLASS, DIGIT_CLASS];

pub(super) const PRODUCTIONS: &[Production] = &productions(URICS);

/// The productions, given the characters of opaque parts, queries and fragments.
pub(super) const fn productions(urics: &'static [Class]) -> [Production; 22] {
    [
        Production::new(0, "URI-reference", "4", Extent::Whole),
        Production::new(1, "absoluteURI", "3", Extent::BeforeFragment).when(When::Uri),
        Production::new(1, "relativeURI", "5", Extent::BeforeFragment).when(When::RelativeNotEmpty),
        Production::new(2, "scheme", "3.1", Extent::Scheme)
            .of(Inside::Characters(SCHEME_CHARACTERS)),
        Production::new(2, "hier_part", "3", Extent::AfterScheme).when(When::Hierarchical),
        Production::new(2, "opaque_part", "3", Extent::AfterScheme)
            .when(When::Opaque)
            .of(Inside::FirstThen(URIC_NO_SLASH, urics)),
        Production::new(3, "net_path", "3", Extent::NetPathBeforeQuery).when(When::NotOpaque),
        Production::new(5, "authority", "3.2", Extent::Authority),
        Production::new(6, "reg_name", "3.2.1", Extent::Authority)
            .when(When::Registry)
            .of(Inside::Characters(CHARACTERS)),
        Production::new(6, "server", "3.2.2", Extent::Authority).when(When::Server),
        Production::new(7, "userinfo", "3.2.2", Extent::Userinfo)
            .of(Inside::Characters(CHARACTERS)),
        Production::new(7, "hostport", "3.2.2", Extent::HostAndPort),
        Production::new(8, "host", "3.2.2", Extent::Host),
        Production::new(9, "hostname", "3.2.2", Extent::Host)
            .when(When::Host(&["reg-name"]))
            .of(Inside::Labels(&LABELS)),
        Production::new(9, "IPv4address", "3.2.2", Extent::Host)
            .when(When::Host(&["ipv4"]))
            .of(Inside::Characters(DIGITS)),
        Production::new(8, "port", "3.2.2", Extent::Port).of(Inside::Characters(DIGITS)),
        Production::new(3, "rel_path", "5", Extent::Path).when(When::Path(&[PathPlace::NoScheme])),
        Production::new(4, "rel_segment", "5", Extent::BeforeSlash)
            .when(When::Path(&[PathPlace::NoScheme]))
            .of(Inside::Characters(CHARACTERS)),
        Production::new(4, "abs_path", "3", Extent::FromSlash).when(When::NotOpaque),
        Production::new(5, "path_segments", "3.3", Extent::BehindSlash)
            .when(When::NotOpaque)
            .of(Inside::Segments(&SEGMENTS)),
        Production::new(3, "query", "3.4", Extent::Query)
            .when(When::NotOpaque)
            .of(Inside::Characters(urics)),
        Production::new(1, "fragment", "4.1", Extent::Fragment).of(Inside::Characters(urics)),
    ]
}

const PROCEDURE: &[Instruction] = &[
    Instruction::new("2", "5.2", Operation::CurrentDocument(NewRequest::Base)),
    Instruction::new("3", "5.2", Operation::DropSameScheme),
    Instruction::new("3", "5.2", Operation::AbsoluteAsItIs),
    Instruction::new("3", "5.2", Operation::InheritScheme),
    Instruction::new("4", "5.2", Operation::OwnAuthority),
    Instruction::new("4", "5.2", Operation::InheritAuthority),
    Instruction::new("5", "5.2", Operation::AbsolutePath),
    Instruction::new("6a", "5.2", Operation::Directory(EmptyBasePath::SlashAfterAuthority)),
    Instruction::new("6b", "5.2", Operation::AppendPath),
    Instruction::new("6c", "5.2", Operation::RemoveDots),
    Instruction::new("6d", "5.2", Operation::RemoveLastDot),
    Instruction::new("6e", "5.2", Operation::RemoveParents),
    Instruction::new("6f", "5.2", Operation::RemoveLastParent),
    Instruction::new("6g", "5.2", Operation::Excess),
    Instruction::new("7", "5.2", Operation::Recompose),
];
