//! RFC 1630, explained: the names it gives to parts, the productions of its grammar, and its instructions for
//! resolution.

use napkin_scan::{ALPHA as LETTERS, ALPHANUM, ByteSet, DIGIT as DIGITS, HEXDIG as HEXADECIMAL};

use super::Explanation;
use super::procedure::{Instruction, Operation};
use super::production::{Class, Cut, Extent, Inside, Piece, Production, SegmentRules, When};
use crate::edition::RFC1630;
use crate::edition::rfc1630::{ALPHANUM2, EXTRA, PARTIAL_PATH, SAFE, XALPHA, XPALPHA};
use crate::edition::rules::Rule;
use crate::fault::Part;

pub(super) const EXPLANATION: &Explanation = &Explanation {
    edition: RFC1630,
    own_names: &[
        (Part::Authority, "login"),
        (Part::Query, "search"),
        (Part::Fragment, "fragmentid"),
    ],
    own_terms: &[
        ("reg-name", "hostname"),
        ("ipv4", "hostnumber"),
        ("relative-ref", "partial form"),
    ],
    productions: PRODUCTIONS,
    procedure: PROCEDURE,
    throws: false,
};

const BNF: &str = "BNF";
const ALPHA: Class = Class::of(Rule::new("alpha", BNF), LETTERS, &[]);
const DIGIT: Class = Class::of(Rule::new("digit", BNF), DIGITS, &[]);
const DECIMAL: &[Class] = &[DIGIT];
const ESCAPE_CLASS: Class = Class::escape(
    Rule::new("escape", "4.1.1"),
    &[Class::of(Rule::new("hex", BNF), HEXADECIMAL, DECIMAL)],
);
const XALPHAS: &[Class] = &[Class::with_escapes(
    Rule::new("xalpha", BNF),
    XALPHA,
    &[
        ALPHA,
        DIGIT,
        Class::of(Rule::new("safe", BNF), SAFE, &[]),
        Class::of(Rule::new("extra", BNF), EXTRA, &[]),
        ESCAPE_CLASS,
    ],
)];
const XPALPHAS: &[Class] = &[Class::with_escapes(Rule::new("xpalpha", BNF), XPALPHA, XALPHAS)];
const PARTIALS: &[Class] = &[Class::with_escapes(
    Rule::new("our-partial-character", "4.1.3"),
    PARTIAL_PATH.without(ByteSet::of(b"/")),
    XPALPHAS,
)];
const ALPHANUM2S: &[Class] = &[Class::of(Rule::new("alphanum2", BNF), ALPHANUM2, &[ALPHA, DIGIT])];
const SEGMENTS: SegmentRules = SegmentRules {
    first: Rule::new("segment", BNF),
    first_characters: XPALPHAS,
    rest: Rule::new("segment", BNF),
    rest_characters: XPALPHAS,
    parameter: None,
    empty_first: true,
    is_behind_slash: true,
};

const NUMBERS: Inside = Inside::Pieces(b'.', Rule::new("digits", BNF), DECIMAL);
const DIGITS_INSIDE: Inside = Inside::Characters(DECIMAL);
/// The rule `xalphas`, of all the text.
const XALPHAS_INSIDE: Inside =
    Inside::Sequence(&[Piece::new(Cut::Rest, "xalphas", BNF, Inside::Characters(XALPHAS))]);
const SCHEME: &[Piece] = &[Piece::new(
    Cut::Rest,
    "ialpha",
    BNF,
    Inside::Sequence(&[
        Piece::unnamed(Cut::Character, Inside::Characters(&[ALPHA])),
        Piece::new(Cut::AllOf(XALPHA_OR_ESCAPE), "xalphas", BNF, Inside::Characters(XALPHAS)),
    ]),
)];
const XALPHA_OR_ESCAPE: ByteSet = XALPHA.or(ByteSet::of(b"%"));
const FTP_PATH: &[Piece] = &[
    Piece::new(Cut::Before(b";type="), "path", "4", Inside::Segments(&SEGMENTS)),
    Piece::new(
        Cut::Rest,
        "ftptype",
        BNF,
        Inside::Sequence(&[
            Piece::unnamed(Cut::Character, Inside::Nothing),
            Piece::new(Cut::AllOf(ByteSet::of(b"NTC")), "formcode", BNF, Inside::Nothing),
            Piece::new(Cut::AllOf(DIGITS), "digits", BNF, DIGITS_INSIDE),
        ]),
    ),
];
const GOPHER_PATH: &[Piece] = &[
    Piece::new(Cut::Character, "gtype", BNF, Inside::Characters(XALPHAS)),
    Piece::new(
        Cut::Rest,
        "gcommand",
        BNF,
        Inside::Sequence(&[Piece::new(Cut::Rest, "path", "4", Inside::Segments(&SEGMENTS))]),
    ),
];
const HOST: &[Piece] =
    &[Piece::new(Cut::AllOf(DIGITS.or(ByteSet::of(b"."))), "hostnumber", BNF, NUMBERS), HOSTNAME];
const HOSTNAME: Piece = Piece::new(Cut::Rest, "hostname", BNF, Inside::Characters(XALPHAS));
const GROUPART: &[Piece] = &[
    Piece::new(
        Cut::Containing(b'@'),
        "article",
        BNF,
        Inside::Sequence(&[
            Piece::new(Cut::BeforeLast(b"@"), "xalphas", BNF, Inside::Characters(XALPHAS)),
            Piece::new(Cut::Rest, "host", BNF, Inside::Sequence(HOST)),
        ]),
    ),
    Piece::unnamed(Cut::AllOf(ByteSet::of(b"*")), Inside::Nothing),
    Piece::new(Cut::Rest, "group", BNF, Inside::Characters(XALPHAS)),
];
const NNTP_PATH: &[Piece] = &[
    Piece::new(Cut::Before(b"/"), "group", BNF, Inside::Characters(XALPHAS)),
    Piece::new(Cut::Rest, "digits", BNF, DIGITS_INSIDE),
];
const PROSPERO_PATH: &[Piece] = &[
    Piece::new(Cut::Before(b"%00"), "hsoname", BNF, Inside::Characters(XPALPHAS)),
    Piece::new(
        Cut::Leading(DIGITS),
        "version",
        BNF,
        Inside::Sequence(&[Piece::new(Cut::Rest, "digits", BNF, DIGITS_INSIDE)]),
    ),
    Piece::new(Cut::AllOf(ALPHANUM), "attributes", BNF, Inside::Characters(&[ALPHA, DIGIT])),
];
const WAIS_PATH: &[Piece] = &[
    Piece::new(Cut::Before(b"/"), "database", BNF, XALPHAS_INSIDE),
    Piece::new(Cut::Before(b"/"), "wtype", BNF, XALPHAS_INSIDE),
    Piece::new(
        Cut::Rest,
        "wpath",
        BNF,
        Inside::Sequence(&[
            Piece::new(Cut::Before(b"="), "digits", BNF, DIGITS_INSIDE),
            Piece::new(Cut::Before(b";"), "path", "4", Inside::Segments(&SEGMENTS)),
        ]),
    ),
];
const MAILTO_PATH: &[Piece] =
    &[Piece::new(Cut::BeforeLast(b"@"), "xalphas", BNF, Inside::Characters(XALPHAS)), HOSTNAME];
const ADDR_SPEC: &[Piece] = &[
    Piece::new(Cut::BeforeLast(b"@"), "xalphas", BNF, Inside::Characters(XALPHAS)),
    Piece::new(Cut::Rest, "xalphas", BNF, Inside::Characters(XALPHAS)),
];

const fn scheme(
    name: &'static str,
    section: &'static str,
    form: &'static [&'static str],
) -> Production {
    Production::new(3, name, section, Extent::BeforeFragment).when(When::Forms(form))
}

const FTP: When = When::Forms(&["ftpaddress"]);
const GOPHER: When = When::Forms(&["gopheraddress"]);
const NNTP: When = When::Forms(&["nntpaddress"]);
const WAIS: When = When::Forms(&["waisaddress"]);
const WITH_LOGIN: When = When::Forms(&["ftpaddress", "telnetaddress"]);
const WITH_PORT: When = When::Forms(&[
    "httpaddress",
    "ftpaddress",
    "gopheraddress",
    "telnetaddress",
    "prosperoaddress",
    "waisaddress",
]);

/// The rules of the document by its own names. Partial forms, an empty fragment and `file` have no rule in it: their names begin with
/// `our-` (D1630-08, -15, -28).
const PRODUCTIONS: &[Production] = &[
    Production::new(0, "fragmentaddress", "4.1.4", Extent::Whole).when(When::Uri),
    Production::new(0, "our-partial-reference", "4.1.3", Extent::Whole).when(When::Relative),
    Production::new(1, "uri", "4", Extent::BeforeFragment).when(When::Uri),
    Production::new(1, "our-partial-form", "4.1.3", Extent::BeforeFragment).when(When::Relative),
    Production::new(2, "url", BNF, Extent::BeforeFragment).when(When::KnownForm),
    scheme("httpaddress", BNF, &["httpaddress"]),
    scheme("ftpaddress", BNF, &["ftpaddress"]),
    scheme("gopheraddress", BNF, &["gopheraddress"]),
    scheme("mailtoaddress", BNF, &["mailtoaddress"]),
    scheme("newsaddress", BNF, &["newsaddress"]),
    scheme("nntpaddress", BNF, &["nntpaddress"]),
    scheme("telnetaddress", BNF, &["telnetaddress"]),
    scheme("prosperoaddress", BNF, &["prosperoaddress"]),
    scheme("midaddress", BNF, &["midaddress"]),
    scheme("cidaddress", BNF, &["cidaddress"]),
    scheme("our-file-address", BNF, &["our-file-address"]),
    scheme("waisaddress", BNF, &["waisaddress"]),
    Production::new(4, "waisdoc", BNF, Extent::BeforeFragment)
        .when(When::FormWithSlash("waisaddress", true)),
    Production::new(4, "waisindex", BNF, Extent::BeforeFragment)
        .when(When::FormWithSlash("waisaddress", false)),
    Production::new(9, "scheme", "4", Extent::Scheme)
        .when(When::OtherForm)
        .of(Inside::Sequence(SCHEME)),
    Production::new(6, "login", BNF, Extent::Authority).when(WITH_LOGIN),
    Production::new(9, "user", BNF, Extent::User).of(Inside::Characters(ALPHANUM2S)),
    Production::new(9, "password", BNF, Extent::Password).of(Inside::Characters(ALPHANUM2S)),
    Production::new(7, "hostport", BNF, Extent::HostAndPort).when(WITH_PORT),
    Production::new(8, "host", BNF, Extent::HostIfAny),
    Production::new(9, "hostname", BNF, Extent::HostIfAny)
        .when(When::Host(&["reg-name"]))
        .of(Inside::Characters(XALPHAS)),
    Production::new(9, "hostnumber", BNF, Extent::Host).when(When::Host(&["ipv4"])).of(NUMBERS),
    Production::new(8, "port", BNF, Extent::Port).of(NUMBERS),
    Production::sequence(6, Extent::Path, FTP_PATH).when(FTP),
    Production::sequence(6, Extent::Path, GOPHER_PATH).when(GOPHER),
    Production::sequence(6, Extent::Path, MAILTO_PATH).when(When::Forms(&["mailtoaddress"])),
    Production::new(6, "groupart", BNF, Extent::Path)
        .when(When::Forms(&["newsaddress"]))
        .of(Inside::Sequence(GROUPART)),
    Production::sequence(6, Extent::Path, NNTP_PATH).when(NNTP),
    Production::sequence(6, Extent::Path, PROSPERO_PATH).when(When::Forms(&["prosperoaddress"])),
    Production::new(6, "addr-spec", BNF, Extent::Path)
        .when(When::Forms(&["midaddress"]))
        .of(Inside::Sequence(ADDR_SPEC)),
    Production::new(6, "content-identifier", BNF, Extent::Path)
        .when(When::Forms(&["cidaddress"]))
        .of(XALPHAS_INSIDE),
    Production::sequence(6, Extent::Path, WAIS_PATH).when(WAIS),
    Production::new(6, "path", "4", Extent::Path)
        .when(When::Forms(&["httpaddress", "our-file-address", "uri"]))
        .of(Inside::Segments(&SEGMENTS)),
    Production::new(6, "our-partial-path", "4.1.3", Extent::Path)
        .when(When::Relative)
        .of(Inside::Characters(PARTIALS)),
    Production::new(6, "search", "4.1.1", Extent::Query).of(Inside::Pieces(
        b'+',
        Rule::new("xalphas", BNF),
        XALPHAS,
    )),
    Production::new(1, "our-fragment", "4.1.4", Extent::Fragment),
    Production::new(2, "fragmentid", "4.1.4", Extent::FragmentIfAny).of(XALPHAS_INSIDE),
];

const PROCEDURE: &[Instruction] = &[
    Instruction::new("", "4.1.3", Operation::AbsoluteByColon),
    Instruction::new("", "4.1.3", Operation::CutAtSlashes),
    Instruction::new("", "4.1.3", Operation::CutAtLastSlash),
    Instruction::new("", "4.1.3", Operation::AppendReference),
    Instruction::new("", "4.1.3", Operation::RemoveElements),
];
