//! RFC 1630 (June 1994), Universal Resource Identifiers in WWW.
//!
//! Schemes with a production must match it; any other URI is scheme, path and search. Escapes stand
//! for ISO Latin-1 characters, `+` in a search for a space, and partial forms are resolved by runs of
//! slashes. The slash after the host belongs to neither host nor path; a fragment stands outside.

use super::context::{BaseRule, Context, Delimiting, Taken};
use super::rules::{
    Action, AuthorityRule, Colons, DefaultPath, EmptyAuthority, Escapes, Excess, Hierarchy,
    HostRule, Ipv4Rule, Literal, NameRule, NormalizationRule, PartRules, PortRule, Resolution,
    Rule, SchemeForm, SchemeRule, Sections, Step, Unescape, UserinfoRule,
};
use super::{ALPHA, ALPHANUM, DIGIT, Edition};
use crate::fault::{ErrorKind as Kind, Part};
use crate::level::Level;
use crate::set::ByteSet;

const SAFE: ByteSet = ByteSet::of(b"$-_@.&");
const EXTRA: ByteSet = ByteSet::of(b"!*\"'(),");
/// The class of the grammar, and the `+` between the words of a search (section 4.1.1).
const RESERVED: ByteSet = ByteSet::of(b"=;/#?: +");
const XALPHA: ByteSet = ALPHANUM.or(SAFE).or(EXTRA);
const XALPHA_BUT_AT: ByteSet = XALPHA.without(ByteSet::of(b"@"));
const XPALPHA: ByteSet = XALPHA.or(ByteSet::of(b"+"));
const PATH: ByteSet = XPALPHA.or(ByteSet::of(b"/"));
const ALPHANUM2: ByteSet = ALPHANUM.or(ByteSet::of(b"-_.+"));

/// `*` and `!` are reserved for schemes, so their escapes are never undone.
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
    parameters: None,
    query: FREE,
    fragment: FREE,
    keep_dot_segments: true,
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
        ..form("http", "http-address", "5.1")
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
        ..form("ftp", "ftp-address", "5.2")
    },
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[Step::Maybe(&[
            Step::Literal(b"/"),
            Step::Maybe(&[Step::Character(XALPHA), Step::Characters(PATH, 0)]),
        ])]],
        ..form("gopher", "gopher-address", "5.3")
    },
    SchemeForm {
        tail: &[&[Step::LastAt(XALPHA, &[Step::Host(&HOST_NAME)])]],
        ..form("mailto", "mailto-address", "5.4")
    },
    SchemeForm {
        tail: &[
            &[Step::Literal(b"*")],
            &[Step::LastAt(XALPHA, &[Step::Host(&HOST)])],
            &[Step::Byte(ALPHA), Step::Characters(XALPHA_BUT_AT, 0)],
        ],
        unescape: Unescape { path: FREE.without(ByteSet::of(b"@")), ..UNESCAPE },
        ..form("news", "news-address", "5.5")
    },
    SchemeForm {
        tail: &[&[
            Step::Byte(ALPHA),
            Step::Characters(XALPHA_BUT_AT, 0),
            Step::Literal(b"/"),
            DIGITS,
        ]],
        unescape: Unescape { path: FREE.without(ByteSet::of(b"@")), ..UNESCAPE },
        ..form("nntp", "nntp-address", "BNF")
    },
    SchemeForm { authority: Some(&LOGIN), tail: &[&[]], ..form("telnet", "telnet-address", "BNF") },
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
        ..form("wais", "wais-address", "BNF")
    },
    SchemeForm {
        authority: Some(&MAYBE_HOST),
        tail: &[&[Step::Literal(b"/"), Step::Characters(PATH, 0)]],
        ..form("file", "file-address", "BNF")
    },
    SchemeForm {
        authority: Some(&HOST_PORT),
        tail: &[&[
            Step::Literal(b"/"),
            Step::CharactersBefore(PATH, b"%00"),
            Step::Maybe(&[Step::Literal(b"%00"), DIGITS, Step::Bytes(ALPHANUM, 0)]),
        ]],
        ..form("prospero", "prospero-address", "BNF")
    },
    SchemeForm { tail: &[&[Step::AtInside(XALPHA)]], ..form("mid", "mid-address", "BNF") },
    SchemeForm { tail: &[&[Step::Characters(XALPHA, 1)]], ..form("cid", "cid-address", "BNF") },
];

const OTHER: &[SchemeForm] = &[SchemeForm {
    tail: &[&[Step::Characters(PATH, 0), Step::Maybe(SEARCH)]],
    query: true,
    ..form("", "generic-uri", "BNF")
}];

/// RFC 1630, June 1994.
pub const RFC1630: &Edition = &Edition {
    name: "rfc1630",
    title: "RFC 1630",
    document: "Universal Resource Identifiers in WWW",
    year: 1994,
    month: 6,
    is_rfc: true,
    unreserved: XALPHA,
    reserved: RESERVED,
    escapes: Escapes::Latin1,
    encoder_keeps: FREE,
    scheme: SchemeRule {
        first: ALPHA,
        rest: XALPHA,
        escapes: true,
        case_sensitive: true,
        reported_lowercase: false,
        else_path: false,
    },
    hierarchy: Hierarchy::ByScheme { known: KNOWN, other: OTHER, fragment: XALPHA },
    fragment_inside: false,
    sections: Sections::new(["4.1.1", "4.1.1", "4.1.2"], ["4.1.3", "4.1.3", "4.1.3"], "4.1.2"),
    resolution: Resolution::SlashRuns,
    context: Context {
        delimiting: Delimiting {
            section: "BNF",
            angle_brackets: Taken::Nothing,
            quotes: Taken::Nothing,
            bare: Taken::Prefixed,
            whole_text: false,
            prefix_in_lowercase: true,
        },
        suffixes: None,
        base: BaseRule {
            sections: ["4.1.3"; 4],
            headers: &[],
            relative_in_content: false,
            none: None,
        },
    },
    excess: &[Excess::Retain],
    normalization: &[
        NormalizationRule::new(Action::DecodeByForm, Level::Percent, "4.1.2"),
        NormalizationRule::new(Action::UppercaseHex, Level::Percent, "4.1.2"),
        NormalizationRule::new(Action::PlusForSpace, Level::Percent, "4.1.1"),
        NormalizationRule::new(Action::LocalHost, Level::Scheme, "BNF"),
        NormalizationRule::new(Action::DropEmptyFragment, Level::Scheme, "4.1.4"),
    ],
    own_names: &[
        (Part::Authority, "login"),
        (Part::Query, "search"),
        (Part::Fragment, "fragment-id"),
    ],
    forms: None,
    authority_forms: false,
    path_kinds: false,
    classes: None,
    compiled_in: false,
    rules_of_kinds: &[
        (Kind::InvalidPercentEncoding, Rule::new("escape", "4.1.1")),
        (Kind::TooLong, Rule::new("uri", "4")),
        (Kind::MissingScheme, Rule::new("uri", "4")),
        (Kind::UnexpectedScheme, Rule::new("uri", "4.1.3")),
        (Kind::UnexpectedFragment, Rule::new("uri", "4.1.4")),
        (Kind::InvalidHost, Rule::new("host", "BNF")),
        (Kind::MissingHost, Rule::new("host-port", "BNF")),
    ],
    rules_of_parts: PartRules {
        scheme: Rule::new("scheme", "4"),
        authority: Rule::new("login", "BNF"),
        userinfo: Rule::new("user", "BNF"),
        host: Rule::new("host", "BNF"),
        port: Rule::new("port", "BNF"),
        path: Rule::new("path", "4"),
        query: Rule::new("search", "4.1.1"),
        fragment: Rule::new("fragment-id", "4.1.4"),
    },
};
