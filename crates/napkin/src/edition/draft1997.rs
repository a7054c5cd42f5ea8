//! draft-fielding-url-syntax-05 (May 1997), the working draft that became RFC 2396.
//!
//! A generic syntax with a site of user, password and a strict host name. A text with a scheme that does not fit
//! this syntax is an opaque URL. Resolution merges the query with the path.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Extent, Inside, LabelRules, PathPlace, Production, SegmentRules, When,
};
use super::rules::{
    Action, AuthorityRule, Colons, EmptyAuthority, EmptyBasePath, Escapes, Excess, FinalDot,
    Generic, Hierarchy, HostRule, Ipv4Rule, LastLabel, Literal, Merge, NameRule, NewRequest,
    NormalizationRule, Opaque, Parameters, PartRules, PortRule, QueryOnly, Resolution, Rule,
    SchemeRule, Sections, UserinfoRule,
};
use super::{ALPHANUM, Edition};
use crate::fault::{ErrorKind as Kind, Part};
use crate::level::Level;

const SCHEME: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"$-_.!~*'(),"));
const RESERVED: ByteSet = ByteSet::of(b";/?:@&=+");
const URLC: ByteSet = RESERVED.or(UNRESERVED);

/// draft-fielding-url-syntax-05, May 1997.
pub const DRAFT1997: &Edition = &Edition {
    name: "draft1997",
    title: "the 1997 draft",
    document: "draft-fielding-url-syntax-05, Uniform Resource Locators (URL): Generic Syntax and Semantics",
    year: 1997,
    month: 5,
    is_rfc: false,
    is_addition: false,
    amends: None,
    unreserved: UNRESERVED,
    reserved: RESERVED,
    beyond_ascii: BeyondAscii::NONE,
    escapes: Escapes::Octets,
    plus_is_space: false,
    encoder_keeps: UNRESERVED,
    scheme: SchemeRule {
        first: SCHEME,
        rest: SCHEME,
        escapes: false,
        case_sensitive: false,
        reported_lowercase: false,
        else_path: false,
    },
    hierarchy: Hierarchy::Generic(&Generic {
        segment: UNRESERVED.or(ByteSet::of(b":@&=+;")),
        query: URLC,
        fragment: URLC,
        authority: AuthorityRule {
            end: ByteSet::of(b"/?"),
            userinfo: Some(UserinfoRule {
                raw: UNRESERVED.or(ByteSet::of(b";&=+")),
                escapes: true,
                colons: Colons::One,
                empty: true,
            }),
            host: HostRule {
                name: NameRule::Labels {
                    last: LastLabel::Letter,
                    final_dot: FinalDot::No,
                    longest: usize::MAX,
                },
                ipv4: Ipv4Rule::Digits,
                literal: Literal::No,
            },
            port: PortRule::MaybeDigits,
            empty: EmptyAuthority::NoHost,
            registry: None,
        },
        leading_colon: true,
        empty_is_relative: true,
        parameters: Parameters::OfSegments,
        opaque: Opaque::Fallback(URLC),
    }),
    fragment_inside: false,
    sections: Sections::new(["2", "2.2", "2.4"], ["5.1", "5.2", "5.2"], "2.3"),
    resolution: Resolution::Merge(Merge {
        query_only: QueryOnly::Directory,
        query_in_buffer: true,
        empty_base_path: EmptyBasePath::SlashAfterAuthority,
        empty_base_is_none: true,
        lenient: None,
        new_request: NewRequest::Document,
    }),
    procedure: PROCEDURE,
    excess: &[Excess::Retain],
    normalization: &[
        NormalizationRule::new(Action::Decode(UNRESERVED), Level::Percent, "2.3"),
        NormalizationRule::new(Action::UppercaseHex, Level::Percent, "2.4.1"),
        NormalizationRule::new(Action::LowercaseScheme, Level::Case, "4.1"),
        NormalizationRule::new(Action::LowercaseHost, Level::Case, "4.3.1"),
        NormalizationRule::new(Action::ReduceReference, Level::Path, "4"),
        NormalizationRule::new(Action::DropEmptyPort, Level::Scheme, "4.3.1"),
        NormalizationRule::new(Action::DropDefaultPort, Level::Scheme, "4.3.1"),
    ],
    own_names: &[(Part::Authority, "site"), (Part::Userinfo, "user and password")],
    own_terms: &[
        ("reg-name", "hostname"),
        ("ipv4", "hostnumber"),
        ("relative-ref", "relativeURL"),
        ("network-path", "net_path"),
        ("absolute-path", "abs_path"),
        ("relative-path", "rel_path"),
    ],
    forms: Some(["generic", "opaque"]),
    authority_forms: false,
    tells_scheme_specific_part: false,
    throws: false,
    path_kinds: false,
    classes: &Classes::new(URLC, SCHEME, SCHEME),
    plain: &[],
    compiled: None,
    productions: PRODUCTIONS,
    rules_of_kinds: &[
        (Kind::InvalidPercentEncoding, Rule::new("escaped", "2.4.1")),
        (Kind::TooLong, Rule::new("URL-reference", "3")),
        (Kind::MissingScheme, Rule::new("absoluteURL", "4.2")),
        (Kind::UnexpectedScheme, Rule::new("relativeURL", "5")),
        (Kind::UnexpectedFragment, Rule::new("absoluteURL", "4.2")),
        (Kind::InvalidHost, Rule::new("host", "4.3.1")),
        (Kind::PathNotAbempty, Rule::new("net_path", "5")),
    ],
    rules_of_parts: PartRules {
        scheme: Rule::new("scheme", "4.1"),
        authority: Rule::new("site", "4.3.1"),
        userinfo: Rule::new("user", "4.3.1"),
        host: Rule::new("host", "4.3.1"),
        port: Rule::new("port", "4.3.1"),
        path: Rule::new("segment", "4.3.2"),
        query: Rule::new("query", "4.3.3"),
        fragment: Rule::new("fragment", "3"),
    },
};

const CORE: &str = "1.4";
const DIGITS: &[Class] = &[Class::digit(CORE)];
const ALPHANUM_CLASS: Class =
    Class::of(Rule::new("alphanum", CORE), ALPHANUM, &[Class::alpha(CORE), Class::digit(CORE)]);
const UNRESERVED_CLASS: Class = Class::of(
    Rule::new("unreserved", "2.3"),
    UNRESERVED,
    &[ALPHANUM_CLASS, Class::of(Rule::new("mark", "2.3"), UNRESERVED, &[])],
);
const ESCAPE_CLASS: Class =
    Class::escape(Rule::new("escaped", "2.4.1"), &[Class::hexdig("2.4.1", DIGITS)]);
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
        .of(Inside::Characters(&[Class::alpha(CORE), Class::digit(CORE)])),
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
