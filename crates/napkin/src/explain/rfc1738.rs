//! RFC 1738, explained: the names it gives to parts, the productions of its grammar, and its instructions for
//! resolution.

use napkin_scan::{ALPHA as LETTERS, ByteSet, DIGIT as DIGITS_SET, HEXDIG as HEXADECIMAL};

use super::Explanation;
use super::procedure::{Instruction, Operation};
use super::production::{
    Class, Cut, Extent, Inside, LabelRules, Piece, Production, SegmentRules, When,
};
use crate::edition::rfc1738::{RESERVED, UNRESERVED, XCHAR};
use crate::edition::rules::Rule;
use crate::edition::{ALPHANUM, RFC1738};
use crate::fault::Part;

pub(super) const EXPLANATION: &Explanation = &Explanation {
    edition: RFC1738,
    own_names: &[(Part::Authority, "login"), (Part::Path, "url-path"), (Part::Query, "searchpart")],
    own_terms: &[("reg-name", "hostname"), ("ipv4", "hostnumber")],
    productions: PRODUCTIONS,
    procedure: &[Instruction::new("", "2.1", Operation::AbsoluteAsItIs)],
    throws: false,
};

const BNF: &str = "5";
const DIGIT: Class = Class::of(Rule::new("digit", BNF), DIGITS_SET, &[]);
const ALPHA: Class = Class::of(
    Rule::new("alpha", BNF),
    LETTERS,
    &[Class::lowalpha(BNF), Class::capitals("hialpha", BNF)],
);
const DIGITS: &[Class] = &[DIGIT];
const LETTERS_DIGITS: &[Class] = &[ALPHA, DIGIT];
const UNRESERVED_CLASS: Class = Class::of(
    Rule::new("unreserved", BNF),
    UNRESERVED,
    &[
        ALPHA,
        DIGIT,
        Class::of(Rule::new("safe", BNF), ByteSet::of(b"$-_.+"), &[]),
        Class::of(Rule::new("extra", BNF), ByteSet::of(b"!*'(),"), &[]),
    ],
);
const ESCAPE_CLASS: Class = Class::escape(
    Rule::new("escape", BNF),
    &[Class::of(Rule::new("hex", BNF), HEXADECIMAL, DIGITS)],
);
const CHARACTERS: &[Class] = &[UNRESERVED_CLASS, ESCAPE_CLASS];
const UCHARS: &[Class] = &[Class::with_escapes(Rule::new("uchar", BNF), UNRESERVED, CHARACTERS)];
const XCHARS: &[Class] = &[Class::with_escapes(
    Rule::new("xchar", BNF),
    XCHAR,
    &[UNRESERVED_CLASS, Class::of(Rule::new("reserved", BNF), RESERVED, &[]), ESCAPE_CLASS],
)];
const NUMBERS: Inside = Inside::Pieces(b'.', Rule::new("digits", BNF), DIGITS);
const HSEGMENTS: SegmentRules = segments("hsegment");
const FSEGMENTS: SegmentRules = segments("fsegment");
const PSEGMENTS: SegmentRules = segments("psegment");
const LABELS: LabelRules = LabelRules {
    label: Rule::new("domainlabel", BNF),
    last: Rule::new("toplabel", BNF),
    last_needs_dot: false,
    only_is_last: true,
    characters: &[Class::of(Rule::new("alphadigit", BNF), ALPHANUM, LETTERS_DIGITS)],
};

const FPATH: &[Piece] = &[
    Piece::new(Cut::Before(b";type="), "fpath", BNF, Inside::Segments(&FSEGMENTS)),
    Piece::new(Cut::Rest, "ftptype", BNF, Inside::Nothing),
];
const GOPHER_PATH: &[Piece] = &[
    Piece::new(Cut::Character, "gtype", BNF, Inside::Characters(XCHARS)),
    Piece::new(Cut::Before(b"%09"), "selector", BNF, Inside::Characters(XCHARS)),
    Piece::new(Cut::Before(b"%09"), "our-gopher-search", BNF, Inside::Characters(XCHARS)),
    Piece::new(Cut::Rest, "gopher+_string", BNF, Inside::Characters(XCHARS)),
];
const GROUPPART: &[Piece] = &[
    Piece::new(Cut::Containing(b'@'), "article", BNF, Inside::Sequence(ARTICLE)),
    Piece::new(
        Cut::AllOf(ALPHANUM.or(ByteSet::of(b"-.+_"))),
        "group",
        BNF,
        Inside::Characters(LETTERS_DIGITS),
    ),
];
const ARTICLE: &[Piece] = &[
    Piece::unnamed(Cut::BeforeLast(b"@"), Inside::Characters(UCHARS)),
    Piece::new(Cut::Rest, "host", "3.1", Inside::Sequence(HOST)),
];
const HOST: &[Piece] = &[
    Piece::new(Cut::AllOf(DIGITS_SET.or(ByteSet::of(b"."))), "hostnumber", BNF, NUMBERS),
    Piece::new(Cut::Rest, "hostname", BNF, Inside::Labels(&LABELS)),
];
const NNTP_PATH: &[Piece] = &[
    Piece::new(Cut::Before(b"/"), "group", BNF, Inside::Characters(LETTERS_DIGITS)),
    Piece::new(Cut::Rest, "digits", BNF, Inside::Characters(DIGITS)),
];
const WAIS_PATH: &[Piece] = &[
    Piece::new(Cut::Before(b"/"), "database", BNF, Inside::Characters(UCHARS)),
    Piece::new(Cut::Before(b"/"), "wtype", BNF, Inside::Characters(UCHARS)),
    Piece::new(Cut::Rest, "wpath", BNF, Inside::Characters(UCHARS)),
];
const PROSPERO_PATH: &[Piece] = &[
    Piece::new(Cut::Before(b";"), "ppath", BNF, Inside::Segments(&PSEGMENTS)),
    Piece::unnamed(
        Cut::Rest,
        Inside::Sequence(&[Piece::new(
            Cut::WithDelimiter(b";"),
            "fieldspec",
            BNF,
            Inside::Sequence(&[
                Piece::unnamed(Cut::Character, Inside::Nothing),
                Piece::new(Cut::Before(b"="), "fieldname", BNF, Inside::Characters(UCHARS)),
                Piece::new(Cut::Rest, "fieldvalue", BNF, Inside::Characters(UCHARS)),
            ]),
        )]),
    ),
];

/// Segments between slashes, by one rule.
const fn segments(name: &'static str) -> SegmentRules {
    let rule = Rule::new(name, BNF);
    SegmentRules {
        first: rule,
        first_characters: UCHARS,
        rest: rule,
        rest_characters: UCHARS,
        parameter: None,
        empty_first: true,
        is_behind_slash: true,
    }
}

const fn scheme(
    name: &'static str,
    section: &'static str,
    form: &'static [&'static str],
) -> Production {
    Production::new(2, name, section, Extent::BeforeFragment).when(When::Forms(form))
}

const IP: When = When::Forms(&["ip-schemepart"]);
const HTTP: When = When::Forms(&["httpurl"]);
const FTP: When = When::Forms(&["ftpurl"]);
const FILE: When = When::Forms(&["fileurl"]);
const GOPHER: When = When::Forms(&["gopherurl"]);
const MAILTO: When = When::Forms(&["mailtourl"]);
const NEWS: When = When::Forms(&["newsurl"]);
const NNTP: When = When::Forms(&["nntpurl"]);
const PROSPERO: When = When::Forms(&["prosperourl"]);
const WAIS: When = When::Forms(&["waisurl"]);
const WITH_LOGIN: When = When::Forms(&["ftpurl", "telneturl", "ip-schemepart"]);
const WITH_PORT: When = When::Forms(&[
    "httpurl",
    "ftpurl",
    "gopherurl",
    "nntpurl",
    "telneturl",
    "prosperourl",
    "waisurl",
    "ip-schemepart",
]);

/// The document has no rule for a URL with its fragment: those that begin with `our-` are ours (D1738-04).
const PRODUCTIONS: &[Production] = &[
    Production::new(0, "our-reference", "2.2", Extent::Whole),
    Production::new(1, "url", BNF, Extent::BeforeFragment),
    scheme("httpurl", "3.3", &["httpurl"]),
    scheme("ftpurl", "3.2", &["ftpurl"]),
    scheme("fileurl", "3.10", &["fileurl"]),
    scheme("gopherurl", "3.4", &["gopherurl"]),
    scheme("mailtourl", "3.5", &["mailtourl"]),
    scheme("newsurl", "3.6", &["newsurl"]),
    scheme("nntpurl", "3.7", &["nntpurl"]),
    scheme("telneturl", "3.8", &["telneturl"]),
    scheme("prosperourl", "3.11", &["prosperourl"]),
    scheme("waisurl", "3.9", &["waisurl"]),
    Production::new(2, "otherurl", BNF, Extent::BeforeFragment).when(When::OtherForm),
    Production::new(3, "genericurl", BNF, Extent::BeforeFragment).when(When::OtherForm),
    Production::new(9, "scheme", "2.1", Extent::Scheme)
        .when(When::OtherForm)
        .of(Inside::Characters(LETTERS_DIGITS)),
    Production::new(4, "schemepart", BNF, Extent::AfterScheme).when(When::OtherForm),
    Production::new(5, "ip-schemepart", "3.1", Extent::AfterScheme).when(IP),
    Production::new(3, "waisdoc", "3.9", Extent::BeforeFragment)
        .when(When::FormWithSlash("waisurl", true)),
    Production::new(3, "waisindex", "3.9", Extent::BeforeFragment)
        .when(When::FormWithQuery("waisurl", true)),
    Production::new(3, "waisdatabase", "3.9", Extent::BeforeFragment)
        .when(When::FormWithQuery("waisurl", false)),
    Production::new(6, "login", "3.1", Extent::Authority).when(WITH_LOGIN),
    Production::new(9, "user", "3.1", Extent::User).of(Inside::Characters(UCHARS)),
    Production::new(9, "password", "3.1", Extent::Password).of(Inside::Characters(UCHARS)),
    Production::new(7, "hostport", "3.1", Extent::HostAndPort).when(WITH_PORT),
    Production::new(8, "host", "3.1", Extent::HostIfAny),
    Production::new(9, "hostname", BNF, Extent::HostIfAny)
        .when(When::Host(&["reg-name"]))
        .of(Inside::Labels(&LABELS)),
    Production::new(9, "hostnumber", BNF, Extent::Host).when(When::Host(&["ipv4"])).of(NUMBERS),
    Production::new(8, "port", "3.1", Extent::Port).of(NUMBERS),
    Production::new(6, "hpath", BNF, Extent::Path).when(HTTP).of(Inside::Segments(&HSEGMENTS)),
    Production::sequence(6, Extent::Path, FPATH).when(FTP),
    Production::new(6, "fpath", BNF, Extent::Path).when(FILE).of(Inside::Segments(&FSEGMENTS)),
    Production::new(6, "gopher-path", "3.4.1", Extent::Path)
        .when(GOPHER)
        .of(Inside::Sequence(GOPHER_PATH)),
    Production::new(6, "encoded822addr", BNF, Extent::Path)
        .when(MAILTO)
        .of(Inside::Characters(XCHARS)),
    Production::new(6, "grouppart", BNF, Extent::Path).when(NEWS).of(Inside::Sequence(GROUPPART)),
    Production::sequence(6, Extent::Path, NNTP_PATH).when(NNTP),
    Production::sequence(6, Extent::Path, PROSPERO_PATH).when(PROSPERO),
    Production::sequence(6, Extent::Path, WAIS_PATH).when(WAIS),
    Production::new(6, "urlpath", "3.1", Extent::Path).when(IP).of(Inside::Characters(XCHARS)),
    Production::unnamed(5, Extent::Path, XCHARS).when(When::Forms(&["schemepart"])),
    Production::new(6, "search", BNF, Extent::Query).of(Inside::Characters(UCHARS)),
    Production::new(1, "our-fragment", "2.2", Extent::Fragment).of(Inside::Characters(XCHARS)),
];
