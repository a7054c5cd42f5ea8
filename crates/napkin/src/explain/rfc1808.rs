//! RFC 1808, explained: the names it gives to parts, the productions of its grammar, and its instructions for
//! resolution.

use napkin_scan::{ALPHA, ByteSet, DIGIT, HEXDIG};

use super::Explanation;
use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Extent, Inside, LabelRules, PathPlace, Production, SegmentRules, When,
};
use crate::edition::rfc1808::{PCHAR, RESERVED, UNRESERVED};
use crate::edition::rules::{EmptyBasePath, Rule};
use crate::edition::{ALPHANUM, RFC1808};
use crate::fault::Part;

pub(super) const EXPLANATION: &Explanation = &Explanation {
    edition: RFC1808,
    own_names: &[(Part::Authority, "net_loc")],
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

const BNF: &str = "2.2";
const ALPHA_CLASS: Class = Class::of(
    Rule::new("alpha", BNF),
    ALPHA,
    &[Class::lowalpha(BNF), Class::capitals("hialpha", BNF)],
);
const DIGIT_CLASS: Class = Class::of(Rule::new("digit", BNF), DIGIT, &[]);
const HEX: Class = Class::of(Rule::new("hex", BNF), HEXDIG, DIGITS);
const DIGITS: &[Class] = &[DIGIT_CLASS];
const LETTERS_DIGITS: &[Class] = &[ALPHA_CLASS, DIGIT_CLASS];
const UNRESERVED_CLASS: Class = Class::of(
    Rule::new("unreserved", BNF),
    UNRESERVED,
    &[
        ALPHA_CLASS,
        DIGIT_CLASS,
        Class::of(Rule::new("safe", BNF), ByteSet::of(b"$-_.+"), &[]),
        Class::of(Rule::new("extra", BNF), ByteSet::of(b"!*'(),"), &[]),
    ],
);
const ESCAPE_CLASS: Class = Class::escape(Rule::new("escape", BNF), &[HEX]);
const CHARACTERS: &[Class] = &[UNRESERVED_CLASS, ESCAPE_CLASS];
const UCHAR: Class = Class::with_escapes(Rule::new("uchar", BNF), UNRESERVED, CHARACTERS);
const UCHARS: &[Class] = &[UCHAR];
const RESERVED_CLASS: Class = Class::of(Rule::new("reserved", BNF), RESERVED, &[]);
const UCHARS_AND_RESERVED: &[Class] = &[UCHAR, RESERVED_CLASS];
const PCHARS: &[Class] = &[Class::with_escapes(Rule::new("pchar", BNF), PCHAR, UCHARS)];
const SEGMENTS: SegmentRules = SegmentRules {
    first: Rule::new("fsegment", BNF),
    first_characters: PCHARS,
    rest: Rule::new("segment", BNF),
    rest_characters: PCHARS,
    parameter: None,
    empty_first: true,
    is_behind_slash: true,
};
const LABELS: LabelRules = LabelRules {
    label: Rule::new("domainlabel", BNF),
    last: Rule::new("toplabel", BNF),
    last_needs_dot: false,
    only_is_last: true,
    characters: &[Class::of(Rule::new("alphanum", BNF), ALPHANUM, LETTERS_DIGITS)],
};

/// The relative URL of a generic URL is all the text after the colon.
const PRODUCTIONS: &[Production] = &[
    Production::new(0, "URL", BNF, Extent::Whole),
    Production::new(1, "absoluteURL", BNF, Extent::BeforeFragment).when(When::Uri),
    Production::new(2, "generic-RL", BNF, Extent::BeforeFragment).when(When::Uri),
    Production::new(3, "scheme", "2.4.2", Extent::Scheme).of(Inside::Characters(LETTERS_DIGITS)),
    Production::new(3, "relativeURL", BNF, Extent::AfterScheme),
    Production::new(4, "net_path", BNF, Extent::NetPath),
    Production::new(5, "net_loc", "2.4.3", Extent::Authority),
    Production::unnamed(6, Extent::Authority, PCHARS).when(When::Registry),
    Production::new(6, "login", BNF, Extent::Authority).when(When::Server),
    Production::new(7, "user", BNF, Extent::User).of(Inside::Characters(UCHARS)),
    Production::new(7, "password", BNF, Extent::Password).of(Inside::Characters(UCHARS)),
    Production::new(7, "hostport", BNF, Extent::HostAndPort),
    Production::new(8, "host", BNF, Extent::Host),
    Production::new(9, "hostname", BNF, Extent::Host)
        .when(When::Host(&["reg-name"]))
        .of(Inside::Labels(&LABELS)),
    Production::new(9, "hostnumber", BNF, Extent::Host)
        .when(When::Host(&["ipv4"]))
        .of(Inside::Characters(DIGITS)),
    Production::new(8, "port", BNF, Extent::Port).of(Inside::Characters(DIGITS)),
    Production::new(5, "abs_path", BNF, Extent::AbsolutePathAndQuery),
    Production::new(6, "rel_path", BNF, Extent::RelativePathAndQuery).when(When::Path(PATH_PLACES)),
    Production::new(7, "path", "2.4.6", Extent::Segments)
        .when(When::Path(PATH_PLACES))
        .of(Inside::Segments(&SEGMENTS)),
    Production::new(7, "params", "2.4.5", Extent::Parameters).of(Inside::Pieces(
        b';',
        Rule::new("param", BNF),
        PCHARS,
    )),
    Production::new(7, "query", "2.4.4", Extent::Query).of(Inside::Characters(UCHARS_AND_RESERVED)),
    Production::new(1, "fragment", "2.4.1", Extent::Fragment)
        .of(Inside::Characters(UCHARS_AND_RESERVED)),
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
    Instruction::new("2a", "4", Operation::WholeBase),
    Instruction::new("2b", "4", Operation::AbsoluteAsItIs),
    Instruction::new("2c", "4", Operation::InheritScheme),
    Instruction::new("3", "4", Operation::OwnAuthorityNotEmpty),
    Instruction::new("3", "4", Operation::InheritAuthority),
    Instruction::new("4", "4", Operation::AbsolutePath),
    Instruction::new("5", "4", Operation::InheritPath),
    Instruction::new("5a", "4", Operation::InheritParameters),
    Instruction::new("5b", "4", Operation::InheritQueryIfEmpty),
    Instruction::new("6", "4", Operation::Directory(EmptyBasePath::SlashAfterAuthority)),
    Instruction::new("6", "4", Operation::AppendPath),
    Instruction::new("6a", "4", Operation::RemoveDots),
    Instruction::new("6b", "4", Operation::RemoveLastDot),
    Instruction::new("6c", "4", Operation::RemoveParents),
    Instruction::new("6d", "4", Operation::RemoveLastParent),
    Instruction::new("7", "4", Operation::Recompose),
];
