//! RFC 1738 (December 1994), Uniform Resource Locators.
//!
//! Ten schemes have a production each, which a URL of that scheme must match. Any other scheme has the common
//! Internet syntax or is opaque. There are no relative forms. The slash after the host belongs to neither host nor
//! path, and a fragment is outside the URL.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::rules::{
    Action, AuthorityRule, Colons, DefaultPath, EmptyAuthority, Escapes, FinalDot, Hierarchy,
    HostRule, Ipv4Rule, LastLabel, Literal, NameRule, NormalizationRule, PartRules, PathDelimiter,
    PortRule, Resolution, Rule, SchemeForm, SchemeRule, Sections, Step, Unescape, UserinfoRule,
    Views,
};
use super::{ALPHA, ALPHANUM, DIGIT, Edition, plain};
use crate::fault::ErrorKind as Kind;
use crate::level::Level;

const SCHEME: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
pub(crate) const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"$-_.+!*'(),"));
pub(crate) const RESERVED: ByteSet = ByteSet::of(b";/?:@&=");
const UCHAR: ByteSet = UNRESERVED;
pub(crate) const XCHAR: ByteSet = UNRESERVED.or(RESERVED);
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
        ..form("http", "httpurl", "3.3")
    },
    SchemeForm {
        authority: Some(&LOGIN),
        tail: &[&[Step::Maybe(&[
            Step::Literal(b"/"),
            Step::Characters(FSEGMENT.or(SLASH), 0),
            Step::Maybe(&[Step::Literal(b";type="), Step::Byte(ByteSet::of(b"aidAID"))]),
        ])]],
        unescape: Unescape { path: FSEGMENT, ..UNESCAPE },
        ..form("ftp", "ftpurl", "3.2")
    },
    SchemeForm {
        authority: Some(&MAYBE_HOST),
        tail: &[&[Step::Literal(b"/"), Step::Characters(FSEGMENT.or(SLASH), 0)]],
        unescape: Unescape { path: FSEGMENT, ..UNESCAPE },
        ..form("file", "fileurl", "3.10")
    },
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[Step::Maybe(&[Step::Literal(b"/"), Step::Characters(XCHAR, 0)])]],
        unescape: Unescape { path: XCHAR, ..UNESCAPE },
        default_path: DefaultPath::Is("1"),
        ..form("gopher", "gopherurl", "3.4")
    },
    SchemeForm {
        tail: &[&[Step::DecodedAddress(XCHAR)]],
        unescape: Unescape { path: XCHAR, ..UNESCAPE },
        ..form("mailto", "mailtourl", "3.5")
    },
    SchemeForm {
        tail: &[
            &[Step::Literal(b"*")],
            &[Step::LastAt(ARTICLE, &[Step::Host(&HOST)])],
            &GROUP_STEPS,
        ],
        unescape: Unescape { path: ARTICLE, ..UNESCAPE },
        ..form("news", "newsurl", "3.6")
    },
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[
            Step::Literal(b"/"),
            Step::Byte(ALPHA),
            Step::Bytes(GROUP, 0),
            Step::Maybe(&[Step::Literal(b"/"), Step::Bytes(DIGIT, 1)]),
        ]],
        ..form("nntp", "nntpurl", "3.7")
    },
    SchemeForm {
        authority: Some(&LOGIN),
        tail: &[&[Step::Maybe(&[Step::Literal(b"/")])]],
        default_path: DefaultPath::Dropped,
        ..form("telnet", "telneturl", "3.8")
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
        ..form("wais", "waisurl", "3.9")
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
        ..form("prospero", "prosperourl", "3.11")
    },
];

const OTHER: &[SchemeForm] = &[
    SchemeForm {
        authority: Some(&LOGIN),
        tail: &[&[Step::Maybe(&[Step::Literal(b"/"), Step::Characters(XCHAR, 0)])]],
        unescape: Unescape { userinfo: UCHAR, ..UNESCAPE },
        ..form("", "ip-schemepart", "3.1")
    },
    SchemeForm { tail: &[&[Step::Characters(XCHAR, 0)]], ..form("", "schemepart", "5") },
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
    views: Views::NONE,
    classes: &Classes::new(plain::body(KNOWN, OTHER, XCHAR), SCHEME, SCHEME),
    plain: &plain::forms::<{ KNOWN.len() + OTHER.len() }>(KNOWN, OTHER, XCHAR),
    compiled: None,
    rules_of_kinds: &[
        (Kind::InvalidPercentEncoding, Rule::new("escape", "2.2")),
        (Kind::TooLong, Rule::new("url", "5")),
        (Kind::MissingScheme, Rule::new("url", "2.1")),
        (Kind::UnexpectedScheme, Rule::new("url", "2.3")),
        (Kind::UnexpectedFragment, Rule::new("url", "2.2")),
        (Kind::InvalidHost, Rule::new("host", "3.1")),
        (Kind::MissingHost, Rule::new("host", "3.1")),
        (Kind::PathNotAbempty, Rule::new("ip-schemepart", "3.1")),
    ],
    rules_of_parts: PartRules {
        scheme: Rule::new("scheme", "2.1"),
        authority: Rule::new("login", "3.1"),
        userinfo: Rule::new("user", "3.1"),
        host: Rule::new("host", "3.1"),
        port: Rule::new("port", "3.1"),
        path: Rule::new("urlpath", "3.1"),
        query: Rule::new("search", "3.3"),
        fragment: Rule::new("our-fragment", "2.2"),
    },
};
