//! How octets are percent-encoded (RFC 3986 §2.1 to §2.5).

use napkin::Part;
use napkin::edition::{DRAFT1997, DRAFT2003, RFC1630, RFC1738, RFC2396, RFC3986, RFC3987};

use crate::features::Features;
use crate::octets::{characters, percent_encoded, triplet, triplets};
use crate::rule::{Context, Listed, Rule};
use crate::severity::Severity;
use crate::span::Span;

pub(super) const DOUBLE_ENCODED: Rule = Rule {
    id: "double-encoded",
    title: "text that is percent-encoded twice",
    severity: Severity::Note,
    why: "Decoded once it is harmless, decoded twice it is not. Encode and decode once. Dot segments and control \
          characters that are hidden in this way have rules of their own.",
    basis: "RFC 3986 section 2.4",
    listed: &[
        Listed::security(RFC3986, "2.4"),
        Listed::security(DRAFT2003, "2.4.2"),
        Listed::security(DRAFT1997, "2.4.2"),
        Listed::syntax(RFC1630, "4.1.2"),
        Listed::syntax(RFC2396, "2.4.2"),
    ],
    fires: &["http://h/%252e%252e", "http://h/%2541"],
    silent: &["http://h/100%25", "http://h/%25zz"],
    when: Features::ESCAPED_PERCENT,
    check: |context| {
        twice(context, |_| true, "an encoded percent sign before two hexadecimal digits");
    },
    ..Rule::BLANK
};

/// A control character, encoded twice.
pub(super) const DOUBLE_ENCODED_CONTROL: Rule = Rule {
    id: "double-encoded-control",
    title: "a control character encoded twice",
    severity: Severity::Warning,
    why: "A program that decodes twice gets a line break of a protocol, or the end of a string in C, which no check \
          for the character encoded once finds.",
    basis: "RFC 3986 section 7.3",
    fires: &["http://h/%250D%250A", "http://h/%2500", "http://h/?a=%250a"],
    silent: &["http://h/%2525", "http://h/%0A", "http://h/%252F"],
    when: Features::ESCAPED_PERCENT,
    check: |context| {
        twice(context, |octet| octet.is_ascii_control(), "a control character, encoded twice");
    },
    ..Rule::BLANK
};

/// Reports octets that are encoded twice and satisfy `among`.
fn twice(context: &mut Context<'_>, among: fn(u8) -> bool, message: &'static str) {
    let bytes = context.bytes();
    for (octet, span) in triplets(bytes, context.whole()).filter(|(octet, _)| *octet == b'%') {
        let digits = bytes.get(span.end..span.end + 2).unwrap_or_default();
        if let [high, low] = *digits
            && triplet(&[octet, high, low], 0).is_some_and(among)
        {
            let part = context.reading.part_at(span.start);
            context.report(part, Span::new(span.start, span.end + 2), message);
        }
    }
}

/// More octets than a character needs.
pub(super) const OVERLONG_UTF8: Rule = Rule {
    id: "overlong-utf8",
    title: "an overlong form of UTF-8",
    severity: Severity::Error,
    why: "It has more octets than the character needs. A careless decoder finds a slash or a dot in it that a filter \
          did not see.",
    basis: "RFC 3629 section 10",
    listed: &[Listed::security(RFC3987, "8")],
    fires: &["http://h/..%c0%af..", "http://h/%E0%80%AF"],
    silent: &["http://h/%C3%A9", "http://h/%C0"],
    when: Features::ESCAPED_HIGH,
    check: |context| {
        let bytes = context.bytes();
        for (first, span) in triplets(bytes, context.whole()) {
            let second = triplet(bytes, span.end);
            let octets = match (first, second) {
                (0xc0 | 0xc1, Some(0x80..=0xbf)) => 2,
                (0xe0, Some(0x80..=0x9f)) => 3,
                (0xf0, Some(0x80..=0x8f)) => 4,
                _ => continue,
            };
            let further = |nth: &usize| {
                triplet(bytes, span.start + 3 * nth).is_some_and(|octet| octet & 0xc0 == 0x80)
            };
            let found = 1 + (1..octets).take_while(further).count();
            let part = context.reading.part_at(span.start);
            let whole = Span::new(span.start, span.start + 3 * found);
            context.report(part, whole, "more octets than the character needs");
        }
    },
    ..Rule::BLANK
};

/// Octets that are no text.
pub(super) const NON_UTF8_ESCAPE: Rule = Rule {
    id: "non-utf8-escape",
    title: "percent-encoded octets that are not UTF-8",
    severity: Severity::Note,
    why: "Text is encoded as UTF-8 before it is percent-encoded; a reader has to guess another encoding. Data that \
          is no text may be intended.",
    basis: "RFC 3986 section 2.5",
    listed: &[Listed::practice(DRAFT2003, "6.3"), Listed::security(RFC3987, "8")],
    fires: &["http://h/caf%E9", "http://h/?q=%FF"],
    silent: &["http://h/caf%C3%A9", "http://h/%7F"],
    when: Features::ESCAPED_HIGH,
    check: |context| {
        for part in [Part::Userinfo, Part::Path, Part::Query, Part::Fragment] {
            let Some((_, span)) = context.part(part) else { continue };
            let wrong =
                characters(context.bytes(), span).filter(|(character, _)| character.is_none());
            for (_, span) in wrong {
                // Raw non-ASCII octets have a rule of their own.
                for (_, triplet) in
                    triplets(context.bytes(), span).filter(|(octet, _)| !octet.is_ascii())
                {
                    context.report(part, triplet, "these octets are not UTF-8");
                }
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const ENCODED_DELIMITER_IN_QUERY: Rule = Rule {
    id: "encoded-delimiter-in-query",
    title: "a percent-encoded delimiter in the query or the fragment",
    severity: Severity::Note,
    is_on: false,
    why: "It is data, as it should be. Decoded and parsed again, the parameter or the query ends there, and another \
          one begins.",
    basis: "RFC 3986 section 2.2",
    fires: &["http://h/?a=b%26c=d", "http://h/?q=%23x", "http://h/#a%3Db"],
    silent: &["http://h/?a=b&c=d", "http://h/a%26b", "http://h/?q=%2F"],
    check: |context| {
        for part in [Part::Query, Part::Fragment] {
            let Some((_, span)) = context.part(part) else { continue };
            let delimiters =
                triplets(context.bytes(), span).filter(|(octet, _)| b"#&=;+".contains(octet));
            for (_, span) in delimiters {
                context.report(part, span, "an encoded delimiter of parameters");
            }
        }
    },
    ..Rule::BLANK
};

/// Encoded without need.
pub(super) const UNNEEDED_ESCAPE: Rule = Rule {
    id: "unneeded-escape",
    title: "a percent-encoded character that needs no encoding",
    severity: Severity::Note,
    why: "The two spellings are the same URI. Programs that compare text take them for different ones.",
    basis: "RFC 3986 section 2.3",
    listed: &[
        Listed::practice(RFC3986, "2.3"),
        Listed::practice(DRAFT2003, "6.3"),
        Listed::practice(DRAFT1997, "2.3"),
        Listed::syntax(RFC1630, "4.1.2"),
        Listed::syntax(RFC1738, "2.2"),
        Listed::syntax(RFC2396, "2.3"),
    ],
    fires: &["http://h/%7Euser", "http://h/%41"],
    silent: &["http://h/~user", "http://h/%20", "http://h/%2F"],
    when: Features::ESCAPED_UNRESERVED,
    check: |context| {
        let unreserved = context.reading.edition().unreserved;
        for (octet, span) in triplets(context.bytes(), context.whole()) {
            if unreserved.contains(octet) {
                let part = context.reading.part_at(span.start);
                let raw = char::from(octet).to_string();
                context.report(part, span, "this character needs no encoding").fix(span, &raw);
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const LOWERCASE_HEX: Rule = Rule {
    id: "lowercase-hex",
    title: "a percent-encoded octet in lowercase",
    severity: Severity::Note,
    why: "Both cases are the same octet. Write uppercase, so that URIs compare as text.",
    basis: "RFC 3986 section 2.1",
    listed: &[Listed::practice(RFC3986, "2.1"), Listed::practice(DRAFT2003, "6.3")],
    fires: &["http://h/a%2fb"],
    silent: &["http://h/a%2Fb", "http://h/%20"],
    when: Features::LOWERCASE_HEX,
    check: |context| {
        for (octet, span) in triplets(context.bytes(), context.whole()) {
            if span.of(context.bytes()).iter().any(u8::is_ascii_lowercase) {
                let part = context.reading.part_at(span.start);
                let upper = percent_encoded(&[octet]);
                context.report(part, span, "the digits are in lowercase").fix(span, &upper);
            }
        }
    },
    ..Rule::BLANK
};
