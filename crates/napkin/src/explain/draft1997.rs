//! The 1997 draft, explained: the names it gives to parts, the productions of its grammar, and its instructions for
//! resolution.

use napkin_scan::{ALPHA, ByteSet, DIGIT, HEXDIG};

use super::Explanation;
use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Extent, Inside, LabelRules, PathPlace, Production, SegmentRules, When,
};
use crate::edition::draft1997::{RESERVED, UNRESERVED, URLC};
use crate::edition::rules::{EmptyBasePath, NewRequest, Rule};
use crate::edition::{ALPHANUM, DRAFT1997};
use crate::fault::Part;

pub(super) const EXPLANATION: &Explanation = &Explanation {
    edition: DRAFT1997,
    own_names: &[(Part::Authority, "site"), (Part::Userinfo, "user and password")],
    own_terms: &[
        ("reg-name", "hostname"),
        ("ipv4", "hostnumber"),
        ("relative-ref", "relativeURL"),
        ("network-path", "net_path"),
        ("absolute-path", "abs_path"),
        ("relative-path", "rel_path"),
    ],
    productions: PRODUCTIONS,
    procedure: PROCEDURE,
    throws: false,
};

const CORE: &str = "1.4";
const ALPHA_CLASS: Class = Class::of(
    Rule::new("alpha", CORE),
    ALPHA,
    &[Class::lowalpha(CORE), Class::capitals("upalpha", CORE)],
);
const DIGIT_CLASS: Class = Class::of(Rule::new("digit", CORE), DIGIT, &[]);
const HEX: Class = Class::of(Rule::new("hex", "2.4.1"), HEXDIG, DIGITS);
const DIGITS: &[Class] = &[DIGIT_CLASS];
const ALPHANUM_CLASS: Class =
    Class::of(Rule::new("alphanum", CORE), ALPHANUM, &[ALPHA_CLASS, DIGIT_CLASS]);
const UNRESERVED_CLASS: Class = Class::of(
    Rule::new("unreserved", "2.3"),
    UNRESERVED,
    &[ALPHANUM_CLASS, Class::of(Rule::new("mark", "2.3"), UNRESERVED, &[])],
);
const ESCAPE_CLASS: Class = Class::escape(Rule::new("escaped", "2.4.1"), &[HEX]);
const CHARACTERS: &[Class] = &[UNRESERVED_CLASS, ESCAPE_CLASS];
const PCHARS: &[Class] = &[Class::with_escapes(
    Rule::new("pchar", "4.3.2"),
    UNRESERVED.or(ByteSet::of(b":@&=+")),
    CHARACTERS,
)];
const URLCS: &[Class] = &[Class::with_escapes(
    Rule::new("urlc", "Appendix A"),
    URLC,
    &[Class::of(Rule::new("reserved", "2.2"), RESERVED, &[]), UNRESERVED_CLASS, ESCAPE_CLASS],
)];
const SEGMENTS: SegmentRules = SegmentRules {
    first: Rule::new("segment", "4.3.2"),
    first_characters: PCHARS,
    rest: Rule::new("segment", "4.3.2"),
    rest_characters: PCHARS,
    parameter: Some(Rule::new("param", "4.3.2")),
    empty_first: true,
    is_behind_slash: true,
};
const LABELS: LabelRules = LabelRules {
    label: Rule::new("domainlabel", "4.3.1"),
    last: Rule::new("toplabel", "4.3.1"),
    last_needs_dot: false,
    only_is_last: true,
    characters: &[ALPHANUM_CLASS],
};

/// The relative URL of a generic URL is all the text after the colon. A query directly after the site belongs to no
/// path (D97-A1).
const PRODUCTIONS: &[Production] = &[
    Production::new(0, "URL-reference", "3", Extent::Whole),
    Production::new(1, "absoluteURL", "4.2", Extent::BeforeFragment).when(When::Uri),
    Production::new(2, "generic-URL", "4.2", Extent::BeforeFragment).when(When::Hierarchical),
    Production::new(2, "opaque-URL", "4.2", Extent::BeforeFragment).when(When::Opaque),
    Production::new(3, "scheme", "4.1", Extent::Scheme)
        .of(Inside::Characters(&[ALPHA_CLASS, DIGIT_CLASS])),
    Production::unnamed(3, Extent::AfterScheme, URLCS).when(When::Opaque),
    Production::new(3, "relativeURL", "5", Extent::AfterScheme).when(When::NotOpaque),
    Production::new(4, "net_path", "5", Extent::NetPath).when(When::NotOpaque),
    Production::new(5, "site", "4.3.1", Extent::Authority).when(When::NotOpaque),
    Production::new(6, "user", "4.3.1", Extent::User).of(Inside::Characters(CHARACTERS)),
    Production::new(6, "password", "4.3.1", Extent::Password).of(Inside::Characters(CHARACTERS)),
    Production::new(6, "hostport", "4.3.1", Extent::HostAndPort),
    Production::new(7, "host", "4.3.1", Extent::Host),
    Production::new(8, "hostname", "4.3.1", Extent::Host)
        .when(When::Host(&["reg-name"]))
        .of(Inside::Labels(&LABELS)),
    Production::new(8, "hostnumber", "4.3.1", Extent::Host)
        .when(When::Host(&["ipv4"]))
        .of(Inside::Characters(DIGITS)),
    Production::new(7, "port", "4.3.1", Extent::Port).of(Inside::Characters(DIGITS)),
    Production::new(5, "query", "4.3.3", Extent::Query)
        .when(When::Path(&[PathPlace::EmptyAfterAuthority]))
        .of(Inside::Characters(URLCS)),
    Production::new(5, "abs_path", "5", Extent::AbsolutePathAndQuery).when(When::NotOpaque),
    Production::new(6, "rel_path", "5", Extent::RelativePathAndQuery).when(When::Path(PATH_PLACES)),
    Production::new(7, "path_segments", "4.3.2", Extent::Segments)
        .when(When::Path(PATH_PLACES))
        .of(Inside::Segments(&SEGMENTS)),
    Production::new(7, "query", "4.3.3", Extent::Query)
        .when(When::Path(PATH_PLACES))
        .of(Inside::Characters(URLCS)),
    Production::new(1, "fragment", "3", Extent::Fragment).of(Inside::Characters(URLCS)),
];

/// The places of a path, which may be empty.
const PATH_PLACES: &[PathPlace] = &[
    PathPlace::AfterAuthority,
    PathPlace::Absolute,
    PathPlace::Rootless,
    PathPlace::NoScheme,
    PathPlace::Empty,
];

const PROCEDURE: &[Instruction] = &[
    Instruction::new("2", "5.2", Operation::CurrentDocument(NewRequest::Document)),
    Instruction::new("3", "5.2", Operation::AbsoluteAsItIs),
    Instruction::new("3", "5.2", Operation::InheritScheme),
    Instruction::new("4", "5.2", Operation::OwnAuthority),
    Instruction::new("4", "5.2", Operation::InheritAuthority),
    Instruction::new("5", "5.2", Operation::AbsolutePath),
    Instruction::new("6a", "5.2", Operation::Directory(EmptyBasePath::SlashAfterAuthority)),
    Instruction::new("6b", "5.2", Operation::AppendPath),
    Instruction::new("6c", "5.2", Operation::AppendQuery),
    Instruction::new("6d", "5.2", Operation::RemoveDots),
    Instruction::new("6e", "5.2", Operation::RemoveLastDot),
    Instruction::new("6f", "5.2", Operation::RemoveParents),
    Instruction::new("6g", "5.2", Operation::RemoveLastParent),
    Instruction::new("6h", "5.2", Operation::CutQuery),
    Instruction::new("7", "5.2", Operation::Recompose),
];
