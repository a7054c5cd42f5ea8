//! Characters that are never raw in a URI, and texts that are no references.

use napkin::Part;
use napkin::edition::{DRAFT1997, DRAFT2003, RFC1630, RFC1738, RFC1808, RFC2396};

use crate::features::Features;
use crate::octets::{percent_encoded, quoted, wide_characters};
use crate::parts::trimmed;
use crate::readers::no_url;
use crate::rule::{Context, Listed, Rule};
use crate::severity::Severity;
use crate::span::Span;

/// The section that says how a URL is parsed.
const URL: &str = "URL Standard section 4.4";

/// A text that the edition's parser rejects.
pub(super) const INVALID_REFERENCE: Rule = Rule {
    id: "invalid-reference",
    title: "not a URI and not a relative reference",
    severity: Severity::Error,
    why: "Programs guess what an invalid reference means, and guess differently. The message is the parser's. Other \
          findings describe the possible guesses, and `napkin repair` proposes corrections.",
    basis: "RFC 3986 section 4.1",
    fires: &["http://h/a|b", "http://[::1/", "1http://h/"],
    silent: &["http://h/a%7Cb", "http://[::1]/"],
    when: Features::CUT,
    check: |context| {
        if let Some(edition) = context.url {
            if let Some(failure) = no_url(edition, context.bytes()) {
                let at = failure.offset().min(context.bytes().len());
                let len = character_len(context.bytes(), at);
                let part = context.reading.part_at(at);
                context.report(part, Span::new(at, at + len), failure.to_string()).section(URL);
            }
        } else if let Some(fault) = context.reading.fault() {
            let at = fault.offset().min(context.bytes().len());
            let len = character_len(context.bytes(), at);
            let reported = context.report(fault.part(), Span::new(at, at + len), fault.to_string());
            reported.section(fault.rule().section);
        }
    },
    ..Rule::BLANK
};

/// A `%` without two digits.
pub(super) const MALFORMED_ESCAPE: Rule = Rule {
    id: "malformed-escape",
    title: "a percent sign without two hexadecimal digits",
    severity: Severity::Error,
    why: "Some readers keep it, some drop it, some decode what they can. Write a literal percent sign as %25.",
    basis: "RFC 3986 section 2.1",
    listed: &[
        Listed::syntax(RFC1630, "4.1.2"),
        Listed::syntax(RFC1738, "2.2"),
        Listed::syntax(RFC1808, "2.2"),
        Listed::syntax(DRAFT1997, "2.4.1"),
        Listed::syntax(RFC2396, "2.4.1"),
        Listed::syntax(DRAFT2003, "2.4.1"),
    ],
    fires: &["http://h/100%", "http://h/%zz"],
    silent: &["http://h/100%25", "http://h/%2F"],
    when: Features::CUT,
    check: |context| {
        let bytes = context.bytes();
        for at in (0..bytes.len()).filter(|&at| bytes.get(at) == Some(&b'%')) {
            if !context.reading.is_triplet(at) {
                let span = Span::new(at, at + 1);
                let part = context.reading.part_at(at);
                let message = "a percent sign that two hexadecimal digits do not follow";
                context.report(part, span, message).fix(span, "%25");
            }
        }
    },
    ..Rule::BLANK
};

/// Raw white space.
pub(super) const WHITESPACE: Rule = Rule {
    id: "whitespace",
    title: "raw white space",
    severity: Severity::Error,
    why: "Some readers strip white space, and tabs and line breaks even inside a URI, so that a filter sees another \
          text than they do. White space around a URI does not belong to it; inside, percent-encode it.",
    basis: "RFC 3986 appendix C",
    listed: &[
        Listed::syntax(RFC1630, "4.1.1"),
        Listed::syntax(RFC1738, "2.2"),
        Listed::syntax(RFC1808, "2.2"),
        Listed::syntax(DRAFT1997, "2.4.3"),
        Listed::syntax(RFC2396, "2.4.3"),
        Listed::syntax(DRAFT2003, "2.4.3"),
    ],
    fires: &["ht\ntp://h/", " http://h/", "http://h/a b"],
    silent: &["http://h/a%20b", "http://h/a+b"],
    when: Features::CUT,
    check: |context| {
        let (start, end) = trimmed(context.bytes());
        let is_space = |byte: u8| matches!(byte, b' ' | b'\t'..=b'\r');
        raw_bytes(context, is_space, |context, at, part| {
            let span = Span::new(at, at + 1);
            let outside = at < start || at >= end;
            let fix = match context.bytes().get(at) {
                // No host has a blank.
                Some(b' ') if !outside && part != Some(Part::Host) => "%20",
                _ => "",
            };
            context.report(part, span, "white space, which some readers strip").fix(span, fix);
        });
        for (character, span) in wide(context) {
            if character.is_whitespace() && span.len() == character.len_utf8() {
                let part = context.reading.part_at(span.start);
                let message = "white space, which some readers strip";
                context.report(part, span, message).fix(span, "");
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const CONTROL_CHARACTER: Rule = Rule {
    id: "control-character",
    title: "a raw control character",
    severity: Severity::Error,
    why: "A control character steers terminals, ends strings in C, or is stripped by some readers. No URI may \
          contain one.",
    basis: "RFC 3986 section 2",
    listed: &[
        Listed::syntax(RFC1630, "4.1.1"),
        Listed::syntax(RFC1738, "2.2"),
        Listed::syntax(RFC1808, "2.2"),
        Listed::syntax(DRAFT1997, "2.4.3"),
        Listed::syntax(RFC2396, "2.4.3"),
        Listed::syntax(DRAFT2003, "2.4.3"),
    ],
    fires: &["http://h\u{0}.evil/", "http://h/\u{1b}[31m"],
    silent: &["http://h/%1B", "http://h/a b"],
    when: Features::CUT,
    check: |context| {
        let is_control = |byte: u8| matches!(byte, 0..=0x08 | 0x0e..=0x1f | 0x7f);
        raw_bytes(context, is_control, |context, at, part| {
            let span = Span::new(at, at + 1);
            context.report(part, span, "a control character").fix(span, "");
        });
    },
    ..Rule::BLANK
};

pub(super) const BACKSLASH: Rule = Rule {
    id: "backslash",
    title: "a raw backslash",
    severity: Severity::Error,
    why: "Browsers take a backslash for a slash; other programs take it for a character of the userinfo or the path. \
          In the authority and before it, the backslash decides which host is contacted. URIs have no backslashes; \
          write a literal one as %5C.",
    basis: "RFC 3986 section 2",
    listed: &[
        Listed::syntax(RFC1630, "RFC 1630 section BNF"),
        Listed::syntax(RFC1738, "2.2"),
        Listed::syntax(RFC1808, "2.2"),
        Listed::syntax(DRAFT1997, "2.4.3"),
        Listed::syntax(RFC2396, "2.4.3"),
        Listed::syntax(DRAFT2003, "2.4.3"),
    ],
    fires: &[r"http://trusted.example\@evil.example/", r"/\evil.example"],
    silent: &["http://h/a%5Cb", "http://h/a/b"],
    when: Features::CUT,
    check: |context| {
        let authority = context.reading.span(Part::Authority);
        let decided = |part| match part {
            Some(Part::Query | Part::Fragment) => true,
            part => part == Some(Part::Path) && authority.is_some(),
        };
        raw_bytes(
            context,
            |byte| byte == b'\\',
            |context, at, part| {
                let span = Span::new(at, at + 1);
                let reported =
                    context.report(part, span, "a backslash, which some readers take for a slash");
                // Where the backslash may change the host, there is no harmless fix.
                if decided(part) {
                    reported.fix(span, "%5C");
                }
            },
        );
    },
    ..Rule::BLANK
};

/// Raw non-ASCII text.
pub(super) const NON_ASCII_CHARACTER: Rule = Rule {
    id: "non-ascii-character",
    title: "a raw non-ASCII character",
    severity: Severity::Warning,
    why: "A non-ASCII character makes the text an IRI. Readers of URIs refuse it, encode it as UTF-8, or by the \
          encoding of the page. Percent-encode it as UTF-8; in a host, write the name with xn--. Editions of IRIs \
          allow it, so only the others report it.",
    basis: "RFC 3987 section 3.1",
    listed: &[
        Listed::syntax(RFC1630, "4.1.1"),
        Listed::syntax(RFC1738, "2.2"),
        Listed::syntax(RFC1808, "2.2"),
        Listed::syntax(DRAFT1997, "2"),
        Listed::syntax(RFC2396, "2.1"),
        Listed::syntax(DRAFT2003, "2.1"),
    ],
    fires: &["http://h/é", "http://bücher.example/"],
    silent: &["http://h/%C3%A9", "http://xn--bcher-kva.example/"],
    when: Features::HIGH,
    check: |context| {
        if context.reading.edition().has_characters_beyond_ascii() {
            return;
        }
        let bytes = context.bytes();
        for (at, &byte) in bytes.iter().enumerate() {
            if byte < 0x80 {
                continue;
            }
            let part = context.reading.part_at(at);
            let span = Span::new(at, at + 1);
            let reported =
                context.report(part, span, "non-ASCII text must be percent-encoded in a URI");
            if matches!(part, Some(Part::Path | Part::Query | Part::Fragment | Part::Userinfo)) {
                reported.fix(span, &percent_encoded(&[byte]));
            }
        }
    },
    ..Rule::BLANK
};

/// Calls `report` with the place and the part of every raw byte that satisfies `is`.
fn raw_bytes(
    context: &mut Context<'_>,
    is: impl Fn(u8) -> bool,
    mut report: impl FnMut(&mut Context<'_>, usize, Option<Part>),
) {
    for (at, &byte) in context.bytes().iter().enumerate() {
        if is(byte) {
            let part = context.reading.part_at(at);
            report(context, at, part);
        }
    }
}

/// Non-ASCII characters, raw or encoded.
fn wide<'c>(context: &Context<'c>) -> impl Iterator<Item = (char, Span)> + use<'c> {
    wide_characters(context.bytes(), context.whole())
}

/// The length in bytes of the character at `at`; 0 at the end.
fn character_len(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let head = rest.get(..rest.len().min(4)).unwrap_or_default();
    let first = head.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    first.map_or(rest.len().min(1), char::len_utf8)
}

/// Text of the input in quotation marks, safe to show.
pub(super) fn quote(bytes: &[u8]) -> String {
    format!("'{}'", quoted(bytes))
}
