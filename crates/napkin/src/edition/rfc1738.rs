//! RFC 1738 (December 1994), Uniform Resource Locators.
//!
//! Ten schemes have a production each, which a URL of that scheme must match. Any other scheme has the common
//! Internet syntax or is opaque. There are no relative forms. The slash after the host belongs to neither host nor
//! path, and a fragment is outside the URL.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::procedure::{Instruction, Operation};
use super::production::{Class, Extent, Inside, LabelRules, Production, SegmentRules, When};
use super::rules::{
    Action, AuthorityRule, Colons, DefaultPath, EmptyAuthority, Escapes, FinalDot, Hierarchy,
    HostRule, Ipv4Rule, LastLabel, Literal, NameRule, NormalizationRule, PartRules, PathDelimiter,
    PortRule, Resolution, Rule, SchemeForm, SchemeRule, Sections, Step, Unescape, UserinfoRule,
};
use super::{ALPHA, ALPHANUM, DIGIT, Edition, plain};
use crate::fault::{ErrorKind as Kind, Part};
use crate::level::Level;

const SCHEME: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"$-_.+!*'(),"));
const RESERVED: ByteSet = ByteSet::of(b";/?:@&=");
const UCHAR: ByteSet = UNRESERVED;
const XCHAR: ByteSet = UNRESERVED.or(RESERVED);
const USER: ByteSet = UCHAR.or(ByteSet::of(b";?&="));
const FSEGMENT: ByteSet = UCHAR.or(ByteSet::of(b"?:@&="));
const HSEGMENT: ByteSet = UCHAR.or(ByteSet::of(b";:@&="));
const FIELD: ByteSet = UCHAR.or(ByteSet::of(b"?:@&"));
const GROUP: ByteSet = ALPHANUM.or(ByteSet::of(b"-.+_"));
const ARTICLE: ByteSet = UCHAR.or(ByteSet::of(b";/?:&="));
const SLASH: ByteSet = ByteSet::of(b"/");

const HOST: HostRule = HostRule {
    name: NameRule::Labels {
        last: LastLabel::Letter,
        final_dot: FinalDot::No,
        longest: usize::MAX,
    },
    ipv4: Ipv4Rule::Digits,
    literal: Literal::No,
};
const LOGIN: AuthorityRule = AuthorityRule {
    end: SLASH,
    userinfo: Some(UserinfoRule { raw: USER, escapes: true, colons: Colons::One, empty: true }),
    host: HOST,
    port: PortRule::Digits,
    empty: EmptyAuthority::Invalid,
    registry: None,
};
const HOST_PORT: AuthorityRule = AuthorityRule { userinfo: None, ..LOGIN };
const MAYBE_HOST: AuthorityRule =
    AuthorityRule { port: PortRule::No, empty: EmptyAuthority::EmptyHost, ..HOST_PORT };

/// Unreserved octets are decodable. In user and password these are the characters allowed raw; in a scheme that the
/// document does not define, only those that are never reserved.
const UNESCAPE: Unescape = Unescape {
    userinfo: USER,
    host: ByteSet::EMPTY,
    path: UCHAR,
    behind: None,
    query: UCHAR,
    fragment: ByteSet::EMPTY,
    keep_dot_segments: false,
};

const fn form(scheme: &'static str, name: &'static str, section: &'static str) -> SchemeForm {
    SchemeForm {
        scheme,
        rule: Rule::new(name, section),
        authority: None,
        tail: &[],
        query: false,
        unescape: UNESCAPE,
        default_path: DefaultPath::Kept,
    }
}

const SEARCH: &[Step] = &[Step::Literal(b"?"), Step::Characters(HSEGMENT, 0)];
const GROUP_STEPS: [Step; 2] = [Step::Byte(ALPHA), Step::Bytes(GROUP, 0)];

const KNOWN: &[SchemeForm] = &[
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[Step::Maybe(&[
            Step::Literal(b"/"),
            Step::Characters(HSEGMENT.or(SLASH), 0),
            Step::Maybe(SEARCH),
        ])]],
        query: true,
        unescape: Unescape {
            path: UCHAR.or(ByteSet::of(b":@&=")),
            query: UCHAR.or(ByteSet::of(b":@&=")),
            ..UNESCAPE
        },
        default_path: DefaultPath::SlashIfNoQuery,
        ..form("http", "http-url", "3.3")
    },
    SchemeForm {
        authority: Some(&LOGIN),
        tail: &[&[Step::Maybe(&[
            Step::Literal(b"/"),
            Step::Characters(FSEGMENT.or(SLASH), 0),
            Step::Maybe(&[Step::Literal(b";type="), Step::Byte(ByteSet::of(b"aidAID"))]),
        ])]],
        unescape: Unescape { path: FSEGMENT, ..UNESCAPE },
        ..form("ftp", "ftp-url", "3.2")
    },
    SchemeForm {
        authority: Some(&MAYBE_HOST),
        tail: &[&[Step::Literal(b"/"), Step::Characters(FSEGMENT.or(SLASH), 0)]],
        unescape: Unescape { path: FSEGMENT, ..UNESCAPE },
        ..form("file", "file-url", "3.10")
    },
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[Step::Maybe(&[Step::Literal(b"/"), Step::Characters(XCHAR, 0)])]],
        unescape: Unescape { path: XCHAR, ..UNESCAPE },
        default_path: DefaultPath::Is("1"),
        ..form("gopher", "gopher-url", "3.4")
    },
    SchemeForm {
        tail: &[&[Step::DecodedAddress(XCHAR)]],
        unescape: Unescape { path: XCHAR, ..UNESCAPE },
        ..form("mailto", "mailto-url", "3.5")
    },
    SchemeForm {
        tail: &[
            &[Step::Literal(b"*")],
            &[Step::LastAt(ARTICLE, &[Step::Host(&HOST)])],
            &GROUP_STEPS,
        ],
        unescape: Unescape { path: ARTICLE, ..UNESCAPE },
        ..form("news", "news-url", "3.6")
    },
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[
            Step::Literal(b"/"),
            Step::Byte(ALPHA),
            Step::Bytes(GROUP, 0),
            Step::Maybe(&[Step::Literal(b"/"), Step::Bytes(DIGIT, 1)]),
        ]],
        ..form("nntp", "nntp-url", "3.7")
    },
    SchemeForm {
        authority: Some(&LOGIN),
        tail: &[&[Step::Maybe(&[Step::Literal(b"/")])]],
        default_path: DefaultPath::Dropped,
        ..form("telnet", "telnet-url", "3.8")
    },
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[
            Step::Literal(b"/"),
            Step::Characters(UCHAR, 0),
            Step::OneOf(&[
                &[
                    Step::Literal(b"/"),
                    Step::Characters(UCHAR, 0),
                    Step::Literal(b"/"),
                    Step::Characters(UCHAR, 0),
                ],
                &[Step::Maybe(SEARCH)],
            ]),
        ]],
        query: true,
        unescape: Unescape { query: UCHAR.or(ByteSet::of(b";:@&=")), ..UNESCAPE },
        ..form("wais", "wais-url", "3.9")
    },
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[
            Step::Literal(b"/"),
            Step::Characters(FSEGMENT.or(SLASH), 0),
            Step::Repeat(
                &[
                    Step::Literal(b";"),
                    Step::Characters(FIELD, 0),
                    Step::Literal(b"="),
                    Step::Characters(FIELD, 0),
                ],
                0,
            ),
        ]],
        unescape: Unescape {
            path: FSEGMENT.or(SLASH),
            behind: Some((PathDelimiter::FirstSemicolon, FIELD)),
            ..UNESCAPE
        },
        ..form("prospero", "prospero-url", "3.11")
    },
];

const OTHER: &[SchemeForm] = &[
    SchemeForm {
        authority: Some(&LOGIN),
        tail: &[&[Step::Maybe(&[Step::Literal(b"/"), Step::Characters(XCHAR, 0)])]],
        unescape: Unescape { userinfo: UCHAR, ..UNESCAPE },
        ..form("", "ip-scheme-part", "3.1")
    },
    SchemeForm { tail: &[&[Step::Characters(XCHAR, 0)]], ..form("", "scheme-part", "5") },
];

/// RFC 1738, December 1994.
pub const RFC1738: &Edition = &Edition {
    name: "rfc1738",
    title: "RFC 1738",
    document: "Uniform Resource Locators (URL)",
    year: 1994,
    month: 12,
    is_rfc: true,
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
        reported_lowercase: true,
        else_path: false,
    },
    hierarchy: Hierarchy::ByScheme { known: KNOWN, other: OTHER, partial: None, fragment: XCHAR },
    fragment_inside: false,
    sections: Sections::new(["2.2", "2.2", "2.2"], ["2.3", "2.3", "2.3"], "2.2"),
    resolution: Resolution::Undefined,
    procedure: &[Instruction::new("", "2.1", Operation::AbsoluteAsItIs)],
    excess: &[],
    normalization: &[
        NormalizationRule::new(Action::DecodeByForm, Level::Percent, "2.2"),
        NormalizationRule::new(Action::UppercaseHex, Level::Percent, "2.2"),
        NormalizationRule::new(Action::LowercaseScheme, Level::Case, "2.1"),
        NormalizationRule::new(Action::LowercaseHost, Level::Case, "3.1"),
        NormalizationRule::new(Action::DropDefaultPort, Level::Scheme, "3.1"),
        NormalizationRule::new(Action::PortNumber, Level::Scheme, "3.1"),
        NormalizationRule::new(Action::LocalHost, Level::Scheme, "3.10"),
        NormalizationRule::new(Action::DefaultPath, Level::Scheme, "3"),
    ],
    own_names: &[(Part::Authority, "login"), (Part::Path, "url-path"), (Part::Query, "searchpart")],
    own_terms: &[("reg-name", "hostname"), ("ipv4", "hostnumber")],
    forms: None,
    authority_forms: false,
    tells_scheme_specific_part: false,
    throws: false,
    path_kinds: false,
    classes: &Classes::new(plain::body(KNOWN, OTHER, XCHAR), SCHEME, SCHEME),
    plain: &plain::forms::<{ KNOWN.len() + OTHER.len() }>(KNOWN, OTHER, XCHAR),
    compiled: None,
    productions: PRODUCTIONS,
    rules_of_kinds: &[
        (Kind::InvalidPercentEncoding, Rule::new("escape", "2.2")),
        (Kind::TooLong, Rule::new("url", "5")),
        (Kind::MissingScheme, Rule::new("url", "2.1")),
        (Kind::UnexpectedScheme, Rule::new("url", "2.3")),
        (Kind::UnexpectedFragment, Rule::new("url", "2.2")),
        (Kind::InvalidHost, Rule::new("host", "3.1")),
        (Kind::MissingHost, Rule::new("host", "3.1")),
        (Kind::PathNotAbempty, Rule::new("ip-scheme-part", "3.1")),
    ],
    rules_of_parts: PartRules {
        scheme: Rule::new("scheme", "2.1"),
        authority: Rule::new("login", "3.1"),
        userinfo: Rule::new("user", "3.1"),
        host: Rule::new("host", "3.1"),
        port: Rule::new("port", "3.1"),
        path: Rule::new("url-path", "3.1"),
        query: Rule::new("search", "3.3"),
        fragment: Rule::new("fragment", "2.2"),
    },
};

const BNF: &str = "5";
const DIGITS: &[Class] = &[Class::digit(BNF)];
const LETTERS_DIGITS: &[Class] = &[Class::alpha(BNF), Class::digit(BNF)];
const UNRESERVED_CLASS: Class = Class::of(
    Rule::new("unreserved", BNF),
    UNRESERVED,
    &[
        Class::alpha(BNF),
        Class::digit(BNF),
        Class::of(Rule::new("safe", BNF), ByteSet::of(b"$-_.+"), &[]),
        Class::of(Rule::new("extra", BNF), ByteSet::of(b"!*'(),"), &[]),
    ],
);
const ESCAPE_CLASS: Class = Class::escape(Rule::new("escape", BNF), &[Class::hexdig(BNF, DIGITS)]);
const CHARACTERS: &[Class] = &[UNRESERVED_CLASS, ESCAPE_CLASS];
const UCHARS: &[Class] = &[Class::with_escapes(Rule::new("uchar", BNF), UNRESERVED, CHARACTERS)];
const XCHARS: &[Class] = &[Class::with_escapes(
    Rule::new("xchar", BNF),
    XCHAR,
    &[UNRESERVED_CLASS, Class::of(Rule::new("reserved", BNF), RESERVED, &[]), ESCAPE_CLASS],
)];
const HSEGMENTS: SegmentRules = SegmentRules {
    first: Rule::new("hsegment", "3.3"),
    first_characters: UCHARS,
    rest: Rule::new("hsegment", "3.3"),
    rest_characters: UCHARS,
    parameter: None,
    empty_first: true,
    is_behind_slash: true,
};
const LABELS: LabelRules = LabelRules {
    label: Rule::new("domain-label", "3.1"),
    last: Rule::new("top-label", "3.1"),
    last_needs_dot: false,
    only_is_last: true,
    characters: &[Class::of(Rule::new("alpha-digit", BNF), ALPHANUM, LETTERS_DIGITS)],
};
const WITH_LOGIN: When = When::Forms(&["ftp-url", "telnet-url", "ip-scheme-part"]);
const WITH_PORT: When = When::Forms(&[
    "http-url",
    "ftp-url",
    "gopher-url",
    "nntp-url",
    "telnet-url",
    "prospero-url",
    "wais-url",
    "ip-scheme-part",
]);

const PRODUCTIONS: &[Production] = &[
    Production::new(0, "url-reference", BNF, Extent::Whole),
    Production::new(1, "url", BNF, Extent::BeforeFragment),
    Production::new(2, "known-url", BNF, Extent::BeforeFragment).when(When::KnownForm),
    Production::new(2, "other-url", BNF, Extent::BeforeFragment).when(When::OtherForm),
    Production::new(3, "http-url", "3.3", Extent::BeforeFragment).when(When::Forms(&["http-url"])),
    Production::new(3, "ftp-url", "3.2", Extent::BeforeFragment).when(When::Forms(&["ftp-url"])),
    Production::new(3, "file-url", "3.10", Extent::BeforeFragment).when(When::Forms(&["file-url"])),
    Production::new(3, "gopher-url", "3.4", Extent::BeforeFragment)
        .when(When::Forms(&["gopher-url"])),
    Production::new(3, "mailto-url", "3.5", Extent::BeforeFragment)
        .when(When::Forms(&["mailto-url"])),
    Production::new(3, "news-url", "3.6", Extent::BeforeFragment).when(When::Forms(&["news-url"])),
    Production::new(3, "nntp-url", "3.7", Extent::BeforeFragment).when(When::Forms(&["nntp-url"])),
    Production::new(3, "telnet-url", "3.8", Extent::BeforeFragment)
        .when(When::Forms(&["telnet-url"])),
    Production::new(3, "prospero-url", "3.11", Extent::BeforeFragment)
        .when(When::Forms(&["prospero-url"])),
    Production::new(3, "wais-url", "3.9", Extent::BeforeFragment).when(When::Forms(&["wais-url"])),
    Production::new(9, "http-scheme", "3.3", Extent::Scheme).when(When::Forms(&["http-url"])),
    Production::new(9, "ftp-scheme", "3.2", Extent::Scheme).when(When::Forms(&["ftp-url"])),
    Production::new(9, "file-scheme", "3.10", Extent::Scheme).when(When::Forms(&["file-url"])),
    Production::new(9, "gopher-scheme", "3.4", Extent::Scheme).when(When::Forms(&["gopher-url"])),
    Production::new(9, "mailto-scheme", "3.5", Extent::Scheme).when(When::Forms(&["mailto-url"])),
    Production::new(9, "news-scheme", "3.6", Extent::Scheme).when(When::Forms(&["news-url"])),
    Production::new(9, "nntp-scheme", "3.7", Extent::Scheme).when(When::Forms(&["nntp-url"])),
    Production::new(9, "telnet-scheme", "3.8", Extent::Scheme).when(When::Forms(&["telnet-url"])),
    Production::new(9, "prospero-scheme", "3.11", Extent::Scheme)
        .when(When::Forms(&["prospero-url"])),
    Production::new(9, "wais-scheme", "3.9", Extent::Scheme).when(When::Forms(&["wais-url"])),
    Production::new(9, "scheme", "2.1", Extent::Scheme)
        .when(When::OtherForm)
        .of(Inside::Characters(LETTERS_DIGITS)),
    Production::new(3, "scheme-part", BNF, Extent::AfterScheme).when(When::OtherForm),
    Production::new(4, "ip-scheme-part", "3.1", Extent::AfterScheme)
        .when(When::Forms(&["ip-scheme-part"])),
    Production::new(5, "file-host", "3.10", Extent::Authority).when(When::Forms(&["file-url"])),
    Production::new(5, "login", "3.1", Extent::Authority).when(WITH_LOGIN),
    Production::new(6, "userinfo", "3.1", Extent::Userinfo),
    Production::new(7, "user", "3.1", Extent::User).of(Inside::Characters(UCHARS)),
    Production::new(7, "password", "3.1", Extent::Password).of(Inside::Characters(UCHARS)),
    Production::new(6, "host-port", "3.1", Extent::HostAndPort).when(WITH_PORT),
    Production::new(7, "host", "3.1", Extent::HostIfAny),
    Production::new(8, "host-name", "3.1", Extent::HostIfAny).when(When::Host(&["reg-name"])),
    Production::new(9, "name", BNF, Extent::HostIfAny)
        .when(When::Host(&["reg-name"]))
        .of(Inside::Labels(&LABELS)),
    Production::new(8, "host-number", "3.1", Extent::Host).when(When::Host(&["ipv4"])),
    Production::new(9, "number", BNF, Extent::Host).when(When::Host(&["ipv4"])).of(Inside::Pieces(
        b'.',
        Rule::new("digits", BNF),
        DIGITS,
    )),
    Production::new(7, "port", "3.1", Extent::Port).of(Inside::Pieces(
        b'.',
        Rule::new("digits", BNF),
        DIGITS,
    )),
    Production::new(4, "http-path", "3.3", Extent::Path)
        .when(When::Forms(&["http-url"]))
        .of(Inside::Segments(&HSEGMENTS)),
    Production::new(4, "ftp-path", "3.2", Extent::Path)
        .when(When::Forms(&["ftp-url"]))
        .of(Inside::Characters(UCHARS)),
    Production::new(4, "file-path", "3.10", Extent::Path)
        .when(When::Forms(&["file-url"]))
        .of(Inside::Characters(UCHARS)),
    Production::new(4, "gopher-path", "3.4", Extent::Path)
        .when(When::Forms(&["gopher-url"]))
        .of(Inside::Characters(XCHARS)),
    Production::new(4, "mailto-path", "3.5", Extent::Path)
        .when(When::Forms(&["mailto-url"]))
        .of(Inside::Characters(XCHARS)),
    Production::new(4, "news-path", "3.6", Extent::Path)
        .when(When::Forms(&["news-url"]))
        .of(Inside::Characters(LETTERS_DIGITS)),
    Production::new(4, "nntp-path", "3.7", Extent::Path)
        .when(When::Forms(&["nntp-url"]))
        .of(Inside::Characters(LETTERS_DIGITS)),
    Production::new(4, "telnet-path", "3.8", Extent::Path).when(When::Forms(&["telnet-url"])),
    Production::new(4, "prospero-path", "3.11", Extent::Path)
        .when(When::Forms(&["prospero-url"]))
        .of(Inside::Characters(UCHARS)),
    Production::new(4, "wais-doc-path", "3.9", Extent::Path)
        .when(When::FormWithSlash("wais-url", true))
        .of(Inside::Characters(UCHARS)),
    Production::new(4, "database", "3.9", Extent::Path)
        .when(When::FormWithSlash("wais-url", false))
        .of(Inside::Characters(UCHARS)),
    Production::new(5, "url-path", "3.1", Extent::Path)
        .when(When::Forms(&["ip-scheme-part"]))
        .of(Inside::Characters(XCHARS)),
    Production::new(4, "opaque-path", BNF, Extent::Path)
        .when(When::Forms(&["scheme-part"]))
        .of(Inside::Characters(XCHARS)),
    Production::new(4, "search", "3.3", Extent::Query).of(Inside::Characters(UCHARS)),
    Production::new(1, "fragment", "2.2", Extent::Fragment).of(Inside::Characters(XCHARS)),
];
