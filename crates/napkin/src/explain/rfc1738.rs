//! RFC 1738, explained: the names it gives to parts, the productions of its grammar, and its instructions for
//! resolution.

use napkin_scan::ByteSet;

use super::Explanation;
use super::procedure::{Instruction, Operation};
use super::production::{Class, Extent, Inside, LabelRules, Production, SegmentRules, When};
use crate::edition::rfc1738::{RESERVED, UNRESERVED, XCHAR};
use crate::edition::rules::Rule;
use crate::edition::{ALPHANUM, RFC1738};
use crate::fault::Part;

/// The explanation of RFC 1738.
pub(super) const EXPLANATION: &Explanation = &Explanation {
    edition: RFC1738,
    own_names: &[(Part::Authority, "login"), (Part::Path, "url-path"), (Part::Query, "searchpart")],
    own_terms: &[("reg-name", "hostname"), ("ipv4", "hostnumber")],
    productions: PRODUCTIONS,
    procedure: &[Instruction::new("", "2.1", Operation::AbsoluteAsItIs)],
    throws: false,
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
