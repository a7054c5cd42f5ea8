//! RFC 1630, explained: the names it gives to parts, the productions of its grammar, and its instructions for
//! resolution.

use napkin_scan::ByteSet;

use super::Explanation;
use super::procedure::{Instruction, Operation};
use super::production::{Class, Extent, Inside, Production, SegmentRules, When};
use crate::edition::RFC1630;
use crate::edition::rfc1630::{ALPHANUM2, EXTRA, PARTIAL_PATH, XALPHA, XALPHA_BUT_AT, XPALPHA};
use crate::edition::rules::Rule;
use crate::fault::Part;

/// The explanation of RFC 1630.
pub(super) const EXPLANATION: &Explanation = &Explanation {
    edition: RFC1630,
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
    productions: PRODUCTIONS,
    procedure: PROCEDURE,
    throws: false,
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
