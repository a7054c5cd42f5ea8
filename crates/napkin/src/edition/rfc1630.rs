//! RFC 1630 (June 1994), Universal Resource Identifiers in WWW.
//!
//! A scheme with a production must match it; any other URI is scheme, path and search. Escapes stand for ISO
//! Latin-1 characters, and `+` in a search for a space. Partial forms are resolved by runs of slashes. The slash
//! after the host belongs to neither host nor path; a fragment is outside the URI.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::procedure::{Instruction, Operation};
use super::production::{Class, Extent, Inside, Production, SegmentRules, When};
use super::rules::{
    Action, AuthorityRule, Colons, DefaultPath, EmptyAuthority, Escapes, Excess, Hierarchy,
    HostRule, Ipv4Rule, Literal, NameRule, NormalizationRule, PartRules, PathDelimiter, PortRule,
    Resolution, Rule, SchemeForm, SchemeRule, Sections, Step, Unescape, UserinfoRule,
};
use super::{ALPHA, ALPHANUM, DIGIT, Edition, plain};
use crate::fault::{ErrorKind as Kind, Part};
use crate::level::Level;

const SAFE: ByteSet = ByteSet::of(b"$-_@.&");
const EXTRA: ByteSet = ByteSet::of(b"!*\"'(),");
/// The class of the grammar, and the `+` between the words of a search (section 4.1.1).
const RESERVED: ByteSet = ByteSet::of(b"=;/#?: +");
const XALPHA: ByteSet = ALPHANUM.or(SAFE).or(EXTRA);
const XALPHA_BUT_AT: ByteSet = XALPHA.without(ByteSet::of(b"@"));
const XPALPHA: ByteSet = XALPHA.or(ByteSet::of(b"+"));
const PATH: ByteSet = XPALPHA.or(ByteSet::of(b"/"));
const PARTIAL_PATH: ByteSet = PATH.or(ByteSet::of(b";="));
const ALPHANUM2: ByteSet = ALPHANUM.or(ByteSet::of(b"-_.+"));

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
        default_path: DefaultPath::Is("1"),
        ..form("gopher", "gopher-address", "5.3")
    },
    SchemeForm {
        tail: &[&[Step::LastAt(XALPHA, &[Step::Host(&HOST_NAME)])]],
        unescape: UNESCAPE_ADDRESS,
        ..form("mailto", "mailto-address", "5.4")
    },
    SchemeForm {
        tail: &[
            &[Step::Literal(b"*")],
            &[Step::LastAt(XALPHA, &[Step::Host(&HOST)])],
            &[Step::Byte(ALPHA), Step::Characters(XALPHA_BUT_AT, 0)],
        ],
        unescape: UNESCAPE_ADDRESS,
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
    SchemeForm {
        tail: &[&[Step::AtInside(XALPHA)]],
        unescape: UNESCAPE_ADDRESS,
        ..form("mid", "mid-address", "BNF")
    },
    SchemeForm {
        tail: &[&[Step::Characters(XALPHA, 1)]],
        unescape: Unescape { path: FREE, keep_dot_segments: false, ..UNESCAPE },
        ..form("cid", "cid-address", "BNF")
    },
];

const OTHER: &[SchemeForm] = &[SchemeForm {
    tail: &[&[Step::Characters(PATH, 0), Step::Maybe(SEARCH)]],
    query: true,
    ..form("", "generic-uri", "BNF")
}];

/// A partial form: a URI without the beginning that it shares with its context. It has the context's scheme, so its
/// path allows the bytes of every scheme's path, including the `;` and `=` of `ftp` and `wais`.
const PARTIAL: &SchemeForm = &SchemeForm {
    tail: &[&[Step::Characters(PARTIAL_PATH, 0), Step::Maybe(SEARCH)]],
    query: true,
    ..form("", "partial-form", "4.1.3")
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
    procedure: PROCEDURE,
    excess: &[Excess::Retain],
    normalization: &[
        NormalizationRule::new(Action::DecodeByForm, Level::Percent, "4.1.2"),
        NormalizationRule::new(Action::UppercaseHex, Level::Percent, "4.1.2"),
        NormalizationRule::new(Action::EncodePlus, Level::Percent, "4.1.1"),
        NormalizationRule::new(Action::LocalHost, Level::Scheme, "BNF"),
        NormalizationRule::new(Action::DefaultPath, Level::Scheme, "5.3"),
        NormalizationRule::new(Action::DropEmptyFragment, Level::Scheme, "4.1.4"),
    ],
    own_names: &[
        (Part::Authority, "login"),
        (Part::Query, "search"),
        (Part::Fragment, "fragment-id"),
    ],
    own_terms: &[
        ("reg-name", "hostname"),
        ("ipv4", "hostnumber"),
        ("relative-ref", "partial form"),
    ],
    forms: None,
    authority_forms: false,
    tells_scheme_specific_part: false,
    throws: false,
    path_kinds: false,
    classes: &Classes::new(plain::body(KNOWN, OTHER, XALPHA), ALPHA, XALPHA),
    plain: &plain::forms::<{ KNOWN.len() + OTHER.len() }>(KNOWN, OTHER, XALPHA),
    compiled: None,
    productions: PRODUCTIONS,
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

const BNF: &str = "BNF";
const DECIMAL: &[Class] = &[Class::digit(BNF)];
const ESCAPE_CLASS: Class =
    Class::escape(Rule::new("escape", "4.1.1"), &[Class::hexdig(BNF, DECIMAL)]);
const RAW_XALPHA: Class = Class::of(
    Rule::new("raw-xalpha", BNF),
    XALPHA_BUT_AT,
    &[Class::alpha(BNF), Class::digit(BNF), Class::of(Rule::new("extra", BNF), EXTRA, &[])],
);
const XALPHAS_BUT_AT: &[Class] = &[Class::with_escapes(
    Rule::new("xalpha-but-at", BNF),
    XALPHA_BUT_AT,
    &[RAW_XALPHA, ESCAPE_CLASS],
)];
const XALPHAS: &[Class] = &[Class::with_escapes(Rule::new("xalpha", BNF), XALPHA, XALPHAS_BUT_AT)];
const XPALPHAS: &[Class] = &[Class::with_escapes(Rule::new("xpalpha", BNF), XPALPHA, XALPHAS)];
const PARTIALS: &[Class] = &[Class::with_escapes(
    Rule::new("partial-character", "4.1.3"),
    PARTIAL_PATH.without(ByteSet::of(b"/")),
    XPALPHAS,
)];
const ALPHANUM2S: &[Class] =
    &[Class::of(Rule::new("alphanum2", BNF), ALPHANUM2, &[Class::alpha(BNF), Class::digit(BNF)])];
const SEGMENTS: SegmentRules = SegmentRules {
    first: Rule::new("segment", BNF),
    first_characters: XPALPHAS,
    rest: Rule::new("segment", BNF),
    rest_characters: XPALPHAS,
    parameter: None,
    empty_first: true,
    is_behind_slash: true,
};
const WITH_LOGIN: When = When::Forms(&["ftp-address", "telnet-address"]);
const WITH_PORT: When = When::Forms(&[
    "http-address",
    "ftp-address",
    "gopher-address",
    "telnet-address",
    "prospero-address",
    "wais-address",
]);

const PRODUCTIONS: &[Production] = &[
    Production::new(0, "fragment-address", "4.1.4", Extent::Whole).when(When::Uri),
    Production::new(0, "partial-reference", "4.1.3", Extent::Whole).when(When::Relative),
    Production::new(1, "uri", "4", Extent::BeforeFragment).when(When::Uri),
    Production::new(1, "partial-form", "4.1.3", Extent::BeforeFragment).when(When::Relative),
    Production::new(2, "known-uri", BNF, Extent::BeforeFragment).when(When::KnownForm),
    Production::new(2, "generic-uri", BNF, Extent::BeforeFragment).when(When::OtherForm),
    Production::new(3, "http-address", "5.1", Extent::BeforeFragment)
        .when(When::Forms(&["http-address"])),
    Production::new(3, "ftp-address", "5.2", Extent::BeforeFragment)
        .when(When::Forms(&["ftp-address"])),
    Production::new(3, "gopher-address", "5.3", Extent::BeforeFragment)
        .when(When::Forms(&["gopher-address"])),
    Production::new(3, "mailto-address", "5.4", Extent::BeforeFragment)
        .when(When::Forms(&["mailto-address"])),
    Production::new(3, "news-address", "5.5", Extent::BeforeFragment)
        .when(When::Forms(&["news-address"])),
    Production::new(3, "nntp-address", "BNF", Extent::BeforeFragment)
        .when(When::Forms(&["nntp-address"])),
    Production::new(3, "telnet-address", "BNF", Extent::BeforeFragment)
        .when(When::Forms(&["telnet-address"])),
    Production::new(3, "prospero-address", "BNF", Extent::BeforeFragment)
        .when(When::Forms(&["prospero-address"])),
    Production::new(3, "mid-address", "BNF", Extent::BeforeFragment)
        .when(When::Forms(&["mid-address"])),
    Production::new(3, "cid-address", "BNF", Extent::BeforeFragment)
        .when(When::Forms(&["cid-address"])),
    Production::new(3, "file-address", "BNF", Extent::BeforeFragment)
        .when(When::Forms(&["file-address"])),
    Production::new(3, "wais-address", "BNF", Extent::BeforeFragment)
        .when(When::Forms(&["wais-address"])),
    Production::new(9, "http-scheme", "5.1", Extent::Scheme).when(When::Forms(&["http-address"])),
    Production::new(9, "ftp-scheme", "5.2", Extent::Scheme).when(When::Forms(&["ftp-address"])),
    Production::new(9, "gopher-scheme", "5.3", Extent::Scheme)
        .when(When::Forms(&["gopher-address"])),
    Production::new(9, "mailto-scheme", "5.4", Extent::Scheme)
        .when(When::Forms(&["mailto-address"])),
    Production::new(9, "news-scheme", "5.5", Extent::Scheme).when(When::Forms(&["news-address"])),
    Production::new(9, "nntp-scheme", "BNF", Extent::Scheme).when(When::Forms(&["nntp-address"])),
    Production::new(9, "telnet-scheme", "BNF", Extent::Scheme)
        .when(When::Forms(&["telnet-address"])),
    Production::new(9, "prospero-scheme", "BNF", Extent::Scheme)
        .when(When::Forms(&["prospero-address"])),
    Production::new(9, "mid-scheme", "BNF", Extent::Scheme).when(When::Forms(&["mid-address"])),
    Production::new(9, "cid-scheme", "BNF", Extent::Scheme).when(When::Forms(&["cid-address"])),
    Production::new(9, "file-scheme", "BNF", Extent::Scheme).when(When::Forms(&["file-address"])),
    Production::new(9, "wais-scheme", "BNF", Extent::Scheme).when(When::Forms(&["wais-address"])),
    Production::new(9, "scheme", "4", Extent::Scheme)
        .when(When::OtherForm)
        .of(Inside::Characters(XALPHAS)),
    Production::new(5, "file-host", BNF, Extent::Authority).when(When::Forms(&["file-address"])),
    Production::new(5, "login", BNF, Extent::Authority).when(WITH_LOGIN),
    Production::new(6, "userinfo", BNF, Extent::Userinfo),
    Production::new(7, "user", BNF, Extent::User).of(Inside::Characters(ALPHANUM2S)),
    Production::new(7, "password", BNF, Extent::Password).of(Inside::Characters(ALPHANUM2S)),
    Production::new(6, "host-port", BNF, Extent::HostAndPort).when(WITH_PORT),
    Production::new(7, "host", BNF, Extent::HostIfAny),
    Production::new(8, "host-name", BNF, Extent::HostIfAny).when(When::Host(&["reg-name"])),
    Production::new(9, "name", BNF, Extent::HostIfAny)
        .when(When::Host(&["reg-name"]))
        .of(Inside::Characters(XALPHAS_BUT_AT)),
    Production::new(8, "host-number", BNF, Extent::Host).when(When::Host(&["ipv4"])),
    Production::new(9, "number", BNF, Extent::Host).when(When::Host(&["ipv4"])).of(Inside::Pieces(
        b'.',
        Rule::new("digits", BNF),
        DECIMAL,
    )),
    Production::new(7, "port", BNF, Extent::Port).of(Inside::Pieces(
        b'.',
        Rule::new("digits", BNF),
        DECIMAL,
    )),
    Production::new(4, "ftp-path", "5.2", Extent::Path)
        .when(When::Forms(&["ftp-address"]))
        .of(Inside::Characters(XPALPHAS)),
    Production::new(4, "gopher-path", "5.3", Extent::Path)
        .when(When::Forms(&["gopher-address"]))
        .of(Inside::Characters(XPALPHAS)),
    Production::new(4, "mailto-path", "5.4", Extent::Path)
        .when(When::Forms(&["mailto-address"]))
        .of(Inside::Characters(XALPHAS)),
    Production::new(4, "news-path", "5.5", Extent::Path)
        .when(When::Forms(&["news-address"]))
        .of(Inside::Characters(XALPHAS_BUT_AT)),
    Production::new(4, "nntp-path", "BNF", Extent::Path)
        .when(When::Forms(&["nntp-address"]))
        .of(Inside::Characters(XALPHAS_BUT_AT)),
    Production::new(4, "prospero-path", "BNF", Extent::Path)
        .when(When::Forms(&["prospero-address"]))
        .of(Inside::Characters(&[RAW_XALPHA])),
    Production::new(4, "mid-path", "BNF", Extent::Path)
        .when(When::Forms(&["mid-address"]))
        .of(Inside::Characters(XALPHAS)),
    Production::new(4, "cid-path", "BNF", Extent::Path)
        .when(When::Forms(&["cid-address"]))
        .of(Inside::Characters(XALPHAS)),
    Production::new(4, "wais-path-doc", BNF, Extent::Path)
        .when(When::FormWithSlash("wais-address", true))
        .of(Inside::Characters(XPALPHAS)),
    Production::new(4, "wais-path-index", BNF, Extent::Path)
        .when(When::FormWithSlash("wais-address", false))
        .of(Inside::Characters(XALPHAS)),
    Production::new(4, "path", "4", Extent::Path)
        .when(When::Forms(&["http-address", "file-address", "generic-uri"]))
        .of(Inside::Segments(&SEGMENTS)),
    Production::new(4, "partial-path", "4.1.3", Extent::Path)
        .when(When::Relative)
        .of(Inside::Characters(PARTIALS)),
    Production::new(4, "search", "4.1.1", Extent::Query).of(Inside::Pieces(
        b'+',
        Rule::new("xalphas", BNF),
        XALPHAS,
    )),
    Production::new(1, "fragment", "4.1.4", Extent::Fragment),
    Production::new(2, "fragment-id", "4.1.4", Extent::FragmentIfAny)
        .of(Inside::Characters(XALPHAS)),
];

const PROCEDURE: &[Instruction] = &[
    Instruction::new("", "4.1.3", Operation::AbsoluteByColon),
    Instruction::new("", "4.1.3", Operation::CutAtSlashes),
    Instruction::new("", "4.1.3", Operation::CutAtLastSlash),
    Instruction::new("", "4.1.3", Operation::AppendReference),
    Instruction::new("", "4.1.3", Operation::RemoveElements),
];
