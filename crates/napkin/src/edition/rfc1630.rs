//! RFC 1630 (June 1994), Universal Resource Identifiers in WWW.
//!
//! A scheme with a production must match it; any other URI is scheme, path and search. Escapes stand for ISO
//! Latin-1 characters, and `+` in a search for a space. Partial forms are resolved by runs of slashes. The slash
//! after the host belongs to neither host nor path; a fragment is outside the URI.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::rules::{
    Action, AuthorityRule, Colons, DefaultPath, EmptyAuthority, Escapes, Excess, Hierarchy,
    HostRule, Ipv4Rule, Literal, NameRule, NormalizationRule, PartRules, PathDelimiter, PortRule,
    Resolution, Rule, SchemeForm, SchemeRule, Sections, Step, Unescape, UserinfoRule, Views,
};
use super::{ALPHA, ALPHANUM, DIGIT, Edition, plain};
use crate::fault::ErrorKind as Kind;
use crate::level::Level;

pub(crate) const SAFE: ByteSet = ByteSet::of(b"$-_@.&");
pub(crate) const EXTRA: ByteSet = ByteSet::of(b"!*\"'(),");
/// The class of the grammar, and the `+` between the words of a search (section 4.1.1).
const RESERVED: ByteSet = ByteSet::of(b"=;/#?: +");
pub(crate) const XALPHA: ByteSet = ALPHANUM.or(SAFE).or(EXTRA);
pub(crate) const XALPHA_BUT_AT: ByteSet = XALPHA.without(ByteSet::of(b"@"));
pub(crate) const XPALPHA: ByteSet = XALPHA.or(ByteSet::of(b"+"));
pub(crate) const PATH: ByteSet = XPALPHA.or(ByteSet::of(b"/"));
pub(crate) const PARTIAL_PATH: ByteSet = PATH.or(ByteSet::of(b";="));
pub(crate) const ALPHANUM2: ByteSet = ALPHANUM.or(ByteSet::of(b"-_.+"));

/// `*` and `!` are reserved for schemes, so their escapes are never decoded.
const FREE: ByteSet = XALPHA.without(ByteSet::of(b"*!"));

const HOST: HostRule = HostRule {
    name: NameRule::LetterThen(XALPHA_BUT_AT),
    ipv4: Ipv4Rule::Digits,
    literal: Literal::No,
};
const HOST_NAME: HostRule = HostRule { ipv4: Ipv4Rule::No, ..HOST };
const LOGIN: AuthorityRule = AuthorityRule {
    end: ByteSet::of(b"/?"),
    userinfo: Some(UserinfoRule {
        raw: ALPHANUM2,
        escapes: false,
        colons: Colons::One,
        empty: false,
    }),
    host: HOST,
    port: PortRule::Digits,
    empty: EmptyAuthority::Invalid,
    registry: None,
};
const HOST_PORT: AuthorityRule = AuthorityRule { userinfo: None, ..LOGIN };
const MAYBE_HOST: AuthorityRule =
    AuthorityRule { port: PortRule::No, empty: EmptyAuthority::EmptyHost, ..HOST_PORT };

const UNESCAPE: Unescape = Unescape {
    userinfo: ByteSet::EMPTY,
    host: FREE.without(ByteSet::of(b"@")),
    path: FREE.or(ByteSet::of(b"+")),
    behind: None,
    query: FREE,
    fragment: FREE,
    keep_dot_segments: true,
};

/// The decodable octets of an address, which its last `@` splits and which has no segments.
const UNESCAPE_ADDRESS: Unescape = Unescape {
    path: FREE,
    behind: Some((PathDelimiter::LastAt, FREE.without(ByteSet::of(b"@")))),
    keep_dot_segments: false,
    ..UNESCAPE
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

const SEARCH: &[Step] = &[
    Step::Literal(b"?"),
    Step::Characters(XALPHA, 1),
    Step::Repeat(&[Step::Literal(b"+"), Step::Characters(XALPHA, 1)], 0),
];
const DIGITS: Step = Step::Bytes(DIGIT, 1);

const KNOWN: &[SchemeForm] = &[
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[
            Step::Maybe(&[Step::Literal(b"/"), Step::Characters(PATH, 0)]),
            Step::Maybe(SEARCH),
        ]],
        query: true,
        ..form("http", "httpaddress", "BNF")
    },
    SchemeForm {
        authority: Some(&LOGIN),
        tail: &[&[
            Step::Literal(b"/"),
            Step::Characters(PATH, 0),
            Step::Maybe(&[
                Step::Literal(b";type="),
                Step::OneOf(&[
                    &[
                        Step::Byte(ByteSet::of(b"AE")),
                        Step::Maybe(&[Step::Byte(ByteSet::of(b"NTC"))]),
                    ],
                    &[Step::Literal(b"I")],
                    &[Step::Literal(b"L"), DIGITS],
                ]),
            ]),
        ]],
        ..form("ftp", "ftpaddress", "BNF")
    },
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[Step::Maybe(&[
            Step::Literal(b"/"),
            Step::Maybe(&[Step::Character(XALPHA), Step::Characters(PATH, 0)]),
        ])]],
        default_path: DefaultPath::Is("1"),
        ..form("gopher", "gopheraddress", "BNF")
    },
    SchemeForm {
        tail: &[&[Step::LastAt(XALPHA, &[Step::Host(&HOST_NAME)])]],
        unescape: UNESCAPE_ADDRESS,
        ..form("mailto", "mailtoaddress", "BNF")
    },
    SchemeForm {
        tail: &[
            &[Step::Literal(b"*")],
            &[Step::LastAt(XALPHA, &[Step::Host(&HOST)])],
            &[Step::Byte(ALPHA), Step::Characters(XALPHA_BUT_AT, 0)],
        ],
        unescape: UNESCAPE_ADDRESS,
        ..form("news", "newsaddress", "BNF")
    },
    SchemeForm {
        tail: &[&[
            Step::Byte(ALPHA),
            Step::Characters(XALPHA_BUT_AT, 0),
            Step::Literal(b"/"),
            DIGITS,
        ]],
        unescape: Unescape { path: FREE.without(ByteSet::of(b"@")), ..UNESCAPE },
        ..form("nntp", "nntpaddress", "BNF")
    },
    SchemeForm { authority: Some(&LOGIN), tail: &[&[]], ..form("telnet", "telnetaddress", "BNF") },
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[
            Step::Literal(b"/"),
            Step::Characters(XALPHA, 1),
            Step::OneOf(&[
                &[
                    Step::Literal(b"/"),
                    Step::Characters(XALPHA, 1),
                    Step::Literal(b"/"),
                    Step::Repeat(
                        &[
                            DIGITS,
                            Step::Literal(b"="),
                            Step::Characters(PATH, 0),
                            Step::Literal(b";"),
                        ],
                        1,
                    ),
                ],
                &[Step::Maybe(SEARCH)],
            ]),
        ]],
        query: true,
        unescape: Unescape { path: FREE, ..UNESCAPE },
        ..form("wais", "waisaddress", "BNF")
    },
    SchemeForm {
        authority: Some(&MAYBE_HOST),
        tail: &[&[Step::Literal(b"/"), Step::Characters(PATH, 0)]],
        ..form("file", "our-file-address", "BNF")
    },
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[
            Step::Literal(b"/"),
            Step::CharactersBefore(PATH, b"%00"),
            Step::Maybe(&[Step::Literal(b"%00"), DIGITS, Step::Bytes(ALPHANUM, 0)]),
        ]],
        ..form("prospero", "prosperoaddress", "BNF")
    },
    SchemeForm {
        tail: &[&[Step::AtInside(XALPHA)]],
        unescape: UNESCAPE_ADDRESS,
        ..form("mid", "midaddress", "BNF")
    },
    SchemeForm {
        tail: &[&[Step::Characters(XALPHA, 1)]],
        unescape: Unescape { path: FREE, keep_dot_segments: false, ..UNESCAPE },
        ..form("cid", "cidaddress", "BNF")
    },
];

const OTHER: &[SchemeForm] = &[SchemeForm {
    tail: &[&[Step::Characters(PATH, 0), Step::Maybe(SEARCH)]],
    query: true,
    ..form("", "uri", "BNF")
}];

/// A partial form: a URI without the beginning that it shares with its context. It has the context's scheme, so its
/// path allows the bytes of every scheme's path, including the `;` and `=` of `ftp` and `wais`.
const PARTIAL: &SchemeForm = &SchemeForm {
    tail: &[&[Step::Characters(PARTIAL_PATH, 0), Step::Maybe(SEARCH)]],
    query: true,
    ..form("", "our-partial-form", "4.1.3")
};

/// RFC 1630, June 1994.
pub const RFC1630: &Edition = &Edition {
    name: "rfc1630",
    title: "RFC 1630",
    document: "Universal Resource Identifiers in WWW",
    year: 1994,
    month: 6,
    is_rfc: true,
    is_addition: false,
    amends: None,
    unreserved: XALPHA,
    reserved: RESERVED,
    beyond_ascii: BeyondAscii::NONE,
    escapes: Escapes::Latin1,
    plus_is_space: true,
    encoder_keeps: FREE,
    scheme: SchemeRule {
        first: ALPHA,
        rest: XALPHA,
        escapes: true,
        case_sensitive: true,
        reported_lowercase: false,
        else_path: false,
    },
    hierarchy: Hierarchy::ByScheme {
        known: KNOWN,
        other: OTHER,
        partial: Some(PARTIAL),
        fragment: XALPHA,
    },
    fragment_inside: false,
    sections: Sections::new(["4.1.1", "4.1.1", "4.1.2"], ["4.1.3", "4.1.3", "4.1.3"], "4.1.2"),
    resolution: Resolution::SlashRuns,
    excess: &[Excess::Retain],
    normalization: &[
        NormalizationRule::new(Action::DecodeByForm, Level::Percent, "4.1.2"),
        NormalizationRule::new(Action::UppercaseHex, Level::Percent, "4.1.2"),
        NormalizationRule::new(Action::EncodePlus, Level::Percent, "4.1.1"),
        NormalizationRule::new(Action::LocalHost, Level::Scheme, "BNF"),
        NormalizationRule::new(Action::DefaultPath, Level::Scheme, "5.3"),
        NormalizationRule::new(Action::DropEmptyFragment, Level::Scheme, "4.1.4"),
    ],
    views: Views::NONE,
    classes: &Classes::new(plain::body(KNOWN, OTHER, XALPHA), ALPHA, XALPHA),
    plain: &plain::forms::<{ KNOWN.len() + OTHER.len() }>(KNOWN, OTHER, XALPHA),
    compiled: None,
    rules_of_kinds: &[
        (Kind::InvalidPercentEncoding, Rule::new("escape", "4.1.1")),
        (Kind::TooLong, Rule::new("uri", "4")),
        (Kind::MissingScheme, Rule::new("uri", "4")),
        (Kind::UnexpectedScheme, Rule::new("uri", "4.1.3")),
        (Kind::UnexpectedFragment, Rule::new("uri", "4.1.4")),
        (Kind::InvalidHost, Rule::new("host", "BNF")),
        (Kind::MissingHost, Rule::new("hostport", "BNF")),
    ],
    rules_of_parts: PartRules {
        scheme: Rule::new("scheme", "4"),
        authority: Rule::new("login", "BNF"),
        userinfo: Rule::new("user", "BNF"),
        host: Rule::new("host", "BNF"),
        port: Rule::new("port", "BNF"),
        path: Rule::new("path", "4"),
        query: Rule::new("search", "4.1.1"),
        fragment: Rule::new("fragmentid", "4.1.4"),
    },
};
